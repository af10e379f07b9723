//! Machines as the harness sees them: a program that runs until something stops it, and the facts of a
//! second, watched run.
//!
//! [`Executable`] is a program that the harness can run, and [`Loaded`] is its only implementation: it combines
//! an instruction set's program ([`Loadable`]) with its machine ([`Core`]). The first run is blind and fast;
//! machines are deterministic, so a run that needs an explanation is made again with everything watched, which
//! gives [`Facts`].

mod convention;
mod core;
mod counted;
mod coverage;
mod cycle;
mod effects;
mod examined;
mod facts;
mod fault;
mod isa;
mod loaded;
mod mutant;
pub mod mutate;
mod origin;
mod patience;
mod preset;
mod setup;
mod touched;
pub mod watch;
mod window;

pub use self::core::{Core, Loadable, Observer, Unobserved};
pub use convention::{Convention, Results};
pub use counted::Counted;
pub use coverage::{
    Branch, Branches, CodeLine, CodeMap, Count, Counter, Counts, Coverage, Subroutine, Way, stretches,
};
pub use cycle::CycleDetector;
pub use effects::{Effects, Flow, Listed};
pub use examined::{Examined, Found};
pub use facts::{Clobber, EndlessLoop, Facts, Frame, LostReturn, RanOff, UndefinedUse, Where};
pub use fault::{Access, Fault, FaultReason};
pub use isa::{
    FileServices, FlowWords, Isa, Output, Registers, ServiceCheck, Services, Source, Template, Word, Words,
};
pub use loaded::Loaded;
pub use mutant::{Mutant, Mutation};
pub use origin::{Edit, Mutated, Origin};
pub use preset::{Layout, Preset, Routine};
pub use setup::{Key, KeyRow, KeyValue, Kind, LoadedProgram, Machine, Overrides, Place, Setup, Takes};
pub use window::{Filler, Window};

use std::any::Any;
use std::fmt;

use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{SourceFile, Sources, Text};
use crate::stored::{Deserialize, Serialize};

/// The prompt of the service that reads a key and echoes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InPrompt {
    /// The number of the service.
    pub service: u32,
    /// The text that it prints before it reads.
    pub before: &'static [u8],
    /// True if it prints a line feed after the echo.
    pub line_after: bool,
}

impl InPrompt {
    /// Returns `true` if a text contains the prompt.
    pub fn is_in(&self, text: &[u8]) -> bool {
        !self.before.is_empty() && text.windows(self.before.len()).any(|part| part == self.before)
    }
}

/// The reasons why a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// The program ended itself.
    Halted,
    /// The program ended itself with a status for the process that started it.
    Exited(i32),
    /// The program ran past its last instruction, which ends it where the simulator says so.
    DroppedOff,
    /// The instruction budget is used up.
    OutOfFuel,
    /// The program waits for input that will never come.
    Starved,
    /// The program printed more than the limit.
    OutputFull,
    /// The machine could not do what the program asked.
    Fault(Fault),
}

impl Stop {
    /// The stop's name in machine-readable reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Halted => "halted",
            Self::Exited(_) => "exited",
            Self::DroppedOff => "dropped-off",
            Self::OutOfFuel => "out-of-fuel",
            Self::Starved => "starved",
            Self::OutputFull => "output-full",
            Self::Fault(_) => "fault",
        }
    }

    /// Returns `true` if the program came to its end by itself.
    pub fn is_end(self) -> bool {
        matches!(self, Self::Halted | Self::Exited(_) | Self::DroppedOff)
    }
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The reason.
    pub stop: Stop,
    /// The number of instructions executed; a service counts one and one more for each byte that it moves.
    pub executed: u64,
    /// The address of the instruction at which the run ended.
    pub at: u32,
}

impl Ended {
    /// The end of a run with the program counter at `pc`; a fault knows its own place.
    pub fn new(stop: Stop, executed: u64, pc: u32) -> Self {
        let at = if let Stop::Fault(fault) = stop { fault.at } else { pc };
        Self { stop, executed, at }
    }
}

/// The contents of memory and registers before the program is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// Zeros.
    #[default]
    Zeros,
    /// Pseudo-random values drawn from a seed.
    Random(u64),
}

/// The surroundings of a program when it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct World<'p> {
    /// The contents of memory and registers.
    pub start: Start,
    /// The seed of everything that the program draws at random: 0 is as the machine is set up, every other
    /// number is another draw. The clock differs with it.
    pub seed: u64,
    /// True if no file can be opened for writing.
    pub disk_is_full: bool,
    /// The values that a caller has put there.
    pub preset: Option<&'p Preset>,
    /// The keys of the machine that have another value than usual.
    pub overrides: Overrides,
}

impl From<Start> for World<'_> {
    fn from(start: Start) -> Self {
        Self { start, ..Self::default() }
    }
}

/// A program that can be run any number of times, each time from a fresh machine.
pub trait Executable: Send + Sync + fmt::Debug {
    /// Runs the program until it stops or has executed `fuel` instructions, and then shows the machine to the
    /// console.
    fn run(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Ended;

    /// Goes on with a run in which the console got this [copy](crate::console::Peek::copy), which asks again and then does what the
    /// run did; `None` if there is nothing to go on with.
    fn resume(&self, _copy: &dyn Any, _fuel: u64, _: &mut dyn Console) -> Option<Ended> {
        None
    }

    /// Does the same run, watched.
    fn watch(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> (Ended, Facts);

    /// Does the same run and says which calls are under way at its end, the outermost first.
    fn calls(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Vec<Frame>;

    /// Does the same run and reports the address of each instruction before it is executed.
    fn trace(
        &self,
        world: World<'_>,
        fuel: u64,
        console: &mut dyn Console,
        visit: &mut dyn FnMut(u32),
    ) -> Ended;

    /// Does the same run and counts what is executed, with a counter for this program. Of a loop that is proved to be endless
    /// only some rounds are executed.
    fn count(&self, world: World<'_>, fuel: u64, console: &mut dyn Console, counter: &mut Counter) -> Ended;

    /// Where the program goes on after the instruction of its source at an address.
    fn way(&self, address: u32) -> Way;

    /// The program whose runs are counted in place of this one's: itself, or if a compiler has made it, the same source compiled
    /// line by line. `None` if that cannot be made.
    fn plain(&self) -> Option<&dyn Executable>;

    /// Makes the run again to look for what no correct program does. The program is compiled in another way for that, and executes
    /// more instructions. `None` if no compiler has made it, or if it cannot be made again.
    fn examine(&self, _: World<'_>, _fuel: u64, _: &mut dyn Console) -> Option<Examined> {
        None
    }

    /// The instructions of the program's source, in the order of their addresses.
    fn instructions(&self) -> Vec<Listed>;

    /// The programs with one small mistake each, sorted by address; the same ones each time.
    fn mutants(&self) -> Vec<Mutant>;

    /// The program with a mistake of [`Executable::mutants`].
    fn mutated(&self, mutant: &Mutant) -> Mutated;

    /// The exit message: the text that the simulated system itself prints when a run ends so; never the
    /// program's own words.
    fn exit_message(&self, ended: Ended) -> Vec<u8>;

    /// The prompt of the service that asks for a key by itself, if there is such a service.
    fn in_prompt(&self) -> Option<InPrompt> {
        None
    }

    /// From addresses to the source.
    fn source_map(&self) -> &SourceMap;

    /// The source files.
    fn sources(&self) -> &Sources;

    /// The labels, sorted by address.
    fn symbols(&self) -> &[Symbol];

    /// The instruction set.
    fn isa(&self) -> &'static Isa;

    /// Address, contents and source of everything in memory, and the labels, as `grader asm` prints them.
    fn listing(&self) -> String;

    /// The bytes of a file that the assembler of the instruction set can write, by its flag.
    ///
    /// # Errors
    /// If the program cannot be written so; why, as a sentence.
    fn object_file(&self, flag: &str) -> Result<Vec<u8>, Text>;

    /// The name of a register.
    fn register_name(&self, number: u8) -> String {
        (self.isa().registers.name)(number)
    }

    /// The memory that is free for a caller of the program's subroutines.
    fn layout(&self) -> Layout;

    /// Assembles a subroutine that is to stand in for the one with a label, at addresses that nothing else
    /// uses.
    ///
    /// # Errors
    /// If it does not assemble, has not the label, or has no place next to the program.
    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text>;

    /// The address of the instruction that follows the one at an address in memory.
    fn next_address(&self, address: u32) -> u32;

    /// The reason why the program would not run in every simulator, given a watched run of it; `None` if it
    /// would.
    fn portability(&self, facts: &Facts) -> Option<Text>;

    /// `file:line` of an address, or its number where no source line belongs to it.
    fn place(&self, address: u32) -> String;

    /// The name of the label at or before an address.
    fn label(&self, address: u32) -> Option<&str> {
        let after = self.symbols().partition_point(|symbol| symbol.address <= address);
        Some(self.symbols().get(after.checked_sub(1)?)?.name.as_str())
    }
}

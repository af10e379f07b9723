//! The machine of an instruction set, and what can be loaded into one.
//!
//! A new instruction set writes two implementations, and has a whole [`Executable`](super::Executable) for them, which is
//! [`Loaded`]: [`Loadable`] for its program, which says where things are in memory and in the source, and [`Core`] for its
//! machine, which boots and runs. Runs, traces, watched runs, files, time limits and mutants come with them.

use std::fmt::Debug;

use super::watch::Watched;
use super::{
    Effects, Ended, Facts, InPrompt, Isa, Layout, Loaded, Mutant, Origin, Routine, Setup, Way, World,
};
use crate::asm::{SourceMap, Symbol};
use crate::console::{Console, State};
use crate::diagnostics::{SourceFile, Sources, Text, text};

/// A machine while it executes a program.
///
/// It is deterministic: from the same program, setup, world and console it does the same.
pub trait Core: State + Clone {
    /// The loaded program.
    type Program: Loadable;
    /// The setup of the machine.
    type Setup: Clone + Debug + Send + Sync + Setup;
    /// Data made of a program once for all of its runs, such as its decoded instructions.
    type Code: Debug + Send + Sync;
    /// A decoded instruction.
    type Instruction: Copy;
    /// Everything that decides what the machine does next, except memory and what effects call
    /// [outside](Effects::is_outside).
    type Snapshot: Debug + PartialEq;

    /// The instruction set.
    const ISA: &'static Isa;

    /// The instruction set by whose words a program is spoken of: that of a compiled one is its language.
    fn isa(_: &Self::Program) -> &'static Isa {
        Self::ISA
    }

    /// Decodes a program into the data that its runs share.
    fn decode(program: &Self::Program, setup: &Self::Setup) -> Self::Code;

    /// A machine with a program in it, ready to execute its first instruction.
    fn boot(loaded: &Loaded<Self>, world: World<'_>) -> Self;

    /// Takes over the files that the console has for the program; for machines with files.
    fn takes_files(&mut self, _: &dyn Console) {}

    /// Shows the console the files that the program leaves; for machines with files.
    fn leaves_files(&self, _: &mut dyn Console) {}

    /// Runs until something stops the machine or it has executed `fuel` instructions since it booted, and can be called again
    /// to go on.
    ///
    /// Each instruction is shown to the observer before it is executed, with the program counter at it, unless the observer
    /// [does not look](Observer::LOOKS); so is each change of memory and each byte that is printed. At the end of a run
    /// that did not end in a fault, the program counter is at the instruction that stopped.
    fn run<O: Observer<Self>>(&mut self, fuel: u64, console: &mut dyn Console, observer: &mut O) -> Ended;

    /// The address of the next instruction.
    fn pc(&self) -> u32;

    /// The number of instructions executed since the machine booted, as [`Ended::executed`] counts.
    fn executed(&self) -> u64;

    /// Counts instructions that need not be executed: whole rounds of a loop after which everything is as it was.
    fn skip(&mut self, instructions: u64);

    /// The facts of a program that watching its runs needs: where it has instructions, which memory holds
    /// nothing at the start, which registers subroutines give back.
    fn watched(program: &Self::Program) -> Watched;

    /// The effects of an instruction if it is executed at an address in this state.
    fn effects(&self, at: u32, instruction: Self::Instruction) -> Effects;

    /// Everything besides memory that decides what the machine does next. Two equal snapshots over equal
    /// memory prove an endless loop, provided that [`is_told_by_snapshot`](Self::is_told_by_snapshot).
    fn snapshot(&self) -> Self::Snapshot;

    /// Returns `true` if the snapshot is complete, and `false` while something else decides what the machine
    /// does next too, such as the time of an interrupt.
    fn is_told_by_snapshot(&self) -> bool {
        true
    }

    /// The aligned word of memory at an address, as a load or a fetch would find it; `None` if no program can store there.
    fn word_at(&self, address: u32) -> Option<u32>;

    /// Returns `true` if an address at which the program has no instruction belongs to the system.
    fn is_system(&self, _address: u32) -> bool {
        false
    }

    /// Returns `true` if executing the contents of memory at an address has no effect.
    fn does_nothing(&self, _address: u32) -> bool {
        false
    }

    /// The text that the simulated system itself prints when a run ends so; never the program's own words.
    fn exit_message(loaded: &Loaded<Self>, ended: Ended) -> Vec<u8>;

    /// The prompt printed by the service that asks for a key by itself, if there is one.
    fn in_prompt(_: &Self::Setup) -> Option<InPrompt> {
        None
    }

    /// The reason why the program would not run in every simulator, given a watched run of it; `None` if it would.
    fn portability(loaded: &Loaded<Self>, facts: &Facts) -> Option<Text>;

    /// Where a program goes on after the instruction of its source at an address.
    fn way(loaded: &Loaded<Self>, address: u32) -> Way;

    /// The instructions of the program's source with their addresses, in order.
    fn instructions(program: &Self::Program) -> Vec<(u32, u32)>;

    /// The instruction of a word at an address; one that is executed under a condition only, as if it were always executed.
    fn instruction(at: u32, word: u32) -> Self::Instruction;

    /// The instruction of a word at an address as the disassembler writes it.
    fn disassembled(at: u32, word: u32) -> String;

    /// The programs with one small mistake each, sorted by address; the same ones each time.
    fn mutants(loaded: &Loaded<Self>) -> Vec<Mutant>;
}

/// Something that looks at a machine while it runs.
pub trait Observer<C: Core> {
    /// False if the observer looks at nothing, so that a machine can be fast.
    const LOOKS: bool = true;

    /// Called before the instruction at the program counter; `false` ends the run as if the budget were used up.
    fn before(&mut self, core: &C, instruction: C::Instruction) -> bool;

    /// Called before cells of memory change: by a store of the program, by a service, or by the machine itself.
    fn storing(&mut self, _: &C, _address: u32, _cells: u32) {}

    /// Called for each byte that is printed, by the instruction at `pc`.
    fn printed(&mut self, _pc: u32) {}
}

/// No observation; this costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl<C: Core> Observer<C> for Unobserved {
    const LOOKS: bool = false;

    fn before(&mut self, _: &C, _: C::Instruction) -> bool {
        true
    }
}

/// An assembled program, or one that was read from an object file.
pub trait Loadable: Clone + Debug + Send + Sync {
    /// From addresses to the source.
    fn source_map(&self) -> &SourceMap;

    /// The source files.
    fn sources(&self) -> &Sources;

    /// The labels, sorted by address.
    fn symbols(&self) -> &[Symbol];

    /// Address, contents and source of everything in memory, and the labels, as `grader asm` prints them.
    fn listing(&self) -> String;

    /// The bytes of a file that the assembler of the instruction set can write, by its flag.
    ///
    /// # Errors
    /// If the program cannot be written so; why, as a sentence.
    fn object_file(&self, _flag: &str) -> Result<Vec<u8>, Text> {
        Err(text!("there is no such format", "không có định dạng này"))
    }

    /// The source that a compiler has made it of; `None` for a program that was assembled.
    fn origin(&self) -> Option<&dyn Origin> {
        None
    }

    /// Puts something else in the place of an instruction's word or of a cell of data, as [`Mutant::value`] says.
    fn replace(&mut self, address: u32, value: u32);

    /// The address of the instruction that follows the one at an address in memory.
    fn next_address(&self, address: u32) -> u32;

    /// Where a caller of the program's subroutines finds room.
    fn layout(&self) -> Layout;

    /// Assembles a subroutine that is to stand in for the one with a label, at a
    /// place that nothing else uses.
    ///
    /// # Errors
    /// If it does not assemble, has not the label, or has no place next to the program.
    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text>;

    /// `file:line` of an address; `None` where no source line belongs to it.
    fn place(&self, address: u32) -> Option<String> {
        Some(self.sources().place(self.source_map().get(address)?.span))
    }
}

//! Examined runs of programs in C, which are compiled again for them with checks: an index that leaves its array, a null pointer
//! that is used, a variable that is read before anything was stored in it.
//!
//! Nothing is said that is not certain. The compiler knows the array of an index and checks it; what lies where a pointer leads is
//! not looked at. A variable is spoken of if it is a number or a pointer, or an array of these, on the stack of its function, and
//! if its own part of memory was read by one of the program's functions while nothing had been stored there since the function
//! was called.

mod code;
mod frames;
mod report;
mod unset;

use super::debug::Function;
use crate::console::{Console, State as _};
use crate::diagnostics::{Span, Text};
use crate::isa::arm::{self, Cpu};
use crate::machine::{Core as _, Ended, Examined, Found, Observer, World};
use code::{Code, Kind};
use frames::Frames;
use report::Report;
use unset::Unset;

/// How a program is compiled to be examined, besides the usual flags. Each variable has a place of its own on the stack.
pub(super) const FLAGS: &[&str] = &[
    "-O0",
    "-fsanitize=bounds,null",
    "-fsanitize-recover=all",
    "-fstack-reuse=none",
    "-fno-omit-frame-pointer",
];

/// The source that is linked with it: the functions that checks call.
pub(super) const SUPPORT: &str = include_str!("build/checks.s");

/// The functions that the checks call.
const HANDLERS: [(&str, Check); 2] =
    [("__ubsan_handle_out_of_bounds", Check::Bounds), ("__ubsan_handle_type_mismatch_v1", Check::Pointer)];

/// A check of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// An index is one of its array.
    Bounds,
    /// A pointer is not null.
    Pointer,
}

/// A program that is compiled to be examined.
#[derive(Debug)]
pub(super) struct Checked {
    loaded: arm::Loaded,
    functions: Vec<Function>,
    handlers: Vec<(u32, Check)>,
}

impl Checked {
    pub(super) fn new(loaded: arm::Loaded, functions: Vec<Function>) -> Self {
        let handlers = HANDLERS.iter().filter_map(|(name, check)| {
            let symbol = loaded.program.symbols.iter().find(|symbol| symbol.name == *name)?;
            Some((symbol.address, *check))
        });
        Self { handlers: handlers.collect(), functions, loaded }
    }

    /// Makes a run.
    pub(super) fn examine(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Examined {
        let mut examiner = Examiner::new(self);
        let ended = examiner.run(world, fuel, console);
        Examined { ended, found: examiner.found }
    }
}

/// Returns `true` if an instruction can be one that loads; that is seen faster than its effects.
fn may_load(word: u32) -> bool {
    let is_kind = match word >> 25 & 7 {
        // Of these most calculate.
        0 => word & 0x90 == 0x90,
        // Words and bytes, then blocks.
        2..=4 => true,
        _ => false,
    };
    is_kind && word & 1 << 20 != 0
}

/// Looks at a run.
struct Examiner<'c> {
    checked: &'c Checked,
    report: Report<'c>,
    frames: Frames<'c>,
    unset: Unset,
    code: Code,
    /// How many bytes were printed so far.
    printed: usize,
    found: Option<Found>,
}

impl<'c> Examiner<'c> {
    fn new(checked: &'c Checked) -> Self {
        Self {
            checked,
            report: Report::new(&checked.loaded.program),
            frames: Frames::new(&checked.functions),
            unset: Unset::new(arm::Board::Hosted.map().stack),
            code: Code::new(&checked.loaded.program.source_map, &checked.functions, &checked.handlers),
            printed: 0,
            found: None,
        }
    }

    fn run(&mut self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Ended {
        let mut core = Cpu::boot(&self.checked.loaded, world);
        core.takes_files(console);
        core.run(fuel, console, self)
    }

    /// Keeps the first thing that was found.
    fn note(&mut self, found: Option<(Span, Text)>) {
        if self.found.is_none() {
            self.found = found.map(|(at, what)| Found { at, what, printed: self.printed });
        }
    }

    /// The finding of a check, in the function that it calls.
    fn checked(&self, core: &Cpu, check: Check) -> Option<(Span, Text)> {
        let [data, value] = [core.register(0), core.register(1)];
        match check {
            Check::Bounds => self.report.index(data, value),
            // A pointer that is not null is not aligned, which makes no difference here.
            Check::Pointer if value == 0 => self.report.null(data),
            Check::Pointer => None,
        }
    }

    /// A variable that an instruction reads although nothing was stored there.
    fn unset(&self, core: &Cpu, pc: u32, word: u32) -> Option<(Span, Text)> {
        if !may_load(word) {
            return None;
        }
        let (address, cells) = core.effects(pc, word).load?;
        if !self.unset.is_any(address, cells) {
            return None;
        }
        let (variable, offset) = self.frames.variable(address)?;
        let name = variable.element(offset, cells)?;
        self.report.unset(pc, &name)
    }
}

impl Observer<Cpu> for Examiner<'_> {
    fn before(&mut self, core: &Cpu, word: u32) -> bool {
        let (pc, sp) = (core.pc(), core.register(arm::registers::STACK_POINTER));
        self.unset.follow(sp);
        let kind = self.code.kind(pc);
        if kind == Kind::Other || self.found.is_some() {
            return true;
        }
        let found = match kind {
            Kind::Other => None,
            Kind::Start | Kind::Source => {
                self.frames.follow(pc, sp, kind == Kind::Start);
                self.frames.is_within(pc).then(|| self.unset(core, pc, word)).flatten()
            }
            Kind::Handler => {
                let handler = self.checked.handlers.iter().find(|(address, _)| *address == pc);
                handler.and_then(|(_, check)| self.checked(core, *check))
            }
        };
        self.note(found);
        true
    }

    fn storing(&mut self, _: &Cpu, address: u32, cells: u32) {
        self.unset.store(address, cells);
    }

    fn printed(&mut self, _: u32) {
        self.printed += 1;
    }
}

//! Machines as the harness sees them: a program that runs until something stops it, and what a second, watched run
//! finds out.
//!
//! [`Executable`] is what an instruction set offers. The first run is blind and fast; machines are deterministic, so
//! a run that needs an explanation is made again with everything watched, which gives [`Facts`].

mod cycle;
mod facts;

pub use cycle::CycleDetector;
pub use facts::{Clobber, EndlessLoop, Facts, Frame, RanOff, UndefinedUse, Where};

use std::fmt;

use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{Sources, Text, text};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ended itself.
    Halted,
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
            Self::OutOfFuel => "out-of-fuel",
            Self::Starved => "starved",
            Self::OutputFull => "output-full",
            Self::Fault(_) => "fault",
        }
    }
}

/// What the machine could not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub reason: FaultReason,
    /// The address of the instruction at which it went wrong.
    pub at: u32,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultReason {
    /// The word is no instruction.
    IllegalInstruction(u32),
    /// An instruction that only the operating system may execute.
    Privilege,
    /// Memory that the program may not read.
    ReadDenied(u32),
    /// Memory that the program may not write.
    WriteDenied(u32),
    /// The program ran into memory where it may not execute anything.
    ExecuteDenied(u32),
    /// A service that the operating system does not have.
    UnknownService(u32),
    /// An interrupt came and no routine was installed for it.
    NoInterruptRoutine(u32),
}

impl FaultReason {
    /// What happened, as a sentence without its subject ("the program ...").
    pub fn describe(self) -> Text {
        match self {
            Self::IllegalInstruction(word) => {
                text!(
                    "executed x{word:04X}, which is no instruction",
                    "thực hiện x{word:04X}, không phải là lệnh"
                )
            }
            Self::Privilege => text!(
                "executed RTI, which only the operating system may",
                "thực hiện RTI, lệnh chỉ dành cho hệ điều hành"
            ),
            Self::ReadDenied(address) => text!(
                "read x{address:04X}, memory that belongs to the operating system",
                "đọc x{address:04X}, vùng nhớ của hệ điều hành"
            ),
            Self::WriteDenied(address) => text!(
                "wrote to x{address:04X}, memory that belongs to the operating system",
                "ghi vào x{address:04X}, vùng nhớ của hệ điều hành"
            ),
            Self::ExecuteDenied(address) => text!(
                "jumped to x{address:04X}, where no program may run",
                "nhảy đến x{address:04X}, nơi không chương trình nào được chạy"
            ),
            Self::UnknownService(vector) => {
                text!(
                    "called TRAP x{vector:02X}, which does not exist",
                    "gọi TRAP x{vector:02X}, vốn không tồn tại"
                )
            }
            Self::NoInterruptRoutine(vector) => text!(
                "switched keyboard interrupts on without a routine at x{vector:04X}",
                "bật ngắt bàn phím mà không có chương trình phục vụ tại x{vector:04X}"
            ),
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Why.
    pub stop: Stop,
    /// How many instructions were executed; a service counts one and one more for each byte that it moves.
    pub executed: u64,
    /// The address of the instruction at which the run ended.
    pub at: u32,
}

/// What memory and registers hold before the program is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// Zeros.
    #[default]
    Zeros,
    /// Pseudo-random values drawn from a seed.
    Random(u64),
}

/// A program that can be run any number of times, each time from a fresh machine.
pub trait Executable: Send + Sync + fmt::Debug {
    /// Runs the program until it stops or has executed `fuel` instructions.
    fn run(&self, start: Start, fuel: u64, console: &mut dyn Console) -> Ended;

    /// Does the same run, watched.
    fn watch(&self, start: Start, fuel: u64, console: &mut dyn Console) -> (Ended, Facts);

    /// What the simulated system itself prints when a run ends so; never the program's own words.
    fn farewell(&self, ended: Ended) -> Vec<u8>;

    /// From addresses to the source.
    fn source_map(&self) -> &SourceMap;

    /// The source files.
    fn sources(&self) -> &Sources;

    /// The labels, sorted by address.
    fn symbols(&self) -> &[Symbol];

    /// `file:line` of an address, or its number where no source line belongs to it.
    fn place(&self, address: u32) -> String {
        match self.source_map().get(address) {
            Some(line) => self.sources().place(line.span),
            None => format!("x{address:04X}"),
        }
    }

    /// The name of the label at or before an address.
    fn label(&self, address: u32) -> Option<&str> {
        let after = self.symbols().partition_point(|symbol| symbol.address <= address);
        Some(self.symbols().get(after.checked_sub(1)?)?.name.as_str())
    }
}

//! The instruction sets: syntax, instruction table, execution, operating system services.
//!
//! Each instruction set is one folder here. What the harness needs of all of them is
//! [`crate::machine::Executable`]; everything else is its own.

mod convention;
pub mod lc3;
pub mod mips;
mod mutation;
pub mod pattern;
mod proof;
mod service;

pub use service::{service_name, service_names, service_number};

pub use convention::{CONVENTIONS, Convention, Results};

use crate::diagnostics::{SourceFile, Text};

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// LC-3.
    Lc3,
    /// MIPS32.
    Mips,
}

impl Isa {
    /// Every instruction set with its name in specs.
    pub const ALL: [(&'static str, Self); 2] = [("lc3", Self::Lc3), ("mips", Self::Mips)];

    /// The instruction set that source files are written for, told by what only one of them has: `.ORIG` is LC-3's, and
    /// `.text`, `.data`, `.globl`, `syscall` and registers with a dollar sign are MIPS's.
    pub fn of(files: &[SourceFile]) -> Self {
        let lines = || files.iter().flat_map(|file| file.text.lines());
        let words = |comment: char| {
            lines().flat_map(move |line| line.split(comment).next().unwrap_or("").split_whitespace())
        };
        if words(';').any(|word| word.eq_ignore_ascii_case(".orig")) {
            return Self::Lc3;
        }
        let is_mips = |word: &str| {
            [".text", ".data", ".globl", ".macro", "syscall"]
                .iter()
                .any(|known| word.eq_ignore_ascii_case(known))
                || word.trim_end_matches(',').starts_with('$')
        };
        if words('#').any(is_mips) { Self::Mips } else { Self::Lc3 }
    }
}

/// Why a subroutine cannot stand in for another one; `None` if it can.
pub fn flaw_of_routine(isa: Isa, source: &SourceFile, label: &str) -> Option<Text> {
    let map = mips::MemoryMap::default();
    match isa {
        Isa::Lc3 => lc3::routine(source, label),
        Isa::Mips => mips::routine(source, label, map, map.text),
    }
    .err()
}

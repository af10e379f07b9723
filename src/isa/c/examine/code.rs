//! The instructions of the source among all of a program.

use super::Check;
use crate::asm::{Role, SourceMap};
use crate::isa::c::debug::Function;

/// The kind of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It comes from a library.
    Other,
    /// It comes from the source.
    Source,
    /// It is the first one of a function of the source.
    Start,
    /// It is what a check calls.
    Handler,
}

/// An entry for each instruction, so that a step costs one look.
#[derive(Debug)]
pub(super) struct Code {
    /// The lowest address.
    low: u32,
    words: Vec<Kind>,
}

impl Code {
    pub(super) fn new(map: &SourceMap, functions: &[Function], handlers: &[(u32, Check)]) -> Self {
        let lines = map.lines().iter().filter(|line| line.role == Role::Instruction);
        let of_source = lines.map(|line| (line.address, Kind::Source));
        let starts = functions.iter().map(|function| (function.start, Kind::Start));
        let handlers = handlers.iter().map(|(address, _)| (*address, Kind::Handler));
        let all: Vec<(u32, Kind)> = of_source.chain(starts).chain(handlers).collect();
        let low = all.iter().map(|(address, _)| *address).min().unwrap_or(0);
        let high = all.iter().map(|(address, _)| *address).max().unwrap_or(0);
        let mut words = vec![Kind::Other; ((high - low) / 4) as usize + 1];
        for (address, kind) in all {
            words[((address - low) / 4) as usize] = kind;
        }
        Self { low, words }
    }

    /// The kind of the instruction at an address.
    pub(super) fn kind(&self, address: u32) -> Kind {
        let index = address.checked_sub(self.low).map(|distance| (distance / 4) as usize);
        index.and_then(|index| self.words.get(index)).copied().unwrap_or(Kind::Other)
    }
}

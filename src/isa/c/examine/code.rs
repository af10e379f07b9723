//! The instructions of the source among all of a program, and those that were executed.

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
    words: Vec<(Kind, bool)>,
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
        let mut words = vec![(Kind::Other, false); ((high - low) / 4) as usize + 1];
        for (address, kind) in all {
            words[((address - low) / 4) as usize].0 = kind;
        }
        Self { low, words }
    }

    fn index(&self, address: u32) -> Option<usize> {
        Some((address.checked_sub(self.low)? / 4) as usize)
    }

    /// Notes that an instruction is executed; its kind.
    pub(super) fn execute(&mut self, address: u32) -> Kind {
        let word = self.index(address).and_then(|index| self.words.get_mut(index));
        word.map_or(Kind::Other, |(kind, is_executed)| {
            *is_executed = true;
            *kind
        })
    }

    /// Returns `true` if an instruction was executed.
    pub(super) fn is_executed(&self, address: u32) -> bool {
        let word = self.index(address).and_then(|index| self.words.get(index));
        word.is_some_and(|(_, is_executed)| *is_executed)
    }
}

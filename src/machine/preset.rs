//! The state that a caller sets up in a machine between loading and the first instruction.

use super::{Ended, Word};
use crate::diagnostics::{Diagnostic, Severity, Sources, Text, text};

/// The state that a caller leaves in a machine before a run.
///
/// A *cell* is the unit that an address names: a byte, or a word on machines that address nothing smaller.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Preset {
    /// The instruction at which the run begins, if it is not the first one of the program.
    pub entry: Option<u32>,
    /// Where a subroutine returns to, and the number of the register that holds this address. A return ends the run, and
    /// no instruction is executed for it.
    pub returns_to: Option<(u8, u32)>,
    /// Registers that hold a value that means something.
    pub registers: Vec<(u8, u32)>,
    /// Registers that hold a value that means nothing, but is to be there afterwards.
    pub noise: Vec<(u8, u32)>,
    /// Runs of cells by their first addresses; later ones overwrite earlier ones.
    pub cells: Vec<(u32, Vec<u32>)>,
    /// Detours: execution that reaches the first address goes on at the second.
    pub detours: Vec<(u32, u32)>,
}

impl Preset {
    /// All registers that a caller fills, with their values; of several for one the last one counts.
    pub fn filled(&self) -> impl Iterator<Item = (u8, u32)> + '_ {
        self.noise.iter().chain(&self.registers).chain(&self.returns_to).copied()
    }

    /// Returns `true` if an address belongs to a subroutine that stands in for one of the program's.
    pub fn stands_in(&self, address: u32) -> bool {
        let holds = |start: u32, cells: &[u32], at: u32| at >= start && ((at - start) as usize) < cells.len();
        let is_routine =
            |start: u32, cells: &[u32]| self.detours.iter().any(|(_, entry)| holds(start, cells, *entry));
        self.cells.iter().any(|(start, cells)| holds(*start, cells, address) && is_routine(*start, cells))
    }

    /// Returns `true` if a run ended by a return to the caller.
    pub fn has_returned(&self, ended: Ended) -> bool {
        ended.stop.is_end() && self.returns_to.is_some_and(|(_, address)| address == ended.at)
    }
}

/// Where a caller finds room.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// One past the highest cell of the room that callers have, from which it grows downwards.
    pub top: u32,
    /// The words of its instruction set.
    pub word: Word,
    /// An address at which the program has no instruction.
    pub outside: u32,
}

/// A subroutine that stands in for one of a program's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    /// Its first instruction.
    pub entry: u32,
    /// Its instructions and data: runs of cells by their first addresses.
    pub cells: Vec<(u32, Vec<u32>)>,
}

impl Routine {
    /// Says why a subroutine cannot be used: the first error, with its place.
    pub(crate) fn does_not_assemble(diagnostics: &[Diagnostic], sources: &Sources) -> Text {
        let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let Some(error) = error else {
            return text!("it does not assemble", "nó không hợp dịch được");
        };
        let place = sources.place(error.span());
        let (en, vi) = error.message.both();
        text!("it does not assemble: {place}: {en}", "nó không hợp dịch được: {place}: {vi}")
    }

    /// Says that a subroutine has not the label that it is to stand in for.
    pub(crate) fn lacks(label: &str) -> Text {
        text!("there is no label `{label}` in it", "trong đó không có nhãn `{label}`")
    }
}

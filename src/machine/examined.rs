//! Examined runs: the lines of the source that were executed, and the first thing that no correct program does.
//!
//! A program that a compiler has made is compiled again for them, without optimisation and with checks, as what is left of a
//! line in an optimised program does not tell whether it was executed.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::{Ended, Executable};
use crate::asm::Role;
use crate::diagnostics::{FileId, Span, Text};

/// A run that was made again to be looked at.
#[derive(Clone, Debug)]
pub struct Examined {
    /// How it ended.
    pub ended: Ended,
    /// The lines that it executed.
    pub coverage: Coverage,
    /// The first thing in it that no correct program does, if there is a proof of one.
    pub found: Option<Found>,
}

/// Something that no correct program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line that does it.
    pub at: Span,
    /// A sentence with the place.
    pub what: Text,
    /// How many bytes were printed before.
    pub printed: usize,
}

/// The lines of a program's source that have instructions, each with whether it was executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    lines: BTreeMap<(FileId, usize), bool>,
}

impl Coverage {
    /// The lines of a program of which some instruction fits.
    pub fn of(program: &dyn Executable, is_executed: impl Fn(u32) -> bool) -> Self {
        let mut lines = BTreeMap::new();
        let sources = program.sources();
        let instructions = program.source_map().lines().iter().filter(|line| line.role == Role::Instruction);
        for line in instructions {
            let number = sources.position(line.span).line;
            *lines.entry((line.span.file, number)).or_default() |= is_executed(line.address);
        }
        Self { lines }
    }

    /// Adds what other runs of the same program executed.
    pub fn add(&mut self, other: &Self) {
        for (line, is_executed) in &other.lines {
            *self.lines.entry(*line).or_default() |= is_executed;
        }
    }

    /// How many lines were executed, of how many.
    pub fn counts(&self) -> (usize, usize) {
        (self.lines.values().filter(|is_executed| **is_executed).count(), self.lines.len())
    }

    /// True if a line, counted from 1, was executed; `None` if it has no instruction.
    pub fn line(&self, file: FileId, line: usize) -> Option<bool> {
        self.lines.get(&(file, line)).copied()
    }

    /// The stretches of lines that were not executed: each goes on over lines without instructions, and ends before one that was
    /// executed.
    pub fn never(&self) -> Vec<(FileId, RangeInclusive<usize>)> {
        let mut found: Vec<(FileId, RangeInclusive<usize>)> = Vec::new();
        let mut is_open = false;
        for ((file, line), is_executed) in &self.lines {
            match found.last_mut().filter(|(last, _)| is_open && last == file) {
                _ if *is_executed => {}
                Some((_, lines)) => *lines = *lines.start()..=*line,
                None => found.push((*file, *line..=*line)),
            }
            is_open = !is_executed;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Coverage;
    use crate::diagnostics::{FileId, SourceFile, Sources};

    #[test]
    fn stretches_end_where_something_was_executed() {
        let mut sources = Sources::default();
        let [one, other] = ["a.c", "b.c"].map(|name| sources.add(SourceFile::from_bytes(name, b"")));
        let of = |lines: &[(FileId, usize, bool)]| Coverage {
            lines: lines.iter().map(|(file, line, is_executed)| ((*file, *line), *is_executed)).collect(),
        };
        let mut coverage = of(&[
            (one, 1, true),
            (one, 3, false),
            (one, 7, false),
            (one, 8, true),
            (one, 9, false),
            (other, 1, false),
        ]);
        assert_eq!(coverage.never(), [(one, 3..=7), (one, 9..=9), (other, 1..=1)]);
        assert_eq!((coverage.counts(), coverage.line(one, 2)), ((2, 6), None));
        coverage.add(&of(&[(one, 7, true), (one, 9, false)]));
        assert_eq!(coverage.never(), [(one, 3..=3), (one, 9..=9), (other, 1..=1)]);
    }
}

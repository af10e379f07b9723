//! The output of an assembler, and the facts known of an assembled program besides its words.

use std::sync::Arc;

use crate::diagnostics::{Diagnostic, Sources, Span};

/// The result of assembling.
#[derive(Debug)]
pub struct Assembly<Program> {
    /// The program, if there were no errors.
    pub program: Option<Program>,
    /// Errors and warnings in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics speak of.
    pub sources: Arc<Sources>,
}

/// A label with its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name as it was written.
    pub name: String,
    /// Its address.
    pub address: u32,
    /// Where it is defined.
    pub span: Span,
}

/// The kind of source text that a word of memory was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An instruction.
    Instruction,
    /// A value, such as a number or a character.
    Data,
    /// Room without a value of its own.
    Reserved,
}

/// Where a word of memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The address of the word.
    pub address: u32,
    /// The statement that it comes from.
    pub span: Span,
    /// The kind of source text that it was written as.
    pub role: Role,
}

/// From addresses back to the source; sorted by address, at most one entry for each.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    lines: Vec<SourceLine>,
}

impl SourceMap {
    /// Collects entries in any order; of several for one address the last one stays.
    pub fn new(mut lines: Vec<SourceLine>) -> Self {
        lines.sort_by_key(|line| line.address);
        lines.dedup_by(|later, earlier| {
            let same = later.address == earlier.address;
            if same {
                *earlier = *later;
            }
            same
        });
        Self { lines }
    }

    /// The entry of an address.
    pub fn get(&self, address: u32) -> Option<&SourceLine> {
        let index = self.lines.binary_search_by_key(&address, |line| line.address).ok()?;
        Some(&self.lines[index])
    }

    /// All entries, sorted by address.
    pub fn lines(&self) -> &[SourceLine] {
        &self.lines
    }
}

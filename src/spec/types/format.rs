//! What differences of format cost: a share for each kind of difference, for all tests, a group or one test.

use crate::spec::types::Share;

/// The names of the kinds of differences, the mildest first: those of [`crate::compare`].
pub const FORMAT_KINDS: [&str; 16] = [
    "in-prompt",
    "control-bytes",
    "line-ends",
    "trailing-blanks",
    "line-breaks",
    "spacing",
    "letter-case",
    "echo",
    "halt",
    "symbols",
    "frame",
    "header",
    "upside-down",
    "repeated-board",
    "wording",
    "extra-text",
];

/// What differences of format cost in a submission.
#[derive(Clone, Copy, Debug)]
pub struct FormatPolicy {
    /// What each kind costs, unless a group or a case says so itself.
    pub prices: FormatPrices,
    /// The largest share of a submission's points that all kinds together may cost.
    pub most: Share,
}

/// What each kind of difference costs: a share of the points of the cases that it appears in. And which kinds are forgiven
/// in all of a text that the spec writes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatPrices {
    pub(in crate::spec) each: Share,
    /// The kinds that are format in an answer too, in the order of their names.
    pub(in crate::spec) forgiven: [bool; FORMAT_KINDS.len()],
    /// Kinds with a price of their own, in the order of their names.
    pub(in crate::spec) kinds: [Option<Share>; FORMAT_KINDS.len()],
}

impl FormatPrices {
    /// What the kind of this name costs.
    pub fn of(&self, kind: &str) -> Share {
        let own = FORMAT_KINDS.iter().position(|known| *known == kind).and_then(|index| self.kinds[index]);
        own.unwrap_or(self.each)
    }

    /// Whether the kind of this name is format in all of a text that the spec writes out, and not only in what is fixed.
    pub fn forgives(&self, kind: &str) -> bool {
        FORMAT_KINDS.iter().zip(self.forgiven).any(|(known, is_forgiven)| is_forgiven && *known == kind)
    }
}

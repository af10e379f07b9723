//! The price of differences of format: a share for each kind of difference, for all
//! tests, a group or one test.

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

/// The price of differences of format in a submission.
#[derive(Clone, Copy, Debug)]
pub struct FormatPolicy {
    /// The price of each kind, unless a group or a case has its own.
    pub prices: FormatPrices,
    /// The largest share of a submission's points that all kinds together may cost.
    pub most: Share,
}

/// The price of each kind of difference, as a share of the points of the cases that it appears in, and the
/// kinds that are forgiven in all of a text that the spec writes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatPrices {
    pub(in crate::spec) each: Share,
    /// The kinds that are format in an answer too, in the order of their names.
    pub(in crate::spec) forgiven: [bool; FORMAT_KINDS.len()],
    /// Kinds with a price of their own, in the order of their names.
    pub(in crate::spec) kinds: [Option<Share>; FORMAT_KINDS.len()],
}

impl FormatPrices {
    /// The price of a kind, by its name.
    pub fn of(&self, kind: &str) -> Share {
        let own = FORMAT_KINDS.iter().position(|known| *known == kind).and_then(|index| self.kinds[index]);
        own.unwrap_or(self.each)
    }

    /// Returns `true` if the kind of this name is format in all of a text that the spec writes out, and not
    /// only in its fixed parts.
    pub fn forgives(&self, kind: &str) -> bool {
        FORMAT_KINDS.iter().zip(self.forgiven).any(|(known, is_forgiven)| is_forgiven && *known == kind)
    }
}

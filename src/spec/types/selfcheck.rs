//! The programs that the tests of a spec are tested with: correct ones, which must get full points, and wrong ones, which
//! must fail in a stated place.

use crate::diagnostics::Text;

/// The names of the verdicts that a wrong program may be known by: those of [`crate::grade`] in which points are lost.
pub const VERDICTS: [&str; 24] = [
    "presentation",
    "by-hand",
    "skipped",
    "other-words",
    "wrong-output",
    "wrong-state",
    "machine-dependent",
    "wrong-behaviour",
    "not-offered",
    "no-subroutine",
    "unknown-question",
    "no-board",
    "halted-early",
    "starved",
    "endless-loop",
    "ran-into-data",
    "out-of-fuel",
    "output-limit",
    "fault",
    "no-program",
    "starter-changed",
    "did-not-assemble",
    "not-judged",
    "grader-error",
];

/// The programs that the tests are tested with. Paths are relative to the spec's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfCheck {
    /// Correct programs: files, folders, or patterns of their names.
    pub good: Vec<String>,
    /// Wrong programs.
    pub bad: Vec<KnownBad>,
    /// Mistakes in correct programs that no test can be asked to notice.
    pub argued: Vec<Argued>,
}

/// A mistake that survives all tests, and why that is as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argued {
    /// `file:line`.
    pub at: String,
    /// The change as it is reported in English, without the marks around code; with `*` and `?` as in names of files.
    pub change: String,
    /// The reason.
    pub because: Text,
}

/// A program with a known mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBad {
    /// The program.
    pub program: String,
    /// The tests that must fail.
    pub fails: Fails,
}

/// The tests that a wrong program must fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fails {
    /// A case of this group.
    Group(String),
    /// This case.
    Case(String),
    /// Any case, with the verdict of this name.
    Verdict(String),
}

impl Fails {
    /// The id as it is written in the spec.
    pub fn id(&self) -> &str {
        match self {
            Self::Group(id) | Self::Case(id) | Self::Verdict(id) => id,
        }
    }
}

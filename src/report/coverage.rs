//! What the tests of submissions execute: for people, as JSON, and as `lcov` reads it.

mod lcov;
mod words;

pub(super) use words::{not_counted, not_covered};

use super::Ends;
use super::json::coverage as json;
use super::places::path_of;
use super::terminal::coverage as terminal;
use crate::diagnostics::{FileId, Language};
use crate::grade::{Covered, Graded};
use crate::machine::Coverage;
use crate::spec::Spec;

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverageFormat {
    /// For people.
    Text {
        /// True if each test has a line of its own.
        by_test: bool,
    },
    /// Everything.
    Json,
    /// The tracefiles that `geninfo(1)` describes, a section for each test and file.
    Lcov,
}

/// A report on what tests execute, which takes one submission after the other.
#[derive(Debug)]
pub struct CoverageReport<'s> {
    spec: &'s Spec,
    format: CoverageFormat,
    language: Language,
    /// True if no submission is in it yet.
    is_empty: bool,
}

impl<'s> CoverageReport<'s> {
    /// Begins a report.
    pub fn new(spec: &'s Spec, format: CoverageFormat, language: Language) -> Self {
        Self { spec, format, language, is_empty: true }
    }

    /// The text on the next submission: on what its tests execute, or why that is not known.
    pub fn part(&mut self, graded: &Graded, covered: Option<&Covered>) -> Vec<u8> {
        let is_first = std::mem::take(&mut self.is_empty);
        match self.format {
            CoverageFormat::Text { by_test } => {
                let text = terminal::render((self.spec, graded), covered, by_test, self.language);
                let before = if is_first { "" } else { "\n" };
                format!("{before}{text}").into_bytes()
            }
            CoverageFormat::Json => json::element((self.spec, graded), covered, is_first, self.language),
            CoverageFormat::Lcov => covered
                .map_or_else(String::new, |covered| lcov::trace(self.spec, graded, covered))
                .into_bytes(),
        }
    }

    /// The text around that of all submissions.
    pub fn ends(self) -> Ends {
        match self.format {
            CoverageFormat::Json => json::ends(self.spec, self.is_empty, self.language),
            CoverageFormat::Text { .. } | CoverageFormat::Lcov => Ends::default(),
        }
    }
}

/// A part of something that is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PartOf {
    pub(super) part: usize,
    pub(super) all: usize,
}

impl PartOf {
    fn of(counts: impl Iterator<Item = u64>) -> Self {
        counts.fold(Self::default(), |sum, count| Self {
            part: sum.part + usize::from(count > 0),
            all: sum.all + 1,
        })
    }

    /// The percentage, rounded down so that only all is a hundred; `None` of nothing.
    pub(super) fn percent(self) -> Option<usize> {
        (self.part * 100).checked_div(self.all)
    }
}

/// How much of a file was executed.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileFigures {
    pub(super) file: FileId,
    /// Lines with instructions.
    pub(super) lines: PartOf,
    /// The ways of conditional branches: each has two.
    pub(super) ways: PartOf,
    pub(super) subroutines: PartOf,
}

/// How much of each file with instructions was executed.
pub(super) fn figures(covered: &Covered, coverage: &Coverage) -> Vec<FileFigures> {
    let map = &covered.map;
    let mut files: Vec<FileId> = map.lines().iter().map(|line| line.file).collect();
    files.dedup();
    let of_file = |file: FileId| {
        let lines = map.lines().iter().zip(&coverage.lines).filter(|(line, _)| line.file == file);
        let branches = map.branches().zip(&coverage.branches);
        let branches = branches.filter(|(line, _)| map.lines()[*line].file == file);
        let subroutines = map.subroutines().iter().zip(&coverage.subroutines);
        let subroutines = subroutines.filter(|(subroutine, _)| subroutine.file == file);
        FileFigures {
            file,
            lines: PartOf::of(lines.map(|(_, count)| *count)),
            ways: PartOf::of(branches.flat_map(|(_, branch)| [branch.taken, branch.passed])),
            subroutines: PartOf::of(subroutines.map(|(_, count)| *count)),
        }
    };
    files.into_iter().map(of_file).collect()
}

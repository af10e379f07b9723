//! Exit codes: a promise to scripts.

use std::process::ExitCode;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// It did what it was asked to; for `run`, the threshold, if one was given, is met.
    Done,
    /// Everything was graded, and a submission is below the threshold, or lower than in another report; a program has errors or stopped with a fault; a
    /// spec is valid and has warnings, its tests are not good enough, or its expected texts would change.
    Failed,
    /// The command line is wrong.
    Usage,
    /// The spec, or a table next to it, is not valid; nothing was graded.
    Spec,
    /// There was nothing to grade.
    Nothing,
    /// Something could not be read or written.
    Environment,
    /// Everything was graded as far as it could be judged; a person has to look at the rest.
    Review,
}

/// The part of `--help` that documents them.
pub(super) const HELP: &str = "\
Exit codes:
  0  done; all submissions were graded (and reach --fail-below, if given)
  1  a score is below --fail-below, or fell; errors or a fault; findings (lint, selfcheck, bless)
  2  the command line is wrong
  3  the spec, or a table beside it, is not valid; nothing was graded
  4  there was nothing to grade
  5  something could not be read or written, or the grader failed while it tested the tests (selfcheck)
  6  a submission needs manual review: it was not judged, or not in full, and has no score; this comes before 1";

/// The codes with their meanings, from the help.
pub(super) fn codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    HELP.lines().filter_map(|line| line.trim().split_once("  "))
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Spec => 3,
            Exit::Nothing => 4,
            Exit::Environment => 5,
            Exit::Review => 6,
        })
    }
}

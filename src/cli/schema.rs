//! `grader schema`: the spec language, or the JSON report, for editors and other programs.

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::terminal::Terminal;
use crate::{report, spec};

/// The flags of `grader schema`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The schema of what `grader run --format json=PATH` writes; of JSON lines and of the log, each line is one of its
    /// `submissions`.
    #[arg(long)]
    report: bool,

    /// The schema of what `grader coverage --format json` writes.
    #[arg(long, conflicts_with = "report")]
    coverage: bool,

    /// The schema of what `grader compare --format json=PATH` writes.
    #[arg(long, conflicts_with_all = ["report", "coverage"])]
    comparison: bool,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let schema = match (arguments.report, arguments.coverage, arguments.comparison) {
        (true, ..) => report::schema(),
        (_, true, _) => report::coverage_schema(),
        (.., true) => report::comparison_schema(),
        _ => spec::schema(),
    };
    terminal.print(&schema)?;
    Ok(Exit::Done)
}

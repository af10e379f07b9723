//! `grader gradebook`: scores into the table that a learning platform exported.

use std::path::{Path, PathBuf};

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::output::{Claims, write_whole};
use super::terminal::Terminal;
use crate::diagnostics::harmless;
use crate::report::gradebook::{Filled, fill};
use crate::report::read;

/// The flags of `grader gradebook`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The gradebook that you exported from Canvas, or the grading worksheet from Moodle.
    gradebook: PathBuf,

    /// The results: what `grader run --format json=PATH` wrote.
    #[arg(long, value_name = "JSON")]
    results: PathBuf,

    /// The column to fill in, by its name or a part of it; otherwise found by the assignment's title.
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// Where the filled gradebook goes; `-` is standard output.
    #[arg(long, short, value_name = "PATH", default_value = "-")]
    output: PathBuf,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let bytes =
        |path: &Path| std::fs::read(path).map_err(|error| CommandFailure::cannot("read", path, &error));
    let refused = |path: &Path, why: &dyn std::fmt::Display| {
        let path = harmless(&path.to_string_lossy());
        CommandFailure::environment(format!("{path}: {}", harmless(&why.to_string())))
    };
    let report = read(&bytes(&arguments.results)?).map_err(|why| refused(&arguments.results, &why))?;
    let text = String::from_utf8(bytes(&arguments.gradebook)?).map_err(|_| {
        refused(&arguments.gradebook, &"it is not UTF-8; save it as CSV UTF-8, or export it again")
    })?;
    let filled = fill(&text, &report, arguments.column.as_deref())
        .map_err(|why| refused(&arguments.gradebook, &why))?;
    if arguments.output.as_os_str() == "-" {
        terminal.print(&filled.text)?;
    } else {
        let mut claims = Claims::default();
        claims.reads(&arguments.results, "the report that is read");
        claims.writes(&arguments.output, "the filled gradebook")?;
        write_whole(&arguments.output, filled.text.as_bytes())?;
    }
    tell(&filled, &report.points, terminal);
    Ok(if filled.without_score.is_empty() && filled.doubtful.is_empty() { Exit::Done } else { Exit::Review })
}

/// Says what was filled in and what was not.
fn tell(filled: &Filled, points: &str, terminal: &Terminal) {
    let (column, count) = (harmless(&filled.column), filled.filled);
    let scores = if count == 1 { "1 score".to_owned() } else { format!("{count} scores") };
    terminal.note(&format!("{scores} written into the column `{column}`"));
    if let Some(other) = &filled.other_points {
        terminal.note(&format!(
            "note: the gradebook says that {} points are possible, and the report {points}",
            harmless(other)
        ));
    }
    for (ids, what) in [
        (&filled.without_score, "needs manual review and has no score yet; the cell stays as it was"),
        (
            &filled.doubtful,
            "could be several students of the gradebook, or is there twice; nothing was written",
        ),
        (&filled.strangers, "is nobody of the gradebook"),
    ] {
        for id in ids {
            terminal.note(&format!("note: {} {what}", harmless(id)));
        }
    }
}

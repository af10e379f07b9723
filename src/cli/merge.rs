//! `grader merge`: the reports on a class from the records of its parts.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::CommandFailure;
use super::class::{ClassReports, Wishes};
use super::exit::Exit;
use super::output::Claims;
use super::run::load_spec;
use super::terminal::Terminal;
use crate::diagnostics::text;
use crate::grade::part_size;
use crate::record::{Made, Shards, ShardsError};

/// The flags of `grader merge`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The records of all parts of a class, which `grader run --record` wrote; or of a whole one.
    #[arg(required = true)]
    records: Vec<PathBuf>,

    /// The spec by which they were graded: a file, or the name of a bundled spec (`grader specs`).
    #[arg(long)]
    spec: PathBuf,

    /// Accept a spec that names `command`s; none is run here.
    #[arg(long)]
    allow_commands: bool,

    #[command(flatten)]
    wishes: Wishes,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let Some(spec) = load_spec(&arguments.spec, arguments.allow_commands, terminal)? else {
        return Ok(Exit::Spec);
    };
    arguments.wishes.check()?;
    let spec = Arc::new(spec);
    let shards = Shards::open(&arguments.records, &Made::by(&spec)).map_err(|error| failed(&error))?;
    let ids: Vec<&str> = shards.ids().iter().map(String::as_str).collect();
    let mut claims = Claims::default();
    claims.reads(&arguments.spec, &text!("the spec", "spec"));
    for path in &arguments.records {
        claims.reads(path, &text!("a record", "một bản ghi"));
    }
    arguments.wishes.claim(&ids, &mut claims)?;
    let mut reports = ClassReports::begin(&arguments.wishes, &shards.cover(&spec), &ids, terminal);
    for part in shards.parts(&spec, part_size()) {
        reports.take(&part.map_err(|error| failed(&error))?);
    }
    let mut failures = Vec::new();
    let exit = reports.finish(terminal, &mut failures);
    for failure in &failures {
        terminal.complain(&failure.words);
    }
    Ok(failures.last().map_or(exit, |failure| failure.exit))
}

fn failed(error: &ShardsError) -> CommandFailure {
    let exit = match error {
        ShardsError::Unreadable { .. } | ShardsError::Damaged { .. } => Exit::Environment,
        ShardsError::OfOthers { .. }
        | ShardsError::NotFinished { .. }
        | ShardsError::Mixed { .. }
        | ShardsError::Twice { .. }
        | ShardsError::Missing { .. } => Exit::Usage,
    };
    CommandFailure { exit, words: error.words() }
}

//! `grader understand`: how a program in its own words is understood.

use std::path::PathBuf;

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::output::{Claims, write_whole};
use super::replay::no_program;
use super::run::load_spec;
use super::terminal::Terminal;
use crate::diagnostics::text;
use crate::grade::{Plan, grade_submission};
use crate::report;
use crate::submission::{Folders, discover};

/// The flags of `grader understand`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The submission: a file or a folder.
    submission: PathBuf,

    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`).
    #[arg(long)]
    spec: PathBuf,

    /// Write what was found out as YAML to this file, to be corrected and put under `dialects` of the spec.
    #[arg(long, value_name = "PATH")]
    dialect: Option<PathBuf>,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    // Nothing is judged here, so that no command is run.
    let Some(spec) = load_spec(&arguments.spec, true, terminal)? else { return Ok(Exit::Spec) };
    if spec.dialogue.is_none() {
        return Err(CommandFailure::usage(text!(
            "the spec fixes every word that programs print: there is nothing to find out",
            "spec quy định từng chữ mà chương trình in ra: không có gì phải tìm hiểu"
        )));
    }
    let paths = [arguments.submission.clone()];
    let discovery = discover(&paths, Folders::Submissions, &spec.submission)?;
    let Some(submission) = discovery.submissions.first() else { return Ok(Exit::Nothing) };
    if let Some(path) = &arguments.dialect {
        let mut claims = Claims::default();
        claims.reads(&arguments.spec, &text!("the spec", "spec"));
        submission
            .files
            .iter()
            .for_each(|file| claims.reads(&file.path, &text!("a file of the submission", "tệp của bài nộp")));
        claims.writes(path, &text!("the dialect", "phần dialect"))?;
    }
    let graded = grade_submission(&Plan::new(spec), submission);
    let Some(known) = &graded.understood else {
        return Err(CommandFailure::usage(no_program()));
    };
    terminal.print(&report::terminal::understanding(&graded, terminal.look()))?;
    if let Some(path) = &arguments.dialect {
        write_whole(path, format!("dialects:\n{}", indented(&known.dialect)).as_bytes())?;
    }
    Ok(if graded.needs_review() { Exit::Review } else { Exit::Done })
}

/// The lines two columns further right.
fn indented(lines: &str) -> String {
    lines.lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

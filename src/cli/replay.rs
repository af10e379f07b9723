//! `grader replay`: one case of one submission, word for word.

use std::path::PathBuf;

use clap::Args;

use super::exit::Exit;
use super::run::load_spec;
use super::terminal::Terminal;
use super::{CommandFailure, did_you_mean};
use crate::diagnostics::{Text, harmless, text};
use crate::grade::{self, Lines, NoReplay, Plan, Said, replay};
use crate::report::terminal::printed_line;
use crate::submission::{Folders, discover};

/// The flags of `grader replay`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The submission: a file or a folder.
    submission: PathBuf,

    /// The case to play, by its id.
    case: String,

    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`).
    #[arg(long)]
    spec: PathBuf,

    /// Say which lines of the source the case does not execute.
    #[arg(long)]
    lines: bool,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    // Nothing is judged here, so that no command is run.
    let Some(spec) = load_spec(&arguments.spec, true, terminal)? else { return Ok(Exit::Spec) };
    let paths = [arguments.submission.clone()];
    let discovery = discover(&paths, Folders::Submissions, &spec.submission)?;
    let Some(submission) = discovery.submissions.first() else { return Ok(Exit::Nothing) };
    let plan = Plan::new(spec);
    let unplayed = |reason| match reason {
        NoReplay::NoCase => {
            let known = plan.cases.iter().map(|planned| planned.case.id.as_str());
            let guess = crate::diagnostics::suggest(&arguments.case, known);
            let ((hint, hint_vi), case) = (did_you_mean(guess).into_both(), harmless(&arguments.case));
            CommandFailure::usage(text!(
                "the spec has no case `{case}`{hint}",
                "spec không có ca kiểm thử `{case}`{hint_vi}"
            ))
        }
        NoReplay::NoProgram => CommandFailure::usage(no_program()),
        NoReplay::CannotBegin => CommandFailure::usage(text!(
            "the program lacks a label that this case needs; `grader run` says which",
            "chương trình thiếu một nhãn mà ca kiểm thử này cần; `grader run` cho biết nhãn nào"
        )),
    };
    let played = replay(&plan, submission, &arguments.case).map_err(unplayed)?;
    let mut lines: Vec<String> = Vec::new();
    for said in &played.said {
        match said {
            Said::Program(output) => {
                for line in output.split(|byte| *byte == b'\n') {
                    lines.push(format!("| {}", printed_line(line)));
                }
            }
            Said::Typed { keys, asked } => {
                let asked = asked.to(terminal.language);
                let asked = if asked.is_empty() { String::new() } else { format!("   ({asked})") };
                lines.push(format!("> {}{asked}", printed_line(keys)));
            }
        }
    }
    terminal.print(&lines.iter().flat_map(|line| [line, "\n"]).collect::<String>())?;
    let mut lines: Vec<String> = Vec::new();
    let mut close = played.close.iter().map(|words| words.to(terminal.language));
    let stop = played.ended.stop.name();
    lines.push(close.next().map_or_else(|| format!("= {stop}"), |first| format!("= {stop}: {first}")));
    lines.extend(close.map(|words| format!("= {words}")));
    for inferred in &played.inferred {
        let (about, means) = (inferred.about.to(terminal.language), inferred.means.to(terminal.language));
        lines.push(format!("= {about}: {means}"));
    }
    if arguments.lines {
        let covered = grade::lines(&plan, submission, &arguments.case).map_err(unplayed)?;
        lines.push(format!("= {}", told(covered.as_ref()).to(terminal.language)));
    }
    terminal.print_prose(&(lines.join("\n") + "\n"))?;
    Ok(Exit::Done)
}

/// The words for a submission without a program.
pub(super) fn no_program() -> Text {
    text!(
        "the submission has no program that can be run; `grader run` says why",
        "bài nộp không có chương trình nào chạy được; `grader run` cho biết lý do"
    )
}

/// Which lines were not executed.
fn told(covered: Option<&Lines>) -> Text {
    let Some(Lines { executed, all, never }) = covered else {
        return text!(
            "which lines are executed cannot be told for this test",
            "không xác định được ca kiểm thử này chạy qua những dòng nào"
        );
    };
    let named = harmless(&never.join(", "));
    if never.is_empty() {
        text!("all {all} lines with code were executed", "tất cả {all} dòng có mã đều được chạy")
    } else {
        text!(
            "{executed} of {all} lines with code were executed; not executed: {named}",
            "{executed} trong {all} dòng có mã được chạy; không được chạy: {named}"
        )
    }
}

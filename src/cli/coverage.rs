//! `grader coverage`: what the tests of a spec execute of programs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::class::{Reader, complain_of_troubles};
use super::exit::Exit;
use super::find_spec::spec_for;
use super::jobs::Jobs;
use super::output::{Claims, folder_for, write_all_of};
use super::progress::Progress;
use super::run::{load_spec, nothing_to_grade, quietly};
use super::select::{Names, select};
use super::spill::Spill;
use super::terminal::Terminal;
use super::{CommandFailure, Deed};
use crate::diagnostics::text;
use crate::grade::{
    Audience, Covered, Gradebook, Graded, Plan, Review, Wanted, before_grading, cover_submission,
    in_parallel, part_size,
};
use crate::report::coverage::{CoverageFormat, CoverageReport};
use crate::submission::{Folders, Submission, discover};

/// The flags of `grader coverage`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A class: a folder in which every folder and every program is a submission. Or one file; or several files and
    /// folders, each of them a submission.
    #[arg(required = true)]
    submissions: Vec<PathBuf>,

    /// Each folder is one submission, with all that is in it.
    #[arg(long)]
    one: bool,

    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`). If not given, it is the one that the
    /// first comment of the program names, `grader: lc3`, or the one next to the program, or next to the folder of the class.
    #[arg(long)]
    spec: Option<PathBuf>,

    /// How it is written: text for people; json with everything, as `grader schema --coverage` describes it; lcov as `lcov` and
    /// `genhtml` read it, with a section for each test.
    #[arg(long, value_enum, default_value = "text")]
    format: FormatChoice,

    /// Where it goes; `-` is standard output.
    #[arg(long, short, value_name = "PATH", default_value = "-")]
    output: PathBuf,

    /// Add a line for each test to the text.
    #[arg(long)]
    tests: bool,

    /// Let the spec run the programs that it names under `command` on this computer.
    #[arg(long)]
    allow_commands: bool,

    #[command(flatten)]
    reader: Reader,

    #[command(flatten)]
    names: Names,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatChoice {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For `lcov` and `genhtml`.
    Lcov,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let terminal = &arguments.jobs.begin(terminal);
    let path = match &arguments.spec {
        Some(path) => path.clone(),
        None => spec_for(&arguments.submissions, arguments.one)?,
    };
    let Some(spec) = load_spec(&path, arguments.allow_commands, terminal)? else { return Ok(Exit::Spec) };
    arguments.reader.check()?;
    let format = match (arguments.format, arguments.tests) {
        (FormatChoice::Text, by_test) => CoverageFormat::Text { by_test },
        (_, true) => {
            return Err(CommandFailure::usage(text!(
                "--tests is for text; json and lcov have every test",
                "--tests dành cho dạng text; json và lcov vốn có mọi ca kiểm thử"
            )));
        }
        (FormatChoice::Json, _) => CoverageFormat::Json,
        (FormatChoice::Lcov, _) => CoverageFormat::Lcov,
    };
    let folders = if arguments.one { Folders::Submissions } else { Folders::Classes };
    let mut discovery = discover(&arguments.submissions, folders, &spec.submission)?;
    if discovery.submissions.is_empty() {
        terminal.complain(&nothing_to_grade());
        return Ok(Exit::Nothing);
    }
    let mut wanted = Wanted::default();
    if !arguments.names.add_to(&mut wanted, terminal) {
        return Ok(Exit::Usage);
    }
    let audience = arguments.reader.audience();
    if audience != Audience::Staff {
        wanted.groups(
            spec.groups.iter().filter(|group| audience.tells_lines(group)).map(|group| group.id.as_str()),
        );
    }
    let selection = if wanted.is_all() {
        None
    } else {
        match select(&wanted, &spec, &mut discovery, terminal) {
            Some(selection) => Some(Arc::new(selection)),
            None => return Ok(Exit::Nothing),
        }
    };
    claim(arguments, &path, &discovery.submissions)?;
    let mut plan = Plan::new(spec);
    if let Some(selection) = &selection {
        plan = plan.of_selection(selection);
    }
    write(arguments, &plan, &discovery.submissions, format, terminal)
}

/// Refuses to write over what is read.
fn claim(arguments: &Arguments, spec: &Path, submissions: &[Submission]) -> Result<(), CommandFailure> {
    let mut claims = Claims::default();
    claims.reads(spec, &text!("the spec", "spec"));
    for file in submissions.iter().flat_map(|submission| &submission.files) {
        claims.reads(&file.path, &text!("a file of a submission", "một tệp của bài nộp"));
    }
    if is_stdout(arguments) {
        Ok(())
    } else {
        claims.writes(&arguments.output, &text!("the report", "báo cáo"))
    }
}

fn is_stdout(arguments: &Arguments) -> bool {
    arguments.output.as_os_str() == "-"
}

/// Counts the class part by part and writes the report.
fn write(
    arguments: &Arguments,
    plan: &Plan,
    submissions: &[Submission],
    format: CoverageFormat,
    terminal: &Terminal,
) -> Result<Exit, CommandFailure> {
    let folder = if is_stdout(arguments) { std::env::temp_dir() } else { folder_for(&arguments.output) };
    let mut text = Spill::new(&folder);
    let mut report = CoverageReport::new(&plan.spec, format, terminal.language);
    let done = text!("counted", "đã đếm");
    let progress = Progress::new(&done, submissions.len(), arguments.jobs.quiet, terminal.language);
    let is_for_people = matches!(format, CoverageFormat::Text { .. });
    let mut exit = Exit::Done;
    let count = |submission: &Submission| {
        let counted = cover_submission(plan, submission);
        progress.step();
        counted
    };
    let failed = |submission: &Submission, message: String| -> (Graded, Option<Covered>) {
        let mut graded = before_grading(plan, submission);
        graded.withhold(&plan.spec, Review::GraderError { message });
        (graded, None)
    };
    for part in submissions.chunks(part_size().get()) {
        for (graded, covered) in quietly(|| in_parallel(part, count, failed, &|_| {})) {
            let part = report.part(&graded, covered.as_ref());
            if is_for_people && !is_stdout(arguments) {
                text.append(Terminal::plain(&String::from_utf8_lossy(&part)).as_bytes());
            } else {
                text.append(&part);
            }
            if covered.is_none() && graded.needs_review() {
                exit = Exit::Review;
            }
            let book = Gradebook::of_one(&plan.spec, &graded);
            progress.pause(|| complain_of_troubles(&book, terminal));
        }
    }
    drop(progress);
    let whole = text.between(report.ends());
    let cannot = |error| CommandFailure::cannot(Deed::Write, &arguments.output, &error);
    let mut whole = whole.map_err(cannot)?;
    match (is_stdout(arguments), is_for_people) {
        (true, true) => terminal.print_all_of(&mut whole)?,
        (true, _) => Terminal::print_bytes_of(&mut whole)?,
        (false, _) => write_all_of(&arguments.output, &mut whole)?,
    }
    Ok(exit)
}

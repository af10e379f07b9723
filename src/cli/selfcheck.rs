//! `grader selfcheck`: test the tests of a spec.

use std::path::{Path, PathBuf};

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::jobs::Jobs;
use super::progress::Progress;
use super::run::load_spec;
use super::sharing::Sharing;
use super::terminal::Terminal;
use crate::diagnostics::text;
use crate::grade::Plan;
use crate::record::{Made, PartOf, Work};
use crate::report::terminal::selfcheck;
use crate::selfcheck::{Checked, Fates, Known, Model, Search, Suspects, grade_known};
use crate::spec::{Fails, Spec, bundled};
use crate::submission::{Folders, Submission, discover, matching};

/// The flags of `grader selfcheck`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Correct programs, in place of those that the spec names.
    models: Vec<PathBuf>,

    /// The spec whose tests are tested.
    #[arg(long)]
    spec: PathBuf,

    /// Of each program judge at most this many mutants, spread over the whole of it.
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    most: usize,

    /// Exit with code 1 if fewer percent of a program's mutants are noticed.
    #[arg(long, value_name = "PERCENT", default_value_t = 95, value_parser = clap::value_parser!(u8).range(0..=100))]
    at_least: u8,

    /// Let the spec run the programs that it names under `command` on this computer.
    #[arg(long)]
    allow_commands: bool,

    /// Judge a mutant only until one test notices it. This is faster, and does not tell which tests are needed.
    #[arg(long)]
    first: bool,

    #[command(flatten)]
    sharing: Sharing,

    #[command(flatten)]
    jobs: Jobs,
}

/// What a file of a part is a part of.
const DEED: &str = "selfcheck";

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let terminal = &arguments.jobs.begin(terminal);
    let Some(spec) = load_spec(&arguments.spec, arguments.allow_commands, terminal)? else {
        return Ok(Exit::Spec);
    };
    let folder = arguments.spec.parent().unwrap_or(Path::new(""));
    let from_program = bundled(&arguments.spec);
    if let (Some(spec), true) = (from_program, arguments.models.is_empty()) {
        let name = spec.name;
        return Err(CommandFailure::usage(text!(
            "the programs that test the bundled spec `{name}` are not bundled; name correct ones: \
             grader selfcheck PROGRAM --spec {name}",
            "các chương trình để kiểm tra spec có sẵn `{name}` không đi kèm; hãy cho các chương trình đúng: \
             grader selfcheck PROGRAM --spec {name}"
        )));
    }
    let mut known = Vec::new();
    if arguments.models.is_empty() {
        for pattern in &spec.selfcheck.good {
            known.extend(programs(folder, pattern, None, &spec)?);
        }
    } else {
        known.extend(submissions(&arguments.models, None, &spec)?);
    }
    let models: Vec<Submission> = known.iter().map(|known| known.submission.clone()).collect();
    for bad in spec.selfcheck.bad.iter().filter(|_| from_program.is_none()) {
        known.extend(programs(folder, &bad.program, Some(&bad.fails), &spec)?);
    }
    if known.is_empty() {
        terminal.complain(&text!(
            "there is nothing to test the tests with: name correct programs under `selfcheck` in the spec, or here",
            "không có gì để thử các ca kiểm thử: hãy ghi các chương trình đúng dưới `selfcheck` trong spec, hoặc ở đây"
        ));
        return Ok(Exit::Nothing);
    }
    let plan = Plan::new(spec);
    // A panic while a program is graded becomes its result.
    std::panic::set_hook(Box::new(|_| {}));
    let known = grade_known(&plan, &known);
    // The mutants of a program that is not correct itself tell nothing.
    let is_correct = |model: &&Submission| {
        known.iter().any(|outcome| outcome.id == model.id && outcome.fails.is_none() && outcome.is_as_stated)
    };
    let search = if arguments.first { Search::First } else { Search::Second };
    let suspects = models.iter().filter(is_correct);
    let suspects: Vec<Suspects<'_>> =
        suspects.filter_map(|model| Suspects::of(&plan, model, arguments.most)).collect();
    let work = work(arguments, &plan.spec, &models);
    let part = arguments.sharing.partition();
    let fates = |suspects: &Suspects<'_>| {
        let done = text!("judged", "đã thử");
        let progress = Progress::new(&done, suspects.count(part), arguments.jobs.quiet, terminal.language);
        suspects.fates(search, part, &|_| progress.step())
    };
    let fates: Vec<Fates> = match arguments.sharing.together::<Vec<Fates>>(DEED, work)? {
        Some(parts) => all_of(parts),
        None => suspects.iter().map(fates).collect(),
    };
    if let Some(partition) = part {
        drop(std::panic::take_hook());
        return arguments.sharing.write(DEED, &PartOf { work, partition, results: fates }, terminal);
    }
    let judged = suspects.into_iter().zip(fates).map(|(suspects, fates)| suspects.concluded(fates)).collect();
    drop(std::panic::take_hook());
    let checked = Checked {
        plan: &plan,
        known,
        models: judged,
        at_least: arguments.at_least,
        is_thorough: !arguments.first,
    };
    terminal.print(&selfcheck::render(&checked, terminal.look()))?;
    Ok(if checked.models.iter().any(Model::has_failed) {
        Exit::Environment
    } else if checked.is_good() {
        Exit::Done
    } else {
        Exit::Failed
    })
}

/// What the outcomes of mutants depend on.
fn work(arguments: &Arguments, spec: &Spec, models: &[Submission]) -> Work {
    let mut parts: Vec<Vec<u8>> =
        vec![arguments.most.to_be_bytes().to_vec(), vec![u8::from(arguments.first)]];
    for model in models {
        parts.push(model.id.clone().into_bytes());
        for file in model.program(&spec.submission).unwrap_or_default() {
            parts.extend([file.name.into_bytes(), file.bytes]);
        }
    }
    Work::on(&Made::by(spec), parts.iter().map(Vec::as_slice))
}

/// The outcomes of the mutants of each program, from those of each part.
fn all_of(parts: Vec<Vec<Fates>>) -> Vec<Fates> {
    let mut all: Vec<Fates> = Vec::new();
    for part in parts {
        all.resize(all.len().max(part.len()), Fates::new());
        for (known, more) in all.iter_mut().zip(part) {
            known.extend(more);
        }
    }
    all
}

/// The programs that a path or a pattern of the spec names.
fn programs(
    folder: &Path,
    pattern: &str,
    fails: Option<&Fails>,
    spec: &Spec,
) -> Result<Vec<Known>, CommandFailure> {
    let paths = matching(folder, pattern)?;
    if paths.is_empty() {
        let pattern = crate::diagnostics::harmless(pattern);
        return Err(CommandFailure::environment(text!(
            "no file fits `{pattern}` of `selfcheck` in the spec",
            "không tệp nào khớp `{pattern}` của `selfcheck` trong spec"
        )));
    }
    submissions(&paths, fails, spec)
}

fn submissions(paths: &[PathBuf], fails: Option<&Fails>, spec: &Spec) -> Result<Vec<Known>, CommandFailure> {
    let found = discover(paths, Folders::Submissions, &spec.submission)?;
    let known = |submission| Known { submission, fails: fails.cloned() };
    Ok(found.submissions.into_iter().map(known).collect())
}

//! `grader check`: a screen about one program, as often as it is saved.

use std::path::PathBuf;

use clap::Args;

use super::CommandFailure;
use super::class::complain_of_troubles;
use super::exit::Exit;
use super::find_spec::spec_of;
use super::run::{load_spec, quietly};
use super::terminal::Terminal;
use super::watch::{Watch, again_and_again};
use crate::diagnostics::{harmless, text};
use crate::grade::{Graded, Plan, grade};
use crate::report::terminal::check::{Asked, screen};
use crate::submission::{Folders, discover};

/// The height of a screen. A watched one has two lines more.
const ROWS: usize = 24;
/// Its width where there is no terminal.
const COLUMNS: usize = 80;

/// The flags of `grader check`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The program: a file, or a folder with all of its files.
    program: PathBuf,

    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`). If not given, it is the one that
    /// the first comment of the program names, `grader: lc3`, or the one next to the program.
    #[arg(long)]
    spec: Option<PathBuf>,

    /// Check again each time the program or the spec is saved, until Ctrl-C.
    #[arg(long)]
    watch: bool,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    if !arguments.watch {
        return once(arguments, ROWS, terminal, &mut Watch::default());
    }
    let name = harmless(&arguments.program.to_string_lossy());
    let begins = text!("checking {name}", "đang kiểm tra {name}");
    again_and_again(&begins, terminal, |files| {
        files.add(&arguments.program);
        once(arguments, ROWS - 2, terminal, files).map(drop)
    })
}

/// Checks once, and adds the files that it depends on.
fn once(
    arguments: &Arguments,
    rows: usize,
    terminal: &Terminal,
    files: &mut Watch,
) -> Result<Exit, CommandFailure> {
    let path = match &arguments.spec {
        Some(path) => path.clone(),
        None => spec_of(&arguments.program)?,
    };
    files.add(&path);
    let Some(spec) = load_spec(&path, false, terminal)? else { return Ok(Exit::Spec) };
    let paths = [arguments.program.clone()];
    let found = discover(&paths, Folders::Submissions, &spec.submission)?;
    let Some(submission) = found.submissions.first() else { return Ok(Exit::Nothing) };
    files.add_submission(submission);
    let plan = Plan::new(spec);
    let book = quietly(|| grade(&plan, &found, &|_| {}));
    let columns = terminal.width.unwrap_or(COLUMNS);
    let is_folder = arguments.program.is_dir();
    let asked = Asked { rows, columns, is_folder, language: terminal.language };
    for graded in &book.submissions {
        terminal.print(&screen(&book, graded, asked))?;
    }
    complain_of_troubles(&book, terminal);
    let needs_review = book.submissions.iter().any(Graded::needs_review);
    Ok(if needs_review { Exit::Review } else { Exit::Done })
}

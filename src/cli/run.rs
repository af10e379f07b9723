//! `grader run`: grade submissions.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::{Args, ValueEnum};

use super::CommandFailure;
use super::exit::Exit;
use super::records::{Records, write_whole};
use super::terminal::Terminal;
use crate::diagnostics::harmless;
use crate::grade::{Audience, Gradebook, Graded, Plan, grade};
use crate::report::{self, FORMATS, Format, terminal::Detail};
use crate::spec::{LoadError, Points, Spec, load, load_trusted};
use crate::submission::{Folders, discover};

/// The flags of `grader run`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Arguments {
    /// Files or folders. A file is a submission; in a folder every folder and every program is one.
    #[arg(required = true)]
    submissions: Vec<PathBuf>,

    /// Each folder is one submission, with all that is in it: for a student's own folder.
    #[arg(long)]
    one: bool,

    /// The spec of the assignment.
    #[arg(long)]
    spec: PathBuf,

    /// Also write a report: json=PATH, junit=PATH, csv=PATH or gradescope=PATH; may be given several times. `-` is
    /// standard output; what people read then goes to standard error.
    #[arg(long = "format", value_name = "KIND=PATH", value_parser = parse_output)]
    formats: Vec<Output>,

    /// When submissions were handed in: a table with the columns submission,submitted. A spec's `late` is of no effect
    /// without it.
    #[arg(long, value_name = "CSV")]
    submitted: Option<PathBuf>,

    /// What people gave for the rubric of the spec: a table with the columns submission,item,points,remark. What is
    /// missing in it is added without points; what stands in it stays.
    #[arg(long, value_name = "CSV")]
    marks: Option<PathBuf>,

    /// For whom the results are: staff see everything, students what the spec lets them see. A report for Gradescope is
    /// the same for both, as Gradescope itself hides what is hidden.
    #[arg(long, value_enum, default_value = "staff")]
    audience: AudienceChoice,

    /// Students also see what the spec shows after the due date.
    #[arg(long)]
    after_due: bool,

    /// Append a line of JSON to this file for each submission as soon as it is graded.
    #[arg(long, value_name = "PATH")]
    log: Option<PathBuf>,

    /// Let the spec run the programs that it names under `command` on this computer.
    #[arg(long)]
    allow_commands: bool,

    /// Show every failed test, not only the first one of each group.
    #[arg(long, conflicts_with = "table")]
    all: bool,

    /// Show the table only.
    #[arg(long)]
    table: bool,

    /// Exit with code 1 if any submission scores below POINTS.
    #[arg(long, value_name = "POINTS", value_parser = parse_points)]
    fail_below: Option<Points>,
}

/// Who reads the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AudienceChoice {
    /// Whoever grades.
    Staff,
    /// Students.
    Student,
}

/// A report to be written.
#[derive(Clone)]
struct Output {
    format: Format,
    path: PathBuf,
}

impl Output {
    fn is_stdout(&self) -> bool {
        self.path.as_os_str() == "-"
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.format.id, self.path.display())
    }
}

fn parse_output(argument: &str) -> Result<Output, String> {
    let kinds = FORMATS.iter().map(|format| format.id).collect::<Vec<_>>().join(", ");
    let (kind, path) =
        argument.split_once('=').ok_or_else(|| format!("write KIND=PATH; kinds are {kinds}"))?;
    let format = FORMATS.iter().find(|format| format.id == kind);
    let format = *format.ok_or_else(|| format!("there is no format `{kind}`; kinds are {kinds}"))?;
    Ok(Output { format, path: PathBuf::from(path) })
}

fn parse_points(argument: &str) -> Result<Points, String> {
    Points::parse(argument).ok_or_else(|| "points are a number with at most two decimals".to_owned())
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let Some(spec) = load_spec(&arguments.spec, arguments.allow_commands, terminal)? else {
        return Ok(Exit::Spec);
    };
    if arguments.formats.iter().filter(|output| output.is_stdout()).count() > 1 {
        return Err(CommandFailure::usage("only one report can go to standard output"));
    }
    if arguments.after_due && arguments.audience == AudienceChoice::Staff {
        return Err(CommandFailure::usage("--after-due is for students: add --audience student"));
    }
    let folders = if arguments.one { Folders::Submissions } else { Folders::Classes };
    let discovery =
        discover(&arguments.submissions, folders, &spec.submission).map_err(CommandFailure::environment)?;
    for folder in &discovery.doubtful {
        terminal.note(&format!(
            "note: {} is taken as a class, in which every folder and every program is a submission; if it is one \
             student's folder, add --one",
            harmless(&folder.to_string_lossy())
        ));
    }
    if discovery.submissions.is_empty() {
        terminal.complain("there is nothing to grade: no folder and no file that fits the spec's patterns");
        return Ok(Exit::Nothing);
    }
    let tables = (arguments.submitted.as_deref(), arguments.marks.as_deref());
    let Some(records) = Records::read(tables, &spec, &discovery, terminal)? else { return Ok(Exit::Spec) };
    let plan = Plan { records: records.read.clone(), ..Plan::new(spec) };
    let audience = match arguments.audience {
        AudienceChoice::Staff => Audience::Staff,
        AudienceChoice::Student => Audience::Student { after_due: arguments.after_due },
    };
    let log = arguments.log.as_ref().map(|path| Log::open(path)).transpose()?;
    let progress = Terminal::progress(discovery.submissions.len());
    // A panic while one submission is graded becomes its result; its message is in the report.
    std::panic::set_hook(Box::new(|_| {}));
    let finished = |graded: &Graded| {
        progress.inc(1);
        if let Some(log) = &log {
            let one = Gradebook::of_one(&plan.spec, graded).shown_to(audience);
            log.append(&report::log_line(&one, terminal.language));
        }
    };
    let book = grade(&plan, &discovery, &finished);
    let seen = book.shown_to(audience);
    drop(std::panic::take_hook());
    progress.finish_and_clear();
    let detail = match (arguments.table, arguments.all) {
        (true, _) => Detail::Table,
        (_, true) => Detail::All,
        _ => Detail::First,
    };
    // What cannot be written is told, and everything else is written all the same.
    let mut exit = exit_code(&book, arguments.fail_below);
    let mut tell = |result: Result<(), CommandFailure>| {
        if let Err(failure) = result {
            terminal.complain(&failure.words);
            exit = failure.exit;
        }
    };
    let drawn = report::terminal::render(&seen, terminal.language, detail);
    if arguments.formats.iter().any(Output::is_stdout) {
        terminal.note(drawn.trim_end());
    } else {
        tell(terminal.print(&drawn));
    }
    for output in &arguments.formats {
        let book = if output.format.hides { &book } else { &seen };
        let bytes = (output.format.render)(book, terminal.language);
        tell(if output.is_stdout() {
            Terminal::print_bytes(&bytes)
        } else {
            write_whole(&output.path, &bytes)
        });
    }
    tell(log.map_or(Ok(()), Log::finish));
    tell(records.write_marks(&plan.spec, &discovery));
    Ok(exit)
}

fn exit_code(book: &Gradebook, fail_below: Option<Points>) -> Exit {
    // A submission that is not judged is neither below the threshold nor above it.
    let is_below =
        |least: Points| book.submissions.iter().filter_map(Graded::score).any(|score| score < least);
    if book.submissions.iter().any(Graded::needs_review) {
        Exit::Review
    } else if fail_below.is_some_and(is_below) {
        Exit::Failed
    } else {
        Exit::Done
    }
}

/// Loads the spec; its mistakes are printed, and then there is none.
pub(super) fn load_spec(
    path: &Path,
    allows_commands: bool,
    terminal: &Terminal,
) -> Result<Option<Spec>, CommandFailure> {
    match if allows_commands { load_trusted(path) } else { load(path) } {
        Ok(spec) => Ok(Some(spec)),
        Err(error) => complain_of_spec(error, terminal, "nothing was graded").map(|_| None),
    }
}

/// Says why there is no spec, and what was not done for it.
pub(super) fn complain_of_spec(
    error: LoadError,
    terminal: &Terminal,
    undone: &str,
) -> Result<Exit, CommandFailure> {
    match error {
        LoadError::Unreadable { .. } => Err(CommandFailure::environment(error)),
        LoadError::Invalid { diagnostics, sources } => {
            terminal.diagnose(&diagnostics, &sources);
            let count = diagnostics.len();
            let errors = if count == 1 { "1 error".to_owned() } else { format!("{count} errors") };
            terminal.note(&format!("\n{errors} in the spec; {undone}."));
            Ok(Exit::Spec)
        }
    }
}

/// The file that gets a line for each submission as soon as it is graded. If it cannot be written, grading goes on, and
/// the failure is told in the end.
struct Log<'p> {
    path: &'p Path,
    /// The file as long as it could be written.
    file: Mutex<std::io::Result<File>>,
}

impl<'p> Log<'p> {
    fn open(path: &'p Path) -> Result<Self, CommandFailure> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|error| CommandFailure::cannot("write", path, &error))?;
        Ok(Self { path, file: Mutex::new(Ok(file)) })
    }

    fn append(&self, line: &[u8]) {
        let mut slot = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(file) = slot.as_mut()
            && let Err(error) = file.write_all(line)
        {
            *slot = Err(error);
        }
    }

    fn finish(self) -> Result<(), CommandFailure> {
        let file = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        file.map(drop).map_err(|error| CommandFailure::cannot("write", self.path, &error))
    }
}

//! `grader run`: grade submissions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::CommandFailure;
use super::exit::Exit;
use super::log::Log;
use super::output::{Claims, write_whole};
use super::records::Records;
use super::terminal::Terminal;
use crate::diagnostics::harmless;
use crate::grade::{Audience, Gradebook, Graded, Plan, grade};
use crate::report::{self, FORMATS, Format, terminal::Detail};
use crate::spec::{LoadError, Points, Spec, load, load_trusted};
use crate::submission::{Discovery, Folders, discover};

/// The flags of `grader run`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Arguments {
    /// A class: a folder in which every folder and every program is a submission. Or one file; or several files and
    /// folders, each of them a submission.
    #[arg(required = true)]
    submissions: Vec<PathBuf>,

    /// Each folder is one submission, with all that is in it: for a student's own folder.
    #[arg(long)]
    one: bool,

    /// The spec of the assignment.
    #[arg(long)]
    spec: PathBuf,

    /// Also write a report: json=PATH, junit=PATH, csv=PATH or gradescope=PATH; may be given several times. `-` is
    /// standard output; what people read then goes to standard error. A report for Gradescope holds one submission;
    /// gradescope=FOLDER/ writes one for each.
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

    /// Whether it is a folder, with a report for each submission.
    fn is_folder(&self) -> bool {
        let ends_as_folder = self.path.as_os_str().as_encoded_bytes().ends_with(b"/");
        self.format.one_each && (ends_as_folder || self.path.is_dir())
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
    claim_paths(arguments, &discovery)?;
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
    complain_of_troubles(&book, terminal);
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
        if output.is_folder() {
            tell(write_each(output, book, terminal));
            continue;
        }
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

/// Refuses paths by which one file would be written twice, or written over what is read; and a report of one submission
/// for a class.
fn claim_paths(arguments: &Arguments, discovery: &Discovery) -> Result<(), CommandFailure> {
    let mut claims = Claims::default();
    claims.reads(&arguments.spec, "the spec");
    if let Some(path) = &arguments.submitted {
        claims.reads(path, "the table of times");
    }
    for path in discovery.submissions.iter().flat_map(|submission| &submission.files) {
        claims.reads(path, "a file of a submission");
    }
    for path in &discovery.skipped {
        claims.reads(path, "a file in the folder that is graded");
    }
    if let Some(path) = &arguments.marks {
        claims.writes(path, "the table of marks")?;
    }
    if let Some(path) = &arguments.log {
        claims.writes(path, "the log")?;
    }
    for output in arguments.formats.iter().filter(|output| !output.is_stdout() && !output.is_folder()) {
        if output.format.one_each && discovery.submissions.len() > 1 {
            let (id, count) = (output.format.id, discovery.submissions.len());
            return Err(CommandFailure::usage(format!(
                "a report of the format `{id}` holds one submission, and there are {count}; write a folder, \
                 {id}=FOLDER/, to get a file for each"
            )));
        }
        claims.writes(&output.path, &format!("the report `{}`", output.format.id))?;
    }
    Ok(())
}

/// Writes a report for each submission into a folder, which is made if it is not there.
fn write_each(output: &Output, book: &Gradebook, terminal: &Terminal) -> Result<(), CommandFailure> {
    let folder = output.path.as_path();
    std::fs::create_dir_all(folder)
        .map_err(|error| CommandFailure::cannot("make the folder", folder, &error))?;
    let mut taken = BTreeSet::new();
    for graded in &book.submissions {
        let one = Gradebook { submissions: vec![graded.clone()], ..book.clone() };
        let name = harmless(&graded.id).replace(['/', '\\'], "_");
        // Some file systems do not tell capital letters from small ones.
        let free = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name}~{number}") });
        let Some(name) = free.take(book.submissions.len() + 1).find(|name| taken.insert(name.to_lowercase()))
        else {
            continue;
        };
        let bytes = (output.format.render)(&one, terminal.language);
        write_whole(&folder.join(format!("{name}.json")), &bytes)?;
    }
    Ok(())
}

/// Failures of the grader itself that took away no verdict.
fn complain_of_troubles(book: &Gradebook, terminal: &Terminal) {
    for graded in &book.submissions {
        for trouble in &graded.troubles {
            let (id, trouble) = (harmless(&graded.id), harmless(trouble));
            terminal.complain(&format!(
                "{id}: the grader failed {trouble}; verdicts and points stand, please report this"
            ));
        }
    }
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

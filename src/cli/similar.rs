//! `grader similar`: which programs of a class are more alike than the assignment explains.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Exit;
use super::jobs::Jobs;
use super::output::{Claims, write_whole};
use super::reports::{kind_and_path, no_such_format};
use super::run::{load_spec, quietly};
use super::sharing::Sharing;
use super::terminal::Terminal;
use super::values::Refusal;
use super::{CommandFailure, Deed};
use crate::diagnostics::{SourceFile, text};
use crate::likeness::{Class, Findings, Handout, Likeness, Pairs};
use crate::record::{Made, PartOf, Work};
use crate::report::likeness::{FORMATS, Format};
use crate::report::terminal::likeness;
use crate::spec::Spec;
use crate::submission::{Folders, Submission, Wanted, discover_named};

/// What a file of a part is a part of.
const DEED: &str = "similar";

/// The flags of `grader similar`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A class: a folder in which every folder and every program is a submission.
    #[arg(required = true)]
    submissions: Vec<PathBuf>,

    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`). Its starter file does not count.
    #[arg(long)]
    spec: PathBuf,

    /// A file that was given to everybody, whose lines do not count; may be given several times.
    #[arg(long, value_name = "FILE")]
    starter: Vec<PathBuf>,

    /// A class of an earlier term: it is compared with this one, and not within itself; may be given several times.
    #[arg(long, value_name = "FOLDER")]
    earlier: Vec<PathBuf>,

    /// List pairs of which at least so much of the smaller program is in the other one.
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(1..=100))]
    least: u8,

    /// Show both programs for this many pairs, the most alike first.
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    top: usize,

    /// Also write a report; may be given several times. `-` is standard output.
    #[arg(long = "format", value_name = "KIND=PATH", value_parser = Output::parse, help = about_formats())]
    formats: Vec<Output>,

    #[command(flatten)]
    sharing: Sharing,

    #[command(flatten)]
    jobs: Jobs,
}

/// A report to be written.
#[derive(Clone, Debug)]
struct Output {
    format: Format,
    path: PathBuf,
}

impl Output {
    /// Reads KIND=PATH.
    fn parse(argument: &str) -> Result<Self, Refusal> {
        let kinds = FORMATS.map(|format| format.id).join(", ");
        let (kind, path) = kind_and_path(argument, &kinds)?;
        let format = FORMATS.into_iter().find(|format| format.id == kind);
        let format = format.ok_or_else(|| no_such_format(kind, &kinds))?;
        Ok(Self { format, path: PathBuf::from(path) })
    }

    fn is_stdout(&self) -> bool {
        self.path.as_os_str() == "-"
    }
}

fn about_formats() -> String {
    let mut help =
        "Also write a report; may be given several times. `-` is standard output. Kinds:".to_owned();
    for format in FORMATS {
        help.extend(["\n- ", format.id, "=PATH: ", format.about]);
    }
    help
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let terminal = &arguments.jobs.begin(terminal);
    let Some(spec) = load_spec(&arguments.spec, false, terminal)? else { return Ok(Exit::Spec) };
    if arguments.formats.iter().filter(|output| output.is_stdout()).count() > 1 {
        return Err(CommandFailure::usage(text!(
            "only one report can go to standard output",
            "chỉ một báo cáo được ghi ra đầu ra chuẩn"
        )));
    }
    let class = submissions(&arguments.submissions, &spec)?;
    let earlier =
        if arguments.earlier.is_empty() { Vec::new() } else { submissions(&arguments.earlier, &spec)? };
    claim(arguments, &class, &earlier)?;
    let handout = Handout::of(&spec, &sources(&arguments.starter)?);
    let read = quietly(|| Class::read(&spec, &handout, &class, &earlier));
    if read.members.is_empty() && read.uncompared.is_empty() {
        terminal.complain(&text!(
            "there is nothing to compare: no folder and no file that fits the spec's patterns",
            "không có gì để so sánh: không có thư mục hay tệp nào khớp các mẫu của spec"
        ));
        return Ok(Exit::Nothing);
    }
    let least = Likeness::percent(arguments.least.into());
    let sharing = &arguments.sharing;
    let work = Work::on(&Made::by(&spec), [&read.fingerprint()[..], &[arguments.least]]);
    let count = read.members.len();
    if let Some(partition) = sharing.partition() {
        let pairs = Pairs::of(&read, least, |index| partition.has(&read.members[index].id, index, count));
        return sharing.write(DEED, &PartOf { work, partition, results: pairs }, terminal);
    }
    let pairs = match sharing.together(DEED, work)? {
        Some(parts) => Pairs::together(parts),
        None => Pairs::of(&read, least, |_| true),
    };
    let all: Vec<Submission> = class.into_iter().chain(earlier).collect();
    let findings = Findings::of(read, spec.title.clone(), &all, (pairs, least), arguments.top);
    let for_people = likeness::render(&findings, terminal.look());
    if arguments.formats.iter().any(Output::is_stdout) {
        terminal.note_all_of(&mut for_people.as_bytes());
    } else {
        terminal.print(&for_people)?;
    }
    for output in &arguments.formats {
        let report = (output.format.render)(&findings, terminal.language);
        if output.is_stdout() {
            Terminal::print_bytes(&report)?;
        } else {
            write_whole(&output.path, &report)?;
        }
    }
    Ok(Exit::Done)
}

fn submissions(paths: &[PathBuf], spec: &Spec) -> Result<Vec<Submission>, CommandFailure> {
    let wanted = Wanted { folders: Folders::Classes, layout: None, rules: &spec.submission };
    Ok(discover_named(paths, wanted)?.submissions)
}

fn bytes(path: &Path) -> Result<Vec<u8>, CommandFailure> {
    std::fs::read(path).map_err(|error| CommandFailure::cannot(Deed::Read, path, &error))
}

fn sources(paths: &[PathBuf]) -> Result<Vec<SourceFile>, CommandFailure> {
    let read = |path: &PathBuf| Ok(SourceFile::from_bytes(path.display().to_string(), &bytes(path)?));
    paths.iter().map(read).collect()
}

/// Refuses paths by which something that is read would be written over.
fn claim(arguments: &Arguments, class: &[Submission], earlier: &[Submission]) -> Result<(), CommandFailure> {
    let mut claims = Claims::default();
    claims.reads(&arguments.spec, &text!("the spec", "spec"));
    for path in &arguments.starter {
        claims.reads(path, &text!("a file that was given to everybody", "một tệp phát sẵn"));
    }
    for file in class.iter().chain(earlier).flat_map(|submission| &submission.files) {
        claims.reads(&file.path, &text!("a file of a submission", "một tệp của bài nộp"));
    }
    arguments.sharing.claim(&mut claims)?;
    for output in arguments.formats.iter().filter(|output| !output.is_stdout()) {
        let id = output.format.id;
        claims.writes(&output.path, &text!("the report `{id}`", "báo cáo `{id}`"))?;
    }
    Ok(())
}

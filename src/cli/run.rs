//! `grader run`: grade submissions.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::CommandFailure;
use super::class::{ClassReports, Wishes, complain_of_troubles};
use super::exit::Exit;
use super::find_spec::spec_for;
use super::jobs::Jobs;
use super::keeping::{self, Keeping};
use super::last_run::LastRun;
use super::log::Log;
use super::output::Claims;
use super::progress::Progress;
use super::receipt;
use super::records::{self, Records};
use super::select::{Choice, Whole, list};
use super::terminal::Terminal;
use super::values::Refusal;
use super::watch::{Saved, Watch, again_and_again};
use crate::diagnostics::{Text, harmless, text};
use crate::grade::{Counting, Gradebook, Plan, both, cover, grade_in_parts, grade_one, part_size};
use crate::record::Store;
use crate::report;
use crate::report::counted;
use crate::spec::{LoadError, Spec, load, load_trusted};
use crate::submission::{Discovery, Folders, LAYOUTS, Layout, Submission, Wanted, discover_named};

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

    /// The spec of the assignment: a file, or the name of a bundled spec (`grader specs`). If not given, it is the one that the
    /// first comment of the program names, `grader: lc3`, or the one next to the program, or next to the folder of the class.
    #[arg(long)]
    spec: Option<PathBuf>,

    /// The platform that the class was downloaded from, which names what students hand in; otherwise found out.
    #[arg(long, value_parser = PossibleValuesParser::new(LAYOUTS.iter().map(|layout| layout.id)), conflicts_with = "one")]
    layout: Option<String>,

    /// A pattern for the names of what lies in the class, with the group `id` for the student: '(?<id>[a-z]+)_.*'. The
    /// groups `name`, `file`, `when` and `version` are read too.
    #[arg(long, value_name = "REGEX", value_parser = parse_pattern, conflicts_with_all = ["one", "layout"])]
    id: Option<Layout>,

    /// The students of the course: a table whose first line names its columns, such as name, id or email. Every student
    /// stands in the reports, also who handed in nothing, and in csv=PATH with all columns of this table.
    #[arg(long, value_name = "CSV", conflicts_with = "one")]
    roster: Option<PathBuf>,

    /// When submissions were handed in: a table with the columns submission,submitted. A spec's `late` is of no effect
    /// without it.
    #[arg(long, value_name = "CSV")]
    submitted: Option<PathBuf>,

    /// What people gave for the rubric of the spec, and for groups of tests that could not be judged: a table with the
    /// columns submission,item,points,remark. Missing rows of the rubric are added without points; what stands in it stays.
    #[arg(long, value_name = "CSV")]
    marks: Option<PathBuf>,

    /// Grade again what this report was made of, which `--format json=PATH` wrote. If the program, the spec, a file, a mark or a time
    /// is not as it was, that is named, and nothing is graded.
    #[arg(long, value_name = "JSON", conflicts_with = "watch")]
    receipt: Option<PathBuf>,

    /// Append a line of JSON to this file for each submission as soon as it is graded.
    #[arg(long, value_name = "PATH")]
    log: Option<PathBuf>,

    /// Let the spec run the programs that it names under `command` on this computer.
    #[arg(long)]
    allow_commands: bool,

    /// Count which lines the tests execute, also where no pages are written that show it: for records of which `grader merge` makes
    /// pages.
    #[arg(long)]
    coverage: bool,

    /// Grade again each time a file is saved, until Ctrl-C. Of a class only what was saved is shown again, unless reports are
    /// written, which hold everything.
    #[arg(long, conflicts_with_all = ["log", "marks", "fail_below", "record"])]
    watch: bool,

    /// Say of each submission when it is graded, on standard error.
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,

    #[command(flatten)]
    keeping: Keeping,

    #[command(flatten)]
    wishes: Wishes,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    jobs: Jobs,
}

fn parse_pattern(pattern: &str) -> Result<Layout, Refusal> {
    Ok(Layout::of_pattern(pattern)?)
}

impl Arguments {
    /// The layout by which the class is named, if the command line gives one.
    fn layout(&self) -> Option<&Layout> {
        self.id.as_ref().or_else(|| Layout::named(self.layout.as_deref()?))
    }
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let terminal = &arguments.jobs.begin(terminal);
    if !arguments.watch {
        return once(arguments, terminal, &mut Watch::default(), &mut Saved::default());
    }
    let mut saved = Saved::default();
    again_and_again(&text!("grading", "đang chấm"), terminal, |files| {
        once(arguments, terminal, files, &mut saved).map(drop)
    })
}

/// Grades once, and notes the files that the result depends on. Where nothing is written but what people read, submissions that
/// are as they were are left out.
fn once(
    arguments: &Arguments,
    terminal: &Terminal,
    files: &mut Watch,
    saved: &mut Saved,
) -> Result<Exit, CommandFailure> {
    let tables: Vec<&PathBuf> = [&arguments.roster, &arguments.submitted].into_iter().flatten().collect();
    let folders = arguments.submissions.iter().filter(|path| path.is_dir());
    for path in tables.iter().copied().chain(folders) {
        files.add(path);
    }
    let spec_path = match &arguments.spec {
        Some(path) => path.clone(),
        None => found_spec(arguments, terminal)?,
    };
    files.add(&spec_path);
    let Some(spec) = load_spec(&spec_path, arguments.allow_commands, terminal)? else {
        return Ok(Exit::Spec);
    };
    arguments.wishes.check()?;
    let folders = if arguments.one { Folders::Submissions } else { Folders::Classes };
    let wanted = Wanted { folders, layout: arguments.layout(), rules: &spec.submission };
    let mut discovery = discover_named(&arguments.submissions, wanted)?;
    tell_found(&discovery, arguments.layout().is_some(), terminal);
    if let Some(path) = &arguments.roster
        && !records::match_roster(path, &mut discovery, terminal)?
    {
        return Ok(Exit::Spec);
    }
    if discovery.submissions.is_empty() {
        terminal.complain(&nothing_to_grade());
        return Ok(Exit::Nothing);
    }
    let for_whole = Whole {
        submissions: [
            ("--format", !arguments.wishes.formats.is_empty()),
            ("--log", arguments.log.is_some()),
            ("--marks", arguments.marks.is_some()),
            ("--fail-below", arguments.wishes.fail_below.is_some()),
        ],
        class: ("--record", arguments.keeping.is_recorded()),
    };
    let mut last = LastRun::of(&spec, &arguments.submissions);
    let selection = match arguments.choice.choose(&spec, &mut discovery, &last, &for_whole, terminal)? {
        Ok(selection) => selection,
        Err(exit) => return Ok(exit),
    };
    let partition = arguments.keeping.partition();
    if arguments.choice.list {
        return list(&spec, &arguments.keeping.part_of(&discovery), selection.as_deref(), terminal);
    }
    claim_paths(arguments, &spec_path, &discovery)?;
    let by: Vec<_> = tables.iter().map(|path| files.known(path)).collect();
    let is_alike = saved.renew(files, &format!("{} {by:?}", spec.fingerprint), &discovery);
    if arguments.watch && arguments.wishes.formats.is_empty() {
        discovery.submissions.retain(|submission| !is_alike.contains(&submission.id));
        if discovery.submissions.is_empty() {
            return Ok(Exit::Done);
        }
    } else if selection.is_none() && partition.is_none() && !arguments.choice.may_stop() {
        last.forget(&spec);
    }
    let read = (arguments.submitted.as_deref(), arguments.marks.as_deref());
    let Some(records) = Records::read(read, &spec, &discovery, terminal)? else { return Ok(Exit::Spec) };
    let is_counted = arguments.coverage || arguments.wishes.has_pages();
    let counting = if is_counted { Counting::Groups } else { Counting::None };
    let mut plan = Plan { records: records.read.clone(), counting, ..Plan::new(spec) };
    if let Some(selection) = &selection {
        plan = plan.of_selection(selection);
    }
    let own = arguments.keeping.part_of(&discovery);
    if let Some(path) = &arguments.receipt {
        receipt::check(path, &plan, &own, terminal)?;
    }
    // What is kept are results of all cases.
    let store = match selection {
        Some(_) => Store::new(&plan, None, None),
        None => arguments.keeping.store(&plan, own.submissions.len(), terminal)?,
    };
    let mut failures = Vec::new();
    let exit = write_reports(arguments, &store, &own, (&mut last, terminal), &mut failures)?;
    last.keep();
    failures.extend(store.finish((&discovery, &own), partition).err().map(|error| keeping::failed(&error)));
    // A part of a class knows too little to add rows to the table.
    if partition.is_none() {
        failures.extend(records.write_marks(&plan.spec, &discovery).err());
    }
    for failure in &failures {
        terminal.complain(&failure.words);
    }
    Ok(failures.last().map_or(exit, |failure| failure.exit))
}

/// Grades the class part by part and writes its reports. A report that cannot be written is among the failures, and all others are
/// written nevertheless.
fn write_reports(
    arguments: &Arguments,
    store: &Store<'_>,
    class: &Discovery,
    (last, terminal): (&mut LastRun, &Terminal),
    failures: &mut Vec<CommandFailure>,
) -> Result<Exit, CommandFailure> {
    let plan = store.plan();
    let (audience, language) = (arguments.wishes.audience(), terminal.language);
    let log = arguments.log.as_ref().map(|path| Log::open(path)).transpose()?;
    let ids = ids(class);
    let mut reports = ClassReports::begin(&arguments.wishes, &cover(plan, class), &ids, terminal);
    let done = text!("graded", "đã chấm");
    let progress = Progress::new(&done, ids.len(), arguments.jobs.quiet, language);
    let grade = |submission: &Submission| {
        let graded = store.graded(submission, |submission| grade_one(plan, submission));
        progress.step();
        if arguments.verbose {
            for book in plan.books(vec![graded.clone()]) {
                let words = report::terminal::in_a_line(&book.shown_to(audience), language);
                progress.pause(|| terminal.line(&words));
            }
        }
        if let Some(log) = &log {
            let one = Gradebook::of_one(&plan.spec, &graded).shown_to(audience);
            log.append(&report::log_line(&one, language));
        }
        graded
    };
    // Where nothing is to be graded after the first that fails, one after the other is graded.
    let stops = arguments.choice.may_stop();
    let size = if stops { NonZero::<usize>::MIN } else { part_size() };
    let mut parts = grade_in_parts(plan, class, size, &grade);
    let mut stopped = None;
    let mut next = quietly(|| parts.next());
    while let Some(book) = next.take() {
        stopped =
            book.submissions.iter().find(|one| arguments.choice.stops_after(one)).map(|one| one.id.clone());
        let goes_on = stopped.is_none();
        // Reports take a part while the next one is graded, and then it is gone.
        let after = || goes_on.then(|| quietly(|| parts.next())).flatten();
        (next, ()) = both(after, || reports.take(&book));
        last.take(&book);
        progress.pause(|| complain_of_troubles(&book, terminal));
    }
    drop(parts);
    drop(progress);
    if let Some(id) = stopped {
        let id = harmless(&id);
        terminal.say(&text!(
            "stopped after {id}, of which a test failed: nothing after it was graded (-x)",
            "dừng sau {id} vì bài này có ca kiểm thử trượt: các bài sau chưa được chấm (-x)"
        ));
    }
    let exit = reports.finish(terminal, failures);
    failures.extend(log.and_then(|log| log.finish().err()));
    Ok(exit)
}

/// The spec where none is given; it is named.
fn found_spec(arguments: &Arguments, terminal: &Terminal) -> Result<PathBuf, CommandFailure> {
    let path = spec_for(&arguments.submissions, arguments.one)?;
    let shown = harmless(&path.to_string_lossy());
    terminal.note(&text!(
        "graded by {shown}; if that is the wrong spec, give another one with --spec",
        "chấm theo {shown}; nếu không đúng spec, hãy cho spec khác bằng --spec"
    ));
    Ok(path)
}

/// Says how the class was read, where that is not plain.
fn tell_found(discovery: &Discovery, is_asked_for: bool, terminal: &Terminal) {
    if let Some(platform) = discovery.layout.filter(|_| !is_asked_for) {
        let count = discovery.submissions.len();
        let submissions = counted(count, "submission");
        terminal.note(&text!(
            "read as a class from {platform}: {submissions}; if that is wrong, add --layout plain",
            "được đọc như một lớp tải từ {platform}: {count} bài nộp; nếu không đúng, hãy thêm --layout plain"
        ));
    }
    for folder in &discovery.doubtful {
        let folder = harmless(&folder.to_string_lossy());
        terminal.note(&text!(
            "{folder} is taken as a class, in which every folder and every program is a submission; if it is one \
             student's folder, add --one",
            "{folder} được coi là một lớp, trong đó mỗi thư mục và mỗi chương trình là một bài nộp; nếu đó là thư mục của \
             một sinh viên, hãy thêm --one"
        ));
    }
    for path in &discovery.set_aside {
        let path = harmless(&path.to_string_lossy());
        terminal.note(&text!(
            "{path} is of an earlier attempt and not graded",
            "{path} thuộc lần nộp trước nên không được chấm"
        ));
    }
    for submission in discovery.submissions.iter().filter(|submission| submission.origin.is_marked_late) {
        let id = harmless(&submission.id);
        terminal.note(&text!(
            "{id} is marked as late without a time; --submitted says when it was handed in",
            "{id} được đánh dấu nộp trễ mà không có giờ nộp; hãy cho giờ nộp bằng --submitted"
        ));
    }
}

/// Does something that may panic while one submission is graded: that becomes its result, and the report has the message.
pub(super) fn quietly<T>(work: impl FnOnce() -> T) -> T {
    std::panic::set_hook(Box::new(|_| {}));
    let result = work();
    drop(std::panic::take_hook());
    result
}

/// Refuses paths by which one file would be written twice, or written over what is read; and a report of one submission
/// for a class.
fn claim_paths(arguments: &Arguments, spec: &Path, discovery: &Discovery) -> Result<(), CommandFailure> {
    let mut claims = Claims::default();
    claims.reads(spec, &text!("the spec", "spec"));
    if let Some(path) = &arguments.submitted {
        claims.reads(path, &text!("the table of times", "bảng giờ nộp"));
    }
    if let Some(path) = &arguments.roster {
        claims.reads(path, &text!("the roster", "danh sách lớp"));
    }
    if let Some(path) = &arguments.receipt {
        claims.reads(
            path,
            &text!("the report whose receipts are checked", "báo cáo có biên nhận được kiểm tra"),
        );
    }
    if let Some(path) = arguments.choice.reads() {
        claims.reads(path, &text!("the report of an earlier run", "báo cáo của lần chạy trước"));
    }
    for file in discovery.submissions.iter().flat_map(|submission| &submission.files) {
        claims.reads(&file.path, &text!("a file of a submission", "tệp của một bài nộp"));
    }
    for path in &discovery.archives {
        claims.reads(path, &text!("an archive of submissions", "tệp nén chứa bài nộp"));
    }
    for path in &discovery.skipped {
        claims.reads(path, &text!("a file in the folder that is graded", "tệp trong thư mục được chấm"));
    }
    if let Some(path) = &arguments.marks {
        claims.writes(path, &text!("the table of marks", "bảng điểm chấm tay"))?;
    }
    if let Some(path) = &arguments.log {
        claims.writes(path, &text!("the log", "nhật ký"))?;
    }
    arguments.keeping.claim(&mut claims)?;
    arguments.wishes.claim(&ids(discovery), &mut claims)
}

fn ids(discovery: &Discovery) -> Vec<&str> {
    discovery.submissions.iter().map(|submission| submission.id.as_str()).collect()
}

/// Says that nothing in what was named is a submission.
pub(super) fn nothing_to_grade() -> Text {
    text!(
        "there is nothing to grade: no folder and no file that fits the spec's patterns",
        "không có gì để chấm: không có thư mục nào, cũng không có tệp nào khớp mẫu của spec"
    )
}

/// Loads the spec; its mistakes are printed, and then the result is `None`.
pub(super) fn load_spec(
    path: &Path,
    allows_commands: bool,
    terminal: &Terminal,
) -> Result<Option<Spec>, CommandFailure> {
    match if allows_commands { load_trusted(path) } else { load(path) } {
        Ok(spec) => Ok(Some(spec)),
        Err(error) => {
            complain_of_spec(error, terminal, &text!("nothing was graded", "chưa chấm gì")).map(|_| None)
        }
    }
}

/// The words for a command that writes and did not.
pub(super) fn nothing_written() -> Text {
    text!("nothing was written", "không ghi gì")
}

/// Says why there is no spec, and what was not done for it.
pub(super) fn complain_of_spec(
    error: LoadError,
    terminal: &Terminal,
    undone: &Text,
) -> Result<Exit, CommandFailure> {
    match error {
        LoadError::Unreadable { .. } => Err(error.into()),
        LoadError::Invalid { diagnostics, sources } => {
            terminal.diagnose(&diagnostics, &sources);
            let count = diagnostics.len();
            let (errors, (undone, undone_vi)) = (counted(count, "error"), undone.both());
            terminal.line("");
            terminal.say(&text!("{errors} in the spec; {undone}.", "spec có {count} lỗi; {undone_vi}."));
            Ok(Exit::Spec)
        }
    }
}

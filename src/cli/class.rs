//! The reports on a class, whichever command makes them: what is written, for whom, and what the exit code says.

use clap::{Args, ValueEnum};

use super::CommandFailure;
use super::exit::Exit;
use super::output::Claims;
use super::reports::{Output, Pending};
use super::terminal::Terminal;
use super::values::Refusal;
use crate::diagnostics::{harmless, text};
use crate::grade::{Audience, Gradebook, Graded, on_each};
use crate::report::{FORMATS, terminal::Detail};
use crate::spec::Points;

/// The flags that say who reads the results.
#[derive(Args, Debug)]
pub(super) struct Reader {
    /// For whom the results are: staff see everything, students what the spec lets them see. A report for Gradescope is
    /// the same for both, as Gradescope itself hides what is hidden.
    #[arg(long, value_enum, default_value = "staff")]
    audience: AudienceChoice,

    /// Students also see what the spec shows after the due date.
    #[arg(long)]
    after_due: bool,
}

impl Reader {
    /// Refuses flags that contradict each other.
    pub(super) fn check(&self) -> Result<(), CommandFailure> {
        if self.after_due && self.audience == AudienceChoice::Staff {
            return Err(CommandFailure::usage(text!(
                "--after-due is for students: add --audience student",
                "--after-due dành cho sinh viên: hãy thêm --audience student"
            )));
        }
        Ok(())
    }

    /// Who reads the results.
    pub(super) fn audience(&self) -> Audience {
        match self.audience {
            AudienceChoice::Staff => Audience::Staff,
            AudienceChoice::Student => Audience::Student { after_due: self.after_due },
        }
    }
}

/// The flags that say which reports are written.
#[derive(Args, Debug)]
pub(super) struct Wishes {
    /// Also write a report.
    #[arg(long = "format", value_name = "KIND=PATH", value_parser = Output::parse, help = about_formats())]
    pub(super) formats: Vec<Output>,

    #[command(flatten)]
    reader: Reader,

    /// Show every failed test, not only the first one of each group.
    #[arg(long, conflicts_with = "table")]
    all: bool,

    /// Show the table only.
    #[arg(long)]
    table: bool,

    /// Exit with code 1 if any submission scores below POINTS.
    #[arg(long, value_name = "POINTS", value_parser = parse_points)]
    pub(super) fail_below: Option<Points>,
}

/// Who reads the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AudienceChoice {
    /// Whoever grades.
    Staff,
    /// Students.
    Student,
}

/// The help of `--format`: what holds for all kinds, and each kind.
fn about_formats() -> String {
    let mut help = "Also write a report; may be given several times. `-` is standard output, and what people read then goes to \
                    standard error. Of kinds for one submission KIND=FOLDER/ writes a file for each. Kinds:"
        .to_owned();
    for format in FORMATS {
        help.extend(["\n- ", format.id, "=PATH: ", format.about]);
    }
    help
}

fn parse_points(argument: &str) -> Result<Points, Refusal> {
    let refusal = || {
        text!(
            "points are a number with at most two decimals",
            "điểm là một số có tối đa hai chữ số thập phân"
        )
    };
    Ok(Points::parse(argument).ok_or_else(refusal)?)
}

impl Wishes {
    /// Refuses wishes that contradict each other.
    pub(super) fn check(&self) -> Result<(), CommandFailure> {
        if self.formats.iter().filter(|output| output.is_stdout()).count() > 1 {
            return Err(CommandFailure::usage(text!(
                "only one report can go to standard output",
                "chỉ một báo cáo được ghi ra đầu ra chuẩn"
            )));
        }
        self.reader.check()
    }

    /// Who reads the results.
    pub(super) fn audience(&self) -> Audience {
        self.reader.audience()
    }

    /// Returns `true` if pages for a browser are written, which show what tests execute.
    pub(super) fn has_pages(&self) -> bool {
        self.formats.iter().any(|output| output.format.page.is_some())
    }

    /// Claims the files of the reports on these submissions.
    pub(super) fn claim(&self, ids: &[&str], claims: &mut Claims) -> Result<(), CommandFailure> {
        for output in self.formats.iter().filter(|output| !output.is_stdout()) {
            if output.format.one_each && !output.is_folder() && ids.len() > 1 {
                let (id, count) = (output.format.id, ids.len());
                return Err(CommandFailure::usage(text!(
                    "a report of the format `{id}` holds one submission, and there are {count}; write a folder, \
                     {id}=FOLDER/, to get a file for each",
                    "báo cáo dạng `{id}` chứa một bài nộp, mà ở đây có {count} bài; hãy cho một thư mục, {id}=FOLDER/, để \
                     mỗi bài có một tệp"
                )));
            }
            for path in output.paths(ids) {
                let id = output.format.id;
                claims.writes(&path, &text!("the report `{id}`", "báo cáo `{id}`"))?;
            }
        }
        Ok(())
    }
}

/// The reports on a class of which one part is given after the other.
pub(super) struct ClassReports<'w> {
    wishes: &'w Wishes,
    /// The report that people read, and those in formats.
    reports: Vec<Pending<'w>>,
    exit: Exit,
}

impl<'w> ClassReports<'w> {
    /// Begins the reports on submissions with these ids, given the book without them.
    pub(super) fn begin(wishes: &'w Wishes, whole: &Gradebook, ids: &[&str], terminal: &Terminal) -> Self {
        let detail = match (wishes.table, wishes.all) {
            (true, _) => Detail::Table,
            (_, true) => Detail::All,
            _ => Detail::First,
        };
        let seen = whole.shown_to(wishes.audience());
        let begun = |output: &'w Output| {
            let cover = if output.format.hides { whole } else { &seen };
            Pending::new(output, cover, ids, terminal.language)
        };
        let for_people = Pending::for_people(&seen, ids.len(), terminal.look(), detail);
        let reports = std::iter::once(for_people).chain(wishes.formats.iter().map(begun)).collect();
        Self { wishes, reports, exit: Exit::Done }
    }

    /// Takes the next part of the class.
    pub(super) fn take(&mut self, book: &Gradebook) {
        self.exit = graver(self.exit, exit_code(book, self.wishes.fail_below));
        let seen = (self.wishes.audience() != Audience::Staff).then(|| book.shown_to(self.wishes.audience()));
        let seen = seen.as_ref().unwrap_or(book);
        on_each(&mut self.reports, |report| report.take(if report.hides() { book } else { seen }));
    }

    /// Writes all reports, and says how the class did. A report that cannot be written is among the failures, and all others are
    /// written nevertheless.
    pub(super) fn finish(self, terminal: &Terminal, failures: &mut Vec<CommandFailure>) -> Exit {
        let is_stdout_taken = self.wishes.formats.iter().any(Output::is_stdout);
        for report in self.reports {
            failures.extend(report.finish(terminal, is_stdout_taken).err());
        }
        self.exit
    }
}

/// The code of a class whose parts have these: what needs review outweighs what is below the threshold.
fn graver(one: Exit, other: Exit) -> Exit {
    let weight = |exit: &Exit| match exit {
        Exit::Review => 2,
        Exit::Failed => 1,
        _ => 0,
    };
    std::cmp::max_by_key(one, other, weight)
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

/// Failures of the grader itself that took away no verdict.
pub(super) fn complain_of_troubles(book: &Gradebook, terminal: &Terminal) {
    for graded in &book.submissions {
        for trouble in &graded.troubles {
            let (id, trouble) = (harmless(&graded.id), harmless(trouble));
            terminal.complain(&text!(
                "{id}: the grader failed {trouble}; verdicts and points stand, please report this",
                "{id}: trình chấm gặp lỗi {trouble}; kết quả và điểm vẫn giữ nguyên, hãy báo lại lỗi này"
            ));
        }
    }
}

//! The flags of `grader run` that ask for a part of the class and of its tests.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::exit::Exit;
use super::last_run::LastRun;
use super::terminal::Terminal;
use super::{CommandFailure, Deed, did_you_mean};
use crate::diagnostics::{SourceFile, Sources, harmless, text};
use crate::grade::{Failed, Graded, Selection, Wanted};
use crate::report::failed_cases;
use crate::spec::Spec;
use crate::submission::Discovery;

/// The help of `-E`.
const ABOUT_EXPRESSION: &str = "\
Grade only what an expression asks for: student(NAME), group(NAME) and case(NAME), joined with `&` or `and`, `|` or `or`, `!` or \
`not`, and parentheses. NAME is a name in which `*` and `?` stand for others, /a regular expression/, or a text 'in quotation \
marks'; case does not count. A student has the name of the submission and those on the platform and the roster, a group its id and \
its title. Example: 'student(an*) & group(win*) & !case(/up|down/)'";

/// The flags that name what is asked for.
#[derive(Args, Debug)]
pub(super) struct Names {
    /// Grade only what has TEXT in the name of its student, group or test. A submission of which not all tests are graded gets no
    /// score.
    #[arg(short = 'k', long = "keyword", value_name = "TEXT")]
    keyword: Option<String>,

    #[arg(short = 'E', long = "expression", value_name = "EXPR", help = ABOUT_EXPRESSION)]
    expression: Option<String>,
}

/// The flags.
#[derive(Args, Debug)]
pub(super) struct Choice {
    #[command(flatten)]
    names: Names,

    /// Grade only the tests that failed in the last run of the same submissions by the same spec on this computer; or, with
    /// REPORT, in the run that wrote it: a report `json` or `jsonl`, or a log.
    #[arg(long = "lf", visible_alias = "last-failed", value_name = "REPORT", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "the flag, and its value")]
    last_failed: Option<Option<PathBuf>>,

    /// Stop after the first submission, in the order of the class, of which a test fails. What comes after it is not in any report.
    #[arg(short = 'x', long)]
    exit_first: bool,

    /// List the submissions and tests that would be graded, and grade nothing.
    #[arg(long, conflicts_with_all = ["watch", "exit_first"])]
    pub(super) list: bool,
}

/// Flags that are for whole gradings, each with whether it is given.
pub(super) struct Whole {
    /// Those that are for submissions of which all tests are graded.
    pub(super) submissions: [(&'static str, bool); 4],
    /// The one that is for whole classes.
    pub(super) class: (&'static str, bool),
}

impl Names {
    /// Asks for what the flags name; `false` if the expression has a mistake, which is printed.
    pub(super) fn add_to(&self, wanted: &mut Wanted, terminal: &Terminal) -> bool {
        if let Some(source) = &self.expression {
            let mut sources = Sources::default();
            let file = sources.add(SourceFile::from_bytes("-E".to_owned(), source.as_bytes()));
            if let Err(mistake) = wanted.expression(source, file) {
                terminal.diagnose(&[*mistake], &sources);
                return false;
            }
        }
        if let Some(text) = &self.keyword {
            wanted.text(text);
        }
        true
    }
}

/// Leaves out of a class what is not asked for, and says so. The result is the selection; `None` if nothing is left, which is said.
pub(super) fn select(
    wanted: &Wanted,
    spec: &Spec,
    discovery: &mut Discovery,
    terminal: &Terminal,
) -> Option<Selection> {
    for (name, near) in wanted.strangers(spec, &discovery.submissions) {
        let (near, near_vi) = did_you_mean(near.as_deref()).into_both();
        let name = harmless(&name);
        terminal.note(&text!("nothing is called `{name}`{near}", "không có gì tên là `{name}`{near_vi}"));
    }
    let selection = Selection::new(wanted, spec, &discovery.submissions);
    discovery.submissions.retain(|submission| selection.has(&submission.id));
    if discovery.submissions.is_empty() {
        terminal.complain(&text!(
            "there is nothing to grade: no test of any submission is what was asked for",
            "không có gì để chấm: không ca kiểm thử nào của bài nộp nào khớp với yêu cầu"
        ));
        return None;
    }
    Some(selection)
}

impl Choice {
    /// Leaves out of a class what is not asked for. Mistakes are printed.
    ///
    /// The result is the selection, if not all is meant; or the exit code, if there is nothing to do.
    pub(super) fn choose(
        &self,
        spec: &Spec,
        discovery: &mut Discovery,
        last: &LastRun,
        for_whole: &Whole,
        terminal: &Terminal,
    ) -> Result<Result<Option<Arc<Selection>>, Exit>, CommandFailure> {
        let Some(wanted) = self.wanted(spec, last, terminal)? else { return Ok(Err(Exit::Usage)) };
        if wanted.is_all() {
            return Ok(Ok(None));
        }
        let all = discovery.submissions.len();
        let Some(selection) = select(&wanted, spec, discovery, terminal) else {
            return Ok(Err(Exit::Nothing));
        };
        let chosen = discovery.submissions.len();
        if let (flag, true) = for_whole.class {
            return Err(CommandFailure::usage(text!(
                "{flag} is for a whole class, and only a part of it is asked for",
                "{flag} dành cho cả lớp, mà ở đây chỉ chọn một phần"
            )));
        }
        if !selection.is_of_whole_submissions() {
            let given = for_whole.submissions.iter().filter(|(_, given)| *given);
            let given: Vec<&str> = given.map(|(flag, _)| *flag).collect();
            if !given.is_empty() && !self.list {
                let given = given.join(", ");
                return Err(CommandFailure::usage(text!(
                    "only some tests are asked for, which gives no scores, and {given} is for whole gradings; whole submissions \
                     are asked for with -E 'student(NAME)'",
                    "ở đây chỉ chọn một số ca kiểm thử nên không có điểm, mà {given} cần kết quả chấm đầy đủ; hãy chọn cả bài nộp \
                     bằng -E 'student(NAME)'"
                )));
            }
        }
        if chosen < all {
            terminal.note(&text!(
                "{chosen} of {all} submissions are asked for, and the others are left out",
                "chỉ chọn {chosen} trong {all} bài nộp, các bài khác được bỏ ra"
            ));
        }
        Ok(Ok(Some(Arc::new(selection))))
    }

    /// What is asked for; `None` if the expression has a mistake, which is printed.
    fn wanted(
        &self,
        spec: &Spec,
        last: &LastRun,
        terminal: &Terminal,
    ) -> Result<Option<Wanted>, CommandFailure> {
        let mut wanted = Wanted::default();
        if !self.names.add_to(&mut wanted, terminal) {
            return Ok(None);
        }
        match &self.last_failed {
            None => {}
            Some(None) => {
                let failed = last.failed().cloned().ok_or_else(|| {
                    CommandFailure::usage(text!(
                        "no earlier run of these submissions is known on this computer; run without --lf once, or give the report \
                         of a run: --lf REPORT",
                        "máy này chưa có lần chạy nào với các bài nộp đó; hãy chạy một lần không có --lf, hoặc cho báo cáo của một \
                         lần chạy: --lf REPORT"
                    ))
                })?;
                wanted.failed(failed);
            }
            Some(Some(path)) => {
                let cannot = |error| CommandFailure::cannot(Deed::Read, path, &error);
                let file = std::fs::File::open(path).map_err(cannot)?;
                let mut failed = Failed::new(spec);
                failed_cases(file, |id, cases| failed.set(id, &cases)).map_err(|why| {
                    let (path, (en, vi)) = (harmless(&path.to_string_lossy()), why.words().into_both());
                    let (en, vi) = (harmless(&en), harmless(&vi));
                    CommandFailure::environment(text!("{path}: {en}", "{path}: {vi}"))
                })?;
                wanted.failed(failed);
            }
        }
        Ok(Some(wanted))
    }

    /// The report of an earlier run, if one is read.
    pub(super) fn reads(&self) -> Option<&Path> {
        self.last_failed.as_ref()?.as_deref()
    }

    /// Returns `true` if nothing is graded after this submission. A student who handed in nothing has no test that fails.
    pub(super) fn stops_after(&self, graded: &Graded) -> bool {
        self.exit_first && graded.path.is_some() && graded.has_failed()
    }

    /// Returns `true` if grading may stop early.
    pub(super) fn may_stop(&self) -> bool {
        self.exit_first
    }
}

/// Prints the submissions and the tests that would be graded: those of each submission, or once, where they are the same for all.
pub(super) fn list(
    spec: &Spec,
    discovery: &Discovery,
    selection: Option<&Selection>,
    terminal: &Terminal,
) -> Result<Exit, CommandFailure> {
    let all: Vec<usize> = (0..spec.cases().count()).collect();
    let cases_of = |id: &str| selection.map_or_else(|| all.clone(), |selection| selection.cases_of(id));
    let mut text = String::new();
    let mut known: Option<Vec<usize>> = None;
    // Submissions with the same tests are listed before them.
    for submission in &discovery.submissions {
        let cases = cases_of(&submission.id);
        if let Some(before) = known.replace(cases)
            && known.as_ref() != Some(&before)
        {
            text += &lines_of(spec, &before);
        }
        text += &harmless(&submission.id);
        text.push('\n');
    }
    text += &known.map_or_else(String::new, |cases| lines_of(spec, &cases));
    terminal.print(&text)?;
    Ok(Exit::Done)
}

/// Groups with their cases, a line for each group.
fn lines_of(spec: &Spec, cases: &[usize]) -> String {
    let mut lines = String::new();
    let mut first = 0;
    for group in &spec.groups {
        let is_chosen = |index: &usize| cases.binary_search(&(first + index)).is_ok();
        let ids = group.cases.iter().enumerate().filter(|(index, _)| is_chosen(index));
        let ids: Vec<&str> = ids.map(|(_, case)| case.id.as_str()).collect();
        if !ids.is_empty() {
            lines.extend(["  ", &group.id, ": ", &ids.join(" "), "\n"]);
        }
        first += group.cases.len();
    }
    lines
}

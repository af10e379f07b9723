//! The failed cases of a group: one of them in full, the others by name; and groups that fail in the same way.

mod told;

use told::Told;

use super::{Block, Detail};
use crate::diagnostics::{Text, text};
use crate::grade::{FailedGroup, Failure, Gradebook, Graded, Shown, Verdict};
use crate::report::account::{left_out, waits_for};
use crate::report::words::{counted, reasons, replay_command, typed, typed_in_words};
use crate::spec::Points;

/// A group with failed cases.
pub(in crate::report) struct GroupBlock<'b> {
    /// Its id in the spec.
    pub(in crate::report) id: &'b str,
    /// Its title.
    pub(in crate::report) title: &'b Text,
    /// The number of its cases that failed, and the cost.
    pub(in crate::report) price: Text,
    /// The case of another group that is reported in place of all of these; then nothing more is reported
    /// here.
    pub(in crate::report) same_as: Option<Text>,
    /// A suggestion what to try.
    pub(in crate::report) hint: Option<&'b Text>,
    /// The cases that are reported.
    pub(in crate::report) cases: Vec<CaseBlock<'b>>,
    /// The names of all others.
    pub(in crate::report) others: Vec<Text>,
}

/// A failed case.
pub(in crate::report) struct CaseBlock<'b> {
    /// Its name in the spec.
    pub(in crate::report) id: &'b str,
    /// The verdict, or why it was not run.
    pub(in crate::report) verdict: Text,
    /// The details; `None` if there is only the verdict.
    pub(in crate::report) failure: Option<FailureBlock<'b>>,
}

/// The details of a failed case.
pub(in crate::report) struct FailureBlock<'b> {
    /// The number of the move, and the input so far, where moves are typed; to stand after the verdict.
    pub(in crate::report) place: Text,
    /// The input, where it is not moves.
    pub(in crate::report) typed: Option<Text>,
    /// The step and all that was typed before it, for a reader who is shown neither of the two above.
    pub(in crate::report) input: Option<Text>,
    /// The expected and the actual output.
    pub(in crate::report) failure: &'b Failure,
    /// The parts that the reader is shown.
    pub(in crate::report) shown: Shown,
    /// The parts that are left out.
    pub(in crate::report) left_out: Option<Text>,
    /// The reasons.
    pub(in crate::report) reasons: Vec<Text>,
    /// The command that plays it again.
    pub(in crate::report) replay: Option<String>,
    /// A sentence about the moves after it.
    pub(in crate::report) from_here: Option<Text>,
}

/// Several groups that fail in one way.
pub(in crate::report) struct SameWay<'b> {
    /// The number of the groups, and the way in which they fail.
    pub(in crate::report) title: Text,
    /// The cost; `None` if it is not shown.
    pub(in crate::report) price: Option<Text>,
    /// The ids of the groups.
    pub(in crate::report) ids: Vec<&'b str>,
    /// Their titles.
    pub(in crate::report) groups: Vec<&'b Text>,
}

/// The one way in which all cases of a group fail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way<'b> {
    /// As a case of another group does.
    Case(&'b str),
    /// In format alone, where that is not forgiven.
    Format,
}

/// The groups that fail in one way, by the way.
#[derive(Default)]
pub(super) struct SameWays<'b>(Vec<(Way<'b>, Vec<FailedGroup<'b>>)>);

impl<'b> SameWays<'b> {
    /// The block of a group, unless there is no more to say of it than that it fails in one way, which is kept for later.
    pub(super) fn unless_same(
        &mut self,
        book: &'b Gradebook,
        graded: &'b Graded,
        failed: FailedGroup<'b>,
        detail: Detail,
    ) -> Option<GroupBlock<'b>> {
        let Some(way) = way(book, graded, &failed) else {
            return Some(GroupBlock::of(book, graded, &failed, detail));
        };
        match self.0.iter_mut().find(|(known, _)| *known == way) {
            Some((_, groups)) => groups.push(failed),
            None => self.0.push((way, vec![failed])),
        }
        None
    }

    /// A block for each way: a way that several groups share is reported once.
    pub(super) fn blocks(
        self,
        book: &'b Gradebook,
        graded: &'b Graded,
        detail: Detail,
    ) -> impl Iterator<Item = Block<'b>> {
        self.0.into_iter().map(move |(way, groups)| match groups.as_slice() {
            [only] => Block::Group(GroupBlock::of(book, graded, only, detail)),
            groups => Block::SameWay(SameWay::of(book, way, groups)),
        })
    }
}

/// The way in which all cases of a group fail, if there is nothing more to say.
fn way<'b>(book: &'b Gradebook, graded: &'b Graded, failed: &FailedGroup<'b>) -> Option<Way<'b>> {
    let all = failed.group.cases.len();
    let told = Told::of(book, graded, failed);
    match told.elsewhere.as_slice() {
        [(as_case, _)] if told.is_all_elsewhere(all) && hint(graded, failed).is_none() => {
            Some(Way::Case(as_case))
        }
        _ if told.format_only.len() == all => Some(Way::Format),
        _ => None,
    }
}

impl<'b> SameWay<'b> {
    fn of(book: &Gradebook, way: Way<'_>, groups: &[FailedGroup<'b>]) -> Self {
        let count = groups.len();
        let title = match way {
            Way::Case(as_case) => text!(
                "{count} more groups fail in the same way as `{as_case}`",
                "{count} nhóm nữa cũng sai giống `{as_case}`"
            ),
            Way::Format => text!(
                "{count} groups are correct except for formatting, which must match exactly here",
                "{count} nhóm đúng trừ phần trình bày, mà ở đây phải khớp chính xác"
            ),
        };
        let mut cases = groups.iter().flat_map(|group| &group.failed);
        let shows_points = cases.all(|index| book.shown(*index).points);
        let lost: Points = groups.iter().filter(|group| !group.group.bonus).map(|group| group.lost).sum();
        let price = shows_points.then(|| text!("-{lost} points", "-{lost} điểm"));
        let ids = groups.iter().map(|group| group.group.id.as_str()).collect();
        Self { title, price, ids, groups: groups.iter().map(|group| &group.group.title).collect() }
    }
}

impl<'b> GroupBlock<'b> {
    fn of(book: &'b Gradebook, graded: &'b Graded, failed: &FailedGroup<'b>, detail: Detail) -> Self {
        let (id, title, price) = (failed.group.id.as_str(), &failed.group.title, price(book, failed));
        if let Some(Way::Case(as_case)) = way(book, graded, failed) {
            let same_as = Some(text!("as in `{as_case}`", "giống `{as_case}`"));
            return Self { id, title, price, same_as, hint: None, cases: Vec::new(), others: Vec::new() };
        }
        let told = Told::of(book, graded, failed);
        let (cases, others) = match detail {
            Detail::All => (failed.failed.clone(), Vec::new()),
            Detail::Table | Detail::First => (told.here.into_iter().collect(), told.others()),
        };
        let cases = cases.into_iter().map(|index| CaseBlock::of(book, graded, index)).collect();
        Self { id, title, price, same_as: None, hint: hint(graded, failed), cases, others }
    }
}

/// The number of cases of a group that failed, and the cost.
fn price(book: &Gradebook, failed: &FailedGroup<'_>) -> Text {
    let (count, all, lost) = (failed.failed.len(), failed.group.cases.len(), failed.lost);
    let tests = counted(all, "test");
    let shows_points = failed.failed.first().is_none_or(|index| book.shown(*index).points);
    if failed.group.bonus && shows_points {
        text!("{count} of {tests} failed, extra credit", "trượt {count}/{all} ca kiểm thử, điểm cộng")
    } else if shows_points {
        text!("{count} of {tests} failed, -{lost} points", "trượt {count}/{all} ca kiểm thử, -{lost} điểm")
    } else {
        text!("{count} of {tests} failed", "trượt {count}/{all} ca kiểm thử")
    }
}

impl<'b> CaseBlock<'b> {
    /// A case that did not pass.
    pub(in crate::report) fn of(book: &'b Gradebook, graded: &'b Graded, index: usize) -> Self {
        let (id, result) = (case_id(book, index), &graded.results[index]);
        let is_not_run = result.failure.is_none() && result.verdict == Verdict::Skipped;
        let verdict = if is_not_run { waits_for(book, graded, index) } else { result.verdict.about() };
        let failure = result.failure.as_ref();
        let at = (index, book.shown(index));
        Self { id, verdict, failure: failure.map(|failure| FailureBlock::of(book, graded, at, failure)) }
    }
}

impl<'b> FailureBlock<'b> {
    /// A failure, as far as it is shown.
    pub(in crate::report) fn of(
        book: &Gradebook,
        graded: &Graded,
        (index, shown): (usize, Shown),
        failure: &'b Failure,
    ) -> Self {
        let id = case_id(book, index);
        let keys = typed(&failure.typed);
        let turn = failure.turn;
        let has_moves = book.spec.cases().nth(index).is_some_and(|case| case.expectation.needs_reference());
        let place = if !has_moves || !shown.input {
            Text::default()
        } else if keys.is_empty() {
            text!(", before the first move", ", trước nước đi đầu tiên")
        } else {
            text!(", after move {turn}; typed so far: {keys}", ", sau nước đi {turn}; đã gõ: {keys}")
        };
        let from_here = match failure.wrong_from_here {
            (wrong @ 2.., turns) => Some(text!(
                "from here on, {wrong} of {turns} turns show wrong output",
                "từ đây trở đi, {wrong}/{turns} lượt cho đầu ra sai"
            )),
            _ => None,
        };
        Self {
            place,
            typed: typed_in_words(failure).filter(|_| !has_moves && shown.input),
            failure,
            shown,
            input: input(failure).filter(|_| shown.input),
            left_out: left_out(shown),
            reasons: reasons(failure, id),
            replay: replay_command(book, graded, id).filter(|_| shown.input),
            from_here,
        }
    }
}

/// The step that is not met, and the input; `None` in a game without a move.
fn input(failure: &Failure) -> Option<Text> {
    let keys = typed(&failure.typed);
    match failure.step {
        None if keys.is_empty() => None,
        None => Some(text!("typed: {keys}", "đã gõ: {keys}")),
        Some(step) => Some(text!("step {step}\ntyped: {keys}", "bước {step}\nđã gõ: {keys}")),
    }
}

/// The group's hint, where it can help: not where the group fails for a reason that is reported at another
/// place, unless the output is wrong in a part of it.
fn hint<'b>(graded: &Graded, failed: &FailedGroup<'b>) -> Option<&'b Text> {
    let results = || failed.failed.iter().map(|index| &graded.results[*index]);
    let failures = || results().filter_map(|result| result.failure.as_ref());
    let is_told_here = failures().any(|failure| !failure.because.is_empty());
    let is_wrong_in_part = failed.failed.len() < failed.group.cases.len()
        && results().any(|result| result.verdict == Verdict::WrongOutput);
    let depends_on_start = failures().any(|failure| !failure.from_zeros_too);
    let is_useful = graded.passed() > 0 && (is_told_here || is_wrong_in_part) && depends_on_start;
    Some(&failed.group.hint).filter(|hint| is_useful && !hint.is_empty())
}

fn case_id(book: &Gradebook, index: usize) -> &str {
    book.spec.cases().nth(index).map_or("?", |case| case.id.as_str())
}

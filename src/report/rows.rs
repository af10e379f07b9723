//! The results of a submission, a row for each thing that is judged: for systems that know tests and nothing
//! else.
//!
//! A difference of format is no test of its own. Its cost is taken from the tests in which it appears, so
//! that rows add up.

use super::account::mark;
use super::plain;
use super::visible::{Blanks, harmless};
use super::words::{demand, not_checked, not_met, problem};
use crate::diagnostics::{Language, Span, Text, text};
use crate::grade::{Gradebook, Graded, Verdict, charged};
use crate::spec::{Group, Points};

/// The most bytes of output in the text of a row.
const MOST_BYTES: usize = 4_000;

/// The result of something that is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowState {
    Passed,
    Failed,
    /// Something else must be passed first, or no person has looked at it yet.
    Skipped,
    /// The grader could not judge it, which is no fault of the program's.
    NotJudged,
}

impl RowState {
    /// The state of a case with this verdict.
    pub(super) fn of(verdict: Verdict) -> Self {
        match verdict {
            verdict if verdict.earns() => Self::Passed,
            Verdict::Skipped => Self::Skipped,
            verdict if verdict.is_judged() => Self::Failed,
            _ => Self::NotJudged,
        }
    }
}

/// Something that is judged.
pub(super) struct Row<'b> {
    /// Its name, of which there is one in a submission.
    pub(super) id: String,
    /// Its title.
    pub(super) title: Text,
    /// The group of a case.
    pub(super) group: Option<&'b Group>,
    /// The result.
    pub(super) state: RowState,
    /// The verdict's name in machine-readable reports.
    pub(super) verdict: &'static str,
    /// The points that it earns in the end; `None` if that is unknown or not shown.
    pub(super) earned: Option<Points>,
    /// The possible points; `None` if they are not shown.
    pub(super) points: Option<Points>,
    /// The verdict in a sentence.
    pub(super) message: Text,
    /// More about it, as plain text.
    pub(super) details: String,
    /// Its place in the sources.
    pub(super) place: Option<Span>,
    /// The expected and the actual output, as far as they are shown.
    pub(super) output: Option<(&'b [u8], &'b [u8])>,
}

/// All that is judged, in the order of the spec. A submission of which nothing could be run has a row for each case too.
pub(super) fn rows<'b>(book: &'b Gradebook, graded: &'b Graded, language: Language) -> Vec<Row<'b>> {
    let charges = charged(graded);
    let groups = book.spec.groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case)));
    let mut rows: Vec<Row<'b>> = Vec::new();
    for (index, (group, case)) in groups.enumerate() {
        let cost = charges.get(index).copied().unwrap_or_default();
        let (en, vi) = group.title.both();
        let id = &case.id;
        let points = book.shown(index).points.then_some(case.points);
        let row = Row {
            id: id.clone(),
            title: text!("{en}: {id}", "{vi}: {id}"),
            group: Some(group),
            state: RowState::NotJudged,
            verdict: graded.verdict().id(),
            earned: None,
            points,
            message: Text::default(),
            details: String::new(),
            place: None,
            output: None,
        };
        rows.push(match (graded.results.get(index), &graded.problem) {
            (Some(_), None) => judged(row, book, graded, (index, cost), language),
            _ => not_run(row, graded),
        });
    }
    rows.extend(style(graded, language));
    rows.extend(marks(graded));
    rows
}

/// A case that was judged, less its part of the charges for the whole program.
fn judged<'b>(
    row: Row<'b>,
    book: &'b Gradebook,
    graded: &'b Graded,
    (index, cost): (usize, Points),
    language: Language,
) -> Row<'b> {
    let (result, shown) = (&graded.results[index], book.shown(index));
    let state = RowState::of(result.verdict);
    let earned = result.points().map(|points| points.saturating_sub(cost));
    let failure = result.failure.as_ref();
    let output = failure.filter(|_| shown.expected && shown.actual);
    Row {
        state,
        verdict: result.verdict.id(),
        earned: earned.filter(|_| row.points.is_some()),
        message: plain::verdict(book, graded, index),
        details: plain::failure(book, graded, index, (Blanks::AsTheyAre, MOST_BYTES), language),
        place: failure.and_then(|failure| failure.place),
        output: output.and_then(|failure| Some((failure.expected.as_deref()?, failure.actual.as_deref()?))),
        ..row
    }
}

/// A case of a submission that could not be run: failed where that is the program's doing, and not judged where it is not.
fn not_run<'b>(row: Row<'b>, graded: &Graded) -> Row<'b> {
    let message = graded.problem.as_ref().map_or_else(|| graded.verdict().about(), problem);
    if graded.needs_review() {
        return Row { message, ..row };
    }
    let earned = row.points.map(|_| Points::ZERO);
    Row { state: RowState::Failed, earned, message, ..row }
}

fn style(graded: &Graded, language: Language) -> impl Iterator<Item = Row<'_>> {
    graded.style.iter().map(move |result| {
        let (state, verdict, message) = match result.passed {
            Some(true) => (RowState::Passed, "pass", text!("passed", "đạt")),
            Some(false) => (RowState::Failed, "style", not_met(&result.rule)),
            None => (RowState::Skipped, "not-checked", not_checked()),
        };
        let details: Vec<String> =
            result.details.iter().map(|detail| harmless(detail.to(language))).collect();
        Row {
            id: format!("style-{}", result.rule.check.id()),
            title: demand(&result.rule),
            group: None,
            state,
            verdict,
            earned: Some(result.earned),
            points: Some(result.rule.points),
            message,
            details: details.join("\n"),
            place: None,
            output: None,
        }
    })
}

fn marks(graded: &Graded) -> impl Iterator<Item = Row<'_>> {
    graded.marks.iter().map(|given| {
        let (state, verdict) = match given.given {
            Some(points) if points == given.points => (RowState::Passed, "pass"),
            Some(_) => (RowState::Failed, "rubric"),
            None => (RowState::Skipped, "not-marked"),
        };
        Row {
            id: format!("rubric-{}", given.item),
            title: given.title.clone(),
            group: None,
            state,
            verdict,
            earned: given.given,
            points: Some(given.points),
            message: mark(given),
            details: harmless(&given.remark),
            place: None,
            output: None,
        }
    })
}

//! One line for each submission, for a spreadsheet. The only file that names the CSV crate.

mod likeness;

use csv::Writer;

use super::account::{has_more, lines};
use super::regrade::{Only, listed, whys};
use super::visible::harmless;
use super::words::why;
use super::{Ends, Parts};
use crate::diagnostics::Language;
use crate::grade::{Account, Gradebook, Graded, Understanding, charged};
use crate::regrade::{Comparison, FlipKind, Listed, Move};
use crate::spec::Points;

pub(super) use likeness::render as likeness;

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Table { cover: cover.clone(), language, is_marked: false })
}

/// The same with a byte order mark before it.
pub(super) fn begin_marked(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Table { cover: cover.clone(), language, is_marked: true })
}

/// The table as it grows.
struct Table {
    cover: Gradebook,
    language: Language,
    /// True if a byte order mark comes first.
    is_marked: bool,
}

impl Parts for Table {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let columns = self.cover.roster.len();
        let rows = book.submissions.iter().map(|graded| {
            let mut row = row(book, graded, self.language);
            row.extend((0..columns).map(|at| of_roster(graded, at)));
            row
        });
        written(rows)
    }

    fn ends(self: Box<Self>) -> Ends {
        let mark = if self.is_marked { "\u{feff}" } else { "" };
        Ends { head: [mark.as_bytes(), &written([head(&self.cover)])].concat(), foot: Vec::new() }
    }
}

fn written(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("writing to memory does not fail");
    }
    writer.into_inner().expect("writing to memory does not fail")
}

fn head(book: &Gradebook) -> Vec<String> {
    let head = ["submission", "score", "points", "passed", "tests", "verdict", "protocol", "why"];
    let mut head: Vec<String> = head.map(str::to_owned).into();
    if has_more(book) {
        // The additions less the deductions, which have a minus, are the score.
        head.extend(lines(&Account::default()).map(|line| line.id.to_owned()));
        head.push("not-marked".to_owned());
    }
    head.extend(book.spec.dialogue.is_some().then(|| "understood".to_owned()));
    head.extend(book.spec.machine.tools().map(|_| "tools".to_owned()));
    head.extend(book.spec.groups.iter().map(|group| format!("group.{}", group.id)));
    head.extend(book.roster.iter().map(|column| no_formula(&harmless(column))));
    head
}

fn row(book: &Gradebook, graded: &Graded, language: Language) -> Vec<String> {
    let mut row: Vec<String> = vec![
        no_formula(&harmless(&graded.id)),
        graded.score().map_or_else(String::new, |score| score.to_string()),
        book.spec.points.to_string(),
        if graded.judged() > 0 { graded.passed().to_string() } else { String::new() },
        book.spec.cases().count().to_string(),
        graded.verdict().id().to_owned(),
        graded.protocol.map_or("", crate::play::Protocol::id).to_owned(),
        no_formula(&why(book, graded, language)),
    ];
    if has_more(book) {
        let account = graded.account();
        row.extend(lines(&account.unwrap_or_default()).map(|line| {
            let is_negative = line.is_taken && line.points > Points::ZERO;
            let sign = if is_negative { "-" } else { "" };
            account.map_or_else(String::new, |_| format!("{sign}{}", line.points))
        }));
        row.push(graded.not_marked().to_string());
    }
    if book.spec.dialogue.is_some() {
        let known = graded.understood.as_ref().filter(|known| !known.questions.is_empty());
        row.push(no_formula(&harmless(known.map(Understanding::in_short).unwrap_or_default().to(language))));
    }
    row.extend(book.spec.machine.tools().map(|tools| no_formula(&tools)));
    row.extend(of_groups(book, graded));
    row
}

/// The points that each group earns, less its part of the charges for the whole program; empty where they are
/// unknown.
fn of_groups(book: &Gradebook, graded: &Graded) -> impl Iterator<Item = String> {
    let costs = charged(graded);
    let mut results = graded.results.iter().zip(costs).enumerate();
    book.spec.groups.iter().map(move |group| {
        let earned: Vec<Option<Points>> = results
            .by_ref()
            .take(group.cases.len())
            .map(|(case, (result, cost))| {
                let points = result.points().filter(|_| book.shown(case).points);
                points.map(|points| points.saturating_sub(cost))
            })
            .collect();
        let is_known = earned.len() == group.cases.len() && graded.review().is_none();
        let sum: Option<Points> = earned.into_iter().sum::<Option<Points>>().filter(|_| is_known);
        sum.map_or_else(String::new, |sum| sum.to_string())
    })
}

/// A cell of the student's row of the roster.
fn of_roster(graded: &Graded, column: usize) -> String {
    graded.roster.get(column).map_or_else(String::new, |cell| no_formula(&harmless(cell)))
}

/// A comparison of two reports: a line for each submission that moved, then those that are in one report only.
pub(super) fn comparison(comparison: &Comparison, only: Option<Only>, language: Language) -> Vec<u8> {
    let head =
        ["submission", "old", "new", "change", "state", "why", "now-fails", "now-passes", "now-needs-review"];
    let moved = listed(comparison, only).into_iter().map(|moved| {
        let score = |score: Option<Points>| score.map_or_else(String::new, |score| score.to_string());
        let (old, new, state) = match &moved.went {
            Move::Score { old, new } if old == new => (Some(*old), Some(*new), "same"),
            Move::Score { old, new } => (Some(*old), Some(*new), if new < old { "lower" } else { "higher" }),
            Move::NowReview { old, .. } => (Some(*old), None, "needs-review"),
            Move::NowGraded { new, .. } => (None, Some(*new), "graded"),
            Move::StillReview { .. } => (None, None, "still-needs-review"),
        };
        let change = moved.went.change().map_or_else(String::new, |change| change.to_string());
        let tests = |kind: FlipKind| {
            let own = moved.flips.iter().filter(|flip| flip.kind == kind && !flip.test.is_empty());
            own.map(|flip| flip.test.as_str()).collect::<Vec<_>>().join(" ")
        };
        vec![
            no_formula(&harmless(&moved.id)),
            score(old),
            score(new),
            change,
            state.to_owned(),
            no_formula(whys(&moved.whys).to(language)),
            no_formula(&harmless(&tests(FlipKind::Fails))),
            no_formula(&harmless(&tests(FlipKind::Passes))),
            no_formula(&harmless(&tests(FlipKind::NotJudged))),
        ]
    });
    let in_one = |listed: &Listed, is_new: bool| {
        let score = listed.score.map_or_else(String::new, |score| score.to_string());
        let (old, new) = if is_new { (String::new(), score) } else { (score, String::new()) };
        let state = if is_new { "only-new" } else { "only-old" };
        let mut row = vec![no_formula(&harmless(&listed.id)), old, new, String::new(), state.to_owned()];
        row.resize(head.len(), String::new());
        row
    };
    let is_all = only.is_none();
    let added = comparison.added.iter().filter(|_| is_all).map(|listed| in_one(listed, true));
    let gone = comparison.gone.iter().filter(|_| is_all).map(|listed| in_one(listed, false));
    let head = std::iter::once(head.map(str::to_owned).to_vec());
    written(head.chain(moved).chain(added).chain(gone))
}

/// A cell that a spreadsheet would take for a formula gets an apostrophe in front.
fn no_formula(cell: &str) -> String {
    // Some spreadsheets take the wide forms of East Asian keyboards for the narrow ones.
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::no_formula;

    #[test]
    fn formulas_are_disarmed() {
        assert_eq!(no_formula("=1+1"), "'=1+1");
        assert_eq!(no_formula("an"), "an");
    }
}

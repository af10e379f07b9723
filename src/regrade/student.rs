//! One submission in both reports.

use std::collections::BTreeSet;

use super::change::Change;
use super::made::{Kept, Made};
use super::results::{Names, Outcome, Results, State, Student};
use crate::spec::Points;

/// A submission of both reports whose results are not the same in both.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Its id.
    pub id: String,
    /// The way its score went.
    pub went: Move,
    /// The lines of the account that changed, besides the tests themselves.
    pub shifts: Vec<Shift>,
    /// The tests whose outcome differs, in the order of the new spec, those that are no longer there last.
    pub flips: Vec<Flip>,
    /// The reasons, of the parts of the change that have one of their own: tests, marks, lateness.
    pub whys: Vec<Why>,
    /// The reason for what differs in tests.
    pub(super) of_tests: Why,
}

/// The way in which a score went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// From a score to a score, which may be the same one.
    Score {
        /// The old score.
        old: Points,
        /// The new score.
        new: Points,
    },
    /// It had a score, and needs review now.
    NowReview {
        /// The old score.
        old: Points,
        /// The reasons for review.
        why: Vec<String>,
    },
    /// It needed review, and has a score now.
    NowGraded {
        /// The new score.
        new: Points,
        /// The reasons for review that there were.
        was: Vec<String>,
    },
    /// It has no score in either report.
    StillReview {
        /// The reasons for review.
        why: Vec<String>,
    },
}

impl Move {
    /// The difference of two scores; `None` where one of them is withheld.
    pub fn change(&self) -> Option<Change> {
        match self {
            Self::Score { old, new } => Some(Change::between(*old, *new)),
            _ => None,
        }
    }
}

/// A line of the account that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The line, as the report calls it: `late`, `rubric`.
    pub line: String,
    /// What it changed the score by, before lines after it.
    pub by: Change,
}

/// A test whose outcome differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flip {
    /// The test's id; empty for the submission as a whole, where it could not be run in one of the reports.
    pub test: String,
    /// The kind of change.
    pub kind: FlipKind,
    /// The old verdict by its name in reports; empty where there was none, or it is not shown.
    pub old: String,
    /// The new verdict, in the same way.
    pub new: String,
    /// The difference of the points that it earns; `None` where one of them is not known.
    pub by: Option<Change>,
}

/// The kinds of change of a test's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlipKind {
    /// It passed, and does not pass now.
    Fails,
    /// It did not pass, and passes now.
    Passes,
    /// It was judged, and is not now.
    NotJudged,
    /// It was not judged, or a person did, and it is judged now.
    Judged,
    /// It has another verdict, and is no more and no less passed than before.
    Otherwise,
    /// It is the same, for other points.
    Points,
    /// The new spec has it, the old one does not.
    Added,
    /// The old spec has it, the new one does not.
    Removed,
}

impl FlipKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Fails,
        Self::Passes,
        Self::NotJudged,
        Self::Judged,
        Self::Otherwise,
        Self::Points,
        Self::Added,
        Self::Removed,
    ];

    /// Its name in machine-readable reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Fails => "now-fails",
            Self::Passes => "now-passes",
            Self::NotJudged => "now-needs-review",
            Self::Judged => "now-judged",
            Self::Otherwise => "other-verdict",
            Self::Points => "other-points",
            Self::Added => "new-test",
            Self::Removed => "removed-test",
        }
    }

    /// Returns `true` if the test says something else about the program.
    pub fn is_flip(self) -> bool {
        matches!(self, Self::Fails | Self::Passes | Self::NotJudged | Self::Judged)
    }

    fn between(old: State, new: State) -> Self {
        match (old, new) {
            (State::Absent, _) => Self::Added,
            (_, State::Absent) => Self::Removed,
            (old, new) if old == new => Self::Otherwise,
            (State::NotJudged, _) => Self::Judged,
            (_, State::NotJudged) => Self::NotJudged,
            (State::Passed, _) => Self::Fails,
            (_, State::Passed) => Self::Passes,
            (State::Failed | State::NotRun, State::Failed | State::NotRun) => Self::Otherwise,
        }
    }
}

/// Something that results depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The student's files.
    Files,
    /// The spec.
    Spec,
    /// The program that grades.
    Tool,
    /// The compiler.
    Compiler,
    /// The marks that people gave.
    Marks,
    /// The time at which it was handed in.
    Time,
}

impl Cause {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Files, Self::Spec, Self::Tool, Self::Compiler, Self::Marks, Self::Time];

    /// Its name in machine-readable reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Spec => "spec",
            Self::Tool => "grader",
            Self::Compiler => "compiler",
            Self::Marks => "marks",
            Self::Time => "time",
        }
    }
}

/// The reason of a part of a change: one of those that differ. Where there are several, or some are not known, it is not said which.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Why {
    /// What differs.
    pub differs: Vec<Cause>,
    /// What may differ: a report does not say.
    pub unknown: Vec<Cause>,
}

impl Why {
    fn of(known: &[(Cause, Kept)]) -> Self {
        let of = |wanted: Kept| {
            known.iter().filter(|(_, kept)| *kept == wanted).map(|(cause, _)| *cause).collect()
        };
        Self { differs: of(Kept::Changed), unknown: of(Kept::Unknown) }
    }
}

/// Lines of the account, and keys of specs.
const RUBRIC: &str = "rubric";
const LATE: &str = "late";
const DUE: &str = "due";

/// Both reports, with what they were made by.
pub(super) struct Both<'r> {
    pub(super) old: &'r Results,
    pub(super) new: &'r Results,
    pub(super) made: &'r Made,
    /// The tests of both specs, in the order of [`Moved::flips`], each with its numbers in both reports.
    tests: Vec<(&'r str, Option<u32>, Option<u32>)>,
}

impl<'r> Both<'r> {
    pub(super) fn new(old: &'r Results, new: &'r Results, made: &'r Made) -> Self {
        let ids: BTreeSet<&str> = new.tests.iter().map(|test| test.id.as_str()).collect();
        let gone = old.tests.iter().map(|test| test.id.as_str()).filter(|id| !ids.contains(id));
        let all = new.tests.iter().map(|test| test.id.as_str()).chain(gone);
        let tests = all.map(|id| (id, old.names.find(id), new.names.find(id))).collect();
        Self { old, new, made, tests }
    }

    /// A submission in both; `None` if its results are the same.
    pub(super) fn moved(&self, old: &Student, new: &Student) -> Option<Moved> {
        let went = match (old.score, new.score) {
            (Some(old), Some(new)) => Move::Score { old, new },
            (Some(old), None) => Move::NowReview { old, why: new.review.clone() },
            (None, Some(new)) => Move::NowGraded { new, was: old.review.clone() },
            (None, None) => Move::StillReview { why: new.review.clone() },
        };
        let (flips, shifts) = (self.flips(old, new), self.shifts(old, new));
        let is_same = match &went {
            Move::Score { old, new } => old == new,
            Move::StillReview { why } => *why == old.review,
            Move::NowReview { .. } | Move::NowGraded { .. } => false,
        };
        if is_same && flips.is_empty() && shifts.is_empty() {
            return None;
        }
        let of_tests = self.why_tests(old, new);
        let is_of_tests = |shift: &Shift| shift.line != RUBRIC && shift.line != LATE;
        let shifted = |line: &str| shifts.iter().any(|shift| shift.line == line);
        let has_tests = !flips.is_empty() || shifts.iter().any(is_of_tests);
        let parts = [
            (has_tests, of_tests.clone()),
            (shifted(RUBRIC), self.why_rubric(old, new)),
            // The same share of other points is no reason of its own.
            (shifted(LATE) && cost(old) != cost(new), self.why_late(old, new)),
        ];
        let mut whys: Vec<Why> = parts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, why)| why).collect();
        if whys.is_empty() {
            whys.push(of_tests.clone());
        }
        whys.sort();
        whys.dedup();
        Some(Moved { id: new.id.clone(), went, shifts, flips, whys, of_tests })
    }

    fn flips(&self, old: &Student, new: &Student) -> Vec<Flip> {
        let word = |names: &Names, verdict: Option<u32>| {
            verdict.map(|verdict| names.word(verdict).to_owned()).unwrap_or_default()
        };
        // Where nothing could be run, all tests have one reason.
        if old.unrun.is_some() || new.unrun.is_some() {
            let (one, other) = (word(&self.old.names, old.unrun), word(&self.new.names, new.unrun));
            if one == other {
                return Vec::new();
            }
            let state = |verdict: &str| if verdict.is_empty() { State::Passed } else { State::of(verdict) };
            let kind = FlipKind::between(state(&one), state(&other));
            let by = old.score.zip(new.score).map(|(one, other)| Change::between(one, other));
            return vec![Flip { test: String::new(), kind, old: one, new: other, by }];
        }
        let (before, after) = (by_test(&self.old.names, old), by_test(&self.new.names, new));
        let of = |known: &[Option<Outcome>], number: Option<u32>| {
            number.and_then(|number| known.get(number as usize).copied().flatten())
        };
        let mut flips = Vec::new();
        for (id, in_old, in_new) in &self.tests {
            let (one, other) = (of(&before, *in_old), of(&after, *in_new));
            let verdict =
                |names: &Names, known: Option<Outcome>| word(names, known.and_then(|known| known.verdict));
            let (was, is) = (verdict(&self.old.names, one), verdict(&self.new.names, other));
            let earned = |known: Option<Outcome>| known.map_or(Some(Points::ZERO), |known| known.earned);
            let by = earned(one).zip(earned(other)).map(|(one, other)| Change::between(one, other));
            let is_shown = |known: Option<Outcome>, verdict: &str| known.is_none() || !verdict.is_empty();
            let state = |known: Option<Outcome>, verdict: &str| {
                if known.is_none() { State::Absent } else { State::of(verdict) }
            };
            let kind = if one.is_none() && other.is_none() {
                continue;
            } else if was == is && one.is_some() == other.is_some()
                || !is_shown(one, &was)
                || !is_shown(other, &is)
            {
                // What students are not shown is not known to differ.
                if by.is_none_or(|by| by == Change::NONE) {
                    continue;
                }
                FlipKind::Points
            } else {
                FlipKind::between(state(one, &was), state(other, &is))
            };
            flips.push(Flip { test: (*id).to_owned(), kind, old: was, new: is, by });
        }
        flips
    }

    /// The lines of the account that differ, without that of the tests.
    fn shifts(&self, old: &Student, new: &Student) -> Vec<Shift> {
        let lines = |names: &Names, student: &Student| -> Vec<(String, i64)> {
            student.account.iter().map(|(line, by)| (names.word(*line).to_owned(), *by)).collect()
        };
        let (before, after) = (lines(&self.old.names, old), lines(&self.new.names, new));
        if before.is_empty() || after.is_empty() {
            return Vec::new();
        }
        let of = |lines: &[(String, i64)], line: &str| {
            lines.iter().find(|known| known.0 == line).map_or(0, |known| known.1)
        };
        let named: BTreeSet<&String> = before.iter().chain(&after).map(|line| &line.0).collect();
        let shift = |line: &String| {
            let by = Change::from_hundredths(of(&after, line) - of(&before, line));
            let is_of_tests = line == "cases" || line == "bonus";
            (by != Change::NONE && !is_of_tests).then(|| Shift { line: line.clone(), by })
        };
        named.into_iter().filter_map(shift).collect()
    }

    /// What of all that the outcomes of tests depend on is not the same in both.
    fn why_tests(&self, old: &Student, new: &Student) -> Why {
        let spec = if self.made.parts.touches_tests() { self.made.spec } else { Kept::Same };
        Why::of(&[
            (Cause::Files, files(old, new)),
            (Cause::Spec, spec),
            (Cause::Tool, self.made.tool),
            (Cause::Compiler, self.made.compiler),
            (Cause::Marks, self.marks_for_tests(old, new)),
        ])
    }

    /// The same of the points of the rubric.
    fn why_rubric(&self, old: &Student, new: &Student) -> Why {
        let given = |names: &Names, student: &Student| -> BTreeSet<(String, Option<Points>)> {
            let given = student.rubric.iter().filter(|(_, given)| given.is_some());
            given.map(|(item, given)| (names.word(*item).to_owned(), *given)).collect()
        };
        let is_same = given(&self.old.names, old) == given(&self.new.names, new);
        let spec = if self.made.parts.touches(&[RUBRIC]) { self.made.spec } else { Kept::Same };
        Why::of(&[(Cause::Spec, spec), (Cause::Marks, if is_same { Kept::Same } else { Kept::Changed })])
    }

    /// The same of what lateness costs.
    fn why_late(&self, old: &Student, new: &Student) -> Why {
        let spec = if self.made.parts.touches(&[LATE, DUE]) { self.made.spec } else { Kept::Same };
        Why::of(&[(Cause::Spec, spec), (Cause::Time, self.time(old, new))])
    }

    /// Whether people gave other points for tests that could not be judged.
    fn marks_for_tests(&self, old: &Student, new: &Student) -> Kept {
        let is_by_hand = |names: &Names, student: &Student| {
            let by_hand = names.find("by-hand");
            by_hand.is_some() && student.outcomes.iter().any(|outcome| outcome.verdict == by_hand)
        };
        if !is_by_hand(&self.old.names, old) && !is_by_hand(&self.new.names, new) {
            return Kept::Same;
        }
        match (&old.receipt, &new.receipt) {
            (Some((_, one)), Some((_, other))) if !self.new.is_for_students => Kept::same(one == other),
            _ => Kept::Unknown,
        }
    }

    fn time(&self, old: &Student, new: &Student) -> Kept {
        let is_due_kept = !self.made.parts.touches(&[DUE]);
        match (&old.late, &new.late) {
            (Some(one), Some(other)) if one.submitted != other.submitted => Kept::Changed,
            (Some(_), None) | (None, Some(_)) if is_due_kept => Kept::Changed,
            (Some(_), None) | (None, Some(_)) => Kept::Unknown,
            _ => Kept::Same,
        }
    }
}

/// What lateness costs a submission.
fn cost(student: &Student) -> (u64, bool) {
    student.late.as_ref().map_or((0, false), |late| (late.percent, late.rejected))
}

pub(super) fn files(old: &Student, new: &Student) -> Kept {
    let (Some((one, _)), Some((other, _))) = (&old.receipt, &new.receipt) else { return Kept::Unknown };
    Kept::same(one == other)
}

/// The outcomes of a submission by the numbers of their tests.
fn by_test(names: &Names, student: &Student) -> Vec<Option<Outcome>> {
    let mut known = vec![None; names.words().len()];
    for outcome in &student.outcomes {
        if let Some(place) = known.get_mut(outcome.test as usize) {
            *place = Some(*outcome);
        }
    }
    known
}

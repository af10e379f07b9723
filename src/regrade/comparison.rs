//! Both reports together.

use std::collections::BTreeMap;

use super::change::{Change, mean};
use super::made::{Kept, Made};
use super::results::{Results, Student};
use super::student::{Both, Cause, FlipKind, Move, Moved, Why, files};
use crate::diagnostics::{Language, Text, text};
use crate::spec::Points;

/// All differences between two reports on a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The assignment's title, as the new report has it.
    pub title: String,
    /// The points that were possible, and that are now.
    pub points: (Points, Points),
    /// The programs that wrote the reports, with their versions.
    pub tools: (String, String),
    /// The paths of the specs, as they were given.
    pub specs: (String, String),
    /// What the reports were made by.
    pub made: Made,
    /// The number of submissions that are in both.
    pub both: usize,
    /// The number of those of them whose files differ; `None` where a report does not say.
    pub resubmitted: Option<usize>,
    /// The number of those of them that have a score in both.
    pub scored: usize,
    /// Those of them that differ; sorted by id.
    pub moved: Vec<Moved>,
    /// The submissions that only the new report has; sorted by id.
    pub added: Vec<Listed>,
    /// The submissions that only the old report has; sorted by id.
    pub gone: Vec<Listed>,
    /// The same change of the same test, with all whom it befell: those first that cost most, then those that befell most.
    pub clusters: Vec<Cluster>,
}

/// A submission that is in one report only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Its score; `None` if it needs review.
    pub score: Option<Points>,
}

/// A change of a test that several submissions may share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The test; empty for submissions as a whole, where nothing could be run.
    pub test: String,
    /// The kind of change.
    pub kind: FlipKind,
    /// The old verdict, by its name in reports, where all of them had the same and it says why; otherwise empty.
    pub old: String,
    /// The new verdict, in the same way.
    pub new: String,
    /// The points of the test that all of them together gained or lost, as far as that is known.
    pub by: Change,
    /// The ids of the submissions; sorted.
    pub students: Vec<String>,
    /// The reasons, with the number of submissions for each; the most frequent one first.
    pub whys: Vec<(Why, usize)>,
}

/// How many submissions went which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// With a lower score.
    pub lower: usize,
    /// With a higher score.
    pub higher: usize,
    /// With the same score, or still without one.
    pub same: usize,
    /// With a score before and without one now.
    pub now_review: usize,
    /// Without a score before and with one now.
    pub now_graded: usize,
    /// With another outcome of a test: one that passed or failed, or was judged or not.
    pub flipped: usize,
}

/// The reasons why two reports cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComparable {
    /// They are about different assignments.
    Assignments {
        /// The id of the old one.
        old: String,
        /// The id of the new one.
        new: String,
    },
    /// One is for students, and lacks what they may not see.
    Audiences {
        /// The report that is for students: `old` or `new`.
        for_students: &'static str,
    },
}

impl NotComparable {
    /// The message for it.
    pub fn words(&self) -> Text {
        match self {
            Self::Assignments { old, new } => text!(
                "the reports are about different assignments, `{old}` and `{new}`; give two reports on the same one",
                "hai báo cáo về hai bài tập khác nhau, `{old}` và `{new}`; hãy đưa hai báo cáo của cùng một bài tập"
            ),
            Self::Audiences { for_students } => {
                let which = if *for_students == "old" { "cũ" } else { "mới" };
                text!(
                    "the {for_students} report was written for students and lacks what they may not see; compare two reports for staff (without --audience student)",
                    "báo cáo {which} được ghi cho sinh viên nên thiếu những gì họ không được xem; hãy so sánh hai báo cáo cho giáo viên (không có --audience student)"
                )
            }
        }
    }
}

impl std::fmt::Display for NotComparable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

impl Comparison {
    /// Compares two reports, whose submissions are sorted by id.
    ///
    /// # Errors
    /// If they are about different assignments, or for different readers.
    pub fn between(old: &Results, new: &Results) -> Result<Self, NotComparable> {
        if old.assignment != new.assignment {
            let [old, new] = [old, new].map(|results| results.assignment.clone());
            return Err(NotComparable::Assignments { old, new });
        }
        if old.is_for_students != new.is_for_students {
            let for_students = if old.is_for_students { "old" } else { "new" };
            return Err(NotComparable::Audiences { for_students });
        }
        let made = Made::between(old, new);
        let both = Both::new(old, new, &made);
        let (mut moved, mut added, mut count, mut scored) = (Vec::new(), Vec::new(), 0, 0);
        let mut resubmitted = Some(0);
        let known: BTreeMap<&str, &Student> =
            old.students.iter().map(|student| (student.id.as_str(), student)).collect();
        let ids: BTreeMap<&str, &Student> =
            new.students.iter().map(|student| (student.id.as_str(), student)).collect();
        for (id, student) in &ids {
            match known.get(id) {
                Some(before) => {
                    count += 1;
                    let is_other = match files(before, student) {
                        Kept::Same => Some(0),
                        Kept::Changed => Some(1),
                        Kept::Unknown => None,
                    };
                    resubmitted = resubmitted.zip(is_other).map(|(sum, more)| sum + more);
                    scored += usize::from(before.score.is_some() && student.score.is_some());
                    moved.extend(both.moved(before, student));
                }
                None => added.push(Listed::of(student)),
            }
        }
        let gone = known.iter().filter(|(id, _)| !ids.contains_key(*id));
        let gone = gone.map(|(_, student)| Listed::of(student)).collect();
        let clusters = clusters(&moved, &made);
        Ok(Self {
            title: new.title.clone(),
            points: (old.points, new.points),
            tools: (old.tool.clone(), new.tool.clone()),
            specs: (old.spec.clone(), new.spec.clone()),
            made,
            both: count,
            resubmitted,
            scored,
            moved,
            added,
            gone,
            clusters,
        })
    }

    /// How many submissions went which way.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for moved in &self.moved {
            match &moved.went {
                Move::Score { old, new } if new < old => counts.lower += 1,
                Move::Score { old, new } if new > old => counts.higher += 1,
                Move::NowReview { .. } => counts.now_review += 1,
                Move::NowGraded { .. } => counts.now_graded += 1,
                Move::Score { .. } | Move::StillReview { .. } => {}
            }
            counts.flipped += usize::from(moved.flips.iter().any(|flip| flip.kind.is_flip()));
        }
        counts.same = self.both - counts.lower - counts.higher - counts.now_review - counts.now_graded;
        counts
    }

    /// The mean change of those with a score in both; `None` if there are none.
    pub fn mean(&self) -> Option<Change> {
        let changes: Vec<Change> = self.moved.iter().filter_map(|moved| moved.went.change()).collect();
        let others = self.scored.saturating_sub(changes.len());
        mean(changes.into_iter().chain(std::iter::repeat_n(Change::NONE, others)))
    }

    /// The largest change of a score, with the first submission that has it; a fall before a rise. `None` if no score changed.
    pub fn largest(&self) -> Option<(&str, Change)> {
        let changes = self.moved.iter().filter_map(|moved| Some((moved.id.as_str(), moved.went.change()?)));
        changes.filter(|(_, change)| *change != Change::NONE).min_by_key(|(id, change)| {
            (std::cmp::Reverse(change.hundredths().abs()), change.hundredths(), *id)
        })
    }

    /// The submissions that differ, as people read them: those that fell first, the deepest before all others; then those that need
    /// review now, those that rose, those that have a score now, and those with the same score.
    pub fn ranked(&self) -> Vec<&Moved> {
        let mut moved: Vec<&Moved> = self.moved.iter().collect();
        moved.sort_by_key(|moved| {
            let (rank, size) = match (&moved.went, moved.went.change()) {
                (_, Some(change)) if change < Change::NONE => (0, change.hundredths()),
                (Move::NowReview { .. }, _) => (1, 0),
                (_, Some(change)) if change > Change::NONE => (2, change.mirrored().hundredths()),
                (Move::NowGraded { .. }, _) => (3, 0),
                _ => (4, 0),
            };
            (rank, size, moved.id.as_str())
        });
        moved
    }

    /// The reasons why scores changed, with the number of submissions for each; the most frequent one first.
    pub fn whys(&self) -> Vec<(Vec<Why>, usize)> {
        let is_score = |moved: &&Moved| moved.went.change() != Some(Change::NONE);
        tally(self.moved.iter().filter(is_score).map(|moved| &moved.whys))
    }
}

impl Listed {
    fn of(student: &Student) -> Self {
        Self { id: student.id.clone(), score: student.score }
    }
}

fn tally<'w, T: Clone + Ord + 'w>(whys: impl Iterator<Item = &'w T>) -> Vec<(T, usize)> {
    let mut counts: BTreeMap<&T, usize> = BTreeMap::new();
    for why in whys {
        *counts.entry(why).or_default() += 1;
    }
    let mut counts: Vec<(T, usize)> = counts.into_iter().map(|(why, count)| (why.clone(), count)).collect();
    // A stable sort: reasons of the same count stay in their own order.
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn clusters(moved: &[Moved], made: &Made) -> Vec<Cluster> {
    type Key<'m> = (FlipKind, &'m str, &'m str, &'m str);
    let mut found: BTreeMap<Key<'_>, (Change, Vec<&Moved>)> = BTreeMap::new();
    for one in moved {
        for flip in &one.flips {
            // Of those that pass in one report, it is of no account here how well they do there.
            let (old, new) = match flip.kind {
                FlipKind::Fails | FlipKind::NotJudged | FlipKind::Added => ("", flip.new.as_str()),
                FlipKind::Passes | FlipKind::Judged | FlipKind::Removed => (flip.old.as_str(), ""),
                FlipKind::Points => ("", ""),
                FlipKind::Otherwise => (flip.old.as_str(), flip.new.as_str()),
            };
            let key = (flip.kind, flip.test.as_str(), old, new);
            let (by, students) = found.entry(key).or_default();
            *by = [*by, flip.by.unwrap_or_default()].into_iter().sum();
            students.push(one);
        }
    }
    let cluster = |((kind, test, old, new), (by, students)): (Key<'_>, (Change, Vec<&Moved>))| {
        let whys: Vec<Why> = students.iter().map(|moved| of_verdict(&moved.of_tests, kind, made)).collect();
        Cluster {
            test: test.to_owned(),
            kind,
            old: old.to_owned(),
            new: new.to_owned(),
            by,
            students: students.iter().map(|moved| moved.id.clone()).collect(),
            whys: tally(whys.iter()),
        }
    };
    let mut clusters: Vec<Cluster> = found.into_iter().map(cluster).collect();
    clusters.sort_by_key(|cluster| {
        (!cluster.kind.is_flip(), -cluster.by.hundredths().abs(), std::cmp::Reverse(cluster.students.len()))
    });
    clusters
}

/// The reason for a change of this kind: marks and prices change no verdict that a program gets.
fn of_verdict(why: &Why, kind: FlipKind, made: &Made) -> Why {
    let is_by_people =
        matches!(kind, FlipKind::Judged | FlipKind::NotJudged | FlipKind::Otherwise | FlipKind::Points);
    let counts = |cause: &Cause| match cause {
        Cause::Marks => is_by_people,
        Cause::Spec => kind == FlipKind::Points || made.parts.touches_verdicts(),
        Cause::Files | Cause::Tool | Cause::Compiler | Cause::Time => true,
    };
    let of = |causes: &[Cause]| causes.iter().copied().filter(|cause| counts(cause)).collect();
    Why { differs: of(&why.differs), unknown: of(&why.unknown) }
}

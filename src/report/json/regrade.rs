//! A comparison of two reports, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Number, decimal, to_bytes};
use crate::diagnostics::Language;
use crate::regrade::{Cause, Change, Comparison, Kept, Listed, Made, Move, Moved, Why};
use crate::report::regrade::{Only, listed};

/// The version of this format: it grows when a field changes its meaning or goes away.
const FORMAT: u32 = 1;

/// Writes it. Words of ours are not in it, so that the language is of no account.
pub(in crate::report) fn to_json(comparison: &Comparison, only: Option<Only>, _: Language) -> Vec<u8> {
    to_bytes(&Entry::of(comparison, only))
}

/// The JSON schema of a comparison.
pub(in crate::report) fn schema() -> Vec<u8> {
    to_bytes(&super::entries::generator().into_root_schema_for::<Entry<'static>>())
}

/// A comparison of two reports of grader on the same class.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A comparison of two reports of grader", inline)]
struct Entry<'c> {
    format: u32,
    title: &'c str,
    old: SideEntry<'c>,
    new: SideEntry<'c>,
    /// What the reports were made by, and where that differs.
    made: MadeEntry<'c>,
    counts: CountsEntry,
    /// The mean change of those with a score in both reports; `null` if there are none.
    mean: Option<Number>,
    /// The reasons why scores changed, with the number of submissions for each.
    why: Vec<ReasonsEntry>,
    /// The same change of the same test, with all whom it befell.
    tests: Vec<ClusterEntry<'c>>,
    /// The submissions that differ: those that fell first.
    moved: Vec<MovedEntry<'c>>,
    /// The submissions that only the new report has.
    only_new: Vec<ListedEntry<'c>>,
    /// The submissions that only the old report has.
    only_old: Vec<ListedEntry<'c>>,
}

#[derive(Serialize, JsonSchema)]
struct SideEntry<'c> {
    tool: &'c str,
    /// The path of the spec, as it was given.
    spec: &'c str,
    points: Number,
}

#[derive(Serialize, JsonSchema)]
struct MadeEntry<'c> {
    /// `same`, `changed` or `unknown`, as for all of these.
    grader: &'static str,
    compiler: &'static str,
    /// As far as grades depend on it.
    spec: &'static str,
    /// How many of those in both reports have other files; `null` where a report does not say.
    other_files: Option<usize>,
    /// True if the text of the spec is another one, whether grades depend on it or not.
    other_text: bool,
    /// True if it is known of all parts of the spec whether they differ.
    complete: bool,
    tests_changed: &'c [String],
    tests_added: &'c [String],
    tests_removed: &'c [String],
    tests_reweighted: Vec<ReweightedEntry<'c>>,
    groups_changed: &'c [String],
    keys_changed: &'c [String],
}

#[derive(Serialize, JsonSchema)]
struct ReweightedEntry<'c> {
    test: &'c str,
    old: Number,
    new: Number,
}

#[derive(Serialize, JsonSchema)]
struct CountsEntry {
    /// In both reports.
    both: usize,
    lower: usize,
    higher: usize,
    same: usize,
    now_needs_review: usize,
    now_graded: usize,
    /// With a test that passed and does not now, or the other way round, or that is judged in one report only.
    flipped: usize,
    only_new: usize,
    only_old: usize,
}

/// A reason is one of those that differ; where there are several, it is not known which.
#[derive(Serialize, JsonSchema)]
struct WhyEntry {
    /// `files`, `spec`, `grader`, `compiler`, `marks`, `time`.
    differs: Vec<&'static str>,
    /// What may differ: a report does not say.
    unknown: Vec<&'static str>,
}

/// The reasons of a submission: all of them hold, each for a part of the change (tests, marks, lateness).
#[derive(Serialize, JsonSchema)]
struct ReasonsEntry {
    why: Vec<WhyEntry>,
    submissions: usize,
}

#[derive(Serialize, JsonSchema)]
struct ReasonEntry {
    why: WhyEntry,
    submissions: usize,
}

#[derive(Serialize, JsonSchema)]
struct ClusterEntry<'c> {
    /// `null` for submissions as a whole, where nothing could be run in one of the reports.
    test: Option<&'c str>,
    /// `now-fails`, `now-passes`, `now-needs-review`, `now-judged`, `other-verdict`, `other-points`, `new-test`, `removed-test`.
    kind: &'static str,
    old: Option<&'c str>,
    new: Option<&'c str>,
    /// The points that all of them together gained or lost in this test.
    change: Number,
    why: Vec<ReasonEntry>,
    submissions: &'c [String],
}

#[derive(Serialize, JsonSchema)]
struct MovedEntry<'c> {
    id: &'c str,
    /// `lower`, `higher`, `same`, `now-needs-review`, `now-graded`, `still-needs-review`.
    went: &'static str,
    /// `null` while anything needs review.
    old: Option<Number>,
    new: Option<Number>,
    /// `null` where one of the scores is withheld.
    change: Option<Number>,
    /// Why it needs review now, or did.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    review: &'c [String],
    why: Vec<WhyEntry>,
    tests: Vec<FlipEntry<'c>>,
    /// What else changed the score: lines of `account`.
    account: Vec<ShiftEntry<'c>>,
}

#[derive(Serialize, JsonSchema)]
struct FlipEntry<'c> {
    test: Option<&'c str>,
    kind: &'static str,
    old: Option<&'c str>,
    new: Option<&'c str>,
    /// `null` where the points of one of them are not known.
    change: Option<Number>,
}

#[derive(Serialize, JsonSchema)]
struct ShiftEntry<'c> {
    line: &'c str,
    change: Number,
}

#[derive(Serialize, JsonSchema)]
struct ListedEntry<'c> {
    id: &'c str,
    score: Option<Number>,
}

/// A change as a number with its sign.
fn signed(change: Change) -> Number {
    change.to_string().trim_start_matches('+').parse().expect("changes are written as a number")
}

fn named(word: &str) -> Option<&str> {
    (!word.is_empty()).then_some(word)
}

fn kept(kept: Kept) -> &'static str {
    match kept {
        Kept::Same => "same",
        Kept::Changed => "changed",
        Kept::Unknown => "unknown",
    }
}

impl<'c> Entry<'c> {
    fn of(comparison: &'c Comparison, only: Option<Only>) -> Self {
        let counts = comparison.counts();
        let clusters = comparison.clusters.iter().map(|known| ClusterEntry {
            test: named(&known.test),
            kind: known.kind.id(),
            old: named(&known.old),
            new: named(&known.new),
            change: signed(known.by),
            why: known.whys.iter().map(ReasonEntry::of).collect(),
            submissions: &known.students,
        });
        let list = |listed: &'c [Listed]| listed.iter().map(listed_entry).collect();
        Self {
            format: FORMAT,
            title: &comparison.title,
            old: SideEntry {
                tool: &comparison.tools.0,
                spec: &comparison.specs.0,
                points: decimal(comparison.points.0),
            },
            new: SideEntry {
                tool: &comparison.tools.1,
                spec: &comparison.specs.1,
                points: decimal(comparison.points.1),
            },
            made: MadeEntry::of(&comparison.made, comparison.resubmitted),
            counts: CountsEntry {
                both: comparison.both,
                lower: counts.lower,
                higher: counts.higher,
                same: counts.same,
                now_needs_review: counts.now_review,
                now_graded: counts.now_graded,
                flipped: counts.flipped,
                only_new: comparison.added.len(),
                only_old: comparison.gone.len(),
            },
            mean: comparison.mean().map(signed),
            why: comparison.whys().iter().map(ReasonsEntry::of).collect(),
            tests: clusters.collect(),
            moved: listed(comparison, only).into_iter().map(MovedEntry::of).collect(),
            only_new: list(&comparison.added),
            only_old: list(&comparison.gone),
        }
    }
}

impl<'c> MadeEntry<'c> {
    fn of(made: &'c Made, other_files: Option<usize>) -> Self {
        let reweighted = made.parts.reweighted.iter().map(|known| ReweightedEntry {
            test: &known.test,
            old: decimal(known.old),
            new: decimal(known.new),
        });
        Self {
            grader: kept(made.tool),
            compiler: kept(made.compiler),
            spec: kept(made.spec),
            other_files,
            other_text: made.is_other_text,
            complete: made.parts.is_complete,
            tests_changed: &made.parts.changed,
            tests_added: &made.parts.added,
            tests_removed: &made.parts.removed,
            tests_reweighted: reweighted.collect(),
            groups_changed: &made.parts.groups,
            keys_changed: &made.parts.keys,
        }
    }
}

impl WhyEntry {
    fn of(why: &Why) -> Self {
        let ids = |causes: &[Cause]| causes.iter().map(|cause| cause.id()).collect();
        Self { differs: ids(&why.differs), unknown: ids(&why.unknown) }
    }
}

impl ReasonsEntry {
    fn of((whys, submissions): &(Vec<Why>, usize)) -> Self {
        Self { why: whys.iter().map(WhyEntry::of).collect(), submissions: *submissions }
    }
}

impl ReasonEntry {
    fn of((why, submissions): &(Why, usize)) -> Self {
        Self { why: WhyEntry::of(why), submissions: *submissions }
    }
}

impl<'c> MovedEntry<'c> {
    fn of(moved: &'c Moved) -> Self {
        let (went, old, new, review): (_, _, _, &[String]) = match &moved.went {
            Move::Score { old, new } => {
                let went = match new.cmp(old) {
                    std::cmp::Ordering::Less => "lower",
                    std::cmp::Ordering::Equal => "same",
                    std::cmp::Ordering::Greater => "higher",
                };
                (went, Some(*old), Some(*new), &[])
            }
            Move::NowReview { old, why } => ("now-needs-review", Some(*old), None, why),
            Move::NowGraded { new, was } => ("now-graded", None, Some(*new), was),
            Move::StillReview { why } => ("still-needs-review", None, None, why),
        };
        let tests = moved.flips.iter().map(|flip| FlipEntry {
            test: named(&flip.test),
            kind: flip.kind.id(),
            old: named(&flip.old),
            new: named(&flip.new),
            change: flip.by.map(signed),
        });
        let account =
            moved.shifts.iter().map(|shift| ShiftEntry { line: &shift.line, change: signed(shift.by) });
        Self {
            id: &moved.id,
            went,
            old: old.map(decimal),
            new: new.map(decimal),
            change: moved.went.change().map(signed),
            review,
            why: moved.whys.iter().map(WhyEntry::of).collect(),
            tests: tests.collect(),
            account: account.collect(),
        }
    }
}

fn listed_entry(listed: &Listed) -> ListedEntry<'_> {
    ListedEntry { id: &listed.id, score: listed.score.map(decimal) }
}

//! The parts of a gradebook that students may see. The others are removed here, so that no report can give
//! them away.

use std::sync::Arc;

use super::gradebook::{
    CaseResult, Failure, FormatFinding, Gradebook, Graded, InferredOption, Terms, Turn, Withheld,
};
use super::receipt::Receipt;
use super::review::{NotJudged, Review};
use super::score::format_costs;
use super::verdict::Verdict;
use crate::diagnostics::Text;
use crate::spec::{Expectation, Group, Points, Show, Spec, When};

/// The reader of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The staff who grade; they see everything.
    #[default]
    Staff,
    /// Students, who see what the spec lets them see.
    Student {
        /// True once the last date for handing in has passed.
        after_due: bool,
    },
}

/// The parts of a case's result that a reader is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each part is shown or not")]
pub struct Shown {
    /// The points that it earns and those that it is worth.
    pub points: bool,
    /// The verdict and the reasons.
    pub message: bool,
    /// The input typed.
    pub input: bool,
    /// The expected output.
    pub expected: bool,
    /// The actual output of the program.
    pub actual: bool,
}

impl Audience {
    /// The parts of the cases of a group that this reader is shown.
    pub fn sees(self, show: &Show) -> Shown {
        let is_shown = |when: When| match self {
            Self::Staff => true,
            Self::Student { after_due } => when.has_come(after_due),
        };
        Shown {
            points: is_shown(show.points),
            message: is_shown(show.message),
            input: is_shown(show.input),
            expected: is_shown(show.expected),
            // A program may print what it reads.
            actual: is_shown(show.actual.max(show.input)),
        }
    }
}

impl Audience {
    /// Returns `true` if this reader may know which lines the tests of a group execute. A program can be written so that these
    /// lines say what was typed, so that this is for readers who are shown the input.
    pub fn tells_lines(self, group: &Group) -> bool {
        let shown = self.sees(&group.show);
        shown.message && shown.input
    }
}

impl Shown {
    /// Returns `true` if the case is in the report at all: a result with neither points nor verdict says
    /// nothing.
    pub fn is_there(self) -> bool {
        self.points || self.message
    }
}

impl Gradebook {
    /// The parts of a case that the reader of this gradebook is shown.
    pub fn shown(&self, case: usize) -> Shown {
        let mut groups = self.spec.groups.iter().flat_map(|group| group.cases.iter().map(|_| &group.show));
        let shown = self.audience.sees(groups.nth(case).unwrap_or(&Show::all(When::Always)));
        Shown { points: shown.points && self.part.is_none(), ..shown }
    }

    /// A book without submissions.
    pub fn new(spec: &Arc<Spec>) -> Self {
        Self {
            spec: Arc::clone(spec),
            submissions: Vec::new(),
            skipped: Vec::new(),
            roster: Vec::new(),
            audience: Audience::Staff,
            withheld: Withheld::default(),
            part: None,
        }
    }

    /// A book of one submission.
    pub fn of_one(spec: &Arc<Spec>, graded: &Graded) -> Self {
        Self { submissions: vec![graded.clone()], ..Self::new(spec) }
    }

    /// The book without its submissions.
    #[must_use]
    pub fn cover(&self) -> Self {
        Self {
            spec: Arc::clone(&self.spec),
            submissions: Vec::new(),
            skipped: self.skipped.clone(),
            roster: self.roster.clone(),
            audience: self.audience,
            withheld: self.withheld,
            part: self.part,
        }
    }

    /// The book as it may be given to a reader. Cases that are not shown are not in it, neither in the spec nor in the
    /// results, and points that are not shown are not in any sum. For staff it is the book itself.
    #[must_use]
    pub fn shown_to(&self, audience: Audience) -> Self {
        if audience == Audience::Staff {
            return self.clone();
        }
        let spec = spec_for(&self.spec, audience);
        let withheld = Withheld {
            cases: self.spec.cases().count() - spec.cases().count(),
            points: self.spec.points.saturating_sub(spec.points),
        };
        let submissions = self.submissions.iter().map(|graded| self.for_reader(&spec, graded, audience));
        Self {
            submissions: submissions.collect(),
            // The names of files that are no submissions are for the person who collects them.
            skipped: Vec::new(),
            roster: Vec::new(),
            spec: Arc::new(spec),
            audience,
            withheld,
            part: self.part,
        }
    }

    /// A result of a submission as it may be shown to a reader; the case is counted as in this book.
    pub fn result_for(&self, graded: &Graded, case: usize, audience: Audience) -> CaseResult {
        let mut groups =
            self.spec.groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case)));
        let (Some((group, own)), Some(result)) = (groups.nth(case), graded.results.get(case)) else {
            return CaseResult::default();
        };
        let is_told = |id: &str| self.is_told(id, audience);
        // The explanation of a failed case of these kinds names the expected words and the players' moves.
        let is_of_words = !matches!(own.expectation, Expectation::Keys(_) | Expectation::Literal { .. });
        result_for(result, audience.sees(&group.show), is_of_words, &is_told)
    }

    /// A reading, with the case that shows it as far as the reader sees what becomes of this case.
    fn reading_for(&self, inferred: &InferredOption, audience: Audience) -> InferredOption {
        let seen_in = inferred.seen_in.clone().filter(|id| self.is_told(id, audience));
        InferredOption { seen_in, ..inferred.clone() }
    }

    /// Returns `true` if a reader is told what became of a case.
    fn is_told(&self, id: &str, audience: Audience) -> bool {
        let mut groups = self.spec.groups.iter();
        let group = groups.find(|group| group.cases.iter().any(|case| case.id == id));
        group.is_some_and(|group| audience.sees(&group.show).message)
    }

    /// The groups that were not judged, of those that are shown; with the points and the reason as far as they are.
    fn not_judged_for(&self, graded: &Graded, audience: Audience) -> Vec<NotJudged> {
        let seen = |known: &NotJudged| {
            let group = self.spec.groups.iter().find(|group| group.id == known.group)?;
            let shown = audience.sees(&group.show);
            let why = if shown.message { known.why.clone() } else { Review::NotUnderstood(Text::default()) };
            let points = if shown.points { known.points } else { Points::ZERO };
            shown.is_there().then(|| NotJudged { points, why, ..known.clone() })
        };
        graded.not_judged.iter().filter_map(seen).collect()
    }

    fn for_reader(&self, spec: &Spec, graded: &Graded, audience: Audience) -> Graded {
        let groups = self.spec.groups.iter();
        let shown: Vec<Shown> =
            groups.flat_map(|group| group.cases.iter().map(|_| audience.sees(&group.show))).collect();
        let cost = |costs: Vec<Points>| -> Points {
            costs.iter().zip(&shown).filter(|(_, shown)| shown.points).map(|(cost, _)| *cost).sum()
        };
        let there =
            (0..graded.results.len()).filter(|case| shown.get(*case).is_some_and(|shown| shown.is_there()));
        let results: Vec<CaseResult> = there.map(|case| self.result_for(graded, case, audience)).collect();
        let format = graded.format.iter().filter_map(|finding| {
            let has_kind = |result: &&CaseResult| result.comparison.kinds.contains(finding.kind);
            let cases = results.iter().filter(has_kind).count();
            // Of what it costs, the part of the cases whose points are shown.
            let earned = |counts: &dyn Fn(usize) -> bool| -> Points {
                let all = graded.results.iter().enumerate();
                let counted = all.filter(|(case, result)| counts(*case) && has_kind(result));
                counted.map(|(_, result)| result.earned).sum()
            };
            let is_shown = |case: usize| shown.get(case).is_some_and(|shown| shown.points);
            let cost = finding.cost.scaled(earned(&is_shown), earned(&|_| true));
            let of_case = |id: &str| {
                let case = self.spec.cases().position(|case| case.id == id)?;
                shown.get(case).copied()
            };
            let alone = results.iter().filter(|result| result.comparison.kinds.is_only(finding.kind)).count();
            (cases > 0).then(|| finding_for(finding, (cases, alone, cost), &of_case))
        });
        Graded {
            format: format.collect(),
            inferred: graded.inferred.iter().map(|inferred| self.reading_for(inferred, audience)).collect(),
            format_cost: cost(format_costs(graded)),
            terms: Terms::of(spec),
            not_judged: self.not_judged_for(graded, audience),
            results,
            roster: Vec::new(),
            ran: graded.ran.as_ref().map(|ran| {
                let groups = &self.spec.groups;
                ran.without(|id| groups.iter().any(|group| group.id == id && audience.tells_lines(group)))
            }),
            receipt: graded.receipt.clone().map(|receipt| Receipt { marks: None, ..receipt }),
            ..graded.clone()
        }
    }
}

/// The spec without the groups that are not shown and without the points that are not.
fn spec_for(spec: &Spec, audience: Audience) -> Spec {
    let mut seen = spec.clone();
    seen.groups.retain(|group| audience.sees(&group.show).is_there());
    for group in &mut seen.groups {
        let shown = audience.sees(&group.show);
        if !shown.message {
            group.hint = Text::default();
        }
        if !shown.points {
            group.points = Points::ZERO;
            for case in &mut group.cases {
                case.points = Points::ZERO;
            }
        }
    }
    let possible = seen.groups.iter().map(Group::possible);
    let style = seen.style.rules.iter().map(|rule| rule.points);
    seen.points = possible.chain(style).chain(seen.rubric.iter().map(|item| item.points)).sum();
    seen
}

fn result_for(
    result: &CaseResult,
    shown: Shown,
    is_of_words: bool,
    is_told: &dyn Fn(&str) -> bool,
) -> CaseResult {
    let mut seen = CaseResult { to_staff: String::new(), ..result.clone() };
    if !shown.points {
        seen.earned = Points::ZERO;
    }
    if !shown.message {
        // The points show whether it earns them.
        seen.verdict = match result.verdict {
            verdict if verdict.earns() => Verdict::Pass,
            verdict if verdict.is_judged() => Verdict::NotShown,
            _ => Verdict::NotJudged,
        };
        seen.ended = None;
        seen.comparison = crate::compare::Comparison::default();
    }
    seen.failure = result.failure.as_ref().filter(|_| shown.message).map(|failure| {
        // The reasons of other cases are about the program and its output.
        let tells_reasons = shown.actual && (!is_of_words || (shown.expected && shown.input));
        Failure {
            turn: if shown.input { failure.turn } else { 0 },
            typed: if shown.input { failure.typed.clone() } else { Vec::new() },
            step: failure.step.filter(|_| shown.input),
            turns: if shown.input && shown.actual && tells_reasons {
                turns_for(failure, shown)
            } else {
                Vec::new()
            },
            pairs: failure.pairs.clone().filter(|_| shown.expected && shown.actual),
            expected: failure.expected.clone().filter(|_| shown.expected),
            actual: failure.actual.clone().filter(|_| shown.actual),
            because: if tells_reasons { failure.because.clone() } else { Vec::new() },
            place: failure.place.filter(|_| tells_reasons),
            calls: if tells_reasons { failure.calls.clone() } else { Vec::new() },
            told_as: failure.told_as.clone().filter(|id| is_told(id)),
            kind: failure.kind.clone().filter(|_| tells_reasons),
            ..failure.clone()
        }
    });
    seen
}

/// The turns with what is expected of them as far as it is shown.
fn turns_for(failure: &Failure, shown: Shown) -> Vec<Turn> {
    let turn =
        |turn: &Turn| Turn { expected: turn.expected.clone().filter(|_| shown.expected), ..turn.clone() };
    failure.turns.iter().map(turn).collect()
}

/// A finding with its example as far as the case of the example is shown.
fn finding_for(
    finding: &FormatFinding,
    (cases, alone, cost): (usize, usize, Points),
    of_case: &dyn Fn(&str) -> Option<Shown>,
) -> FormatFinding {
    let is_shown =
        |case: &str, part: fn(Shown) -> bool| of_case(case).is_some_and(|shown| shown.message && part(shown));
    let shows_lines = |case: &str| is_shown(case, |shown| shown.expected && shown.actual);
    let example = of_case(&finding.example);
    let (lines, actual) = (shows_lines(&finding.example), is_shown(&finding.example, |shown| shown.actual));
    FormatFinding {
        cases,
        cost,
        example: if example.is_some_and(Shown::is_there) { finding.example.clone() } else { String::new() },
        expected: finding.expected.clone().filter(|_| lines),
        actual: finding.actual.clone().filter(|_| lines),
        more: finding.more.iter().filter(|(case, _)| shows_lines(case)).cloned().collect(),
        alone,
        because: if actual { finding.because.clone() } else { Vec::new() },
        ..finding.clone()
    }
}

//! From the points of cases to those of a submission. Everything is whole hundredths of a point; where something has to be
//! rounded, [`Points`] says how.

use super::gradebook::{CaseResult, Graded};
use crate::spec::{GroupScore, Points, Spec, cases_of};

/// The ids of the cases and groups that must be passed before a case is run and were not. A group is passed
/// if all its cases earn their points.
pub fn unmet<'s>(spec: &'s Spec, results: &[CaseResult], case: usize) -> Vec<&'s str> {
    let mut first = 0;
    for group in &spec.groups {
        if let Some(own) = group.cases.get(case - first) {
            let is_unmet = |id: &&str| {
                let cases = cases_of(&spec.groups, id);
                cases.iter().any(|case| results.get(*case).is_some_and(|result| !result.verdict.earns()))
            };
            return group.requires.iter().chain(&own.requires).map(String::as_str).filter(is_unmet).collect();
        }
        first += group.cases.len();
    }
    Vec::new()
}

/// Makes the points of groups of those of their cases: what a rule or a limit of the group takes away, its cases lose in
/// proportion to what they earn, so that they still add up to it.
pub(super) fn score_groups(spec: &Spec, results: &mut [CaseResult]) {
    let mut first = 0;
    for group in &spec.groups {
        let of_group = &mut results[first..first + group.cases.len()];
        first += group.cases.len();
        let worths = || group.cases.iter().map(|case| case.points);
        match group.score {
            GroupScore::Sum => {}
            GroupScore::AllOrNothing => {
                if of_group.iter().any(|result| !result.verdict.earns()) {
                    share_out(of_group, Points::ZERO);
                }
            }
            GroupScore::Minimum => {
                let shares = of_group.iter().zip(worths()).map(|(result, worth)| {
                    // A case that is worth nothing has no share; it is passed or it is not.
                    let is_lost = worth == Points::ZERO && !result.verdict.earns();
                    if is_lost { Points::ZERO } else { group.points.scaled(result.earned, worth) }
                });
                let least = shares.min().unwrap_or_default();
                let weights: Vec<u64> = worths().map(Points::hundredths).collect();
                for (result, part) in of_group.iter_mut().zip(least.split(&weights)) {
                    result.earned = part;
                }
            }
        }
        let earned: Points = of_group.iter().map(|result| result.earned).sum();
        if let Some(cap) = group.cap.filter(|cap| *cap < earned) {
            share_out(of_group, cap);
        }
    }
}

/// Gives cases this many points together, in proportion to what they earn.
fn share_out(results: &mut [CaseResult], points: Points) {
    let earned: Vec<u64> = results.iter().map(|result| result.earned.hundredths()).collect();
    for (result, part) in results.iter_mut().zip(points.split(&earned)) {
        result.earned = part;
    }
}

/// The account of a score. The sum of its additions less its deductions is the total: a deduction never takes
/// more than is left, so that no line has to be explained away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Earned by cases, those of extra groups left out.
    pub cases: Points,
    /// Earned by the cases of extra groups.
    pub bonus: Points,
    /// Taken away for differences of format.
    pub format: Points,
    /// Taken away for readings that the assignment forbids.
    pub readings: Points,
    /// Earned by style checks.
    pub style: Points,
    /// Given by people, for items of the rubric.
    pub rubric: Points,
    /// Taken away as penalties.
    pub penalties: Points,
    /// Taken away by the limit of the whole.
    pub cap: Points,
    /// Taken away for being late.
    pub late: Points,
    /// The remaining points.
    pub total: Points,
    /// The possible points of groups that were not judged; the total is without them.
    pub not_judged: Points,
}

impl Account {
    /// The account of a submission.
    pub(super) fn new(graded: &Graded) -> Self {
        let earned = |of_bonus: bool| -> Points {
            let results = graded.results.iter().enumerate();
            let counted = results.filter(|(case, _)| graded.terms.bonus.contains(case) == of_bonus);
            counted.map(|(_, result)| result.earned).sum()
        };
        let mut account = Self {
            cases: earned(false),
            bonus: earned(true),
            style: graded.style.iter().map(|result| result.earned).sum(),
            rubric: graded.marks.iter().filter_map(|mark| mark.given).sum(),
            not_judged: graded.not_judged.iter().map(|group| group.points).sum(),
            ..Self::default()
        };
        account.total = account.cases + account.bonus;
        account.format = account.take(graded.format_cost);
        account.readings = account.take(graded.inferred_cost());
        account.total += account.style + account.rubric;
        let penalties: Points = graded.style.iter().map(|result| result.cost).sum();
        account.penalties =
            account.take(graded.terms.most_penalties.map_or(penalties, |most| most.min(penalties)));
        account.cap =
            account.take(graded.terms.cap.map_or(Points::ZERO, |cap| account.total.saturating_sub(cap)));
        account.late =
            account.take(graded.late.as_ref().map_or(Points::ZERO, |late| late.cost.of(account.total)));
        account
    }

    /// Takes points away as far as they are there.
    fn take(&mut self, points: Points) -> Points {
        let taken = points.min(self.total);
        self.total = self.total.saturating_sub(taken);
        taken
    }

    /// Returns `true` if there is more to it than tests, their format and style.
    pub fn is_worth_showing(&self, graded: &Graded) -> bool {
        let Self { bonus, penalties, cap, not_judged, .. } = self;
        [bonus, penalties, cap, not_judged].iter().any(|points| **points > Points::ZERO)
            || !graded.marks.is_empty()
            || graded.late.is_some()
    }
}

/// The points that are charged once for the whole submission, as they are taken from each of its cases.
pub fn charged(graded: &Graded) -> Vec<Points> {
    let earned: Vec<u64> = graded.results.iter().map(|result| result.earned.hundredths()).collect();
    let readings = graded.inferred_cost().split(&earned);
    format_costs(graded).into_iter().zip(readings).map(|(format, reading)| format + reading).collect()
}

/// The cost of differences of format, shared out among the cases in which they appear by what those earn.
pub(super) fn format_costs(graded: &Graded) -> Vec<Points> {
    let earned = |counts: &dyn Fn(&CaseResult) -> bool| -> Vec<u64> {
        let results = graded.results.iter();
        results.map(|result| if counts(result) { result.earned.hundredths() } else { 0 }).collect()
    };
    // The points that a kind takes in full come from its own cases.
    let in_full: Vec<Points> =
        earned(&|result| result.is_lost_to_format).into_iter().map(Points::from_hundredths).collect();
    let rest = graded.format_cost.saturating_sub(in_full.iter().copied().sum());
    let mut weights = earned(&|result| !result.is_lost_to_format && !result.comparison.kinds.is_empty());
    if weights.iter().sum::<u64>() < rest.hundredths() {
        // A spec may charge several kinds with more than the cases are worth; then all cases pay.
        weights = earned(&|result| !result.is_lost_to_format);
    }
    in_full.into_iter().zip(rest.split(&weights)).map(|(full, part)| full + part).collect()
}

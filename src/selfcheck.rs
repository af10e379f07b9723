//! The tests of a spec, tested: correct programs must get full points, wrong ones must fail where the spec says, and of a
//! correct program with one small mistake in it some test must notice that it is no longer correct.

mod argued;
mod model;
mod proposal;

pub use argued::Stale;
pub use model::{Fate, Fates, Judged, Model, Search, Suspects};
pub use proposal::Proposal;

use crate::grade::{Graded, Plan, Verdict, grade_submission, in_parallel};
use crate::spec::{Fails, Points, Spec};
use crate::submission::Submission;

/// A program that is known to be correct or wrong.
#[derive(Clone, Debug)]
pub struct Known {
    /// The program.
    pub submission: Submission,
    /// The tests in which it must fail; `None` for a correct one.
    pub fails: Option<Fails>,
}

/// A known program with what grading it gave.
#[derive(Clone, Debug)]
pub struct SelfCheckOutcome {
    /// The program's id.
    pub id: String,
    /// The tests in which it must fail; `None` for a correct one.
    pub fails: Option<Fails>,
    /// True if grading gave that result.
    pub is_as_stated: bool,
    /// The points that it got.
    pub score: Option<Points>,
    /// The verdict on the whole of it.
    pub verdict: Verdict,
    /// The ids of the cases that failed.
    pub failed: Vec<String>,
}

/// The findings about the tests of a spec.
#[derive(Clone, Debug)]
pub struct Checked<'p> {
    /// The spec with its cases.
    pub plan: &'p Plan,
    /// The known programs.
    pub known: Vec<SelfCheckOutcome>,
    /// The correct programs with their mutants.
    pub models: Vec<Model>,
    /// Of the mutants of each model this many percent must be noticed.
    pub at_least: u8,
    /// True if the cases that alone notice some mutant are known.
    pub is_thorough: bool,
}

impl Checked<'_> {
    /// Returns `true` if the tests are as good as is demanded.
    pub fn is_good(&self) -> bool {
        let is_noticed = |model: &Model| {
            let (noticed, all) = model.noticed();
            noticed * 100 >= usize::from(self.at_least) * all && model.stale.is_empty()
        };
        self.known.iter().all(|outcome| outcome.is_as_stated) && self.models.iter().all(is_noticed)
    }

    /// For each case whether it can be left out: without all of these together the others still notice every mutant that all of
    /// them notice.
    pub fn spare(&self) -> Vec<bool> {
        let mutants = self.models.iter().flat_map(|model| &model.judged);
        let by: Vec<&[usize]> = mutants
            .filter_map(|judged| match &judged.fate {
                Fate::Noticed { by } if !by.is_empty() => Some(by.as_slice()),
                _ => None,
            })
            .collect();
        spare(self.plan.cases.len(), &by)
    }
}

/// Of a number of cases those that can be left out together, given the cases that notice each mutant. Those that notice least go first.
fn spare(cases: usize, by: &[&[usize]]) -> Vec<bool> {
    let notices = |case: usize| by.iter().filter(move |by| by.contains(&case));
    let mut order: Vec<usize> = (0..cases).collect();
    order.sort_by_key(|case| notices(*case).count());
    let mut spare = vec![false; cases];
    for case in order {
        let has_other = |by: &&&[usize]| by.iter().any(|other| *other != case && !spare[*other]);
        spare[case] = notices(case).all(|by| has_other(&by));
    }
    spare
}

/// Grades known programs, in parallel and as submissions are graded.
pub fn grade_known(plan: &Plan, known: &[Known]) -> Vec<SelfCheckOutcome> {
    let outcome = |known: &Known| outcome(&plan.spec, known, &grade_submission(plan, &known.submission));
    let failed = |known: &Known, _| SelfCheckOutcome {
        id: known.submission.id.clone(),
        fails: known.fails.clone(),
        is_as_stated: false,
        score: None,
        verdict: Verdict::GraderError,
        failed: Vec::new(),
    };
    in_parallel(known, outcome, failed, &|_| {})
}

fn outcome(spec: &Spec, known: &Known, graded: &Graded) -> SelfCheckOutcome {
    let results = || spec.cases().zip(&graded.results);
    let failed: Vec<String> =
        results().filter(|(_, result)| result.has_failed()).map(|(case, _)| case.id.clone()).collect();
    let is_as_stated = match &known.fails {
        // The points that people give are counted as given, and extra credit makes up for nothing.
        None => {
            let account = graded.account().unwrap_or_default();
            let rubric: Points = spec.rubric.iter().map(|item| item.points).sum();
            let all = account.total + account.cap + rubric;
            !graded.needs_review() && all.saturating_sub(account.bonus) == spec.points
        }
        Some(Fails::Group(id)) => {
            let groups = spec.groups.iter().filter(|group| group.id == *id);
            groups.flat_map(|group| &group.cases).any(|case| failed.contains(&case.id))
        }
        Some(Fails::Case(id)) => failed.contains(id),
        Some(Fails::Verdict(id)) => {
            results().any(|(_, result)| result.verdict.id() == id) || graded.verdict().id() == id
        }
    };
    SelfCheckOutcome {
        id: graded.id.clone(),
        fails: known.fails.clone(),
        is_as_stated,
        score: graded.score(),
        verdict: graded.verdict(),
        failed,
    }
}

#[cfg(test)]
mod tests {
    use super::spare;
    use crate::grade::Verdict;
    use crate::spec::VERDICTS;

    #[test]
    fn tests_that_can_be_left_out_can_be_left_out_together() {
        // Each of the two mutants is noticed by two tests: one of these has to stay.
        assert_eq!(spare(3, &[&[0, 1], &[0, 1]]), [true, false, true]);
        assert_eq!(spare(3, &[&[0, 1], &[1, 2], &[2]]), [true, false, false]);
        assert_eq!(spare(2, &[]), [true, true]);
    }

    #[test]
    fn a_spec_can_name_every_verdict_but_a_pass() {
        // A result that is not shown to students is no verdict on a program.
        let is_lost = |verdict: &Verdict| !matches!(verdict, Verdict::Pass | Verdict::NotShown);
        let verdicts = Verdict::ALL.into_iter().filter(is_lost);
        assert_eq!(verdicts.map(Verdict::id).collect::<Vec<_>>(), VERDICTS);
    }
}

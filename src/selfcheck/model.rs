//! One correct program and its mutants.

use std::collections::HashSet;
use std::sync::Arc;

use super::coverage::Traced;
use crate::diagnostics::Text;
use crate::grade::{Depth, Graded, Plan, Verdict, in_parallel, judge_program, load_program};
use crate::machine::{Executable, Mutant, Mutation};
use crate::spec::Points;
use crate::submission::Submission;

/// A mutant may run so many times longer than the longest run of the program that it was made of; what is not done by then
/// is taken to hang. With the budget of the spec the many mutants that hang would take most of the time.
const PATIENCE: u64 = 4;

/// Added to the budget, for programs that are done at once.
const LEAST_FUEL: u64 = 20_000;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Some test tells it from the correct program.
    Noticed {
        /// The indices of the cases that do; none if only a check of style or of what the assignment leaves open does.
        by: Vec<usize>,
    },
    /// No test executes what was changed.
    NeverExecuted,
    /// It does the same as before, which is proved so.
    Equivalent(Text),
    /// All tests pass.
    Survived,
    /// The grader failed on it.
    Failed(String),
}

/// A mutant with what became of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The mutant.
    pub mutant: Mutant,
    /// What became of it.
    pub fate: Fate,
}

/// A correct program with what became of its mutants.
#[derive(Clone, Debug)]
pub struct Model {
    /// The program's id.
    pub id: String,
    /// How many mutants it has; those that were judged may be fewer.
    pub mutants: usize,
    /// The mutants that were judged, sorted by address.
    pub judged: Vec<Judged>,
}

impl Model {
    /// How many mutants were noticed, of how many that were executed and are not proved to be the same as before.
    pub fn noticed(&self) -> (usize, usize) {
        let noticed = self.count(|fate| matches!(fate, Fate::Noticed { .. }));
        (noticed, noticed + self.count(|fate| *fate == Fate::Survived))
    }

    /// How many mutants had a fate.
    pub fn count(&self, is_fate: impl Fn(&Fate) -> bool) -> usize {
        self.judged.iter().filter(|judged| is_fate(&judged.fate)).count()
    }

    /// Whether the grader failed on a mutant.
    pub fn has_failed(&self) -> bool {
        self.judged.iter().any(|judged| matches!(judged.fate, Fate::Failed(_)))
    }
}

/// A correct program whose mutants are to be judged.
#[derive(Debug)]
pub struct Suspects {
    id: String,
    program: Box<dyn Executable>,
    /// The plan with a smaller budget.
    plan: Plan,
    /// The verdicts that the correct program gets.
    verdicts: Vec<Verdict>,
    executed: HashSet<u32>,
    mutants: Vec<Mutant>,
    all: usize,
}

impl Suspects {
    /// Runs a correct program through all cases and makes mutants of it, at most so many, spread over the whole program.
    /// `None` if there is no program.
    pub fn of(plan: &Plan, submission: &Submission, most: usize) -> Option<Self> {
        let files = submission.program(&plan.spec.submission).ok()?;
        let program = load_program(&files, &plan.spec.machine).program?;
        let traced = Traced::new(program.as_ref());
        let graded = judge_program(plan, &traced, &submission.id, Depth::EveryCase);
        let mut plan = plan.clone();
        let fuel = traced.longest().saturating_mul(PATIENCE).saturating_add(LEAST_FUEL);
        let limits = &mut Arc::make_mut(&mut plan.spec).limits;
        limits.fuel = limits.fuel.min(fuel);
        let executed = traced.executed();
        let mut mutants = program.mutants();
        if plan.spec.dialogue.is_some() {
            // Where wording is free no test is to notice another letter.
            mutants.retain(|mutant| mutant.kind != Mutation::Letter);
        }
        let all = mutants.len();
        let verdicts = graded.results.iter().map(|result| result.verdict).collect();
        let mutants = spread(mutants, most);
        Some(Self { id: submission.id.clone(), program, plan, verdicts, executed, mutants, all })
    }

    /// How many mutants there are to judge.
    pub fn count(&self) -> usize {
        self.mutants.len()
    }

    /// Judges the mutants in parallel; `finished` is told of each one. With [`Depth::FirstFailure`] only the first case that
    /// notices a mutant is known.
    pub fn judge(self, depth: Depth, finished: &(dyn Fn(&Judged) + Sync)) -> Model {
        // A program that passes with differences of format can be told from a worse one only by all cases together.
        let is_plain = self.verdicts.iter().all(|verdict| *verdict == Verdict::Pass);
        let depth = if is_plain { depth } else { Depth::EveryCase };
        let judge = |mutant: &Mutant| Judged { mutant: mutant.clone(), fate: self.fate(mutant, depth) };
        let failed = |mutant: &Mutant, words| Judged { mutant: mutant.clone(), fate: Fate::Failed(words) };
        let judged = in_parallel(&self.mutants, judge, failed, finished);
        Model { id: self.id, mutants: self.all, judged }
    }

    fn fate(&self, mutant: &Mutant, depth: Depth) -> Fate {
        if let Some(proof) = &mutant.equivalent {
            return Fate::Equivalent(proof.clone());
        }
        let is_known = !mutant.works_by.is_empty();
        if is_known && !mutant.works_by.iter().any(|address| self.executed.contains(address)) {
            return Fate::NeverExecuted;
        }
        let program = self.program.mutated(mutant);
        let graded = judge_program(&self.plan, program.as_ref(), &self.id, depth);
        let verdicts = graded.results.iter().zip(&self.verdicts).enumerate();
        let by: Vec<usize> = verdicts
            // A case that is not run notices nothing; what it waits for did.
            .filter(|(_, (result, usual))| {
                !matches!(result.verdict, Verdict::Pass | Verdict::Skipped) && result.verdict != **usual
            })
            .map(|(case, _)| case)
            .collect();
        if by.is_empty() && !costs_points_elsewhere(&graded) {
            return Fate::Survived;
        }
        Fate::Noticed { by }
    }
}

/// Whether points are lost beside the cases: for style, or for a reading that the assignment forbids.
fn costs_points_elsewhere(graded: &Graded) -> bool {
    graded.settled.iter().any(|settled| settled.cost > Points::ZERO)
        || graded.style.iter().any(|result| result.earned < result.rule.points || result.cost > Points::ZERO)
}

/// At most so many of the items, at even distances, in their order.
fn spread<T>(items: Vec<T>, most: usize) -> Vec<T> {
    let all = items.len();
    if all <= most {
        return items;
    }
    // The item that the count steps over a whole multiple at is taken.
    let is_taken = |index: usize| (index + 1) * most / all > index * most / all;
    items.into_iter().enumerate().filter(|(index, _)| is_taken(*index)).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_sample_is_spread_over_all() {
        assert_eq!(spread((0..10).collect(), 5), [1, 3, 5, 7, 9]);
        assert_eq!(spread((0..10).collect(), 3), [3, 6, 9]);
        assert_eq!(spread((0..3).collect(), 5), [0, 1, 2]);
        assert!(spread(vec![1, 2], 0).is_empty());
        for most in 0..50 {
            assert_eq!(spread((0..37).collect(), most).len(), most.min(37));
        }
    }
}

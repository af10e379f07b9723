//! One correct program and its mutants.

use std::collections::HashSet;

use super::argued::Arguments;
use super::coverage::Traced;
use crate::diagnostics::Text;
use crate::grade::{Plan, Speech, Trial, Verdict, in_parallel, load_program};
use crate::machine::{Executable, Mutant, Mutation};
use crate::spec::Limits;
use crate::submission::Submission;

/// In each case a mutant may execute so many times more instructions than the program that it was made of; what is not done
/// by then is taken to hang. With the budget of the spec the many mutants that hang would take most of the time.
const PATIENCE: u64 = 8;

/// Added to the budget, for cases that are over at once.
const LEAST_FUEL: u64 = 20_000;

/// After so many mutants the order of the cases is made anew: those come first that have noticed most.
const LESSON: usize = 32;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Some test tells it from the correct program.
    Noticed {
        /// The indices of cases that do, in ascending order: not all of them, but another one only if there is another one.
        /// None if only a check of style or of what the assignment leaves open does.
        by: Vec<usize>,
    },
    /// No test executes what was changed.
    NeverExecuted,
    /// It does the same as before, which is proved so.
    Equivalent(Text),
    /// All tests pass.
    Survived,
    /// All tests pass, and the spec says why none can be asked to notice it.
    Argued(Text),
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
    /// Arguments of the spec that are about no mutant that survives: the places that they name, with the change.
    pub stale: Vec<(String, String)>,
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

/// How many cases that notice a mutant are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// One.
    First,
    /// Two, which tells the cases that alone notice some mutant.
    Second,
}

/// What the correct program did in a case.
#[derive(Debug)]
struct Usual {
    verdict: Verdict,
    /// The instructions that it executed.
    executed: HashSet<u32>,
    limits: Limits,
}

/// A correct program whose mutants are to be judged.
#[derive(Debug)]
pub struct Suspects<'p> {
    id: String,
    plan: &'p Plan,
    program: Box<dyn Executable>,
    /// What it did while it was found out how it is spoken with.
    settling: Usual,
    /// What it did in each case.
    cases: Vec<Usual>,
    mutants: Vec<Mutant>,
    all: Vec<Mutant>,
}

impl<'p> Suspects<'p> {
    /// Runs a correct program through all cases and makes mutants of it, at most so many, spread over the whole program.
    /// `None` if there is no program.
    pub fn of(plan: &'p Plan, submission: &Submission, most: usize) -> Option<Self> {
        let files = submission.program(&plan.spec.submission).ok()?;
        let program = load_program(&files, &plan.spec.machine).program?;
        let usual = |traced: Traced<'_>, verdict| {
            let fuel = traced.longest().saturating_mul(PATIENCE).saturating_add(LEAST_FUEL);
            let limits = Limits { fuel: plan.spec.limits.fuel.min(fuel), ..plan.spec.limits };
            Usual { verdict, executed: traced.executed(), limits }
        };
        let limits = plan.spec.limits;
        let traced = Traced::new(program.as_ref());
        drop(Speech::of(plan, &traced, &submission.id, limits));
        let settling = usual(traced, Verdict::Pass);
        let speech = Speech::of(plan, program.as_ref(), &submission.id, limits);
        let numbers: Vec<usize> = (0..plan.cases.len()).collect();
        let in_case = |case: &usize| {
            let traced = Traced::new(program.as_ref());
            let verdict = Trial::new(plan, &traced, &speech).verdict(*case, limits);
            usual(traced, verdict)
        };
        // A case in which the grader fails is one that every mutant must be judged by.
        let failed = |_: &usize, _| Usual { verdict: Verdict::GraderError, executed: HashSet::new(), limits };
        let cases = in_parallel(&numbers, in_case, failed, &|_| {});
        let mut all = program.mutants();
        if plan.spec.dialogue.is_some() {
            // Where wording is free no test is to notice another letter.
            all.retain(|mutant| mutant.kind != Mutation::Letter);
        }
        let mutants = spread(all.clone(), most);
        drop(speech);
        Some(Self { id: submission.id.clone(), plan, program, settling, cases, mutants, all })
    }

    /// The mutants that are proved to be the same as before, and they alone, to be judged as if there were no proofs.
    #[must_use]
    pub fn doubted(mut self) -> Self {
        self.mutants.retain(|mutant| mutant.equivalent.is_some());
        self.mutants.iter_mut().for_each(|mutant| mutant.equivalent = None);
        self
    }

    /// How many mutants there are to judge.
    pub fn count(&self) -> usize {
        self.mutants.len()
    }

    /// Judges the mutants in parallel; `finished` is told of each one.
    pub fn judge(self, search: Search, finished: &(dyn Fn(&Judged) + Sync)) -> Model {
        let speech = Speech::of(self.plan, self.program.as_ref(), &self.id, self.plan.spec.limits);
        let mut order: Vec<usize> = (0..self.cases.len()).collect();
        order.sort_by_key(|case| std::cmp::Reverse(self.cases[*case].executed.len()));
        let mut score = vec![0_usize; self.cases.len()];
        let mut judged: Vec<Judged> = Vec::new();
        for mutants in self.mutants.chunks(LESSON) {
            let judge = |mutant: &Mutant| Judged {
                mutant: mutant.clone(),
                fate: self.fate(mutant, search, &speech, &order),
            };
            let failed =
                |mutant: &Mutant, words| Judged { mutant: mutant.clone(), fate: Fate::Failed(words) };
            judged.extend(in_parallel(mutants, judge, failed, finished));
            for judged in &judged[judged.len() - mutants.len()..] {
                if let Fate::Noticed { by } = &judged.fate {
                    for case in by {
                        score[*case] += 1;
                    }
                }
            }
            // Sorting is stable, so that the order is the same each time.
            order.sort_by_key(|case| std::cmp::Reverse(score[*case]));
        }
        let mut arguments = Arguments::of(&self.plan.spec.selfcheck.argued, &self.all);
        for judged in &mut judged {
            arguments.apply(judged);
        }
        Model { id: self.id, mutants: self.all.len(), judged, stale: arguments.stale() }
    }

    fn fate(&self, mutant: &Mutant, search: Search, usual: &Speech<'_>, order: &[usize]) -> Fate {
        if let Some(proof) = &mutant.equivalent {
            return Fate::Equivalent(proof.clone());
        }
        // A case in which nothing is executed that the change can work by goes as it did: the machine is deterministic.
        let is_known = !mutant.works_by.is_empty();
        let matters = |usual: &Usual| {
            !is_known || mutant.works_by.iter().any(|address| usual.executed.contains(address))
        };
        let in_question = |case: &usize| matters(&self.cases[*case]);
        if !matters(&self.settling) && !order.iter().any(in_question) {
            return Fate::NeverExecuted;
        }
        let program = self.program.mutated(mutant);
        let own = matters(&self.settling)
            .then(|| Speech::of(self.plan, program.as_ref(), &self.id, self.settling.limits))
            .filter(|own| own != usual);
        // Spoken with in another way, it does other things from the start.
        let is_spoken_with_otherwise = own.is_some();
        let speech = own.as_ref().unwrap_or(usual);
        let mut trial = Trial::new(self.plan, program.as_ref(), speech);
        let enough = if search == Search::First { 1 } else { 2 };
        let mut by = Vec::new();
        for case in order.iter().filter(|case| is_spoken_with_otherwise || in_question(case)) {
            let usual = &self.cases[*case];
            let limits = if is_spoken_with_otherwise { self.plan.spec.limits } else { usual.limits };
            let verdict = trial.verdict(*case, limits);
            // A case that is not run notices nothing; what it waits for does.
            if !matches!(verdict, Verdict::Pass | Verdict::Skipped) && verdict != usual.verdict {
                by.push(*case);
            }
            if by.len() == enough {
                break;
            }
        }
        by.sort_unstable();
        if !by.is_empty() {
            return Fate::Noticed { by };
        }
        // What style is watched in was not run where it could not differ.
        let watched = &self.plan.spec.style.cases;
        for (case, planned) in self.plan.cases.iter().enumerate() {
            if watched.contains(&planned.case.id) && !trial.has_verdict(case) {
                trial.verdict(case, self.cases[case].limits);
            }
        }
        if trial.costs_points_elsewhere(self.plan.spec.limits) {
            Fate::Noticed { by }
        } else {
            Fate::Survived
        }
    }
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

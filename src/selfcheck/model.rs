//! One correct program and its mutants.

use std::collections::BTreeMap;

use super::argued::{Arguments, Stale};
use super::proposal::{Inputs, Proposal};
use crate::asm::ProgramFiles;
use crate::diagnostics::{Text, text};
use crate::grade::{Plan, Speech, Trial, Verdict, in_parallel};
use crate::machine::{Counted, Counts, Executable, Mutant, Mutated, Mutation};
use crate::spec::{Case, Expectation, Limits};
use crate::stored::{Deserialize, Serialize};
use crate::submission::{Partition, Submission};

/// In each case a mutant may execute this many times more instructions than the program that it was made of;
/// if it has not ended by then, it is taken to hang. With the budget of the spec the many mutants that hang
/// would take most of the time.
const PATIENCE: u64 = 8;

/// Added to the budget, for cases that are over at once.
const LEAST_FUEL: u64 = 20_000;

/// The number of mutants that are judged before all others: the order of the cases is learned from them, so that those come first
/// that notice most. What becomes of a mutant depends on no others, so that they can be judged in parts.
const LESSON: usize = 32;

/// The outcome of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Some test distinguishes it from the correct program.
    Noticed {
        /// The indices of cases that do, in ascending order: not all of them, but another one only if there
        /// is another one. Empty if only a check of style or of a point that the assignment leaves open does.
        by: Vec<usize>,
    },
    /// No test executes the changed part.
    NeverExecuted,
    /// It does the same as before, which is proved so.
    Equivalent(Text),
    /// The compiler does not accept it.
    Rejected,
    /// All tests pass.
    Survived,
    /// All tests pass: a letter is another one in a text that none of them compares.
    NotCompared,
    /// All tests pass, and the spec says why none can be asked to notice it.
    Argued(Text),
    /// The grader failed on it.
    Failed(String),
}

/// What became of mutants, by their numbers.
pub type Fates = BTreeMap<usize, Fate>;

/// A mutant with what became of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The mutant.
    pub mutant: Mutant,
    /// Its outcome.
    pub fate: Fate,
    /// A test that would notice it, if it survived and one was found.
    pub proposal: Option<Proposal>,
}

/// A correct program with what became of its mutants.
#[derive(Clone, Debug)]
pub struct Model {
    /// The program's id.
    pub id: String,
    /// The number of its mutants; those that were judged may be fewer.
    pub mutants: usize,
    /// The mutants that were judged, sorted by address.
    pub judged: Vec<Judged>,
    /// Arguments of the spec that are about no mutant that survives.
    pub stale: Vec<Stale>,
}

impl Model {
    /// The number of mutants that were noticed, and the number of those that were executed and are not proved
    /// to be equivalent.
    pub fn noticed(&self) -> (usize, usize) {
        let noticed = self.count(|fate| matches!(fate, Fate::Noticed { .. }));
        (noticed, noticed + self.count(|fate| *fate == Fate::Survived))
    }

    /// The number of mutants with such an outcome.
    pub fn count(&self, is_fate: impl Fn(&Fate) -> bool) -> usize {
        self.judged.iter().filter(|judged| is_fate(&judged.fate)).count()
    }

    /// Returns `true` if the grader failed on a mutant.
    pub fn has_failed(&self) -> bool {
        self.judged.iter().any(|judged| matches!(judged.fate, Fate::Failed(_)))
    }
}

/// The number of cases that notice a mutant to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// One.
    First,
    /// Two, which shows the cases that alone notice some mutant.
    Second,
}

/// The run of the correct program in a case.
#[derive(Debug)]
struct Usual {
    verdict: Verdict,
    /// The instructions that it executed.
    executed: Counts,
    limits: Limits,
}

/// A correct program on one of the machines that the spec names.
#[derive(Debug)]
struct Stage<'p> {
    plan: &'p Plan,
    program: Box<dyn Executable>,
    /// Its run while its prompt rules were inferred.
    settling: Usual,
    /// Its run in each case.
    cases: Vec<Usual>,
    /// Its mutants on this machine; empty for the machine that tests are written for, whose mutants they are.
    own: Vec<Mutant>,
}

impl<'p> Stage<'p> {
    /// Runs a correct program through all cases.
    fn new(plan: &'p Plan, program: Box<dyn Executable>, id: &str) -> Self {
        let usual = |counted: &Counted<'_>, verdict| {
            let fuel = counted.longest().saturating_mul(PATIENCE).saturating_add(LEAST_FUEL);
            let limits = Limits { fuel: plan.spec.limits.fuel.min(fuel), ..plan.spec.limits };
            Usual { verdict, executed: counted.take(), limits }
        };
        let limits = plan.spec.limits;
        let counted = Counted::new(program.as_ref());
        drop(Speech::of(plan, &counted, id, limits));
        let settling = usual(&counted, Verdict::Pass);
        let speech = Speech::of(plan, program.as_ref(), id, limits);
        let numbers: Vec<usize> = (0..plan.cases.len()).collect();
        let in_case = |case: &usize| {
            let counted = Counted::new(program.as_ref());
            let verdict = Trial::new(plan, &counted, &speech).verdict(*case, limits);
            usual(&counted, verdict)
        };
        // A case in which the grader fails is one that every mutant must be judged by.
        let failed =
            |_: &usize, _| Usual { verdict: Verdict::GraderError, executed: Counts::default(), limits };
        let cases = in_parallel(&numbers, in_case, failed, &|_| {});
        drop(speech);
        Self { plan, program, settling, cases, own: Vec::new() }
    }

    /// The inferred way of talking to the correct program.
    fn speech(&self, id: &str) -> Speech<'_> {
        Speech::of(self.plan, self.program.as_ref(), id, self.plan.spec.limits)
    }

    /// A mutant as it is on this machine; `None` if the program is another one here.
    fn here<'m>(&'m self, mutant: &'m Mutant) -> Option<&'m Mutant> {
        if self.own.is_empty() {
            return Some(mutant);
        }
        let is_same = |own: &&Mutant| {
            (own.at, own.value, own.kind, &own.edit) == (mutant.at, mutant.value, mutant.kind, &mutant.edit)
        };
        self.own.iter().find(is_same)
    }
}

/// A correct program whose mutants are to be judged.
#[derive(Debug)]
pub struct Suspects<'p> {
    id: String,
    /// The machine of the spec, then the others that it names.
    stages: Vec<Stage<'p>>,
    mutants: Vec<Mutant>,
    all: Vec<Mutant>,
}

impl<'p> Suspects<'p> {
    /// Runs a correct program through all cases, on every machine of the spec, and makes mutants of it, at most this many,
    /// spread over the whole program. `None` if there is no program.
    pub fn of(plan: &'p Plan, submission: &Submission, most: usize) -> Option<Self> {
        let files = submission.program(&plan.spec.submission).ok()?;
        let program = plan.spec.machine.load(ProgramFiles::handed_in(&files)).program?;
        // A proof follows the program from its beginning, and a test that calls a subroutine begins there, with other values.
        // Nor does it know of a machine that is another one in a test.
        let is_another = |case: &Case| {
            matches!(case.expectation, Expectation::Subroutine(_)) || !case.overrides.is_empty()
        };
        let is_another = plan.spec.cases().any(is_another);
        let made = |program: &dyn Executable| {
            let mut mutants = program.mutants();
            for mutant in mutants.iter_mut().filter(|_| is_another) {
                mutant.equivalent = None;
            }
            mutants
        };
        let mut all = made(program.as_ref());
        if plan.spec.dialogue.is_some() {
            // Where wording is free no test is to notice another letter.
            all.retain(|mutant| mutant.kind != Mutation::Letter);
        }
        let mutants = spread(all.clone(), most);
        let mut stages = vec![Stage::new(plan, program, &submission.id)];
        for variant in &plan.variants {
            // A program that does not assemble there fails all tests, mistake or not.
            let Some(program) = variant.plan.spec.machine.load(ProgramFiles::handed_in(&files)).program
            else {
                continue;
            };
            let own = made(program.as_ref());
            if !own.is_empty() {
                stages.push(Stage { own, ..Stage::new(&variant.plan, program, &submission.id) });
            }
        }
        Some(Self { id: submission.id.clone(), stages, mutants, all })
    }

    /// The mutants that are proved to be the same as before, and they alone, to be judged as if there were no proofs.
    #[must_use]
    pub fn doubted(mut self) -> Self {
        self.mutants.retain(|mutant| mutant.equivalent.is_some());
        let own = self.stages.iter_mut().flat_map(|stage| &mut stage.own);
        self.mutants.iter_mut().chain(own).for_each(|mutant| mutant.equivalent = None);
        self
    }

    /// The number of mutants to judge in a part; in all if no part is named.
    pub fn count(&self, part: Option<Partition>) -> usize {
        (0..self.mutants.len()).filter(|index| self.is_of(*index, part)).count()
    }

    fn is_of(&self, index: usize, part: Option<Partition>) -> bool {
        part.is_none_or(|part| part.has(&format!("{}/{index}", self.id), index, self.mutants.len()))
    }

    /// Judges the mutants in parallel; `finished` is called for each one.
    pub fn judge(self, search: Search, finished: &(dyn Fn(&Fate) + Sync)) -> Model {
        let fates = self.fates(search, None, finished);
        self.concluded(fates)
    }

    /// What becomes of the mutants of a part, each with its number; of all of them if no part is named.
    pub fn fates(&self, search: Search, part: Option<Partition>, finished: &(dyn Fn(&Fate) + Sync)) -> Fates {
        let Some(first) = self.stages.first() else { return Fates::new() };
        let speeches: Vec<Speech<'_>> = self.stages.iter().map(|stage| stage.speech(&self.id)).collect();
        let count = self.mutants.len();
        let is_own = |index: &usize| self.is_of(*index, part);
        let mut order: Vec<usize> = (0..first.cases.len()).collect();
        order.sort_by_key(|case| std::cmp::Reverse(first.cases[*case].executed.len()));
        let judged = |indices: &[usize], order: &[usize]| -> Fates {
            let judge = |index: &usize| (*index, self.fate(&self.mutants[*index], search, &speeches, order));
            let failed = |index: &usize, words| (*index, Fate::Failed(words));
            in_parallel(indices, judge, failed, &|(index, fate)| {
                if is_own(index) {
                    finished(fate);
                }
            })
            .into_iter()
            .collect()
        };
        let lesson = spread((0..count).collect(), LESSON);
        let mut fates = judged(&lesson, &order);
        let mut score = vec![0_usize; first.cases.len()];
        for fate in fates.values() {
            if let Fate::Noticed { by } = fate {
                for case in by {
                    score[*case] += 1;
                }
            }
        }
        // Sorting is stable, so that the order is the same each time.
        order.sort_by_key(|case| std::cmp::Reverse(score[*case]));
        let rest: Vec<usize> =
            (0..count).filter(|index| is_own(index) && !fates.contains_key(index)).collect();
        fates.extend(judged(&rest, &order));
        fates.retain(|index, _| is_own(index));
        fates
    }

    /// The model with what became of its mutants, by their numbers.
    pub fn concluded(self, fates: Fates) -> Model {
        let judged = fates.into_iter().filter_map(|(index, fate)| {
            Some(Judged { mutant: self.mutants.get(index)?.clone(), fate, proposal: None })
        });
        let mut judged: Vec<Judged> = judged.collect();
        let stale = self.stages.first().map_or_else(Vec::new, |first| {
            let mut arguments = Arguments::of(&first.plan.spec.selfcheck.argued, &self.all);
            for judged in &mut judged {
                arguments.apply(judged);
            }
            arguments.stale()
        });
        let survivors: Vec<&mut Judged> =
            judged.iter_mut().filter(|judged| judged.fate == Fate::Survived).collect();
        if let (Some(first), false) = (self.stages.first(), survivors.is_empty()) {
            let inputs = Inputs::of(first.plan, first.program.as_ref());
            let proposal = |mutant: &Mutant| match first.program.mutated(mutant) {
                Mutated::Program(program) => inputs.proposal(program.as_ref()),
                _ => None,
            };
            let mutants: Vec<Mutant> = survivors.iter().map(|judged| judged.mutant.clone()).collect();
            // Where the grader fails there is no proposal.
            let proposals = in_parallel(&mutants, proposal, |_, _| None, &|_| {});
            survivors.into_iter().zip(proposals).for_each(|(judged, proposal)| judged.proposal = proposal);
        }
        Model { mutants: self.all.len(), judged, stale, id: self.id }
    }

    fn fate(&self, mutant: &Mutant, search: Search, speeches: &[Speech<'_>], order: &[usize]) -> Fate {
        let mut noticed =
            Noticed { by: Vec::new(), is_executed: false, costs_points: false, no_program: None };
        let enough = if search == Search::First { 1 } else { 2 };
        let mut is_doubted = false;
        for (nth, (stage, speech)) in self.stages.iter().zip(speeches).enumerate() {
            let Some(here) = stage.here(mutant).filter(|here| here.equivalent.is_none()) else { continue };
            is_doubted = true;
            noticed.look(&self.id, (stage, nth == 0), here, (speech, order), enough);
            if noticed.by.len() >= enough {
                break;
            }
        }
        if let (Some(proof), false) = (&mutant.equivalent, is_doubted) {
            return Fate::Equivalent(proof.clone());
        }
        let Noticed { mut by, is_executed, costs_points, no_program } = noticed;
        match no_program {
            Some(Mutated::Rejected) => return Fate::Rejected,
            Some(Mutated::Failed(words)) => return Fate::Failed(words),
            Some(Mutated::Same) => return Fate::Equivalent(same_program()),
            Some(Mutated::Program(_)) | None => {}
        }
        by.sort_unstable();
        if !by.is_empty() || costs_points {
            Fate::Noticed { by }
        } else if is_executed && mutant.kind == Mutation::Letter {
            Fate::NotCompared
        } else if is_executed {
            Fate::Survived
        } else if let Some(proof) = &mutant.equivalent {
            Fate::Equivalent(proof.clone())
        } else {
            Fate::NeverExecuted
        }
    }
}

/// The evidence for a mutant, on the machines that were looked at so far.
struct Noticed {
    /// The cases that do.
    by: Vec<usize>,
    /// True if anything is executed that the change can work by.
    is_executed: bool,
    /// True if points are lost in other places than in cases.
    costs_points: bool,
    /// Why there is nothing to run.
    no_program: Option<Mutated>,
}

impl Noticed {
    /// Looks for cases that notice a mutant on a machine, up to this many in all; style is judged on the usual one.
    fn look(
        &mut self,
        id: &str,
        (stage, is_usual): (&Stage<'_>, bool),
        mutant: &Mutant,
        (usual, order): (&Speech<'_>, &[usize]),
        enough: usize,
    ) {
        let limits = stage.plan.spec.limits;
        // A case in which nothing is executed that the change can work by goes as it did: the machine is deterministic.
        let is_known = !mutant.works_by.is_empty();
        let matters = |usual: &Usual| {
            !is_known || mutant.works_by.iter().any(|address| usual.executed.is_executed(*address))
        };
        let in_question = |case: &usize| matters(&stage.cases[*case]);
        if !matters(&stage.settling) && !order.iter().any(in_question) {
            return;
        }
        self.is_executed = true;
        let program = match stage.program.mutated(mutant) {
            Mutated::Program(program) => program,
            other => {
                self.no_program = Some(other);
                return;
            }
        };
        let own = matters(&stage.settling)
            .then(|| Speech::of(stage.plan, program.as_ref(), id, stage.settling.limits))
            .filter(|own| own != usual);
        // Spoken with in another way, it does other things from the start.
        let is_spoken_with_otherwise = own.is_some();
        let speech = own.as_ref().unwrap_or(usual);
        let mut trial = Trial::new(stage.plan, program.as_ref(), speech);
        for case in order.iter().filter(|case| is_spoken_with_otherwise || in_question(case)) {
            let usual = &stage.cases[*case];
            let limits = if is_spoken_with_otherwise { limits } else { usual.limits };
            let verdict = trial.verdict(*case, limits);
            // A case that is not run notices nothing; the one that it waits for does. On other machines a
            // format costs nothing.
            let is_lost = match verdict {
                Verdict::Pass | Verdict::Skipped => false,
                verdict => is_usual || !verdict.earns(),
            };
            if is_lost && verdict != usual.verdict && !self.by.contains(case) {
                self.by.push(*case);
            }
            if self.by.len() >= enough {
                return;
            }
        }
        if !is_usual || !self.by.is_empty() {
            return;
        }
        // The cases in which style is watched were not run where it could not differ.
        let watched = &stage.plan.spec.style.cases;
        for (case, planned) in stage.plan.cases.iter().enumerate() {
            if watched.contains(&planned.case.id) && !trial.has_verdict(case) {
                trial.verdict(case, stage.cases[case].limits);
            }
        }
        self.costs_points = trial.costs_points_elsewhere(limits);
    }
}

/// The proof for a change of the source after which the compiler makes the same program.
fn same_program() -> Text {
    text!("the compiler makes the same program of it", "trình biên dịch tạo ra đúng chương trình cũ")
}

/// At most this many of the items, at even distances, in their order.
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

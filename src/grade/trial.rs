//! A program judged case by case, in whatever order: there are verdicts and no words. For the tests of a spec, which are
//! tested by judging many programs that differ in one instruction.

use std::collections::BTreeMap;

use super::case::{DeafRuns, PlayedCase};
use super::checked;
use super::dialogue::{Spoken, Table};
use super::gradebook::{CaseResult, Graded};
use super::plan::Plan;
use super::property;
use super::submission::judge_style;
use super::subroutine;
use super::verdict::Verdict;
use crate::machine::Executable;
use crate::play::Protocol;
use crate::spec::{Expectation, Limits, Points};

/// The inferred way of talking to a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Speech<'a> {
    /// The submission, which is part of the random seed.
    id: String,
    protocol: Protocol,
    dialogue: Option<Spoken<'a>>,
    /// True if it reads something in a way that costs points.
    has_costs: bool,
}

impl<'a> Speech<'a> {
    /// Infers the way of talking to a program, as for a submission. `limits` hold for these runs.
    pub fn of(plan: &'a Plan, program: &'a dyn Executable, id: &str, limits: Limits) -> Self {
        let spec = plan.spec.as_ref();
        // Where bytes are typed as they are, there is no protocol to speak.
        let protocol = plan.protocol(program, limits).unwrap_or(Protocol::KeyOnly);
        let mut has_costs = false;
        let dialogue = spec.dialogue.as_ref().map(|dialogue| {
            let mut table = Table::new(plan, dialogue, program, id).with_limits(limits);
            let (inferred, _) = table.infer(spec);
            has_costs = inferred.iter().any(|inferred| inferred.cost > Points::ZERO);
            table.spoken()
        });
        Self { id: id.to_owned(), protocol, dialogue, has_costs }
    }
}

/// A program that is judged case by case.
pub struct Trial<'a> {
    plan: &'a Plan,
    program: &'a dyn Executable,
    speech: &'a Speech<'a>,
    deaf: DeafRuns,
    /// The cases in which style is watched, as far as they were played.
    of_style: BTreeMap<usize, PlayedCase<'a>>,
    results: Vec<Option<CaseResult>>,
}

impl<'a> Trial<'a> {
    /// A program with a known way of talking to it.
    pub fn new(plan: &'a Plan, program: &'a dyn Executable, speech: &'a Speech<'a>) -> Self {
        let results = vec![None; plan.cases.len()];
        Self { plan, program, speech, deaf: DeafRuns::default(), of_style: BTreeMap::new(), results }
    }

    /// The verdict on a case, played within `limits`.
    pub fn verdict(&mut self, case: usize, limits: Limits) -> Verdict {
        let spec = self.plan.spec.as_ref();
        let planned = &self.plan.cases[case];
        let result = match (&planned.case.expectation, &self.speech.dialogue) {
            (Expectation::Dialogue(played), Some(spoken)) => {
                Table::known(self.program, limits, spoken).judge(planned, played).0
            }
            (Expectation::Subroutine(subroutine), _) => {
                subroutine::judge(planned, subroutine, self.program, (limits, spec.compare.halt)).0
            }
            (Expectation::Property(property), _) => {
                property::judge(self.plan, self.program, &self.speech.id, (case, property))
            }
            (expectation, _) => {
                let (start, protocol) = (planned.case.start, self.speech.protocol);
                let played = PlayedCase::new(planned, start, self.program, protocol, limits, &mut self.deaf);
                let result = match expectation {
                    Expectation::Checked(demands) => checked::judge(&played, demands, spec.compare.halt),
                    _ => played.first_result(spec),
                };
                if spec.style.cases.contains(&planned.case.id) {
                    self.of_style.insert(case, played);
                }
                result
            }
        };
        let verdict = result.verdict;
        self.results[case] = Some(result);
        verdict
    }

    /// Returns `true` if the verdict on a case is known.
    pub fn has_verdict(&self, case: usize) -> bool {
        self.results[case].is_some()
    }

    /// Returns `true` if points are lost apart from the cases: for style, or for a reading that the
    /// assignment forbids. The cases in which style is watched must have their verdicts.
    pub fn costs_points_elsewhere(&self, limits: Limits) -> bool {
        if self.speech.has_costs {
            return true;
        }
        let mut graded = Graded::new("");
        graded.results = self.results.iter().map(|result| result.clone().unwrap_or_default()).collect();
        let watch = |case: usize| Some(self.of_style.get(&case)?.watch(self.program, limits));
        judge_style(self.plan, self.program, &watch, &mut graded);
        graded.style.iter().any(|result| result.earned < result.rule.points || result.cost > Points::ZERO)
    }
}

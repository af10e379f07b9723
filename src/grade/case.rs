//! One case of one submission.

use std::collections::BTreeMap;

use super::gradebook::{CaseResult, Failure};
use super::plan::PlannedCase;
use super::verdict::Verdict;
use crate::compare::{Comparison, Dictionary, compare, compare_exactly};
use crate::explain;
use crate::machine::{Executable, Facts, Start};
use crate::play::{Played, Protocol, play, watch};
use crate::spec::{Expectation, Limits, Points, Spec};

/// A case that was played but not judged yet.
pub(super) struct PlayedCase<'p> {
    pub(super) planned: &'p PlannedCase,
    pub(super) played: Played,
    /// The output, turn by turn as the reference has it.
    pub(super) turns: Vec<Vec<u8>>,
}

/// Runs in which the program never looked at its input, by start state: they are the same for every script.
#[derive(Default)]
pub(super) struct DeafRuns(BTreeMap<Start, Played>);

impl<'p> PlayedCase<'p> {
    pub(super) fn new(
        planned: &'p PlannedCase,
        program: &dyn Executable,
        protocol: Protocol,
        limits: Limits,
        deaf: &mut DeafRuns,
    ) -> Self {
        let start = planned.case.start;
        let played = match deaf.0.get(&start) {
            Some(known) => known.clone(),
            None => play(program, &script(planned, protocol), start, limits),
        };
        if !played.transcript.asked {
            deaf.0.entry(start).or_insert_with(|| played.clone());
        }
        let turns = match planned.case.expectation {
            Expectation::Keys(_) => played.transcript.turns().map(|turn| turn.output.to_vec()).collect(),
            Expectation::Literal { .. } => vec![played.transcript.output.clone()],
        };
        Self { planned, played, turns }
    }

    /// Compares with format told apart from logic.
    pub(super) fn compare(&self, dictionary: &Dictionary) -> Comparison {
        compare(&self.planned.expected, &self.turns, dictionary)
    }

    /// Judges by the exact rule: what differs in format alone is wrong, and its kinds are kept to explain it.
    pub(super) fn by_exact_rule(&self, lenient: Comparison) -> Comparison {
        let exact = compare_exactly(&self.planned.expected, &self.turns);
        Comparison { wrong: exact.wrong, ..lenient }
    }

    /// The result; a watched run, if there was one, refines it.
    pub(super) fn judge(
        &self,
        spec: &Spec,
        comparison: Comparison,
        watched: Option<&Watched<'_>>,
    ) -> CaseResult {
        let expected = &self.planned.expected;
        let stop = self.played.ended.stop;
        let blind = Verdict::of(&comparison, stop, expected, &self.turns, spec.compare.halt);
        let verdict = watched.map_or(blind, |watched| blind.refined(&watched.facts));
        let failure = (!verdict.earns()).then(|| {
            let turn = comparison.wrong.first().copied().unwrap_or(self.turns.len() - 1);
            let because =
                watched.map(|watched| self.explain(&comparison, verdict, watched)).unwrap_or_default();
            Failure {
                turn,
                typed: expected.entries[..turn.min(expected.entries.len())].to_vec(),
                expected: expected.turns.get(turn).cloned(),
                actual: self.turns.get(turn).cloned(),
                wrong_turns: comparison.wrong.len(),
                because,
            }
        });
        let earned = if verdict.earns() { self.planned.case.points } else { Points::ZERO };
        CaseResult { verdict, earned, comparison, ended: Some(self.played.ended), failure }
    }

    fn explain(
        &self,
        comparison: &Comparison,
        verdict: Verdict,
        watched: &Watched<'_>,
    ) -> Vec<crate::diagnostics::Text> {
        let mut because =
            explain::stop(watched.program, &watched.facts, self.played.ended, self.planned.expected.ending);
        if verdict == Verdict::WrongOutput {
            because.extend(self.explain_output(comparison, watched));
        }
        because.extend(explain::undefined(watched.program, &watched.facts));
        because
    }

    /// Which instruction printed the first byte that differs.
    fn explain_output(
        &self,
        comparison: &Comparison,
        watched: &Watched<'_>,
    ) -> Option<crate::diagnostics::Text> {
        let turn = *comparison.wrong.first()?;
        let actual = self.turns.get(turn)?;
        let expected = self.planned.expected.turns.get(turn).map(Vec::as_slice).unwrap_or_default();
        let offset = crate::compare::first_difference(expected, actual)?;
        let range = self.played.transcript.turn_range(turn);
        let at = range.start + offset;
        if at >= range.end {
            return None;
        }
        let limits = Limits { output: at, ..watched.limits };
        let script = script(self.planned, watched.protocol);
        let (_, facts) = watch(watched.program, &script, self.planned.case.start, limits);
        let by = *watched.facts.printed_by.get(at)?;
        Some(explain::printed(watched.program, by, &facts.stack, actual[offset]))
    }
}

/// A watched run of a case, with what is needed to make another one.
pub(super) struct Watched<'m> {
    pub(super) program: &'m dyn Executable,
    pub(super) protocol: Protocol,
    pub(super) limits: Limits,
    pub(super) facts: Facts,
}

impl<'m> Watched<'m> {
    pub(super) fn new(
        planned: &PlannedCase,
        program: &'m dyn Executable,
        protocol: Protocol,
        limits: Limits,
    ) -> Self {
        let (_, facts) = watch(program, &script(planned, protocol), planned.case.start, limits);
        Self { program, protocol, limits, facts }
    }
}

fn script(planned: &PlannedCase, protocol: Protocol) -> crate::console::Script {
    match &planned.case.expectation {
        Expectation::Keys(_) => protocol.script(&planned.expected.entries),
        Expectation::Literal { stdin, .. } => stdin.as_ref().clone(),
    }
}

//! Cases with demands of their own on the output: steps, fragments, other readings than byte by byte.

mod command;
pub(super) mod files;

use super::case::PlayedCase;
use super::failure::FailureKind;
use super::gradebook::{CaseResult, Failure};
use super::verdict::Verdict;
use crate::compare::Comparison;
use crate::compare::wanted::{Mismatch, MismatchKind, is_to_the_byte, mismatch};
use crate::diagnostics::Text;
use crate::machine::Stop;
use crate::spec::{Checked, HaltRule, Points, Want};

/// Judges a case by the first demand that is not met, or else by how the program ended.
pub(super) fn judge(case: &PlayedCase<'_>, checked: &Checked, rule: HaltRule) -> CaseResult {
    let ended = case.played.ended;
    let broke = match ended.stop {
        Stop::Fault(_) => Some(Verdict::Fault),
        Stop::OutOfFuel => Some(Verdict::OutOfFuel),
        Stop::OutputFull => Some(Verdict::OutputLimit),
        Stop::Starved if checked.halts => Some(Verdict::Starved),
        _ => None,
    };
    let wrong = first_mismatch(checked, &case.turns);
    let in_files =
        if wrong.is_none() { files::wrong(&case.played.transcript, &checked.files, case.isa) } else { None };
    let wrong =
        wrong.or_else(|| in_files.map(|(printed, found)| Unmet::at_the_end(&case.turns, printed, found)));
    let is_cut_off = matches!(ended.stop, Stop::OutOfFuel | Stop::OutputFull | Stop::Fault(_));
    let may_go_on = checked.is_plain_text && ended.stop == Stop::OutOfFuel && !rule.is_binding();
    let verdict = match (&wrong, broke) {
        (None, Some(broke)) if !may_go_on && (rule.is_binding() || is_cut_off) => broke,
        (None, _) if differs_in_format(checked, &case.turns) => Verdict::Presentation,
        (None, _) => Verdict::Pass,
        // Output that is missing at the end of a run that broke down is missing because it did.
        (Some(_), Some(broke)) if is_cut_off => broke,
        (Some(_), _) => Verdict::WrongOutput,
    };
    let failure = (!verdict.earns()).then(|| match wrong {
        Some(unmet) => {
            let typed = case.typed(unmet.turn);
            unmet.failure(typed)
        }
        None => {
            let turn = case.turns.len().saturating_sub(1);
            Failure {
                turn,
                typed: case.typed(turn),
                actual: Some(case.turns.concat()),
                wrong_turns: 1,
                kind: Some(FailureKind::Ending),
                ..Failure::default()
            }
        }
    });
    let earned = if verdict.earns() { case.planned.case.points } else { Points::ZERO };
    let result = CaseResult {
        verdict,
        earned,
        comparison: Comparison::default(),
        ended: Some(ended),
        failure,
        ..CaseResult::default()
    };
    match &checked.mode.command {
        // The command is not asked about output that fails already.
        Some(command) if verdict.earns() => command::judge(case, checked, command, result),
        _ => result,
    }
}

/// Returns `true` if an output passes that is not the expected one to the byte. Its kinds of difference are
/// unknown, as only a hash of the expected text is kept.
fn differs_in_format(checked: &Checked, turns: &[Vec<u8>]) -> bool {
    let output = || String::from_utf8_lossy(&turns.concat()).into_owned();
    let is_loose = |want: &Want| matches!(want, Want::Hashed(known) if !is_to_the_byte(known, &output()));
    checked.whole.iter().any(is_loose)
}

/// A demand that is not met.
pub(super) struct Unmet {
    /// The turn that it is about.
    pub(super) turn: usize,
    /// The number of its step, from 1, if it is one of a step.
    step: Option<usize>,
    /// The place in the whole output at which the checked part begins.
    from: usize,
    /// The output, or the part of it that is checked.
    printed: Vec<u8>,
    /// The mismatch between the output and the demand.
    found: Mismatch,
}

impl Unmet {
    /// A demand on the files or the output at the end of the run.
    pub(super) fn at_the_end(turns: &[Vec<u8>], printed: Vec<u8>, found: Mismatch) -> Self {
        Self { turn: turns.len().saturating_sub(1), step: None, from: 0, printed, found }
    }

    /// The reason, in words.
    pub(super) fn why(&self) -> &Text {
        &self.found.why
    }

    /// The kind of mismatch.
    pub(super) fn kind(&self) -> &MismatchKind {
        &self.found.kind
    }

    /// The failure to report for it.
    pub(super) fn failure(self, typed: Vec<Vec<u8>>) -> Failure {
        Failure {
            turn: self.turn,
            typed,
            step: self.step,
            at: self.found.at.map(|at| self.from + at),
            pairs: self.found.pairs,
            expected: self.found.expected.map(String::into_bytes),
            actual: Some(self.printed),
            wrong_turns: 1,
            kind: Some(FailureKind::Output(self.found.kind)),
            because: vec![self.found.why],
            ..Failure::default()
        }
    }
}

/// The first demand on the output that is not met.
pub(super) fn first_mismatch(checked: &Checked, turns: &[Vec<u8>]) -> Option<Unmet> {
    let text = |turn: &[u8]| String::from_utf8_lossy(turn).into_owned();
    let first_of = |wants: &[Want], output: &str| {
        let found = |(nth, want)| mismatch(want, &checked.mode, output).map(|found| (nth, found));
        wants.iter().enumerate().find_map(found)
    };
    let empty = Vec::new();
    let in_turns = checked.turns.iter().enumerate().find_map(|(turn, wants)| {
        let printed = turns.get(turn).unwrap_or(&empty);
        let (nth, found) = first_of(wants, &text(printed))?;
        let step = checked.steps.get(turn).and_then(|steps| steps.get(nth)).copied();
        let from = turns.iter().take(turn).map(Vec::len).sum();
        Some(Unmet { turn, step, from, printed: printed.clone(), found })
    });
    in_turns.or_else(|| {
        let all = turns.concat();
        let (_, found) = first_of(&checked.whole, &text(&all))?;
        Some(Unmet::at_the_end(turns, all, found))
    })
}

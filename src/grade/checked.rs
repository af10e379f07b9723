//! Cases with demands of their own on the output: steps, fragments, other readings than byte by byte.

mod command;
pub(super) mod files;

use super::case::PlayedCase;
use super::gradebook::{CaseResult, Failure};
use super::verdict::Verdict;
use crate::compare::Comparison;
use crate::compare::wanted::{Mismatch, mismatch};
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
    let in_files = if wrong.is_none() { files::wrong(&case.played.transcript, &checked.files) } else { None };
    let last = case.turns.len().saturating_sub(1);
    let wrong = wrong.or_else(|| in_files.map(|(printed, found)| (last, printed, found)));
    let is_cut_off = matches!(ended.stop, Stop::OutOfFuel | Stop::OutputFull | Stop::Fault(_));
    let verdict = match (&wrong, broke) {
        (None, Some(broke)) if rule == HaltRule::Required || is_cut_off => broke,
        (None, _) => Verdict::Pass,
        // What is missing at the end of a run that broke down is missing because it did.
        (Some(_), Some(broke)) if is_cut_off => broke,
        (Some(_), _) => Verdict::WrongOutput,
    };
    let failure = (!verdict.earns()).then(|| {
        let entries = &case.planned.expected.entries;
        let (turn, actual, expected, because): (usize, Vec<u8>, Option<String>, Vec<Text>) = match wrong {
            Some((turn, printed, found)) => (turn, printed, found.expected, vec![found.why]),
            None => (case.turns.len().saturating_sub(1), case.turns.concat(), None, Vec::new()),
        };
        Failure {
            turn,
            typed: entries[..turn.min(entries.len())].to_vec(),
            expected: expected.map(String::into_bytes),
            actual: Some(actual),
            wrong_turns: 1,
            kind: Some(
                because
                    .first()
                    .map(|why| why.to(crate::diagnostics::Language::English).to_owned())
                    .unwrap_or_default(),
            ),
            because,
            told_as: None,
            from_zeros_too: false,
        }
    });
    let earned = if verdict.earns() { case.planned.case.points } else { Points::ZERO };
    let result = CaseResult {
        verdict,
        earned,
        comparison: Comparison::default(),
        ended: Some(ended),
        failure,
        to_staff: String::new(),
    };
    match &checked.mode.command {
        // What fails anyhow is not worth asking about.
        Some(command) if verdict.earns() => command::judge(case, checked, command, result),
        _ => result,
    }
}

/// The first demand on the output that is not met: the turn, what was printed there, and why.
pub(super) fn first_mismatch(checked: &Checked, turns: &[Vec<u8>]) -> Option<(usize, Vec<u8>, Mismatch)> {
    let text = |turn: &[u8]| String::from_utf8_lossy(turn).into_owned();
    let first_of =
        |wants: &[Want], output: &str| wants.iter().find_map(|want| mismatch(want, &checked.mode, output));
    let empty = Vec::new();
    let in_turns = checked.turns.iter().enumerate().find_map(|(turn, wants)| {
        let printed = turns.get(turn).unwrap_or(&empty);
        first_of(wants, &text(printed)).map(|found| (turn, printed.clone(), found))
    });
    in_turns.or_else(|| {
        let all = turns.concat();
        let last = turns.len().saturating_sub(1);
        first_of(&checked.whole, &text(&all)).map(|found| (last, all, found))
    })
}

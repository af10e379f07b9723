//! The failed cases that are reported in full: of each group at most one, and each way of going wrong once.
//!
//! A student has few mistakes and many failed cases. Groups are reported in the order of what they cost. Of each the first
//! case is reported that goes wrong in a way not reported yet; where there is none, the group refers to what was reported already.

use std::cmp::Reverse;

use super::failure::FailureKind;
use super::gradebook::{CaseResult, Failure};
use super::verdict::Verdict;
use crate::compare::first_difference;
use crate::machine::{Start, Stop};
use crate::spec::{Group, GroupScore, Points, Show, Spec};

/// A group with the cases of it that failed.
#[derive(Debug)]
pub struct FailedGroup<'s> {
    /// The group.
    pub group: &'s Group,
    /// Indices into the spec's cases.
    pub failed: Vec<usize>,
    /// The points of these cases.
    pub lost: Points,
}

impl<'s> FailedGroup<'s> {
    /// The groups in which points were lost, the most costly first, equals in the order of the spec.
    pub fn all(spec: &'s Spec, results: &[CaseResult]) -> Vec<Self> {
        let mut first = 0;
        let mut groups = Vec::new();
        for group in &spec.groups {
            let is_failed = |index: &usize| results.get(*index).is_some_and(CaseResult::has_failed);
            let failed: Vec<usize> = (first..first + group.cases.len()).filter(is_failed).collect();
            if !failed.is_empty() {
                let lost = if group.score == GroupScore::Sum && group.cap.is_none() && !group.bonus {
                    failed
                        .iter()
                        .map(|index| group.cases[index - first].points.saturating_sub(results[*index].earned))
                        .sum()
                } else {
                    let earned: Points =
                        results.iter().skip(first).take(group.cases.len()).map(|result| result.earned).sum();
                    group.possible().saturating_sub(earned)
                };
                groups.push(Self { group, failed, lost });
            }
            first += group.cases.len();
        }
        groups.sort_by_key(|group| Reverse(group.lost));
        groups
    }
}

/// A failure as a student sees it, without what differs from game to game.
#[derive(PartialEq, Eq)]
struct Look {
    verdict: Verdict,
    /// The first line that differs, as it must be and as it is.
    lines: (Option<Vec<u8>>, Option<Vec<u8>>),
    fault: Option<u32>,
    kind: Option<FailureKind>,
    depends_on_memory: bool,
    /// A failure that readers are shown is not told as one that is hidden from them.
    show: Show,
}

impl Look {
    /// The look of a case, if a watched run is to explain it: a difference in format alone is explained by
    /// its kinds.
    fn of(result: &CaseResult, starts_from_noise: bool, show: Show) -> Option<Self> {
        let failure = result.failure.as_ref().filter(|_| result.comparison.kinds.is_empty())?;
        let fault = match result.ended.map(|ended| ended.stop) {
            Some(Stop::Fault(fault)) => Some(fault.at),
            _ => None,
        };
        let depends_on_memory = starts_from_noise && !failure.from_zeros_too;
        let lines = if failure.kind.is_none() { first_lines(failure) } else { (None, None) };
        let kind = failure.kind.clone();
        Some(Self { verdict: result.verdict, lines, fault, kind, depends_on_memory, show })
    }
}

fn first_lines(failure: &Failure) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    let empty = Vec::new();
    let (expected, actual) =
        (failure.expected.as_ref().unwrap_or(&empty), failure.actual.as_ref().unwrap_or(&empty));
    let at = first_difference(expected, actual).unwrap_or(0);
    if actual.is_empty() {
        // All outputs begin in the same way if they are empty.
        return (None, None);
    }
    if let Some(pair) = failure.pairs.iter().flatten().find(|pair| pair.differs()) {
        let line = |line: &Option<Vec<u8>>| line.as_deref().map(words);
        return (line(&pair.expected), line(&pair.actual));
    }
    let line = |text: &[u8]| {
        let at = at.min(text.len());
        let start = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |before| before + 1);
        let line = text[start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        words(line)
    };
    (failure.expected.as_deref().map(line), failure.actual.as_deref().map(line))
}

/// The words of a line, of two letters and more: players' numbers and the cells of a board differ from game to game.
fn words(line: &[u8]) -> Vec<u8> {
    let words = line.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| word.len() > 1);
    words.collect::<Vec<_>>().join(&b' ')
}

/// The cases to tell, in the order of their groups; and for each case the one that is reported in its place, `None` for
/// cases that are right, and where none is reported.
pub(super) fn choose(spec: &Spec, results: &[CaseResult]) -> (Vec<usize>, Vec<Option<usize>>) {
    let cases = spec.groups.iter().flat_map(|group| group.cases.iter().map(|case| (case.start, group.show)));
    let looks: Vec<Option<Look>> = cases
        .zip(results)
        .map(|((start, show), result)| Look::of(result, start != Start::Zeros, show))
        .collect();
    let (mut order, mut told) = (Vec::new(), vec![None; results.len()]);
    let is_innocent =
        |index: &usize| results[*index].failure.as_ref().is_some_and(|failure| failure.from_zeros_too);
    let mut groups = FailedGroup::all(spec, results);
    // A failure that has nothing to do with the noise that a case starts from is better shown by a case
    // without noise.
    groups.sort_by_key(|group| group.failed.iter().all(is_innocent));
    for group in &groups {
        let fresh = |index: &&usize| looks[**index].is_some() && told[**index].is_none();
        // A program that plays another game is worse than one that plays the right one in other words.
        let is_mild = |index: &&usize| results[**index].verdict == Verdict::OtherWords;
        let Some(chosen) = group.failed.iter().filter(fresh).min_by_key(is_mild).copied() else { continue };
        order.push(chosen);
        for (look, told) in looks.iter().zip(&mut told) {
            if *look == looks[chosen] {
                *told = Some(chosen);
            }
        }
    }
    (order, told)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_differs_from_game_to_game_is_no_word() {
        assert_eq!(words(b"Player 2, choose a column: "), words(b"Player 1, choose a column: "));
        assert_eq!(words(b"- O X - - -"), words(b"- - - - - X"));
        assert_ne!(words(b"Player 1 Wins."), words(b"Tie Game."));
    }
}

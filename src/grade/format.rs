//! The cost of a submission's differences of format, and the lines by which they are shown.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::case::{PlayedCase, Watched};
use super::gradebook::{FormatFinding, Graded};
use super::plays::{Run, scripts};
use super::schedule::guarded;
use crate::compare::{FormatKind, FormatPlace, Habits, LinePair, other_words, pair_lines};
use crate::spec::{Points, Share, Spec};

/// Charges each kind of format difference once for the whole submission. By the exact rule it has cost the tests already.
pub(super) fn judge_format<'m>(
    spec: &Spec,
    runs: &[Run<'_>],
    habits: &Habits,
    watch: &dyn Fn(&PlayedCase<'_>) -> Watched<'m>,
    graded: &mut Graded,
) {
    let mut laddered = Points::ZERO;
    // The cases that lose all of their points to a kind; the limit does not apply to them.
    let mut lost: BTreeSet<usize> = BTreeSet::new();
    for kind in FormatKind::ALL {
        let with_kind: Vec<(usize, &PlayedCase<'_>)> = scripts(runs)
            .filter(|(index, _)| {
                let result = &graded.results[*index];
                (result.verdict.earns() || spec.compare.exact) && result.comparison.kinds.contains(kind)
            })
            .collect();
        let Some((first, case)) = with_kind.first().copied() else { continue };
        let (priced, on_ladder): (Vec<_>, Vec<_>) =
            with_kind.iter().copied().partition(|(_, case)| case.planned.case.ladder.presentation.is_none());
        lost.extend(priced.iter().filter(|(_, case)| takes_all(case, kind)).map(|(index, _)| *index));
        let (cost, share) = priced_by_kind(&priced, kind, graded, spec);
        // The cost of the ladder is reported with the first kind of difference that a case has.
        let by_ladder: Points = on_ladder
            .iter()
            .filter(|(index, _)| graded.results[*index].comparison.kinds.iter().next() == Some(kind))
            .map(|(index, case)| {
                let earned = graded.results[*index].earned;
                let share = case.planned.case.ladder.presentation;
                earned.saturating_sub(share.map_or(earned, |share| share.of(earned)))
            })
            .sum();
        laddered += by_ladder;
        let (kinds, evidence) =
            (graded.results[first].comparison.kinds, &graded.results[first].comparison.evidence);
        let turn = evidence.iter().find(|(known, _)| *known == kind).map_or(0, |(_, turn)| *turn);
        let fit = graded.results[first].comparison.fit.clone();
        let (LinePair { expected, actual, .. }, place) =
            if let Some(place) = fit.iter().flat_map(|fit| &fit.kinds).find(|place| place.kind == kind) {
                (around(case, place), case.first_byte(place).map(|at| (turn, at)))
            } else if let Some((turn, lines, at)) = case.shows(kinds, kind, habits) {
                (lines, Some((turn, at)))
            } else if kind == FormatKind::Halt {
                (LinePair { expected: None, actual: None, fits: true }, None)
            } else {
                (example(case, kind, turn), case.first_difference(turn).map(|at| (turn, at)))
            };
        let explained = guarded(|| {
            let watched = watch(case);
            if kind == FormatKind::Halt {
                return case.goes_on(&watched);
            }
            place.and_then(|(turn, at)| case.printed(at, turn, &watched).0).into_iter().collect()
        });
        let because = explained.unwrap_or_else(|message| {
            // The line is shown all the same, without the place that printed it.
            graded.troubles.push(format!("while explaining {}: {message}", case.planned.case.id));
            Vec::new()
        });
        let more = other_texts(&with_kind, kind, (habits, graded), (&expected, &actual));
        let alone =
            with_kind.iter().filter(|(index, _)| graded.results[*index].comparison.kinds.is_only(kind));
        let alone = alone.count();
        graded.format.push(FormatFinding {
            kind,
            cases: with_kind.len(),
            // By the exact rule the tests are lost already, so that nothing is earned to take a share of.
            cost: cost + by_ladder,
            share: share.filter(|_| on_ladder.is_empty()),
            example: case.planned.case.id.clone(),
            expected,
            actual,
            more,
            alone,
            because,
        });
    }
    for index in &lost {
        graded.results[*index].is_lost_to_format = true;
    }
    let earned = |counts: &dyn Fn(usize) -> bool| -> Points {
        let results = graded.results.iter().enumerate().filter(|(index, _)| counts(*index));
        results.map(|(_, result)| result.earned).sum()
    };
    let in_full = earned(&|index| lost.contains(&index));
    // A case whose points are lost in full has nothing left that another kind could take.
    let limited: Points = scripts(runs)
        .filter(|(index, case)| !lost.contains(index) && case.planned.case.ladder.presentation.is_none())
        .flat_map(|(index, case)| {
            let result = &graded.results[index];
            result
                .comparison
                .kinds
                .iter()
                .map(move |kind| (case.planned.case.format.of(kind.id()), result.earned))
        })
        .map(|(share, earned)| share.of(earned))
        .sum();
    let all: Points = graded.format.iter().map(|finding| finding.cost).sum();
    let limited = if lost.is_empty() { all.saturating_sub(laddered) } else { limited };
    let most = spec.format.most.of(earned(&|index| !lost.contains(&index)));
    graded.format_cost = (laddered + in_full + limited.min(most)).min(earned(&|_| true));
}

/// Returns `true` if a kind of difference takes all points of a case.
fn takes_all(case: &PlayedCase<'_>, kind: FormatKind) -> bool {
    case.planned.case.format.of(kind.id()).percent() == 100
}

/// The most texts that are shown.
const MOST_TEXTS: usize = 12;

/// All texts that the submission words in its own way, or adds, but for those shown already: each once, whatever numbers
/// are in it.
fn other_texts(
    cases: &[(usize, &PlayedCase<'_>)],
    kind: FormatKind,
    (habits, graded): (&Habits, &Graded),
    shown: (&Option<Vec<u8>>, &Option<Vec<u8>>),
) -> Vec<(String, LinePair)> {
    if !matches!(kind, FormatKind::Wording | FormatKind::ExtraText) {
        return Vec::new();
    }
    let without_numbers = |line: &Option<Vec<u8>>| -> Vec<u8> {
        let line = line.as_deref().unwrap_or_default().trim_ascii();
        line.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect()
    };
    let mut known = BTreeSet::from([(without_numbers(shown.0), without_numbers(shown.1))]);
    let mut more = Vec::new();
    for (index, case) in cases {
        let kinds = graded.results[*index].comparison.kinds;
        for pair in other_words(&case.planned.expected, &case.turns, habits, (kinds, kind)) {
            let is_new = known.insert((without_numbers(&pair.expected), without_numbers(&pair.actual)));
            if is_new && more.len() < MOST_TEXTS {
                more.push((case.planned.case.id.clone(), pair));
            }
        }
    }
    more
}

/// The cost of a kind of difference in these cases; and the share, if it is the same for all of them and not
/// the usual one.
fn priced_by_kind(
    priced: &[(usize, &PlayedCase<'_>)],
    kind: FormatKind,
    graded: &Graded,
    spec: &Spec,
) -> (Points, Option<Share>) {
    // The points of equal shares are added up first, so that a share is rounded once.
    let mut by_share: BTreeMap<u8, (Share, Points)> = BTreeMap::new();
    for (index, case) in priced {
        let share = case.planned.case.format.of(kind.id());
        let (_, points) = by_share.entry(share.percent()).or_insert((share, Points::ZERO));
        *points += graded.results[*index].earned;
    }
    let cost = by_share.values().map(|(share, points)| share.of(*points)).sum();
    let only = by_share.values().next().map(|(share, _)| *share).filter(|_| by_share.len() == 1);
    (cost, only.filter(|share| *share != spec.format.prices.of("")))
}

/// The first pair of lines of a turn that differ; for text that was not asked for, the added line.
fn example(case: &PlayedCase<'_>, kind: FormatKind, turn: usize) -> LinePair {
    let text = |turns: &[Vec<u8>]| turns.get(turn).cloned().unwrap_or_default();
    let pairs = pair_lines(&text(&case.planned.expected.turns), &text(&case.turns));
    pairs
        .into_iter()
        .filter(LinePair::differs)
        .find(|pair| kind != FormatKind::ExtraText || pair.expected.is_none())
        .unwrap_or(LinePair { expected: None, actual: None, fits: true })
}

/// The lines around a place in which the printed text differs from an expected text that the spec writes out.
fn around(case: &PlayedCase<'_>, place: &FormatPlace) -> LinePair {
    let lines = |turns: &[Vec<u8>], range: &Range<usize>| {
        let text = turns.first().map(Vec::as_slice).unwrap_or_default();
        let range = range.start.min(text.len())..range.end.min(text.len());
        let start =
            text[..range.start].iter().rposition(|byte| *byte == b'\n').map_or(0, |before| before + 1);
        // Where lines are broken otherwise their ends show it; all other differences are seen in one line.
        let from = if place.kind == FormatKind::LineBreaks { range.end } else { range.start };
        let end = text[from..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| from + at);
        let lines = &text[start..end.max(start)];
        lines.strip_suffix(b"\n").unwrap_or(lines).to_vec()
    };
    LinePair {
        expected: Some(lines(&case.planned.expected.turns, &place.expected)),
        actual: Some(lines(&case.turns, &place.actual)),
        fits: false,
    }
}

//! The places where turns differ, in the text that was printed: for a failed turn the lines that differ in
//! more than format, and for a kind of format difference the lines that show it, once all other kinds are
//! taken away.

use std::collections::BTreeSet;

use super::format::{FormatKind, FormatKinds, normalise};
use super::lines::{Change, LinePair, changes, first_difference, pair_lines};
use super::unit::{Traced, bytes, lines, traced};
use super::{Case, Habits, TurnPair};
use crate::play::Expected;

/// A turn next to the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The lines; those fit that differ in format alone.
    pub pairs: Vec<LinePair>,
    /// The first byte of the turn that is wrong, or where it ends too early.
    pub at: usize,
}

/// The difference in a turn when all that is format is taken away; `None` if the turn was not printed. Kinds
/// are in use if they appear where the submission is right.
pub fn in_more_than_format(
    expected: &Expected,
    actual: &[Vec<u8>],
    (habits, in_use): (&Habits, FormatKinds),
    turn: usize,
) -> Option<Difference> {
    let case = Case::new(expected, actual, habits, false);
    let pair = case.turn(turn);
    let (wanted, printed) = (pair.expected.unwrap_or_default(), pair.actual?);
    let expected = normal_lines(pair.split_echo(&traced(wanted)).1);
    let mut kinds = FormatKinds::all();
    for kind in [FormatKind::RepeatedBoard, FormatKind::ExtraText] {
        // Text of a kind that the program does not print where it is right may be all that there is of the
        // expected output.
        kinds = if in_use.contains(kind) { kinds } else { kinds.without(kind) };
    }
    let actual = actual_lines(&pair, printed, kinds);
    let marks = Marks::of(&expected, &actual, printed.len());
    let (ends_wanted, ends_printed) = (line_ends(wanted), line_ends(printed));
    let number = |ends: &[usize], line: &[Traced]| line.first().map(|first| line_number(ends, first.at));
    let place = |line: usize| {
        number(&ends_wanted, &expected[line])
            .zip(marks.partner(line).and_then(|other| number(&ends_printed, &actual[other])))
    };
    let mut anchors: Vec<(usize, usize)> = (0..expected.len()).filter_map(place).collect();
    anchors.dedup_by_key(|(_, line)| *line);
    if !anchors.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1) {
        // Rows that were printed in another order stand where they were printed.
        anchors.clear();
    }
    let wrong = |lines: &[Vec<Traced>], wrong: &BTreeSet<usize>, ends: &[usize]| -> BTreeSet<usize> {
        wrong.iter().filter_map(|line| number(ends, &lines[*line])).collect()
    };
    let wrong_expected = wrong(&expected, &marks.expected, &ends_wanted);
    let wrong_actual = wrong(&actual, &marks.actual, &ends_printed);
    let pairs = pairs(wanted, printed, &anchors, (&wrong_expected, &wrong_actual));
    let at = marks.at.or_else(|| first_difference(wanted, printed)).unwrap_or(0);
    Some(Difference { pairs, at })
}

/// The lines of the program, without all that is format.
fn actual_lines(pair: &TurnPair<'_>, printed: &[u8], kinds: FormatKinds) -> Vec<Vec<Traced>> {
    let habits = pair.case.habits;
    let laid_out = habits.lay_out(&traced(printed), pair.entry, pair.board_before(), kinds);
    let (_, text) = pair.split_echo(&laid_out);
    normal_lines(&habits.dictionary.translate(text, kinds))
}

fn normal_lines(text: &[Traced]) -> Vec<Vec<Traced>> {
    let all = FormatKinds::all();
    lines(text).map(|line| normalise(line, all)).filter(|line| !line.is_empty()).collect()
}

/// The ends of the lines of a text.
fn line_ends(text: &[u8]) -> Vec<usize> {
    text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect()
}

/// The number of the line in which a place lies, by the ends of the lines.
fn line_number(ends: &[usize], at: usize) -> usize {
    ends.partition_point(|end| *end < at)
}

/// The lines that differ.
struct Marks {
    expected: BTreeSet<usize>,
    actual: BTreeSet<usize>,
    partners: Vec<(usize, usize)>,
    /// The first byte that differs.
    at: Option<usize>,
}

impl Marks {
    fn of(expected: &[Vec<Traced>], actual: &[Vec<Traced>], end: usize) -> Self {
        let keys = |lines: &[Vec<Traced>]| lines.iter().map(|line| bytes(line)).collect::<Vec<_>>();
        let changes = changes(&keys(expected), &keys(actual));
        let mut marks =
            Self { expected: BTreeSet::new(), actual: BTreeSet::new(), partners: Vec::new(), at: None };
        let mut after = 0;
        for hunk in changes.chunk_by(|one, next| is_same(one) == is_same(next)) {
            let of_expected: Vec<usize> = hunk.iter().filter_map(|change| sides(change).0).collect();
            let of_actual: Vec<usize> = hunk.iter().filter_map(|change| sides(change).1).collect();
            after = of_actual.last().map_or(after, |last| last + 1);
            marks.partners.extend(of_expected.iter().copied().zip(of_actual.iter().copied()));
            let whole = |lines: &[Vec<Traced>], numbers: &[usize]| -> Vec<Traced> {
                numbers.iter().flat_map(|line| lines[*line].iter().copied()).collect()
            };
            let (wanted, printed) = (whole(expected, &of_expected), whole(actual, &of_actual));
            // Lines that are the same but for their breaks differ in format.
            let Some(differs) = first_difference(&bytes(&wanted), &bytes(&printed)) else { continue };
            let next = || match (printed.last(), actual.get(after).and_then(|line| line.first())) {
                (Some(last), _) => last.at + 1,
                (None, Some(next)) => next.at,
                (None, None) => end,
            };
            let at = printed.get(differs).map_or_else(next, |unit| unit.at);
            marks.at = marks.at.or(Some(at));
            marks.expected.extend(of_expected);
            marks.actual.extend(of_actual);
        }
        marks
    }

    fn partner(&self, line: usize) -> Option<usize> {
        // Lines are paired from above.
        let place = self.partners.binary_search_by_key(&line, |(expected, _)| *expected).ok()?;
        Some(self.partners[place].1)
    }
}

fn is_same(change: &Change) -> bool {
    matches!(change, Change::Same { .. })
}

fn sides(change: &Change) -> (Option<usize>, Option<usize>) {
    match *change {
        Change::Same { expected, actual } | Change::Replaced { expected, actual } => {
            (Some(expected), Some(actual))
        }
        Change::Added { actual } => (None, Some(actual)),
        Change::Missing { expected } => (Some(expected), None),
    }
}

/// All lines side by side, those that belong together in one row.
fn pairs(
    wanted: &[u8],
    printed: &[u8],
    anchors: &[(usize, usize)],
    (wrong_expected, wrong_actual): (&BTreeSet<usize>, &BTreeSet<usize>),
) -> Vec<LinePair> {
    let split =
        |text: &'_ [u8]| -> Vec<Vec<u8>> { text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (left, right) = (split(wanted), split(printed));
    let mut found = Vec::new();
    let (mut next_left, mut next_right) = (0, 0);
    let ends = (left.len(), right.len());
    for (at_left, at_right) in anchors.iter().copied().chain([ends]) {
        let (between_left, between_right) = (&left[next_left..at_left], &right[next_right..at_right]);
        let has_both = !between_left.is_empty() && !between_right.is_empty();
        let (mut line_left, mut line_right) = (next_left, next_right);
        let between = if has_both {
            pair_lines(&between_left.join(&b'\n'), &between_right.join(&b'\n'))
        } else {
            let alone = |expected: Option<&Vec<u8>>, actual: Option<&Vec<u8>>| LinePair {
                expected: expected.cloned(),
                actual: actual.cloned(),
                fits: true,
            };
            let lefts = between_left.iter().map(|line| alone(Some(line), None));
            lefts.chain(between_right.iter().map(|line| alone(None, Some(line)))).collect()
        };
        for mut pair in between {
            let is_wrong_left = pair.expected.is_some() && wrong_expected.contains(&line_left);
            let is_wrong_right = pair.actual.is_some() && wrong_actual.contains(&line_right);
            line_left += usize::from(pair.expected.is_some());
            line_right += usize::from(pair.actual.is_some());
            pair.fits = !is_wrong_left && !is_wrong_right;
            found.push(pair);
        }
        if (at_left, at_right) != ends {
            let is_wrong = wrong_expected.contains(&at_left) || wrong_actual.contains(&at_right);
            let (expected, actual) = (Some(left[at_left].clone()), Some(right[at_right].clone()));
            found.push(LinePair { expected, actual, fits: !is_wrong });
        }
        (next_left, next_right) = (at_left + 1, at_right + 1);
    }
    found
}

/// The lines that show a kind of difference when the others of these kinds are taken away, and the first byte of the turn
/// by which they differ. A turn in which nothing else differs in these lines comes first.
pub fn in_kind(
    expected: &Expected,
    actual: &[Vec<u8>],
    habits: &Habits,
    (kinds, kind): (FormatKinds, FormatKind),
) -> Option<(usize, LinePair, usize)> {
    let case = Case::new(expected, actual, habits, kinds.contains(FormatKind::Halt));
    let found: Vec<(usize, LinePair, usize)> = case
        .differing_turns()
        .filter_map(|pair| {
            let (lines, at) = lines_of_kind(&pair, kinds, kind)?;
            Some((pair.index, lines, at))
        })
        .collect();
    let only = FormatKinds::of(&[kind]);
    let is_pure = |(_, lines, _): &&(usize, LinePair, usize)| {
        let normal = |line: &Option<Vec<u8>>| normalise(line.as_deref().unwrap_or_default(), only);
        normal(&lines.expected) == normal(&lines.actual)
    };
    found.iter().find(is_pure).or(found.first()).cloned()
}

fn lines_of_kind(pair: &TurnPair<'_>, kinds: FormatKinds, kind: FormatKind) -> Option<(LinePair, usize)> {
    let (wanted, printed) = (pair.expected.unwrap_or_default(), pair.actual?);
    let shown = |expected: Option<usize>, at: usize| {
        let expected = expected.map(|at| line_at(wanted, at));
        Some((LinePair { expected, actual: Some(line_at(printed, at)), fits: false }, at))
    };
    let habits = pair.case.habits;
    match kind {
        FormatKind::Echo => {
            let lacks_echo =
                !pair.entry.is_empty() && pair.split_echo(wanted).0 != pair.split_echo(printed).0;
            return if lacks_echo { shown(Some(0), 0) } else { None };
        }
        FormatKind::InPrompt => {
            let prompt = habits.prompt_in(printed)?;
            let words =
                prompt.start + printed[prompt.clone()].iter().take_while(|byte| **byte == b'\n').count();
            return shown(None, words.min(prompt.end - 1));
        }
        _ => {}
    }
    let fewer = kinds.without(kind);
    let wanted_units = traced(wanted);
    let normal_wanted = normalise(pair.split_echo(&wanted_units).1, fewer);
    let laid_out = habits.lay_out(&traced(printed), pair.entry, pair.board_before(), fewer);
    let (_, text) = pair.split_echo(&laid_out);
    let words = fewer.contains(FormatKind::Wording) || fewer.contains(FormatKind::ExtraText);
    let text = if words { habits.dictionary.translate(text, fewer) } else { text.to_vec() };
    let normal_printed = normalise(&text, fewer);
    let differs = first_difference(&bytes(&normal_wanted), &bytes(&normal_printed))?;
    let place = |units: &[Traced], end: usize| match (units.get(differs), units.last()) {
        (Some(unit), _) => unit.at,
        (None, Some(last)) => last.at + 1,
        (None, None) => end,
    };
    let at = place(&normal_printed, printed.len());
    if kind == FormatKind::Halt {
        // The text after the result, if there is some in this turn.
        let rest = printed.get(at..)?;
        let words = at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        return if words < printed.len() { shown(None, words) } else { None };
    }
    let is_added = matches!(kind, FormatKind::ExtraText | FormatKind::Header | FormatKind::RepeatedBoard);
    shown((!is_added).then(|| place(&normal_wanted, wanted.len())), at)
}

/// The line that a byte belongs to, without its line feed.
fn line_at(text: &[u8], at: usize) -> Vec<u8> {
    let at = at.min(text.len());
    let start = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |before| before + 1);
    text[start..].split(|byte| *byte == b'\n').next().unwrap_or_default().to_vec()
}

/// The lines of a case that are worded in the submission's own way, each with its meaning; or its extra
/// lines.
pub fn other_words(
    expected: &Expected,
    actual: &[Vec<u8>],
    habits: &Habits,
    (kinds, kind): (FormatKinds, FormatKind),
) -> Vec<LinePair> {
    let case = Case::new(expected, actual, habits, kinds.contains(FormatKind::Halt));
    let mut found = Vec::new();
    for pair in case.differing_turns().filter(|pair| !pair.goes_on(kinds)) {
        let Some(printed) = pair.actual else { continue };
        let laid_out = habits.lay_out(printed, pair.entry, pair.board_before(), kinds);
        for (meaning, line) in habits.dictionary.other_lines(pair.split_echo(&laid_out).1) {
            if meaning.is_some() == (kind == FormatKind::Wording) {
                let (expected, actual) = (meaning.map(<[u8]>::to_vec), Some(line.to_vec()));
                found.push(LinePair { expected, actual, fits: false });
            }
        }
    }
    found
}

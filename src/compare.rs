//! Transcript against reference: what is the same, what differs in format alone, and where the logic differs.
//!
//! Turns are compared one by one, so that a wrong turn costs nothing in those behind it. [`compare`] judges one case;
//! a [`Dictionary`] learned from all cases of a submission tells its own wording from wrong answers.

pub mod behaviour;
pub mod command;
mod format;
mod hunks;
mod lines;
mod observed;
mod plain;
mod starter;
pub mod state;
pub mod wanted;
mod wording;

pub use format::{FormatKind, FormatKinds};
pub use hunks::{Hunk, HunkLine, Side, hunks};
pub use lines::{LinePair, Part, first_difference, pair_lines, pair_lines_by, parts};
pub use observed::{first_other_turn, shows_the_same_game};
pub use plain::{Fit, Fixed, FormatPlace};
pub use starter::{Kept, kept};
pub use wording::Dictionary;

use crate::play::Expected;
use format::normalise;

/// The result of comparing one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The kinds of format differences without which the output would be the same; empty for the same output.
    pub kinds: FormatKinds,
    /// For each of them, a turn in which it appears.
    pub evidence: Vec<(FormatKind, usize)>,
    /// The turns that differ in more than format; empty if the logic is right.
    pub wrong: Vec<usize>,
    /// Where an expected text that the spec writes out differs from what was printed; `None` for other cases.
    pub fit: Option<Fit>,
}

impl Comparison {
    /// Whether the logic is right.
    pub fn is_right(&self) -> bool {
        self.wrong.is_empty()
    }

    /// Whether not a byte differs.
    pub fn is_same(&self) -> bool {
        self.is_right() && self.kinds.is_empty()
    }
}

/// Compares byte by byte; a line feed more or less at the very end does not count.
pub fn compare_exactly(expected: &Expected, actual: &[Vec<u8>]) -> Comparison {
    let wrong = differing_turns(expected, actual).map(|turn| turn.index).collect();
    Comparison { wrong, ..Comparison::default() }
}

/// Compares the whole output with a text that the spec writes out: only line ends and blanks at line ends are format in all
/// of it, and these kinds; others are format in the text that is fixed.
pub fn compare_plain(
    expected: &Expected,
    actual: &[Vec<u8>],
    (fixed, forgiven): (&Fixed, FormatKinds),
    dictionary: &Dictionary,
) -> Comparison {
    let Some(turn) = differing_turns(expected, actual).next() else { return Comparison::default() };
    let (Some(expected), Some(actual)) = (expected.turns.first(), actual.first()) else {
        return Comparison { wrong: vec![turn.index], ..Comparison::default() };
    };
    let fit = plain::fit(expected, actual, fixed, forgiven, dictionary);
    let kinds = fit.kinds.iter().fold(FormatKinds::default(), |kinds, place| kinds.with(place.kind));
    Comparison {
        kinds,
        evidence: kinds.iter().map(|kind| (kind, 0)).collect(),
        wrong: fit.wrong.map(|_| 0).into_iter().collect(),
        fit: Some(fit),
    }
}

/// Compares with format told apart from logic.
pub fn compare(expected: &Expected, actual: &[Vec<u8>], dictionary: &Dictionary) -> Comparison {
    let turns: Vec<TurnPair<'_>> = differing_turns(expected, actual).collect();
    let first_without = |kinds| turns.iter().find(|turn| !turn.is_same_without(kinds, dictionary));
    let all = FormatKinds::all();
    if first_without(all).is_some() {
        let wrong = turns.iter().filter(|turn| !turn.is_same_without(all, dictionary)).map(|turn| turn.index);
        return Comparison { wrong: wrong.collect(), ..Comparison::default() };
    }
    // Kinds are given up one by one, the gravest first; those without which a turn differs are needed.
    let mut comparison = Comparison { kinds: all, ..Comparison::default() };
    for kind in FormatKind::ALL.into_iter().rev() {
        let fewer = comparison.kinds.without(kind);
        let needed =
            if turns.iter().any(|turn| turn.may_differ_in(kind)) { first_without(fewer) } else { None };
        match needed {
            Some(turn) => comparison.evidence.push((kind, turn.index)),
            None => comparison.kinds = fewer,
        }
    }
    comparison.evidence.reverse();
    fewest(comparison, &turns, dictionary)
}

/// One kind in place of several, if it alone makes all turns the same: a line break too many in front of a blank is no
/// blank too many.
fn fewest(found: Comparison, turns: &[TurnPair<'_>], dictionary: &Dictionary) -> Comparison {
    if found.evidence.len() < 2 {
        return found;
    }
    let is_enough = |kind: &FormatKind| {
        let only = FormatKinds::default().with(*kind);
        turns.iter().all(|turn| turn.is_same_without(only, dictionary))
    };
    match (FormatKind::ALL.into_iter().find(is_enough), turns.first()) {
        (Some(kind), Some(turn)) => Comparison {
            kinds: FormatKinds::default().with(kind),
            evidence: vec![(kind, turn.index)],
            ..found
        },
        _ => found,
    }
}

/// An expected text and a printed one, line by line; lines fit that differ in blanks at their ends, in how they end, or in
/// these kinds.
pub fn pair_printed(expected: &[u8], actual: &[u8], forgiven: FormatKinds) -> Vec<LinePair> {
    // A line is all that is looked at.
    let kinds =
        forgiven.with(FormatKind::LineEnds).with(FormatKind::TrailingBlanks).without(FormatKind::LineBreaks);
    pair_lines_by(expected, actual, &|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        normalise(line, kinds)
    })
}

/// A turn of the reference and of the program; one of them may be missing.
struct TurnPair<'a> {
    index: usize,
    /// What was typed before the turn; the program is to echo it.
    entry: &'a [u8],
    expected: Option<&'a [u8]>,
    actual: Option<&'a [u8]>,
    /// Whether the program prints nothing more behind this turn.
    actual_is_last: bool,
}

impl TurnPair<'_> {
    /// Whether the turns can differ in this kind at all, as far as their bytes tell without further ado.
    fn may_differ_in(&self, kind: FormatKind) -> bool {
        let has = |wanted: fn(&u8) -> bool| {
            [self.expected, self.actual].into_iter().flatten().any(|text| text.iter().any(wanted))
        };
        match kind {
            FormatKind::ControlBytes => has(|byte| byte.is_ascii_control() && *byte != b'\n'),
            FormatKind::LineEnds => has(|byte| *byte == b'\r'),
            _ => true,
        }
    }

    /// Whether the turns are the same once the differences of these kinds are taken away.
    fn is_same_without(&self, kinds: FormatKinds, dictionary: &Dictionary) -> bool {
        let (Some(expected), Some(actual)) = (self.expected, self.actual) else { return false };
        // The echo is set apart: what is typed may be a blank, which is no matter of format.
        let (expected_echo, expected) = self.split_echo(expected);
        let (actual_echo, actual) = self.split_echo(actual);
        if expected_echo != actual_echo && !kinds.contains(FormatKind::Echo) {
            return false;
        }
        let normal = normalise(expected, kinds);
        let is_normal = |text: &[u8]| {
            let text = normalise(text, kinds);
            // A carriage return behind the last word is a line end like the line feed that does not count there.
            let line_end =
                if self.actual_is_last && actual.ends_with(b"\r") { b"\n".as_slice() } else { b"" };
            text.strip_suffix(line_end).unwrap_or(&text) == normal
        };
        if is_normal(actual) {
            return true;
        }
        let words = kinds.contains(FormatKind::Wording) || kinds.contains(FormatKind::ExtraText);
        words && is_normal(&dictionary.translate(actual, kinds))
    }
}

impl<'a> TurnPair<'a> {
    /// Whether a text begins with the echo of what was typed, and the rest of it.
    fn split_echo(&self, text: &'a [u8]) -> (bool, &'a [u8]) {
        match text.strip_prefix(self.entry) {
            Some(rest) if !self.entry.is_empty() => (true, rest),
            _ => (false, text),
        }
    }
}

/// The turns that are not byte for byte the same, up to the longer of the two transcripts.
fn differing_turns<'a>(expected: &'a Expected, actual: &'a [Vec<u8>]) -> impl Iterator<Item = TurnPair<'a>> {
    let turn = |turns: &'a [Vec<u8>], index: usize| -> Option<&'a [u8]> {
        let text = turns.get(index)?.as_slice();
        // Whether a line feed follows the last word is a matter that assignments leave open.
        let is_last = index + 1 == turns.len();
        Some(if is_last { text.strip_suffix(b"\n").unwrap_or(text) } else { text })
    };
    (0..expected.turns.len().max(actual.len()))
        .map(move |index| TurnPair {
            index,
            entry: index
                .checked_sub(1)
                .and_then(|typed| expected.entries.get(typed))
                .map_or(&[], Vec::as_slice),
            expected: turn(&expected.turns, index),
            actual: turn(actual, index),
            actual_is_last: index + 1 == actual.len(),
        })
        .filter(|turn| turn.expected != turn.actual)
}

#[cfg(test)]
mod tests {
    use super::{Dictionary, FormatKind, compare};
    use crate::play::{Ending, Expected};

    fn turns(texts: &[&str]) -> Vec<Vec<u8>> {
        texts.iter().map(|text| text.as_bytes().to_vec()).collect()
    }

    const EXPECTED: [&str; 3] = [
        "- -\n- -\nPlayer 1, choose a column: ",
        "1\nO -\n- -\nPlayer 2, choose a column: ",
        "2\nO X\n- -\nPlayer 1 Wins.",
    ];

    #[track_caller]
    fn check(actual: &[&str], kinds: &[FormatKind], wrong: &[usize]) {
        let entries = vec![b"1".to_vec(), b"2".to_vec()];
        let expected = Expected { turns: turns(&EXPECTED), ending: Ending::Halts, entries };
        let actual = turns(actual);
        let dictionary = Dictionary::learn([(expected.turns.as_slice(), actual.as_slice())]);
        let found = compare(&expected, &actual, &dictionary);
        assert_eq!(found.wrong, wrong, "{found:?}");
        assert_eq!(found.kinds.iter().collect::<Vec<_>>(), kinds);
    }

    #[test]
    fn the_same_is_the_same() {
        check(&EXPECTED, &[], &[]);
        check(&[EXPECTED[0], EXPECTED[1], "2\nO X\n- -\nPlayer 1 Wins.\n"], &[], &[]);
    }

    #[test]
    fn one_root_is_named_for_each_difference_of_format() {
        check(
            &[
                "- - \n- - \nPlayer 1, choose a column: ",
                "1\nO - \n- - \nPlayer 2, choose a column: ",
                "2\nO X \n- - \nPlayer 1 Wins.",
            ],
            &[FormatKind::TrailingBlanks],
            &[],
        );
        check(
            &[
                "--\n--\nplayer 1, choose a column:",
                "1\nO-\n--\nplayer 2, choose a column:",
                "2\nOX\n--\nplayer 1 wins.",
            ],
            &[FormatKind::Spacing, FormatKind::LetterCase],
            &[],
        );
        check(
            &[
                "- -\n- -\nPlyaer 1, choose a column: ",
                "1\nO -\n- -\nPlyaer 2, choose a column: ",
                "2\nO X\n- -\nPlayer 1 Wins.",
            ],
            &[FormatKind::Wording],
            &[],
        );
        check(
            &["Welcome\n- -\n- -\nPlayer 1, choose a column: ", EXPECTED[1], EXPECTED[2]],
            &[FormatKind::ExtraText],
            &[],
        );
        check(
            &[
                "- -\r\n- -\r\nPlayer 1, choose a column: ",
                "1\r\nO -\r\n- -\r\nPlayer 2, choose a column: ",
                "2\r\nO X\r\n- -\r\nPlayer 1 Wins.\r\n",
            ],
            &[FormatKind::LineEnds],
            &[],
        );
        check(
            &[EXPECTED[0], "\nO -\n- -\nPlayer 2, choose a column: ", "\nO X\n- -\nPlayer 1 Wins."],
            &[FormatKind::Echo],
            &[],
        );
        check(
            &[
                "\n- -\n- -\nPlayer 1, choose a column: ",
                "1O -\n- -\nPlayer 2, choose a column: ",
                EXPECTED[2],
            ],
            &[FormatKind::LineBreaks],
            &[],
        );
        // A line break in front of a blank.
        check(
            &["- -\n- -\nPlayer 1, choose a column: \n", EXPECTED[1], EXPECTED[2]],
            &[FormatKind::LineBreaks],
            &[],
        );
    }

    #[test]
    fn a_wrong_answer_is_not_taken_for_wording() {
        check(&[EXPECTED[0], EXPECTED[1], "2\nO X\n- -\nPlayer 2, choose a column: "], &[], &[2]);
        check(&[EXPECTED[0], EXPECTED[1], "2\nO X\n- -\nPlayer 2 Wins."], &[], &[2]);
        check(&[EXPECTED[0], "1\n- O\n- -\nPlayer 2, choose a column: ", EXPECTED[2]], &[], &[1]);
    }

    #[test]
    fn a_missing_turn_is_wrong() {
        check(&[EXPECTED[0], EXPECTED[1]], &[], &[2]);
    }
}

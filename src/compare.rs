//! Transcript against reference: the same, different in format alone, or different in logic.
//!
//! Turns are compared one by one, so that a wrong turn costs nothing in those after it. [`compare`] judges one case;
//! the [`Habits`] learned from all cases of a submission tell its own way of saying and drawing things from wrong answers.

pub mod behaviour;
pub mod command;
mod difference;
mod drawing;
mod format;
mod habits;
mod hunks;
mod lines;
mod observed;
mod plain;
mod starter;
pub mod state;
mod unit;
pub mod wanted;
mod wording;

pub use difference::{Difference, in_kind, in_more_than_format, other_words};
pub use format::{FormatKind, FormatKinds};
pub use habits::Habits;
pub use hunks::{Hunk, HunkLine, Side, hunks};
pub use lines::{LinePair, Part, first_difference, pair_lines, pair_lines_by, parts, word_parts};
pub use observed::{first_other_turn, shows_the_same_game};
pub use plain::{Fit, Fixed, FormatPlace, loose_parts};
pub use starter::{Kept, kept};
pub use wording::Dictionary;

use crate::play::Expected;
use crate::stored::{Deserialize, Serialize};
use format::normalise;
use habits::entry;
use unit::{Unit, starts_with};

/// The result of comparing one case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// The kinds of format differences without which the output would be the same; empty for the same output.
    pub kinds: FormatKinds,
    /// For each of them, a turn in which it appears.
    pub evidence: Vec<(FormatKind, usize)>,
    /// The turns that differ in more than format; empty if the logic is right.
    pub wrong: Vec<usize>,
    /// The differences from an expected text that the spec writes out; `None` for other cases.
    pub fit: Option<Fit>,
}

impl Comparison {
    /// Returns `true` if the logic is right.
    pub fn is_right(&self) -> bool {
        self.wrong.is_empty()
    }

    /// Returns `true` if no byte differs.
    pub fn is_same(&self) -> bool {
        self.is_right() && self.kinds.is_empty()
    }
}

/// Compares byte by byte; a line feed more or less at the very end does not count.
pub fn compare_exactly(expected: &Expected, actual: &[Vec<u8>]) -> Comparison {
    let habits = Habits::default();
    let case = Case::new(expected, actual, &habits, false);
    let wrong = case.differing_turns().map(|turn| turn.index).collect();
    Comparison { wrong, ..Comparison::default() }
}

/// Compares the whole output with a text that the spec writes out: only line ends and blanks at line ends are format in all
/// of it, and these kinds; others are format in the text that is fixed.
pub fn compare_plain(
    expected: &Expected,
    actual: &[Vec<u8>],
    (fixed, forgiven): (&Fixed, FormatKinds),
    habits: &Habits,
) -> Comparison {
    let case = Case::new(expected, actual, habits, false);
    let Some(turn) = case.differing_turns().next() else { return Comparison::default() };
    let (Some(expected), Some(actual)) = (expected.turns.first(), actual.first()) else {
        return Comparison { wrong: vec![turn.index], ..Comparison::default() };
    };
    let fit = plain::fit(expected, actual, fixed, forgiven, &habits.dictionary);
    let kinds = fit.kinds.iter().fold(FormatKinds::default(), |kinds, place| kinds.with(place.kind));
    Comparison {
        kinds,
        evidence: kinds.iter().map(|kind| (kind, 0)).collect(),
        wrong: fit.wrong.map(|_| 0).into_iter().collect(),
        fit: Some(fit),
    }
}

/// Compares the output, with differences of format kept apart from those of logic. `missed_halt` says that
/// the program must halt at the end and does not.
pub fn compare(expected: &Expected, actual: &[Vec<u8>], habits: &Habits, missed_halt: bool) -> Comparison {
    let case = Case::new(expected, actual, habits, missed_halt);
    let turns: Vec<TurnPair<'_>> = case.differing_turns().collect();
    let first_without = |kinds| turns.iter().find(|turn| !turn.is_same_without(kinds));
    let all = FormatKinds::all();
    if first_without(all).is_some() {
        let wrong = turns.iter().filter(|turn| !turn.is_same_without(all)).map(|turn| turn.index);
        return Comparison { wrong: wrong.collect(), ..Comparison::default() };
    }
    let may_be_needed = |kind: &FormatKind| {
        // A program that does not halt need not show that in its output.
        *kind != FormatKind::Halt
            && habits.may_differ_in(*kind)
            && turns.iter().any(|turn| turn.may_differ_in(*kind))
    };
    let open: Vec<FormatKind> = FormatKind::ALL.into_iter().rev().filter(may_be_needed).collect();
    let mut kinds = FormatKinds::default();
    let mut evidence = Vec::new();
    if missed_halt {
        kinds = kinds.with(FormatKind::Halt);
        evidence.push((FormatKind::Halt, expected.turns.len().saturating_sub(1)));
    }
    // Kinds are given up, the gravest first, as many at once as can be; the one after them is needed.
    let mut given_up = 0;
    while given_up < open.len() {
        let without = |count: usize| {
            let left = open[count..].iter().fold(kinds, |kinds, kind| kinds.with(*kind));
            first_without(left).map(|turn| turn.index)
        };
        let Some(mut turn) = without(open.len()) else { break };
        let mut too_many = open.len();
        while too_many - given_up > 1 {
            let middle = given_up + (too_many - given_up) / 2;
            match without(middle) {
                Some(differs) => (too_many, turn) = (middle, differs),
                None => given_up = middle,
            }
        }
        let needed = open[given_up];
        kinds = kinds.with(needed);
        evidence.push((needed, turn));
        given_up += 1;
    }
    evidence.sort_unstable();
    fewest(Comparison { kinds, evidence, ..Comparison::default() }, &turns)
}

/// One kind in place of several, if it alone makes all turns the same: a line break too many in front of a blank is no
/// blank too many.
fn fewest(found: Comparison, turns: &[TurnPair<'_>]) -> Comparison {
    // That a program does not halt is no other kind's doing.
    if found.evidence.len() < 2 || found.kinds.contains(FormatKind::Halt) {
        return found;
    }
    let is_enough = |kind: &FormatKind| {
        let only = FormatKinds::default().with(*kind);
        turns.iter().all(|turn| turn.is_same_without(only))
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

/// A case that is compared turn by turn.
struct Case<'a> {
    expected: &'a Expected,
    actual: &'a [Vec<u8>],
    habits: &'a Habits,
    /// For each turn of the program the board that it printed last before.
    boards: Vec<Option<Vec<u8>>>,
    missed_halt: bool,
}

impl<'a> Case<'a> {
    fn new(expected: &'a Expected, actual: &'a [Vec<u8>], habits: &'a Habits, missed_halt: bool) -> Self {
        Self { expected, actual, habits, boards: habits.boards_before(expected, actual), missed_halt }
    }

    /// A turn of both, by its number.
    fn turn(&'a self, index: usize) -> TurnPair<'a> {
        let text = |turns: &'a [Vec<u8>]| -> Option<&'a [u8]> {
            let text = turns.get(index)?.as_slice();
            // Assignments leave open whether a line feed follows the last word.
            let is_last = index + 1 == turns.len();
            Some(if is_last { text.strip_suffix(b"\n").unwrap_or(text) } else { text })
        };
        TurnPair {
            case: self,
            index,
            entry: entry(self.expected, index),
            expected: text(&self.expected.turns),
            actual: text(self.actual),
            actual_is_last: index + 1 == self.actual.len(),
        }
    }

    /// The turns that are not byte for byte the same, up to the longer of the two transcripts.
    fn differing_turns(&'a self) -> impl Iterator<Item = TurnPair<'a>> {
        let turns = 0..self.expected.turns.len().max(self.actual.len());
        turns.map(|index| self.turn(index)).filter(|turn| turn.expected != turn.actual)
    }
}

/// A turn of the reference and of the program; one of them may be missing.
struct TurnPair<'a> {
    case: &'a Case<'a>,
    index: usize,
    /// The input before the turn; the program is to echo it.
    entry: &'a [u8],
    expected: Option<&'a [u8]>,
    actual: Option<&'a [u8]>,
    /// True if the program prints nothing more after this turn.
    actual_is_last: bool,
}

impl TurnPair<'_> {
    /// Returns `true` if the turns can differ in this kind at all, as far as a look at their bytes shows.
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

    /// Returns `true` if the result stands in this turn, or before it, and the program goes on although it
    /// must halt.
    fn goes_on(&self, kinds: FormatKinds) -> bool {
        let is_over = self.index + 1 >= self.case.expected.turns.len();
        is_over && self.case.missed_halt && kinds.contains(FormatKind::Halt)
    }

    /// Returns `true` if the turns are the same once the differences of these kinds are taken away.
    fn is_same_without(&self, kinds: FormatKinds) -> bool {
        let Some(actual) = self.actual else { return false };
        let (habits, expected) = (self.case.habits, self.case.expected);
        let goes_on = self.goes_on(kinds);
        if goes_on && habits.tells_another_end(expected, actual) {
            return false;
        }
        let Some(wanted) = self.expected else { return goes_on };
        let laid_out = habits.lay_out(actual, self.entry, self.board_before(), kinds);
        // The echo is set apart: the input may be a blank, which is no matter of format.
        let (expected_echo, wanted) = self.split_echo(wanted);
        let normal = normalise(wanted, kinds);
        let is_normal = |text: &[u8]| {
            let text = normalise(text, kinds);
            if goes_on {
                return text.starts_with(&normal);
            }
            // A carriage return after the last word is a line end like the line feed that does not count there.
            let line_end =
                if self.actual_is_last && actual.ends_with(b"\r") { b"\n".as_slice() } else { b"" };
            text.strip_suffix(line_end).unwrap_or(&text) == normal
        };
        let words = kinds.contains(FormatKind::Wording) || kinds.contains(FormatKind::ExtraText);
        let is_same = |text: &[u8]| {
            let (actual_echo, text) = self.split_echo(text);
            (expected_echo == actual_echo || kinds.contains(FormatKind::Echo))
                && (is_normal(text) || (words && is_normal(&habits.dictionary.translate(text, kinds))))
        };
        is_same(&laid_out) || (laid_out != actual && is_same(actual))
    }

    fn board_before(&self) -> Option<&[u8]> {
        self.case.boards.get(self.index)?.as_deref()
    }

    /// Splits a text at the echo of the input: true if it begins with that echo, and the rest of it.
    fn split_echo<'t, U: Unit>(&self, text: &'t [U]) -> (bool, &'t [U]) {
        let has_echo = !self.entry.is_empty() && starts_with(text, self.entry);
        (has_echo, if has_echo { &text[self.entry.len()..] } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::{FormatKind, Habits, compare};
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
        let habits = Habits::learn(std::iter::once((&expected, actual.as_slice())), None);
        let found = compare(&expected, &actual, &habits, false);
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

//! Transcript against reference: what is the same, what differs in format alone, and where the logic differs.
//!
//! Turns are compared one by one, so that a wrong turn costs nothing in those behind it. [`compare`] judges one case;
//! a [`Dictionary`] learned from all cases of a submission tells its own wording from wrong answers.

mod format;
mod lines;
mod wording;

pub use format::FormatKind;
pub use lines::{LinePair, Part, first_difference, pair_lines, parts};
pub use wording::Dictionary;

use std::collections::BTreeSet;

use format::{BYTE_KINDS, normalise};

/// The result of comparing one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The kinds of format differences without which the output would be the same; empty for the same output.
    pub kinds: BTreeSet<FormatKind>,
    /// For each of them, a turn in which it appears.
    pub evidence: Vec<(FormatKind, usize)>,
    /// The turns that differ in more than format; empty if the logic is right.
    pub wrong: Vec<usize>,
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
pub fn compare_exactly(expected: &[Vec<u8>], actual: &[Vec<u8>]) -> Comparison {
    let wrong = differing_turns(expected, actual, |expected, actual| expected == actual);
    Comparison { wrong, ..Comparison::default() }
}

/// Compares with format told apart from logic.
pub fn compare(expected: &[Vec<u8>], actual: &[Vec<u8>], dictionary: &Dictionary) -> Comparison {
    if compare_exactly(expected, actual).is_same() {
        return Comparison::default();
    }
    let all: BTreeSet<FormatKind> = FormatKind::ALL.into_iter().collect();
    let wrong = differing_turns(expected, actual, same_with(&all, dictionary));
    if !wrong.is_empty() {
        return Comparison { wrong, ..Comparison::default() };
    }
    // Kinds are given up one by one, the gravest first; those without which a turn differs are needed.
    let mut kinds = all;
    let mut evidence = Vec::new();
    for kind in FormatKind::ALL.into_iter().rev() {
        kinds.remove(&kind);
        if let Some(turn) = differing_turns(expected, actual, same_with(&kinds, dictionary)).first() {
            kinds.insert(kind);
            evidence.push((kind, *turn));
        }
    }
    evidence.reverse();
    Comparison { kinds, evidence, wrong: Vec::new() }
}

/// Whether two turns are the same once the differences of these kinds are taken away.
fn same_with<'a>(
    kinds: &'a BTreeSet<FormatKind>,
    dictionary: &'a Dictionary,
) -> impl Fn(&[u8], &[u8]) -> bool + 'a {
    let bytes: Vec<FormatKind> = BYTE_KINDS.into_iter().filter(|kind| kinds.contains(kind)).collect();
    let wording = kinds.contains(&FormatKind::Wording);
    let extra = kinds.contains(&FormatKind::ExtraText);
    move |expected, actual| {
        let normal = |text: &[u8]| normalise(text, &bytes);
        if !wording && !extra {
            return normal(expected) == normal(actual);
        }
        let translated = dictionary.translate(expected, actual, wording, extra);
        normal(expected) == normal(&translated)
    }
}

/// The turns that are not the same, up to the longer of the two transcripts.
fn differing_turns(expected: &[Vec<u8>], actual: &[Vec<u8>], same: impl Fn(&[u8], &[u8]) -> bool) -> Vec<usize> {
    let count = expected.len().max(actual.len());
    let turn = |turns: &[Vec<u8>], index: usize| -> Option<Vec<u8>> {
        let text = turns.get(index)?;
        // Whether a line feed follows the last word is a matter that assignments leave open.
        let is_last = index + 1 == turns.len();
        let cut = if is_last { text.strip_suffix(b"\n").unwrap_or(text) } else { text };
        Some(cut.to_vec())
    };
    (0..count)
        .filter(|index| match (turn(expected, *index), turn(actual, *index)) {
            (Some(expected), Some(actual)) => !same(&expected, &actual),
            _ => true,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Dictionary, FormatKind, compare};

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
        let (expected, actual) = (turns(&EXPECTED), turns(actual));
        let dictionary = Dictionary::learn([(expected.as_slice(), actual.as_slice())]);
        let found = compare(&expected, &actual, &dictionary);
        assert_eq!(found.wrong, wrong, "{found:?}");
        assert_eq!(found.kinds, kinds.iter().copied().collect::<BTreeSet<_>>());
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
            &["--\n--\nplayer 1, choose a column:", "1\nO-\n--\nplayer 2, choose a column:", "2\nOX\n--\nplayer 1 wins."],
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
        check(&["Welcome\n- -\n- -\nPlayer 1, choose a column: ", EXPECTED[1], EXPECTED[2]], &[FormatKind::ExtraText], &[]);
        check(
            &["\n- -\n- -\nPlayer 1, choose a column: ", "1O -\n- -\nPlayer 2, choose a column: ", EXPECTED[2]],
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

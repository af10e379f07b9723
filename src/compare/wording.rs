//! A submission's own words: which of its lines stand for which lines of the reference.
//!
//! A line of words is taken for another wording only if it is used consistently: in all cases of the submission, the
//! reference's line and the program's line must be each other's most frequent partner. A program that prints one text
//! for two different things, or another of the reference's texts, is wrong and not merely worded differently.

use std::collections::{BTreeMap, BTreeSet};

use super::format::{FormatKind, FormatKinds, normalise};
use super::lines::{Change, changes};
use super::unit::{Unit, bytes, lines};

/// A line without everything that is a matter of format.
type Key = Vec<u8>;

/// What a submission calls the things that the reference has other words for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// From the program's lines to the reference's, which are given as they are printed.
    meanings: BTreeMap<Key, Vec<u8>>,
    /// All lines of words that the reference prints.
    vocabulary: BTreeSet<Key>,
}

impl Dictionary {
    /// Learns from pairs of transcripts, expected and actual, of one submission.
    pub fn learn<'a>(cases: impl IntoIterator<Item = (&'a [Vec<u8>], &'a [Vec<u8>])>) -> Self {
        let mut pairs: BTreeMap<(Key, Key), usize> = BTreeMap::new();
        let mut vocabulary: BTreeMap<Key, &[u8]> = BTreeMap::new();
        for (expected, actual) in cases.into_iter().flat_map(|(expected, actual)| expected.iter().zip(actual))
        {
            let (expected, actual) = (wordings(expected), wordings(actual));
            vocabulary.extend(expected.iter().cloned());
            let keys = |lines: &[(Key, &[u8])]| lines.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
            for pair in line_pairs(&keys(&expected), &keys(&actual)) {
                *pairs.entry(pair).or_default() += 1;
            }
        }
        let most_frequent = |matches: &dyn Fn(&(Key, Key)) -> bool| {
            let matching = pairs.iter().filter(|(pair, _)| matches(pair));
            matching.max_by_key(|(pair, count)| (**count, std::cmp::Reverse(*pair))).map(|(pair, _)| pair)
        };
        let mut meanings = BTreeMap::new();
        for (word, printed) in &vocabulary {
            let Some(pair) = most_frequent(&|pair| pair.0 == *word) else { continue };
            let mutual = most_frequent(&|other| other.1 == pair.1) == Some(pair);
            // A line that breaks off, and only once, is not another wording.
            let breaks_off = pairs.get(pair) == Some(&1) && pair.0.starts_with(&pair.1);
            let is_other = pair.0 != pair.1 && !breaks_off && !vocabulary.contains_key(&pair.1);
            if mutual && is_other && same_numbers(pair) {
                meanings.insert(pair.1.clone(), printed.to_vec());
            }
        }
        Self { meanings, vocabulary: vocabulary.into_keys().collect() }
    }

    /// The actual text with the submission's words replaced by the reference's, and with extra lines of words left out,
    /// as far as these kinds are to be taken away.
    pub(super) fn translate<U: Unit>(&self, actual: &[U], kinds: FormatKinds) -> Vec<U> {
        let mut translated: Vec<U> = Vec::with_capacity(actual.len());
        let (mut start, mut is_first) = (0_usize, true);
        for line in lines(actual) {
            let line_feed = start.checked_sub(1).map(|at| actual[at]);
            start += line.len() + 1;
            let words = bytes(line);
            let said = self.said(&words);
            if matches!(said, Said::Extra) && kinds.contains(FormatKind::ExtraText) {
                continue;
            }
            translated.extend(line_feed.filter(|_| !is_first));
            is_first = false;
            match said {
                Said::InOwnWords(meaning) if kinds.contains(FormatKind::Wording) => {
                    // What is the same keeps its place; the rest stands where the words part.
                    let same = meaning.iter().zip(&words).take_while(|(one, other)| one == other).count();
                    let place = |at: usize| line[at.min(same).min(line.len() - 1)];
                    translated.extend(meaning.iter().enumerate().map(|(at, byte)| place(at).with(*byte)));
                }
                _ => translated.extend(line),
            }
        }
        translated
    }

    /// The lines of a text that are worded differently, each with what it stands for, and the lines of extra words.
    pub(super) fn other_lines<'t>(
        &'t self,
        text: &'t [u8],
    ) -> impl Iterator<Item = (Option<&'t [u8]>, &'t [u8])> {
        lines(text).filter_map(|line| match self.said(line) {
            Said::InOwnWords(meaning) => Some((Some(meaning), line)),
            Said::Extra => Some((None, line)),
            Said::Fixed => None,
        })
    }

    fn said(&self, line: &[u8]) -> Said<'_> {
        if is_row(line) {
            return Said::Fixed;
        }
        let key = key(line);
        match self.meanings.get(&key) {
            Some(meaning) => Said::InOwnWords(meaning),
            None if is_wording(&key) && !self.vocabulary.contains(&key) => Said::Extra,
            None => Said::Fixed,
        }
    }
}

/// What a line of a program's output is.
enum Said<'d> {
    /// Something that the reference says in these words.
    InOwnWords(&'d [u8]),
    /// Words that nobody asked for.
    Extra,
    /// Words of the reference, or no words.
    Fixed,
}

pub(super) fn key(line: &[u8]) -> Key {
    normalise(line, FormatKinds::all())
}

/// The lines of words of a text, each with its key.
fn wordings(text: &[u8]) -> Vec<(Key, &[u8])> {
    text.split(|byte| *byte == b'\n')
        .filter(|line| !is_row(line))
        .map(|line| (key(line), line))
        .filter(|(key, _)| is_wording(key))
        .collect()
}

/// Whether a line is a row of a board, before anything is taken away: most lines are, and none of them is a wording.
fn is_row(line: &[u8]) -> bool {
    line.iter().all(|byte| b"oxOX- ".contains(byte))
}

/// Whether a line holds a word: two letters in a row. Boards and echoed keys do not.
pub(super) fn is_wording(line: &[u8]) -> bool {
    line.windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
        && !line.iter().all(|byte| b"ox-".contains(byte))
}

/// Whether two lines hold the same digits: who won is never a matter of wording.
fn same_numbers((expected, actual): &(Key, Key)) -> bool {
    let digits = |line: &[u8]| -> Vec<u8> { line.iter().copied().filter(u8::is_ascii_digit).collect() };
    digits(expected) == digits(actual)
}

/// Pairs of lines, expected and actual, that stand in the same place.
fn line_pairs(expected: &[Key], actual: &[Key]) -> Vec<(Key, Key)> {
    let pair = |change| match change {
        Change::Same { expected: at, actual: other } | Change::Replaced { expected: at, actual: other } => {
            Some((expected[at].clone(), actual[other].clone()))
        }
        Change::Added { .. } | Change::Missing { .. } => None,
    };
    changes(expected, actual).into_iter().filter_map(pair).collect()
}

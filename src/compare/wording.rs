//! A submission's own words: which of its lines stand for which lines of the reference.
//!
//! A line of words is taken for another wording only if it is used consistently: in all cases of the submission, the
//! reference's line and the program's line must be each other's most frequent partner. A program that prints one text
//! for two different things, or another of the reference's texts, is wrong and not merely worded differently.

use std::collections::{BTreeMap, BTreeSet};

use super::format::{BYTE_KINDS, FormatKind, normalise};
use super::lines::{Change, changes};

/// What a submission calls the things that the reference has other words for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// From the program's lines to the reference's, both in the form that [`key`] gives them.
    meanings: BTreeMap<Vec<u8>, Vec<u8>>,
    /// All lines of words that the reference prints.
    vocabulary: BTreeSet<Vec<u8>>,
}

impl Dictionary {
    /// Learns from pairs of transcripts, expected and actual, of one submission.
    pub fn learn<'a>(cases: impl IntoIterator<Item = (&'a [Vec<u8>], &'a [Vec<u8>])>) -> Self {
        let mut pairs: BTreeMap<(Vec<u8>, Vec<u8>), usize> = BTreeMap::new();
        let mut vocabulary = BTreeSet::new();
        for (expected, actual) in cases {
            for (expected, actual) in expected.iter().zip(actual) {
                let (expected, actual) = (keys(expected), keys(actual));
                vocabulary.extend(expected.iter().filter(|line| is_wording(line)).cloned());
                for (expected, actual) in line_pairs(&expected, &actual) {
                    *pairs.entry((expected, actual)).or_default() += 1;
                }
            }
        }
        let best = |matches: &dyn Fn(&(Vec<u8>, Vec<u8>)) -> bool| {
            let of_interest = pairs.iter().filter(|(pair, _)| matches(pair));
            of_interest.max_by_key(|(pair, count)| (**count, std::cmp::Reverse(*pair))).map(|(pair, _)| pair.clone())
        };
        let mut meanings = BTreeMap::new();
        for word in &vocabulary {
            let Some(pair) = best(&|pair| pair.0 == *word) else { continue };
            let mutual = best(&|other| other.1 == pair.1).as_ref() == Some(&pair);
            if mutual && pair.0 != pair.1 && same_numbers(&pair) && !vocabulary.contains(&pair.1) {
                meanings.insert(pair.1, pair.0);
            }
        }
        Self { meanings, vocabulary }
    }

    /// The actual text with the submission's words replaced by the reference's, and with extra lines of words left out.
    pub(super) fn translate(&self, expected: &[u8], actual: &[u8], wording: bool, extra: bool) -> Vec<u8> {
        let expected_lines = split(expected);
        let actual_lines = split(actual);
        let (expected_keys, actual_keys) = (each_key(&expected_lines), each_key(&actual_lines));
        let mut translated: Vec<Vec<u8>> = Vec::new();
        for change in changes(&expected_keys, &actual_keys) {
            match change {
                Change::Same { actual, .. } => translated.push(actual_lines[actual].to_vec()),
                Change::Replaced { expected, actual } => {
                    let meaning = self.meanings.get(&actual_keys[actual]);
                    let known = wording && meaning == Some(&expected_keys[expected]);
                    let line = if known { expected_lines[expected] } else { actual_lines[actual] };
                    translated.push(line.to_vec());
                }
                Change::Added { actual } => {
                    let line = &actual_keys[actual];
                    let is_extra = is_wording(line) && !self.vocabulary.contains(line);
                    if !(extra && is_extra && !self.meanings.contains_key(line)) {
                        translated.push(actual_lines[actual].to_vec());
                    }
                }
                Change::Missing { .. } => {}
            }
        }
        translated.join(&b'\n')
    }
}

/// A line without everything that is a matter of format.
fn key(line: &[u8]) -> Vec<u8> {
    let kinds: Vec<FormatKind> = BYTE_KINDS.into_iter().filter(|kind| *kind != FormatKind::LineBreaks).collect();
    normalise(line, &kinds)
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split(|byte| *byte == b'\n').collect()
}

fn each_key(lines: &[&[u8]]) -> Vec<Vec<u8>> {
    lines.iter().map(|line| key(line)).collect()
}

fn keys(text: &[u8]) -> Vec<Vec<u8>> {
    each_key(&split(text))
}

/// Whether a line holds a word: two letters in a row. Boards and echoed keys do not.
fn is_wording(line: &[u8]) -> bool {
    line.windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic)) && !is_cells(line)
}

/// Whether two lines hold the same digits: who won is never a matter of wording.
fn same_numbers((expected, actual): &(Vec<u8>, Vec<u8>)) -> bool {
    let digits = |line: &[u8]| -> Vec<u8> { line.iter().copied().filter(u8::is_ascii_digit).collect() };
    digits(expected) == digits(actual)
}

/// Whether a line can be a row of a board whose cells are letters and marks, such as `oxxo--`.
fn is_cells(line: &[u8]) -> bool {
    let kinds: BTreeSet<u8> = line.iter().copied().collect();
    kinds.len() <= 3 && kinds.iter().all(|byte| b"ox-".contains(byte))
}

/// Pairs of lines, expected and actual, that stand in the same place and are both words.
fn line_pairs(expected: &[Vec<u8>], actual: &[Vec<u8>]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let pair = |change| match change {
        Change::Same { expected: at, actual: other } | Change::Replaced { expected: at, actual: other } => {
            Some((expected[at].clone(), actual[other].clone()))
        }
        Change::Added { .. } | Change::Missing { .. } => None,
    };
    changes(expected, actual).into_iter().filter_map(pair).filter(|(a, b)| is_wording(a) && is_wording(b)).collect()
}

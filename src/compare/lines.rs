//! Texts side by side: which lines belong together, and where within a line they differ. The only file that names the
//! crate for differences.

use crate::stored::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The most lines that are aligned; longer texts are compared in place, one line by one, as it would take too
/// long.
const MOST_LINES: usize = 2_000;

/// The relation of a line of one text to the other text; the numbers are indices of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Same { expected: usize, actual: usize },
    Replaced { expected: usize, actual: usize },
    Added { actual: usize },
    Missing { expected: usize },
}

/// Aligns two texts line by line.
pub(super) fn changes<Line: AsRef<[u8]>>(expected: &[Line], actual: &[Line]) -> Vec<Change> {
    let expected: Vec<&[u8]> = expected.iter().map(AsRef::as_ref).collect();
    let actual: Vec<&[u8]> = actual.iter().map(AsRef::as_ref).collect();
    let operations = if expected.len().max(actual.len()) > MOST_LINES {
        vec![DiffOp::Replace { old_index: 0, old_len: expected.len(), new_index: 0, new_len: actual.len() }]
    } else {
        capture_diff_slices(Algorithm::Myers, &expected, &actual)
    };
    let mut changes = Vec::new();
    for operation in operations {
        let (_, old, new) = operation.as_tag_tuple();
        let paired = old.len().min(new.len());
        for (expected_index, actual_index) in old.clone().zip(new.clone()) {
            let same = expected[expected_index] == actual[actual_index];
            let (expected, actual) = (expected_index, actual_index);
            changes.push(if same {
                Change::Same { expected, actual }
            } else {
                Change::Replaced { expected, actual }
            });
        }
        changes.extend(old.skip(paired).map(|expected| Change::Missing { expected }));
        changes.extend(new.skip(paired).map(|actual| Change::Added { actual }));
    }
    changes
}

/// Two lines side by side; one of them may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePair {
    /// The expected line without its line feed.
    pub expected: Option<Vec<u8>>,
    /// The actual line without its line feed.
    pub actual: Option<Vec<u8>>,
    /// True if they are as good as equal, although their bytes may differ.
    pub fits: bool,
}

impl LinePair {
    /// Returns `true` if the lines differ.
    pub fn differs(&self) -> bool {
        !self.fits && self.expected != self.actual
    }
}

/// Two texts side by side, line by line.
pub fn pair_lines(expected: &[u8], actual: &[u8]) -> Vec<LinePair> {
    pair_lines_by(expected, actual, &|line| line.to_vec())
}

/// The same, where lines fit that have the same normal form.
pub fn pair_lines_by(expected: &[u8], actual: &[u8], normal: &dyn Fn(&[u8]) -> Vec<u8>) -> Vec<LinePair> {
    let split = |text: &[u8]| -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        text.split(|byte| *byte == b'\n').map(|line| (line.to_vec(), normal(line))).unzip()
    };
    let ((expected, expected_normal), (actual, actual_normal)) = (split(expected), split(actual));
    let line = |lines: &[Vec<u8>], at: usize| Some(lines[at].clone());
    let pair = |change| match change {
        Change::Same { expected: at, actual: other } => {
            LinePair { expected: line(&expected, at), actual: line(&actual, other), fits: true }
        }
        Change::Replaced { expected: at, actual: other } => {
            LinePair { expected: line(&expected, at), actual: line(&actual, other), fits: false }
        }
        Change::Added { actual: other } => {
            LinePair { expected: None, actual: line(&actual, other), fits: false }
        }
        Change::Missing { expected: at } => {
            LinePair { expected: line(&expected, at), actual: None, fits: false }
        }
    };
    changes(&expected_normal, &actual_normal).into_iter().map(pair).collect()
}

/// The first byte at which two texts differ, if they do.
pub fn first_difference(expected: &[u8], actual: &[u8]) -> Option<usize> {
    let common = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    (common < expected.len() || common < actual.len()).then_some(common)
}

/// A part of a line, with whether it differs from the other line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// True if the other line has something else here.
    pub differs: bool,
}

/// The parts of two lines, words and single marks, those that differ marked.
pub fn word_parts(expected: &[u8], actual: &[u8]) -> (Vec<Part>, Vec<Part>) {
    let (old, new) = (words(expected), words(actual));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (tag, from, to) = operation.as_tag_tuple();
        let differs = tag != similar::DiffTag::Equal;
        for (side, words) in [(&mut left, &old[from]), (&mut right, &new[to])] {
            if !words.is_empty() {
                side.push(Part { bytes: words.concat(), differs });
            }
        }
    }
    (left, right)
}

/// The words of a line, with each byte between them on its own.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let length = rest.iter().take_while(|byte| is_letter(byte)).count().max(1);
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after;
    }
    words
}

/// The parts of two lines, those that differ marked.
pub fn parts(expected: &[u8], actual: &[u8]) -> (Vec<Part>, Vec<Part>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for operation in capture_diff_slices(Algorithm::Myers, expected, actual) {
        let (tag, old, new) = operation.as_tag_tuple();
        let differs = tag != similar::DiffTag::Equal;
        for (side, bytes) in [(&mut left, &expected[old]), (&mut right, &actual[new])] {
            if !bytes.is_empty() {
                side.push(Part { bytes: bytes.to_vec(), differs });
            }
        }
    }
    (left, right)
}

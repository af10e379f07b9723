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

/// A submission's own words for those of the reference.
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
        // In how many turns a line of the reference is due, and one of the program is printed.
        let (mut due, mut said): (BTreeMap<Key, usize>, BTreeMap<Key, usize>) = Default::default();
        for (expected, actual) in cases.into_iter().flat_map(|(expected, actual)| expected.iter().zip(actual))
        {
            let (expected, actual) = (wordings(expected), wordings(actual));
            vocabulary.extend(expected.iter().cloned());
            let keys = |lines: &[(Key, &[u8])]| lines.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
            let (expected, actual) = (keys(&expected), keys(&actual));
            for (counts, keys) in [(&mut due, &expected), (&mut said, &actual)] {
                for key in keys.iter().collect::<BTreeSet<_>>() {
                    *counts.entry(key.clone()).or_default() += 1;
                }
            }
            for pair in line_pairs(&expected, &actual) {
                *pairs.entry(pair).or_default() += 1;
            }
        }
        let times = |counts: &BTreeMap<Key, usize>, key: &Key| counts.get(key).copied().unwrap_or_default();
        // Of all lines that stand together in some turns those are partners that seldom stand without each other.
        let together = |pair: &(Key, Key), count: usize| {
            count * 1_000_000 / (times(&due, &pair.0) + times(&said, &pair.1)).max(1)
        };
        let most_frequent = |matches: &dyn Fn(&(Key, Key)) -> bool| {
            let matching = pairs.iter().filter(|(pair, _)| matches(pair));
            let best = matching
                .max_by_key(|(pair, count)| (together(pair, **count), **count, std::cmp::Reverse(*pair)));
            best.map(|(pair, _)| pair)
        };
        let mut meanings = BTreeMap::new();
        for (word, printed) in &vocabulary {
            let Some(pair) = most_frequent(&|pair| pair.0 == *word) else { continue };
            let mutual = most_frequent(&|other| other.1 == pair.1) == Some(pair);
            // A line that breaks off, and only once, is not another wording.
            let breaks_off = pairs.get(pair) == Some(&1) && pair.0.starts_with(&pair.1);
            // A line that is printed mostly where something else is due says something else.
            let is_consistent = 2 * pairs.get(pair).copied().unwrap_or_default() >= times(&said, &pair.1);
            let is_other = pair.0 != pair.1 && !breaks_off && !vocabulary.contains_key(&pair.1);
            if mutual && is_other && is_consistent && same_numbers(pair) {
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
                    // Words that are the same keep their places; the rest stands where the words part.
                    let same = meaning.iter().zip(&words).take_while(|(one, other)| one == other).count();
                    let place = |at: usize| line[at.min(same).min(line.len() - 1)];
                    translated.extend(meaning.iter().enumerate().map(|(at, byte)| place(at).with(*byte)));
                }
                _ => translated.extend(line),
            }
        }
        translated
    }

    /// The lines of a text that are worded differently, each with its meaning, and the lines of extra words.
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

/// The kinds of lines in a program's output.
enum Said<'d> {
    /// Something that the reference says in these words.
    InOwnWords(&'d [u8]),
    /// Words that the assignment does not ask for.
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

/// Returns `true` if a line is a row of a board, before anything is taken away: most lines are, and a row is
/// never a wording.
fn is_row(line: &[u8]) -> bool {
    line.iter().all(|byte| b"oxOX- ".contains(byte))
}

/// Returns `true` if a line has a word: two letters in a row. Boards and echoed keys do not.
pub(super) fn is_wording(line: &[u8]) -> bool {
    line.windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
        && !line.iter().all(|byte| b"ox-".contains(byte))
}

/// Returns `true` if two lines have the same digits: who won is never a matter of wording.
fn same_numbers((expected, actual): &(Key, Key)) -> bool {
    let digits = |line: &[u8]| -> Vec<u8> { line.iter().copied().filter(u8::is_ascii_digit).collect() };
    digits(expected) == digits(actual)
}

/// The most different lines that are paired by their likeness; more are paired by their places alone.
const MOST_CANDIDATES: usize = 20;

/// Pairs of lines of a turn, expected and actual: those that are the same, and each two others that hold the same numbers, as
/// other words may stand between them.
fn line_pairs(expected: &[Key], actual: &[Key]) -> BTreeSet<(Key, Key)> {
    let pair = |at: usize, other: usize| (expected[at].clone(), actual[other].clone());
    let (mut pairs, mut due, mut printed) = (BTreeSet::new(), Vec::new(), Vec::new());
    let changes = changes(expected, actual);
    for change in &changes {
        match *change {
            Change::Same { expected: at, actual: other } => {
                pairs.insert(pair(at, other));
            }
            Change::Replaced { expected: at, actual: other } => {
                due.push(at);
                printed.push(other);
            }
            Change::Added { actual: other } => printed.push(other),
            Change::Missing { expected: at } => due.push(at),
        }
    }
    if due.len().max(printed.len()) > MOST_CANDIDATES {
        pairs.extend(due.into_iter().zip(printed).map(|(at, other)| pair(at, other)));
        return pairs;
    }
    let candidates = due.iter().flat_map(|at| printed.iter().map(|other| pair(*at, *other)));
    pairs.extend(candidates.filter(same_numbers));
    pairs
}

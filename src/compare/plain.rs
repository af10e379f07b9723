//! The printed text, compared with an expected text that a spec writes out.
//!
//! A program that is given other input is expected to print something else: the part that varies is the
//! answer. In the answer only line ends and blanks at line ends are format. The other kinds are format in
//! text that is fixed, which all expected texts of a spec have in common, such as a prompt, and in all of the
//! text where the spec forgives them.

mod ink;

use std::collections::BTreeSet;
use std::ops::Range;

pub(super) use ink::ink;
pub use ink::loose_parts;

use super::format::{FormatKind, FormatKinds, normalise};
use super::lines::{Change, changes};
use super::wording::Dictionary;
use crate::stored::{Deserialize, Serialize};

/// A word that all expected texts have in common, with the text around it where that is the same everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FixedWord {
    word: Vec<u8>,
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
}

/// The text that a program prints whatever is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    words: Vec<FixedWord>,
    /// The blanks and line breaks before the first word, where all texts begin alike.
    beginning: Option<Vec<u8>>,
}

impl Fixed {
    /// The words that the expected texts for different inputs have in common; none where there is only one
    /// input. Each item is an input and its expected output.
    pub fn of<'t>(texts: impl IntoIterator<Item = (&'t [u8], &'t [u8])>) -> Self {
        let texts: BTreeSet<(&[u8], &[u8])> = texts.into_iter().collect();
        let inputs: BTreeSet<&[u8]> = texts.iter().map(|(typed, _)| *typed).collect();
        if inputs.len() < 2 {
            return Self::default();
        }
        let split: Vec<Split<'_>> = texts.iter().map(|(_, text)| Split::of(text)).collect();
        // A word that was typed may be repeated, turned round or written in capitals: it is never taken to be fixed.
        let typed: BTreeSet<Vec<u8>> = inputs.iter().flat_map(|typed| words_typed(typed)).collect();
        let mut common: Vec<Vec<u8>> = split[0].words.iter().map(|word| word.to_vec()).collect();
        common.retain(|word| !word.iter().any(u8::is_ascii_digit) && !typed.contains(&folded(word)));
        for text in &split[1..] {
            let kept = same(&common, &text.words);
            common = kept.into_iter().map(|(at, _)| common[at].clone()).collect();
        }
        let mut words: Vec<FixedWord> = Vec::new();
        for (nth, text) in split.iter().enumerate() {
            for (at, word) in same(&common, &text.words) {
                let (before, after) = (text.gaps[word].to_vec(), text.gaps[word + 1].to_vec());
                if nth == 0 {
                    words.push(FixedWord {
                        word: common[at].clone(),
                        before: Some(before),
                        after: Some(after),
                    });
                } else if let Some(known) = words.get_mut(at) {
                    known.before = known.before.take().filter(|known| *known == before);
                    known.after = known.after.take().filter(|known| *known == after);
                }
            }
        }
        let begins_alike = split.iter().all(|text| text.gaps[0] == split[0].gaps[0]);
        let beginning = begins_alike.then(|| split[0].gaps[0].to_vec());
        Self { words, beginning }
    }
}

/// The places of the words that two lists have in common, in order.
fn same<Word: AsRef<[u8]>, Other: AsRef<[u8]>>(common: &[Word], words: &[Other]) -> Vec<(usize, usize)> {
    let common: Vec<&[u8]> = common.iter().map(AsRef::as_ref).collect();
    let words: Vec<&[u8]> = words.iter().map(AsRef::as_ref).collect();
    let pair = |change| match change {
        Change::Same { expected, actual } => Some((expected, actual)),
        _ => None,
    };
    changes(&common, &words).into_iter().filter_map(pair).collect()
}

/// The words that are typed, forwards and backwards, in small letters.
fn words_typed(typed: &[u8]) -> Vec<Vec<u8>> {
    let words = typed.split(|byte| !is_letter(*byte)).filter(|word| !word.is_empty()).map(folded);
    let both = words.flat_map(|word| {
        let backwards: Vec<u8> = word.iter().rev().copied().collect();
        [word, backwards]
    });
    both.collect()
}

fn folded(word: &[u8]) -> Vec<u8> {
    word.to_ascii_lowercase()
}

/// Letters and digits, and the bytes of letters beyond ASCII.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// Returns `true` for the bytes between words: blanks, line ends, and bytes that cannot be seen.
fn is_gap(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_control()
}

/// A text as words and the gaps between them; there is one gap more than there are words, and each may be
/// empty.
struct Split<'t> {
    words: Vec<&'t [u8]>,
    gaps: Vec<&'t [u8]>,
}

impl<'t> Split<'t> {
    fn of(text: &'t [u8]) -> Self {
        let mut split = Self { words: Vec::new(), gaps: Vec::new() };
        let mut rest = text;
        loop {
            let gap = rest.iter().take_while(|byte| is_gap(**byte)).count();
            split.gaps.push(&rest[..gap]);
            rest = &rest[gap..];
            // Letters and digits belong together; every other character is a word of its own.
            let letters = rest.iter().take_while(|byte| is_letter(**byte)).count();
            let word = letters.max(1);
            if rest.is_empty() {
                return split;
            }
            split.words.push(&rest[..word]);
            rest = &rest[word..];
        }
    }
}

/// A difference of format: the bytes of the expected text, and those that were printed in their place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatPlace {
    /// The kind.
    pub kind: FormatKind,
    /// The place in the expected text.
    pub expected: Range<usize>,
    /// The place in the printed text.
    pub actual: Range<usize>,
}

/// The differences of a printed text from the expected one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fit {
    /// For each kind of format that differs the first place where it does.
    pub kinds: Vec<FormatPlace>,
    /// The first byte of the printed text that is wrong; `None` if the texts differ in format alone.
    pub wrong: Option<usize>,
}

impl Fit {
    fn wrong_at(at: usize) -> Self {
        Self { kinds: Vec::new(), wrong: Some(at) }
    }

    fn add(&mut self, kind: FormatKind, expected: Range<usize>, actual: Range<usize>) {
        if self.kinds.iter().all(|known| known.kind != kind) {
            self.kinds.push(FormatPlace { kind, expected, actual });
        }
    }
}

/// Compares a text with the expected one, where these kinds are format in all of it and the others in the
/// fixed parts.
pub(super) fn fit(
    expected: &[u8],
    actual: &[u8],
    fixed: &Fixed,
    forgiven: FormatKinds,
    dictionary: &Dictionary,
) -> Fit {
    let plain = fit_words(expected, actual, fixed, forgiven);
    if plain.wrong.is_none() {
        return plain;
    }
    // The submission's own words count where the spec forgives them.
    let own_words = [
        vec![FormatKind::ExtraText],
        vec![FormatKind::Wording],
        vec![FormatKind::Wording, FormatKind::ExtraText],
    ];
    for kinds in own_words.into_iter().filter(|kinds| kinds.iter().all(|kind| forgiven.contains(*kind))) {
        let set = kinds.iter().fold(FormatKinds::default(), |set, kind| set.with(*kind));
        let translated = dictionary.translate(actual, set);
        let mut fit = fit_words(expected, &translated, fixed, forgiven);
        if fit.wrong.is_none() {
            let common = expected.iter().zip(actual).take_while(|(one, other)| one == other).count();
            // Where a line was replaced, the places in the text after it are not those of the printed text.
            for place in fit.kinds.iter_mut().filter(|place| place.actual.end > common) {
                (place.expected, place.actual) = (common..common, common..common);
            }
            for kind in &kinds {
                fit.add(*kind, common..common, common..common);
            }
            fit.kinds.sort_by_key(|place| place.kind);
            return fit;
        }
    }
    plain
}

/// The same without words of the submission's own.
fn fit_words(expected: &[u8], actual: &[u8], fixed: &Fixed, forgiven: FormatKinds) -> Fit {
    let text = Split::of(expected);
    let known: Vec<&[u8]> = fixed.words.iter().map(|word| word.word.as_slice()).collect();
    let mut fixed_at: Vec<Option<&FixedWord>> = vec![None; text.words.len()];
    for (at, word) in same(&known, &text.words) {
        fixed_at[word] = Some(&fixed.words[at]);
    }
    let mut fit = Fit::default();
    let (mut from, mut at) = (0, 0);
    for (nth, gap) in text.gaps.iter().enumerate() {
        let printed = actual[at..].iter().take_while(|byte| is_gap(**byte)).count();
        let printed = &actual[at..at + printed];
        let (is_first, is_last) = (nth == 0, nth == text.words.len());
        let is_kept = |kept: Option<&Vec<u8>>| kept.is_some_and(|kept| kept == gap);
        let after = nth.checked_sub(1).and_then(|before| fixed_at[before]);
        let before = fixed_at.get(nth).copied().flatten();
        let is_fixed = is_kept(after.and_then(|word| word.after.as_ref()))
            || is_kept(before.and_then(|word| word.before.as_ref()));
        let mut allowed = forgiven
            .with(FormatKind::LineEnds)
            .with(FormatKind::TrailingBlanks)
            .without(FormatKind::LetterCase);
        if is_fixed {
            allowed = allowed.with(FormatKind::ControlBytes).with(FormatKind::Spacing);
        }
        // Empty lines before everything and after everything are no part of an answer.
        if is_fixed || is_last || (is_first && is_kept(fixed.beginning.as_ref())) {
            allowed = allowed.with(FormatKind::LineBreaks);
        }
        let Some(kinds) = gap_kinds(gap, printed, allowed, is_last) else {
            let same = gap.iter().zip(printed).take_while(|(one, other)| one == other).count();
            return Fit::wrong_at(at + same);
        };
        let (in_expected, in_actual) = (from..from + gap.len(), at..at + printed.len());
        for kind in kinds.iter() {
            fit.add(kind, in_expected.clone(), in_actual.clone());
        }
        (from, at) = (from + gap.len(), at + printed.len());
        let Some(word) = text.words.get(nth) else { break };
        let printed = &actual[at..actual.len().min(at + word.len())];
        if printed != *word {
            let may_differ = fixed_at[nth].is_some() || forgiven.contains(FormatKind::LetterCase);
            let same = word.iter().zip(printed).take_while(|(one, other)| one == other).count();
            if !may_differ || !printed.eq_ignore_ascii_case(word) {
                return Fit::wrong_at(at + same);
            }
            fit.add(FormatKind::LetterCase, from..from + word.len(), at..at + word.len());
        }
        (from, at) = (from + word.len(), at + word.len());
    }
    if at < actual.len() {
        return Fit::wrong_at(at);
    }
    fit.kinds.sort_by_key(|place| place.kind);
    fit
}

/// The kinds by which two gaps differ, as few as can be and the mildest ones; `None` if these kinds are not enough.
fn gap_kinds(expected: &[u8], actual: &[u8], allowed: FormatKinds, is_last: bool) -> Option<FormatKinds> {
    // A line feed more or less at the very end does not count.
    let without_end = |text: &[u8], kinds| -> Vec<u8> {
        let mut text = text.to_vec();
        if !is_last {
            // Blanks before a word are not at the end of a line.
            text.push(b'.');
        }
        let text = normalise(&text, kinds);
        if is_last { text.strip_suffix(b"\n").unwrap_or(&text).to_vec() } else { text }
    };
    let is_same = |kinds: &FormatKinds| without_end(expected, *kinds) == without_end(actual, *kinds);
    if expected == actual || is_same(&FormatKinds::default()) {
        return Some(FormatKinds::default());
    }
    let kinds: Vec<FormatKind> = OF_GAPS.into_iter().filter(|kind| allowed.contains(*kind)).collect();
    let subset = |bits: u8| {
        let chosen = kinds.iter().enumerate().filter(|(nth, _)| bits & (1 << nth) != 0);
        chosen.fold(FormatKinds::default(), |set, (_, kind)| set.with(*kind))
    };
    let mut subsets: Vec<u8> = (1..1 << kinds.len()).collect();
    subsets.sort_by_key(|bits| bits.count_ones());
    subsets.into_iter().map(subset).find(is_same)
}

/// The kinds by which the gaps between words can differ, the mildest first.
const OF_GAPS: [FormatKind; 5] = [
    FormatKind::ControlBytes,
    FormatKind::LineEnds,
    FormatKind::TrailingBlanks,
    FormatKind::LineBreaks,
    FormatKind::Spacing,
];

#[cfg(test)]
mod tests {
    use super::{Dictionary, Fixed, FormatKind, FormatKinds, fit};

    const PROMPTS: [(&str, &str); 3] = [
        ("radar\n", "Enter a word: radar\nPalindrome? yes\n"),
        ("abc\n", "Enter a word: abc\nPalindrome? no\n"),
        ("x\n", "Enter a word: x\nPalindrome? yes\n"),
    ];

    fn fixed(texts: &[(&str, &str)]) -> Fixed {
        Fixed::of(texts.iter().map(|(typed, text)| (typed.as_bytes(), text.as_bytes())))
    }

    /// The kinds by which an output differs in format alone; a number for where it is wrong.
    fn check(texts: &[(&str, &str)], actual: &str, wanted: Result<&[FormatKind], usize>) {
        let found = fit(
            texts[0].1.as_bytes(),
            actual.as_bytes(),
            &fixed(texts),
            FormatKinds::default(),
            &Dictionary::default(),
        );
        let kinds: Vec<FormatKind> = found.kinds.iter().map(|place| place.kind).collect();
        assert_eq!(found.wrong.map_or(Ok(kinds.as_slice()), Err), wanted, "{actual:?}");
    }

    #[test]
    fn a_prompt_may_be_laid_out_otherwise_and_an_answer_may_not() {
        check(&PROMPTS, "Enter a word: radar\nPalindrome? yes", Ok(&[]));
        check(
            &PROMPTS,
            "ENTER A WORD:radar\nPalindrome?  yes",
            Ok(&[FormatKind::Spacing, FormatKind::LetterCase]),
        );
        check(
            &PROMPTS,
            "Enter a word: radar \r\nPalindrome? yes\r\n",
            Ok(&[FormatKind::LineEnds, FormatKind::TrailingBlanks]),
        );
        check(&PROMPTS, "Enter a word: \nradar\nPalindrome? yes", Ok(&[FormatKind::LineBreaks]));
        check(&PROMPTS, "Enter a word: radar\nPalindrome? yes\n\n", Ok(&[FormatKind::LineBreaks]));
        check(&PROMPTS, "Enter a word: radar\nPalindrome? no\n", Err(32));
        check(&PROMPTS, "Enter a word: radar\nPalindrome? Yes\n", Err(32));
        check(&PROMPTS, "Enter a word: radar\nPalindrome? yes, it is\n", Err(35));
        check(&PROMPTS, "Enter a word: Radar\nPalindrome? yes\n", Err(14));
        check(&PROMPTS, "Type a word: radar\nPalindrome? yes\n", Err(0));
        check(&PROMPTS, "Enter a word: radar\n", Err(20));
    }

    #[test]
    fn where_all_of_the_text_varies_only_line_ends_are_format() {
        let cases = [("hello\n", "HELLO\n"), ("Bye now\n", "BYE NOW\n")];
        check(&cases, "HELLO  \r\n", Ok(&[FormatKind::LineEnds, FormatKind::TrailingBlanks]));
        check(&cases, "\nHELLO", Ok(&[FormatKind::LineBreaks]));
        for (wrong, at) in
            [("hello", 0), ("HELL O", 4), (" HELLO", 0), ("HELLO\nHELLO", 6), ("HELL", 4), ("", 0)]
        {
            check(&cases, wrong, Err(at));
        }
        // A word that was typed is never fixed, though every expected text has it.
        let cases = [("the cat\n", "THE CAT\n"), ("the dog\n", "THE DOG\n")];
        check(&cases, "the CAT", Err(0));
        // One input shows nothing of what varies with it, and numbers are answers.
        check(&[("hello\n", "HELLO\n"), ("hello\n", "HELLO\n")], "Hello", Err(1));
        check(&[("4\n", "1 2 3 4\n"), ("3\n", "1 2 3\n")], "1 23 4", Err(3));
    }
}

//! A plain text with everything that is format taken away, so that outputs can be distinguished by
//! fingerprints of it.
//!
//! `fit` goes through the expected text. The outputs that it accepts are recognised here without that text,
//! by the places in which something is format ([`LooseParts`]), counted in the characters that can be seen:
//! these are the same in all outputs that pass.

use super::{Fixed, FixedWord, Split, is_gap, same};
use crate::compare::format::{FormatKind, FormatKinds, normalise};
use crate::spec::LooseParts;

/// The places of an expected text in which something is format; `None` where the outputs that `fit` accepts
/// cannot be described by places.
pub fn loose_parts(expected: &[u8], fixed: &Fixed, forgiven: FormatKinds) -> Option<LooseParts> {
    // Where these are forgiven everywhere, the places are those between all words, which tell how long answers are; and own
    // words are looked up in a dictionary of the submission.
    let of_words = [
        FormatKind::ControlBytes,
        FormatKind::LineBreaks,
        FormatKind::Spacing,
        FormatKind::Wording,
        FormatKind::ExtraText,
    ];
    let is_strange = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\t');
    if of_words.into_iter().any(|kind| forgiven.contains(kind)) || expected.iter().any(is_strange) {
        return None;
    }
    let text = Split::of(expected);
    let known: Vec<&[u8]> = fixed.words.iter().map(|word| word.word.as_slice()).collect();
    let mut fixed_at: Vec<Option<&FixedWord>> = vec![None; text.words.len()];
    for (at, word) in same(&known, &text.words) {
        fixed_at[word] = Some(&fixed.words[at]);
    }
    let mut parts = LooseParts::default();
    let mut at = 0;
    for (nth, gap) in text.gaps.iter().enumerate() {
        let after = nth.checked_sub(1).and_then(|before| fixed_at[before]);
        let before = fixed_at.get(nth).copied().flatten();
        let is_kept = |kept: Option<&Vec<u8>>| kept.is_some_and(|kept| kept == gap);
        let is_fixed = is_kept(after.and_then(|word| word.after.as_ref()))
            || is_kept(before.and_then(|word| word.before.as_ref()));
        if is_fixed {
            parts.blanks.push(at);
        } else if nth == 0 && !text.words.is_empty() && is_kept(fixed.beginning.as_ref()) {
            // Blanks before the first word are the same in outputs whose line breaks differ only as long as
            // there are no blanks.
            if gap.iter().any(|byte| *byte != b'\n') {
                return None;
            }
            parts.opening = true;
        }
        let Some(word) = text.words.get(nth) else { break };
        if fixed_at[nth].is_some() {
            match parts.letters.last_mut().filter(|last| last.end == at) {
                Some(last) => last.end += word.len(),
                None => parts.letters.push(at..at + word.len()),
            }
        }
        at += word.len();
    }
    if forgiven.contains(FormatKind::LetterCase) {
        parts.letters = std::iter::once(0..usize::MAX).collect();
    }
    Some(parts)
}

/// A text with its format taken away: equal for two texts if and only if `fit` accepts the one for the other,
/// whose loose parts these are.
pub(in crate::compare) fn ink(text: &[u8], parts: &LooseParts) -> Vec<u8> {
    let everywhere = FormatKinds::of(&[FormatKind::LineEnds, FormatKind::TrailingBlanks]);
    let mut read = Vec::with_capacity(text.len());
    let (mut rest, mut seen) = (text, 0);
    loop {
        let gap = rest.iter().take_while(|byte| is_gap(**byte)).count();
        let (gap, after) = rest.split_at(gap);
        let (is_first, is_last) = (seen == 0, after.is_empty());
        let mut kinds = everywhere;
        if is_last || (is_first && parts.opening) {
            kinds = kinds.with(FormatKind::LineBreaks);
        }
        if parts.has_any_blanks(seen) {
            let all = [FormatKind::ControlBytes, FormatKind::LineBreaks, FormatKind::Spacing];
            kinds = all.into_iter().fold(kinds, FormatKinds::with);
        }
        // Blanks before a word are not at the end of a line. No kind takes the mark away again.
        let marked: Vec<u8> = gap.iter().copied().chain((!is_last).then_some(b'.')).collect();
        let mut gap = normalise(&marked, kinds);
        gap.truncate(gap.len() - usize::from(!is_last));
        read.append(&mut gap);
        let Some((byte, after)) = after.split_first() else { return read };
        read.push(if parts.is_any_case(seen) { byte.to_ascii_lowercase() } else { *byte });
        (rest, seen) = (after, seen + 1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ink, loose_parts};
    use crate::compare::format::{FormatKind, FormatKinds};
    use crate::compare::plain::{Dictionary, Fixed, fit};

    /// Texts like those of specs, of few words, so that two of them often differ in format alone.
    fn text() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec![
            "Sum", "sum", "SUM", "is", ":", "a", "b", "ab", "7", "42", "4", "2", " ", "  ", "\n", "\n\n",
            "\t",
        ]);
        prop::collection::vec(word, 0..8).prop_map(|words| words.concat())
    }

    /// The text laid out otherwise.
    fn laid_out(text: &str, changes: &[(usize, u8)]) -> String {
        let mut text = text.to_owned();
        for (at, change) in changes {
            let at = at % (text.len() + 1);
            match change {
                0 => text.insert(at, ' '),
                1 => text.insert(at, '\n'),
                2 => text.insert_str(at, "\r\n"),
                3 => text.insert(at, '\r'),
                4 => text.insert(at, '\0'),
                5 => text = text.to_uppercase(),
                6 => text = text.replacen(' ', "", 1),
                7 => text = text.replacen('\n', "", 1),
                8 => text = text.replace('\n', " \n"),
                _ => text.insert(at, 'a'),
            }
        }
        text
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn equal_ink_is_what_passes(
            texts in prop::collection::vec(("[a-c]{1,2}", text()), 1..4),
            prompt in text(),
            changes in prop::collection::vec((0..40_usize, 0..10_u8), 0..4),
            other in text(),
            is_case_forgiven in any::<bool>(),
        ) {
            let texts: Vec<(String, String)> =
                texts.into_iter().map(|(typed, text)| (typed, format!("{prompt}{text}"))).collect();
            let pairs = texts.iter().map(|(typed, text)| (typed.as_bytes(), text.as_bytes()));
            let fixed = Fixed::of(pairs);
            let forgiven = if is_case_forgiven {
                FormatKinds::of(&[FormatKind::LetterCase])
            } else {
                FormatKinds::default()
            };
            let expected = texts[0].1.as_str();
            if let Some(parts) = loose_parts(expected.as_bytes(), &fixed, forgiven) {
                let of_expected = ink(expected.as_bytes(), &parts);
                for actual in [laid_out(expected, &changes), other, expected.to_owned()] {
                    let found =
                        fit(expected.as_bytes(), actual.as_bytes(), &fixed, forgiven, &Dictionary::default());
                    let is_equal = ink(actual.as_bytes(), &parts) == of_expected;
                    prop_assert_eq!(found.wrong.is_none(), is_equal, "{:?} and {:?}", expected, actual);
                }
            }
        }
    }

    #[test]
    fn places_tell_what_is_fixed_and_no_word() {
        let texts = [("3\n", "How many? Sum: 6\n"), ("4\n", "How many? Sum: 10\n")];
        let fixed = Fixed::of(texts.iter().map(|(typed, text)| (typed.as_bytes(), text.as_bytes())));
        let parts =
            loose_parts(texts[0].1.as_bytes(), &fixed, FormatKinds::default()).expect("it has places");
        // `Howmany?Sum:` is fixed, and so are the blanks in it and around it.
        assert_eq!(parts.letters, std::iter::once(0..12).collect::<Vec<_>>());
        assert_eq!(parts.blanks, [0, 3, 7, 8, 11, 12]);
        assert!(!parts.opening);
        let of = |text: &str| ink(text.as_bytes(), &parts);
        assert_eq!(of("HOW MANY?\n\nSum:6"), of(texts[0].1));
        assert_ne!(of("How many? Sum: 7"), of(texts[0].1));
        assert_ne!(of("How many? Sum: 6 6"), of(texts[0].1));
    }
}

//! Expected texts that are not given away: all that a spec has of them are fingerprints.

use std::ops::Range;

/// The expected output of a case, a step or a file, of which only fingerprints are known.
///
/// A fingerprint is [`crate::fingerprint::sha256_hex`] of the salt and of the output as `form` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hashed {
    /// Bytes that are hashed first, so that equal texts of two cases have different fingerprints.
    pub salt: String,
    /// The fingerprints of the outputs that pass, each of 64 hexadecimal digits in small letters.
    pub sha256: Vec<String>,
    /// The fingerprint of the output that is right to the byte, where others pass that differ in format.
    pub exactly: Option<String>,
    /// The form of an output that is hashed.
    pub form: HashedForm,
}

/// The form into which an output is brought before it is hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HashedForm {
    /// Byte by byte, but for a line feed at the very end.
    Bytes,
    /// As the mode of the case reads texts.
    Mode,
    /// As a plain text, in which these places are format.
    Plain(LooseParts),
}

/// Where a plain text may be laid out otherwise. Places are counted in characters that can be seen: bytes that are neither
/// blanks nor control bytes, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LooseParts {
    /// The characters whose capitals are format; in order, and apart from each other.
    pub letters: Vec<Range<usize>>,
    /// The characters before which blanks, line breaks and control bytes are format, in order.
    pub blanks: Vec<usize>,
    /// True if empty lines before everything are format.
    pub opening: bool,
}

impl LooseParts {
    /// Returns `true` if the case of the letter at an index is format.
    pub fn is_any_case(&self, at: usize) -> bool {
        let after = self.letters.partition_point(|range| range.end <= at);
        self.letters.get(after).is_some_and(|range| range.contains(&at))
    }

    /// Returns `true` if blanks before the character at an index are format.
    pub fn has_any_blanks(&self, at: usize) -> bool {
        self.blanks.binary_search(&at).is_ok()
    }
}

/// Returns `true` if a word has the form of a fingerprint: 64 hexadecimal digits in small letters.
pub(in crate::spec) fn is_fingerprint(word: &str) -> bool {
    word.len() == 64 && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

//! What is written in a program for people: texts, comments and names. Who changes the code of another one often leaves them.

use std::collections::BTreeMap;

use crate::diagnostics::SourceFile;
use crate::machine::Isa;

/// Something that is written in a source, without what is easily changed: small letters, and one space between words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phrase {
    /// A text between quotation marks.
    Text(String),
    /// A comment.
    Comment(String),
}

/// Shorter texts and comments are found in many programs.
const LEAST_LETTERS: usize = 10;

/// The texts and comments of a source, each with the first line in which it stands, counted from 1.
pub(super) fn phrases(source: &SourceFile, isa: &Isa) -> BTreeMap<Phrase, usize> {
    let mut phrases = BTreeMap::new();
    for (index, line) in source.text.lines().enumerate() {
        let (texts, comment) = split(line, isa.source.comment);
        let texts = texts.into_iter().filter_map(normal).map(Phrase::Text);
        for phrase in texts.chain(comment.and_then(normal).map(Phrase::Comment)) {
            phrases.entry(phrase).or_insert(index + 1);
        }
    }
    phrases
}

/// A line without comment, and with one space where there are several: two lines that are the same so are the same line.
pub(super) fn bare(line: &str, isa: &Isa) -> String {
    let comment = split(line, isa.source.comment).1.map_or(0, str::len);
    line[..line.len() - comment].split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The texts of a line, and its comment with the character that begins it.
fn split(line: &str, comment: char) -> (Vec<&str>, Option<&str>) {
    let mut texts = Vec::new();
    let mut begins: Option<usize> = None;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match (begins, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(start), '"') => {
                texts.push(&line[start..at]);
                begins = None;
            }
            (None, '"') => begins = Some(at + 1),
            (None, c) if c == comment => return (texts, Some(&line[at..])),
            _ => {}
        }
    }
    (texts, None)
}

/// The words of a phrase; `None` if they are too few to tell anything.
fn normal(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let letters: usize = words.iter().map(|word| word.chars().filter(|c| c.is_alphabetic()).count()).sum();
    (words.len() > 1 && letters >= LEAST_LETTERS).then(|| words.join(" "))
}

//! Lines into tokens, by a lexicon: what lies between tokens, what begins a comment, how strings end.
//!
//! Words are not looked into: whether one is a register, a number or a name is decided by the assembler.

use std::ops::Range;

use super::work;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lexeme {
    /// A name, a number, a register, a directive: any characters that stand together.
    Word,
    /// A character that is a token of its own.
    Mark(char),
    /// A string with its quotation marks; `closed` if the closing one is there.
    String {
        /// True if the closing quotation mark is there.
        closed: bool,
    },
    /// A comment with what begins it; it reaches to the end of the line.
    Comment,
}

/// A token and its bytes in the line.
pub type Piece = (Lexeme, Range<usize>);

/// The rules by which lines are split. The functions are given a line and the byte where something begins,
/// and return where it ends.
pub struct Lexicon<'l> {
    /// Characters between tokens that mean nothing.
    pub blanks: &'static str,
    /// Characters that are tokens of their own, wherever they stand.
    pub marks: &'static str,
    /// Characters that begin a comment.
    pub comments: &'static str,
    /// Where a string ends, and whether its closing quotation mark is there.
    pub string: &'l dyn Fn(&str, usize) -> (usize, bool),
    /// Where a character in apostrophes ends; `None` if none begins here. It may be part of a word, which then ends with
    /// it; the last argument says whether a word begins here.
    pub character: fn(&str, usize, bool) -> Option<usize>,
    /// The treatment of `+` and `-`, as signs or operators; `None` if they are like any
    /// other character of a word.
    pub signs: Option<Signs>,
}

/// A sign in front of a digit is part of the number, and so is one after the `e` of a real number. Otherwise it is an
/// operator, and so it is after a word that this function takes for a name.
pub type Signs = fn(&str) -> bool;

/// Splits a line. Every character belongs to a token or is a blank.
pub fn split(line: &str, lexicon: &Lexicon<'_>) -> Vec<Piece> {
    work::count(line.len());
    let mut pieces: Vec<Piece> = Vec::new();
    // The word under construction reaches from here to the character at hand.
    let mut start: Option<usize> = None;
    let mut at = 0;
    let finish = |start: &mut Option<usize>, end: usize, pieces: &mut Vec<Piece>| {
        if let Some(from) = start.take() {
            pieces.push((Lexeme::Word, from..end));
        }
    };
    while let Some(character) = line[at..].chars().next() {
        let next = at + character.len_utf8();
        if lexicon.comments.contains(character) {
            finish(&mut start, at, &mut pieces);
            pieces.push((Lexeme::Comment, at..line.len()));
            return pieces;
        }
        if lexicon.blanks.contains(character) {
            finish(&mut start, at, &mut pieces);
        } else if lexicon.marks.contains(character) {
            finish(&mut start, at, &mut pieces);
            pieces.push((Lexeme::Mark(character), at..next));
        } else if character == '"' {
            finish(&mut start, at, &mut pieces);
            let (end, closed) = (lexicon.string)(line, at);
            pieces.push((Lexeme::String { closed }, at..end));
            at = end;
            continue;
        } else if character == '\''
            && let Some(end) = (lexicon.character)(line, at, start.is_none())
        {
            pieces.push((Lexeme::Word, start.take().unwrap_or(at)..end));
            at = end;
            continue;
        } else if let (Some(is_name), '+' | '-') = (lexicon.signs, character) {
            let before_digit = line[next..].starts_with(|c: char| c.is_ascii_digit());
            let is_exponent = start.is_some() && before_digit && line[..at].ends_with(['e', 'E']);
            if !is_exponent {
                finish(&mut start, at, &mut pieces);
                let after_name =
                    matches!(pieces.last(), Some((Lexeme::Word, word)) if is_name(&line[word.clone()]));
                if before_digit && !after_name {
                    start = Some(at);
                } else {
                    pieces.push((Lexeme::Mark(character), at..next));
                }
            }
        } else {
            start = start.or(Some(at));
        }
        at = next;
    }
    finish(&mut start, line.len(), &mut pieces);
    pieces
}

/// Where the string that begins at a quotation mark ends, if `closes` says which later ones, by their bytes, can close it;
/// `None` if none does.
pub fn closing(line: &str, start: usize, closes: impl Fn(usize) -> bool) -> Option<usize> {
    let bytes = line.as_bytes();
    let end = (start + 1..bytes.len()).find(|at| bytes[*at] == b'"' && closes(*at))?;
    Some(end + 1)
}

/// Returns `true` if the character at a byte is escaped: an odd number of backslashes stands in front of it,
/// none of them before `start`.
pub fn is_escaped(line: &str, start: usize, at: usize) -> bool {
    line.as_bytes()[start..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::{Lexeme, Lexicon, closing, is_escaped, split};

    const fn no_characters(_: &str, _: usize, _: bool) -> Option<usize> {
        None
    }

    fn string(line: &str, start: usize) -> (usize, bool) {
        closing(line, start, |at| !is_escaped(line, start, at)).map_or((line.len(), false), |end| (end, true))
    }

    fn texts<'t>(line: &'t str, lexicon: &Lexicon<'_>) -> Vec<&'t str> {
        split(line, lexicon).into_iter().map(|(_, range)| &line[range]).collect()
    }

    #[test]
    fn a_lexicon_says_what_a_line_is_split_into() {
        // As RISC-V is written for GNU `as`.
        let gnu = Lexicon {
            blanks: " \t",
            marks: ",:()+-",
            comments: "#;",
            string: &string,
            character: no_characters,
            signs: None,
        };
        assert_eq!(
            texts("a: lw t0,-4(sp) # x", &gnu),
            ["a", ":", "lw", "t0", ",", "-", "4", "(", "sp", ")", "# x"]
        );
        assert_eq!(texts(".ascii \"a\\\\\" \"b\\\"#c\"", &gnu), [".ascii", "\"a\\\\\"", "\"b\\\"#c\""]);
        assert_eq!(split("\"open", &gnu), [(Lexeme::String { closed: false }, 0..5)]);
        let signed = Lexicon { marks: ":", signs: Some(|word| word == "x"), ..gnu };
        assert_eq!(texts("x-4 y -4 1e-5 - 5", &signed), ["x", "-", "4", "y", "-4", "1e-5", "-", "5"]);
    }
}

//! Lines into tokens.
//!
//! LC-3 assembly is line-oriented. Every tool agrees on blanks, commas, `;` and `"`; a word is whatever else stands
//! together, because lc3tools takes labels such as `-KEY`, `A?` and `A-B`.

use super::dialect::{Dialect, Feature};
use crate::asm::work;
use crate::diagnostics::{FileId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A label, opcode, directive, register or number.
    Word,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// A string with its quotation marks; `closed` if the closing one is there.
    String { closed: bool },
}

/// One token of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// The tokens of one line and what in it is not common to all tools.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) tokens: Vec<Token>,
    pub(super) features: Vec<(Feature, Span)>,
}

/// Splits the line of `text` that begins at `start`; a comment is dropped.
pub(super) fn split(text: &str, start: usize, file: FileId, dialect: Option<Dialect>) -> Line {
    work::count(text.len());
    let mut line = Line::default();
    let mut at = 0;
    // lc3tools and complx cut the comment off first; for that every quotation mark opens or closes a string.
    let cut = comment_start(text, dialect);
    let span = |from: usize, to: usize| Span::new(file, start + from..start + to);
    while let Some(character) = text[at..].chars().next() {
        let next = at + character.len_utf8();
        match character {
            ' ' | '\t' => at = next,
            '\u{B}' | '\u{C}' if !takes_as_letter(dialect) => {
                line.features.push((Feature::FormFeed, span(at, next)));
                at = next;
            }
            ';' => break,
            ',' | ':' => {
                let kind = if character == ',' { TokenKind::Comma } else { TokenKind::Colon };
                line.tokens.push(Token { kind, span: span(at, next) });
                at = next;
            }
            '"' => {
                let end = cut.filter(|cut| *cut > at).unwrap_or(text.len());
                let (length, closed) = string_length(&text[at..end], dialect);
                if text[at..at + length].contains(';') {
                    line.features.push((Feature::SemicolonInString, span(at, at + length)));
                }
                line.tokens.push(Token { kind: TokenKind::String { closed }, span: span(at, at + length) });
                at += length;
            }
            _ => {
                let mut length = word_length(&text[at..], dialect);
                if let Some(dot) = joined_directive(&text[at..at + length])
                    && matches!(dialect, None | Some(Dialect::Ensemble))
                {
                    line.features.push((Feature::LabelTouchesDirective, span(at, at + length)));
                    length = dot;
                }
                line.tokens.push(Token { kind: TokenKind::Word, span: span(at, at + length) });
                at += length;
            }
        }
    }
    line
}

/// lc3tools takes a form feed for a letter, so that `HALT` and a form feed is a label.
fn takes_as_letter(dialect: Option<Dialect>) -> bool {
    matches!(dialect, Some(Dialect::Lc3tools | Dialect::Lc3toolsStrict))
}

/// Where the directive begins in a word such as `NAME.FILL`.
fn joined_directive(word: &str) -> Option<usize> {
    let dot = word.rfind('.').filter(|dot| *dot > 0)?;
    [".FILL", ".BLKW", ".STRINGZ"].iter().any(|name| word[dot..].eq_ignore_ascii_case(name)).then_some(dot)
}

fn word_length(text: &str, dialect: Option<Dialect>) -> usize {
    // A character literal may hold a delimiter, as in `' '` or `','`.
    for length in [3, 4] {
        let literal = text.as_bytes().get(..length);
        if literal.is_some_and(|bytes| bytes[0] == b'\'' && bytes[length - 1] == b'\'' && bytes.is_ascii())
            && (length == 3) != text[1..].starts_with('\\')
        {
            return length;
        }
    }
    let ends = |c: char| match c {
        ' ' | '\t' | ',' | ':' | ';' | '"' => true,
        '\u{B}' | '\u{C}' => !takes_as_letter(dialect),
        _ => false,
    };
    text.find(ends).unwrap_or(text.len())
}

/// Where the comment begins for the tools that look for it before they look for strings.
fn comment_start(text: &str, dialect: Option<Dialect>) -> Option<usize> {
    let cuts_first = matches!(dialect, Some(Dialect::Lc3tools | Dialect::Lc3toolsStrict | Dialect::Complx));
    let mut inside = false;
    let begins_comment = |c| {
        inside ^= c == '"';
        c == ';' && (!inside || dialect == Some(Dialect::Complx))
    };
    if cuts_first { text.find(begins_comment) } else { None }
}

/// The length of the string literal at the start of `text` and whether it is closed.
fn string_length(text: &str, dialect: Option<Dialect>) -> (usize, bool) {
    let bytes = text.as_bytes();
    let closes = |at: usize| match dialect {
        // lc3tools looks one character back only, so `"ab\\"` stays open there.
        Some(Dialect::Lc3tools | Dialect::Lc3toolsStrict | Dialect::PennSim) => bytes[at - 1] != b'\\',
        _ => bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0,
    };
    if dialect == Some(Dialect::Complx) {
        // complx then reads from the first quotation mark to the last one.
        return text.rfind('"').filter(|at| *at > 0).map_or((text.len(), false), |at| (at + 1, true));
    }
    if let Some(end) = (1..bytes.len()).find(|at| bytes[*at] == b'"' && closes(*at)) {
        return (end + 1, true);
    }
    let body = text.find(';').map_or(text, |at| &text[..at]);
    (body.trim_end().len(), false)
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, split};
    use crate::diagnostics::FileId;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let tokens = split(line, 0, FileId::default(), None).tokens;
        let words: Vec<&str> = tokens.iter().map(|token| &line[token.span.range()]).collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn splits_lines_as_the_tools_do() {
        check("LOOP: ADD R1,R2 , #3;next", &["LOOP", ":", "ADD", "R1", ",", "R2", ",", "#3"]);
        check("-KEY .FILL x-30", &["-KEY", ".FILL", "x-30"]);
        check(r#"S .STRINGZ "a;b\" c" ; d"#, &["S", ".STRINGZ", r#""a;b\" c""#]);
        check(r#".STRINGZ "a\\" ; "b""#, &[".STRINGZ", r#""a\\""#]);
        check("A .FILL ' ' ; blank", &["A", ".FILL", "' '"]);
        check(r"A .FILL '\n'", &["A", ".FILL", r"'\n'"]);
    }

    #[test]
    fn leaves_an_open_string_at_the_end_of_the_line() {
        let line = split("A .STRINGZ \"abc  ; d", 0, FileId::default(), None);
        assert_eq!(line.tokens[2].kind, TokenKind::String { closed: false });
        assert_eq!(line.tokens[2].span.range(), 11..15);
    }
}

//! Lines into tokens.
//!
//! LC-3 assembly is line-oriented. Every tool agrees on blanks, commas, `;` and `"`; a word is whatever else stands
//! together, because lc3tools takes labels such as `-KEY`, `A?` and `A-B`.

use std::ops::Range;

use super::dialect::{Dialect, Feature};
use crate::asm::lexer::{self, Lexeme, Lexicon};
use crate::diagnostics::{FileId, Span};

/// The kind of a token.
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
pub(super) struct LexedLine {
    pub(super) tokens: Vec<Token>,
    pub(super) features: Vec<(Feature, Span)>,
}

/// Splits the line of `text` that begins at `start`; a comment is dropped.
pub(super) fn split(text: &str, start: usize, file: FileId, dialect: Option<Dialect>) -> LexedLine {
    let mut line = LexedLine::default();
    // lc3tools and complx cut the comment off first; for that every quotation mark opens or closes a string.
    let cut = comment_start(text, dialect);
    let string = |text: &str, at: usize| {
        let end = cut.filter(|cut| *cut > at).unwrap_or(text.len());
        let (length, closed) = string_length(&text[at..end], dialect);
        (at + length, closed)
    };
    let blanks = if takes_as_letter(dialect) { " \t" } else { " \t\u{B}\u{C}" };
    let lexicon = Lexicon {
        blanks,
        marks: ",:",
        comments: ";",
        string: &string,
        character: character_end,
        signs: None,
    };
    let span = |range: Range<usize>| Span::new(file, start + range.start..start + range.end);
    let mut before = 0;
    for (lexeme, range) in lexer::split(text, &lexicon) {
        note_form_feeds(text, before..range.start, &span, &mut line);
        before = range.end;
        let kind = match lexeme {
            Lexeme::Comment => return line,
            Lexeme::Mark(',') => TokenKind::Comma,
            Lexeme::Mark(_) => TokenKind::Colon,
            Lexeme::String { closed } => {
                if text[range.clone()].contains(';') {
                    line.features.push((Feature::SemicolonInString, span(range.clone())));
                }
                TokenKind::String { closed }
            }
            Lexeme::Word => {
                let parts = matches!(dialect, None | Some(Dialect::Ensemble));
                if let Some(dot) = joined_directive(&text[range.clone()]).filter(|_| parts) {
                    line.features.push((Feature::LabelTouchesDirective, span(range.clone())));
                    let dot = range.start + dot;
                    let label = Token { kind: TokenKind::Word, span: span(range.start..dot) };
                    let directive = Token { kind: TokenKind::Word, span: span(dot..range.end) };
                    line.tokens.extend([label, directive]);
                    continue;
                }
                TokenKind::Word
            }
        };
        line.tokens.push(Token { kind, span: span(range) });
    }
    note_form_feeds(text, before..text.len(), &span, &mut line);
    line
}

/// Notes form feeds and vertical tabs between tokens.
fn note_form_feeds(text: &str, gap: Range<usize>, span: &dyn Fn(Range<usize>) -> Span, line: &mut LexedLine) {
    let found = text[gap.clone()].match_indices(['\u{B}', '\u{C}']);
    line.features.extend(found.map(|(at, _)| (Feature::FormFeed, span(gap.start + at..gap.start + at + 1))));
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

/// A character literal may hold a delimiter, as in `' '` or `','`; it is a word of its own.
fn character_end(text: &str, at: usize, begins_word: bool) -> Option<usize> {
    let text = &text[at..];
    let is_literal = |length: usize| {
        let literal = text.as_bytes().get(..length);
        literal.is_some_and(|bytes| bytes[length - 1] == b'\'' && bytes.is_ascii())
            && (length == 3) != text[1..].starts_with('\\')
    };
    [3, 4].into_iter().find(|length| begins_word && is_literal(*length)).map(|length| at + length)
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
    let closes = |at: usize| match dialect {
        // lc3tools looks one character back only, so `"ab\\"` stays open there.
        Some(Dialect::Lc3tools | Dialect::Lc3toolsStrict | Dialect::PennSim) => {
            text.as_bytes()[at - 1] != b'\\'
        }
        _ => !lexer::is_escaped(text, 0, at),
    };
    if dialect == Some(Dialect::Complx) {
        // complx then reads from the first quotation mark to the last one.
        return text.rfind('"').filter(|at| *at > 0).map_or((text.len(), false), |at| (at + 1, true));
    }
    if let Some(end) = lexer::closing(text, 0, closes) {
        return (end, true);
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

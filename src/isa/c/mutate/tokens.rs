//! The tokens of a source in C, without those of the preprocessor.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A character in quotation marks.
    Character,
    /// A string.
    Text,
    /// An operator or a bracket.
    Mark,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    /// The kind.
    pub(super) kind: Kind,
    /// The byte of the source at which it begins.
    pub(super) at: usize,
    /// Its text.
    pub(super) text: &'s str,
}

impl Token<'_> {
    /// The bytes of the source that it has.
    pub(super) fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// Returns `true` if it is this operator or bracket.
    pub(super) fn is(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }

    /// Returns `true` if it is this name or keyword.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }
}

/// The operators of more than one character, longest first.
const LONG: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "##",
];

/// The tokens of a source, in order. Comments and lines of the preprocessor have none.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut begins_line) = (0, true);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first == '\n' {
            (at, begins_line) = (at + 1, true);
        } else if first.is_whitespace() || first == '\\' {
            at += first.len_utf8();
        } else if let Some(comment) = comment(rest) {
            at += comment;
        } else if first == '#' && begins_line {
            at += directive(rest);
        } else {
            let (kind, length) = token(rest, first);
            found.push(Token { kind, at, text: &rest[..length] });
            (at, begins_line) = (at + length, false);
        }
    }
    found
}

/// The length of the comment that a text begins with.
fn comment(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix("/*") {
        return Some(rest.find("*/").map_or(text.len(), |end| end + 4));
    }
    text.starts_with("//").then(|| end_of_line(text))
}

/// The length of a line of the preprocessor with all that continues it, up to the line feed.
fn directive(text: &str) -> usize {
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match character {
            '\n' => return at,
            '"' | '\'' => quoted(rest, character),
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => comment(rest).unwrap_or(character.len_utf8()),
        };
    }
    at
}

/// The length of a line with those that continue it, up to the line feed.
fn end_of_line(text: &str) -> usize {
    let ends = text.match_indices('\n').map(|(at, _)| at);
    ends.into_iter().find(|at| !text[..*at].ends_with('\\')).unwrap_or(text.len())
}

/// The kind and the length of the token that a text begins with.
fn token(text: &str, first: char) -> (Kind, usize) {
    let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    if let Some(mark @ ('"' | '\'')) = Some(first) {
        let kind = if mark == '"' { Kind::Text } else { Kind::Character };
        return (kind, quoted(text, mark));
    }
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if is_number(text) || first == '.' && is_number(&text[1..]) {
        return (Kind::Number, number(text));
    }
    if is_part(first) {
        return (Kind::Word, text.find(|c| !is_part(c)).unwrap_or(text.len()));
    }
    let long = LONG.iter().find(|mark| text.starts_with(**mark));
    (Kind::Mark, long.map_or(first.len_utf8(), |mark| mark.len()))
}

/// The length of a number, as the preprocessor reads them.
fn number(text: &str) -> usize {
    let mut before = '0';
    let is_part = |character: char| {
        let is_sign = matches!(character, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
        let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let is_exponent = is_sign && (!is_hexadecimal || matches!(before, 'p' | 'P'));
        before = character;
        character.is_alphanumeric() || character == '.' || character == '_' || is_exponent
    };
    let mut is_part = is_part;
    text.find(|character| !is_part(character)).unwrap_or(text.len())
}

/// The length of a string or a character; one that is not ended ends with its line.
fn quoted(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        if is_escaped {
            is_escaped = false;
        } else if character == '\\' {
            is_escaped = true;
        } else if character == mark {
            return at + 1;
        } else if character == '\n' {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    #[test]
    fn tokens_are_split_as_in_c() {
        let texts = |source| tokens(source).iter().map(|token| token.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(texts("a+++b<<=0x1E+1.5e-3f"), ["a", "++", "+", "b", "<<=", "0x1E", "+", "1.5e-3f"]);
        assert_eq!(texts("x//y\\\nz\nw/* + */'\\''\"a\\\"//\""), ["x", "w", "'\\''", "\"a\\\"//\""]);
        assert_eq!(texts("#define A 1 \\\n + 2 /* \n */ 3\n  # if 0\nb"), ["b"]);
        assert_eq!(texts("a # b"), ["a", "#", "b"]);
    }

    #[test]
    fn bytes_of_every_kind_are_gone_through() {
        for source in ["\"", "'", "/*", "//", "#", "\\", "é\u{3000}€", "\"\\", "0x", "#\\", "...", "'\n'"]
        {
            let found = tokens(source);
            assert!(found.iter().all(|token| source[token.range()] == *token.text));
        }
        assert_eq!(tokens("'a'")[0].kind, Kind::Character);
    }
}

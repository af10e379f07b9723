//! The tokens of a line, split as MARS splits them (`mars/assembler/Tokenizer.java` and `TokenTypes.java`).

use super::directive::Directive;
use super::{forms, number, registers};
use crate::asm::lexer::{self, Lexicon};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Comment,
    Directive(Directive),
    /// The mnemonic of an instruction.
    Operator,
    /// A general register, and whether it is written by its name.
    Register {
        number: u8,
        named: bool,
    },
    FloatRegister(u8),
    Identifier,
    Integer(i32),
    Real,
    /// A string in quotation marks; the closing one may be missing.
    String,
    LeftParen,
    RightParen,
    Plus,
    Minus,
    Colon,
    /// A formal parameter of a macro, such as `%x`.
    Parameter,
    /// Something that no program may contain.
    Unknown,
}

/// A token: its text, except that a character literal such as `'a'` has become the number of the character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) text: String,
    /// The byte of the line at which it begins.
    pub(super) start: usize,
    /// The length in the line, in bytes.
    pub(super) length: usize,
}

impl Token {
    fn new(text: &str, start: usize) -> Self {
        let length = text.len();
        match character_literal(text) {
            Some(value) => Self { kind: TokenKind::Integer(value), text: value.to_string(), start, length },
            None => Self { kind: classify(text), text: text.to_owned(), start, length },
        }
    }

    /// Returns `true` if the token may begin a label's definition.
    pub(super) fn may_be_label(&self) -> bool {
        matches!(self.kind, TokenKind::Identifier | TokenKind::Operator)
    }
}

/// The rules by which MARS splits lines. A comma separates operands as a blank does.
const LEXICON: Lexicon<'static> = Lexicon {
    blanks: " \t,",
    marks: ":()",
    comments: "#",
    string: &|line, start| {
        let end = string_end(line, start);
        (end, end > start + 1 && line[..end].ends_with('"'))
    },
    character: |line, start, _| character_end(line, start),
    signs: Some(|word| Token::new(word, 0).kind == TokenKind::Identifier),
};

/// Splits a line into tokens; a comment is the last one.
pub(super) fn split(line: &str) -> Vec<Token> {
    let pieces = lexer::split(line, &LEXICON);
    pieces.into_iter().map(|(_, range)| Token::new(&line[range.clone()], range.start)).collect()
}

/// Where the string ends that begins at `start`. A quotation mark after a backslash does not end it, even if that
/// backslash is itself escaped.
fn string_end(line: &str, start: usize) -> usize {
    let closes = |at: usize| line.as_bytes()[at - 1] != b'\\';
    lexer::closing(line, start, closes).unwrap_or(line.len())
}

/// Where the character literal ends that begins at `start`; `None` if there is too little for one.
fn character_end(line: &str, start: usize) -> Option<usize> {
    let mut ends = line[start..].char_indices().map(|(at, c)| (start + at + c.len_utf8(), c)).skip(1);
    let (_, second) = ends.next()?;
    let (third_end, third) = ends.next()?;
    if second == '\'' {
        return None;
    }
    let rest: Vec<(usize, char)> = ends.take(3).collect();
    if (third == '\'' && second != '\\') || rest.is_empty() {
        return Some(third_end);
    }
    let (fourth_end, fourth) = rest[0];
    if fourth == '\'' || rest.len() == 1 {
        return Some(fourth_end);
    }
    match rest.as_slice() {
        [_, (fifth_end, '\''), ..] => Some(*fifth_end),
        [_, _, (sixth_end, _)] => Some(*sixth_end),
        _ => Some(fourth_end),
    }
}

/// The value of `'a'`, `'\n'` or `'\101'`.
fn character_literal(text: &str) -> Option<i32> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut characters = inner.chars();
    let first = characters.next()?;
    if first != '\\' {
        return characters.next().is_none().then_some(first as i32);
    }
    let escape = characters.as_str();
    match escape.len() {
        1 => escape_value(escape.chars().next()?).map(i32::from),
        3 => i32::from_str_radix(escape, 8).ok().filter(|value| (0..=255).contains(value)),
        _ => None,
    }
}

/// The character that a backslash and this one stand for, where that is not the character itself.
pub(super) fn escape_value(escape: char) -> Option<u8> {
    Some(match escape {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'b' => 8,
        'f' => 12,
        '0' => 0,
        '\'' | '"' | '\\' => escape as u8,
        _ => return None,
    })
}

fn classify(text: &str) -> TokenKind {
    let first = text.chars().next().unwrap_or(' ');
    match text {
        "(" => return TokenKind::LeftParen,
        ")" => return TokenKind::RightParen,
        ":" => return TokenKind::Colon,
        "+" => return TokenKind::Plus,
        "-" => return TokenKind::Minus,
        _ => {}
    }
    match first {
        '\'' => return TokenKind::Unknown,
        '#' => return TokenKind::Comment,
        '"' => return TokenKind::String,
        '%' if text.len() > 1 => return TokenKind::Parameter,
        '$' => {
            if let Some((number, named)) = registers::general(text) {
                return TokenKind::Register { number, named };
            }
            if let Some(number) = registers::float(text) {
                return TokenKind::FloatRegister(number);
            }
        }
        _ => {}
    }
    if let Some(value) = number::integer(text) {
        return TokenKind::Integer(value);
    }
    if number::double(text).is_some() {
        return TokenKind::Real;
    }
    if forms::is_mnemonic(text) {
        return TokenKind::Operator;
    }
    if let Some(directive) = Directive::find(text) {
        return TokenKind::Directive(directive);
    }
    let begins = first.is_alphabetic() || "_.$".contains(first);
    let goes_on = |c: char| c.is_alphanumeric() || "_.$".contains(c);
    if begins && text.chars().all(goes_on) { TokenKind::Identifier } else { TokenKind::Unknown }
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, split};

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let texts: Vec<String> = split(line).into_iter().map(|token| token.text).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn lines_are_split_as_mars_splits_them() {
        check("loop: lw $t0,-4($sp)# x", &["loop", ":", "lw", "$t0", "-4", "(", "$sp", ")", "# x"]);
        check("lb $t0,d+4($t1)", &["lb", "$t0", "d", "+", "4", "(", "$t1", ")"]);
        check("add $t0,$t0,- 5", &["add", "$t0", "$t0", "-", "5"]);
        check(".float 1e-5 -2.5e+3", &[".float", "1e-5", "-2.5e+3"]);
        check(r#".asciiz "a, (b) # \" c" 'x'"#, &[".asciiz", r#""a, (b) # \" c""#, "120"]);
        check(r"li $t0,'\n' '\'' '\101' ' '", &["li", "$t0", "10", "39", "65", "32"]);
        check("sw $t0,-4($sp);", &["sw", "$t0", "-4", "(", "$sp", ")", ";"]);
    }

    #[test]
    fn a_line_may_end_within_a_literal() {
        check("li $t0,'", &["li", "$t0", "'"]);
        check("li $t0,'a", &["li", "$t0", "'a"]);
        check("li $t0,'ab'", &["li", "$t0", "'ab'"]);
        check(r#".asciiz "abc"#, &[".asciiz", r#""abc"#]);
        assert_eq!(split("li $t0,'ab'")[2].kind, TokenKind::Unknown);
    }
}

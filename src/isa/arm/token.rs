//! The tokens of operands.
//!
//! They are not split by [`asm::lexer`](crate::asm::lexer), which knows single characters and leaves each word whole. Here operators
//! have two characters (`<<`, `&&`) or are words between colons (`:AND:`), names can stand between bars with blanks in them, and
//! what `&`, `%` and `|` are depends on whether an operand can begin there. Comments are taken out before, in
//! [`line`](super::line), as those of GNU `as` reach over lines and stand within them.

use std::ops::Range;

use super::line::{StatementText, character_length};
use super::program::Dialect;
use crate::asm::symbols::Direction;
use crate::asm::work;
use crate::diagnostics::Span;

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name; of `|a b|` what stands between the bars.
    Name(String),
    Number(i64),
    /// A text in quotation marks, or a character; escapes are characters.
    Text(String),
    /// A reference to a numeric local label.
    Local(Local),
    /// An operator that is a word between colons, in capital letters without them.
    Word(String),
    /// One or two characters with a meaning.
    Sign(&'static str),
    /// A number that cannot be read: too large, or with digits that its base does not have.
    BadNumber,
    /// A text whose quotation mark is not closed.
    OpenText,
    /// Something that no statement has.
    Unknown,
}

/// A reference to a numeric local label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Local {
    pub(super) number: u32,
    pub(super) direction: Direction,
    pub(super) levels: Levels,
    /// The name of the routine that it belongs to, if it is given.
    pub(super) routine: Option<String>,
}

impl Local {
    /// A reference with a number and a direction alone.
    fn plain(number: u32, direction: Direction) -> Self {
        Self { number, direction, levels: Levels::Outwards, routine: None }
    }
}

/// The macros within each other in which a numeric local label is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Levels {
    /// The one that is read, and those that use it.
    #[default]
    Outwards,
    /// The one that is read.
    This,
    /// All of them.
    All,
}

/// A token with its place in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) part: Range<usize>,
}

impl Token {
    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign(own) if own == sign)
    }

    pub(super) fn span(&self, line: &StatementText) -> Span {
        line.place(self.part.clone())
    }
}

/// Signs of two characters come before those of one.
const SIGNS: [&str; 36] = [
    "<<", ">>", "<=", ">=", "==", "!=", "/=", "<>", "&&", "||", ",", "[", "]", "{", "}", "(", ")", "#", "!",
    "^", "=", "-", "+", "*", "/", "&", "|", "<", ">", "~", "%", ".", "@", ":", "$", "?",
];

/// Splits a part of a line.
pub(super) fn split(line: &StatementText, from: usize, dialect: Dialect) -> Vec<Token> {
    let text = &line.text;
    work::count(text.len() - from);
    let (mut tokens, mut at) = (Vec::new(), from);
    while let Some(character) = text[at..].chars().next() {
        if character.is_whitespace() {
            at += character.len_utf8();
            continue;
        }
        let (kind, length) = next(&text[at..], &tokens, dialect);
        tokens.push(Token { kind, part: at..at + length });
        at += length;
    }
    tokens
}

/// Returns `true` if an operand may begin after these tokens, so that a sign here is not an
/// operator between two operands.
fn begins_operand(before: &[Token]) -> bool {
    match before.last().map(|token| &token.kind) {
        None | Some(Kind::Word(_)) => true,
        Some(Kind::Sign(sign)) => ![")", "]", "}", "."].contains(sign),
        Some(_) => false,
    }
}

fn next(rest: &str, before: &[Token], dialect: Dialect) -> (Kind, usize) {
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        '"' => string(rest, dialect),
        '\'' => character(rest, dialect),
        '0'..='9' => number(rest, dialect),
        '|' if dialect == Dialect::Armasm && begins_operand(before) => match rest[1..].find('|') {
            Some(end) => (Kind::Name(rest[1..=end].to_owned()), end + 2),
            None => (Kind::Unknown, 1),
        },
        '&' if dialect == Dialect::Armasm && begins_operand(before) => {
            let digits = run(&rest[1..], |c| c.is_ascii_hexdigit());
            match digits {
                0 => (Kind::Sign("&"), 1),
                _ => (digits_of(&rest[1..=digits], 16, dialect), digits + 1),
            }
        }
        '%' if dialect == Dialect::Armasm && begins_operand(before) => armasm_local(rest),
        // GNU `as` takes a percent sign before registers.
        '%' if rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()) && begins_operand(before) => {
            let length = run(&rest[1..], |c| is_name_part(c, dialect));
            (Kind::Name(rest[1..=length].to_owned()), length + 1)
        }
        ':' if dialect == Dialect::Armasm => {
            let length = run(&rest[1..], |c| c.is_ascii_alphabetic() || c == '?');
            if length > 0 && rest[1 + length..].starts_with(':') {
                (Kind::Word(rest[1..=length].to_ascii_uppercase()), length + 2)
            } else {
                (Kind::Sign(":"), 1)
            }
        }
        _ if is_name_start(first, rest, dialect) => {
            let length = run(rest, |c| is_name_part(c, dialect));
            (Kind::Name(rest[..length].to_owned()), length)
        }
        _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            Some(sign) => (Kind::Sign(sign), sign.len()),
            None => (Kind::Unknown, first.len_utf8()),
        },
    }
}

/// The length in bytes of the characters at the beginning that fit.
fn run(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.find(|character| !fits(character)).unwrap_or(text.len())
}

fn is_name_start(first: char, rest: &str, dialect: Dialect) -> bool {
    match first {
        '.' => dialect == Dialect::Gnu && rest[1..].starts_with(|c| is_name_part(c, dialect)),
        _ => first.is_alphabetic() || first == '_',
    }
}

/// Returns `true` if a character can be part of a name.
pub(super) fn is_name_part(character: char, dialect: Dialect) -> bool {
    character.is_alphanumeric() || character == '_' || (dialect == Dialect::Gnu && ".$".contains(character))
}

fn digits_of(digits: &str, base: u32, dialect: Dialect) -> Kind {
    match u64::from_str_radix(digits, base) {
        // GNU `as` calculates with 64 bits, and cuts what it writes.
        Ok(value) if dialect == Dialect::Gnu || u32::try_from(value).is_ok() => Kind::Number(value as i64),
        _ => Kind::BadNumber,
    }
}

fn number(rest: &str, dialect: Dialect) -> (Kind, usize) {
    let length = run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
    let (word, lower) = (&rest[..length], rest[..length].to_ascii_lowercase());
    if dialect == Dialect::Gnu
        && let Some(digits) = lower.strip_suffix(['f', 'b'])
        && !lower.starts_with("0x")
        && let Ok(number) = digits.parse()
    {
        let direction = if lower.ends_with('f') { Direction::Forward } else { Direction::Backward };
        return (Kind::Local(Local::plain(number, direction)), length);
    }
    let kind = if let Some(digits) = lower.strip_prefix("0x") {
        digits_of(digits, 16, dialect)
    } else if let (Dialect::Gnu, Some(digits)) = (dialect, lower.strip_prefix("0b")) {
        digits_of(digits, 2, dialect)
    } else if let (Dialect::Armasm, Some((base, digits))) = (dialect, word.split_once('_')) {
        match base.parse() {
            Ok(base @ 2..=9) => digits_of(digits, base, dialect),
            _ => Kind::BadNumber,
        }
    } else if dialect == Dialect::Gnu && word.len() > 1 && word.starts_with('0') {
        digits_of(&word[1..], 8, dialect)
    } else {
        digits_of(word, 10, dialect)
    };
    (kind, length)
}

/// `%F1`, `%BT2name`, `%3`. Source: armasm user guide (DUI 0801), 7.9 and 7.10.
fn armasm_local(rest: &str) -> (Kind, usize) {
    let mut at = 1;
    let direction = match rest[at..].chars().next() {
        Some('f' | 'F') => Direction::Forward,
        Some('b' | 'B') => Direction::Backward,
        _ => Direction::Either,
    };
    at += usize::from(direction != Direction::Either);
    let levels = match rest[at..].chars().next() {
        Some('a' | 'A') => Levels::All,
        Some('t' | 'T') => Levels::This,
        _ => Levels::Outwards,
    };
    at += usize::from(levels != Levels::Outwards);
    let digits = run(&rest[at..], |c| c.is_ascii_digit());
    let Ok(number) = rest[at..at + digits].parse() else { return (Kind::Sign("%"), 1) };
    at += digits;
    let routine = &rest[at..at + run(&rest[at..], |c| is_name_part(c, Dialect::Armasm))];
    at += routine.len();
    let routine = (!routine.is_empty()).then(|| routine.to_owned());
    (Kind::Local(Local { number, direction, levels, routine }), at)
}

/// The characters of a string in quotation marks. A quotation mark is written `\"`, in armasm as `""` too.
fn string(rest: &str, dialect: Dialect) -> (Kind, usize) {
    let (mut text, mut at) = (String::new(), 1);
    while let Some(character) = rest[at..].chars().next() {
        match character {
            '"' if dialect == Dialect::Armasm && rest[at + 1..].starts_with('"') => {
                text.push('"');
                at += 2;
            }
            '"' => return (Kind::Text(text), at + 1),
            '\\' => {
                let (escaped, length) = escape(&rest[at..]);
                text.extend(escaped);
                at += length;
            }
            _ => {
                text.push(character);
                at += character.len_utf8();
            }
        }
    }
    (Kind::OpenText, rest.len())
}

/// Bytes that escapes name are kept as characters that no text has, as a file may have the characters with their numbers.
const FIRST_BYTE: u32 = 0x10_FF00;

fn of_byte(byte: u32) -> Option<char> {
    char::from_u32(if byte < 0x80 { byte } else { FIRST_BYTE + (byte & 0xFF) })
}

/// The byte that an escape named, if a character is one.
pub(super) fn byte(character: char) -> Option<u8> {
    u32::from(character).checked_sub(FIRST_BYTE)?.try_into().ok()
}

/// The character that an escape such as `\n` stands for, and its length; a byte is the character with its number. Source: GNU
/// `as` manual, 3.6.1.1; armasm has the escapes of C unless `--no_esc` switches them off (so also the reference of Microsoft's
/// armasm, `-noesc`).
fn escape(rest: &str) -> (Option<char>, usize) {
    let letter = rest[1..].chars().next();
    let simple = |character: char| (Some(character), 2);
    match letter {
        Some('n') => simple('\n'),
        Some('t') => simple('\t'),
        Some('r') => simple('\r'),
        Some('b') => simple('\u{8}'),
        Some('f') => simple('\u{c}'),
        Some('a') => simple('\u{7}'),
        Some('v') => simple('\u{b}'),
        Some('0'..='7') => {
            let length = run(&rest[1..], |c| ('0'..='7').contains(&c)).min(3);
            let value = u32::from_str_radix(&rest[1..=length], 8).unwrap_or(0) & 0xFF;
            (of_byte(value), length + 1)
        }
        Some('x' | 'X') => {
            let length = run(&rest[2..], |c| c.is_ascii_hexdigit());
            let last_two = &rest[2 + length.saturating_sub(2)..2 + length];
            (of_byte(u32::from_str_radix(last_two, 16).unwrap_or(0)), length + 2)
        }
        Some(other) => (Some(other), 1 + other.len_utf8()),
        None => (None, 1),
    }
}

/// `'a'`, `'\n'`; GNU `as` takes `'a` too.
fn character(rest: &str, dialect: Dialect) -> (Kind, usize) {
    let length = character_length(rest);
    let inside = &rest[1..];
    match (length, inside.chars().next()) {
        (None, Some(first)) if dialect == Dialect::Gnu => {
            let (character, length) =
                if first == '\\' { escape(inside) } else { (Some(first), first.len_utf8()) };
            match character {
                Some(character) => (Kind::Text(character.to_string()), length + 1),
                None => (Kind::OpenText, rest.len()),
            }
        }
        (Some(length), Some(first)) => {
            let escaped = (first == '\\' && length > 3).then(|| escape(inside).0).flatten();
            (Kind::Text(escaped.unwrap_or(first).to_string()), length)
        }
        _ => {
            // Several characters between apostrophes are a string of other languages.
            let end = inside.find('\'').map_or(rest.len(), |end| end + 2);
            (Kind::OpenText, end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Levels, Local, split};
    use crate::asm::symbols::Direction;
    use crate::diagnostics::Span;
    use crate::isa::arm::line::StatementText;
    use crate::isa::arm::program::Dialect;

    fn kinds(text: &str, dialect: Dialect) -> Vec<Kind> {
        let line = StatementText {
            text: text.to_owned(),
            span: Span::default(),
            code: Span::default(),
            is_verbatim: true,
        };
        split(&line, 0, dialect).into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn numbers_are_written_in_many_ways() {
        for (text, dialect, value) in [
            ("10", Dialect::Armasm, 10),
            ("0x1F", Dialect::Armasm, 31),
            ("&1f", Dialect::Armasm, 31),
            ("2_101", Dialect::Armasm, 5),
            ("010", Dialect::Armasm, 10),
            ("010", Dialect::Gnu, 8),
            ("0b101", Dialect::Gnu, 5),
            ("4294967295", Dialect::Gnu, 0xFFFF_FFFF),
        ] {
            assert_eq!(kinds(text, dialect), [Kind::Number(value)], "{text}");
        }
        for text in ["0x", "0x1_0000_0000", "4294967296", "12abc", "2_102", "0x1FFFFFFFF"] {
            assert_eq!(kinds(text, Dialect::Armasm), [Kind::BadNumber], "{text}");
        }
    }

    #[test]
    fn local_labels_say_where_they_are() {
        let local = |number, direction| vec![Kind::Local(Local::plain(number, direction))];
        assert_eq!(kinds("1f", Dialect::Gnu), local(1, Direction::Forward));
        assert_eq!(kinds("0b", Dialect::Gnu), local(0, Direction::Backward));
        assert_eq!(kinds("%F1", Dialect::Armasm), local(1, Direction::Forward));
        let named = Local {
            levels: Levels::This,
            routine: Some("loop".to_owned()),
            ..Local::plain(12, Direction::Backward)
        };
        assert_eq!(kinds("%bt12loop", Dialect::Armasm), [Kind::Local(named)]);
        assert_eq!(kinds("%3", Dialect::Armasm), local(3, Direction::Either));
    }

    #[test]
    fn texts_have_escapes_and_doubled_quotation_marks() {
        let text = |text: &str| vec![Kind::Text(text.to_owned())];
        assert_eq!(kinds(r#""a""b\n\x41\101""#, Dialect::Armasm), text("a\"b\nAA"));
        assert_eq!(kinds("'a'", Dialect::Armasm), text("a"));
        assert_eq!(kinds(r"'\n'", Dialect::Armasm), text("\n"));
        assert_eq!(kinds(r"'\''", Dialect::Armasm), text("'"));
        assert_eq!(kinds(r"'\'", Dialect::Armasm), text("\\"));
        assert_eq!(kinds("'a", Dialect::Gnu), text("a"));
        assert_eq!(kinds("\"open", Dialect::Gnu), [Kind::OpenText]);
        assert_eq!(kinds("'ab'", Dialect::Armasm), [Kind::OpenText]);
    }

    #[test]
    fn signs_and_operators_are_told_apart() {
        let name = |name: &str| Kind::Name(name.to_owned());
        assert_eq!(
            kinds("x:and:|a b|", Dialect::Armasm),
            [name("x"), Kind::Word("AND".to_owned()), name("a b")]
        );
        assert_eq!(kinds("x&0xF", Dialect::Armasm), [name("x"), Kind::Sign("&"), Kind::Number(15)]);
        assert_eq!(kinds("x<<2", Dialect::Gnu), [name("x"), Kind::Sign("<<"), Kind::Number(2)]);
        assert_eq!(
            kinds("{r0}^", Dialect::Gnu),
            [Kind::Sign("{"), name("r0"), Kind::Sign("}"), Kind::Sign("^")]
        );
        assert_eq!(kinds(".-.L1", Dialect::Gnu), [Kind::Sign("."), Kind::Sign("-"), name(".L1")]);
    }
}

//! The words that `.STRINGZ` stores, in each tool's reading.

use std::ops::Range;

use super::dialect::{Dialect, Feature};
use crate::diagnostics::SourceFile;

/// The words of a string without the final zero, and what in it is not common to all tools.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) words: Vec<u16>,
    /// Where in the string each of them first stands.
    pub(super) features: Vec<(Feature, Range<usize>)>,
    /// Where the first escape sequence stands that the chosen dialect rejects.
    pub(super) rejected: Option<Range<usize>>,
}

impl Contents {
    fn note(&mut self, feature: Feature, range: Range<usize>) {
        if self.features.iter().all(|(noted, _)| *noted != feature) {
            self.features.push((feature, range));
        }
    }
}

/// Reads what stands between the quotation marks. Without a dialect, escapes are read as lc3tools reads them.
pub(super) fn read(body: &str, file: &SourceFile, dialect: Option<Dialect>) -> Contents {
    let mut contents = Contents::default();
    let mut characters = body.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if character != '\\' {
            if !character.is_ascii() {
                contents.note(Feature::NotAsciiInString, at..at + character.len_utf8());
            }
            push_character(&mut contents, character, file, dialect);
            continue;
        }
        let Some(&(_, escaped)) = characters.peek() else {
            contents.words.push(u16::from(b'\\'));
            continue;
        };
        let range = at..at + 1 + escaped.len_utf8();
        let reading = read_escape(escaped, dialect);
        if !matches!(escaped, 'n' | 't' | '"') {
            contents.note(Feature::EscapeReadDifferently, range.clone());
        }
        match reading {
            Escape::Character(byte) => {
                characters.next();
                contents.words.push(byte);
            }
            Escape::KeepBackslash if escaped == '\\' => {
                characters.next();
                contents.words.extend([u16::from(b'\\'); 2]);
            }
            Escape::KeepBackslash => contents.words.push(u16::from(b'\\')),
            Escape::DropBackslash => {}
            Escape::Hexadecimal => {
                characters.next();
                let digits: String =
                    std::iter::from_fn(|| characters.next_if(|(_, digit)| digit.is_ascii_hexdigit()))
                        .map(|(_, digit)| digit)
                        .take(2)
                        .collect();
                contents.words.push(u16::from_str_radix(&digits, 16).unwrap_or(0));
            }
            Escape::Reject => {
                contents.rejected.get_or_insert(range);
            }
        }
    }
    contents
}

enum Escape {
    Character(u16),
    KeepBackslash,
    DropBackslash,
    Hexadecimal,
    Reject,
}

fn read_escape(escaped: char, dialect: Option<Dialect>) -> Escape {
    use Dialect::{Complx, Ensemble, Lc3as, PennSim};
    match (escaped, dialect) {
        ('n', _) => Escape::Character(10),
        ('t', _) => Escape::Character(9),
        ('"', _) => Escape::Character(u16::from(b'"')),
        ('r' | '\\', Some(PennSim)) => Escape::KeepBackslash,
        ('r', _) => Escape::Character(13),
        ('\\', _) => Escape::Character(u16::from(b'\\')),
        ('0', Some(Ensemble | PennSim | Complx)) => Escape::Character(0),
        ('e', Some(Lc3as)) => Escape::Character(27),
        ('x', Some(Complx)) => Escape::Hexadecimal,
        (_, Some(Lc3as)) => Escape::DropBackslash,
        (_, Some(Complx)) => Escape::Reject,
        _ => Escape::KeepBackslash,
    }
}

fn push_character(contents: &mut Contents, character: char, file: &SourceFile, dialect: Option<Dialect>) {
    if character.is_ascii() {
        contents.words.push(character as u16);
        return;
    }
    match dialect {
        Some(Dialect::PennSim | Dialect::Lace) => contents.words.push(u32::from(character) as u16),
        Some(Dialect::Ensemble | Dialect::Lc3as) => {
            contents.words.extend(file.bytes_of(character).into_iter().map(u16::from));
        }
        // lc3tools sign-extends the bytes; what is printed is the same, as the console takes the low 8 bits.
        _ => contents.words.extend(file.bytes_of(character).into_iter().map(|byte| byte as i8 as u16)),
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::diagnostics::SourceFile;
    use crate::isa::lc3::dialect::Dialect;

    #[track_caller]
    fn check(body: &str, dialect: Option<Dialect>, expected: &[u16]) {
        let file = SourceFile::from_bytes("s.asm", body.as_bytes());
        assert_eq!(read(body, &file, dialect).words, expected, "{body} in {dialect:?}");
    }

    #[test]
    fn escapes_follow_the_dialect() {
        check(r"a\n\\", None, &[97, 10, 92]);
        check(r"\0", None, &[92, 48]);
        check(r"\0", Some(Dialect::Ensemble), &[0]);
        check(r"\x1bb", Some(Dialect::Complx), &[27, 98]);
        check(r"\e\q", Some(Dialect::Lc3as), &[27, 113]);
        check(r"a\\", Some(Dialect::PennSim), &[97, 92, 92]);
        check("é", None, &[0xFFC3, 0xFFA9]);
    }
}

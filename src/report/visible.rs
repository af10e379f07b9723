//! Bytes that a program printed, made visible and harmless.

use std::fmt::Write as _;

use crate::diagnostics::begins_command;
pub(super) use crate::diagnostics::harmless;

/// The treatment of blanks where bytes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// Blanks stay blanks.
    AsTheyAre,
    /// Blanks become `·`, tabs `→`.
    Marked,
}

/// The text with every control byte and every byte that belongs to no letter as an escape sequence, and so
/// the first byte of any text that a CI service would take for a command; line feeds stay.
pub(super) fn visible(bytes: &[u8], blanks: Blanks) -> String {
    show(bytes, blanks, true)
}

fn show(bytes: &[u8], blanks: Blanks, mut line_begins: bool) -> String {
    let mut shown = String::with_capacity(bytes.len());
    let mut letter_ends = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if at < letter_ends {
            continue;
        }
        if let Some(letter) = letter_at(&bytes[at..]) {
            shown.push(letter);
            letter_ends = at + letter.len_utf8();
            line_begins = false;
            continue;
        }
        // GitHub reads `::error::` at the start of a line as a command.
        let begins_command = begins_command(&bytes[at..]) || (line_begins && bytes[at..].starts_with(b"::"));
        line_begins = *byte == b'\n' || (line_begins && byte.is_ascii_whitespace());
        match (byte, blanks) {
            (byte, _) if begins_command => escape(&mut shown, *byte),
            (b'\n', _) => shown.push('\n'),
            (b' ', Blanks::Marked) => shown.push('·'),
            (b'\t', Blanks::Marked) => shown.push('→'),
            (b' '..=b'~' | b'\t', _) => shown.push(char::from(*byte)),
            (b'\r', _) => shown.push('␍'),
            (0, _) => shown.push('␀'),
            (other, _) => escape(&mut shown, *other),
        }
    }
    shown
}

/// A letter beyond ASCII, in UTF-8, or what boxes and marks are drawn with.
fn letter_at(bytes: &[u8]) -> Option<char> {
    let length = match bytes.first()? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => return None,
    };
    let letter = std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()?;
    let is_drawn = matches!(letter, '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' | '\u{2500}'..='\u{25ff}');
    (letter.is_alphabetic() || is_drawn).then_some(letter)
}

fn escape(shown: &mut String, byte: u8) {
    write!(shown, "\\x{byte:02X}").expect("strings take everything");
}

/// A line or a part of one, to stand after something else; line feeds are shown as `⏎`.
pub(super) fn visible_line(bytes: &[u8], blanks: Blanks) -> String {
    show(bytes, blanks, false).replace('\n', "⏎")
}

/// The head and the tail of a long text, with the number of bytes left out between them.
pub(super) fn shortened(bytes: &[u8], most: usize) -> Vec<u8> {
    if bytes.len() <= most {
        return bytes.to_vec();
    }
    let (head, tail) = (&bytes[..most * 3 / 4], &bytes[bytes.len() - most / 4..]);
    let left_out = bytes.len() - head.len() - tail.len();
    [head, format!("\n[... {left_out} bytes left out ...]\n").as_bytes(), tail].concat()
}

#[cfg(test)]
mod tests {
    use super::{Blanks, shortened, visible, visible_line};

    #[test]
    fn nothing_stays_invisible() {
        assert_eq!(visible(b"a \x00\x1b[31m\xe9\r\n", Blanks::Marked), "a·␀\\x1B[31m\\xE9␍\n");
        assert_eq!(visible_line(b"- -\n", Blanks::AsTheyAre), "- -⏎");
    }

    #[test]
    fn commands_of_ci_services_are_broken() {
        for (printed, shown) in [
            ("##[error]x ##vso[a] ####", "\\x23#[error]x \\x23#vso[a] ####"),
            ("a::b\n ::error::c", "a::b\n \\x3A:error::c"),
        ] {
            assert_eq!(visible(printed.as_bytes(), Blanks::AsTheyAre), shown);
        }
    }

    #[test]
    fn long_texts_keep_head_and_tail() {
        let text = shortened(&[b'a'; 1000], 100);
        assert!(text.len() < 160 && text.ends_with(b"aaa"));
        assert!(String::from_utf8_lossy(&text).contains("900 bytes left out"));
    }
}

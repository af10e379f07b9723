//! Bytes that a program printed, made visible and harmless.

use std::fmt::Write as _;

use crate::diagnostics::begins_command;
pub(super) use crate::diagnostics::harmless;

/// Where the bytes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// Blanks stay blanks.
    AsTheyAre,
    /// Blanks become `·`, tabs `→`.
    Marked,
}

/// The text with every control byte and every byte outside ASCII as an escape sequence, and so the first byte of what a
/// CI service would take for a command; line feeds stay.
pub(super) fn visible(bytes: &[u8], blanks: Blanks) -> String {
    let mut shown = String::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        match (byte, blanks) {
            (b'#', _) if begins_command(&bytes[at..]) => shown.push_str("\\x23"),
            (b'\n', _) => shown.push('\n'),
            (b' ', Blanks::Marked) => shown.push('·'),
            (b'\t', Blanks::Marked) => shown.push('→'),
            (b' '..=b'~' | b'\t', _) => shown.push(char::from(*byte)),
            (b'\r', _) => shown.push('␍'),
            (0, _) => shown.push('␀'),
            (other, _) => write!(shown, "\\x{other:02X}").expect("strings take everything"),
        }
    }
    shown
}

/// One line: line feeds are shown as `⏎`.
pub(super) fn visible_line(bytes: &[u8], blanks: Blanks) -> String {
    visible(bytes, blanks).replace('\n', "⏎")
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
        assert_eq!(
            visible(b"##[error]x ##vso[a] ####", Blanks::AsTheyAre),
            "\\x23#[error]x \\x23#vso[a] ####"
        );
    }

    #[test]
    fn long_texts_keep_head_and_tail() {
        let text = shortened(&[b'a'; 1000], 100);
        assert!(text.len() < 160 && text.ends_with(b"aaa"));
        assert!(String::from_utf8_lossy(&text).contains("900 bytes left out"));
    }
}

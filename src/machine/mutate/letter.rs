//! The choice of the letter of a text that is changed, and of the one that stands in for it.

use super::became;
use crate::diagnostics::Text;

/// Another byte for one of a text, of the same kind if it is a letter or a digit.
fn other_byte(byte: u8) -> u8 {
    match byte {
        b'z' | b'Z' | b'9' => byte - 1,
        byte if byte.is_ascii_alphanumeric() => byte + 1,
        b'#' => b'*',
        _ => b'#',
    }
}

/// Returns `true` for bytes that text is printed with: printable ASCII, newline, carriage return and tab.
pub fn is_printed(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t')
}

/// The byte of a text that is changed: its first letter or digit, else its first byte that can be seen, else its first.
pub(super) fn byte_to_change(text: &[u8]) -> usize {
    let first = |wanted: fn(&u8) -> bool| text.iter().position(wanted);
    first(u8::is_ascii_alphanumeric).or_else(|| first(u8::is_ascii_graphic)).unwrap_or(0)
}

/// The byte that stands in for the one at `index`, and how the change of the text is reported.
pub(super) fn with_other_byte(text: &[u8], index: usize) -> (u8, Text) {
    let mut changed = text.to_vec();
    let byte = other_byte(text.get(index).copied().unwrap_or_default());
    if let Some(place) = changed.get_mut(index) {
        *place = byte;
    }
    let shown = |text: &[u8]| String::from_utf8_lossy(text).escape_debug().to_string();
    (byte, became(&shown(text), &shown(&changed)))
}

#[cfg(test)]
mod tests {
    use super::{byte_to_change, is_printed, other_byte};

    #[test]
    fn a_changed_byte_is_another_one_that_can_be_printed() {
        for byte in (0..=u8::MAX).filter(|byte| is_printed(*byte)) {
            let other = other_byte(byte);
            assert!(other != byte && is_printed(other), "{byte} became {other}");
        }
    }

    #[test]
    fn letters_are_changed_before_all_else() {
        assert_eq!(byte_to_change(b"\n- Tie"), 3);
        assert_eq!(byte_to_change(b" - "), 1);
        assert_eq!(byte_to_change(b"\n"), 0);
    }
}

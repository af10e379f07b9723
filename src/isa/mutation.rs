//! What the mutants of both instruction sets have in common: their words, and which letter stands in for which.

use crate::diagnostics::{Text, text};

/// A change, as it is told.
pub(super) fn became(before: &str, after: &str) -> Text {
    text!("`{before}` became `{after}`", "`{before}` thành `{after}`")
}

/// An instruction that is not there any more, as it is told.
pub(super) fn left_out(instruction: &str) -> Text {
    text!("`{instruction}` is left out", "`{instruction}` bị bỏ đi")
}

/// The proof for what no run can come to.
pub(super) fn unreachable() -> Text {
    text!("nothing leads to this instruction", "không có đường nào dẫn tới lệnh này")
}

/// The proof for what is found by following the program beside the changed one.
pub(super) fn never_matters() -> Text {
    text!(
        "what it changes is never shown and never decides where the program goes on",
        "điều bị đổi không bao giờ được in ra và không quyết định chương trình đi đâu"
    )
}

/// Another byte for one of a text, of the same kind if it is a letter or a digit.
pub(super) fn other_byte(byte: u8) -> u8 {
    match byte {
        b'z' | b'Z' | b'9' => byte - 1,
        byte if byte.is_ascii_alphanumeric() => byte + 1,
        b'#' => b'*',
        _ => b'#',
    }
}

/// Whether a text consists of such bytes.
pub(super) fn is_printed(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t')
}

/// The byte of a text that is changed: its first letter or digit, else its first byte that can be seen, else its first.
pub(super) fn byte_to_change(text: &[u8]) -> usize {
    let first = |wanted: fn(&u8) -> bool| text.iter().position(wanted);
    first(u8::is_ascii_alphanumeric).or_else(|| first(u8::is_ascii_graphic)).unwrap_or(0)
}

/// The text with the byte at `index` changed, and that byte, for a change to be told.
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

//! The marks of sources for MIPS, by which they are known where another language is expected.

use crate::isa::foreign::words;

/// Returns `true` if a line, in small letters and without its comment, has such a mark.
pub(super) fn marks(line: &str) -> bool {
    // A label may stand in front.
    let mut first = words(line).take(2);
    first.any(|word| ["syscall", ".asciiz", ".globl", "addiu", "beqz", "bnez"].contains(&word))
        || words(line).any(is_register)
}

fn is_register(word: &str) -> bool {
    let Some(name) = word.strip_prefix('$') else { return false };
    match name.as_bytes() {
        [b'v' | b'a' | b't' | b's' | b'f' | b'k', b'0'..=b'9', rest @ ..] => rest.len() <= 1,
        [b'0'..=b'9'] | [b'1'..=b'3', b'0'..=b'9'] => true,
        _ => ["zero", "sp", "ra", "fp", "gp", "at"].contains(&name),
    }
}

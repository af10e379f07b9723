//! The marks of sources for LC-3, by which they are known where another language is expected.

use crate::isa::foreign::words;

/// Returns `true` if a line, in small letters and without its comment, has such a mark.
pub(super) fn marks(line: &str) -> bool {
    // A label may stand in front.
    words(line).take(2).any(|word| {
        [".orig", ".fill", ".stringz", ".blkw", "halt", "puts", "getc", "lea", "trap", "jsr", "jsrr"]
            .contains(&word)
            || word
                .strip_prefix("br")
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|c| b"nzp".contains(&c)))
    })
}

//! Names of files and people, as different computers write them. The only file that names the crate for composed letters.

use unicode_normalization::UnicodeNormalization;

/// A name with each letter and its marks in one character: macOS takes `ễ` apart, and a table of names does not.
pub fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// Hidden files and what operating systems leave in archives.
pub(super) fn is_clutter(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX" || name == "Thumbs.db"
}

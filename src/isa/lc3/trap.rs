//! The names of traps.

use super::table::ALIASES;
use crate::isa::service;

/// The traps that have names, with their numbers.
fn named() -> impl Iterator<Item = (&'static str, u32)> {
    let traps = ALIASES.iter().filter(|(_, word)| word & 0xFF00 == 0xF000);
    traps.map(|(name, word)| (*name, u32::from(word & 0xFF)))
}

/// The names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    named().map(|(name, _)| name)
}

/// The number of a trap by its name, or by a number such as x22 or 34 from 0 to 255.
pub(super) fn number(word: &str) -> Option<u32> {
    service::by_name(named(), word).or_else(|| service::by_number(word).filter(|number| *number <= 0xFF))
}

/// The name of a trap in sentences: `PUTS (TRAP x22)`.
pub(super) fn name(number: u32) -> String {
    match named().find(|(_, known)| *known == number) {
        Some((name, _)) => format!("{name} (TRAP x{number:02X})"),
        None => format!("TRAP x{number:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{name, number};

    #[test]
    fn traps_are_known_by_name_and_by_number() {
        for (word, expected) in [
            ("puts", Some("PUTS (TRAP x22)")),
            ("x22", Some("PUTS (TRAP x22)")),
            ("0x30", Some("TRAP x30")),
            ("PUTC", Some("OUT (TRAP x21)")),
            ("RET", None),
            ("x100", None),
        ] {
            assert_eq!(number(word).map(name).as_deref(), expected, "{word}");
        }
    }
}

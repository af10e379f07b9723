//! The names of system calls.

use crate::isa::service;

/// The system calls of MARS, most of which SPIM has too, as its help page describes them.
const NAMED: [(&str, u32); 17] = [
    ("print-integer", 1),
    ("print-float", 2),
    ("print-double", 3),
    ("print-string", 4),
    ("read-integer", 5),
    ("read-float", 6),
    ("read-double", 7),
    ("read-string", 8),
    ("sbrk", 9),
    ("exit", 10),
    ("print-character", 11),
    ("read-character", 12),
    ("open-file", 13),
    ("read-file", 14),
    ("write-file", 15),
    ("close-file", 16),
    ("exit-with-value", 17),
];

/// The names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMED.into_iter().map(|(name, _)| name)
}

/// The number of a system call by its name or by its number.
pub(super) fn number(word: &str) -> Option<u32> {
    service::by_name(NAMED.into_iter(), word).or_else(|| service::by_number(word))
}

/// The name of a system call in sentences: `syscall 11 (print-character)`.
pub(super) fn name(number: u32) -> String {
    match NAMED.into_iter().find(|(_, known)| *known == number) {
        Some((name, _)) => format!("syscall {number} ({name})"),
        None => format!("syscall {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{name, number};

    #[test]
    fn system_calls_are_known_by_name_and_by_number() {
        for (word, expected) in [
            ("print-string", Some("syscall 4 (print-string)")),
            ("42", Some("syscall 42")),
            ("GETC", None),
            ("+1", None),
        ] {
            assert_eq!(number(word).map(name).as_deref(), expected, "{word}");
        }
    }
}

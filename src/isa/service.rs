//! The names of services: traps of LC-3, system calls of MIPS.

use super::Isa;
use super::lc3;

/// The system calls of MARS, most of which SPIM has too, as its help page describes them.
const SYSCALLS: [(&str, u32); 17] = [
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

/// The traps that have names.
fn traps() -> impl Iterator<Item = (&'static str, u32)> {
    let traps = lc3::table::ALIASES.iter().filter(|(_, word)| word & 0xFF00 == 0xF000);
    traps.map(|(name, word)| (*name, u32::from(word & 0xFF)))
}

/// The names of the services that have some.
pub fn service_names(isa: Isa) -> Vec<&'static str> {
    match isa {
        Isa::Lc3 => traps().map(|(name, _)| name).collect(),
        Isa::Mips => SYSCALLS.iter().map(|(name, _)| *name).collect(),
    }
}

/// The number of a service that is given by its name or by its number; `None` if there is no such service. A trap is a
/// number such as x22 or 34 from 0 to 255.
pub fn service_number(isa: Isa, word: &str) -> Option<u32> {
    let by_name = |(name, number): (&str, u32)| name.eq_ignore_ascii_case(word).then_some(number);
    let is_number = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    let hexadecimal = word.strip_prefix("0x").or_else(|| word.strip_prefix(['x', 'X']));
    let number = match hexadecimal {
        Some(digits) if is_number(digits, 16) => u32::from_str_radix(digits, 16).ok(),
        _ if is_number(word, 10) => word.parse().ok(),
        _ => None,
    };
    match isa {
        Isa::Lc3 => traps().find_map(by_name).or(number.filter(|number| *number <= 0xFF)),
        Isa::Mips => SYSCALLS.into_iter().find_map(by_name).or(number),
    }
}

/// How a service is named in sentences: `PUTS (TRAP x22)`, `syscall 11 (print-character)`.
pub fn service_name(isa: Isa, number: u32) -> String {
    let known = |(name, known): (&'static str, u32)| (known == number).then_some(name);
    match isa {
        Isa::Lc3 => match traps().find_map(known) {
            Some(name) => format!("{name} (TRAP x{number:02X})"),
            None => format!("TRAP x{number:02X}"),
        },
        Isa::Mips => match SYSCALLS.into_iter().find_map(known) {
            Some(name) => format!("syscall {number} ({name})"),
            None => format!("syscall {number}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Isa, service_name, service_number};

    #[test]
    fn services_are_known_by_name_and_by_number() {
        for (isa, word, name) in [
            (Isa::Lc3, "puts", Some("PUTS (TRAP x22)")),
            (Isa::Lc3, "x22", Some("PUTS (TRAP x22)")),
            (Isa::Lc3, "0x30", Some("TRAP x30")),
            (Isa::Lc3, "PUTC", Some("OUT (TRAP x21)")),
            (Isa::Lc3, "RET", None),
            (Isa::Lc3, "x100", None),
            (Isa::Mips, "print-string", Some("syscall 4 (print-string)")),
            (Isa::Mips, "42", Some("syscall 42")),
            (Isa::Mips, "GETC", None),
            (Isa::Mips, "+1", None),
        ] {
            let found = service_number(isa, word).map(|number| service_name(isa, number));
            assert_eq!(found.as_deref(), name, "{word}");
        }
    }
}

//! The names of services: of LC-3's traps, and of MIPS's system calls as the help of MARS has them.

use super::Isa;

const TRAPS: &[(&str, u32)] =
    &[("GETC", 0x20), ("OUT", 0x21), ("PUTS", 0x22), ("IN", 0x23), ("PUTSP", 0x24), ("HALT", 0x25)];

const SYSCALLS: &[(&str, u32)] = &[
    ("print_int", 1),
    ("print_float", 2),
    ("print_double", 3),
    ("print_string", 4),
    ("read_int", 5),
    ("read_float", 6),
    ("read_double", 7),
    ("read_string", 8),
    ("sbrk", 9),
    ("exit", 10),
    ("print_char", 11),
    ("read_char", 12),
    ("open", 13),
    ("read", 14),
    ("write", 15),
    ("close", 16),
    ("exit2", 17),
    ("time", 30),
    ("sleep", 32),
    ("print_hex", 34),
    ("print_binary", 35),
    ("print_unsigned", 36),
    ("set_seed", 40),
    ("random_int", 41),
    ("random_int_range", 42),
];

impl Isa {
    /// The services with names.
    pub fn services(self) -> &'static [(&'static str, u32)] {
        match self {
            Self::Lc3 => TRAPS,
            Self::Mips => SYSCALLS,
        }
    }

    /// The number of a service by its name, or by its number as it is written: `x25`, `0x25` or `37`.
    pub fn service(self, name: &str) -> Option<u32> {
        if let Some((_, number)) = self.services().iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        {
            return Some(*number);
        }
        let digits = name.trim_start_matches('0').strip_prefix(['x', 'X']);
        let number = match digits {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => name.parse().ok()?,
        };
        (number <= 0xFF).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use crate::isa::Isa;

    #[test]
    fn services_go_by_name_and_number() {
        assert_eq!(Isa::Lc3.service("puts"), Some(0x22));
        assert_eq!(Isa::Lc3.service("x25"), Some(0x25));
        assert_eq!(Isa::Mips.service("read_int"), Some(5));
        assert_eq!(Isa::Mips.service("42"), Some(42));
        assert_eq!(Isa::Lc3.service("PUTZ"), None);
    }
}

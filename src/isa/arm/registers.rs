//! The names of registers.
//!
//! Source: *Procedure Call Standard for the ARM Architecture* (IHI 0042), 5.1; armasm user guide (DUI 0801), predeclared
//! register names.

/// The register that calls may change on their way to a subroutine, and subroutines at once.
pub const SCRATCH: u8 = 12;
/// The stack pointer.
pub const STACK_POINTER: u8 = 13;
/// Where calls leave their return address.
pub const LINK: u8 = 14;
/// The program counter.
pub const PROGRAM_COUNTER: u8 = 15;

/// The registers in the order of their numbers, as they are shown.
pub const NAMES: [&str; 16] =
    ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "sp", "lr", "pc"];

/// The names of registers besides `r0` to `r15`.
const OTHER_NAMES: [(&str, u8); 19] = [
    ("a1", 0),
    ("a2", 1),
    ("a3", 2),
    ("a4", 3),
    ("v1", 4),
    ("v2", 5),
    ("v3", 6),
    ("v4", 7),
    ("v5", 8),
    ("v6", 9),
    ("v7", 10),
    ("v8", 11),
    ("sb", 9),
    ("sl", 10),
    ("fp", 11),
    ("ip", 12),
    ("sp", STACK_POINTER),
    ("lr", LINK),
    ("pc", PROGRAM_COUNTER),
];

/// The number of the register that a word names, in any letter case: `R4`, `v1`, `Sp`.
pub fn number(word: &str) -> Option<u8> {
    if let Some(digits) = word.strip_prefix(['r', 'R']) {
        let is_plain = digits == "0" || !digits.starts_with('0');
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        return digits.parse().ok().filter(|number| *number < 16 && is_plain && is_number);
    }
    OTHER_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, number)| *number)
}

/// The name of a register, as it is shown.
pub fn name(number: u8) -> &'static str {
    NAMES.get(usize::from(number)).copied().unwrap_or("?")
}

/// A status register, or some of its fields: `CPSR`, `SPSR_fc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// True if it is the saved one of the mode that the processor is in.
    pub saved: bool,
    /// The bytes that are meant: bit 0 is the control field (`c`), then `x`, `s` and the flags (`f`). All of them where none
    /// is named.
    pub fields: u8,
}

impl Status {
    /// The letters of the fields, the one of bit 0 first.
    const LETTERS: &'static str = "cxsf";

    /// The status register that a word names, in any letter case: `CPSR`, `spsr`, `CPSR_c`, `SPSR_fsxc`, and `CPSR_all`,
    /// `CPSR_ctl` and `CPSR_flg` of earlier assemblers. `CPSR` alone has the fields `f` and `c`, as assemblers take it.
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.to_ascii_lowercase();
        let (register, fields) = word.split_once('_').unwrap_or((&word, "fc"));
        let saved = match register {
            "cpsr" | "apsr" => false,
            "spsr" => true,
            _ => return None,
        };
        let fields = match fields {
            "all" => "fc",
            "ctl" => "c",
            "flg" | "nzcvq" => "f",
            fields => fields,
        };
        let mut bits = 0;
        for letter in fields.chars() {
            let bit = 1u8 << Self::LETTERS.find(letter)?;
            if bits & bit != 0 {
                return None;
            }
            bits |= bit;
        }
        (bits != 0).then_some(Self { saved, fields: bits })
    }

    /// The name without fields.
    pub fn register_name(self) -> &'static str {
        if self.saved { "SPSR" } else { "CPSR" }
    }

    /// The name with fields, such as `CPSR_fc`.
    pub fn name(self) -> String {
        let letters = (0..4).rev().filter(|bit| self.fields >> bit & 1 != 0);
        let letters: String = letters
            .filter_map(|bit| Self::LETTERS.as_bytes().get(bit))
            .map(|byte| char::from(*byte))
            .collect();
        format!("{}_{letters}", self.register_name())
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, Status, name, number};

    #[test]
    fn registers_have_numbers_and_names() {
        for (index, known) in NAMES.iter().enumerate() {
            assert_eq!(number(known), Some(index as u8));
            assert_eq!(name(index as u8), *known);
        }
        for (word, expected) in
            [("R13", Some(13)), ("Sp", Some(13)), ("V1", Some(4)), ("a4", Some(3)), ("fp", Some(11))]
        {
            assert_eq!(number(word), expected);
        }
        for word in ["r16", "r", "r01", "r+1", "x0", "a5", "v9", ""] {
            assert_eq!(number(word), None, "{word}");
        }
    }

    #[test]
    fn fields_of_status_registers_are_read_as_they_are_written() {
        for fields in 1..16 {
            for saved in [false, true] {
                let status = Status { saved, fields };
                assert_eq!(Status::parse(&status.name()), Some(status));
            }
        }
        assert_eq!(Status::parse("cpsr"), Some(Status { saved: false, fields: 0b1001 }));
        assert_eq!(Status::parse("CPSR_flg"), Some(Status { saved: false, fields: 0b1000 }));
        for word in ["cpsr_", "cpsr_cc", "cpsr_g", "psr", "r0"] {
            assert_eq!(Status::parse(word), None, "{word}");
        }
    }
}

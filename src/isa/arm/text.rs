//! Instructions as text: the disassembler, and mnemonics with their suffixes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use super::condition::{Condition, NAMES};
use super::operand::{Address, Indexing, Offset, Operand, Shift, ShiftKind, Shifter};
use super::registers::name;
use super::table::{Decoded, OperandKind, ROWS, Row};

/// The instruction that a word encodes at an address, in unified syntax, such as `ADDS r0, r1, r2, LSL #2`; a
/// word that is no instruction as `DCD 0xFFFFFFFF`.
pub fn disassemble(word: u32, address: u32) -> String {
    let Some(decoded) = Decoded::new(word, address) else { return format!("DCD 0x{word:08X}") };
    let mut text = decoded.mnemonic();
    for (index, (operand, row)) in decoded.operands().zip(decoded.row.operands).enumerate() {
        text.push_str(if index == 0 { " " } else { ", " });
        text.push_str(&written(&operand, row.kind));
    }
    text
}

fn written(operand: &Operand, kind: OperandKind) -> String {
    match operand {
        Operand::Register(number) => name(*number).to_owned(),
        Operand::Shifter(shifter) => match shifter {
            Shifter::Constant(constant) => format!("#{}", number(*constant)),
            Shifter::Rotated(byte, rotation) => format!("#{byte}, {rotation}"),
            Shifter::Register(register, shift) => format!("{}{}", name(*register), shifted(*shift)),
        },
        Operand::Address(address) => place(address),
        Operand::Base(register, writes_back) => {
            format!("{}{}", name(*register), if *writes_back { "!" } else { "" })
        }
        Operand::List(registers, user) => format!("{}{}", list(*registers), if *user { "^" } else { "" }),
        Operand::Number(number) => format!("{}{number}", if kind == OperandKind::Comment { "" } else { "#" }),
        Operand::Label(address) => format!("0x{address:08X}"),
        Operand::Status(status) if kind == OperandKind::Status => status.register_name().to_owned(),
        Operand::Status(status) => status.name(),
    }
}

/// Small constants are decimal, others hexadecimal.
fn number(constant: u32) -> String {
    if constant < 0x1000 { constant.to_string() } else { format!("0x{constant:X}") }
}

fn shifted(shift: Shift) -> String {
    match shift {
        Shift::NONE => String::new(),
        Shift::By(kind, amount) => format!(", {} #{amount}", kind.name()),
        Shift::ByRegister(kind, register) => format!(", {} {}", kind.name(), name(register)),
        Shift::Extended => ", RRX".to_owned(),
    }
}

fn place(address: &Address) -> String {
    let base = name(address.base);
    let minus = |down: bool| if down { "-" } else { "" };
    let offset = match address.offset {
        Offset::Constant { down: false, size: 0 } if address.indexing == Indexing::Offset => String::new(),
        Offset::Constant { down, size } => format!(", #{}{}", minus(down), number(size)),
        Offset::Register { down, register, shift } => {
            format!(", {}{}{}", minus(down), name(register), shifted(shift))
        }
    };
    match address.indexing {
        Indexing::Offset => format!("[{base}{offset}]"),
        Indexing::Before => format!("[{base}{offset}]!"),
        Indexing::After => format!("[{base}]{offset}"),
    }
}

/// A list of registers with ranges: `{r0, r4-r6, lr}`.
fn list(registers: u16) -> String {
    let mut text = String::from("{");
    let mut first = 0u8;
    while first < 16 {
        if registers >> first & 1 == 0 {
            first += 1;
            continue;
        }
        let run = (registers >> first).trailing_ones() as u8;
        // `sp`, `lr` and `pc` are not part of ranges.
        let last = if first < 13 { (first + run - 1).min(12) } else { first };
        let comma = if text.len() > 1 { ", " } else { "" };
        let range = match last - first {
            0 => name(first).to_owned(),
            1 => format!("{}, {}", name(first), name(last)),
            _ => format!("{}-{}", name(first), name(last)),
        };
        write!(text, "{comma}{range}").expect("strings take everything");
        first = last + 1;
    }
    text.push('}');
    text
}

/// The meaning of a mnemonic with its suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnemonic {
    /// The row.
    pub row: &'static Row,
    /// The condition.
    pub condition: Condition,
    /// True if the flags are set.
    pub sets_flags: bool,
}

/// Every mnemonic in capital letters. The condition stands where it stood before the unified syntax (`LDREQB`, `ADDEQS`,
/// `LDMEQFD`) or at the end (`LDRBEQ`, `ADDSEQ`, `LDMFDEQ`).
static MNEMONICS: LazyLock<BTreeMap<String, Mnemonic>> = LazyLock::new(|| {
    let mut mnemonics = BTreeMap::new();
    for row in ROWS {
        // The supervisor call was called software interrupt.
        let stems: &[&str] = if row.stem == "SWI" { &["SWI", "SVC"] } else { &[row.stem] };
        let of_row = stems.iter().flat_map(|stem| row.tails.iter().map(move |tail| (stem, tail)));
        for (stem, tail) in of_row {
            let conditions = NAMES.iter().copied().filter(|_| row.is_conditional());
            for (suffix, condition) in conditions.chain([("", Condition::Always)]) {
                for sets_flags in [false, true] {
                    if sets_flags && !row.can_set_flags() {
                        continue;
                    }
                    let s = if sets_flags { "S" } else { "" };
                    let meaning = Mnemonic { row, condition, sets_flags };
                    mnemonics.entry(format!("{stem}{tail}{s}{suffix}")).or_insert(meaning);
                    mnemonics.entry(format!("{stem}{suffix}{tail}{s}")).or_insert(meaning);
                }
            }
        }
    }
    mnemonics
});

/// The meaning of a mnemonic in any letter case; `None` if no row has it.
pub fn mnemonic(word: &str) -> Option<Mnemonic> {
    MNEMONICS.get(word.to_ascii_uppercase().as_str()).copied()
}

/// All mnemonics with all their suffixes, in capital letters and alphabetical order.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    MNEMONICS.keys().map(String::as_str)
}

/// Instructions that are named after a shift are moves of a shifted register.
pub fn shift_name(word: &str) -> Option<ShiftKind> {
    ShiftKind::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::{disassemble, list, mnemonic};
    use crate::isa::arm::condition::Condition;
    use crate::isa::arm::table::{Decoded, Name, ROWS};

    #[test]
    fn words_are_shown_as_they_are_written() {
        let cases = [
            (0xE280_0001, "ADD r0, r0, #1"),
            (0xE091_2103, "ADDS r2, r1, r3, LSL #2"),
            (0xE1A0_0061, "MOV r0, r1, RRX"),
            (0xE1A0_0411, "MOV r0, r1, LSL r4"),
            (0xE3A0_0004, "MOV r0, #4"),
            (0xE3A0_0F01, "MOV r0, #1, 30"),
            (0xE3A0_1102, "MOV r1, #0x80000000"),
            (0xE3A0_0C01, "MOV r0, #256"),
            (0xE59F_0010, "LDR r0, [pc, #16]"),
            (0xE4D1_0001, "LDRB r0, [r1], #1"),
            (0xE521_0004, "STR r0, [r1, #-4]!"),
            (0xE719_0105, "LDR r0, [r9, -r5, LSL #2]"),
            (0xE1D0_10B2, "LDRH r1, [r0, #2]"),
            (0xE92D_4070, "STMDB sp!, {r4-r6, lr}"),
            (0xE8BD_8003, "LDMIA sp!, {r0, r1, pc}"),
            (0xE8FD_8000, "LDMIA sp!, {pc}^"),
            (0xEAFF_FFFE, "B 0x00000100"),
            (0x0BFF_FFFE, "BLEQ 0x00000100"),
            (0xE12F_FF1E, "BX lr"),
            (0xE10F_0000, "MRS r0, CPSR"),
            (0xE129_F000, "MSR CPSR_fc, r0"),
            (0xE321_F0D3, "MSR CPSR_c, #211"),
            (0xEF12_3456, "SWI 1193046"),
            (0x15C1_0000, "STRBNE r0, [r1]"),
            (0xFFFF_FFFF, "DCD 0xFFFFFFFF"),
        ];
        for (word, text) in cases {
            assert_eq!(disassemble(word, 0x100), text);
        }
    }

    #[test]
    fn lists_have_ranges() {
        assert_eq!(list(0xFFFF), "{r0-r12, sp, lr, pc}");
        assert_eq!(list(0b1100_0000_1101_1011), "{r0, r1, r3, r4, r6, r7, lr, pc}");
    }

    #[test]
    fn mnemonics_have_suffixes_in_both_orders() {
        let cases = [
            ("ldreqb", Name::LoadByte, Condition::Equal, false),
            ("LDRBEQ", Name::LoadByte, Condition::Equal, false),
            ("BLS", Name::Branch, Condition::LowerOrSame, false),
            ("BLT", Name::Branch, Condition::Less, false),
            ("BLE", Name::Branch, Condition::LessOrEqual, false),
            ("BLEQ", Name::Call, Condition::Equal, false),
            ("BICS", Name::BitClear, Condition::Always, true),
            ("Addeqs", Name::Add, Condition::Equal, true),
            ("ADDSEQ", Name::Add, Condition::Equal, true),
            ("LDMFD", Name::LoadAfter, Condition::Always, false),
            ("LDMEA", Name::LoadBeforeDown, Condition::Always, false),
            ("STMEQFD", Name::StoreBeforeDown, Condition::Equal, false),
            ("STM", Name::StoreAfter, Condition::Always, false),
            ("LDRHS", Name::LoadWord, Condition::CarrySet, false),
            ("MULLS", Name::Multiply, Condition::LowerOrSame, false),
            ("SMULLS", Name::SignedLong, Condition::Always, true),
            ("SVCNE", Name::Service, Condition::NotEqual, false),
            ("BKPT", Name::Breakpoint, Condition::Always, false),
        ];
        for (word, name, condition, sets_flags) in cases {
            let found = mnemonic(word).unwrap_or_else(|| panic!("{word}"));
            assert_eq!(
                (found.row.name, found.condition, found.sets_flags),
                (name, condition, sets_flags),
                "{word}"
            );
        }
        for word in ["", "BKPTEQ", "CMPS", "LDRX", "ADDQ"] {
            assert_eq!(mnemonic(word), None, "{word}");
        }
    }

    #[test]
    fn every_shown_mnemonic_is_read_as_its_own_row() {
        for row in ROWS {
            let word = row.pattern.value | if row.is_conditional() { 0x1000_0000 } else { 0 };
            let Some(decoded) = Decoded::new(word, 0) else { continue };
            let found = mnemonic(&decoded.mnemonic()).expect("it is a mnemonic");
            assert_eq!((found.row, found.condition), (decoded.row, decoded.condition));
        }
    }
}

//! The ARM instruction set as a table: one row gives decoder, encoder, disassembler and operand syntax.
//!
//! Source: *ARM Architecture Reference Manual* (DDI 0100I), A3 to A5, for ARMv4T and its successors up to ARMv6; and for what
//! came later the edition for ARMv7-A (DDI 0406C), A8. The processor is in ARM state; there is no Thumb.

use std::sync::LazyLock;

use super::condition::Condition;
pub use super::encode::Misfit;
use super::operand::{Address, Indexing, Offset, Operand, Shift, Shifter};
use super::registers::Status;
pub use super::rows::{Name, ROWS};
use crate::asm::pattern;

pub(super) type BitPattern = pattern::BitPattern<32>;

/// The first architecture that has an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Architecture {
    /// ARMv4T: the ARM7TDMI.
    V4T,
    /// ARMv5T: the ARM9E.
    V5T,
    /// ARMv6: the ARM11, the first Raspberry Pi.
    V6,
    /// ARMv6K.
    V6K,
    /// ARMv6T2: all Cortex-A.
    V6T2,
    /// ARMv7 with divisions: the Cortex-A7, the second Raspberry Pi.
    V7VE,
}

impl Architecture {
    /// The name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::V4T => "ARMv4T",
            Self::V5T => "ARMv5T",
            Self::V6 => "ARMv6",
            Self::V6K => "ARMv6K",
            Self::V6T2 => "ARMv6T2",
            Self::V7VE => "ARMv7VE",
        }
    }
}

/// The kind of an operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// A general register.
    Register,
    /// A constant, or a register that can be shifted.
    Shifter,
    /// A constant, or a register that is not shifted.
    Source,
    /// The address of a word or an unsigned byte, in any of the three ways of indexing.
    Address,
    /// The same, indexed after the access only.
    Post,
    /// The address of a halfword or a signed byte.
    Half,
    /// An address that is a register alone.
    Location,
    /// The base register of a transfer of several registers.
    Base,
    /// The registers of such a transfer.
    List,
    /// A number as wide as its field that the processor does not look at.
    Comment,
    /// A constant of 16 bits.
    Constant16,
    /// A label within 32 MB.
    Label,
    /// A status register.
    Status,
    /// Fields of a status register.
    StatusFields,
}

/// One operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct OperandRow {
    /// The name in this table.
    pub name: &'static str,
    /// Its kind.
    pub kind: OperandKind,
    /// The letter of its field; other fields that it has are always named by the same letters.
    pub letter: u8,
}

/// One row of the instruction table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The operation.
    pub name: Name,
    /// The beginning of the mnemonic: `LDR` in `LDRB`.
    pub stem: &'static str,
    /// The possible ends of the mnemonic; of several the first one is shown.
    pub tails: &'static [&'static str],
    /// A description of the instruction.
    pub about: &'static str,
    /// The first architecture that has it.
    pub architecture: Architecture,
    /// The bits of the word.
    pub pattern: BitPattern,
    /// The operands in the order in which they are written.
    pub operands: &'static [OperandRow],
}

/// The parts of an instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Its row.
    pub row: &'static Row,
    /// When it is executed.
    pub condition: Condition,
    /// True if it sets the flags, of an instruction that can do without.
    pub sets_flags: bool,
    operands: [Option<Operand>; MOST_OPERANDS],
}

/// No row has more operands.
const MOST_OPERANDS: usize = 4;

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Row {}

/// For each value of bits 20 to 27 the rows that can have it.
static BY_OPCODE: LazyLock<[Vec<&'static Row>; 256]> = LazyLock::new(|| {
    const OPCODE: u32 = 0xFF << 20;
    std::array::from_fn(|opcode| {
        let fits = |row: &&Row| ((opcode as u32) << 20 ^ row.pattern.value) & row.pattern.mask & OPCODE == 0;
        ROWS.iter().filter(fits).collect()
    })
});

impl Row {
    /// The row of an operation.
    ///
    /// # Panics
    /// Never: every name comes from a row.
    pub fn of(name: Name) -> &'static Self {
        &ROWS[name as usize]
    }

    /// Returns `true` if its instructions can set the flags or not, as they are written.
    pub fn can_set_flags(&self) -> bool {
        self.has(b's')
    }

    /// Returns `true` if its instructions can be conditional.
    pub fn is_conditional(&self) -> bool {
        self.has(b'c')
    }

    fn has(&self, letter: u8) -> bool {
        self.pattern.has_field(letter)
    }

    fn get(&self, letter: u8, word: u32) -> u32 {
        self.pattern.field(letter).unsigned(word)
    }

    fn operand(&self, operand: &OperandRow, word: u32, address: u32) -> Option<Operand> {
        let OperandRow { kind, letter, .. } = *operand;
        let value = self.get(letter, word);
        Some(match kind {
            OperandKind::Register => Operand::Register(value as u8),
            OperandKind::Shifter => Operand::Shifter(Shifter::of_code(value)?),
            OperandKind::Source => match Shifter::of_code(value)? {
                Shifter::Register(_, shift) if shift != Shift::NONE => return None,
                shifter => Operand::Shifter(shifter),
            },
            OperandKind::Address | OperandKind::Post | OperandKind::Half => {
                Operand::Address(self.address(kind, word)?)
            }
            OperandKind::Location => Operand::Address(Address::plain(value as u8)),
            OperandKind::Base => Operand::Base(value as u8, self.get(b'w', word) != 0),
            OperandKind::List => {
                // No register at all is unpredictable.
                let registers = u16::try_from(value).ok().filter(|registers| *registers != 0)?;
                Operand::List(registers, self.get(b'b', word) != 0)
            }
            OperandKind::Comment | OperandKind::Constant16 => Operand::Number(value),
            OperandKind::Label => {
                let distance = self.pattern.field(letter).signed(word) << 2;
                Operand::Label(address.wrapping_add(8).wrapping_add(distance))
            }
            OperandKind::Status => Operand::Status(Status { saved: value != 0, fields: 0b1001 }),
            OperandKind::StatusFields => {
                // No field at all is a hint of later architectures.
                let fields = self.get(b'f', word) as u8;
                (fields != 0).then_some(Operand::Status(Status { saved: value != 0, fields }))?
            }
        })
    }

    fn address(&self, kind: OperandKind, word: u32) -> Option<Address> {
        let (down, code) = (self.get(b'u', word) == 0, self.get(b'x', word));
        let base = self.get(b'n', word) as u8;
        let indexing = if kind == OperandKind::Post {
            Indexing::After
        } else {
            match (self.get(b'p', word), self.get(b'w', word)) {
                (0, 0) => Indexing::After,
                (0, _) => return None,
                (_, 0) => Indexing::Offset,
                _ => Indexing::Before,
            }
        };
        let register = (code & 15) as u8;
        let offset = if kind == OperandKind::Half {
            match (code >> 8, code >> 4 & 15) {
                (1, _) => Offset::Constant { down, size: code & 0xFF },
                (_, 0) => Offset::Register { down, register, shift: Shift::NONE },
                _ => return None,
            }
        } else if code >> 12 == 0 {
            Offset::Constant { down, size: code }
        } else {
            let shift = Shift::of_code(code & 0xFFF);
            match shift {
                Shift::ByRegister(..) => return None,
                shift => Offset::Register { down, register, shift },
            }
        };
        Some(Address { base, offset, indexing })
    }

    /// The instruction of this row that a word encodes; `None` if the word is no instruction of this row.
    fn decode(&'static self, word: u32, address: u32) -> Option<Decoded> {
        if !self.pattern.matches(word) {
            return None;
        }
        let condition = Condition::of_code(word >> 28)?;
        let sets_flags = self.can_set_flags() && self.get(b's', word) != 0;
        let mut operands = [None; MOST_OPERANDS];
        for (place, row) in operands.iter_mut().zip(self.operands) {
            *place = Some(self.operand(row, word, address)?);
        }
        Some(Decoded { row: self, condition, sets_flags, operands })
    }
}

impl Decoded {
    /// Takes the word at an address apart; `None` if it is no instruction.
    pub fn new(word: u32, address: u32) -> Option<Self> {
        BY_OPCODE[(word >> 20 & 0xFF) as usize].iter().find_map(|row| row.decode(word, address))
    }

    /// The operands in the order in which they are written.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        self.operands.into_iter().flatten()
    }

    /// The operand of a number, counted from 0.
    pub(super) fn operand(&self, index: usize) -> Option<Operand> {
        self.operands.get(index).copied().flatten()
    }

    /// The mnemonic with its suffixes in the order of the unified syntax: `LDRBEQ`, `ADDSNE`.
    pub fn mnemonic(&self) -> String {
        let tail = self.row.tails.first().copied().unwrap_or_default();
        let flags = if self.sets_flags { "S" } else { "" };
        format!("{}{tail}{flags}{}", self.row.stem, self.condition.suffix())
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoded, ROWS, Row};
    use crate::asm::pattern::Field;

    /// Values of a field that are spread over all that it can hold.
    fn spread(field: Field) -> Vec<u32> {
        let all = u32::MAX >> (32 - field.width);
        if field.width <= 4 {
            return (0..=all).collect();
        }
        let mut values: Vec<u32> = (0..field.width).flat_map(|bit| [1 << bit, all ^ 1 << bit]).collect();
        values.extend([0, all]);
        let mut state = 0x9E37_79B9u32;
        values.extend(
            std::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 7 & all
            })
            .take(200),
        );
        values
    }

    #[test]
    fn rows_stand_at_their_names() {
        for row in ROWS {
            assert_eq!(Row::of(row.name).name, row.name);
        }
    }

    /// Every value of each small field, and a spread of the large ones, with the other fields at a few values.
    #[test]
    fn every_word_is_encoded_from_what_it_decodes_to() {
        let mut instructions = 0;
        for row in ROWS {
            for letter in (b'a'..=b'z').filter(|letter| row.pattern.has_field(*letter)) {
                let field = row.pattern.field(letter);
                for value in spread(field) {
                    for others in
                        [0x1234_5678, 0x0765_4321, 0x8AAA_AAAA, 0x2555_5555, 0xE000_0000, 0xE1FF_FFFF]
                    {
                        let free = !row.pattern.mask & !field.insert(u32::MAX);
                        let word = row.pattern.value | others & free | field.insert(value);
                        let address = others & !3;
                        let Some(decoded) = Decoded::new(word, address) else { continue };
                        let operands: Vec<_> = decoded.operands().collect();
                        let again =
                            decoded.row.encode(decoded.condition, decoded.sets_flags, &operands, address);
                        assert_eq!(again, Ok(word), "{word:#010x} {decoded:?}");
                        instructions += 1;
                    }
                }
            }
        }
        assert!(instructions > 50_000, "{instructions}");
    }

    #[test]
    fn every_row_is_found_by_a_word_of_its_own() {
        for row in ROWS {
            let free = !row.pattern.mask;
            let word = (0..200_000u32).map(|index| {
                let noise = index.wrapping_mul(0x9E37_79B1).rotate_left(index % 31);
                row.pattern.value | noise & free & 0x0FFF_FFFF | 0xE000_0000
            });
            let found = word.filter_map(|word| Decoded::new(word, 0)).any(|decoded| decoded.row == row);
            assert!(found, "{row:?}");
        }
    }

    #[test]
    fn words_that_mean_something_else_are_no_instructions() {
        // Never; a byte load with a register shift; LDRD; MUL with bits that must be zero; a coprocessor.
        for word in [0xF1A0_0000, 0xE7D0_1112, 0xE1C2_00D0, 0xE000_1091, 0xEE07_0F90] {
            assert_eq!(Decoded::new(word, 0), None, "{word:#010x}");
        }
    }
}

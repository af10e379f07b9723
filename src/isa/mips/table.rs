//! The MIPS instruction set as a table: one row gives decoder, encoder, disassembler and operand syntax.
//!
//! Source: MIPS32 architecture for programmers, volume II, and the instructions that MARS 4.5 has
//! (`mars/mips/instructions/InstructionSet.java`). The syntax is MARS's, as it stands in its messages.

use std::sync::LazyLock;

pub use super::rows::{Instruction, ROWS};
use crate::asm::pattern::{self, Field};

pub(super) type BitPattern = pattern::BitPattern<32>;

/// Where writes to `$zero` go: a register that nothing reads.
pub const SINK: u8 = 32;

/// The kind of an operand of a basic instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandKind {
    /// A general register that is written; decoding turns `$zero` into [`SINK`].
    To,
    /// A general register that is read.
    From,
    /// A register of the floating point unit.
    Float,
    /// A register of coprocessor 0.
    System,
    /// A signed 16-bit constant.
    Signed,
    /// An unsigned 16-bit constant.
    Unsigned,
    /// A number of bits to shift by, 0 to 31.
    Shift,
    /// A condition flag of the floating point unit, 0 to 7.
    Flag,
    /// The 20 bits of `break` that the processor ignores.
    Code,
    /// A label near the instruction; decoding gives its address.
    Branch,
    /// A label in the same 256 MB; decoding gives its address.
    Jump,
}

impl OperandKind {
    /// The general register that an operand reads, as a mask; of constants and addresses only the low byte is given.
    #[inline]
    pub(super) const fn reads(self, number: u8) -> u32 {
        match self {
            Self::From => 1 << (number & 31),
            _ => 0,
        }
    }

    /// The general register that an operand writes, as a mask.
    #[inline]
    pub(super) const fn writes(self, number: u8) -> u32 {
        match self {
            Self::To if number < SINK => 1 << number,
            _ => 0,
        }
    }

    pub(super) const fn extract(self, field: Field, word: u32, address: u32) -> u32 {
        match self {
            Self::To => {
                let number = field.unsigned(word);
                if number == 0 { SINK as u32 } else { number }
            }
            Self::Signed => field.signed(word),
            Self::Branch => address.wrapping_add(4).wrapping_add(field.signed(word) << 2),
            Self::Jump => (address.wrapping_add(4) & 0xF000_0000) | field.unsigned(word) << 2,
            _ => field.unsigned(word),
        }
    }
}

/// One operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The name in this table.
    pub name: &'static str,
    /// Its kind.
    pub kind: OperandKind,
    /// Where it lies in the word.
    pub field: Field,
}

/// One way to write an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// An example, as MARS shows it: `$t1` is any general register, `$f1` any of the floating point unit, `$8` one of
    /// coprocessor 0, `-100` a signed and `100` an unsigned 16-bit constant, `10` and `1` one of 5 bits.
    pub example: &'static str,
    /// The operand that is left out, with the value that it then has.
    pub without: Option<(&'static str, u32)>,
}

/// One row of the instruction table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The opcode's mnemonic.
    pub mnemonic: &'static str,
    /// A description of the instruction.
    pub about: &'static str,
    /// The ways to write it, in the order in which they are tried.
    pub syntaxes: &'static [Syntax],
    /// The bits of the word.
    pub pattern: BitPattern,
    /// The operands in the order in which they are written.
    pub operands: &'static [Operand],
    pub(super) decode: fn(u32, u32) -> Instruction,
}

/// For each major opcode, the upper six bits of a word, the rows that have it.
static BY_OPCODE: LazyLock<[Vec<&'static Row>; 64]> = LazyLock::new(|| {
    std::array::from_fn(|opcode| ROWS.iter().filter(|row| row.pattern.value >> 26 == opcode as u32).collect())
});

impl Row {
    /// The row of a word.
    pub fn of(word: u32) -> Option<&'static Self> {
        BY_OPCODE[(word >> 26) as usize].iter().find(|row| row.pattern.matches(word)).copied()
    }

    /// The operands that a syntax of this row has, in the order in which they are written.
    pub fn written(&self, syntax: &Syntax) -> impl Iterator<Item = &Operand> {
        let omitted = syntax.without.map(|(name, _)| name);
        self.operands.iter().filter(move |operand| Some(operand.name) != omitted)
    }

    /// The word of this row written as `syntax` with these operand values, at `address`.
    pub fn encode(&self, syntax: &Syntax, values: &[u32], address: u32) -> u32 {
        let mut word = self.pattern.value;
        if let Some((name, value)) = syntax.without
            && let Some(operand) = self.operands.iter().find(|operand| operand.name == name)
        {
            word |= operand.field.insert(value);
        }
        for (operand, value) in self.written(syntax).zip(values) {
            let value = match operand.kind {
                OperandKind::Branch => value.wrapping_sub(address.wrapping_add(4)) >> 2,
                OperandKind::Jump => value >> 2,
                _ => *value,
            };
            word |= operand.field.insert(value);
        }
        word
    }
}

impl Instruction {
    /// Decodes the word at an address.
    pub fn decode(word: u32, address: u32) -> Self {
        Row::of(word).map_or(Self::Illegal { word }, |row| (row.decode)(word, address))
    }
}

/// The word as MARS shows it: registers by number, constants in hexadecimal, such as `addiu $8,$0,0x00000005`.
pub fn disassemble(word: u32, address: u32) -> String {
    let Some(row) = Row::of(word) else { return format!(".word 0x{word:08x}") };
    let Some(syntax) = row.syntaxes.iter().find(|syntax| syntax.without.is_none()) else {
        return String::new();
    };
    let mut text = row.mnemonic.to_owned();
    for (index, operand) in row.written(syntax).enumerate() {
        let value = operand.kind.extract(operand.field, word, address);
        let is_base = operand.name == "base";
        text.push_str(if index == 0 {
            " "
        } else if is_base {
            "("
        } else {
            ","
        });
        let written = match operand.kind {
            OperandKind::To | OperandKind::From | OperandKind::System => {
                format!("${}", operand.field.unsigned(word))
            }
            OperandKind::Float => format!("$f{value}"),
            OperandKind::Flag => value.to_string(),
            _ => format!("0x{value:08x}"),
        };
        text.push_str(&written);
        if is_base {
            text.push(')');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Instruction, ROWS, Row};

    #[test]
    fn a_decoded_instruction_is_small() {
        assert_eq!(size_of::<Instruction>(), 8);
    }

    #[test]
    fn every_row_is_found_by_its_own_word() {
        for row in ROWS {
            // Ones in every field keep `sll $0,$0,0`, which is `nop`, out of the way.
            let word = row.pattern.value | !row.pattern.mask;
            let found = Row::of(word).expect("a row's word is an instruction");
            assert_eq!(found.mnemonic, row.mnemonic);
        }
        assert_eq!(Row::of(0).map(|row| row.mnemonic), Some("nop"));
        assert!(Row::of(u32::MAX).is_none());
    }
}

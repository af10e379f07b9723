//! The encoder: from a row and its operands to a word.

use super::condition::Condition;
use super::operand::{Address, Indexing, Offset, Operand, Shift, Shifter};
use super::table::{OperandKind, OperandRow, Row};

/// The reason why an instruction cannot be encoded. Operands are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// There are fewer or more operands than the row has.
    Count,
    /// The instruction cannot set the flags.
    Flags,
    /// The instruction cannot be conditional.
    Condition,
    /// The operand is of another kind.
    Kind(usize),
    /// The constant is not a byte that is rotated by an even number.
    Constant(usize),
    /// The number is not between these two.
    Range(usize, i64, i64),
    /// The register cannot be shifted so here.
    Shift(usize),
    /// The label is no multiple of four bytes away.
    Unaligned(usize),
    /// The address cannot be written back here, or has to be.
    Indexing(usize),
}

/// A word that is put together field by field.
struct Encoder<'r> {
    row: &'r Row,
    word: u32,
}

impl Encoder<'_> {
    fn put(&mut self, letter: u8, value: u32) {
        self.word |= self.row.pattern.field(letter).insert(value);
    }

    fn bit(&mut self, letter: u8, is_set: bool) {
        self.put(letter, u32::from(is_set));
    }

    fn number(&mut self, index: usize, letter: u8, value: u32) -> Result<(), Misfit> {
        let field = self.row.pattern.field(letter);
        if !field.holds_unsigned(i64::from(value)) {
            return Err(Misfit::Range(index, 0, (1 << field.width) - 1));
        }
        self.put(letter, value);
        Ok(())
    }

    fn address(&mut self, index: usize, kind: OperandKind, address: &Address) -> Result<(), Misfit> {
        let Address { base, offset, indexing } = *address;
        let is_half = kind == OperandKind::Half;
        self.put(b'n', u32::from(base));
        if kind == OperandKind::Post {
            // `LDRT r0, [r1]` is `LDRT r0, [r1], #0`.
            if indexing == Indexing::Before || (indexing == Indexing::Offset && offset != Offset::constant(0))
            {
                return Err(Misfit::Indexing(index));
            }
        } else {
            self.bit(b'p', indexing != Indexing::After);
            self.bit(b'w', indexing == Indexing::Before);
        }
        let (down, code) = match offset {
            Offset::Constant { down, size } => {
                let most = if is_half { 0xFF } else { 0xFFF };
                if size > most {
                    return Err(Misfit::Range(index, -i64::from(most), i64::from(most)));
                }
                (down, if is_half { 1 << 8 | size } else { size })
            }
            Offset::Register { down, register, shift: Shift::NONE } if is_half => (down, u32::from(register)),
            Offset::Register { shift: Shift::ByRegister(..), .. } => return Err(Misfit::Shift(index)),
            Offset::Register { .. } if is_half => return Err(Misfit::Shift(index)),
            Offset::Register { down, register, shift } => {
                let code = shift.code().ok_or(Misfit::Shift(index))?;
                (down, 1 << 12 | code | u32::from(register))
            }
        };
        self.bit(b'u', !down);
        self.put(b'x', code);
        Ok(())
    }

    fn operand(&mut self, index: usize, operand: &Operand, address: u32) -> Result<(), Misfit> {
        let OperandRow { kind, letter, .. } = self.row.operands[index];
        match (kind, *operand) {
            (OperandKind::Register, Operand::Register(number)) => self.put(letter, u32::from(number)),
            (OperandKind::Shifter, Operand::Shifter(shifter)) => {
                self.put(letter, shifter_code(index, shifter)?);
            }
            (OperandKind::Source, Operand::Shifter(shifter)) => match shifter {
                Shifter::Register(_, shift) if shift != Shift::NONE => return Err(Misfit::Shift(index)),
                _ => self.put(letter, shifter_code(index, shifter)?),
            },
            (OperandKind::Address | OperandKind::Post | OperandKind::Half, Operand::Address(place)) => {
                self.address(index, kind, &place)?;
            }
            (OperandKind::Location, Operand::Address(place)) => {
                if place != Address::plain(place.base) {
                    return Err(Misfit::Indexing(index));
                }
                self.put(letter, u32::from(place.base));
            }
            (OperandKind::Base, Operand::Base(number, writes_back)) => {
                self.put(letter, u32::from(number));
                self.bit(b'w', writes_back);
            }
            (OperandKind::List, Operand::List(registers, user)) => {
                if registers == 0 {
                    return Err(Misfit::Kind(index));
                }
                self.put(letter, u32::from(registers));
                self.bit(b'b', user);
            }
            (OperandKind::Comment | OperandKind::Constant16, Operand::Number(number)) => {
                self.number(index, letter, number)?;
            }
            (OperandKind::Label, Operand::Label(target)) => {
                let distance = i64::from(target.wrapping_sub(address.wrapping_add(8)).cast_signed());
                let field = self.row.pattern.field(letter);
                if distance % 4 != 0 {
                    return Err(Misfit::Unaligned(index));
                }
                if !field.holds_signed(distance / 4) {
                    let half = 1i64 << (field.width + 1);
                    return Err(Misfit::Range(index, -half + 8, half + 4));
                }
                self.put(letter, (distance / 4) as u32);
            }
            (OperandKind::Status, Operand::Status(status)) => self.bit(letter, status.saved),
            (OperandKind::StatusFields, Operand::Status(status)) => {
                self.bit(letter, status.saved);
                self.put(b'f', u32::from(status.fields));
            }
            _ => return Err(Misfit::Kind(index)),
        }
        Ok(())
    }
}

fn shifter_code(index: usize, shifter: Shifter) -> Result<u32, Misfit> {
    shifter.code().ok_or(match shifter {
        Shifter::Constant(_) | Shifter::Rotated(..) => Misfit::Constant(index),
        Shifter::Register(_, Shift::By(kind, _)) => {
            let (least, most) = kind.range();
            Misfit::Range(index, i64::from(least), i64::from(most))
        }
        Shifter::Register(..) => Misfit::Shift(index),
    })
}

impl Row {
    /// The word of an instruction at an address.
    ///
    /// # Errors
    /// If there is no such instruction; why not.
    pub fn encode(
        &'static self,
        condition: Condition,
        sets_flags: bool,
        operands: &[Operand],
        address: u32,
    ) -> Result<u32, Misfit> {
        if operands.len() != self.operands.len() {
            return Err(Misfit::Count);
        }
        let mut encoder = Encoder { row: self, word: self.pattern.value };
        if self.is_conditional() {
            encoder.put(b'c', condition.code());
        } else if condition != Condition::Always {
            return Err(Misfit::Condition);
        }
        if self.can_set_flags() {
            encoder.bit(b's', sets_flags);
        } else if sets_flags {
            return Err(Misfit::Flags);
        }
        for (index, operand) in operands.iter().enumerate() {
            encoder.operand(index, operand, address)?;
        }
        Ok(encoder.word)
    }
}

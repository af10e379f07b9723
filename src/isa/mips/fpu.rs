//! The floating point unit.
//!
//! Source: MARS 4.5, `InstructionSet.java`, which computes with Java's numbers: doubles live in even registers, what does
//! not fit in a word becomes the largest word, and rounding does not depend on a control register.

use super::cpu::Cpu;
use super::exec::Continuation;
use super::table::Instruction;
use crate::machine::{Access, FaultReason};
use crate::stored::Name;

/// Refuses odd registers for doubles.
fn even(registers: &[u8]) -> Result<(), FaultReason> {
    let which = if registers.len() > 2 { "all registers" } else { "both registers" };
    registers.iter().try_for_each(|number| even_one(*number, which))
}

/// Refuses an odd register for a double; `which` is what MARS calls the operands that it looks at.
fn even_one(register: u8, which: &'static str) -> Result<(), FaultReason> {
    if register % 2 == 1 { Err(FaultReason::OddRegister(Name::new(which))) } else { Ok(()) }
}

/// A rounded number as a word; what is no word becomes the largest one.
fn word(value: f64, rounded: f64) -> u32 {
    let fits = value.is_finite() && value >= f64::from(i32::MIN) && value <= f64::from(i32::MAX);
    if fits { (rounded as i32) as u32 } else { i32::MAX as u32 }
}

/// The same for a single precision number, which is compared with the largest word as one.
fn word_of_single(value: f32, rounded: f32) -> u32 {
    let fits = value.is_finite() && (-2_147_483_648.0..=2_147_483_648.0).contains(&value);
    if fits { (rounded as i32) as u32 } else { i32::MAX as u32 }
}

impl Cpu {
    fn single(&self, number: u8) -> f32 {
        f32::from_bits(self.float_bits(number))
    }

    fn set_single(&mut self, number: u8, value: f32) {
        // Java has one bit pattern for what is not a number.
        let bits = if value.is_nan() { 0x7FC0_0000 } else { value.to_bits() };
        self.set_float(number, bits);
    }

    fn set_float(&mut self, number: u8, bits: u32) {
        self.float[usize::from(number & 31)] = bits;
    }

    fn double_bits(&self, number: u8) -> u64 {
        u64::from(self.float_bits(number + 1)) << 32 | u64::from(self.float_bits(number))
    }

    pub(super) fn double(&self, number: u8) -> f64 {
        f64::from_bits(self.double_bits(number))
    }

    pub(super) fn set_double_bits(&mut self, number: u8, bits: u64) {
        self.set_float(number, bits as u32);
        self.set_float(number + 1, (bits >> 32) as u32);
    }

    pub(super) fn set_double(&mut self, number: u8, value: f64) {
        self.set_double_bits(number, if value.is_nan() { 0x7FF8_0000_0000_0000 } else { value.to_bits() });
    }

    fn set_flag(&mut self, flag: u8, value: bool) {
        let bit = 1 << (flag & 7);
        self.flags = if value { self.flags | bit } else { self.flags & !bit };
    }

    /// Copies a double if the condition holds.
    fn move_double(&mut self, to: u8, from: u8, holds: bool) -> Result<(), FaultReason> {
        even(&[to, from])?;
        if holds {
            self.set_double_bits(to, self.double_bits(from));
        }
        Ok(())
    }

    fn move_single(&mut self, to: u8, from: u8, holds: bool) {
        if holds {
            self.set_float(to, self.float_bits(from));
        }
    }

    /// Executes an instruction of the floating point unit.
    #[allow(clippy::too_many_lines, reason = "one arm for each instruction")]
    #[allow(clippy::float_cmp, reason = "the instructions compare exactly")]
    pub(super) fn floating(&mut self, instruction: Instruction) -> Result<Continuation, FaultReason> {
        match instruction {
            Instruction::AddSingle { to, left, right } => {
                self.set_single(to, self.single(left) + self.single(right));
            }
            Instruction::SubtractSingle { to, left, right } => {
                self.set_single(to, self.single(left) - self.single(right));
            }
            Instruction::MultiplySingle { to, left, right } => {
                self.set_single(to, self.single(left) * self.single(right));
            }
            Instruction::DivideSingle { to, left, right } => {
                self.set_single(to, self.single(left) / self.single(right));
            }
            Instruction::RootSingle { to, from } => self.set_single(to, self.single(from).sqrt()),
            Instruction::AddDouble { to, left, right } => {
                even(&[to, left, right])?;
                self.set_double(to, self.double(left) + self.double(right));
            }
            Instruction::SubtractDouble { to, left, right } => {
                even(&[to, left, right])?;
                self.set_double(to, self.double(left) - self.double(right));
            }
            Instruction::MultiplyDouble { to, left, right } => {
                even(&[to, left, right])?;
                self.set_double(to, self.double(left) * self.double(right));
            }
            Instruction::DivideDouble { to, left, right } => {
                even(&[to, left, right])?;
                self.set_double(to, self.double(left) / self.double(right));
            }
            Instruction::RootDouble { to, from } => {
                even(&[to, from])?;
                self.set_double(to, self.double(from).sqrt());
            }
            Instruction::FloorSingle { to, from } => self.single_to_word(to, from, f32::floor),
            Instruction::CeilSingle { to, from } => self.single_to_word(to, from, f32::ceil),
            Instruction::RoundSingle { to, from } => self.single_to_word(to, from, f32::round_ties_even),
            Instruction::TruncateSingle { to, from } => self.single_to_word(to, from, f32::trunc),
            Instruction::FloorDouble { to, from } => self.double_to_word(to, from, f64::floor)?,
            Instruction::CeilDouble { to, from } => self.double_to_word(to, from, f64::ceil)?,
            Instruction::RoundDouble { to, from } => self.double_to_word(to, from, f64::round_ties_even)?,
            Instruction::TruncateDouble { to, from } => self.double_to_word(to, from, f64::trunc)?,
            Instruction::BranchTrue { flag, target } if self.flag(flag) => {
                return Ok(Continuation::Jump(target));
            }
            Instruction::BranchFalse { flag, target } if !self.flag(flag) => {
                return Ok(Continuation::Jump(target));
            }
            Instruction::EqualSingle { flag, left, right } => {
                self.set_flag(flag, self.single(left) == self.single(right));
            }
            Instruction::LessOrEqualSingle { flag, left, right } => {
                self.set_flag(flag, self.single(left) <= self.single(right));
            }
            Instruction::LessSingle { flag, left, right } => {
                self.set_flag(flag, self.single(left) < self.single(right));
            }
            Instruction::EqualDouble { flag, left, right } => {
                even(&[left, right])?;
                self.set_flag(flag, self.double(left) == self.double(right));
            }
            Instruction::LessOrEqualDouble { flag, left, right } => {
                even(&[left, right])?;
                self.set_flag(flag, self.double(left) <= self.double(right));
            }
            Instruction::LessDouble { flag, left, right } => {
                even(&[left, right])?;
                self.set_flag(flag, self.double(left) < self.double(right));
            }
            Instruction::AbsoluteSingle { to, from } => {
                self.set_float(to, self.float_bits(from) & 0x7FFF_FFFF);
            }
            Instruction::AbsoluteDouble { to, from } => {
                even(&[to, from])?;
                self.set_double_bits(to, self.double_bits(from) & !(1 << 63));
            }
            Instruction::NegateSingle { to, from } => self.set_float(to, self.float_bits(from) ^ 1 << 31),
            Instruction::NegateDouble { to, from } => {
                even(&[to, from])?;
                self.set_double_bits(to, self.double_bits(from) ^ 1 << 63);
            }
            Instruction::SingleToDouble { to, from } => {
                even_one(to, "first register")?;
                self.set_double(to, f64::from(self.single(from)));
            }
            Instruction::WordToDouble { to, from } => {
                even_one(to, "first register")?;
                self.set_double(to, f64::from(self.float_bits(from).cast_signed()));
            }
            Instruction::DoubleToSingle { to, from } => {
                even_one(from, "second register")?;
                self.set_single(to, self.double(from) as f32);
            }
            Instruction::WordToSingle { to, from } => {
                self.set_single(to, f64::from(self.float_bits(from).cast_signed()) as f32);
            }
            Instruction::DoubleToWord { to, from } => {
                even_one(from, "second register")?;
                self.set_float(to, (self.double(from) as i32) as u32);
            }
            Instruction::SingleToWord { to, from } => self.set_float(to, (self.single(from) as i32) as u32),
            Instruction::MoveSingle { to, from } => self.move_single(to, from, true),
            Instruction::MoveFalseSingle { to, from, flag } => self.move_single(to, from, !self.flag(flag)),
            Instruction::MoveTrueSingle { to, from, flag } => self.move_single(to, from, self.flag(flag)),
            Instruction::MoveNotZeroSingle { to, from, test } => {
                self.move_single(to, from, self.register(test) != 0);
            }
            Instruction::MoveZeroSingle { to, from, test } => {
                self.move_single(to, from, self.register(test) == 0);
            }
            Instruction::MoveDouble { to, from } => self.move_double(to, from, true)?,
            Instruction::MoveFalseDouble { to, from, flag } => {
                self.move_double(to, from, !self.flag(flag))?;
            }
            Instruction::MoveTrueDouble { to, from, flag } => self.move_double(to, from, self.flag(flag))?,
            Instruction::MoveNotZeroDouble { to, from, test } => {
                self.move_double(to, from, self.register(test) != 0)?;
            }
            Instruction::MoveZeroDouble { to, from, test } => {
                self.move_double(to, from, self.register(test) == 0)?;
            }
            Instruction::MoveFromFloat { to, from } => {
                self.registers[usize::from(to)] = self.float_bits(from);
            }
            Instruction::MoveToFloat { from, to } => self.set_float(to, self.register(from)),
            Instruction::LoadSingle { to, offset, base } => {
                let word = self.memory.load_word(self.register(base).wrapping_add(offset))?;
                self.set_float(to, word);
            }
            Instruction::StoreSingle { from, offset, base } => {
                let address = self.register(base).wrapping_add(offset);
                self.memory.store_word(address, self.float_bits(from))?;
            }
            Instruction::LoadDouble { to, offset, base } => {
                even_one(to, "first register")?;
                let address = self.register(base).wrapping_add(offset);
                if !address.is_multiple_of(8) {
                    return Err(FaultReason::Unaligned(Access::Load, address, 8));
                }
                let low = self.memory.load_word(address)?;
                let high = self.memory.load_word(address + 4)?;
                self.set_double_bits(to, u64::from(high) << 32 | u64::from(low));
            }
            Instruction::StoreDouble { from, offset, base } => {
                even_one(from, "first register")?;
                let address = self.register(base).wrapping_add(offset);
                if !address.is_multiple_of(8) {
                    return Err(FaultReason::Unaligned(Access::Store, address, 8));
                }
                let bits = self.double_bits(from);
                self.memory.store_word(address, bits as u32)?;
                self.memory.store_word(address + 4, (bits >> 32) as u32)?;
            }
            _ => {}
        }
        Ok(Continuation::Next)
    }

    fn single_to_word(&mut self, to: u8, from: u8, round: impl Fn(f32) -> f32) {
        let value = self.single(from);
        self.set_float(to, word_of_single(value, round(value)));
    }

    fn double_to_word(&mut self, to: u8, from: u8, round: impl Fn(f64) -> f64) -> Result<(), FaultReason> {
        even_one(from, "second register")?;
        let value = self.double(from);
        self.set_float(to, word(value, round(value)));
        Ok(())
    }
}

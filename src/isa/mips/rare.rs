//! The instructions that few programs use: unaligned words, long sums of products, coprocessor 0.

use super::cpu::Cpu;
use super::exec::Continuation;
use super::table::Instruction;
use crate::machine::FaultReason;

impl Cpu {
    /// The address and the size in bytes of what a rare instruction stores, if it stores anything.
    pub(super) fn store_of(&self, instruction: Instruction) -> Option<(u32, u32)> {
        match instruction {
            Instruction::StoreWordLeft { offset, base, .. }
            | Instruction::StoreWordRight { offset, base, .. } => {
                Some((self.register(base).wrapping_add(offset) & !3, 4))
            }
            Instruction::StoreSingle { offset, base, .. } => {
                Some((self.register(base).wrapping_add(offset), 4))
            }
            Instruction::StoreDouble { offset, base, .. } => {
                Some((self.register(base).wrapping_add(offset), 8))
            }
            _ => None,
        }
    }

    /// Executes an instruction that the main loop leaves to others.
    pub(super) fn rare(&mut self, instruction: Instruction) -> Result<Continuation, FaultReason> {
        match instruction {
            Instruction::LoadWordLeft { to, offset, base } => {
                let address = self.register(base).wrapping_add(offset);
                let mut bytes = self.register(to).to_le_bytes();
                for index in 0..=address % 4 {
                    bytes[3 - index as usize] = self.memory.load_byte(address - index)?;
                }
                self.registers[usize::from(to)] = u32::from_le_bytes(bytes);
            }
            Instruction::LoadWordRight { to, offset, base } => {
                let address = self.register(base).wrapping_add(offset);
                let mut bytes = self.register(to).to_le_bytes();
                for index in 0..=3 - address % 4 {
                    bytes[index as usize] = self.memory.load_byte(address + index)?;
                }
                self.registers[usize::from(to)] = u32::from_le_bytes(bytes);
            }
            Instruction::StoreWordLeft { from, offset, base } => {
                let address = self.register(base).wrapping_add(offset);
                let bytes = self.register(from).to_le_bytes();
                for index in 0..=address % 4 {
                    self.memory.store_byte(address - index, bytes[3 - index as usize])?;
                }
            }
            Instruction::StoreWordRight { from, offset, base } => {
                let address = self.register(base).wrapping_add(offset);
                let bytes = self.register(from).to_le_bytes();
                for index in 0..=3 - address % 4 {
                    self.memory.store_byte(address + index, bytes[index as usize])?;
                }
            }
            Instruction::MultiplyAdd { left, right } => {
                let product = self.signed_product(left, right);
                self.set_hi_lo(self.both().wrapping_add(product));
            }
            Instruction::MultiplyAddUnsigned { left, right } => {
                let product = u64::from(self.register(left)) * u64::from(self.register(right));
                self.set_hi_lo(self.both().wrapping_add(product));
            }
            Instruction::MultiplySubtract { left, right } => {
                let product = self.signed_product(left, right);
                self.set_hi_lo(self.both().wrapping_sub(product));
            }
            Instruction::MultiplySubtractUnsigned { left, right } => {
                let product = u64::from(self.register(left)) * u64::from(self.register(right));
                self.set_hi_lo(self.both().wrapping_sub(product));
            }
            Instruction::CountLeadingOnes { to, from } => {
                self.registers[usize::from(to)] = self.register(from).leading_ones();
            }
            Instruction::CountLeadingZeros { to, from } => {
                self.registers[usize::from(to)] = self.register(from).leading_zeros();
            }
            Instruction::MoveFromSystem { to, from } => {
                self.registers[usize::from(to)] = self.system.get(from);
            }
            Instruction::MoveToSystem { from, to } => self.system.set(to, self.register(from)),
            Instruction::MoveFalse { to, from, flag } => {
                if !self.flag(flag) {
                    self.registers[usize::from(to)] = self.register(from);
                }
            }
            Instruction::MoveTrue { to, from, flag } => {
                if self.flag(flag) {
                    self.registers[usize::from(to)] = self.register(from);
                }
            }
            floating => return self.floating(floating),
        }
        Ok(Continuation::Next)
    }

    fn signed_product(&self, left: u8, right: u8) -> u64 {
        let [left, right] = [left, right].map(|number| i64::from(self.register(number).cast_signed()));
        (left * right) as u64
    }

    fn set_hi_lo(&mut self, value: u64) {
        self.hi = (value >> 32) as u32;
        self.lo = value as u32;
    }

    fn both(&self) -> u64 {
        u64::from(self.hi) << 32 | u64::from(self.lo)
    }

    /// A condition flag of the floating point unit.
    pub(super) fn flag(&self, number: u8) -> bool {
        self.flags >> (number & 7) & 1 != 0
    }
}

//! The fast loop.

use super::super::cpu::Cpu;
use super::super::flags::Flags;
use super::super::memory::Memory;
use super::super::operation::Operation;
use super::super::registers::PROGRAM_COUNTER;
use super::{Machine, execute};

/// What plain operations touch, borrowed or copied out of the machine for a while.
struct Sprint<'c> {
    registers: &'c mut [u32; 256],
    memory: &'c mut Memory,
    flags: Flags,
    /// The address of the program's first instruction.
    base: u32,
    /// The number of the next instruction, counted from the first one.
    next: u32,
}

/// The operation is not for a sprint; nothing of it was done.
struct NotPlain;

/// The number of the instruction at an address. For an address that is no multiple of four from the first instruction it is
/// larger than that of any instruction.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
fn number(address: u32, base: u32) -> u32 {
    address.wrapping_sub(base).rotate_right(2)
}

/// The address of the instruction with a number.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
fn address(number: u32, base: u32) -> u32 {
    number.rotate_left(2).wrapping_add(base)
}

#[allow(clippy::inline_always, reason = "parts of the fast loop")]
impl Machine for Sprint<'_> {
    type Refusal = NotPlain;

    #[inline(always)]
    fn get(&self, number: u8) -> u32 {
        self.registers[usize::from(number)]
    }

    #[inline(always)]
    fn set(&mut self, number: u8, value: u32) {
        self.registers[usize::from(number)] = value;
    }

    #[inline(always)]
    fn flags(&mut self) -> &mut Flags {
        &mut self.flags
    }

    #[inline(always)]
    fn jump(&mut self, target: u32) {
        self.next = number(target, self.base);
    }

    #[inline(always)]
    fn link(&self) -> u32 {
        address(self.next, self.base)
    }

    #[inline(always)]
    fn load_word(&mut self, address: u32) -> Result<u32, NotPlain> {
        if !address.is_multiple_of(4) {
            return Err(NotPlain);
        }
        self.memory.load_plain(address).map(u32::from_le_bytes).ok_or(NotPlain)
    }

    #[inline(always)]
    fn load_half(&mut self, address: u32) -> Result<u16, NotPlain> {
        if !address.is_multiple_of(2) {
            return Err(NotPlain);
        }
        self.memory.load_plain(address).map(u16::from_le_bytes).ok_or(NotPlain)
    }

    #[inline(always)]
    fn load_byte(&mut self, address: u32) -> Result<u8, NotPlain> {
        self.memory.load_plain(address).map(u8::from_le_bytes).ok_or(NotPlain)
    }

    #[inline(always)]
    fn load_literal(&mut self, address: u32) -> Result<u32, NotPlain> {
        if !address.is_multiple_of(4) {
            return Err(NotPlain);
        }
        self.memory.load_code(address).map(u32::from_le_bytes).ok_or(NotPlain)
    }

    #[inline(always)]
    fn store_word(&mut self, address: u32, word: u32) -> Result<(), NotPlain> {
        if !address.is_multiple_of(4) {
            return Err(NotPlain);
        }
        self.memory.store_plain(address, word.to_le_bytes()).ok_or(NotPlain)
    }

    #[inline(always)]
    fn store_half(&mut self, address: u32, half: u16) -> Result<(), NotPlain> {
        if !address.is_multiple_of(2) {
            return Err(NotPlain);
        }
        self.memory.store_plain(address, half.to_le_bytes()).ok_or(NotPlain)
    }

    #[inline(always)]
    fn store_byte(&mut self, address: u32, byte: u8) -> Result<(), NotPlain> {
        self.memory.store_plain(address, [byte]).ok_or(NotPlain)
    }

    #[inline]
    fn load_block(&mut self, address: u32, registers: u16) -> Result<(), NotPlain> {
        let length = 4 * registers.count_ones() as usize;
        let bytes =
            self.memory.plain(address, length).filter(|_| address.is_multiple_of(4)).ok_or(NotPlain)?;
        let mut left = registers;
        for word in bytes.as_chunks().0 {
            let number = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            let word = u32::from_le_bytes(*word);
            if number == PROGRAM_COUNTER {
                self.next = self::number(word & !3, self.base);
            } else {
                self.registers[usize::from(number)] = word;
            }
        }
        Ok(())
    }

    #[inline]
    fn store_block(&mut self, address: u32, registers: u16) -> Result<(), NotPlain> {
        let length = 4 * registers.count_ones() as usize;
        let place = self.memory.plain_mut(address, length).filter(|_| address.is_multiple_of(4));
        let mut left = registers;
        for word in place.ok_or(NotPlain)?.as_chunks_mut().0 {
            let number = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            *word = self.registers[usize::from(number)].to_le_bytes();
        }
        Ok(())
    }

    #[inline(always)]
    fn special(&mut self, _: Operation) -> Result<(), NotPlain> {
        Err(NotPlain)
    }
}

impl Cpu {
    /// Executes plain operations up to the first one that is not plain, or until the budget is used up.
    pub(super) fn sprint(&mut self, fuel: u64) {
        let (operations, bodies) = (self.code.operations.as_slice(), self.code.bodies.as_slice());
        let base = self.code.base;
        let mut left = fuel.saturating_sub(self.executed);
        let mut sprint = Sprint {
            registers: &mut self.registers,
            memory: &mut self.memory,
            flags: self.flags,
            base,
            next: number(self.pc, base),
        };
        while left > 0 {
            let Some(mut operation) = operations.get(sprint.next as usize) else { break };
            if let Operation::Conditional { condition } = *operation {
                if !sprint.flags.meet(condition) {
                    sprint.next = sprint.next.wrapping_add(1);
                    left -= 1;
                    continue;
                }
                let Some(body) = bodies.get(sprint.next as usize) else { break };
                operation = body;
            }
            sprint.next = sprint.next.wrapping_add(1);
            if execute(&mut sprint, operation).is_err() {
                sprint.next = sprint.next.wrapping_sub(1);
                break;
            }
            left -= 1;
        }
        let Sprint { next, flags, .. } = sprint;
        (self.pc, self.flags) = (address(next, base), flags);
        self.executed = fuel.max(self.executed) - left;
    }
}

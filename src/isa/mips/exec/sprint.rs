//! The fast loop.

use super::super::cpu::Cpu;
use super::super::memory::Memory;
use super::super::table::Instruction;
use super::superinstruction::Superinstruction;
use super::{Machine, execute};
use crate::machine::FaultReason;

/// The state that plain instructions touch, borrowed or copied out of the machine for a while.
pub(super) struct Sprint<'c> {
    registers: &'c mut [u32; 256],
    pub(super) memory: &'c mut Memory,
    hi: u32,
    lo: u32,
    /// The address of the program's first instruction.
    base: u32,
    /// The number of the next instruction, counted from the first one.
    pub(super) next: usize,
}

/// The instruction is not for a sprint; nothing of it was done.
pub(super) struct NotPlain;

/// The number of the instruction at an address. For an address that is no multiple of four from the first instruction it is
/// larger than that of any instruction.
fn number(address: u32, base: u32) -> usize {
    address.wrapping_sub(base).rotate_right(2) as usize
}

/// The address of the instruction with a number.
fn address(number: usize, base: u32) -> u32 {
    (number as u32).rotate_left(2).wrapping_add(base)
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
    fn hi(&self) -> u32 {
        self.hi
    }

    #[inline(always)]
    fn lo(&self) -> u32 {
        self.lo
    }

    #[inline(always)]
    fn set_hi(&mut self, value: u32) {
        self.hi = value;
    }

    #[inline(always)]
    fn set_lo(&mut self, value: u32) {
        self.lo = value;
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
    fn load<const SIZE: usize>(&mut self, base: u8, offset: u32) -> Result<[u8; SIZE], NotPlain> {
        self.memory.load_plain(self.get(base).wrapping_add(offset)).ok_or(NotPlain)
    }

    #[inline(always)]
    fn store<const SIZE: usize>(&mut self, base: u8, offset: u32, bytes: [u8; SIZE]) -> Result<(), NotPlain> {
        self.memory.store_plain(self.get(base).wrapping_add(offset), bytes).ok_or(NotPlain)
    }

    #[inline(always)]
    fn fault(&mut self, _: FaultReason) -> NotPlain {
        NotPlain
    }

    #[inline(always)]
    fn special(&mut self, _: Instruction) -> Result<(), NotPlain> {
        Err(NotPlain)
    }
}

impl Cpu {
    /// Executes plain instructions up to the first one that is not plain, or until the budget is used up.
    pub(super) fn sprint(&mut self, fuel: u64) {
        let text = self.code.steps.as_slice();
        let base = self.code.user.base;
        let mut left = fuel.saturating_sub(self.executed);
        let mut sprint = Sprint {
            registers: &mut self.registers,
            memory: &mut self.memory,
            hi: self.hi,
            lo: self.lo,
            base,
            next: number(self.pc, base),
        };
        while left > 0 {
            let Some(step) = text.get(sprint.next) else { break };
            if let Superinstruction::One(instruction) = step {
                sprint.next += 1;
                if execute(&mut sprint, instruction).is_err() {
                    sprint.next -= 1;
                    break;
                }
                left -= 1;
                continue;
            }
            // The end of the budget may be in the middle of it.
            if left < Superinstruction::LONGEST {
                break;
            }
            let Ok(executed) = sprint.execute_several(*step) else { break };
            left -= executed;
        }
        let Sprint { next, hi, lo, .. } = sprint;
        (self.pc, self.hi, self.lo) = (address(next, base), hi, lo);
        self.executed = fuel.max(self.executed) - left;
    }
}

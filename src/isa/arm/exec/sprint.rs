//! The fast loop.

use super::super::condition::Condition;
use super::super::cpu::Cpu;
use super::super::flags::Flags;
use super::super::memory::Memory;
use super::super::operation::{Block, Operation, Pair};
use super::super::registers::PROGRAM_COUNTER;
use super::{Machine, execute};

/// The state that plain operations touch, borrowed or copied out of the machine for a while.
struct Sprint<'m, 'c> {
    registers: &'m mut [u32; 256],
    memory: &'m mut Memory,
    flags: Flags,
    /// The address of the program's first instruction.
    base: u32,
    /// For each instruction the operation that is executed if its condition holds.
    bodies: &'c [Operation],
    /// The number of the next instruction, counted from the first one; where there is no code the sprint is over.
    next: usize,
}

/// The operation is not for a sprint; nothing of it was done.
struct NotPlain;

/// The number of the instruction at an address. For an address that is no multiple of four from the first instruction it is
/// larger than that of any instruction.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
fn number(address: u32, base: u32) -> usize {
    address.wrapping_sub(base).rotate_right(2) as usize
}

/// The address of the instruction with a number.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
fn address(number: usize, base: u32) -> u32 {
    (number as u32).rotate_left(2).wrapping_add(base)
}

impl Sprint<'_, '_> {
    /// Two words that follow each other, the one at the address first.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the fast loop")]
    fn load_two(&self, address: u32) -> Result<[u32; 2], NotPlain> {
        if !address.is_multiple_of(4) {
            return Err(NotPlain);
        }
        let both = self.memory.load_plain(address).map(u64::from_le_bytes).ok_or(NotPlain)?;
        Ok([both as u32, (both >> 32) as u32])
    }
}

#[allow(clippy::inline_always, reason = "parts of the fast loop")]
impl Machine for Sprint<'_, '_> {
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
    fn jump(&mut self, target: u32) -> Result<(), NotPlain> {
        self.next = number(target, self.base);
        Ok(())
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

    #[inline(always)]
    fn load_block(&mut self, block: &Block) -> Result<(), NotPlain> {
        let address = block.address(self.get(block.base));
        let bytes = self.memory.plain(address, usize::from(block.length)).ok_or(NotPlain)?;
        if !address.is_multiple_of(4) {
            return Err(NotPlain);
        }
        let words = bytes.as_chunks().0;
        let mut left = block.registers;
        if left >> PROGRAM_COUNTER != 0 {
            let target = u32::from_le_bytes(*words.last().ok_or(NotPlain)?) & !3;
            self.next = number(target, self.base);
            left &= !(1 << PROGRAM_COUNTER);
        }
        let mut words = words.iter();
        while left != 0
            && let Some(word) = words.next()
        {
            self.registers[left.trailing_zeros() as usize] = u32::from_le_bytes(*word);
            left &= left.wrapping_sub(1);
        }
        self.set(block.base, block.moved(self.get(block.base)));
        Ok(())
    }

    #[inline(always)]
    fn store_block(&mut self, block: &Block) -> Result<(), NotPlain> {
        let before = self.get(block.base);
        let address = block.address(before);
        let bytes = self.memory.plain_mut(address, usize::from(block.length)).ok_or(NotPlain)?;
        if !address.is_multiple_of(4) {
            return Err(NotPlain);
        }
        let mut words = bytes.as_chunks_mut().0.iter_mut();
        let mut left = block.registers;
        while left != 0
            && let Some(word) = words.next()
        {
            *word = self.registers[left.trailing_zeros() as usize].to_le_bytes();
            left &= left.wrapping_sub(1);
        }
        self.set(block.base, block.moved(before));
        Ok(())
    }

    #[inline(always)]
    fn load_pair(&mut self, pair: &Pair) -> Result<(), NotPlain> {
        let before = self.get(pair.base);
        let [first, second] = self.load_two(before.wrapping_add_signed(i32::from(pair.start)))?;
        // A base register that is loaded does not change otherwise.
        self.set(pair.base, before.wrapping_add_signed(i32::from(pair.change)));
        self.set(pair.first, first);
        self.set(pair.second, second);
        Ok(())
    }

    #[inline(always)]
    fn load_pair_and_jump(&mut self, pair: &Pair) -> Result<(), NotPlain> {
        let before = self.get(pair.base);
        let [first, target] = self.load_two(before.wrapping_add_signed(i32::from(pair.start)))?;
        self.jump(target & !3)?;
        self.set(pair.base, before.wrapping_add_signed(i32::from(pair.change)));
        self.set(pair.first, first);
        Ok(())
    }

    #[inline(always)]
    fn store_pair(&mut self, pair: &Pair) -> Result<(), NotPlain> {
        let before = self.get(pair.base);
        let address = before.wrapping_add_signed(i32::from(pair.start));
        if !address.is_multiple_of(4) {
            return Err(NotPlain);
        }
        let both = u64::from(self.get(pair.second)) << 32 | u64::from(self.get(pair.first));
        self.memory.store_plain(address, both.to_le_bytes()).ok_or(NotPlain)?;
        self.set(pair.base, before.wrapping_add_signed(i32::from(pair.change)));
        Ok(())
    }

    #[inline(always)]
    fn conditional(&mut self, condition: Condition) -> Result<(), NotPlain> {
        if !self.flags.meet(condition) {
            return Ok(());
        }
        // A copy, so that the fast loop's own sprint can stay in host registers.
        let mut sprint = Sprint { registers: self.registers, memory: self.memory, ..*self };
        let result = execute_body(&mut sprint);
        (self.flags, self.next) = (sprint.flags, sprint.next);
        result
    }

    #[inline(always)]
    fn special(&mut self, _: Operation) -> Result<(), NotPlain> {
        Err(NotPlain)
    }
}

/// Executes the body of the conditional operation that the sprint is at. This is no part of the fast loop, which would
/// otherwise ask of each operation if it has a condition.
#[inline(never)]
fn execute_body(sprint: &mut Sprint<'_, '_>) -> Result<(), NotPlain> {
    let here = sprint.next.wrapping_sub(1);
    let body = sprint.bodies.get(here).unwrap_or(&Operation::Stale);
    execute(sprint, body)
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
            bodies,
            next: number(self.pc, base),
        };
        while left > 0 {
            let Some(operation) = operations.get(sprint.next) else { break };
            sprint.next += 1;
            if execute(&mut sprint, operation).is_err() {
                sprint.next -= 1;
                break;
            }
            left -= 1;
        }
        let (next, flags) = (sprint.next, sprint.flags);
        (self.pc, self.flags) = (address(next, base), flags);
        self.executed = fuel.max(self.executed) - left;
    }
}

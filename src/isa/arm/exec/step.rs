//! The whole machine, one instruction at a time.

use super::super::board::is_in;
use super::super::condition::Condition;
use super::super::cpu::Cpu;
use super::super::flags::Flags;
use super::super::operation::{Block, Operation};
use super::super::registers::PROGRAM_COUNTER;
use super::{Machine, ServiceOutcome, Trouble, execute};
use crate::console::Console;
use crate::machine::{Access, Ended, Fault, FaultReason, Observer, Stop};

/// The machine while it executes one instruction, which is at its program counter.
pub(super) struct Step<'s, O> {
    pub(super) cpu: &'s mut Cpu,
    pub(super) console: &'s mut dyn Console,
    pub(super) observer: &'s mut O,
    /// Where the program goes on.
    pub(super) next: u32,
}

impl<O: Observer<Cpu>> Step<'_, O> {
    fn is_device(&self, address: u32) -> bool {
        self.cpu.map.devices.iter().any(|part| is_in(*part, address))
    }

    fn store<const SIZE: usize>(&mut self, address: u32, bytes: [u8; SIZE]) -> Result<(), Trouble> {
        if self.is_device(address) {
            let mut word = [0; 4];
            word.iter_mut().zip(bytes).for_each(|(part, byte)| *part = byte);
            return self.cpu.store_device(address, u32::from_le_bytes(word), self.console, self.observer);
        }
        self.observer.storing(self.cpu, address, SIZE as u32);
        self.cpu.memory.store(address, bytes)?;
        if self.cpu.memory.is_code(address) || self.cpu.code.index(address).is_some() {
            self.cpu.made_stale(address, SIZE as u32);
        }
        Ok(())
    }

    /// A halfword at an odd address is unpredictable on processors that take only aligned words.
    fn check_half(&self, access: Access, address: u32) -> Result<(), Trouble> {
        if address.is_multiple_of(2) || self.cpu.map.takes_unaligned {
            Ok(())
        } else {
            Err(FaultReason::Unaligned(access, address, 2).into())
        }
    }

    /// The addresses of the words of a transfer of several registers, which are always aligned, with the registers.
    pub(super) fn block(address: u32, registers: u16) -> impl Iterator<Item = (u32, u8)> {
        let (mut left, mut place) = (registers, address & !3);
        std::iter::from_fn(move || {
            let here = (place, left.trailing_zeros() as u8);
            left &= left.checked_sub(1)?;
            place = place.wrapping_add(4);
            Some(here)
        })
    }
}

impl<O: Observer<Cpu>> Machine for Step<'_, O> {
    type Refusal = Trouble;

    fn get(&self, number: u8) -> u32 {
        self.cpu.registers[usize::from(number)]
    }

    fn set(&mut self, number: u8, value: u32) {
        self.cpu.registers[usize::from(number)] = value;
    }

    fn flags(&mut self) -> &mut Flags {
        &mut self.cpu.flags
    }

    fn jump(&mut self, target: u32) -> Result<(), Trouble> {
        self.next = target;
        Ok(())
    }

    fn link(&self) -> u32 {
        self.cpu.pc.wrapping_add(4)
    }

    fn load_word(&mut self, address: u32) -> Result<u32, Trouble> {
        if self.is_device(address) {
            return self.cpu.load_device(address, self.console);
        }
        if self.cpu.map.takes_unaligned || address.is_multiple_of(4) {
            return Ok(u32::from_le_bytes(self.cpu.memory.load(address)?));
        }
        // The word around the address, with the byte there in the lowest place.
        let word = u32::from_le_bytes(self.cpu.memory.load(address & !3)?);
        Ok(word.rotate_right(8 * (address & 3)))
    }

    fn load_half(&mut self, address: u32) -> Result<u16, Trouble> {
        if self.is_device(address) {
            return Ok(self.cpu.load_device(address, self.console)? as u16);
        }
        self.check_half(Access::Load, address)?;
        Ok(u16::from_le_bytes(self.cpu.memory.load(address)?))
    }

    fn load_byte(&mut self, address: u32) -> Result<u8, Trouble> {
        if self.is_device(address) {
            return Ok(self.cpu.load_device(address, self.console)? as u8);
        }
        Ok(u8::from_le_bytes(self.cpu.memory.load(address)?))
    }

    fn load_literal(&mut self, address: u32) -> Result<u32, Trouble> {
        self.load_word(address)
    }

    fn store_word(&mut self, address: u32, word: u32) -> Result<(), Trouble> {
        // The two lowest bits of the address do not count.
        let address = if self.cpu.map.takes_unaligned { address } else { address & !3 };
        self.store(address, word.to_le_bytes())
    }

    fn store_half(&mut self, address: u32, half: u16) -> Result<(), Trouble> {
        self.check_half(Access::Store, address)?;
        self.store(address, half.to_le_bytes())
    }

    fn store_byte(&mut self, address: u32, byte: u8) -> Result<(), Trouble> {
        self.store(address, [byte])
    }

    fn load_block(&mut self, block: &Block) -> Result<(), Trouble> {
        let Block { base, registers, .. } = *block;
        let address = block.address(self.get(base));
        let mut loaded = [0; 16];
        for (address, number) in Self::block(address, registers) {
            loaded[usize::from(number)] = self.load_word(address)?;
        }
        for (_, number) in Self::block(address, registers) {
            let word = loaded[usize::from(number)];
            if number == PROGRAM_COUNTER {
                self.jump(word & !3)?;
            } else {
                self.set(number, word);
            }
        }
        self.set(base, block.moved(self.get(base)));
        Ok(())
    }

    fn store_block(&mut self, block: &Block) -> Result<(), Trouble> {
        let before = self.get(block.base);
        for (address, number) in Self::block(block.address(before), block.registers) {
            self.store_word(address, self.get(number))?;
        }
        self.set(block.base, block.moved(before));
        Ok(())
    }

    /// The condition is looked at before a step is made, and the step is that of the body.
    fn conditional(&mut self, _: Condition) -> Result<(), Trouble> {
        Ok(())
    }

    fn special(&mut self, operation: Operation) -> Result<(), Trouble> {
        match operation {
            Operation::Undefined { word } => Err(FaultReason::IllegalInstruction(word).into()),
            Operation::BranchToItself => Err(Trouble::Stop(Stop::Halted)),
            Operation::JumpRegister { target, exchanges } => self.jump_to(self.get(target), exchanges),
            _ => self.general(),
        }
    }
}

impl Cpu {
    /// Runs until something stops the machine or `fuel` instructions are executed. At the end of a run that did not end
    /// in a fault, the program counter is at the instruction that stopped.
    pub(in super::super) fn execute<O: Observer<Self>>(
        &mut self,
        fuel: u64,
        console: &mut dyn Console,
        observer: &mut O,
    ) -> Ended {
        let stop = loop {
            if !O::LOOKS {
                self.sprint(fuel);
            }
            if self.executed >= fuel {
                break Stop::OutOfFuel;
            }
            match self.step(console, observer) {
                Ok(()) => {}
                Err(Trouble::Stop(stop)) => break stop,
                Err(Trouble::Fault(reason)) => break Stop::Fault(Fault { reason, at: self.pc }),
            }
        };
        Ended::new(stop, self.executed, self.pc)
    }

    /// Executes one instruction, whatever it is.
    fn step<O: Observer<Self>>(
        &mut self,
        console: &mut dyn Console,
        observer: &mut O,
    ) -> Result<(), Trouble> {
        let pc = self.pc;
        if self.returns_to == Some(pc) {
            return Err(Trouble::Stop(Stop::DroppedOff));
        }
        let lowered = self.fetch(pc)?;
        if O::LOOKS && !observer.before(self, self.instruction_at(pc)) {
            return Err(Trouble::Stop(Stop::OutOfFuel));
        }
        self.executed += 1;
        let mut operation = lowered.operation;
        if let Operation::Conditional { condition } = operation {
            if !self.flags.meet(condition) {
                self.pc = pc.wrapping_add(4);
                return Ok(());
            }
            operation = lowered.body;
        }
        let mut step = Step { cpu: self, console, observer, next: pc.wrapping_add(4) };
        execute(&mut step, &operation)?;
        self.pc = step.next;
        Ok(())
    }
}

impl<O: Observer<Cpu>> Step<'_, O> {
    /// Goes on at an address. The two lowest bits do not count, but for an exchange of the instruction set, which needs them.
    pub(super) fn jump_to(&mut self, target: u32, exchanges: bool) -> Result<(), Trouble> {
        if exchanges && target & 3 != 0 {
            return Err(FaultReason::BadJump(target).into());
        }
        self.jump(target & !3)
    }

    /// Calls a service of the board.
    pub(super) fn call_service(&mut self, number: u32) -> Result<(), Trouble> {
        let returns_to = self.next;
        match self.cpu.service(number, returns_to, self.console, self.observer)? {
            ServiceOutcome::Next => {}
            ServiceOutcome::Gone => self.next = self.cpu.pc,
            ServiceOutcome::Stop(stop) => return Err(Trouble::Stop(stop)),
        }
        Ok(())
    }
}

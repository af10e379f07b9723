//! Execution: the plain instructions are one flat `match`, written once over a [`Machine`].
//!
//! It has two machines. [`Sprint`] holds what plain instructions touch in local variables and gives up at everything else:
//! traps, devices, denied memory. [`Step`] is the whole machine with its console and its observer; it executes the one
//! instruction that a sprint gave up at, and every instruction of a run that is watched or has interrupts.
//!
//! A global table gives the decoded form of each of the 65,536 words, so that nothing is decoded twice and a program that
//! modifies itself is executed correctly without further ado. Semantics: Patt and Patel, third edition, appendix A.3.

use std::sync::LazyLock;

use super::cpu::{Cpu, condition_codes};
use super::profile::{Edition, Setup};
use super::table::Instruction;
use crate::console::Console;
use crate::machine::{Ended, Fault, FaultReason, Observer, Stop};

/// A decoded instruction in eight bytes, which a machine can index without a multiplication.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Decoded(Instruction);

static DECODED: LazyLock<Box<[Decoded; 0x1_0000]>> = LazyLock::new(|| {
    let table: Vec<Decoded> = (0..=u16::MAX).map(|word| Decoded(Instruction::decode(word))).collect();
    table.into_boxed_slice().try_into().expect("there are 65,536 words")
});

/// The decision of the slow path.
pub(super) enum Next {
    /// Go on at the machine's program counter.
    Continue,
    /// The run is over.
    Stop(Stop),
}

/// The parts of the machine that plain instructions use.
trait Machine {
    /// The reason why an instruction was not executed to its end.
    type Refusal;

    /// Where the next instruction is.
    fn pc(&self) -> u16;

    /// Goes on at an address.
    fn jump(&mut self, pc: u16);

    /// The condition codes as the bits n, z, p.
    fn codes(&self) -> u8;

    /// A general register.
    fn register(&self, number: u8) -> u16;

    /// Sets a general register; the condition codes stay.
    fn set(&mut self, number: u8, value: u16);

    /// Sets the condition codes to those of a result.
    fn note(&mut self, result: u16);

    /// The settings that distinguish this machine from others.
    fn setup(&self) -> &Setup;

    /// Reads a word of memory.
    fn load(&mut self, address: u16) -> Result<u16, Self::Refusal>;

    /// Writes a word of memory.
    fn store(&mut self, address: u16, word: u16) -> Result<(), Self::Refusal>;

    /// Executes what is no plain instruction.
    fn special(&mut self, instruction: Instruction) -> Result<(), Self::Refusal>;

    /// Sets a general register and the condition codes.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the fast loop")]
    fn result(&mut self, number: u8, value: u16) {
        self.set(number, value);
        self.note(value);
    }
}

/// Executes one instruction; the program counter is at the one after it.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the body of the fast loop")]
fn execute<M: Machine>(machine: &mut M, instruction: &Instruction) -> Result<(), M::Refusal> {
    // By reference, so that each arm reads only the operands that it has.
    match *instruction {
        Instruction::Br { conditions, offset } => {
            if conditions & machine.codes() != 0 {
                machine.jump(machine.pc().wrapping_add(offset));
            }
        }
        Instruction::Add { to, left, right } => {
            machine.result(to, machine.register(left).wrapping_add(machine.register(right)));
        }
        Instruction::AddImmediate { to, left, right } => {
            machine.result(to, machine.register(left).wrapping_add(right));
        }
        Instruction::And { to, left, right } => {
            machine.result(to, machine.register(left) & machine.register(right));
        }
        Instruction::AndImmediate { to, left, right } => machine.result(to, machine.register(left) & right),
        Instruction::Not { to, of } => machine.result(to, !machine.register(of)),
        Instruction::Load { to, offset } => {
            let word = machine.load(machine.pc().wrapping_add(offset))?;
            machine.result(to, word);
        }
        Instruction::LoadIndirect { to, offset } => {
            let address = machine.load(machine.pc().wrapping_add(offset))?;
            let word = machine.load(address)?;
            machine.result(to, word);
        }
        Instruction::LoadRegister { to, base, offset } => {
            let word = machine.load(machine.register(base).wrapping_add(offset))?;
            machine.result(to, word);
        }
        Instruction::LoadAddress { to, offset } => {
            let address = machine.pc().wrapping_add(offset);
            machine.set(to, address);
            if machine.setup().edition == Edition::Second {
                machine.note(address);
            }
        }
        Instruction::Store { from, offset } => {
            machine.store(machine.pc().wrapping_add(offset), machine.register(from))?;
        }
        Instruction::StoreIndirect { from, offset } => {
            let address = machine.load(machine.pc().wrapping_add(offset))?;
            machine.store(address, machine.register(from))?;
        }
        Instruction::StoreRegister { from, base, offset } => {
            machine.store(machine.register(base).wrapping_add(offset), machine.register(from))?;
        }
        Instruction::JumpSubroutine { offset } => {
            let link = machine.pc();
            machine.set(7, link);
            machine.jump(link.wrapping_add(offset));
        }
        Instruction::JumpSubroutineRegister { base } => {
            let (target, link) = (machine.register(base), machine.pc());
            let links_first = base == 7 && machine.setup().profile.links_before_jump;
            machine.set(7, link);
            machine.jump(if links_first { link } else { target });
        }
        Instruction::Jump { base } => machine.jump(machine.register(base)),
        Instruction::Trap { .. }
        | Instruction::ReturnFromInterrupt {}
        | Instruction::Multiply { .. }
        | Instruction::MultiplyImmediate { .. }
        | Instruction::Subtract { .. }
        | Instruction::JumpUser { .. }
        | Instruction::Illegal => return machine.special(*instruction),
    }
    Ok(())
}

/// The state that plain instructions touch, borrowed or copied out of the machine for a while.
struct Sprint<'c> {
    memory: &'c mut [u16; 0x1_0000],
    registers: &'c mut [u16; 256],
    setup: &'c Setup,
    pc: u16,
    /// A word with the sign that the condition codes stand for: they are needed far less often than they change.
    last_result: u16,
    /// The lowest address that may be touched, and the number of words from there on.
    low: u16,
    span: u16,
    has_stored: bool,
}

/// The instruction is not for a sprint; nothing of it was done.
struct NotPlain;

#[allow(clippy::inline_always, reason = "parts of the fast loop")]
impl Machine for Sprint<'_> {
    type Refusal = NotPlain;

    #[inline(always)]
    fn pc(&self) -> u16 {
        self.pc
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        self.pc = pc;
    }

    #[inline(always)]
    fn codes(&self) -> u8 {
        condition_codes(self.last_result)
    }

    #[inline(always)]
    fn register(&self, number: u8) -> u16 {
        self.registers[usize::from(number)]
    }

    #[inline(always)]
    fn set(&mut self, number: u8, value: u16) {
        self.registers[usize::from(number)] = value;
    }

    #[inline(always)]
    fn note(&mut self, result: u16) {
        self.last_result = result;
    }

    #[inline(always)]
    fn setup(&self) -> &Setup {
        self.setup
    }

    #[inline(always)]
    fn load(&mut self, address: u16) -> Result<u16, NotPlain> {
        if address.wrapping_sub(self.low) >= self.span {
            return Err(NotPlain);
        }
        Ok(self.memory[usize::from(address)])
    }

    #[inline(always)]
    fn store(&mut self, address: u16, word: u16) -> Result<(), NotPlain> {
        if address.wrapping_sub(self.low) >= self.span {
            return Err(NotPlain);
        }
        self.has_stored = true;
        self.memory[usize::from(address)] = word;
        Ok(())
    }

    #[inline(always)]
    fn special(&mut self, _: Instruction) -> Result<(), NotPlain> {
        Err(NotPlain)
    }
}

/// The whole machine, for one instruction.
struct Step<'s, O> {
    cpu: &'s mut Cpu,
    console: &'s mut dyn Console,
    observer: &'s mut O,
}

impl<O: Observer<Cpu>> Machine for Step<'_, O> {
    /// The action to take instead of the rest of the instruction.
    type Refusal = Next;

    fn pc(&self) -> u16 {
        self.cpu.pc
    }

    fn jump(&mut self, pc: u16) {
        self.cpu.pc = pc;
    }

    fn codes(&self) -> u8 {
        self.cpu.codes
    }

    fn register(&self, number: u8) -> u16 {
        self.cpu.registers[usize::from(number & 7)]
    }

    fn set(&mut self, number: u8, value: u16) {
        self.cpu.registers[usize::from(number & 7)] = value;
    }

    fn note(&mut self, result: u16) {
        self.cpu.codes = condition_codes(result);
    }

    fn setup(&self) -> &Setup {
        &self.cpu.setup
    }

    fn load(&mut self, address: u16) -> Result<u16, Next> {
        if self.cpu.may_touch(address) {
            return Ok(self.cpu.memory(address));
        }
        self.cpu.load_outside(address, self.console, self.observer)
    }

    fn store(&mut self, address: u16, word: u16) -> Result<(), Next> {
        self.cpu.stores += 1;
        if self.cpu.may_touch(address) {
            self.observer.storing(self.cpu, address.into(), 1);
            self.cpu.memory[usize::from(address)] = word;
            return Ok(());
        }
        match self.cpu.store_outside(address, word, self.console, self.observer) {
            Next::Continue => Ok(()),
            stop @ Next::Stop(_) => Err(stop),
        }
    }

    fn special(&mut self, instruction: Instruction) -> Result<(), Next> {
        Err(match instruction {
            Instruction::Trap { vector } => self.cpu.trap(vector, self.console, self.observer),
            Instruction::ReturnFromInterrupt {} => self.cpu.return_from_interrupt(self.observer),
            _ => self.cpu.irregular(instruction, self.console, self.observer),
        })
    }
}

impl Cpu {
    /// Runs as [`Core::run`](crate::machine::Core::run) describes.
    pub(super) fn execute<O: Observer<Cpu>>(
        &mut self,
        fuel: u64,
        console: &mut dyn Console,
        observer: &mut O,
    ) -> Ended {
        let stop = loop {
            if !O::LOOKS && !self.keyboard.interrupts {
                self.sprint(fuel);
            }
            if self.executed >= fuel {
                break Stop::OutOfFuel;
            }
            if let Next::Stop(stop) = self.step(console, observer) {
                break stop;
            }
        };
        Ended::new(stop, self.executed, u32::from(self.pc))
    }

    /// Executes plain instructions up to the first one that is not plain, or until the budget is used up.
    fn sprint(&mut self, fuel: u64) {
        let last_result = match self.codes {
            1 => 1,
            2 => 0,
            4 => 0x8000,
            // A program has put other codes into the status register, which no result stands for.
            _ => return,
        };
        let decoded: &[Decoded; 0x1_0000] = &DECODED;
        let mut left = fuel.saturating_sub(self.executed);
        let mut sprint = Sprint {
            memory: &mut self.memory,
            registers: &mut self.registers,
            setup: &self.setup,
            pc: self.pc,
            last_result,
            low: self.low,
            span: self.span,
            has_stored: false,
        };
        while left > 0 {
            let pc = sprint.pc;
            if pc.wrapping_sub(sprint.low) >= sprint.span {
                break;
            }
            let Decoded(instruction) = &decoded[usize::from(sprint.memory[usize::from(pc)])];
            sprint.pc = pc.wrapping_add(1);
            if execute(&mut sprint, instruction).is_err() {
                sprint.pc = pc;
                break;
            }
            left -= 1;
        }
        let Sprint { pc, last_result, has_stored, .. } = sprint;
        self.pc = pc;
        self.codes = condition_codes(last_result);
        self.stores += u64::from(has_stored);
        self.executed = fuel.max(self.executed) - left;
    }

    /// Executes one instruction, whatever it is.
    fn step<O: Observer<Cpu>>(&mut self, console: &mut dyn Console, observer: &mut O) -> Next {
        if self.keyboard.interrupts && self.interrupt_is_due(console) {
            return self.interrupt(observer);
        }
        let pc = self.pc;
        self.executed += 1;
        if !self.may_touch(pc) {
            let fault = Fault { reason: FaultReason::ExecuteDenied(u32::from(pc)), at: u32::from(pc) };
            return self.exception(fault, observer);
        }
        let Decoded(instruction) = DECODED[usize::from(self.memory(pc))];
        if !observer.before(self, instruction) {
            self.executed -= 1;
            return Next::Stop(Stop::OutOfFuel);
        }
        self.pc = pc.wrapping_add(1);
        match execute(&mut Step { cpu: self, console, observer }, &instruction) {
            Ok(()) => Next::Continue,
            Err(next) => next,
        }
    }

    /// Returns `true` if a program may touch the memory at an address, and there is plain memory.
    fn may_touch(&self, address: u16) -> bool {
        address.wrapping_sub(self.low) < self.span
    }
}

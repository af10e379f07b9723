//! The whole machine, one instruction at a time.

use super::super::cpu::{Cpu, Delayed};
use super::super::devices::KEYBOARD_INTERRUPT;
use super::super::table::Instruction;
use super::{Continuation, Machine, Trouble, execute};
use crate::console::Console;
use crate::machine::{Ended, Fault, FaultReason, Observer, Stop};

/// The step after an instruction that did not simply lead to the next one.
enum Next {
    /// Go on at the machine's program counter.
    Continue,
    /// The run is over.
    Stop(Stop),
}

/// The machine while it executes one instruction, which is at its program counter.
struct Step<'s, O> {
    cpu: &'s mut Cpu,
    console: &'s mut dyn Console,
    observer: &'s mut O,
    /// Where the program goes on.
    next: u32,
}

impl<O: Observer<Cpu>> Step<'_, O> {
    /// The step after an access to memory that was not carried out.
    fn after(&mut self, trouble: &Trouble) -> Next {
        match *trouble {
            Trouble::Fault(reason) => self.fault(reason),
            Trouble::Stop(stop) => Next::Stop(stop),
        }
    }
}

impl<O: Observer<Cpu>> Machine for Step<'_, O> {
    /// The step to take instead of the rest of the instruction.
    type Refusal = Next;

    fn get(&self, number: u8) -> u32 {
        self.cpu.registers[usize::from(number)]
    }

    fn set(&mut self, number: u8, value: u32) {
        self.cpu.registers[usize::from(number)] = value;
    }

    fn hi(&self) -> u32 {
        self.cpu.hi
    }

    fn lo(&self) -> u32 {
        self.cpu.lo
    }

    fn set_hi(&mut self, value: u32) {
        self.cpu.hi = value;
    }

    fn set_lo(&mut self, value: u32) {
        self.cpu.lo = value;
    }

    fn jump(&mut self, target: u32) {
        if self.cpu.setup.delayed_branches {
            self.cpu.delayed = Some(Delayed::Registered(match self.cpu.delayed {
                Some(Delayed::Triggered(earlier)) => earlier,
                _ => target,
            }));
        } else {
            self.next = target;
        }
    }

    fn link(&self) -> u32 {
        self.cpu.pc.wrapping_add(if self.cpu.setup.delayed_branches { 8 } else { 4 })
    }

    fn load<const SIZE: usize>(&mut self, base: u8, offset: u32) -> Result<[u8; SIZE], Next> {
        let address = self.get(base).wrapping_add(offset);
        let reason = match self.cpu.memory.load(address) {
            Ok(bytes) => return Ok(bytes),
            Err(reason) => reason,
        };
        match self.cpu.load_special(address, reason, self.console) {
            Ok(value) => {
                let bytes = value.to_le_bytes();
                Ok(std::array::from_fn(|index| bytes[index]))
            }
            Err(trouble) => Err(self.after(&trouble)),
        }
    }

    fn store<const SIZE: usize>(&mut self, base: u8, offset: u32, bytes: [u8; SIZE]) -> Result<(), Next> {
        let address = self.get(base).wrapping_add(offset);
        self.observer.storing(self.cpu, address, SIZE as u32);
        let Err(reason) = self.cpu.memory.store(address, bytes) else { return Ok(()) };
        let stored = self.cpu.store_special(address, &bytes, reason, self.console, self.observer);
        stored.map_err(|trouble| self.after(&trouble))
    }

    /// Hands a fault to the exception handler, or ends the run.
    fn fault(&mut self, reason: FaultReason) -> Next {
        let fault = Fault { reason, at: self.cpu.pc };
        let ignored =
            self.cpu.raise(fault).or_else(|stop| self.cpu.ignore(stop, self.console, self.observer));
        ignored.map_or_else(Next::Stop, |()| Next::Continue)
    }

    fn special(&mut self, instruction: Instruction) -> Result<(), Next> {
        match instruction {
            Instruction::Nothing => {
                self.cpu.executed -= 1;
                return Err(Next::Stop(Stop::DroppedOff));
            }
            Instruction::ReturnFromException {} => {
                self.cpu.system.status &= !2;
                self.cpu.pc = self.cpu.system.return_address;
                return Err(Next::Continue);
            }
            _ => {}
        }
        let outcome = if let Instruction::Syscall {} = instruction {
            self.cpu.service(self.console, self.observer)
        } else {
            if let Some((address, size)) = self.cpu.store_of(instruction) {
                self.observer.storing(self.cpu, address, size);
            }
            self.cpu.rare(instruction)
        };
        match outcome {
            Ok(Continuation::Next) => Ok(()),
            Ok(Continuation::Jump(target)) => {
                self.jump(target);
                Ok(())
            }
            Ok(Continuation::Stop(stop)) => Err(Next::Stop(stop)),
            Err(reason) => Err(self.fault(reason)),
        }
    }
}

impl Cpu {
    /// Runs as [`Core::run`](crate::machine::Core::run) describes.
    pub(in super::super) fn execute<O: Observer<Cpu>>(
        &mut self,
        fuel: u64,
        console: &mut dyn Console,
        observer: &mut O,
    ) -> Ended {
        let is_plain = !O::LOOKS && !self.setup.delayed_branches && !self.setup.self_modifying;
        let stop = loop {
            if is_plain && !self.waits_for_interrupts() {
                self.sprint(fuel);
            }
            if self.executed >= fuel {
                break Stop::OutOfFuel;
            }
            if let Next::Stop(stop) = self.step(console, observer) {
                break stop;
            }
        };
        Ended::new(stop, self.executed, self.pc)
    }

    /// Executes one instruction, whatever it is.
    fn step<O: Observer<Cpu>>(&mut self, console: &mut dyn Console, observer: &mut O) -> Next {
        if self.interrupt_is_due(console) {
            self.enter(KEYBOARD_INTERRUPT, self.pc);
            self.pc = self.map.handler;
        }
        let pc = self.pc;
        let fetched = self.fetch(pc);
        let mut step = Step { cpu: self, console, observer, next: pc.wrapping_add(4) };
        let instruction = match fetched {
            Ok(instruction) => instruction,
            Err(reason) => return step.fault(reason),
        };
        if !step.observer.before(step.cpu, instruction) {
            return Next::Stop(Stop::OutOfFuel);
        }
        step.cpu.executed += 1;
        if let Err(next) = execute(&mut step, &instruction) {
            return next;
        }
        self.pc = step.next;
        match self.delayed {
            Some(Delayed::Registered(target)) => self.delayed = Some(Delayed::Triggered(target)),
            Some(Delayed::Triggered(target)) => {
                self.pc = target;
                self.delayed = None;
            }
            None => {}
        }
        Next::Continue
    }

    /// The instruction at an address, as it is now.
    #[inline]
    fn fetch(&self, pc: u32) -> Result<Instruction, FaultReason> {
        match self.code.user.get(pc) {
            Some(instruction) if !self.setup.self_modifying && pc.is_multiple_of(4) => Ok(instruction),
            _ => self.fetch_outside(pc),
        }
    }
}

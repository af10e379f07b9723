//! Everything that is not a plain instruction: traps and their services, devices, exceptions, interrupts.

use super::cpu::{Cpu, Hook, KEYBOARD_VECTOR, SERVICES, USER, condition_codes, device};
use super::exec::Next;
use super::table::Instruction;
use crate::console::Console;
use crate::machine::{Fault, FaultReason, Observer, Stop};

impl Cpu {
    /// `TRAP`: the service itself if the vector table still points at it, else the program's own routine.
    pub(super) fn trap(
        &mut self,
        vector: u8,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Next {
        let routine = self.memory(u16::from(vector));
        if routine == SERVICES + u16::from(vector) {
            if self.second_edition() {
                self.registers[7] = self.pc;
            }
            return self.serve(vector, console, observer);
        }
        if self.second_edition() {
            self.registers[7] = self.pc;
            self.pc = routine;
            return Next::Continue;
        }
        let (pc, psr) = (self.pc, self.psr());
        self.enter_supervisor(pc, psr, observer);
        self.pc = routine;
        Next::Continue
    }

    /// Does the work of a trap. The program counter is after the instruction that asked for it.
    fn serve(&mut self, vector: u8, console: &mut dyn Console, observer: &mut impl Observer<Self>) -> Next {
        let at = self.pc.wrapping_sub(1);
        let texts = self.setup.profile.texts;
        // In the second edition the condition codes are those of the last register that the routine restores.
        let mut last_restored = self.registers[7];
        let done = match vector {
            0x20 => {
                let Some(key) = console.read() else { return self.stop_at(at, Stop::Starved) };
                self.registers[0] = self.key(key);
                last_restored = self.registers[0];
                Ok(())
            }
            0x21 => {
                last_restored = self.registers[1];
                self.print(self.registers[0], at, console, observer)
            }
            0x22 => self.print_words(at, console, observer),
            0x23 => {
                let mut done = texts
                    .input_prompt
                    .iter()
                    .try_for_each(|byte| self.print(u16::from(*byte), at, console, observer));
                if done.is_ok() {
                    let Some(key) = console.read() else { return self.stop_at(at, Stop::Starved) };
                    self.registers[0] = self.key(key);
                    done = self.print(u16::from(key), at, console, observer);
                }
                if done.is_ok() && texts.line_after_input {
                    done = self.print(10, at, console, observer);
                }
                done
            }
            0x24 => self.print_packed(at, console, observer),
            0x25 => return self.stop_at(at, Stop::Halted),
            _ => {
                let reason = FaultReason::UnknownService(u32::from(vector));
                return Next::Stop(Stop::Fault(Fault { reason, at: u32::from(at) }));
            }
        };
        if let Err(stop) = done {
            return self.stop_at(at, stop);
        }
        if self.second_edition() {
            self.codes = condition_codes(last_restored);
        }
        Next::Continue
    }

    fn stop_at(&mut self, at: u16, stop: Stop) -> Next {
        self.pc = at;
        Next::Stop(stop)
    }

    fn key(&mut self, key: u8) -> u16 {
        self.executed += 1;
        self.keyboard.keys_read += 1;
        self.keyboard.raised = false;
        self.keyboard.due = self.executed + self.setup.key_delay;
        if self.setup.profile.sign_extends_keys { key as i8 as u16 } else { u16::from(key) }
    }

    fn print(
        &mut self,
        word: u16,
        at: u16,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Result<(), Stop> {
        self.executed += 1;
        let mut byte = word as u8;
        if byte == b'\r' && self.setup.profile.return_is_newline {
            byte = b'\n';
        }
        if !console.write(byte) {
            return Err(Stop::OutputFull);
        }
        observer.printed(at.into());
        Ok(())
    }

    /// `PUTS`: one character in each word, up to a zero word.
    fn print_words(
        &mut self,
        at: u16,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Result<(), Stop> {
        let mut address = self.registers[0];
        loop {
            let word = self.memory(address);
            if word == 0 {
                return Ok(());
            }
            self.print(word, at, console, observer)?;
            address = address.wrapping_add(1);
        }
    }

    /// `PUTSP`: two characters in each word, the low byte first, up to a zero byte.
    fn print_packed(
        &mut self,
        at: u16,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Result<(), Stop> {
        let mut address = self.registers[0];
        loop {
            for byte in self.memory(address).to_le_bytes() {
                if byte == 0 {
                    return Ok(());
                }
                self.print(u16::from(byte), at, console, observer)?;
            }
            address = address.wrapping_add(1);
        }
    }

    /// Words that are no LC-3 instructions: services called by address, and what only PennSim executes.
    pub(super) fn irregular(
        &mut self,
        instruction: Instruction,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Next {
        let at = self.pc.wrapping_sub(1);
        if let Some(hook) = self.hook(at) {
            // Nothing of the program's was executed.
            self.executed -= 1;
            return match hook {
                Hook::Return => {
                    self.pc = at;
                    Next::Stop(Stop::Halted)
                }
                Hook::Detour(to) => {
                    self.pc = to;
                    Next::Continue
                }
            };
        }
        if let Some(vector) = self.service_at(at) {
            return match self.serve(vector, console, observer) {
                Next::Continue if self.user || self.second_edition() => {
                    self.pc = self.registers[7];
                    Next::Continue
                }
                Next::Continue => self.return_from_interrupt(observer),
                stop @ Next::Stop(_) => stop,
            };
        }
        let register = |number: u8| usize::from(number & 7);
        let pennsim = self.setup.profile.id == "pennsim";
        match instruction {
            Instruction::Multiply { to, left, right } if pennsim => {
                let product = self.registers[register(left)].wrapping_mul(self.registers[register(right)]);
                self.registers[register(to)] = product;
                self.codes = condition_codes(product);
                Next::Continue
            }
            Instruction::MultiplyImmediate { to, left, right } if pennsim => {
                let product = self.registers[register(left)].wrapping_mul(right);
                self.registers[register(to)] = product;
                self.codes = condition_codes(product);
                Next::Continue
            }
            Instruction::Subtract { to, left, right } if pennsim => {
                let difference = self.registers[register(left)].wrapping_sub(self.registers[register(right)]);
                self.registers[register(to)] = difference;
                self.codes = condition_codes(difference);
                Next::Continue
            }
            Instruction::JumpUser { base } if pennsim => {
                self.pc = self.registers[register(base)];
                Next::Continue
            }
            _ => {
                let reason = FaultReason::IllegalInstruction(u32::from(self.memory(at)));
                self.exception(Fault { reason, at: u32::from(at) }, observer)
            }
        }
    }

    /// Pushes status and program counter on the supervisor stack and enters supervisor mode.
    fn enter_supervisor(&mut self, pc: u16, psr: u16, observer: &mut impl Observer<Self>) {
        self.set_psr(psr & 0x7FFF);
        for word in [psr, pc] {
            self.registers[6] = self.registers[6].wrapping_sub(1);
            let address = self.registers[6];
            observer.storing(self, address.into(), 1);
            self.memory[usize::from(address)] = word;
        }
    }

    /// `RTI`.
    pub(super) fn return_from_interrupt(&mut self, observer: &mut impl Observer<Self>) -> Next {
        if self.user {
            let at = self.pc.wrapping_sub(1);
            return self.exception(Fault { reason: FaultReason::Privilege, at: u32::from(at) }, observer);
        }
        let mut pop = || {
            let word = self.memory[usize::from(self.registers[6])];
            self.registers[6] = self.registers[6].wrapping_add(1);
            word
        };
        let (pc, psr) = (pop(), pop());
        self.pc = pc;
        self.set_psr(psr);
        Next::Continue
    }

    /// An exception: the program's own routine if it installed one, else the end of the run.
    pub(super) fn exception(&mut self, fault: Fault, observer: &mut impl Observer<Self>) -> Next {
        let vector = match fault.reason {
            FaultReason::Privilege => 0x0100,
            FaultReason::IllegalInstruction(_) => 0x0101,
            _ => 0x0102,
        };
        let routine = self.memory(vector);
        if routine == 0 {
            return Next::Stop(Stop::Fault(fault));
        }
        let psr = self.psr();
        self.enter_supervisor(fault.at as u16, psr, observer);
        self.pc = routine;
        Next::Continue
    }

    /// Returns `true` if a key waits that has not raised its interrupt yet, and the priority allows it.
    pub(super) fn interrupt_is_due(&mut self, console: &mut dyn Console) -> bool {
        let keyboard = &self.keyboard;
        self.priority < 4 && !keyboard.raised && self.executed >= keyboard.due && console.is_ready()
    }

    /// The keyboard's interrupt, at priority level 4.
    pub(super) fn interrupt(&mut self, observer: &mut impl Observer<Self>) -> Next {
        self.keyboard.raised = true;
        let routine = self.memory(KEYBOARD_VECTOR);
        if routine == 0 {
            let reason = FaultReason::NoInterruptRoutine(u32::from(KEYBOARD_VECTOR));
            return Next::Stop(Stop::Fault(Fault { reason, at: u32::from(self.pc) }));
        }
        let (pc, psr) = (self.pc, self.psr());
        self.enter_supervisor(pc, psr, observer);
        self.priority = 4;
        self.pc = routine;
        Next::Continue
    }

    /// Loads from the devices' page or from memory that is denied. The program counter is after the instruction.
    pub(super) fn load_outside(
        &mut self,
        address: u16,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Result<u16, Next> {
        if self.low == USER {
            let at = u32::from(self.pc.wrapping_sub(1));
            let fault = Fault { reason: FaultReason::ReadDenied(u32::from(address)), at };
            return Err(self.exception(fault, observer));
        }
        Ok(match address {
            device::KBSR => {
                let ready =
                    console.is_ready() && (!self.keyboard.interrupts || self.executed >= self.keyboard.due);
                if !ready && self.waits_for_ever(console) {
                    return Err(self.stop_at(self.pc.wrapping_sub(1), Stop::Starved));
                }
                u16::from(ready) << 15 | u16::from(self.keyboard.interrupts) << 14
            }
            device::KBDR => {
                if console.is_ready()
                    && let Some(key) = console.read()
                {
                    self.keyboard.data = self.key(key);
                }
                self.keyboard.data
            }
            device::DSR => 0x8000,
            device::PSR => self.psr(),
            device::MCR => self.memory(address) | 0x8000,
            _ => self.memory(address),
        })
    }

    /// Returns `true` if a poll that found no key is one of a loop in which nothing else happens, and the
    /// console has no more keys to give: then the program waits forever.
    fn waits_for_ever(&mut self, console: &mut dyn Console) -> bool {
        let state = (self.pc, self.registers(), self.codes, self.stores);
        let repeats = !self.keyboard.interrupts && self.keyboard.last_poll == Some(state);
        self.keyboard.last_poll = Some(state);
        repeats && console.is_over()
    }

    /// Stores to the devices' page or to memory that is denied. The program counter is after the instruction.
    pub(super) fn store_outside(
        &mut self,
        address: u16,
        word: u16,
        console: &mut dyn Console,
        observer: &mut impl Observer<Self>,
    ) -> Next {
        let at = self.pc.wrapping_sub(1);
        if self.low == USER {
            let fault = Fault { reason: FaultReason::WriteDenied(u32::from(address)), at: u32::from(at) };
            return self.exception(fault, observer);
        }
        match address {
            device::KBSR => {
                let wanted = word & 0x4000 != 0;
                if wanted && !self.keyboard.interrupts {
                    self.keyboard.due = self.executed + self.setup.key_delay;
                }
                self.keyboard.interrupts = wanted;
            }
            device::DDR => {
                if let Err(stop) = self.print(word, at, console, observer) {
                    return self.stop_at(at, stop);
                }
            }
            device::PSR => self.set_psr(word),
            device::MCR if word & 0x8000 == 0 => return self.stop_at(at, Stop::Halted),
            _ => {
                observer.storing(self, address.into(), 1);
                self.memory[usize::from(address)] = word;
            }
        }
        Next::Continue
    }
}

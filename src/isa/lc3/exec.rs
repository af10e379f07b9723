//! Execution: one flat `match` over decoded instructions.
//!
//! A global table gives the decoded form of each of the 65,536 words, so that nothing is decoded twice and a program that
//! modifies itself is executed correctly without further ado. Semantics: Patt and Patel, third edition, appendix A.3.

use std::sync::LazyLock;

use super::cpu::{Cpu, condition_codes};
use super::table::Instruction;
use crate::console::Console;
use crate::machine::{Ended, Fault, FaultReason, Stop};

static DECODED: LazyLock<Box<[Instruction; 0x1_0000]>> = LazyLock::new(|| {
    let table: Vec<Instruction> = (0..=u16::MAX).map(Instruction::decode).collect();
    table.into_boxed_slice().try_into().expect("there are 65,536 words")
});

/// Something that looks over the machine's shoulder.
pub(super) trait Observer {
    /// Called before each instruction, which is at `pc`; the condition codes are `codes`.
    fn before(&mut self, cpu: &Cpu, pc: u16, codes: u8, instruction: Instruction) -> bool;

    /// Called for each word of memory that changes hands: stores of the program and pushes of the machine itself.
    fn stored(&mut self, address: u16, old: u16, new: u16);

    /// Called for each byte that is printed, by the instruction at `pc`.
    fn printed(&mut self, pc: u16);
}

/// Nobody looks; this costs nothing.
pub(super) struct Unobserved;

impl Observer for Unobserved {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the fast loop must not call out")]
    fn before(&mut self, _: &Cpu, _: u16, _: u8, _: Instruction) -> bool {
        true
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the fast loop must not call out")]
    fn stored(&mut self, _: u16, _: u16, _: u16) {}

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the fast loop must not call out")]
    fn printed(&mut self, _: u16) {}
}

/// Tells the address of each instruction.
pub(super) struct Tracer<'v>(pub(super) &'v mut dyn FnMut(u32));

impl Observer for Tracer<'_> {
    fn before(&mut self, _: &Cpu, pc: u16, _: u8, _: Instruction) -> bool {
        (self.0)(u32::from(pc));
        true
    }

    fn stored(&mut self, _: u16, _: u16, _: u16) {}

    fn printed(&mut self, _: u16) {}
}

/// What the slow path decided.
pub(super) enum Next {
    /// Go on at the machine's program counter.
    Continue,
    /// The run is over.
    Stop(Stop),
}

impl Cpu {
    /// Runs until something stops the machine or `fuel` instructions are executed.
    pub(super) fn run(
        &mut self,
        fuel: u64,
        console: &mut dyn Console,
        observer: &mut impl Observer,
    ) -> Ended {
        loop {
            let stop = if self.keyboard.interrupts {
                self.execute::<true>(fuel, console, observer)
            } else {
                self.execute::<false>(fuel, console, observer)
            };
            if let Some(stop) = stop {
                let at = match stop {
                    Stop::Fault(fault) => fault.at,
                    _ => u32::from(self.pc),
                };
                return Ended { stop, executed: self.executed, at };
            }
        }
    }

    /// The loop; `None` if keyboard interrupts were switched on or off. When it returns with a stop other than a fault,
    /// the program counter is at the instruction that stopped.
    #[allow(
        clippy::too_many_lines,
        reason = "one arm for each instruction, meant to be read from top to bottom"
    )]
    fn execute<const INTERRUPTS: bool>(
        &mut self,
        fuel: u64,
        console: &mut dyn Console,
        observer: &mut impl Observer,
    ) -> Option<Stop> {
        let decoded: &[Instruction; 0x1_0000] = &DECODED;
        let mut pc = self.pc;
        let mut codes = self.codes;
        let mut executed = self.executed;

        /// Leaves the loop's variables in the machine, does something slow, and takes them up again.
        macro_rules! slowly {
            ($next:expr) => {{
                self.pc = pc;
                self.codes = codes;
                self.executed = executed;
                match $next {
                    Next::Stop(stop) => return Some(stop),
                    Next::Continue => {
                        pc = self.pc;
                        codes = self.codes;
                        executed = self.executed;
                        if self.keyboard.interrupts != INTERRUPTS {
                            return None;
                        }
                    }
                }
            }};
        }
        macro_rules! load {
            ($address:expr) => {{
                let address: u16 = $address;
                if address.wrapping_sub(self.low) < self.span {
                    self.memory[usize::from(address)]
                } else {
                    self.pc = pc;
                    self.codes = codes;
                    self.executed = executed;
                    match self.load_outside(address, console, observer) {
                        Ok(word) => word,
                        Err(next) => {
                            slowly!(next);
                            continue;
                        }
                    }
                }
            }};
        }
        macro_rules! store {
            ($address:expr, $word:expr) => {{
                let (address, word): (u16, u16) = ($address, $word);
                self.stores += 1;
                if address.wrapping_sub(self.low) < self.span {
                    observer.stored(address, self.memory[usize::from(address)], word);
                    self.memory[usize::from(address)] = word;
                } else {
                    slowly!(self.store_outside(address, word, console, observer));
                }
            }};
        }
        macro_rules! register {
            ($number:expr) => {
                self.registers[usize::from($number & 7)]
            };
        }
        macro_rules! result {
            ($number:expr, $value:expr) => {{
                let value: u16 = $value;
                register!($number) = value;
                codes = condition_codes(value);
            }};
        }

        while executed < fuel {
            if INTERRUPTS {
                self.executed = executed;
                if self.interrupt_is_due(console) {
                    slowly!(self.interrupt(observer));
                    continue;
                }
            }
            executed += 1;
            if pc.wrapping_sub(self.low) >= self.span {
                let fault = Fault { reason: FaultReason::ExecuteDenied(u32::from(pc)), at: u32::from(pc) };
                slowly!(self.exception(fault, observer));
                continue;
            }
            let instruction = decoded[usize::from(self.memory[usize::from(pc)])];
            if !observer.before(self, pc, codes, instruction) {
                self.pc = pc;
                self.codes = codes;
                self.executed = executed - 1;
                return Some(Stop::OutOfFuel);
            }
            pc = pc.wrapping_add(1);
            match instruction {
                Instruction::Br { conditions, offset } => {
                    if conditions & codes != 0 {
                        pc = pc.wrapping_add(offset);
                    }
                }
                Instruction::Add { to, left, right } => {
                    result!(to, register!(left).wrapping_add(register!(right)));
                }
                Instruction::AddImmediate { to, left, right } => {
                    result!(to, register!(left).wrapping_add(right));
                }
                Instruction::And { to, left, right } => result!(to, register!(left) & register!(right)),
                Instruction::AndImmediate { to, left, right } => result!(to, register!(left) & right),
                Instruction::Not { to, of } => result!(to, !register!(of)),
                Instruction::Load { to, offset } => result!(to, load!(pc.wrapping_add(offset))),
                Instruction::LoadIndirect { to, offset } => {
                    let address = load!(pc.wrapping_add(offset));
                    result!(to, load!(address));
                }
                Instruction::LoadRegister { to, base, offset } => {
                    result!(to, load!(register!(base).wrapping_add(offset)));
                }
                Instruction::LoadAddress { to, offset } => {
                    let address = pc.wrapping_add(offset);
                    register!(to) = address;
                    if self.second_edition() {
                        codes = condition_codes(address);
                    }
                }
                Instruction::Store { from, offset } => store!(pc.wrapping_add(offset), register!(from)),
                Instruction::StoreIndirect { from, offset } => {
                    let address = load!(pc.wrapping_add(offset));
                    store!(address, register!(from));
                }
                Instruction::StoreRegister { from, base, offset } => {
                    store!(register!(base).wrapping_add(offset), register!(from));
                }
                Instruction::JumpSubroutine { offset } => {
                    self.registers[7] = pc;
                    pc = pc.wrapping_add(offset);
                }
                Instruction::JumpSubroutineRegister { base } => {
                    let target = register!(base);
                    let link = pc;
                    pc = if self.setup.profile.links_before_jump && base == 7 { link } else { target };
                    self.registers[7] = link;
                }
                Instruction::Jump { base } => pc = register!(base),
                Instruction::Trap { vector } => slowly!(self.trap(vector, console, observer)),
                Instruction::ReturnFromInterrupt {} => slowly!(self.return_from_interrupt(observer)),
                Instruction::Multiply { .. }
                | Instruction::MultiplyImmediate { .. }
                | Instruction::Subtract { .. }
                | Instruction::JumpUser { .. }
                | Instruction::Illegal => slowly!(self.irregular(instruction, console, observer)),
            }
        }
        self.pc = pc;
        self.codes = codes;
        self.executed = executed;
        Some(Stop::OutOfFuel)
    }
}

//! Execution: one flat `match` over decoded instructions.
//!
//! Semantics: MIPS32 architecture for programmers, volume II, where MARS 4.5 (`InstructionSet.java`) does not differ.

use super::cpu::{Cpu, Delayed, RETURN_ADDRESS};
use super::table::Instruction;
use crate::console::Console;
use crate::machine::{Ended, Fault, FaultReason, Stop};

/// Something that looks over the machine's shoulder.
pub(super) trait Observer {
    /// Called before each instruction, which is at `pc`; `false` ends the run as if the budget were used up.
    fn before(&mut self, cpu: &Cpu, pc: u32, instruction: Instruction) -> bool;

    /// Called before the machine writes to memory.
    fn storing(&mut self, cpu: &Cpu, address: u32, size: u32);

    /// Called for each byte that is printed, by the instruction at `pc`.
    fn printed(&mut self, pc: u32);
}

/// Nobody looks; this costs nothing.
pub(super) struct Unobserved;

impl Observer for Unobserved {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the fast loop must not call out")]
    fn before(&mut self, _: &Cpu, _: u32, _: Instruction) -> bool {
        true
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the fast loop must not call out")]
    fn storing(&mut self, _: &Cpu, _: u32, _: u32) {}

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the fast loop must not call out")]
    fn printed(&mut self, _: u32) {}
}

/// Tells the address of each instruction.
pub(super) struct Tracer<'v>(pub(super) &'v mut dyn FnMut(u32));

impl Observer for Tracer<'_> {
    fn before(&mut self, _: &Cpu, pc: u32, _: Instruction) -> bool {
        (self.0)(pc);
        true
    }

    fn storing(&mut self, _: &Cpu, _: u32, _: u32) {}

    fn printed(&mut self, _: u32) {}
}

/// What a rare instruction decided.
pub(super) enum Outcome {
    /// Go on with the next instruction.
    Next,
    /// Go on at an address.
    Jump(u32),
    /// The program is over.
    Stop(Stop),
}

/// Why an access to memory did not do what it does elsewhere.
pub(super) enum Trouble {
    /// The machine cannot do it.
    Fault(FaultReason),
    /// It ends the run.
    Stop(Stop),
}

impl From<FaultReason> for Trouble {
    fn from(reason: FaultReason) -> Self {
        Self::Fault(reason)
    }
}

/// Where a run of instructions ended.
enum Pause {
    Stop(Stop),
    /// Interrupts were switched on, which the plain loop does not look for.
    Switch,
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
            let is_special =
                self.setup.delayed_branches || self.setup.self_modifying || self.waits_for_interrupts();
            let pause = if is_special {
                self.execute::<true>(fuel, console, observer)
            } else {
                self.execute::<false>(fuel, console, observer)
            };
            if let Pause::Stop(stop) = pause {
                let at = match stop {
                    Stop::Fault(fault) => fault.at,
                    _ => self.pc,
                };
                return Ended { stop, executed: self.executed, at };
            }
        }
    }

    /// The loop. `SPECIAL` is for machines with delayed branches, self-modifying code or interrupts. When it ends,
    /// the program counter is at the instruction that stopped.
    #[allow(
        clippy::too_many_lines,
        clippy::cognitive_complexity,
        reason = "one arm for each instruction, meant to be read from top to bottom"
    )]
    fn execute<const SPECIAL: bool>(
        &mut self,
        fuel: u64,
        console: &mut dyn Console,
        observer: &mut impl Observer,
    ) -> Pause {
        let code = std::sync::Arc::clone(&self.code);
        let (text, base) = (code.user.instructions.as_slice(), code.user.base);
        let mut pc = self.pc;
        let mut executed = self.executed;

        /// Hands a fault to the exception handler, or ends the run.
        macro_rules! fault {
            ($reason:expr) => {{
                self.executed = executed;
                match self.raise(Fault { reason: $reason, at: pc }) {
                    Ok(()) => {
                        pc = self.pc;
                        continue;
                    }
                    Err(stop) => {
                        self.pc = pc;
                        match self.ignore(stop, console, observer) {
                            Ok(()) => {
                                pc = self.pc;
                                executed = self.executed;
                                continue;
                            }
                            Err(stop) => return Pause::Stop(stop),
                        }
                    }
                }
            }};
        }
        macro_rules! get {
            ($number:expr) => {
                self.registers[usize::from($number & 63)]
            };
        }
        macro_rules! set {
            ($number:expr, $value:expr) => {{
                let value: u32 = $value;
                self.registers[usize::from($number & 63)] = value;
            }};
        }
        /// Continues at an address, or after the next instruction if branches are delayed.
        macro_rules! jump {
            ($target:expr) => {{
                let target: u32 = $target;
                if SPECIAL && self.setup.delayed_branches {
                    self.delayed = Some(Delayed::Registered(match self.delayed {
                        Some(Delayed::Triggered(earlier)) => earlier,
                        _ => target,
                    }));
                } else {
                    pc = target;
                    continue;
                }
            }};
        }
        macro_rules! branch {
            ($condition:expr, $target:expr) => {
                if $condition {
                    jump!($target);
                }
            };
        }
        /// Where a subroutine returns to.
        macro_rules! link {
            ($number:expr) => {
                set!($number, if SPECIAL && self.setup.delayed_branches { pc + 8 } else { pc + 4 })
            };
        }
        /// Loads a number of some type; what is no plain memory takes the slow way.
        macro_rules! load {
            ($kind:ty, $base:expr, $offset:expr) => {{
                let address = get!($base).wrapping_add($offset);
                match self.memory.load(address) {
                    Ok(bytes) => <$kind>::from_le_bytes(bytes),
                    Err(reason) => match self.load_special(address, reason, console) {
                        Ok(value) => value as $kind,
                        Err(Trouble::Fault(reason)) => fault!(reason),
                        Err(Trouble::Stop(stop)) => {
                            self.pc = pc;
                            self.executed = executed;
                            return Pause::Stop(stop);
                        }
                    },
                }
            }};
        }
        macro_rules! store {
            ($base:expr, $offset:expr, $bytes:expr) => {{
                let address = get!($base).wrapping_add($offset);
                let bytes = $bytes;
                observer.storing(self, address, bytes.len() as u32);
                if let Err(reason) = self.memory.store(address, bytes) {
                    self.pc = pc;
                    self.executed = executed;
                    match self.store_special(address, &bytes, reason, console, observer) {
                        Ok(()) if SPECIAL || !self.waits_for_interrupts() => {}
                        Ok(()) => {
                            self.pc = pc.wrapping_add(4);
                            return Pause::Switch;
                        }
                        Err(Trouble::Fault(reason)) => fault!(reason),
                        Err(Trouble::Stop(stop)) => return Pause::Stop(stop),
                    }
                }
            }};
        }
        macro_rules! sum {
            ($to:expr, $sum:expr) => {
                match $sum {
                    Some(value) => set!($to, value as u32),
                    None => fault!(FaultReason::Overflow),
                }
            };
        }
        macro_rules! trap {
            ($condition:expr) => {
                if $condition {
                    fault!(FaultReason::Trap)
                }
            };
        }
        macro_rules! signed {
            ($number:expr) => {
                get!($number).cast_signed()
            };
        }

        while executed < fuel {
            if SPECIAL && self.interrupt_is_due(console) {
                self.enter(super::devices::KEYBOARD_INTERRUPT, pc);
                pc = self.map.handler;
            }
            let at = pc.wrapping_sub(base);
            let instruction = match text.get((at >> 2) as usize) {
                Some(instruction) if !SPECIAL && at.is_multiple_of(4) => *instruction,
                _ => match self.fetch_outside(pc) {
                    Ok(instruction) => instruction,
                    Err(reason) => fault!(reason),
                },
            };
            if !observer.before(self, pc, instruction) {
                self.pc = pc;
                self.executed = executed;
                return Pause::Stop(Stop::OutOfFuel);
            }
            executed += 1;
            match instruction {
                Instruction::Nop {} => {}
                Instruction::Add { to, left, right } => sum!(to, signed!(left).checked_add(signed!(right))),
                Instruction::Subtract { to, left, right } => {
                    sum!(to, signed!(left).checked_sub(signed!(right)));
                }
                Instruction::AddImmediate { to, left, right } => {
                    sum!(to, signed!(left).checked_add(right.cast_signed()));
                }
                Instruction::AddUnsigned { to, left, right } => {
                    set!(to, get!(left).wrapping_add(get!(right)));
                }
                Instruction::SubtractUnsigned { to, left, right } => {
                    set!(to, get!(left).wrapping_sub(get!(right)));
                }
                Instruction::AddImmediateUnsigned { to, left, right } => {
                    set!(to, get!(left).wrapping_add(right));
                }
                Instruction::And { to, left, right } => set!(to, get!(left) & get!(right)),
                Instruction::Or { to, left, right } => set!(to, get!(left) | get!(right)),
                Instruction::Nor { to, left, right } => set!(to, !(get!(left) | get!(right))),
                Instruction::Xor { to, left, right } => set!(to, get!(left) ^ get!(right)),
                Instruction::AndImmediate { to, left, right } => set!(to, get!(left) & right),
                Instruction::OrImmediate { to, left, right } => set!(to, get!(left) | right),
                Instruction::XorImmediate { to, left, right } => set!(to, get!(left) ^ right),
                Instruction::LoadUpper { to, upper } => set!(to, upper << 16),
                Instruction::ShiftLeft { to, from, by } => set!(to, get!(from) << (by & 31)),
                Instruction::ShiftLeftVariable { to, from, by } => set!(to, get!(from) << (get!(by) & 31)),
                Instruction::ShiftRight { to, from, by } => set!(to, get!(from) >> (by & 31)),
                Instruction::ShiftRightVariable { to, from, by } => set!(to, get!(from) >> (get!(by) & 31)),
                Instruction::ShiftRightSigned { to, from, by } => {
                    set!(to, (signed!(from) >> (by & 31)) as u32);
                }
                Instruction::ShiftRightSignedVariable { to, from, by } => {
                    set!(to, (signed!(from) >> (get!(by) & 31)) as u32);
                }
                Instruction::SetLess { to, left, right } => {
                    set!(to, u32::from(signed!(left) < signed!(right)));
                }
                Instruction::SetLessUnsigned { to, left, right } => {
                    set!(to, u32::from(get!(left) < get!(right)));
                }
                Instruction::SetLessImmediate { to, left, right } => {
                    set!(to, u32::from(signed!(left) < right.cast_signed()));
                }
                Instruction::SetLessImmediateUnsigned { to, left, right } => {
                    set!(to, u32::from(get!(left) < right));
                }
                Instruction::MoveNotZero { to, from, test } => {
                    if get!(test) != 0 {
                        set!(to, get!(from));
                    }
                }
                Instruction::MoveZero { to, from, test } => {
                    if get!(test) == 0 {
                        set!(to, get!(from));
                    }
                }
                Instruction::LoadWord { to, offset, base } | Instruction::LoadLinked { to, offset, base } => {
                    let word = load!(u32, base, offset);
                    set!(to, word);
                }
                Instruction::LoadByte { to, offset, base } => {
                    let byte = load!(u8, base, offset);
                    set!(to, byte.cast_signed() as u32);
                }
                Instruction::LoadByteUnsigned { to, offset, base } => {
                    let byte = load!(u8, base, offset);
                    set!(to, u32::from(byte));
                }
                Instruction::LoadHalf { to, offset, base } => {
                    let half = load!(u16, base, offset);
                    set!(to, half.cast_signed() as u32);
                }
                Instruction::LoadHalfUnsigned { to, offset, base } => {
                    let half = load!(u16, base, offset);
                    set!(to, u32::from(half));
                }
                Instruction::StoreWord { from, offset, base } => {
                    store!(base, offset, get!(from).to_le_bytes());
                }
                Instruction::StoreConditional { from, offset, base } => {
                    store!(base, offset, get!(from).to_le_bytes());
                    if from != 0 {
                        set!(from, 1);
                    }
                }
                Instruction::StoreByte { from, offset, base } => store!(base, offset, [get!(from) as u8]),
                Instruction::StoreHalf { from, offset, base } => {
                    store!(base, offset, (get!(from) as u16).to_le_bytes());
                }
                Instruction::BranchEqual { left, right, target } => {
                    branch!(get!(left) == get!(right), target);
                }
                Instruction::BranchNotEqual { left, right, target } => {
                    branch!(get!(left) != get!(right), target);
                }
                Instruction::BranchNotNegative { from, target } => branch!(signed!(from) >= 0, target),
                Instruction::BranchPositive { from, target } => branch!(signed!(from) > 0, target),
                Instruction::BranchNotPositive { from, target } => branch!(signed!(from) <= 0, target),
                Instruction::BranchNegative { from, target } => branch!(signed!(from) < 0, target),
                Instruction::CallNotNegative { from, target } => {
                    if signed!(from) >= 0 {
                        link!(RETURN_ADDRESS);
                        jump!(target);
                    }
                }
                Instruction::CallNegative { from, target } => {
                    if signed!(from) < 0 {
                        link!(RETURN_ADDRESS);
                        jump!(target);
                    }
                }
                Instruction::Jump { target } => jump!(target),
                Instruction::Call { target } => {
                    link!(RETURN_ADDRESS);
                    jump!(target);
                }
                Instruction::JumpRegister { from } => jump!(get!(from)),
                Instruction::CallRegister { link, from } => {
                    // MARS links first, so that `jalr $ra,$ra` goes on with the next instruction.
                    link!(link);
                    jump!(get!(from));
                }
                Instruction::Multiply { left, right } => {
                    let product = i64::from(signed!(left)) * i64::from(signed!(right));
                    self.set_hi_lo(product as u64);
                }
                Instruction::MultiplyUnsigned { left, right } => {
                    self.set_hi_lo(u64::from(get!(left)) * u64::from(get!(right)));
                }
                Instruction::MultiplyTo { to, left, right } => {
                    let product = i64::from(signed!(left)) * i64::from(signed!(right));
                    self.set_hi_lo(product as u64);
                    set!(to, product as u32);
                }
                Instruction::Divide { left, right } => {
                    if get!(right) != 0 {
                        self.lo = signed!(left).wrapping_div(signed!(right)) as u32;
                        self.hi = signed!(left).wrapping_rem(signed!(right)) as u32;
                    }
                }
                Instruction::DivideUnsigned { left, right } => {
                    if get!(right) != 0 {
                        self.lo = get!(left) / get!(right);
                        self.hi = get!(left) % get!(right);
                    }
                }
                Instruction::MoveFromHi { to } => set!(to, self.hi),
                Instruction::MoveFromLo { to } => set!(to, self.lo),
                Instruction::MoveToHi { from } => self.hi = get!(from),
                Instruction::MoveToLo { from } => self.lo = get!(from),
                Instruction::TrapEqual { left, right } => trap!(get!(left) == get!(right)),
                Instruction::TrapEqualImmediate { left, right } => trap!(get!(left) == right),
                Instruction::TrapNotEqual { left, right } => trap!(get!(left) != get!(right)),
                Instruction::TrapNotEqualImmediate { left, right } => trap!(get!(left) != right),
                Instruction::TrapNotLess { left, right } => trap!(signed!(left) >= signed!(right)),
                Instruction::TrapNotLessUnsigned { left, right } => trap!(get!(left) >= get!(right)),
                Instruction::TrapNotLessImmediate { left, right } => {
                    trap!(signed!(left) >= right.cast_signed());
                }
                Instruction::TrapNotLessImmediateUnsigned { left, right } => trap!(get!(left) >= right),
                Instruction::TrapLess { left, right } => trap!(signed!(left) < signed!(right)),
                Instruction::TrapLessUnsigned { left, right } => trap!(get!(left) < get!(right)),
                Instruction::TrapLessImmediate { left, right } => trap!(signed!(left) < right.cast_signed()),
                Instruction::TrapLessImmediateUnsigned { left, right } => trap!(get!(left) < right),
                Instruction::Break { code } => fault!(FaultReason::Break(code)),
                Instruction::Illegal { word } => fault!(FaultReason::IllegalWord(word)),
                Instruction::Nothing => {
                    self.pc = pc;
                    self.executed = executed - 1;
                    return Pause::Stop(Stop::DroppedOff);
                }
                Instruction::ReturnFromException {} => {
                    self.system.status &= !2;
                    pc = self.system.return_address;
                    continue;
                }
                Instruction::Syscall {} => {
                    self.pc = pc;
                    self.executed = executed;
                    let outcome = self.service(console, observer);
                    executed = self.executed;
                    match outcome {
                        Ok(Outcome::Stop(stop)) => return Pause::Stop(stop),
                        Ok(_) => {}
                        Err(reason) => fault!(reason),
                    }
                }
                rare => {
                    if let Some((address, size)) = self.store_of(rare) {
                        observer.storing(self, address, size);
                    }
                    match self.rare(rare) {
                        Ok(Outcome::Jump(target)) => jump!(target),
                        Ok(_) if SPECIAL || !self.waits_for_interrupts() => {}
                        Ok(_) => {
                            self.pc = pc.wrapping_add(4);
                            self.executed = executed;
                            return Pause::Switch;
                        }
                        Err(reason) => fault!(reason),
                    }
                }
            }
            pc = pc.wrapping_add(4);
            if SPECIAL {
                match self.delayed {
                    Some(Delayed::Registered(target)) => self.delayed = Some(Delayed::Triggered(target)),
                    Some(Delayed::Triggered(target)) => {
                        pc = target;
                        self.delayed = None;
                    }
                    None => {}
                }
            }
        }
        self.pc = pc;
        self.executed = executed;
        Pause::Stop(Stop::OutOfFuel)
    }

    pub(super) fn set_hi_lo(&mut self, value: u64) {
        self.hi = (value >> 32) as u32;
        self.lo = value as u32;
    }
}

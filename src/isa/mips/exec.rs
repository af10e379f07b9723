//! Execution: the plain instructions are one flat `match`, written once over a [`Machine`].
//!
//! It has two machines. [`Sprint`] holds what plain instructions touch in local variables and gives up at everything else:
//! services, faults, devices, floating point. [`Step`] is the whole machine with its console and its observer; it executes
//! the one instruction that a sprint gave up at, and every instruction of a run that is watched, has delayed branches or
//! interrupts, or modifies itself.
//!
//! Semantics: MIPS32 architecture for programmers, volume II, where MARS 4.5 (`InstructionSet.java`) does not differ.

mod sprint;
mod step;
mod superinstruction;

pub(super) use superinstruction::Superinstruction;

use super::cpu::RETURN_ADDRESS;
use super::table::Instruction;
use crate::machine::{FaultReason, Stop};

/// The outcome of a rare instruction.
pub(super) enum Continuation {
    /// Go on with the next instruction.
    Next,
    /// Go on at an address.
    Jump(u32),
    /// The program is over.
    Stop(Stop),
}

/// The reason why an access to memory was not carried out.
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

/// The parts of the machine that plain instructions use.
trait Machine {
    /// The reason why an instruction was not executed to its end.
    type Refusal;

    /// A general register.
    fn get(&self, number: u8) -> u32;

    /// Sets a general register.
    fn set(&mut self, number: u8, value: u32);

    /// The upper half of a product, or a remainder.
    fn hi(&self) -> u32;

    /// The lower half of a product, or a quotient.
    fn lo(&self) -> u32;

    /// Sets HI.
    fn set_hi(&mut self, value: u32);

    /// Sets LO.
    fn set_lo(&mut self, value: u32);

    /// Goes on at an address, at once or after the next instruction, as the machine does.
    fn jump(&mut self, target: u32);

    /// Where a subroutine that is called now returns to.
    fn link(&self) -> u32;

    /// Loads bytes from an address given by a register and an offset.
    fn load<const SIZE: usize>(&mut self, base: u8, offset: u32) -> Result<[u8; SIZE], Self::Refusal>;

    /// Stores bytes at an address given by a register and an offset.
    fn store<const SIZE: usize>(
        &mut self,
        base: u8,
        offset: u32,
        bytes: [u8; SIZE],
    ) -> Result<(), Self::Refusal>;

    /// The instruction cannot be executed.
    fn fault(&mut self, reason: FaultReason) -> Self::Refusal;

    /// Executes what is no plain instruction.
    fn special(&mut self, instruction: Instruction) -> Result<(), Self::Refusal>;

    /// A general register as a signed number.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the fast loop")]
    fn signed(&self, number: u8) -> i32 {
        self.get(number).cast_signed()
    }

    /// Sets HI and LO.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the fast loop")]
    fn set_hi_lo(&mut self, value: u64) {
        self.set_hi((value >> 32) as u32);
        self.set_lo(value as u32);
    }
}

/// Sets a register to a sum, unless that overflows.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
fn sum<M: Machine>(machine: &mut M, to: u8, sum: Option<i32>) -> Result<(), M::Refusal> {
    let Some(sum) = sum else { return Err(machine.fault(FaultReason::Overflow)) };
    machine.set(to, sum as u32);
    Ok(())
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
fn branch(machine: &mut impl Machine, is_taken: bool, target: u32) {
    if is_taken {
        machine.jump(target);
    }
}

fn trap<M: Machine>(machine: &mut M, is_taken: bool) -> Result<(), M::Refusal> {
    if is_taken { Err(machine.fault(FaultReason::ConditionHeld)) } else { Ok(()) }
}

/// Executes one instruction.
#[inline(always)]
#[allow(
    clippy::inline_always,
    clippy::too_many_lines,
    clippy::cognitive_complexity,
    reason = "the body of the fast loop: one arm for each instruction, meant to be read from top to bottom"
)]
fn execute<M: Machine>(machine: &mut M, instruction: &Instruction) -> Result<(), M::Refusal> {
    // By reference, so that each arm reads only the operands that it has.
    match *instruction {
        Instruction::Nop {} => {}
        Instruction::Add { to, left, right } => {
            sum(machine, to, machine.signed(left).checked_add(machine.signed(right)))?;
        }
        Instruction::Subtract { to, left, right } => {
            sum(machine, to, machine.signed(left).checked_sub(machine.signed(right)))?;
        }
        Instruction::AddImmediate { to, left, right } => {
            sum(machine, to, machine.signed(left).checked_add(right.cast_signed()))?;
        }
        Instruction::AddUnsigned { to, left, right } => {
            machine.set(to, machine.get(left).wrapping_add(machine.get(right)));
        }
        Instruction::SubtractUnsigned { to, left, right } => {
            machine.set(to, machine.get(left).wrapping_sub(machine.get(right)));
        }
        Instruction::AddImmediateUnsigned { to, left, right } => {
            machine.set(to, machine.get(left).wrapping_add(right));
        }
        Instruction::And { to, left, right } => machine.set(to, machine.get(left) & machine.get(right)),
        Instruction::Or { to, left, right } => machine.set(to, machine.get(left) | machine.get(right)),
        Instruction::Nor { to, left, right } => machine.set(to, !(machine.get(left) | machine.get(right))),
        Instruction::Xor { to, left, right } => machine.set(to, machine.get(left) ^ machine.get(right)),
        Instruction::AndImmediate { to, left, right } => machine.set(to, machine.get(left) & right),
        Instruction::OrImmediate { to, left, right } => machine.set(to, machine.get(left) | right),
        Instruction::XorImmediate { to, left, right } => machine.set(to, machine.get(left) ^ right),
        Instruction::LoadUpper { to, upper } => machine.set(to, upper << 16),
        Instruction::ShiftLeft { to, from, by } => machine.set(to, machine.get(from) << (by & 31)),
        Instruction::ShiftLeftVariable { to, from, by } => {
            machine.set(to, machine.get(from) << (machine.get(by) & 31));
        }
        Instruction::ShiftRight { to, from, by } => machine.set(to, machine.get(from) >> (by & 31)),
        Instruction::ShiftRightVariable { to, from, by } => {
            machine.set(to, machine.get(from) >> (machine.get(by) & 31));
        }
        Instruction::ShiftRightSigned { to, from, by } => {
            machine.set(to, (machine.signed(from) >> (by & 31)) as u32);
        }
        Instruction::ShiftRightSignedVariable { to, from, by } => {
            machine.set(to, (machine.signed(from) >> (machine.get(by) & 31)) as u32);
        }
        Instruction::SetLess { to, left, right } => {
            machine.set(to, u32::from(machine.signed(left) < machine.signed(right)));
        }
        Instruction::SetLessUnsigned { to, left, right } => {
            machine.set(to, u32::from(machine.get(left) < machine.get(right)));
        }
        Instruction::SetLessImmediate { to, left, right } => {
            machine.set(to, u32::from(machine.signed(left) < right.cast_signed()));
        }
        Instruction::SetLessImmediateUnsigned { to, left, right } => {
            machine.set(to, u32::from(machine.get(left) < right));
        }
        Instruction::MoveNotZero { to, from, test } => {
            if machine.get(test) != 0 {
                machine.set(to, machine.get(from));
            }
        }
        Instruction::MoveZero { to, from, test } => {
            if machine.get(test) == 0 {
                machine.set(to, machine.get(from));
            }
        }
        Instruction::LoadWord { to, offset, base } | Instruction::LoadLinked { to, offset, base } => {
            let word = u32::from_le_bytes(machine.load(base, offset)?);
            machine.set(to, word);
        }
        Instruction::LoadByte { to, offset, base } => {
            let byte = u8::from_le_bytes(machine.load(base, offset)?);
            machine.set(to, byte.cast_signed() as u32);
        }
        Instruction::LoadByteUnsigned { to, offset, base } => {
            let byte = u8::from_le_bytes(machine.load(base, offset)?);
            machine.set(to, u32::from(byte));
        }
        Instruction::LoadHalf { to, offset, base } => {
            let half = u16::from_le_bytes(machine.load(base, offset)?);
            machine.set(to, half.cast_signed() as u32);
        }
        Instruction::LoadHalfUnsigned { to, offset, base } => {
            let half = u16::from_le_bytes(machine.load(base, offset)?);
            machine.set(to, u32::from(half));
        }
        Instruction::StoreWord { from, offset, base } => {
            machine.store(base, offset, machine.get(from).to_le_bytes())?;
        }
        Instruction::StoreConditional { from, offset, base } => {
            machine.store(base, offset, machine.get(from).to_le_bytes())?;
            if from != 0 {
                machine.set(from, 1);
            }
        }
        Instruction::StoreByte { from, offset, base } => {
            machine.store(base, offset, [machine.get(from) as u8])?;
        }
        Instruction::StoreHalf { from, offset, base } => {
            machine.store(base, offset, (machine.get(from) as u16).to_le_bytes())?;
        }
        Instruction::BranchEqual { left, right, target } => {
            branch(machine, machine.get(left) == machine.get(right), target);
        }
        Instruction::BranchNotEqual { left, right, target } => {
            branch(machine, machine.get(left) != machine.get(right), target);
        }
        Instruction::BranchNotNegative { from, target } => branch(machine, machine.signed(from) >= 0, target),
        Instruction::BranchPositive { from, target } => branch(machine, machine.signed(from) > 0, target),
        Instruction::BranchNotPositive { from, target } => branch(machine, machine.signed(from) <= 0, target),
        Instruction::BranchNegative { from, target } => branch(machine, machine.signed(from) < 0, target),
        Instruction::CallNotNegative { from, target } => {
            if machine.signed(from) >= 0 {
                machine.set(RETURN_ADDRESS, machine.link());
                machine.jump(target);
            }
        }
        Instruction::CallNegative { from, target } => {
            if machine.signed(from) < 0 {
                machine.set(RETURN_ADDRESS, machine.link());
                machine.jump(target);
            }
        }
        Instruction::Jump { target } => machine.jump(target),
        Instruction::Call { target } => {
            machine.set(RETURN_ADDRESS, machine.link());
            machine.jump(target);
        }
        Instruction::JumpRegister { from } => machine.jump(machine.get(from)),
        Instruction::CallRegister { link, from } => {
            // MARS links first, so that `jalr $ra,$ra` goes on with the next instruction.
            machine.set(link, machine.link());
            machine.jump(machine.get(from));
        }
        Instruction::Multiply { left, right } => {
            let product = i64::from(machine.signed(left)) * i64::from(machine.signed(right));
            machine.set_hi_lo(product as u64);
        }
        Instruction::MultiplyUnsigned { left, right } => {
            machine.set_hi_lo(u64::from(machine.get(left)) * u64::from(machine.get(right)));
        }
        Instruction::MultiplyTo { to, left, right } => {
            let product = i64::from(machine.signed(left)) * i64::from(machine.signed(right));
            machine.set_hi_lo(product as u64);
            machine.set(to, product as u32);
        }
        Instruction::Divide { left, right } => {
            if machine.get(right) != 0 {
                let (left, right) = (machine.signed(left), machine.signed(right));
                machine.set_lo(left.wrapping_div(right) as u32);
                machine.set_hi(left.wrapping_rem(right) as u32);
            }
        }
        Instruction::DivideUnsigned { left, right } => {
            if machine.get(right) != 0 {
                let (left, right) = (machine.get(left), machine.get(right));
                machine.set_lo(left / right);
                machine.set_hi(left % right);
            }
        }
        Instruction::MoveFromHi { to } => machine.set(to, machine.hi()),
        Instruction::MoveFromLo { to } => machine.set(to, machine.lo()),
        Instruction::MoveToHi { from } => machine.set_hi(machine.get(from)),
        Instruction::MoveToLo { from } => machine.set_lo(machine.get(from)),
        Instruction::TrapEqual { left, right } => trap(machine, machine.get(left) == machine.get(right))?,
        Instruction::TrapEqualImmediate { left, right } => trap(machine, machine.get(left) == right)?,
        Instruction::TrapNotEqual { left, right } => trap(machine, machine.get(left) != machine.get(right))?,
        Instruction::TrapNotEqualImmediate { left, right } => trap(machine, machine.get(left) != right)?,
        Instruction::TrapNotLess { left, right } => {
            trap(machine, machine.signed(left) >= machine.signed(right))?;
        }
        Instruction::TrapNotLessUnsigned { left, right } => {
            trap(machine, machine.get(left) >= machine.get(right))?;
        }
        Instruction::TrapNotLessImmediate { left, right } => {
            trap(machine, machine.signed(left) >= right.cast_signed())?;
        }
        Instruction::TrapNotLessImmediateUnsigned { left, right } => {
            trap(machine, machine.get(left) >= right)?;
        }
        Instruction::TrapLess { left, right } => trap(machine, machine.signed(left) < machine.signed(right))?,
        Instruction::TrapLessUnsigned { left, right } => {
            trap(machine, machine.get(left) < machine.get(right))?;
        }
        Instruction::TrapLessImmediate { left, right } => {
            trap(machine, machine.signed(left) < right.cast_signed())?;
        }
        Instruction::TrapLessImmediateUnsigned { left, right } => trap(machine, machine.get(left) < right)?,
        Instruction::Break { code } => return Err(machine.fault(FaultReason::Break(code))),
        Instruction::Illegal { word } => {
            return Err(machine.fault(FaultReason::IllegalInstruction(word)));
        }
        special => return machine.special(special),
    }
    Ok(())
}

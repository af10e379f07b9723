//! Execution: the plain operations are one flat `match`, written once over a [`Machine`].
//!
//! It has two machines. [`Sprint`] holds what plain operations touch in local variables and gives up at everything else:
//! services, faults, devices, unaligned words. [`Step`] is the whole machine with its console and its observer; it executes
//! the one instruction that a sprint gave up at, and every instruction of a run that is watched.

mod general;
mod sprint;
mod step;

use super::alu::{moved, moved_out, shifted, with_operations};
use super::condition::Condition;
use super::flags::Flags;
use super::operation::{Block, CarryOut, Operation, Pair};
use super::registers::LINK;
use crate::machine::{FaultReason, Stop};

/// The outcome of a service.
pub(super) enum ServiceOutcome {
    /// Go on with the next instruction.
    Next,
    /// The program counter is where the program goes on.
    Gone,
    /// The program is over.
    Stop(Stop),
}

/// The reason why something was not carried out.
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

/// The parts of the machine that plain operations use.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "a block's fields are read where the operation lies")]
#[allow(clippy::inline_always, reason = "parts of the fast loop")]
trait Machine {
    /// The reason why an instruction was not executed to its end.
    type Refusal;

    /// A general register other than the program counter.
    fn get(&self, number: u8) -> u32;

    /// Sets a general register other than the program counter.
    fn set(&mut self, number: u8, value: u32);

    /// The condition flags.
    fn flags(&mut self) -> &mut Flags;

    /// Goes on at an address.
    fn jump(&mut self, target: u32) -> Result<(), Self::Refusal>;

    /// The address of the next instruction.
    fn link(&self) -> u32;

    /// Loads a word, from an address that is no multiple of four as the board does.
    fn load_word(&mut self, address: u32) -> Result<u32, Self::Refusal>;

    /// Loads a halfword.
    fn load_half(&mut self, address: u32) -> Result<u16, Self::Refusal>;

    /// Loads a byte.
    fn load_byte(&mut self, address: u32) -> Result<u8, Self::Refusal>;

    /// Loads a word that belongs to the code.
    fn load_literal(&mut self, address: u32) -> Result<u32, Self::Refusal>;

    /// Stores a word.
    fn store_word(&mut self, address: u32, word: u32) -> Result<(), Self::Refusal>;

    /// Stores a halfword.
    fn store_half(&mut self, address: u32, half: u16) -> Result<(), Self::Refusal>;

    /// Stores a byte.
    fn store_byte(&mut self, address: u32, byte: u8) -> Result<(), Self::Refusal>;

    /// Loads several registers, all of them or none.
    fn load_block(&mut self, block: &Block) -> Result<(), Self::Refusal>;

    /// Stores several registers.
    fn store_block(&mut self, block: &Block) -> Result<(), Self::Refusal>;

    /// Loads two registers, neither of which is the program counter.
    #[inline(always)]
    fn load_pair(&mut self, pair: &Pair) -> Result<(), Self::Refusal> {
        self.load_block(&pair.block())
    }

    /// Loads a register and the program counter.
    #[inline(always)]
    fn load_pair_and_jump(&mut self, pair: &Pair) -> Result<(), Self::Refusal> {
        self.load_block(&pair.block())
    }

    /// Stores two registers.
    #[inline(always)]
    fn store_pair(&mut self, pair: &Pair) -> Result<(), Self::Refusal> {
        self.store_block(&pair.block())
    }

    /// Executes the body of a conditional operation if the condition holds.
    fn conditional(&mut self, condition: Condition) -> Result<(), Self::Refusal>;

    /// Executes what is no plain operation.
    fn special(&mut self, operation: Operation) -> Result<(), Self::Refusal>;
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
fn branch<M: Machine>(machine: &mut M, condition: Condition, target: u32) -> Result<(), M::Refusal> {
    if machine.flags().meet(condition) { machine.jump(target) } else { Ok(()) }
}

macro_rules! execution {
    ($($name:ident $sets:literal $constant:ident $register:ident $shifted:ident $logical:literal $writes:literal
        |$left:ident, $right:ident, $flags:ident| $value:expr;)*) => {
        /// Executes one operation.
        #[inline(always)]
        #[allow(
            clippy::inline_always,
            clippy::too_many_lines,
            clippy::cognitive_complexity,
            reason = "the body of the fast loop: one arm for each operation, meant to be read from top to bottom"
        )]
        fn execute<M: Machine>(machine: &mut M, operation: &Operation) -> Result<(), M::Refusal> {
            // By reference, so that each arm reads only the operands that it has.
            match *operation {
                $(
                    Operation::$constant { to, left, carry, value } => {
                        let ($left, $right) = (machine.get(left), value);
                        let $flags = machine.flags();
                        let value = $value;
                        if $logical {
                            $flags.set_result(value);
                            if let CarryOut::Set(carry) = carry {
                                $flags.set_carry(carry);
                            }
                        }
                        if $writes {
                            machine.set(to, value);
                        }
                    }
                    Operation::$register { to, left, right } => {
                        let ($left, $right) = (machine.get(left), machine.get(right));
                        let $flags = machine.flags();
                        let value = $value;
                        if $logical {
                            $flags.set_result(value);
                        }
                        if $writes {
                            machine.set(to, value);
                        }
                    }
                    Operation::$shifted { to, left, right, kind, amount } => {
                        let unmoved = machine.get(right);
                        let ($left, $right) = (machine.get(left), moved(unmoved, kind, amount));
                        let $flags = machine.flags();
                        let value = $value;
                        if $logical {
                            $flags.set_result(value);
                            $flags.set_carry(moved_out(unmoved, kind, amount));
                        }
                        if $writes {
                            machine.set(to, value);
                        }
                    }
                )*
                Operation::ShiftByRegister { to, from, kind, by } => {
                    let (value, _) = shifted(machine.get(from), kind, machine.get(by) & 0xFF, false);
                    machine.set(to, value);
                }
                Operation::ShiftLeft { to, from, amount } => {
                    machine.set(to, machine.get(from) << (amount & 31));
                }
                Operation::ShiftRight { to, from, amount } => {
                    machine.set(to, (u64::from(machine.get(from)) >> (amount & 63)) as u32);
                }
                Operation::ShiftRightSigned { to, from, amount } => {
                    let value = i64::from(machine.get(from).cast_signed());
                    machine.set(to, (value >> (amount & 63)) as u32);
                }
                Operation::Multiply { to, left, right } => {
                    machine.set(to, machine.get(left).wrapping_mul(machine.get(right)));
                }
                Operation::MultiplyAdd { to, left, right, plus } => {
                    let product = machine.get(left).wrapping_mul(machine.get(right));
                    machine.set(to, product.wrapping_add(machine.get(plus)));
                }
                Operation::UnsignedLong { low, high, left, right } => {
                    let product = u64::from(machine.get(left)) * u64::from(machine.get(right));
                    machine.set(low, product as u32);
                    machine.set(high, (product >> 32) as u32);
                }
                Operation::SignedLong { low, high, left, right } => {
                    let [left, right] = [left, right].map(|number| i64::from(machine.get(number).cast_signed()));
                    let product = left * right;
                    machine.set(low, product as u32);
                    machine.set(high, (product >> 32) as u32);
                }
                Operation::DivideUnsigned { to, left, right } => {
                    let quotient = machine.get(left).checked_div(machine.get(right));
                    machine.set(to, quotient.unwrap_or(0));
                }
                Operation::DivideSigned { to, left, right } => {
                    let (left, right) = (machine.get(left).cast_signed(), machine.get(right).cast_signed());
                    machine.set(to, if right == 0 { 0 } else { left.wrapping_div(right) as u32 });
                }
                Operation::LoadWord { to, base, offset } => {
                    let word = machine.load_word(machine.get(base).wrapping_add(offset))?;
                    machine.set(to, word);
                }
                Operation::LoadByte { to, base, offset } => {
                    let byte = machine.load_byte(machine.get(base).wrapping_add(offset))?;
                    machine.set(to, u32::from(byte));
                }
                Operation::LoadHalf { to, base, offset } => {
                    let half = machine.load_half(machine.get(base).wrapping_add(offset))?;
                    machine.set(to, u32::from(half));
                }
                Operation::LoadSignedByte { to, base, offset } => {
                    let byte = machine.load_byte(machine.get(base).wrapping_add(offset))?;
                    machine.set(to, byte.cast_signed() as u32);
                }
                Operation::LoadSignedHalf { to, base, offset } => {
                    let half = machine.load_half(machine.get(base).wrapping_add(offset))?;
                    machine.set(to, half.cast_signed() as u32);
                }
                Operation::StoreWord { from, base, offset } => {
                    machine.store_word(machine.get(base).wrapping_add(offset), machine.get(from))?;
                }
                Operation::StoreByte { from, base, offset } => {
                    machine.store_byte(machine.get(base).wrapping_add(offset), machine.get(from) as u8)?;
                }
                Operation::StoreHalf { from, base, offset } => {
                    machine.store_half(machine.get(base).wrapping_add(offset), machine.get(from) as u16)?;
                }
                Operation::LoadWordAt { to, base, index, kind, amount } => {
                    let offset = moved(machine.get(index), kind, amount);
                    let word = machine.load_word(machine.get(base).wrapping_add(offset))?;
                    machine.set(to, word);
                }
                Operation::LoadByteAt { to, base, index, kind, amount } => {
                    let offset = moved(machine.get(index), kind, amount);
                    let byte = machine.load_byte(machine.get(base).wrapping_add(offset))?;
                    machine.set(to, u32::from(byte));
                }
                Operation::StoreWordAt { from, base, index, kind, amount } => {
                    let offset = moved(machine.get(index), kind, amount);
                    machine.store_word(machine.get(base).wrapping_add(offset), machine.get(from))?;
                }
                Operation::StoreByteAt { from, base, index, kind, amount } => {
                    let offset = moved(machine.get(index), kind, amount);
                    machine.store_byte(machine.get(base).wrapping_add(offset), machine.get(from) as u8)?;
                }
                Operation::LoadWordBefore { to, base, offset } => {
                    let address = machine.get(base).wrapping_add(offset);
                    let word = machine.load_word(address)?;
                    machine.set(base, address);
                    machine.set(to, word);
                }
                Operation::LoadByteBefore { to, base, offset } => {
                    let address = machine.get(base).wrapping_add(offset);
                    let byte = machine.load_byte(address)?;
                    machine.set(base, address);
                    machine.set(to, u32::from(byte));
                }
                Operation::StoreWordBefore { from, base, offset } => {
                    let address = machine.get(base).wrapping_add(offset);
                    machine.store_word(address, machine.get(from))?;
                    machine.set(base, address);
                }
                Operation::StoreByteBefore { from, base, offset } => {
                    let address = machine.get(base).wrapping_add(offset);
                    machine.store_byte(address, machine.get(from) as u8)?;
                    machine.set(base, address);
                }
                Operation::LoadWordAfter { to, base, offset } => {
                    let address = machine.get(base);
                    let word = machine.load_word(address)?;
                    machine.set(base, address.wrapping_add(offset));
                    machine.set(to, word);
                }
                Operation::LoadByteAfter { to, base, offset } => {
                    let address = machine.get(base);
                    let byte = machine.load_byte(address)?;
                    machine.set(base, address.wrapping_add(offset));
                    machine.set(to, u32::from(byte));
                }
                Operation::StoreWordAfter { from, base, offset } => {
                    let address = machine.get(base);
                    machine.store_word(address, machine.get(from))?;
                    machine.set(base, address.wrapping_add(offset));
                }
                Operation::StoreByteAfter { from, base, offset } => {
                    let address = machine.get(base);
                    machine.store_byte(address, machine.get(from) as u8)?;
                    machine.set(base, address.wrapping_add(offset));
                }
                Operation::LoadLiteral { to, address } => {
                    let word = machine.load_literal(address)?;
                    machine.set(to, word);
                }
                Operation::LoadBlock(ref block) => return machine.load_block(block),
                Operation::StoreBlock(ref block) => return machine.store_block(block),
                Operation::LoadPair(ref pair) => return machine.load_pair(pair),
                Operation::LoadPairAndJump(ref pair) => return machine.load_pair_and_jump(pair),
                Operation::StorePair(ref pair) => return machine.store_pair(pair),
                Operation::BranchEqual { target } => return branch(machine, Condition::Equal, target),
                Operation::BranchNotEqual { target } => return branch(machine, Condition::NotEqual, target),
                Operation::BranchCarrySet { target } => return branch(machine, Condition::CarrySet, target),
                Operation::BranchCarryClear { target } => return branch(machine, Condition::CarryClear, target),
                Operation::BranchMinus { target } => return branch(machine, Condition::Minus, target),
                Operation::BranchPlus { target } => return branch(machine, Condition::Plus, target),
                Operation::BranchOverflowSet { target } => return branch(machine, Condition::OverflowSet, target),
                Operation::BranchOverflowClear { target } => return branch(machine, Condition::OverflowClear, target),
                Operation::BranchHigher { target } => return branch(machine, Condition::Higher, target),
                Operation::BranchLowerOrSame { target } => return branch(machine, Condition::LowerOrSame, target),
                Operation::BranchGreaterOrEqual { target } => return branch(machine, Condition::GreaterOrEqual, target),
                Operation::BranchLess { target } => return branch(machine, Condition::Less, target),
                Operation::BranchGreater { target } => return branch(machine, Condition::Greater, target),
                Operation::BranchLessOrEqual { target } => return branch(machine, Condition::LessOrEqual, target),
                Operation::Branch { target } => return machine.jump(target),
                Operation::Call { target } => {
                    let link = machine.link();
                    machine.jump(target)?;
                    machine.set(LINK, link);
                }
                Operation::JumpRegister { target, .. } => {
                    let target = machine.get(target);
                    if target & 3 != 0 {
                        return machine.special(*operation);
                    }
                    return machine.jump(target);
                }
                Operation::Conditional { condition } => return machine.conditional(condition),
                Operation::BranchToItself
                | Operation::General
                | Operation::Undefined { .. }
                | Operation::Stale => return machine.special(*operation),
            }
            Ok(())
        }
    };
}

with_operations!(execution);

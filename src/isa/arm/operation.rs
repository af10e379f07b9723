//! Instructions as the machine executes them: eight bytes each, shifter operands taken apart, addresses worked out.
//!
//! An operation says nothing of its condition: where that is not [`Condition::Always`], the operation at an
//! address is [`Operation::Conditional`], and the one that is executed if the condition holds stands at the
//! same place of another table. Rare instructions, and all that use the program counter as a register, are
//! [`Operation::General`] and taken apart again each time.

use super::alu::with_operations;
use super::condition::Condition;
use super::operand::{Address, Indexing, Offset, Operand, Shift, ShiftKind, Shifter};
use super::registers::PROGRAM_COUNTER;
use super::table::{Decoded, Name};

/// The effect on the carry where a constant is the operand of a logical operation that sets the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CarryOut {
    /// It stays, as the constant is not rotated.
    Kept,
    /// It is the highest bit of the constant.
    Set(bool),
}

/// A transfer of several registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The base register.
    pub(super) base: u8,
    /// The registers, bit n for register n.
    pub(super) registers: u16,
    /// From the base register to the lowest address, in bytes.
    pub(super) start: i8,
    /// The change of the base register, in bytes.
    pub(super) change: i8,
    /// The number of bytes that are transferred.
    pub(super) length: u8,
}

#[allow(clippy::inline_always, clippy::trivially_copy_pass_by_ref, reason = "parts of the fast loop")]
impl Block {
    /// The lowest address, for what the base register holds.
    #[inline(always)]
    pub(super) fn address(&self, base: u32) -> u32 {
        base.wrapping_add_signed(i32::from(self.start))
    }

    /// The value of the base register afterwards, given its value now. If that changes, the base register is
    /// not among those that are loaded.
    #[inline(always)]
    pub(super) fn moved(&self, base: u32) -> u32 {
        base.wrapping_add_signed(i32::from(self.change))
    }
}

/// A transfer of two registers, as most subroutines begin and end with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The base register.
    pub(super) base: u8,
    /// The register at the lower address.
    pub(super) first: u8,
    /// The register at the higher address.
    pub(super) second: u8,
    /// From the base register to the lower address, in bytes.
    pub(super) start: i8,
    /// The change of the base register, in bytes.
    pub(super) change: i8,
}

impl Pair {
    /// The pair that a block is; `None` if it has more registers, or less.
    fn of(block: Block) -> Option<Self> {
        let Block { base, registers, start, change, .. } = block;
        let (first, last) = (registers.trailing_zeros() as u8, 15 - registers.leading_zeros() as u8);
        (registers.count_ones() == 2).then_some(Self { base, first, second: last, start, change })
    }

    /// The same as a block.
    pub(super) fn block(self) -> Block {
        let Self { base, first, second, start, change } = self;
        Block { base, registers: 1 << first | 1 << second, start, change, length: 8 }
    }
}

macro_rules! operations {
    ($($name:ident $sets:literal $constant:ident $register:ident $shifted:ident $logical:literal $writes:literal
        |$left:ident, $right:ident, $flags:ident| $value:expr;)*) => {
        /// A decoded operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Operation {
            $(
                $constant { to: u8, left: u8, carry: CarryOut, value: u32 },
                $register { to: u8, left: u8, right: u8 },
                $shifted { to: u8, left: u8, right: u8, kind: ShiftKind, amount: u8 },
            )*
            ShiftByRegister { to: u8, from: u8, kind: ShiftKind, by: u8 },
            ShiftLeft { to: u8, from: u8, amount: u8 },
            ShiftRight { to: u8, from: u8, amount: u8 },
            ShiftRightSigned { to: u8, from: u8, amount: u8 },
            Multiply { to: u8, left: u8, right: u8 },
            MultiplyAdd { to: u8, left: u8, right: u8, plus: u8 },
            UnsignedLong { low: u8, high: u8, left: u8, right: u8 },
            SignedLong { low: u8, high: u8, left: u8, right: u8 },
            DivideUnsigned { to: u8, left: u8, right: u8 },
            DivideSigned { to: u8, left: u8, right: u8 },
            LoadWord { to: u8, base: u8, offset: u32 },
            LoadByte { to: u8, base: u8, offset: u32 },
            LoadHalf { to: u8, base: u8, offset: u32 },
            LoadSignedByte { to: u8, base: u8, offset: u32 },
            LoadSignedHalf { to: u8, base: u8, offset: u32 },
            StoreWord { from: u8, base: u8, offset: u32 },
            StoreByte { from: u8, base: u8, offset: u32 },
            StoreHalf { from: u8, base: u8, offset: u32 },
            LoadWordAt { to: u8, base: u8, index: u8, kind: ShiftKind, amount: u8 },
            LoadByteAt { to: u8, base: u8, index: u8, kind: ShiftKind, amount: u8 },
            StoreWordAt { from: u8, base: u8, index: u8, kind: ShiftKind, amount: u8 },
            StoreByteAt { from: u8, base: u8, index: u8, kind: ShiftKind, amount: u8 },
            LoadWordBefore { to: u8, base: u8, offset: u32 },
            LoadByteBefore { to: u8, base: u8, offset: u32 },
            StoreWordBefore { from: u8, base: u8, offset: u32 },
            StoreByteBefore { from: u8, base: u8, offset: u32 },
            LoadWordAfter { to: u8, base: u8, offset: u32 },
            LoadByteAfter { to: u8, base: u8, offset: u32 },
            StoreWordAfter { from: u8, base: u8, offset: u32 },
            StoreByteAfter { from: u8, base: u8, offset: u32 },
            LoadLiteral { to: u8, address: u32 },
            LoadBlock(Block),
            StoreBlock(Block),
            LoadPair(Pair),
            /// The second register is the program counter.
            LoadPairAndJump(Pair),
            StorePair(Pair),
            BranchEqual { target: u32 },
            BranchNotEqual { target: u32 },
            BranchCarrySet { target: u32 },
            BranchCarryClear { target: u32 },
            BranchMinus { target: u32 },
            BranchPlus { target: u32 },
            BranchOverflowSet { target: u32 },
            BranchOverflowClear { target: u32 },
            BranchHigher { target: u32 },
            BranchLowerOrSame { target: u32 },
            BranchGreaterOrEqual { target: u32 },
            BranchLess { target: u32 },
            BranchGreater { target: u32 },
            BranchLessOrEqual { target: u32 },
            Branch { target: u32 },
            Call { target: u32 },
            /// `BX` to a register, and `MOV pc` from one, which does not leave ARM state.
            JumpRegister { target: u8, exchanges: bool },
            /// A branch to itself, which ends the program where nothing can interrupt it.
            BranchToItself,
            /// The operation that is executed if the condition holds is in the other table.
            Conditional { condition: Condition },
            /// Anything else that is an instruction.
            General,
            /// No instruction.
            Undefined { word: u32 },
            /// The word may have been changed since it was decoded.
            Stale,
        }

        /// The operation of a data processing instruction without the program counter.
        fn processing(name: Name, sets_flags: bool, to: u8, left: u8, operand: Shifter) -> Option<Operation> {
            let code = operand.code()?;
            Some(match (name, sets_flags, operand) {
                // Programs shift more than they do anything else with a shifted register.
                (Name::Move, false, Shifter::Register(from, Shift::By(ShiftKind::LogicalLeft, amount @ 1..))) => {
                    Operation::ShiftLeft { to, from, amount: amount as u8 }
                }
                (Name::Move, false, Shifter::Register(from, Shift::By(ShiftKind::LogicalRight, amount))) => {
                    Operation::ShiftRight { to, from, amount: amount as u8 }
                }
                (Name::Move, false, Shifter::Register(from, Shift::By(ShiftKind::ArithmeticRight, amount))) => {
                    Operation::ShiftRightSigned { to, from, amount: amount as u8 }
                }
                $(
                    (Name::$name, $sets, Shifter::Constant(_) | Shifter::Rotated(..)) => {
                        let rotation = code >> 7 & 0b1_1110;
                        let value = (code & 0xFF).rotate_right(rotation);
                        let carry = if rotation == 0 { CarryOut::Kept } else { CarryOut::Set(value >> 31 != 0) };
                        Operation::$constant { to, left, carry, value }
                    }
                    (Name::$name, $sets, Shifter::Register(right, Shift::NONE)) => {
                        Operation::$register { to, left, right }
                    }
                    (Name::$name, $sets, Shifter::Register(right, Shift::By(kind, amount))) => {
                        Operation::$shifted { to, left, right, kind, amount: amount as u8 }
                    }
                )*
                (Name::Move, false, Shifter::Register(from, Shift::ByRegister(kind, by))) => {
                    Operation::ShiftByRegister { to, from, kind, by }
                }
                _ => return None,
            })
        }
    };
}

with_operations!(operations);

/// An operation with the condition under which it is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lowered {
    /// The operation at the address.
    pub(super) operation: Operation,
    /// The operation that is executed if the condition of [`Operation::Conditional`] holds.
    pub(super) body: Operation,
}

impl Lowered {
    /// The operation of a word at an address, which is an instruction if it can be taken apart.
    pub(super) fn new(word: u32, decoded: Option<&Decoded>, address: u32) -> Self {
        let Some(decoded) = decoded else {
            let undefined = Operation::Undefined { word };
            return Self { operation: undefined, body: undefined };
        };
        let condition = decoded.condition;
        if decoded.row.name == Name::Branch
            && let Some(Operand::Label(target)) = decoded.operand(0)
        {
            let operation = branch(condition, target);
            let is_to_itself = condition == Condition::Always && target == address;
            let operation = if is_to_itself { Operation::BranchToItself } else { operation };
            return Self { operation, body: operation };
        }
        let body = operation(decoded, address).unwrap_or(Operation::General);
        let is_always = condition == Condition::Always;
        Self { operation: if is_always { body } else { Operation::Conditional { condition } }, body }
    }
}

fn branch(condition: Condition, target: u32) -> Operation {
    match condition {
        Condition::Equal => Operation::BranchEqual { target },
        Condition::NotEqual => Operation::BranchNotEqual { target },
        Condition::CarrySet => Operation::BranchCarrySet { target },
        Condition::CarryClear => Operation::BranchCarryClear { target },
        Condition::Minus => Operation::BranchMinus { target },
        Condition::Plus => Operation::BranchPlus { target },
        Condition::OverflowSet => Operation::BranchOverflowSet { target },
        Condition::OverflowClear => Operation::BranchOverflowClear { target },
        Condition::Higher => Operation::BranchHigher { target },
        Condition::LowerOrSame => Operation::BranchLowerOrSame { target },
        Condition::GreaterOrEqual => Operation::BranchGreaterOrEqual { target },
        Condition::Less => Operation::BranchLess { target },
        Condition::Greater => Operation::BranchGreater { target },
        Condition::LessOrEqual => Operation::BranchLessOrEqual { target },
        Condition::Always => Operation::Branch { target },
    }
}

/// The operation of an instruction, its condition aside; `None` if it is not a plain one.
fn operation(decoded: &Decoded, address: u32) -> Option<Operation> {
    let name = decoded.row.name;
    let register = |index: usize| match decoded.operand(index) {
        Some(Operand::Register(number)) if number != PROGRAM_COUNTER => Some(number),
        _ => None,
    };
    if let Some(Operand::Address(place)) = decoded.operand(1) {
        return transfer(name, decoded.operand(0)?, place, address);
    }
    if let (Some(Operand::Base(base, writes_back)), Some(Operand::List(registers, false))) =
        (decoded.operand(0), decoded.operand(1))
    {
        return block(name, base, writes_back, registers);
    }
    match name {
        Name::Multiply if !decoded.sets_flags => {
            Some(Operation::Multiply { to: register(0)?, left: register(1)?, right: register(2)? })
        }
        Name::MultiplyAdd if !decoded.sets_flags => Some(Operation::MultiplyAdd {
            to: register(0)?,
            left: register(1)?,
            right: register(2)?,
            plus: register(3)?,
        }),
        Name::UnsignedLong | Name::SignedLong if !decoded.sets_flags => {
            let (low, high, left, right) = (register(0)?, register(1)?, register(2)?, register(3)?);
            Some(match name {
                Name::UnsignedLong => Operation::UnsignedLong { low, high, left, right },
                _ => Operation::SignedLong { low, high, left, right },
            })
        }
        Name::DivideUnsigned => {
            Some(Operation::DivideUnsigned { to: register(0)?, left: register(1)?, right: register(2)? })
        }
        Name::DivideSigned => {
            Some(Operation::DivideSigned { to: register(0)?, left: register(1)?, right: register(2)? })
        }
        Name::BranchExchange => Some(Operation::JumpRegister { target: register(0)?, exchanges: true }),
        Name::Call => match decoded.operand(0) {
            Some(Operand::Label(target)) => Some(Operation::Call { target }),
            _ => None,
        },
        Name::Move if !decoded.sets_flags && register(0).is_none() => match decoded.operand(1) {
            Some(Operand::Shifter(Shifter::Register(target, Shift::NONE))) if target != PROGRAM_COUNTER => {
                Some(Operation::JumpRegister { target, exchanges: false })
            }
            _ => None,
        },
        Name::Add | Name::Subtract
            if !decoded.sets_flags && decoded.operand(1) == Some(Operand::Register(PROGRAM_COUNTER)) =>
        {
            // The address of a label.
            let Some(Operand::Shifter(Shifter::Constant(offset))) = decoded.operand(2) else { return None };
            let here = address.wrapping_add(8);
            let value = if name == Name::Add { here.wrapping_add(offset) } else { here.wrapping_sub(offset) };
            Some(Operation::MoveConstant { to: register(0)?, left: 0, carry: CarryOut::Kept, value })
        }
        _ => {
            let last = decoded.row.operands.len().checked_sub(1)?;
            let Some(Operand::Shifter(operand)) = decoded.operand(last) else { return None };
            if let Shifter::Register(number, shift) = operand
                && (number == PROGRAM_COUNTER || matches!(shift, Shift::ByRegister(_, PROGRAM_COUNTER)))
            {
                return None;
            }
            let (to, left) = match (name, last) {
                (Name::Test | Name::TestEqual | Name::Compare | Name::CompareNegative, 1) => {
                    (0, register(0)?)
                }
                (Name::Move | Name::MoveNot, 1) => (register(0)?, 0),
                (_, 2) => (register(0)?, register(1)?),
                _ => return None,
            };
            processing(name, decoded.sets_flags, to, left, operand)
        }
    }
}

/// The operation of a load or store of one register.
fn transfer(name: Name, operand: Operand, place: Address, at: u32) -> Option<Operation> {
    let Operand::Register(to) = operand else { return None };
    let Address { base, offset, indexing } = place;
    if to == PROGRAM_COUNTER {
        return None;
    }
    let from = to;
    match (indexing, offset) {
        (Indexing::Offset, Offset::Constant { down, size }) => {
            let offset = if down { size.wrapping_neg() } else { size };
            if base == PROGRAM_COUNTER {
                let address = at.wrapping_add(8).wrapping_add(offset);
                return (name == Name::LoadWord).then_some(Operation::LoadLiteral { to, address });
            }
            Some(match name {
                Name::LoadWord => Operation::LoadWord { to, base, offset },
                Name::LoadByte => Operation::LoadByte { to, base, offset },
                Name::LoadHalf => Operation::LoadHalf { to, base, offset },
                Name::LoadSignedByte => Operation::LoadSignedByte { to, base, offset },
                Name::LoadSignedHalf => Operation::LoadSignedHalf { to, base, offset },
                Name::StoreWord => Operation::StoreWord { from, base, offset },
                Name::StoreByte => Operation::StoreByte { from, base, offset },
                Name::StoreHalf => Operation::StoreHalf { from, base, offset },
                _ => return None,
            })
        }
        (
            Indexing::Offset,
            Offset::Register { down: false, register: index, shift: Shift::By(kind, amount) },
        ) if base != PROGRAM_COUNTER && index != PROGRAM_COUNTER => {
            let amount = amount as u8;
            Some(match name {
                Name::LoadWord => Operation::LoadWordAt { to, base, index, kind, amount },
                Name::LoadByte => Operation::LoadByteAt { to, base, index, kind, amount },
                Name::StoreWord => Operation::StoreWordAt { from, base, index, kind, amount },
                Name::StoreByte => Operation::StoreByteAt { from, base, index, kind, amount },
                _ => return None,
            })
        }
        (Indexing::Before | Indexing::After, Offset::Constant { down, size })
            if base != PROGRAM_COUNTER && base != to =>
        {
            let offset = if down { size.wrapping_neg() } else { size };
            Some(match (name, indexing) {
                (Name::LoadWord, Indexing::Before) => Operation::LoadWordBefore { to, base, offset },
                (Name::LoadByte, Indexing::Before) => Operation::LoadByteBefore { to, base, offset },
                (Name::StoreWord, Indexing::Before) => Operation::StoreWordBefore { from, base, offset },
                (Name::StoreByte, Indexing::Before) => Operation::StoreByteBefore { from, base, offset },
                (Name::LoadWord, _) => Operation::LoadWordAfter { to, base, offset },
                (Name::LoadByte, _) => Operation::LoadByteAfter { to, base, offset },
                (Name::StoreWord, _) => Operation::StoreWordAfter { from, base, offset },
                (Name::StoreByte, _) => Operation::StoreByteAfter { from, base, offset },
                _ => return None,
            })
        }
        _ => None,
    }
}

/// Where a transfer of several registers begins, and what is added to its base register, both in bytes.
pub(super) fn span(name: Name, count: u32) -> Option<(i32, i32)> {
    let size = 4 * count.cast_signed();
    Some(match name {
        Name::LoadAfter | Name::StoreAfter => (0, size),
        Name::LoadBefore | Name::StoreBefore => (4, size),
        Name::LoadAfterDown | Name::StoreAfterDown => (4 - size, -size),
        Name::LoadBeforeDown | Name::StoreBeforeDown => (-size, -size),
        _ => return None,
    })
}

/// Returns `true` if a transfer of several registers loads them.
pub(super) fn loads_block(name: Name) -> bool {
    matches!(name, Name::LoadAfter | Name::LoadBefore | Name::LoadAfterDown | Name::LoadBeforeDown)
}

/// The operation of a transfer of several registers.
fn block(name: Name, base: u8, writes_back: bool, registers: u16) -> Option<Operation> {
    let (start, change) = span(name, registers.count_ones())?;
    let holds = |number: u8| registers >> number & 1 != 0;
    let is_load = loads_block(name);
    if base == PROGRAM_COUNTER || (writes_back && holds(base)) || (!is_load && holds(PROGRAM_COUNTER)) {
        return None;
    }
    let change = if writes_back { change as i8 } else { 0 };
    let length = 4 * registers.count_ones() as u8;
    let block = Block { base, registers, start: start as i8, change, length };
    Some(match (is_load, Pair::of(block)) {
        (true, Some(pair)) if pair.second == PROGRAM_COUNTER => Operation::LoadPairAndJump(pair),
        (true, Some(pair)) => Operation::LoadPair(pair),
        (true, None) => Operation::LoadBlock(block),
        (false, Some(pair)) => Operation::StorePair(pair),
        (false, None) => Operation::StoreBlock(block),
    })
}

#[cfg(test)]
mod tests {
    use super::{Lowered, Operation};
    use crate::isa::arm::condition::Condition;
    use crate::isa::arm::table::Decoded;

    fn lowered(word: u32, address: u32) -> Lowered {
        Lowered::new(word, Decoded::new(word, address).as_ref(), address)
    }

    #[test]
    fn a_decoded_operation_is_small() {
        assert_eq!(size_of::<Operation>(), 8);
    }

    #[test]
    fn frequent_instructions_are_plain() {
        for word in
            [0xE280_0001, 0xE151_0002, 0xE4D1_0001, 0xE92D_4070, 0xE8BD_8070, 0xE12F_FF1E, 0xE1A0_F00E]
        {
            let lowered = lowered(word, 0);
            assert_ne!(lowered.operation, Operation::General, "{word:#010x}");
        }
        let moved = lowered(0x03A0_0001, 0);
        assert_eq!(moved.operation, Operation::Conditional { condition: Condition::Equal });
        assert_eq!(moved.body, lowered(0xE3A0_0001, 0).body);
        assert_eq!(lowered(0xEAFF_FFFE, 0x40).operation, Operation::BranchToItself);
        assert_eq!(lowered(0x0AFF_FFFE, 0x40).operation, Operation::BranchEqual { target: 0x40 });
    }
}

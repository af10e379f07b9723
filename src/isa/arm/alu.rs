//! Data processing: what it computes, and how its last operand is shifted.
//!
//! Source: *ARM Architecture Reference Manual* (DDI 0100I), A4 and A5.1.

use super::flags::Flags;
use super::operand::{Shift, ShiftKind};

/// A register shifted by a number of bits, and the carry that comes out of the shifter.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
pub(super) fn shifted(value: u32, kind: ShiftKind, amount: u32, carry: bool) -> (u32, bool) {
    if amount == 0 {
        return (value, carry);
    }
    let bit = |number: u32| value >> (number & 31) & 1 != 0;
    match kind {
        ShiftKind::LogicalLeft => match amount {
            1..=31 => (value << amount, bit(32 - amount)),
            32 => (0, bit(0)),
            _ => (0, false),
        },
        ShiftKind::LogicalRight => match amount {
            1..=31 => (value >> amount, bit(amount - 1)),
            32 => (0, bit(31)),
            _ => (0, false),
        },
        ShiftKind::ArithmeticRight => {
            let amount = amount.min(32);
            let result = if amount == 32 { value.cast_signed() >> 31 } else { value.cast_signed() >> amount };
            (result as u32, bit(amount - 1))
        }
        // By a multiple of 32 the value stays and its highest bit comes out.
        ShiftKind::RotateRight => (value.rotate_right(amount), bit(amount.wrapping_sub(1))),
    }
}

/// A register shifted by a constant as instructions can hold it: to the left by 0 to 31 bits, to the right by 1 to 32, round by
/// 1 to 31.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
pub(super) fn moved(value: u32, kind: ShiftKind, amount: u8) -> u32 {
    // Masks instead of a `match`, whose jump would take longer than the shift.
    const IS_ARITHMETIC: [u32; 4] = only(ShiftKind::ArithmeticRight);
    const IS_ROUND: [u32; 4] = only(ShiftKind::RotateRight);
    if kind == ShiftKind::LogicalLeft {
        return value << (amount & 31);
    }
    let sign = (value.cast_signed() >> 31) as u32;
    let above = sign & IS_ARITHMETIC[kind as usize] | value & IS_ROUND[kind as usize];
    ((u64::from(above) << 32 | u64::from(value)) >> (amount & 63)) as u32
}

/// All bits for one kind of shift and none for the others.
const fn only(kind: ShiftKind) -> [u32; 4] {
    let mut masks = [0; 4];
    masks[kind as usize] = u32::MAX;
    masks
}

/// The last bit that a shift by a constant other than 0 moves out.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the fast loop")]
pub(super) fn moved_out(value: u32, kind: ShiftKind, amount: u8) -> bool {
    let number =
        if kind == ShiftKind::LogicalLeft { 0u8.wrapping_sub(amount) } else { amount.wrapping_sub(1) };
    value >> (number & 31) & 1 != 0
}

/// A register shifted in any way. `by` gives the value of a register with the amount of the shift.
pub(super) fn shift(value: u32, shift: Shift, carry: bool, by: impl FnOnce(u8) -> u32) -> (u32, bool) {
    match shift {
        Shift::By(kind, amount) => shifted(value, kind, amount, carry),
        Shift::ByRegister(kind, register) => shifted(value, kind, by(register) & 0xFF, carry),
        Shift::Extended => (u32::from(carry) << 31 | value >> 1, value & 1 != 0),
    }
}

/// Hands to a macro the operations that are executed in plain ways, each with the name of its row, whether it sets the
/// flags, the names of its three forms, whether N, Z and the carry come from the result and the shifter, whether it has a
/// result, and what it computes of two operands and the flags.
macro_rules! with_operations {
    ($then:ident) => {
        $then! {
            And false AndConstant AndRegister AndShifted false true |left, right, _flags| left & right;
            And true AndsConstant AndsRegister AndsShifted true true |left, right, _flags| left & right;
            ExclusiveOr false EorConstant EorRegister EorShifted false true |left, right, _flags| left ^ right;
            ExclusiveOr true EorsConstant EorsRegister EorsShifted true true |left, right, _flags| left ^ right;
            Or false OrConstant OrRegister OrShifted false true |left, right, _flags| left | right;
            Or true OrsConstant OrsRegister OrsShifted true true |left, right, _flags| left | right;
            BitClear false BicConstant BicRegister BicShifted false true |left, right, _flags| left & !right;
            BitClear true BicsConstant BicsRegister BicsShifted true true |left, right, _flags| left & !right;
            Move false MoveConstant MoveRegister MoveShifted false true |_left, right, _flags| right;
            Move true MovesConstant MovesRegister MovesShifted true true |_left, right, _flags| right;
            MoveNot false NotConstant NotRegister NotShifted false true |_left, right, _flags| !right;
            MoveNot true NotsConstant NotsRegister NotsShifted true true |_left, right, _flags| !right;
            Test false TestConstant TestRegister TestShifted true false |left, right, _flags| left & right;
            TestEqual false TeqConstant TeqRegister TeqShifted true false |left, right, _flags| left ^ right;
            Add false AddConstant AddRegister AddShifted false true |left, right, _flags| left.wrapping_add(right);
            Add true AddsConstant AddsRegister AddsShifted false true |left, right, flags| flags.add(left, right, false);
            Subtract false SubConstant SubRegister SubShifted false true |left, right, _flags| left.wrapping_sub(right);
            Subtract true SubsConstant SubsRegister SubsShifted false true |left, right, flags| flags.subtract(left, right);
            ReverseSubtract false RsbConstant RsbRegister RsbShifted false true |left, right, _flags| right.wrapping_sub(left);
            ReverseSubtract true RsbsConstant RsbsRegister RsbsShifted false true |left, right, flags| flags.subtract(right, left);
            AddCarry false AdcConstant AdcRegister AdcShifted false true |left, right, flags| left.wrapping_add(right).wrapping_add(u32::from(flags.carry()));
            AddCarry true AdcsConstant AdcsRegister AdcsShifted false true |left, right, flags| flags.add(left, right, flags.carry());
            SubtractCarry false SbcConstant SbcRegister SbcShifted false true |left, right, flags| left.wrapping_add(!right).wrapping_add(u32::from(flags.carry()));
            SubtractCarry true SbcsConstant SbcsRegister SbcsShifted false true |left, right, flags| flags.add(left, !right, flags.carry());
            ReverseSubtractCarry false RscConstant RscRegister RscShifted false true |left, right, flags| right.wrapping_add(!left).wrapping_add(u32::from(flags.carry()));
            ReverseSubtractCarry true RscsConstant RscsRegister RscsShifted false true |left, right, flags| flags.add(right, !left, flags.carry());
            Compare false CmpConstant CmpRegister CmpShifted false false |left, right, flags| flags.subtract(left, right);
            CompareNegative false CmnConstant CmnRegister CmnShifted false false |left, right, flags| flags.add(left, right, false);
        }
    };
}

macro_rules! compute {
    ($($name:ident $sets:literal $constant:ident $register:ident $shifted:ident $logical:literal $writes:literal
        |$left:ident, $right:ident, $flags:ident| $value:expr;)*) => {
        /// The result of a data processing instruction, whether it is stored, and whether N, Z and C come
        /// from the result and the shifter; the flags are set otherwise. `None` for other instructions.
        pub(super) fn compute(
            name: Name,
            sets_flags: bool,
            left: u32,
            right: u32,
            flags: &mut Flags,
        ) -> Option<(u32, bool, bool)> {
            match (name, sets_flags) {
                $((Name::$name, $sets) => {
                    let ($left, $right, $flags) = (left, right, flags);
                    Some(($value, $writes, $logical))
                })*
                _ => None,
            }
        }
    };
}

pub(super) use with_operations;

use super::table::Name;

with_operations!(compute);

#[cfg(test)]
mod tests {
    use super::{moved, moved_out, shifted};
    use crate::isa::arm::operand::ShiftKind;

    /// Bit by bit, as in the manual's pseudo-code.
    #[test]
    fn shifts_move_one_bit_after_the_other() {
        for (_, kind) in ShiftKind::ALL {
            for value in [0, 1, 0x8000_0000, 0x8000_0001, 0xDEAD_BEEF, 0x7FFF_FFFF, u32::MAX] {
                for carry in [false, true] {
                    let mut expected = (value, carry);
                    for amount in 0..=255 {
                        assert_eq!(
                            shifted(value, kind, amount, carry),
                            expected,
                            "{kind:?} {value:#x} {amount}"
                        );
                        let (now, _) = expected;
                        expected = match kind {
                            ShiftKind::LogicalLeft => (now << 1, now >> 31 != 0),
                            ShiftKind::LogicalRight => (now >> 1, now & 1 != 0),
                            ShiftKind::ArithmeticRight => ((now.cast_signed() >> 1) as u32, now & 1 != 0),
                            ShiftKind::RotateRight => (now.rotate_right(1), now & 1 != 0),
                        };
                    }
                }
            }
        }
    }

    #[test]
    fn shifts_by_constants_are_shifts() {
        for value in [0, 1, 0x8000_0000, 0x8000_0001, 0xDEAD_BEEF, 0x7FFF_FFFF, u32::MAX] {
            for (_, kind) in ShiftKind::ALL {
                let amounts = match kind {
                    ShiftKind::LogicalLeft => 0..=31,
                    ShiftKind::LogicalRight | ShiftKind::ArithmeticRight => 1..=32,
                    ShiftKind::RotateRight => 1..=31,
                };
                for amount in amounts {
                    let (result, carry) = shifted(value, kind, u32::from(amount), false);
                    assert_eq!(moved(value, kind, amount), result, "{kind:?} {value:#x} {amount}");
                    assert!(
                        amount == 0 || moved_out(value, kind, amount) == carry,
                        "{kind:?} {value:#x} {amount}"
                    );
                }
            }
        }
    }
}

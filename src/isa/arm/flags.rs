//! The condition flags.

use super::condition::Condition;

/// The flags N, Z, C and V, kept as the values that they come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    /// Bit 31 is N.
    sign: u32,
    /// Zero if Z is set.
    value: u32,
    carry: bool,
    /// Bit 31 is V.
    overflow: u32,
}

const N: u32 = 1 << 31;
const Z: u32 = 1 << 30;
const C: u32 = 1 << 29;
const V: u32 = 1 << 28;

#[allow(clippy::inline_always, reason = "parts of the fast loop")]
impl Flags {
    /// The flags of a program status register.
    pub(super) fn from_bits(bits: u32) -> Self {
        Self {
            sign: bits & N,
            value: !bits & Z,
            carry: bits & C != 0,
            overflow: if bits & V == 0 { 0 } else { N },
        }
    }

    /// The four highest bits of a program status register.
    pub(super) fn bits(self) -> u32 {
        let bit = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        bit(self.negative(), N) | bit(self.zero(), Z) | bit(self.carry, C) | bit(self.overflow(), V)
    }

    #[inline(always)]
    pub(super) fn negative(&self) -> bool {
        self.sign >> 31 != 0
    }

    #[inline(always)]
    pub(super) fn zero(&self) -> bool {
        self.value == 0
    }

    #[inline(always)]
    pub(super) fn carry(&self) -> bool {
        self.carry
    }

    #[inline(always)]
    pub(super) fn overflow(&self) -> bool {
        self.overflow >> 31 != 0
    }

    /// Sets N and Z to what a result is.
    #[inline(always)]
    pub(super) fn set_result(&mut self, result: u32) {
        self.sign = result;
        self.value = result;
    }

    /// Sets N and Z to what a result of 64 bits is.
    pub(super) fn set_long(&mut self, result: u64) {
        self.sign = (result >> 32) as u32;
        self.value = (result >> 32) as u32 | result as u32;
    }

    #[inline(always)]
    pub(super) fn set_carry(&mut self, carry: bool) {
        self.carry = carry;
    }

    /// Sets all flags as the sum of two numbers and a carry does; returns the sum. A difference is the sum with the complement
    /// of what is subtracted, and a carry.
    #[inline(always)]
    pub(super) fn add(&mut self, left: u32, right: u32, carry: bool) -> u32 {
        let (sum, first) = left.overflowing_add(right);
        let (sum, second) = sum.overflowing_add(u32::from(carry));
        self.set_result(sum);
        self.carry = first | second;
        self.overflow = (left ^ sum) & (right ^ sum);
        sum
    }

    /// Sets all flags as `left - right` does; returns the difference.
    #[inline(always)]
    pub(super) fn subtract(&mut self, left: u32, right: u32) -> u32 {
        let difference = left.wrapping_sub(right);
        self.set_result(difference);
        self.carry = left >= right;
        self.overflow = (left ^ right) & (left ^ difference);
        difference
    }

    /// Returns `true` if a condition holds.
    #[inline(always)]
    pub(super) fn meet(&self, condition: Condition) -> bool {
        match condition {
            Condition::Equal => self.zero(),
            Condition::NotEqual => !self.zero(),
            Condition::CarrySet => self.carry(),
            Condition::CarryClear => !self.carry(),
            Condition::Minus => self.negative(),
            Condition::Plus => !self.negative(),
            Condition::OverflowSet => self.overflow(),
            Condition::OverflowClear => !self.overflow(),
            Condition::Higher => self.carry() && !self.zero(),
            Condition::LowerOrSame => !self.carry() || self.zero(),
            Condition::GreaterOrEqual => self.negative() == self.overflow(),
            Condition::Less => self.negative() != self.overflow(),
            Condition::Greater => !self.zero() && self.negative() == self.overflow(),
            Condition::LessOrEqual => self.zero() || self.negative() != self.overflow(),
            Condition::Always => true,
        }
    }
}

impl PartialEq for Flags {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

#[cfg(test)]
mod tests {
    use super::Flags;

    #[test]
    fn flags_are_bits_of_a_status_register() {
        for bits in 0..16u32 {
            assert_eq!(Flags::from_bits(bits << 28).bits(), bits << 28);
        }
    }

    /// Against 64-bit sums, over all pairs of numbers where something can happen.
    #[test]
    fn sums_and_differences_set_the_flags() {
        let numbers = [0, 1, 2, 0x7FFF_FFFE, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFE, u32::MAX];
        for left in numbers {
            for right in numbers {
                for carry in [false, true] {
                    let mut flags = Flags::from_bits(0);
                    let sum = flags.add(left, right, carry);
                    let wide = u64::from(left) + u64::from(right) + u64::from(carry);
                    let signed =
                        i64::from(left.cast_signed()) + i64::from(right.cast_signed()) + i64::from(carry);
                    assert_eq!((sum, flags.carry()), (wide as u32, wide >> 32 != 0));
                    assert_eq!(flags.overflow(), signed != i64::from(sum.cast_signed()));
                    assert_eq!((flags.negative(), flags.zero()), (sum.cast_signed() < 0, sum == 0));
                }
                let (mut subtracted, mut added) = (Flags::from_bits(0), Flags::from_bits(0));
                assert_eq!(subtracted.subtract(left, right), added.add(left, !right, true));
                assert_eq!(subtracted.bits(), added.bits(), "{left:#x} - {right:#x}");
            }
        }
    }
}

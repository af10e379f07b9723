//! What MARS makes of one pseudo-instruction, as one step of the fast loop.
//!
//! About a third of what student programs execute are the two or three instructions of `lw $t0, label($t1)`, `blt $t0, $t1, label` and
//! the like, and to find the next instruction takes longer than to execute it. Each place of the text has what begins there, so
//! that a jump into the middle finds the rest.

use super::super::table::Instruction;
use super::Machine;
use super::sprint::{NotPlain, Sprint};

/// The register that the assembler uses for pseudo-instructions, `$at`.
const AT: u8 = 1;

/// One instruction, or several in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Superinstruction {
    /// One as it is.
    One(Instruction),
    /// `lui $at, upper`, `addu $at, $at, index`, `lw to, low($at)`.
    LoadWord { to: u8, index: u8, upper: u16, low: i16 },
    /// The same with `lb`.
    LoadByte { to: u8, index: u8, upper: u16, low: i16 },
    /// The same with `lbu`.
    LoadByteUnsigned { to: u8, index: u8, upper: u16, low: i16 },
    /// The same with `sw`.
    StoreWord { from: u8, index: u8, upper: u16, low: i16 },
    /// The same with `sb`.
    StoreByte { from: u8, index: u8, upper: u16, low: i16 },
    /// `slt $at, left, right`, `bne $at, $zero, target`; with `beq` if it goes on at the target where the left one is not less.
    BranchLess { left: u8, right: u8, is_less: bool, by: i16 },
    /// `slti $at, left, right` and the same.
    BranchBelow { left: u8, is_less: bool, right: i16, by: i16 },
    /// `addi $at, $zero, left`, `slt $at, $at, right` and the same.
    BranchAbove { right: u8, is_less: bool, left: i16, by: i16 },
    /// `addi $at, $zero, right`, `beq left, $at, target`, or `bne`.
    BranchSame { left: u8, is_same: bool, right: i16, by: i16 },
    /// `addi $at, $zero, right`, `mul to, left, $at`.
    Multiply { to: u8, left: u8, right: i16 },
}

impl Superinstruction {
    /// The most instructions of one step.
    pub(super) const LONGEST: u64 = 3;

    /// What begins at each instruction of a text.
    pub(in super::super) fn all(text: &[Instruction], base: u32) -> Vec<Self> {
        let step = |at: usize| Self::several(text, at, base).unwrap_or(Self::One(text[at]));
        (0..text.len()).map(step).collect()
    }

    /// What begins at the instruction of this number, if it is several that are one step.
    fn several(text: &[Instruction], at: usize, base: u32) -> Option<Self> {
        use Instruction as I;
        // The distance of a branch from what follows it, in instructions. What is not in the text is jumped to one instruction at a
        // time.
        let by = |target: u32, length: usize| {
            let target = (target.checked_sub(base)? / 4) as usize;
            let is_inside = target < text.len();
            i16::try_from(target as i64 - (at + length) as i64).ok().filter(|_| is_inside)
        };
        let short = |number: u32| i16::try_from(number.cast_signed()).ok();
        Some(match text[at..] {
            [
                I::LoadUpper { to: AT, upper },
                I::AddUnsigned { to: AT, left: AT, right: index },
                access,
                ..,
            ] if index != AT => {
                let upper = u16::try_from(upper).ok()?;
                match access {
                    I::LoadWord { to, offset, base: AT } => {
                        Self::LoadWord { to, index, upper, low: short(offset)? }
                    }
                    I::LoadByte { to, offset, base: AT } => {
                        Self::LoadByte { to, index, upper, low: short(offset)? }
                    }
                    I::LoadByteUnsigned { to, offset, base: AT } => {
                        Self::LoadByteUnsigned { to, index, upper, low: short(offset)? }
                    }
                    I::StoreWord { from, offset, base: AT } if from != AT => {
                        Self::StoreWord { from, index, upper, low: short(offset)? }
                    }
                    I::StoreByte { from, offset, base: AT } if from != AT => {
                        Self::StoreByte { from, index, upper, low: short(offset)? }
                    }
                    _ => return None,
                }
            }
            [I::SetLess { to: AT, left, right }, branch, ..] => {
                let (is_less, target) = Self::branch_on_at(branch)?;
                Self::BranchLess { left, right, is_less, by: by(target, 2)? }
            }
            [I::SetLessImmediate { to: AT, left, right }, branch, ..] => {
                let (is_less, target) = Self::branch_on_at(branch)?;
                Self::BranchBelow { left, is_less, right: short(right)?, by: by(target, 2)? }
            }
            [
                I::AddImmediate { to: AT, left: 0, right: left },
                I::SetLess { to: AT, left: AT, right },
                branch,
                ..,
            ] if right != AT => {
                let (is_less, target) = Self::branch_on_at(branch)?;
                Self::BranchAbove { right, is_less, left: short(left)?, by: by(target, 3)? }
            }
            [
                I::AddImmediate { to: AT, left: 0, right },
                branch @ (I::BranchEqual { left, right: other, target }
                | I::BranchNotEqual { left, right: other, target }),
                ..,
            ] if (left == AT) != (other == AT) => {
                let left = if left == AT { other } else { left };
                let is_same = matches!(branch, I::BranchEqual { .. });
                Self::BranchSame { left, is_same, right: short(right)?, by: by(target, 2)? }
            }
            [I::AddImmediate { to: AT, left: 0, right }, I::MultiplyTo { to, left, right: AT }, ..]
                if left != AT =>
            {
                Self::Multiply { to, left, right: short(right)? }
            }
            _ => return None,
        })
    }

    /// A branch that asks whether `$at` is zero: true if it is taken where it is not, and the target.
    fn branch_on_at(branch: Instruction) -> Option<(bool, u32)> {
        match branch {
            Instruction::BranchNotEqual { left: AT, right: 0, target } => Some((true, target)),
            Instruction::BranchEqual { left: AT, right: 0, target } => Some((false, target)),
            _ => None,
        }
    }
}

#[allow(clippy::inline_always, reason = "parts of the fast loop")]
impl Sprint<'_> {
    /// Executes several instructions from the next one on, and says how many. If one of them is not plain, nothing was done.
    #[inline(always)]
    pub(super) fn execute_several(&mut self, step: Superinstruction) -> Result<u64, NotPlain> {
        match step {
            Superinstruction::One(_) => return Err(NotPlain),
            Superinstruction::LoadWord { to, index, upper, low } => {
                let (base, word) = self.load_at(index, upper, low)?;
                self.set(AT, base);
                self.set(to, u32::from_le_bytes(word));
            }
            Superinstruction::LoadByte { to, index, upper, low } => {
                let (base, [byte]) = self.load_at(index, upper, low)?;
                self.set(AT, base);
                self.set(to, byte.cast_signed() as u32);
            }
            Superinstruction::LoadByteUnsigned { to, index, upper, low } => {
                let (base, [byte]) = self.load_at(index, upper, low)?;
                self.set(AT, base);
                self.set(to, u32::from(byte));
            }
            Superinstruction::StoreWord { from, index, upper, low } => {
                let base = self.store_at(index, upper, low, self.get(from).to_le_bytes())?;
                self.set(AT, base);
            }
            Superinstruction::StoreByte { from, index, upper, low } => {
                let base = self.store_at(index, upper, low, [self.get(from) as u8])?;
                self.set(AT, base);
            }
            Superinstruction::BranchLess { left, right, is_less, by } => {
                return Ok(self.branch_if::<2>(self.signed(left) < self.signed(right), is_less, by));
            }
            Superinstruction::BranchBelow { left, is_less, right, by } => {
                return Ok(self.branch_if::<2>(self.signed(left) < i32::from(right), is_less, by));
            }
            Superinstruction::BranchAbove { right, is_less, left, by } => {
                return Ok(self.branch_if::<3>(i32::from(left) < self.signed(right), is_less, by));
            }
            Superinstruction::BranchSame { left, is_same, right, by } => {
                let right = i32::from(right);
                let is_taken = (self.signed(left) == right) == is_same;
                self.set(AT, right as u32);
                self.skip::<2>(is_taken, by);
                return Ok(2);
            }
            Superinstruction::Multiply { to, left, right } => {
                let product = i64::from(self.signed(left)) * i64::from(right);
                self.set(AT, i32::from(right) as u32);
                self.set_hi_lo(product as u64);
                self.set(to, product as u32);
                self.skip::<2>(false, 0);
                return Ok(2);
            }
        }
        self.skip::<3>(false, 0);
        Ok(3)
    }

    /// What `$at` holds after the first two instructions of an access, and the bytes that it loads.
    #[inline(always)]
    fn load_at<const SIZE: usize>(
        &self,
        index: u8,
        upper: u16,
        low: i16,
    ) -> Result<(u32, [u8; SIZE]), NotPlain> {
        let base = (u32::from(upper) << 16).wrapping_add(self.get(index));
        let bytes = self.memory.load_plain(base.wrapping_add_signed(low.into())).ok_or(NotPlain)?;
        Ok((base, bytes))
    }

    /// Stores bytes; what `$at` holds after the first two instructions of that.
    #[inline(always)]
    fn store_at<const SIZE: usize>(
        &mut self,
        index: u8,
        upper: u16,
        low: i16,
        bytes: [u8; SIZE],
    ) -> Result<u32, NotPlain> {
        let base = (u32::from(upper) << 16).wrapping_add(self.get(index));
        self.memory.store_plain(base.wrapping_add_signed(low.into()), bytes).ok_or(NotPlain)?;
        Ok(base)
    }

    /// Sets `$at` by a comparison, and branches if that is what it must be.
    #[inline(always)]
    fn branch_if<const LENGTH: usize>(&mut self, is_less: bool, wanted: bool, by: i16) -> u64 {
        self.set(AT, is_less.into());
        self.skip::<LENGTH>(is_less == wanted, by);
        LENGTH as u64
    }

    /// Goes on behind so many instructions, or at this distance from there.
    #[inline(always)]
    fn skip<const LENGTH: usize>(&mut self, is_taken: bool, by: i16) {
        let next = self.next + LENGTH;
        self.next = if is_taken { next.wrapping_add_signed(by.into()) } else { next };
    }
}

#[cfg(test)]
mod tests {
    use super::Superinstruction;
    use crate::isa::mips::table::Instruction;

    #[test]
    fn several_take_no_more_room_than_one() {
        assert_eq!(size_of::<Superinstruction>(), size_of::<Instruction>());
    }
}

//! Operands of instructions, as they are written.

use super::registers::Status;

/// The value of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A general register.
    Register(u8),
    /// The last operand of data processing instructions.
    Shifter(Shifter),
    /// Where something is loaded from or stored at.
    Address(Address),
    /// The base register of a transfer of several registers; `true` if the address after the transfer is written back to it.
    Base(u8, bool),
    /// Registers, bit n for register n; `true` if `^` follows.
    List(u16, bool),
    /// A number: the comment of a `SWI`, or a 16-bit constant.
    Number(u32),
    /// The address of a label.
    Label(u32),
    /// A status register with the fields that are meant.
    Status(Status),
}

/// The kind of a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ShiftKind {
    /// To the left.
    LogicalLeft,
    /// To the right, zeros come in.
    LogicalRight,
    /// To the right, copies of the sign come in.
    ArithmeticRight,
    /// To the right, the bits that fall out come in.
    RotateRight,
}

impl ShiftKind {
    /// Every kind in the order of the codes, with its name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("LSL", Self::LogicalLeft),
        ("LSR", Self::LogicalRight),
        ("ASR", Self::ArithmeticRight),
        ("ROR", Self::RotateRight),
    ];

    pub(super) fn of_code(code: u32) -> Self {
        Self::ALL[(code & 3) as usize].1
    }

    /// The name, in capital letters.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The smallest and the largest number of bits that a constant can shift by.
    pub fn range(self) -> (u32, u32) {
        match self {
            Self::LogicalLeft => (0, 31),
            Self::LogicalRight | Self::ArithmeticRight => (1, 32),
            Self::RotateRight => (1, 31),
        }
    }
}

/// A shift of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// By a constant number of bits; `LSL #0` is no shift.
    By(ShiftKind, u32),
    /// By the lowest byte of a register.
    ByRegister(ShiftKind, u8),
    /// To the right by one bit, the carry comes in.
    Extended,
}

impl Shift {
    /// No shift.
    pub const NONE: Self = Self::By(ShiftKind::LogicalLeft, 0);

    /// The twelve low bits of a shifter operand, without the register that is shifted; `None` if the number of bits is out of
    /// range.
    pub(super) fn code(self) -> Option<u32> {
        match self {
            Self::By(kind, amount) => {
                let (least, most) = kind.range();
                (least..=most).contains(&amount).then_some((amount & 31) << 7 | (kind as u32) << 5)
            }
            Self::ByRegister(kind, register) => Some(u32::from(register) << 8 | (kind as u32) << 5 | 1 << 4),
            Self::Extended => Some((ShiftKind::RotateRight as u32) << 5),
        }
    }

    /// The shift of twelve bits. Source: DDI 0100I, A5.1.
    pub(super) fn of_code(code: u32) -> Self {
        let kind = ShiftKind::of_code(code >> 5);
        if code & 1 << 4 != 0 {
            return Self::ByRegister(kind, (code >> 8 & 15) as u8);
        }
        match (kind, code >> 7 & 31) {
            (ShiftKind::RotateRight, 0) => Self::Extended,
            (ShiftKind::LogicalRight | ShiftKind::ArithmeticRight, 0) => Self::By(kind, 32),
            (kind, amount) => Self::By(kind, amount),
        }
    }
}

/// The last operand of data processing instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shifter {
    /// A constant: eight bits, rotated by an even number. It is encoded with the smallest rotation.
    Constant(u32),
    /// A byte and by how much it is rotated to the right, an even number: `#4, 2`.
    Rotated(u8, u32),
    /// A register, shifted.
    Register(u8, Shift),
}

impl Shifter {
    /// The byte and the number of bits by which it is rotated that make a constant, with the smallest
    /// rotation; `None` if no byte does.
    pub fn rotation(constant: u32) -> Option<(u8, u32)> {
        (0..32).step_by(2).find_map(|rotation| {
            let byte = u8::try_from(constant.rotate_left(rotation)).ok()?;
            Some((byte, rotation))
        })
    }

    /// 13 bits: whether it is a constant, then the twelve low bits of the word; `None` if it cannot be encoded.
    pub(super) fn code(self) -> Option<u32> {
        let rotated = |byte: u8, rotation: u32| {
            (rotation < 32 && rotation.is_multiple_of(2)).then_some(1 << 12 | rotation << 7 | u32::from(byte))
        };
        match self {
            Self::Constant(constant) => {
                let (byte, rotation) = Self::rotation(constant)?;
                rotated(byte, rotation)
            }
            Self::Rotated(byte, rotation) => rotated(byte, rotation),
            Self::Register(register, shift) => Some(shift.code()? | u32::from(register)),
        }
    }

    /// The operand of 13 bits; `None` if they belong to an instruction of another kind.
    pub(super) fn of_code(code: u32) -> Option<Self> {
        if code >> 12 & 1 == 0 {
            // Bits 7 and 4 set are multiplications and transfers of halfwords.
            let is_other = code & 0x90 == 0x90;
            return (!is_other).then_some(Self::Register((code & 15) as u8, Shift::of_code(code & 0xFFF)));
        }
        let (byte, rotation) = (code as u8, code >> 7 & 0b1_1110);
        let constant = u32::from(byte).rotate_right(rotation);
        if Self::rotation(constant) == Some((byte, rotation)) {
            Some(Self::Constant(constant))
        } else {
            Some(Self::Rotated(byte, rotation))
        }
    }
}

/// The offset that is added to the base register of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offset {
    /// A constant.
    Constant {
        /// True if it is subtracted; `#-0` is not the same word as `#0`.
        down: bool,
        /// Its size.
        size: u32,
    },
    /// A register, shifted by a constant.
    Register {
        /// True if it is subtracted.
        down: bool,
        /// The register.
        register: u8,
        /// The shift; halfwords and signed bytes have none.
        shift: Shift,
    },
}

impl Offset {
    /// An offset of this many bytes.
    pub fn constant(bytes: i32) -> Self {
        Self::Constant { down: bytes < 0, size: bytes.unsigned_abs() }
    }
}

/// The time at which the offset is added, and the use of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// `[Rn, offset]`
    Offset,
    /// `[Rn, offset]!`: the address is written back to the base register.
    Before,
    /// `[Rn], offset`: the base register is the address, and the sum is written back to it.
    After,
}

/// Where something is loaded from or stored at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The base register.
    pub base: u8,
    /// The offset that is added to it.
    pub offset: Offset,
    /// The time at which it is added, and the use of the sum.
    pub indexing: Indexing,
}

impl Address {
    /// `[Rn]`
    pub fn plain(base: u8) -> Self {
        Self { base, offset: Offset::constant(0), indexing: Indexing::Offset }
    }
}

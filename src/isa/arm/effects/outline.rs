//! The part of an instruction's effects that is the same in every state. It is worked out once for each word of a program.

use super::super::condition::Condition;
use super::super::operand::{Address, Offset, Operand, Shift, Shifter};
use super::super::operation::{loads_block, span};
use super::super::registers::{LINK, PROGRAM_COUNTER};
use super::super::table::{Decoded, Name, OperandKind};
use super::{FLAGS, bit};

/// The effects of an instruction as far as its word tells them.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Outline {
    /// If it does not hold, only the flags are read.
    pub(super) condition: Condition,
    /// As in [`Effects`](crate::machine::Effects).
    pub(super) reads: u32,
    pub(super) writes: u32,
    pub(super) copies: Option<u8>,
    /// The state has to be asked for the rest.
    pub(super) rest: Rest,
}

/// The memory that an instruction uses, and where it goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Rest {
    #[default]
    Nothing,
    Call {
        target: u32,
    },
    CallRegister {
        number: u8,
    },
    /// A jump to the address in a register. The two lowest bits of that count only in an exchange of the instruction set.
    Jump {
        through: u8,
        exchanges: bool,
    },
    Service {
        comment: u32,
    },
    /// One register is loaded or stored, or both; it may be the program counter that is loaded.
    Transfer {
        place: Address,
        size: u32,
        loads: bool,
        stores: bool,
        returns: bool,
    },
    /// Several registers are loaded or stored, from this many bytes after the address in the base register on; the
    /// program counter may be the last that is loaded.
    Block {
        base: u8,
        start: i32,
        size: u32,
        registers: u32,
        loads: bool,
        returns: bool,
    },
}

impl Outline {
    /// The outline of an instruction; that of a word which is none is empty.
    pub(in super::super) fn new(decoded: Option<&Decoded>) -> Self {
        let Some(decoded) = decoded else { return Self::default() };
        let mut outline = Self { condition: decoded.condition, ..Self::default() };
        if decoded.condition != Condition::Always {
            outline.reads |= bit(FLAGS);
        }
        let name = decoded.row.name;
        let address = decoded.operands().find_map(|operand| match operand {
            Operand::Address(place) => Some(place),
            _ => None,
        });
        match (name, decoded.operand(0), decoded.operand(1)) {
            (_, Some(Operand::Register(number)), _) if let Some(place) = address => {
                outline.transfer(decoded, number, place);
            }
            (_, Some(Operand::Base(base, _)), Some(Operand::List(registers, _))) => {
                outline.block(name, base, registers);
            }
            (Name::Branch, ..) => {}
            (Name::Call, Some(Operand::Label(target)), _) => {
                outline.writes |= bit(LINK);
                outline.rest = Rest::Call { target };
            }
            (Name::CallExchange, Some(Operand::Register(number)), _) => {
                outline.reads |= bit(number);
                outline.writes |= bit(LINK);
                outline.rest = Rest::CallRegister { number };
            }
            (Name::BranchExchange, Some(Operand::Register(through)), _) => {
                outline.reads |= bit(through);
                outline.rest = Rest::Jump { through, exchanges: true };
            }
            (Name::Service, Some(Operand::Number(comment)), _) => outline.rest = Rest::Service { comment },
            _ => outline.process(decoded),
        }
        outline
    }

    /// Whatever computes with registers.
    fn process(&mut self, decoded: &Decoded) {
        let name = decoded.row.name;
        let is_comparison =
            matches!(name, Name::Test | Name::TestEqual | Name::Compare | Name::CompareNegative);
        let uses_carry = matches!(name, Name::AddCarry | Name::SubtractCarry | Name::ReverseSubtractCarry);
        let accumulates = matches!(name, Name::UnsignedLongAdd | Name::SignedLongAdd);
        let is_long = accumulates || matches!(name, Name::UnsignedLong | Name::SignedLong);
        // This many operands are destinations.
        let results = if is_comparison { 0 } else { 1 + usize::from(is_long) };
        let is_processing = decoded.row.operands.last().is_some_and(|last| last.kind == OperandKind::Shifter);
        for (index, operand) in decoded.operands().enumerate() {
            match operand {
                Operand::Register(number) if index < results => {
                    self.writes |= bit(number);
                    if accumulates || name == Name::MoveTop {
                        self.reads |= bit(number);
                    }
                }
                Operand::Register(number) => self.reads |= bit(number),
                Operand::Shifter(Shifter::Register(number, how)) => {
                    self.reads |= bit(number);
                    match how {
                        Shift::ByRegister(_, by) => self.reads |= bit(by),
                        Shift::Extended => self.reads |= bit(FLAGS),
                        Shift::By(..) => {}
                    }
                }
                _ => {}
            }
        }
        if uses_carry {
            self.reads |= bit(FLAGS);
        }
        if is_comparison || decoded.sets_flags || name == Name::MoveToStatus {
            self.writes |= bit(FLAGS);
        }
        if let (Name::Move, false, Some(Operand::Shifter(Shifter::Register(from, Shift::NONE)))) =
            (name, decoded.sets_flags, decoded.operand(1))
            && from != PROGRAM_COUNTER
            && decoded.operand(0) != Some(Operand::Register(PROGRAM_COUNTER))
        {
            self.reads &= !bit(from);
            self.copies = Some(from);
        }
        // The difference of a register and itself, and the like, is the same whatever it holds.
        if let (
            Name::Subtract | Name::ExclusiveOr,
            Some(Operand::Register(left)),
            Some(Operand::Shifter(right)),
        ) = (name, decoded.operand(1), decoded.operand(2))
            && right == Shifter::Register(left, Shift::NONE)
        {
            self.reads &= !bit(left);
        }
        if is_processing && !is_comparison && decoded.operand(0) == Some(Operand::Register(PROGRAM_COUNTER)) {
            let through = match decoded.operand(1) {
                Some(Operand::Shifter(Shifter::Register(from, Shift::NONE))) => from,
                // `SUBS pc, lr, #4` returns from an exception.
                Some(Operand::Register(LINK)) => LINK,
                _ => PROGRAM_COUNTER,
            };
            if through != PROGRAM_COUNTER {
                self.rest = Rest::Jump { through, exchanges: false };
            }
        }
    }

    /// Loads and stores of one register, and swaps. The value written back to the base is as defined as the base, which is
    /// read.
    fn transfer(&mut self, decoded: &Decoded, number: u8, place: Address) {
        self.reads |= bit(place.base);
        if let Offset::Register { register, .. } = place.offset {
            self.reads |= bit(register);
        }
        let name = decoded.row.name;
        let size = match name {
            Name::LoadByte
            | Name::LoadByteUser
            | Name::LoadSignedByte
            | Name::StoreByte
            | Name::StoreByteUser
            | Name::SwapByte => 1,
            Name::LoadHalf | Name::LoadSignedHalf | Name::StoreHalf => 2,
            _ => 4,
        };
        let (loads, stores) = match name {
            Name::Swap | Name::SwapByte => {
                if let Some(Operand::Register(from)) = decoded.operand(1) {
                    self.reads |= bit(from);
                }
                (true, true)
            }
            Name::StoreWord | Name::StoreWordUser => {
                // Saving a register on the stack is no use of it.
                if number != PROGRAM_COUNTER {
                    self.copies = Some(number);
                }
                (false, true)
            }
            Name::StoreHalf | Name::StoreByte | Name::StoreByteUser => {
                self.reads |= bit(number);
                (false, true)
            }
            _ => (true, false),
        };
        if loads {
            self.writes |= bit(number);
        }
        let returns = loads && !stores && number == PROGRAM_COUNTER;
        self.rest = Rest::Transfer { place, size, loads, stores, returns };
    }

    /// Loads and stores of several registers. The value written back to the base is as defined as the base, which is read.
    fn block(&mut self, name: Name, base: u8, registers: u16) {
        let count = registers.count_ones();
        let Some((start, _)) = span(name, count) else { return };
        // The program counter lies after all others and always holds something.
        let general = u32::from(registers & 0x7FFF);
        let loads = loads_block(name);
        self.reads |= bit(base);
        if loads {
            self.writes |= general;
        }
        let returns = loads && registers >> PROGRAM_COUNTER & 1 != 0;
        self.rest = Rest::Block { base, start, size: 4 * count, registers: general, loads, returns };
    }
}

/// Where an instruction goes on, if not at the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Goes {
    /// At this address.
    Branch(u32),
    /// In the subroutine at this address.
    Call(u32),
    /// At an address in a register or in memory, or one that it works out.
    Computed,
}

impl Goes {
    /// Where an instruction goes on if its condition holds; `None` if that is at the next instruction.
    pub(in super::super) fn of(decoded: &Decoded) -> Option<Self> {
        if let (Name::Branch, Some(Operand::Label(target))) = (decoded.row.name, decoded.operand(0)) {
            return Some(Self::Branch(target));
        }
        match Outline::new(Some(decoded)).rest {
            Rest::Call { target } => Some(Self::Call(target)),
            Rest::CallRegister { .. }
            | Rest::Jump { .. }
            | Rest::Transfer { returns: true, .. }
            | Rest::Block { returns: true, .. } => Some(Self::Computed),
            // A jump into a table is worked out from the program counter.
            Rest::Nothing => {
                let writes = decoded.operand(0) == Some(Operand::Register(PROGRAM_COUNTER));
                let is_comparison = matches!(
                    decoded.row.name,
                    Name::Test | Name::TestEqual | Name::Compare | Name::CompareNegative
                );
                (writes && !is_comparison).then_some(Self::Computed)
            }
            Rest::Service { .. } | Rest::Transfer { .. } | Rest::Block { .. } => None,
        }
    }
}

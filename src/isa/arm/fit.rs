//! Operands as an instruction takes them: what is written becomes what its row of the table has, as far as it is known
//! before all labels have addresses.

use super::operand::{Address, Indexing, Offset, Operand, Shift, ShiftKind, Shifter};
use super::table::{OperandKind, Row};
use super::written::{Item, Part};
use crate::asm::Expression;
use crate::diagnostics::Span;

/// An operand that may wait for the value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// It waits for nothing.
    Ready(Operand),
    /// A constant of a data processing instruction.
    Constant(Expression),
    /// A byte and by how much it is rotated.
    Rotated(Expression, Expression),
    /// A register that is shifted by a constant number of bits.
    Shifted(u8, ShiftKind, Expression),
    /// A constant offset; `true` if it is written with a minus sign, which counts for `#-0` only.
    Offset(u8, Expression, bool, Indexing),
    /// A register that is added, or subtracted, after it is shifted by a constant number of bits.
    Index { base: u8, down: bool, register: u8, kind: ShiftKind, amount: Expression, indexing: Indexing },
    /// The address of a label, as a distance from the program counter.
    Relative(Expression),
    /// A word of a literal pool.
    Pool(usize),
    /// A number.
    Number(Expression),
    /// The lower or the upper half of a value.
    Half(Expression, bool),
    /// The target of a branch.
    Label(Expression),
}

impl Slot {
    /// The expression that can name a label.
    pub(super) fn expression(&self) -> Option<&Expression> {
        match self {
            Self::Ready(_) | Self::Pool(_) => None,
            Self::Constant(expression)
            | Self::Rotated(expression, _)
            | Self::Shifted(_, _, expression)
            | Self::Offset(_, expression, ..)
            | Self::Index { amount: expression, .. }
            | Self::Relative(expression)
            | Self::Number(expression)
            | Self::Half(expression, _)
            | Self::Label(expression) => Some(expression),
        }
    }
}

impl Slot {
    /// Where the number stands that can be out of range, if it is only a part of the operand.
    pub(super) fn number(&self) -> Option<Span> {
        match self {
            Self::Shifted(_, _, number)
            | Self::Offset(_, number, ..)
            | Self::Index { amount: number, .. } => Some(number.span()),
            Self::Ready(_)
            | Self::Constant(_)
            | Self::Rotated(..)
            | Self::Relative(_)
            | Self::Pool(_)
            | Self::Number(_)
            | Self::Half(..)
            | Self::Label(_) => None,
        }
    }
}

/// The reason why operands do not fit an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfit {
    /// The operand; `None` for all of them.
    pub(super) span: Option<Span>,
    pub(super) reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    TooFew,
    TooMany,
    /// An operand of this kind is expected, and there is this.
    Kind(OperandKind, Item),
    /// `=value` stands in an instruction that has no such form.
    Literal,
    /// A constant lacks its `#`.
    NoHash,
    /// A shift by a register stands in an address, or a shift where there can be none.
    Shift,
    /// The text between brackets is not an address.
    Address,
    /// Something follows an address that has its offset already.
    AfterAddress,
}

fn unfit<T>(span: Span, reason: Reason) -> Result<T, Unfit> {
    Err(Unfit { span: Some(span), reason })
}

/// Fits operands to a row. `has_bare_constants` says that constants need no `#`.
pub(super) fn fit(row: &Row, parts: &[Part], has_bare_constants: bool) -> Result<Vec<Slot>, Unfit> {
    let doubled = twice_first(row, parts);
    let parts = doubled.as_deref().unwrap_or(parts);
    let mut rest = parts;
    let mut slots = Vec::with_capacity(row.operands.len());
    for operand in row.operands {
        let kind = operand.kind;
        let Some((part, after)) = rest.split_first() else {
            return Err(Unfit { span: None, reason: Reason::TooFew });
        };
        let (slot, used) = match kind {
            OperandKind::Shifter | OperandKind::Source => shifter(kind, part, after, has_bare_constants)?,
            OperandKind::Address | OperandKind::Half | OperandKind::Post => {
                address(kind, part, after, has_bare_constants)?
            }
            _ => (single(kind, part, has_bare_constants)?, 0),
        };
        slots.push(slot);
        rest = &after[used..];
    }
    match rest.first() {
        Some(more) => unfit(more.span, Reason::TooMany),
        None => Ok(slots),
    }
}

/// The operands of `ADD r0, #1` as `ADD r0, r0, #1`: the destination is the first operand too.
fn twice_first(row: &Row, parts: &[Part]) -> Option<Vec<Part>> {
    let kinds: Vec<OperandKind> = row.operands.iter().map(|operand| operand.kind).collect();
    let is_register =
        |index: usize| matches!(parts.get(index).map(|part| &part.item), Some(Item::Register(_, false)));
    match kinds.as_slice() {
        [OperandKind::Register, OperandKind::Register, OperandKind::Shifter] if is_register(0) => {
            let is_short = !is_register(1)
                || match parts.get(2).map(|part| &part.item) {
                    None => parts.len() == 2,
                    Some(Item::Shift(..) | Item::ShiftBy(..) | Item::Extended) => true,
                    Some(_) => false,
                };
            (is_short && parts.len() > 1).then(|| [&parts[..1], parts].concat())
        }
        // The destination of a product is its second factor, as multiplications want two different registers first.
        [OperandKind::Register, OperandKind::Register, OperandKind::Register] if parts.len() == 2 => {
            Some([parts, &parts[..1]].concat())
        }
        _ => None,
    }
}

fn single(kind: OperandKind, part: &Part, has_bare_constants: bool) -> Result<Slot, Unfit> {
    let ready = |operand: Operand| Ok(Slot::Ready(operand));
    match (kind, &part.item) {
        (OperandKind::Register, Item::Register(number, false)) => ready(Operand::Register(*number)),
        (OperandKind::Base, Item::Register(number, writes_back)) => {
            ready(Operand::Base(*number, *writes_back))
        }
        (OperandKind::List, Item::List(registers, user)) => ready(Operand::List(*registers, *user)),
        (OperandKind::Location, Item::Memory(inside, false)) => match inside.as_slice() {
            [Part { item: Item::Register(base, false), .. }] => {
                ready(Operand::Address(Address::plain(*base)))
            }
            _ => unfit(part.span, Reason::Address),
        },
        (OperandKind::Comment, Item::Constant(number, _) | Item::Bare(number)) => {
            Ok(Slot::Number(number.clone()))
        }
        (OperandKind::Constant16, Item::Constant(number, _)) => Ok(Slot::Number(number.clone())),
        (OperandKind::Constant16, Item::Bare(number)) if has_bare_constants => {
            Ok(Slot::Number(number.clone()))
        }
        (OperandKind::Constant16, Item::Half(value, upper)) => Ok(Slot::Half(value.clone(), *upper)),
        (OperandKind::Constant16, Item::Bare(_)) => unfit(part.span, Reason::NoHash),
        (OperandKind::Label, Item::Bare(label)) => Ok(Slot::Label(label.clone())),
        (OperandKind::Status | OperandKind::StatusFields, Item::Status(status)) => {
            ready(Operand::Status(*status))
        }
        (_, Item::Literal(_)) => unfit(part.span, Reason::Literal),
        (kind, item) => unfit(part.span, Reason::Kind(kind, item.clone())),
    }
}

/// A constant or a register with its shift, and the number of further parts that it takes.
fn shifter(
    kind: OperandKind,
    part: &Part,
    after: &[Part],
    has_bare_constants: bool,
) -> Result<(Slot, usize), Unfit> {
    let ready = |shifter: Shifter, used: usize| Ok((Slot::Ready(Operand::Shifter(shifter)), used));
    let next = after.first();
    match &part.item {
        Item::Register(register, false) => match next.map(|part| &part.item) {
            Some(Item::Extended) => ready(Shifter::Register(*register, Shift::Extended), 1),
            Some(Item::ShiftBy(kind, by)) => {
                ready(Shifter::Register(*register, Shift::ByRegister(*kind, *by)), 1)
            }
            Some(Item::Shift(kind, amount)) => Ok((Slot::Shifted(*register, *kind, amount.clone()), 1)),
            // The caller reports the operands that are too many.
            _ => ready(Shifter::Register(*register, Shift::NONE), 0),
        },
        Item::Constant(constant, _) => match next.map(|part| &part.item) {
            Some(Item::Constant(rotation, _) | Item::Bare(rotation)) => {
                Ok((Slot::Rotated(constant.clone(), rotation.clone()), 1))
            }
            Some(Item::Shift(..) | Item::ShiftBy(..) | Item::Extended) => {
                unfit(next.map_or(part.span, |next| next.span), Reason::Shift)
            }
            _ => Ok((Slot::Constant(constant.clone()), 0)),
        },
        Item::Bare(constant) if has_bare_constants => Ok((Slot::Constant(constant.clone()), 0)),
        Item::Bare(_) => unfit(part.span, Reason::NoHash),
        Item::Literal(_) => unfit(part.span, Reason::Literal),
        item => unfit(part.span, Reason::Kind(kind, item.clone())),
    }
}

/// An address, and the number of further parts that it takes.
fn address(
    kind: OperandKind,
    part: &Part,
    after: &[Part],
    has_bare_constants: bool,
) -> Result<(Slot, usize), Unfit> {
    let (inside, writes_back) = match &part.item {
        Item::Memory(inside, writes_back) => (inside.as_slice(), *writes_back),
        Item::Bare(label) if kind != OperandKind::Post => return Ok((Slot::Relative(label.clone()), 0)),
        Item::Literal(_) => return unfit(part.span, Reason::Literal),
        item => return unfit(part.span, Reason::Kind(kind, item.clone())),
    };
    let Some((Part { item: Item::Register(base, false), .. }, inside)) = inside.split_first() else {
        return unfit(part.span, Reason::Address);
    };
    let before = if writes_back { Indexing::Before } else { Indexing::Offset };
    if !inside.is_empty() {
        if let Some(more) = after.first() {
            return unfit(more.span, Reason::AfterAddress);
        }
        return Ok((offset(*base, inside, before, has_bare_constants)?, 0));
    }
    match after {
        [] => {
            let plain = Address { indexing: before, ..Address::plain(*base) };
            Ok((Slot::Ready(Operand::Address(plain)), 0))
        }
        [more, ..] if writes_back => unfit(more.span, Reason::AfterAddress),
        after => Ok((offset(*base, after, Indexing::After, has_bare_constants)?, after.len())),
    }
}

fn offset(base: u8, parts: &[Part], indexing: Indexing, has_bare_constants: bool) -> Result<Slot, Unfit> {
    let [part, shift @ ..] = parts else { return Err(Unfit { span: None, reason: Reason::TooFew }) };
    if let [_, more, ..] = shift {
        return unfit(more.span, Reason::TooMany);
    }
    let (down, register) = match &part.item {
        Item::Register(register, false) => (false, *register),
        Item::Minus(register) => (true, *register),
        Item::Constant(constant, is_negative) => {
            return match shift {
                [] => Ok(Slot::Offset(base, constant.clone(), *is_negative, indexing)),
                [more, ..] => unfit(more.span, Reason::Shift),
            };
        }
        Item::Bare(constant) if has_bare_constants && shift.is_empty() => {
            return Ok(Slot::Offset(base, constant.clone(), false, indexing));
        }
        Item::Bare(_) => return unfit(part.span, Reason::NoHash),
        Item::Literal(_) => return unfit(part.span, Reason::Literal),
        _ => return unfit(part.span, Reason::Address),
    };
    let plain = |shift: Shift| {
        let offset = Offset::Register { down, register, shift };
        Ok(Slot::Ready(Operand::Address(Address { base, offset, indexing })))
    };
    match shift.first().map(|part| &part.item) {
        None => plain(Shift::NONE),
        Some(Item::Extended) => plain(Shift::Extended),
        Some(Item::Shift(kind, amount)) => {
            Ok(Slot::Index { base, down, register, kind: *kind, amount: amount.clone(), indexing })
        }
        Some(Item::ShiftBy(..)) => unfit(shift[0].span, Reason::Shift),
        Some(_) => unfit(shift[0].span, Reason::Address),
    }
}

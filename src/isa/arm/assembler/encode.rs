//! The parts that wait for labels: instructions into words, values into bytes.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::condition::Condition;
use super::super::encode::Misfit;
use super::super::fit::Slot;
use super::super::messages;
use super::super::operand::{Address, Offset, Operand, Shift, Shifter};
use super::super::program::Dialect;
use super::super::registers::PROGRAM_COUNTER;
use super::super::table::{Architecture, Name, Row};
use super::unit::Meaning;
use super::{Assembler, Waiting};
use crate::asm::section::address_of;
use crate::asm::{Expression, Flaw, Scope, Step, Value};
use crate::diagnostics::Span;

/// The code or data to be written at a place.
#[derive(Debug)]
pub(super) enum Task {
    /// An instruction of a row.
    Instruction {
        row: &'static Row,
        condition: Condition,
        sets_flags: bool,
        slots: Vec<Slot>,
        /// The operands as they are written, and the mnemonic.
        spans: Vec<Span>,
        name: Span,
    },
    /// The address of a label, as a sum with the program counter.
    Adr { condition: Condition, register: u8, target: Expression, is_long: bool },
    /// `MOVW` and `MOVT`.
    Wide { condition: Condition, register: u8, value: Expression },
    /// A value in this many bytes.
    Data { width: u32, expression: Expression },
    /// Nothing, after a complaint.
    Nothing,
}

impl Task {
    /// The names that it refers to.
    pub(super) fn names(&self) -> Vec<String> {
        let of = |expression: &Expression| {
            let names = expression.steps().iter().filter_map(|(step, _)| match step {
                Step::Name(name) => Some(name.to_string()),
                _ => None,
            });
            names.collect::<Vec<_>>()
        };
        match self {
            Self::Instruction { slots, .. } => {
                slots.iter().filter_map(Slot::expression).flat_map(of).collect()
            }
            Self::Adr { target: expression, .. }
            | Self::Wide { value: expression, .. }
            | Self::Data { expression, .. } => of(expression),
            Self::Nothing => Vec::new(),
        }
    }
}

/// The reason why an instruction or a value has no word.
enum NoWord {
    Flaw(Flaw),
    /// The operand is an address and should be a number.
    NoNumber(Span),
    /// The operand is a number and should be an address.
    NoAddress(Span),
    /// A rotated constant whose parts are no byte and no even number of bits.
    Rotation(Span),
    /// The literal has no place, which was reported.
    NoPool,
}

/// Returns `true` if a number can be written in this many bytes, with or without a sign.
pub(super) fn fits(number: i64, width: u32) -> bool {
    let bits = 8 * width;
    bits >= 64 || (-(1i64 << (bits - 1))..1i64 << bits).contains(&number)
}

/// The facts known at the end: where all sections lie, and which names files share.
struct Linked<'l> {
    bases: &'l [u32],
    shared: &'l BTreeMap<String, usize>,
}

impl Assembler<'_> {
    /// Writes everything that waits.
    pub(super) fn encode(&mut self, bases: &[u32]) {
        let shared = self.shared_quietly();
        let linked = Linked { bases, shared: &shared };
        for waiting in std::mem::take(&mut self.waiting) {
            self.write(&waiting, &linked);
        }
    }

    fn write(&mut self, waiting: &Waiting, linked: &Linked<'_>) {
        let Waiting { unit, place, site, task } = waiting;
        let address = address_of(*place, linked.bases);
        let words = match task {
            Task::Nothing => return,
            Task::Data { width, expression } => return self.write_data(waiting, *width, expression, linked),
            Task::Instruction { row, condition, sets_flags, slots, spans, name } => {
                let operands = slots.iter().map(|slot| self.operand(waiting, slot, address, linked));
                match operands.collect::<Result<Vec<Operand>, NoWord>>() {
                    Ok(operands) => {
                        match self.word(*unit, row, *condition, *sets_flags, &operands, address) {
                            Ok(word) => vec![word],
                            Err(misfit) => {
                                let index = misfit_index(misfit);
                                let number = match misfit {
                                    Misfit::Range(index, ..) => slots.get(index).and_then(Slot::number),
                                    _ => None,
                                };
                                let span = number.or_else(|| spans.get(index?).copied()).unwrap_or(*name);
                                let pool = slots.iter().find_map(|slot| {
                                    if let Slot::Pool(pool) = slot { Some(*pool) } else { None }
                                });
                                let operand = index.and_then(|index| operands.get(index)).copied();
                                let (mnemonic, dialect) =
                                    (self.sources.slice(*name).to_owned(), self.units[*unit].dialect);
                                let words = (mnemonic.as_str(), site.line.text_at(span));
                                let is_label = index
                                    .is_some_and(|index| matches!(slots.get(index), Some(Slot::Relative(_))));
                                return self.complain(site, || match pool {
                                    Some(_) => messages::pool_too_far(span, dialect),
                                    None if is_label => messages::label_too_far(span, words, misfit, operand),
                                    None => {
                                        messages::misfit(span, words, row, misfit, operand, address, dialect)
                                    }
                                });
                            }
                        }
                    }
                    Err(reason) => return self.about_no_word(waiting, reason),
                }
            }
            Task::Adr { condition, register, target, is_long } => {
                match self.address_value(waiting, target, linked) {
                    Ok(target_address) => {
                        let distance = target_address.wrapping_sub(address.wrapping_add(8));
                        match adr(*condition, *register, distance, *is_long) {
                            Some(words) => words,
                            None => {
                                let (span, far) = (target.span(), distance.cast_signed());
                                let name = site.line.text_at(span);
                                return self
                                    .complain(site, || messages::adr_too_far(span, name, far, *is_long));
                            }
                        }
                    }
                    Err(reason) => return self.about_no_word(waiting, reason),
                }
            }
            Task::Wide { condition, register, value } => match self.any_value(waiting, value, linked) {
                Ok(value) => [(Name::MoveWide, value & 0xFFFF), (Name::MoveTop, value >> 16)]
                    .into_iter()
                    .filter_map(|(name, half)| {
                        let operands = [Operand::Register(*register), Operand::Number(half)];
                        self.word(*unit, Row::of(name), *condition, false, &operands, address).ok()
                    })
                    .collect(),
                Err(reason) => return self.about_no_word(waiting, reason),
            },
        };
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        self.sections[place.section].write(place.offset as u32, &bytes);
    }

    fn about_no_word(&mut self, waiting: &Waiting, reason: NoWord) {
        let site = &waiting.site;
        match reason {
            NoWord::Flaw(flaw) => self.about_flaw(waiting.unit, Some(site), &flaw),
            NoWord::NoNumber(span) => self.complain(site, || messages::address_as_constant(span)),
            NoWord::NoAddress(span) => self.complain(site, || messages::number_as_label(span)),
            NoWord::Rotation(span) => self.complain(site, || messages::bad_rotation(span)),
            NoWord::NoPool => {}
        }
    }

    fn value(
        &self,
        waiting: &Waiting,
        expression: &Expression,
        linked: &Linked<'_>,
    ) -> Result<Value, NoWord> {
        let unit = waiting.unit;
        let mut lookup = |name: &Rc<str>| match self.meaning(unit, name, linked.shared)? {
            (_, Meaning::Known(value) | Meaning::Set(value)) => Some(value),
            (_, Meaning::Later(..)) => None,
        };
        let arithmetic = self.units[unit].arithmetic();
        let mut scope =
            Scope { arithmetic, here: Some(waiting.place), bases: Some(linked.bases), lookup: &mut lookup };
        expression.evaluate(&mut scope).map_err(NoWord::Flaw)
    }

    fn number(&self, waiting: &Waiting, expression: &Expression, linked: &Linked<'_>) -> Result<i64, NoWord> {
        self.value(waiting, expression, linked)?.number().ok_or(NoWord::NoNumber(expression.span()))
    }

    /// The address that is the value of an expression; a number is an address too.
    fn any_value(
        &self,
        waiting: &Waiting,
        expression: &Expression,
        linked: &Linked<'_>,
    ) -> Result<u32, NoWord> {
        match self.value(waiting, expression, linked)? {
            Value::Place(place) => Ok(address_of(place, linked.bases)),
            value => value.number().map(|number| number as u32).ok_or(NoWord::NoAddress(expression.span())),
        }
    }

    fn address_value(
        &self,
        waiting: &Waiting,
        expression: &Expression,
        linked: &Linked<'_>,
    ) -> Result<u32, NoWord> {
        self.any_value(waiting, expression, linked)
    }

    fn operand(
        &self,
        waiting: &Waiting,
        slot: &Slot,
        address: u32,
        linked: &Linked<'_>,
    ) -> Result<Operand, NoWord> {
        let number = |expression: &Expression| self.number(waiting, expression, linked);
        let relative = |target: u32| {
            let distance = target.wrapping_sub(address.wrapping_add(8)).cast_signed();
            Operand::Address(Address {
                offset: Offset::constant(distance),
                ..Address::plain(PROGRAM_COUNTER)
            })
        };
        Ok(match slot {
            Slot::Ready(operand) => *operand,
            Slot::Constant(constant) => Operand::Shifter(Shifter::Constant(number(constant)? as u32)),
            Slot::Rotated(byte, rotation) => {
                let span = byte.span().to(rotation.span());
                let (byte, rotation) = (number(byte)?, number(rotation)?);
                match (u8::try_from(byte), u32::try_from(rotation)) {
                    (Ok(byte), Ok(rotation)) => Operand::Shifter(Shifter::Rotated(byte, rotation)),
                    _ => return Err(NoWord::Rotation(span)),
                }
            }
            Slot::Shifted(register, kind, amount) => {
                Operand::Shifter(Shifter::Register(*register, shift(*kind, number(amount)?)))
            }
            Slot::Offset(base, constant, is_negative, indexing) => {
                // Words have no sign until here.
                let bytes = i64::from(number(constant)? as i32) as i32;
                let down = bytes < 0 || (bytes == 0 && *is_negative);
                let offset = Offset::Constant { down, size: bytes.unsigned_abs() };
                Operand::Address(Address { base: *base, offset, indexing: *indexing })
            }
            Slot::Index { base, down, register, kind, amount, indexing } => {
                let shift = shift(*kind, number(amount)?);
                let offset = Offset::Register { down: *down, register: *register, shift };
                Operand::Address(Address { base: *base, offset, indexing: *indexing })
            }
            Slot::Relative(target) => match self.value(waiting, target, linked)? {
                Value::Place(place) => relative(address_of(place, linked.bases)),
                _ => return Err(NoWord::NoAddress(target.span())),
            },
            Slot::Pool(literal) => {
                let place = self.literals.get(*literal).and_then(|literal| literal.place);
                relative(address_of(place.ok_or(NoWord::NoPool)?, linked.bases))
            }
            Slot::Number(value) => Operand::Number(number(value)? as u32),
            Slot::Half(value, upper) => {
                let value = self.any_value(waiting, value, linked)?;
                Operand::Number(if *upper { value >> 16 } else { value & 0xFFFF })
            }
            Slot::Label(target) => Operand::Label(self.any_value(waiting, target, linked)?),
        })
    }

    /// The word of an instruction; a constant that does not fit may be made by another instruction, as both assemblers know.
    fn word(
        &mut self,
        unit: usize,
        row: &'static Row,
        condition: Condition,
        sets_flags: bool,
        operands: &[Operand],
        address: u32,
    ) -> Result<u32, Misfit> {
        let (row, operands) = match row.encode(condition, sets_flags, operands, address) {
            Ok(word) => {
                self.needs(row.architecture);
                return Ok(word);
            }
            Err(misfit @ Misfit::Constant(index)) => {
                let is_new = self.units[unit].dialect == Dialect::Gnu && !self.units[unit].is_old;
                substitute(row, operands, index, is_new && !sets_flags).ok_or(misfit)?
            }
            Err(misfit) => return Err(misfit),
        };
        self.needs(row.architecture);
        row.encode(condition, sets_flags, &operands, address)
    }

    fn needs(&mut self, architecture: Architecture) {
        self.architecture = self.architecture.max(Some(architecture));
    }

    fn write_data(&mut self, waiting: &Waiting, width: u32, expression: &Expression, linked: &Linked<'_>) {
        let span = expression.span();
        let number = match self.value(waiting, expression, linked) {
            Ok(Value::Place(place)) if width >= 4 => i64::from(address_of(place, linked.bases)),
            Ok(Value::Place(_)) => {
                return self.complain(&waiting.site, || messages::address_in_few_bytes(span, width));
            }
            Ok(value) => match value.number() {
                Some(number) => number,
                None => return self.complain(&waiting.site, || messages::not_a_number(span)),
            },
            Err(reason) => return self.about_no_word(waiting, reason),
        };
        // Words of armasm have no sign.
        let is_armasm = self.units[waiting.unit].dialect == Dialect::Armasm;
        if !(fits(number, width) || is_armasm && fits(i64::from(number as i32), width)) {
            self.warn(|| messages::truncated(span, &number.to_string(), 8 * width));
        }
        let bytes = number.to_le_bytes();
        self.sections[waiting.place.section].write(waiting.place.offset as u32, &bytes[..width as usize]);
    }
}

/// A shift by a number of bits; a shift by none is the same for every kind.
fn shift(kind: super::super::operand::ShiftKind, amount: i64) -> Shift {
    match u32::try_from(amount) {
        Ok(0) => Shift::NONE,
        Ok(amount) => Shift::By(kind, amount),
        Err(_) => Shift::By(kind, u32::MAX),
    }
}

fn misfit_index(misfit: Misfit) -> Option<usize> {
    match misfit {
        Misfit::Kind(index)
        | Misfit::Constant(index)
        | Misfit::Range(index, ..)
        | Misfit::Shift(index)
        | Misfit::Unaligned(index)
        | Misfit::Indexing(index) => Some(index),
        Misfit::Count | Misfit::Flags | Misfit::Condition => None,
    }
}

/// The instruction that does the same with another constant.
fn substitute(
    row: &'static Row,
    operands: &[Operand],
    index: usize,
    has_wide: bool,
) -> Option<(&'static Row, Vec<Operand>)> {
    let Operand::Shifter(Shifter::Constant(constant)) = *operands.get(index)? else { return None };
    let (name, other) = match row.name {
        Name::Move => (Name::MoveNot, !constant),
        Name::MoveNot => (Name::Move, !constant),
        Name::And => (Name::BitClear, !constant),
        Name::BitClear => (Name::And, !constant),
        Name::AddCarry => (Name::SubtractCarry, !constant),
        Name::SubtractCarry => (Name::AddCarry, !constant),
        Name::Add => (Name::Subtract, constant.wrapping_neg()),
        Name::Subtract => (Name::Add, constant.wrapping_neg()),
        Name::Compare => (Name::CompareNegative, constant.wrapping_neg()),
        Name::CompareNegative => (Name::Compare, constant.wrapping_neg()),
        _ => return None,
    };
    let mut operands = operands.to_vec();
    if Shifter::rotation(other).is_some() {
        operands[index] = Operand::Shifter(Shifter::Constant(other));
        return Some((Row::of(name), operands));
    }
    if row.name == Name::Move && has_wide && constant <= 0xFFFF {
        operands[index] = Operand::Number(constant);
        return Some((Row::of(Name::MoveWide), operands));
    }
    None
}

/// The words that put the program counter and a distance into a register; `None` if no
/// constants make up the distance.
fn adr(condition: Condition, register: u8, distance: u32, is_long: bool) -> Option<Vec<u32>> {
    let encode = |name: Name, from: u8, constant: u32| {
        let operands = [
            Operand::Register(register),
            Operand::Register(from),
            Operand::Shifter(Shifter::Constant(constant)),
        ];
        Row::of(name).encode(condition, false, &operands, 0).ok()
    };
    let ways = [(Name::Add, distance), (Name::Subtract, distance.wrapping_neg())];
    for (name, constant) in ways {
        if let Some(word) = encode(name, PROGRAM_COUNTER, constant) {
            let nothing = Row::of(Name::Move)
                .encode(
                    Condition::Always,
                    false,
                    &[Operand::Register(0), Operand::Shifter(Shifter::Register(0, Shift::NONE))],
                    0,
                )
                .ok();
            return Some(if is_long { [word].into_iter().chain(nothing).collect() } else { vec![word] });
        }
    }
    if !is_long {
        return None;
    }
    ways.into_iter().find_map(|(name, constant)| {
        (0..32).step_by(2).find_map(|rotation| {
            let low = constant.rotate_left(rotation) & 0xFF;
            let low = low.rotate_right(rotation);
            let high = constant ^ low;
            (low != 0).then_some(())?;
            Some(vec![encode(name, PROGRAM_COUNTER, low)?, encode(name, register, high)?])
        })
    })
}

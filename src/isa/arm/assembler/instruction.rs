//! Instructions, as far as they can be read before labels have addresses.

use std::ops::Range;

use super::super::fit::{Reason, Slot, Unfit, fit};
use super::super::messages;
use super::super::mnemonic::{Meaning, Operation};
use super::super::operand::{Address, Indexing, Offset, Operand, Shift, ShiftKind, Shifter};
use super::super::program::Dialect;
use super::super::registers::STACK_POINTER;
use super::super::table::{Name, OperandKind, Row};
use super::super::written::{Item, Oddity, Part};
use super::encode::Task;
use super::{Assembler, Site, Waiting};
use crate::asm::{Expression, Place, Role, Step, Value};
use crate::diagnostics::Span;

/// The parts of an instruction that stay the same whatever it becomes.
#[derive(Clone, Copy)]
struct Context<'s> {
    site: &'s Site,
    section: usize,
    meaning: Meaning,
    name: Span,
}

impl Assembler<'_> {
    pub(super) fn instruction(
        &mut self,
        site: &Site,
        label: Option<(Span, String)>,
        word: Range<usize>,
        rest: usize,
        meaning: Meaning,
    ) {
        let name = site.line.place(word.clone());
        let section = match self.unit.dialect {
            Dialect::Armasm => self.align_instruction(site, name),
            Dialect::Gnu => self.place_instruction(site, name),
        };
        if let Some((span, label)) = label {
            self.define_label(site, span, &label);
        }
        let width = if matches!(meaning.operation, Operation::AdrLong | Operation::Wide) { 8 } else { 4 };
        if !self.take_room(site, width) {
            return;
        }
        let tokens = self.tokens(&site.line, rest);
        if let Some(parts) = self.operands(site, &tokens) {
            let context = Context { site, section, meaning, name };
            match self.tasks(context, &parts) {
                Ok(task) => {
                    let place = Place { section, offset: i64::from(self.sections[section].offset()) };
                    self.waiting.push(Waiting { unit: self.unit.number, place, site: site.clone(), task });
                }
                Err(unfit) => {
                    let mnemonic = site.line.text[word].to_owned();
                    let shown = site.line.text[rest..].trim().to_owned();
                    let found =
                        unfit.span.map_or_else(String::new, |span| site.line.text_at(span).to_owned());
                    let dialect = self.unit.dialect;
                    self.complain(site, || {
                        let words = (shown.as_str(), found.as_str());
                        messages::unfit(name, &mnemonic, words, (&meaning, &parts), &unfit, dialect)
                    });
                }
            }
        }
        self.sections[section].fill(4, 0);
        if width == 8 {
            self.keep_origin(site, section, Role::Instruction);
            self.sections[section].fill(4, 0);
        }
    }

    fn tasks(&mut self, context: Context<'_>, parts: &[Part]) -> Result<Task, Unfit> {
        let Meaning { operation, sets_flags, .. } = context.meaning;
        match operation {
            Operation::Row(row) => {
                if let [
                    Part { item: Item::Register(register, false), .. },
                    Part { item: Item::Literal(value), .. },
                ] = parts
                    && matches!(row.name, Name::LoadWord | Name::LoadByte)
                {
                    return Ok(self.load_constant(context, row, *register, value));
                }
                if row.name == Name::Breakpoint && parts.is_empty() {
                    let slots = vec![Slot::Ready(Operand::Number(0))];
                    return Ok(coded(context, row, false, slots, &[]));
                }
                let slots = fit(row, parts, self.has_bare_constants())?;
                self.remark_on_bare(row, parts);
                self.remark_on_registers(context, row, &slots);
                Ok(coded(context, row, sets_flags, slots, parts))
            }
            Operation::Shift(kind) => self.shift(context, kind, parts),
            Operation::Extend => {
                let (to, from, _) = registers(parts, 1)?;
                let shifter = Shifter::Register(from, Shift::Extended);
                Ok(coded(context, Row::of(Name::Move), sets_flags, moved(to, shifter), parts))
            }
            Operation::Copy => {
                let (to, from, _) = registers(parts, 1)?;
                let shifter = Shifter::Register(from, Shift::NONE);
                Ok(coded(context, Row::of(Name::Move), sets_flags, moved(to, shifter), parts))
            }
            Operation::Negate => {
                let (to, from, _) = registers(parts, 1)?;
                let slots =
                    [Operand::Register(to), Operand::Register(from), Operand::Shifter(Shifter::Constant(0))];
                let slots = slots.map(Slot::Ready).to_vec();
                Ok(coded(context, Row::of(Name::ReverseSubtract), sets_flags, slots, parts))
            }
            Operation::Push | Operation::Pop => push_or_pop(context, operation == Operation::Push, parts),
            Operation::Adr | Operation::AdrLong => match parts {
                [
                    Part { item: Item::Register(register, false), .. },
                    Part { item: Item::Bare(target), .. },
                ] => Ok(Task::Adr {
                    condition: context.meaning.condition,
                    register: *register,
                    target: self.anchored(target),
                    is_long: operation == Operation::AdrLong,
                }),
                _ => Err(misfit(parts, OperandKind::Label)),
            },
            Operation::Nothing => match parts {
                [] => {
                    let shifter = Shifter::Register(0, Shift::NONE);
                    Ok(coded(context, Row::of(Name::Move), false, moved(0, shifter), parts))
                }
                [first, ..] => Err(Unfit { span: Some(first.span), reason: Reason::TooMany }),
            },
            Operation::Wide => match parts {
                [
                    Part { item: Item::Register(register, false), .. },
                    Part {
                        item: Item::Constant(value, _) | Item::Bare(value) | Item::Literal(value), ..
                    },
                ] => Ok(Task::Wide {
                    condition: context.meaning.condition,
                    register: *register,
                    value: self.anchored(value),
                }),
                _ => Err(misfit(parts, OperandKind::Constant16)),
            },
            Operation::Obsolete(row) => {
                let (span, stem) = (context.name, row.stem);
                self.complain(context.site, || messages::obsolete(span, stem));
                Ok(Task::Nothing)
            }
        }
    }

    /// An expression whose `.` means the place where it stands, wherever it is worked out.
    pub(super) fn anchored(&self, expression: &Expression) -> Expression {
        let Some(here) = self.here() else { return expression.clone() };
        let steps = expression.steps().iter().map(|(step, span)| match step {
            Step::Here => (Step::Value(Value::Place(here)), *span),
            other => (other.clone(), *span),
        });
        Expression::new(steps.collect(), expression.span())
    }

    /// `LDR Rd, =value`: a `MOV` or `MVN` if one makes the value, else a load from a literal pool.
    fn load_constant(
        &mut self,
        context: Context<'_>,
        row: &'static Row,
        register: u8,
        value: &Expression,
    ) -> Task {
        let now = self.unit.evaluate(value, self.here()).ok();
        if let Some(constant) = now.as_ref().and_then(Value::number).map(|number| number as u32) {
            for (name, constant) in [(Name::Move, constant), (Name::MoveNot, !constant)] {
                if Shifter::rotation(constant).is_some() {
                    let slots = moved(register, Shifter::Constant(constant));
                    return coded(context, Row::of(name), false, slots, &[]);
                }
            }
        }
        let value = self.anchored(value);
        let literal = self.literal(context.section, value, now.as_ref(), context.site);
        let slots = vec![Slot::Ready(Operand::Register(register)), Slot::Pool(literal)];
        coded(context, row, false, slots, &[])
    }

    fn shift(&mut self, context: Context<'_>, kind: ShiftKind, parts: &[Part]) -> Result<Task, Unfit> {
        let (to, from, rest) = registers(parts, 2)?;
        let slot = match rest {
            [Part { item: Item::Register(by, false), .. }] => {
                Slot::Ready(Operand::Shifter(Shifter::Register(from, Shift::ByRegister(kind, *by))))
            }
            [Part { item: Item::Constant(amount, _), .. }] => Slot::Shifted(from, kind, amount.clone()),
            [Part { item: Item::Bare(amount), .. }] if self.unit.is_unified => {
                Slot::Shifted(from, kind, amount.clone())
            }
            [Part { item: Item::Bare(_), span }] => {
                return Err(Unfit { span: Some(*span), reason: Reason::NoHash });
            }
            [] => return Err(Unfit { span: None, reason: Reason::TooFew }),
            [part] => {
                let reason = Reason::Kind(OperandKind::Shifter, part.item.clone());
                return Err(Unfit { span: Some(part.span), reason });
            }
            [_, more, ..] => return Err(Unfit { span: Some(more.span), reason: Reason::TooMany }),
        };
        let slots = vec![Slot::Ready(Operand::Register(to)), slot];
        Ok(coded(
            context,
            Row::of(Name::Move),
            context.meaning.sets_flags,
            slots,
            &[parts[0].clone(), parts[parts.len() - 1].clone()],
        ))
    }

    /// Remarks on operands that are read, and are not as they should be.
    pub(super) fn remark(&mut self, site: &Site, oddities: Vec<Oddity>) {
        let (dialect, is_unified) = (self.unit.dialect, self.unit.is_unified);
        for oddity in oddities {
            match oddity {
                Oddity::Unordered(span) => self.warn(|| messages::unordered_list(span)),
                Oddity::Twice(span) => self.warn(|| messages::register_twice(span)),
                Oddity::NoHash(span) if !is_unified => {
                    self.complain(site, || messages::no_hash(span, dialect));
                }
                Oddity::NoHash(_) => {}
            }
        }
    }

    /// Returns `true` if constants need no `#`.
    fn has_bare_constants(&self) -> bool {
        self.unit.is_unified || self.unit.dialect == Dialect::Armasm
    }

    /// Remarks on constants without `#` in armasm.
    fn remark_on_bare(&mut self, row: &Row, parts: &[Part]) {
        let takes_bare = |kind: OperandKind| {
            matches!(
                kind,
                OperandKind::Comment | OperandKind::Label | OperandKind::Address | OperandKind::Half
            )
        };
        if self.unit.dialect != Dialect::Armasm || row.operands.iter().any(|operand| takes_bare(operand.kind))
        {
            return;
        }
        for part in parts.iter().filter(|part| matches!(part.item, Item::Bare(_))) {
            self.warn(|| messages::no_hash(part.span, Dialect::Armasm));
        }
    }

    /// Warns of registers that make an instruction unpredictable on the processor.
    fn remark_on_registers(&mut self, context: Context<'_>, row: &Row, slots: &[Slot]) {
        let span = context.name;
        let register = |index: usize| match slots.get(index) {
            Some(Slot::Ready(Operand::Register(number))) => Some(*number),
            _ => None,
        };
        match row.name {
            Name::Multiply | Name::MultiplyAdd if register(0) == register(1) => {
                self.warn(|| messages::same_factor(span));
            }
            _ => {
                if let [Slot::Ready(Operand::Base(base, true)), Slot::Ready(Operand::List(registers, false))] =
                    slots
                    && registers >> base & 1 == 1
                    && row.stem == "LDM"
                {
                    self.warn(|| messages::base_in_list(span));
                }
            }
        }
    }
}

/// An instruction of a row.
fn coded(
    context: Context<'_>,
    row: &'static Row,
    sets_flags: bool,
    slots: Vec<Slot>,
    parts: &[Part],
) -> Task {
    let name = context.name;
    let spans = (0..slots.len()).map(|index| parts.get(index).map_or(name, |part| part.span)).collect();
    Task::Instruction { row, condition: context.meaning.condition, sets_flags, slots, spans, name }
}

/// `PUSH` and `POP`; one register alone is stored and loaded as a word, as both assemblers do.
fn push_or_pop(context: Context<'_>, is_push: bool, parts: &[Part]) -> Result<Task, Unfit> {
    let (registers, user) = match parts {
        [Part { item: Item::List(registers, user), .. }] => (*registers, *user),
        [_, more, ..] => return Err(Unfit { span: Some(more.span), reason: Reason::TooMany }),
        _ => return Err(misfit(parts, OperandKind::List)),
    };
    if registers.is_power_of_two() && !user {
        let register = registers.trailing_zeros() as u8;
        let (name, indexing, distance) = if is_push {
            (Name::StoreWord, Indexing::Before, -4)
        } else {
            (Name::LoadWord, Indexing::After, 4)
        };
        let address = Address { base: STACK_POINTER, offset: Offset::constant(distance), indexing };
        let slots = [Operand::Register(register), Operand::Address(address)].map(Slot::Ready).to_vec();
        return Ok(coded(context, Row::of(name), false, slots, parts));
    }
    let name = if is_push { Name::StoreBeforeDown } else { Name::LoadAfter };
    let slots =
        [Operand::Base(STACK_POINTER, true), Operand::List(registers, user)].map(Slot::Ready).to_vec();
    Ok(coded(context, Row::of(name), false, slots, parts))
}

/// The slots of `MOV`.
fn moved(to: u8, shifter: Shifter) -> Vec<Slot> {
    [Operand::Register(to), Operand::Shifter(shifter)].map(Slot::Ready).to_vec()
}

fn misfit(parts: &[Part], kind: OperandKind) -> Unfit {
    let wanted = usize::from(kind != OperandKind::List);
    match parts.get(wanted) {
        None => Unfit { span: None, reason: Reason::TooFew },
        Some(part) if parts.len() > wanted + 1 => Unfit { span: Some(part.span), reason: Reason::TooMany },
        Some(part) => match &parts[0].item {
            Item::Register(..) | Item::List(..) => {
                Unfit { span: Some(part.span), reason: Reason::Kind(kind, part.item.clone()) }
            }
            other => {
                let kind = if wanted == 0 { kind } else { OperandKind::Register };
                Unfit { span: Some(parts[0].span), reason: Reason::Kind(kind, other.clone()) }
            }
        },
    }
}

/// The destination, the first operand, and the rest, of which there are at most `more - 1`; where the first operand is left
/// out it is the destination.
fn registers(parts: &[Part], more: usize) -> Result<(u8, u8, &[Part]), Unfit> {
    let register = |part: &Part| match &part.item {
        Item::Register(number, false) => Ok(*number),
        other => {
            Err(Unfit { span: Some(part.span), reason: Reason::Kind(OperandKind::Register, other.clone()) })
        }
    };
    let [first, rest @ ..] = parts else { return Err(Unfit { span: None, reason: Reason::TooFew }) };
    let to = register(first)?;
    if parts.len() <= more {
        return match (more, rest) {
            (1, _) | (_, []) => {
                if more == 1 {
                    Ok((to, to, rest))
                } else {
                    Err(Unfit { span: None, reason: Reason::TooFew })
                }
            }
            _ => Ok((to, to, rest)),
        };
    }
    let from = register(&rest[0])?;
    match rest.get(more) {
        Some(extra) => Err(Unfit { span: Some(extra.span), reason: Reason::TooMany }),
        None => Ok((to, from, &rest[1..])),
    }
}

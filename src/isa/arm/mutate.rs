//! Programs with one small mistake each.

use super::Loaded;
use super::condition::Condition;
use super::operand::{Address, Indexing, Offset, Operand, Shift, Shifter};
use super::program::Program;
use super::table::{Decoded, Name, Row};
use super::text::disassemble;
use crate::asm::{Role, Symbol};
use crate::diagnostics::Text;
use crate::machine::mutate::{self, Datum, Holds, Mutable, Parts, became, is_printed, left_out};
use crate::machine::{Mutant, Mutation};

/// `MOV r0, r0`.
const NOP: u32 = 0xE1A0_0000;

/// Longer texts are no prompts.
const MOST_LETTERS: usize = 2_000;

/// Conditions with those that people take for them.
const CONFUSED: &[(Condition, &[Condition])] = &[
    (Condition::Equal, &[Condition::NotEqual]),
    (Condition::NotEqual, &[Condition::Equal]),
    (Condition::Greater, &[Condition::GreaterOrEqual, Condition::Higher]),
    (Condition::GreaterOrEqual, &[Condition::Greater, Condition::Less]),
    (Condition::Less, &[Condition::LessOrEqual, Condition::CarryClear]),
    (Condition::LessOrEqual, &[Condition::Less, Condition::Greater]),
    (Condition::Higher, &[Condition::CarrySet]),
    (Condition::CarrySet, &[Condition::Higher, Condition::CarryClear]),
    (Condition::CarryClear, &[Condition::LowerOrSame, Condition::CarrySet]),
    (Condition::LowerOrSame, &[Condition::CarryClear, Condition::Higher]),
    (Condition::Minus, &[Condition::Plus]),
    (Condition::Plus, &[Condition::Minus]),
];

/// Every mutant of a program, sorted by address.
pub(super) fn mutants(loaded: &Loaded) -> Vec<Mutant> {
    mutate::mutants(loaded, &Mistakes(&loaded.program))
}

/// The mistakes that people make in a program.
struct Mistakes<'p>(&'p Program);

impl Mutable for Mistakes<'_> {
    const NOTHING: u32 = NOP;

    fn parts(&self, at: u32, word: u32) -> Parts {
        let Some(decoded) = Decoded::new(word, at) else { return Parts::default() };
        let operands: Vec<Operand> = decoded.operands().collect();
        let encoded = |row: &'static Row, condition: Condition, operands: &[Operand]| {
            let word = row.encode(condition, decoded.sets_flags, operands, at).ok();
            word.filter(|word| Decoded::new(*word, at).is_some())
        };
        let confused = CONFUSED.iter().filter(|(condition, _)| *condition == decoded.condition);
        let conditions = confused.flat_map(|(_, others)| *others);
        let mut mistaken = Vec::new();
        for index in 0..operands.len() {
            for other in others(operands[index]) {
                let mut changed = operands.clone();
                changed[index] = other;
                let word = encoded(decoded.row, decoded.condition, &changed);
                mistaken.extend(word.map(|word| (Mutation::Constant, word)));
            }
        }
        if let Some((row, operands)) = swapped(decoded.row.name, &operands) {
            let word = encoded(row, decoded.condition, &operands);
            mistaken.extend(word.map(|word| (Mutation::Order, word)));
        }
        Parts {
            conditions: conditions.filter_map(|other| encoded(decoded.row, *other, &operands)).collect(),
            others: mistaken,
            ..Parts::default()
        }
    }

    fn tell(&self, at: u32, before: u32, after: Option<u32>) -> Text {
        let before = disassemble(before, at);
        after.map_or_else(|| left_out(&before), |after| became(&before, &disassemble(after, at)))
    }

    fn data(&self) -> Vec<Datum> {
        self.0.symbols.iter().filter_map(|symbol| text_at(self.0, symbol)).collect()
    }

    fn proof(&self, _: u32, _: u32) -> Option<Text> {
        None
    }
}

/// Operands with a constant that is off by one.
fn others(operand: Operand) -> Vec<Operand> {
    match operand {
        Operand::Shifter(Shifter::Constant(constant)) => {
            let near = [constant.wrapping_add(1), constant.wrapping_sub(1)];
            near.into_iter().map(|constant| Operand::Shifter(Shifter::Constant(constant))).collect()
        }
        Operand::Shifter(Shifter::Register(register, Shift::By(kind, amount))) if amount > 0 => {
            vec![Operand::Shifter(Shifter::Register(register, Shift::By(kind, amount + 1)))]
        }
        Operand::Address(Address { base, offset: Offset::Constant { down, size }, indexing })
            if size > 0 || indexing != Indexing::Offset =>
        {
            let offset = Offset::Constant { down, size: size + if size.is_multiple_of(4) { 4 } else { 1 } };
            vec![Operand::Address(Address { base, offset, indexing })]
        }
        _ => Vec::new(),
    }
}

/// The instruction with its operands in the other order, of those where that makes a difference.
fn swapped(name: Name, operands: &[Operand]) -> Option<(&'static Row, Vec<Operand>)> {
    let plain = |operand: &Operand| match operand {
        Operand::Shifter(Shifter::Register(number, Shift::NONE)) => Some(*number),
        _ => None,
    };
    let register = |number| Operand::Register(number);
    let shifter = |number| Operand::Shifter(Shifter::Register(number, Shift::NONE));
    match (name, operands) {
        (Name::Subtract, [to, left, right]) => {
            Some((Row::of(Name::ReverseSubtract), vec![*to, *left, *right]))
        }
        (Name::Compare, [Operand::Register(left), right]) => {
            let right = plain(right)?;
            Some((Row::of(name), vec![register(right), shifter(*left)]))
        }
        (Name::DivideSigned | Name::DivideUnsigned, [to, left, right]) => {
            Some((Row::of(name), vec![*to, *right, *left]))
        }
        _ => None,
    }
}

/// The text at a label, if there is one.
fn text_at(program: &Program, symbol: &Symbol) -> Option<Datum> {
    let is_data = program.source_map.get(symbol.address).is_none_or(|line| line.role != Role::Instruction);
    let segment = program
        .segments
        .iter()
        .find(|segment| (segment.address..segment.end()).contains(&symbol.address))
        .filter(|_| is_data)?;
    let bytes = &segment.bytes[(symbol.address - segment.address) as usize..];
    let text: Vec<u8> = bytes.iter().copied().take(MOST_LETTERS).take_while(|byte| *byte != 0).collect();
    // One letter and its end is as likely a number.
    if text.len() < 2 || !text.iter().all(|byte| is_printed(*byte)) || bytes.get(text.len()) != Some(&0) {
        return None;
    }
    let place = program.sources.place(symbol.span);
    Some(Datum { at: symbol.address, place, holds: Holds::Text(text), works_by: Vec::new() })
}

//! Programs with one small mistake each.

use super::super::mutation::{became, byte_to_change, is_printed, left_out, with_other_byte};
use super::condition::Condition;
use super::operand::{Address, Indexing, Offset, Operand, Shift, Shifter};
use super::program::Program;
use super::table::{Decoded, Name, Row};
use super::text::disassemble;
use crate::asm::{Role, Symbol};
use crate::diagnostics::Text;
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
pub(super) fn mutants(program: &Program) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let instructions = program.source_map.lines().iter().filter(|line| line.role == Role::Instruction);
    for line in instructions {
        let Some(word) = program.word(line.address) else { continue };
        let Some(decoded) = Decoded::new(word, line.address) else { continue };
        let before = disassemble(word, line.address);
        for (kind, value) in of_instruction(&decoded, line.address) {
            if value == word || Decoded::new(value, line.address).is_none() {
                continue;
            }
            let after = disassemble(value, line.address);
            mutants.push(Mutant {
                at: line.address,
                value,
                kind,
                place: program.sources.place(line.span),
                about: if value == NOP { left_out(&before) } else { became(&before, &after) },
                works_by: vec![line.address],
                equivalent: None,
            });
        }
    }
    mutants.extend(program.symbols.iter().filter_map(|symbol| of_text(program, symbol)));
    mutants.sort_by_key(|mutant| (mutant.at, mutant.kind, mutant.value));
    mutants.dedup_by_key(|mutant| (mutant.at, mutant.kind, mutant.value));
    mutants
}

/// The words of the mistakes that an instruction can have.
fn of_instruction(decoded: &Decoded, at: u32) -> Vec<(Mutation, u32)> {
    let mut found = Vec::new();
    let operands: Vec<Operand> = decoded.operands().collect();
    let encoded = |row: &'static Row, condition: Condition, operands: &[Operand]| {
        row.encode(condition, decoded.sets_flags, operands, at).ok()
    };
    let confused = CONFUSED.iter().filter(|(condition, _)| *condition == decoded.condition);
    for other in confused.flat_map(|(_, others)| *others) {
        found.extend(encoded(decoded.row, *other, &operands).map(|word| (Mutation::Condition, word)));
    }
    for index in 0..operands.len() {
        for other in others(operands[index]) {
            let mut changed = operands.clone();
            changed[index] = other;
            found.extend(
                encoded(decoded.row, decoded.condition, &changed).map(|word| (Mutation::Constant, word)),
            );
        }
    }
    if let Some((row, operands)) = swapped(decoded.row.name, &operands) {
        found.extend(encoded(row, decoded.condition, &operands).map(|word| (Mutation::Order, word)));
    }
    match decoded.row.name {
        Name::StoreWord | Name::StoreByte | Name::StoreHalf => found.push((Mutation::Save, NOP)),
        Name::Call | Name::CallExchange => found.push((Mutation::Call, NOP)),
        _ => {}
    }
    found
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

/// A text at a label with another letter.
fn of_text(program: &Program, symbol: &Symbol) -> Option<Mutant> {
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
    let index = byte_to_change(&text);
    let (byte, about): (u8, Text) = with_other_byte(&text, index);
    Some(Mutant {
        at: symbol.address + index as u32,
        value: u32::from(byte),
        kind: Mutation::Letter,
        place: program.sources.place(symbol.span),
        about,
        works_by: Vec::new(),
        equivalent: None,
    })
}

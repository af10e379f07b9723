//! Programs with one small mistake each: which ones there are, and which of them provably do the same as before.
//!
//! The only proof is that nothing leads to an instruction: it stands behind one that never goes on to it, and has no label.
//! What is saved on the stack may be read by whoever gets there, so that no save is ever taken to be dead.

use std::collections::BTreeSet;

use super::super::mutation::{became, byte_to_change, is_printed, left_out, unreachable, with_other_byte};
use super::program::{Program, Statement};
use super::table::{Instruction, OperandKind, Row, disassemble};
use crate::diagnostics::{Text, text};
use crate::machine::{Mutant, Mutation};

/// Does nothing.
const NOP: u32 = 0;

/// The number of `$sp`.
const STACK: u32 = 29;

/// The number of `$ra`.
const LINK: u32 = 31;

/// Longer texts are no prompts.
const MOST_LETTERS: u32 = 2_000;

/// Branches with those that people take for them.
const CONFUSED: &[(&str, &[&str])] = &[
    ("beq", &["bne"]),
    ("bne", &["beq"]),
    ("blez", &["bltz", "bgtz"]),
    ("bltz", &["blez", "bgez"]),
    ("bgez", &["bgtz", "bltz"]),
    ("bgtz", &["bgez", "blez"]),
];

/// Every mutant of a program, sorted by address.
pub(super) fn mutants(program: &Program) -> Vec<Mutant> {
    let unreached = unreached(program);
    let mut mutants = Vec::new();
    for statement in &program.statements {
        for (address, word) in (statement.address..).step_by(4).zip(statement.words.iter().copied()) {
            for (kind, value, about) in of_word(program, address, word) {
                if value == word || Row::of(value).is_none() {
                    continue;
                }
                let equivalent = unreached.contains(&address).then(unreachable);
                let is_wording = kind == Mutation::Constant && is_of_text(program, statement, word);
                mutants.push(Mutant {
                    at: address,
                    value,
                    kind: if is_wording { Mutation::Letter } else { kind },
                    place: place(program, statement),
                    about: about.unwrap_or_else(|| changed(program, statement, address, (word, value))),
                    works_by: vec![address],
                    equivalent,
                });
            }
        }
    }
    mutants.extend(program.symbols.iter().filter_map(|symbol| of_text(program, symbol.address)));
    mutants.sort_by_key(|mutant| mutant.at);
    mutants.dedup_by(|one, other| one.at == other.at && one.value == other.value);
    mutants
}

/// A changed word, with the instruction as it is written where that is not the word itself.
fn changed(program: &Program, statement: &Statement, address: u32, (before, after): (u32, u32)) -> Text {
    let written = program.sources.slice(statement.span).trim();
    let names = [before, after].map(|word| Row::of(word).map_or("", |row| row.mnemonic));
    if let ([_], Some(rest)) = (statement.words.as_slice(), written.strip_prefix(names[0]))
        && names[0] != names[1]
    {
        return became(written, &format!("{}{rest}", names[1]));
    }
    let (before, after) = (disassemble(before, address), disassemble(after, address));
    text!("in `{written}`, `{before}` became `{after}`", "trong `{written}`, `{before}` thành `{after}`")
}

fn place(program: &Program, statement: &Statement) -> String {
    let place = program.sources.place(statement.span);
    match statement.calls.first() {
        Some(call) => format!("{place} ({})", program.sources.place(*call)),
        None => place,
    }
}

/// The words that may stand in the place of one, each with the kind of mistake that it is.
fn of_word(program: &Program, address: u32, word: u32) -> Vec<(Mutation, u32, Option<Text>)> {
    let Some(row) = Row::of(word) else { return Vec::new() };
    let shown = || {
        let written =
            program.statement(address).map(|statement| program.sources.slice(statement.span).trim());
        left_out(written.unwrap_or(row.mnemonic))
    };
    let value_of = |name: &str| {
        let operand = row.operands.iter().find(|operand| operand.name == name)?;
        Some(operand.field.unsigned(word))
    };
    let mut all = Vec::new();
    for other in CONFUSED.iter().filter(|(name, _)| *name == row.mnemonic).flat_map(|(_, others)| *others) {
        all.extend(as_other(row, word, other).map(|value| (Mutation::Condition, value, None)));
    }
    let step = step(row.mnemonic);
    for operand in row.operands {
        let is_constant = match operand.kind {
            OperandKind::Signed => true,
            // Half an address or half a number is no constant that anybody gets wrong by one.
            OperandKind::Unsigned => row.mnemonic != "lui",
            OperandKind::Shift => word != NOP,
            _ => false,
        };
        let (old, most) = (operand.field.unsigned(word), (1u32 << operand.field.width) - 1);
        let largest = if operand.kind == OperandKind::Signed { most >> 1 } else { most };
        let rest = word & !operand.field.insert(u32::MAX);
        if is_constant && old != largest {
            let value = rest | operand.field.insert(old.wrapping_add(step));
            all.push((Mutation::Constant, value, None));
        }
        let smallest = if operand.kind == OperandKind::Signed { largest + 1 } else { 0 };
        if is_constant && old != smallest && step == 1 && operand.name != "offset" && row.mnemonic != "ori" {
            let value = rest | operand.field.insert(old.wrapping_sub(1));
            all.push((Mutation::Constant, value, None));
        }
    }
    if let ("sub" | "subu" | "slt" | "sltu" | "div" | "divu", Some(left), Some(right)) =
        (row.mnemonic, value_of("left"), value_of("right"))
    {
        // `s` and `t` stand in the same place in all of these.
        let value = word & !(0x3FF << 16) | right << 21 | left << 16;
        all.push((Mutation::Order, value, None));
    }
    match row.mnemonic {
        "sw" | "sh" | "sb" | "swc1" | "sdc1" => all.push((Mutation::Save, NOP, Some(shown()))),
        "lw" | "lwc1" | "ldc1" if value_of("base") == Some(STACK) || value_of("to") == Some(LINK) => {
            all.push((Mutation::Restore, NOP, Some(shown())));
        }
        "jal" | "jalr" => all.push((Mutation::Call, NOP, Some(shown()))),
        _ => {}
    }
    all
}

/// By how much an offset or a constant of an instruction is off: data lies in words, halves or bytes.
fn step(mnemonic: &str) -> u32 {
    match mnemonic {
        "lw" | "sw" | "lwc1" | "swc1" => 4,
        "ldc1" | "sdc1" => 8,
        "lh" | "lhu" | "sh" => 2,
        _ => 1,
    }
}

/// The word with the same operands that is another instruction.
fn as_other(row: &Row, word: u32, mnemonic: &str) -> Option<u32> {
    let other = super::table::ROWS.iter().find(|other| other.mnemonic == mnemonic)?;
    let operands = row.operands.iter().zip(other.operands);
    Some(operands.fold(other.pattern.value, |mutated, (from, to)| {
        mutated | to.field.insert(from.field.unsigned(word))
    }))
}

/// Instructions that nothing leads to: behind a jump, and without a label or a branch to them.
fn unreached(program: &Program) -> BTreeSet<u32> {
    let mut targets: BTreeSet<u32> = program.symbols.iter().map(|symbol| symbol.address).collect();
    targets.extend([program.map.text, program.map.handler]);
    let mut computes = program.delayed_branches;
    for (address, word) in program.words() {
        let Some(row) = Row::of(word) else { continue };
        let jumps = row
            .operands
            .iter()
            .filter(|operand| matches!(operand.kind, OperandKind::Branch | OperandKind::Jump));
        targets.extend(jumps.map(|operand| operand.kind.extract(operand.field, word, address)));
        // Where a register leads only a run can tell, but for a return.
        computes |= match Instruction::decode(word, address) {
            Instruction::JumpRegister { from } => u32::from(from) != LINK,
            _ => row.mnemonic == "jalr",
        };
    }
    let mut unreached = BTreeSet::new();
    if computes {
        return unreached;
    }
    let mut goes_on = true;
    let mut last = None;
    for (address, word) in program.words() {
        let follows = last.is_some_and(|last: u32| last.wrapping_add(4) == address);
        if goes_on || !follows || targets.contains(&address) {
            // Whether a branch between a register and itself is written as a jump does not matter here.
            goes_on = !matches!(Row::of(word).map(|row| row.mnemonic), Some("j" | "jr"));
        } else {
            unreached.insert(address);
        }
        last = Some(address);
    }
    unreached
}

/// Whether a constant is a letter to print, or the address of a text, which then begins one letter further.
fn is_of_text(program: &Program, statement: &Statement, word: u32) -> bool {
    let written = program.sources.slice(statement.span).trim();
    let mnemonic = written.split_whitespace().next().unwrap_or_default();
    let low = |address: u32| address & 0xFFFF == word & 0xFFFF;
    match mnemonic {
        "li" => written.ends_with('\''),
        "la" => {
            let texts = program.symbols.iter().filter(|symbol| low(symbol.address));
            texts.into_iter().any(|symbol| of_text(program, symbol.address).is_some())
        }
        _ => false,
    }
}

/// The text at a label with one letter changed, if there is one.
fn of_text(program: &Program, start: u32) -> Option<Mutant> {
    let byte = |address: u32| {
        let holds = program
            .data
            .iter()
            .rev()
            .find_map(|chunk| chunk.bytes.get(address.checked_sub(chunk.address)? as usize).copied());
        holds.filter(|byte| *byte != 0)
    };
    let bytes: Vec<u8> = (start..).take(MOST_LETTERS as usize).map_while(byte).collect();
    let is_text = bytes.len() > 1 && bytes.iter().all(|byte| is_printed(*byte));
    let index = byte_to_change(&bytes);
    let (value, about) = with_other_byte(&bytes, index);
    let span = program.symbols.iter().find(|symbol| symbol.address == start)?.span;
    is_text.then(|| Mutant {
        at: start + index as u32,
        value: u32::from(value),
        kind: Mutation::Letter,
        place: program.sources.place(span),
        about,
        works_by: Vec::new(),
        equivalent: None,
    })
}

#[cfg(test)]
mod tests {
    use super::mutants;
    use crate::diagnostics::{Language, SourceFile};
    use crate::isa::mips::table::Row;
    use crate::isa::mips::{Options, Program, assemble};
    use crate::machine::{Mutant, Mutation};

    fn program(text: &str) -> Program {
        let source = SourceFile::from_bytes("a.asm", text.as_bytes());
        assemble(vec![source], &|_: &str| None, Options::default()).program.expect("it assembles")
    }

    fn told(program: &Program, kind: Mutation) -> Vec<String> {
        let all = mutants(program);
        let of_kind = all.iter().filter(|mutant: &&Mutant| mutant.kind == kind);
        of_kind.map(|mutant| mutant.about.to(Language::English).to_owned()).collect()
    }

    const SAMPLE: &str = "
        .data
ask:    .asciiz \"Number? \"
        .text
main:   la $a0, ask
        jal show
        blez $v0, end
        bge $s0, $s1, end
        sub $t0, $t1, $t2
end:    li $v0, 10
        syscall
show:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        li $v0, 4
        syscall
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
        nop
";

    #[test]
    fn a_mutant_is_another_instruction_or_another_byte() {
        let program = program(SAMPLE);
        let made = mutants(&program);
        for kind in Mutation::ALL {
            assert!(made.iter().any(|mutant| mutant.kind == kind), "no mutant is of {kind:?}");
        }
        for mutant in &made {
            let before = program.words().find(|(address, _)| *address == mutant.at);
            match before {
                Some((_, word)) => {
                    assert_ne!(word, mutant.value, "{mutant:?}");
                    assert!(Row::of(mutant.value).is_some(), "{mutant:?}");
                }
                None => assert_eq!(mutant.kind, Mutation::Letter),
            }
        }
        assert_eq!(made, mutants(&program));
    }

    #[test]
    fn mistakes_are_told_in_the_words_of_the_source() {
        let program = program(SAMPLE);
        assert_eq!(told(&program, Mutation::Call), ["`jal show` is left out"]);
        assert_eq!(told(&program, Mutation::Save), ["`sw $ra, 0($sp)` is left out"]);
        assert_eq!(told(&program, Mutation::Restore), ["`lw $ra, 0($sp)` is left out"]);
        assert_eq!(
            told(&program, Mutation::Letter),
            [
                "in `la $a0, ask`, `ori $4,$1,0x00000000` became `ori $4,$1,0x00000001`",
                "`Number? ` became `Oumber? `"
            ]
        );
        let conditions = told(&program, Mutation::Condition);
        assert_eq!(conditions[0], "`blez $v0, end` became `bltz $v0, end`");
    }

    #[test]
    fn what_stands_behind_a_jump_without_a_label_is_never_reached() {
        let program = program("main: j end\naddi $t0, $t0, 1\nend: li $v0, 10\nsyscall\n");
        let made = mutants(&program);
        let proved = made.iter().filter(|mutant| mutant.equivalent.is_some());
        let places: Vec<&str> = proved.map(|mutant| mutant.place.as_str()).collect();
        assert_eq!(places, ["a.asm:2", "a.asm:2"]);
    }
}

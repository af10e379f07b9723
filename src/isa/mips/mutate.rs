//! Programs with one small mistake each: which ones there are, and which of them provably do the same as before.
//!
//! The only proof is that nothing leads to an instruction: it stands after one that never goes on to it, and
//! has no label. Values saved on the stack may be read by any code that gets there, so that no save is ever
//! taken to be dead.

use std::collections::BTreeSet;

use super::Loaded;
use super::cpu::RETURN_ADDRESS;
use super::program::{Program, Statement};
use super::table::{Instruction, Operand, OperandKind, Row, disassemble};
use crate::asm::Symbol;
use crate::diagnostics::{Text, text};
use crate::machine::Mutant;
use crate::machine::mutate::{
    self, Datum, Holds, Mutable, Number, Parts, became, is_printed, left_out, unreachable, with_number,
};

/// Does nothing.
const NOP: u32 = 0;

/// Longer texts are no prompts.
const MOST_LETTERS: usize = 2_000;

/// Branches with those that people take for them.
const CONFUSED: &[(&str, &[&str])] = &[
    ("beq", &["bne"]),
    ("bne", &["beq"]),
    ("blez", &["bltz", "bgtz"]),
    ("bltz", &["blez", "bgez"]),
    ("bgez", &["bgtz", "bltz"]),
    ("bgtz", &["bgez", "blez"]),
];

/// Instructions of which the order of the operands matters.
const ORDERED: [&str; 6] = ["sub", "subu", "slt", "sltu", "div", "divu"];

/// Every mutant of a program, sorted by address.
pub(super) fn mutants(loaded: &Loaded) -> Vec<Mutant> {
    let program = loaded.program.as_ref();
    mutate::mutants(loaded, &Mistakes { program, unreached: unreached(program) })
}

/// The mistakes that people make in a program.
struct Mistakes<'p> {
    program: &'p Program,
    unreached: BTreeSet<u32>,
}

impl Mutable for Mistakes<'_> {
    const NOTHING: u32 = NOP;

    fn parts(&self, at: u32, word: u32) -> Parts {
        let Some(row) = Row::of(word) else { return Parts::default() };
        let others =
            CONFUSED.iter().filter(|(name, _)| *name == row.mnemonic).flat_map(|(_, others)| *others);
        let statement = self.program.statement(at);
        let is_wording = statement.is_some_and(|statement| is_of_text(self.program, statement, word));
        let field = |name: &str| Some(row.operands.iter().find(|operand| operand.name == name)?.field);
        let numbers = row.operands.iter().filter(|_| word != NOP);
        Parts {
            conditions: others.filter_map(|other| as_other(row, word, other)).collect(),
            numbers: numbers.filter_map(|operand| number(row, operand, is_wording)).collect(),
            order: field("left").zip(field("right")).filter(|_| ORDERED.contains(&row.mnemonic)),
            others: Vec::new(),
        }
    }

    fn tell(&self, at: u32, before: u32, after: Option<u32>) -> Text {
        let statement = self.program.statement(at);
        let written = statement.map_or("", |statement| self.program.sources.slice(statement.span).trim());
        let Some(after) = after else { return left_out(written) };
        let names = [before, after].map(|word| Row::of(word).map_or("", |row| row.mnemonic));
        if let (Some(Statement { words, .. }), Some(rest)) = (statement, written.strip_prefix(names[0]))
            && words.len() == 1
            && names[0] != names[1]
        {
            return became(written, &format!("{}{rest}", names[1]));
        }
        let changed = changed_number(before, after).and_then(|(from, to)| with_number(written, from, to));
        if let Some(changed) =
            changed.filter(|_| statement.is_some_and(|statement| statement.words.len() == 1))
        {
            return became(written, &changed);
        }
        let [before, after] = [before, after].map(|word| disassemble(word, at));
        text!("in `{written}`, `{before}` became `{after}`", "trong `{written}`, `{before}` thành `{after}`")
    }

    fn tell_words(&self, at: u32, before: u32, after: u32) -> Option<String> {
        let statement = self.program.statement(at)?;
        let written = self.program.sources.slice(statement.span).trim();
        let [before, after] = [before, after].map(|word| disassemble(word, at));
        Some(format!("in {written}, {before} became {after}"))
    }

    fn data(&self) -> Vec<Datum> {
        self.program.symbols.iter().filter_map(|symbol| self.text_at(symbol)).collect()
    }

    fn proof(&self, at: u32, _: u32) -> Option<Text> {
        self.unreached.contains(&at).then(unreachable)
    }
}

impl Mistakes<'_> {
    /// The text at a label, if there is one.
    fn text_at(&self, label: &Symbol) -> Option<Datum> {
        Some(Datum {
            at: label.address,
            place: self.program.sources.place(label.span),
            holds: Holds::Text(letters(self.program, label.address)?),
            works_by: Vec::new(),
        })
    }
}

/// The number in which two words of one instruction differ, in both.
fn changed_number(before: u32, after: u32) -> Option<(i64, i64)> {
    let row =
        Row::of(before).filter(|row| Row::of(after).is_some_and(|other| other.mnemonic == row.mnemonic))?;
    let value = |operand: &Operand, word: u32| -> i64 {
        match operand.kind {
            OperandKind::Signed => operand.field.signed(word).cast_signed().into(),
            _ => operand.field.unsigned(word).into(),
        }
    };
    let mut changed = row.operands.iter().filter(|operand| value(operand, before) != value(operand, after));
    let (operand, None) = (changed.next()?, changed.next()) else { return None };
    Some((value(operand, before), value(operand, after)))
}

/// An operand that people get wrong by one, or by the size of what lies at an offset.
fn number(row: &Row, operand: &Operand, is_wording: bool) -> Option<Number> {
    let is_signed = operand.kind == OperandKind::Signed;
    // Half an address or half a number is no constant that anybody gets wrong by one.
    let is_number = is_signed
        || operand.kind == OperandKind::Shift
        || operand.kind == OperandKind::Unsigned && row.mnemonic != "lui";
    let step = step(row.mnemonic);
    let both_ways = step == 1 && operand.name != "offset" && row.mnemonic != "ori";
    is_number.then_some(Number { field: operand.field, is_signed, step, both_ways, is_wording })
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

/// Instructions that nothing leads to: after a jump, and without a label or a branch to them.
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
        // The target of a jump through a register is known only in a run, except for a return.
        computes |= match Instruction::decode(word, address) {
            Instruction::JumpRegister { from } => from != RETURN_ADDRESS,
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
            // A branch that compares a register with itself never goes on either; to take it
            // for one that does is safe.
            goes_on = !matches!(Row::of(word).map(|row| row.mnemonic), Some("j" | "jr"));
        } else {
            unreached.insert(address);
        }
        last = Some(address);
    }
    unreached
}

/// Returns `true` if a constant is a letter to print, or the address of a text, which then
/// begins one letter further.
fn is_of_text(program: &Program, statement: &Statement, word: u32) -> bool {
    let written = program.sources.slice(statement.span).trim();
    let mnemonic = written.split_whitespace().next().unwrap_or_default();
    let low = |address: u32| address & 0xFFFF == word & 0xFFFF;
    match mnemonic {
        "li" => written.ends_with('\''),
        "la" => {
            let texts = program.symbols.iter().filter(|symbol| low(symbol.address));
            texts.into_iter().any(|symbol| letters(program, symbol.address).is_some())
        }
        _ => false,
    }
}

/// The letters of the text at an address, if there is one.
fn letters(program: &Program, start: u32) -> Option<Vec<u8>> {
    let byte = |address: u32| {
        let mut chunks = program.data.iter().rev();
        let holds =
            chunks.find_map(|chunk| chunk.bytes.get(address.checked_sub(chunk.address)? as usize).copied());
        holds.filter(|byte| *byte != 0)
    };
    let bytes: Vec<u8> = (start..).take(MOST_LETTERS).map_while(byte).collect();
    (bytes.len() > 1 && bytes.iter().all(|byte| is_printed(*byte))).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::diagnostics::{Language, SourceFile};
    use crate::isa::mips::table::Row;
    use crate::isa::mips::{Loaded, Options, Program, Setup, assemble};
    use crate::machine::{Mutant, Mutation};

    fn mutants(program: &Program) -> Vec<Mutant> {
        super::mutants(&Loaded::new(Arc::new(program.clone()), Setup::default()))
    }

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
        for kind in Mutation::ASSEMBLED {
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

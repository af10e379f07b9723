//! Programs with one small mistake each: which ones there are, and which of them provably do the same as before.
//!
//! The proofs take for granted what every tidy program keeps to: it does not write over its instructions or read them as
//! data, comes back from a subroutine behind its call, and does not index out of an array into data behind instructions.
//! Where a program jumps to addresses that it computes, none is given.

mod flow;
mod lower;

use std::cell::RefCell;

use flow::Flow;

use super::super::mutation::{
    became, byte_to_change, is_printed, left_out, never_matters, unreachable, with_other_byte,
};
use super::super::proof::Prover;
use super::profile::{Edition, Setup};
use super::program::Program;
use super::table::{Instruction, disassemble};
use crate::asm::{Role, SourceLine};
use crate::diagnostics::{Text, text};
use crate::machine::{Mutant, Mutation};

/// A branch that is never taken.
const NOP: u16 = 0;

/// The register that programs keep their stack pointer in.
const STACK: u8 = 6;

/// The register that a call leaves its return address in.
const LINK: u8 = 7;

/// Every mutant of a program whose source is known, sorted by address.
///
/// In the second edition `LEA` and `TRAP` set condition codes, and `TRAP` the link.
pub(super) fn mutants(program: &Program, setup: &Setup) -> Vec<Mutant> {
    let sets_more = setup.edition == Edition::Second;
    let entry = program.entry(&setup.profile);
    let image = lower::image(program, entry, sets_more);
    let prover = RefCell::new(Prover::of(&image));
    let operators = Operators { program, flow: Flow::of(program, entry), prover, sets_more };
    let mut mutants = Vec::new();
    let lines = program.source_map.lines();
    for line in lines {
        let Some(word) = program.word(line.address) else { continue };
        if line.role == Role::Instruction {
            operators.of_instruction(line.address as u16, word, &mut mutants);
        }
    }
    for data in lines.chunk_by(|one, next| one.span == next.span && one.address + 1 == next.address) {
        operators.of_data(data, &mut mutants);
    }
    mutants.sort_by_key(|mutant| mutant.at);
    mutants
}

struct Operators<'p> {
    program: &'p Program,
    flow: Flow,
    prover: RefCell<Option<Prover<'p>>>,
    sets_more: bool,
}

impl Operators<'_> {
    fn of_instruction(&self, at: u16, word: u16, mutants: &mut Vec<Mutant>) {
        let instruction = Instruction::decode(word);
        let mut add = |kind, mutated: Instruction, about: Option<Text>| {
            let Some(value) = mutated.encode().filter(|value| *value != word) else { return };
            // A constant that does not fit its field would become another one than was meant.
            if Instruction::decode(value) != mutated {
                return;
            }
            let about = about.unwrap_or_else(|| became(&disassemble(word), &disassemble(value)));
            mutants.push(self.mutant(at, value, kind, about));
        };
        match instruction {
            Instruction::Br { conditions: conditions @ 1..=7, offset } => {
                for conditions in [4, 2, 1].map(|bit| conditions ^ bit) {
                    if conditions != 0 && conditions != 7 {
                        let mutated = Instruction::Br { conditions, offset };
                        let name = |instruction: Instruction| {
                            let shown = disassemble(instruction.encode().unwrap_or(NOP));
                            shown.split(' ').next().unwrap_or_default().to_owned()
                        };
                        add(Mutation::Condition, mutated, Some(became(&name(instruction), &name(mutated))));
                    }
                }
            }
            Instruction::AddImmediate { to, left, right } => {
                for right in neighbours(right) {
                    add(Mutation::Constant, Instruction::AddImmediate { to, left, right }, None);
                }
            }
            Instruction::AndImmediate { to, left, right } => {
                for right in neighbours(right) {
                    add(Mutation::Constant, Instruction::AndImmediate { to, left, right }, None);
                }
            }
            Instruction::Subtract { to, left, right } => {
                add(Mutation::Order, Instruction::Subtract { to, left: right, right: left }, None);
            }
            Instruction::LoadRegister { to, base, offset } => {
                let next = offset.wrapping_add(1);
                add(Mutation::Constant, Instruction::LoadRegister { to, base, offset: next }, None);
            }
            Instruction::StoreRegister { from, base, offset } => {
                let next = offset.wrapping_add(1);
                add(Mutation::Constant, Instruction::StoreRegister { from, base, offset: next }, None);
            }
            Instruction::Load { to, offset } => {
                let mutated = Instruction::Load { to, offset: offset.wrapping_add(1) };
                add(Mutation::Constant, mutated, Some(self.one_further("LD", to, at, offset)));
            }
            Instruction::LoadAddress { to, offset } => {
                let mutated = Instruction::LoadAddress { to, offset: offset.wrapping_add(1) };
                add(Mutation::Constant, mutated, Some(self.one_further("LEA", to, at, offset)));
            }
            _ => {}
        }
        if let Some((kind, shown)) = self.droppable(at, instruction) {
            mutants.push(self.mutant(at, NOP, kind, left_out(&shown)));
        }
    }

    /// What is forgotten easily: a store, a load of what was saved, a call. With the instruction as it is told.
    fn droppable(&self, at: u16, instruction: Instruction) -> Option<(Mutation, String)> {
        let named = |mnemonic: &str, register: u8, offset: u16| {
            format!("{mnemonic} R{register}, {}", self.name(target(at, offset)))
        };
        let plain = || disassemble(instruction.encode().unwrap_or(NOP));
        Some(match instruction {
            Instruction::Store { from, offset } => (Mutation::Save, named("ST", from, offset)),
            Instruction::StoreIndirect { from, offset } => (Mutation::Save, named("STI", from, offset)),
            Instruction::StoreRegister { .. } => (Mutation::Save, plain()),
            Instruction::Load { to, offset } if to == LINK || self.flow.is_saved_at(target(at, offset)) => {
                (Mutation::Restore, named("LD", to, offset))
            }
            Instruction::LoadRegister { base: STACK, .. } => (Mutation::Restore, plain()),
            Instruction::JumpSubroutine { offset } => {
                (Mutation::Call, format!("JSR {}", self.name(target(at, offset))))
            }
            Instruction::JumpSubroutineRegister { .. } => (Mutation::Call, plain()),
            _ => return None,
        })
    }

    fn mutant(&self, at: u16, value: u16, kind: Mutation, about: Text) -> Mutant {
        Mutant {
            at: u32::from(at),
            value: u32::from(value),
            kind,
            place: self.place(u32::from(at)),
            about,
            works_by: vec![u32::from(at)],
            equivalent: self.proof(at, value).or_else(|| self.deep_proof(at, value)),
        }
    }

    /// Why the program does the same with another word at an address, where it can be proved.
    fn proof(&self, at: u16, value: u16) -> Option<Text> {
        let possible = self.flow.possible_codes(at)?;
        if possible == 0 {
            return Some(unreachable());
        }
        let before = Instruction::decode(self.program.word(u32::from(at))?);
        match (before, Instruction::decode(value)) {
            (Instruction::Br { offset: 0, .. }, Instruction::Br { offset: 0, .. }) => {
                Some(text!("the branch goes to the next instruction", "lệnh rẽ nhánh tới ngay lệnh kế tiếp"))
            }
            (Instruction::Br { conditions: old, .. }, Instruction::Br { conditions: new, .. })
                if value != NOP && old & possible == new & possible =>
            {
                Some(text!(
                    "the condition codes that tell the two apart cannot occur here",
                    "mã điều kiện phân biệt hai lệnh này không thể xuất hiện ở đây"
                ))
            }
            (Instruction::Store { offset, .. }, _)
                if value == NOP && self.flow.is_never_read(target(at, offset)) =>
            {
                let slot = self.name(target(at, offset));
                Some(text!("nothing ever reads {slot}", "không có gì đọc {slot}"))
            }
            _ => None,
        }
    }

    /// The same by following the program beside the changed one.
    fn deep_proof(&self, at: u16, value: u16) -> Option<Text> {
        let mut prover = self.prover.borrow_mut();
        let prover = prover.as_mut()?;
        if prover.is_unreachable(u32::from(at)) {
            return Some(unreachable());
        }
        let step = lower::step(at, Instruction::decode(value), self.sets_more)?;
        prover.is_same_with(u32::from(at), &step).then(never_matters)
    }

    /// Mutants of the data of one statement: a text, or a constant that instructions name.
    fn of_data(&self, data: &[SourceLine], mutants: &mut Vec<Mutant>) {
        let Some(first) = data.first().filter(|line| line.role == Role::Data) else { return };
        let words: Vec<u16> = data.iter().filter_map(|line| self.program.word(line.address)).collect();
        let start = first.address as u16;
        let mut add = |at: u16, value: u16, kind, about, works_by: Vec<u16>| {
            mutants.push(Mutant {
                at: u32::from(at),
                value: u32::from(value),
                kind,
                place: self.place(first.address),
                about,
                works_by: works_by.into_iter().map(u32::from).collect(),
                equivalent: self.prover.borrow_mut().as_mut().and_then(|prover| {
                    prover.is_same_with_word(u32::from(at), i64::from(value as i16)).then(never_matters)
                }),
            });
        };
        if let [word] = words.as_slice() {
            let readers = self.flow.readers_of(start);
            let is_pointer = self.program.symbols.iter().any(|symbol| symbol.address == u32::from(*word));
            let steps: &[u16] = if is_pointer { &[1] } else { &[1, u16::MAX] };
            for step in steps.iter().filter(|_| !readers.is_empty()) {
                let value = word.wrapping_add(*step);
                let shown = |word: u16| format!(".FILL #{}", word as i16);
                add(start, value, Mutation::Constant, became(&shown(*word), &shown(value)), readers.clone());
            }
        } else if let Some((0, letters)) = words.split_last() {
            let bytes: Option<Vec<u8>> = letters
                .iter()
                .map(|word| u8::try_from(*word).ok().filter(|byte| is_printed(*byte)))
                .collect();
            if let Some(bytes) = bytes {
                let index = byte_to_change(&bytes);
                let (byte, about) = with_other_byte(&bytes, index);
                let at = start.wrapping_add(index as u16);
                add(at, u16::from(byte), Mutation::Letter, about, self.flow.takers_of(start));
            }
        }
    }

    /// An instruction that takes the word behind the one that it should take.
    fn one_further(&self, mnemonic: &str, register: u8, at: u16, offset: u16) -> Text {
        let before = format!("{mnemonic} R{register}, {}", self.name(target(at, offset)));
        became(&before, &format!("{before}+1"))
    }

    /// The label of an address, or its number.
    fn name(&self, address: u16) -> String {
        let label = self.program.symbols.iter().find(|symbol| symbol.address == u32::from(address));
        label.map_or_else(|| format!("x{address:04X}"), |symbol| symbol.name.clone())
    }

    fn place(&self, address: u32) -> String {
        let line = self.program.source_map.get(address);
        line.map_or_else(|| format!("x{address:04X}"), |line| self.program.sources.place(line.span))
    }
}

/// The address that an instruction at `at` names.
fn target(at: u16, offset: u16) -> u16 {
    at.wrapping_add(1).wrapping_add(offset)
}

fn neighbours(constant: u16) -> [u16; 2] {
    [constant.wrapping_add(1), constant.wrapping_sub(1)]
}

#[cfg(test)]
mod tests {
    use crate::asm::Role;
    use crate::diagnostics::{Language, SourceFile};
    use crate::isa::lc3::table::Instruction;
    use crate::isa::lc3::{Program, Setup, assemble};
    use crate::machine::{Mutant, Mutation};

    fn mutants(program: &Program) -> Vec<Mutant> {
        super::mutants(program, &Setup::default())
    }

    fn program(body: &str) -> Program {
        let text = format!(".ORIG x3000\n{body}\n.END\n");
        let source = SourceFile::from_bytes("a.asm", text.as_bytes());
        assemble(vec![source], None).program.expect("it assembles")
    }

    /// The mutants of a kind, as they are told; those with a proof end in `!`.
    fn told(program: &Program, kind: Mutation) -> Vec<String> {
        let of_kind = |mutant: &Mutant| mutant.kind == kind;
        let tell = |mutant: &Mutant| {
            let mark = if mutant.equivalent.is_some() { "!" } else { "" };
            format!("{}{mark}", mutant.about.to(Language::English))
        };
        mutants(program).iter().filter(|mutant| of_kind(mutant)).map(tell).collect()
    }

    const SAMPLE: &str = "
        LD R1, Count
Again   LDR R2, R0, #1
        BRz Done
        ADD R1, R1, #-1
        BRp Again
        JSR Print
Done    HALT
Print   ST R7, Save
        LEA R0, Words
        PUTS
        LD R7, Save
        RET
Count   .FILL #3
Save    .BLKW 1
Words   .STRINGZ \"ok\"";

    #[test]
    fn a_mutant_is_another_word_of_the_same_sort() {
        let program = program(SAMPLE);
        let made = mutants(&program);
        for kind in Mutation::ALL.into_iter().filter(|kind| *kind != Mutation::Order) {
            assert!(made.iter().any(|mutant| mutant.kind == kind), "no mutant is of {kind:?}");
        }
        for mutant in &made {
            let before = program.word(mutant.at).expect("something is there");
            let after = u16::try_from(mutant.value).expect("it is a word");
            assert_ne!(before, after, "{mutant:?}");
            let line = program.source_map.get(mutant.at).expect("it is in the source");
            if line.role == Role::Instruction {
                assert_ne!(Instruction::decode(after), Instruction::Illegal, "{mutant:?}");
            }
        }
        assert_eq!(made, mutants(&program));
    }

    #[test]
    fn mistakes_are_told_by_their_labels() {
        let program = program(SAMPLE);
        assert_eq!(told(&program, Mutation::Call), ["`JSR Print` is left out"]);
        assert_eq!(told(&program, Mutation::Save), ["`ST R7, Save` is left out"]);
        // `PUTS` leaves the link alone, so that it need not be restored.
        assert_eq!(told(&program, Mutation::Restore), ["`LD R7, Save` is left out!"]);
        assert_eq!(told(&program, Mutation::Letter), ["`ok` became `pk`"]);
    }

    #[test]
    fn constants_stay_in_their_fields() {
        let program = program("ADD R0, R0, #15\nADD R0, R0, #-16\nOUT\nHALT");
        let expected =
            ["`ADD R0, R0, #15` became `ADD R0, R0, #14`", "`ADD R0, R0, #-16` became `ADD R0, R0, #-15`"];
        assert_eq!(told(&program, Mutation::Constant), expected);
    }

    #[test]
    fn what_cannot_matter_is_proved() {
        let program = program(
            "ADD R0, R0, #0\nBRzp Up\nBRn Up\nADD R0, R0, #1\nUp LEA R0, Up\nST R0, Lost\nHALT\nLost .BLKW 1",
        );
        let branches = told(&program, Mutation::Condition);
        assert_eq!(
            branches,
            ["`BRzp` became `BRp`", "`BRzp` became `BRz`", "`BRn` became `BRnz`!", "`BRn` became `BRnp`!"]
        );
        assert_eq!(told(&program, Mutation::Save), ["`ST R0, Lost` is left out!"]);
        let unreached = "`ADD R0, R0, #1` became `ADD R0, R0, #2`!".to_owned();
        assert!(told(&program, Mutation::Constant).contains(&unreached));
    }

    #[test]
    fn a_register_that_nobody_needs_need_not_be_saved() {
        let body = |caller: &str| {
            format!(
                "AND R0, R0, #0\nADD R1, R0, #5\nJSR Show\n{caller}\nHALT
                Show ST R0, Save0\nST R1, Save1\nLD R0, Star\nAND R1, R1, #0\nOUT
                LD R0, Save0\nLD R1, Save1\nRET\nSave0 .BLKW 1\nSave1 .BLKW 1\nStar .FILL x2A"
            )
        };
        let unused = program(&body("AND R0, R0, #0"));
        assert_eq!(
            told(&unused, Mutation::Save),
            ["`ST R0, Save0` is left out!", "`ST R1, Save1` is left out!"]
        );
        let used = program(&body("ADD R0, R1, #0\nOUT"));
        assert_eq!(
            told(&used, Mutation::Save),
            ["`ST R0, Save0` is left out!", "`ST R1, Save1` is left out"]
        );
    }

    #[test]
    fn what_a_branch_can_come_to_is_known_from_earlier_ones() {
        let counting = program(
            "AND R1, R1, #0\nADD R1, R1, #6\nLoop LD R0, Star\nOUT\nADD R1, R1, #-1\nBRp Loop\nHALT\nStar .FILL x2A",
        );
        assert_eq!(told(&counting, Mutation::Condition), ["`BRp` became `BRnp`!", "`BRp` became `BRzp`"]);
        let reading = program("GETC\nLD R1, Less\nADD R0, R0, R1\nBRp Up\nOUT\nUp HALT\nLess .FILL #-48");
        assert_eq!(told(&reading, Mutation::Condition), ["`BRp` became `BRnp`", "`BRp` became `BRzp`"]);
    }

    #[test]
    fn nothing_is_proved_where_jumps_are_computed() {
        let program = program("LEA R1, Next\nJMP R1\nADD R0, R0, #1\nNext BRnzp Next\nBRn Next\nHALT");
        assert!(mutants(&program).iter().all(|mutant| mutant.equivalent.is_none()));
    }
}

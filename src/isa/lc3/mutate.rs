//! Programs with one small mistake each: which ones there are, and which of them provably do the same as before.
//!
//! The proofs take for granted what every tidy program keeps to: it does not write over its instructions or read them as
//! data, comes back from a subroutine after its call, and does not index out of an array into data after instructions.
//! Where a program jumps to addresses that it computes, none is given.

mod flow;
mod lower;

use std::cell::RefCell;

use flow::Flow;

use super::super::proof::Prover;
use super::Loaded;
use super::profile::Edition;
use super::program::Program;
use super::table::{FORMS, Instruction, Operand, OperandKind, disassemble};
use crate::asm::Role;
use crate::diagnostics::{Text, text};
use crate::machine::mutate::{
    self, Datum, Holds, Mutable, Number, Parts, became, is_printed, left_out, never_matters, unreachable,
};
use crate::machine::{Executable, Mutant};

/// A branch that is never taken.
const NOP: u16 = 0;

/// The register that a call leaves its return address in.
const LINK: u8 = 7;

/// Every mutant of a program whose source is known, sorted by address.
///
/// In the second edition `LEA` and `TRAP` set condition codes, and `TRAP` the link.
pub(super) fn mutants(loaded: &Loaded) -> Vec<Mutant> {
    let (program, setup) = (loaded.program.as_ref(), &loaded.setup);
    let sets_more = setup.edition == Edition::Second;
    let entry = program.entry(&setup.profile);
    let image = lower::image(program, entry, sets_more);
    let prover = RefCell::new(Prover::of(&image));
    mutate::mutants(loaded, &Mistakes { loaded, program, flow: Flow::of(program, entry), prover, sets_more })
}

/// The mistakes that people make in a program.
struct Mistakes<'p> {
    loaded: &'p Loaded,
    program: &'p Program,
    flow: Flow,
    prover: RefCell<Option<Prover<'p>>>,
    sets_more: bool,
}

impl Mutable for Mistakes<'_> {
    const NOTHING: u32 = NOP as u32;

    fn parts(&self, _: u32, word: u32) -> Parts {
        let instruction = Instruction::decode(word as u16);
        let Some(form) = FORMS.iter().find(|form| form.pattern.matches(word)) else {
            return Parts::default();
        };
        let field = |index: usize| form.operands.get(index).map(|operand| operand.field);
        Parts {
            conditions: conditions(instruction),
            numbers: form.operands.iter().filter_map(|operand| number(instruction, *operand)).collect(),
            order: match instruction {
                Instruction::Subtract { .. } => field(1).zip(field(2)),
                _ => None,
            },
            others: Vec::new(),
        }
    }

    fn tell(&self, at: u32, before: u32, after: Option<u32>) -> Text {
        let Some(after) = after else { return left_out(&self.spelled(at as u16, before as u16)) };
        let shown = [before, after].map(|word| disassemble(word as u16));
        match Instruction::decode(before as u16) {
            Instruction::Br { .. } => {
                let [before, after] =
                    shown.map(|shown| shown.split(' ').next().unwrap_or_default().to_owned());
                became(&before, &after)
            }
            // It takes the word after the one that it should take.
            Instruction::Load { .. } | Instruction::LoadAddress { .. } => {
                let before = self.spelled(at as u16, before as u16);
                became(&before, &format!("{before}+1"))
            }
            _ => became(&shown[0], &shown[1]),
        }
    }

    /// The data of each statement: a text, or a constant that instructions name.
    fn data(&self) -> Vec<Datum> {
        let lines = self.program.source_map.lines();
        let statements = lines.chunk_by(|one, next| one.span == next.span && one.address + 1 == next.address);
        let data = statements.filter_map(|lines| {
            let at = lines.first().filter(|line| line.role == Role::Data)?.address;
            let words: Vec<u16> = lines.iter().filter_map(|line| self.program.word(line.address)).collect();
            let (holds, works_by) = match words.split_last()? {
                (word, []) => {
                    let readers = self.flow.readers_of(at as u16);
                    let is_pointer =
                        self.program.symbols.iter().any(|symbol| symbol.address == u32::from(*word));
                    let written = |word: u32| format!(".FILL #{}", word as i16);
                    let number = Holds::Number { word: (*word).into(), both_ways: !is_pointer, written };
                    (number, Some(readers).filter(|readers| !readers.is_empty())?)
                }
                (0, letters) => {
                    let letter = |word: &u16| u8::try_from(*word).ok().filter(|byte| is_printed(*byte));
                    (
                        Holds::Text(letters.iter().map(letter).collect::<Option<_>>()?),
                        self.flow.takers_of(at as u16),
                    )
                }
                _ => return None,
            };
            let works_by = works_by.into_iter().map(u32::from).collect();
            Some(Datum { at, place: self.loaded.place(at), holds, works_by })
        });
        data.collect()
    }

    fn proof(&self, at: u32, value: u32) -> Option<Text> {
        let (address, word) = (at as u16, value as u16);
        if self.program.source_map.get(at)?.role == Role::Instruction {
            return self.shallow_proof(address, word).or_else(|| self.deep_proof(address, word));
        }
        let is_same = self.prover.borrow_mut().as_mut()?.is_same_with_word(at, i64::from(word as i16));
        is_same.then(never_matters)
    }
}

/// The branches that people take for one that depends on a condition: one letter more or less, but neither always nor never.
fn conditions(instruction: Instruction) -> Vec<u32> {
    let Instruction::Br { conditions: conditions @ 1..=6, offset } = instruction else { return Vec::new() };
    let others = [4, 2, 1].map(|bit| conditions ^ bit).into_iter().filter(|others| !matches!(others, 0 | 7));
    others.filter_map(|conditions| Some(Instruction::Br { conditions, offset }.encode()?.into())).collect()
}

/// An operand that people get wrong by one.
fn number(instruction: Instruction, operand: Operand) -> Option<Number> {
    let is_meant = match instruction {
        Instruction::AddImmediate { .. } | Instruction::AndImmediate { .. } => {
            operand.kind == OperandKind::Immediate
        }
        Instruction::LoadRegister { .. } | Instruction::StoreRegister { .. } => {
            operand.kind == OperandKind::Offset
        }
        Instruction::Load { .. } | Instruction::LoadAddress { .. } => operand.kind == OperandKind::PcOffset,
        _ => false,
    };
    let both_ways = operand.kind == OperandKind::Immediate;
    is_meant.then_some(Number {
        field: operand.field,
        is_signed: true,
        step: 1,
        both_ways,
        is_wording: false,
    })
}

impl Mistakes<'_> {
    /// An instruction with its label.
    fn spelled(&self, at: u16, word: u16) -> String {
        let named = |mnemonic: &str, register: u8, offset: u16| {
            format!("{mnemonic} R{register}, {}", self.name(target(at, offset)))
        };
        match Instruction::decode(word) {
            Instruction::Load { to, offset } => named("LD", to, offset),
            Instruction::LoadIndirect { to, offset } => named("LDI", to, offset),
            Instruction::LoadAddress { to, offset } => named("LEA", to, offset),
            Instruction::Store { from, offset } => named("ST", from, offset),
            Instruction::StoreIndirect { from, offset } => named("STI", from, offset),
            Instruction::JumpSubroutine { offset } => format!("JSR {}", self.name(target(at, offset))),
            _ => disassemble(word),
        }
    }

    /// The reason why the program does the same with another word at an address, if that can be proved.
    fn shallow_proof(&self, at: u16, value: u16) -> Option<Text> {
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

    /// The same by following the program next to the changed one.
    fn deep_proof(&self, at: u16, value: u16) -> Option<Text> {
        let mut prover = self.prover.borrow_mut();
        let prover = prover.as_mut()?;
        if prover.is_unreachable(u32::from(at)) {
            return Some(unreachable());
        }
        let step = lower::step(at, Instruction::decode(value), self.sets_more)?;
        prover.is_same_with(u32::from(at), &step).then(never_matters)
    }

    /// The label of an address, or its number.
    fn name(&self, address: u16) -> String {
        let label = self.program.symbols.iter().find(|symbol| symbol.address == u32::from(address));
        label.map_or_else(|| format!("x{address:04X}"), |symbol| symbol.name.clone())
    }
}

/// The address that an instruction at `at` names.
fn target(at: u16, offset: u16) -> u16 {
    at.wrapping_add(1).wrapping_add(offset)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::asm::Role;
    use crate::diagnostics::{Language, SourceFile};
    use crate::isa::lc3::table::Instruction;
    use crate::isa::lc3::{Loaded, Program, Setup, assemble};
    use crate::machine::{Mutant, Mutation};

    fn mutants(program: &Program) -> Vec<Mutant> {
        super::mutants(&Loaded::new(Arc::new(program.clone()), Setup::default()))
    }

    fn program(body: &str) -> Program {
        let text = format!(".ORIG x3000\n{body}\n.END\n");
        let source = SourceFile::from_bytes("a.asm", text.as_bytes());
        assemble(vec![source], None).program.expect("it assembles")
    }

    /// The mutants of a kind, as they are reported; those with a proof end in `!`.
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
        for kind in Mutation::ASSEMBLED.into_iter().filter(|kind| *kind != Mutation::Order) {
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

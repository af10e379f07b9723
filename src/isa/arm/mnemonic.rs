//! The meaning of the first word of an instruction: a row of the table, or one of the names that assemblers
//! add to it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::condition::{Condition, NAMES};
use super::operand::ShiftKind;
use super::table::{Name, Row};
use super::text;

/// The meaning of a mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) operation: Operation,
    pub(super) condition: Condition,
    pub(super) sets_flags: bool,
}

/// The operation of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// A row of the table.
    Row(&'static Row),
    /// `LSL r0, r1, #2`, which is `MOV r0, r1, LSL #2`.
    Shift(ShiftKind),
    /// `RRX r0, r1`.
    Extend,
    /// `PUSH {r0}`.
    Push,
    /// `POP {r0}`.
    Pop,
    /// `NEG r0, r1`, which is `RSB r0, r1, #0`.
    Negate,
    /// `CPY r0, r1`, which is `MOV r0, r1`.
    Copy,
    /// `ADR r0, label`: the address of a label, in one instruction.
    Adr,
    /// `ADRL r0, label`, in two.
    AdrLong,
    /// `NOP`, which is `MOV r0, r0` before ARMv6K.
    Nothing,
    /// `TSTP` and the like of 26-bit processors, which set the program status register.
    Obsolete(&'static Row),
    /// `MOV32 r0, #0x12345678`: `MOVW` and `MOVT`.
    Wide,
}

/// Names that are no rows of the table; `true` for those that can set the flags.
const ADDED: [(&str, Operation, bool); 14] = [
    ("LSL", Operation::Shift(ShiftKind::LogicalLeft), true),
    ("ASL", Operation::Shift(ShiftKind::LogicalLeft), true),
    ("LSR", Operation::Shift(ShiftKind::LogicalRight), true),
    ("ASR", Operation::Shift(ShiftKind::ArithmeticRight), true),
    ("ROR", Operation::Shift(ShiftKind::RotateRight), true),
    ("RRX", Operation::Extend, true),
    ("PUSH", Operation::Push, false),
    ("POP", Operation::Pop, false),
    ("NEG", Operation::Negate, true),
    ("CPY", Operation::Copy, false),
    ("ADR", Operation::Adr, false),
    ("ADRL", Operation::AdrLong, false),
    ("NOP", Operation::Nothing, false),
    ("MOV32", Operation::Wide, false),
];

static MNEMONICS: LazyLock<BTreeMap<String, Meaning>> = LazyLock::new(|| {
    let mut known = BTreeMap::new();
    let compares = [Name::Test, Name::TestEqual, Name::Compare, Name::CompareNegative].map(Row::of);
    let conditions = || NAMES.iter().copied().chain([("", Condition::Always)]);
    for (suffix, condition) in conditions() {
        for (name, operation, can_set_flags) in ADDED {
            for sets_flags in [false, true] {
                if sets_flags && !can_set_flags {
                    continue;
                }
                let meaning = Meaning { operation, condition, sets_flags };
                let s = if sets_flags { "S" } else { "" };
                known.entry(format!("{name}{s}{suffix}")).or_insert(meaning);
                known.entry(format!("{name}{suffix}{s}")).or_insert(meaning);
                // `ADREQL` is what it was called before the unified syntax.
                if let Some(short) = name.strip_suffix('L').filter(|_| operation == Operation::AdrLong) {
                    known.entry(format!("{short}{suffix}L")).or_insert(meaning);
                }
            }
        }
        for row in compares {
            let plain = Meaning { operation: Operation::Row(row), condition, sets_flags: false };
            // Comparisons always set the flags, and some write that.
            known.entry(format!("{}{suffix}S", row.stem)).or_insert(plain);
            known.entry(format!("{}S{suffix}", row.stem)).or_insert(plain);
            let old = Meaning { operation: Operation::Obsolete(row), ..plain };
            known.entry(format!("{}{suffix}P", row.stem)).or_insert(old);
            known.entry(format!("{}P{suffix}", row.stem)).or_insert(old);
        }
    }
    known
});

/// The meaning of a word, in any letter case, as a mnemonic.
pub(super) fn find(word: &str) -> Option<Meaning> {
    let capital = word.to_ascii_uppercase();
    if let Some(added) = MNEMONICS.get(capital.as_str()) {
        return Some(*added);
    }
    let text::Mnemonic { row, condition, sets_flags } = text::mnemonic(&capital)?;
    Some(Meaning { operation: Operation::Row(row), condition, sets_flags })
}

/// All mnemonics without conditions, in capital letters, to find what was meant.
pub(super) fn plain() -> impl Iterator<Item = &'static str> {
    static PLAIN: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let has_none = |word: &&str| find(word).is_some_and(|meaning| meaning.condition == Condition::Always);
        let own = MNEMONICS.keys().map(String::as_str);
        // `ADDAL` is `ADD`, and is never the word that was meant.
        own.chain(text::mnemonics())
            .filter(has_none)
            .filter(|word| !word.contains("AL") || *word == "AL")
            .collect()
    });
    PLAIN.iter().copied()
}

/// The instruction to write for one that other instruction sets or newer processors have under another name.
pub(super) fn elsewhere(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_uppercase().as_str() {
        "JMP" | "JUMP" | "BRA" | "GOTO" | "J" => "B",
        "CALL" | "JSR" | "JAL" => "BL",
        "RET" | "RETURN" | "RTS" => "BX lr",
        "LOAD" | "LW" | "LD" => "LDR",
        "STORE" | "SW" | "ST" => "STR",
        "LB" | "LBU" => "LDRB",
        "SB" => "STRB",
        "LI" | "LA" => "LDR Rd, =value",
        "INC" => "ADD Rd, Rd, #1",
        "DEC" => "SUB Rd, Rd, #1",
        "XOR" => "EOR",
        "OR" => "ORR",
        "NOT" => "MVN",
        "JE" | "JZ" | "BZ" => "BEQ",
        "JNE" | "JNZ" | "BNZ" => "BNE",
        "JG" => "BGT",
        "JL" => "BLT",
        "SYSCALL" => "SVC",
        "SHL" | "SLL" => "LSL",
        "SHR" | "SRL" => "LSR",
        "CBZ" => "CMP Rn, #0` and `BEQ label",
        "CBNZ" => "CMP Rn, #0` and `BNE label",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Operation, find, plain};
    use crate::isa::arm::condition::Condition;
    use crate::isa::arm::operand::ShiftKind;
    use crate::isa::arm::table::Name;

    #[test]
    fn words_mean_what_the_assemblers_say() {
        let of =
            |word: &str| find(word).map(|meaning| (meaning.operation, meaning.condition, meaning.sets_flags));
        let left = Operation::Shift(ShiftKind::LogicalLeft);
        assert_eq!(of("lsls"), Some((left, Condition::Always, true)));
        assert_eq!(of("LSLLS"), Some((left, Condition::LowerOrSame, false)));
        assert_eq!(of("PUSHNE"), Some((Operation::Push, Condition::NotEqual, false)));
        assert_eq!(of("AdrEqL"), Some((Operation::AdrLong, Condition::Equal, false)));
        let names = ["CMPS", "cmpeq", "TEQP"].map(|word| match find(word).map(|meaning| meaning.operation) {
            Some(Operation::Row(row) | Operation::Obsolete(row)) => Some(row.name),
            _ => None,
        });
        assert_eq!(names, [Some(Name::Compare), Some(Name::Compare), Some(Name::TestEqual)]);
        for word in ["", "LSLX", "PUSHS", "loop", "NOPE"] {
            assert_eq!(of(word), None, "{word}");
        }
    }

    #[test]
    fn plain_mnemonics_have_no_condition() {
        assert!(
            ["ADD", "LDRB", "PUSH", "SVC", "STMFD"].iter().all(|word| plain().any(|known| known == *word))
        );
        assert!(plain().all(|word| word != "ADDEQ" && word != "BAL"));
    }
}

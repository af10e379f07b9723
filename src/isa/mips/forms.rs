//! Every way to write every instruction: the basic ones of the table and the pseudo-instructions of `pseudo.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::operands;
use super::table::{ROWS, Row, Syntax};
use super::token::{self, TokenKind};

/// The shape that a token of an operand must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Register,
    FloatRegister,
    /// 0 to 31.
    Bits5,
    /// A signed 16-bit constant.
    Signed16,
    /// An unsigned 16-bit constant.
    Unsigned16,
    /// Any constant.
    Bits32,
    Label,
    LeftParen,
    RightParen,
    Plus,
}

/// One way to write an instruction.
#[derive(Debug)]
pub(super) struct Form {
    /// As MARS shows it in messages, such as `add $t1,$t2,$t3`.
    pub(super) example: String,
    /// The tokens after the mnemonic.
    pub(super) shapes: Vec<Shape>,
    pub(super) meaning: Meaning,
}

/// The instructions that a form becomes.
#[derive(Debug)]
pub(super) enum Meaning {
    Basic {
        row: &'static Row,
        syntax: &'static Syntax,
    },
    Pseudo {
        steps: Vec<Step>,
        /// The shorter way where all addresses fit in 15 bits.
        compact: Option<Vec<Step>>,
    },
}

/// One basic instruction of a pseudo-instruction.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) row: &'static Row,
    pub(super) syntax: &'static Syntax,
    pub(super) arguments: Vec<Argument>,
    /// True if it is there only if branches are delayed.
    pub(super) is_slot: bool,
}

/// An operand of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Constant(u32),
    /// An operand as it is: a register's number, a constant, or the address of a label.
    Operand(usize),
    /// The register after an operand.
    Next(usize),
    /// 32 less an operand.
    Complement(usize),
    /// A half of an operand plus a number.
    Half {
        half: Half,
        operand: usize,
        plus: u32,
    },
    /// The address past the next instruction, not counting a delay slot.
    Skip,
}

/// The halves of a word that instructions can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// The lower half; as it will be extended does not matter for its bits.
    Low,
    /// The upper half.
    High,
    /// The upper half, one more if the lower half is negative.
    HighWithCarry,
}

impl Half {
    pub(super) fn of(self, value: u32) -> u32 {
        match self {
            Self::Low => value & 0xFFFF,
            Self::High => value >> 16,
            Self::HighWithCarry => (value >> 16) + (value >> 15 & 1),
        }
    }
}

impl Form {
    /// The basic instructions that the form becomes, as a person would write them.
    pub(super) fn instead(&self) -> String {
        match &self.meaning {
            Meaning::Basic { row, .. } => row.mnemonic.to_owned(),
            Meaning::Pseudo { steps, .. } => {
                steps.iter().map(|step| step.syntax.example).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

const PSEUDO: &str = include_str!("pseudo.txt");
const SPIM: &str = include_str!("spim.txt");

/// The lines of a file that are not empty or comments, each split into names and the rest.
fn lines_of(file: &'static str) -> impl Iterator<Item = (Vec<&'static str>, &'static str)> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (names, rest) = line.split_once("  ").expect("names end in two blanks");
        (names.split(' ').collect(), rest)
    })
}

static MNEMONICS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let pseudo = lines_of(PSEUDO).flat_map(|(names, _)| names).map(|name| split_name(name).0);
    ROWS.iter().map(|row| row.mnemonic).chain(pseudo).collect()
});

type Forms = BTreeMap<&'static str, Vec<Form>>;

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms::new();
    for row in ROWS {
        for syntax in row.syntaxes {
            let meaning = Meaning::Basic { row, syntax };
            forms.entry(row.mnemonic).or_default().push(form(syntax.example, meaning));
        }
    }
    read_pseudo(PSEUDO, &mut forms);
    forms
});

/// The forms that only SPIM reads.
static SPIM_FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms::new();
    read_pseudo(SPIM, &mut forms);
    forms
});

fn read_pseudo(file: &'static str, forms: &mut Forms) {
    for (names, rest) in lines_of(file) {
        let mut parts = rest.split("  =").map(str::trim);
        let operands = parts.next().expect("there is always a first part");
        let steps = parts.next().expect("a pseudo-instruction becomes something");
        let compact = parts.next().map(|steps| steps.trim_start_matches('=').trim());
        for name in names {
            let (name, stand_in) = split_name(name);
            let steps_of = |steps: &str| steps.split(" ; ").map(|step| parse_step(step, stand_in)).collect();
            let meaning = Meaning::Pseudo { steps: steps_of(steps), compact: compact.map(steps_of) };
            forms.entry(name).or_default().push(form(&format!("{name} {operands}"), meaning));
        }
    }
}

/// `l.s:lwc1` is the name `l.s` with `lwc1` for its instruction; `lw` is its own.
fn split_name(name: &'static str) -> (&'static str, &'static str) {
    name.split_once(':').unwrap_or((name, name))
}

fn form(example: &str, meaning: Meaning) -> Form {
    let operands = example.split_once(' ').map_or("", |(_, operands)| operands);
    let shapes = token::split(operands).iter().map(shape).collect();
    Form { example: example.to_owned(), shapes, meaning }
}

/// An example stands for its kind.
fn shape(example: &token::Token) -> Shape {
    match example.kind {
        TokenKind::Register { .. } => Shape::Register,
        TokenKind::FloatRegister(_) => Shape::FloatRegister,
        TokenKind::Integer(0..32) => Shape::Bits5,
        TokenKind::Integer(0..0x1_0000) => Shape::Unsigned16,
        TokenKind::Integer(-0x8000..0) => Shape::Signed16,
        TokenKind::Integer(_) => Shape::Bits32,
        TokenKind::LeftParen => Shape::LeftParen,
        TokenKind::RightParen => Shape::RightParen,
        TokenKind::Plus => Shape::Plus,
        _ => Shape::Label,
    }
}

fn parse_step(text: &str, stand_in: &str) -> Step {
    let is_slot = text == "slot";
    let text = if is_slot { "nop" } else { text };
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
    let mnemonic = mnemonic.replace('@', stand_in);
    let mut arguments = Vec::new();
    for operand in operands.split(',').map(str::trim).filter(|operand| !operand.is_empty()) {
        // `lo(b)($1)` and `0(b)` are an offset and a base; `lo(b)` alone is not.
        let base = operand.rfind('(').filter(|at| !["lo", "ulo", "hi", "hic"].contains(&&operand[..*at]));
        match base {
            Some(at) => {
                arguments.push(parse_argument(&operand[..at]));
                arguments.push(parse_argument(operand[at + 1..].trim_end_matches(')')));
            }
            None => arguments.push(parse_argument(operand)),
        }
    }
    let (row, syntax) = ROWS
        .iter()
        .filter(|row| row.mnemonic == mnemonic)
        .flat_map(|row| row.syntaxes.iter().map(move |syntax| (row, syntax)))
        .find(|(row, syntax)| row.written(syntax).count() == arguments.len())
        .unwrap_or_else(|| panic!("`{text}` is a basic instruction"));
    Step { row, syntax, arguments, is_slot }
}

fn parse_argument(text: &str) -> Argument {
    let operand = |name: &str| match name {
        "a" => 0,
        "b" => 1,
        "c" => 2,
        _ => panic!("`{name}` is an operand"),
    };
    let half = |half: Half, inner: &str| {
        let (name, plus) = inner.trim_end_matches(')').split_once('+').unwrap_or((inner, "0"));
        let plus = plus.parse().expect("a number is added");
        Argument::Half { half, operand: operand(name.trim_end_matches(')')), plus }
    };
    if let Some(number) = text.strip_prefix('$') {
        return Argument::Constant(number.parse().expect("a register by its number"));
    }
    if let Some(name) = text.strip_prefix("32-") {
        return Argument::Complement(operand(name));
    }
    if let Some(name) = text.strip_suffix('\'') {
        return Argument::Next(operand(name));
    }
    if let Ok(number) = text.parse::<i32>() {
        return Argument::Constant(number as u32);
    }
    match text.split_once('(') {
        Some(("lo" | "ulo", inner)) => half(Half::Low, inner),
        Some(("hi", inner)) => half(Half::High, inner),
        Some(("hic", inner)) => half(Half::HighWithCarry, inner),
        _ if text == "skip" => Argument::Skip,
        _ => Argument::Operand(operand(text)),
    }
}

/// Every way to write an instruction in MARS, as its messages show it, such as `add $t1,$t2,$t3`.
pub fn forms() -> impl Iterator<Item = &'static str> {
    FORMS.values().flatten().map(|form| form.example.as_str())
}

/// The one of [`forms`] in which an instruction is written; `None` if it fits no form.
pub fn form_of(instruction: &str) -> Option<&'static str> {
    let tokens = token::split(instruction);
    let (mnemonic, rest) = tokens.split_first()?;
    let form = operands::choose(of(&mnemonic.text), rest).ok()?;
    Some(&form.example)
}

/// Returns `true` if a word, in any letter case, is the mnemonic of an instruction.
pub(super) fn is_mnemonic(word: &str) -> bool {
    let is_plain =
        word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.');
    if is_plain { MNEMONICS.contains(word) } else { MNEMONICS.contains(word.to_ascii_lowercase().as_str()) }
}

/// All mnemonics, in alphabetical order.
pub(super) fn mnemonics() -> impl Iterator<Item = &'static str> {
    MNEMONICS.iter().copied()
}

/// The forms of a mnemonic in any letter case, in the order in which they are tried; none if there is no such mnemonic.
pub(super) fn of(mnemonic: &str) -> &'static [Form] {
    FORMS.get(mnemonic.to_ascii_lowercase().as_str()).map_or(&[], Vec::as_slice)
}

/// The forms that SPIM has beyond those of MARS.
pub(super) fn of_spim(mnemonic: &str) -> &'static [Form] {
    SPIM_FORMS.get(mnemonic.to_ascii_lowercase().as_str()).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::{FORMS, Meaning, mnemonics, of};

    #[test]
    fn the_table_of_pseudo_instructions_is_complete() {
        let pseudo = FORMS.values().flatten().filter(|form| matches!(form.meaning, Meaning::Pseudo { .. }));
        // The number of lines of MARS's own table.
        assert_eq!(pseudo.count(), 388);
        assert!(mnemonics().all(|mnemonic| !of(mnemonic).is_empty()));
    }
}

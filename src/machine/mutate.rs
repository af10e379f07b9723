//! The mutation operators: the small mistakes that people make, for every instruction set alike.
//!
//! That a store, the load of something saved or a call is left out follows from the [`Effects`] of an instruction. An
//! instruction set only says which parts of its instructions are mistaken for others ([`Parts`]), what its programs have as
//! data ([`Datum`]), and how a change is reported.

mod letter;

use std::collections::BTreeSet;

use super::{Core, Effects, Executable, Flow, Loaded, Mutant, Mutation, World};
use crate::asm::pattern::Field;
use crate::diagnostics::{Text, text};
use letter::{byte_to_change, with_other_byte};

pub use letter::is_printed;

/// The questions that the operators ask of a program loaded on a `C`.
pub trait Mutable {
    /// The word of the instruction that does nothing.
    const NOTHING: u32;

    /// The parts of an instruction that are mistaken for others.
    fn parts(&self, at: u32, word: u32) -> Parts;

    /// Says that the word of an instruction became another one, or that it is left out if that is `None`.
    fn tell(&self, at: u32, before: u32, after: Option<u32>) -> Text;

    /// The same of the words of the machine, where `tell` speaks of a statement that they are assembled from.
    fn tell_words(&self, _at: u32, _before: u32, _after: u32) -> Option<String> {
        None
    }

    /// The texts and constants of the program that can have a mistake.
    fn data(&self) -> Vec<Datum>;

    /// The reason why the program does the same as before with another value at an address, if that is proved.
    fn proof(&self, at: u32, value: u32) -> Option<Text>;
}

/// The parts of an instruction that are mistaken for others.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The same instruction under the other conditions that people take for this one.
    pub conditions: Vec<u32>,
    /// Its constants and offsets.
    pub numbers: Vec<Number>,
    /// Two operands whose order matters, such as those of a subtraction.
    pub order: Option<(Field, Field)>,
    /// Words with a mistake in something that is no number in a field, such as a constant that is rotated.
    pub others: Vec<(Mutation, u32)>,
}

/// A number in an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Where it stands in the word.
    pub field: Field,
    /// True if it is signed, in two's complement.
    pub is_signed: bool,
    /// The smallest step to another number that makes sense, such as the size of the word that an offset leads to.
    pub step: u32,
    /// True if people get it too small as well as too large.
    pub both_ways: bool,
    /// True if it is a letter to print, or the address of a text.
    pub is_wording: bool,
}

impl Number {
    /// The words with the number one step larger, and one step smaller.
    fn neighbours(self, word: u32) -> impl Iterator<Item = u32> {
        let Self { field, is_signed, step, both_ways, .. } = self;
        let value: i64 =
            if is_signed { field.signed(word).cast_signed().into() } else { field.unsigned(word).into() };
        let rest = word & !field.insert(u32::MAX);
        let steps = if both_ways { vec![i64::from(step), -i64::from(step)] } else { vec![i64::from(step)] };
        steps.into_iter().filter_map(move |step| {
            let near = value + step;
            let fits = if is_signed { field.holds_signed(near) } else { field.holds_unsigned(near) };
            fits.then(|| rest | field.insert(near as u32))
        })
    }
}

impl Parts {
    /// The words that stand in the place of one by mistake.
    fn mistaken(&self, word: u32) -> Vec<(Mutation, u32)> {
        let conditions = self.conditions.iter().map(|other| (Mutation::Condition, *other));
        let numbers = self.numbers.iter().flat_map(|number| {
            let kind = if number.is_wording { Mutation::Letter } else { Mutation::Constant };
            number.neighbours(word).map(move |other| (kind, other))
        });
        let order = self.order.map(|(left, right)| {
            let rest = word & !left.insert(u32::MAX) & !right.insert(u32::MAX);
            let swapped = left.insert(right.unsigned(word)) | right.insert(left.unsigned(word));
            (Mutation::Order, rest | swapped)
        });
        let all = conditions.chain(numbers).chain(order).chain(self.others.iter().copied());
        all.filter(|(_, other)| *other != word).collect()
    }
}

/// A text or a constant in the data of a program.
#[derive(Clone, Debug)]
pub struct Datum {
    /// The address of its first cell.
    pub at: u32,
    /// Where it is in the source.
    pub place: String,
    /// The text or number that it holds.
    pub holds: Holds,
    /// The instructions by which it can have an effect, as in [`Mutant::works_by`].
    pub works_by: Vec<u32>,
}

/// The contents of a datum.
#[derive(Clone, Debug)]
pub enum Holds {
    /// A text, one letter in each cell.
    Text(Vec<u8>),
    /// A number in one word.
    Number {
        /// The word.
        word: u32,
        /// True if people get it too small as well as too large.
        both_ways: bool,
        /// Writes the directive that puts it there.
        written: fn(u32) -> String,
    },
}

/// Every mutant of a program, sorted by address.
///
/// The stores, loads and calls of an instruction are those on a machine that has just been started.
pub fn mutants<C: Core + 'static, M: Mutable>(loaded: &Loaded<C>, program: &M) -> Vec<Mutant> {
    let core = C::boot(loaded, World::default());
    let instructions = C::instructions(&loaded.program);
    let effects_of = |(at, word): &(u32, u32)| core.effects(*at, C::instruction(*at, *word));
    let effects: Vec<Effects> = instructions.iter().map(effects_of).collect();
    let left_out = LeftOut::of::<C>(loaded, &effects);
    let mut mutants = Vec::new();
    for ((at, word), effects) in instructions.into_iter().zip(&effects) {
        let mistaken = program.parts(at, word).mistaken(word).into_iter();
        let mistaken = mistaken.map(|(kind, value)| {
            (kind, value, program.tell(at, word, Some(value)), program.tell_words(at, word, value))
        });
        let left_out =
            left_out.kind(effects).map(|kind| (kind, M::NOTHING, program.tell(at, word, None), None));
        mutants.extend(mistaken.chain(left_out).map(|(kind, value, about, in_words)| Mutant {
            at,
            value,
            edit: None,
            kind,
            place: loaded.place(at),
            about,
            in_words,
            works_by: vec![at],
            equivalent: program.proof(at, value),
        }));
    }
    for datum in program.data() {
        mutants.extend(datum.changes(C::ISA.word.bits).into_iter().map(|(kind, at, value, about)| Mutant {
            at,
            value,
            edit: None,
            kind,
            place: datum.place.clone(),
            about,
            in_words: None,
            works_by: datum.works_by.clone(),
            equivalent: program.proof(at, value),
        }));
    }
    mutants.sort_by_key(|mutant| mutant.at);
    mutants.dedup_by(|one, other| one.at == other.at && one.value == other.value);
    mutants
}

/// A statement with another number in it: `li $v0, 4` for `li $v0, 3`. `None` if the number does not stand there, or more than
/// once.
pub fn with_number(written: &str, before: i64, after: i64) -> Option<String> {
    let is_of_number = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut found = None;
    let mut at = 0;
    while let Some(start) = written[at..].find(is_of_number).map(|start| at + start) {
        let end = written[start..].find(|c| !is_of_number(c)).map_or(written.len(), |length| start + length);
        at = end;
        let is_register = written[..start].ends_with(['$', '%', '_', '.']);
        if is_register || number_of(&written[start..end]) != Some(before) {
            continue;
        }
        if found.is_some() {
            return None;
        }
        found = Some((start, end));
    }
    let (start, end) = found?;
    Some(format!("{}{after}{}", &written[..start], &written[end..]))
}

fn number_of(word: &str) -> Option<i64> {
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let value = hex.map_or_else(|| digits.parse().ok(), |hex| i64::from_str_radix(hex, 16).ok());
    Some(sign * value?)
}

/// The instructions that are easily forgotten: a store, a load of a saved value, a call.
struct LeftOut {
    link: u32,
    stack: u32,
    /// The places that are stored to by their address alone.
    saved: BTreeSet<u32>,
}

impl LeftOut {
    fn of<C: Core>(loaded: &Loaded<C>, effects: &[Effects]) -> Self {
        let stack = (C::ISA.registers.number)(C::ISA.registers.stack);
        let fixed = effects.iter().filter(|effects| effects.reads == 0 && effects.pointer.is_none());
        Self {
            link: 1 << C::watched(&loaded.program).link,
            stack: stack.map_or(0, |number| 1 << number),
            saved: fixed.filter_map(|effects| Some(effects.store?.0)).collect(),
        }
    }

    fn kind(&self, effects: &Effects) -> Option<Mutation> {
        if effects.store.is_some() {
            return Some(Mutation::Save);
        }
        if let Flow::Call { .. } = effects.flow {
            return Some(Mutation::Call);
        }
        let (address, _) = effects.load?;
        let is_fixed = effects.reads == 0 && effects.pointer.is_none();
        let restores = effects.writes & self.link != 0
            || effects.reads & self.stack != 0
            || is_fixed && self.saved.contains(&address);
        restores.then_some(Mutation::Restore)
    }
}

impl Datum {
    /// Its possible mistakes: the kind, the address, the value then there, and how the change is reported.
    /// `bits` is the size of a word.
    fn changes(&self, bits: u32) -> Vec<(Mutation, u32, u32, Text)> {
        match &self.holds {
            Holds::Text(letters) => {
                let index = byte_to_change(letters);
                let (byte, about) = with_other_byte(letters, index);
                vec![(Mutation::Letter, self.at.wrapping_add(index as u32), u32::from(byte), about)]
            }
            Holds::Number { word, both_ways, written } => {
                let steps: &[i32] = if *both_ways { &[1, -1] } else { &[1] };
                let near = steps.iter().map(|step| word.wrapping_add_signed(*step) & u32::MAX >> (32 - bits));
                near.map(|near| (Mutation::Constant, self.at, near, became(&written(*word), &written(near))))
                    .collect()
            }
        }
    }
}

/// Says that something became something else.
pub fn became(before: &str, after: &str) -> Text {
    text!("`{before}` became `{after}`", "`{before}` thành `{after}`")
}

/// Says that an instruction is not there any more.
pub fn left_out(instruction: &str) -> Text {
    text!("`{instruction}` is left out", "`{instruction}` bị bỏ đi")
}

/// The proof for what no run can come to.
pub fn unreachable() -> Text {
    text!("nothing leads to this instruction", "không có đường nào dẫn tới lệnh này")
}

/// The proof for what is found by following the program next to the changed one.
pub fn never_matters() -> Text {
    text!(
        "what it changes is never shown and never decides where the program goes on",
        "điều bị đổi không bao giờ được in ra và không quyết định chương trình đi đâu"
    )
}

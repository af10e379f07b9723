//! Mutants: a program with one small mistake, of the kind that people make. Tests that do not notice it have
//! a hole.

use super::Edit;
use crate::diagnostics::Text;

/// The kind of mistake that a mutant has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mutation {
    /// A branch is taken under another condition.
    Condition,
    /// A constant or an offset is off by one.
    Constant,
    /// The operands of a subtraction, division or comparison stand in the wrong order.
    Order,
    /// A value is not stored.
    Save,
    /// A saved value is not loaded again.
    Restore,
    /// A subroutine is not called.
    Call,
    /// A letter of a text is another one.
    Letter,
    /// Something else is calculated, such as a difference and not a sum.
    Operator,
    /// A loop or a choice is not left.
    Jump,
}

impl Mutation {
    /// Every kind that assembled programs have.
    pub const ASSEMBLED: [Self; 7] =
        [Self::Condition, Self::Constant, Self::Order, Self::Save, Self::Restore, Self::Call, Self::Letter];
}

/// One small change of a program: of an assembled one, or of the source of one that a compiler makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The address of what is changed; of a change of the source a number by which its places are sorted.
    pub at: u32,
    /// The value put there instead: the word of an instruction, or as much data as an address of the machine holds. Zero for a
    /// change of the source.
    pub value: u32,
    /// The change of the source, for a program that a compiler makes.
    pub edit: Option<Edit>,
    /// The kind of mistake.
    pub kind: Mutation,
    /// Where it is in the source.
    pub place: String,
    /// A description of the change, as the source has it.
    pub about: Text,
    /// The same in the words of the machine, where the source has no such instruction: what a statement is assembled to.
    pub in_words: Option<String>,
    /// The instructions by which the change can have an effect: without one of them executed it has none. Empty where that
    /// is not known.
    pub works_by: Vec<u32>,
    /// The reason why the program does the same as before, if that is proved.
    pub equivalent: Option<Text>,
}

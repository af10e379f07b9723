//! Specs: what an assignment demands, read from YAML and checked before anything is graded.
//!
//! [`load`] turns a file into a [`Spec`] or into diagnostics, all of them at once. The language has a version, the
//! value of the key `grader`, and every key that it knows is a row of a table, so that an unknown one can be named.

mod bundled;
mod bytes;
mod edit;
mod edition;
mod gather;
mod lint;
mod load;
mod manuscript;
mod outline;
mod read;
mod reader;
mod schema;
pub mod sheet;
mod tree;
mod types;

pub use bundled::{BUNDLED, Bundled, bundled};
pub use edition::{CaseEdition, Changes, Edition, NoEdition, Original, TextPlace};
pub use lint::Places;
pub use load::{Linted, LoadError, lint, linted, load, load_trusted};
pub use manuscript::{CannotRewrite, Manuscript, NewFile, Slot, Wants, unwritten};
pub use schema::schema;
pub use types::{
    Area, AreaRule, Argued, Asks, Behaviour, Call, Case, Check, Checked, Command, Compare, Count, Cue, Data,
    Dialect, Dialogue, DialogueCase, Direction, EnterKey, Expectation, FORMAT_KINDS, Fails, FileWant,
    FormatPolicy, FormatPrices, Formula, Fragment, Generator, Given, Group, GroupScore, Growth, HaltRule,
    Hashed, HashedForm, Ignored, Input, Instant, Interactor, Judge, KnownBad, Ladder, Late, Law, Limits,
    LooseParts, Message, MessagePart, Mode, ModelProgram, NoValue, OpenOption, OptionValue, OtherRun,
    OtherSide, Outline, Overlooked, Per, Points, Preserved, Price, Printed, Property, Reading, Reference,
    RubricItem, Rule as QuestionRule, SelfCheck, Service, Share, Show, Spec, StandIn, Starter, Style,
    StyleCheck, StyleRule, SubmissionRules, Subroutine, SubroutineValue, TalkRule, Then, VERDICTS, Value,
    Values, Want, WantedLine, When, Words, cases_of, waves,
};
pub(crate) use types::{LAST_KEYS, LETTERS, MOVES};

//! Specs: what an assignment demands, read from YAML and checked before anything is graded.
//!
//! [`load`] turns a file into a [`Spec`] or into diagnostics, all of them at once. The language has a version, the
//! value of the key `grader`, and every key that it knows is a row of a table, so that an unknown one can be named.

mod case;
mod dialogue;
mod files;
mod ladder;
mod lint;
mod load;
mod lower;
mod machine;
mod points;
mod reader;
mod schema;
mod selfcheck;
mod types;
mod wanted;

pub use dialogue::{
    Asks, Check, Dialect, Dialogue, DialogueCase, OpenOption, OptionValue, Rule as QuestionRule, Words,
};
pub use ladder::{Behaviour, Ladder};
pub use load::{LoadError, lint, load};
pub use points::{Points, Share};
pub use schema::schema;
pub use selfcheck::{Argued, Fails, KnownBad, SelfCheck, VERDICTS};
pub use types::{
    Case, Compare, EnterKey, Expectation, FormatPolicy, Group, HaltRule, Input, Limits, Machine, Reference,
    Spec, Style, StyleCheck, StyleRule, SubmissionRules,
};
pub use wanted::{Checked, Fragment, Ignored, Line, Mode, Reading, Want};

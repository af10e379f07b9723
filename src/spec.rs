//! Specs: what an assignment demands, read from YAML and checked before anything is graded.
//!
//! [`load`] turns a file into a [`Spec`] or into diagnostics, all of them at once. The language has a version, the
//! value of the key `grader`, and every key that it knows is a row of a table, so that an unknown one can be named.

mod case;
mod dialogue;
mod files;
mod instant;
mod ladder;
mod late;
mod lint;
mod load;
mod lower;
mod machine;
mod points;
mod reader;
mod rubric;
mod schema;
mod score;
mod selfcheck;
pub mod sheet;
mod style;
mod types;
mod visibility;
mod wanted;

pub use dialogue::{
    Asks, Check, Dialect, Dialogue, DialogueCase, OpenOption, OptionValue, Rule as QuestionRule, Words,
};
pub use instant::Instant;
pub use ladder::{Behaviour, Ladder};
pub use late::Late;
pub use load::{LoadError, lint, load};
pub use points::{Points, Share};
pub use rubric::RubricItem;
pub use schema::schema;
pub use score::{GroupScore, cases_of, waves};
pub use selfcheck::{Fails, KnownBad, SelfCheck, VERDICTS};
pub use style::{Service, Style, StyleCheck, StyleRule};
pub use types::{
    Case, Compare, EnterKey, Expectation, FormatPolicy, Group, HaltRule, Input, Limits, Machine, Reference,
    Spec, SubmissionRules,
};
pub use visibility::{Show, When};
pub use wanted::{Checked, Fragment, Ignored, Line, Mode, Reading, Want};

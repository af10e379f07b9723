//! Specs: what an assignment demands, read from YAML and checked before anything is graded.
//!
//! [`load`] turns a file into a [`Spec`] or into diagnostics, all of them at once. The language has a version, the
//! value of the key `grader`, and every key that it knows is a row of a table, so that an unknown one can be named.

mod case;
mod command;
mod dialogue;
mod edit;
mod files;
mod format;
mod generator;
mod instant;
mod ladder;
mod late;
mod lint;
mod load;
mod lower;
mod machine;
mod manuscript;
mod model;
mod points;
mod property;
mod read;
mod reader;
mod rubric;
mod runs;
mod scene;
mod schema;
mod score;
mod selfcheck;
pub mod sheet;
mod starter;
mod style;
mod table;
mod types;
mod visibility;
mod wanted;

pub use command::Command;
pub use dialogue::{
    Asks, Check, Dialect, Dialogue, DialogueCase, OpenOption, OptionValue, Rule as QuestionRule, Words,
};
pub use format::{FORMAT_KINDS, FormatPolicy, FormatPrices};
pub use generator::Generator;
pub use instant::Instant;
pub use ladder::{Behaviour, Ladder};
pub use late::Late;
pub use lint::Places;
pub use load::{Linted, LoadError, lint, linted, load, load_trusted};
pub use manuscript::{CannotRewrite, Manuscript, NewFile, Slot};
pub use model::{ModelProgram, Printed};
pub use points::{Points, Share};
pub use property::{Judge, Per, Property};
pub use rubric::RubricItem;
pub use runs::OtherRun;
pub use scene::{Call, Count, Data, Given, Growth, Law, Preserved, Scene, StandIn, Then, Value};
pub use schema::schema;
pub use score::{GroupScore, cases_of, waves};
pub use selfcheck::{Argued, Fails, KnownBad, SelfCheck, VERDICTS};
pub use starter::{Overlooked, Price, Starter};
pub use style::{Service, Style, StyleCheck, StyleRule};
pub use types::{
    Case, Compare, EnterKey, Expectation, Group, HaltRule, Input, Limits, Reference, Spec, SubmissionRules,
};
pub use visibility::{Show, When};
pub use wanted::{Checked, FileWant, Fragment, Ignored, Line, Mode, Reading, Want};

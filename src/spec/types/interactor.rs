//! Interactors: the other side of a test whose input depends on what the program prints.

use std::sync::Arc;

use crate::observe::Pattern;
use crate::spec::types::{Command, Formula, NoValue, Values};

/// The other side of a conversation.
#[derive(Clone, Debug)]
pub struct Interactor {
    /// What it types, and when.
    pub side: OtherSide,
    /// The most answers that it gives. A program that asks once more fails.
    pub most: usize,
    /// True if the program must end.
    pub halts: bool,
}

/// What decides on the answers of an interactor.
#[derive(Clone, Debug)]
pub enum OtherSide {
    /// Rules of the spec.
    Rules {
        /// The values at the start, in the order in which they are worked out.
        values: Vec<(String, Formula)>,
        /// The rules; of those that fit, the first that sends something ends an answer.
        rules: Vec<TalkRule>,
    },
    /// A program of the staff, which also judges the conversation.
    Command {
        /// The program.
        command: Arc<Command>,
        /// The file with the input that it is given; no program of a student sees it.
        input: String,
    },
}

/// A rule of an interactor.
#[derive(Clone, Debug)]
pub struct TalkRule {
    /// What must have been printed since the last answer; always right if there is none.
    pub when: Option<Cue>,
    /// What must hold besides.
    pub condition: Option<Formula>,
    /// The values that change, one after the other.
    pub set: Vec<(String, Formula)>,
    /// What is typed.
    pub send: Option<Message>,
}

/// What a rule looks for in the output.
#[derive(Clone, Debug)]
pub struct Cue {
    /// As it is written in the spec.
    pub source: String,
    /// The pattern; its named groups become values.
    pub pattern: Pattern,
}

/// A text with values in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(pub Vec<MessagePart>);

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// These words.
    Words(String),
    /// The value of a formula.
    Value(Formula),
}

impl Message {
    /// The message with its values.
    ///
    /// # Errors
    /// One of them is unknown.
    pub fn text(&self, values: &Values) -> Result<String, NoValue> {
        let part = |part: &MessagePart| match part {
            MessagePart::Words(words) => Ok(words.clone()),
            MessagePart::Value(formula) => formula.value(values).map(|value| value.to_string()),
        };
        self.0.iter().map(part).collect()
    }

    /// The formulas in it.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        self.0.iter().filter_map(|part| match part {
            MessagePart::Words(_) => None,
            MessagePart::Value(formula) => Some(formula),
        })
    }
}

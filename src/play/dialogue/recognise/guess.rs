//! What was found by trial of questions.

use crate::console::Place;
use crate::referee::Question;
use crate::spec::Asks;

/// A question that no rule knows, or knows as another one, with its inferred meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The question as it was printed.
    pub question: String,
    /// The key by which it is recognised again.
    pub key: String,
    /// The place in the program where it is asked, if it is known.
    pub place: Option<Place>,
    /// The question that it asks.
    pub asks: Asks,
    /// The acts that it offers, where each has a key that was found by trial.
    pub choices: Option<Choices>,
    /// True if a rule says otherwise.
    pub is_revised: bool,
}

/// Several acts that one question offers, as was found by trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The acts, each with its key.
    pub acts: Vec<(Question, String)>,
    /// The text that chooses none of them.
    pub none: String,
}

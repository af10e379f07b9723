//! A list of what the players do, which answers whatever a program asks.

use std::collections::VecDeque;

use super::coordinates::Coordinates;
use super::game::Game;
use super::observation::{Answer, Misplaced, Question};
use super::rules::{Axes, Rules};
use crate::grid::Cell;

/// One thing that a player does. The act does not say who does it: the player who is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Moves to this cell, typed as the program's axes want it.
    At(Cell),
    /// Types this line, right or wrong.
    Line(Vec<u8>),
    /// Plays again, or does not.
    Again(bool),
    /// Answers neither yes nor no.
    Unclear,
}

impl Act {
    /// Types this line.
    pub fn line(text: &str) -> Self {
        Self::Line(text.as_bytes().to_vec())
    }
}

/// The reply of a script to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// This is answered.
    Answer(Answer),
    /// The next act waits for another question, which the program should have asked: it does not play again.
    Unasked(Act),
    /// All is done.
    Finished,
}

/// A list of acts, and how far it has come.
#[derive(Clone, Debug)]
pub struct Script {
    acts: VecDeque<Act>,
    axes: Axes,
}

impl Script {
    /// A script from its beginning, for a program with these axes.
    pub fn new(acts: impl IntoIterator<Item = Act>, axes: Axes) -> Self {
        Self { acts: acts.into_iter().collect(), axes }
    }

    /// The next act.
    pub fn next_act(&self) -> Option<&Act> {
        self.acts.front()
    }

    /// The number of acts that are left.
    pub fn left(&self) -> usize {
        self.acts.len()
    }

    /// Leaves out the next act, for a program that never asks for it.
    pub fn skip(&mut self) -> Option<Act> {
        self.acts.pop_front()
    }

    /// The answer to a question; the act that it uses up is gone. At the end of the list another game is
    /// declined.
    pub fn reply(&mut self, question: Question) -> Reply {
        let answer = match (question, self.acts.front()) {
            (Question::Coordinates(_), Some(Act::At(cell))) => {
                Answer::Line(Coordinates::of(*cell, self.axes).typed().into_bytes())
            }
            (Question::Coordinates(_), Some(Act::Line(line))) => Answer::Line(line.clone()),
            (Question::PlayAgain, Some(Act::Again(true))) => Answer::Yes,
            (Question::PlayAgain, Some(Act::Again(false)) | None) => Answer::No,
            (Question::PlayAgain, Some(Act::Unclear)) => Answer::Unclear,
            (_, Some(act)) => return Reply::Unasked(act.clone()),
            (Question::Coordinates(_), None) => return Reply::Finished,
        };
        self.acts.pop_front();
        Reply::Answer(answer)
    }
}

/// The reasons why a list of acts is no game under the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// A correct program never asks for this act.
    Unasked(Act),
    /// An answer does not fit; the script and the game disagree.
    Misplaced(Misplaced),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unasked(act) => write!(f, "a correct program never asks for {act:?}"),
            Self::Misplaced(misplaced) => write!(f, "an answer does not fit: {misplaced:?}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// Plays what the players do, as far as the list goes.
///
/// # Errors
///
/// An act is left that no correct program asks for, such as a move after the end.
pub fn play(rules: Rules, acts: &[Act]) -> Result<Game, PlayError> {
    let mut game = Game::new(rules);
    let mut script = Script::new(acts.iter().cloned(), rules.axes);
    while let Some(question) = game.question() {
        match script.reply(question) {
            Reply::Finished => return Ok(game),
            Reply::Unasked(act) => return Err(PlayError::Unasked(act)),
            Reply::Answer(answer) => {
                game.answer(&answer).map_err(PlayError::Misplaced)?;
            }
        }
    }
    match script.next_act() {
        Some(act) => Err(PlayError::Unasked(act.clone())),
        None => Ok(game),
    }
}

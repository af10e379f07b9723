//! A list of the players' actions, which answers any question of a program.

use std::collections::VecDeque;

use super::dialogue::{Answer, Misplaced, Question};
use super::game::Game;
use super::rules::{Draw, ForbiddenDraw, Piece, Rules};
use crate::grid::Player;

/// The input for a question that expects a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typed {
    /// A number, in the numbering of the rules; it need not be on the board.
    Number(i64),
    /// Letters, blanks, an empty line.
    Nonsense,
}

impl From<Typed> for Answer {
    fn from(typed: Typed) -> Self {
        match typed {
            Typed::Number(number) => Self::Number(number),
            Typed::Nonsense => Self::Nonsense,
        }
    }
}

/// One thing that a player does.
///
/// The order of the list is the order of the game. The list does not say who does it: the player who is
/// asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Gives a name.
    Name(String),
    /// Says who starts.
    Starter(Player),
    /// Picks a piece.
    Piece(Piece),
    /// Drops a piece, or tries to.
    Drop(Typed),
    /// Takes the last move back.
    Undo,
    /// Removes a piece instead of dropping one, or tries to.
    Remove {
        /// The row as it is typed.
        row: Typed,
        /// The column as it is typed.
        column: Typed,
    },
    /// Blocks the opponent's next move.
    Block,
    /// Answers a question of yes or no with neither.
    Unclear,
}

impl Act {
    /// Drops a piece into this column.
    pub fn drop(column: i64) -> Self {
        Self::Drop(Typed::Number(column))
    }

    /// Removes the piece in this row and column.
    pub fn remove(row: i64, column: i64) -> Self {
        Self::Remove { row: Typed::Number(row), column: Typed::Number(column) }
    }
}

/// The reply of a script to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// This is answered.
    Answer(Answer),
    /// The next act waits for another question, which the program should have asked: it has no undo, for instance.
    Unasked(Act),
    /// All is done, and the program asks for another move.
    Finished,
}

/// A list of acts, and how far it has come.
#[derive(Clone, Debug)]
pub struct Script {
    acts: VecDeque<Act>,
    /// The row and the column of the first act, a removal: true once given.
    told: (bool, bool),
}

impl Script {
    /// A script from its beginning.
    pub fn new(acts: impl IntoIterator<Item = Act>) -> Self {
        Self { acts: acts.into_iter().collect(), told: (false, false) }
    }

    /// The next act.
    pub fn next_act(&self) -> Option<&Act> {
        self.acts.front()
    }

    /// The next act of a move: names, pieces and who starts come before the first one.
    pub fn next_move(&self) -> Option<&Act> {
        self.acts.iter().find(|act| !matches!(act, Act::Name(_) | Act::Piece(_) | Act::Starter(_)))
    }

    /// The number of acts that are left.
    pub fn left(&self) -> usize {
        self.acts.len()
    }

    /// Leaves out the next act, for a program that never asks for it.
    pub fn skip(&mut self) -> Option<Act> {
        self.told = (false, false);
        self.acts.pop_front()
    }

    /// Puts an act before the next one.
    pub fn put_first(&mut self, act: Act) {
        self.told = (false, false);
        self.acts.push_front(act);
    }

    /// The acts that are left, in order.
    pub fn rest(&self) -> impl Iterator<Item = &Act> {
        self.acts.iter()
    }

    /// The answer to a question. Acts that it uses up are gone; a question that is not in the list is
    /// answered with no, or with the default: `Alice` and `Bob`, Player 1, X.
    pub fn reply(&mut self, question: Question) -> Reply {
        let next = self.acts.front().cloned();
        let used = |script: &mut Self, answer: Answer| {
            script.skip();
            Reply::Answer(answer)
        };
        match (question, next) {
            (Question::Name(_), Some(Act::Name(name))) => used(self, Answer::Name(name)),
            (Question::Name(Player::One), _) => Reply::Answer(Answer::Name("Alice".to_owned())),
            (Question::Name(Player::Two), _) => Reply::Answer(Answer::Name("Bob".to_owned())),
            (Question::Starter, Some(Act::Starter(player))) => used(self, Answer::Starter(player)),
            (Question::Piece(_), Some(Act::Piece(piece))) => used(self, Answer::Piece(piece)),
            (Question::Column(_), Some(Act::Drop(typed))) => used(self, typed.into()),
            (Question::Undo(_), Some(Act::Undo)) | (Question::Block(_), Some(Act::Block)) => {
                used(self, Answer::Yes)
            }
            (Question::Remove(_), Some(Act::Remove { .. })) => Reply::Answer(Answer::Yes),
            (Question::RemoveRow(_), Some(Act::Remove { row, .. })) => self.tell((true, false), row),
            (Question::RemoveColumn(_), Some(Act::Remove { column, .. })) => self.tell((false, true), column),
            (question, Some(Act::Unclear)) if question.is_optional() => used(self, Answer::Nonsense),
            (Question::Starter | Question::Piece(_), Some(Act::Unclear)) => used(self, Answer::Nonsense),
            (Question::Starter, _) => Reply::Answer(Answer::Starter(Player::One)),
            (Question::Piece(_), _) => Reply::Answer(Answer::Piece(Piece::X)),
            (Question::Undo(_) | Question::Block(_), _) | (Question::Remove(_), Some(_)) => {
                Reply::Answer(Answer::No)
            }
            (_, Some(act)) => Reply::Unasked(act),
            (_, None) => Reply::Finished,
        }
    }

    /// Answers with one number of a removal, which is done once both were given.
    fn tell(&mut self, half: (bool, bool), typed: Typed) -> Reply {
        self.told = (self.told.0 || half.0, self.told.1 || half.1);
        if self.told == (true, true) {
            self.skip();
        }
        Reply::Answer(typed.into())
    }
}

/// The reasons why a list of acts is no game under the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The rules do not allow the draw.
    Draw(ForbiddenDraw),
    /// A correct program never asks for this act.
    Unasked(Act),
    /// An answer does not fit; the script and the game disagree.
    Misplaced(Misplaced),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Draw(ForbiddenDraw(draw)) => write!(f, "the rules do not allow {draw:?}"),
            Self::Unasked(act) => write!(f, "a correct program never asks for {act:?}"),
            Self::Misplaced(misplaced) => write!(f, "an answer does not fit: {misplaced:?}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// Plays the players' actions, as far as the list goes; undo and block after the last act are declined.
///
/// # Errors
///
/// The list is no game: the draw is not allowed, or an act is left that no correct program asks for, which is also the
/// case when the game is over before the list.
pub fn play(rules: Rules, draw: Draw, acts: &[Act]) -> Result<Game, PlayError> {
    let mut game = Game::new(rules, draw).map_err(PlayError::Draw)?;
    let mut script = Script::new(acts.iter().cloned());
    while let Some(due) = game.question() {
        // A block may be announced before the move, by players who want it.
        let block = Question::Block(game.player());
        let is_announced = script.next_act() == Some(&Act::Block) && game.permits(block);
        let question = if is_announced { block } else { due };
        match script.reply(question) {
            Reply::Finished => return Ok(game),
            Reply::Unasked(act) => return Err(PlayError::Unasked(act)),
            Reply::Answer(answer) => {
                game.answer(question, answer).map_err(PlayError::Misplaced)?;
            }
        }
    }
    match script.next_act() {
        Some(act) => Err(PlayError::Unasked(act.clone())),
        None => Ok(game),
    }
}

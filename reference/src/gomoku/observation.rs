//! The questions of a program, the answers of a player, and the observations.

use super::Board;
use crate::grid::{Line, Player};

/// A question that a program asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// This player's next move.
    Coordinates(Player),
    /// Another game? A program may end instead.
    PlayAgain,
}

impl Question {
    /// The words that the sheet demands; `None` where it demands none. The words after them are the student's
    /// own.
    pub fn text(self) -> Option<&'static str> {
        match self {
            Self::Coordinates(Player::One) => Some("Player 1, please input your coordinates"),
            Self::Coordinates(Player::Two) => Some("Player 2, please input your coordinates"),
            Self::PlayAgain => None,
        }
    }
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A line, with or without its end.
    Line(Vec<u8>),
    /// Play again.
    Yes,
    /// Do not.
    No,
    /// Neither.
    Unclear,
}

/// An answer that no question waits for. The game stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// The program has ended.
    Over,
    /// The question that is due has no such answer.
    WrongKind {
        /// The question that a correct program asks.
        due: Question,
    },
}

/// One thing that can be seen in a program's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The board, at the start of every game and after every move. A program may draw it more often.
    Frame(Board),
    /// The player whose turn it is.
    Turn(Player),
    /// A move is refused, with a warning; the player is to move again.
    Refused {
        /// The player whose move it was.
        player: Player,
        /// The reason.
        why: Refusal,
    },
    /// A game is over.
    Over(Outcome),
    /// An answer that is neither yes nor no is refused.
    Unclear,
}

/// The reasons for which a move is refused. The sheet wants a warning for "any form of incorrect input",
/// whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// Nothing was typed.
    Empty,
    /// There is no comma.
    NoComma,
    /// There is nothing before or after the comma.
    MissingNumber,
    /// There is something that is no digit.
    NotANumber,
    /// A number has too many zeros before it, where that is refused.
    LeadingZero,
    /// There is something after the second number.
    TooMuch,
    /// A number is not 0 to 14.
    OutOfRange,
    /// The cell has a piece.
    Occupied,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Five in a row.
    Win {
        /// The winner.
        winner: Player,
        /// The lines that win, of five pieces or more.
        lines: Vec<Line>,
    },
    /// The board is full without a winner.
    Tie,
}

impl Outcome {
    /// The winner; `None` in a tie.
    pub fn winner(&self) -> Option<Player> {
        match self {
            Self::Win { winner, .. } => Some(*winner),
            Self::Tie => None,
        }
    }

    /// The final statement, in the words that the sheet demands on the terminal and in the file.
    pub fn statement(&self) -> &'static str {
        match self.winner() {
            Some(Player::One) => "Player 1 wins",
            Some(Player::Two) => "Player 2 wins",
            None => "Tie",
        }
    }
}

//! The events that a correct program shows.

use super::Advice;
use crate::observe::{Board, Player};

/// One thing that is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedEvent {
    /// The board.
    Board(Board),
    /// A board that may be shown: the one between two moves of which the program makes the second.
    Between(Board),
    /// The program moves.
    Move(Move),
    /// A turn begins, or its player is asked again.
    Turn(Turn),
    /// An input is refused.
    Refused(Player),
    /// A game is over.
    Over(Over),
}

/// The information that may be shown when a turn begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player whose turn it is.
    pub player: Player,
    /// The player's name; empty where there are no names.
    pub name: String,
    /// Faults made, and how many are left.
    pub faults: Option<(u8, u8)>,
    /// Undos left.
    pub undos: Option<u8>,
    /// The words of the prompt that the assignment demands, where it demands any.
    pub prompt: Option<&'static str>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The winner; `None` in a tie.
    pub winner: Option<Player>,
    /// True if the other player has made too many faults.
    pub by_faults: bool,
    /// The winner's name; empty where there are no names.
    pub name: String,
    /// The winner's pieces on the board, where they are announced.
    pub pieces: Option<usize>,
    /// The words that the assignment demands, where it demands any.
    pub statement: Option<&'static str>,
    /// The cells of the lines that win, counted from 0.
    pub line: Vec<(usize, usize)>,
}

/// The record of one game that a file must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The result of the game.
    pub over: Over,
    /// Its last board.
    pub board: Board,
}

/// A move that the program makes for one of the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The board on which it is made.
    pub board: Board,
    /// The player whose move it is.
    pub player: Player,
    /// The column, counted from 0, with the moves that the assignment allows the program; or the fault.
    pub made: Result<(usize, Advice), MoveFault>,
}

/// The ways in which a move of the program breaks the rules. Cells are rows and columns, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// No piece appears.
    Missing,
    /// No board is shown on which the piece could be seen.
    Unseen,
    /// A piece lies where nothing is below it.
    Floats((usize, usize)),
    /// A piece takes the place of another one.
    Replaces((usize, usize)),
    /// This many pieces appear.
    Several(usize),
    /// The board has changed in other cells too.
    Other,
}

//! Four in a Row for MIPS: six rows and seven columns, with undo, remove, block and faults.
//!
//! The course's sheet ("Four in a Row, a new version", February 2023) fixes behaviour and not one string, so nothing here
//! prints. [`Game`] is given the players' answers and reports what a correct program shows: [`Observation`]s.
//! Where the sheet, a published report with its program (here "the report") and other published programs
//! differ, there is an option of [`Rules`]; its default is the sheet's reading, and the report's where the
//! sheet is silent.
//!
//! A driver asks [`Game::question`] for the next question and calls [`Game::answer`]. A program may leave out
//! an optional question (remove, undo, block) or ask it later than the reference would: an answer to a later
//! question declines the ones before it. [`Script`] answers questions from a list of the players' actions, so
//! that one list drives every program and the reference, whatever the order of their questions.
//!
//! ```
//! use reference::four_in_a_row::{Act, Draw, Outcome, Rules, play};
//! use reference::grid::Player;
//!
//! let rules = Rules::default();
//! let acts: Vec<Act> = [4, 4, 1, 2, 1, 2, 1, 2, 1].map(Act::drop).into();
//! let game = play(rules, Draw::default(), &acts)?;
//! assert!(matches!(game.outcome(), Some(Outcome::Win { winner: Player::One, pieces: 5, .. })));
//! # Ok::<(), reference::four_in_a_row::PlayError>(())
//! ```

mod board;
mod dialogue;
mod game;
pub mod games;
mod observation;
mod options;
mod rules;
mod script;
#[cfg(test)]
mod tests;

pub use board::{Board, legal_columns, threatens, winning_columns, winning_lines};
pub use dialogue::{Answer, Misplaced, Question};
pub use game::Game;
pub use observation::{Observation, Outcome, Refusal, Status};
pub use options::{
    Block, BlockMoment, BothWin, Columns, Consequence, FaultLimit, FaultMemory, FirstMove, FirstRound,
    FirstRoundUndos, ForbiddenBlock, Names, Numbering, PieceRule, RefusedAct, RefusedMove, RemovalOrder,
    RemovalWins, Remove, Restart, RowNumbering, RowOrder, StarterRule, Threat, Threes, Unclear, Undo,
    UndoChain, UndoMoment, UndoRemoval, UndoStart, UndoSupply,
};
pub use rules::{Draw, ForbiddenDraw, Piece, Rules};
pub use script::{Act, PlayError, Reply, Script, Typed, play};

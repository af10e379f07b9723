//! The observations that a correct program shows, in any wording.

use super::board::Board;
use super::rules::Piece;
use crate::grid::{Both, Cell, Line, Player};

/// One thing that can be seen in a program's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The pieces are known (the sheet: "randomly assign the piece").
    Pieces(Both<Piece>),
    /// The player who moves first, where that is drawn or asked.
    Starter(Player),
    /// The board, at the start and after every change. A program may draw it more often.
    Frame(Board),
    /// A turn begins or is restarted (the sheet: "in each turn, the program has to show").
    Status(Status),
    /// An input is refused.
    Refused {
        /// The player whose input it was.
        player: Player,
        /// The reason.
        why: Refusal,
        /// True if the refusal counts as a fault.
        fault: bool,
    },
    /// A move is taken back.
    Undone {
        /// The player who takes it back.
        player: Player,
        /// The number of undos that are left.
        left: u8,
    },
    /// A piece is removed.
    Removed {
        /// The player who removes it.
        player: Player,
        /// The cell of the piece.
        cell: Cell,
        /// The number of pieces that fell.
        fallen: usize,
    },
    /// The opponent's next move is blocked.
    Blocked {
        /// The player who blocks.
        player: Player,
    },
    /// A block that is left cannot be used, because the opponent has a chance to win.
    BlockForbidden {
        /// The player who cannot block.
        player: Player,
    },
    /// The game is over.
    Over(Outcome),
}

/// The information that the sheet demands in each turn, and that programs show in addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The player whose turn it is.
    pub player: Player,
    /// The player's name; empty where no names are asked for.
    pub name: String,
    /// The player's piece.
    pub piece: Piece,
    /// Faults made: shown by the report.
    pub faults: u8,
    /// Violations that remain: shown by the sheet. Three at first, under either limit.
    pub faults_left: u8,
    /// Undos that remain.
    pub undos_left: u8,
    /// Removals that remain.
    pub removals_left: u8,
    /// Blocks that remain.
    pub blocks_left: u8,
}

/// The reasons for which an input is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The first move is not in the centre column.
    OffCentre,
    /// There is no such column.
    Outside,
    /// The column is full.
    Full,
    /// The column is no number.
    NotANumber,
    /// There is no piece of the opponent to remove.
    NoOpponentPiece,
    /// A block while the opponent has a chance to win.
    Threatened,
    /// Neither yes nor no.
    Unclear,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Four in a row.
    Win {
        /// The winner.
        winner: Player,
        /// The winner's lines of four and more.
        lines: Vec<Line>,
        /// The winner's pieces on the board, which the sheet wants announced.
        pieces: usize,
    },
    /// The opponent made too many faults.
    Forfeit {
        /// The winner.
        winner: Player,
        /// The winner's pieces on the board.
        pieces: usize,
    },
    /// The board is full without a four.
    Tie,
}

impl Outcome {
    /// The winner; `None` in a tie.
    pub fn winner(&self) -> Option<Player> {
        match self {
            Self::Win { winner, .. } | Self::Forfeit { winner, .. } => Some(*winner),
            Self::Tie => None,
        }
    }
}

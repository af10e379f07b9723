//! The questions of a program and the answers of a player.

use super::rules::Piece;
use crate::grid::Player;

/// A question that a program asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// This player's name.
    Name(Player),
    /// The player who moves first, where a program asks that.
    Starter,
    /// The piece that this player wants, where the starter picks.
    Piece(Player),
    /// Does the player want to remove a piece? Yes or no.
    Remove(Player),
    /// The row of the piece to be removed.
    RemoveRow(Player),
    /// The column of the piece to be removed.
    RemoveColumn(Player),
    /// The column of the next piece.
    Column(Player),
    /// Does the player take the move back? Yes or no.
    Undo(Player),
    /// Does the player block the opponent's next move? Yes or no.
    Block(Player),
}

impl Question {
    /// Returns `true` if a program may leave the question out: answering no changes nothing.
    pub fn is_optional(self) -> bool {
        matches!(self, Self::Remove(_) | Self::Undo(_) | Self::Block(_))
    }

    /// The player who is asked.
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Starter => None,
            Self::Name(player)
            | Self::Piece(player)
            | Self::Remove(player)
            | Self::RemoveRow(player)
            | Self::RemoveColumn(player)
            | Self::Column(player)
            | Self::Undo(player)
            | Self::Block(player) => Some(player),
        }
    }
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A name.
    Name(String),
    /// The player who moves first.
    Starter(Player),
    /// The piece that the starter wants.
    Piece(Piece),
    /// Yes, however the program spells it.
    Yes,
    /// No.
    No,
    /// A row or column as it is typed. For a question of yes or no, a number that means neither.
    Number(i64),
    /// Letters, blanks, an empty line: nothing that the question knows.
    Nonsense,
}

/// An answer that no question waits for. The game stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// The game is over.
    Over,
    /// A correct program does not ask this now.
    NotNow {
        /// The question that was answered.
        asked: Question,
        /// The question that a correct program asks.
        due: Question,
    },
    /// The question has no such answer, such as a name for a column.
    WrongKind {
        /// The question that was answered.
        asked: Question,
        /// The answer, which is of the wrong kind.
        answer: Answer,
    },
}

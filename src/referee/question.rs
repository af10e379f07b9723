//! The questions of programs, as far as the harness distinguishes them, and the answers.

/// A question that a program asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// A player's name.
    Name,
    /// The player who moves first.
    Starter,
    /// The piece that a player wants.
    Piece,
    /// The column of the next piece, or of the piece to be removed.
    Column,
    /// The row of the piece to be removed.
    Row,
    /// The row and the column of the piece to be removed, in one answer.
    Cell,
    /// In a menu: a piece is to be dropped.
    Drop,
    /// Is a piece to be removed?
    Remove,
    /// Is the move taken back?
    Undo,
    /// Is the opponent's next move blocked?
    Block,
    /// Is the turn over? Who wants to do more with it says no.
    Done,
    /// Row and column of the next piece, in one answer.
    Coordinates,
    /// Is there to be another game?
    PlayAgain,
}

impl Question {
    /// Every question with its name in specs.
    pub const ALL: [(&'static str, Self); 13] = [
        ("name", Self::Name),
        ("starter", Self::Starter),
        ("piece", Self::Piece),
        ("column", Self::Column),
        ("row", Self::Row),
        ("cell", Self::Cell),
        ("drop", Self::Drop),
        ("remove", Self::Remove),
        ("undo", Self::Undo),
        ("block", Self::Block),
        ("done", Self::Done),
        ("coordinates", Self::Coordinates),
        ("play-again", Self::PlayAgain),
    ];

    /// The name in specs and reports.
    pub fn id(self) -> &'static str {
        Self::ALL.iter().find(|(_, question)| *question == self).map_or("?", |(id, _)| *id)
    }

    /// Returns `true` if the answer is a move.
    pub fn is_move(self) -> bool {
        matches!(self, Self::Column | Self::Coordinates)
    }

    /// Returns `true` if the answer is yes or no.
    pub fn is_of_yes_or_no(self) -> bool {
        matches!(self, Self::Drop | Self::Remove | Self::Undo | Self::Block | Self::Done | Self::PlayAgain)
    }
}

/// A player's answer, before it is known how the program wants it typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Player 1 or 2, who is to start.
    Starter(u8),
    /// The piece X or O.
    Piece(char),
    /// A number.
    Number(i64),
    /// A row and a column.
    Pair(i64, i64),
    /// Exactly this.
    Text(Vec<u8>),
}

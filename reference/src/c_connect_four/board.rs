//! The board, as a bit for each cell.

/// The number of columns.
pub const COLUMNS: usize = 7;
/// The number of rows.
pub const ROWS: usize = 6;

/// A column has this many bits: its cells from the lowest one up, and one above them that is always clear, so that no line
/// goes on in the next column.
const HEIGHT: usize = ROWS + 1;

/// A piece of one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Of player 1.
    O,
    /// Of player 2, or of the computer.
    X,
}

impl Piece {
    /// As it is shown.
    pub fn symbol(self) -> char {
        match self {
            Self::O => 'O',
            Self::X => 'X',
        }
    }

    /// The other player's.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::O => Self::X,
            Self::X => Self::O,
        }
    }
}

/// A board with the pieces on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    o: u64,
    x: u64,
}

impl Board {
    fn of(&self, piece: Piece) -> u64 {
        match piece {
            Piece::O => self.o,
            Piece::X => self.x,
        }
    }

    /// The piece in a row, counted from the top, and a column.
    pub fn at(&self, row: usize, column: usize) -> Option<Piece> {
        let bit = 1 << (column * HEIGHT + ROWS - 1 - row);
        [Piece::O, Piece::X].into_iter().find(|piece| self.of(*piece) & bit != 0)
    }

    /// Returns `true` if the column exists and a piece fits in it.
    pub fn has_room(&self, column: usize) -> bool {
        column < COLUMNS && (self.o | self.x) >> (column * HEIGHT + ROWS - 1) & 1 == 0
    }

    /// Returns `true` if no piece fits in any column.
    pub fn is_full(&self) -> bool {
        (0..COLUMNS).all(|column| !self.has_room(column))
    }

    /// The board after a piece has fallen into a column that has room.
    #[must_use]
    pub fn with(&self, column: usize, piece: Piece) -> Self {
        let bottom = 1u64 << (column * HEIGHT);
        let taken = self.o | self.x;
        // Adding to the lowest cell carries up through all that are taken.
        let free = (taken + bottom) & !taken & ((1 << ROWS) - 1) << (column * HEIGHT);
        match piece {
            Piece::O => Self { o: self.o | free, ..*self },
            Piece::X => Self { x: self.x | free, ..*self },
        }
    }

    /// Returns `true` if four pieces of a player stand in a line.
    pub fn has_won(&self, piece: Piece) -> bool {
        let own = self.of(piece);
        // Upwards, to the side, falling and rising.
        [1, HEIGHT, HEIGHT - 1, HEIGHT + 1].into_iter().any(|step| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

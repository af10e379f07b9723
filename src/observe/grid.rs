//! A board as a player sees it: whose piece is where.

use reference::grid::Grid;
pub use reference::grid::Player;
use smallvec::SmallVec;

use super::board::{Frame, Glyphs};

/// The owners of the pieces in a row, from the left; `None` in a free cell. Up to 16 lie in the row itself.
pub(super) type Row = SmallVec<[Option<Player>; 16]>;

/// Rows from the top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The rows, all of the same length.
    pub rows: Vec<Row>,
}

impl<const ROWS: usize, const COLUMNS: usize> From<&Grid<ROWS, COLUMNS>> for Board {
    fn from(grid: &Grid<ROWS, COLUMNS>) -> Self {
        Self { rows: grid.rows().iter().map(|row| row.iter().copied().collect()).collect() }
    }
}

impl Board {
    /// A board without pieces.
    #[cfg(test)]
    pub(super) fn empty(rows: usize, columns: usize) -> Self {
        Self { rows: vec![Row::from_elem(None, columns); rows] }
    }

    /// Returns `true` if a piece stands above a free cell.
    pub fn has_floating_pieces(&self) -> bool {
        let pairs = self.rows.iter().zip(self.rows.iter().skip(1));
        pairs
            .flat_map(|(above, below)| above.iter().zip(below))
            .any(|(above, below)| above.is_some() && below.is_none())
    }

    /// The board that a drawing shows, if each of its glyphs is known: a free cell, or a piece whose owner is
    /// given.
    pub fn of_frame(frame: &Frame, glyphs: &Glyphs, owner: impl Fn(char) -> Option<Player>) -> Self {
        let cell = |glyph: &char| if glyphs.is_empty(*glyph) { None } else { owner(*glyph) };
        Self { rows: frame.rows.iter().map(|row| row.iter().map(cell).collect()).collect() }
    }

    /// The board with its lowest row first.
    #[must_use]
    pub fn upside_down(mut self) -> Self {
        self.rows.reverse();
        self
    }

    /// Returns `true` if there is no piece.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().flatten().all(Option::is_none)
    }

    /// The number of cells that differ from those of another board.
    pub fn cells_unlike(&self, other: &Self) -> usize {
        self.rows
            .iter()
            .flatten()
            .zip(other.rows.iter().flatten())
            .filter(|(one, other)| one != other)
            .count()
    }

    /// The board as text, with the numbers of rows and columns from `base`.
    pub fn picture(&self, base: usize, symbols: [char; 2]) -> String {
        let columns = self.rows.first().map_or(0, Row::len);
        let width = (columns.max(self.rows.len()) + base).saturating_sub(1).to_string().len();
        let join = |cells: Vec<String>| cells.concat();
        let numbers = join((0..columns).map(|column| format!(" {:>width$}", column + base)).collect());
        let symbol = |cell: &Option<Player>| match cell {
            None => '.',
            Some(Player::One) => symbols[0],
            Some(Player::Two) => symbols[1],
        };
        let row = |(number, row): (usize, &Row)| {
            let cells = join(row.iter().map(|cell| format!(" {:>width$}", symbol(cell))).collect());
            format!("{:>width$}{cells}\n", number + base)
        };
        let rows = join(self.rows.iter().enumerate().map(row).collect());
        format!("{}{numbers}\n{rows}", " ".repeat(width))
    }
}

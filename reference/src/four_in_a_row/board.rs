//! The board, and what its position means.

use super::options::{Columns, Threat, Threes};
use crate::grid::{Cell, Direction, Grid, Line, Player};

/// Six rows from the top, seven columns from the left.
pub type Board = Grid<6, 7>;

/// The centre column, counted from 0.
pub(super) const CENTRE: usize = 3;

/// The number of pieces in a line that win.
pub(super) const WINNING: usize = 4;

/// The cell in which a piece lands that is dropped into a column counted from 0; `None` if it is full or not
/// on the board.
pub(super) fn landing(board: &Board, column: usize) -> Option<Cell> {
    (0..Board::ROWS).rev().map(|row| Cell::new(row, column)).find(|cell| board.is_free(*cell))
}

/// The columns, counted from 0, that are not full.
pub fn legal_columns(board: &Board) -> Vec<usize> {
    (0..Board::COLUMNS).filter(|column| landing(board, *column).is_some()).collect()
}

/// A player's lines of four and more.
pub fn winning_lines(board: &Board, player: Player) -> Vec<Line> {
    board.lines_of(player, WINNING)
}

impl Columns {
    /// Returns `true` if pieces can be dropped into a column, counted from 0, while it is not full.
    pub fn take(self, column: usize) -> bool {
        let refused = match self {
            Self::Every => None,
            Self::NotTheLast => Some(Board::COLUMNS - 1),
            Self::NotTheFirst => Some(0),
        };
        refused != Some(column)
    }
}

impl Threes {
    /// The number of pieces in a line of this direction that win.
    fn winning(self, direction: Direction) -> usize {
        let short = match self {
            Self::DoNotWin => None,
            Self::WinInRows => Some(Direction::Horizontal),
            Self::WinInColumns => Some(Direction::Vertical),
            Self::WinFalling => Some(Direction::Falling),
            Self::WinRising => Some(Direction::Rising),
            Self::WinAnywhere => Some(direction),
        };
        if short == Some(direction) { WINNING - 1 } else { WINNING }
    }

    /// The lines among these that win.
    fn won(self, mut lines: Vec<Line>) -> Vec<Line> {
        lines.retain(|line| line.cells.len() >= self.winning(line.direction));
        lines
    }

    /// A player's lines that win.
    pub fn lines_of(self, board: &Board, player: Player) -> Vec<Line> {
        self.won(board.lines_of(player, WINNING - 1))
    }

    /// Returns `true` if a line through a cell wins.
    pub(super) fn wins(self, board: &Board, cell: Cell) -> bool {
        let wins = |direction| board.run_length(cell, direction) >= self.winning(direction);
        Direction::ALL.into_iter().any(wins)
    }
}

/// The columns, counted from 0, where a player's next piece would win.
pub fn winning_columns(board: &Board, player: Player) -> Vec<usize> {
    let wins = |column: &usize| {
        landing(board, *column).is_some_and(|cell| {
            let mut after = *board;
            after.set(cell, Some(player));
            !after.lines_through(cell, WINNING).is_empty()
        })
    };
    (0..Board::COLUMNS).filter(wins).collect()
}

/// Returns `true` if a player "has a chance to win", in one of the readings.
pub fn threatens(board: &Board, player: Player, reading: Threat) -> bool {
    match reading {
        Threat::ThreeInARow => board.has_line_of(player, WINNING - 1),
        Threat::OpenThree => {
            board.lines_of(player, WINNING - 1).iter().any(|line| !board.open_ends(line).is_empty())
        }
        Threat::ThreeOfFour => Board::places(WINNING).iter().any(|line| {
            let mine = line.cells.iter().filter(|cell| board.get(**cell) == Some(player)).count();
            mine == WINNING - 1 && line.cells.iter().any(|cell| board.is_free(*cell))
        }),
        Threat::WinsNext => !winning_columns(board, player).is_empty(),
    }
}

/// Takes a piece away and lets those above it fall; says how many fell.
pub(super) fn remove(board: &mut Board, cell: Cell) -> usize {
    let mut fallen = 0;
    for row in (0..=cell.row).rev() {
        let above = row.checked_sub(1).and_then(|above| board.get(Cell::new(above, cell.column)));
        board.set(Cell::new(row, cell.column), above);
        fallen += usize::from(above.is_some());
    }
    fallen
}

//! Whole games for tests: wins everywhere, lines that only seem to be, a full board.
//!
//! A game is the list of cells in their order; Player 1 begins.

use std::collections::HashSet;

use super::script::Act;
use super::{Board, WINNING};
use crate::grid::{Cell, Line, Player};

/// Moves to these cells.
pub fn acts(cells: &[Cell]) -> Vec<Act> {
    cells.iter().copied().map(Act::At).collect()
}

/// Every place for a line of five: 572, in every direction and at every edge.
pub fn fives() -> Vec<Line> {
    Board::places(WINNING)
}

/// Every place for a line of six to nine: nine is the longest that one piece can complete.
pub fn overlines() -> Vec<Line> {
    (WINNING + 1..2 * WINNING).flat_map(Board::places).collect()
}

/// The shortest game that a player wins by completing this line with its piece number `last`, counted from 0.
///
/// `None` if there is no such piece, or if five would already be there without it.
pub fn win(line: &Line, winner: Player, last: usize) -> Option<Vec<Cell>> {
    let behind = line.cells.len().checked_sub(last.checked_add(1)?)?;
    (line.cells.len() >= WINNING && last < WINNING && behind < WINNING).then(|| {
        let mut own = line.cells.clone();
        let completing = own.remove(last);
        own.push(completing);
        interleave(&own, &[], winner)
    })
}

/// A game that a player wins with this line although the opponent holds the cells at both its ends; `None` if an end is
/// at the edge.
pub fn closed_win(line: &Line, winner: Player) -> Option<Vec<Cell>> {
    let ends = Board::ends(line);
    (ends.len() == 2).then(|| interleave(&line.cells, &ends, winner))
}

/// A game in which a player comes to own these cells, the last of them with the last move.
pub fn owning(cells: &[Cell], owner: Player) -> Vec<Cell> {
    interleave(cells, &[], owner)
}

/// Five cells at equal distances in memory that are no line on the board, for programs that forget the edges.
pub fn wrap_arounds() -> Vec<Vec<Cell>> {
    let size = Board::ROWS * Board::COLUMNS;
    let real: HashSet<Vec<Cell>> = fives().into_iter().map(|line| sorted(line.cells)).collect();
    let at = |index: usize| Cell::new(index / Board::COLUMNS, index % Board::COLUMNS);
    [1, Board::COLUMNS - 1, Board::COLUMNS + 1]
        .into_iter()
        .flat_map(|step| {
            (0..size - step * (WINNING - 1))
                .map(move |start| sorted((0..WINNING).map(|nth| at(start + nth * step)).collect()))
        })
        .filter(|cells| !real.contains(cells))
        .collect()
}

/// A game that fills the board without a win.
pub fn tie() -> Vec<Cell> {
    let own: Vec<Cell> = Board::every_cell().filter(|cell| pattern(*cell) == Player::One).collect();
    let other: Vec<Cell> = Board::every_cell().filter(|cell| pattern(*cell) == Player::Two).collect();
    alternate(&own, &other)
}

/// A game whose last piece fills the board and wins: it is a win and no tie. It is this piece of its line, counted from 0;
/// `None` if there is no such piece.
pub fn win_with_the_last_piece(last: usize) -> Option<Vec<Cell>> {
    // The first row begins with five of Player 1, who gives two cells in other rows for it.
    let line = |cell: Cell| cell.row == 0 && cell.column < WINNING;
    let given = |cell: Cell| [Cell::new(8, 8), Cell::new(12, 12)].contains(&cell);
    let own = |cell: &Cell| line(*cell) || pattern(*cell) == Player::One && !given(*cell);
    let mut first: Vec<Cell> = Board::every_cell().filter(|cell| own(cell)).collect();
    let second: Vec<Cell> = Board::every_cell().filter(|cell| !own(cell)).collect();
    // The line comes first, and its completing piece last.
    let completing = (last < WINNING).then(|| first.remove(last))?;
    first.push(completing);
    Some(alternate(&first, &second))
}

/// The owner of a cell on a full board without a winner: 113 cells are Player 1's and no line has more than
/// two of a kind.
///
/// Rows alternate; columns and diagonals go two by two.
fn pattern(cell: Cell) -> Player {
    if (cell.row + 2 * cell.column) % 4 < 2 { Player::One } else { Player::Two }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort();
    cells
}

/// The players' cells in turn.
fn alternate(first: &[Cell], second: &[Cell]) -> Vec<Cell> {
    let turns = first.len().max(second.len());
    (0..turns).flat_map(|turn| [first.get(turn), second.get(turn)]).flatten().copied().collect()
}

/// A player's cells in turn with the opponent's, who plays these cells first and then some that make no line; the
/// player's last cell is the last move.
fn interleave(own: &[Cell], others: &[Cell], owner: Player) -> Vec<Cell> {
    let moves = match owner {
        Player::One => own.len().saturating_sub(1),
        Player::Two => own.len(),
    };
    let elsewhere = Board::every_cell()
        .filter(|cell| pattern(*cell) == Player::Two && !own.contains(cell) && !others.contains(cell));
    let replies: Vec<Cell> = others.iter().copied().chain(elsewhere).take(moves).collect();
    match owner {
        Player::One => alternate(own, &replies),
        Player::Two => alternate(&replies, own),
    }
}

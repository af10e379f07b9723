//! Whole games for tests: wins everywhere, lines that only seem to be, ties.
//!
//! Columns are counted from 0; [`acts`] makes acts of them. Player 1 starts, and both begin in the centre column, so the
//! games are played alike with and without that rule.

mod search;

use std::collections::HashSet;

use self::search::{Goal, Position, find};
use super::board::{Board, CENTRE, WINNING};
use super::rules::Rules;
use super::script::Act;
use crate::grid::{Cell, Direction, Line, Player};

/// The players' drops into these columns, as they are typed under the rules.
pub fn acts(rules: &Rules, columns: &[usize]) -> Vec<Act> {
    columns.iter().map(|column| Act::drop(rules.label_of_column(*column))).collect()
}

/// Every place for a line of four: 69, in every direction and at every edge.
pub fn fours() -> Vec<Line> {
    Board::places(WINNING)
}

/// Every place for five, six and seven in a row, which also win. A column has none: its fourth piece ends the game.
pub fn longer() -> Vec<Line> {
    let places = (WINNING + 1..=Board::COLUMNS).flat_map(Board::places);
    places.filter(|line| line.direction != Direction::Vertical).collect()
}

/// A game that this player wins with this line and no other; `None` if there is no such game, because both
/// begin in the centre.
///
/// It is short: games with few moves outside the line and the pieces below it are tried first.
pub fn win(line: &Line, winner: Player) -> Option<Vec<usize>> {
    find(&Goal::won(&line.cells, winner))
}

/// A game like that of [`win`] whose last piece is one of these of the line, counted from 0.
pub fn win_completed_by(line: &Line, winner: Player, last: &[usize]) -> Option<Vec<usize>> {
    let last: Vec<Cell> = last.iter().filter_map(|nth| line.cells.get(*nth)).copied().collect();
    find(&Goal::won(&line.cells, winner).completed_by(&last))
}

/// A game like that of [`win_completed_by`] with no piece in the first and the last column, unless the line
/// is there.
pub fn win_inside(line: &Line, winner: Player, last: usize) -> Option<Vec<usize>> {
    let last: Vec<Cell> = line.cells.get(last).copied().into_iter().collect();
    let is_outside = |column: &usize| line.cells.iter().all(|cell| cell.column != *column);
    let outside = [0, Board::COLUMNS - 1].into_iter().filter(is_outside);
    let closed: Vec<Cell> =
        outside.flat_map(|column| (0..Board::ROWS).map(move |row| Cell::new(row, column))).collect();
    find(&Goal::won(&line.cells, winner).completed_by(&last).without(&closed))
}

/// The number of the piece that completes the line in a game like that of [`win`], counted from 0.
pub fn completed_by(line: &Line, game: &[usize]) -> Option<usize> {
    let column = *game.last()?;
    let height = game.iter().filter(|other| **other == column).count();
    let cell = Cell::new(Board::ROWS.checked_sub(height)?, column);
    line.cells.iter().position(|other| *other == cell)
}

/// A game in which this player comes to own these cells before either player has won.
pub fn without_win(cells: &[Cell], owner: Player) -> Option<Vec<usize>> {
    find(&Goal::owned(cells, owner))
}

/// Four cells at equal distances in memory that are no line on the board, for programs that forget the edges.
///
/// The board lies in memory row by row or column by column; it does not matter whether it begins at the top.
pub fn wrap_arounds() -> Vec<Vec<Cell>> {
    let size = Board::ROWS * Board::COLUMNS;
    let by_rows = |index: usize| Cell::new(index / Board::COLUMNS, index % Board::COLUMNS);
    let from_bottom =
        |index: usize| Cell::new(Board::ROWS - 1 - index / Board::COLUMNS, index % Board::COLUMNS);
    let by_columns = |index: usize| Cell::new(index % Board::ROWS, index / Board::ROWS);
    let layouts: [(&dyn Fn(usize) -> Cell, usize); 3] =
        [(&by_rows, Board::COLUMNS), (&from_bottom, Board::COLUMNS), (&by_columns, Board::ROWS)];
    let real: HashSet<Vec<Cell>> = fours().into_iter().map(|line| sorted(line.cells)).collect();
    let mut sets: Vec<Vec<Cell>> = layouts
        .into_iter()
        .flat_map(|(cell, pitch)| {
            [1, pitch - 1, pitch, pitch + 1].into_iter().flat_map(move |step| {
                (0..size.saturating_sub(step * (WINNING - 1)))
                    .map(move |start| sorted((0..WINNING).map(|nth| cell(start + nth * step)).collect()))
            })
        })
        .filter(|cells| !real.contains(cells))
        .collect();
    sets.sort();
    sets.dedup();
    sets
}

/// Games without a win in which one player comes to own each of the [`wrap_arounds`]: as many of them as can be one after the
/// other, so that there are few games. Two sets are in none: they need both of the first two pieces.
pub fn played_around() -> Vec<Vec<usize>> {
    let mut left: Vec<Vec<Cell>> = wrap_arounds();
    let mut games = Vec::new();
    loop {
        let mut game = Position::begun();
        while let Some(longer) = nearest(&game, &left) {
            for column in longer.iter().skip(game.columns().len()) {
                game.drop(*column);
                left.retain(|cells| !Player::BOTH.into_iter().any(|owner| game.is_owned(cells, owner)));
            }
        }
        if game.columns().len() == Position::begun().columns().len() {
            return games;
        }
        games.push(game.columns().to_vec());
    }
}

/// The game as it goes on to the first of these sets of cells that one player can come to own in few moves. It is no tie.
fn nearest(game: &Position, sets: &[Vec<Cell>]) -> Option<Vec<usize>> {
    let goals = || sets.iter().flat_map(|cells| Player::BOTH.map(|owner| Goal::owned(cells, owner)));
    (1..=APART).find_map(|moves| {
        let reached = |goal| game.reach(&goal, moves.checked_sub(game.missing(&goal))?);
        goals().filter_map(reached).find(|longer| longer.len() < Board::ROWS * Board::COLUMNS)
    })
}

/// The most moves from one set of cells to the next in a game of [`played_around`].
const APART: usize = 14;

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort();
    cells
}

/// Games that fill the board without a win, or even three in a row. They end in different columns.
///
/// In every column the pieces alternate, and the lowest ones go two by two from left to right (`2 2 1 1 2 2 1`): no line
/// has more than two of a kind.
pub fn ties() -> Vec<Vec<usize>> {
    let tie = |opened: usize, last: usize, mirrored: bool| -> Vec<usize> {
        // Player 1 begins the columns 2, 3 and 6, Player 2 the others. One column is begun by Player 1 and left, so that
        // it is Player 2's turn to begin.
        let mut columns = vec![CENTRE; Board::ROWS];
        columns.push(opened);
        columns.extend([0, 1, 4, 5].iter().flat_map(|column| [*column; Board::ROWS]));
        columns.extend([opened; Board::ROWS - 1]);
        columns.extend([last; Board::ROWS]);
        let mirror = |column: usize| if mirrored { Board::COLUMNS - 1 - column } else { column };
        columns.into_iter().map(mirror).collect()
    };
    vec![tie(2, 6, false), tie(6, 2, false), tie(2, 6, true), tie(6, 2, true)]
}

/// A game whose last piece fills the board and wins: it is a win and no tie.
pub fn win_with_the_last_piece() -> Vec<usize> {
    LAST_PIECE.to_vec()
}

/// A game like that of [`win_with_the_last_piece`]; the last piece lies between the others of its line.
pub fn win_between_with_the_last_piece() -> Vec<usize> {
    LAST_PIECE_BETWEEN.to_vec()
}

/// The effect of a removal on the lines on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemovalEffect {
    /// Falling pieces make a four for the remover.
    RemoverWins,
    /// Falling pieces make a four for the opponent.
    OpponentWins,
    /// They make one for both; the remover's piece is the lower one.
    BothRemoverLower,
    /// They make one for both; the opponent's piece is the lower one.
    BothOpponentLower,
    /// Pieces fall and neither player has a four.
    Nobody,
    /// The highest piece of its column goes; nothing falls.
    NothingFalls,
}

impl RemovalEffect {
    /// Every effect.
    pub const ALL: [Self; 6] = [
        Self::RemoverWins,
        Self::OpponentWins,
        Self::BothRemoverLower,
        Self::BothOpponentLower,
        Self::Nobody,
        Self::NothingFalls,
    ];
}

/// A game up to a removal with this effect, and the piece to be removed.
pub fn removal(effect: RemovalEffect) -> (Vec<usize>, Cell) {
    let (columns, row, column): (&[usize], usize, usize) = match effect {
        RemovalEffect::RemoverWins => (REMOVER_WINS, 5, 6),
        RemovalEffect::OpponentWins => (OPPONENT_WINS, 5, 3),
        RemovalEffect::BothRemoverLower => (BOTH_REMOVER_LOWER, 5, 3),
        RemovalEffect::BothOpponentLower => (BOTH_OPPONENT_LOWER, 5, 0),
        RemovalEffect::Nobody => (&[CENTRE, CENTRE, CENTRE, CENTRE], 4, CENTRE),
        RemovalEffect::NothingFalls => (&[CENTRE, CENTRE], 4, CENTRE),
    };
    (columns.to_vec(), Cell::new(row, column))
}

// Found by playing at random and keeping the shortest; the tests say what is true of them.
const LAST_PIECE: &[usize] = &[
    3, 3, 0, 2, 4, 4, 2, 5, 3, 0, 6, 2, 4, 5, 2, 1, 6, 4, 3, 1, 1, 2, 1, 6, 5, 5, 5, 5, 0, 0, 3, 1, 0, 0, 2,
    4, 6, 6, 1, 4, 6, 3,
];
const LAST_PIECE_BETWEEN: &[usize] = &[
    3, 3, 5, 1, 0, 4, 2, 4, 0, 1, 3, 0, 5, 3, 0, 4, 6, 5, 6, 6, 4, 6, 0, 1, 2, 6, 0, 4, 6, 4, 3, 3, 1, 1, 2,
    1, 5, 5, 5, 2, 2, 2,
];
const REMOVER_WINS: &[usize] = &[3, 3, 5, 3, 4, 6, 6, 0];
const OPPONENT_WINS: &[usize] = &[3, 3, 1, 2, 2, 0, 1, 4, 4, 0, 3];
const BOTH_REMOVER_LOWER: &[usize] = &[3, 3, 3, 2, 2, 1, 1, 0, 0];
const BOTH_OPPONENT_LOWER: &[usize] = &[3, 3, 2, 2, 3, 0, 0, 1, 2, 0, 0, 1, 1, 6];

//! The computer: it looks some moves ahead and takes the first column with the best outcome.
//!
//! A win of the computer is worth 1, one of the player -1, a full board and everything that is further ahead 0.

use super::board::{Board, COLUMNS, Piece};

/// The difficulty levels, by the number of moves that the computer looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Five moves.
    One,
    /// Eight moves.
    Two,
    /// Nine moves.
    Three,
}

impl Difficulty {
    /// Every difficulty, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// The number of moves that the computer looks ahead, including its own next one.
    pub fn plies(self) -> u32 {
        match self {
            Self::One => 5,
            Self::Two => 8,
            Self::Three => 9,
        }
    }
}

/// Columns that have room, from the lowest number on.
fn columns(board: &Board) -> impl Iterator<Item = usize> {
    (0..COLUMNS).filter(|column| board.has_room(*column))
}

/// The column that the computer takes; `None` if there is no room.
///
/// It leaves out what cannot change the choice, and chooses as [`choose_plainly`] does.
pub fn choose(board: &Board, difficulty: Difficulty) -> Option<usize> {
    let mut best: Option<(usize, i32)> = None;
    for column in columns(board) {
        let so_far = best.map_or(-2, |(_, value)| value);
        let value = after(board.with(column, Piece::X), Piece::X, difficulty.plies() - 1, (so_far, 2));
        if value > so_far {
            best = Some((column, value));
        }
    }
    best.map(|(column, _)| column)
}

/// The minimax value of a board after the move of a piece, with this many moves left to search. It is exact
/// between the bounds; a value outside of them is only known to be at or beyond that bound.
fn after(board: Board, piece: Piece, plies: u32, (mut low, mut high): (i32, i32)) -> i32 {
    if board.has_won(piece) {
        return if piece == Piece::X { 1 } else { -1 };
    }
    if plies == 0 || board.is_full() {
        return 0;
    }
    let next = piece.other();
    let mut best = if next == Piece::X { -2 } else { 2 };
    for column in columns(&board) {
        let value = after(board.with(column, next), next, plies - 1, (low, high));
        if next == Piece::X {
            best = best.max(value);
            low = low.max(best);
        } else {
            best = best.min(value);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

/// The same choice by looking at every move.
pub fn choose_plainly(board: &Board, plies: u32) -> Option<usize> {
    let mut best: Option<(usize, i32)> = None;
    for column in columns(board) {
        let value = minimax(board.with(column, Piece::X), Piece::X, plies - 1);
        if best.is_none_or(|(_, known)| value > known) {
            best = Some((column, value));
        }
    }
    best.map(|(column, _)| column)
}

fn minimax(board: Board, piece: Piece, plies: u32) -> i32 {
    if board.has_won(piece) {
        return if piece == Piece::X { 1 } else { -1 };
    }
    if plies == 0 || board.is_full() {
        return 0;
    }
    let next = piece.other();
    let values = columns(&board).map(|column| minimax(board.with(column, next), next, plies - 1));
    let best = if next == Piece::X { values.max() } else { values.min() };
    best.unwrap_or(0)
}

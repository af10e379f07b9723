//! The computer of Connect Four for ARM: which columns the README of the assignment lets it play.
//!
//! The README's order: if the player has three in a row horizontally that can be blocked, play there; else if the player has
//! three stacked with room above, play on top; else play the column of a counter that starts at 1, goes up by one and wraps
//! from 7 to 1, and that skips a full column. It does not say which end of a row is blocked, whether the counter also moves
//! after a block, or where it goes on after a column that was skipped or after a restart. [`Strategy`] therefore says every
//! column that one of the readings allows. A move that wins, or that stops the player from winning, is never wrong either.
//!
//! [`Computer`] is one such computer in one of the readings ([`Reading`]): it blocks a row only where the piece lands at its
//! end, and its counter goes on after the column that was played.

use crate::four_in_a_row::{Board, winning_columns};
use crate::grid::{Cell, Player};
use crate::option::{by_name, option};

use super::Starter;

/// The number of pieces in a row that the computer must block.
pub(super) const THREE: usize = 3;

option! {
    /// The computer's pieces.
    Colour {
        /// The README: YELLOW.
        Yellow,
        /// RED, which the course's brief leaves open.
        Red,
    }
}

impl Colour {
    /// The player who has these pieces.
    pub fn player(self) -> Player {
        match self {
            Self::Red => Player::One,
            Self::Yellow => Player::Two,
        }
    }
}

/// The way in which a program reads the assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ComputerRules {
    /// The player who moves first.
    pub starter: Starter,
    /// The computer's pieces.
    pub computer: Colour,
}

by_name!(ComputerRules { starter: Starter, computer: Colour });

/// The reasons for which the computer plays a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The player has three in a row, and an end where a piece lands.
    Row,
    /// The player has three stacked, with room above.
    Stack,
    /// Neither: the counter says the column.
    Counter,
}

/// The moves that the README allows the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The rule that decides.
    pub why: Why,
    /// The columns that the README names, counted from 0, in ascending order.
    pub columns: Vec<usize>,
    /// More columns that are no mistake: at a row's end where the piece falls lower, above three stacked that were blocked
    /// before, and moves that win or stop a win.
    pub also: Vec<usize>,
}

impl Advice {
    /// Returns `true` if a column is one of either kind.
    pub fn allows(&self, column: usize) -> bool {
        self.columns.contains(&column) || self.also.contains(&column)
    }
}

/// The counter as far as the moves of a computer tell it: every value that one of the readings gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strategy {
    counters: [bool; Board::COLUMNS],
}

impl Default for Strategy {
    fn default() -> Self {
        let mut counters = [false; Board::COLUMNS];
        counters[0] = true;
        Self { counters }
    }
}

impl Strategy {
    /// The moves that the README allows the computer; none on a full board.
    pub fn advice(&self, board: &Board, computer: Player) -> Advice {
        let human = computer.other();
        let (at_ends, near_ends) = row_ends(board, human);
        let tops = tops(board, human);
        let (why, mut columns) = if !at_ends.is_empty() {
            (Why::Row, at_ends)
        } else if !tops.is_empty() {
            (Why::Stack, tops)
        } else {
            (Why::Counter, self.values().filter_map(|value| next_free(board, value)).collect())
        };
        sort(&mut columns);
        let mut also = near_ends;
        also.extend(covered(board, human));
        also.extend(winning_columns(board, human));
        also.extend(winning_columns(board, computer));
        also.retain(|column| !columns.contains(column));
        sort(&mut also);
        Advice { why, columns, also }
    }

    /// The computer plays a column: what the counter can be now.
    pub fn moved(&mut self, board: &Board, computer: Player, column: usize) {
        let advice = self.advice(board, computer);
        let mut next = Vec::new();
        for value in self.values() {
            if next_free(board, value) == Some(column) && advice.why == Why::Counter {
                next.extend([column + 1, value + 1]);
            }
            // A move that is a block may move the counter or not.
            if advice.why != Why::Counter || advice.also.contains(&column) {
                next.extend([value, value + 1]);
            }
        }
        if next.is_empty() {
            // Not by any reading: from here on it may count as if it were, or as it did.
            next.extend(self.values().chain([column + 1]));
        }
        self.counters = [false; Board::COLUMNS];
        for value in next {
            self.counters[value % Board::COLUMNS] = true;
        }
    }

    /// A new game begins: the counter may go on or begin at 1 again.
    pub fn restarts(&mut self) {
        self.counters[0] = true;
    }

    fn values(&self) -> impl Iterator<Item = usize> + '_ {
        (0..Board::COLUMNS).filter(|value| self.counters[*value])
    }
}

/// A reading of the README, by which a [`Computer`] plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// True if the counter also moves after a block, and not only after a move that it decided.
    pub counts_blocks: bool,
    /// The end of a row that is blocked.
    pub ends: Ends,
    /// The last column of the counter; the README says "the last".
    pub last: usize,
}

/// The end of a row that a [`Computer`] blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// The right one, or else the left one.
    RightFirst,
    /// The left one, or else the right one.
    LeftFirst,
    /// The right one or none.
    Right,
}

impl Default for Reading {
    fn default() -> Self {
        Self { counts_blocks: true, ends: Ends::RightFirst, last: Board::COLUMNS - 1 }
    }
}

impl Reading {
    /// Every reading, the likeliest first.
    pub fn all() -> impl Iterator<Item = Self> {
        let lasts = [Board::COLUMNS - 1, Board::COLUMNS - 2];
        let ends = [Ends::RightFirst, Ends::LeftFirst, Ends::Right];
        lasts.into_iter().flat_map(move |last| {
            ends.into_iter().flat_map(move |ends| {
                [true, false].into_iter().map(move |counts_blocks| Self { counts_blocks, ends, last })
            })
        })
    }
}

/// A computer that plays as the README says, in one of its readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Computer {
    /// Its reading of the README.
    pub reading: Reading,
    counter: usize,
}

impl Computer {
    /// A computer whose counter begins at 1.
    pub fn new(reading: Reading) -> Self {
        Self { reading, counter: 0 }
    }

    /// A computer whose counter stands at this column, counted from 0.
    pub(super) fn at(reading: Reading, column: usize) -> Self {
        Self { reading, counter: column % (reading.last + 1) }
    }

    /// Returns `true` if the counter decides, and its column is full.
    pub(super) fn has_to_skip(&self, board: &Board, computer: Player) -> bool {
        self.block(board, computer.other()).is_none() && !board.is_free(Cell::new(0, self.counter))
    }

    /// The column that blocks a row of the player's, or else a stack.
    fn block(&self, board: &Board, player: Player) -> Option<(usize, Why)> {
        let of_row = |first: Cell| {
            let (right, left) = (Some(first.column + THREE), first.column.checked_sub(1));
            let ends = match self.reading.ends {
                Ends::RightFirst => [right, left],
                Ends::LeftFirst => [left, right],
                Ends::Right => [right, None],
            };
            let cells = ends.into_iter().flatten().map(|column| Cell::new(first.row, column));
            cells.into_iter().find(|cell| board.is_free(*cell) && lands(board, *cell))
        };
        let row = rows_of_three(board, player).find_map(of_row).map(|cell| (cell.column, Why::Row));
        row.or_else(|| tops(board, player).first().map(|column| (*column, Why::Stack)))
    }

    /// The column that the computer plays, counted from 0, and the reason; `None` on a full board.
    pub fn moves(&mut self, board: &Board, computer: Player) -> Option<(usize, Why)> {
        let (column, why) = self
            .block(board, computer.other())
            .or_else(|| Some((next_free(board, self.counter)?, Why::Counter)))?;
        if why == Why::Counter {
            *self = Self::at(self.reading, column + 1);
        } else if self.reading.counts_blocks {
            *self = Self::at(self.reading, self.counter + 1);
        }
        Some((column, why))
    }
}

/// The threat of a player, if any: a row that can be blocked, or else a stack.
pub(super) fn threat(board: &Board, player: Player) -> Option<Why> {
    let (at_ends, _) = row_ends(board, player);
    let stack = || (!tops(board, player).is_empty()).then_some(Why::Stack);
    if at_ends.is_empty() { stack() } else { Some(Why::Row) }
}

/// Returns `true` if the cell below this one has a piece, or there is none because this is the lowest row.
fn lands(board: &Board, cell: Cell) -> bool {
    cell.row + 1 == Board::ROWS || !board.is_free(Cell::new(cell.row + 1, cell.column))
}

/// The first cells of a player's rows of three.
pub(super) fn rows_of_three(board: &Board, player: Player) -> impl Iterator<Item = Cell> + '_ {
    let starts = (0..Board::ROWS)
        .flat_map(|row| (0..=Board::COLUMNS - THREE).map(move |column| Cell::new(row, column)));
    starts.filter(move |cell| {
        (0..THREE).all(|right| board.get(Cell::new(cell.row, cell.column + right)) == Some(player))
    })
}

/// The columns at the free ends of a player's rows of three, right of a row first: those where a piece lands at the end, and
/// those where it falls lower.
fn row_ends(board: &Board, player: Player) -> (Vec<usize>, Vec<usize>) {
    let (mut at, mut near) = (Vec::new(), Vec::new());
    for Cell { row, column: first } in rows_of_three(board, player) {
        for column in [Some(first + THREE), first.checked_sub(1)].into_iter().flatten() {
            if board.is_free(Cell::new(row, column)) {
                let is_at_end = lands(board, Cell::new(row, column));
                (if is_at_end { &mut at } else { &mut near }).push(column);
            }
        }
    }
    (at, near)
}

/// The columns in which a player has three stacked with room above.
fn tops(board: &Board, player: Player) -> Vec<usize> {
    let has_stack = |column: &usize| {
        let top =
            (0..Board::ROWS).find(|row| !board.is_free(Cell::new(*row, *column))).unwrap_or(Board::ROWS);
        let mut three = (top..top + THREE).map(|row| Cell::new(row, *column));
        top > 0 && three.all(|cell| board.get(cell) == Some(player))
    };
    (0..Board::COLUMNS).filter(has_stack).collect()
}

/// The columns with room in which a player has three stacked, whatever lies above them: the README does not say that a
/// stack is blocked only once.
fn covered(board: &Board, player: Player) -> impl Iterator<Item = usize> + '_ {
    let has_stack = move |column: &usize| {
        let three =
            |top: usize| (top..top + THREE).all(|row| board.get(Cell::new(row, *column)) == Some(player));
        board.is_free(Cell::new(0, *column)) && (0..=Board::ROWS - THREE).any(three)
    };
    (0..Board::COLUMNS).filter(has_stack)
}

/// The first column from this one on that is not full, after the last one the first again.
fn next_free(board: &Board, from: usize) -> Option<usize> {
    let columns = (0..Board::COLUMNS).map(|step| (from + step) % Board::COLUMNS);
    columns.into_iter().find(|column| board.is_free(Cell::new(0, *column)))
}

fn sort(columns: &mut Vec<usize>) {
    columns.sort_unstable();
    columns.dedup();
}

#[cfg(test)]
mod tests {
    use super::{Computer, Ends, Reading, Strategy, Why};
    use crate::four_in_a_row::Board;
    use crate::grid::Player;

    fn board(rows: [&str; 2]) -> Board {
        let free = ".......\n".repeat(4);
        Board::from_picture(&format!("{free}{}\n{}\n", rows[0], rows[1])).expect("this is a board")
    }

    #[track_caller]
    fn check(board: &Board, why: Why, columns: &[usize], also: &[usize]) {
        let advice = Strategy::default().advice(board, Player::Two);
        assert_eq!((advice.why, advice.columns.as_slice(), advice.also.as_slice()), (why, columns, also));
        for reading in Reading::all().filter(|reading| reading.ends != Ends::Right) {
            let (column, reason) = Computer::new(reading).moves(board, Player::Two).expect("there is room");
            assert!(reason == why && advice.columns.contains(&column), "{column} {reason:?}");
        }
    }

    #[test]
    fn rows_are_blocked_at_either_end_and_then_stacks() {
        check(&board([".......", "22....."]), Why::Counter, &[0], &[]);
        check(&board([".......", "..111.2"]), Why::Row, &[1, 5], &[]);
        check(&board([".......", "2111..2"]), Why::Row, &[4], &[]);
        check(&board(["..111..", ".2122.."]), Why::Row, &[1], &[5]);
        check(&board(["..111..", "..212.."]), Why::Counter, &[0], &[1, 5]);
        check(&board([".......", "11.1..2"]), Why::Counter, &[0], &[2]);
        check(&board([".......", ".222..1"]), Why::Counter, &[0], &[4]);
        let stack = Board::from_picture(".......\n.......\n.......\n1......\n1......\n12.....\n");
        check(&stack.expect("this is a board"), Why::Stack, &[0], &[]);
        let covered = Board::from_picture(".......\n.......\n2......\n1......\n1......\n12.....\n");
        check(&covered.expect("this is a board"), Why::Counter, &[0], &[]);
        let covered = Board::from_picture(".......\n.......\n....2..\n....1..\n....1..\n2...1..\n");
        check(&covered.expect("this is a board"), Why::Counter, &[0], &[4]);
        let full = Board::from_picture("1......\n1......\n1......\n2......\n1......\n12.....\n");
        check(&full.expect("this is a board"), Why::Counter, &[1], &[]);
    }

    #[test]
    fn the_counter_goes_round_and_may_move_at_blocks_or_not() {
        let (mut strategy, mut computer) = (Strategy::default(), Computer::default());
        let empty = board([".......", "......."]);
        for turn in 0..9 {
            let advice = strategy.advice(&empty, Player::Two);
            assert_eq!(advice.columns, [turn % 7]);
            assert_eq!(computer.moves(&empty, Player::Two), Some((turn % 7, Why::Counter)));
            strategy.moved(&empty, Player::Two, turn % 7);
        }
        let row = board([".......", "2.111.."]);
        strategy.moved(&row, Player::Two, 5);
        assert_eq!(strategy.advice(&empty, Player::Two).columns, [2, 3]);
        strategy.restarts();
        assert_eq!(strategy.advice(&empty, Player::Two).columns, [0, 2, 3]);
        strategy.moved(&empty, Player::Two, 3);
        assert_eq!(strategy.advice(&empty, Player::Two).columns, [4]);
    }
}

//! The contents of `result.txt`.

use super::Board;
use super::observation::Outcome;
use super::rules::{FileOrder, Rules};
use crate::grid::Player;

/// One game's part of `result.txt`: "the final version of the board (either win or tie) and the final statement".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The outcome, whose statement is in the file.
    pub outcome: Outcome,
    /// The last board.
    pub board: Board,
}

/// The board as the report's program draws it, on the terminal and in the file: 16 lines of 47 bytes.
pub fn model_board(board: &Board) -> String {
    let numbers: Vec<String> = (0..Board::COLUMNS).map(|column| format!("{column:>3}")).collect();
    let header = format!(" {}\n", numbers.concat());
    let rows = board.rows().iter().enumerate().map(|(number, row)| {
        let cells: Vec<&str> = row
            .iter()
            .map(|cell| match cell {
                None => ".",
                Some(Player::One) => "X",
                Some(Player::Two) => "O",
            })
            .collect();
        format!("{number:<3}{}\n", cells.join("  "))
    });
    std::iter::once(header).chain(rows).collect()
}

/// The file as the report's program writes it. Only the statements and the boards are demanded.
pub fn content(records: &[Record], rules: &Rules) -> String {
    let text = |record: &Record| {
        let (statement, board) = (record.outcome.statement(), model_board(&record.board));
        match rules.file_order {
            FileOrder::StatementFirst => format!("{statement}\n{board}"),
            FileOrder::BoardFirst => format!("{board}{statement}\n"),
        }
    };
    records.iter().map(text).collect()
}

//! Gomoku for MIPS: five in a row on fifteen rows and columns, the moves typed as `x,y`, the result in `result.txt`.
//!
//! The course's sheet ("Five in a row", April 2025) fixes a few strings, which are [`Outcome::statement`] and
//! [`Question::text`], and leaves the rest to the student. So [`Game`] is given the typed lines and reports
//! what a correct program shows: [`Observation`]s, and what it writes: [`Record`]s. Where the sheet, a
//! published report with its program (here "the report") and other published programs differ, there is an
//! option of [`Rules`]; its default is the sheet's reading, and the report's where the sheet is silent.
//! [`read`] separates the inputs on which all of them agree from those that should not be graded.
//!
//! ```
//! use reference::gomoku::{Act, Outcome, Rules, play};
//! use reference::grid::Player;
//!
//! let moves = ["0,0", "1,0", "0,1", "1,1", "0,2", "1,2", "0,3", "1,3", "0,4"].map(Act::line);
//! let game = play(Rules::default(), &moves)?;
//! assert_eq!(game.outcome().map(Outcome::statement), Some("Player 1 wins"));
//! assert_eq!(game.records().len(), 1);
//! # Ok::<(), reference::gomoku::PlayError>(())
//! ```

mod coordinates;
mod game;
pub mod games;
mod observation;
mod record;
mod rules;
mod script;
#[cfg(test)]
mod tests;

pub use coordinates::{Coordinates, Reading, parse, read};
pub use game::Game;
pub use observation::{Answer, Misplaced, Observation, Outcome, Question, Refusal};
pub use record::{Record, content, model_board};
pub use rules::{
    Axes, Blanks, CarriageReturn, FileOrder, FileUse, Five, LeadingZeros, LineLength, Missing, PlayAgain,
    Plus, Prompt, Rules, Tail, Unclear,
};
pub use script::{Act, PlayError, Reply, Script, play};

use crate::grid::{Cell, Grid, Line, Player};

/// Fifteen rows from the top, fifteen columns from the left.
pub type Board = Grid<15, 15>;

/// The number of pieces in a line that win.
const WINNING: usize = 5;

/// The cells, row by row, that are empty.
pub fn legal_cells(board: &Board) -> Vec<Cell> {
    Board::every_cell().filter(|cell| board.is_free(*cell)).collect()
}

/// A player's lines that win under these rules.
pub fn winning_lines(board: &Board, player: Player, five: Five) -> Vec<Line> {
    let mut lines = board.lines_of(player, WINNING);
    lines.retain(|line| wins(board, line, five));
    lines
}

/// The cells where a player's next piece would win.
pub fn winning_cells(board: &Board, player: Player, five: Five) -> Vec<Cell> {
    let mut cells = legal_cells(board);
    cells.retain(|cell| {
        let mut after = *board;
        after.set(*cell, Some(player));
        after.lines_through(*cell, WINNING).iter().any(|line| wins(&after, line, five))
    });
    cells
}

/// Returns `true` if a player can win with the next piece.
pub fn threatens(board: &Board, player: Player, five: Five) -> bool {
    !winning_cells(board, player, five).is_empty()
}

/// Returns `true` if a line of five or more wins.
fn wins(board: &Board, line: &Line, five: Five) -> bool {
    match five {
        Five::OrMore => true,
        Five::Exactly => line.cells.len() == WINNING,
        Five::NotClosed => {
            // At an edge there is no piece that closes the line.
            let ends = Board::ends(line);
            ends.iter().any(|cell| board.is_free(*cell)) || ends.len() < 2
        }
    }
}

//! The layout of a submission's boards: found by setting all that it printed next to the reference's boards.
//!
//! A drawing is a grid of cells that are the same distance apart, in which each symbol of the reference has one symbol of
//! its own, in all cases. The text around the cells that never changes is its frame. A program whose symbols
//! change is wrong, and so is one whose columns run the other way: the player would have to move to another
//! column.

mod grid;
mod learn;
mod redraw;

pub(super) use grid::{Grid, Size};

use std::collections::BTreeMap;

use super::format::FormatKind;

/// The symbols of a board, cell by cell from the top left.
type Cells = Vec<u8>;

/// The layout of a submission's boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    size: Size,
    grid: Grid,
    /// From the program's symbols to the reference's.
    symbols: BTreeMap<u8, u8>,
    /// The text around the cells of each row, in the order in which the rows are printed.
    rows: Vec<RowFrame>,
    /// The lines between the rows, in the same order.
    between: Vec<Vec<u8>>,
    /// The lines above the first row that are always the same, the nearest first.
    above: Vec<Vec<u8>>,
    /// The lines below the last row that are always the same, the nearest first.
    below: Vec<Vec<u8>>,
}

/// The text around the cells of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RowFrame {
    left: Vec<u8>,
    gaps: Vec<Vec<u8>>,
    right: Vec<u8>,
}

impl Drawing {
    /// Returns `true` if boards drawn in this way can differ from the reference's in this kind.
    pub(super) fn may_differ_in(&self, kind: FormatKind) -> bool {
        let mut around = self.above.iter().chain(&self.below);
        match kind {
            FormatKind::Symbols => self.symbols.iter().any(|(own, meant)| own != meant),
            FormatKind::Frame => {
                let is_plain = |row: &RowFrame| {
                    row.left.is_empty() && row.right.is_empty() && row.gaps.iter().all(|gap| gap == b" ")
                };
                !self.between.is_empty()
                    || !self.rows.iter().all(is_plain)
                    || around.any(|line| is_rule(line))
            }
            FormatKind::Header => around.any(|line| is_header(line)),
            FormatKind::UpsideDown => self.grid.is_upside_down(),
            FormatKind::InPrompt
            | FormatKind::ControlBytes
            | FormatKind::LineEnds
            | FormatKind::TrailingBlanks
            | FormatKind::LineBreaks
            | FormatKind::Spacing
            | FormatKind::LetterCase
            | FormatKind::Echo
            | FormatKind::Halt
            | FormatKind::RepeatedBoard
            | FormatKind::Wording
            | FormatKind::ExtraText => true,
        }
    }
}

/// Returns `true` if a line that belongs to a board names its columns.
fn is_header(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphanumeric)
}

/// Returns `true` if a line that belongs to a board is a rule or a border.
fn is_rule(line: &[u8]) -> bool {
    !is_header(line) && !line.trim_ascii().is_empty()
}

#[cfg(test)]
mod tests {
    use crate::compare::{FormatKind, Habits, compare};
    use crate::play::{Ending, Expected};

    const EXPECTED: [&str; 4] = [
        "- - -\n- - -\n- - -\nColumn: ",
        "1\n- - -\n- - -\nO - -\nColumn: ",
        "1\n- - -\nX - -\nO - -\nColumn: ",
        "2\n- - -\nX - -\nO O -\nPlayer 1 Wins.",
    ];

    #[track_caller]
    fn check(draw: impl Fn(&str) -> String, kinds: &[FormatKind], wrong: &[usize]) {
        let turns = |texts: [String; 4]| texts.map(String::into_bytes).to_vec();
        let expected = Expected {
            turns: turns(EXPECTED.map(str::to_owned)),
            ending: Ending::Halts,
            entries: [b"1", b"1", b"2"].map(|key| key.to_vec()).to_vec(),
        };
        let actual = turns(EXPECTED.map(draw));
        let habits = Habits::learn(std::iter::once((&expected, actual.as_slice())), None);
        let found = compare(&expected, &actual, &habits, false);
        assert_eq!(
            (found.kinds.iter().collect::<Vec<_>>().as_slice(), found.wrong.as_slice()),
            (kinds, wrong)
        );
    }

    /// Each row of the board in another way; the other lines as they are.
    fn rows(text: &str, draw: impl Fn(&str) -> String) -> String {
        let is_row = |line: &str| line.len() == 5 && line.bytes().all(|byte| b"-XO ".contains(&byte));
        let lines = text.split('\n').map(|line| if is_row(line) { draw(line) } else { line.to_owned() });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The whole board in another way.
    fn board(text: &str, draw: impl Fn(&[&str]) -> Vec<String>) -> String {
        let lines: Vec<&str> = text.split('\n').collect();
        let first = lines.iter().position(|line| line.len() == 5).unwrap_or(0);
        let mut drawn: Vec<String> = lines[..first].iter().map(|line| (*line).to_owned()).collect();
        drawn.extend(draw(&lines[first..first + 3]));
        drawn.extend(lines[first + 3..].iter().map(|line| (*line).to_owned()));
        drawn.join("\n")
    }

    #[test]
    fn a_drawing_that_is_always_the_same_is_format() {
        let symbols = |from: &'static str, to: &'static str| {
            move |text: &str| {
                rows(text, |row| {
                    row.chars()
                        .map(|cell| from.find(cell).and_then(|at| to[at..].chars().next()).unwrap_or(cell))
                        .collect()
                })
            }
        };
        check(symbols("-XO", ".XO"), &[FormatKind::Symbols], &[]);
        check(symbols("-XO", "-OX"), &[FormatKind::Symbols], &[]);
        check(symbols("-XO", "021"), &[FormatKind::Symbols], &[]);
        check(|text| rows(text, |row| format!("|{}|", row.replace(' ', "|"))), &[FormatKind::Frame], &[]);
        check(
            |text| rows(text, |row| format!("| {} |", row.replace(' ', " | ").replace('-', " "))),
            &[FormatKind::Symbols, FormatKind::Frame],
            &[],
        );
        let headed = |board: &[&str]| [&["1 2 3"], board].concat().into_iter().map(str::to_owned).collect();
        check(|text| board(text, headed), &[FormatKind::Header], &[]);
        let turned = |board: &[&str]| board.iter().rev().map(|row| (*row).to_owned()).collect();
        check(|text| board(text, turned), &[FormatKind::UpsideDown], &[]);
        let twice = |board: &[&str]| [board, board].concat().into_iter().map(str::to_owned).collect();
        check(|text| board(text, twice), &[FormatKind::RepeatedBoard], &[]);
    }

    #[test]
    fn a_drawing_that_shows_another_game_is_wrong() {
        // Columns run the other way.
        check(|text| rows(text, |row| row.chars().rev().collect()), &[], &[1, 2, 3]);
        // Both players have one symbol.
        check(|text| rows(text, |row| row.replace('X', "O")), &[], &[2, 3]);
        // The symbols of the players are sometimes the other way round.
        let sometimes = |text: &str| {
            let swap = |row: &str| row.replace('O', "Y").replace('X', "O").replace('Y', "X");
            if text.contains("O O") { rows(text, swap) } else { text.to_owned() }
        };
        check(sometimes, &[], &[3]);
        // The board never changes.
        check(|text| board(text, |_| vec!["- - -".to_owned(); 3]), &[], &[1, 2, 3]);
    }
}

//! Boards as grids of cells in lines of text.

use std::collections::BTreeMap;

use super::Cells;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::compare) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// A board of fewer rows or columns may be words.
const LEAST: usize = 3;

/// The places of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::compare) struct Grid {
    /// The column of the text in which the first cell of a row stands.
    pub(super) first: usize,
    /// From one cell of a row to the next.
    pub(super) across: usize,
    /// From one printed row to the next.
    pub(super) down: usize,
    /// True if the bottom row is printed first.
    pub(super) turned: bool,
}

/// Lines of cells are no longer, and rows no farther apart.
const MOST_ACROSS: usize = 8;
const MOST_DOWN: usize = 4;
const MOST_BEFORE: usize = 24;

impl Grid {
    /// The grids that are tried; of equals the earlier one is taken.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let downs = (1..=MOST_DOWN).flat_map(|down| [(down, false), (down, true)]);
        downs.flat_map(|(down, turned)| {
            // The reference's own distance comes first.
            let acrosses = [2, 1].into_iter().chain(3..=MOST_ACROSS);
            acrosses.flat_map(move |across| {
                (0..=MOST_BEFORE).map(move |first| Self { first, across, down, turned })
            })
        })
    }

    /// Returns `true` if the bottom row is printed first.
    pub(super) fn is_upside_down(&self) -> bool {
        self.turned
    }

    /// The number of lines that a board takes.
    pub(super) fn height(&self, size: Size) -> usize {
        (size.rows - 1) * self.down + 1
    }

    /// The column of a cell.
    pub(super) fn column(&self, cell: usize) -> usize {
        self.first + cell * self.across
    }

    /// The columns from the first cell to the last.
    pub(super) fn end(&self, size: Size) -> usize {
        self.column(size.columns - 1) + 1
    }

    /// The symbol of a cell of a board whose first line is `top`, by the row and column in which it is meant.
    pub(super) fn cell<Line: AsRef<[u8]>>(
        &self,
        lines: &[Line],
        top: usize,
        size: Size,
        (row, column): (usize, usize),
    ) -> Option<u8> {
        let printed = if self.turned { size.rows - 1 - row } else { row };
        let line = lines.get(top + printed * self.down)?.as_ref();
        line.get(self.column(column)).copied().filter(|byte| *byte == b' ' || byte.is_ascii_graphic())
    }

    /// The program's symbol for each of the reference's, if each has one and no two have the same.
    pub(super) fn symbols<Line: AsRef<[u8]>>(
        &self,
        lines: &[Line],
        top: usize,
        size: Size,
        meant: &[u8],
    ) -> Option<BTreeMap<u8, u8>> {
        let mut pairs: Vec<(u8, u8)> = Vec::with_capacity(4);
        for (at, meant) in meant.iter().enumerate() {
            let own = self.cell(lines, top, size, (at / size.columns, at % size.columns))?;
            match pairs.iter().find(|(known, of)| *known == own || of == meant) {
                Some(pair) if *pair == (own, *meant) => {}
                Some(_) => return None,
                None => pairs.push((own, *meant)),
            }
        }
        Some(pairs.into_iter().collect())
    }
}

/// The boards of the reference in a text: lines of single symbols with a blank between them.
pub(super) fn reference_boards(text: &[u8]) -> Vec<(Size, Cells)> {
    let cells = |line: &[u8]| -> Option<Cells> {
        let fits =
            |(at, byte): (usize, &u8)| if at % 2 == 0 { byte.is_ascii_graphic() } else { *byte == b' ' };
        let is_row = line.len() % 2 == 1 && line.len() > 2 * LEAST - 2 && line.iter().enumerate().all(fits);
        is_row.then(|| line.iter().copied().step_by(2).collect())
    };
    let rows: Vec<Option<Cells>> = text.split(|byte| *byte == b'\n').map(cells).collect();
    let width = |row: &Option<Cells>| row.as_ref().map(Vec::len);
    rows.chunk_by(|one, next| width(one) == width(next))
        .filter(|run| run.len() >= LEAST)
        .filter_map(|run| {
            let size = Size { rows: run.len(), columns: width(&run[0])? };
            Some((size, run.iter().flatten().flatten().copied().collect()))
        })
        .collect()
}

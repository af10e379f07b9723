//! The layout of a program's boards, found by experiment: where boards are known, the places of a screen that
//! change with their cells are their cells, whatever they look like.

mod fit;
mod frame;
mod looks;
mod raster;

pub use fit::{is_drawn_last, learn};
pub use looks::Looks;

use super::grid::Board;
use super::screen::{Screen, Spot, joined_of};

/// A screen, and the board that must be on it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The screen.
    pub screen: Screen,
    /// The board.
    pub board: Board,
}

/// The characters in the places of one cell.
type Glyph = Vec<Spot>;

/// The places of the cells of a board from its first line on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lattice {
    rows: usize,
    columns: usize,
    /// The column of the first cell.
    column: usize,
    /// Lines from one row to the next, and columns from one cell to the next.
    step: (usize, usize),
    /// From this row on labels have a digit more, and everything stands one column further right.
    shifted_from: Option<usize>,
    /// True if the lowest row comes first.
    is_upside_down: bool,
    /// The places that make up a cell, from its first one: lines and columns.
    window: Vec<(usize, usize)>,
    /// True if pieces differ by their colours alone.
    has_colours: bool,
}

impl Lattice {
    /// The line and column of a cell of a board whose first line this is.
    fn place(&self, first: usize, row: usize, column: usize) -> (usize, usize) {
        let printed = if self.is_upside_down { self.rows - 1 - row } else { row };
        let shift = usize::from(self.shifted_from.is_some_and(|from| printed >= from));
        (first + printed * self.step.0, self.column + column * self.step.1 + shift)
    }

    fn glyph(&self, screen: &Screen, first: usize, row: usize, column: usize) -> Glyph {
        self.glyph_at(screen, self.place(first, row, column))
    }

    fn glyph_at(&self, screen: &Screen, (line, column): (usize, usize)) -> Glyph {
        self.window.iter().map(|(down, right)| self.spot(screen, line + down, column + right)).collect()
    }

    /// Returns `true` if a glyph stands in a cell.
    fn shows(&self, screen: &Screen, (line, column): (usize, usize), glyph: &[Spot]) -> bool {
        let mut places = self.window.iter().zip(glyph);
        places.all(|((down, right), spot)| self.spot(screen, line + down, column + right) == *spot)
    }

    fn spot(&self, screen: &Screen, line: usize, column: usize) -> Spot {
        let spot = screen.at(line, column);
        if self.has_colours { spot } else { Spot { colour: 0, ..spot } }
    }

    /// The number of lines from the first row to the last.
    fn height(&self) -> usize {
        (self.rows - 1) * self.step.0 + 1
    }

    /// The column of the last cell.
    fn last_column(&self) -> usize {
        self.column + (self.columns - 1) * self.step.1
    }

    /// The glyphs of a free cell and of the two players' pieces, if a board from this line on is this one.
    fn read(&self, screen: &Screen, first: usize, kinds: &Kinds) -> Option<[Option<Glyph>; 3]> {
        let place = |(row, column): (usize, usize)| self.place(first, row, column);
        // Nearly everywhere two cells look the same that should not, and that is seen at once.
        let mut one_of_each = kinds.0.iter().filter_map(|cells| cells.first()).copied().map(place);
        let (one, two) = (one_of_each.next()?, one_of_each.next());
        if two.is_some_and(|two| self.are_same(screen, one, two)) {
            return None;
        }
        let mut found: [Option<Glyph>; 3] = [None, None, None];
        for (kind, cells) in [1, 2, 0].into_iter().map(|kind| (kind, &kinds.0[kind])) {
            let Some((known, others)) = cells.split_first() else { continue };
            let known = place(*known);
            let shows = |glyph: &Glyph| self.shows(screen, known, glyph);
            if !others.iter().all(|other| self.are_same(screen, known, place(*other)))
                || found.iter().flatten().any(shows)
            {
                return None;
            }
            found[kind] = Some(self.glyph_at(screen, known));
        }
        Some(found)
    }

    /// Returns `true` if two cells look the same.
    fn are_same(&self, screen: &Screen, one: (usize, usize), two: (usize, usize)) -> bool {
        let spot = |(line, column): (usize, usize), (down, right): (usize, usize)| {
            self.spot(screen, line + down, column + right)
        };
        self.window.iter().all(|part| spot(one, *part) == spot(two, *part))
    }
}

/// The cells of a board that are free, Player 1's and Player 2's.
struct Kinds([Vec<(usize, usize)>; 3]);

impl Kinds {
    fn of(board: &Board) -> Self {
        let mut kinds = Self(Default::default());
        for (row, cells) in board.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                kinds.0[cell.map_or(0, |player| usize::from(player.number()))].push((row, column));
            }
        }
        kinds
    }
}

/// The layout of a program's boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    lattice: Lattice,
    /// Characters that take one place with the one after them.
    leads: Vec<char>,
    /// True if free cells show their numbers, each another one.
    has_numbers: bool,
    free: Glyph,
    pieces: [Glyph; 2],
    /// The characters that free cells and the pieces become in a frame.
    named: [char; 3],
    /// The characters around the cells in every drawing: lines and columns from the first line, the line
    /// before it counting as the first.
    fixed: Vec<(usize, usize, char)>,
    /// True if each row is printed up to its last cell.
    is_full: bool,
}

impl Drawing {
    /// Returns `true` if the lowest row of the board is printed first.
    pub fn is_upside_down(&self) -> bool {
        self.lattice.is_upside_down
    }
}

/// The characters by which free cells and pieces are named: their own, if these differ.
fn names(free: &[Spot], pieces: &[Glyph; 2]) -> [char; 3] {
    let own = |glyph: &[Spot]| {
        let all = || glyph.iter().map(|spot| spot.glyph);
        all()
            .map(|c| joined_of(c).map_or(c, |(_, second)| second))
            .find(|c| c.is_alphanumeric())
            .or_else(|| all().find(|c| *c != ' '))
            .unwrap_or(' ')
    };
    let names = [own(free), own(&pieces[0]), own(&pieces[1])];
    let same = names[0] == names[1] || names[0] == names[2] || names[1] == names[2];
    if same || names[1] == ' ' || names[2] == ' ' { [' ', '1', '2'] } else { names }
}

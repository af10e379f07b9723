//! The types that the board games share: two players, a board of cells, and the search for pieces in a line.

/// One of the two players, by the number under which programs know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Player 1.
    One,
    /// Player 2.
    Two,
}

impl Player {
    /// Both players in their order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// 1 or 2.
    pub fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// A value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Both<T> {
    /// Player 1's.
    pub one: T,
    /// Player 2's.
    pub two: T,
}

impl<T> Both<T> {
    /// The same value for both.
    pub fn same(value: T) -> Self
    where
        T: Clone,
    {
        Self { one: value.clone(), two: value }
    }

    /// This player's value.
    pub fn of(&self, player: Player) -> &T {
        match player {
            Player::One => &self.one,
            Player::Two => &self.two,
        }
    }

    /// This player's value, to be changed.
    pub fn of_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::One => &mut self.one,
            Player::Two => &mut self.two,
        }
    }
}

/// A place on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Counted from 0 at the top.
    pub row: usize,
    /// Counted from 0 at the left.
    pub column: usize,
}

impl Cell {
    /// The cell in this row and column, both counted from 0.
    pub fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }

    /// The cell that many steps further in a direction; `None` above or left of the board.
    fn step(self, direction: Direction, steps: isize) -> Option<Self> {
        let (down, right) = direction.step();
        Some(Self {
            row: self.row.checked_add_signed(down * steps)?,
            column: self.column.checked_add_signed(right * steps)?,
        })
    }
}

/// A way in which pieces lie in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From left to right.
    Horizontal,
    /// From top to bottom.
    Vertical,
    /// From upper left to lower right.
    Falling,
    /// From lower left to upper right.
    Rising,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Falling, Self::Rising];

    /// Rows down and columns right.
    fn step(self) -> (isize, isize) {
        match self {
            Self::Horizontal => (0, 1),
            Self::Vertical => (1, 0),
            Self::Falling => (1, 1),
            Self::Rising => (-1, 1),
        }
    }
}

/// Cells next to one another in one direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// The direction in which they lie.
    pub direction: Direction,
    /// From the left, or from the top in a vertical line.
    pub cells: Vec<Cell>,
}

/// A board: every cell is empty or has a piece of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid<const ROWS: usize, const COLUMNS: usize> {
    cells: [[Option<Player>; COLUMNS]; ROWS],
}

impl<const ROWS: usize, const COLUMNS: usize> Default for Grid<ROWS, COLUMNS> {
    fn default() -> Self {
        Self { cells: [[None; COLUMNS]; ROWS] }
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Grid<ROWS, COLUMNS> {
    /// The number of rows.
    pub const ROWS: usize = ROWS;
    /// The number of columns.
    pub const COLUMNS: usize = COLUMNS;

    /// The rows from the top, each from the left.
    pub fn rows(&self) -> &[[Option<Player>; COLUMNS]; ROWS] {
        &self.cells
    }

    /// The owner of the piece in a cell; `None` for an empty cell and outside the board.
    pub fn get(&self, cell: Cell) -> Option<Player> {
        self.cells.get(cell.row)?.get(cell.column).copied().flatten()
    }

    /// Returns `true` if the cell is on the board.
    pub fn contains(cell: Cell) -> bool {
        cell.row < ROWS && cell.column < COLUMNS
    }

    /// Returns `true` if the cell is on the board and has no piece.
    pub fn is_free(&self, cell: Cell) -> bool {
        Self::contains(cell) && self.get(cell).is_none()
    }

    /// Puts a piece on a cell, or clears it. A cell outside the board stays what it is: nothing.
    pub fn set(&mut self, cell: Cell, owner: Option<Player>) {
        if let Some(place) = self.cells.get_mut(cell.row).and_then(|row| row.get_mut(cell.column)) {
            *place = owner;
        }
    }

    /// Every cell, row by row.
    pub fn every_cell() -> impl Iterator<Item = Cell> {
        (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| Cell { row, column }))
    }

    /// Returns `true` if no cell is empty.
    pub fn is_full(&self) -> bool {
        self.cells.iter().flatten().all(Option::is_some)
    }

    /// The number of pieces that a player has on the board.
    pub fn count(&self, player: Player) -> usize {
        self.cells.iter().flatten().filter(|cell| **cell == Some(player)).count()
    }

    /// All pieces of one owner that lie without a gap in a line with this one; empty if the cell is.
    ///
    /// Nothing wraps around: the last cell of a row and the first of the next are no neighbours.
    pub fn run(&self, cell: Cell, direction: Direction) -> Line {
        let mut cells: Vec<Cell> = self.neighbours(cell, direction, -1).collect();
        cells.reverse();
        cells.extend(Some(cell).filter(|cell| self.get(*cell).is_some()));
        cells.extend(self.neighbours(cell, direction, 1));
        Line { direction, cells }
    }

    /// The length of a [`run`](Self::run).
    pub fn run_length(&self, cell: Cell, direction: Direction) -> usize {
        let beside = |sign: isize| self.neighbours(cell, direction, sign).count();
        if self.get(cell).is_some() { beside(-1) + 1 + beside(1) } else { 0 }
    }

    /// The pieces of one owner that lie without a gap on one side of a cell.
    fn neighbours(&self, cell: Cell, direction: Direction, sign: isize) -> impl Iterator<Item = Cell> {
        let owner = self.get(cell);
        let mine = move |place: &Cell| owner.is_some() && self.get(*place) == owner;
        (1_isize..).map_while(move |steps| cell.step(direction, sign * steps).filter(mine))
    }

    /// The lines of at least this many pieces through a cell.
    pub fn lines_through(&self, cell: Cell, at_least: usize) -> Vec<Line> {
        Direction::ALL
            .into_iter()
            .map(|direction| self.run(cell, direction))
            .filter(|line| line.cells.len() >= at_least)
            .collect()
    }

    /// Returns `true` if a player has a line of at least this many cells; the same as
    /// [`lines_of`](Self::lines_of) finds, in fewer steps.
    pub fn has_line_of(&self, player: Player, at_least: usize) -> bool {
        let is_own = |cell: Cell| self.get(cell) == Some(player);
        // Most cells are not the player's, and that is seen once for all directions.
        Self::every_cell().filter(|cell| is_own(*cell)).any(|cell| {
            Direction::ALL.into_iter().any(|direction| {
                (1..at_least).all(|steps| cell.step(direction, steps as isize).is_some_and(is_own))
            })
        })
    }

    /// A player's lines of at least this many pieces, each once and whole.
    pub fn lines_of(&self, player: Player, at_least: usize) -> Vec<Line> {
        Direction::ALL
            .into_iter()
            .flat_map(|direction| Self::every_cell().map(move |cell| (direction, cell)))
            .filter(|(_, cell)| self.get(*cell) == Some(player))
            // The line is taken at its first cell only.
            .filter(|(direction, cell)| {
                cell.step(*direction, -1).and_then(|before| self.get(before)) != Some(player)
            })
            .map(|(direction, cell)| self.run(cell, direction))
            .filter(|line| line.cells.len() >= at_least)
            .collect()
    }

    /// The cells next to the two ends of a line, as far as they are on the board.
    pub fn ends(line: &Line) -> Vec<Cell> {
        let before = line.cells.first().and_then(|cell| cell.step(line.direction, -1));
        let behind = line.cells.last().and_then(|cell| cell.step(line.direction, 1));
        [before, behind].into_iter().flatten().filter(|cell| Self::contains(*cell)).collect()
    }

    /// The empty ones of these cells.
    pub fn open_ends(&self, line: &Line) -> Vec<Cell> {
        let mut ends = Self::ends(line);
        ends.retain(|cell| self.is_free(*cell));
        ends
    }

    /// Every place where a line of this length fits, whatever lies there.
    pub fn places(length: usize) -> Vec<Line> {
        Direction::ALL
            .into_iter()
            .flat_map(|direction| Self::every_cell().map(move |cell| (direction, cell)))
            .map(|(direction, cell)| {
                let on_board = |steps| cell.step(direction, steps).filter(|cell| Self::contains(*cell));
                Line { direction, cells: (0_isize..).take(length).map_while(on_board).collect() }
            })
            .filter(|line| line.cells.len() == length)
            .collect()
    }

    /// The board as text: one line for each row, `.` for an empty cell, `1` and `2` for the players.
    pub fn picture(&self) -> String {
        let symbol = |cell: &Option<Player>| match cell {
            None => '.',
            Some(Player::One) => '1',
            Some(Player::Two) => '2',
        };
        self.cells.iter().map(|row| row.iter().map(symbol).chain(['\n']).collect::<String>()).collect()
    }

    /// The board that a picture shows; blanks do not count. `None` if it has not the right rows and columns, or another
    /// symbol.
    pub fn from_picture(picture: &str) -> Option<Self> {
        let mut grid = Self::default();
        let mut rows = picture.lines().map(str::trim).filter(|line| !line.is_empty());
        for row in &mut grid.cells {
            let mut symbols = rows.next()?.chars().filter(|symbol| !symbol.is_whitespace());
            for cell in row {
                *cell = match symbols.next()? {
                    '.' => None,
                    '1' => Some(Player::One),
                    '2' => Some(Player::Two),
                    _ => return None,
                };
            }
            if symbols.next().is_some() {
                return None;
            }
        }
        rows.next().is_none().then_some(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Direction, Grid, Player};

    type Small = Grid<6, 7>;

    #[test]
    fn every_place_of_a_line_is_found_once() {
        assert_eq!(Small::places(4).len(), 69);
        assert_eq!(Grid::<15, 15>::places(5).len(), 572);
        assert_eq!(Small::places(usize::MAX), []);
        let mut places = Small::places(4);
        places.sort();
        places.dedup();
        assert_eq!(places.len(), 69);
    }

    #[test]
    fn a_line_is_found_whole_from_each_of_its_cells_and_by_nobody_else() {
        for place in Small::places(4) {
            let mut grid = Small::default();
            for cell in &place.cells {
                grid.set(*cell, Some(Player::Two));
            }
            for cell in &place.cells {
                assert_eq!(grid.lines_through(*cell, 4), std::slice::from_ref(&place));
            }
            assert_eq!(grid.lines_of(Player::Two, 4), [place]);
            assert_eq!(grid.lines_of(Player::One, 1), []);
        }
    }

    #[test]
    fn lines_do_not_wrap_around() {
        let mut grid = Small::default();
        for (row, column) in [(5, 4), (5, 5), (5, 6), (4, 0)] {
            grid.set(Cell::new(row, column), Some(Player::One));
        }
        assert_eq!(grid.lines_of(Player::One, 4), []);
        assert_eq!(grid.lines_of(Player::One, 3).len(), 1);
    }

    #[test]
    fn a_line_is_there_if_it_is_among_the_lines() {
        // Every board of 3 by 3 with pieces of one player.
        for pieces in 0..1_u32 << 9 {
            let mut grid = Grid::<3, 3>::default();
            for (nth, cell) in Grid::<3, 3>::every_cell().enumerate() {
                grid.set(cell, (pieces >> nth & 1 == 1).then_some(Player::Two));
            }
            for length in 1..=4 {
                let has_line = !grid.lines_of(Player::Two, length).is_empty();
                assert_eq!(grid.has_line_of(Player::Two, length), has_line, "{pieces:b}, {length}");
            }
            assert!(!grid.has_line_of(Player::One, 1));
        }
    }

    #[test]
    fn open_ends_are_on_the_board() {
        let mut grid = Small::default();
        for column in 0..3 {
            grid.set(Cell::new(0, column), Some(Player::One));
        }
        let line = grid.run(Cell::new(0, 1), Direction::Horizontal);
        assert_eq!(grid.open_ends(&line), [Cell::new(0, 3)]);
        let rising = grid.run(Cell::new(0, 1), Direction::Rising);
        assert_eq!(grid.open_ends(&rising), [Cell::new(1, 0)]);
        assert!(grid.run(Cell::new(9, 9), Direction::Vertical).cells.is_empty());
    }

    #[test]
    fn pictures_go_both_ways() {
        let mut grid = Small::default();
        grid.set(Cell::new(5, 0), Some(Player::One));
        grid.set(Cell::new(0, 6), Some(Player::Two));
        // A cell outside the board changes nothing.
        grid.set(Cell::new(6, 7), Some(Player::Two));
        assert_eq!(grid.picture(), "......2\n.......\n.......\n.......\n.......\n1......\n");
        assert_eq!(Small::from_picture(&grid.picture()), Some(grid));
        for wrong in ["", "......2", &(grid.picture() + "......."), &grid.picture().replace('2', "22")] {
            assert_eq!(Small::from_picture(wrong), None);
        }
        assert_eq!(Small::from_picture(&grid.picture().replace('2', "3")), None);
    }
}

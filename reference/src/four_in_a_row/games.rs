//! Whole games for tests: wins everywhere, lines that only seem to be, ties.
//!
//! Columns are counted from 0; [`acts`] makes acts of them. Player 1 starts, and both begin in the centre column, so the
//! games are played alike with and without that rule.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::{Board, CENTRE, WINNING, winning_lines};
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
    find(&line.cells, winner, Goal::won)
}

/// A game like that of [`win`] whose last piece is one of these of the line, counted from 0.
pub fn win_completed_by(line: &Line, winner: Player, last: &[usize]) -> Option<Vec<usize>> {
    let last: Vec<Cell> = last.iter().filter_map(|nth| line.cells.get(*nth)).copied().collect();
    find(&line.cells, winner, |cells, owner| Goal { last: bits(&last), ..Goal::won(cells, owner) })
}

/// A game like that of [`win_completed_by`] with no piece in the first and the last column, unless the line
/// is there.
pub fn win_inside(line: &Line, winner: Player, last: usize) -> Option<Vec<usize>> {
    let last: Vec<Cell> = line.cells.get(last).copied().into_iter().collect();
    let is_outside = |column: &usize| line.cells.iter().all(|cell| cell.column != *column);
    let outside = [0, Board::COLUMNS - 1].into_iter().filter(is_outside);
    let closed: Vec<Cell> =
        outside.flat_map(|column| (0..Board::ROWS).map(move |row| Cell::new(row, column))).collect();
    let goal =
        |cells: &[Cell], owner| Goal { last: bits(&last), closed: bits(&closed), ..Goal::won(cells, owner) };
    find(&line.cells, winner, goal)
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
    find(cells, owner, Goal::owned)
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

/// Looks for a game in which this player comes to own these cells, with few moves that it does not need first. If it can be, a
/// game that somebody wins has no four that only lie in a line in memory: other games are about those.
fn find(cells: &[Cell], owner: Player, goal: impl Fn(&[Cell], Player) -> Goal) -> Option<Vec<usize>> {
    let goal = goal(cells, owner);
    let shunned = if goal.wins { wrap_arounds() } else { Vec::new() };
    let shunning = Goal { shunned: shunned.iter().map(|cells| bits(cells)).collect(), ..goal.clone() };
    search(&shunning).or_else(|| search(&goal))
}

fn search(goal: &Goal) -> Option<Vec<usize>> {
    let mut board = Bits::default();
    let mut columns = Vec::new();
    for player in Player::BOTH {
        let cell = board.landing(CENTRE).filter(|cell| !goal.spoils(*cell, player))?;
        board.set(cell, player);
        columns.push(CENTRE);
    }
    // A search that goes astray early is long, so each is cut short and begun again with other columns first.
    let attempts = (0..=SPARE).flat_map(|spare| (0..Board::COLUMNS).map(move |first| (spare, first)));
    attempts.into_iter().find_map(|(spare, first)| {
        let mut search = Search { goal, first, steps: STEPS, dead: HashSet::default() };
        let mut columns = columns.clone();
        search.go(board, Player::One, spare, &mut columns).then_some(columns)
    })
}

/// The most moves that a goal may need in addition to its own.
const SPARE: usize = 8;

/// The positions that one search looks at.
const STEPS: usize = 1500;

/// A board as two sets of bits, because a search looks at hundreds of thousands. A column has a bit more than it has rows,
/// from the lowest row up; the bit above them is never set, so that no line runs from one column into the next.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Bits([u64; 2]);

impl Bits {
    const PITCH: usize = Board::ROWS + 1;
    const COLUMN: u64 = (1 << Board::ROWS) - 1;

    fn of(cell: Cell) -> u64 {
        1 << (cell.column * Self::PITCH + Board::ROWS - 1 - cell.row)
    }

    fn taken(self) -> u64 {
        self.0[0] | self.0[1]
    }

    /// The bit of the cell into which a piece falls; `None` if the column is full.
    fn landing(self, column: usize) -> Option<u64> {
        let free = !self.taken() & Self::COLUMN << (column * Self::PITCH);
        (free != 0).then(|| free & free.wrapping_neg())
    }

    fn set(&mut self, cell: u64, player: Player) {
        self.0[usize::from(player == Player::Two)] |= cell;
    }

    fn of_player(self, player: Player) -> u64 {
        self.0[usize::from(player == Player::Two)]
    }

    fn has_line(self, player: Player) -> bool {
        let own = self.of_player(player);
        [1, Self::PITCH - 1, Self::PITCH, Self::PITCH + 1].into_iter().any(|step| {
            let pairs = own & own >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// The same board cell by cell.
    fn board(self) -> Board {
        let mut board = Board::default();
        for cell in Board::every_cell() {
            let owner = Player::BOTH.into_iter().find(|player| self.of_player(*player) & Self::of(cell) != 0);
            board.set(cell, owner);
        }
        board
    }
}

/// The position that a searched game must reach.
#[derive(Clone)]
struct Goal {
    cells: Vec<Cell>,
    owner: Player,
    wins: bool,
    /// The cells as bits.
    own: u64,
    /// The cells and all below them.
    needed: u64,
    /// Those of the cells that the last move may be.
    last: u64,
    /// Cells that neither player may play.
    closed: u64,
    /// Sets of cells none of which one player may own.
    shunned: Vec<u64>,
}

/// These cells as bits.
fn bits(cells: &[Cell]) -> u64 {
    cells.iter().fold(0, |bits, cell| bits | Bits::of(*cell))
}

impl Goal {
    /// The cells are the one line that wins.
    fn won(cells: &[Cell], owner: Player) -> Self {
        Self::new(cells, owner, true)
    }

    /// The cells have their owner, and neither player wins.
    fn owned(cells: &[Cell], owner: Player) -> Self {
        Self::new(cells, owner, false)
    }

    fn new(cells: &[Cell], owner: Player, wins: bool) -> Self {
        let own = bits(cells);
        // The rows below a cell have the lower bits of its column.
        let below = cells.iter().fold(0, |bits, cell| {
            bits | (Bits::of(*cell) - Bits::of(Cell::new(Board::ROWS - 1, cell.column)))
        });
        let needed = own | below;
        Self {
            cells: sorted(cells.to_vec()),
            owner,
            wins,
            own,
            needed,
            last: own,
            closed: 0,
            shunned: Vec::new(),
        }
    }

    /// The number of cells that the game needs and that are still empty.
    fn missing(&self, board: Bits) -> usize {
        (self.needed & !board.taken()).count_ones() as usize
    }

    /// Returns `true` if a piece in this cell makes the goal impossible: the goal's cells must be the
    /// owner's, and closed cells stay empty.
    fn spoils(&self, cell: u64, player: Player) -> bool {
        player != self.owner && self.own & cell != 0 || self.closed & cell != 0
    }

    /// Returns `true` if a player has got cells with this piece that nobody may have.
    fn is_shunned(&self, board: Bits, cell: u64, player: Player) -> bool {
        let own = board.of_player(player);
        self.shunned.iter().any(|cells| cells & cell != 0 && cells & !own == 0)
    }

    fn reached(&self, board: Bits) -> bool {
        if self.own & !board.of_player(self.owner) != 0 || board.has_line(self.owner.other()) {
            return false;
        }
        if !self.wins || !board.has_line(self.owner) {
            return self.wins == board.has_line(self.owner);
        }
        let lines = winning_lines(&board.board(), self.owner);
        matches!(lines.as_slice(), [line] if sorted(line.cells.clone()) == self.cells)
    }
}

struct Search<'a> {
    goal: &'a Goal,
    /// The column that is tried first.
    first: usize,
    /// The positions that may still be looked at.
    steps: usize,
    /// Positions from which the goal cannot be reached, with the moves that were left to spare.
    dead: HashSet<(Bits, usize), BuildHasherDefault<Mix>>,
}

/// A hash of few steps: a search looks up hundreds of thousands of positions, and no adversary chooses them.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

impl Search<'_> {
    fn go(&mut self, board: Bits, player: Player, spare: usize, columns: &mut Vec<usize>) -> bool {
        let is_spoilt = self.goal.last & !board.taken() == 0;
        if is_spoilt || self.steps == 0 || self.dead.contains(&(board, spare)) {
            return false;
        }
        self.steps -= 1;
        let own = (self.goal.own & !board.taken()).count_ones() as usize;
        let all = self.goal.missing(board);
        let left = all + spare;
        let turns = if player == self.goal.owner { left.div_ceil(2) } else { left / 2 };
        if own <= turns {
            let first = self.first;
            for column in (0..Board::COLUMNS).map(|nth| (first + nth) % Board::COLUMNS) {
                let Some(cell) = board.landing(column).filter(|cell| !self.goal.spoils(*cell, player)) else {
                    continue;
                };
                let mut after = board;
                after.set(cell, player);
                columns.push(column);
                if self.follow(after, cell, player, (all, spare), columns) {
                    return true;
                }
                columns.pop();
            }
        }
        self.dead.insert((board, spare));
        false
    }

    fn follow(
        &mut self,
        after: Bits,
        cell: u64,
        player: Player,
        (all, spare): (usize, usize),
        columns: &mut Vec<usize>,
    ) -> bool {
        let missing = self.goal.missing(after);
        if self.goal.is_shunned(after, cell, player) {
            return false;
        }
        if missing == 0 {
            // The goal's last piece is the last move.
            return self.goal.last & cell != 0 && self.goal.reached(after);
        }
        // A move that the goal does not need is spared.
        match spare.checked_sub(usize::from(missing == all)) {
            Some(spare) if !after.has_line(player) => self.go(after, player.other(), spare, columns),
            _ => false,
        }
    }
}

//! The search for a game that comes to a position.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::super::board::{Board, CENTRE, winning_lines};
use super::{sorted, wrap_arounds};
use crate::grid::{Cell, Player};

/// Looks for a game that comes to the goal, with few moves that it does not need first. If it can be, a game that somebody wins
/// has no four that only lie in a line in memory: other games are about those.
pub(super) fn find(goal: &Goal) -> Option<Vec<usize>> {
    let begun = Position::begun();
    let from_the_start = |goal: &Goal| (0..=SPARE).find_map(|spare| begun.reach(goal, spare));
    if !goal.wins {
        return from_the_start(goal);
    }
    let shunned = wrap_arounds().iter().map(|cells| bits(cells)).collect();
    from_the_start(&Goal { shunned, ..goal.clone() }).or_else(|| from_the_start(goal))
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

/// A game that nobody has won yet.
#[derive(Clone)]
pub(super) struct Position {
    board: Bits,
    columns: Vec<usize>,
}

impl Position {
    /// The first two pieces are in the centre.
    pub(super) fn begun() -> Self {
        let mut begun = Self { board: Bits::default(), columns: Vec::new() };
        begun.drop(CENTRE);
        begun.drop(CENTRE);
        begun
    }

    /// The moves so far.
    pub(super) fn columns(&self) -> &[usize] {
        &self.columns
    }

    fn next(&self) -> Player {
        Player::BOTH[self.columns.len() % 2]
    }

    /// A piece falls into a column; into a full one none does.
    pub(super) fn drop(&mut self, column: usize) {
        if let Some(cell) = self.board.landing(column) {
            self.board.set(cell, self.next());
            self.columns.push(column);
        }
    }

    /// Returns `true` if all of these cells are this player's.
    pub(super) fn is_owned(&self, cells: &[Cell], owner: Player) -> bool {
        bits(cells) & !self.board.of_player(owner) == 0
    }

    /// The number of cells that the goal needs and that are still empty.
    pub(super) fn missing(&self, goal: &Goal) -> usize {
        goal.missing(self.board)
    }

    /// A game that goes on from here and comes to the goal with this many moves that it does not need.
    pub(super) fn reach(&self, goal: &Goal, spare: usize) -> Option<Vec<usize>> {
        if goal.is_spoilt(self.board) {
            return None;
        }
        // A search that goes astray early is long, so each is cut short and begun again with other columns first.
        (0..Board::COLUMNS).find_map(|first| {
            let mut search = Search { goal, first, steps: STEPS, dead: HashSet::default() };
            let mut columns = self.columns.clone();
            search.go(self.board, self.next(), spare, &mut columns).then_some(columns)
        })
    }
}

/// The position that a searched game must reach.
#[derive(Clone)]
pub(super) struct Goal {
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
    pub(super) fn won(cells: &[Cell], owner: Player) -> Self {
        Self::new(cells, owner, true)
    }

    /// The cells have their owner, and neither player wins.
    pub(super) fn owned(cells: &[Cell], owner: Player) -> Self {
        Self::new(cells, owner, false)
    }

    /// The last move is one of these cells.
    pub(super) fn completed_by(self, last: &[Cell]) -> Self {
        Self { last: bits(last), ..self }
    }

    /// Neither player plays these cells.
    pub(super) fn without(self, closed: &[Cell]) -> Self {
        Self { closed: bits(closed), ..self }
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

    /// Returns `true` if a piece lies where the goal has none, or another player's.
    fn is_spoilt(&self, board: Bits) -> bool {
        self.own & board.of_player(self.owner.other()) != 0 || self.closed & board.taken() != 0
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
    /// Goes on from a board; the columns are of a game to the goal if the answer is `true`.
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

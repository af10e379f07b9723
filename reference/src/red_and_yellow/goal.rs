//! The situation that a test wants to reach in a game against a computer.

use crate::four_in_a_row::{Board, games, legal_columns};
use crate::grid::{Cell, Direction, Player};

use super::{Why, computer};

/// The worth of a line by the pieces that it has, where the other player has none in it.
const WORTH: [i64; 5] = [0, 1, 8, 40, 200];

/// A situation that a test wants to reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// One of the players comes to own the cells of one of these sets.
    Own {
        /// True if that is the computer.
        is_computer: bool,
        /// The sets.
        cells: Vec<Vec<Cell>>,
        /// True if that wins; otherwise no player has won by then.
        wins: bool,
    },
    /// The player threatens the computer in this way.
    Threat(Threat),
    /// The column, counted from 0, is full.
    Full(usize),
    /// The computer has moved this many times as its counter says.
    Counted(usize),
    /// The board is full and no player has won.
    Draw,
}

/// The ways in which a player with three in a line threatens the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Threat {
    /// Three in a row, and an end where a piece lands.
    Row,
    /// Three stacked, with room above.
    Stack,
    /// Three in a row; at the free end right of them a piece falls lower.
    GapRight,
    /// Three in a row; at the free end left of them a piece falls lower.
    GapLeft,
    /// Three side by side in the highest row, and the cell right of them is taken.
    Top,
}

impl Threat {
    const ALL: [(&'static str, Self); 5] = [
        ("row", Self::Row),
        ("stack", Self::Stack),
        ("gap-right", Self::GapRight),
        ("gap-left", Self::GapLeft),
        ("top", Self::Top),
    ];

    pub(super) fn is_there(self, board: &Board, human: Player) -> bool {
        let gap = |column_of: fn(usize) -> Option<usize>| {
            computer::rows_of_three(board, human).any(|cell| {
                let end = column_of(cell.column).map(|column| Cell::new(cell.row, column));
                end.is_some_and(|end| board.is_free(end) && board.is_free(Cell::new(end.row + 1, end.column)))
            })
        };
        match self {
            Self::Row => computer::threat(board, human) == Some(Why::Row),
            Self::Stack => computer::threat(board, human) == Some(Why::Stack),
            Self::GapRight => gap(|column| Some(column + computer::THREE)),
            Self::GapLeft => gap(|column| column.checked_sub(1)),
            Self::Top => computer::rows_of_three(board, human).any(|cell| {
                let end = Cell::new(0, cell.column + computer::THREE);
                cell.row == 0 && Board::contains(end) && !board.is_free(end)
            }),
        }
    }

    /// The lines that help.
    fn lines(self) -> Vec<Vec<Cell>> {
        match self {
            Self::Stack => fours(Some(Direction::Vertical)),
            Self::Row => fours(Some(Direction::Horizontal)),
            Self::GapRight | Self::GapLeft => fours(Some(Direction::Horizontal))
                .into_iter()
                .filter(|line| line[0].row + 1 < Board::ROWS)
                .collect(),
            Self::Top => {
                let line = |first: usize| {
                    (first..first + computer::THREE).map(|column| Cell::new(0, column)).collect()
                };
                (0..Board::COLUMNS - computer::THREE).map(line).collect()
            }
        }
    }
}

impl Goal {
    /// The goal that a word of a spec names: `win`, `lose`, each also with a direction and a number (`win:rising`,
    /// `win:rising:3`), `wrap:5` and `wrap-of-computer:5`, `block:row`, `block:stack`,
    /// `block:gap-right`, `block:gap-left`, `block:top`, `full:4`, `counted:8`, `draw`.
    /// Numbers count from 1.
    pub fn named(word: &str) -> Option<Self> {
        let mut parts = word.split(':');
        let name = parts.next()?;
        let rest: Vec<&str> = parts.collect();
        let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let nth = |sets: Vec<Vec<Cell>>, text: &str| Some(vec![sets.get(number(text)?)?.clone()]);
        let is_computer = matches!(name, "lose" | "wrap-of-computer");
        match (name, rest.as_slice()) {
            ("win" | "lose", []) => Some(Self::Own { is_computer, cells: fours(None), wins: true }),
            ("win" | "lose", [direction]) => {
                Some(Self::Own { is_computer, cells: fours(Some(named(direction)?)), wins: true })
            }
            ("win" | "lose", [direction, text]) => {
                let cells = nth(fours(Some(named(direction)?)), text)?;
                Some(Self::Own { is_computer, cells, wins: true })
            }
            ("wrap" | "wrap-of-computer", [text]) => {
                let cells = nth(games::wrap_arounds(), text)?;
                Some(Self::Own { is_computer, cells, wins: false })
            }
            ("block", [threat]) => {
                let known = Threat::ALL.into_iter().find(|(name, _)| name == threat);
                known.map(|(_, threat)| Self::Threat(threat))
            }
            ("full", [text]) => number(text).filter(|column| *column < Board::COLUMNS).map(Self::Full),
            ("counted", [text]) => number(text).map(|less| Self::Counted(less + 1)),
            ("draw", []) => Some(Self::Draw),
            _ => None,
        }
    }

    /// Returns `true` if the goal is reached on a board after a move; `counted` is the number of the
    /// computer's moves by its counter since the goal was set.
    pub fn is_reached(&self, board: &Board, human: Player, counted: usize) -> bool {
        Target::new(self, human).is_reached(&Position::of(board), counted)
    }
}

/// A board with each player's pieces as bits, because a search looks at thousands: eight for a row, the last of which is
/// never set, so that no line runs from one row into the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) pieces: [u64; 2],
}

/// Bits from one row to the next.
const PITCH: usize = Board::COLUMNS + 1;

fn bit(cell: Cell) -> u64 {
    1 << (cell.row * PITCH + cell.column)
}

pub(super) fn bits(cells: &[Cell]) -> u64 {
    cells.iter().fold(0, |bits, cell| bits | bit(*cell))
}

fn index(player: Player) -> usize {
    usize::from(player == Player::Two)
}

impl Position {
    pub(super) fn of(board: &Board) -> Self {
        let mut pieces = [0; 2];
        for cell in Board::every_cell() {
            if let Some(player) = board.get(cell) {
                pieces[index(player)] |= bit(cell);
            }
        }
        Self { board: *board, pieces }
    }

    pub(super) fn drop_piece(&mut self, column: usize, player: Player) {
        let cells = (0..Board::ROWS).rev().map(|row| Cell::new(row, column));
        if let Some(cell) = cells.into_iter().find(|cell| self.board.is_free(*cell)) {
            self.board.set(cell, Some(player));
            self.pieces[index(player)] |= bit(cell);
        }
    }

    fn winner(&self) -> Option<Player> {
        let has_line = |player: &Player| {
            let own = self.pieces[index(*player)];
            [1, PITCH - 1, PITCH, PITCH + 1].into_iter().any(|step| {
                let pairs = own & own >> step;
                pairs & pairs >> (2 * step) != 0
            })
        };
        Player::BOTH.into_iter().find(has_line)
    }

    pub(super) fn is_over(&self) -> bool {
        self.board.is_full() || self.winner().is_some()
    }
}

/// A goal as a search looks at it.
pub(super) struct Target<'g> {
    pub(super) goal: &'g Goal,
    pub(super) human: Player,
    /// The sets of cells that are wanted, or in which lines are counted, as bits.
    sets: Vec<u64>,
}

impl<'g> Target<'g> {
    pub(super) fn new(goal: &'g Goal, human: Player) -> Self {
        let sets = match goal {
            Goal::Own { cells, .. } => cells.iter().map(|cells| bits(cells)).collect(),
            Goal::Threat(threat) => threat.lines().iter().map(|cells| bits(cells)).collect(),
            Goal::Counted(_) | Goal::Draw => fours(None).iter().map(|cells| bits(cells)).collect(),
            Goal::Full(_) => Vec::new(),
        };
        Self { goal, human, sets }
    }

    pub(super) fn is_reached(&self, position: &Position, counted: usize) -> bool {
        let winner = position.winner();
        match self.goal {
            Goal::Own { wins, .. } => {
                let own = position.pieces[index(self.owner())];
                winner == wins.then_some(self.owner()) && self.sets.iter().any(|set| own & set == *set)
            }
            _ if winner.is_some() => false,
            Goal::Threat(threat) => threat.is_there(&position.board, self.human),
            Goal::Full(column) => !legal_columns(&position.board).contains(column),
            Goal::Counted(wanted) => counted >= *wanted,
            Goal::Draw => position.board.is_full(),
        }
    }

    /// The player whose pieces the goal is about.
    fn owner(&self) -> Player {
        match self.goal {
            Goal::Own { is_computer: true, .. } => self.human.other(),
            _ => self.human,
        }
    }

    /// A score that is higher the nearer a position is to the goal.
    pub(super) fn worth(&self, position: &Position, counted: usize) -> i64 {
        let lines = |owner: Player| -> i64 {
            let (own, others) = (position.pieces[index(owner)], position.pieces[index(owner.other())]);
            let open = self.sets.iter().filter(|set| others & **set == 0);
            open.map(|set| WORTH[((own & set).count_ones() as usize).min(WORTH.len() - 1)]).sum()
        };
        match self.goal {
            Goal::Own { .. } | Goal::Threat(_) => lines(self.owner()),
            Goal::Full(column) => {
                let pieces = (0..Board::ROWS).filter(|row| !position.board.is_free(Cell::new(*row, *column)));
                pieces.count() as i64
            }
            Goal::Counted(_) => counted as i64 * WORTH[WORTH.len() - 1] - lines(self.human),
            Goal::Draw => -lines(self.human) - lines(self.human.other()),
        }
    }
}

/// Every place for a line of four in a direction, or in all of them.
fn fours(direction: Option<Direction>) -> Vec<Vec<Cell>> {
    let fits = |line: &crate::grid::Line| direction.is_none_or(|direction| line.direction == direction);
    games::fours().into_iter().filter(fits).map(|line| line.cells).collect()
}

fn named(direction: &str) -> Option<Direction> {
    Some(match direction {
        "row" => Direction::Horizontal,
        "column" => Direction::Vertical,
        "falling" => Direction::Falling,
        "rising" => Direction::Rising,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::Goal;

    #[test]
    fn goals_have_names() {
        for word in [
            "",
            "won",
            "win:up",
            "win:row:0",
            "win:row:25",
            "full:0",
            "full:8",
            "full",
            "wrap",
            "block:all",
            "counted:x",
        ] {
            assert_eq!(Goal::named(word), None, "{word}");
        }
        assert_eq!(Goal::named("full:7"), Some(Goal::Full(6)));
        assert_eq!(Goal::named("counted:8"), Some(Goal::Counted(8)));
    }
}

//! Connect Four for ARM: RED and YELLOW, six rows and seven columns, one key for each move, `q` starts a new game.
//!
//! The course's brief (Trinity College Dublin, CS1022, "Connect 4", February 2019) fixes the rules and hardly a word: RED
//! moves first, the board is shown after each turn, a win is announced in free words, `q` restarts. So nothing here prints.
//! [`Game`] is given the keys and reports what a correct program shows: [`Observation`]s. Where the brief is
//! silent nothing is demanded: a key that is no move may be refused in words or passed over, and after a game a program
//! may end, ask, or start a new game.
//!
//! ```
//! use reference::grid::Player;
//! use reference::red_and_yellow::{Game, Outcome};
//!
//! let mut game = Game::default();
//! for key in *b"1122334" {
//!     game.press(key);
//! }
//! assert!(matches!(game.outcome(), Some(Outcome::Win { winner: Player::One, .. })));
//! ```

mod computer;
mod goal;
mod plan;

pub use computer::{Advice, Colour, Computer, ComputerRules, Ends, Reading, Strategy, Why};
pub use goal::{Goal, Threat};
pub use plan::Planner;

use crate::four_in_a_row::{Board, Columns, Threes, legal_columns};
use crate::grid::{Cell, Line, Player};
use crate::option::{by_name, option};

/// The key that starts a new game.
pub const RESTART: u8 = b'q';

option! {
    /// The player who moves first.
    Starter {
        /// The brief: RED, and YELLOW after that.
        Red,
        /// The other way round, which the brief does not allow.
        Yellow,
    }
}

/// The way in which a program reads the brief.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The player who moves first.
    pub starter: Starter,
    /// The columns in which pieces can be dropped. The key of another one is no move. The brief forbids all values but the first, here
    /// and below.
    pub columns: Columns,
    /// The lines in which three pieces are enough.
    pub threes: Threes,
}

by_name!(Rules { starter: Starter, columns: Columns, threes: Threes });

/// One thing that is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The board, after a move or at the beginning.
    Frame(Board),
    /// The player whose turn it is: RED is player one.
    Turn(Player),
    /// The column is full, and the program says so.
    Full(Player),
    /// A key that is no move; nothing need be said.
    Passed(Player),
    /// The game is over.
    Over(Outcome),
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Four or more in a line.
    Win {
        /// The owner of the line.
        winner: Player,
        /// All lines that the last piece completed.
        lines: Vec<Line>,
    },
    /// The board is full and no player has won.
    Draw,
}

impl Outcome {
    /// The winner; `None` in a draw.
    pub fn winner(&self) -> Option<Player> {
        match self {
            Self::Win { winner, .. } => Some(*winner),
            Self::Draw => None,
        }
    }
}

/// A run of the program: one game after the other.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    board: Board,
    player: Player,
    outcome: Option<Outcome>,
    log: Vec<Observation>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

impl Game {
    /// The program's start: the empty board, and the first player's turn.
    pub fn new(rules: Rules) -> Self {
        let (board, player) = (Board::default(), Player::One);
        let mut game = Self { rules, board, player, outcome: None, log: Vec::new() };
        game.begin();
        game
    }

    /// Everything that was to be seen so far.
    pub fn observations(&self) -> &[Observation] {
        &self.log
    }

    /// The board as it is.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player whose turn it is, or was last.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The result of the game; `None` while it is played.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// A key is pressed. Once a game is over every key but [`RESTART`] is passed over.
    pub fn press(&mut self, key: u8) {
        if key == RESTART {
            self.begin();
            return;
        }
        let column = column_of(key).filter(|column| self.rules.columns.take(*column));
        match column.filter(|_| self.outcome.is_none()) {
            None => self.log.push(Observation::Passed(self.player)),
            Some(column) if legal_columns(&self.board).contains(&column) => self.drop_into(column),
            Some(_) => self.log.push(Observation::Full(self.player)),
        }
    }

    /// Returns `true` if a key means a column of the board in which no piece can be dropped.
    pub fn refuses(&self, key: u8) -> bool {
        column_of(key).is_some_and(|column| !self.rules.columns.take(column))
    }

    /// The other player, who presses no keys, drops a piece into a column counted from 0; nothing happens if it is full or
    /// the game is over.
    pub fn reply(&mut self, column: usize) {
        if self.outcome.is_none() {
            self.drop_into(column);
        }
    }

    /// Starts a new game, as [`RESTART`] does.
    pub fn begin(&mut self) {
        self.board = Board::default();
        self.player = match self.rules.starter {
            Starter::Red => Player::One,
            Starter::Yellow => Player::Two,
        };
        self.outcome = None;
        self.log.push(Observation::Frame(self.board));
        self.log.push(Observation::Turn(self.player));
    }

    fn drop_into(&mut self, column: usize) {
        let cells = (0..Board::ROWS).rev().map(|row| Cell::new(row, column));
        let Some(cell) = cells.into_iter().find(|cell| self.board.is_free(*cell)) else { return };
        self.board.set(cell, Some(self.player));
        self.log.push(Observation::Frame(self.board));
        let lines = self.rules.threes.lines_of(&self.board, self.player);
        let outcome = if !lines.is_empty() {
            Outcome::Win { winner: self.player, lines }
        } else if self.board.is_full() {
            Outcome::Draw
        } else {
            self.player = self.player.other();
            self.log.push(Observation::Turn(self.player));
            return;
        };
        self.log.push(Observation::Over(outcome.clone()));
        self.outcome = Some(outcome);
    }
}

/// The column that a key means, counted from 0.
fn column_of(key: u8) -> Option<usize> {
    key.checked_sub(b'1').map(usize::from).filter(|column| *column < Board::COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::{Game, Observation, Outcome, Rules};
    use crate::four_in_a_row::games;
    use crate::grid::Player;

    fn play(keys: &str) -> Game {
        let mut game = Game::default();
        keys.bytes().for_each(|key| game.press(key));
        game
    }

    fn keys(columns: &[usize]) -> String {
        columns.iter().map(|column| (column + 1).to_string()).collect()
    }

    #[test]
    fn red_begins_and_turns_alternate() {
        let game = play("44");
        let turns: Vec<Player> = game
            .observations()
            .iter()
            .filter_map(|seen| if let Observation::Turn(player) = seen { Some(*player) } else { None })
            .collect();
        assert_eq!(turns, [Player::One, Player::Two, Player::One]);
        assert_eq!(game.board().picture().matches('.').count(), 40);
    }

    #[test]
    fn yellow_begins_where_that_is_the_rule() {
        let mut rules = Rules::default();
        assert!(rules.set("starter", "yellow"));
        let mut game = Game::new(rules);
        assert_eq!(game.player(), Player::Two);
        for key in [b'1', super::RESTART] {
            game.press(key);
        }
        assert_eq!(game.player(), Player::Two);
    }

    #[test]
    fn a_column_is_refused_and_three_win_where_that_is_the_rule() {
        let played = |option: &str, value: &str, keys: &str| {
            let mut rules = Rules::default();
            assert!(rules.set(option, value));
            let mut game = Game::new(rules);
            keys.bytes().for_each(|key| game.press(key));
            game
        };
        let game = played("columns", "not-the-last", "17");
        assert_eq!(game.observations().last(), Some(&Observation::Passed(Player::Two)));
        assert_eq!([b'1', b'7', b'8'].map(|key| game.refuses(key)), [false, true, false]);
        assert_eq!(game.player(), Player::Two);
        let winner = |keys| played("threes", "win-in-columns", keys).outcome().and_then(Outcome::winner);
        assert_eq!((winner("12121"), winner("11223")), (Some(Player::One), None));
    }

    #[test]
    fn every_line_wins_for_both_players() {
        for line in games::fours() {
            for winner in Player::BOTH {
                let Some(columns) = games::win(&line, winner) else { continue };
                let game = play(&keys(&columns));
                assert_eq!(game.outcome().and_then(Outcome::winner), Some(winner), "{columns:?}");
            }
        }
    }

    #[test]
    fn lines_do_not_go_on_in_the_next_row() {
        for cells in games::wrap_arounds() {
            let Some(columns) = games::without_win(&cells, Player::One) else { continue };
            assert_eq!(play(&keys(&columns)).outcome(), None);
        }
    }

    #[test]
    fn a_full_board_is_a_draw() {
        for columns in games::ties() {
            assert_eq!(play(&keys(&columns)).outcome(), Some(&Outcome::Draw));
        }
    }

    #[test]
    fn a_full_column_and_other_keys_keep_the_player() {
        let game = play("1111111");
        assert_eq!(game.observations().last(), Some(&Observation::Full(Player::One)));
        for key in ["0", "8", "9", "a", "\n", "Q"] {
            let game = play(&format!("1{key}"));
            assert_eq!(game.observations().last(), Some(&Observation::Passed(Player::Two)), "{key:?}");
            assert_eq!(game.player(), Player::Two);
        }
    }

    #[test]
    fn q_starts_a_new_game_during_one_and_after_one() {
        for keys in ["123q", "1122334q"] {
            let game = play(keys);
            assert_eq!((game.player(), game.outcome()), (Player::One, None));
            assert_eq!(game.board().picture().matches('.').count(), 42);
        }
        let over = play("11223345");
        assert!(over.outcome().is_some());
        assert_eq!(over.observations().last(), Some(&Observation::Passed(Player::One)));
    }
}

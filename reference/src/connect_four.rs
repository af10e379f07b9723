//! Connect Four for LC-3: two players, six rows and six columns, one key for each move.
//!
//! The rules: Player 1 plays `O` and begins; a checker falls to the lowest free cell of its column; four in a row, column
//! or diagonal win, which is looked for before the tie; any key but `1` to `6`, and a full column, is an invalid move.

/// Rows and columns of the board.
pub const SIZE: usize = 6;

/// The number of checkers in a line that win.
const WINNING: usize = 4;

/// One of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Plays `O` and moves first.
    One,
    /// Plays `X`.
    Two,
}

impl Player {
    fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    fn checker(self) -> char {
        match self {
            Self::One => 'O',
            Self::Two => 'X',
        }
    }

    fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// This player is to move.
    ToMove(Player),
    /// This player has won.
    Won(Player),
    /// The board is full and no player has won.
    Tied,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    /// Cells by row from the top and column from the left.
    cells: [[Option<Player>; SIZE]; SIZE],
    state: State,
}

impl Default for Game {
    fn default() -> Self {
        Self { cells: [[None; SIZE]; SIZE], state: State::ToMove(Player::One) }
    }
}

impl Game {
    /// The current state of the game.
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns `true` if this key is a legal move.
    pub fn accepts(&self, key: char) -> bool {
        matches!(self.state, State::ToMove(_)) && self.landing(key).is_some()
    }

    /// The text that the program prints at the start: the empty board and the first prompt.
    pub fn opening(&self) -> String {
        self.board() + &self.status()
    }

    /// The text that the program prints after a key, from the key's echo to the next prompt or the result;
    /// empty once the game is over.
    pub fn play(&mut self, key: char) -> String {
        let State::ToMove(player) = self.state else { return String::new() };
        let Some((row, column)) = self.landing(key) else {
            return format!("{key}\nInvalid move. Try again.\n{}", self.status());
        };
        self.cells[row][column] = Some(player);
        self.state = if self.wins(row, column, player) {
            State::Won(player)
        } else if self.cells.iter().flatten().all(Option::is_some) {
            State::Tied
        } else {
            State::ToMove(player.other())
        };
        format!("{key}\n{}{}", self.board(), self.status())
    }

    /// The cell, as row and column, in which a checker of this key's column lands; `None` if the move is
    /// invalid.
    fn landing(&self, key: char) -> Option<(usize, usize)> {
        let column = ('1'..='6').position(|digit| digit == key)?;
        let row = (0..SIZE).rev().find(|row| self.cells[*row][column].is_none())?;
        Some((row, column))
    }

    fn wins(&self, row: usize, column: usize, player: Player) -> bool {
        let owned = |row: usize, column: usize| {
            row < SIZE && column < SIZE && self.cells[row][column] == Some(player)
        };
        // The number of the player's checkers from here on in one direction, this one not counted.
        let run = |down: isize, right: isize| {
            (1..WINNING)
                .take_while(|step| {
                    let step = step.cast_signed();
                    owned(row.wrapping_add_signed(down * step), column.wrapping_add_signed(right * step))
                })
                .count()
        };
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .into_iter()
            .any(|(down, right)| run(down, right) + 1 + run(-down, -right) >= WINNING)
    }

    /// Six rows with one space between cells and none after the last one.
    fn board(&self) -> String {
        let mut board = String::new();
        for row in &self.cells {
            let cells: Vec<String> =
                row.iter().map(|cell| cell.map_or('-', Player::checker).to_string()).collect();
            board += &(cells.join(" ") + "\n");
        }
        board
    }

    /// The prompt, or the result.
    fn status(&self) -> String {
        match self.state {
            State::ToMove(player) => format!("Player {}, choose a column: ", player.number()),
            State::Won(player) => format!("Player {} Wins.", player.number()),
            State::Tied => "Tie Game.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Game, Player, State};

    #[track_caller]
    fn check(keys: &str, expected: State) -> String {
        let mut game = Game::default();
        let mut last = game.opening();
        for key in keys.chars() {
            last = game.play(key);
        }
        assert_eq!(game.state(), expected, "{keys}");
        last
    }

    #[test]
    fn the_sample_game_is_won_on_a_diagonal() {
        let last = check("12233144344", State::Won(Player::One));
        assert_eq!(
            last,
            "4\n- - - - - -\n- - - - - -\n- - - O - -\n- - O X - -\nX O O X - -\nO X X O - -\nPlayer 1 Wins."
        );
    }

    #[test]
    fn four_in_every_direction_win() {
        check("1122334", State::Won(Player::One));
        check("5656565", State::Won(Player::One));
        check("111122325364", State::Won(Player::Two));
        check("1666344552526", State::Won(Player::One));
    }

    #[test]
    fn a_full_board_is_a_tie_and_a_line_does_not_wrap() {
        let last = check("111111222222344444455555566666633333", State::Tied);
        assert!(last.ends_with("Tie Game."));
    }

    #[test]
    fn an_invalid_key_keeps_the_player() {
        let last = check("D", State::ToMove(Player::One));
        assert_eq!(last, "D\nInvalid move. Try again.\nPlayer 1, choose a column: ");
        check("1111111", State::ToMove(Player::One));
    }

    #[test]
    fn nothing_is_printed_after_the_end() {
        assert_eq!(check("11223345", State::Won(Player::One)), "");
    }
}

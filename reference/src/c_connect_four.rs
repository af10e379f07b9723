//! Connect Four in C: two players, or one against a computer that looks some moves ahead.
//!
//! The texts and their order are those of the course's slides. Player 1 plays `O` and moves first, player 2
//! or the computer plays `X`. The slides do not say how a correct program treats input that is not a number
//! where a number is asked.

mod board;
mod computer;

pub use board::{Board, COLUMNS, Piece, ROWS};
pub use computer::{Difficulty, choose, choose_plainly};

use std::fmt::Write as _;

/// The output of a correct program for an input, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Everything that it prints.
    pub output: String,
    /// True if the game came to its end; otherwise the program waits for more input.
    pub is_over: bool,
}

/// The reasons why nothing is known of a correct program's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undetermined {
    /// A number is asked for, and this is typed.
    NotANumber(String),
    /// The name of a player has more bytes than the program has room for, which is 80.
    LongName(String),
}

/// The most bytes that a name has.
const LONGEST_NAME: usize = 80;

/// The largest number that every program can read, and the smallest one less than zero.
const LARGEST: i64 = i32::MAX as i64;

/// Plays an input.
///
/// # Errors
/// If the behaviour of a correct program is not determined.
pub fn play(input: &str) -> Result<Transcript, Undetermined> {
    let mut game = Game { words: input.split_ascii_whitespace(), output: String::new() };
    let is_over = game.run()?.is_some();
    Ok(Transcript { output: game.output, is_over })
}

/// A game as it is played.
struct Game<'i> {
    /// The input that was not read yet.
    words: std::str::SplitAsciiWhitespace<'i>,
    output: String,
}

/// A value read from the input; `None` if the input ends before it.
type Read<T> = Result<Option<T>, Undetermined>;

impl Game<'_> {
    fn print(&mut self, text: &str) {
        self.output.push_str(text);
    }

    /// A whole number, as `scanf("%d")` reads it.
    fn number(&mut self) -> Read<i64> {
        let Some(word) = self.words.next() else { return Ok(None) };
        let number = word.parse::<i64>().ok().filter(|number| (-LARGEST..=LARGEST).contains(number));
        number.map(Some).ok_or_else(|| Undetermined::NotANumber(word.to_owned()))
    }

    fn name(&mut self) -> Read<String> {
        match self.words.next() {
            Some(word) if word.len() > LONGEST_NAME => Err(Undetermined::LongName(word.to_owned())),
            word => Ok(word.map(str::to_owned)),
        }
    }

    /// Asks until a number from 1 to `most` is typed.
    fn choice(&mut self, most: i64, question: &str, again: &str) -> Read<i64> {
        self.print(question);
        loop {
            match self.number()? {
                Some(number) if (1..=most).contains(&number) => return Ok(Some(number)),
                Some(_) => self.print(again),
                None => return Ok(None),
            }
        }
    }

    /// Plays to the end of the game, or of the input.
    fn run(&mut self) -> Read<()> {
        self.print("Lets Play Connect 4!!\n");
        let modes = "Choose the game mode:\n (1) for single player, (2) for double player: ";
        let Some(mode) = self.choice(2, modes, "Invalid Input!\n Select mode 1 or 2: ")? else {
            return Ok(None);
        };
        self.print("enter name for player1 'O': ");
        let Some(first) = self.name()? else { return Ok(None) };
        let (second, difficulty) = if mode == 2 {
            self.print("enter name for player2 'X': ");
            let Some(second) = self.name()? else { return Ok(None) };
            (second, None)
        } else {
            let levels = "You are playing against COMPUTER! set your difficulty (1, 2, 3): ";
            let again = "Invalid Input!\n Set difficulty within (1,2,3):";
            let Some(level) = self.choice(3, levels, again)? else { return Ok(None) };
            ("COMPUTER".to_owned(), Difficulty::ALL.get(level as usize - 1).copied())
        };
        let mut board = Board::default();
        self.print("Initialising board...\n");
        self.show(&board);
        for piece in [Piece::O, Piece::X].into_iter().cycle() {
            let name = if piece == Piece::O { &first } else { &second };
            match difficulty.filter(|_| piece == Piece::X) {
                Some(difficulty) => {
                    self.print("Computer is thinking...\n");
                    let Some(column) = choose(&board, difficulty) else { break };
                    board = board.with(column, piece);
                    self.chose(name, column);
                }
                None => {
                    let Some(column) = self.column(name, piece, &board)? else { return Ok(None) };
                    board = board.with(column, piece);
                    self.chose(name, column);
                }
            }
            self.show(&board);
            if board.has_won(piece) {
                writeln!(self.output, "{name} is the WINNER!!").expect("strings take everything");
                break;
            }
            if board.is_full() {
                self.print("Its a DRAW!\n");
                break;
            }
        }
        Ok(Some(()))
    }

    /// Asks a player for a column that is there and has room; the columns count from 0.
    fn column(&mut self, name: &str, piece: Piece, board: &Board) -> Read<usize> {
        write!(self.output, "Its {name}'s({}) turn\nEnter column: ", piece.symbol())
            .expect("strings take everything");
        loop {
            let Some(number) = self.number()? else { return Ok(None) };
            let column = usize::try_from(number - 1).ok().filter(|column| board.has_room(*column));
            if column.is_some() {
                return Ok(column);
            }
            self.print("chose a valid column\n\t:");
        }
    }

    fn chose(&mut self, name: &str, column: usize) {
        writeln!(self.output, "{name} chose {}", column + 1).expect("strings take everything");
    }

    fn show(&mut self, board: &Board) {
        self.print("\n   1 2 3 4 5 6 7\n");
        for row in 0..ROWS {
            write!(self.output, "   _ _ _ _ _ _ _\n{} ", row + 1).expect("strings take everything");
            for column in 0..COLUMNS {
                let symbol = board.at(row, column).map_or(' ', Piece::symbol);
                write!(self.output, "|{symbol}").expect("strings take everything");
            }
            self.print("|\n");
        }
        self.print("   - - - - - - -\n\n");
    }
}

#[cfg(test)]
mod tests;

//! `grader play`: a person plays the reference.

use std::io::{self, BufRead as _};

use clap::{Args, ValueEnum};
use reference::connect_four::{Game, State};

use super::CommandFailure;
use super::exit::Exit;
use super::terminal::Terminal;

/// The flags of `grader play`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The assignment.
    #[arg(value_enum)]
    assignment: Assignment,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Assignment {
    /// Connect Four on a 6 by 6 grid; each line's characters are the keys.
    #[value(name = "lc3")]
    ConnectFour,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    match arguments.assignment {
        Assignment::ConnectFour => connect_four(terminal),
    }
}

/// The terminal echoes what is typed, and ENTER ends the line; so the echo and its line end are not printed again.
fn connect_four(terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let mut game = Game::default();
    terminal.print(&game.opening())?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| CommandFailure::no_keyboard(&error))?;
        for (index, key) in line.chars().enumerate() {
            let answer = game.play(key);
            let echo = key.len_utf8() + 1;
            terminal.print(if index == 0 { answer.get(echo..).unwrap_or("") } else { &answer })?;
        }
        if !matches!(game.state(), State::ToMove(_)) {
            break;
        }
    }
    terminal.print("\n")?;
    Ok(Exit::Done)
}

//! `grader completions`: what shells read to complete the command line. The only file that names the crate for it.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::CommandFailure;
use super::exit::Exit;
use super::terminal::Terminal;

/// The flags of `grader completions`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The shell that reads it.
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn main(arguments: &Arguments, mut command: Command) -> Result<Exit, CommandFailure> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, "grader", &mut script);
    Terminal::print_bytes(&script)?;
    Ok(Exit::Done)
}

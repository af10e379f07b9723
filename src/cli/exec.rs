//! `grader exec`: run a program on the terminal.

use std::path::PathBuf;

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::keyboard::Keyboard;
use super::machine::{ExecFlags, isa_parser, load, read_all};
use super::terminal::Terminal;
use crate::diagnostics::Text;
use crate::explain;
use crate::isa::Isa;
use crate::machine::{Facts, Start, Stop};
use crate::play::Ending;

/// The flags of `grader exec`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The program (.asm, .s, .obj, .bin), and files that are loaded next to it, such as an interrupt routine.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The instruction set; recognised from the source if not given.
    #[arg(long, value_parser = isa_parser())]
    isa: Option<&'static Isa>,

    #[command(flatten)]
    machine: ExecFlags,

    /// Stop after this many instructions.
    #[arg(long, value_name = "INSTRUCTIONS")]
    fuel: Option<u64>,

    /// Fill memory and registers with pseudo-random values drawn from this seed; random services draw from it too.
    #[arg(long, value_name = "SEED")]
    random: Option<u64>,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let files = read_all(&arguments.files)?;
    let loaded = load(&arguments.machine, arguments.isa, &files)?;
    for note in &loaded.notes {
        terminal.say(note);
    }
    let Some(program) = loaded.program.as_deref() else {
        terminal.diagnose(&loaded.diagnostics, &loaded.sources);
        return Ok(Exit::Failed);
    };
    let start = arguments.random.map_or(Start::Zeros, Start::Random);
    let mut console = Keyboard::new();
    let ended = program.run(start.into(), arguments.fuel.unwrap_or(u64::MAX), &mut console);
    console.flush();
    if let Some(failure) = console.failure {
        return Err(failure);
    }
    Terminal::print_bytes(&program.exit_message(ended))?;
    if ended.stop.is_end() || ended.stop == Stop::Starved {
        return Ok(Exit::Done);
    }
    let reasons: Vec<Text> = explain::stop(program, &Facts::default(), ended, Ending::Open);
    terminal.line("");
    for reason in reasons {
        terminal.say(&reason);
    }
    Ok(Exit::Failed)
}

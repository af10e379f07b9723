//! `grader asm`: assemble source files.

use std::path::PathBuf;

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::machine::{AsmFlags, isa_parser, load, read_all};
use super::output::{Claims, write_whole};
use super::terminal::Terminal;
use crate::diagnostics::{has_errors, text};
use crate::isa::Isa;

/// The flags of `grader asm`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The source files of a program.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The instruction set; recognised from the source if not given.
    #[arg(long, value_parser = isa_parser())]
    isa: Option<&'static Isa>,

    #[command(flatten)]
    machine: AsmFlags,

    /// Print no warnings.
    #[arg(long)]
    no_warnings: bool,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    arguments.claim_paths()?;
    let files = read_all(&arguments.files)?;
    let loaded = load(&arguments.machine, arguments.isa, &files)?;
    if !arguments.no_warnings || has_errors(&loaded.diagnostics) {
        terminal.diagnose(&loaded.diagnostics, &loaded.sources);
    }
    let Some(program) = loaded.program else { return Ok(Exit::Failed) };
    for (output, path) in arguments.machine.outputs() {
        write_whole(path, &program.object_file(output.flag).map_err(CommandFailure::usage)?)?;
    }
    terminal.print(&program.listing())?;
    Ok(Exit::Done)
}

impl Arguments {
    /// Refuses an object file that would be written over a source, or over another one.
    fn claim_paths(&self) -> Result<(), CommandFailure> {
        let mut claims = Claims::default();
        for path in &self.files {
            claims.reads(path, &text!("a source file", "tệp mã nguồn"));
        }
        for (_, path) in self.machine.outputs() {
            claims.writes(path, &text!("an object file", "tệp đối tượng"))?;
        }
        Ok(())
    }
}

//! `grader asm`: assemble source files.

mod lc3;
mod mips;

use std::path::PathBuf;

use clap::Args;

use super::exit::Exit;
use super::output::Claims;
use super::terminal::Terminal;
use super::{CommandFailure, IsaChoice};
use crate::diagnostics::{Diagnostic, SourceFile, Sources, has_errors};
use crate::isa::Isa;
use crate::isa::lc3::Dialect;
use crate::isa::mips::MemoryMap;

/// The flags of `grader asm`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The source files of a program.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The instruction set; told from the source if not given.
    #[arg(long, value_enum)]
    isa: Option<IsaChoice>,

    /// LC-3: read the source strictly as one tool does: lc3tools, lc3tools-strict, lc3-ensemble, lc3as, pennsim, complx,
    /// lc3edit or lace. Otherwise whatever any of them accepts is accepted, with a warning.
    #[arg(long, value_parser = parse_dialect)]
    dialect: Option<Dialect>,

    /// LC-3: write an object file for lc3tools.
    #[arg(long, value_name = "PATH")]
    obj: Option<PathBuf>,

    /// LC-3: write an object file for LC3Edit, lc3as and PennSim; the program must have one block.
    #[arg(long, value_name = "PATH")]
    raw: Option<PathBuf>,

    /// MIPS: the memory configuration: default, compact-data-at-zero or compact-text-at-zero.
    #[arg(long, value_parser = super::parse_memory_map)]
    memory: Option<MemoryMap>,

    /// MIPS: give pseudo-instructions delay slots, as for a machine with delayed branches.
    #[arg(long)]
    delayed_branches: bool,

    /// Print no warnings.
    #[arg(long)]
    no_warnings: bool,
}

fn parse_dialect(argument: &str) -> Result<Dialect, String> {
    let names = Dialect::ALL.map(Dialect::id).join(", ");
    Dialect::ALL
        .into_iter()
        .find(|dialect| dialect.id() == argument)
        .ok_or_else(|| format!("there is no dialect `{argument}`; dialects are {names}"))
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    arguments.claim_paths()?;
    let mut files = Vec::new();
    for path in &arguments.files {
        let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot("read", path, &error))?;
        files.push(SourceFile::from_bytes(path.display().to_string(), &bytes));
    }
    let isa = arguments.isa.map_or_else(|| Isa::of(&files), Isa::from);
    match isa {
        Isa::Lc3 => lc3::main(arguments, files, terminal),
        Isa::Mips => mips::main(arguments, files, terminal),
    }
}

impl Arguments {
    /// Refuses an object file that would be written over a source, or over the other one.
    fn claim_paths(&self) -> Result<(), CommandFailure> {
        let mut claims = Claims::default();
        for path in &self.files {
            claims.reads(path, "a source file");
        }
        for path in self.obj.iter().chain(&self.raw) {
            claims.writes(path, "an object file")?;
        }
        Ok(())
    }

    fn diagnose(&self, terminal: &Terminal, diagnostics: &[Diagnostic], sources: &Sources) {
        if !self.no_warnings || has_errors(diagnostics) {
            terminal.diagnose(diagnostics, sources);
        }
    }
}

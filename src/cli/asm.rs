//! `grader asm`: assemble a file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::CommandFailure;
use super::exit::Exit;
use super::terminal::Terminal;
use crate::diagnostics::{SourceFile, harmless, has_errors};
use crate::isa::lc3::table::disassemble;
use crate::isa::lc3::{Dialect, Program, assemble, write_object, write_words};

/// The flags of `grader asm`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The source file.
    file: PathBuf,

    /// Read the source strictly as one tool does: lc3tools, lc3tools-strict, lc3-ensemble, lc3as, pennsim, complx,
    /// lc3edit or lace. Otherwise whatever any of them accepts is accepted, with a warning.
    #[arg(long, value_parser = parse_dialect)]
    dialect: Option<Dialect>,

    /// Write an object file for lc3tools.
    #[arg(long, value_name = "PATH")]
    obj: Option<PathBuf>,

    /// Write an object file for LC3Edit, lc3as and PennSim; the program must have one block.
    #[arg(long, value_name = "PATH")]
    raw: Option<PathBuf>,

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
    let path = &arguments.file;
    let bytes = std::fs::read(path).map_err(|error| CommandFailure::cannot("read", path, &error))?;
    let source = SourceFile::from_bytes(arguments.file.display().to_string(), &bytes);
    let mut assembly = assemble(vec![source], arguments.dialect);
    if arguments.no_warnings && !has_errors(&assembly.diagnostics) {
        assembly.diagnostics.clear();
    }
    terminal.diagnose(&assembly.diagnostics, &assembly.sources);
    let Some(program) = assembly.program else { return Ok(Exit::Failed) };
    if let Some(path) = &arguments.obj {
        write(path, &write_object(&program))?;
    }
    if let Some(path) = &arguments.raw {
        let [block] = program.blocks.as_slice() else {
            return Err(CommandFailure::usage("this format holds one .ORIG block; use --obj"));
        };
        write(path, &write_words(block))?;
    }
    terminal.print(&listing(&program))?;
    Ok(Exit::Done)
}

/// Address, word, label, instruction and source line of every word.
fn listing(program: &Program) -> String {
    let mut listing = String::new();
    let mut last_line = None;
    for block in &program.blocks {
        for (index, word) in block.words.iter().enumerate() {
            let address = u32::from(block.origin) + index as u32;
            let span = program.source_map.get(address).map(|line| line.span);
            let place = span.map(|span| (span.file, program.sources.position(span).line));
            let source = match (place, span) {
                (Some((_, line)), Some(span)) if place != last_line => {
                    let source = program.sources.file(span.file).line(line).replace('\t', "    ");
                    format!("{line:>5}  {}", harmless(source.trim_end()))
                }
                _ => String::new(),
            };
            last_line = place;
            let meaning = disassemble(*word);
            let line = format!("x{address:04X}  x{word:04X}  {meaning:<20}{source}");
            writeln!(listing, "{}", line.trim_end()).expect("strings take everything");
        }
    }
    if !program.symbols.is_empty() {
        listing.push('\n');
    }
    for symbol in &program.symbols {
        writeln!(listing, "x{:04X}  {}", symbol.address, harmless(&symbol.name))
            .expect("strings take everything");
    }
    listing
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandFailure> {
    std::fs::write(path, bytes).map_err(|error| CommandFailure::cannot("write", path, &error))
}

//! `grader asm` for LC-3.

use std::fmt::Write as _;

use super::super::CommandFailure;
use super::super::exit::Exit;
use super::super::output::write_whole;
use super::super::terminal::Terminal;
use super::Arguments;
use crate::diagnostics::{SourceFile, harmless};
use crate::isa::lc3::table::disassemble;
use crate::isa::lc3::{Program, assemble, write_object, write_words};

pub(super) fn main(
    arguments: &Arguments,
    files: Vec<SourceFile>,
    terminal: &Terminal,
) -> Result<Exit, CommandFailure> {
    let assembly = assemble(files, arguments.dialect);
    arguments.diagnose(terminal, &assembly.diagnostics, &assembly.sources);
    let Some(program) = assembly.program else { return Ok(Exit::Failed) };
    if let Some(path) = &arguments.obj {
        write_whole(path, &write_object(&program))?;
    }
    if let Some(path) = &arguments.raw {
        let [block] = program.blocks.as_slice() else {
            return Err(CommandFailure::usage("this format holds one .ORIG block; use --obj"));
        };
        write_whole(path, &write_words(block))?;
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

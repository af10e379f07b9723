//! `grader asm` for MIPS.

use std::fmt::Write as _;

use super::super::CommandFailure;
use super::super::exit::Exit;
use super::super::terminal::Terminal;
use super::Arguments;
use crate::diagnostics::{SourceFile, harmless};
use crate::isa::mips::table::disassemble;
use crate::isa::mips::{Options, Program, assemble};

pub(super) fn main(
    arguments: &Arguments,
    files: Vec<SourceFile>,
    terminal: &Terminal,
) -> Result<Exit, CommandFailure> {
    if arguments.obj.is_some() || arguments.raw.is_some() {
        return Err(CommandFailure::usage("--obj and --raw write LC-3 object files; this is a MIPS program"));
    }
    let options =
        Options { map: arguments.memory.unwrap_or_default(), delayed_branches: arguments.delayed_branches };
    let assembly = assemble(files, &super::super::include, options);
    arguments.diagnose(terminal, &assembly.diagnostics, &assembly.sources);
    let Some(program) = assembly.program else { return Ok(Exit::Failed) };
    terminal.print(&listing(&program))?;
    Ok(Exit::Done)
}

/// Address, word, basic instruction and source of every word; then the data, then the labels.
fn listing(program: &Program) -> String {
    let mut listing = String::new();
    for statement in &program.statements {
        let file = program.sources.file(statement.span.file);
        let number = program.sources.position(statement.span).line;
        let calls: Vec<String> =
            statement.calls.iter().map(|call| program.sources.position(*call).line.to_string()).collect();
        let place =
            if calls.is_empty() { number.to_string() } else { format!("{}->{number}", calls.join("->")) };
        let source = format!("{place:>6}  {}", harmless(file.line(number).trim()));
        for (index, word) in statement.words.iter().enumerate() {
            let address = statement.address + 4 * index as u32;
            let basic = disassemble(*word, address);
            let source = if index == 0 { source.as_str() } else { "" };
            let line = format!("0x{address:08x}  0x{word:08x}  {basic:<32}{source}");
            writeln!(listing, "{}", line.trim_end()).expect("strings take everything");
        }
    }
    for chunk in &program.data {
        for (row, bytes) in chunk.bytes.chunks(16).enumerate() {
            let address = chunk.address + 16 * row as u32;
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let text: String = bytes
                .iter()
                .map(|byte| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' })
                .collect();
            writeln!(listing, "0x{address:08x}  {:<48}  |{}|", hex.join(" "), harmless(&text))
                .expect("strings take everything");
        }
    }
    if !program.symbols.is_empty() {
        listing.push('\n');
    }
    for symbol in &program.symbols {
        writeln!(listing, "0x{:08x}  {}", symbol.address, harmless(&symbol.name))
            .expect("strings take everything");
    }
    listing
}

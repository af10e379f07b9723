//! The listing of an assembled program.

use std::fmt::Write as _;

use super::program::Program;
use super::table::disassemble;
use crate::diagnostics::harmless;

/// Address, word, label, instruction and source line of every word.
pub(super) fn listing(program: &Program) -> String {
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

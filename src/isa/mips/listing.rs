//! The listing of an assembled program.

use std::fmt::Write as _;

use super::program::Program;
use super::table::disassemble;
use crate::diagnostics::harmless;

/// Address, word, basic instruction and source of every word; then the data, then the labels.
pub(super) fn listing(program: &Program) -> String {
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

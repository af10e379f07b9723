//! The listing of an assembled program.

use std::fmt::Write as _;

use super::program::Program;
use super::text::disassemble;
use crate::asm::Role;
use crate::diagnostics::harmless;

/// As many bytes of data stand in a line.
const ROW: usize = 16;

/// Address, word, instruction and source of every instruction, and the bytes of everything else; then the labels.
pub(super) fn listing(program: &Program) -> String {
    let mut listing = String::new();
    for segment in &program.segments {
        let mut at = 0;
        while at < segment.bytes.len() {
            let address = segment.address + at as u32;
            let line = program.source_map.get(address);
            let source = line.map_or_else(String::new, |line| {
                let number = program.sources.position(line.span).line;
                let text = program.sources.file(line.span.file).line(number);
                format!("{number:>6}  {}", harmless(text.trim()))
            });
            let word = segment.bytes[at..].first_chunk().map(|word| u32::from_le_bytes(*word));
            let is_instruction = line.is_some_and(|line| line.role == Role::Instruction);
            if let (true, Some(word)) = (is_instruction, word) {
                let instruction = disassemble(word, address);
                let line = format!("0x{address:08X}  {word:08X}  {instruction:<36}{source}");
                writeln!(listing, "{}", line.trim_end()).expect("strings take everything");
                at += 4;
                continue;
            }
            let bytes = data_from(program, address, &segment.bytes[at..]);
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            let line = format!("0x{address:08X}  {:<47}{source}", hex.join(" "));
            writeln!(listing, "{}", line.trim_end()).expect("strings take everything");
            at += bytes.len();
        }
    }
    if !program.symbols.is_empty() {
        listing.push('\n');
    }
    for symbol in &program.symbols {
        writeln!(listing, "0x{:08X}  {}", symbol.address, harmless(&symbol.name))
            .expect("strings take everything");
    }
    listing
}

/// The bytes of a line: up to the next statement of the source.
fn data_from<'b>(program: &Program, address: u32, bytes: &'b [u8]) -> &'b [u8] {
    let lines = program.source_map.lines();
    let after = lines.partition_point(|line| line.address <= address);
    let own = after.checked_sub(1).and_then(|index| lines.get(index)).map(|line| line.span);
    // A statement has a line for each of its words.
    let next = lines[after..].iter().find(|line| Some(line.span) != own).map(|line| line.address);
    let most = next.map_or(bytes.len(), |next| (next - address) as usize).clamp(1, ROW);
    &bytes[..most.min(bytes.len())]
}

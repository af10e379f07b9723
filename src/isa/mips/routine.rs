//! A subroutine that is assembled on its own, to stand in for one of a program's.

use super::assembler::{Options, assemble_into};
use super::map::MemoryMap;
use crate::asm::symbols::Host;
use crate::diagnostics::{SourceFile, Text};
use crate::machine::Routine;

/// The data of such a subroutine begins this many bytes after that of programs.
const BEHIND_THE_DATA: u32 = 0x2_0000;

/// Assembles a subroutine for a program whose labels it may use. Its instructions begin at an address of a memory configuration.
///
/// # Errors
/// If it does not assemble, or has not the label.
pub(super) fn routine(
    host: &Host<'_>,
    source: &SourceFile,
    label: &str,
    map: MemoryMap,
    text: u32,
) -> Result<Routine, Text> {
    let data = (map.data + BEHIND_THE_DATA).min(map.heap);
    let options = Options { map: MemoryMap { text, data, ..map }, delayed_branches: false };
    let assembly = assemble_into(host, vec![source.clone()], &|_: &str| None, options);
    let Some(program) = assembly.program else {
        return Err(Routine::does_not_assemble(&assembly.diagnostics, &assembly.sources));
    };
    let Some(entry) = program.address_of(label) else { return Err(Routine::lacks(label)) };
    let words = program.words().map(|(address, word)| (address, word.to_le_bytes().map(u32::from).to_vec()));
    let data = program
        .data
        .iter()
        .map(|chunk| (chunk.address, chunk.bytes.iter().map(|byte| u32::from(*byte)).collect()));
    Ok(Routine { entry, cells: words.chain(data).collect() })
}

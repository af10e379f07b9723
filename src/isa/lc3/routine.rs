//! A subroutine that is assembled on its own, to stand in for one of a program's.

use super::assembler::assemble_into;
use crate::asm::symbols::Host;
use crate::diagnostics::{SourceFile, Text, text};
use crate::machine::Routine;

/// Assembles a subroutine for a program whose labels it may use; its `.ORIG` gives its address.
///
/// # Errors
/// If it does not assemble, or has not the label.
pub(super) fn routine(host: &Host<'_>, source: &SourceFile, label: &str) -> Result<Routine, Text> {
    let assembly = assemble_into(host, vec![source.clone()], None);
    let Some(program) = assembly.program else {
        return Err(Routine::does_not_assemble(&assembly.diagnostics, &assembly.sources));
    };
    let mut symbols = program.symbols.iter();
    let Some(symbol) = symbols.find(|symbol| symbol.name.eq_ignore_ascii_case(label)) else {
        return Err(Routine::lacks(label));
    };
    let of_block = |block: &super::Block| {
        (u32::from(block.origin), block.words.iter().map(|word| u32::from(*word)).collect())
    };
    Ok(Routine { entry: symbol.address, cells: program.blocks.iter().map(of_block).collect() })
}

/// The reason why a subroutine cannot lie next to a program; `None` if it can.
pub(super) fn overlap(routine: &Routine, program: &super::Program) -> Option<Text> {
    let is_taken = |address: &u32| program.word(*address).is_some();
    let mut addresses = routine.cells.iter().flat_map(|(first, cells)| *first..*first + cells.len() as u32);
    let taken = addresses.find(is_taken)?;
    Some(text!(
        "it lies at x{taken:04X}, where the submission's program is too; the `.ORIG` of the file must be one that no submission uses, such as xC000",
        "nó nằm ở x{taken:04X}, trùng với chương trình nộp bài; `.ORIG` của tệp phải là nơi không bài nào dùng, như xC000"
    ))
}

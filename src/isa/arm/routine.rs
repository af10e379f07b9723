//! A subroutine that is assembled on its own, to stand in for one of a program's.

use super::assembler::{Options, assemble_into};
use super::program::{Dialect, Placement};
use crate::asm::symbols::Host;
use crate::diagnostics::{SourceFile, Text};
use crate::machine::Routine;

/// Assembles a subroutine for a program whose labels it may use. Its instructions, followed by its data, begin at an address.
///
/// # Errors
/// If it does not assemble, or has not the label.
pub(super) fn routine(
    host: &Host<'_>,
    source: &SourceFile,
    label: &str,
    dialect: Option<Dialect>,
    code: u32,
) -> Result<Routine, Text> {
    let options = Options { placement: Placement { code, data: None }, dialect };
    let assembly = assemble_into(host, vec![source.clone()], &|_: &str| None, options);
    let Some(program) = assembly.program else {
        return Err(Routine::does_not_assemble(&assembly.diagnostics, &assembly.sources));
    };
    let Some(entry) = program.address_of(label) else { return Err(Routine::lacks(label)) };
    let cells = program
        .segments
        .iter()
        .map(|segment| (segment.address, segment.bytes.iter().map(|byte| u32::from(*byte)).collect()));
    Ok(Routine { entry, cells: cells.collect() })
}

//! From the addresses of a linked program to the lines of its source, and to its variables. The only module that names the crate
//! for DWARF.
//!
//! Source of the format: *DWARF Debugging Information Format*, version 5, 6.2.

mod variables;

use elf_object::elf::FileHeader32;
use elf_object::read::elf::{FileHeader as _, SectionHeader as _};
use gimli::{Dwarf, EndianSlice, LineProgramHeader, LittleEndian, Unit};

use crate::diagnostics::FileId;

pub(super) use variables::{Function, Variable, functions};

type Slice<'d> = EndianSlice<'d, LittleEndian>;

/// Addresses that come from one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The first address.
    pub(super) start: u32,
    /// One past the last address.
    pub(super) end: u32,
    /// The number of the file.
    pub(super) file: usize,
    /// The line, from 1.
    pub(super) line: usize,
}

/// The stretches of a linked program that come from these files, each of which has a path. What cannot be read is left out.
pub(super) fn stretches(image: &[u8], files: &[(FileId, String)]) -> Vec<Stretch> {
    let mut found = Vec::new();
    let Some(dwarf) = sections(image) else { return found };
    let mut units = dwarf.units();
    while let Ok(Some(header)) = units.next() {
        if let Ok(unit) = dwarf.unit(header) {
            // The part that was read of a damaged unit stays.
            let _ = read_unit(&dwarf, &unit, files, &mut found);
        }
    }
    found
}

/// The debugging information of an image.
fn sections(image: &[u8]) -> Option<Dwarf<Slice<'_>>> {
    let endian = elf_object::LittleEndian;
    let header = FileHeader32::<elf_object::LittleEndian>::parse(image).ok()?;
    let table = header.sections(endian, image).ok()?;
    let load = |id: gimli::SectionId| -> Result<Slice<'_>, gimli::Error> {
        let section = table.section_by_name(endian, id.name().as_bytes());
        let data = section.and_then(|(_, section)| section.data(endian, image).ok()).unwrap_or_default();
        Ok(EndianSlice::new(data, LittleEndian))
    };
    Dwarf::load(load).ok()
}

fn read_unit<'d>(
    dwarf: &Dwarf<Slice<'d>>,
    unit: &Unit<Slice<'d>>,
    files: &[(FileId, String)],
    found: &mut Vec<Stretch>,
) -> gimli::Result<()> {
    let Some(program) = unit.line_program.clone() else { return Ok(()) };
    let mut rows = program.rows();
    // Which of the files those of the unit are, once it is known.
    let mut numbers: Vec<Option<Option<usize>>> = Vec::new();
    let mut last: Option<Stretch> = None;
    while let Some((header, row)) = rows.next_row()? {
        let address = row.address() as u32;
        if let Some(stretch) = last.take().filter(|stretch| stretch.start < address) {
            found.push(Stretch { end: address, ..stretch });
        }
        if row.end_sequence() {
            continue;
        }
        let number = row.file_index() as usize;
        if numbers.len() <= number {
            numbers.resize(number.saturating_add(1).min(1 << 16), None);
        }
        let Some(known) = numbers.get_mut(number) else { continue };
        let file = *known.get_or_insert_with(|| {
            let path = path_of(dwarf, unit, header, row.file_index())?;
            files.iter().position(|(_, own)| *own == path)
        });
        last = file.zip(row.line()).map(|(file, line)| Stretch {
            start: address,
            end: address,
            file,
            line: line.get() as usize,
        });
    }
    Ok(())
}

/// The path of a file, from the folder on that the program was compiled in.
fn path_of<'d>(
    dwarf: &Dwarf<Slice<'d>>,
    unit: &Unit<Slice<'d>>,
    header: &LineProgramHeader<Slice<'d>>,
    number: u64,
) -> Option<String> {
    let file = header.file(number)?;
    let text = |value| Some(dwarf.attr_string(unit, value).ok()?.to_string_lossy().into_owned());
    let name = text(file.path_name())?;
    let folder = file.directory(header).and_then(text).unwrap_or_default();
    let path = if name.starts_with('/') { name } else { format!("{folder}/{name}") };
    Some(super::build::unit::normal(path.trim_start_matches("./")))
}

#[cfg(test)]
mod tests {
    use super::stretches;

    #[test]
    fn what_is_no_image_has_no_lines() {
        assert!(stretches(b"\x7fELF", &[]).is_empty());
        assert!(stretches(b"", &[]).is_empty());
    }
}

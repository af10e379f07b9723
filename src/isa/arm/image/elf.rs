//! ELF images, as linkers for ARM write them. Source: *ELF for the Arm Architecture* (IHI 0044).

use elf_object::elf::{EM_ARM, ET_EXEC, FileHeader32, PF_W, PT_LOAD};
use elf_object::read::elf::{FileHeader as _, ProgramHeader as _, Sym as _};
use elf_object::{LittleEndian, SectionIndex};

use super::super::program::Segment;
use super::{Flaw, Image};
use crate::asm::limits;
use crate::diagnostics::text;

type Header = FileHeader32<LittleEndian>;

fn damaged() -> Flaw {
    Flaw::new(
        text!("this ELF file is damaged", "tệp ELF này bị hỏng"),
        Some(text!("assemble and link the program again", "hãy hợp dịch và liên kết lại chương trình")),
    )
}

/// Reads an image.
pub(super) fn read(bytes: &[u8]) -> Result<Image, Flaw> {
    let other = || {
        Flaw::new(
            text!(
                "this program is not for a 32-bit ARM processor",
                "chương trình này không dành cho bộ xử lý ARM 32 bit"
            ),
            Some(text!("assemble it with tools for ARM", "hãy hợp dịch bằng công cụ dành cho ARM")),
        )
    };
    // The class and the order of bytes come first in the file.
    if bytes.get(4..6).is_some_and(|class| class != [1, 1]) {
        return Err(other());
    }
    let endian = LittleEndian;
    let header = Header::parse(bytes).map_err(|_| damaged())?;
    if header.e_machine(endian) != EM_ARM {
        return Err(other());
    }
    if header.e_type(endian) != ET_EXEC {
        return Err(Flaw::new(
            text!("this object file is not linked", "tệp đối tượng này chưa được liên kết"),
            Some(text!(
                "hand in the source, or the linked program",
                "hãy nộp mã nguồn, hoặc chương trình đã liên kết"
            )),
        ));
    }
    let entry = header.e_entry(endian);
    if entry & 1 != 0 {
        return Err(Flaw::new(
            text!("this program begins with Thumb code", "chương trình này bắt đầu bằng mã Thumb"),
            Some(text!("assemble it as ARM code (`-marm`)", "hãy hợp dịch ở dạng mã ARM (`-marm`)")),
        ));
    }
    let mut image = Image { entry, ..Image::default() };
    let mut all = 0usize;
    for segment in header.program_headers(endian, bytes).map_err(|_| damaged())? {
        if segment.p_type(endian) != PT_LOAD || segment.p_memsz(endian) == 0 {
            continue;
        }
        let room = segment.p_memsz(endian) as usize;
        all = all.saturating_add(room);
        if all > limits::MOST_DATA {
            return Err(Flaw::too_large());
        }
        let data = segment.data(endian, bytes).map_err(|()| damaged())?;
        let mut contents = data.get(..data.len().min(room)).unwrap_or_default().to_vec();
        contents.resize(room, 0);
        let read_only = segment.p_flags(endian) & PF_W == 0;
        image.segments.push(Segment { address: segment.p_vaddr(endian), bytes: contents, read_only });
    }
    image.segments.sort_by_key(|segment| segment.address);
    let overlap = image.segments.windows(2).any(|pair| pair[0].end() > pair[1].address);
    if overlap || image.segments.is_empty() {
        return Err(damaged());
    }
    read_symbols(header, bytes, &mut image);
    Ok(image)
}

/// Reads the labels, and from the mapping symbols `$a` and `$d` where code and data begin. An image without symbols is whole.
fn read_symbols(header: &Header, bytes: &[u8], image: &mut Image) {
    let endian = LittleEndian;
    let Ok(sections) = header.sections(endian, bytes) else { return };
    let Ok(table) = sections.symbols(endian, bytes, elf_object::elf::SHT_SYMTAB) else { return };
    let mut marks: Vec<(u32, bool)> = Vec::new();
    for symbol in table.iter() {
        let Ok(name) = symbol.name(endian, table.strings()) else { continue };
        let name = String::from_utf8_lossy(name).into_owned();
        let address = symbol.st_value(endian);
        match name.split('.').next() {
            Some("$a") => marks.push((address, true)),
            Some("$d" | "$t") => marks.push((address, false)),
            _ => {
                let is_label = !name.is_empty()
                    && symbol.st_shndx(endian) != 0
                    && symbol.st_type() <= elf_object::elf::STT_FUNC
                    && SectionIndex(usize::from(symbol.st_shndx(endian))).0 < 0xFF00;
                if is_label {
                    image.symbols.push((name, address));
                }
            }
        }
    }
    marks.sort_unstable();
    for (index, (start, is_code)) in marks.iter().enumerate() {
        let end = marks.get(index + 1).map_or(u32::MAX, |(next, _)| *next);
        if *is_code && *start < end {
            image.code.push((*start, end));
        }
    }
}

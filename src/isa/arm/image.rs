//! Programs that other tools have assembled: ELF images and Intel hex files.
//!
//! They have no source here; what takes its place is their disassembly, so that faults and traces can name a line.

mod elf;
mod hex;

use std::fmt::Write as _;
use std::sync::Arc;

use super::assembler::Assembly;
use super::board::Board;
use super::code;
use super::program::{Compiled, Program, Segment};
use super::table::Decoded;
use super::text::disassemble;
use crate::asm::{ProgramFile, Role, SourceLine, SourceMap, Symbol, limits};
use crate::diagnostics::{Diagnostic, FileId, SourceFile, Sources, Span, Text, text};
use crate::machine::{Isa, Origin};

/// The contents of an image.
#[derive(Debug, Default)]
struct Image {
    segments: Vec<Segment>,
    entry: u32,
    symbols: Vec<(String, u32)>,
    /// Ranges of addresses with instructions, in order, where the image says so.
    code: Vec<(u32, u32)>,
}

/// The reason why a file is no image that can be run.
#[derive(Debug)]
struct Flaw {
    message: Text,
    help: Option<Text>,
}

impl Flaw {
    fn new(message: Text, help: Option<Text>) -> Self {
        Self { message, help }
    }

    fn too_large() -> Self {
        let most = limits::MOST_DATA >> 20;
        Self::new(
            text!("the program comes to more than {most} MB", "chương trình vượt quá {most} MB"),
            Some(text!(
                "link it for the memory of the board, without gaps",
                "hãy liên kết chương trình cho đúng bộ nhớ của board, không có khoảng trống lớn"
            )),
        )
    }
}

/// Reads an image; `None` if the file is not an image, but a source or anything else.
pub(super) fn read(file: &ProgramFile) -> Option<Assembly> {
    let image = if file.bytes.starts_with(b"\x7fELF") {
        elf::read(&file.bytes)
    } else if hex::is_hex(&file.bytes) {
        hex::read(&file.bytes)
    } else {
        return None;
    };
    let image = image.and_then(|image| {
        let bytes: usize = image.segments.iter().map(|segment| segment.bytes.len()).sum();
        if bytes > limits::MOST_DATA { Err(Flaw::too_large()) } else { Ok(image) }
    });
    let mut sources = Sources::default();
    let assembly = match image {
        Ok(image) => {
            let (text, lines) = disassembled(&image);
            let id = sources.add(SourceFile::from_bytes(file.name.clone(), text.as_bytes()));
            let sources = Arc::new(sources);
            let program = program(image, &lines, id, &sources);
            Assembly { program: Some(program), diagnostics: Vec::new(), sources }
        }
        Err(flaw) => {
            let id = sources.add(SourceFile::from_bytes(file.name.clone(), b""));
            let diagnostic = Diagnostic::error(code::IMAGE, Span::new(id, 0..0), flaw.message);
            let diagnostic = flaw.help.into_iter().fold(diagnostic, Diagnostic::help);
            Assembly { program: None, diagnostics: vec![diagnostic], sources: Arc::new(sources) }
        }
    };
    Some(assembly)
}

/// A linked program that a compiler has made from sources that are known; the lines say where its words come from, and `calls`
/// is the label at which callers of its functions begin.
///
/// # Errors
/// If it is larger than what the machine takes.
pub(in crate::isa) fn linked(
    bytes: &[u8],
    isa: &'static Isa,
    sources: Arc<Sources>,
    lines: Vec<SourceLine>,
    calls: &str,
    origin: Arc<dyn Origin>,
) -> Result<Program, Text> {
    let Image { segments, entry, symbols, code } = elf::read(bytes).map_err(|flaw| flaw.message)?;
    let is_code = |address: u32| {
        let after = code.partition_point(|(start, _)| *start <= address);
        after.checked_sub(1).is_some_and(|index| address < code[index].1)
    };
    let limit = segments.iter().filter(|segment| segment.read_only).map(Segment::end).max().unwrap_or(0);
    let source_map = SourceMap::new(lines.into_iter().filter(|line| is_code(line.address)).collect());
    let nowhere = Span::default();
    let of_label = |(name, address): (String, u32)| {
        let span = source_map.get(address).map_or(nowhere, |line| line.span);
        // A part that the compiler has cut off a function, or changed, is called as the function with something after it.
        let name = name.split('.').next().unwrap_or_default().to_owned();
        Symbol { name, address, span }
    };
    let mut symbols: Vec<Symbol> = symbols.into_iter().map(of_label).collect();
    symbols.retain(|symbol| !symbol.name.is_empty());
    symbols.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
    symbols.dedup();
    let calls = symbols.iter().find(|symbol| symbol.name == calls).map(|symbol| symbol.address);
    let code = code.iter().map(|(start, end)| (*start, (*end).min(limit))).collect();
    Ok(Program {
        segments,
        entry,
        symbols,
        source_map,
        sources,
        board: Board::Hosted,
        compiled: Some(Compiled { isa, code, calls, origin }),
        ..Program::default()
    })
}

/// Returns `true` if two images put the same into memory and begin at the same instruction.
pub(in crate::isa) fn is_same_image(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(elf::read);
    let of_both = one.ok().zip(other.ok());
    of_both.is_some_and(|(one, other)| one.entry == other.entry && one.segments == other.segments)
}

/// A line of the disassembly: its address, its place in the text and what it is.
type ImageLine = (u32, std::ops::Range<usize>, Role);

/// The disassembly of what is only read, and where each of its lines stands.
fn disassembled(image: &Image) -> (String, Vec<ImageLine>) {
    let (mut text, mut lines) = (String::new(), Vec::new());
    for segment in image.segments.iter().filter(|segment| segment.read_only) {
        let first = segment.address.next_multiple_of(4);
        let skipped = (first - segment.address) as usize;
        let words = segment.bytes.get(skipped..).unwrap_or_default().chunks_exact(4);
        for (address, word) in (first..).step_by(4).zip(words) {
            let word = word.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
            let is_code = if image.code.is_empty() {
                Decoded::new(word, address).is_some()
            } else {
                let after = image.code.partition_point(|(start, _)| *start <= address);
                after.checked_sub(1).is_some_and(|index| address < image.code[index].1)
            };
            let start = text.len();
            let shown = if is_code { disassemble(word, address) } else { format!("DCD 0x{word:08X}") };
            writeln!(text, "{shown:<40}; 0x{address:08X}").expect("strings take everything");
            let role = if is_code { Role::Instruction } else { Role::Data };
            lines.push((address, start..start + shown.len(), role));
        }
    }
    (text, lines)
}

fn program(image: Image, lines: &[ImageLine], id: FileId, sources: &Arc<Sources>) -> Program {
    let span = |part: std::ops::Range<usize>| Span::new(id, part);
    let of_address = |address: u32| {
        let found = lines.binary_search_by_key(&address, |(address, ..)| *address).ok();
        found.map_or(0..0, |index| lines[index].1.clone())
    };
    let mut symbols: Vec<Symbol> = image
        .symbols
        .into_iter()
        .map(|(name, address)| Symbol { name, address, span: span(of_address(address)) })
        .collect();
    symbols.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
    let architecture = image.segments.iter().filter(|segment| segment.read_only).flat_map(|segment| {
        let words = segment.bytes.chunks_exact(4).filter_map(|word| word.first_chunk().copied());
        words.map(u32::from_le_bytes).filter_map(|word| Some(Decoded::new(word, 0)?.row.architecture))
    });
    let architecture = if image.code.is_empty() { None } else { architecture.max() };
    let source_lines = lines.iter().map(|(address, part, role)| SourceLine {
        address: *address,
        span: span(part.clone()),
        role: *role,
    });
    Program {
        entry: image.entry,
        symbols,
        source_map: SourceMap::new(source_lines.collect()),
        sources: Arc::clone(sources),
        architecture,
        segments: image.segments,
        ..Program::default()
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::asm::{ProgramFile, Role};
    use crate::diagnostics::Language;

    fn elf(machine: u8, kind: u8, entry: u8) -> Vec<u8> {
        let mut bytes = vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend([kind, 0, machine, 0, 1, 0, 0, 0]);
        // Entry, program headers, section headers.
        bytes.extend([entry, 0x80, 0, 0, 52, 0, 0, 0, 0, 0, 0, 0]);
        // Flags; sizes of headers; one program header, no section header.
        bytes.extend([0, 2, 0, 5, 52, 0, 32, 0, 1, 0, 40, 0, 0, 0, 0, 0]);
        // PT_LOAD at 0x8000: two words in the file, four in memory, to be read and executed.
        for word in [1u32, 84, 0x8000, 0x8000, 8, 16, 5, 4] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(0xE3A0_0001u32.to_le_bytes());
        bytes.extend(0xEAFF_FFFEu32.to_le_bytes());
        bytes
    }

    fn message(bytes: Vec<u8>) -> String {
        let assembly = read(&ProgramFile::source("a.elf".to_owned(), bytes)).expect("it is an image");
        assert!(assembly.program.is_none());
        assembly.diagnostics[0].message.to(Language::English).to_owned()
    }

    #[test]
    fn elf_images_are_loaded_with_their_disassembly() {
        let assembly = read(&ProgramFile::source("a.elf".to_owned(), elf(40, 2, 0))).expect("it is an image");
        let program = assembly.program.expect("it can be run");
        assert_eq!(
            (program.entry, program.word(0x8000), program.word(0x8008)),
            (0x8000, Some(0xE3A0_0001), Some(0))
        );
        let line = program.source_map.get(0x8004).expect("every word has a line");
        assert_eq!((line.role, program.sources.slice(line.span)), (Role::Instruction, "B 0x00008004"));
    }

    #[test]
    fn other_images_are_refused_in_true_words() {
        assert_eq!(message(elf(8, 2, 0)), "this program is not for a 32-bit ARM processor");
        assert_eq!(message(elf(40, 1, 0)), "this object file is not linked");
        assert_eq!(message(elf(40, 2, 1)), "this program begins with Thumb code");
        assert_eq!(message(elf(40, 2, 0)[..60].to_vec()), "this ELF file is damaged");
    }

    #[test]
    fn hex_files_are_loaded() {
        let text = ":020000040000FA\r\n:080000000100A0E3FEFFFFEA8E\r\n:00000001FF\r\n";
        let bytes = text.as_bytes().to_vec();
        let assembly = read(&ProgramFile::source("a.hex".to_owned(), bytes)).expect("it is an image");
        let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
        assert_eq!(
            (program.entry, program.word(0), program.word(4)),
            (0, Some(0xE3A0_0001), Some(0xEAFF_FFFE))
        );
        assert_eq!(message(b":00000001FE\n".to_vec()), "line 1 of this Intel hex file is damaged");
        assert!(read(&ProgramFile::source("a.s".to_owned(), b": not hex\n mov r0,#1\n".to_vec())).is_none());
    }
}

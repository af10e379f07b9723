//! Object files and text binaries instead of source: what students hand in when they hand in the wrong file, and what
//! `grader asm` writes.
//!
//! Formats: lc3tools 2.0 `.obj` (magic number, version, then records with source lines); the `.obj` of LC3Edit, lc3as and
//! PennSim (big-endian words, the first one the origin); text with one word per line, 16 binary or 4 hexadecimal digits.

use std::sync::Arc;

use super::program::{Block, Program};
use crate::asm::{Role, SourceLine, SourceMap};
use crate::diagnostics::{Diagnostic, Language, SourceFile, Sources, Span, Text, text};
use crate::isa::lc3::code;

const MAGIC: [u8; 5] = [0x1C, 0x30, 0x15, 0xC0, 0x01];
const VERSION: [u8; 2] = [0x01, 0x01];

/// Reads an object file: lc3tools' format if it has its magic number, else big-endian words.
///
/// # Errors
/// If the file is damaged.
pub fn read_object(name: &str, bytes: &[u8]) -> Result<Program, Box<(Diagnostic, Sources)>> {
    match bytes.strip_prefix(&MAGIC) {
        Some(rest) => read_records(name, rest).ok_or_else(|| {
            damaged(name, &text!("it ends in the middle of a record", "tệp kết thúc giữa chừng một bản ghi"))
        }),
        None => read_words(bytes).ok_or_else(|| {
            damaged(
                name,
                &text!(
                    "an origin and whole words of two bytes are needed",
                    "cần địa chỉ gốc và các từ trọn vẹn hai byte"
                ),
            )
        }),
    }
}

/// Writes lc3tools' format; the source lines are those that the words come from.
pub fn write_object(program: &Program) -> Vec<u8> {
    let mut bytes = [MAGIC.as_slice(), &VERSION].concat();
    let mut record = |value: u16, is_origin: bool, line: &str| {
        bytes.extend(value.to_le_bytes());
        bytes.push(u8::from(is_origin));
        bytes.extend((line.len() as u32).to_le_bytes());
        bytes.extend(line.as_bytes());
    };
    for block in &program.blocks {
        record(block.origin, true, ".ORIG");
        for (index, word) in block.words.iter().enumerate() {
            let address = u32::from(block.origin) + index as u32;
            let line = program.source_map.get(address).map_or("", |line| program.sources.slice(line.span));
            record(*word, false, line);
        }
    }
    bytes
}

/// Writes big-endian words, the first one the origin; one block only, as the format knows no more.
pub fn write_words(block: &Block) -> Vec<u8> {
    std::iter::once(block.origin).chain(block.words.iter().copied()).flat_map(u16::to_be_bytes).collect()
}

fn read_records(name: &str, bytes: &[u8]) -> Option<Program> {
    let mut rest = bytes.get(VERSION.len()..)?;
    let mut blocks: Vec<Block> = Vec::new();
    let (mut listing, mut lines) = (String::new(), Vec::new());
    let mut sources = Sources::default();
    let file = crate::diagnostics::FileId::default();
    while !rest.is_empty() {
        let (head, tail) = rest.split_at_checked(7)?;
        let value = u16::from_le_bytes([head[0], head[1]]);
        let length = u32::from_le_bytes([head[3], head[4], head[5], head[6]]) as usize;
        let (line, tail) = tail.split_at_checked(length)?;
        rest = tail;
        let line = String::from_utf8_lossy(line).replace(['\n', '\r'], " ");
        let span = Span::new(file, listing.len()..listing.len() + line.len());
        let upper = line.to_ascii_uppercase();
        listing.push_str(&line);
        listing.push('\n');
        if head[2] != 0 {
            blocks.push(Block { origin: value, words: Vec::new() });
            continue;
        }
        let block = blocks.last_mut()?;
        let address = u32::from(block.origin) + block.words.len() as u32;
        if address > 0xFFFF {
            return None;
        }
        block.words.push(value);
        let is_data = [".FILL", ".BLKW", ".STRINGZ"].iter().any(|directive| upper.contains(directive));
        lines.push(SourceLine { address, span, role: if is_data { Role::Data } else { Role::Instruction } });
    }
    if blocks.is_empty() {
        return None;
    }
    sources.add(SourceFile::from_bytes(name, listing.as_bytes()));
    Some(Program::new(blocks, Vec::new(), SourceMap::new(lines), Arc::new(sources)))
}

fn read_words(bytes: &[u8]) -> Option<Program> {
    let mut words = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let origin = words.next()?;
    one_block(origin, words.collect()).filter(|_| bytes.len().is_multiple_of(2))
}

fn one_block(origin: u16, words: Vec<u16>) -> Option<Program> {
    let fits = !words.is_empty() && usize::from(origin) + words.len() <= 0x1_0000;
    let blocks = vec![Block { origin, words }];
    fits.then(|| Program::new(blocks, Vec::new(), SourceMap::default(), Arc::new(Sources::default())))
}

/// Reads text with one word per line: 16 binary digits or 4 hexadecimal ones, the first word the origin. Blanks between
/// digits and comments after `;` do not count.
///
/// # Errors
/// With the first line that is no word.
pub fn read_text(file: SourceFile) -> Result<Program, Box<(Diagnostic, Sources)>> {
    let mut words = Vec::new();
    let mut start = 0;
    for line in file.text.split('\n') {
        let code = line.split(';').next().unwrap_or("");
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        if !digits.is_empty() {
            let radix = if digits.len() == 16 { 2 } else { 16 };
            let word = u16::from_str_radix(&digits, radix).ok().filter(|_| matches!(digits.len(), 4 | 16));
            let Some(word) = word else {
                let range = start..start + code.trim_end().len();
                return Err(bad_line(file, range));
            };
            words.push(word);
        }
        start += line.len() + 1;
    }
    let name = file.name.clone();
    words.split_first().and_then(|(origin, words)| one_block(*origin, words.to_vec())).ok_or_else(|| {
        damaged(
            &name,
            &text!("an origin and at least one word are needed", "cần địa chỉ gốc và ít nhất một từ"),
        )
    })
}

fn bad_line(file: SourceFile, range: std::ops::Range<usize>) -> Box<(Diagnostic, Sources)> {
    let mut sources = Sources::default();
    let id = sources.add(file);
    let diagnostic = Diagnostic::error(
        code::BAD_OBJECT,
        Span::new(id, range),
        text!("this line is not a word of memory", "dòng này không phải một từ nhớ"),
    )
    .help(text!(
        "write 16 binary digits or 4 hexadecimal digits, or hand in the `.asm` file instead",
        "hãy viết 16 chữ số nhị phân hoặc 4 chữ số thập lục phân, hoặc nộp tệp `.asm`"
    ));
    Box::new((diagnostic, sources))
}

fn damaged(name: &str, what: &Text) -> Box<(Diagnostic, Sources)> {
    let (en, vi) = (what.to(Language::English), what.to(Language::Vietnamese));
    let mut sources = Sources::default();
    let id = sources.add(SourceFile::from_bytes(name, b""));
    let diagnostic = Diagnostic::error(
        code::BAD_OBJECT,
        Span::new(id, 0..0),
        text!("this is not an LC-3 object file: {en}", "đây không phải tệp đối tượng LC-3: {vi}"),
    )
    .help(text!("hand in the `.asm` file, or assemble it again", "hãy nộp tệp `.asm`, hoặc hợp dịch lại"));
    Box::new((diagnostic, sources))
}

#[cfg(test)]
mod tests {
    use super::{read_object, read_text, write_object, write_words};
    use crate::diagnostics::SourceFile;
    use crate::isa::lc3::assemble;

    #[test]
    fn what_is_written_can_be_read() {
        let source = b".ORIG x3000\nLEA R0, S\nPUTS\nHALT\nS .STRINGZ \"hi\"\n.END\n";
        let program =
            assemble(vec![SourceFile::from_bytes("a.asm", source)], None).program.expect("it assembles");
        let read = read_object("a.obj", &write_object(&program)).expect("it was just written");
        assert_eq!(read.blocks, program.blocks);
        assert_eq!(read.sources.slice(read.source_map.get(0x3001).expect("a line").span), "PUTS");
        let read = read_object("a.obj", &write_words(&program.blocks[0])).expect("it was just written");
        assert_eq!(read.blocks, program.blocks);
    }

    #[test]
    fn text_binaries_are_read_and_bad_lines_named() {
        let text = b"0011 0000 0000 0000 ; x3000\n1111000000100101\n";
        let program = read_text(SourceFile::from_bytes("a.bin", text)).expect("two words");
        assert_eq!(
            (program.blocks[0].origin, program.blocks[0].words.as_slice()),
            (0x3000, [0xF025].as_slice())
        );
        assert!(read_text(SourceFile::from_bytes("a.bin", b"3000\nF025\nhello\n")).is_err());
    }

    #[test]
    fn damaged_objects_are_rejected() {
        for bytes in [b"".as_slice(), b"\x30", b"\x30\x00", b"\x1C\x30\x15\xC0\x01\x01\x01\x00"] {
            assert!(read_object("a.obj", bytes).is_err(), "{bytes:?}");
        }
    }
}

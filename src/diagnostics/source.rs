//! Source files as people wrote them: any encoding, any line ends.

use crate::stored::{Deserialize, Serialize};
use std::ops::Range;

/// The file of a [`Sources`] in which a [`Span`] lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileId(u16);

/// A range of bytes in the text of one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl FileId {
    /// The number of the file, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl Span {
    /// The span of `range` in `file`.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        Self { file, start: range.start as u32, end: range.end as u32 }
    }

    /// The bytes that the span covers.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this span to the end of the other one.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end.max(self.end), ..self }
    }
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The encoding in which the bytes of a file were read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// UTF-16 with a byte-order mark.
    Utf16,
    /// Some older encoding: every byte is kept as the character with its number (ISO 8859-1).
    Bytes,
}

/// The line ends that a file uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineEnds {
    /// Line feeds, or no line end at all.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// Carriage returns alone, as on old Macintosh machines.
    Cr,
}

/// One source file, decoded. Line ends are line feeds in [`text`](Self::text), whatever the file had.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// The name to show, usually the path as it was given.
    pub name: String,
    /// The text, with line feeds for line ends and without a byte-order mark.
    pub text: String,
    /// The encoding in which the bytes were read.
    pub encoding: Encoding,
    /// The line ends that the file had; the first one decides.
    pub line_ends: LineEnds,
    /// True if the file began with a byte-order mark.
    pub byte_order_mark: bool,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Decodes a file. Every byte sequence is accepted.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Self {
        let (decoded, encoding, byte_order_mark) = decode(bytes);
        let line_ends = match decoded.find(['\r', '\n']).map(|at| &decoded[at..]) {
            Some(rest) if rest.starts_with("\r\n") => LineEnds::CrLf,
            Some(rest) if rest.starts_with('\r') => LineEnds::Cr,
            _ => LineEnds::Lf,
        };
        let text =
            if decoded.contains('\r') { decoded.replace("\r\n", "\n").replace('\r', "\n") } else { decoded };
        let line_starts =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
        Self { name: name.into(), text, encoding, line_ends, byte_order_mark, line_starts }
    }

    /// The line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.line_starts.partition_point(|start| *start as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        let before = &self.text[start..offset.min(self.text.len())];
        Position { line, column: before.chars().count() + 1 }
    }

    /// The text of a line, counted from 1, without its line end; empty past the end.
    pub fn line(&self, line: usize) -> &str {
        let rest = self.line_start(line).map_or("", |start| &self.text[start..]);
        rest.split('\n').next().unwrap_or("")
    }

    /// The byte offset at which a line, counted from 1, begins.
    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.line_starts.get(line.checked_sub(1)?).map(|start| *start as usize)
    }

    /// The bytes that `character` had in the file, as an assembler sees them.
    pub fn bytes_of(&self, character: char) -> Vec<u8> {
        match (self.encoding, u8::try_from(character)) {
            (Encoding::Bytes, Ok(byte)) => vec![byte],
            _ => character.to_string().into_bytes(),
        }
    }
}

fn decode(bytes: &[u8]) -> (String, Encoding, bool) {
    let utf16 = |little: bool| {
        let units = bytes[2..].chunks(2).map(|pair| match *pair {
            [a, b] if little => u16::from_le_bytes([a, b]),
            [a, b] => u16::from_be_bytes([a, b]),
            _ => 0xFFFD,
        });
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xFF, 0xFE, ..] => return (utf16(true), Encoding::Utf16, true),
        [0xFE, 0xFF, ..] => return (utf16(false), Encoding::Utf16, true),
        _ => {}
    }
    let (body, mark) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    match std::str::from_utf8(body) {
        Ok(text) => (text.to_owned(), Encoding::Utf8, mark),
        Err(_) => (body.iter().map(|byte| char::from(*byte)).collect(), Encoding::Bytes, mark),
    }
}

/// The files that a set of diagnostics refers to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file and says how spans name it.
    ///
    /// # Panics
    /// Past 65,536 files.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        let id = FileId(u16::try_from(self.files.len()).expect("a program has fewer than 65,536 files"));
        self.files.push(file);
        id
    }

    /// The file that `id` names.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.range()).unwrap_or("")
    }

    /// The line and column at which a span begins.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.start as usize)
    }

    /// `file:line` of a span, for sentences.
    pub fn place(&self, span: Span) -> String {
        format!("{}:{}", self.file(span.file).name, self.position(span).line)
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, LineEnds, SourceFile};

    #[test]
    fn decodes_what_students_hand_in() {
        let utf8 = SourceFile::from_bytes("a", b"\xEF\xBB\xBFx\r\ny");
        assert_eq!(
            (utf8.text.as_str(), utf8.line_ends, utf8.byte_order_mark),
            ("x\ny", LineEnds::CrLf, true)
        );
        let latin = SourceFile::from_bytes("a", b"; caf\xE9\rHALT");
        assert_eq!((latin.encoding, latin.line_ends), (Encoding::Bytes, LineEnds::Cr));
        assert_eq!(latin.text, "; café\nHALT");
        let wide = SourceFile::from_bytes("a", b"\xFF\xFEH\0\n\0");
        assert_eq!((wide.encoding, wide.text.as_str()), (Encoding::Utf16, "H\n"));
    }

    #[test]
    fn counts_columns_in_characters() {
        let file = SourceFile::from_bytes("a", "é = 1\nb".as_bytes());
        assert_eq!((file.position(3).line, file.position(3).column), (1, 3));
        assert_eq!(file.position(file.text.len()).line, 2);
    }
}

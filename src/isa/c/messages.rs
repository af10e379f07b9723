//! The compiler's messages, shown in the same way as all other diagnostics of a source.
//!
//! Source of the format: *Using the GNU Compiler Collection*, 3.7, `-fdiagnostics-format=json`.

mod words;

use serde::Deserialize;

use super::build::unit::Unit;
use super::code;
use crate::asm::Collector;
use crate::asm::messages::Called;
use crate::diagnostics::{Diagnostic, Encoding, FileId, Severity, SourceFile, Span, Text, text};

/// Something that the compiler has found.
#[derive(Debug, Deserialize)]
struct Finding {
    kind: String,
    message: String,
    #[serde(default)]
    locations: Vec<Location>,
    #[serde(default)]
    children: Vec<Finding>,
    #[serde(default)]
    fixits: Vec<Fix>,
}

/// A place that the compiler speaks of.
#[derive(Debug, Deserialize)]
struct Location {
    caret: Point,
    start: Option<Point>,
    finish: Option<Point>,
}

/// A byte of a source; lines and columns count from 1.
#[derive(Debug, Deserialize)]
struct Point {
    file: String,
    line: usize,
    #[serde(rename = "byte-column", default)]
    column: usize,
}

/// A replacement that the compiler suggests.
#[derive(Debug, Deserialize)]
struct Fix {
    string: String,
}

/// The diagnostics of a program while it is built.
pub(super) struct Remarks<'u> {
    units: &'u [Unit],
    ids: &'u [FileId],
    found: Collector,
    errors: usize,
}

impl<'u> Remarks<'u> {
    pub(super) fn new(units: &'u [Unit], ids: &'u [FileId]) -> Self {
        Self { units, ids, found: Collector::default(), errors: 0 }
    }

    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    fn add(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.found.add(diagnostic);
    }

    pub(super) fn extend(&mut self, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            self.add(diagnostic);
        }
    }

    /// Says this, and nothing of what was said before.
    pub(super) fn replace(&mut self, diagnostic: Diagnostic) {
        *self = Self::new(self.units, self.ids);
        self.add(diagnostic);
    }

    /// Everything, in the order of the places.
    pub(super) fn finish(self, called: Called, first: FileId) -> Vec<Diagnostic> {
        self.found.finish(called, first)
    }

    /// Takes over what the compiler has found in the submission's files; how many errors that are.
    pub(super) fn compiler(&mut self, said: &str) -> usize {
        let before = self.errors;
        let lists = said.lines().filter(|line| line.starts_with('['));
        let findings = lists.filter_map(|line| serde_json::from_str::<Vec<Finding>>(line).ok());
        for finding in findings.flatten() {
            let Some(place) = finding.locations.first().and_then(|location| self.span(location)) else {
                continue;
            };
            let (message, help) = words::of(&finding.message);
            let mut diagnostic = match finding.kind.as_str() {
                "error" | "fatal error" => Diagnostic::error(code::COMPILER, place, message),
                "warning" => Diagnostic::warning(code::WARNING, place, message),
                _ => continue,
            };
            for child in &finding.children {
                let (note, _) = words::of(&child.message);
                let span = child.locations.first().and_then(|location| self.span(location));
                diagnostic = match span.filter(|span| *span != place) {
                    Some(span) => diagnostic.also(span, note),
                    None => diagnostic.note(note),
                };
            }
            if let [Fix { string }] = finding.fixits.as_slice()
                && !string.trim().is_empty()
            {
                let instead = string.trim();
                diagnostic = diagnostic.help(text!(
                    "the compiler suggests `{instead}` here",
                    "trình biên dịch gợi ý `{instead}` ở đây"
                ));
            }
            self.add(help.into_iter().fold(diagnostic, Diagnostic::help));
        }
        self.errors - before
    }

    /// The text that the compiler speaks of; `None` if it is in none of the submission's files.
    fn span(&self, location: &Location) -> Option<Span> {
        let path = location.caret.file.strip_prefix("./").unwrap_or(&location.caret.file);
        let index = self.units.iter().position(|unit| unit.path == path)?;
        let source = &self.units[index].source;
        let (first, last) = match (&location.start, &location.finish) {
            (first, Some(last)) => (first.as_ref().unwrap_or(&location.caret), Some(last)),
            (_, None) => (&location.caret, None),
        };
        let start = offset(source, first);
        let end = match last.filter(|last| last.file == location.caret.file) {
            Some(last) => offset(source, last) + length_at(source, offset(source, last)),
            None => start + word_at(source, start),
        };
        Some(Span::new(self.ids[index], start..end.max(start)))
    }

    /// Takes over what the assembler says of a source, or of the text that the compiler made of one; how many errors that are,
    /// or `None` if it has read another file and nothing that it says may be shown.
    pub(super) fn assembler(
        &mut self,
        said: &str,
        path: &str,
        assembly: &str,
        id: FileId,
        unit: &Unit,
    ) -> Option<usize> {
        let before = self.errors;
        for line in said.lines() {
            let Some((place, message)) = line.split_once(": Error: ") else { continue };
            let (file, number) = place.rsplit_once(':').unwrap_or((place, ""));
            if file != path {
                return None;
            }
            let Ok(number) = number.parse::<usize>() else { continue };
            let number = if path.starts_with("..") { line_of(assembly, number) } else { number };
            let place = line_span(&unit.source, id, number);
            self.add(Diagnostic::error(
                code::ASSEMBLY,
                place,
                text!(
                    "the assembler does not accept this: {message}",
                    "trình hợp dịch không chấp nhận: {message}"
                ),
            ));
        }
        Some(self.errors - before)
    }
}

/// The line in C that a line of what the compiler made of it comes from.
fn line_of(assembly: &str, number: usize) -> usize {
    let lines: Vec<&str> = assembly.lines().take(number).collect();
    let from = |line: &&str| {
        let mut words = line.split_whitespace();
        match words.next()? {
            "@" => words.next()?.parse().ok(),
            ".loc" => words.nth(1)?.parse().ok(),
            _ => None,
        }
    };
    lines.iter().rev().find_map(from).unwrap_or(1)
}

/// The text of a line, without the blanks around it.
pub(super) fn line_span(source: &SourceFile, id: FileId, line: usize) -> Span {
    let start = source.line_start(line).unwrap_or(source.text.len());
    let text = source.line(line);
    let blank = text.len() - text.trim_start().len();
    Span::new(id, start + blank..start + text.trim_end().len().max(blank))
}

/// Where in a text a place of the file lies.
fn offset(source: &SourceFile, point: &Point) -> usize {
    let Some(start) = source.line_start(point.line) else { return source.text.len() };
    let (line, column) = (source.line(point.line), point.column.saturating_sub(1));
    let within = match source.encoding {
        // A byte of the file is a character of the text.
        Encoding::Bytes => line.char_indices().nth(column).map_or(line.len(), |(at, _)| at),
        Encoding::Utf8 | Encoding::Utf16 => column.min(line.len()),
    };
    let mut at = start + within;
    while !source.text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The length of the character at a place.
fn length_at(source: &SourceFile, at: usize) -> usize {
    let next = source.text[at..].chars().next().filter(|next| *next != '\n');
    next.map_or(0, char::len_utf8)
}

/// The length of the word at a place, or of the character.
fn word_at(source: &SourceFile, at: usize) -> usize {
    let rest = &source.text[at..];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    if word > 0 { word } else { length_at(source, at) }
}

/// The message for a program that reads files outside of the submission. Nothing of those files is shown.
pub(super) fn outside(id: FileId, unit: &Unit, path: &str) -> Diagnostic {
    let at = if path.is_empty() { None } else { unit.source.text.find(path) };
    let place = Span::new(id, at.map_or(0..0, |at| at..at + path.len()));
    Diagnostic::error(
        code::INCLUDE,
        place,
        text!(
            "this program reads a file that is neither handed in nor part of C while it is compiled",
            "khi biên dịch, chương trình này đọc một tệp không được nộp và cũng không thuộc về C"
        ),
    )
    .help(text!(
        "hand in all files that the program includes, and name them without the folders of your computer",
        "hãy nộp mọi tệp mà chương trình include, và ghi tên tệp không kèm thư mục trên máy của bạn"
    ))
}

/// A message in the compiler's own words.
pub(super) fn quoted(message: &str) -> Text {
    Text::verbatim(message)
}

#[cfg(test)]
mod tests {
    use super::{Point, line_of, line_span, offset};
    use crate::diagnostics::{FileId, SourceFile};

    #[test]
    fn columns_count_the_bytes_of_the_file() {
        let point = |line, column| Point { file: "a.c".to_owned(), line, column };
        let utf8 = SourceFile::from_bytes("a.c", "int é = x;\n".as_bytes());
        assert_eq!(&utf8.text[offset(&utf8, &point(1, 10))..], "x;\n");
        let latin = SourceFile::from_bytes("a.c", b"int \xE9 = x;\n");
        assert_eq!(&latin.text[offset(&latin, &point(1, 9))..], "x;\n");
        assert_eq!(offset(&latin, &point(9, 1)), latin.text.len());
    }

    #[test]
    fn assembly_leads_back_to_c() {
        let text = "\t.loc 1 3 5\n\tmov r0, #1\n\t.syntax divided\n@ 7 \"./a.c\" 1\n\tfoo bar\n";
        assert_eq!((line_of(text, 2), line_of(text, 5)), (3, 7));
        let source = SourceFile::from_bytes("a.c", b"one\n  two  \n");
        assert_eq!(line_span(&source, FileId::default(), 2).range(), 6..9);
    }
}

//! The words for the finding of a check, with the places and names of the source.
//!
//! Source of the data that checks come with: `ubsan_handlers.h` and `ubsan_value.h` of the compiler's own library for them.

use crate::diagnostics::{FileId, Span, Text, text};
use crate::isa::arm::Program;

/// Longer texts no check has.
const LONGEST: usize = 512;
/// A longer expression is not shown.
const MOST_SHOWN: usize = 40;

/// Says what was found in runs of a program.
#[derive(Debug)]
pub(super) struct Report<'p> {
    program: &'p Program,
}

/// Where a check stands.
struct Place<'p> {
    file: FileId,
    line: usize,
    /// The line up to the operator that the check is about, and from there on.
    text: (&'p str, &'p str),
}

impl<'p> Report<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program }
    }

    /// An index that its array has not, given the data of the check.
    pub(super) fn index(&self, data: u32, value: u32) -> Option<(Span, Text)> {
        let place = self.place(data)?;
        let array = self.text(self.word(data + 12)? + 4)?;
        let (kind, size_and_sign) = self.kind(self.word(data + 16)?)?;
        // Of a number with more bits than a register the address is given.
        if kind != 0 || size_and_sign >> 1 > 5 {
            return None;
        }
        let index = if size_and_sign & 1 != 0 { i64::from(value.cast_signed()) } else { i64::from(value) };
        let count = first_count(&array)?;
        let last = count.checked_sub(1)?;
        let (name, at) = (operand_before(place.text.0), self.named(&place));
        let of = name.map_or_else(String::new, |name| format!(" `{name}`"));
        Some((
            self.span(&place),
            text!(
                "at {at} the index {index} is outside of the array{of}, which has {count} elements (0 to {last})",
                "tại {at} chỉ số {index} nằm ngoài mảng{of}, mảng này có {count} phần tử (0 đến {last})"
            ),
        ))
    }

    /// A null pointer that is used, given the data of the check.
    pub(super) fn null(&self, data: u32) -> Option<(Span, Text)> {
        let place = self.place(data)?;
        let at = self.named(&place);
        let (before, from) = place.text;
        let line = self.program.sources.file(place.file).line(place.line);
        let name = if from.starts_with("->") || from.starts_with('[') {
            operand_before(before)
        } else {
            operand_after(from).or_else(|| only_pointer(line))
        };
        let span = self.span(&place);
        Some((
            span,
            match name {
                Some(name) => text!(
                    "at {at} the pointer `{name}` is null, and what it points to is used",
                    "tại {at} con trỏ `{name}` là null mà vẫn được dùng để truy cập"
                ),
                None => text!(
                    "at {at} a pointer is null, and what it points to is used",
                    "tại {at} một con trỏ là null mà vẫn được dùng để truy cập"
                ),
            },
        ))
    }

    /// A variable that is read before anything was stored in it, by an instruction.
    pub(super) fn unset(&self, pc: u32, name: &str) -> Option<(Span, Text)> {
        let span = self.program.source_map.get(pc)?.span;
        let at = self.program.sources.place(span);
        Some((
            span,
            text!(
                "at {at} `{name}` is read before anything was stored in it",
                "tại {at} `{name}` được đọc khi chưa được gán giá trị nào"
            ),
        ))
    }

    /// Where a check stands: its data begin with a file, a line and a column.
    fn place(&self, data: u32) -> Option<Place<'p>> {
        let path = self.text(self.word(data)?)?;
        let (line, column) = (self.word(data + 4)? as usize, self.word(data + 8)? as usize);
        let path = path.strip_prefix("./").unwrap_or(&path);
        let ids = self.program.source_map.lines().iter().map(|line| line.span.file);
        // The file is named as it lies in the folder of the compiler, which is how its name in the submission ends.
        let mut ids: Vec<FileId> =
            ids.filter(|id| ends_with_path(&self.program.sources.file(*id).name, path)).collect();
        ids.sort_unstable();
        ids.dedup();
        let [file] = ids.as_slice() else { return None };
        let source = self.program.sources.file(*file);
        source.line_start(line)?;
        let text = source.line(line).split_at_checked(column.checked_sub(1)?)?;
        Some(Place { file: *file, line, text })
    }

    fn span(&self, place: &Place<'_>) -> Span {
        crate::isa::c::messages::line_span(self.program.sources.file(place.file), place.file, place.line)
    }

    fn named(&self, place: &Place<'_>) -> String {
        self.program.sources.place(self.span(place))
    }

    fn word(&self, address: u32) -> Option<u32> {
        self.bytes(address)?.first_chunk().map(|word| u32::from_le_bytes(*word))
    }

    /// The kind of a type, and its size and sign.
    fn kind(&self, kind: u32) -> Option<(u16, u16)> {
        let word = self.word(kind)?;
        Some((word as u16, (word >> 16) as u16))
    }

    /// The text that begins at an address.
    fn text(&self, address: u32) -> Option<String> {
        let bytes = self.bytes(address)?;
        let end = bytes.iter().take(LONGEST).position(|byte| *byte == 0)?;
        String::from_utf8(bytes[..end].to_vec()).ok()
    }

    /// The bytes in memory from an address on when the program starts.
    fn bytes(&self, address: u32) -> Option<&'p [u8]> {
        self.program.segments.iter().find_map(|segment| {
            let offset = address.checked_sub(segment.address)? as usize;
            segment.bytes.get(offset..).filter(|bytes| !bytes.is_empty())
        })
    }
}

/// Returns `true` if a path is another one, or its end.
fn ends_with_path(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// How many elements an array has, given its type as the compiler writes it: `'char [6][7]'`.
fn first_count(array: &str) -> Option<u64> {
    let (_, rest) = array.split_once('[')?;
    rest.split_once(']')?.0.parse().ok()
}

/// The expression at the end of a text that an index or `->` can come after: names, members, and indices.
fn operand_before(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let mut start = text.len();
    loop {
        let before = &text[..start];
        if before.ends_with(']') {
            let mut depth = 0usize;
            let open = before.char_indices().rev().find(|(_, character)| {
                depth = match character {
                    ']' => depth + 1,
                    '[' => depth.saturating_sub(1),
                    _ => depth,
                };
                depth == 0
            });
            start = open?.0;
        } else if before.ends_with(is_part) {
            start = before.trim_end_matches(is_part).len();
            if let Some(rest) = text[..start].strip_suffix("->").or_else(|| text[..start].strip_suffix('.')) {
                start = rest.len();
            } else {
                break;
            }
        } else {
            return None;
        }
    }
    let operand = &text[start..];
    let is_name = operand.starts_with(|first: char| first.is_alphabetic() || first == '_');
    (is_name && operand.len() <= MOST_SHOWN).then_some(operand)
}

/// The name after a `*`.
fn operand_after(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('*')?.trim_start();
    let end =
        rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
    // With more after it, it is an expression that begins with the name.
    let is_whole = !rest[end..].trim_start().starts_with(['[', '(', '.', '-', '+']);
    (end > 0 && is_whole).then_some(&rest[..end])
}

/// The pointer of a line in which one pointer alone is followed: the check may stand at the beginning of its statement.
fn only_pointer(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("->")?;
    let is_only = !after.contains("->") && !line.contains(['*', '[']);
    operand_before(before).filter(|_| is_only)
}

#[cfg(test)]
mod tests {
    use super::{ends_with_path, first_count, only_pointer, operand_after, operand_before};

    #[test]
    fn operands_are_found_in_a_line() {
        for (text, operand) in [
            ("  if (board[i]", Some("board[i]")),
            ("x = list->items[a[1]].name", Some("list->items[a[1]].name")),
            ("f(x)", None),
            ("*(p + 1)", None),
            ("a[", None),
            ("]", None),
            ("3", None),
            ("", None),
        ] {
            assert_eq!(operand_before(text), operand, "{text}");
        }
        assert_eq!(
            (operand_after("*p = 3"), operand_after("*p->x"), operand_after("*(p)")),
            (Some("p"), None, None)
        );
        assert_eq!(
            (first_count("'char [6][7]'"), first_count("'int *'"), first_count("'int [n]'")),
            (Some(6), None, None)
        );
        assert_eq!(only_pointer("a = b->c;"), Some("b"));
        assert_eq!((only_pointer("a = b->c->d"), only_pointer("a[1] = b->c")), (None, None));
        assert!(
            ends_with_path("who/a.c", "a.c")
                && ends_with_path("a.c", "a.c")
                && !ends_with_path("ba.c", "a.c")
        );
    }
}

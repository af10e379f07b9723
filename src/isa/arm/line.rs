//! The statements of a file, without their comments.
//!
//! A comment becomes blanks, so that what is left stands where it stood.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use super::program::Dialect;
use crate::asm::work;
use crate::diagnostics::{FileId, Span};

/// A statement as the assembler reads it: a line of armasm, or a part of a line of GNU `as`.
#[derive(Clone, Debug)]
pub(super) struct StatementText {
    pub(super) text: String,
    /// Where it stands in the source.
    pub(super) span: Span,
    /// The same without the blanks around it.
    pub(super) code: Span,
    /// True if it reads as it stands in the source; not so after something was put in place of a name.
    pub(super) is_verbatim: bool,
}

impl StatementText {
    /// The place of a part: its own one, or the whole statement where text was replaced.
    pub(super) fn place(&self, part: Range<usize>) -> Span {
        if !self.is_verbatim {
            return self.code;
        }
        let start = self.span.start + part.start as u32;
        Span { start, end: start + part.len() as u32, ..self.span }
    }

    /// The text of a part with this place; all of it where text was replaced.
    pub(super) fn text_at(&self, span: Span) -> &str {
        if !self.is_verbatim {
            return self.text.trim();
        }
        let part = span.start.saturating_sub(self.span.start) as usize
            ..span.end.saturating_sub(self.span.start) as usize;
        self.text.get(part).unwrap_or("")
    }

    /// The same statement with other text.
    pub(super) fn replaced(&self, text: String) -> Self {
        let is_verbatim = self.is_verbatim && text == self.text;
        Self { text, is_verbatim, ..*self }
    }
}

/// The statements of a source.
pub(super) fn read(file: FileId, source: &str, dialect: Dialect) -> Vec<Rc<StatementText>> {
    work::count(source.len());
    match dialect {
        Dialect::Armasm => armasm(file, source),
        Dialect::Gnu => gnu(file, source, prose(source).is_some()),
    }
}

/// The first place where a semicolon is followed by prose and not by a statement: `ARMSim#` 1.9 takes what follows a semicolon
/// for a comment, as armasm does, and programs for it are written so. `None` if all semicolons part statements.
pub(super) fn prose(source: &str) -> Option<usize> {
    let macros: BTreeSet<&str> = source
        .lines()
        .filter_map(|line| {
            line.trim_start().strip_prefix(".macro")?.split([' ', '\t', ',']).find(|word| !word.is_empty())
        })
        .collect();
    let (mut start, mut in_comment) = (0, false);
    for line in source.split('\n') {
        let was_in_comment = in_comment;
        in_comment = match (line.rfind("/*"), line.rfind("*/")) {
            (Some(open), Some(close)) => open > close,
            (open, None) => in_comment || open.is_some(),
            (None, Some(_)) => false,
        };
        let code = line.split('@').next().unwrap_or(line);
        let code = code.split("//").next().unwrap_or(code);
        let is_plain = !was_in_comment && !in_comment && !code.contains(['"', '\'']) && !code.contains("/*");
        if let Some((before, after)) = code.split_once(';').filter(|_| is_plain) {
            let mut words = after.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
            let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            let is_statement = first.is_empty()
                || first.contains([':', '='])
                || first.starts_with(['.', '#'])
                || macros.contains(first)
                || super::mnemonic::find(first).is_some()
                // A comment does not look like the operands of a misspelt instruction.
                || second.starts_with(['=', '.', '{', '[', '#'])
                || super::registers::number(second).is_some();
            if !is_statement {
                return Some(start + before.len());
            }
        }
        start += line.len() + 1;
    }
    None
}

/// A statement of `text`, which begins at this byte of the file; the place is that of its words.
fn statement(file: FileId, text: &str, start: usize) -> Rc<StatementText> {
    let trimmed = text.trim_end();
    // The place has to begin where the text does, as places of parts are counted from there.
    let span = Span::new(file, start..start + trimmed.len());
    let blanks = trimmed.len() - trimmed.trim_start().len();
    let code = Span { start: span.start + blanks as u32, ..span };
    Rc::new(StatementText { text: trimmed.to_owned(), span, code, is_verbatim: true })
}

fn armasm(file: FileId, source: &str) -> Vec<Rc<StatementText>> {
    let (mut lines, mut start) = (Vec::new(), 0);
    let mut parts = source.split('\n');
    while let Some(line) = parts.next() {
        let code = &line[..armasm_comment(line)];
        let mut length = line.len() + 1;
        let is_continued = code.len() == line.len() && code.ends_with('\\');
        if !is_continued {
            lines.push(statement(file, code, start));
            start += length;
            continue;
        }
        let mut joined = code[..code.len() - 1].to_owned();
        for next in parts.by_ref() {
            length += next.len() + 1;
            let code = &next[..armasm_comment(next)];
            let goes_on = code.len() == next.len() && code.ends_with('\\');
            joined.push_str(code.strip_suffix('\\').filter(|_| goes_on).unwrap_or(code));
            if !goes_on {
                break;
            }
        }
        let span = Span::new(file, start..start + line.trim_end().len());
        lines.push(Rc::new(StatementText {
            text: joined.trim_end().to_owned(),
            span,
            code: span,
            is_verbatim: false,
        }));
        start += length;
    }
    lines
}

/// Where the comment of a line begins, or its end.
fn armasm_comment(line: &str) -> usize {
    let bytes = line.as_bytes();
    let (mut at, mut in_string) = (0, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            b'\'' if !in_string => at += character_length(&line[at..]).map_or(0, |length| length - 1),
            b';' if !in_string => return at,
            _ => {}
        }
        at += 1;
    }
    // A quotation mark that is not closed may be an apostrophe of the comment.
    if in_string && let Some(semicolon) = line.find(';') { semicolon } else { line.len() }
}

/// The length in bytes of a character constant such as `'a'` or `'\n'` at the beginning of a text.
pub(super) fn character_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    let escaped = inside.strip_prefix('\\').filter(|rest| !rest.starts_with('\'') || rest.starts_with("''"));
    let before = 1 + usize::from(escaped.is_some());
    let character = escaped.unwrap_or(inside).chars().next()?;
    let after = before + character.len_utf8();
    text[after..].starts_with('\'').then_some(after + 1)
}

/// The part of a GNU source that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Code,
    String,
    BlockComment,
    LineComment,
}

fn gnu(file: FileId, source: &str, has_prose: bool) -> Vec<Rc<StatementText>> {
    let (mut lines, mut within) = (Vec::new(), Within::Code);
    let (mut text, mut start) = (String::new(), 0);
    let mut characters = source.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let end = at + character.len_utf8();
        let blank = |text: &mut String| text.extend(std::iter::repeat_n(' ', character.len_utf8()));
        if character == '\n' || (character == ';' && within == Within::Code && !has_prose) {
            if !text.trim().is_empty() {
                lines.push(statement(file, &text, start));
            }
            text.clear();
            start = end;
            if within != Within::BlockComment {
                within = Within::Code;
            }
            continue;
        }
        match (within, character) {
            (Within::BlockComment, '*') if next == Some('/') => {
                characters.next();
                text.push_str("  ");
                within = Within::Code;
            }
            (Within::BlockComment | Within::LineComment, _) => blank(&mut text),
            (Within::Code, '/') if next == Some('*') => {
                characters.next();
                text.push_str("  ");
                within = Within::BlockComment;
            }
            // `\@` is the number of the use of a macro.
            (Within::Code, '@') if !text.ends_with('\\') => {
                blank(&mut text);
                within = Within::LineComment;
            }
            (Within::Code, '/') if next == Some('/') => {
                blank(&mut text);
                within = Within::LineComment;
            }
            (Within::Code, ';') => {
                blank(&mut text);
                within = Within::LineComment;
            }
            (Within::Code, '#') if is_at_line_start(source, at) => {
                blank(&mut text);
                within = Within::LineComment;
            }
            (Within::Code, '\'') => {
                text.push(character);
                // The next character is meant, whatever it is; with a backslash the one after it belongs to it.
                let mut meant = usize::from(next == Some('\\')) + 1;
                while meant > 0 && characters.peek().is_some_and(|(_, next)| *next != '\n') {
                    text.extend(characters.next().map(|(_, next)| next));
                    meant -= 1;
                }
            }
            (Within::String, '\\') => {
                text.push(character);
                if next.is_some_and(|next| next != '\n') {
                    text.extend(characters.next().map(|(_, next)| next));
                }
            }
            (_, '"') => {
                text.push(character);
                within = if within == Within::Code { Within::String } else { Within::Code };
            }
            _ => text.push(character),
        }
    }
    if !text.trim().is_empty() {
        lines.push(statement(file, &text, start));
    }
    lines
}

fn is_at_line_start(source: &str, at: usize) -> bool {
    let before = source[..at].trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with('\n')
}

#[cfg(test)]
mod tests {
    use super::{character_length, read};
    use crate::diagnostics::FileId;
    use crate::isa::arm::program::Dialect;

    fn texts(source: &str, dialect: Dialect) -> Vec<String> {
        read(FileId::default(), source, dialect)
            .iter()
            .map(|line| {
                let at = line.span.start as usize;
                if line.is_verbatim && !line.text.contains("  ") {
                    assert_eq!(
                        &source[at..at + line.text.len()],
                        line.text,
                        "places are those of the source"
                    );
                }
                line.text.trim().to_owned()
            })
            .filter(|text| !text.is_empty())
            .collect()
    }

    #[test]
    fn armasm_comments_begin_with_a_semicolon() {
        let source = " MOV r0,#';' ; it's\n DCB \"a;b\",';' ; \"\n; all\nl DCB \"it's\" ; don't\n ADD r0, \\\n  r1,#1\n";
        assert_eq!(
            texts(source, Dialect::Armasm),
            ["MOV r0,#';'", "DCB \"a;b\",';'", "l DCB \"it's\"", "ADD r0,   r1,#1"]
        );
    }

    #[test]
    fn gnu_statements_are_parted_by_semicolons_and_comments_taken_out() {
        let source = "# x\na: mov r0,#1 @ c; d\n /* b\n c; */ nop // e\n.ascii \"@;/*\" ; mov r1,#'@'\n.byte ';\n # y\n";
        assert_eq!(
            texts(source, Dialect::Gnu),
            ["a: mov r0,#1", "nop", ".ascii \"@;/*\"", "mov r1,#'@'", ".byte ';"]
        );
    }

    #[test]
    fn semicolons_part_statements_unless_prose_follows_one() {
        assert_eq!(
            texts("nop; ; nop ;x: nop; mvo r0,#1\n", Dialect::Gnu),
            ["nop", "nop", "x: nop", "mvo r0,#1"]
        );
        assert_eq!(
            texts("; this adds\n mov r0,#1 ; add r0 to it\nnop;nop\n", Dialect::Gnu),
            ["mov r0,#1", "nop"]
        );
    }

    #[test]
    fn characters_are_measured_with_their_quotation_marks() {
        for (text, length) in [
            ("'a'", Some(3)),
            ("'\\n',", Some(4)),
            ("'''", Some(3)),
            ("'\\''", Some(4)),
            ("'ab'", None),
            ("'é'", Some(4)),
            ("'\\'", Some(3)),
        ] {
            assert_eq!(character_length(text), length, "{text}");
        }
    }
}

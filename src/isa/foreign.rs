//! Files that are no source of the assembler that reads them: documents, archives, other languages.
//!
//! Only a file with errors is looked at, so that nothing is ever said of a program that assembles.

use std::ops::Range;

use super::ISAS;
use crate::asm::code;
use crate::diagnostics::{
    Diagnostic, Encoding, FileId, Severity, SourceFile, Sources, Span, Text, has_errors, text,
};
use crate::machine::Isa;

/// A language that programs are written in, known by its lines.
struct Language {
    name: &'static str,
    /// Returns `true` if a line, in small letters, has something that only this language has.
    marks: fn(&str) -> bool,
    /// True if a semicolon ends a statement instead of beginning a comment.
    has_semicolons: bool,
}

/// The languages that no assembler here reads.
const OTHERS: [Language; 3] = [
    Language { name: "64-bit ARM assembly", marks: is_arm64, has_semicolons: false },
    Language { name: "x86 assembly", marks: is_x86, has_semicolons: false },
    Language { name: "C/C++", marks: is_c, has_semicolons: true },
];

/// Lines that only a language has, before it is taken for that language.
const FEWEST_MARKS: usize = 3;

/// The diagnostics to report for sources that were assembled together, given all that were found.
pub(super) fn reported(
    isa: &Isa,
    sources: &Sources,
    ids: &[FileId],
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    // Names that are missing because a file is missing are no mistakes of their own.
    if found.iter().any(|found| found.code == code::INCLUDE && found.severity == Severity::Error) {
        let follows = [code::UNKNOWN_INSTRUCTION, code::UNDEFINED_LABEL];
        found.retain(|found| !follows.contains(&found.code));
    }
    for id in ids {
        let source = sources.file(*id);
        let of_file: Vec<Diagnostic> =
            found.iter().filter(|found| found.span().file == *id).cloned().collect();
        if let Some(instead) = instead(isa, *id, source, &of_file) {
            found.retain(|found| found.span().file != *id);
            found.extend(instead);
        }
        found.extend(wide(*id, source));
    }
    found
}

/// The diagnostics for a file in place of `found`, or of some of it; `None` if it is a source with mistakes
/// like any other.
pub(super) fn instead(
    own: &Isa,
    id: FileId,
    source: &SourceFile,
    found: &[Diagnostic],
) -> Option<Vec<Diagnostic>> {
    if !has_errors(found) {
        return None;
    }
    if let Some((message, help)) = document(&source.text) {
        let end = source.text.char_indices().nth(8).map_or(source.text.len(), |(at, _)| at);
        let end = source.text[..end].find('\n').unwrap_or(end);
        return Some(vec![Diagnostic::error(code::FOREIGN, Span::new(id, 0..end), message).help(help)]);
    }
    if let Some((other, line)) = other_language(&source.text, own) {
        let own = format!("{} assembly", own.title);
        let place = Span::new(id, line);
        return Some(vec![
            Diagnostic::error(
                code::FOREIGN,
                place,
                text!(
                    "this file looks like {other}, not {own}",
                    "tệp này có vẻ là {other}, không phải {own}"
                ),
            )
            .help(text!(
                "hand in a program written in {own}; nothing else was checked in this file",
                "hãy nộp chương trình viết bằng {own}; các lỗi khác trong tệp này không được kiểm tra"
            )),
        ]);
    }
    typographic(id, source, found)
}

/// The remark on a file in UTF-16, which is read here and by no other tool.
pub(super) fn wide(id: FileId, source: &SourceFile) -> Option<Diagnostic> {
    (source.encoding == Encoding::Utf16).then(|| {
        Diagnostic::warning(
            code::FOREIGN,
            Span::new(id, 0..0),
            text!("this file is encoded in UTF-16", "tệp này được mã hoá UTF-16"),
        )
        .help(text!(
            "other tools cannot read it: save it as UTF-8 or as plain text",
            "các công cụ khác không đọc được: hãy lưu ở dạng UTF-8 hoặc văn bản thuần"
        ))
    })
}

/// The type of a document, known by its first characters, and advice on what to do.
fn document(text: &str) -> Option<(Text, Text)> {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\n', '\t']);
    let lower: String = start.chars().take(20).collect::<String>().to_ascii_lowercase();
    let plain = || {
        text!(
            "save it as plain text: in the editor choose \"Save as\" and \"Plain text\", with the ending .asm",
            "hãy lưu ở dạng văn bản thuần: trong trình soạn thảo chọn \"Save as\" rồi \"Plain text\", với đuôi .asm"
        )
    };
    let source = || {
        text!(
            "hand in the source file of the program, the one that you typed",
            "hãy nộp tệp mã nguồn của chương trình, tức tệp mà bạn đã gõ"
        )
    };
    Some(match start {
        _ if lower.starts_with("{\\rtf") => (text!("this is an RTF file", "đây là tệp RTF"), plain()),
        _ if lower.starts_with("%pdf-") => (text!("this is a PDF file", "đây là tệp PDF"), plain()),
        _ if lower.starts_with("<!doctype") || lower.starts_with("<html") || lower.starts_with("<?xml") => {
            (text!("this is a web page (HTML or XML)", "đây là trang web (HTML hoặc XML)"), source())
        }
        _ if start.starts_with("PK\u{3}\u{4}") => (
            text!(
                "this is a ZIP archive, as Word documents (.docx) are, too",
                "đây là tệp nén ZIP; tài liệu Word (.docx) cũng thuộc dạng này"
            ),
            plain(),
        ),
        _ if start.starts_with("ÐÏ\u{11}à") => {
            (text!("this is an old Word document (.doc)", "đây là tài liệu Word cũ (.doc)"), plain())
        }
        _ if ["\u{7f}ELF", "MZ\u{90}", "\u{1f}\u{8b}", "Rar!\u{1a}", "7z¼¯", "\u{89}PNG", "ÿØÿ", "ustar"]
            .iter()
            .any(|mark| start.starts_with(mark)) =>
        {
            (
                text!(
                    "this is no text: it is a program, an archive or a picture",
                    "đây không phải văn bản mà là chương trình, tệp nén hoặc hình ảnh"
                ),
                source(),
            )
        }
        _ if is_wide(text) => {
            (text!("this file is encoded in UTF-16", "tệp này được mã hoá UTF-16"), plain())
        }
        _ => return None,
    })
}

/// Returns `true` if nearly every second character of the beginning is a zero, as in UTF-16 without a
/// byte-order mark.
fn is_wide(text: &str) -> bool {
    let beginning: Vec<char> = text.chars().take(200).collect();
    let zeros = |odd: usize| beginning.iter().skip(odd).step_by(2).filter(|c| **c == '\0').count();
    let (even, odd) = (zeros(0), zeros(1));
    let pairs = beginning.len() / 2;
    pairs > 4 && (even.max(odd) * 10 >= pairs * 9) && even.min(odd) * 10 <= pairs
}

/// The words of a line.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> + Clone {
    line.split([' ', '\t', ',', '(', ')', ':', '[', ']', '{', '}']).filter(|word| !word.is_empty())
}

fn is_arm64(line: &str) -> bool {
    // A label may stand in front.
    words(line).take(2).any(|word| ["stp", "ldp", "adrp", "cbz", "cbnz"].contains(&word))
        || line.contains("[x")
}

fn is_x86(line: &str) -> bool {
    words(line).any(|word| {
        let word = word.trim_start_matches('%');
        let bare = word.strip_prefix(['e', 'r']).unwrap_or(word);
        ["ax", "bx", "cx", "dx", "si", "di", "sp", "bp"].contains(&bare) && word.len() == 3
    }) || line.starts_with("section ")
        || line.contains("int 0x80")
        || line.contains("int 21h")
}

fn is_c(line: &str) -> bool {
    line.starts_with("#include")
        || line.starts_with("using namespace")
        || (line.ends_with(';') && (line.contains(" = ") || line.contains('(')))
}

/// The name of the language that a file is in if it is another one, with the first line that shows it.
fn other_language(text: &str, own: &Isa) -> Option<(String, Range<usize>)> {
    let assembly = |isa: &Isa| format!("{} assembly", isa.title);
    let known = ISAS.iter().map(|isa| (assembly(isa), isa.source.marks, false));
    let others = OTHERS.iter().map(|other| (other.name.to_owned(), other.marks, other.has_semicolons));
    let mut found: Vec<_> = known.chain(others).map(|language| (language, 0, 0..0)).collect();
    let mut start = 0;
    for line in text.split('\n') {
        let begin = start + (line.len() - line.trim_start().len());
        start += line.len() + 1;
        let trimmed = line.trim();
        let code = trimmed.split("//").next().unwrap_or(trimmed);
        let lower = code.to_ascii_lowercase();
        let uncommented = lower.split([';', '@']).next().unwrap_or("").trim();
        for ((_, marks, has_semicolons), count, place) in &mut found {
            let line = if *has_semicolons { lower.trim() } else { uncommented };
            if !line.is_empty() && marks(line) {
                *count += 1;
                if *count == 1 {
                    *place = begin..begin + trimmed.len();
                }
            }
        }
    }
    let own = assembly(own);
    let own_marks = found.iter().find(|((name, ..), ..)| *name == own).map_or(0, |(_, count, _)| *count);
    let others = found.into_iter().filter(|((name, ..), ..)| *name != own);
    let ((name, ..), count, place) = others.max_by_key(|(_, count, _)| *count)?;
    (count >= FEWEST_MARKS && count > 3 * own_marks).then_some((name, place))
}

/// The ASCII character for a quotation mark, dash or the like that word processors put in its place.
fn plain_mark(c: char) -> Option<char> {
    Some(match c {
        '\u{2018}' | '\u{2019}' | '\u{201A}' => '\'',
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{AB}' | '\u{BB}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{A0}' => ' ',
        _ => return None,
    })
}

/// One complaint about all typographic marks in lines with errors, in place of those errors.
fn typographic(id: FileId, source: &SourceFile, found: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    let is_error =
        |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error && diagnostic.span().file == id;
    let mark_of = |diagnostic: &Diagnostic| {
        let line = source.position(diagnostic.span().start as usize).line;
        let start = source.line_start(line)?;
        let marked = source.line(line).char_indices().find(|(_, c)| plain_mark(*c).is_some());
        marked.map(|(at, c)| (line, start + at..start + at + c.len_utf8(), c))
    };
    let marks: Vec<_> = found.iter().filter(is_error).filter_map(mark_of).collect();
    let (_, place, mark) = marks.first()?.clone();
    let plain = plain_mark(mark)?;
    let mut lines: Vec<usize> = marks.iter().map(|(line, ..)| *line).collect();
    lines.dedup();
    let mut complaint = Diagnostic::error(
        code::FOREIGN,
        Span::new(id, place),
        if plain == ' ' {
            text!("here is a no-break space (U+00A0)", "ở đây là dấu cách không ngắt (U+00A0)")
        } else {
            text!(
                "`{mark}` is a typographic mark, as word processors write it",
                "`{mark}` là dấu trang trí do trình soạn văn bản tự thay"
            )
        },
    )
    .help(text!(
        "write `{plain}` in its place; use an editor for programs, or switch such replacements off",
        "hãy viết `{plain}` thay vào đó; hãy dùng trình soạn thảo mã nguồn, hoặc tắt việc tự thay dấu"
    ));
    if let more @ 1.. = lines.len() - 1 {
        let shown = if more == 1 { "1 more line has".to_owned() } else { format!("{more} more lines have") };
        complaint = complaint.note(text!("{shown} such marks", "còn {more} dòng nữa có dấu như vậy"));
    }
    let rest = found.iter().filter(|diagnostic| !is_error(diagnostic) || mark_of(diagnostic).is_none());
    Some(std::iter::once(complaint).chain(rest.cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::{document, other_language};
    use crate::isa::ISAS;

    #[test]
    fn documents_are_told_by_their_beginnings() {
        for start in [
            "{\\rtf1\\ansi",
            "%PDF-1.7",
            "<!DOCTYPE html>",
            "PK\u{3}\u{4}x",
            "\u{7f}ELF",
            "a\0b\0c\0d\0e\0f\0",
        ] {
            assert!(document(start).is_some(), "{start}");
        }
        assert!(document("; {\\rtf is a format\n.ORIG x3000").is_none());
    }

    #[test]
    fn languages_are_told_by_what_only_they_have() {
        let told = |text: &str, own| other_language(text, own).map(|(language, _)| language);
        let mips = ".text\nmain: li $v0, 4\nla $a0, text\nsyscall\nadd $t0, $t1, $t2\n";
        let lc3 = ".ORIG x3000\nLEA R0, TEXT\nPUTS\nHALT\nTEXT .STRINGZ \"a\"\n.END\n";
        let arm = ".global main\nmain: push {r4, lr}\nldr r0, =text\nbl puts\nldr r1, [r0]\n";
        let x86 = "section .text\nmov eax, 4\nmov ebx, 1\nint 0x80\n";
        let c = "#include <stdio.h>\nint main(void) {\n  int x = 1;\n  printf(\"%d\", x);\n}\n";
        for (text, language) in [
            (mips, "MIPS assembly"),
            (lc3, "LC-3 assembly"),
            (arm, "ARM assembly"),
            (x86, "x86 assembly"),
            (c, "C/C++"),
        ] {
            for own in ISAS {
                let is_own = language.starts_with(own.title);
                assert_eq!(told(text, own).as_deref(), (!is_own).then_some(language), "{text}");
            }
        }
    }
}

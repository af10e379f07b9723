//! The assembler's words to students: what happened, where, what was expected, what to try.

mod operands;

pub(super) use operands::{becomes_negative, immediate_range, label_too_far, operand_count, operand_kind};

use super::context::Context;
use super::dialect::{Dialect, Feature};
use super::{statement, table};
use crate::asm::messages::{self, Called, did_you_mean, meant};
use crate::asm::{code, limits};
use crate::diagnostics::{Diagnostic, Severity, Span, suggest, suggest_within, text};
use crate::isa::lc3::code::NO_ORIG;

/// The names used in messages for the assembler.
pub(super) const CALLED: Called = Called { language: "LC-3", tool: "LC-3", comment: ";" };

/// Every name that can stand where an opcode is expected. Not every tool has `PUTC`, and none needs it.
fn opcode_names() -> impl Iterator<Item = &'static str> {
    let branches = ["BRn", "BRz", "BRp", "BRnz", "BRnp", "BRzp", "BRnzp"];
    let forms = table::FORMS.iter().filter(|form| !form.extension).map(|form| form.mnemonic);
    let aliases = table::ALIASES.iter().map(|(name, _)| *name).filter(|name| *name != "PUTC");
    forms.chain(aliases).chain(branches)
}

const DIRECTIVES: [&str; 5] = [".ORIG", ".END", ".FILL", ".BLKW", ".STRINGZ"];

/// A feature that the chosen dialect rejects.
pub(super) fn rejected(feature: Feature, dialect: Dialect, span: Span) -> Diagnostic {
    let (name, about) = (dialect.name(), feature.about());
    let (en, vi) = about.both();
    let rejected = if feature == Feature::UnterminatedString {
        messages::open_string(Severity::Error, span)
    } else {
        Diagnostic::error(
            code::DIALECT,
            span,
            text!("{name} does not take {en}", "{name} không chấp nhận {vi}"),
        )
    };
    rejected.help(text!(
        "without `--dialect` it is accepted, with a warning",
        "không có `--dialect` thì được chấp nhận kèm cảnh báo"
    ))
}

/// A feature that some tools reject; `None` if all tools in use take it.
pub(super) fn portability(feature: Feature, span: Span, count: usize) -> Option<Diagnostic> {
    let about = feature.about();
    let (en, vi) = about.both();
    let missing = feature.accepted_by().missing_in_courses();
    let rejected_by =
        || text!("rejected or read differently by {missing}", "bị từ chối hoặc hiểu khác bởi {missing}");
    let mut diagnostic = match feature {
        Feature::EscapeReadDifferently => {
            Diagnostic::warning(code::PORTABILITY, span, text!("here is {en}", "đây là {vi}")).note(text!(
                "only `\\n`, `\\t` and `\\\"` mean the same everywhere; it is read here as lc3tools reads it",
                "chỉ `\\n`, `\\t` và `\\\"` có nghĩa như nhau ở mọi nơi; ở đây được hiểu như lc3tools"
            ))
        }
        Feature::ByteOrderMark => messages::byte_order_mark(span.file),
        Feature::UnterminatedString => messages::open_string(Severity::Warning, span).note(rejected_by()),
        _ if missing.is_empty() => return None,
        _ => Diagnostic::warning(
            code::PORTABILITY,
            span,
            text!("not every tool takes {en}", "không phải công cụ nào cũng chấp nhận {vi}"),
        )
        .note(rejected_by()),
    };
    if count > 1 {
        let more = count - 1;
        diagnostic = diagnostic.note(text!("{more} more in this file", "còn {more} chỗ nữa trong tệp này"));
    }
    Some(diagnostic)
}

pub(super) fn bad_character(context: &mut Context<'_>, span: Span) {
    let found = context.slice(span);
    context.add(messages::bad_character(span, found).help(messages::operands_are_separated(CALLED)));
}

/// Reports a word that begins a comment in other languages; `false` if the word does not.
pub(super) fn foreign_comment(context: &mut Context<'_>, word: Span) -> bool {
    let mark = match context.slice(word) {
        "#" => "#",
        slashes if slashes.starts_with("//") => "//",
        _ => return false,
    };
    let start = word.range().start;
    let place = Span::new(word.file, start..start + mark.len());
    context.add(messages::foreign_comment(CALLED, place, mark));
    true
}

/// Nothing on the line is an opcode: either `word` was meant as one, or the line begins with an operand.
pub(super) fn unknown_opcode(context: &mut Context<'_>, word: Option<Span>, operand: Span) {
    let span = word.unwrap_or(operand);
    for place in [span, operand] {
        if foreign_comment(context, place) {
            return;
        }
    }
    let name = context.slice(span);
    let guess = known_elsewhere(name).or_else(|| suggest(name, opcode_names().chain(DIRECTIVES)));
    context.add(messages::unknown_instruction(CALLED, span, name).help(meant(
        guess,
        text!(
            "a line is `LABEL OPCODE OPERANDS`; if this is a comment, put `;` in front of it",
            "một dòng có dạng `NHÃN MÃ_LỆNH TOÁN_HẠNG`; nếu đây là chú thích, hãy đặt `;` phía trước"
        ),
    )));
}

pub(super) fn unknown_directive(context: &mut Context<'_>, span: Span) {
    let name = context.slice(span);
    let is_accepted = context.accepts(Feature::UnknownDirective);
    let severity = if is_accepted { Severity::Warning } else { Severity::Error };
    let mut diagnostic = messages::unknown_directive(CALLED, severity, span, name);
    if is_accepted {
        diagnostic = diagnostic.note(text!(
            "it is ignored, as in lc3tools; other tools reject it",
            "nó bị bỏ qua, giống lc3tools; các công cụ khác từ chối"
        ));
    }
    context.add(diagnostic.help(meant(
        suggest(name, DIRECTIVES),
        text!(
            "the directives are .ORIG, .FILL, .BLKW, .STRINGZ and .END",
            "các chỉ thị là .ORIG, .FILL, .BLKW, .STRINGZ và .END"
        ),
    )));
}

/// Several words on a line that are all taken as labels.
pub(super) fn words_without_opcode(context: &mut Context<'_>, span: Span) {
    let (words, about) = (context.slice(span), Feature::WordsWithoutOpcode.about());
    let (en, vi) = about.both();
    let others = Feature::WordsWithoutOpcode.accepted_by().missing_in_courses();
    context.add(
        Diagnostic::warning(
            code::LABEL_LOOKS_LIKE_OPCODE,
            span,
            text!("`{words}` are taken as labels here", "`{words}` được hiểu là các nhãn ở đây"),
        )
        .note(text!(
            "no instruction stands on this line, so nothing happens here; {en}, are rejected by {others}",
            "dòng này không có lệnh nào nên không có gì được thực hiện ở đây; {vi}, bị từ chối bởi {others}"
        ))
        .help(text!(
            "if this is a comment, put `;` in front of it",
            "nếu đây là chú thích, hãy đặt `;` phía trước"
        )),
    );
}

/// Reports a label alone on its line that is probably a misspelt opcode; `false` if it is not.
pub(super) fn label_looks_like_opcode(context: &mut Context<'_>, span: Span) -> bool {
    let name = context.slice(span);
    let visible: String = name.chars().filter(char::is_ascii_graphic).collect();
    if visible != name && statement::is_opcode_name(&visible) {
        let hidden: Vec<String> = name
            .chars()
            .filter(|character| !character.is_ascii_graphic())
            .map(|character| format!("U+{:04X}", u32::from(character)))
            .collect();
        let hidden = hidden.join(", ");
        context.add(
            Diagnostic::warning(
                code::LABEL_LOOKS_LIKE_OPCODE,
                span,
                text!(
                    "an invisible character makes `{visible}` a label here",
                    "một ký tự vô hình khiến `{visible}` trở thành nhãn ở đây"
                ),
            )
            .note(text!(
                "the word also holds {hidden}; nothing is executed here",
                "trong từ này còn có {hidden}; không có lệnh nào được thực hiện ở đây"
            ))
            .help(text!("delete the line and type it again", "hãy xoá dòng này và gõ lại")),
        );
        return true;
    }
    // A word with a colon is meant as a label.
    let is_marked = context.source.text[span.range().end..].trim_start_matches([' ', '\t']).starts_with(':');
    let Some(guess) = misspelt_opcode(name).filter(|_| !is_marked) else { return false };
    context.add(
        Diagnostic::warning(
            code::LABEL_LOOKS_LIKE_OPCODE,
            span,
            text!("`{name}` is taken as a label here", "`{name}` được hiểu là nhãn ở đây"),
        )
        .note(text!(
            "no instruction stands on this line and nothing refers to the label, so nothing happens here",
            "dòng này không có lệnh nào và không nơi nào dùng nhãn này, nên không có gì được thực hiện ở đây"
        ))
        .help(did_you_mean(guess)),
    );
    true
}

/// The LC-3 name of something that has another name in other assembly languages or in some tools.
fn known_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_uppercase().as_str() {
        "RTT" | "RETURN" => "RET",
        "NOP" => "BR #0",
        "PUTC" | "PRINT" => "OUT",
        "STOP" | "EXIT" => "HALT",
        "END" => ".END",
        "LOAD" => "LD",
        "STORE" => "ST",
        "CALL" => "JSR",
        "JUMP" => "JMP",
        "INC" | "DEC" => "ADD",
        _ => return None,
    })
}

/// The opcode that a label is probably a misspelling of. A label is a usual thing, so that the letters have to be nearer
/// than where nothing but an opcode can stand: `MAIN` is not `IN`, and `START` is not `STR`.
fn misspelt_opcode(name: &str) -> Option<&'static str> {
    let long = |opcode: &&str| opcode.len() >= 4 && name.len() >= 5;
    known_elsewhere(name)
        .or_else(|| suggest_within(1, name, opcode_names()))
        .or_else(|| suggest_within(2, name, opcode_names().filter(long)))
}

pub(super) fn register_as_label(context: &mut Context<'_>, span: Span) {
    let name = context.slice(span);
    context.add(messages::register_as_label(span, name));
}

pub(super) fn duplicate_label(context: &mut Context<'_>, span: Span, first: Span) {
    let name = context.slice(span);
    let is_accepted = context.accepts(Feature::DuplicateLabel);
    let severity = if is_accepted { Severity::Warning } else { Severity::Error };
    let mut diagnostic = messages::duplicate_label(severity, span, name, first);
    if is_accepted {
        let others = Feature::DuplicateLabel.accepted_by().missing_in_courses();
        diagnostic = diagnostic.note(text!(
            "this definition wins, as in lc3tools; rejected by {others}",
            "định nghĩa này được dùng, giống lc3tools; bị từ chối bởi {others}"
        ));
    }
    context.add(diagnostic);
}

pub(super) fn undefined_label(context: &mut Context<'_>, span: Span, nearest: Option<&str>) {
    let name = context.slice(span);
    context.add(messages::undefined_label(span, name).help(meant(
        nearest,
        text!(
            "define it: write `{name}` at the start of the line that it is to name",
            "hãy định nghĩa nó: viết `{name}` ở đầu dòng mà nó đặt tên"
        ),
    )));
}

pub(super) fn bad_number(context: &mut Context<'_>, span: Span) {
    let word = context.slice(span);
    let fixed = word.trim_start_matches('#');
    context.add(messages::bad_number(span, word).help(if fixed.starts_with(['x', 'X']) {
        text!("write `{fixed}` without `#`", "hãy viết `{fixed}` không có `#`")
    } else {
        text!(
            "decimal numbers are `#10`, hexadecimal ones `x0A`",
            "số thập phân viết `#10`, số thập lục phân viết `x0A`"
        )
    }));
}

/// An escape sequence that the chosen dialect rejects.
pub(super) fn bad_escape(context: &mut Context<'_>, span: Span, dialect: Dialect) {
    let (escape, name) = (context.slice(span), dialect.name());
    context.add(
        Diagnostic::error(
            code::BAD_STRING,
            span,
            text!("{name} has no escape sequence `{escape}`", "{name} không có chuỗi thoát `{escape}`"),
        )
        .help(text!(
            "`\\n`, `\\t` and `\\\"` mean the same everywhere; a backslash itself is written `\\\\`",
            "`\\n`, `\\t` và `\\\"` có nghĩa như nhau ở mọi nơi; bản thân dấu gạch chéo ngược viết là `\\\\`"
        )),
    );
}

pub(super) fn no_orig(context: &mut Context<'_>, span: Span) {
    context.add(
        Diagnostic::error(
            NO_ORIG,
            span,
            text!(
                "this statement stands outside `.ORIG` ... `.END`",
                "câu lệnh này nằm ngoài `.ORIG` ... `.END`"
            ),
        )
        .help(text!(
            "begin the program with `.ORIG x3000` and close it with `.END`",
            "hãy bắt đầu chương trình bằng `.ORIG x3000` và kết thúc bằng `.END`"
        )),
    );
}

pub(super) fn nothing_in_file(context: &mut Context<'_>) {
    let end = context.source.text.len();
    context.add(
        Diagnostic::error(
            NO_ORIG,
            Span::new(context.file, end..end),
            text!("there is no program in this file", "không có chương trình trong tệp này"),
        )
        .help(text!("check that you saved the right file", "hãy kiểm tra bạn đã lưu đúng tệp")),
    );
}

pub(super) fn past_end_of_memory(context: &mut Context<'_>, span: Span) {
    context.add(
        Diagnostic::error(
            code::OUTSIDE_MEMORY,
            span,
            text!("this lies past the end of memory", "chỗ này vượt quá cuối bộ nhớ"),
        )
        .note(text!("programs have room from x3000 to xFDFF", "chương trình có chỗ từ x3000 đến xFDFF"))
        .help(text!(
            "check the address after `.ORIG` and the lengths after `.BLKW`",
            "hãy kiểm tra địa chỉ sau `.ORIG` và độ dài sau `.BLKW`"
        )),
    );
}

/// Words or blocks of which there are more than is assembled.
pub(super) fn too_large(context: &mut Context<'_>, span: Span) {
    let (words, blocks) = (limits::MOST_WORDS, limits::MOST_BLOCKS);
    let most = text!("{words} words or {blocks} blocks", "{words} từ nhớ hoặc {blocks} khối");
    context.add(
        messages::too_large(span, &most)
            .note(text!("the memory of an LC-3 has 65536 words", "bộ nhớ LC-3 có 65536 từ nhớ"))
            .help(text!(
                "check the lengths after `.BLKW`, and whether blocks are repeated",
                "hãy kiểm tra độ dài sau `.BLKW`, và xem có khối nào bị lặp lại không"
            )),
    );
}

/// `.ORIG 3000` is accepted everywhere and almost never what was meant.
pub(super) fn decimal_orig(context: &mut Context<'_>, span: Span, address: u32) {
    let word = context.slice(span);
    context.add(
        Diagnostic::warning(
            code::PORTABILITY,
            span,
            text!(
                "`{word}` is a decimal number: the program begins at x{address:04X}",
                "`{word}` là số thập phân: chương trình bắt đầu tại x{address:04X}"
            ),
        )
        .help(text!(
            "write `.ORIG x{word}` for a hexadecimal address",
            "hãy viết `.ORIG x{word}` cho địa chỉ thập lục phân"
        )),
    );
}

//! The messages of the assembler on sources as a whole: names, files, macros, limits.

mod directives;
mod operands;
mod ranges;

pub(super) use directives::*;
pub(super) use operands::*;
pub(super) use ranges::*;

pub(super) use crate::asm::messages::{
    constant_of_itself, directive_is_written, macro_arguments, nested_too_deep, no_such_include, truncated,
};

use super::code;
use super::directive;
use super::mnemonic;
use super::program::Dialect;
use crate::asm::messages::{
    Called, did_you_mean, meant, undefined_label, unknown_directive, unknown_instruction,
};
use crate::asm::symbols::nearest;
use crate::asm::{self, Flaw, Reason, limits};
use crate::diagnostics::{Diagnostic, Severity, Span, Text, harmless, suggest, text};

/// The names used in messages for the assembler.
pub(super) fn called(dialect: Dialect) -> Called {
    let comment = match dialect {
        Dialect::Armasm => ";",
        Dialect::Gnu => "@",
    };
    Called { language: "ARM", tool: dialect.tool(), comment }
}

fn error(code: crate::diagnostics::Code, span: Span, message: Text) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(super) fn used_here() -> Text {
    text!("in the macro that is used here", "trong macro được dùng ở đây")
}

/// A word that is no instruction, no directive and no macro.
pub(super) fn unknown_operation<'m>(
    span: Span,
    name: &str,
    dialect: Dialect,
    macros: impl Iterator<Item = &'m str>,
) -> Diagnostic {
    if name.starts_with('.') || (dialect == Dialect::Gnu && directive::is_armasm(name)) {
        return about_directive(span, name, dialect);
    }
    let found = unknown_instruction(called(dialect), span, name);
    if let Some(instead) = mnemonic::elsewhere(name) {
        return found.help(text!("on ARM it is `{instead}`", "trên ARM là `{instead}`"));
    }
    let directives = directive::armasm_names().filter(|_| dialect == Dialect::Armasm);
    let fixed = mnemonic::plain().chain(directives).map(|name| -> &'m str { name });
    let near = suggest(name, macros.chain(fixed));
    let otherwise = match dialect {
        Dialect::Armasm => text!(
            "a line is `label INSTRUCTION operands`; labels begin in the first column, comments with `;`",
            "một dòng có dạng `nhãn LỆNH toán_hạng`; nhãn bắt đầu ở cột đầu tiên, chú thích bắt đầu bằng `;`"
        ),
        Dialect::Gnu => text!(
            "a line is `label: instruction operands`; comments begin with `@`",
            "một dòng có dạng `nhãn: lệnh toán_hạng`; chú thích bắt đầu bằng `@`"
        ),
    };
    let help = meant(near, otherwise);
    found.help(help)
}

/// A directive that this dialect does not have.
fn about_directive(span: Span, name: &str, dialect: Dialect) -> Diagnostic {
    let found = unknown_directive(called(dialect), Severity::Error, span, name);
    let other = match dialect {
        Dialect::Armasm => directive::is_gnu(name),
        Dialect::Gnu => directive::is_armasm(name),
    };
    if other {
        let (own, tool) = (dialect.tool(), dialect.other().tool());
        return found
            .note(text!(
                "`{name}` is a directive of {tool}; this file is read as {own}, as most of it is written so",
                "`{name}` là chỉ thị của {tool}; tệp này được đọc theo {own} vì phần lớn tệp viết như vậy"
            ))
            .help(counterpart(name));
    }
    let near = match dialect {
        Dialect::Armasm => suggest(name.trim_start_matches('.'), directive::armasm_names()),
        Dialect::Gnu => suggest(name, directive::gnu_names()),
    };
    match near {
        Some(near) => found.help(did_you_mean(near)),
        None => found,
    }
}

/// The directive of the other dialect for one of this dialect.
fn counterpart(name: &str) -> Text {
    const PAIRS: [(&str, &str); 16] = [
        (".word", "DCD"),
        (".hword", "DCW"),
        (".byte", "DCB"),
        (".asciz", "DCB \"text\", 0"),
        (".ascii", "DCB \"text\""),
        (".space", "SPACE"),
        (".skip", "SPACE"),
        (".align", "ALIGN"),
        (".equ", "NAME EQU value"),
        (".global", "EXPORT"),
        (".globl", "EXPORT"),
        (".extern", "IMPORT"),
        (".ltorg", "LTORG"),
        (".end", "END"),
        (".text", "AREA name, CODE, READONLY"),
        (".data", "AREA name, DATA, READWRITE"),
    ];
    let lower = name.to_lowercase();
    let is_armasm = |pair: &&(&str, &str)| pair.1.split(' ').any(|word| word.eq_ignore_ascii_case(name));
    let instead = PAIRS.iter().find(|(gnu, _)| *gnu == lower).map(|(_, armasm)| *armasm);
    let instead = instead.or_else(|| PAIRS.iter().find(is_armasm).map(|(gnu, _)| *gnu));
    match instead {
        Some(instead) => text!("write `{instead}`", "hãy viết `{instead}`"),
        None => text!("use one of the two dialects only", "chỉ dùng một trong hai cách viết"),
    }
}

/// A comment after a semicolon in GNU syntax, of which the whole file has some.
pub(super) fn semicolon(span: Span) -> Diagnostic {
    Diagnostic::warning(
        asm::code::PORTABILITY,
        span,
        text!("here `;` begins a comment", "ở đây `;` bắt đầu chú thích"),
    )
    .note(text!(
        "ARMSim# 1.9 reads it so; for GNU as the next statement of the line begins there",
        "ARMSim# 1.9 đọc như vậy; với GNU as thì đó là chỗ bắt đầu câu lệnh tiếp theo của dòng"
    ))
    .help(text!("write `@` in front of comments", "hãy viết `@` trước chú thích"))
}

/// A comment of armasm in GNU syntax, where a semicolon parts statements.
pub(super) fn after_semicolon(span: Span, name: &str) -> Diagnostic {
    unknown_instruction(called(Dialect::Gnu), span, name).help(text!(
        "in GNU as `;` begins the next statement of a line; a comment begins with `@`",
        "trong GNU as, `;` bắt đầu câu lệnh tiếp theo của dòng; chú thích bắt đầu bằng `@`"
    ))
}

/// A statement that begins with no word.
pub(super) fn unknown_start(span: Span, found: &str, dialect: Dialect) -> Diagnostic {
    let found_error = asm::messages::bad_character(span, found);
    let comment = called(dialect).comment;
    found_error.help(text!(
        "a statement begins with a label, an instruction or a directive; a comment begins with `{comment}`",
        "câu lệnh bắt đầu bằng nhãn, lệnh hoặc chỉ thị; chú thích bắt đầu bằng `{comment}`"
    ))
}

/// An instruction or a directive in the first column, where armasm has labels only.
pub(super) fn operation_in_first_column(span: Span, name: &str) -> Diagnostic {
    error(
        asm::code::UNKNOWN_INSTRUCTION,
        span,
        text!(
            "`{name}` stands in the first column, where armasm expects a label",
            "`{name}` nằm ở cột đầu tiên, nơi armasm chờ một nhãn"
        ),
    )
    .help(text!("put a space or a tab in front of it", "hãy thêm một dấu cách hoặc tab phía trước"))
}

/// A word in the first column of a line of its own, which is a label and looks like an instruction.
pub(super) fn looks_like_operation(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(
        asm::code::LABEL_LOOKS_LIKE_OPCODE,
        span,
        text!(
            "`{name}` stands in the first column, so that armasm takes it for a label",
            "`{name}` nằm ở cột đầu tiên nên armasm coi đó là nhãn"
        ),
    )
    .note(text!("nothing is executed or done here", "không có gì được thực hiện ở đây"))
    .help(text!("put a space or a tab in front of it", "hãy thêm một dấu cách hoặc tab phía trước"))
}

/// A label that does not stand in the first column.
pub(super) fn label_not_in_first_column(span: Span, name: &str) -> Diagnostic {
    unknown_instruction(called(Dialect::Armasm), span, name).help(text!(
        "if `{name}` is a label, it has to stand in the first column",
        "nếu `{name}` là nhãn, nó phải nằm ở cột đầu tiên"
    ))
}

/// A label with a colon in armasm.
pub(super) fn colon(span: Span, name: &str) -> Diagnostic {
    let name = harmless(name);
    Diagnostic::warning(
        asm::code::PORTABILITY,
        span,
        text!("armasm does not take a colon after a label", "armasm không nhận dấu hai chấm sau nhãn"),
    )
    .note(text!("it is skipped here, as GNU as has it", "ở đây dấu này được bỏ qua, vì GNU as dùng nó"))
    .help(text!("write `{name}` without it", "hãy viết `{name}` không có dấu đó"))
}

/// A part of an expression without a value. `is_needed_now` says that what stands below cannot help.
pub(super) fn flaw<'n>(flaw: &Flaw, is_needed_now: bool, names: impl Iterator<Item = &'n str>) -> Diagnostic {
    let span = flaw.span;
    match &flaw.reason {
        Reason::Unknown(name) if name.contains('\u{1}') => local_missing(span, name),
        Reason::Unknown(name) => {
            let near = nearest(name, names);
            if is_needed_now {
                let missing = error(
                    code::EXPRESSION,
                    span,
                    text!(
                        "`{name}` is not defined above this line, and its value is needed here",
                        "`{name}` chưa được định nghĩa phía trên dòng này, mà ở đây cần giá trị của nó"
                    ),
                );
                return missing.help(meant(near, text!("define it further up", "hãy định nghĩa nó ở phía trên")));
            }
            let otherwise = text!(
                "define it, or check how it is written: capital and small letters differ",
                "hãy định nghĩa nó, hoặc kiểm tra lại cách viết: chữ hoa và chữ thường khác nhau"
            );
            undefined_label(span, name).help(meant(near, otherwise))
        }
        Reason::Kinds => error(
            code::EXPRESSION,
            span,
            text!("this cannot be calculated", "không tính được biểu thức này"),
        )
        .help(text!(
            "numbers can be calculated with; to an address a number can be added, and the difference of two addresses is a number",
            "có thể tính với các số; có thể cộng một số vào địa chỉ, và hiệu của hai địa chỉ là một số"
        )),
        Reason::ByZero => error(code::EXPRESSION, span, text!("this divides by zero", "phép chia cho không")),
        Reason::NotPlaced => error(
            code::EXPRESSION,
            span,
            text!("this value is not known yet", "giá trị này chưa biết được"),
        )
        .help(if is_needed_now {
            text!(
                "here the number is needed at once: use names that are defined above, and labels of one area",
                "ở đây cần biết số ngay: hãy dùng tên đã định nghĩa phía trên và các nhãn trong cùng một vùng"
            )
        } else {
            text!("use labels of one area", "hãy dùng các nhãn trong cùng một vùng")
        }),
    }
}

/// A numeric local label that is not there. It is looked for in one direction, so that this is not said as of other labels.
fn local_missing(span: Span, name: &str) -> Diagnostic {
    let number = name.split('\u{1}').next().unwrap_or_default();
    let (way, way_vi) = match name.split('\u{1}').nth(1).and_then(|rest| rest.chars().next()) {
        Some('b') => ("above", "phía trên"),
        Some('f') => ("below", "phía dưới"),
        _ => ("in this file", "trong tệp này"),
    };
    error(
        asm::code::UNDEFINED_LABEL,
        span,
        text!("there is no label `{number}` {way}", "không có nhãn `{number}` {way_vi}"),
    )
    .help(text!(
        "numeric labels are looked for in one direction: forward (`1f`, `%F1`) or backward (`1b`, `%B1`); in armasm not past `AREA` and `ROUT`",
        "nhãn số được tìm theo một chiều: xuống dưới (`1f`, `%F1`) hoặc lên trên (`1b`, `%B1`); trong armasm không vượt qua `AREA` và `ROUT`"
    ))
}

/// A label of another file, which does not share it.
pub(super) fn not_shared(flaw: &Flaw, other: Span, dialect: Dialect) -> Diagnostic {
    let Reason::Unknown(name) = &flaw.reason else { return self::flaw(flaw, false, std::iter::empty()) };
    let share = match dialect {
        Dialect::Armasm => "EXPORT",
        Dialect::Gnu => ".global",
    };
    error(
        asm::code::GLOBAL,
        flaw.span,
        text!(
            "`{name}` is defined in another file, which does not share it",
            "`{name}` được định nghĩa trong tệp khác, nhưng tệp đó không chia sẻ nó"
        ),
    )
    .also(other, text!("defined here", "được định nghĩa ở đây"))
    .help(text!("write `{share} {name}` in that file", "hãy viết `{share} {name}` trong tệp đó"))
}

/// A name that should come from another file, and comes from none.
pub(super) fn imported_from_nowhere(flaw: &Flaw) -> Diagnostic {
    let Reason::Unknown(name) = &flaw.reason else { return self::flaw(flaw, false, std::iter::empty()) };
    error(
        asm::code::UNDEFINED_LABEL,
        flaw.span,
        text!("none of the files defines `{name}`", "không tệp nào định nghĩa `{name}`"),
    )
    .help(text!(
        "hand in the file that defines it; functions of the C library are not there",
        "hãy nộp tệp có định nghĩa đó; ở đây không có các hàm của thư viện C"
    ))
}

pub(super) fn no_end(span: Span) -> Diagnostic {
    Diagnostic::warning(
        asm::code::DIRECTIVE,
        span,
        text!("there is no `END` at the end of the file", "cuối tệp không có `END`"),
    )
    .note(text!("armasm warns of this, too (A1313W)", "armasm cũng cảnh báo điều này (A1313W)"))
    .help(text!(
        "write `END` in a line of its own, not in the first column",
        "hãy viết `END` trên một dòng riêng, không ở cột đầu tiên"
    ))
}

/// The sections do not fit in memory. They get their addresses together in the end, so that, unlike in the other assemblers, no
/// statement is the one that is too much.
pub(super) fn past_end_of_memory(span: Span) -> Diagnostic {
    error(
        asm::code::OUTSIDE_MEMORY,
        span,
        text!("the program does not fit in memory", "chương trình không vừa trong bộ nhớ"),
    )
    .help(text!(
        "check the sizes after `SPACE` and `.space`",
        "hãy kiểm tra các kích thước sau `SPACE` và `.space`"
    ))
}

/// Macros and repetitions of which more comes than the assembler takes; said once.
pub(super) fn expands_too_far(span: Span) -> Diagnostic {
    asm::messages::expands_too_far(span)
        .help(text!("check that loops come to an end", "hãy kiểm tra xem các vòng lặp có kết thúc không"))
}

/// Lines that names make longer than the assembler takes.
pub(super) fn line_too_long(span: Span) -> Diagnostic {
    asm::messages::replaces_too_far(span).help(text!(
        "check what the names in it stand for",
        "hãy kiểm tra các tên trong dòng đại diện cho gì"
    ))
}

/// More bytes than the assembler takes; said once.
pub(super) fn data_too_large(span: Span) -> Diagnostic {
    let most = limits::MOST_DATA >> 20;
    asm::messages::too_large(span, &Text::verbatim(format!("{most} MB")))
        .help(text!("check sizes and counts", "hãy kiểm tra các kích thước và số lượng"))
}

pub(super) fn included_on_windows(span: Span, name: &str, dialect: Dialect) -> Diagnostic {
    let instead = match dialect {
        Dialect::Armasm => format!("GET {name}"),
        Dialect::Gnu => format!(".include \"{name}\""),
    };
    asm::messages::included_on_windows(span, name, &instead)
}

pub(super) fn export_undefined(span: Span, name: &str) -> Diagnostic {
    asm::messages::global_undefined(span, name).help(text!(
        "define it, or take the line out; what another file defines is named with `IMPORT`",
        "hãy định nghĩa nó hoặc bỏ dòng này; tên của tệp khác được khai báo bằng `IMPORT`"
    ))
}

pub(super) fn export_again(span: Span, name: &str, earlier: Span) -> Diagnostic {
    asm::messages::global_again(span, name, earlier)
        .help(text!("give one of the two another name", "hãy đổi tên một trong hai nhãn"))
}

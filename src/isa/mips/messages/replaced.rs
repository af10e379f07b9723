//! About what is replaced before instructions are read: macros, included files, `.eqv` names.

use super::super::lines::Line;
use super::super::macros::Macro;
use super::super::token::Token;
use super::{directive_operands, error};
use crate::asm::{code, limits};
use crate::diagnostics::{Diagnostic, Span, Text, harmless, text};

/// Macros of which more comes than the assembler takes; said once.
pub(in super::super) fn macros_too_large(span: Span) -> Diagnostic {
    let (lines, bytes) = (limits::MOST_EXPANDED_LINES, limits::MOST_EXPANDED_BYTES >> 20);
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!(
            "the macros come to more than {lines} lines or {bytes} MB here, which is the most that is assembled",
            "đến đây các macro sinh ra hơn {lines} dòng hoặc {bytes} MB, vượt giới hạn của trình hợp dịch"
        ),
    )
    .help(text!(
        "write a loop or a subroutine in place of macros that use macros",
        "hãy viết vòng lặp hoặc chương trình con thay cho macro gọi macro"
    ))
}

/// Macros that use macros, or files that include files, too deep within each other.
pub(in super::super) fn nested_too_deep(span: Span, name: &str) -> Diagnostic {
    let most = limits::DEEPEST;
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!(
            "`{name}` is used within more than {most} others, one inside the other",
            "`{name}` được dùng lồng trong hơn {most} cấp"
        ),
    )
    .help(text!("nest them less deeply", "hãy giảm số cấp lồng nhau"))
}

/// Something wrong with a macro, in MARS's words and in ours.
pub(in super::super) fn macro_error(span: Span, message: Text, mars: &str) -> Diagnostic {
    error(code::MACRO, span, message, mars)
}

pub(in super::super) fn macro_use(line: &Line, token: &Token, known: &Macro) -> Diagnostic {
    let (name, count) = (&known.name, known.parameters);
    let arguments = if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
    macro_error(
        line.span_of(token),
        text!(
            "the macro `{name}` takes {arguments}; this use has another number",
            "macro `{name}` nhận {count} đối số; lần dùng này có số đối số khác"
        ),
        &format!("forward reference or invalid parameters for macro \"{name}\""),
    )
    .also(known.span, text!("defined here", "định nghĩa ở đây"))
}

pub(in super::super) fn macro_after_use(line: &Line, token: &Token, definition: Span) -> Diagnostic {
    let name = &token.text;
    macro_error(
        line.span_of(token),
        text!(
            "the macro `{name}` is used above its definition",
            "macro `{name}` được dùng trước khi định nghĩa"
        ),
        &format!("\"{name}\" is not a recognized operator"),
    )
    .also(definition, text!("defined here", "định nghĩa ở đây"))
    .help(text!("move the definition to the top of the file", "hãy chuyển định nghĩa lên đầu tệp"))
}

pub(in super::super) fn no_such_include(span: Span, name: &str, near: &[String]) -> Diagnostic {
    let missing = error(
        code::INCLUDE,
        span,
        text!("the file `{name}` is not among those handed in", "không có tệp `{name}` trong bài nộp"),
        &format!("Error reading include file {name}"),
    );
    if near.is_empty() {
        return missing.help(text!(
            "hand it in together with this file, and name it without a path",
            "hãy nộp tệp đó cùng với tệp này, và ghi tên không kèm đường dẫn"
        ));
    }
    let near = near.iter().map(|name| format!("`{}`", harmless(name))).collect::<Vec<_>>().join(", ");
    missing.help(text!(
        "did you mean {near}? The path begins at the folder of this file",
        "có phải ý bạn là {near}? Đường dẫn tính từ thư mục của tệp này"
    ))
}

pub(in super::super) fn included_on_windows(span: Span, name: &str) -> Diagnostic {
    let name = harmless(name);
    let message = text!(
        "the file is called `{name}`; MARS finds it under this name on Windows only",
        "tệp có tên `{name}`; chỉ trên Windows thì MARS mới tìm thấy với tên ghi ở đây"
    );
    Diagnostic::warning(code::INCLUDE, span, message)
        .help(text!("write `.include \"{name}\"`", "hãy viết `.include \"{name}\"`"))
}

pub(in super::super) fn included_again(span: Span, name: &str) -> Diagnostic {
    error(
        code::INCLUDE,
        span,
        text!("`{name}` is included a second time", "`{name}` được chèn lần thứ hai"),
        &format!("Recursive include of file {name}"),
    )
    .help(text!("include each file once", "chỉ chèn mỗi tệp một lần"))
}

pub(in super::super) fn equivalent_operands(span: Span) -> Diagnostic {
    directive_operands(span, ".eqv", "Too few operands for .eqv directive", ".eqv NAME value")
}

pub(in super::super) fn equivalent_name(span: Span, name: &Token) -> Diagnostic {
    let found = &name.text;
    error(
        code::CONSTANT,
        span,
        text!("`{found}` cannot be the name of a constant", "`{found}` không thể là tên hằng số"),
        "Malformed .eqv directive",
    )
    .help(text!(
        "a name that is no register, number or instruction can",
        "tên không được trùng với thanh ghi, số hoặc lệnh"
    ))
}

pub(in super::super) fn equivalent_of_itself(span: Span, name: &Token) -> Diagnostic {
    let found = &name.text;
    error(
        code::CONSTANT,
        span,
        text!("`{found}` is defined by itself", "`{found}` được định nghĩa bằng chính nó"),
        &format!("Cannot substitute {found} for itself in .eqv directive"),
    )
}

pub(in super::super) fn equivalent_again(span: Span, name: &Token) -> Diagnostic {
    let found = &name.text;
    error(
        code::CONSTANT,
        span,
        text!(
            "`{found}` is defined a second time, as something else",
            "`{found}` được định nghĩa lần thứ hai với giá trị khác"
        ),
        &format!("\"{found}\" is already defined"),
    )
}

pub(in super::super) fn equivalent_cut(span: Span, value: &str) -> Diagnostic {
    Diagnostic::warning(
        code::CONSTANT,
        span,
        text!(
            "MARS loses the end of a character at the end of an `.eqv`, and then cannot read the rest",
            "MARS làm mất phần cuối của ký tự ở cuối `.eqv` nên sau đó không đọc được"
        ),
    )
    .help(text!("write its number, {value}", "hãy viết mã số của nó, {value}"))
}

/// Lines that names make longer than the assembler takes.
pub(in super::super) fn equivalents_too_large(span: Span) -> Diagnostic {
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!(
            "replacing the `.eqv` names makes this line, or the file, longer than what is assembled",
            "việc thay các tên `.eqv` làm dòng này, hoặc cả tệp, dài quá giới hạn của trình hợp dịch"
        ),
    )
    .help(text!(
        "break the line in two, or use shorter meanings",
        "hãy tách dòng làm hai, hoặc dùng giá trị ngắn hơn"
    ))
}

pub(in super::super) fn endless_equivalent(span: Span) -> Diagnostic {
    error(
        code::CONSTANT,
        span,
        text!(
            "replacing the `.eqv` names of this line comes to no end",
            "việc thay các tên `.eqv` trong dòng này không bao giờ kết thúc"
        ),
        "java.lang.StackOverflowError",
    )
    .help(text!(
        "a name must not stand for itself by way of another one",
        "một tên không được thay cho chính nó qua tên khác"
    ))
}

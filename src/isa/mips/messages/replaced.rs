//! About what is replaced before instructions are read: macros, included files, `.eqv` names.

use super::super::lines::TokenLine;
use super::super::macros::{Macro, without_parentheses};
use super::super::token::{Token, TokenKind};
use super::{directive_operands, error, mars_says};
use crate::asm::{code, messages};
use crate::diagnostics::{Diagnostic, Span, Text, text};

/// Macros of which more comes than the assembler takes; said once.
pub(in super::super) fn macros_too_large(span: Span) -> Diagnostic {
    messages::expands_too_far(span).help(text!(
        "write a loop or a subroutine in place of macros that use macros",
        "hãy viết vòng lặp hoặc chương trình con thay cho macro gọi macro"
    ))
}

pub(in super::super) fn macro_is_open(span: Span) -> Diagnostic {
    messages::macro_is_open(span, ".end_macro")
        .note(mars_says("Macro started but not ended (no .end_macro directive)"))
}

pub(in super::super) fn no_macro_is_open(span: Span) -> Diagnostic {
    messages::no_macro_is_open(span, ".macro").note(mars_says(".END_MACRO without .MACRO"))
}

/// Something wrong with a macro, in MARS's words and in ours.
pub(in super::super) fn macro_error(span: Span, message: Text, mars: &str) -> Diagnostic {
    error(code::MACRO, span, message, mars)
}

pub(in super::super) fn macro_use(line: &TokenLine, token: &Token, known: &Macro) -> Diagnostic {
    let name = &known.name;
    let is_argument = |other: &&Token| other.start > token.start && other.kind != TokenKind::Comment;
    let arguments: Vec<Token> = line.tokens.iter().filter(is_argument).cloned().collect();
    let given = without_parentheses(&arguments).len();
    messages::macro_arguments(line.span_of(token), known.parameters, given, known.span)
        .note(mars_says(&format!("forward reference or invalid parameters for macro \"{name}\"")))
}

pub(in super::super) fn macro_after_use(line: &TokenLine, token: &Token, definition: Span) -> Diagnostic {
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
    messages::no_such_include(span, name, near).note(mars_says(&format!("Error reading include file {name}")))
}

pub(in super::super) fn included_on_windows(span: Span, name: &str) -> Diagnostic {
    messages::included_on_windows(span, name, &format!(".include \"{name}\""))
}

pub(in super::super) fn included_again(span: Span, name: &str) -> Diagnostic {
    messages::included_again(span, name).note(mars_says(&format!("Recursive include of file {name}")))
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
    messages::constant_of_itself(span, found)
        .note(mars_says(&format!("Cannot substitute {found} for itself in .eqv directive")))
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
    messages::replaces_too_far(span).help(text!(
        "break the line in two, or use shorter meanings",
        "hãy tách dòng làm hai, hoặc dùng giá trị ngắn hơn"
    ))
}

pub(in super::super) fn endless_equivalent(span: Span) -> Diagnostic {
    error(
        code::CONSTANT,
        span,
        text!(
            "replacing the `.eqv` names of this line never ends",
            "việc thay các tên `.eqv` trong dòng này không bao giờ kết thúc"
        ),
        "java.lang.StackOverflowError",
    )
    .help(text!(
        "a name must not stand for itself by way of another one",
        "một tên không được thay cho chính nó qua tên khác"
    ))
}

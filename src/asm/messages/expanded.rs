//! Messages on text that is put in place of other text: macros, included files, names that stand for others.

use crate::asm::{code, limits};
use crate::diagnostics::{Diagnostic, Span, harmless, text};

/// The output of macros and repetitions is larger than the limit; this is reported once.
pub fn expands_too_far(span: Span) -> Diagnostic {
    let (lines, bytes) = (limits::MOST_EXPANDED_LINES, limits::MOST_EXPANDED_BYTES >> 20);
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!(
            "macros and repetitions come to more than {lines} lines or {bytes} MB here",
            "đến đây macro và vòng lặp tạo ra hơn {lines} dòng hoặc {bytes} MB"
        ),
    )
}

/// A line, or all lines of a file, become longer than is assembled where names are replaced.
pub fn replaces_too_far(span: Span) -> Diagnostic {
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!(
            "replacing names makes this line, or the file, longer than what is assembled",
            "việc thay các tên làm dòng này, hoặc cả tệp, dài quá giới hạn của trình hợp dịch"
        ),
    )
}

/// Uses of macros, repetitions or included files too deep within each other.
pub fn nested_too_deep(span: Span) -> Diagnostic {
    let most = limits::DEEPEST;
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!(
            "more than {most} macros, repetitions or files within each other",
            "quá {most} macro, vòng lặp hoặc tệp lồng nhau"
        ),
    )
    .help(text!("check that none of them uses itself", "hãy kiểm tra xem có cái nào tự dùng chính nó không"))
}

/// A macro whose body never ends; `end` is what would end it.
pub fn macro_is_open(span: Span, end: &str) -> Diagnostic {
    Diagnostic::error(code::MACRO, span, text!("this macro is never closed", "macro này không được đóng"))
        .help(text!("close it with `{end}`", "hãy đóng bằng `{end}`"))
}

/// The end of a macro where none is open; `begin` is what would begin one.
pub fn no_macro_is_open(span: Span, begin: &str) -> Diagnostic {
    Diagnostic::error(
        code::MACRO,
        span,
        text!("no `{begin}` stands before this", "không có `{begin}` phía trước"),
    )
}

/// A macro that takes another number of arguments than it is given.
pub fn macro_arguments(span: Span, takes: usize, given: usize, definition: Span) -> Diagnostic {
    let arguments = if takes == 1 { "argument" } else { "arguments" };
    let are = if given == 1 { "is" } else { "are" };
    Diagnostic::error(
        code::MACRO,
        span,
        text!(
            "the macro takes {takes} {arguments}, {given} {are} given",
            "macro nhận {takes} đối số, ở đây có {given}"
        ),
    )
    .also(definition, text!("the macro", "macro"))
}

/// A file that a source includes and that is not there; `near` are names of files that may be meant.
pub fn no_such_include(span: Span, name: &str, near: &[String]) -> Diagnostic {
    let name = harmless(name);
    let missing = Diagnostic::error(
        code::INCLUDE,
        span,
        text!("the file `{name}` is not among those handed in", "không có tệp `{name}` trong bài nộp"),
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

/// A file that has the name given on Windows only; `instead` is how it is to be included.
pub fn included_on_windows(span: Span, name: &str, instead: &str) -> Diagnostic {
    let (name, instead) = (harmless(name), harmless(instead));
    Diagnostic::warning(
        code::INCLUDE,
        span,
        text!(
            "the file is called `{name}`; under the name given here it is found on Windows only",
            "tệp có tên `{name}`; chỉ trên Windows mới tìm thấy với tên ghi ở đây"
        ),
    )
    .help(text!("write `{instead}`", "hãy viết `{instead}`"))
}

/// A file that is included already.
pub fn included_again(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        code::INCLUDE,
        span,
        text!("`{name}` is included a second time", "`{name}` được chèn lần thứ hai"),
    )
    .help(text!("include each file once", "chỉ chèn mỗi tệp một lần"))
}

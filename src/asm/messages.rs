//! Messages on the mistakes that can be made in every assembler: the same words for the same mistake. An
//! assembler adds what only it knows, such as how its tool words the complaint, or what to write instead.

mod expanded;

pub use expanded::{
    expands_too_far, included_again, included_on_windows, macro_arguments, macro_is_open, nested_too_deep,
    no_macro_is_open, no_such_include, replaces_too_far,
};

use super::code;
use super::collector::{MOST_ERRORS, MOST_WARNINGS};
use crate::diagnostics::{Diagnostic, FileId, Severity, Span, Text, text};

/// The names used in messages for an assembler and for its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// The language: the title of the instruction set.
    pub language: &'static str,
    /// The assembler: a tool, or the language where no tool is meant.
    pub tool: &'static str,
    /// The characters that begin a comment.
    pub comment: &'static str,
}

fn of_severity(severity: Severity, code: crate::diagnostics::Code, span: Span, message: Text) -> Diagnostic {
    Diagnostic { severity, ..Diagnostic::error(code, span, message) }
}

/// The hint that names what was probably meant.
pub fn did_you_mean(near: &str) -> Text {
    text!("did you mean `{near}`?", "có phải bạn muốn viết `{near}`?")
}

/// The hint that names what was probably meant, or another one where nothing is near.
pub fn meant(near: Option<&str>, otherwise: Text) -> Text {
    near.map_or(otherwise, did_you_mean)
}

/// More ways to write something than these are not shown.
const MOST_WAYS: usize = 6;

/// The hint that shows how something is written, by examples; there is at least one.
pub fn written_as<'e>(examples: impl IntoIterator<Item = &'e str>) -> Text {
    let ways: Vec<String> = examples.into_iter().map(|example| format!("`{example}`")).collect();
    let shown = ways.iter().take(MOST_WAYS).cloned().collect::<Vec<_>>().join(", ");
    match ways.len() {
        0 | 1 => text!("write it as {shown}", "hãy viết theo dạng {shown}"),
        2..=MOST_WAYS => text!("ways to write it: {shown}", "các cách viết: {shown}"),
        _ => text!("ways to write it: {shown} and others", "các cách viết: {shown} và các cách khác"),
    }
}

/// Several possibilities as a part of a sentence: `a register, a number or a label`.
pub fn either(possibilities: &[Text]) -> Text {
    let join = |words: Vec<&str>, or: &str| match words.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} {or} {last}", before.join(", ")),
        words => words.concat(),
    };
    let (english, vietnamese) = possibilities.iter().map(Text::both).unzip();
    Text::new(join(english, "or"), join(vietnamese, "hoặc"))
}

/// A word stands where an instruction is expected.
pub fn unknown_instruction(called: Called, span: Span, name: &str) -> Diagnostic {
    let language = called.language;
    Diagnostic::error(
        code::UNKNOWN_INSTRUCTION,
        span,
        text!("{language} has no instruction `{name}`", "{language} không có lệnh `{name}`"),
    )
}

/// A directive that the assembler does not have; some tools pass over it.
pub fn unknown_directive(called: Called, severity: Severity, span: Span, name: &str) -> Diagnostic {
    let tool = called.tool;
    of_severity(
        severity,
        code::UNKNOWN_DIRECTIVE,
        span,
        text!("{tool} has no directive `{name}`", "{tool} không có chỉ thị `{name}`"),
    )
}

/// More counts than these that follow each other are not listed one by one.
const MOST_COUNTS: usize = 3;

/// Fewer or more operands than one of the counts that are `expected`, in ascending order; `shown` is the instruction as it is written.
pub fn operand_count(
    called: Called,
    span: Span,
    mnemonic: &str,
    expected: &[usize],
    found: usize,
    shown: &str,
) -> Diagnostic {
    let counts = match expected {
        [first, .., last] if expected.len() > MOST_COUNTS && last - first == expected.len() - 1 => {
            text!("{first} to {last}", "từ {first} đến {last}")
        }
        counts => {
            let counts: Vec<Text> = counts.iter().map(|count| Text::verbatim(count.to_string())).collect();
            either(&counts)
        }
    };
    let (en, vi) = counts.both();
    let operands = if expected == [1] { "operand" } else { "operands" };
    let diagnostic = Diagnostic::error(
        code::OPERAND_COUNT,
        span,
        text!(
            "`{mnemonic}` takes {en} {operands}, {found} found in `{shown}`",
            "`{mnemonic}` cần {vi} toán hạng, ở đây có {found}: `{shown}`"
        ),
    );
    if expected != [0] {
        return diagnostic;
    }
    let comment = called.comment;
    diagnostic.help(text!(
        "write `{mnemonic}` alone; a comment begins with `{comment}`",
        "hãy viết riêng `{mnemonic}`; chú thích bắt đầu bằng `{comment}`"
    ))
}

/// An operand too few or too many where operands cannot be counted, as some are made of several words, or may be left out.
pub fn operands_uncounted(span: Span, mnemonic: &str, is_too_few: bool) -> Diagnostic {
    let message = if is_too_few {
        text!(
            "`{mnemonic}` lacks an operand, or one is not written as operands are",
            "`{mnemonic}` thiếu toán hạng, hoặc có toán hạng viết không đúng cách"
        )
    } else {
        text!(
            "`{mnemonic}` has more operands than it takes, or one is not written as operands are",
            "`{mnemonic}` có thừa toán hạng, hoặc có toán hạng viết không đúng cách"
        )
    };
    Diagnostic::error(code::OPERAND_COUNT, span, message)
}

/// The hint on what separates operands, and what begins a comment.
pub fn operands_are_separated(called: Called) -> Text {
    let comment = called.comment;
    text!(
        "operands are separated by commas, and comments begin with `{comment}`",
        "các toán hạng cách nhau bằng dấu phẩy, và chú thích bắt đầu bằng `{comment}`"
    )
}

/// An operand of another kind than is `expected`, such as `a register`.
pub fn operand_kind(span: Span, mnemonic: &str, expected: &Text, found: &str) -> Diagnostic {
    let (en, vi) = expected.both();
    Diagnostic::error(
        code::OPERAND_KIND,
        span,
        text!(
            "`{mnemonic}` needs {en} here, not `{found}`",
            "`{mnemonic}` cần {vi} ở đây, không phải `{found}`"
        ),
    )
}

/// A number that does not fit in the `bits` bits of an operand, which takes `low` to `high`.
pub fn operand_range(
    span: Span,
    mnemonic: &str,
    found: &str,
    bits: u32,
    (low, high): (i64, i64),
) -> Diagnostic {
    Diagnostic::error(
        code::OPERAND_RANGE,
        span,
        text!(
            "`{found}` does not fit in the {bits}-bit operand of `{mnemonic}`",
            "`{found}` không vừa trong toán hạng {bits} bit của `{mnemonic}`"
        ),
    )
    .label(text!("`{mnemonic}` takes {low} to {high}", "`{mnemonic}` nhận từ {low} đến {high}"))
}

/// A label that is too far away for an instruction: `distance` cells, which are called `unit`, up or down.
pub fn too_far(span: Span, mnemonic: &str, name: &str, distance: i64, unit: &Text) -> Diagnostic {
    let (far, (en, vi)) = (distance.unsigned_abs(), unit.both());
    let (way, way_vi) = if distance < 0 { ("above", "phía trên") } else { ("below", "phía dưới") };
    Diagnostic::error(
        code::LABEL_TOO_FAR,
        span,
        text!(
            "`{name}` is {far} {en} {way}, too far for `{mnemonic}`",
            "`{name}` ở {way_vi}, cách {far} {vi}, quá xa đối với `{mnemonic}`"
        ),
    )
}

/// The same for an instruction that reaches `before` of them up and `after` of them down.
pub fn label_too_far(
    span: Span,
    mnemonic: &str,
    name: &str,
    distance: i64,
    (before, after): (i64, i64),
    unit: &Text,
) -> Diagnostic {
    let (en, vi) = unit.both();
    too_far(span, mnemonic, name, distance, unit).label(text!(
        "`{mnemonic}` reaches {before} {en} up and {after} {en} down",
        "`{mnemonic}` với tới {before} {vi} phía trên và {after} {vi} phía dưới"
    ))
}

/// The hint that shows how a register is written that was probably meant.
pub fn register_is_written(proper: &str) -> Text {
    text!("the register is written `{proper}`", "thanh ghi được viết là `{proper}`")
}

/// A register where a label is defined.
pub fn register_as_label(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        code::OPERAND_KIND,
        span,
        text!("`{name}` is a register and cannot be a label", "`{name}` là thanh ghi nên không thể làm nhãn"),
    )
    .help(text!("choose another name for the label", "hãy đặt tên khác cho nhãn"))
}

/// A label that is not defined.
pub fn undefined_label(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        code::UNDEFINED_LABEL,
        span,
        text!("there is no label `{name}`", "không có nhãn `{name}`"),
    )
}

/// A label that is defined already; some tools take the later definition.
pub fn duplicate_label(severity: Severity, span: Span, name: &str, earlier: Span) -> Diagnostic {
    of_severity(
        severity,
        code::DUPLICATE_LABEL,
        span,
        text!("label `{name}` is defined a second time", "nhãn `{name}` được định nghĩa lần thứ hai"),
    )
    .also(earlier, first_defined_here())
    .help(text!("give one of the two places another name", "hãy đổi tên một trong hai chỗ"))
}

/// The note at an earlier definition.
pub fn first_defined_here() -> Text {
    text!("first defined here", "định nghĩa lần đầu ở đây")
}

/// A constant that stands for itself in the end.
pub fn constant_of_itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        code::CONSTANT,
        span,
        text!("`{name}` is defined by itself", "`{name}` được định nghĩa bằng chính nó"),
    )
}

/// A word that looks like a number and cannot be read as one.
pub fn bad_number(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(
        code::BAD_NUMBER,
        span,
        text!("`{word}` cannot be read as a number", "không đọc được `{word}` như một số"),
    )
}

/// Characters that have no meaning where they stand.
pub fn bad_character(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(
        code::BAD_CHARACTER,
        span,
        text!("`{found}` has no meaning here", "`{found}` không có nghĩa ở đây"),
    )
}

/// A character or pair of characters that begins a comment in another language.
pub fn foreign_comment(called: Called, span: Span, mark: &str) -> Diagnostic {
    let Called { language, comment, .. } = called;
    Diagnostic::error(
        code::BAD_CHARACTER,
        span,
        text!(
            "`{mark}` does not begin a comment in {language} assembly",
            "`{mark}` không bắt đầu chú thích trong hợp ngữ {language}"
        ),
    )
    .help(text!("write `{comment}` in front of a comment", "hãy viết `{comment}` trước chú thích"))
}

/// A string without its closing quotation mark.
pub fn open_string(severity: Severity, span: Span) -> Diagnostic {
    of_severity(
        severity,
        code::OPEN_STRING,
        span,
        text!("the string has no closing quotation mark", "chuỗi thiếu dấu ngoặc kép đóng"),
    )
    .help(text!("close it with `\"`", "hãy đóng chuỗi bằng `\"`"))
}

/// A byte-order mark, which is skipped here and rejected by other tools.
pub fn byte_order_mark(file: FileId) -> Diagnostic {
    Diagnostic::warning(
        code::PORTABILITY,
        Span::new(file, 0..0),
        text!("the file begins with a byte-order mark (BOM)", "tệp bắt đầu bằng dấu thứ tự byte (BOM)"),
    )
    .note(text!(
        "it is skipped here; other tools reject the file",
        "ở đây dấu này được bỏ qua; các công cụ khác từ chối tệp"
    ))
    .help(text!("save it as UTF-8 without BOM", "hãy lưu tệp ở dạng UTF-8 không có BOM"))
}

/// The program is larger than the limit `most`, such as `16 MB`; this is reported once.
pub fn too_large(span: Span, most: &Text) -> Diagnostic {
    let (en, vi) = most.both();
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!("the program comes to more than {en} here", "đến đây chương trình vượt quá {vi}"),
    )
}

/// A directive that is not written as it must be; `usage` shows how.
pub fn directive_is_written(span: Span, name: &str, usage: &str) -> Diagnostic {
    Diagnostic::error(
        code::DIRECTIVE,
        span,
        text!("`{name}` is not written like this", "`{name}` không được viết như vậy"),
    )
    .help(written_as([usage]))
}

/// A number that does not fit in the `bits` bits of its directive, and is cut.
pub fn truncated(span: Span, number: &str, bits: u32) -> Diagnostic {
    Diagnostic::warning(
        code::TRUNCATED,
        span,
        text!(
            "{number} does not fit in {bits} bits and loses its upper ones",
            "{number} không vừa trong {bits} bit và bị mất các bit cao"
        ),
    )
}

/// A label that is shared with other files and that its own file does not define.
pub fn global_undefined(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        code::GLOBAL,
        span,
        text!(
            "`{name}` is declared global, but this file does not define it",
            "`{name}` được khai báo toàn cục nhưng tệp này không định nghĩa nó"
        ),
    )
}

/// A label that two files share.
pub fn global_again(span: Span, name: &str, earlier: Span) -> Diagnostic {
    Diagnostic::error(
        code::GLOBAL,
        span,
        text!("`{name}` is global in two files", "`{name}` là toàn cục trong hai tệp"),
    )
    .also(earlier, first_defined_here())
}

/// There are this many errors, of which some are not listed.
pub fn too_many_errors(called: Called, file: FileId, errors: usize) -> Diagnostic {
    let language = called.language;
    Diagnostic::error(
        code::TOO_MANY_ERRORS,
        Span::new(file, 0..0),
        text!(
            "there are {errors} errors; {MOST_ERRORS} of them are listed",
            "có {errors} lỗi; {MOST_ERRORS} lỗi được liệt kê"
        ),
    )
    .help(text!(
        "check that this is the {language} source file that you wanted to hand in",
        "hãy kiểm tra đây có đúng là tệp mã nguồn {language} bạn muốn nộp không"
    ))
}

/// There are this many warnings, of which some are not listed.
pub fn too_many_warnings(file: FileId, warnings: usize) -> Diagnostic {
    Diagnostic::warning(
        code::TOO_MANY_ERRORS,
        Span::new(file, 0..0),
        text!(
            "there are {warnings} warnings; {MOST_WARNINGS} of them are listed",
            "có {warnings} cảnh báo; {MOST_WARNINGS} cảnh báo được liệt kê"
        ),
    )
}

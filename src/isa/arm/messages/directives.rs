//! Messages on directives, conditions and macros.

use super::{called, error};
use crate::asm::{self};
use crate::diagnostics::{Diagnostic, Span, harmless, text};
use crate::isa::arm::code;
use crate::isa::arm::directive::Sort;
use crate::isa::arm::program::Dialect;

pub(in super::super) fn needs_name(span: Span, name: &str) -> Diagnostic {
    error(
        asm::code::DIRECTIVE,
        span,
        text!("`{name}` lacks the name in front of it", "`{name}` thiếu tên ở phía trước"),
    )
    .help(text!(
        "the name stands in the first column of the line: `NAME {name} ...`",
        "tên nằm ở cột đầu tiên của dòng: `TÊN {name} ...`"
    ))
}

pub(in super::super) fn bad_register_name(span: Span, name: &str) -> Diagnostic {
    error(asm::code::DIRECTIVE, span, text!("`{name}` has a meaning already", "`{name}` đã có nghĩa khác"))
        .help(text!("choose another name for the register", "hãy chọn tên khác cho thanh ghi"))
}

pub(in super::super) fn bad_attribute(span: Span, name: &str) -> Diagnostic {
    error(
        asm::code::DIRECTIVE,
        span,
        text!("an area has no attribute `{name}`", "vùng không có thuộc tính `{name}`"),
    )
    .help(asm::messages::written_as(["AREA name, CODE, READONLY", "AREA name, DATA, READWRITE"]))
}

pub(in super::super) fn outside_of_areas(span: Span) -> Diagnostic {
    error(
        asm::code::WRONG_SECTION,
        span,
        text!("this stands before the first `AREA`", "dòng này nằm trước `AREA` đầu tiên"),
    )
    .help(text!(
        "begin the program with `AREA name, CODE, READONLY`, not in the first column",
        "hãy bắt đầu chương trình bằng `AREA tên, CODE, READONLY`, không ở cột đầu tiên"
    ))
}

pub(in super::super) fn thumb(span: Span, name: &str) -> Diagnostic {
    error(
        code::UNSUPPORTED,
        span,
        text!(
            "`{name}` begins Thumb code, which is not read here",
            "`{name}` bắt đầu mã Thumb, loại mã không được hỗ trợ ở đây"
        ),
    )
    .help(text!("write ARM code: instructions of 32 bits", "hãy viết mã ARM: các lệnh 32 bit"))
}

pub(in super::super) fn unsupported(span: Span, name: &str, dialect: Dialect) -> Diagnostic {
    let tool = dialect.tool();
    error(
        code::UNSUPPORTED,
        span,
        text!("`{name}` of {tool} is not read here", "`{name}` của {tool} không được hỗ trợ ở đây"),
    )
    .help(text!("write it without this directive", "hãy viết không dùng chỉ thị này"))
}

/// A numeric local label with a name after the number that is not the one of its routine.
pub(in super::super) fn other_routine(span: Span, name: &str) -> Diagnostic {
    error(
        asm::code::UNDEFINED_LABEL,
        span,
        text!("this is not the routine `{name}`", "đây không phải là routine `{name}`"),
    )
    .help(text!(
        "a label of digits stands alone, or with the name that `ROUT` has given: `{name} ROUT`",
        "nhãn bằng số đứng một mình, hoặc kèm tên mà `ROUT` đã đặt: `{name} ROUT`"
    ))
}

pub(in super::super) fn second_entry(span: Span, earlier: Span) -> Diagnostic {
    error(code::ENTRY, span, text!("the program has a second `ENTRY`", "chương trình có `ENTRY` thứ hai"))
        .also(earlier, text!("the first one", "`ENTRY` đầu tiên"))
        .help(text!("keep one of the two", "chỉ giữ một trong hai"))
}

pub(in super::super) fn assertion_failed(span: Span) -> Diagnostic {
    error(code::ASSERTION, span, text!("this assertion does not hold", "điều kiện này không đúng"))
}

pub(in super::super) fn own_error(span: Span, words: &str) -> Diagnostic {
    let words = harmless(words);
    error(
        code::ASSERTION,
        span,
        text!(
            "the program stops the assembler here: {words}",
            "chương trình dừng trình hợp dịch ở đây: {words}"
        ),
    )
}

pub(in super::super) fn nothing_pushed(span: Span) -> Diagnostic {
    error(
        asm::code::DIRECTIVE,
        span,
        text!("no `.pushsection` stands before this", "không có `.pushsection` phía trước"),
    )
}

pub(in super::super) fn origin_goes_back(span: Span) -> Diagnostic {
    error(asm::code::DIRECTIVE, span, text!("`.org` cannot go back", "`.org` không thể lùi lại")).help(text!(
        "it counts from the beginning of the section, and something lies there already",
        "nó tính từ đầu vùng, và ở đó đã có dữ liệu"
    ))
}

pub(in super::super) fn negative_count(span: Span, count: i64) -> Diagnostic {
    error(
        asm::code::DIRECTIVE,
        span,
        text!("there is no room of {count} bytes", "không có vùng nhớ {count} byte"),
    )
}

pub(in super::super) fn bad_alignment(span: Span, found: i64) -> Diagnostic {
    error(
        asm::code::DIRECTIVE,
        span,
        text!("nothing can be aligned to {found}", "không thể căn theo {found}"),
    )
    .help(text!(
        "`ALIGN` and `.balign` take a power of two, such as 4; `.align 2` is the same as `.balign 4`",
        "`ALIGN` và `.balign` nhận lũy thừa của hai, như 4; `.align 2` giống `.balign 4`"
    ))
}

pub(in super::super) fn padded(span: Span, added: u32, size: u32) -> Diagnostic {
    let bytes = if added == 1 { "byte is" } else { "bytes are" };
    Diagnostic::warning(
        code::ALIGNMENT,
        span,
        text!(
            "{added} {bytes} left free before this, which lies at a multiple of {size}",
            "bỏ trống {added} byte phía trước để dòng này nằm ở bội số của {size}"
        ),
    )
    .note(text!("armasm warns of this, too (A1581W)", "armasm cũng cảnh báo điều này (A1581W)"))
    .help(text!(
        "write `ALIGN` before it; a label on a line of its own above does not move with it",
        "hãy viết `ALIGN` phía trước; nhãn trên dòng riêng phía trên không dời theo"
    ))
}

pub(in super::super) fn misaligned(span: Span) -> Diagnostic {
    Diagnostic::warning(
        code::ALIGNMENT,
        span,
        text!(
            "this instruction does not lie at a multiple of four, so that it cannot be executed",
            "lệnh này không nằm ở bội số của bốn nên không thực hiện được"
        ),
    )
    .help(text!("write `.align 2` after the data before it", "hãy viết `.align 2` sau dữ liệu phía trước"))
}

/// Something that is no floating-point number, or one that is too large for this many bytes.
pub(in super::super) fn bad_float(span: Span, found: &str, size: u32) -> Diagnostic {
    let bits = 8 * size;
    asm::messages::bad_number(span, &harmless(found)).help(text!(
        "write a floating-point number that fits in {bits} bits, such as 1.5 or -2e-3; it is not calculated",
        "hãy viết một số dấu phẩy động vừa trong {bits} bit, như 1.5 hoặc -2e-3; ở đây không tính biểu thức"
    ))
}

pub(in super::super) fn text_is_no_value(span: Span, size: u32) -> Diagnostic {
    error(
        asm::code::OPERAND_KIND,
        span,
        text!("a string is no value of {size} bytes", "chuỗi không phải là giá trị {size} byte"),
    )
    .help(text!("strings are written with `DCB`, or `.ascii`", "chuỗi được viết bằng `DCB` hoặc `.ascii`"))
}

pub(in super::super) fn condition_expected(span: Span) -> Diagnostic {
    error(code::CONDITIONAL, span, text!("one condition is expected here", "ở đây cần một điều kiện"))
        .help(text!("such as `IF size > 4` or `.if size > 4`", "chẳng hạn `IF size > 4` hoặc `.if size > 4`"))
}

pub(in super::super) fn no_condition_is_open(span: Span) -> Diagnostic {
    error(code::CONDITIONAL, span, text!("no `IF` stands before this", "không có `IF` phía trước"))
}

pub(in super::super) fn second_else(span: Span, open: Span) -> Diagnostic {
    error(code::CONDITIONAL, span, text!("this condition has had its `ELSE`", "điều kiện này đã có `ELSE`"))
        .also(open, text!("the condition", "điều kiện"))
}

pub(in super::super) fn condition_not_closed(span: Span, dialect: Dialect) -> Diagnostic {
    let close = match dialect {
        Dialect::Armasm => "ENDIF",
        Dialect::Gnu => ".endif",
    };
    error(code::CONDITIONAL, span, text!("this condition is never closed", "điều kiện này không được đóng"))
        .help(text!("close it with `{close}`", "hãy đóng bằng `{close}`"))
}

pub(in super::super) fn loop_not_closed(span: Span) -> Diagnostic {
    error(code::CONDITIONAL, span, text!("this loop is never closed", "vòng lặp này không được đóng"))
        .help(text!("close it with `WEND`", "hãy đóng bằng `WEND`"))
}

pub(in super::super) fn no_loop_is_open(span: Span) -> Diagnostic {
    error(code::CONDITIONAL, span, text!("no `WHILE` stands before this", "không có `WHILE` phía trước"))
}

pub(in super::super) fn repeat_not_closed(span: Span) -> Diagnostic {
    error(code::CONDITIONAL, span, text!("this repetition is never closed", "phần lặp này không được đóng"))
        .help(text!("close it with `.endr`", "hãy đóng bằng `.endr`"))
}

pub(in super::super) fn no_repeat_is_open(span: Span) -> Diagnostic {
    error(code::CONDITIONAL, span, text!("no `.rept` stands before this", "không có `.rept` phía trước"))
}

/// A directive with fewer or more operands than one of the counts that it `takes`; `shown` is all of it.
pub(in super::super) fn directive_count(
    (span, name): (Span, &str),
    takes: &[usize],
    found: usize,
    shown: &str,
    usage: &str,
    dialect: Dialect,
) -> Diagnostic {
    asm::messages::operand_count(called(dialect), span, name, takes, found, shown)
        .help(asm::messages::written_as([usage]))
}

fn macro_words(dialect: Dialect) -> (&'static str, &'static str) {
    match dialect {
        Dialect::Armasm => ("MACRO", "MEND"),
        Dialect::Gnu => (".macro", ".endm"),
    }
}

pub(in super::super) fn macro_is_open(span: Span, dialect: Dialect) -> Diagnostic {
    asm::messages::macro_is_open(span, macro_words(dialect).1)
}

pub(in super::super) fn no_macro_is_open(span: Span, dialect: Dialect) -> Diagnostic {
    asm::messages::no_macro_is_open(span, macro_words(dialect).0)
}

pub(in super::super) fn macro_without_name(span: Span, dialect: Dialect) -> Diagnostic {
    let found = error(asm::code::MACRO, span, text!("this macro has no name", "macro này không có tên"));
    found.help(match dialect {
        Dialect::Armasm => text!(
            "the name stands in the line after `MACRO`: `$label name $a, $b`",
            "tên nằm ở dòng sau `MACRO`: `$nhãn tên $a, $b`"
        ),
        Dialect::Gnu => text!("it is written `.macro name a, b`", "cách viết: `.macro tên a, b`"),
    })
}

pub(in super::super) fn bad_parameter(span: Span, dialect: Dialect) -> Diagnostic {
    let usage = match dialect {
        Dialect::Armasm => "$label name $a, $b=5",
        Dialect::Gnu => ".macro name a, b=5",
    };
    error(
        asm::code::MACRO,
        span,
        text!("this is no parameter of a macro", "đây không phải là tham số của macro"),
    )
    .help(asm::messages::written_as([usage]))
}

pub(in super::super) fn macro_again(span: Span, name: &str, earlier: Span) -> Diagnostic {
    error(
        asm::code::MACRO,
        span,
        text!("the macro `{name}` is defined a second time", "macro `{name}` được định nghĩa lần thứ hai"),
    )
    .also(earlier, asm::messages::first_defined_here())
}

pub(in super::super) fn argument_missing(span: Span, name: &str, defined: Span) -> Diagnostic {
    error(
        asm::code::MACRO,
        span,
        text!("the macro needs a value for `{name}`", "macro cần giá trị cho `{name}`"),
    )
    .also(defined, text!("the macro", "macro"))
}

pub(in super::super) fn variable_not_declared(span: Span, name: &str) -> Diagnostic {
    error(
        asm::code::CONSTANT,
        span,
        text!("the variable `{name}` is not declared", "biến `{name}` chưa được khai báo"),
    )
    .help(text!(
        "declare it above with `GBLA {name}`, or with `LCLA {name}` in a macro",
        "hãy khai báo phía trên bằng `GBLA {name}`, hoặc `LCLA {name}` trong macro"
    ))
}

pub(in super::super) fn local_outside_of_macro(span: Span, name: &str) -> Diagnostic {
    error(asm::code::CONSTANT, span, text!("`{name}` is for macros only", "`{name}` chỉ dùng trong macro"))
        .help(text!("use `GBLA`, `GBLL` or `GBLS` here", "ở đây hãy dùng `GBLA`, `GBLL` hoặc `GBLS`"))
}

pub(in super::super) fn wrong_sort(span: Span, sort: Sort) -> Diagnostic {
    let message = match sort {
        Sort::Number => text!("a number is expected here", "ở đây cần một số"),
        Sort::Truth => text!(
            "`{{TRUE}}`, `{{FALSE}}` or a comparison is expected here",
            "ở đây cần `{{TRUE}}`, `{{FALSE}}` hoặc phép so sánh"
        ),
        Sort::Text => {
            text!("a string in quotation marks is expected here", "ở đây cần một chuỗi trong dấu ngoặc kép")
        }
    };
    error(code::EXPRESSION, span, message)
}

pub(in super::super) fn not_a_number(span: Span) -> Diagnostic {
    error(code::EXPRESSION, span, text!("a number is expected here", "ở đây cần một số")).help(text!(
        "an address is not known before the whole program is read",
        "địa chỉ chưa biết được trước khi đọc hết chương trình"
    ))
}

pub(in super::super) fn no_values(span: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(
        asm::code::DIRECTIVE,
        span,
        text!("`{name}` without a value takes no room", "`{name}` không có giá trị thì không chiếm chỗ nào"),
    )
    .help(text!(
        "write `{name} 0` for one value that is zero",
        "hãy viết `{name} 0` để có một giá trị bằng 0"
    ))
}

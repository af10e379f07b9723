//! What the assembler has to say. Where MARS rejects the same thing, a note gives its words.

mod replaced;

pub(super) use replaced::{
    endless_equivalent, equivalent_again, equivalent_cut, equivalent_name, equivalent_of_itself,
    equivalent_operands, equivalents_too_large, included_again, included_on_windows, macro_after_use,
    macro_error, macro_use, macros_too_large, nested_too_deep, no_such_include,
};

use super::forms::{self, Form, Shape};
use super::lines::Line;
use super::operands::Misfit;
use super::token::{Token, TokenKind};
use crate::asm::{MOST_ERRORS, MOST_WARNINGS, limits, work};
use crate::diagnostics::{Code, Diagnostic, FileId, Span, Text, suggest, suggest_within, text};
use crate::isa::mips::code;

fn error(code: Code, span: Span, message: Text, mars: &str) -> Diagnostic {
    Diagnostic::error(code, span, message).note(mars_says(mars))
}

fn mars_says(words: &str) -> Text {
    text!("in MARS: {words}", "trong MARS: {words}")
}

pub(super) fn unknown_token(span: Span, token: &Token) -> Diagnostic {
    let found = &token.text;
    let diagnostic = error(
        code::UNKNOWN_TOKEN,
        span,
        text!("`{found}` means nothing in MIPS assembly", "`{found}` không có nghĩa trong hợp ngữ MIPS"),
        &format!("Invalid language element: {found}"),
    );
    diagnostic.help(match found.chars().next() {
        _ if found.contains(';') => text!(
            "comments begin with `#`; an instruction does not end in a semicolon",
            "chú thích bắt đầu bằng `#`; lệnh không kết thúc bằng dấu chấm phẩy"
        ),
        Some('/') => text!("comments begin with `#`", "chú thích bắt đầu bằng `#`"),
        Some('\'') => text!(
            "one character stands between single quotes, as in 'a' or '\\n'",
            "giữa hai dấu nháy đơn chỉ có một ký tự, như 'a' hoặc '\\n'"
        ),
        Some('=') => text!(
            "constants are defined with `.eqv NAME value`",
            "hằng số được định nghĩa bằng `.eqv TÊN giá_trị`"
        ),
        Some('0'..='9') => text!(
            "names do not begin with a digit; numbers are decimal, or hexadecimal as in 0x1F",
            "tên không bắt đầu bằng chữ số; số viết ở hệ mười, hoặc hệ mười sáu như 0x1F"
        ),
        _ => text!(
            "names are made of letters, digits, `_`, `.` and `$`",
            "tên gồm chữ cái, chữ số, `_`, `.` và `$`"
        ),
    })
}

pub(super) fn unknown_operator(line: &Line, token: &Token, names: &[String]) -> Diagnostic {
    let (span, found) = (line.span_of(token), &token.text);
    let diagnostic = error(
        code::UNKNOWN_OPERATOR,
        span,
        text!("`{found}` is no instruction", "`{found}` không phải là lệnh"),
        &format!("\"{found}\" is not a recognized operator"),
    );
    work::count(names.len());
    let mut known: Vec<&str> = forms::mnemonics().collect();
    known.extend(names.iter().map(String::as_str));
    let stands_alone = !line.tokens.iter().any(|other| other.start > token.start && !is_comment(other));
    let limit = if stands_alone || found.chars().count() <= 3 { 1 } else { 2 };
    match suggest_within(limit, found, known) {
        Some(near) => diagnostic.help(did_you_mean(near)),
        None if stands_alone => diagnostic.help(text!(
            "if `{found}` is meant as a label, put a colon after it: `{found}:`",
            "nếu `{found}` là nhãn, hãy thêm dấu hai chấm phía sau: `{found}:`"
        )),
        None => diagnostic.help(text!(
            "a line is a label with a colon, an instruction, or a directive that begins with a dot",
            "mỗi dòng là một nhãn có dấu hai chấm, một lệnh, hoặc một chỉ thị bắt đầu bằng dấu chấm"
        )),
    }
}

fn is_comment(token: &Token) -> bool {
    token.kind == TokenKind::Comment
}

fn did_you_mean(near: &str) -> Text {
    text!("did you mean `{near}`?", "có phải bạn muốn viết `{near}`?")
}

pub(super) fn misfit(
    line: &Line,
    name: &Token,
    operands: &[Token],
    misfit: Misfit,
    all: &[Form],
) -> Diagnostic {
    let mnemonic = &name.text;
    let example = all.first().map_or("", |form| form.example.as_str());
    let whole = operands.last().map_or_else(|| line.span_of(name), |last| line.span_from(name, last));
    let ways = all.iter().map(|form| format!("`{}`", form.example)).collect::<Vec<_>>();
    let shown = ways.iter().take(6).cloned().collect::<Vec<_>>().join(", ");
    let diagnostic = match misfit {
        Misfit::TooFew => error(
            code::OPERAND_COUNT,
            whole,
            text!(
                "`{mnemonic}` lacks an operand, or one is not written as operands are",
                "`{mnemonic}` thiếu toán hạng, hoặc có toán hạng viết không đúng cách"
            ),
            &format!("\"{mnemonic}\": Too few or incorrectly formatted operands. Expected: {example}"),
        ),
        Misfit::TooMany => error(
            code::OPERAND_COUNT,
            whole,
            text!("`{mnemonic}` has more operands than it takes", "`{mnemonic}` có thừa toán hạng"),
            &format!("\"{mnemonic}\": Too many or incorrectly formatted operands. Expected: {example}"),
        ),
        Misfit::Kind(index) => {
            let token = &operands[index];
            let found = &token.text;
            error(
                code::OPERAND_KIND,
                line.span_of(token),
                text!(
                    "`{mnemonic}` cannot use `{found}` here",
                    "`{mnemonic}` không dùng được `{found}` ở đây"
                ),
                &format!("\"{found}\": operand is of incorrect type"),
            )
        }
        Misfit::Range(index) => {
            let token = &operands[index];
            let found = &token.text;
            error(
                code::OPERAND_RANGE,
                line.span_of(token),
                text!("{found} does not fit in `{mnemonic}`", "{found} không vừa với `{mnemonic}`"),
                &format!("\"{found}\": operand is out of range"),
            )
        }
    };
    let diagnostic = match operands.iter().find(|token| looks_like_register(&token.text)) {
        Some(token) => diagnostic.help(register_help(&token.text)),
        None => diagnostic,
    };
    let diagnostic = match misfit_help(mnemonic, operands, misfit, all) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    };
    match all.len() {
        0 => diagnostic,
        1 => diagnostic.help(text!("it is written {shown}", "cách viết: {shown}")),
        2..=6 => diagnostic.help(text!("ways to write it: {shown}", "các cách viết: {shown}")),
        _ => diagnostic
            .help(text!("ways to write it: {shown} and others", "các cách viết: {shown} và các cách khác")),
    }
}

/// What fits in place of a misfit, or what else does what was meant.
fn misfit_help(mnemonic: &str, operands: &[Token], misfit: Misfit, all: &[Form]) -> Option<Text> {
    let (Misfit::Kind(index) | Misfit::Range(index)) = misfit else { return None };
    let is_constant = matches!(operands[index].kind, TokenKind::Integer(_));
    let is_name = operands[index].kind == TokenKind::Identifier;
    match all.first()?.shapes.get(index)? {
        Shape::Register if is_constant && mnemonic.eq_ignore_ascii_case("move") => {
            Some(text!("a constant is put in a register with `li`", "dùng `li` để nạp hằng số vào thanh ghi"))
        }
        _ if is_name && mnemonic.eq_ignore_ascii_case("li") => Some(text!(
            "the address of a label is put in a register with `la`",
            "dùng `la` để nạp địa chỉ của nhãn"
        )),
        Shape::Bits5 if is_constant => Some(text!("here fits 0 to 31", "giá trị hợp lệ: 0 đến 31")),
        Shape::Signed16 if is_constant => {
            Some(text!("here fits -32768 to 32767", "giá trị hợp lệ: -32768 đến 32767"))
        }
        Shape::Unsigned16 if is_constant => {
            Some(text!("here fits 0 to 65535", "giá trị hợp lệ: 0 đến 65535"))
        }
        _ => None,
    }
}

fn looks_like_register(word: &str) -> bool {
    let bare = word.trim_start_matches('$').to_ascii_lowercase();
    super::registers::NAMES.contains(&bare.as_str()) && super::registers::general(word).is_none()
}

fn register_help(word: &str) -> Text {
    let proper = format!("${}", word.trim_start_matches('$').to_ascii_lowercase());
    text!("the register is written `{proper}`", "thanh ghi được viết là `{proper}`")
}

pub(super) fn undefined_label<'n>(
    span: Span,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let diagnostic = error(
        code::UNDEFINED_LABEL,
        span,
        text!("no label `{name}` is defined", "nhãn `{name}` chưa được định nghĩa"),
        &format!("Symbol \"{name}\" not found in symbol table."),
    );
    if looks_like_register(name) {
        return diagnostic.help(register_help(name));
    }
    match suggest(name, known.inspect(|_| work::count(1))) {
        Some(near) => diagnostic.help(did_you_mean(near)),
        None => diagnostic.help(text!(
            "define it as `{name}:`, or declare it with `.globl {name}` in the file that does",
            "hãy định nghĩa `{name}:`, hoặc khai báo `.globl {name}` trong tệp có định nghĩa"
        )),
    }
}

pub(super) fn duplicate_label(span: Span, name: &str, earlier: Span) -> Diagnostic {
    error(
        code::DUPLICATE_LABEL,
        span,
        text!("the label `{name}` is defined twice", "nhãn `{name}` được định nghĩa hai lần"),
        &format!("label \"{name}\" already defined"),
    )
    .also(earlier, text!("first defined here", "định nghĩa lần đầu ở đây"))
    .help(text!("give one of the two another name", "hãy đổi tên một trong hai nhãn"))
}

pub(super) fn data_among_instructions(span: Span, directive: &str) -> Diagnostic {
    error(
        code::WRONG_SEGMENT,
        span,
        text!("`{directive}` stands among instructions", "`{directive}` nằm giữa các lệnh"),
        &format!("\"{directive}\" directive cannot appear in text segment"),
    )
    .help(text!(
        "put `.data` in front of it, and `.text` in front of the next instruction",
        "hãy đặt `.data` phía trước, và `.text` trước lệnh tiếp theo"
    ))
}

pub(super) fn instruction_among_data(span: Span, mnemonic: &str) -> Diagnostic {
    Diagnostic::warning(
        code::WRONG_SEGMENT,
        span,
        text!(
            "`{mnemonic}` stands among data: MARS passes over it without a word, and it is never executed",
            "`{mnemonic}` nằm giữa dữ liệu: MARS lặng lẽ bỏ qua và lệnh không bao giờ được thực hiện"
        ),
    )
    .help(text!("put `.text` in front of the instructions", "hãy đặt `.text` trước các lệnh"))
}

/// A directive whose operands MARS rejects with `mars`; `usage` shows how it is written.
pub(super) fn directive_operands(span: Span, directive: &str, mars: &str, usage: &str) -> Diagnostic {
    error(
        code::DIRECTIVE,
        span,
        text!("`{directive}` is not written like this", "`{directive}` không được viết như vậy"),
        mars,
    )
    .help(text!("it is written `{usage}`", "cách viết: `{usage}`"))
}

pub(super) fn bad_value(span: Span, token: &Token, mars: &str) -> Diagnostic {
    let found = &token.text;
    error(
        code::DIRECTIVE,
        span,
        text!("`{found}` is no value for this directive", "`{found}` không phải là giá trị cho chỉ thị này"),
        mars,
    )
    .help(text!(
        "integers are decimal, hexadecimal (0x1F) or a character ('a'); strings stand in quotation marks; there are no sums",
        "số nguyên viết ở hệ mười, hệ mười sáu (0x1F) hoặc là ký tự ('a'); chuỗi nằm trong dấu ngoặc kép; không có phép cộng"
    ))
}

pub(super) fn unknown_directive(span: Span, name: &str) -> Diagnostic {
    let names = super::directive::DIRECTIVES.iter().map(|(name, _)| *name);
    let diagnostic = Diagnostic::warning(
        code::IGNORED,
        span,
        text!(
            "MARS does not know `{name}` and passes over the whole line",
            "MARS không biết `{name}` và bỏ qua cả dòng"
        ),
    )
    .note(mars_says(&format!("MARS does not recognize the {name} directive.  Ignored.")));
    match name.to_ascii_lowercase().as_str() {
        ".string" => {
            diagnostic.help(text!("strings are written with `.asciiz`", "chuỗi được viết bằng `.asciiz`"))
        }
        _ => match suggest(name, names) {
            Some(near) => diagnostic.help(did_you_mean(near)),
            None => diagnostic,
        },
    }
}

pub(super) fn set_is_ignored(span: Span) -> Diagnostic {
    Diagnostic::warning(code::IGNORED, span, text!("MARS does not heed `.set`", "MARS không xử lý `.set`"))
        .note(mars_says("MARS currently ignores the .set directive."))
}

pub(super) fn global_undefined(span: Span, name: &str) -> Diagnostic {
    error(
        code::GLOBAL,
        span,
        text!(
            "`{name}` is declared global, but this file does not define it",
            "`{name}` được khai báo toàn cục nhưng tệp này không định nghĩa nó"
        ),
        &format!("\"{name}\" declared global label but not defined."),
    )
    .help(text!(
        "define `{name}:` in this file, or take the declaration out",
        "hãy định nghĩa `{name}:` trong tệp này, hoặc bỏ khai báo"
    ))
}

pub(super) fn global_again(span: Span, name: &str, earlier: Span) -> Diagnostic {
    error(
        code::GLOBAL,
        span,
        text!("`{name}` is global in two files", "`{name}` là toàn cục trong hai tệp"),
        &format!("\"{name}\" already defined as global in a different file."),
    )
    .also(earlier, text!("first defined here", "định nghĩa lần đầu ở đây"))
}

pub(super) fn bad_data_address(span: Span, address: u32) -> Diagnostic {
    let signed = address.cast_signed();
    error(
        code::ADDRESS,
        span,
        text!(
            "there is no memory for data at 0x{address:08x}",
            "không có vùng nhớ dữ liệu tại 0x{address:08x}"
        ),
        &format!("\"{signed}\" is not a valid data segment address"),
    )
    .help(text!(
        "data begins at 0x10010000 where `.data` names no address",
        "dữ liệu bắt đầu tại 0x10010000 nếu `.data` không ghi địa chỉ"
    ))
}

pub(super) fn bad_text_address(span: Span, address: u32) -> Diagnostic {
    let signed = address.cast_signed();
    error(
        code::ADDRESS,
        span,
        text!(
            "there is no memory for instructions at 0x{address:08x}",
            "không có vùng nhớ lệnh tại 0x{address:08x}"
        ),
        &format!("Invalid address for text segment: {signed}"),
    )
}

pub(super) fn same_address(span: Span, address: u32, earlier: Span) -> Diagnostic {
    error(
        code::ADDRESS,
        span,
        text!("0x{address:08x} already holds another instruction", "0x{address:08x} đã chứa một lệnh khác"),
        &format!("Duplicate text segment address: 0x{address:08x} already occupied"),
    )
    .also(earlier, text!("this one", "lệnh này"))
}

pub(super) fn jump_too_far(span: Span) -> Diagnostic {
    error(
        code::ADDRESS,
        span,
        text!(
            "a jump stays within its 256 MB of memory; this label lies in others",
            "lệnh nhảy chỉ tới được trong cùng 256 MB bộ nhớ; nhãn này nằm ngoài"
        ),
        "Jump target word address beyond 26-bit range",
    )
    .help(text!(
        "load the address with `la` and jump with `jr`",
        "hãy nạp địa chỉ bằng `la` rồi nhảy bằng `jr`"
    ))
}

pub(super) fn no_next_register(span: Span, name: &str, missing: &str) -> Diagnostic {
    error(
        code::OPERAND_KIND,
        span,
        text!(
            "`{name}` needs a pair of registers, and nothing follows this one",
            "`{name}` cần một cặp thanh ghi, nhưng không có thanh ghi nào sau thanh ghi này"
        ),
        &format!("Symbol \"{missing}\" not found in symbol table."),
    )
}

pub(super) fn truncated(span: Span, value: &str) -> Diagnostic {
    Diagnostic::warning(
        code::TRUNCATED,
        span,
        text!("{value} is too large here and loses its upper bits", "{value} quá lớn và bị mất các bit cao"),
    )
    .note(mars_says(&format!("\"{value}\" is out-of-range for a signed value and possibly truncated")))
}

pub(super) fn open_string(span: Span) -> Diagnostic {
    Diagnostic::warning(
        code::OPEN_STRING,
        span,
        text!(
            "the string has no closing quotation mark; MARS drops its last character",
            "chuỗi thiếu dấu ngoặc kép đóng; MARS bỏ ký tự cuối của nó"
        ),
    )
    .help(text!("close it with `\"`", "hãy đóng chuỗi bằng `\"`"))
}

pub(super) fn spim_only(span: Span, found: &str, instead: &str) -> Diagnostic {
    Diagnostic::warning(
        code::PORTABILITY,
        span,
        text!("SPIM reads `{found}`, MARS does not", "SPIM hiểu `{found}`, MARS thì không"),
    )
    .help(text!("write `{instead}`, which MARS reads", "hãy viết `{instead}`, MARS hiểu cách này"))
}

pub(super) fn byte_order_mark(file: FileId) -> Diagnostic {
    Diagnostic::warning(
        code::PORTABILITY,
        Span::new(file, 0..0),
        text!(
            "the file begins with a byte-order mark, which MARS does not read",
            "tệp bắt đầu bằng dấu thứ tự byte (BOM) mà MARS không đọc được"
        ),
    )
    .help(text!("save it as UTF-8 without a mark", "hãy lưu tệp ở dạng UTF-8 không có BOM"))
}

pub(super) fn too_many_errors(file: FileId, more: usize) -> Diagnostic {
    let all = MOST_ERRORS + more;
    Diagnostic::error(
        code::TOO_MANY_ERRORS,
        Span::new(file, 0..0),
        text!(
            "there are {all} errors; {more} of them are not listed",
            "có {all} lỗi; {more} lỗi trong số đó không được liệt kê"
        ),
    )
    .help(text!(
        "check that this is the MIPS source file that you wanted to hand in",
        "hãy kiểm tra đây có đúng là tệp mã nguồn MIPS bạn muốn nộp không"
    ))
}

pub(super) fn too_many_warnings(file: FileId, more: usize) -> Diagnostic {
    let all = MOST_WARNINGS + more;
    Diagnostic::warning(
        code::TOO_MANY_ERRORS,
        Span::new(file, 0..0),
        text!(
            "there are {all} warnings; {more} of them are not listed",
            "có {all} cảnh báo; {more} cảnh báo trong số đó không được liệt kê"
        ),
    )
}

/// Data that overwrites itself again and again; said once.
pub(super) fn data_too_large(span: Span) -> Diagnostic {
    let most = limits::MOST_DATA >> 20;
    Diagnostic::error(
        code::TOO_LARGE,
        span,
        text!(
            "the data comes to more than {most} MB here; a data segment has room for 4 MB",
            "đến đây dữ liệu vượt quá {most} MB; đoạn dữ liệu chỉ chứa được 4 MB"
        ),
    )
    .help(text!(
        "data after `.data ADDRESS` overwrites what lies there: check the addresses and the counts",
        "dữ liệu sau `.data ĐỊA_CHỈ` ghi đè lên dữ liệu đã có ở đó: hãy kiểm tra các địa chỉ và số lượng"
    ))
}

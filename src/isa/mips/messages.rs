//! The messages of the assembler. Where MARS rejects the same thing, a note gives its words.

mod replaced;

pub(super) use replaced::{
    endless_equivalent, equivalent_again, equivalent_cut, equivalent_name, equivalent_of_itself,
    equivalent_operands, equivalents_too_large, included_again, included_on_windows, macro_after_use,
    macro_error, macro_is_open, macro_use, macros_too_large, no_macro_is_open, no_such_include,
};

use super::directive::{DIRECTIVES, Directive};
use super::forms::{self, Form, Shape};
use super::lines::TokenLine;
use super::operands::Misfit;
use super::token::{Token, TokenKind};
use crate::asm::messages::{self, Called, did_you_mean, either, meant, register_is_written, written_as};
use crate::asm::symbols::nearest;
use crate::asm::{code, limits, work};
use crate::diagnostics::{Code, Diagnostic, Severity, Span, Text, suggest, suggest_within, text};
use crate::isa::mips::code::IGNORED;

/// The names used in messages for the assembler.
pub(super) const CALLED: Called = Called { language: "MIPS", tool: "MARS", comment: "#" };

fn error(code: Code, span: Span, message: Text, mars: &str) -> Diagnostic {
    Diagnostic::error(code, span, message).note(mars_says(mars))
}

fn mars_says(words: &str) -> Text {
    text!("in MARS: {words}", "trong MARS: {words}")
}

pub(super) fn unknown_token(span: Span, token: &Token) -> Diagnostic {
    let found = &token.text;
    let in_mars = mars_says(&format!("Invalid language element: {found}"));
    let mark = ["//", "/*", ";"].into_iter().find(|mark| found.starts_with(mark));
    // A semicolon that ends an instruction is no comment.
    if let Some(mark) = mark.filter(|_| found != ";") {
        return messages::foreign_comment(CALLED, span, mark).note(in_mars);
    }
    if found.starts_with(|c: char| c.is_ascii_digit()) && !found.contains(';') {
        return messages::bad_number(span, found).note(in_mars).help(text!(
            "names do not begin with a digit; numbers are decimal, or hexadecimal as in 0x1F",
            "tên không bắt đầu bằng chữ số; số viết ở hệ mười, hoặc hệ mười sáu như 0x1F"
        ));
    }
    messages::bad_character(span, found).note(in_mars).help(match found.chars().next() {
        _ if found.contains(';') => text!(
            "comments begin with `#`; an instruction does not end in a semicolon",
            "chú thích bắt đầu bằng `#`; lệnh không kết thúc bằng dấu chấm phẩy"
        ),
        Some('\'') => text!(
            "one character stands between single quotes, as in 'a' or '\\n'",
            "giữa hai dấu nháy đơn chỉ có một ký tự, như 'a' hoặc '\\n'"
        ),
        Some('=') => text!(
            "constants are defined with `.eqv NAME value`",
            "hằng số được định nghĩa bằng `.eqv TÊN giá_trị`"
        ),
        _ => text!(
            "names are made of letters, digits, `_`, `.` and `$`",
            "tên gồm chữ cái, chữ số, `_`, `.` và `$`"
        ),
    })
}

pub(super) fn unknown_operator(line: &TokenLine, token: &Token, names: &[String]) -> Diagnostic {
    let (span, found) = (line.span_of(token), &token.text);
    if matches!(token.kind, TokenKind::Register { .. } | TokenKind::FloatRegister(_))
        && line
            .tokens
            .iter()
            .find(|other| other.start > token.start)
            .is_some_and(|next| next.kind == TokenKind::Colon)
    {
        return messages::register_as_label(span, found);
    }
    let diagnostic = messages::unknown_instruction(CALLED, span, found)
        .note(mars_says(&format!("\"{found}\" is not a recognized operator")));
    work::count(names.len());
    let mut known: Vec<&str> = forms::mnemonics().collect();
    known.extend(names.iter().map(String::as_str));
    let stands_alone = !line.tokens.iter().any(|other| other.start > token.start && !is_comment(other));
    let limit = if stands_alone || found.chars().count() <= 3 { 1 } else { 2 };
    let otherwise = if stands_alone {
        text!(
            "if `{found}` is meant as a label, put a colon after it: `{found}:`",
            "nếu `{found}` là nhãn, hãy thêm dấu hai chấm phía sau: `{found}:`"
        )
    } else {
        text!(
            "a line is a label with a colon, an instruction, or a directive that begins with a dot",
            "mỗi dòng là một nhãn có dấu hai chấm, một lệnh, hoặc một chỉ thị bắt đầu bằng dấu chấm"
        )
    };
    diagnostic.help(meant(suggest_within(limit, found, known), otherwise))
}

fn is_comment(token: &Token) -> bool {
    token.kind == TokenKind::Comment
}

pub(super) fn misfit(
    line: &TokenLine,
    name: &Token,
    operands: &[Token],
    misfit: Misfit,
    all: &[Form],
) -> Diagnostic {
    let mnemonic = &name.text;
    let example = all.first().map_or("", |form| form.example.as_str());
    let whole = operands.last().map_or_else(|| line.span_of(name), |last| line.span_from(name, last));
    let diagnostic = match misfit {
        Misfit::TooFew | Misfit::TooMany => {
            let (is_too_few, shown) = (misfit == Misfit::TooFew, shown(line, name, operands));
            let diagnostic = match counts(all) {
                Some(counts) if !operands.iter().any(is_punctuation) && !counts.contains(&operands.len()) => {
                    messages::operand_count(CALLED, whole, mnemonic, &counts, operands.len(), shown)
                }
                _ => messages::operands_uncounted(whole, mnemonic, is_too_few),
            };
            let many = if is_too_few { "few" } else { "many" };
            diagnostic.note(mars_says(&format!(
                "\"{mnemonic}\": Too {many} or incorrectly formatted operands. Expected: {example}"
            )))
        }
        Misfit::Kind(index) => {
            let (token, found) = (&operands[index], &operands[index].text);
            messages::operand_kind(line.span_of(token), mnemonic, &expected(all, index), found)
                .note(mars_says(&format!("\"{found}\": operand is of incorrect type")))
        }
        Misfit::Range(index) => {
            let (token, found) = (&operands[index], &operands[index].text);
            let (bits, range) = match all.first().and_then(|form| form.shapes.get(index)) {
                Some(Shape::Bits5) => (5, (0, 31)),
                Some(Shape::Unsigned16) => (16, (0, 0xFFFF)),
                _ => (16, (-0x8000, 0x7FFF)),
            };
            messages::operand_range(line.span_of(token), mnemonic, found, bits, range)
                .note(mars_says(&format!("\"{found}\": operand is out of range")))
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
    if all.is_empty() {
        return diagnostic;
    }
    diagnostic.help(written_as(all.iter().map(|form| form.example.as_str())))
}

/// The instruction with its operands as it is written.
fn shown<'l>(line: &'l TokenLine, name: &Token, operands: &[Token]) -> &'l str {
    let last = operands.last().unwrap_or(name);
    line.text.get(name.start..last.start + last.length).unwrap_or(&line.text)
}

fn is_punctuation(token: &Token) -> bool {
    matches!(token.kind, TokenKind::LeftParen | TokenKind::RightParen | TokenKind::Plus | TokenKind::Minus)
}

/// The possible numbers of operands, if each operand is one token in all forms of the instruction.
fn counts(all: &[Form]) -> Option<Vec<usize>> {
    let is_punctuation = |shape: &Shape| matches!(shape, Shape::LeftParen | Shape::RightParen | Shape::Plus);
    let mut counts: Vec<usize> = all.iter().map(|form| form.shapes.len()).collect();
    counts.sort_unstable();
    counts.dedup();
    (!all.iter().flat_map(|form| &form.shapes).any(is_punctuation)).then_some(counts)
}

/// The kinds of token that the forms of an instruction allow in one place.
fn expected(all: &[Form], index: usize) -> Text {
    let mut kinds: Vec<Text> = Vec::new();
    for shape in all.iter().filter_map(|form| form.shapes.get(index)) {
        let kind = match shape {
            Shape::Register => text!("a register", "một thanh ghi"),
            Shape::FloatRegister => text!("a floating-point register", "một thanh ghi dấu phẩy động"),
            Shape::Bits5 | Shape::Signed16 | Shape::Unsigned16 | Shape::Bits32 => text!("a number", "một số"),
            Shape::Label => text!("a label", "một nhãn"),
            Shape::LeftParen => Text::verbatim("`(`"),
            Shape::RightParen => Text::verbatim("`)`"),
            Shape::Plus => Text::verbatim("`+`"),
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    either(&kinds)
}

/// Advice for a misfit: the operand that fits there, or the instruction that does what was meant.
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
        _ => None,
    }
}

fn looks_like_register(word: &str) -> bool {
    let bare = word.trim_start_matches('$').to_ascii_lowercase();
    super::registers::NAMES.contains(&bare.as_str()) && super::registers::general(word).is_none()
}

fn register_help(word: &str) -> Text {
    register_is_written(&format!("${}", word.trim_start_matches('$').to_ascii_lowercase()))
}

pub(super) fn undefined_label<'n>(
    span: Span,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let diagnostic = messages::undefined_label(span, name)
        .note(mars_says(&format!("Symbol \"{name}\" not found in symbol table.")));
    if looks_like_register(name) {
        return diagnostic.help(register_help(name));
    }
    diagnostic.help(meant(
        nearest(name, known),
        text!(
            "define it as `{name}:`, or declare it with `.globl {name}` in the file that does",
            "hãy định nghĩa `{name}:`, hoặc khai báo `.globl {name}` trong tệp có định nghĩa"
        ),
    ))
}

pub(super) fn duplicate_label(span: Span, name: &str, earlier: Span) -> Diagnostic {
    messages::duplicate_label(Severity::Error, span, name, earlier)
        .note(mars_says(&format!("label \"{name}\" already defined")))
}

pub(super) fn data_among_instructions(span: Span, directive: &str) -> Diagnostic {
    error(
        code::WRONG_SECTION,
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
        code::WRONG_SECTION,
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
    messages::directive_is_written(span, directive, usage).note(mars_says(mars))
}

/// A directive with fewer or more operands than it takes.
pub(super) fn directive_count(
    line: &TokenLine,
    name: &Token,
    operands: &[Token],
    takes: usize,
    mars: &str,
    usage: &str,
) -> Diagnostic {
    let whole = operands.last().map_or_else(|| line.span_of(name), |last| line.span_from(name, last));
    let shown = shown(line, name, operands);
    // Parentheses and signs are tokens of their own and no operands.
    if operands.iter().any(is_punctuation) {
        return directive_operands(whole, &name.text, mars, usage);
    }
    messages::operand_count(CALLED, whole, &name.text, &[takes], operands.len(), shown)
        .note(mars_says(mars))
        .help(written_as([usage]))
}

/// A directive with an operand of another kind than is `expected`.
pub(super) fn directive_kind(
    span: Span,
    name: &Token,
    expected: &Text,
    found: &str,
    mars: &str,
    usage: &str,
) -> Diagnostic {
    messages::operand_kind(span, &name.text, expected, found).note(mars_says(mars)).help(written_as([usage]))
}

/// The kind of value that a data directive stores.
pub(super) fn stored_by(directive: Directive) -> Text {
    match directive {
        Directive::Ascii | Directive::Asciiz => {
            text!("a string in quotation marks", "một chuỗi trong ngoặc kép")
        }
        _ if directive.is_real() => text!("a decimal number", "một số thập phân"),
        _ => text!("a label or a number", "một nhãn hoặc một số"),
    }
}

/// A value of another kind than a data directive needs in its place.
pub(super) fn bad_value(
    span: Span,
    directive: Directive,
    expected: &Text,
    token: &Token,
    mars: &str,
) -> Diagnostic {
    messages::operand_kind(span, directive.name(), expected, &token.text).note(mars_says(mars)).help(text!(
        "integers are decimal, hexadecimal (0x1F) or a character ('a'); strings stand in quotation marks; there are no sums",
        "số nguyên viết ở hệ mười, hệ mười sáu (0x1F) hoặc là ký tự ('a'); chuỗi nằm trong dấu ngoặc kép; không có phép cộng"
    ))
}

/// A number that is too large for single precision.
pub(super) fn real_range(span: Span, directive: Directive, token: &Token) -> Diagnostic {
    let (name, found) = (directive.name(), &token.text);
    error(
        code::OPERAND_RANGE,
        span,
        text!("`{found}` does not fit in `{name}`", "`{found}` không vừa trong `{name}`"),
        &format!("\"{found}\" is an out-of-range value"),
    )
    .help(text!("`.double` holds larger numbers", "`.double` chứa được số lớn hơn"))
}

pub(super) fn unknown_directive(span: Span, name: &str) -> Diagnostic {
    let names = DIRECTIVES.iter().map(|(name, _)| *name);
    let diagnostic = messages::unknown_directive(CALLED, Severity::Warning, span, name)
        .note(text!("it is ignored with its whole line", "nó bị bỏ qua cùng với cả dòng"))
        .note(mars_says(&format!("MARS does not recognize the {name} directive.  Ignored.")));
    if name.eq_ignore_ascii_case(".string") {
        return diagnostic
            .help(text!("strings are written with `.asciiz`", "chuỗi được viết bằng `.asciiz`"));
    }
    match suggest(name, names) {
        Some(near) => diagnostic.help(did_you_mean(near)),
        None => diagnostic,
    }
}

pub(super) fn set_is_ignored(span: Span) -> Diagnostic {
    Diagnostic::warning(IGNORED, span, text!("MARS ignores `.set`", "MARS không xử lý `.set`"))
        .note(mars_says("MARS currently ignores the .set directive."))
}

pub(super) fn global_undefined(span: Span, name: &str) -> Diagnostic {
    messages::global_undefined(span, name)
        .note(mars_says(&format!("\"{name}\" declared global label but not defined.")))
        .help(text!(
            "define `{name}:` in this file, or take the declaration out",
            "hãy định nghĩa `{name}:` trong tệp này, hoặc bỏ khai báo"
        ))
}

pub(super) fn global_again(span: Span, name: &str, earlier: Span) -> Diagnostic {
    messages::global_again(span, name, earlier)
        .note(mars_says(&format!("\"{name}\" already defined as global in a different file.")))
}

pub(super) fn bad_data_address(span: Span, address: u32) -> Diagnostic {
    let signed = address.cast_signed();
    error(
        code::OUTSIDE_MEMORY,
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
        code::OUTSIDE_MEMORY,
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
        code::OVERLAP,
        span,
        text!("0x{address:08x} already holds another instruction", "0x{address:08x} đã chứa một lệnh khác"),
        &format!("Duplicate text segment address: 0x{address:08x} already occupied"),
    )
    .also(earlier, text!("this one", "lệnh này"))
}

pub(super) fn jump_too_far(span: Span) -> Diagnostic {
    error(
        code::LABEL_TOO_FAR,
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

pub(super) fn truncated(span: Span, value: &str, bits: u32) -> Diagnostic {
    messages::truncated(span, value, bits)
        .note(mars_says(&format!("\"{value}\" is out-of-range for a signed value and possibly truncated")))
}

pub(super) fn open_string(span: Span) -> Diagnostic {
    messages::open_string(Severity::Warning, span)
        .note(text!("MARS drops its last character", "MARS bỏ ký tự cuối của chuỗi"))
}

pub(super) fn spim_only(span: Span, found: &str, instead: &str) -> Diagnostic {
    Diagnostic::warning(
        code::PORTABILITY,
        span,
        text!("SPIM reads `{found}`, MARS does not", "SPIM hiểu `{found}`, MARS thì không"),
    )
    .help(text!("write `{instead}`, which MARS reads", "hãy viết `{instead}`, MARS hiểu cách này"))
}

/// Data that overwrites itself again and again; said once.
pub(super) fn data_too_large(span: Span) -> Diagnostic {
    let most = limits::MOST_DATA >> 20;
    messages::too_large(span, &text!("{most} MB of data", "{most} MB dữ liệu"))
        .note(text!("a data segment has room for 4 MB", "đoạn dữ liệu chỉ chứa được 4 MB"))
        .help(text!(
            "data after `.data ADDRESS` overwrites what lies there: check the addresses and the counts",
            "dữ liệu sau `.data ĐỊA_CHỈ` ghi đè lên dữ liệu đã có ở đó: hãy kiểm tra các địa chỉ và số lượng"
        ))
}

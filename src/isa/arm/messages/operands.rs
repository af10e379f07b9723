//! Messages on operands.

use std::ops::Range;

use super::{called, error};
use crate::asm::messages::{
    Called, bad_character, bad_number, either, open_string, operand_count, operand_kind,
    operands_are_separated, operands_uncounted, register_is_written, written_as,
};
use crate::asm::{self};
use crate::diagnostics::{Diagnostic, Severity, Span, Text, text};
use crate::isa::arm::code;
use crate::isa::arm::expression::Mistake;
use crate::isa::arm::fit::{Reason, Unfit};
use crate::isa::arm::line::StatementText;
use crate::isa::arm::mnemonic::{Meaning, Operation};
use crate::isa::arm::program::Dialect;
use crate::isa::arm::table::{Name, OperandKind, Row};
use crate::isa::arm::token::{Kind, Token};
use crate::isa::arm::written::{Expected, Item, Part, Trouble};

/// A mark that begins a comment in other languages, and stands in a line of armasm from this byte on or from
/// the one before it.
pub(in super::super) fn foreign_mark(text: &str, at: usize) -> Option<(Range<usize>, &'static str)> {
    let rest = text.get(at..)?;
    if rest.starts_with('@') {
        return Some((at..at + 1, "@"));
    }
    let start = if rest.starts_with("//") { at } else { at.checked_sub(1)? };
    text.get(start..)?.starts_with("//").then_some((start..start + 2, "//"))
}

/// A comment as other languages have it, in a line of armasm.
pub(in super::super) fn foreign_comment(span: Span, mark: &str) -> Diagnostic {
    // A mark that does not begin a comment here does in the other dialect of ARM.
    asm::messages::foreign_comment(Called { language: "armasm", ..called(Dialect::Armasm) }, span, mark)
}

/// Operands that cannot be read.
pub(in super::super) fn operands_unreadable(
    line: &StatementText,
    trouble: &Trouble,
    dialect: Dialect,
) -> Diagnostic {
    let stopped_at = match trouble {
        Trouble::Expression(Mistake::Token(token)) => Some(token),
        Trouble::Expression(Mistake::NoValue(token)) | Trouble::Expected(_, token) => token.as_ref(),
        Trouble::Expression(Mistake::NotClosed(_)) | Trouble::NotClosed(_) | Trouble::Downwards(_) => None,
    };
    let mark = stopped_at.filter(|_| dialect == Dialect::Armasm);
    if let Some((part, mark)) = mark.and_then(|token| foreign_mark(&line.text, token.part.start)) {
        return foreign_comment(line.place(part), mark);
    }
    let end = || line.place(line.text.len().saturating_sub(1)..line.text.len());
    let place = |token: &Option<Token>| token.as_ref().map_or_else(end, |token| token.span(line));
    let words = |token: &Token| line.text[token.part.clone()].to_owned();
    match trouble {
        Trouble::Expression(Mistake::Token(token)) => {
            about_token(token.span(line), &token.kind, &words(token), dialect)
        }
        Trouble::Expression(Mistake::NoValue(token)) => match token {
            Some(token) if matches!(token.kind, Kind::Unknown | Kind::BadNumber | Kind::OpenText) => {
                about_token(token.span(line), &token.kind, &words(token), dialect)
            }
            Some(found) => {
                let words = words(found);
                error(
                    asm::code::OPERAND_KIND,
                    found.span(line),
                    text!(
                        "a value is expected here, not `{words}`",
                        "ở đây cần một giá trị, không phải `{words}`"
                    ),
                )
            }
            None => error(
                asm::code::OPERAND_COUNT,
                end(),
                text!("a value is missing at the end of the line", "thiếu giá trị ở cuối dòng"),
            ),
        },
        Trouble::Expression(Mistake::NotClosed(token)) | Trouble::NotClosed(token) => {
            let open = words(token);
            let close = match open.as_str() {
                "[" => "]",
                "{" => "}",
                _ => ")",
            };
            error(
                asm::code::BAD_CHARACTER,
                token.span(line),
                text!("this `{open}` is never closed", "dấu `{open}` này không được đóng"),
            )
            .help(text!("close it with `{close}`", "hãy đóng bằng `{close}`"))
        }
        Trouble::Expected(what, token) => {
            let found = token.as_ref().map(words);
            let wanted = match what {
                Expected::Register => text!("a register", "một thanh ghi"),
                Expected::Comma => text!("a comma or the end", "dấu phẩy hoặc hết dòng"),
                Expected::Amount => text!("the amount of the shift", "số bit cần dịch"),
            };
            let (en, vi) = wanted.both();
            let found = match (found, token) {
                (Some(found), Some(token))
                    if matches!(token.kind, Kind::Unknown | Kind::BadNumber | Kind::OpenText) =>
                {
                    return about_token(token.span(line), &token.kind, &found, dialect);
                }
                (Some(found), _) => error(
                    asm::code::BAD_CHARACTER,
                    place(token),
                    text!("{en} is expected here, not `{found}`", "ở đây cần {vi}, không phải `{found}`"),
                ),
                (None, _) => error(
                    asm::code::OPERAND_COUNT,
                    end(),
                    text!("{en} is missing at the end of the line", "cuối dòng thiếu {vi}"),
                ),
            };
            match what {
                Expected::Comma => found.help(operands_are_separated(called(dialect))),
                Expected::Register => found.help(text!(
                    "registers are r0 to r15, sp, lr and pc",
                    "các thanh ghi là r0 đến r15, sp, lr và pc"
                )),
                Expected::Amount => found.help(written_as(["LSL #2", "LSL r3"])),
            }
        }
        Trouble::Downwards(span) => error(
            code::REGISTER_LIST,
            *span,
            text!("this range of registers goes down", "dãy thanh ghi này đi lùi"),
        )
        .help(text!("the lower register stands first: `{{r0-r3}}`", "thanh ghi nhỏ đứng trước: `{{r0-r3}}`")),
    }
}

fn about_token(span: Span, kind: &Kind, words: &str, dialect: Dialect) -> Diagnostic {
    match kind {
        Kind::BadNumber => bad_number(span, words).help(match dialect {
            Dialect::Armasm => text!(
                "decimal numbers are `10`, hexadecimal ones `0x1F` or `&1F`, binary ones `2_101`; a word has 32 bits",
                "số thập phân viết `10`, thập lục phân `0x1F` hoặc `&1F`, nhị phân `2_101`; một từ có 32 bit"
            ),
            Dialect::Gnu => text!(
                "decimal numbers are `10`, hexadecimal ones `0x1F`, binary ones `0b101`; a leading 0 is octal",
                "số thập phân viết `10`, thập lục phân `0x1F`, nhị phân `0b101`; số bắt đầu bằng 0 là bát phân"
            ),
        }),
        Kind::OpenText if words.starts_with('\'') => open_string(Severity::Error, span).help(text!(
            "one character stands between apostrophes: 'a'; a string stands between quotation marks: \"abc\"",
            "giữa hai dấu nháy đơn là một ký tự: 'a'; chuỗi nằm giữa hai dấu ngoặc kép: \"abc\""
        )),
        Kind::OpenText => open_string(Severity::Error, span),
        _ => bad_character(span, words),
    }
}

/// An instruction of a row as it is written, as an example.
pub(super) fn example(mnemonic: &str, row: &Row) -> String {
    let mut registers = 0;
    let parts = row.operands.iter().map(|operand| match operand.kind {
        OperandKind::Register => {
            registers += 1;
            format!("r{}", registers - 1)
        }
        OperandKind::Shifter => "#1".to_owned(),
        OperandKind::Source => "r0".to_owned(),
        OperandKind::Address | OperandKind::Half => "[r1, #4]".to_owned(),
        OperandKind::Post => "[r1], #4".to_owned(),
        OperandKind::Location => "[r2]".to_owned(),
        OperandKind::Base => "sp!".to_owned(),
        OperandKind::List => "{r4-r6, lr}".to_owned(),
        OperandKind::Comment => "0".to_owned(),
        OperandKind::Constant16 => "#1000".to_owned(),
        OperandKind::Label => "label".to_owned(),
        OperandKind::Status => "CPSR".to_owned(),
        OperandKind::StatusFields => "CPSR_c".to_owned(),
    });
    format!("{mnemonic} {}", parts.collect::<Vec<_>>().join(", "))
}

fn usage(mnemonic: &str, operation: Operation) -> Vec<String> {
    let row = match operation {
        Operation::Row(row) | Operation::Obsolete(row) => row,
        Operation::Push | Operation::Pop => return vec![format!("{mnemonic} {{r4-r6, lr}}")],
        Operation::Shift(_) => {
            return vec![format!("{mnemonic} r0, r1, #2"), format!("{mnemonic} r0, r1, r2")];
        }
        Operation::Adr | Operation::AdrLong => return vec![format!("{mnemonic} r0, label")],
        Operation::Wide => return vec![format!("{mnemonic} r0, #0x12345678")],
        Operation::Nothing => return vec![mnemonic.to_owned()],
        Operation::Extend | Operation::Negate | Operation::Copy => return vec![format!("{mnemonic} r0, r1")],
    };
    let mut ways = vec![example(mnemonic, row)];
    let with_register = row.operands.last().is_some_and(|operand| operand.kind == OperandKind::Shifter);
    if with_register {
        ways.push(ways[0].replace("#1", &format!("r{}", row.operands.len() - 1)));
    }
    if row.name == Name::LoadWord {
        ways.push(format!("{mnemonic} r0, =label"));
    }
    ways
}

fn kind_in_words(kind: OperandKind) -> Text {
    match kind {
        OperandKind::Register | OperandKind::Base => text!("a register", "một thanh ghi"),
        OperandKind::Shifter | OperandKind::Source => either(&[
            text!("a register", "một thanh ghi"),
            text!("a constant with `#`", "một hằng số có `#`"),
        ]),
        OperandKind::Address | OperandKind::Half | OperandKind::Post => either(&[
            text!("an address in brackets", "một địa chỉ trong ngoặc vuông"),
            text!("a label", "một nhãn"),
        ]),
        OperandKind::Location => text!("a register in brackets", "một thanh ghi trong ngoặc vuông"),
        OperandKind::List => text!("registers in braces", "các thanh ghi trong ngoặc nhọn"),
        OperandKind::Comment => text!("a number", "một số"),
        OperandKind::Constant16 => text!("a constant with `#`", "một hằng số có `#`"),
        OperandKind::Label => text!("a label", "một nhãn"),
        OperandKind::Status | OperandKind::StatusFields => text!("CPSR or SPSR", "CPSR hoặc SPSR"),
    }
}

/// The possible numbers of operands of an operation, where they do not depend on how the operands are
/// written: an address can be followed by an offset.
fn counts(operation: Operation) -> Option<&'static [usize]> {
    use OperandKind::{Address, Half, Post, Register, Shifter};
    match operation {
        Operation::Row(row) => {
            let kinds: Vec<OperandKind> = row.operands.iter().map(|operand| operand.kind).collect();
            match kinds.as_slice() {
                kinds if kinds.iter().any(|kind| matches!(kind, Address | Half | Post)) => None,
                _ if row.name == Name::Breakpoint => Some(&[0, 1]),
                // The destination can be left out where it is an operand too.
                [Register, Register, Shifter | Register] => Some(&[2, 3]),
                [] => Some(&[0]),
                [_] => Some(&[1]),
                [_, _] => Some(&[2]),
                [_, _, _] => Some(&[3]),
                [_, _, _, _] => Some(&[4]),
                _ => None,
            }
        }
        Operation::Push | Operation::Pop => Some(&[1]),
        Operation::Shift(_) => Some(&[2, 3]),
        Operation::Adr | Operation::AdrLong | Operation::Wide => Some(&[2]),
        Operation::Nothing => Some(&[0]),
        Operation::Extend | Operation::Negate | Operation::Copy => Some(&[1, 2]),
        Operation::Obsolete(_) => None,
    }
}

/// Operands that are too few or too many; `shown` is all of them as they are written.
fn miscounted(
    span: Span,
    (mnemonic, shown): (&str, &str),
    (operation, parts): (Operation, &[Part]),
    is_too_few: bool,
    dialect: Dialect,
) -> Diagnostic {
    // A shift belongs to the register before it.
    let is_shift = |part: &&Part| matches!(part.item, Item::Shift(..) | Item::ShiftBy(..) | Item::Extended);
    let found = parts.iter().filter(|part| !is_shift(part)).count();
    match counts(operation).filter(|counts| !counts.contains(&found)) {
        Some(counts) => {
            let shown = format!("{mnemonic} {shown}");
            operand_count(called(dialect), span, mnemonic, counts, found, shown.trim_end())
        }
        None => operands_uncounted(span, mnemonic, is_too_few),
    }
}

/// Operands that do not fit an instruction; `shown` is all of them as they are written, and `found` the one.
pub(in super::super) fn unfit(
    name: Span,
    mnemonic: &str,
    (shown, found): (&str, &str),
    (meaning, parts): (&Meaning, &[Part]),
    unfit: &Unfit,
    dialect: Dialect,
) -> Diagnostic {
    let span = unfit.span.unwrap_or(name);
    let ways = usage(mnemonic, meaning.operation);
    let ways = written_as(ways.iter().map(String::as_str));
    match &unfit.reason {
        Reason::TooFew | Reason::TooMany => {
            let is_too_few = unfit.reason == Reason::TooFew;
            let found = miscounted(span, (mnemonic, shown), (meaning.operation, parts), is_too_few, dialect);
            // One that takes none is written as its name alone.
            if counts(meaning.operation) == Some(&[0]) { found } else { found.help(ways) }
        }
        Reason::Kind(kind, item) => {
            let found = operand_kind(span, mnemonic, &kind_in_words(*kind), found);
            match hint(*kind, item) {
                Some(hint) => found.help(hint).help(ways),
                None => found.help(ways),
            }
        }
        Reason::Literal => error(
            asm::code::OPERAND_KIND,
            span,
            text!("`{mnemonic}` does not take a value with `=`", "`{mnemonic}` không nhận giá trị có `=`"),
        )
        .help(text!(
            "load it first: `LDR r0, =value`; a constant is written with `#`",
            "hãy nạp trước: `LDR r0, =giá_trị`; hằng số viết với `#`"
        )),
        Reason::NoHash => error(
            asm::code::OPERAND_KIND,
            span,
            text!("a constant needs `#` in front of it", "hằng số cần có `#` phía trước"),
        )
        .help(text!(
            "write `#` in front of a number; the address of a label is loaded with `LDR r0, =label`",
            "hãy viết `#` trước số; địa chỉ của nhãn được nạp bằng `LDR r0, =nhãn`"
        )),
        Reason::Shift => error(
            asm::code::OPERAND_KIND,
            span,
            text!("nothing can be shifted by this here", "ở đây không thể dịch bằng cái này"),
        )
        .help(text!(
            "only registers are shifted; in an address by a constant, such as `[r0, r1, LSL #2]`",
            "chỉ thanh ghi mới được dịch; trong địa chỉ thì dịch bằng hằng số, như `[r0, r1, LSL #2]`"
        )),
        Reason::Address => error(
            asm::code::OPERAND_KIND,
            span,
            text!(
                "this is no address that `{mnemonic}` takes",
                "đây không phải địa chỉ mà `{mnemonic}` nhận"
            ),
        )
        .help(written_as(
            if row_of(meaning).is_some_and(|row| matches!(row.name, Name::Swap | Name::SwapByte)) {
                ["[r1]"].as_slice().iter().copied()
            } else {
                ["[r1]", "[r1, #4]", "[r1, r2, LSL #2]", "[r1, #4]!", "[r1], #4"].as_slice().iter().copied()
            },
        )),
        Reason::AfterAddress => error(
            asm::code::OPERAND_COUNT,
            span,
            text!("nothing can follow this address", "sau địa chỉ này không thể có gì nữa"),
        )
        .help(text!(
            "the offset stands either inside the brackets, `[r1, #4]`, or after them, `[r1], #4`",
            "độ dời nằm trong ngoặc, `[r1, #4]`, hoặc sau ngoặc, `[r1], #4`"
        )),
    }
}

fn row_of(meaning: &Meaning) -> Option<&'static Row> {
    if let Operation::Row(row) = meaning.operation { Some(row) } else { None }
}

fn hint(kind: OperandKind, item: &Item) -> Option<Text> {
    match (kind, item) {
        (OperandKind::Register, Item::Bare(expression)) => {
            let name = expression.as_name()?;
            let lower = name.to_lowercase();
            let bare = lower.trim_start_matches(['$', '%', 'x', 'w']);
            let proper = if crate::isa::arm::registers::number(&lower.replace('o', "0")).is_some() {
                lower.replace('o', "0")
            } else {
                let number: u8 = bare.parse().ok().filter(|number| *number < 16)?;
                format!("r{number}")
            };
            Some(register_is_written(&proper))
        }
        (OperandKind::List, Item::Register(number, _)) => {
            let name = crate::isa::arm::registers::name(*number);
            Some(text!("braces stand around it: `{{{name}}}`", "cần có ngoặc nhọn: `{{{name}}}`"))
        }
        (OperandKind::Address | OperandKind::Half, Item::Register(number, _)) => {
            let name = crate::isa::arm::registers::name(*number);
            Some(text!(
                "the memory at the address in {name} is `[{name}]`; a register is copied with `MOV`",
                "bộ nhớ tại địa chỉ trong {name} là `[{name}]`; sao chép thanh ghi bằng `MOV`"
            ))
        }
        (OperandKind::Address | OperandKind::Half, Item::Constant(..)) => Some(text!(
            "a constant is put in a register with `MOV r0, #5`, or with `LDR r0, =1000`",
            "hằng số được đưa vào thanh ghi bằng `MOV r0, #5`, hoặc `LDR r0, =1000`"
        )),
        (OperandKind::Shifter, Item::Memory(..)) => Some(text!(
            "memory is read with `LDR` and written with `STR` only",
            "bộ nhớ chỉ được đọc bằng `LDR` và ghi bằng `STR`"
        )),
        (OperandKind::Label, Item::Register(number, _)) => {
            let name = crate::isa::arm::registers::name(*number);
            Some(text!(
                "to go where a register says, write `BX {name}`",
                "để nhảy tới địa chỉ trong thanh ghi, hãy viết `BX {name}`"
            ))
        }
        _ => None,
    }
}

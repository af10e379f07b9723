//! What is said of operands.

use super::{called, error};
use crate::asm::messages::{
    bad_character, bad_number, either, open_string, operand_kind, register_is_written, written_as,
};
use crate::asm::{self};
use crate::diagnostics::{Diagnostic, Severity, Span, Text, text};
use crate::isa::arm::code;
use crate::isa::arm::encode::Misfit;
use crate::isa::arm::expression::Mistake;
use crate::isa::arm::fit::{Reason, Unfit};
use crate::isa::arm::line::Line;
use crate::isa::arm::mnemonic::{Meaning, Operation};
use crate::isa::arm::operand::{Operand, Shift, Shifter};
use crate::isa::arm::program::Dialect;
use crate::isa::arm::table::{Name, OperandKind, Row};
use crate::isa::arm::token::{Kind, Token};
use crate::isa::arm::written::{Expected, Item, Trouble};

/// Operands that cannot be read.
pub(in super::super) fn operands_unreadable(line: &Line, trouble: &Trouble, dialect: Dialect) -> Diagnostic {
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
                Expected::Amount => text!("by how much is shifted", "số bit cần dịch"),
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
                Expected::Comma => {
                    let comment = called(dialect).comment;
                    found.help(text!(
                        "operands are parted by commas; a comment begins with `{comment}`",
                        "các toán hạng cách nhau bằng dấu phẩy; chú thích bắt đầu bằng `{comment}`"
                    ))
                }
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

/// How an instruction of a row is written, as an example.
fn example(mnemonic: &str, row: &Row) -> String {
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

/// Operands that do not fit an instruction.
pub(in super::super) fn unfit(
    name: Span,
    mnemonic: &str,
    shown: &str,
    meaning: &Meaning,
    unfit: &Unfit,
) -> Diagnostic {
    let span = unfit.span.unwrap_or(name);
    let ways = usage(mnemonic, meaning.operation);
    let ways = written_as(ways.iter().map(String::as_str));
    match &unfit.reason {
        Reason::TooFew => error(
            asm::code::OPERAND_COUNT,
            span,
            text!(
                "`{mnemonic}` lacks an operand in `{mnemonic} {shown}`",
                "`{mnemonic}` thiếu toán hạng trong `{mnemonic} {shown}`"
            ),
        )
        .help(ways),
        Reason::TooMany => error(
            asm::code::OPERAND_COUNT,
            span,
            text!("`{mnemonic}` takes no operand here", "`{mnemonic}` không nhận thêm toán hạng ở đây"),
        )
        .help(ways),
        Reason::Kind(kind, item) => {
            let found = operand_kind(span, mnemonic, &kind_in_words(*kind), found(item));
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

fn found(item: &Item) -> &'static str {
    match item {
        Item::Register(_, true) => "register!",
        Item::Register(..) => "register",
        Item::Minus(_) => "-register",
        Item::Shift(..) | Item::ShiftBy(..) | Item::Extended => "shift",
        Item::Constant(..) | Item::Half(..) => "#constant",
        Item::Bare(_) => "label",
        Item::Literal(_) => "=value",
        Item::Memory(..) => "[address]",
        Item::List(..) => "{registers}",
        Item::Status(_) => "CPSR",
        Item::Coprocessor => "coprocessor",
    }
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

/// An operand that has no code.
pub(in super::super) fn misfit(
    span: Span,
    mnemonic: &str,
    row: &Row,
    misfit: Misfit,
    operand: Option<Operand>,
    address: u32,
    dialect: Dialect,
) -> Diagnostic {
    let range = |message: Text| error(asm::code::OPERAND_RANGE, span, message);
    match misfit {
        Misfit::Constant(_) => {
            let shown = match operand {
                Some(Operand::Shifter(Shifter::Constant(constant))) => format!("{} (0x{constant:X})", constant.cast_signed()),
                _ => String::new(),
            };
            let found = range(text!(
                "the constant {shown} does not fit in `{mnemonic}`",
                "hằng số {shown} không vừa trong `{mnemonic}`"
            ))
            .note(text!(
                "constants here are 8 bits, rotated by an even number: 255, 0xFF00 and 0x3FC fit, 257 and 0x1FE do not",
                "hằng số ở đây gồm 8 bit, xoay một số chẵn bit: 255, 0xFF00 và 0x3FC thì vừa, 257 và 0x1FE thì không"
            ));
            if matches!(row.name, Name::Move | Name::MoveNot) {
                found.help(text!("write `LDR Rd, =value`, which takes every number", "hãy viết `LDR Rd, =giá_trị`, nhận mọi số"))
            } else {
                found.help(text!(
                    "load it in a register first: `LDR r0, =value`",
                    "hãy nạp vào thanh ghi trước: `LDR r0, =giá_trị`"
                ))
            }
        }
        Misfit::Range(..) if matches!(operand, Some(Operand::Label(_))) => {
            let target = if let Some(Operand::Label(target)) = operand { target } else { address };
            let far = i64::from(target.wrapping_sub(address).cast_signed());
            asm::messages::label_too_far(span, mnemonic, &format!("0x{target:08x}"), far, (1 << 25, 1 << 25), &text!("bytes", "byte"))
                .help(text!("load the address and jump with `BX`", "hãy nạp địa chỉ rồi nhảy bằng `BX`"))
        }
        Misfit::Range(_, low, high) => {
            let shown = match operand {
                Some(Operand::Number(number)) => number.to_string(),
                Some(Operand::Shifter(Shifter::Register(_, Shift::By(_, u32::MAX)))) => "this".to_owned(),
                Some(Operand::Shifter(Shifter::Register(_, Shift::By(_, amount)))) => amount.to_string(),
                Some(Operand::Address(place)) => match place.offset {
                    crate::isa::arm::operand::Offset::Constant { down, size } => {
                        format!("{}{size}", if down { "-" } else { "" })
                    }
                    crate::isa::arm::operand::Offset::Register { .. } => "this".to_owned(),
                },
                _ => "this".to_owned(),
            };
            range(text!("{shown} is out of range in `{mnemonic}`", "{shown} nằm ngoài phạm vi của `{mnemonic}`"))
                .label(text!("`{mnemonic}` takes {low} to {high} here", "ở đây `{mnemonic}` nhận từ {low} đến {high}"))
        }
        Misfit::Unaligned(_) => error(
            code::ALIGNMENT,
            span,
            text!(
                "the target of `{mnemonic}` does not lie at a multiple of four",
                "đích của `{mnemonic}` không nằm ở bội số của bốn"
            ),
        )
        .help(match dialect {
            Dialect::Armasm => text!("write `ALIGN` before the label", "hãy viết `ALIGN` trước nhãn"),
            Dialect::Gnu => text!("write `.align 2` before the label", "hãy viết `.align 2` trước nhãn"),
        }),
        Misfit::Shift(_) => range(text!(
            "this register cannot be shifted so in `{mnemonic}`",
            "trong `{mnemonic}` không thể dịch thanh ghi như vậy"
        ))
        .help(text!(
            "halfwords and signed bytes take no shifted register; otherwise LSL is by 0 to 31, LSR and ASR by 1 to 32, ROR by 1 to 31",
            "nửa từ và byte có dấu không nhận thanh ghi được dịch; ngoài ra LSL từ 0 đến 31, LSR và ASR từ 1 đến 32, ROR từ 1 đến 31"
        )),
        Misfit::Indexing(_) => error(
            asm::code::OPERAND_KIND,
            span,
            text!("`{mnemonic}` does not take this way of indexing", "`{mnemonic}` không nhận cách đánh chỉ số này"),
        )
        .help(written_as([example(mnemonic, row).as_str()])),
        Misfit::Condition | Misfit::Flags | Misfit::Count | Misfit::Kind(_) => error(
            asm::code::OPERAND_KIND,
            span,
            text!("`{mnemonic}` cannot be written like this", "`{mnemonic}` không thể viết như vậy"),
        )
        .help(written_as([example(mnemonic, row).as_str()])),
    }
}

/// A label that a load or a store does not reach.
pub(in super::super) fn label_too_far(
    span: Span,
    mnemonic: &str,
    misfit: Misfit,
    operand: Option<Operand>,
) -> Diagnostic {
    let most = if let Misfit::Range(_, _, most) = misfit { most } else { 0 };
    let far = match operand {
        Some(Operand::Address(place)) => match place.offset {
            crate::isa::arm::operand::Offset::Constant { down, size } => {
                if down {
                    -i64::from(size)
                } else {
                    i64::from(size)
                }
            }
            crate::isa::arm::operand::Offset::Register { .. } => 0,
        },
        _ => 0,
    };
    let distance = far.unsigned_abs();
    error(
        asm::code::LABEL_TOO_FAR,
        span,
        text!(
            "this label is {distance} bytes away, and `{mnemonic}` reaches {most}",
            "nhãn này cách {distance} byte, còn `{mnemonic}` với tới {most}"
        ),
    )
    .help(text!(
        "load the address first: `LDR r0, =label`, then `LDR r0, [r0]`",
        "hãy nạp địa chỉ trước: `LDR r0, =nhãn`, rồi `LDR r0, [r0]`"
    ))
}

pub(in super::super) fn pool_too_far(span: Span, dialect: Dialect) -> Diagnostic {
    let pool = match dialect {
        Dialect::Armasm => "LTORG",
        Dialect::Gnu => ".ltorg",
    };
    error(
        code::LITERAL_POOL,
        span,
        text!(
            "the literal pool lies more than 4095 bytes from this instruction",
            "vùng hằng số nằm cách lệnh này hơn 4095 byte"
        ),
    )
    .help(text!(
        "write `{pool}` within 4 KB of here, where it is not executed: after a branch or a return",
        "hãy viết `{pool}` trong vòng 4 KB từ đây, ở chỗ không được thực hiện: sau lệnh nhảy hoặc lệnh trở về"
    ))
}

pub(in super::super) fn adr_too_far(span: Span, far: i32, is_long: bool) -> Diagnostic {
    let found = error(
        asm::code::LABEL_TOO_FAR,
        span,
        text!(
            "the label is {far} bytes from here, which cannot be added to pc",
            "nhãn cách đây {far} byte, không thể cộng vào pc"
        ),
    );
    if is_long {
        found.help(text!("write `LDR Rd, =label`", "hãy viết `LDR Rd, =nhãn`"))
    } else {
        found.help(text!(
            "write `LDR Rd, =label` or `ADRL Rd, label`",
            "hãy viết `LDR Rd, =nhãn` hoặc `ADRL Rd, nhãn`"
        ))
    }
}

pub(in super::super) fn address_as_constant(span: Span) -> Diagnostic {
    error(
        asm::code::OPERAND_KIND,
        span,
        text!(
            "the address of a label is no constant of an instruction",
            "địa chỉ của nhãn không phải là hằng số của lệnh"
        ),
    )
    .help(text!("load it with `LDR r0, =label`", "hãy nạp bằng `LDR r0, =nhãn`"))
}

pub(in super::super) fn number_as_label(span: Span) -> Diagnostic {
    error(asm::code::OPERAND_KIND, span, text!("a label is expected here", "ở đây cần một nhãn"))
        .help(text!("a number is loaded with `LDR r0, =number`", "một số được nạp bằng `LDR r0, =số`"))
}

pub(in super::super) fn address_in_few_bytes(span: Span, size: u32) -> Diagnostic {
    let bits = 8 * size;
    error(
        asm::code::OPERAND_RANGE,
        span,
        text!("an address does not fit in {bits} bits", "địa chỉ không vừa trong {bits} bit"),
    )
    .help(text!("write `DCD label` or `.word label`", "hãy viết `DCD nhãn` hoặc `.word nhãn`"))
}

pub(in super::super) fn unordered_list(span: Span) -> Diagnostic {
    Diagnostic::warning(
        code::REGISTER_LIST,
        span,
        text!(
            "the registers of this list are not in ascending order",
            "các thanh ghi trong danh sách này không theo thứ tự tăng dần"
        ),
    )
    .note(text!(
        "the lowest register always has the lowest address, whatever the order in the list",
        "thanh ghi nhỏ nhất luôn ở địa chỉ thấp nhất, bất kể thứ tự trong danh sách"
    ))
}

pub(in super::super) fn register_twice(span: Span) -> Diagnostic {
    Diagnostic::warning(
        code::REGISTER_LIST,
        span,
        text!("a register stands in this list twice", "có thanh ghi xuất hiện hai lần trong danh sách này"),
    )
    .note(text!("it is stored or loaded once", "nó chỉ được lưu hoặc nạp một lần"))
}

/// A constant without `#`, which armasm takes and GNU `as` takes in unified syntax only.
pub(in super::super) fn no_hash(span: Span, dialect: Dialect) -> Diagnostic {
    let message = text!("a constant needs `#` in front of it", "hằng số cần có `#` phía trước");
    match dialect {
        Dialect::Armasm => Diagnostic::warning(
            asm::code::PORTABILITY,
            span,
            text!("there is no `#` in front of this constant", "phía trước hằng số này không có `#`"),
        )
        .note(text!("some assemblers reject it", "một số trình hợp dịch từ chối cách viết này"))
        .help(text!("write `#` in front of it", "hãy viết `#` phía trước")),
        Dialect::Gnu => error(asm::code::OPERAND_KIND, span, message).help(text!(
            "with `.syntax unified` at the beginning GNU as takes it without",
            "với `.syntax unified` ở đầu tệp, GNU as nhận hằng số không có `#`"
        )),
    }
}

pub(in super::super) fn same_factor(span: Span) -> Diagnostic {
    Diagnostic::warning(
        code::UNPREDICTABLE,
        span,
        text!(
            "the result and the first factor are the same register",
            "kết quả và thừa số thứ nhất là cùng một thanh ghi"
        ),
    )
    .note(text!(
        "before ARMv6, as on the ARM7TDMI, the result is not reliable then",
        "trước ARMv6, như trên ARM7TDMI, khi đó kết quả không đáng tin cậy"
    ))
    .help(text!("swap the two factors", "hãy đổi chỗ hai thừa số"))
}

pub(in super::super) fn base_in_list(span: Span) -> Diagnostic {
    Diagnostic::warning(
        code::UNPREDICTABLE,
        span,
        text!(
            "the register with the address is loaded and written back at once",
            "thanh ghi chứa địa chỉ vừa được nạp vừa được ghi lại"
        ),
    )
    .help(text!(
        "leave `!` out, or take the register out of the list",
        "hãy bỏ `!`, hoặc bỏ thanh ghi khỏi danh sách"
    ))
}

pub(in super::super) fn obsolete(span: Span, stem: &str) -> Diagnostic {
    error(
        code::UNSUPPORTED,
        span,
        text!("this form belongs to the first ARM processors", "dạng này thuộc về các bộ xử lý ARM đầu tiên"),
    )
    .help(text!("write `{stem}`", "hãy viết `{stem}`"))
}

pub(in super::super) fn bad_rotation(span: Span) -> Diagnostic {
    error(
        asm::code::OPERAND_RANGE,
        span,
        text!(
            "this is no byte that is rotated by an even number",
            "đây không phải là một byte được xoay một số chẵn bit"
        ),
    )
    .help(text!(
        "write the constant as one number; the assembler finds the rotation",
        "hãy viết hằng số thành một số; trình hợp dịch tự tìm phép xoay"
    ))
}

//! Messages on operands that can be read but not encoded, and on registers that do not go together.

use super::error;
use super::operands::example;
use crate::asm::messages::written_as;
use crate::asm::{self};
use crate::diagnostics::{Diagnostic, Span, Text, text};
use crate::isa::arm::code;
use crate::isa::arm::encode::Misfit;
use crate::isa::arm::operand::{Address, Offset, Operand, Shift, Shifter};
use crate::isa::arm::program::Dialect;
use crate::isa::arm::table::{Name, Row};

/// Offsets from pc count from eight bytes after the instruction.
const AHEAD: i64 = 8;

/// The number of bits of an instruction that hold the amount of a shift.
const SHIFT_BITS: u32 = 5;

fn bytes() -> Text {
    text!("bytes", "byte")
}

/// An operand that has no code; `found` is the operand as it is written.
pub(in super::super) fn misfit(
    span: Span,
    (mnemonic, found): (&str, &str),
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
        Misfit::Range(_, low, high) => {
            let bits = i64::BITS - high.leading_zeros();
            let (shown, bits) = match operand {
                Some(Operand::Label(target)) => {
                    let far = i64::from(target.wrapping_sub(address).cast_signed());
                    return asm::messages::label_too_far(span, mnemonic, found, far, (-low, high), &bytes())
                        .help(text!("load the address and jump with `BX`", "hãy nạp địa chỉ rồi nhảy bằng `BX`"));
                }
                Some(Operand::Number(number)) => (number.to_string(), bits),
                Some(Operand::Shifter(Shifter::Register(_, Shift::By(_, amount)))) if amount != u32::MAX => {
                    (amount.to_string(), SHIFT_BITS)
                }
                Some(Operand::Shifter(_)) => (found.to_owned(), SHIFT_BITS),
                Some(Operand::Address(Address { offset: Offset::Constant { down, size }, .. })) => {
                    (format!("{}{size}", if down { "-" } else { "" }), bits)
                }
                _ => (found.to_owned(), bits),
            };
            asm::messages::operand_range(span, mnemonic, &shown, bits, (low, high))
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

/// A label that a load or a store does not reach; `found` is the label as it is written.
pub(in super::super) fn label_too_far(
    span: Span,
    (mnemonic, found): (&str, &str),
    misfit: Misfit,
    operand: Option<Operand>,
) -> Diagnostic {
    let most = if let Misfit::Range(_, _, most) = misfit { most } else { 0 };
    let far = match operand {
        Some(Operand::Address(place)) => match place.offset {
            Offset::Constant { down, size } => {
                if down {
                    -i64::from(size)
                } else {
                    i64::from(size)
                }
            }
            Offset::Register { .. } => 0,
        },
        _ => 0,
    };
    let reach = (most - AHEAD, most + AHEAD);
    asm::messages::label_too_far(span, mnemonic, found, far + AHEAD, reach, &bytes()).help(text!(
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

/// A label that `ADR` does not reach, `far` bytes from pc. How far it reaches depends on the distance, which is a byte that is
/// rotated or a sum of two such bytes, so that no reach can be named as for other instructions.
pub(in super::super) fn adr_too_far(span: Span, name: &str, far: i32, is_long: bool) -> Diagnostic {
    let mnemonic = if is_long { "ADRL" } else { "ADR" };
    let found = asm::messages::too_far(span, mnemonic, name, i64::from(far) + AHEAD, &bytes());
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

//! Descriptions of the faults of ARM that other machines do not have, or that need its own words.

use super::text::disassemble;
use crate::diagnostics::{Text, text};
use crate::machine::{Access, FaultReason};

/// The first page, where a pointer that was never set leads to.
const FIRST_PAGE: u32 = 0x1000;

/// The last page, where a stack begins whose pointer was never set.
const LAST_PAGE: u32 = 0xFFFF_F000;

/// The sentence without its subject ("the program ...").
pub(super) fn words(reason: FaultReason) -> Option<Text> {
    Some(match reason {
        FaultReason::IllegalInstruction(word) => {
            let shown = disassemble(word, 0);
            if shown.starts_with("DCD ") {
                text!(
                    "executed 0x{word:08X}, which is not an ARM instruction",
                    "thực hiện 0x{word:08X}, không phải lệnh ARM"
                )
            } else {
                let mnemonic = shown.split(' ').next().unwrap_or_default();
                text!(
                    "executed `{mnemonic}` (0x{word:08X}), an instruction that this processor does not have",
                    "thực hiện `{mnemonic}` (0x{word:08X}), lệnh mà bộ xử lý này không có"
                )
            }
        }
        FaultReason::TextAccess(Access::Store, address) => text!(
            "wrote to 0x{address:08X}, which holds code and constants and cannot be written to; data that changes belongs in a READWRITE area or in .data",
            "ghi vào 0x{address:08X}, vùng chứa lệnh và hằng nên không ghi được; dữ liệu thay đổi phải nằm trong vùng READWRITE hoặc .data"
        ),
        FaultReason::NoMemory(access, address @ ..FIRST_PAGE) => {
            let (en, vi) = if access == Access::Load { ("read", "đọc") } else { ("wrote to", "ghi vào") };
            text!(
                "{en} address 0x{address:08X}, where there is no memory; the register with the address may not have been set",
                "{vi} địa chỉ 0x{address:08X}, nơi không có bộ nhớ; có thể thanh ghi chứa địa chỉ chưa được gán"
            )
        }
        FaultReason::NoMemory(access, address @ LAST_PAGE..) => {
            let (en, vi) = if access == Access::Load { ("read", "đọc") } else { ("wrote to", "ghi vào") };
            text!(
                "{en} address 0x{address:08X}, where there is no memory; the stack pointer may not have been set: `LDR sp, =0x40010000` at the start sets it",
                "{vi} địa chỉ 0x{address:08X}, nơi không có bộ nhớ; có thể con trỏ ngăn xếp chưa được gán: `LDR sp, =0x40010000` ở đầu chương trình sẽ gán nó"
            )
        }
        FaultReason::BadJump(address) if address & 1 != 0 => text!(
            "jumped to 0x{address:08X}, an odd address, which means Thumb instructions; this machine has ARM instructions only",
            "nhảy đến 0x{address:08X}, địa chỉ lẻ dành cho lệnh Thumb; máy này chỉ có lệnh ARM"
        ),
        FaultReason::BadJump(address) if address & 2 != 0 => text!(
            "jumped to 0x{address:08X}, which is no multiple of 4",
            "nhảy đến 0x{address:08X}, không phải bội số của 4"
        ),
        FaultReason::Break(code) => text!("executed `BKPT {code}`", "thực hiện `BKPT {code}`"),
        FaultReason::UnknownService(number) => text!(
            "called service {number} with `SWI`, which this board does not have",
            "gọi dịch vụ {number} bằng `SWI`, board này không có dịch vụ đó"
        ),
        FaultReason::Privilege => text!(
            "used the saved status register (SPSR) in a mode that has none",
            "dùng thanh ghi trạng thái đã lưu (SPSR) ở chế độ không có thanh ghi đó"
        ),
        _ => return None,
    })
}

//! Descriptions of faults of programs in C: in terms of pointers, arrays and numbers,
//! and not of the processor.

use crate::diagnostics::{Text, text};
use crate::isa::arm::{Board, DIVISION_BY_ZERO};
use crate::machine::{Access, FaultReason};

/// Addresses below this one are those of a null pointer and of what would lie next to it.
const NULL_PAGE: u32 = 0x1000;

/// The sentence without its subject ("the program ...").
pub(super) fn words(reason: FaultReason) -> Option<Text> {
    let map = Board::Hosted.map();
    Some(match reason {
        FaultReason::Break(DIVISION_BY_ZERO) => text!("divided by zero", "chia cho 0"),
        FaultReason::NoMemory(access, address @ ..NULL_PAGE) => {
            let (en, vi) = verb(access);
            text!(
                "{en} memory through a null pointer (address 0x{address:X})",
                "{vi} bộ nhớ qua con trỏ null (địa chỉ 0x{address:X})"
            )
        }
        FaultReason::NoMemory(_, address) if (map.data.1..map.stack.0).contains(&address) => {
            let size = (map.stack.1 - map.stack.0) >> 20;
            text!("used up its stack of {size} MB", "dùng hết ngăn xếp {size} MB")
        }
        FaultReason::NoMemory(access, address) => {
            let (en, vi) = verb(access);
            text!(
                "{en} memory at 0x{address:08X}, where the program has none; a pointer or an index is wrong",
                "{vi} bộ nhớ tại 0x{address:08X}, nơi chương trình không có bộ nhớ; một con trỏ hoặc chỉ số bị sai"
            )
        }
        FaultReason::TextAccess(_, address) => text!(
            "wrote to 0x{address:08X}, which cannot be changed: constants, string literals and code lie there",
            "ghi vào 0x{address:08X}, nơi không thể thay đổi: hằng, chuỗi ký tự và mã lệnh nằm ở đó"
        ),
        FaultReason::BadJump(address) => text!(
            "jumped to 0x{address:08X}, where there is no code; a function pointer or a return address was overwritten",
            "nhảy đến 0x{address:08X}, nơi không có mã lệnh; một con trỏ hàm hoặc địa chỉ trở về đã bị ghi đè"
        ),
        FaultReason::IllegalInstruction(_) => text!(
            "executed something that is no code; a function pointer or a return address was overwritten",
            "thực hiện thứ không phải mã lệnh; một con trỏ hàm hoặc địa chỉ trở về đã bị ghi đè"
        ),
        _ => return None,
    })
}

fn verb(access: Access) -> (&'static str, &'static str) {
    match access {
        Access::Load => ("read", "đọc"),
        Access::Store => ("wrote to", "ghi vào"),
    }
}

//! Descriptions of the faults of MIPS that other machines do not have, or that need its own words.

use crate::diagnostics::{Text, text};
use crate::machine::FaultReason;

/// The sentence without its subject ("the program ...").
pub(super) fn words(reason: FaultReason) -> Option<Text> {
    Some(match reason {
        FaultReason::UnknownService(number) => text!(
            "called service {number} with `syscall`, which does not exist",
            "gọi dịch vụ {number} bằng `syscall`, vốn không tồn tại"
        ),
        FaultReason::BadInput(service @ (5 | 51)) => text!(
            "asked for an integer (service {service}), and what was typed is not an integer that fits into 32 bits",
            "yêu cầu nhập số nguyên (dịch vụ {service}) nhưng nội dung nhập không phải số nguyên vừa 32 bit"
        ),
        FaultReason::BadInput(service) => {
            let (english, vietnamese) = match service {
                6 | 52 => ("a float", "số thực"),
                7 | 53 => ("a double", "số thực kép"),
                _ => ("a character", "ký tự"),
            };
            text!(
                "asked for {english} (service {service}), and what was typed is not one",
                "yêu cầu nhập {vietnamese} (dịch vụ {service}) nhưng nội dung nhập không phải vậy"
            )
        }
        FaultReason::BadArgument(9, bytes @ 0..) => text!(
            "asked for {bytes} more bytes of memory (service 9) than the heap has left",
            "xin thêm {bytes} byte bộ nhớ (dịch vụ 9) nhưng vùng heap không còn đủ"
        ),
        FaultReason::ConditionHeld => {
            text!("executed a trap instruction whose condition held", "thực hiện lệnh bẫy có điều kiện đúng")
        }
        FaultReason::OddRegister(_) => text!(
            "used an odd register for a double; doubles live in even ones, such as $f2",
            "dùng thanh ghi lẻ cho số thực kép; số thực kép nằm ở thanh ghi chẵn, như $f2"
        ),
        _ => return None,
    })
}

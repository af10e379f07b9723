//! Descriptions of the faults of LC-3 that other machines do not have, or that need its own words.

use crate::diagnostics::{Text, text};
use crate::machine::FaultReason;

/// The sentence without its subject ("the program ...").
pub(super) fn words(reason: FaultReason) -> Option<Text> {
    Some(match reason {
        FaultReason::Privilege => text!(
            "executed RTI, which only the operating system may",
            "thực hiện RTI, lệnh chỉ dành cho hệ điều hành"
        ),
        // The device registers are the last 512 words (LC-3 ISA, memory-mapped I/O).
        FaultReason::ExecuteDenied(address @ 0xFE00..) => text!(
            "jumped to x{address:04X} (device registers)",
            "nhảy đến x{address:04X} (các thanh ghi thiết bị)"
        ),
        FaultReason::UnknownService(vector) => {
            text!(
                "called TRAP x{vector:02X}, which does not exist",
                "gọi TRAP x{vector:02X}, vốn không tồn tại"
            )
        }
        _ => return None,
    })
}

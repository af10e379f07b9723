//! The text that the simulator itself prints when a program ends; never the program's own words.
//!
//! Source: MARS 4.5 on the command line (`mars/MarsLaunch.java`, `ProcessingException.java`): a line feed at
//! the end of every run, and before it the error, if there is one.

use super::program::Program;
use super::setup::Profile;
use crate::machine::{Access, Ended, Fault, FaultReason, Stop};

/// The last words of a run.
pub(super) fn exit_message(program: &Program, profile: Profile, ended: Ended) -> Vec<u8> {
    match (profile, ended.stop) {
        (Profile::Mars, Stop::Fault(fault)) => error(program, fault).into_bytes(),
        (Profile::Mars, stop) if stop.is_end() => b"\n".to_vec(),
        _ => Vec::new(),
    }
}

fn error(program: &Program, fault: Fault) -> String {
    let what = words(fault.reason);
    let place = match program.statement(fault.at) {
        // No instruction is at fault where none can be fetched.
        Some(statement) if !matches!(fault.reason, FaultReason::BadJump(_)) => {
            let number = |span| program.sources.position(span).line;
            let calls =
                statement.calls.first().map_or_else(String::new, |call| format!("{}->", number(*call)));
            let file = &program.sources.file(statement.span.file).name;
            format!(" {file} line {calls}{}: Runtime exception at 0x{:08x}", number(statement.span), fault.at)
        }
        _ if matches!(fault.reason, FaultReason::BadJump(_)) => " ".to_owned(),
        _ => format!(" : Runtime exception at 0x{:08x}", fault.at),
    };
    format!("Error in{place}: {what}\n\nProcessing terminated due to errors.\n\n\n")
}

/// A fault in the words of MARS.
pub fn words(reason: FaultReason) -> String {
    let verb = |access| if access == Access::Load { "fetch" } else { "store" };
    match reason {
        FaultReason::Unaligned(access, address, size) => match size {
            2 => format!("{} address not aligned on halfword boundary 0x{address:08x}", verb(access)),
            8 => format!("address not aligned on doubleword boundary 0x{address:08x}"),
            _ => format!("{} address not aligned on word boundary 0x{address:08x}", verb(access)),
        },
        FaultReason::NoMemory(_, address) => format!("address out of range 0x{address:08x}"),
        FaultReason::TextAccess(Access::Load, address)
        | FaultReason::KernelTextAccess(Access::Load, address) => {
            format!("Cannot read directly from text segment!0x{address:08x}")
        }
        FaultReason::TextAccess(Access::Store, address)
        | FaultReason::KernelTextAccess(Access::Store, address) => {
            format!("Cannot write directly to text segment!0x{address:08x}")
        }
        FaultReason::BadJump(address) => format!("invalid program counter value: 0x{address:08x}"),
        FaultReason::Overflow => "arithmetic overflow".to_owned(),
        FaultReason::Break(0) => "break instruction executed; no code given.".to_owned(),
        FaultReason::Break(code) => format!("break instruction executed; code = {code}."),
        FaultReason::ConditionHeld => "trap".to_owned(),
        FaultReason::IllegalInstruction(word) => format!("undefined instruction (0x{word:08x})"),
        FaultReason::UnknownService(number) => {
            format!("invalid or unimplemented syscall service: {} ", number.cast_signed())
        }
        FaultReason::BadInput(service) => {
            let kind = match service {
                5 => "integer",
                6 => "float",
                7 => "double",
                _ => "char",
            };
            format!("invalid {kind} input (syscall {service})")
        }
        FaultReason::BadArgument(9, bytes @ ..0) => {
            format!("request ({bytes}) is negative heap amount (syscall 9)")
        }
        FaultReason::BadArgument(9, bytes) => {
            format!("request ({bytes}) exceeds available heap storage (syscall 9)")
        }
        FaultReason::BadArgument(42, _) => "Upper bound of range cannot be negative (syscall 42)".to_owned(),
        FaultReason::BadArgument(service, value) => format!("service {service} cannot work with {value}"),
        FaultReason::OddRegister(which) => format!("{which} must be even-numbered"),
        other => other.describe(&super::ISA).to(crate::diagnostics::Language::English).to_owned(),
    }
}

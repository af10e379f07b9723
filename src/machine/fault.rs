//! Faults: the operations that machines cannot perform, and how they are described.

use super::Isa;
use crate::diagnostics::{Language, Text, text};
use crate::stored::{Deserialize, Name, Serialize};

/// An operation that the machine could not perform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of fault.
    pub reason: FaultReason,
    /// The address of the instruction at which it went wrong.
    pub at: u32,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultReason {
    /// The word is no instruction.
    IllegalInstruction(u32),
    /// An instruction that only the operating system may execute.
    Privilege,
    /// Memory that the program may not read.
    ReadDenied(u32),
    /// Memory that the program may not write.
    WriteDenied(u32),
    /// The program ran into memory where it may not execute anything.
    ExecuteDenied(u32),
    /// A service that the operating system does not have.
    UnknownService(u32),
    /// An interrupt came and no routine was installed for it.
    NoInterruptRoutine(u32),
    /// An address that is no multiple of the size in bytes of what is accessed.
    Unaligned(Access, u32, u8),
    /// An address where there is no memory.
    NoMemory(Access, u32),
    /// The memory that holds instructions, read or written as if it were data.
    TextAccess(Access, u32),
    /// The memory that is kept for the instructions of an exception handler, read or written as if it were data.
    KernelTextAccess(Access, u32),
    /// A jump to where no instruction can be.
    BadJump(u32),
    /// A sum or difference that does not fit in a word.
    Overflow,
    /// A `break` instruction with its code.
    Break(u32),
    /// An instruction that ends the program on a condition, which held.
    ConditionHeld,
    /// Input that the service of this number cannot read.
    BadInput(u32),
    /// A value that the service of this number cannot work with.
    BadArgument(u32, i32),
    /// An odd register where a double precision number needs an even one: which operands are looked at, in MARS's words.
    OddRegister(Name),
}

/// The kind of access of an instruction to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// It read.
    Load,
    /// It wrote.
    Store,
}

impl Access {
    /// A sentence with its verb, as in "the program read ...", and an address, in both languages.
    fn says(self, address: &str, sentence: impl Fn(&str, &str) -> Text) -> Text {
        let (en, vi) = match self {
            Self::Load => ("read", "đọc"),
            Self::Store => ("wrote to", "ghi vào"),
        };
        let (en, vi) = (sentence(en, address), sentence(vi, address));
        Text::new(en.to(Language::English), vi.to(Language::Vietnamese))
    }
}

impl FaultReason {
    /// Describes the fault as a sentence without its subject ("the program ...").
    pub fn describe(self, isa: &Isa) -> Text {
        (isa.fault)(self).unwrap_or_else(|| self.on_any(isa))
    }

    /// The description that fits every machine.
    fn on_any(self, isa: &Isa) -> Text {
        let shown = |number| isa.hexadecimal(number);
        match self {
            Self::IllegalInstruction(word) => {
                let word = shown(word);
                text!("executed {word}, which is no instruction", "thực hiện {word}, không phải là lệnh")
            }
            Self::Privilege => text!(
                "executed an instruction that only the operating system may execute",
                "thực hiện một lệnh chỉ dành cho hệ điều hành"
            ),
            Self::ReadDenied(address) => {
                let address = shown(address);
                text!(
                    "read {address}, memory that belongs to the operating system",
                    "đọc {address}, vùng nhớ của hệ điều hành"
                )
            }
            Self::WriteDenied(address) => {
                let address = shown(address);
                text!(
                    "wrote to {address}, memory that belongs to the operating system",
                    "ghi vào {address}, vùng nhớ của hệ điều hành"
                )
            }
            Self::ExecuteDenied(address) => {
                let address = shown(address);
                text!(
                    "jumped to {address} (memory of the operating system)",
                    "nhảy đến {address} (vùng nhớ của hệ điều hành)"
                )
            }
            Self::UnknownService(number) => text!(
                "called service {number}, which does not exist",
                "gọi dịch vụ {number}, vốn không tồn tại"
            ),
            Self::NoInterruptRoutine(vector) => {
                let vector = shown(vector);
                text!(
                    "switched keyboard interrupts on without a routine at {vector}",
                    "bật ngắt bàn phím mà không có chương trình phục vụ tại {vector}"
                )
            }
            Self::Unaligned(access, address, size) => access.says(&shown(address), |verb, address| {
                text!(
                    "{verb} address {address}, which is no multiple of {size}",
                    "{verb} địa chỉ {address}, không phải bội số của {size}"
                )
            }),
            Self::NoMemory(access, address) => access.says(&shown(address), |verb, address| {
                text!(
                    "{verb} address {address}, where there is no memory",
                    "{verb} địa chỉ {address}, nơi không có bộ nhớ"
                )
            }),
            Self::TextAccess(access, address) => access.says(&shown(address), |verb, address| {
                text!(
                    "{verb} address {address}, which holds instructions, not data",
                    "{verb} địa chỉ {address}, vùng chứa lệnh chứ không phải dữ liệu"
                )
            }),
            Self::KernelTextAccess(access, address) => access.says(&shown(address), |verb, address| {
                text!(
                    "{verb} address {address}, which belongs to the operating system",
                    "{verb} địa chỉ {address}, vùng nhớ của hệ điều hành"
                )
            }),
            Self::BadJump(address) => {
                let address = shown(address);
                text!(
                    "jumped to {address}, where there are no instructions",
                    "nhảy đến {address}, nơi không có lệnh"
                )
            }
            Self::Overflow => {
                let bits = isa.word.bits;
                text!(
                    "computed a sum or difference that does not fit in {bits} bits",
                    "tính tổng hoặc hiệu vượt quá {bits} bit"
                )
            }
            Self::Break(0) => text!("executed `break`", "thực hiện `break`"),
            Self::Break(code) => text!("executed `break {code}`", "thực hiện `break {code}`"),
            Self::ConditionHeld => text!(
                "executed an instruction that ends the program on a condition, which held",
                "thực hiện lệnh kết thúc chương trình theo điều kiện, và điều kiện đúng"
            ),
            Self::BadInput(service) => text!(
                "asked for input of a kind that was not typed (service {service})",
                "yêu cầu nhập một loại dữ liệu khác với nội dung nhập (dịch vụ {service})"
            ),
            Self::BadArgument(service, value) => text!(
                "called service {service} with {value}, which it cannot work with",
                "gọi dịch vụ {service} với {value}, giá trị không dùng được"
            ),
            Self::OddRegister(_) => text!(
                "used an odd register where an even one is needed",
                "dùng thanh ghi lẻ ở nơi cần thanh ghi chẵn"
            ),
        }
    }
}

//! What machines cannot do.

use crate::diagnostics::{Language, Text, text};

/// What the machine could not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub reason: FaultReason,
    /// The address of the instruction at which it went wrong.
    pub at: u32,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultReason {
    /// The word, one of 16 bits, is no instruction.
    IllegalInstruction(u32),
    /// The word, one of 32 bits, is no instruction.
    IllegalWord(u32),
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
    /// A sum or difference that does not fit in 32 bits.
    Overflow,
    /// A `break` instruction with its code.
    Break(u32),
    /// A trap instruction whose condition held.
    Trap,
    /// A number in `$v0` that is no service.
    UnknownSyscall(u32),
    /// Input that the service of this number cannot read.
    BadInput(u32),
    /// A value that the service of this number cannot work with.
    BadArgument(u32, i32),
    /// An odd register where a double precision number needs an even one: which operands are looked at, in MARS's words.
    OddRegister(&'static str),
}

/// What an instruction did with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It read.
    Load,
    /// It wrote.
    Store,
}

impl Access {
    /// The verb, as in "the program read ...".
    fn verb(self) -> Text {
        match self {
            Self::Load => text!("read", "đọc"),
            Self::Store => text!("wrote to", "ghi vào"),
        }
    }
}

impl FaultReason {
    /// What happened, as a sentence without its subject ("the program ...").
    #[expect(clippy::too_many_lines, reason = "one arm for each reason, meant to be read from top to bottom")]
    pub fn describe(self) -> Text {
        match self {
            Self::IllegalInstruction(word) => {
                text!(
                    "executed x{word:04X}, which is no instruction",
                    "thực hiện x{word:04X}, không phải là lệnh"
                )
            }
            Self::IllegalWord(word) => text!(
                "executed 0x{word:08x}, which is no instruction",
                "thực hiện 0x{word:08x}, không phải là lệnh"
            ),
            Self::Privilege => text!(
                "executed RTI, which only the operating system may",
                "thực hiện RTI, lệnh chỉ dành cho hệ điều hành"
            ),
            Self::ReadDenied(address) => text!(
                "read x{address:04X}, memory that belongs to the operating system",
                "đọc x{address:04X}, vùng nhớ của hệ điều hành"
            ),
            Self::WriteDenied(address) => text!(
                "wrote to x{address:04X}, memory that belongs to the operating system",
                "ghi vào x{address:04X}, vùng nhớ của hệ điều hành"
            ),
            // The device registers are the last 512 words (LC-3 ISA, memory-mapped I/O).
            Self::ExecuteDenied(address @ 0xFE00..) => text!(
                "jumped to x{address:04X} (device registers)",
                "nhảy đến x{address:04X} (các thanh ghi thiết bị)"
            ),
            Self::ExecuteDenied(address) => text!(
                "jumped to x{address:04X} (memory of the operating system)",
                "nhảy đến x{address:04X} (vùng nhớ của hệ điều hành)"
            ),
            Self::UnknownService(vector) => {
                text!(
                    "called TRAP x{vector:02X}, which does not exist",
                    "gọi TRAP x{vector:02X}, vốn không tồn tại"
                )
            }
            Self::NoInterruptRoutine(vector) => text!(
                "switched keyboard interrupts on without a routine at x{vector:04X}",
                "bật ngắt bàn phím mà không có chương trình phục vụ tại x{vector:04X}"
            ),
            Self::Unaligned(access, address, size) => in_both(access, |verb| {
                text!(
                    "{verb} address 0x{address:08x}, which is no multiple of {size}",
                    "{verb} địa chỉ 0x{address:08x}, không phải bội số của {size}"
                )
            }),
            Self::NoMemory(access, address) => in_both(access, |verb| {
                text!(
                    "{verb} address 0x{address:08x}, where there is no memory",
                    "{verb} địa chỉ 0x{address:08x}, nơi không có bộ nhớ"
                )
            }),
            Self::TextAccess(access, address) => in_both(access, |verb| {
                text!(
                    "{verb} address 0x{address:08x}, which holds instructions, not data",
                    "{verb} địa chỉ 0x{address:08x}, vùng chứa lệnh chứ không phải dữ liệu"
                )
            }),
            Self::KernelTextAccess(access, address) => in_both(access, |verb| {
                text!(
                    "{verb} address 0x{address:08x}, which belongs to the operating system",
                    "{verb} địa chỉ 0x{address:08x}, vùng nhớ của hệ điều hành"
                )
            }),
            Self::BadJump(address) => text!(
                "jumped to 0x{address:08x}, where there are no instructions",
                "nhảy đến 0x{address:08x}, nơi không có lệnh"
            ),
            Self::Overflow => text!(
                "computed a sum or difference that does not fit in 32 bits",
                "tính tổng hoặc hiệu vượt quá 32 bit"
            ),
            Self::Break(0) => text!("executed `break`", "thực hiện `break`"),
            Self::Break(code) => text!("executed `break {code}`", "thực hiện `break {code}`"),
            Self::Trap => text!(
                "executed a trap instruction whose condition held",
                "thực hiện lệnh bẫy có điều kiện đúng"
            ),
            Self::UnknownSyscall(number) => text!(
                "called service {number} with `syscall`, which does not exist",
                "gọi dịch vụ {number} bằng `syscall`, vốn không tồn tại"
            ),
            Self::BadInput(service) => {
                let (english, vietnamese) = match service {
                    5 | 51 => ("an integer", "số nguyên"),
                    6 | 52 => ("a float", "số thực"),
                    7 | 53 => ("a double", "số thực kép"),
                    _ => ("a character", "ký tự"),
                };
                text!(
                    "asked for {english} (service {service}), and what was typed is not one",
                    "yêu cầu nhập {vietnamese} (dịch vụ {service}) nhưng nội dung nhập không phải vậy"
                )
            }
            Self::BadArgument(9, bytes @ 0..) => text!(
                "asked for {bytes} more bytes of memory (service 9) than the heap has left",
                "xin thêm {bytes} byte bộ nhớ (dịch vụ 9) nhưng vùng heap không còn đủ"
            ),
            Self::BadArgument(service, value) => text!(
                "called service {service} with {value}, which it cannot work with",
                "gọi dịch vụ {service} với {value}, giá trị không dùng được"
            ),
            Self::OddRegister(_) => text!(
                "used an odd register for a double; doubles live in even ones, such as $f2",
                "dùng thanh ghi lẻ cho số thực kép; số thực kép nằm ở thanh ghi chẵn, như $f2"
            ),
        }
    }
}

/// A sentence with the verb of an access, in both languages.
fn in_both(access: Access, sentence: impl Fn(&str) -> Text) -> Text {
    let verb = access.verb();
    let (english, vietnamese) =
        (sentence(verb.to(Language::English)), sentence(verb.to(Language::Vietnamese)));
    Text::new(english.to(Language::English), vietnamese.to(Language::Vietnamese))
}

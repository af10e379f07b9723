//! ARM as the harness sees it.
//!
//! Source of the calling convention: *Procedure Call Standard for the ARM Architecture* (IHI 0042), 5.1 and 5.4 to 5.5.

use super::effects::FLAGS;
use super::keys::KEYS;
use super::registers::{self, LINK, STACK_POINTER};
use super::setup::Setup;
use super::{code, fault, foreign, routine};
use crate::diagnostics::SourceFile;
use crate::isa::{has_main, service};
use crate::machine::{
    Convention, FileServices, FlowWords, Isa, Key, Registers, Results, Services, Source, Template, Word,
};

/// ARM.
pub static ISA: Isa = Isa {
    id: "arm",
    title: "ARM",
    about: "ARMv4T, with the instructions of later architectures where the board has them.",
    source: Source {
        programs: &["*.s", "*.asm", "*.S"],
        included: &["s", "asm", "inc", "h", "S"],
        is_in,
        marks: foreign::marks,
        begins: has_main,
        together: false,
        is_compiled: false,
        comment: ';',
        folds_labels: false,
    },
    word: Word { bits: 32, cells: 4, hexadecimal: |word| format!("0x{word:08X}") },
    registers: Registers {
        number: |name| registers::number(name).filter(|number| *number < registers::PROGRAM_COUNTER),
        name: |number| {
            if number == FLAGS { "the flags".to_owned() } else { registers::name(number).to_owned() }
        },
        link: "lr",
        stack: "sp",
        // The stack pointer and what comes after it have meanings of their own.
        free: 0..=12,
        spelling: ("registers are written `r0`", "thanh ghi được viết như `r0`"),
        example: "r0",
    },
    services: Services {
        names: Vec::new,
        number: service::by_number,
        name: |number| format!("SWI {number}"),
        spelling: (
            "give a service by its number, such as 4 or 0x6C: of `linux` and `semihost` the number of the call, of `armsim` that of the SWI",
            "hãy cho số của dịch vụ, như 4 hoặc 0x6C: với `linux` và `semihost` là số của lời gọi, với `armsim` là số của SWI",
        ),
        example: "[4, 0x6C]",
    },
    random: None,
    files: Some(FileServices {
        all: ("the services of the board for files", "các dịch vụ tệp của board"),
        create: ("the service that opens files, for writing", "dịch vụ mở tệp, để ghi"),
        create_or_append: (
            "the service that opens files, for writing or appending",
            "dịch vụ mở tệp, để ghi hoặc ghi thêm",
        ),
        close: "the service that closes files",
        left_open: ("the board writes it all the same", "board vẫn ghi tệp"),
    }),
    conventions: &[
        Convention {
            id: "aapcs",
            arguments: &[0, 1, 2, 3],
            stacks_arguments: true,
            leaves_room: false,
            results: Results::Registers(&[0, 1]),
            preserved: &[4, 5, 6, 7, 8, 9, 10, 11],
            stack: STACK_POINTER,
            link: LINK,
        },
        Convention {
            id: "registers",
            arguments: &[],
            stacks_arguments: false,
            leaves_room: false,
            results: Results::Named,
            preserved: &[],
            stack: STACK_POINTER,
            link: LINK,
        },
    ],
    flow: FlowWords {
        end_is_missing: (
            "a branch to itself (`stop B stop`), an exit, a `BX lr` or another branch",
            "lệnh nhảy về chính nó (`stop B stop`), lệnh thoát, `BX lr` hay lệnh nhảy khác",
        ),
        overwritten: ("lr, or its copy on the stack,", "lr, hoặc bản sao của nó trên ngăn xếp,"),
        link_in_return: ("lr in a `BX lr`", "lr nếu đó là `BX lr`"),
    },
    fault: fault::words,
    codes: code::ALL,
    checks: &[],
    keys: || KEYS.iter().map(Key::row).collect(),
    usual: || Box::new(Setup::default()),
    outputs: &[],
    flaw_of_routine: |source, label| routine::routine(&|_| Some(0), source, label, None, 0).err(),
    tools: String::new,
    template: Template {
        ending: "asm",
        text: include_str!("../../../templates/arm/text.yaml"),
        steps: include_str!("../../../templates/arm/steps.yaml"),
        model: include_str!("../../../templates/arm/model.asm"),
        wrong: include_str!("../../../templates/arm/wrong.asm"),
    },
};

/// Returns `true` if a line of one of the files has something that only ARM has.
fn is_in(files: &[SourceFile]) -> bool {
    let mut lines = files.iter().flat_map(|file| file.text.lines());
    lines.any(|line| {
        let code = line.split([';', '@', '#']).next().unwrap_or_default();
        foreign::proves(&code.to_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::ISA;

    #[test]
    fn registers_have_names() {
        assert_eq!((ISA.registers.number)("SP"), Some(13));
        assert_eq!((ISA.registers.number)("pc"), None);
        assert_eq!((ISA.registers.name)(14), "lr");
    }
}

//! C as the harness sees it.

use super::build::unit::has_main;
use super::toolchain::Toolchain;
use super::{code, fault, setup};
use crate::diagnostics::text;
use crate::isa::arm;
use crate::machine::{FileServices, FlowWords, Isa, Key, Registers, Services, Source, Template, Word};

/// C.
pub static ISA: Isa = Isa {
    id: "c",
    title: "C",
    about: "C, compiled for the simulated processor.",
    source: Source {
        programs: &["*.c", "*.s", "*.S"],
        included: &["h", "c", "inc"],
        is_in: |files| files.iter().any(|file| file.name.to_ascii_lowercase().ends_with(".c")),
        marks: |_| false,
        begins: has_main,
        together: true,
        comment: '/',
        folds_labels: false,
        is_compiled: true,
    },
    word: Word { ..arm::ISA.word },
    registers: Registers { free: 0..=12, ..arm::ISA.registers },
    services: Services { ..arm::ISA.services },
    random: None,
    files: Some(FileServices {
        all: ("the functions of C for files", "các hàm về tệp của C"),
        create: ("`fopen` with \"w\"", "`fopen` với \"w\""),
        create_or_append: ("`fopen` with \"w\" or \"a\"", "`fopen` với \"w\" hoặc \"a\""),
        close: "`fclose`",
        left_open: ("it is written all the same", "tệp vẫn được ghi"),
    }),
    conventions: arm::ISA.conventions,
    flow: FlowWords {
        end_is_missing: ("a `return`", "lệnh `return`"),
        overwritten: ("a return address on the stack", "một địa chỉ trở về trên ngăn xếp"),
        link_in_return: ("a return address on the stack", "một địa chỉ trở về trên ngăn xếp"),
    },
    fault: fault::words,
    codes: code::ALL,
    checks: &[],
    keys: || setup::KEYS.iter().map(Key::row).collect(),
    usual: || Box::new(setup::Setup::default()),
    outputs: &[],
    flaw_of_routine: |_, _| {
        Some(text!(
            "a function of a C program cannot be replaced by another one",
            "không thể thay một hàm của chương trình C bằng hàm khác"
        ))
    },
    tools: || Toolchain::find().map(Toolchain::described).unwrap_or_default(),
    template: Template {
        ending: "c",
        text: include_str!("../../../templates/c/text.yaml"),
        steps: include_str!("../../../templates/c/steps.yaml"),
        model: include_str!("../../../templates/c/model.c"),
        wrong: include_str!("../../../templates/c/wrong.c"),
    },
};

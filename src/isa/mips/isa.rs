//! MIPS as the harness sees it.
//!
//! Source of the calling convention o32: MIPS System V ABI, third edition, chapter 3.

use super::keys::KEYS;
use super::map::MemoryMap;
use super::registers::{NAMES, general};
use super::setup::Setup;
use super::{code, fault, foreign, routine, syscall};
use crate::diagnostics::SourceFile;
use crate::isa::has_main;
use crate::machine::{
    Convention, FileServices, FlowWords, Isa, Key, Registers, Results, Services, Source, Template, Word,
};

/// MIPS.
pub static ISA: Isa = Isa {
    id: "mips",
    title: "MIPS",
    about: "MIPS32.",
    source: Source {
        programs: &["*.asm", "*.s", "*.mips"],
        included: &["asm", "s", "mips", "inc", "mac", "h"],
        is_in,
        marks: foreign::marks,
        begins: has_main,
        together: false,
        is_compiled: false,
        comment: '#',
        folds_labels: false,
    },
    word: Word { bits: 32, cells: 4, hexadecimal: |word| format!("0x{word:08x}") },
    registers: Registers {
        number: |name| general(name).map(|(number, _)| number),
        name: |number| format!("${}", NAMES.get(usize::from(number)).unwrap_or(&"?")),
        link: "$ra",
        stack: "$sp",
        // `$at` is the assembler's, `$k0` and above are the system's and the stack's.
        free: 2..=25,
        spelling: ("registers are written `$t0`", "thanh ghi được viết như `$t0`"),
        example: "$t0",
    },
    services: Services {
        names: || syscall::names().collect(),
        number: syscall::number,
        name: syscall::name,
        spelling: (
            "give a system call by its number, such as 11, or by its name, such as print-character",
            "hãy cho số của lời gọi hệ thống, như 11, hoặc tên của nó, như print-character",
        ),
        example: "[print-string, 12]",
    },
    random: Some("syscall 42"),
    files: Some(FileServices {
        all: ("syscalls 13 to 16", "syscall 13 đến 16"),
        create: ("syscall 13 and flag 1", "syscall 13 với cờ 1"),
        create_or_append: ("syscall 13, flag 1 or 9", "syscall 13, cờ 1 hoặc 9"),
        close: "syscall 16",
        left_open: ("MARS writes it all the same", "MARS vẫn ghi tệp"),
    }),
    conventions: &[
        Convention {
            id: "o32",
            arguments: &[4, 5, 6, 7],
            stacks_arguments: true,
            leaves_room: true,
            results: Results::Registers(&[2, 3]),
            // `$gp` is preserved too, but no program of a course changes it.
            preserved: &[16, 17, 18, 19, 20, 21, 22, 23, 30],
            stack: 29,
            link: 31,
        },
        Convention {
            id: "registers",
            arguments: &[],
            stacks_arguments: false,
            leaves_room: false,
            results: Results::Named,
            preserved: &[],
            stack: 29,
            link: 31,
        },
    ],
    flow: FlowWords {
        end_is_missing: (
            "an exit (syscall 10), a `jr $ra` or a jump",
            "lệnh kết thúc (syscall 10), `jr $ra` hay lệnh nhảy",
        ),
        overwritten: ("$ra", "$ra"),
        link_in_return: ("$ra in a `jr $ra`", "$ra nếu đó là `jr $ra`"),
    },
    fault: fault::words,
    codes: code::ALL,
    checks: &[],
    keys: || KEYS.iter().map(Key::row).collect(),
    usual: || Box::new(Setup::default()),
    outputs: &[],
    flaw_of_routine: |source, label| {
        let map = MemoryMap::default();
        routine::routine(&|_| Some(map.text), source, label, map, map.text).err()
    },
    tools: String::new,
    template: Template {
        ending: "asm",
        text: include_str!("../../../templates/mips/text.yaml"),
        steps: include_str!("../../../templates/mips/steps.yaml"),
        model: include_str!("../../../templates/mips/model.asm"),
        wrong: include_str!("../../../templates/mips/wrong.asm"),
    },
};

/// Returns `true` if one of the files has a directive, an instruction or a register that only MIPS has.
fn is_in(files: &[SourceFile]) -> bool {
    const MARKS: [&str; 5] = [".text", ".data", ".globl", ".macro", "syscall"];
    let mut lines = files.iter().flat_map(|file| file.text.lines());
    lines.any(|line| {
        let code = line.split('#').next().unwrap_or_default();
        code.split_whitespace().any(|word| {
            MARKS.iter().any(|mark| word.eq_ignore_ascii_case(mark))
                || word.trim_end_matches(',').starts_with('$')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::ISA;

    #[test]
    fn registers_have_names() {
        assert_eq!((ISA.registers.number)("$sp"), Some(29));
        assert_eq!((ISA.registers.number)("sp"), None);
    }
}

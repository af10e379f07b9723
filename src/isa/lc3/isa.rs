//! LC-3 as the harness sees it.
//!
//! Sources of the calling conventions: Patt and Patel, third edition, chapters 8 (by register) and 14 (the run-time
//! stack).

use super::checks::GETC_OUT;
use super::keys::{KEYS, OUTPUTS};
use super::profile::Setup;
use super::{code, fault, foreign, routine, trap};
use crate::diagnostics::SourceFile;
use crate::isa::has_main;
use crate::machine::{Convention, FlowWords, Isa, Registers, Results, Services, Source, Template, Word};

/// LC-3.
pub static ISA: Isa = Isa {
    id: "lc3",
    title: "LC-3",
    about: "LC-3.",
    source: Source {
        programs: &["*.asm", "*.obj", "*.bin"],
        included: &[],
        is_in,
        marks: foreign::marks,
        begins: has_main,
        together: false,
        is_compiled: false,
        comment: ';',
        folds_labels: true,
    },
    word: Word { bits: 16, cells: 1, hexadecimal: |word| format!("x{word:04X}") },
    registers: Registers {
        number: register,
        name: |number| format!("R{number}"),
        link: "R7",
        stack: "R6",
        free: 0..=7,
        spelling: ("registers are R0 to R7", "các thanh ghi là R0 đến R7"),
        example: "R0",
    },
    services: Services {
        names: || trap::names().collect(),
        number: trap::number,
        name: trap::name,
        spelling: (
            "give a trap by its name, such as PUTS, or by its number, from x00 to xFF",
            "hãy cho tên lệnh trap, như PUTS, hoặc số của nó, từ x00 đến xFF",
        ),
        example: "[GETC, x22]",
    },
    random: None,
    files: None,
    conventions: &[
        Convention {
            id: "registers",
            arguments: &[],
            stacks_arguments: false,
            leaves_room: false,
            results: Results::Named,
            preserved: &[],
            stack: 6,
            link: 7,
        },
        Convention {
            id: "lc3-stack",
            arguments: &[],
            stacks_arguments: true,
            leaves_room: false,
            results: Results::Pushed,
            preserved: &[5],
            stack: 6,
            link: 7,
        },
    ],
    flow: FlowWords {
        end_is_missing: ("a HALT, a RET or a branch", "HALT, RET hay lệnh rẽ nhánh"),
        overwritten: ("R7, or the memory of the operating system,", "R7, hoặc vùng nhớ của hệ điều hành,"),
        link_in_return: ("R7 in a RET", "R7 nếu đó là RET"),
    },
    fault: fault::words,
    codes: code::ALL,
    checks: &[GETC_OUT],
    keys: || KEYS.iter().map(crate::machine::Key::row).collect(),
    usual: || Box::new(Setup::default()),
    outputs: OUTPUTS,
    flaw_of_routine: |source, label| {
        let usual_origin = 0x3000;
        routine::routine(&|_| Some(usual_origin), source, label).err()
    },
    tools: String::new,
    template: Template {
        ending: "asm",
        text: include_str!("../../../templates/lc3/text.yaml"),
        steps: include_str!("../../../templates/lc3/steps.yaml"),
        model: include_str!("../../../templates/lc3/model.asm"),
        wrong: include_str!("../../../templates/lc3/wrong.asm"),
    },
};

/// Returns `true` if one of the files has `.ORIG`, with which every program begins.
fn is_in(files: &[SourceFile]) -> bool {
    let mut lines = files.iter().flat_map(|file| file.text.lines());
    lines.any(|line| {
        let code = line.split(';').next().unwrap_or_default();
        code.split_whitespace().any(|word| word.eq_ignore_ascii_case(".orig"))
    })
}

/// The number of a register: `R0` to `R7`.
fn register(name: &str) -> Option<u8> {
    let digit = name.strip_prefix(['R', 'r'])?.parse().ok()?;
    (digit < 8).then_some(digit)
}

#[cfg(test)]
mod tests {
    use super::register;

    #[test]
    fn registers_have_names() {
        assert_eq!(register("R6"), Some(6));
        assert_eq!(register("R8"), None);
    }
}

//! The parts of an LC-3 that watching its runs needs.

use super::cpu::{Cpu, DEVICES, USER};
use super::effects::{CODES, LINK};
use super::program::Program;
use crate::asm::Role;
use crate::machine::watch::{Judged, Text, Unwritten, Watched};

/// All addresses.
const END: u32 = 0x1_0000;

/// The state that, besides memory, decides what the machine does next.
#[derive(Debug, PartialEq)]
pub struct Snapshot {
    pc: u16,
    registers: [u16; 8],
    psr: u16,
    other_stack: u16,
    keys_read: u64,
    raised: bool,
}

/// The snapshot of a machine.
pub(super) fn snapshot(cpu: &Cpu) -> Snapshot {
    Snapshot {
        pc: cpu.pc,
        registers: cpu.registers(),
        psr: cpu.psr(),
        other_stack: cpu.other_stack,
        keys_read: cpu.keyboard.keys_read,
        raised: cpu.keyboard.raised,
    }
}

/// The facts of a program that watching its runs needs.
pub(super) fn watched(program: &Program) -> Watched {
    Watched {
        texts: vec![text(program)],
        lowest: USER.into(),
        link: LINK,
        defined: 1 << CODES,
        unwritten: vec![unwritten(program)],
        // R7, the link, is not judged.
        judged: Judged::ByUse(0x7F),
    }
}

/// Where the program has instructions.
fn text(program: &Program) -> Text {
    let mut text = Text::new(0, END, 1);
    for line in program.source_map.lines() {
        text.set(line.address & 0xFFFF, line.role == Role::Instruction);
    }
    if program.source_map.lines().is_empty() {
        // An object file does not say which words are instructions.
        for block in &program.blocks {
            let start = u32::from(block.origin);
            (start..start + block.words.len() as u32).for_each(|address| text.set(address, true));
        }
    }
    text
}

/// User memory that the program does not fill. Words of `.BLKW` count as filled: every tool loads them with zeros.
fn unwritten(program: &Program) -> Unwritten {
    let mut unwritten = Unwritten::new(0, END);
    unwritten.write(0, USER.into());
    unwritten.write(DEVICES.into(), END - u32::from(DEVICES));
    for block in &program.blocks {
        unwritten.write(block.origin.into(), block.words.len() as u32);
    }
    unwritten
}

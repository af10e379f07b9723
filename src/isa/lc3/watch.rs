//! How watched runs look at an LC-3.

use super::cpu::{Cpu, DEVICES, USER};
use super::effects::{CODES, LINK, effects};
use super::exec::Observer;
use super::program::Program;
use super::table::Instruction;
use crate::asm::Role;
use crate::machine::watch::{Judged, Text, Unwritten, Watch, Watched};
use crate::machine::{Facts, Preset, Stop};

/// All addresses.
const END: u32 = 0x1_0000;

/// What decides, beside memory, what the machine does next.
#[derive(Debug, PartialEq)]
pub(super) struct State {
    pc: u16,
    registers: [u16; 8],
    codes: u8,
    psr: u16,
    other_stack: u16,
    keys_read: u64,
    raised: bool,
}

/// Watches a run.
pub(super) struct Watcher(Watch<State>);

impl Watcher {
    pub(super) fn new(program: &Program, entry: u16, preset: Option<&Preset>) -> Self {
        let watched = Watched {
            texts: vec![text(program)],
            lowest: USER.into(),
            entry: entry.into(),
            instruction: 1,
            link: LINK,
            defined: 1 << CODES,
            unwritten: vec![unwritten(program)],
            // R7, the link, is not judged.
            judged: Judged::ByUse(0x7F),
        };
        Self(Watch::new(watched, preset))
    }

    /// How many instructions are to be executed yet until a proved loop is known in all its parts.
    pub(super) fn to_record(&self) -> u64 {
        self.0.to_record()
    }

    /// What was found out, given the machine at the end of the run and why it ended.
    pub(super) fn finish(self, cpu: &Cpu, stop: Stop) -> Facts {
        self.0.finish(stop, cpu.pc.into(), |address| cpu.memory(address as u16) == 0)
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

impl Observer for Watcher {
    fn before(&mut self, cpu: &Cpu, pc: u16, codes: u8, instruction: Instruction) -> bool {
        let state = || {
            (!cpu.keyboard.interrupts).then(|| State {
                pc,
                registers: cpu.registers(),
                codes,
                psr: cpu.psr() & 0xFFF8,
                other_stack: cpu.other_stack,
                keys_read: cpu.keyboard.keys_read,
                raised: cpu.keyboard.raised,
            })
        };
        if !self.0.may_go_on(pc.into(), state) {
            return false;
        }
        let is_system = || cpu.service_at(pc).is_some() || (pc < USER && cpu.memory(pc) == 0);
        let register = |number: u8| cpu.registers[usize::from(number)].into();
        self.0.follow(pc.into(), &effects(cpu, pc, instruction), register, is_system);
        true
    }

    fn stored(&mut self, address: u16, old: u16, new: u16) {
        self.0.changed(address.into(), old.into(), new.into());
    }

    fn printed(&mut self, pc: u16) {
        self.0.printed(pc.into());
    }
}

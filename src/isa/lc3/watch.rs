//! The observer of the second run: it collects [`Facts`].

mod calls;
mod definedness;
mod effects;

use calls::Calls;
use definedness::Definedness;
use effects::Effects;

use super::cpu::{Cpu, DEVICES, SERVICES, USER, device};
use super::exec::Observer;
use super::program::Program;
use super::table::Instruction;
use crate::asm::Role;
use crate::machine::{CycleDetector, EndlessLoop, Facts, Preset, RanOff, Stop};

/// What decides, beside memory, what the machine does next.
#[derive(Debug, PartialEq)]
struct State {
    pc: u16,
    registers: [u16; 8],
    codes: u8,
    psr: u16,
    other_stack: u16,
    keys_read: u64,
    raised: bool,
}

/// Watches a run.
pub(super) struct Watcher {
    facts: Facts,
    /// For each word: whether it is an instruction of the source.
    is_instruction: Vec<bool>,
    /// For each word: whether it is an instruction of the source or was written by the program.
    is_code: Vec<bool>,
    /// Where the program went from its instructions into what it has written itself; that may be code or not.
    into_written: Option<RanOff>,
    detector: CycleDetector<State>,
    steps: u64,
    last_pc: u16,
    /// While the rounds of a proved loop are recorded: how many instructions are left.
    recording: Option<u64>,
    calls: Calls,
    definedness: Definedness,
}

impl Watcher {
    pub(super) fn new(program: &Program, entry: u16, preset: Option<&Preset>) -> Self {
        let mut is_code = vec![false; 0x1_0000];
        for line in program.source_map.lines() {
            is_code[line.address as usize & 0xFFFF] = line.role == Role::Instruction;
        }
        if program.source_map.lines().is_empty() {
            // An object file does not say which words are instructions.
            for block in &program.blocks {
                let start = usize::from(block.origin);
                is_code[start..start + block.words.len()].fill(true);
            }
        }
        let is_instruction = is_code.clone();
        // A caller's own instructions are none of the program's, but it may get there.
        for (_, address) in preset.iter().flat_map(|preset| &preset.returns_to) {
            is_code[*address as usize & 0xFFFF] = true;
        }
        Self {
            facts: Facts::default(),
            is_instruction,
            is_code,
            into_written: None,
            detector: CycleDetector::new(),
            steps: 0,
            last_pc: preset.and_then(|preset| preset.entry).map_or(entry, |entry| entry as u16),
            recording: None,
            calls: preset.map(Calls::within).unwrap_or_default(),
            definedness: Definedness::new(program, preset),
        }
    }

    /// How many instructions are to be executed yet until a proved loop is known in all its parts.
    pub(super) fn to_record(&self) -> u64 {
        self.recording.unwrap_or(0)
    }

    /// What was found out, given the machine at the end of the run and why it ended.
    pub(super) fn finish(mut self, cpu: &Cpu, stop: Stop) -> Facts {
        self.facts.stack = self.calls.stack();
        self.facts.lost_return = self.calls.lost_return();
        self.facts.clobbers = self.calls.clobbers();
        self.facts.subroutines = self.calls.counts();
        self.facts.undefined = self.definedness.into_uses();
        let began_in_written =
            self.facts.ran_off.is_none_or(|ran_off| !self.is_instruction[ran_off.from as usize & 0xFFFF]);
        if began_in_written && (matches!(stop, Stop::Fault(_)) || self.facts.ran_off.is_some()) {
            // What the program wrote was not meant to be executed, as it turned out.
            self.facts.ran_off = self.into_written.or(self.facts.ran_off);
        }
        if let Some(ran_off) = self.facts.ran_off {
            // Passing over a data word that happens to do nothing and going on in code is not what went wrong.
            let ends_in_code = self.is_code[usize::from(cpu.pc)];
            if ends_in_code && cpu.memory(ran_off.to as u16) == 0 {
                self.facts.ran_off = None;
            }
        }
        self.facts
    }

    fn look_for_loop(&mut self, cpu: &Cpu, pc: u16, codes: u8) -> bool {
        if let Some(left) = &mut self.recording {
            *left -= 1;
            return *left > 0;
        }
        if pc > self.last_pc || cpu.keyboard.interrupts {
            return true;
        }
        let state = State {
            pc,
            registers: cpu.registers(),
            codes,
            psr: cpu.psr() & 0xFFF8,
            other_stack: cpu.other_stack,
            keys_read: cpu.keyboard.keys_read,
            raised: cpu.keyboard.raised,
        };
        if let Some(period) = self.detector.visit(state, self.steps) {
            self.facts.endless_loop =
                Some(EndlessLoop { addresses: Vec::new(), period, waits_for_key: false, prints: false });
            self.recording = Some(period + 1);
        }
        true
    }

    fn note_loop(&mut self, pc: u16, effects: &Effects) {
        if let (Some(_), Some(endless)) = (self.recording, &mut self.facts.endless_loop) {
            let address = u32::from(pc);
            if !endless.addresses.contains(&address) && endless.addresses.len() < 1000 {
                endless.addresses.push(address);
            }
            endless.waits_for_key |= effects.loads.iter().flatten().any(|address| *address == device::KBSR);
        }
    }

    fn note_place(&mut self, cpu: &Cpu, pc: u16) {
        if self.is_instruction[usize::from(pc)] {
            self.facts.last_in_source = Some(u32::from(pc));
            return;
        }
        let step = Some(RanOff { from: u32::from(self.last_pc), to: u32::from(pc) });
        if self.is_code[usize::from(pc)] {
            if pc >= USER {
                self.into_written = self.into_written.or(step);
            }
            return;
        }
        let is_service = cpu.service_at(pc).is_some() || (pc < USER && cpu.memory(pc) == 0);
        if !is_service && self.is_code[usize::from(self.last_pc)] {
            self.facts.ran_off = self.facts.ran_off.or(step);
        }
    }

    fn note_services(&mut self, cpu: &Cpu, pc: u16, instruction: Instruction, effects: &Effects) {
        if let Instruction::Trap { vector } = instruction {
            *self.facts.services.entry(u32::from(vector)).or_default() += 1;
            self.facts.first_calls.entry(u32::from(vector)).or_insert(u32::from(pc));
            let native = cpu.memory(u16::from(vector)) == SERVICES + u16::from(vector);
            if native && matches!(vector, 0x20 | 0x23) {
                self.facts.key_reads.insert(u32::from(pc));
            }
        }
        let protected = |address: &u16| *address < USER || *address >= DEVICES;
        let touched = effects.loads.iter().flatten().chain(effects.store.iter().map(|(address, _)| address));
        for address in touched {
            if cpu.user && protected(address) {
                self.facts.protected_accesses.insert(u32::from(pc));
            }
            if *address == device::KBDR {
                self.facts.key_reads.insert(u32::from(pc));
            }
        }
    }
}

impl Observer for Watcher {
    fn before(&mut self, cpu: &Cpu, pc: u16, codes: u8, instruction: Instruction) -> bool {
        if !self.look_for_loop(cpu, pc, codes) {
            return false;
        }
        let effects = Effects::of(cpu, pc, instruction);
        self.note_loop(pc, &effects);
        self.note_place(cpu, pc);
        self.note_services(cpu, pc, instruction, &effects);
        self.calls.before(cpu, pc, instruction, &effects);
        self.definedness.before(pc, instruction, &effects);
        if let Some((address, _)) = effects.store {
            self.is_code[usize::from(address)] = true;
        }
        self.last_pc = pc;
        self.steps += 1;
        true
    }

    fn stored(&mut self, address: u16, old: u16, new: u16) {
        self.detector.store(u32::from(address), u32::from(old), u32::from(new));
    }

    fn printed(&mut self, pc: u16) {
        self.facts.printed_by.push(u32::from(pc));
        if let (Some(_), Some(endless)) = (self.recording, &mut self.facts.endless_loop) {
            endless.prints = true;
        }
    }
}

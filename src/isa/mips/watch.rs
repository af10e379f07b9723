//! The observer of the second run: it collects [`Facts`].

mod calls;
mod definedness;

use calls::Calls;
use definedness::Definedness;

use super::cpu::Cpu;
use super::devices::register;
use super::exec::Observer;
use super::program::Program;
use super::table::Instruction;
use crate::machine::{CycleDetector, EndlessLoop, Facts, Preset};

/// What decides, beside memory, what the machine does next.
#[derive(Debug, PartialEq)]
struct State {
    pc: u32,
    registers: [u32; 32],
    hi_lo: (u32, u32),
    float: [u32; 32],
    flags: u8,
    system: super::cpu::System,
    keys_read: u64,
    /// Interrupts may be off here and on elsewhere in the loop.
    interrupted: bool,
    /// Services that change something outside of memory and registers: files, the heap, random streams, the clock.
    outside: u64,
}

/// Watches a run.
pub(super) struct Watcher {
    facts: Facts,
    detector: CycleDetector<State>,
    steps: u64,
    last_pc: u32,
    outside: u64,
    /// While the rounds of a proved loop are recorded: how many instructions are left.
    recording: Option<u64>,
    /// The words that the last store may have changed, with their old values.
    touched: Vec<(u32, u32)>,
    calls: Calls,
    definedness: Definedness,
}

impl Watcher {
    pub(super) fn new(program: &Program, preset: Option<&Preset>) -> Self {
        Self {
            facts: Facts::default(),
            detector: CycleDetector::new(),
            steps: 0,
            last_pc: program.map.text,
            outside: 0,
            recording: None,
            touched: Vec::new(),
            calls: preset.map(Calls::within).unwrap_or_default(),
            definedness: preset.map(Definedness::within).unwrap_or_default(),
        }
    }

    /// How many instructions are to be executed yet until a proved loop is known in all its parts.
    pub(super) fn to_record(&self) -> u64 {
        self.recording.unwrap_or(0)
    }

    /// What was found out.
    pub(super) fn finish(mut self) -> Facts {
        self.facts.lost_return = self.calls.lost_return();
        self.facts.stack = self.calls.stack();
        self.facts.clobbers = self.calls.clobbers();
        self.facts.subroutines = self.calls.counts();
        self.facts.undefined = self.definedness.into_uses();
        self.facts
    }

    /// Reports to the detector what the last store changed in memory.
    fn note_stores(&mut self, cpu: &Cpu) {
        for (address, old) in self.touched.drain(..) {
            let new = cpu.any_word(address).unwrap_or(old);
            if new != old {
                self.detector.store(address, old, new);
            }
        }
    }

    fn look_for_loop(&mut self, cpu: &Cpu, pc: u32) -> bool {
        if let Some(left) = &mut self.recording {
            *left -= 1;
            return *left > 0;
        }
        // Every loop jumps back somewhere.
        if pc > self.last_pc || cpu.waits_for_interrupts() || cpu.delayed.is_some() {
            return true;
        }
        let state = State {
            pc,
            registers: std::array::from_fn(|number| cpu.registers[number]),
            hi_lo: (cpu.hi, cpu.lo),
            float: cpu.float,
            flags: cpu.flags,
            system: cpu.system,
            keys_read: cpu.keys_read,
            interrupted: cpu.interrupted,
            outside: self.outside,
        };
        if let Some(period) = self.detector.visit(state, self.steps) {
            self.facts.endless_loop =
                Some(EndlessLoop { addresses: Vec::new(), period, waits_for_key: false, prints: false });
            self.recording = Some(period + 1);
        }
        true
    }

    fn note_loop(&mut self, pc: u32, polls: bool) {
        if let (Some(_), Some(endless)) = (self.recording, &mut self.facts.endless_loop) {
            if !endless.addresses.contains(&pc) && endless.addresses.len() < 1000 {
                endless.addresses.push(pc);
            }
            endless.waits_for_key |= polls;
        }
    }

    fn note_service(&mut self, cpu: &Cpu, pc: u32) {
        let number = cpu.register(2);
        *self.facts.services.entry(number).or_default() += 1;
        self.facts.first_calls.entry(number).or_insert(pc);
        match number {
            5..=8 | 12 | 50..=54 => {
                self.facts.key_reads.insert(pc);
            }
            // These change or tell something that no register and no memory shows.
            9 | 13..=16 | 30 | 32 | 33 | 40..=44 => self.outside += 1,
            _ => {}
        }
    }

    /// The address that an instruction loads from.
    fn loaded(cpu: &Cpu, instruction: Instruction) -> Option<u32> {
        match instruction {
            Instruction::LoadWord { offset, base, .. }
            | Instruction::LoadByte { offset, base, .. }
            | Instruction::LoadByteUnsigned { offset, base, .. } => {
                Some(cpu.register(base).wrapping_add(offset))
            }
            _ => None,
        }
    }
}

impl Observer for Watcher {
    fn before(&mut self, cpu: &Cpu, pc: u32, instruction: Instruction) -> bool {
        self.note_stores(cpu);
        if !self.look_for_loop(cpu, pc) {
            return false;
        }
        let offset = Self::loaded(cpu, instruction).map(|address| address.wrapping_sub(cpu.map.devices));
        self.note_loop(pc, offset == Some(register::RECEIVER_CONTROL));
        if offset == Some(register::RECEIVER_DATA) {
            self.facts.key_reads.insert(pc);
        }
        if instruction == (Instruction::Syscall {}) {
            self.note_service(cpu, pc);
        }
        self.calls.before(cpu, pc, instruction);
        self.definedness.before(cpu, pc, instruction);
        self.last_pc = pc;
        self.steps += 1;
        true
    }

    fn storing(&mut self, cpu: &Cpu, address: u32, size: u32) {
        // A service stores byte by byte: the byte before this one is in its word by now, so that each store is reported with
        // the word as it was before it and after it.
        self.note_stores(cpu);
        let first = address & !3;
        for word in (first..=address.wrapping_add(size - 1).max(first)).step_by(4) {
            if let Some(old) = cpu.any_word(word) {
                self.touched.push((word, old));
            }
        }
    }

    fn printed(&mut self, pc: u32) {
        self.facts.printed_by.push(pc);
        if let (Some(_), Some(endless)) = (self.recording, &mut self.facts.endless_loop) {
            endless.prints = true;
        }
    }
}

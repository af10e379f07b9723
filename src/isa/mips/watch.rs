//! How watched runs look at a MIPS machine.

use super::cpu::{Cpu, GLOBAL_POINTER, RETURN_ADDRESS, STACK_POINTER};
use super::effects::effects;
use super::exec::Observer;
use super::program::Program;
use super::table::Instruction;
use crate::machine::watch::{Judged, Text, Unwritten, Watch, Watched};
use crate::machine::{Facts, Preset, Stop};

/// The registers that a subroutine gives back, as courses teach o32: `$s0` to `$s7`, `$gp`, `$sp` and `$fp`.
const PRESERVED: u32 = 0x00FF_0000 | 1 << GLOBAL_POINTER | 1 << STACK_POINTER | 1 << 30;

/// A program that makes instructions makes them within so many bytes after its own.
const ROOM: u32 = 0x1000;

/// What decides, beside memory, what the machine does next.
#[derive(Debug, PartialEq)]
pub(super) struct State {
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
    watch: Watch<State>,
    outside: u64,
    /// The words that the last store may have changed, with their old values.
    touched: Vec<(u32, u32)>,
}

impl Watcher {
    pub(super) fn new(program: &Program, entry: u32, preset: Option<&Preset>) -> Self {
        let map = &program.map;
        let at_start = [0, GLOBAL_POINTER, STACK_POINTER, RETURN_ADDRESS];
        let watched = Watched {
            texts: texts(program),
            lowest: 0,
            entry,
            instruction: 4,
            link: RETURN_ADDRESS,
            defined: at_start.iter().fold(0, |bits, number| bits | 1 << number),
            // Static data is zero in every tool; the heap and the stack hold what was there before.
            unwritten: vec![
                Unwritten::new(map.heap, map.data_limit),
                Unwritten::new(map.stack, map.stack_limit),
            ],
            judged: Judged::ByConvention(PRESERVED),
        };
        Self { watch: Watch::new(watched, preset), outside: 0, touched: Vec::new() }
    }

    /// How many instructions are to be executed yet until a proved loop is known in all its parts.
    pub(super) fn to_record(&self) -> u64 {
        self.watch.to_record()
    }

    /// What was found out, given the machine at the end of the run and why it ended.
    pub(super) fn finish(self, cpu: &Cpu, stop: Stop) -> Facts {
        self.watch.finish(stop, cpu.pc, |_| false)
    }

    /// Reports to the detector what the last store changed in memory.
    fn note_stores(&mut self, cpu: &Cpu) {
        for (address, old) in self.touched.drain(..) {
            let new = cpu.any_word(address).unwrap_or(old);
            if new != old {
                self.watch.changed(address, old, new);
            }
        }
    }
}

/// What the machine goes on with; `None` where the time of an interrupt or a delayed branch counts too.
fn state(cpu: &Cpu, pc: u32, outside: u64) -> Option<State> {
    (!cpu.waits_for_interrupts() && cpu.delayed.is_none()).then(|| State {
        pc,
        registers: std::array::from_fn(|number| cpu.registers[number]),
        hi_lo: (cpu.hi, cpu.lo),
        float: cpu.float,
        flags: cpu.flags,
        system: cpu.system,
        keys_read: cpu.keys_read,
        interrupted: cpu.interrupted,
        outside,
    })
}

/// Where the program has instructions.
fn texts(program: &Program) -> Vec<Text> {
    let map = &program.map;
    let parts = [(map.text, map.text_limit), (map.kernel_text, map.kernel_text_limit)];
    let mut texts = parts.map(|(base, limit)| {
        let ends = program.words().map(|(address, _)| address + 4);
        let end = ends.filter(|end| (base..=limit).contains(end)).max();
        Text::new(base, end.unwrap_or(base).saturating_add(ROOM).min(limit), 4)
    });
    for (address, _) in program.words() {
        for text in &mut texts {
            text.set(address, true);
        }
    }
    texts.into()
}

impl Observer for Watcher {
    fn before(&mut self, cpu: &Cpu, pc: u32, instruction: Instruction) -> bool {
        self.note_stores(cpu);
        let outside = self.outside;
        if !self.watch.may_go_on(pc, || state(cpu, pc, outside)) {
            return false;
        }
        // These change or tell something that no register and no memory shows.
        if instruction == (Instruction::Syscall {})
            && matches!(cpu.register(2), 9 | 13..=16 | 30 | 32 | 33 | 40..=44)
        {
            self.outside += 1;
        }
        self.watch.follow(pc, &effects(cpu, pc, instruction), |number| cpu.register(number), || false);
        true
    }

    fn storing(&mut self, cpu: &Cpu, address: u32, size: u32) {
        self.watch.filled(address, size);
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
        self.watch.printed(pc);
    }
}

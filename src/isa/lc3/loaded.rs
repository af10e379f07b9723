//! A program on a machine: what the harness runs.

use std::sync::Arc;

use super::cpu::Cpu;
use super::exec::{Tracer, Unobserved};
use super::mutate;
use super::profile::{Edition, Setup};
use super::program::{Block, Program};
use super::watch::Watcher;
use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{Sources, Text, text};
use crate::machine::{Ended, Executable, Facts, FaultReason, Mutant, Start, Stop, World};

/// `TRAP x25`.
const HALT: u16 = 0xF025;

/// An LC-3 program with the setup of the machine that runs it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The program.
    pub program: Arc<Program>,
    /// The machine's setup.
    pub setup: Setup,
}

impl Loaded {
    /// Runs the program and hands back the machine in its last state.
    pub fn run_to_end(&self, start: Start, fuel: u64, console: &mut dyn Console) -> (Ended, Cpu) {
        let mut cpu = Cpu::boot(&self.program, self.setup, start);
        let ended = cpu.run(fuel, console, &mut Unobserved);
        (ended, cpu)
    }

    /// Does the same one instruction at a time; for checking the fast loop against.
    pub fn step_to_end(&self, start: Start, fuel: u64, console: &mut dyn Console) -> (Ended, Cpu) {
        let mut cpu = Cpu::boot(&self.program, self.setup, start);
        loop {
            let next = cpu.executed + 1;
            let ended = cpu.run(next.min(fuel), console, &mut Unobserved);
            if ended.stop != Stop::OutOfFuel || ended.executed >= fuel {
                return (ended, cpu);
            }
        }
    }
}

impl Executable for Loaded {
    fn run(&self, world: World, fuel: u64, console: &mut dyn Console) -> Ended {
        self.run_to_end(world.start, fuel, console).0
    }

    fn watch(&self, world: World, fuel: u64, console: &mut dyn Console) -> (Ended, Facts) {
        let mut cpu = Cpu::boot(&self.program, self.setup, world.start);
        let mut watcher = Watcher::new(&self.program);
        let mut ended = cpu.run(fuel, console, &mut watcher);
        if ended.stop == Stop::OutOfFuel && watcher.to_record() > 0 {
            // The budget ran out in the round that is being recorded; the loop is proved, so this ends soon.
            ended = cpu.run(u64::MAX, console, &mut watcher);
        }
        (ended, watcher.finish(&cpu, ended.stop))
    }

    fn trace(&self, world: World, fuel: u64, console: &mut dyn Console, visit: &mut dyn FnMut(u32)) -> Ended {
        Cpu::boot(&self.program, self.setup, world.start).run(fuel, console, &mut Tracer(visit))
    }

    fn mutants(&self) -> Vec<Mutant> {
        mutate::mutants(&self.program, self.setup.edition == Edition::Second)
    }

    fn mutated(&self, mutant: &Mutant) -> Box<dyn Executable> {
        let mut program = Program::clone(&self.program);
        // Of blocks that overlap the later one wins.
        program.blocks.push(Block { origin: mutant.at as u16, words: vec![mutant.value as u16] });
        Box::new(Self { program: Arc::new(program), setup: self.setup })
    }

    fn farewell(&self, ended: Ended) -> Vec<u8> {
        let texts = self.setup.profile.texts;
        let reason = match ended.stop {
            // A program that clears the machine control register itself halts without a word.
            Stop::Halted if self.program.word(ended.at) == Some(HALT) => return texts.halt.to_vec(),
            Stop::Fault(fault) => fault.reason,
            _ => return Vec::new(),
        };
        let reason = match reason {
            FaultReason::IllegalInstruction(_) => texts.illegal,
            FaultReason::Privilege => texts.privilege,
            FaultReason::UnknownService(_) => texts.bad_trap,
            FaultReason::ReadDenied(_) | FaultReason::WriteDenied(_) | FaultReason::ExecuteDenied(_) => {
                texts.access
            }
            _ => b"",
        };
        // Where the operating system has a word to say about a fault, it then halts the machine.
        if reason.is_empty() { Vec::new() } else { [reason, texts.halt].concat() }
    }

    fn source_map(&self) -> &SourceMap {
        &self.program.source_map
    }

    fn sources(&self) -> &Sources {
        &self.program.sources
    }

    fn symbols(&self) -> &[Symbol] {
        &self.program.symbols
    }

    fn register_name(&self, number: u8) -> String {
        format!("R{number}")
    }

    fn link_register(&self) -> &'static str {
        "R7"
    }

    fn instruction_size(&self) -> u32 {
        1
    }

    fn portability(&self, facts: &Facts) -> Option<Text> {
        let place = self.place(*facts.protected_accesses.first()?);
        Some(text!(
            "device registers or system memory are used directly ({place}); lc3tools and lc3-ensemble allow that only with privilege ignored",
            "thanh ghi thiết bị hoặc vùng nhớ hệ thống được dùng trực tiếp ({place}); lc3tools và lc3-ensemble chỉ cho phép khi bỏ qua đặc quyền"
        ))
    }
}

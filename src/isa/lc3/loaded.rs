//! A program on a machine: what the harness runs.

use std::sync::Arc;

use super::cpu::{Cpu, DEVICES};
use super::exec::{Tracer, Unobserved};
use super::isa::ISA;
use super::listing::listing;
use super::object::{write_object, write_words};
use super::profile::Setup;
use super::program::{Block, Program};
use super::routine::{overlap, routine};
use super::watch::Watcher;
use super::{keys, mutate};
use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{SourceFile, Sources, Text, text};
use crate::machine::{
    Ended, Executable, Facts, FaultReason, InPrompt, Isa, Layout, Mutant, Routine, Stop, World,
    run_while_waited,
};

/// So many free words below it make an end of the program's memory a place for a caller's things.
const CALLERS_ROOM: u32 = 0x400;

/// The service that reads a key with a prompt of its own: `TRAP x23`.
const IN: u32 = 0x23;

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
    pub fn run_to_end<'w>(
        &self,
        world: impl Into<World<'w>>,
        fuel: u64,
        console: &mut dyn Console,
    ) -> (Ended, Cpu) {
        let mut cpu = Cpu::boot(&self.program, self.setup, world.into());
        let ended = run_while_waited(fuel, console, |fuel, console| cpu.run(fuel, console, &mut Unobserved));
        (ended, cpu)
    }

    /// Does the same one instruction at a time; for checking the fast loop against.
    pub fn step_to_end<'w>(
        &self,
        world: impl Into<World<'w>>,
        fuel: u64,
        console: &mut dyn Console,
    ) -> (Ended, Cpu) {
        let mut cpu = Cpu::boot(&self.program, self.setup, world.into());
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
    fn run(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Ended {
        let (ended, cpu) = self.run_to_end(world, fuel, console);
        console.ends(&cpu);
        ended
    }

    fn watch(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> (Ended, Facts) {
        let mut cpu = Cpu::boot(&self.program, self.setup, world);
        let mut watcher = Watcher::new(&self.program, cpu.pc(), world.preset);
        let mut ended = cpu.run(fuel, console, &mut watcher);
        if ended.stop == Stop::OutOfFuel && watcher.to_record() > 0 {
            // The budget ran out in the round that is being recorded; the loop is proved, so this ends soon.
            ended = cpu.run(u64::MAX, console, &mut watcher);
        }
        console.ends(&cpu);
        (ended, watcher.finish(&cpu, ended.stop))
    }

    fn trace(
        &self,
        world: World<'_>,
        fuel: u64,
        console: &mut dyn Console,
        visit: &mut dyn FnMut(u32),
    ) -> Ended {
        let mut cpu = Cpu::boot(&self.program, self.setup, world);
        let ended = cpu.run(fuel, console, &mut Tracer(visit));
        console.ends(&cpu);
        ended
    }

    fn mutants(&self) -> Vec<Mutant> {
        mutate::mutants(&self.program, &self.setup)
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

    fn in_prompt(&self) -> Option<InPrompt> {
        let texts = self.setup.profile.texts;
        Some(InPrompt { service: IN, before: texts.input_prompt, line_after: texts.line_after_input })
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

    fn isa(&self) -> &'static Isa {
        &ISA
    }

    fn listing(&self) -> String {
        listing(&self.program)
    }

    fn object_file(&self, flag: &str) -> Result<Vec<u8>, &'static str> {
        match (flag, self.program.blocks.as_slice()) {
            (keys::OBJ, _) => Ok(write_object(&self.program)),
            (keys::RAW, [block]) => Ok(write_words(block)),
            (keys::RAW, _) => Err("this format holds one .ORIG block; use --obj"),
            _ => Err("there is no such format"),
        }
    }

    fn layout(&self) -> Layout {
        // The caller has the highest words of user memory that the program leaves free.
        let mut top = u32::from(DEVICES);
        while let Some(block) = self.program.blocks.iter().find(|block| {
            let (first, end) = (u32::from(block.origin), u32::from(block.origin) + block.words.len() as u32);
            first < top && top - CALLERS_ROOM < end
        }) {
            top = u32::from(block.origin);
        }
        Layout { top: top - 1, word: ISA.word, outside: top - 1 }
    }

    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text> {
        let routine = routine(source, label)?;
        match overlap(&routine, &self.program) {
            Some(why) => Err(why),
            None => Ok(routine),
        }
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

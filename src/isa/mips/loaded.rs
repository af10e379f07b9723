//! A program on a machine: what the harness runs.

use std::sync::Arc;

use super::cpu::{Code, Cpu};
use super::data::Chunk;
use super::exec::{Tracer, Unobserved};
use super::farewell::farewell;
use super::isa::ISA;
use super::listing::listing;
use super::mutate;
use super::program::Program;
use super::routine::routine;
use super::setup::Setup;
use super::watch::Watcher;
use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{SourceFile, Sources, Text, text};
use crate::machine::{Ended, Executable, Facts, Isa, Layout, Mutant, Routine, Stop, World, run_while_waited};

/// Subroutines that the harness calls return so many bytes behind the last instruction.
const BEHIND_THE_END: u32 = 0x100;

/// SPIM has services 1 to 17.
const LAST_OF_SPIM: u32 = 17;

/// A MIPS program with the setup of the machine that runs it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The program.
    pub program: Arc<Program>,
    /// The machine's setup.
    pub setup: Setup,
    code: Arc<Code>,
}

impl Loaded {
    /// Decodes a program for a machine.
    pub fn new(program: Arc<Program>, setup: Setup) -> Self {
        let code = Arc::new(Code::new(&program));
        Self { program, setup, code }
    }

    fn boot(&self, world: World<'_>) -> Cpu {
        Cpu::boot(&self.program, Arc::clone(&self.code), &self.setup, world)
    }

    /// Shows the console what is left of a run.
    fn show(cpu: &Cpu, console: &mut dyn Console) {
        console.leaves(cpu.files(), cpu.files_left_open());
        console.ends(cpu);
    }

    /// Runs the program and hands back the machine in its last state.
    pub fn run_to_end<'w>(
        &self,
        world: impl Into<World<'w>>,
        fuel: u64,
        console: &mut dyn Console,
    ) -> (Ended, Cpu) {
        let mut cpu = self.boot(world.into());
        cpu.files.put(console.finds());
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
        let mut cpu = self.boot(world.into());
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
        Self::show(&cpu, console);
        ended
    }

    fn watch(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> (Ended, Facts) {
        let mut cpu = self.boot(world);
        cpu.files.put(console.finds());
        let mut watcher = Watcher::new(&self.program, cpu.pc(), world.preset);
        let mut ended = cpu.run(fuel, console, &mut watcher);
        if ended.stop == Stop::OutOfFuel && watcher.to_record() > 0 {
            // The budget ran out in the round that is being recorded; the loop is proved, so this ends soon.
            ended = cpu.run(u64::MAX, console, &mut watcher);
        }
        Self::show(&cpu, console);
        (ended, watcher.finish(&cpu, ended.stop))
    }

    fn trace(
        &self,
        world: World<'_>,
        fuel: u64,
        console: &mut dyn Console,
        visit: &mut dyn FnMut(u32),
    ) -> Ended {
        let mut cpu = self.boot(world);
        cpu.files.put(console.finds());
        let ended = cpu.run(fuel, console, &mut Tracer(visit));
        Self::show(&cpu, console);
        ended
    }

    fn mutants(&self) -> Vec<Mutant> {
        mutate::mutants(&self.program)
    }

    fn mutated(&self, mutant: &Mutant) -> Box<dyn Executable> {
        let mut program = Program::clone(&self.program);
        if !program.replace_word(mutant.at, mutant.value) {
            // Later pieces of data overwrite earlier ones.
            program.data.push(Chunk { address: mutant.at, bytes: vec![mutant.value as u8] });
        }
        Box::new(Self::new(Arc::new(program), self.setup.clone()))
    }

    fn farewell(&self, ended: Ended) -> Vec<u8> {
        farewell(&self.program, self.setup.profile, ended)
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

    fn object_file(&self, _flag: &str) -> Result<Vec<u8>, &'static str> {
        Err("there is no such format")
    }

    fn layout(&self) -> Layout {
        let map = self.program.map;
        let end =
            self.program.words().map(|(address, _)| address + 4).filter(|end| *end < map.text_limit).max();
        // A program that runs past its end is not to be taken for one that returns.
        let outside = (end.unwrap_or(map.text) + BEHIND_THE_END).min(map.text_limit - 4) & !3;
        Layout { top: map.stack_pointer & !7, word: ISA.word, outside }
    }

    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text> {
        // Behind the place that subroutines return to when the harness has called them.
        routine(source, label, self.program.map, self.layout().outside + BEHIND_THE_END)
    }

    fn instruction_size(&self) -> u32 {
        4
    }

    fn portability(&self, facts: &Facts) -> Option<Text> {
        let begin = self.program.map.text;
        if let Some(main) = self.program.main.filter(|main| *main != begin && !self.setup.start_at_main) {
            let (begin, main) = (self.place(begin), self.place(main));
            return Some(text!(
                "`main` is at {main}, but this machine starts at the first instruction, {begin}, as MARS does unless it is set to start at `main`; make `j main` the first instruction, or move `main` to the top",
                "`main` nằm ở {main}, nhưng máy này bắt đầu từ lệnh đầu tiên, {begin}, như MARS khi không bật tuỳ chọn bắt đầu tại `main`; hãy đặt lệnh `j main` lên đầu, hoặc chuyển `main` lên trên cùng"
            ));
        }
        if let Some((found, span)) = self.program.only_in_mars.first() {
            let place = self.sources().place(*span);
            return Some(text!(
                "this runs in MARS only, as SPIM does not read `{found}` ({place})",
                "chương trình này chỉ chạy trên MARS vì SPIM không hiểu `{found}` ({place})"
            ));
        }
        let service = facts.services.keys().find(|number| **number > LAST_OF_SPIM)?;
        Some(text!(
            "this runs in MARS only, as SPIM has no service {service}",
            "chương trình này chỉ chạy trên MARS vì SPIM không có dịch vụ {service}"
        ))
    }

    fn place(&self, address: u32) -> String {
        let Some(statement) = self.program.statement(address) else { return ISA.hexadecimal(address) };
        let place = self.sources().place(statement.span);
        match statement.calls.first() {
            // The line of a macro's body says little without the line that uses the macro.
            Some(call) => format!("{place} ({})", self.sources().place(*call)),
            None => place,
        }
    }
}

//! A program that counts what is executed of it, in whatever runs are made of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{
    Counter, Counts, Ended, Examined, Executable, Facts, Frame, InPrompt, Isa, Layout, Listed, Mutant,
    Mutated, Routine, Way, World,
};
use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{SourceFile, Sources, Text};

/// A program whose runs are counted. All else is as of the program itself.
#[derive(Debug)]
pub struct Counted<'p> {
    program: &'p dyn Executable,
    counter: Mutex<Counter>,
    longest: AtomicU64,
}

impl<'p> Counted<'p> {
    /// A program that was not run so far.
    pub fn new(program: &'p dyn Executable) -> Self {
        Self { program, counter: Mutex::new(Counter::new(program)), longest: AtomicU64::new(0) }
    }

    /// What was executed since the last time that this was asked.
    pub fn take(&self) -> Counts {
        self.counter.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The number of instructions in the longest run.
    pub fn longest(&self) -> u64 {
        self.longest.load(Ordering::Relaxed)
    }
}

impl Executable for Counted<'_> {
    fn run(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Ended {
        let mut counter = self.counter.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = self.program.count(world, fuel, console, &mut counter);
        self.longest.fetch_max(ended.executed, Ordering::Relaxed);
        ended
    }

    fn watch(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> (Ended, Facts) {
        self.program.watch(world, fuel, console)
    }

    fn calls(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Vec<Frame> {
        self.program.calls(world, fuel, console)
    }

    fn trace(
        &self,
        world: World<'_>,
        fuel: u64,
        console: &mut dyn Console,
        visit: &mut dyn FnMut(u32),
    ) -> Ended {
        self.program.trace(world, fuel, console, visit)
    }

    fn count(&self, world: World<'_>, fuel: u64, console: &mut dyn Console, counter: &mut Counter) -> Ended {
        self.program.count(world, fuel, console, counter)
    }

    fn way(&self, address: u32) -> Way {
        self.program.way(address)
    }

    fn plain(&self) -> Option<&dyn Executable> {
        self.program.plain()
    }

    fn examine(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Option<Examined> {
        self.program.examine(world, fuel, console)
    }

    fn instructions(&self) -> Vec<Listed> {
        self.program.instructions()
    }

    fn mutants(&self) -> Vec<Mutant> {
        self.program.mutants()
    }

    fn mutated(&self, mutant: &Mutant) -> Mutated {
        self.program.mutated(mutant)
    }

    fn exit_message(&self, ended: Ended) -> Vec<u8> {
        self.program.exit_message(ended)
    }

    fn in_prompt(&self) -> Option<InPrompt> {
        self.program.in_prompt()
    }

    fn source_map(&self) -> &SourceMap {
        self.program.source_map()
    }

    fn sources(&self) -> &Sources {
        self.program.sources()
    }

    fn symbols(&self) -> &[Symbol] {
        self.program.symbols()
    }

    fn isa(&self) -> &'static Isa {
        self.program.isa()
    }

    fn listing(&self) -> String {
        self.program.listing()
    }

    fn object_file(&self, flag: &str) -> Result<Vec<u8>, Text> {
        self.program.object_file(flag)
    }

    fn layout(&self) -> Layout {
        self.program.layout()
    }

    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text> {
        self.program.stand_in(source, label)
    }

    fn next_address(&self, address: u32) -> u32 {
        self.program.next_address(address)
    }

    fn portability(&self, facts: &Facts) -> Option<Text> {
        self.program.portability(facts)
    }

    fn place(&self, address: u32) -> String {
        self.program.place(address)
    }

    fn label(&self, address: u32) -> Option<&str> {
        self.program.label(address)
    }
}

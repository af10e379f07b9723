//! A program that notes which of its instructions are executed, in whatever runs are made of it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::asm::{SourceMap, Symbol};
use crate::console::Console;
use crate::diagnostics::{SourceFile, Sources, Text};
use crate::machine::{Ended, Executable, Facts, Frame, Isa, Layout, Mutant, Mutated, Routine, World};

/// A program whose runs are noted.
#[derive(Debug)]
pub(super) struct Traced<'p> {
    program: &'p dyn Executable,
    executed: Mutex<HashSet<u32>>,
    longest: AtomicU64,
}

impl<'p> Traced<'p> {
    pub(super) fn new(program: &'p dyn Executable) -> Self {
        Self { program, executed: Mutex::default(), longest: AtomicU64::new(0) }
    }

    /// The addresses of the instructions that were executed.
    pub(super) fn executed(self) -> HashSet<u32> {
        self.executed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of instructions in the longest run.
    pub(super) fn longest(&self) -> u64 {
        self.longest.load(Ordering::Relaxed)
    }
}

impl Executable for Traced<'_> {
    fn run(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Ended {
        let mut executed = self.executed.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = self.program.trace(world, fuel, console, &mut |address| {
            executed.insert(address);
        });
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

    fn mutants(&self) -> Vec<Mutant> {
        self.program.mutants()
    }

    fn mutated(&self, mutant: &Mutant) -> Mutated {
        self.program.mutated(mutant)
    }

    fn exit_message(&self, ended: Ended) -> Vec<u8> {
        self.program.exit_message(ended)
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

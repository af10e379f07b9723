//! An ARM machine as the harness sees it.

use std::sync::Arc;

use super::condition::Condition;
use super::cpu::{Code, Cpu};
use super::effects::{Goes, effects};
use super::isa::ISA;
use super::mutate;
use super::program::Program;
use super::setup::Setup;
use super::table::{Decoded, Name};
use super::text::disassemble;
use super::watch::{Snapshot, snapshot, watched};
use crate::asm::Role;
use crate::console::{Console, Loose};
use crate::diagnostics::{Text, text};
use crate::machine::watch::Watched;
use crate::machine::{Core, Effects, Ended, Facts, Isa, Loaded, Mutant, Observer, Way, World};

impl Core for Cpu {
    type Program = Program;
    type Setup = Setup;
    type Code = Code;
    /// The word, as it is in memory.
    type Instruction = u32;
    type Snapshot = Snapshot;

    const ISA: &'static Isa = &ISA;

    fn isa(program: &Program) -> &'static Isa {
        program.compiled.as_ref().map_or(&ISA, |compiled| compiled.isa)
    }

    fn decode(program: &Program, setup: &Setup) -> Code {
        Code::new(program, setup)
    }

    fn boot(loaded: &Loaded<Self>, world: World<'_>) -> Self {
        Self::new(&loaded.program, Arc::clone(&loaded.code), &loaded.setup, world)
    }

    fn takes_files(&mut self, console: &dyn Console) {
        self.outside.put(console.finds());
    }

    fn leaves_files(&self, console: &mut dyn Console) {
        let loose = Loose { open: self.outside.open_for_writing(), missing: Vec::new() };
        console.leaves(self.outside.files(), loose);
    }

    fn run<O: Observer<Self>>(&mut self, fuel: u64, console: &mut dyn Console, observer: &mut O) -> Ended {
        self.execute(fuel, console, observer)
    }

    fn pc(&self) -> u32 {
        self.pc
    }

    fn executed(&self) -> u64 {
        self.executed
    }

    fn skip(&mut self, instructions: u64) {
        self.executed += instructions;
    }

    fn watched(program: &Program) -> Watched {
        watched(program)
    }

    fn effects(&self, at: u32, word: u32) -> Effects {
        effects(self, at, word)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot(self)
    }

    fn word_at(&self, address: u32) -> Option<u32> {
        self.word(address)
    }

    /// `NOP` and the zeros of empty memory, which are `ANDEQ r0, r0, r0`.
    fn does_nothing(&self, address: u32) -> bool {
        let word = self.word(address);
        word == Some(0)
            || word
                .and_then(|word| Decoded::new(word, address))
                .is_some_and(|decoded| decoded.row.name == Name::NoOperation)
    }

    /// The boards print nothing of their own.
    fn exit_message(_: &Loaded<Self>, _: Ended) -> Vec<u8> {
        Vec::new()
    }

    fn portability(loaded: &Loaded<Self>, _: &Facts) -> Option<Text> {
        let needed = loaded.program.architecture?;
        if needed <= loaded.setup.architecture() {
            return None;
        }
        let needed = needed.name();
        Some(text!(
            "the program has instructions that only {needed} and later processors have",
            "chương trình có lệnh mà chỉ bộ xử lý {needed} trở lên mới có"
        ))
    }

    fn way(loaded: &Loaded<Self>, address: u32) -> Way {
        let word = loaded.program.word(address);
        let Some(decoded) = word.and_then(|word| Decoded::new(word, address)) else { return Way::default() };
        let Some(goes) = Goes::of(&decoded) else { return Way::default() };
        let (target, calls) = match goes {
            Goes::Branch(target) => (Some(target), false),
            Goes::Call(target) => (Some(target), true),
            // Before `BX` the link register may have been set, so that it is a call.
            Goes::Computed => (None, true),
        };
        let branch = match decoded.condition {
            Condition::Always => None,
            _ => Way::branch(target, address.wrapping_add(4)).branch,
        };
        Way { branch, calls, subroutine: target.filter(|_| calls) }
    }

    fn instructions(program: &Program) -> Vec<(u32, u32)> {
        let lines = program.source_map.lines().iter().filter(|line| line.role == Role::Instruction);
        lines.filter_map(|line| Some((line.address, program.word(line.address)?))).collect()
    }

    fn instruction(_: u32, word: u32) -> u32 {
        /// The condition of an instruction that is always executed.
        const ALWAYS: u32 = 0xE000_0000;
        word & !0xF000_0000 | ALWAYS
    }

    fn disassembled(at: u32, word: u32) -> String {
        disassemble(word, at)
    }

    fn mutants(loaded: &Loaded<Self>) -> Vec<Mutant> {
        if let Some(compiled) = &loaded.program.compiled {
            // Mistakes in what a compiler made are none that its source can have.
            return compiled.origin.mutants(loaded);
        }
        mutate::mutants(loaded)
    }
}

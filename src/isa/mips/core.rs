//! A MIPS machine as the harness sees it.

use std::sync::Arc;

use super::cpu::{Code, Cpu};
use super::effects::effects;
use super::exit_message::exit_message;
use super::isa::ISA;
use super::mutate;
use super::program::Program;
use super::setup::Setup;
use super::table::{Instruction, disassemble};
use super::watch::{Snapshot, snapshot, watched};
use crate::console::Console;
use crate::diagnostics::{Text, text};
use crate::machine::watch::Watched;
use crate::machine::{
    Branch, Core, Effects, Ended, Executable, Facts, Isa, Loaded, Mutant, Observer, Way, World,
};

/// SPIM has services 1 to 17.
const LAST_OF_SPIM: u32 = 17;

impl Core for Cpu {
    type Program = Program;
    type Setup = Setup;
    type Code = Code;
    type Instruction = Instruction;
    type Snapshot = Snapshot;

    const ISA: &'static Isa = &ISA;

    fn decode(program: &Program, _: &Setup) -> Code {
        Code::new(program)
    }

    fn boot(loaded: &Loaded<Self>, world: World<'_>) -> Self {
        Self::new(&loaded.program, Arc::clone(&loaded.code), &loaded.setup, world)
    }

    fn takes_files(&mut self, console: &dyn Console) {
        self.files.put(console.finds());
    }

    fn leaves_files(&self, console: &mut dyn Console) {
        console.leaves(self.files(), self.loose_files());
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

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the loop of watched runs")]
    fn effects(&self, at: u32, instruction: Instruction) -> Effects {
        effects(self, at, instruction)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot(self)
    }

    /// The time of an interrupt, or a delayed branch, counts too.
    fn is_told_by_snapshot(&self) -> bool {
        !self.waits_for_interrupts() && self.delayed.is_none()
    }

    fn word_at(&self, address: u32) -> Option<u32> {
        self.any_word(address)
    }

    fn exit_message(loaded: &Loaded<Self>, ended: Ended) -> Vec<u8> {
        exit_message(&loaded.program, loaded.setup.profile, ended)
    }

    fn portability(loaded: &Loaded<Self>, facts: &Facts) -> Option<Text> {
        let begin = loaded.program.map.text;
        if let Some(main) = loaded.program.main.filter(|main| *main != begin && !loaded.setup.start_at_main) {
            let (begin, main) = (loaded.place(begin), loaded.place(main));
            return Some(text!(
                "`main` is at {main}, but this machine starts at the first instruction, {begin}, as MARS does unless it is set to start at `main`; make `j main` the first instruction, or move `main` to the top",
                "`main` nằm ở {main}, nhưng máy này bắt đầu từ lệnh đầu tiên, {begin}, như MARS khi không bật tuỳ chọn bắt đầu tại `main`; hãy đặt lệnh `j main` lên đầu, hoặc chuyển `main` lên trên cùng"
            ));
        }
        if let Some((found, span)) = loaded.program.only_in_mars.first() {
            let place = loaded.sources().place(*span);
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

    fn way(loaded: &Loaded<Self>, address: u32) -> Way {
        let Some(word) = loaded.program.word(address) else { return Way::default() };
        let slots = u8::from(loaded.setup.delayed_branches);
        let next = address.wrapping_add(4 + 4 * u32::from(slots));
        let branch = |target: u32| {
            let Way { branch, .. } = Way::branch(Some(target), next);
            Way { branch: branch.map(|branch| Branch { slots, ..branch }), ..Way::default() }
        };
        match Instruction::decode(word, address) {
            // The pseudo-instruction `b` is one of these, and always taken; the opposite of one is never taken.
            Instruction::BranchEqual { left, right, .. }
            | Instruction::BranchNotEqual { left, right, .. }
                if left == right =>
            {
                Way::default()
            }
            Instruction::BranchNotNegative { from: 0, .. }
            | Instruction::BranchNotPositive { from: 0, .. }
            | Instruction::BranchPositive { from: 0, .. }
            | Instruction::BranchNegative { from: 0, .. } => Way::default(),
            // `bal` is the second of these.
            Instruction::Call { target } | Instruction::CallNotNegative { from: 0, target } => {
                Way::call(Some(target))
            }
            Instruction::BranchEqual { target, .. }
            | Instruction::BranchNotEqual { target, .. }
            | Instruction::BranchNotNegative { target, .. }
            | Instruction::BranchPositive { target, .. }
            | Instruction::BranchNotPositive { target, .. }
            | Instruction::BranchNegative { target, .. }
            | Instruction::BranchTrue { target, .. }
            | Instruction::BranchFalse { target, .. } => branch(target),
            Instruction::CallNotNegative { target, .. } | Instruction::CallNegative { target, .. } => {
                Way { branch: branch(target).branch, ..Way::call(Some(target)) }
            }
            Instruction::CallRegister { .. } => Way::call(None),
            _ => Way::default(),
        }
    }

    fn instructions(program: &Program) -> Vec<(u32, u32)> {
        program.words().collect()
    }

    fn instruction(at: u32, word: u32) -> Instruction {
        Instruction::decode(word, at)
    }

    fn disassembled(at: u32, word: u32) -> String {
        disassemble(word, at)
    }

    fn mutants(loaded: &Loaded<Self>) -> Vec<Mutant> {
        mutate::mutants(loaded)
    }
}

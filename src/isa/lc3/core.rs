//! The LC-3 as the harness sees it.

use super::cpu::{Cpu, USER};
use super::effects::effects;
use super::isa::ISA;
use super::mutate;
use super::profile::Setup;
use super::program::Program;
use super::table::{Instruction, disassemble};
use super::watch::{Snapshot, snapshot, watched};
use crate::asm::Role;
use crate::console::Console;
use crate::diagnostics::{Text, text};
use crate::machine::watch::Watched;
use crate::machine::{
    Core, Effects, Ended, Executable, Facts, FaultReason, InPrompt, Isa, Loaded, Mutant, Observer, Stop, Way,
    World,
};

/// The service that reads a key with a prompt of its own: `TRAP x23`.
const IN: u32 = 0x23;

/// `TRAP x25`.
const HALT: u16 = 0xF025;

impl Core for Cpu {
    type Program = Program;
    type Setup = Setup;
    /// Each of the 65,536 words is decoded once for all programs.
    type Code = ();
    type Instruction = Instruction;
    type Snapshot = Snapshot;

    const ISA: &'static Isa = &ISA;

    fn decode(_: &Program, _: &Setup) {}

    fn boot(loaded: &Loaded<Self>, world: World<'_>) -> Self {
        Self::new(&loaded.program, loaded.setup, world)
    }

    fn run<O: Observer<Self>>(&mut self, fuel: u64, console: &mut dyn Console, observer: &mut O) -> Ended {
        self.execute(fuel, console, observer)
    }

    fn pc(&self) -> u32 {
        self.pc.into()
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
        effects(self, at as u16, instruction)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot(self)
    }

    /// With interrupts on, the time of the next key counts too.
    fn is_told_by_snapshot(&self) -> bool {
        !self.keyboard.interrupts
    }

    fn word_at(&self, address: u32) -> Option<u32> {
        Some(self.memory(address as u16).into())
    }

    fn is_system(&self, address: u32) -> bool {
        let address = address as u16;
        self.service_at(address).is_some() || (address < USER && self.memory(address) == 0)
    }

    /// Zero is a branch that is never taken.
    fn does_nothing(&self, address: u32) -> bool {
        self.memory(address as u16) == 0
    }

    fn exit_message(loaded: &Loaded<Self>, ended: Ended) -> Vec<u8> {
        let texts = loaded.setup.profile.texts;
        let reason = match ended.stop {
            // A program that clears the machine control register itself halts without a word.
            Stop::Halted if loaded.program.word(ended.at) == Some(HALT) => return texts.halt.to_vec(),
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

    fn in_prompt(setup: &Setup) -> Option<InPrompt> {
        let texts = setup.profile.texts;
        Some(InPrompt { service: IN, before: texts.input_prompt, line_after: texts.line_after_input })
    }

    fn portability(loaded: &Loaded<Self>, facts: &Facts) -> Option<Text> {
        let place = loaded.place(*facts.protected_accesses.first()?);
        Some(text!(
            "device registers or system memory are used directly ({place}); lc3tools and lc3-ensemble allow that only with privilege ignored",
            "thanh ghi thiết bị hoặc vùng nhớ hệ thống được dùng trực tiếp ({place}); lc3tools và lc3-ensemble chỉ cho phép khi bỏ qua đặc quyền"
        ))
    }

    fn way(loaded: &Loaded<Self>, address: u32) -> Way {
        let Some(word) = loaded.program.word(address) else { return Way::default() };
        let next = (address as u16).wrapping_add(1);
        let target = |offset: u16| u32::from(next.wrapping_add(offset));
        match Instruction::decode(word) {
            Instruction::Br { conditions: 1..=6, offset } => Way::branch(Some(target(offset)), next.into()),
            Instruction::JumpSubroutine { offset } => Way::call(Some(target(offset))),
            Instruction::JumpSubroutineRegister { .. } => Way::call(None),
            _ => Way::default(),
        }
    }

    fn instructions(program: &Program) -> Vec<(u32, u32)> {
        let lines = program.source_map.lines().iter().filter(|line| line.role == Role::Instruction);
        lines.filter_map(|line| Some((line.address, program.word(line.address)?.into()))).collect()
    }

    fn instruction(_: u32, word: u32) -> Instruction {
        Instruction::decode(word as u16)
    }

    fn disassembled(_: u32, word: u32) -> String {
        disassemble(word as u16)
    }

    fn mutants(loaded: &Loaded<Self>) -> Vec<Mutant> {
        mutate::mutants(loaded)
    }
}

//! Subroutine calls: the call stack, and which subroutines break the calling convention.
//!
//! Source: the o32 convention, as courses teach it: `$s0` to `$s7`, `$gp`, `$sp` and `$fp` have the same values after a
//! call as before it.

use std::collections::BTreeMap;

use super::super::cpu::{Cpu, RETURN_ADDRESS};
use super::super::table::Instruction;
use crate::machine::{Clobber, Frame, Preset};

/// Deeper calls are not followed: such a program recurses without end.
const DEEPEST: usize = 4096;

/// The registers that a subroutine gives back, bit n for register n.
const PRESERVED: u32 = 0x00FF_0000 | 1 << 28 | 1 << 29 | 1 << 30;

#[derive(Debug, Default)]
pub(super) struct Calls {
    /// The subroutine that the harness has called and where it returns to, until the first instruction.
    outermost: Option<(u32, u32)>,
    frames: Vec<Call>,
    /// The first return that went back to no call, and the call that it should have gone back to.
    lost_return: Option<(u32, Frame)>,
    subroutines: BTreeMap<u32, Subroutine>,
}

#[derive(Debug)]
struct Call {
    at: u32,
    returns_to: u32,
    entry: u32,
    registers: [u32; 32],
}

#[derive(Debug, Default)]
struct Subroutine {
    calls: u64,
    changed: u32,
}

impl Calls {
    /// The calls of a subroutine that the harness itself has called.
    pub(super) fn within(preset: &Preset) -> Self {
        Self { outermost: preset.entry.zip(preset.returns_to.map(|(_, address)| address)), ..Self::default() }
    }

    /// Follows one instruction before it is executed.
    pub(super) fn before(&mut self, cpu: &Cpu, pc: u32, instruction: Instruction) {
        if let Some((entry, returns_to)) = self.outermost.take() {
            let registers = std::array::from_fn(|number| cpu.register(number as u8));
            self.frames.push(Call { at: returns_to.wrapping_sub(4), returns_to, entry, registers });
        }
        match instruction {
            Instruction::Call { target } => self.call(cpu, pc, target),
            Instruction::CallRegister { from, .. } => self.call(cpu, pc, cpu.register(from)),
            Instruction::CallNotNegative { from, target } if cpu.register(from).cast_signed() >= 0 => {
                self.call(cpu, pc, target);
            }
            Instruction::CallNegative { from, target } if cpu.register(from).cast_signed() < 0 => {
                self.call(cpu, pc, target);
            }
            Instruction::JumpRegister { from } => self.jump(cpu, pc, from),
            _ => {}
        }
    }

    fn call(&mut self, cpu: &Cpu, at: u32, entry: u32) {
        self.subroutines.entry(entry).or_default().calls += 1;
        if self.frames.len() < DEEPEST {
            let slot = 4 * u32::from(cpu.setup.delayed_branches);
            let registers = std::array::from_fn(|number| cpu.register(number as u8));
            self.frames.push(Call { at, returns_to: at + 4 + slot, entry, registers });
        }
    }

    /// A jump to the instruction behind a call ends that call and those inside it.
    fn jump(&mut self, cpu: &Cpu, pc: u32, from: u8) {
        let target = cpu.register(from);
        let Some(index) = self.frames.iter().rposition(|call| call.returns_to == target) else {
            // Jumps through other registers may be tables.
            if let (RETURN_ADDRESS, None, Some(call)) = (from, self.lost_return, self.frames.last()) {
                self.lost_return = Some((pc, Frame { call: call.at, subroutine: call.entry }));
            }
            return;
        };
        self.frames.truncate(index + 1);
        let Some(call) = self.frames.pop() else { return };
        let subroutine = self.subroutines.entry(call.entry).or_default();
        for (number, before) in (0..32).zip(call.registers) {
            if PRESERVED >> number & 1 != 0 && cpu.register(number) != before {
                subroutine.changed |= 1 << number;
            }
        }
    }

    /// The first return that went astray.
    pub(super) fn lost_return(&self) -> Option<(u32, Frame)> {
        self.lost_return
    }

    /// The calls under way, outermost first.
    pub(super) fn stack(&self) -> Vec<Frame> {
        self.frames.iter().map(|call| Frame { call: call.at, subroutine: call.entry }).collect()
    }

    /// The subroutines that leave registers changed that they should give back.
    pub(super) fn clobbers(&self) -> Vec<Clobber> {
        let changed = self.subroutines.iter().filter(|(_, subroutine)| subroutine.changed != 0);
        changed
            .map(|(entry, subroutine)| Clobber { subroutine: *entry, registers: subroutine.changed })
            .collect()
    }

    /// How often each subroutine was called.
    pub(super) fn counts(&self) -> BTreeMap<u32, u64> {
        self.subroutines.iter().map(|(entry, subroutine)| (*entry, subroutine.calls)).collect()
    }
}

//! Subroutine calls: the call stack, and which subroutines give back the registers that they change.
//!
//! A register that a subroutine changes is a result if, after some return, the caller uses its value before it is
//! overwritten. Any other change is a register that should have been saved and restored. R7, the link, is not judged.

use std::collections::BTreeMap;

use super::super::cpu::Cpu;
use super::super::table::Instruction;
use super::effects::Effects;
use crate::machine::{Clobber, Frame, Preset};

/// Deeper calls are not followed: such a program recurses without end.
const DEEPEST: usize = 4096;
const JUDGED: u8 = 0x7F;
/// The register that holds the return address.
const LINK: u8 = 7;

#[derive(Debug, Default)]
pub(super) struct Calls {
    /// The subroutine that the harness has called and where it returns to, until the first instruction.
    outermost: Option<(u32, u32)>,
    frames: Vec<Call>,
    pending: Pending,
    subroutines: BTreeMap<u16, Subroutine>,
    lost_return: Option<(u32, Frame)>,
}

#[derive(Debug)]
struct Call {
    at: u16,
    entry: u16,
    registers: [u16; 8],
    pending: Pending,
}

/// For each register the subroutines whose change of it has not been used yet, and how deep the caller was.
type Pending = [Vec<(u16, usize)>; 8];

#[derive(Debug, Default)]
struct Subroutine {
    calls: u64,
    changed: u8,
    used: u8,
}

impl From<&Call> for Frame {
    fn from(call: &Call) -> Self {
        Self { call: call.at.into(), subroutine: call.entry.into() }
    }
}

impl Calls {
    /// The calls of a subroutine that the harness itself has called.
    pub(super) fn within(preset: &Preset) -> Self {
        Self { outermost: preset.entry.zip(preset.returns_to.map(|(_, address)| address)), ..Self::default() }
    }

    /// Follows one instruction before it is executed.
    pub(super) fn before(&mut self, cpu: &Cpu, pc: u16, instruction: Instruction, effects: &Effects) {
        if let Some((entry, returns_to)) = self.outermost.take() {
            let at = (returns_to as u16).wrapping_sub(1);
            let pending = Pending::default();
            self.frames.push(Call { at, entry: entry as u16, registers: cpu.registers(), pending });
        }
        for number in 0..8 {
            let copied = effects.copies == Some(number);
            let depth = self.frames.len();
            // A subroutine that saves a register does not use its value; its caller does.
            if effects.uses(number) || (copied && self.pending_of(number).any(|at| depth <= at)) {
                for (entry, _) in std::mem::take(&mut self.pending[usize::from(number)]) {
                    self.subroutines.entry(entry).or_default().used |= 1 << number;
                }
            }
        }
        if let Some(number) = effects.writes {
            self.pending[usize::from(number)].clear();
        }
        let next = pc.wrapping_add(1);
        match instruction {
            Instruction::JumpSubroutine { offset } => self.call(cpu, pc, next.wrapping_add(offset)),
            Instruction::JumpSubroutineRegister { base } => {
                self.call(cpu, pc, cpu.registers[usize::from(base & 7)]);
            }
            Instruction::Jump { base } => {
                let target = cpu.registers[usize::from(base & 7)];
                let returns = self.jump(cpu, target);
                if let (false, LINK, Some(call)) = (returns, base, self.frames.last()) {
                    self.lost_return = self.lost_return.or(Some((pc.into(), call.into())));
                }
            }
            _ => {}
        }
    }

    fn pending_of(&self, number: u8) -> impl Iterator<Item = usize> + '_ {
        self.pending[usize::from(number)].iter().map(|(_, depth)| *depth)
    }

    fn call(&mut self, cpu: &Cpu, at: u16, entry: u16) {
        self.subroutines.entry(entry).or_default().calls += 1;
        if self.frames.len() < DEEPEST {
            self.frames.push(Call { at, entry, registers: cpu.registers(), pending: self.pending.clone() });
        }
    }

    /// A jump to the instruction behind a call ends that call and those inside it; says whether it is one.
    fn jump(&mut self, cpu: &Cpu, target: u16) -> bool {
        let Some(index) = self.frames.iter().rposition(|call| call.at.wrapping_add(1) == target) else {
            return false;
        };
        self.frames.truncate(index + 1);
        let Some(call) = self.frames.pop() else { return false };
        let depth = self.frames.len();
        let subroutine = self.subroutines.entry(call.entry).or_default();
        for (number, earlier) in call.pending.into_iter().enumerate() {
            if cpu.registers[number] == call.registers[number] {
                self.pending[number] = earlier;
            } else {
                subroutine.changed |= 1 << number;
                self.pending[number].push((call.entry, depth));
            }
        }
        true
    }

    /// The calls under way, outermost first.
    pub(super) fn stack(&self) -> Vec<Frame> {
        self.frames.iter().map(Frame::from).collect()
    }

    /// The first return that went back to no call.
    pub(super) fn lost_return(&self) -> Option<(u32, Frame)> {
        self.lost_return
    }

    /// The subroutines that leave registers changed that nobody uses.
    pub(super) fn clobbers(&self) -> Vec<Clobber> {
        let clobber = |(entry, subroutine): (&u16, &Subroutine)| {
            let registers = u32::from(subroutine.changed & !subroutine.used & JUDGED);
            (registers != 0).then_some(Clobber { subroutine: u32::from(*entry), registers })
        };
        self.subroutines.iter().filter_map(clobber).collect()
    }

    /// How often each subroutine was called.
    pub(super) fn counts(&self) -> BTreeMap<u32, u64> {
        self.subroutines.iter().map(|(entry, subroutine)| (u32::from(*entry), subroutine.calls)).collect()
    }
}

//! What an instruction is about to read and write.

use super::super::cpu::{Cpu, SERVICES};
use super::super::table::Instruction;

/// The registers and the memory that one instruction touches, as masks (bit n for Rn) and addresses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effects {
    /// Registers whose values are used.
    pub(super) reads: u8,
    /// The register whose value is only copied to memory.
    pub(super) copies: Option<u8>,
    /// The register that gets a new value.
    pub(super) writes: Option<u8>,
    /// The words that are loaded, in order.
    pub(super) loads: [Option<u16>; 2],
    /// The word that is stored, with its new value.
    pub(super) store: Option<(u16, u16)>,
}

impl Effects {
    /// The effects of the instruction at `pc`.
    pub(super) fn of(cpu: &Cpu, pc: u16, instruction: Instruction) -> Self {
        let next = pc.wrapping_add(1);
        let register = |number: u8| cpu.registers[usize::from(number & 7)];
        let bit = |number: u8| 1u8 << (number & 7);
        let mut effects = Self::default();
        match instruction {
            Instruction::Add { to, left, right }
            | Instruction::And { to, left, right }
            | Instruction::Multiply { to, left, right }
            | Instruction::Subtract { to, left, right } => {
                effects.reads = bit(left) | bit(right);
                effects.writes = Some(to);
            }
            Instruction::AddImmediate { to, left, .. } | Instruction::MultiplyImmediate { to, left, .. } => {
                effects.reads = bit(left);
                effects.writes = Some(to);
            }
            Instruction::AndImmediate { to, left, right } => {
                // AND with zero is how LC-3 programs clear a register; nothing of the old value is used.
                effects.reads = if right == 0 { 0 } else { bit(left) };
                effects.writes = Some(to);
            }
            Instruction::Not { to, of } => {
                effects.reads = bit(of);
                effects.writes = Some(to);
            }
            Instruction::Load { to, offset } => {
                effects.loads[0] = Some(next.wrapping_add(offset));
                effects.writes = Some(to);
            }
            Instruction::LoadIndirect { to, offset } => {
                let pointer = next.wrapping_add(offset);
                effects.loads = [Some(pointer), Some(cpu.memory(pointer))];
                effects.writes = Some(to);
            }
            Instruction::LoadRegister { to, base, offset } => {
                effects.reads = bit(base);
                effects.loads[0] = Some(register(base).wrapping_add(offset));
                effects.writes = Some(to);
            }
            Instruction::LoadAddress { to, .. } => effects.writes = Some(to),
            Instruction::Store { from, offset } => {
                effects.copies = Some(from);
                effects.store = Some((next.wrapping_add(offset), register(from)));
            }
            Instruction::StoreIndirect { from, offset } => {
                let pointer = next.wrapping_add(offset);
                effects.loads[0] = Some(pointer);
                effects.copies = Some(from);
                effects.store = Some((cpu.memory(pointer), register(from)));
            }
            Instruction::StoreRegister { from, base, offset } => {
                effects.reads = bit(base);
                effects.copies = Some(from);
                effects.store = Some((register(base).wrapping_add(offset), register(from)));
            }
            Instruction::JumpSubroutine { .. } => effects.writes = Some(7),
            Instruction::JumpSubroutineRegister { base } => {
                effects.reads = bit(base);
                effects.writes = Some(7);
            }
            Instruction::Jump { base } | Instruction::JumpUser { base } => effects.reads = bit(base),
            Instruction::Trap { vector } => {
                let native = cpu.memory(u16::from(vector)) == SERVICES + u16::from(vector);
                match vector {
                    0x20 | 0x23 if native => effects.writes = Some(0),
                    0x21 | 0x22 | 0x24 if native => effects.reads = 1,
                    _ => {}
                }
            }
            Instruction::Br { .. } | Instruction::ReturnFromInterrupt {} | Instruction::Illegal => {}
        }
        effects
    }

    /// Whether the value of register `number` is used.
    pub(super) fn uses(&self, number: u8) -> bool {
        self.reads & (1 << number) != 0
    }
}

//! The effects of an instruction before it is executed.

use super::cpu::{Cpu, RETURN_ADDRESS};
use super::devices::register;
use super::table::{Instruction, OperandKind, SINK};
use crate::machine::{Effects, Flow};

/// `$v0`, where services are named and leave what they give back.
const V0: u8 = 2;

const fn bit(number: u8) -> u32 {
    1 << (number & 31)
}

/// The effects of an instruction at an address.
pub(super) fn effects(cpu: &Cpu, at: u32, instruction: Instruction) -> Effects {
    if instruction == (Instruction::Syscall {}) {
        return service(cpu.register(V0));
    }
    let mut effects = Effects::default();
    instruction.operands(|kind, number| match kind {
        OperandKind::From => effects.reads |= bit(number),
        OperandKind::To if number < SINK => effects.writes |= bit(number),
        _ => {}
    });
    let address = |base: u8, offset: u32| cpu.register(base).wrapping_add(offset);
    // Where a subroutine is to go on is after the delay slot, if there is one.
    let call = |target: u32| {
        let slot = 4 * u32::from(cpu.setup.delayed_branches);
        Flow::Call { target, returns_to: at + 4 + slot }
    };
    match instruction {
        Instruction::AddUnsigned { left, right: 0, .. } | Instruction::Or { left, right: 0, .. } => {
            copy(&mut effects, left);
        }
        Instruction::AddUnsigned { left: 0, right, .. } | Instruction::Or { left: 0, right, .. } => {
            copy(&mut effects, right);
        }
        Instruction::LoadWord { offset, base, .. } | Instruction::LoadLinked { offset, base, .. } => {
            effects.load = Some((address(base, offset), 4));
        }
        Instruction::LoadHalf { offset, base, .. } | Instruction::LoadHalfUnsigned { offset, base, .. } => {
            effects.load = Some((address(base, offset), 2));
        }
        Instruction::LoadByte { offset, base, .. } | Instruction::LoadByteUnsigned { offset, base, .. } => {
            effects.load = Some((address(base, offset), 1));
        }
        Instruction::LoadSingle { offset, base, .. } => effects.load = Some((address(base, offset), 4)),
        Instruction::LoadDouble { offset, base, .. } => effects.load = Some((address(base, offset), 8)),
        Instruction::StoreWord { from, offset, base } => {
            // Saving a register on the stack is no use of it.
            effects.reads = bit(base);
            effects.copies = Some(from);
            effects.store = Some((address(base, offset), 4));
        }
        Instruction::StoreHalf { offset, base, .. } => effects.store = Some((address(base, offset), 2)),
        Instruction::StoreByte { offset, base, .. } => effects.store = Some((address(base, offset), 1)),
        Instruction::StoreConditional { offset, base, .. } => {
            effects.store = Some((address(base, offset), 4));
        }
        Instruction::Call { target } => {
            effects.writes |= bit(RETURN_ADDRESS);
            effects.flow = call(target);
        }
        Instruction::CallRegister { from, .. } => effects.flow = call(cpu.register(from)),
        Instruction::CallNotNegative { from, target } | Instruction::CallNegative { from, target } => {
            effects.writes |= bit(RETURN_ADDRESS);
            let is_negative = cpu.register(from).cast_signed() < 0;
            if is_negative == matches!(instruction, Instruction::CallNegative { .. }) {
                effects.flow = call(target);
            }
        }
        Instruction::JumpRegister { from } => {
            effects.flow = Flow::Jump { target: cpu.register(from), through: from };
        }
        _ => effects.store = cpu.store_of(instruction),
    }
    let device = effects.load.map(|(address, _)| address.wrapping_sub(cpu.map.devices));
    effects.polls = device == Some(register::RECEIVER_CONTROL);
    effects.reads_key = device == Some(register::RECEIVER_DATA);
    effects
}

fn copy(effects: &mut Effects, from: u8) {
    effects.reads = 0;
    effects.copies = Some(from);
}

/// A service reads its number and its arguments, and leaves results.
fn service(number: u32) -> Effects {
    let arguments: &[u8] = match number {
        1 | 4 | 9 | 11 | 16 | 17 | 32 | 34..=36 | 50 | 51 | 52 | 53 | 55 => &[4],
        8 | 13 | 40 | 42 | 56 | 59 => &[4, 5],
        14 | 15 | 54 => &[4, 5, 6],
        _ => &[],
    };
    Effects {
        reads: arguments.iter().fold(bit(V0), |bits, argument| bits | bit(*argument)),
        writes: bit(V0) | bit(4) | bit(5),
        reads_key: matches!(number, 5..=8 | 12 | 50..=54),
        flow: Flow::Service(number),
        is_outside: matches!(number, 9 | 13..=16 | 30 | 32 | 33 | 40..=44),
        ..Effects::default()
    }
}

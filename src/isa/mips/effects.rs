//! The effects of an instruction before it is executed.

use super::cpu::{Cpu, RETURN_ADDRESS};
use super::devices::register;
use super::table::Instruction;
use crate::machine::{Effects, Flow};

/// `$v0`, where services are named and leave what they give back.
const V0: u8 = 2;

const fn bit(number: u8) -> u32 {
    1 << (number & 31)
}

/// The effects of an instruction at an address.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the loop of watched runs")]
pub(super) fn effects(cpu: &Cpu, at: u32, instruction: Instruction) -> Effects {
    let (reads, writes) = instruction.masks();
    let plain = Effects { reads, writes, ..Effects::default() };
    let cells = |base: u8, offset: u32, count: u32| (cpu.register(base).wrapping_add(offset), count);
    let load = |base: u8, offset: u32, count: u32| {
        let (address, count) = cells(base, offset, count);
        let device = address.wrapping_sub(cpu.map.devices);
        Effects {
            load: Some((address, count)),
            polls: device == register::RECEIVER_CONTROL,
            reads_key: device == register::RECEIVER_DATA,
            ..plain
        }
    };
    let store =
        |base: u8, offset: u32, count: u32| Effects { store: Some(cells(base, offset, count)), ..plain };
    // Where a subroutine is to go on is after the delay slot, if there is one.
    let call = |target: u32| {
        let slot = 4 * u32::from(cpu.setup.delayed_branches);
        Flow::Call { target, returns_to: at + 4 + slot }
    };
    match instruction {
        Instruction::AddUnsigned { left: from, right: 0, .. }
        | Instruction::AddUnsigned { left: 0, right: from, .. }
        | Instruction::Or { left: from, right: 0, .. }
        | Instruction::Or { left: 0, right: from, .. } => Effects { reads: 0, copies: Some(from), ..plain },
        Instruction::LoadWord { offset, base, .. }
        | Instruction::LoadLinked { offset, base, .. }
        | Instruction::LoadSingle { offset, base, .. } => load(base, offset, 4),
        Instruction::LoadHalf { offset, base, .. } | Instruction::LoadHalfUnsigned { offset, base, .. } => {
            load(base, offset, 2)
        }
        Instruction::LoadByte { offset, base, .. } | Instruction::LoadByteUnsigned { offset, base, .. } => {
            load(base, offset, 1)
        }
        Instruction::LoadDouble { offset, base, .. } => load(base, offset, 8),
        // Saving a register on the stack is no use of it.
        Instruction::StoreWord { from, offset, base } => {
            Effects { reads: bit(base), copies: Some(from), ..store(base, offset, 4) }
        }
        Instruction::StoreHalf { offset, base, .. } => store(base, offset, 2),
        Instruction::StoreByte { offset, base, .. } => store(base, offset, 1),
        Instruction::StoreConditional { offset, base, .. } => store(base, offset, 4),
        Instruction::StoreWordLeft { .. }
        | Instruction::StoreWordRight { .. }
        | Instruction::StoreSingle { .. }
        | Instruction::StoreDouble { .. } => Effects { store: cpu.store_of(instruction), ..plain },
        Instruction::Call { target } => Effects { writes: bit(RETURN_ADDRESS), flow: call(target), ..plain },
        Instruction::CallRegister { from, .. } => Effects { flow: call(cpu.register(from)), ..plain },
        Instruction::CallNotNegative { from, target } | Instruction::CallNegative { from, target } => {
            let is_negative = cpu.register(from).cast_signed() < 0;
            let is_taken = is_negative == matches!(instruction, Instruction::CallNegative { .. });
            let flow = if is_taken { call(target) } else { Flow::On };
            Effects { writes: bit(RETURN_ADDRESS), flow, ..plain }
        }
        Instruction::JumpRegister { from } => {
            Effects { flow: Flow::Jump { target: cpu.register(from), through: from }, ..plain }
        }
        Instruction::Syscall {} => service(cpu.register(V0)),
        _ => plain,
    }
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

//! The effects of an instruction before it is executed.

use super::cpu::{Cpu, DEVICES, SERVICES, USER, device};
use super::table::Instruction;
use crate::machine::{Effects, Flow};

/// The number of the condition codes among the registers.
pub(super) const CODES: u8 = 8;
/// The register that calls leave their return address in.
pub(super) const LINK: u8 = 7;

const GETC: u8 = 0x20;
const IN: u8 = 0x23;

const fn bit(register: u8) -> u32 {
    1 << (register & 7)
}

/// A new value in a register, by which the condition codes are set.
const fn result(register: u8) -> u32 {
    bit(register) | 1 << CODES
}

/// The effects of an instruction at an address.
#[inline(always)]
#[allow(clippy::inline_always, reason = "part of the loop of watched runs")]
pub(super) fn effects(cpu: &Cpu, at: u16, instruction: Instruction) -> Effects {
    let mut effects = in_memory(cpu, at, instruction);
    if let Some(pointer) = effects.pointer {
        touch(cpu, pointer, &mut effects);
    }
    if let Some((address, _)) = effects.load.or(effects.store) {
        touch(cpu, address, &mut effects);
    }
    effects
}

/// Adds what it means that an address is used, if it is one of the system or of a device.
#[inline]
fn touch(cpu: &Cpu, address: u32, effects: &mut Effects) {
    let address = address as u16;
    if !(USER..DEVICES).contains(&address) {
        effects.is_protected |= cpu.user;
        effects.reads_key |= address == device::KBDR;
        let is_stored = effects.store.is_some_and(|(stored, _)| stored == u32::from(address));
        effects.polls |= address == device::KBSR && !is_stored;
    }
}

/// The effects if there were only memory, and no devices and no system.
#[inline]
fn in_memory(cpu: &Cpu, at: u16, instruction: Instruction) -> Effects {
    let next = at.wrapping_add(1);
    let register = |number: u8| cpu.registers[usize::from(number & 7)];
    let word = |address: u16| Some((u32::from(address), 1));
    let none = Effects::default();
    match instruction {
        // These words stand for something else where a caller or the system has put them.
        Instruction::Multiply { .. } | Instruction::MultiplyImmediate { .. }
            if cpu.hook(at).is_some() || cpu.service_at(at).is_some() =>
        {
            none
        }
        Instruction::Add { to, left, right }
        | Instruction::And { to, left, right }
        | Instruction::Multiply { to, left, right }
        | Instruction::Subtract { to, left, right } => {
            Effects { reads: bit(left) | bit(right), writes: result(to), ..none }
        }
        // AND with zero is how LC-3 programs clear a register; nothing of the old value is used.
        Instruction::AndImmediate { to, right: 0, .. } => Effects { writes: result(to), ..none },
        Instruction::AddImmediate { to, left, .. }
        | Instruction::MultiplyImmediate { to, left, .. }
        | Instruction::AndImmediate { to, left, .. } => {
            Effects { reads: bit(left), writes: result(to), ..none }
        }
        Instruction::Not { to, of } => Effects { reads: bit(of), writes: result(to), ..none },
        Instruction::Load { to, offset } => {
            Effects { load: word(next.wrapping_add(offset)), writes: result(to), ..none }
        }
        Instruction::LoadIndirect { to, offset } => {
            let pointer = next.wrapping_add(offset);
            let load = word(cpu.memory(pointer));
            Effects { pointer: Some(pointer.into()), load, writes: result(to), ..none }
        }
        Instruction::LoadRegister { to, base, offset } => {
            let load = word(register(base).wrapping_add(offset));
            Effects { reads: bit(base), load, writes: result(to), ..none }
        }
        Instruction::LoadAddress { to, .. } => Effects { writes: bit(to), ..none },
        Instruction::Store { from, offset } => {
            Effects { copies: Some(from), store: word(next.wrapping_add(offset)), ..none }
        }
        Instruction::StoreIndirect { from, offset } => {
            let pointer = next.wrapping_add(offset);
            let store = word(cpu.memory(pointer));
            Effects { pointer: Some(pointer.into()), copies: Some(from), store, ..none }
        }
        Instruction::StoreRegister { from, base, offset } => {
            let store = word(register(base).wrapping_add(offset));
            Effects { reads: bit(base), copies: Some(from), store, ..none }
        }
        Instruction::JumpSubroutine { offset } => {
            let flow = call(next.wrapping_add(offset), next);
            Effects { writes: result(LINK), flow, ..none }
        }
        Instruction::JumpSubroutineRegister { base } => {
            Effects { reads: bit(base), writes: result(LINK), flow: call(register(base), next), ..none }
        }
        Instruction::Jump { base } => {
            let flow = Flow::Jump { target: register(base).into(), through: base };
            Effects { reads: bit(base), flow, ..none }
        }
        Instruction::JumpUser { base } => Effects { reads: bit(base), ..none },
        Instruction::Trap { vector } => {
            let native = cpu.memory(u16::from(vector)) == SERVICES + u16::from(vector);
            let flow = Flow::Service(vector.into());
            match vector {
                GETC | IN if native => Effects { writes: result(0), reads_key: true, flow, ..none },
                0x21 | 0x22 | 0x24 if native => Effects { reads: bit(0), flow, ..none },
                _ => Effects { flow, ..none },
            }
        }
        Instruction::Br { conditions: 0 | 7, .. }
        | Instruction::ReturnFromInterrupt {}
        | Instruction::Illegal => none,
        Instruction::Br { .. } => Effects { reads: 1 << CODES, ..none },
    }
}

fn call(target: u16, returns_to: u16) -> Flow {
    Flow::Call { target: target.into(), returns_to: returns_to.into() }
}

//! The effects of an instruction before it is executed: its outline, and what the state adds to that.

mod outline;

use outline::Rest;
pub(super) use outline::{Goes, Outline};

use super::alu::{shift, shifted};
use super::cpu::Cpu;
use super::operand::{Address, Indexing, Offset, Shift};
use super::registers::{LINK, PROGRAM_COUNTER, STACK_POINTER};
use super::table::Decoded;
use crate::machine::{Effects, Flow};

/// The condition flags have the number after the general registers.
pub(super) const FLAGS: u8 = 16;

const fn bit(number: u8) -> u32 {
    // The program counter always holds something.
    if number == PROGRAM_COUNTER { 0 } else { 1 << (number & 31) }
}

/// The effects of a word at an address.
pub(super) fn effects(cpu: &Cpu, at: u32, word: u32) -> Effects {
    let other;
    let outline = match cpu.code.outline(word, at) {
        Some(outline) => outline,
        None => {
            other = Outline::new(Decoded::new(word, at).as_ref());
            &other
        }
    };
    if !cpu.flags.meet(outline.condition) {
        return Effects { reads: bit(FLAGS), ..Effects::default() };
    }
    let Outline { reads, writes, copies, .. } = *outline;
    let plain = Effects { reads, writes, copies, ..Effects::default() };
    let call = |target: u32| Flow::Call { target, returns_to: at.wrapping_add(4) };
    match outline.rest {
        Rest::Nothing => plain,
        Rest::Call { target } => Effects { flow: call(target), ..plain },
        Rest::CallRegister { number } => Effects { flow: call(cpu.read(number)), ..plain },
        Rest::Jump { through, exchanges } => {
            let target = cpu.read(through);
            let target = if exchanges { target } else { target & !3 };
            Effects { flow: jump(cpu, at, target, through), ..plain }
        }
        Rest::Service { comment } => service(cpu, comment, plain),
        Rest::Transfer { ref place, size, loads, stores, returns } => {
            let address = address_of(cpu, place);
            // A rotated word is the whole word around the address.
            let is_whole = size == 4 && !cpu.map.takes_unaligned;
            let cells = (if is_whole { address & !3 } else { address }, size);
            let (polls, reads_key) = if loads && !stores { cpu.is_serial(address) } else { (false, false) };
            let returns_to = if returns { cpu.word(address & !3) } else { None };
            let flow = returns_to.map_or(Flow::On, |target| jump(cpu, at, target & !3, popped(place.base)));
            let (load, store) = (loads.then_some(cells), stores.then_some(cells));
            Effects { load, store, flow, reads_key, polls, ..plain }
        }
        Rest::Block { base, start, size, registers, loads, returns } => {
            let address = cpu.read(base).wrapping_add_signed(start) & !3;
            let cells = (address, size);
            let returns_to = if returns { cpu.word(address.wrapping_add(size - 4)) } else { None };
            let flow = returns_to
                .map_or(Flow::On, |target| Flow::Jump { target: target & !3, through: popped(base) });
            let (load, store) = (loads.then_some(cells), (!loads).then_some(cells));
            Effects { block: Some((registers, 4)), load, store, flow, ..plain }
        }
    }
}

/// The register through which a program goes on at an address that it loads: from the stack that is a return address.
fn popped(base: u8) -> u8 {
    if base == STACK_POINTER { LINK } else { PROGRAM_COUNTER }
}

/// A jump: a call if the link register holds the address of the next instruction, as before `BX` on processors without a call
/// through a register.
fn jump(cpu: &Cpu, at: u32, target: u32, through: u8) -> Flow {
    let returns_to = at.wrapping_add(4);
    if through != LINK && cpu.read(LINK) == returns_to {
        return Flow::Call { target, returns_to };
    }
    Flow::Jump { target, through }
}

/// Where a load or a store of one register is.
fn address_of(cpu: &Cpu, place: &Address) -> u32 {
    let base = cpu.read(place.base);
    if place.indexing == Indexing::After {
        return base;
    }
    match place.offset {
        Offset::Constant { down: true, size } => base.wrapping_sub(size),
        Offset::Constant { size, .. } => base.wrapping_add(size),
        Offset::Register { down, register, shift: how } => {
            let (value, carry) = (cpu.read(register), cpu.flags.carry());
            let (offset, _) = match how {
                Shift::By(kind, amount) => shifted(value, kind, amount, carry),
                how => shift(value, how, carry, |_| 0),
            };
            if down { base.wrapping_sub(offset) } else { base.wrapping_add(offset) }
        }
    }
}

/// A service reads its number and its arguments, and leaves results.
fn service(cpu: &Cpu, comment: u32, plain: Effects) -> Effects {
    let number = cpu.service_number(comment);
    let called = cpu.service_effects(number);
    Effects {
        reads: plain.reads | called.reads,
        writes: bit(0),
        reads_key: called.reads_key,
        is_outside: called.is_outside,
        flow: Flow::Service(number),
        ..plain
    }
}

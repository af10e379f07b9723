//! The effects of an instruction before it is executed.

use super::alu::{shift, shifted};
use super::cpu::Cpu;
use super::operand::{Address, Indexing, Offset, Operand, Shift, Shifter};
use super::operation::{loads_block, span};
use super::registers::{LINK, PROGRAM_COUNTER, STACK_POINTER};
use super::table::{Decoded, Name, OperandKind};
use crate::machine::{Effects, Flow};

/// The condition flags have the number after the general registers.
pub(super) const FLAGS: u8 = 16;

const fn bit(number: u8) -> u32 {
    // The program counter always holds something.
    if number == PROGRAM_COUNTER { 0 } else { 1 << (number & 31) }
}

/// The effects of a word at an address.
pub(super) fn effects(cpu: &Cpu, at: u32, word: u32) -> Effects {
    let Some(decoded) = cpu.code.decoded(word, at) else { return Effects::default() };
    let mut effects = Effects::default();
    if decoded.condition != super::condition::Condition::Always {
        effects.reads |= bit(FLAGS);
        if !cpu.flags.meet(decoded.condition) {
            return effects;
        }
    }
    let name = decoded.row.name;
    if let Some(Operand::Address(place)) = decoded.operand(1).or_else(|| decoded.operand(2)) {
        transfer(cpu, at, &decoded, place, &mut effects);
        return effects;
    }
    if let (Some(Operand::Base(base, _)), Some(Operand::List(registers, _))) =
        (decoded.operand(0), decoded.operand(1))
    {
        block(cpu, name, base, registers, &mut effects);
        return effects;
    }
    match (name, decoded.operand(0)) {
        (Name::Branch, _) => {}
        (Name::Call, Some(Operand::Label(target))) => {
            effects.writes |= bit(LINK);
            effects.flow = Flow::Call { target, returns_to: at.wrapping_add(4) };
        }
        (Name::CallExchange, Some(Operand::Register(number))) => {
            effects.reads |= bit(number);
            effects.writes |= bit(LINK);
            effects.flow = Flow::Call { target: cpu.read(number), returns_to: at.wrapping_add(4) };
        }
        (Name::BranchExchange, Some(Operand::Register(number))) => {
            effects.reads |= bit(number);
            effects.flow = jump(cpu, at, cpu.read(number), number);
        }
        (Name::Service, Some(Operand::Number(comment))) => service(cpu, comment, &mut effects),
        _ => process(cpu, at, &decoded, &mut effects),
    }
    effects
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

/// Whatever computes with registers.
fn process(cpu: &Cpu, at: u32, decoded: &Decoded, effects: &mut Effects) {
    let name = decoded.row.name;
    let is_comparison = matches!(name, Name::Test | Name::TestEqual | Name::Compare | Name::CompareNegative);
    let uses_carry = matches!(name, Name::AddCarry | Name::SubtractCarry | Name::ReverseSubtractCarry);
    let accumulates = matches!(name, Name::UnsignedLongAdd | Name::SignedLongAdd);
    let is_long = accumulates || matches!(name, Name::UnsignedLong | Name::SignedLong);
    // This many operands are destinations.
    let results = if is_comparison { 0 } else { 1 + usize::from(is_long) };
    let is_processing = decoded.row.operands.last().is_some_and(|last| last.kind == OperandKind::Shifter);
    for (index, operand) in decoded.operands().enumerate() {
        match operand {
            Operand::Register(number) if index < results => {
                effects.writes |= bit(number);
                if accumulates || name == Name::MoveTop {
                    effects.reads |= bit(number);
                }
            }
            Operand::Register(number) => effects.reads |= bit(number),
            Operand::Shifter(Shifter::Register(number, how)) => {
                effects.reads |= bit(number);
                match how {
                    Shift::ByRegister(_, by) => effects.reads |= bit(by),
                    Shift::Extended => effects.reads |= bit(FLAGS),
                    Shift::By(..) => {}
                }
            }
            _ => {}
        }
    }
    if uses_carry {
        effects.reads |= bit(FLAGS);
    }
    if is_comparison || decoded.sets_flags || name == Name::MoveToStatus {
        effects.writes |= bit(FLAGS);
    }
    if let (Name::Move, false, Some(Operand::Shifter(Shifter::Register(from, Shift::NONE)))) =
        (name, decoded.sets_flags, decoded.operand(1))
        && from != PROGRAM_COUNTER
        && decoded.operand(0) != Some(Operand::Register(PROGRAM_COUNTER))
    {
        effects.reads &= !bit(from);
        effects.copies = Some(from);
    }
    // The difference of a register and itself, and the like, is the same whatever it holds.
    if let (Name::Subtract | Name::ExclusiveOr, Some(Operand::Register(left)), Some(Operand::Shifter(right))) =
        (name, decoded.operand(1), decoded.operand(2))
        && right == Shifter::Register(left, Shift::NONE)
    {
        effects.reads &= !bit(left);
    }
    if is_processing && !is_comparison && decoded.operand(0) == Some(Operand::Register(PROGRAM_COUNTER)) {
        let through = match decoded.operand(1) {
            Some(Operand::Shifter(Shifter::Register(from, Shift::NONE))) => from,
            // `SUBS pc, lr, #4` returns from an exception.
            Some(Operand::Register(LINK)) => LINK,
            _ => PROGRAM_COUNTER,
        };
        if through != PROGRAM_COUNTER {
            effects.flow = jump(cpu, at, cpu.read(through) & !3, through);
        }
    }
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

/// Loads and stores of one register, and swaps.
fn transfer(cpu: &Cpu, at: u32, decoded: &Decoded, place: Address, effects: &mut Effects) {
    let address = address_of(cpu, &place);
    effects.reads |= bit(place.base);
    if let Offset::Register { register, .. } = place.offset {
        effects.reads |= bit(register);
    }
    let Some(Operand::Register(number)) = decoded.operand(0) else { return };
    let size = match decoded.row.name {
        Name::LoadByte
        | Name::LoadByteUser
        | Name::LoadSignedByte
        | Name::StoreByte
        | Name::StoreByteUser
        | Name::SwapByte => 1,
        Name::LoadHalf | Name::LoadSignedHalf | Name::StoreHalf => 2,
        _ => 4,
    };
    // A rotated word is the whole word around the address.
    let cells = if size == 4 && !cpu.map.takes_unaligned { (address & !3, 4) } else { (address, size) };
    let (polls, reads_key) = cpu.is_serial(address);
    match decoded.row.name {
        Name::Swap | Name::SwapByte => {
            if let Some(Operand::Register(from)) = decoded.operand(1) {
                effects.reads |= bit(from);
            }
            effects.writes |= bit(number);
            (effects.load, effects.store) = (Some(cells), Some(cells));
        }
        Name::StoreWord | Name::StoreWordUser => {
            // Saving a register on the stack is no use of it.
            if number != PROGRAM_COUNTER {
                effects.copies = Some(number);
            }
            effects.store = Some(cells);
        }
        Name::StoreHalf | Name::StoreByte | Name::StoreByteUser => {
            effects.reads |= bit(number);
            effects.store = Some(cells);
        }
        _ => {
            effects.writes |= bit(number);
            effects.load = Some(cells);
            (effects.polls, effects.reads_key) = (polls, reads_key);
            if number == PROGRAM_COUNTER
                && let Some(target) = cpu.word(address & !3)
            {
                let through = if place.base == STACK_POINTER { LINK } else { PROGRAM_COUNTER };
                effects.flow = jump(cpu, at, target & !3, through);
            }
        }
    }
    // The value written back to the base is as defined as the base, which is read.
}

/// Loads and stores of several registers.
fn block(cpu: &Cpu, name: Name, base: u8, registers: u16, effects: &mut Effects) {
    let Some((start, _)) = span(name, registers.count_ones()) else { return };
    let address = cpu.read(base).wrapping_add_signed(start) & !3;
    let cells = (address, 4 * registers.count_ones());
    // The value written back to the base is as defined as the base.
    effects.reads |= bit(base);
    // The program counter lies after all others and always holds something.
    let general = u32::from(registers & 0x7FFF);
    effects.block = Some((general, 4));
    if !loads_block(name) {
        effects.store = Some(cells);
        return;
    }
    effects.writes |= general;
    effects.load = Some(cells);
    if registers >> PROGRAM_COUNTER & 1 != 0
        && let Some(target) = cpu.word(address.wrapping_add(cells.1 - 4))
    {
        let through = if base == STACK_POINTER { LINK } else { PROGRAM_COUNTER };
        effects.flow = Flow::Jump { target: target & !3, through };
    }
}

/// A service reads its number and its arguments, and leaves results.
fn service(cpu: &Cpu, comment: u32, effects: &mut Effects) {
    let number = cpu.service_number(comment);
    let called = cpu.service_effects(number);
    effects.reads |= called.reads;
    effects.writes |= bit(0);
    effects.reads_key = called.reads_key;
    effects.is_outside = called.is_outside;
    effects.flow = Flow::Service(number);
}

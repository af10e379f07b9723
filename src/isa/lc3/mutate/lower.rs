//! A program as the proofs see it. The condition codes are a register that holds the last result.

use std::collections::BTreeMap;

use super::{LINK, target};
use crate::asm::Role;
use crate::isa::lc3::program::Program;
use crate::isa::lc3::table::Instruction;
use crate::isa::proof::{Effect, Image, Next, Operand, Register, Step, Test, Work};

const CODES: Register = 8;

/// Holds an address on its way from memory to memory.
const ON_THE_WAY: Register = 9;

/// Here the devices begin.
const DEVICES: u32 = 0xFE00;

/// The whole program. `sets_more` says that `LEA` and `TRAP` set condition codes, and `TRAP` the link, as the second
/// edition has it.
pub(super) fn image(program: &Program, entry: u16, sets_more: bool) -> Image {
    let (mut steps, mut data) = (BTreeMap::new(), BTreeMap::new());
    for line in program.source_map.lines() {
        let Some(word) = program.word(line.address) else { continue };
        if line.role == Role::Instruction {
            let step = step(line.address as u16, Instruction::decode(word), sets_more);
            steps.extend(step.map(|step| (line.address, step)));
        } else {
            data.insert(line.address, i64::from(word as i16));
        }
    }
    let is_labelled = |address: u32| program.symbols.iter().any(|symbol| symbol.address == address);
    Image {
        bits: 16,
        word: 1,
        entry: u32::from(entry),
        registers: vec![(CODES, 0)],
        pieces: Image::pieces_of(data.keys().copied(), 1, is_labelled),
        steps,
        data,
        devices: DEVICES,
    }
}

/// An instruction; `None` for one that leads to an unknown place.
pub(super) fn step(at: u16, instruction: Instruction, sets_more: bool) -> Option<Step> {
    let named = |offset: u16| Operand::Constant(i64::from(target(at, offset) as i16));
    let number = |word: u16| Operand::Constant(i64::from(word as i16));
    let register = Operand::Register;
    let set = |to, work, left, right| Step::on(vec![Effect::Set(to, work, left, right), codes_of(to)]);
    let nothing = Operand::Constant(0);
    Some(match instruction {
        Instruction::Add { to, left, right } => set(to, Work::Add, register(left), register(right)),
        Instruction::AddImmediate { to, left, right } => set(to, Work::Add, register(left), number(right)),
        Instruction::And { to, left, right } => set(to, Work::And, register(left), register(right)),
        Instruction::AndImmediate { to, left, right } => set(to, Work::And, register(left), number(right)),
        Instruction::Not { to, of } => set(to, Work::Nor, register(of), nothing),
        Instruction::Load { to, offset } => Step::on(vec![Effect::Load(to, named(offset), 0), codes_of(to)]),
        Instruction::LoadRegister { to, base, offset } => {
            Step::on(vec![Effect::Load(to, register(base), i64::from(offset as i16)), codes_of(to)])
        }
        Instruction::LoadIndirect { to, offset } => Step::on(vec![
            Effect::Load(ON_THE_WAY, named(offset), 0),
            Effect::Load(to, register(ON_THE_WAY), 0),
            Effect::Set(ON_THE_WAY, Work::Add, nothing, nothing),
            codes_of(to),
        ]),
        Instruction::LoadAddress { to, offset } => {
            let mut effects = vec![Effect::Set(to, Work::Add, named(offset), nothing)];
            effects.extend(sets_more.then(|| codes_of(to)));
            Step::on(effects)
        }
        Instruction::Store { from, offset } => Step::on(vec![Effect::Store(from, named(offset), 0)]),
        Instruction::StoreRegister { from, base, offset } => {
            Step::on(vec![Effect::Store(from, register(base), i64::from(offset as i16))])
        }
        Instruction::StoreIndirect { from, offset } => Step::on(vec![
            Effect::Load(ON_THE_WAY, named(offset), 0),
            Effect::Store(from, register(ON_THE_WAY), 0),
            Effect::Set(ON_THE_WAY, Work::Add, nothing, nothing),
        ]),
        Instruction::Br { conditions, offset } => {
            let to = u32::from(target(at, offset));
            let next = match conditions {
                0 => Next::On,
                7 => Next::Jump(to),
                signs => Next::Branch(Test::Sign(CODES, signs), to),
            };
            Step { effects: Vec::new(), next }
        }
        Instruction::JumpSubroutine { offset } => {
            let behind = number(at.wrapping_add(1));
            let effects = vec![Effect::Set(LINK, Work::Add, behind, nothing)];
            Step { effects, next: Next::Call(u32::from(target(at, offset))) }
        }
        Instruction::Jump { base } => Step { effects: Vec::new(), next: Next::Return(base) },
        Instruction::Trap { vector } => {
            let mut effects = match vector {
                0x20 | 0x23 => vec![Effect::ReceiveKey(0)],
                0x21 => vec![Effect::Show(0)],
                0x22 | 0x24 => vec![Effect::ShowText(0)],
                0x25 => return Some(Step { effects: Vec::new(), next: Next::End }),
                _ => return None,
            };
            if sets_more {
                effects.push(Effect::Set(LINK, Work::Add, number(at.wrapping_add(1)), nothing));
                effects.push(Effect::Set(CODES, Work::Other, register(0), register(1)));
            }
            Step::on(effects)
        }
        _ => return None,
    })
}

fn codes_of(register: Register) -> Effect {
    Effect::Set(CODES, Work::Add, Operand::Register(register), Operand::Constant(0))
}

//! Facts about a program found without running it: the targets of jumps, the possible condition codes, the
//! instructions that read each value.

use std::collections::{BTreeMap, BTreeSet};

use super::{LINK, target};
use crate::asm::Role;
use crate::isa::lc3::cpu::condition_codes;
use crate::isa::lc3::program::Program;
use crate::isa::lc3::table::Instruction;

/// All condition codes, as the bits n, z, p.
const ANY: u8 = 7;

/// The instructions of a program and what they name.
pub(super) struct Flow {
    /// For each instruction the condition codes that are possible before it; none where nothing leads to it. There is no
    /// entry where that is not known.
    codes: BTreeMap<u16, u8>,
    /// For each word that `LD`, `LDI` or `STI` names, the instructions that do.
    readers: BTreeMap<u16, Vec<u16>>,
    /// For each word whose address `LEA` takes, the instructions that do.
    takers: BTreeMap<u16, Vec<u16>>,
    /// The words that `ST` stores to.
    saved: BTreeSet<u16>,
    /// The words whose address is somewhere in the data.
    pointed_at: BTreeSet<u16>,
    /// The words that are no instructions: where a run of them begins, and where it ends.
    data: Vec<(u16, u16)>,
    is_plain: bool,
}

impl Flow {
    pub(super) fn of(program: &Program, entry: u16) -> Self {
        let mut flow = Self {
            codes: BTreeMap::new(),
            readers: BTreeMap::new(),
            takers: BTreeMap::new(),
            saved: BTreeSet::new(),
            pointed_at: BTreeSet::new(),
            data: Vec::new(),
            is_plain: true,
        };
        let mut instructions = BTreeMap::new();
        let mut entries = BTreeSet::from([entry]);
        for line in program.source_map.lines() {
            let (Some(word), at) = (program.word(line.address), line.address as u16) else { continue };
            if line.role == Role::Instruction {
                let instruction = Instruction::decode(word);
                instructions.insert(at, instruction);
                flow.note(at, instruction, &mut entries);
                continue;
            }
            flow.pointed_at.insert(word);
            match flow.data.last_mut() {
                Some((_, end)) if at == end.wrapping_add(1) => *end = at,
                _ => flow.data.push((at, at)),
            }
        }
        flow.is_plain &= flow.saved.iter().all(|address| !instructions.contains_key(address));
        if flow.is_plain {
            entries.extend(flow.takers.keys().chain(&flow.pointed_at));
            flow.follow(&instructions, &entries);
        }
        flow
    }

    fn note(&mut self, at: u16, instruction: Instruction, entries: &mut BTreeSet<u16>) {
        match instruction {
            Instruction::JumpSubroutine { offset } => {
                entries.insert(target(at, offset));
            }
            Instruction::Store { offset, .. } => {
                self.saved.insert(target(at, offset));
            }
            Instruction::Load { offset, .. }
            | Instruction::LoadIndirect { offset, .. }
            | Instruction::StoreIndirect { offset, .. } => {
                self.readers.entry(target(at, offset)).or_default().push(at);
            }
            Instruction::LoadAddress { to, offset } => {
                self.takers.entry(target(at, offset)).or_default().push(at);
                self.is_plain &= to != LINK;
            }
            // The targets of these are known only in a run; the same is true of returns to computed addresses.
            Instruction::JumpSubroutineRegister { .. }
            | Instruction::JumpUser { .. }
            | Instruction::ReturnFromInterrupt {} => self.is_plain = false,
            Instruction::Jump { base } => self.is_plain &= base == LINK,
            Instruction::Add { to, .. }
            | Instruction::AddImmediate { to, .. }
            | Instruction::And { to, .. }
            | Instruction::AndImmediate { to, .. }
            | Instruction::Not { to, .. }
            | Instruction::Multiply { to, .. }
            | Instruction::MultiplyImmediate { to, .. }
            | Instruction::Subtract { to, .. } => self.is_plain &= to != LINK,
            _ => {}
        }
    }

    /// Finds the condition codes that are possible before each instruction: what comes to it brings them along, until there
    /// is nothing new. Wherever something may come from that is not a branch, all are possible.
    fn follow(&mut self, instructions: &BTreeMap<u16, Instruction>, entries: &BTreeSet<u16>) {
        self.codes = instructions.keys().map(|at| (*at, 0)).collect();
        let mut to_do: Vec<(u16, u8)> = entries.iter().map(|at| (*at, ANY)).collect();
        while let Some((at, codes)) = to_do.pop() {
            let (Some(known), Some(instruction)) = (self.codes.get_mut(&at), instructions.get(&at)) else {
                continue;
            };
            if *known | codes == *known {
                continue;
            }
            *known |= codes;
            let before = *known;
            if let Instruction::Br { conditions, offset } = instruction {
                to_do.push((target(at, *offset), before & conditions));
            }
            to_do.push((at.wrapping_add(1), after(at, *instruction, before)));
        }
    }

    /// The condition codes that are possible before an instruction; none if nothing leads to it.
    pub(super) fn possible_codes(&self, at: u16) -> Option<u8> {
        self.codes.get(&at).copied()
    }

    /// The instructions that read a word by its label.
    pub(super) fn readers_of(&self, address: u16) -> Vec<u16> {
        self.readers.get(&address).cloned().unwrap_or_default()
    }

    /// The instructions by which a program comes to the address of a word, if these are all ways to it.
    pub(super) fn takers_of(&self, address: u16) -> Vec<u16> {
        let known = self.takers.get(&address).filter(|_| !self.pointed_at.contains(&address));
        known.cloned().unwrap_or_default()
    }

    /// Returns `true` if instructions name a word only to store to it, and nothing points
    /// into the data around it.
    pub(super) fn is_never_read(&self, address: u16) -> bool {
        let Some((start, end)) = self.data.iter().find(|(start, end)| (*start..=*end).contains(&address))
        else {
            return false;
        };
        let mut around = *start..=*end;
        self.is_plain
            && !self.readers.contains_key(&address)
            && around.all(|near| !self.takers.contains_key(&near) && !self.pointed_at.contains(&near))
    }
}

/// The condition codes that are possible after an instruction, if the next one follows.
fn after(at: u16, instruction: Instruction, before: u8) -> u8 {
    match instruction {
        _ if before == 0 => 0,
        Instruction::Br { conditions, .. } => before & !conditions,
        Instruction::Jump { .. } => 0,
        Instruction::Store { .. } | Instruction::StoreIndirect { .. } | Instruction::StoreRegister { .. } => {
            before
        }
        Instruction::AndImmediate { right: 0, .. } => condition_codes(0),
        // By the second edition it sets the codes, by the third it does not.
        Instruction::LoadAddress { offset, .. } => before | condition_codes(target(at, offset)),
        _ => ANY,
    }
}

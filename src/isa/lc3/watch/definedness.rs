//! Values that the program never put there: registers and memory that hold whatever the machine started with.
//!
//! Copying such a value, as a subroutine does that saves its caller's registers, is no use of it. Words of `.BLKW` count as
//! defined: every tool loads them with zeros.

use std::collections::BTreeMap;

use super::super::cpu::{DEVICES, USER};
use super::super::program::Program;
use super::super::table::Instruction;
use super::effects::Effects;
use crate::machine::{Preset, UndefinedUse, Where};

/// More uses than these are not told.
const MOST_USES: usize = 20;

#[derive(Debug)]
pub(super) struct Definedness {
    /// For each register what its undefined value came from; `None` if it is defined.
    registers: [Option<Where>; 8],
    /// The same for the value that the condition codes were set from.
    codes: Option<Where>,
    defined: Vec<bool>,
    /// Where undefined values in memory came from, if they were copied there.
    copied: BTreeMap<u16, Where>,
    uses: Vec<UndefinedUse>,
}

impl Definedness {
    pub(super) fn new(program: &Program, preset: Option<&Preset>) -> Self {
        let mut defined = vec![false; 0x1_0000];
        defined[..usize::from(USER)].fill(true);
        defined[usize::from(DEVICES)..].fill(true);
        for block in &program.blocks {
            let start = usize::from(block.origin);
            defined[start..start + block.words.len()].fill(true);
        }
        let mut registers = std::array::from_fn(|number| Some(Where::Register(number as u8)));
        if let Some(preset) = preset {
            for (address, cells) in &preset.cells {
                let start = *address as usize & 0xFFFF;
                defined[start..].iter_mut().take(cells.len()).for_each(|cell| *cell = true);
            }
            for (number, _) in preset.registers.iter().chain(&preset.returns_to) {
                registers[usize::from(number & 7)] = None;
            }
        }
        Self { registers, codes: None, defined, copied: BTreeMap::new(), uses: Vec::new() }
    }

    /// Follows one instruction before it is executed.
    pub(super) fn before(&mut self, pc: u16, instruction: Instruction, effects: &Effects) {
        for number in 0..8 {
            if effects.uses(number)
                && let Some(holder) = self.registers[usize::from(number)]
            {
                self.report(pc, holder);
                // One report for one missing value; what is computed from it is not the root.
                self.registers[usize::from(number)] = None;
            }
        }
        if let Instruction::Br { conditions, .. } = instruction
            && !matches!(conditions, 0 | 7)
            && let Some(holder) = self.codes.take()
        {
            self.report(pc, holder);
        }
        if let (Instruction::LoadIndirect { .. } | Instruction::StoreIndirect { .. }, Some(pointer)) =
            (instruction, effects.loads[0])
            && let Some(holder) = self.memory(pointer)
        {
            self.report(pc, holder);
        }
        if let Some((address, _)) = effects.store {
            let source = effects.copies.and_then(|number| self.registers[usize::from(number & 7)]);
            self.defined[usize::from(address)] = source.is_none();
            match source {
                Some(holder) => self.copied.insert(address, holder),
                None => self.copied.remove(&address),
            };
        }
        if let Some(number) = effects.writes {
            let loaded = effects.loads.iter().flatten().last();
            let value = loaded.and_then(|address| self.memory(*address));
            self.registers[usize::from(number & 7)] = value;
            if !matches!(instruction, Instruction::LoadAddress { .. }) {
                self.codes = value;
            }
        }
    }

    /// Where the undefined value of a word came from; `None` if it is defined.
    fn memory(&self, address: u16) -> Option<Where> {
        if self.defined[usize::from(address)] {
            return None;
        }
        Some(self.copied.get(&address).copied().unwrap_or(Where::Memory(u32::from(address))))
    }

    fn report(&mut self, pc: u16, holder: Where) {
        let at = u32::from(pc);
        if self.uses.len() < MOST_USES && !self.uses.iter().any(|known| known.at == at) {
            self.uses.push(UndefinedUse { at, holder });
        }
    }

    pub(super) fn into_uses(self) -> Vec<UndefinedUse> {
        self.uses
    }
}

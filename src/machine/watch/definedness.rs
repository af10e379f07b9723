//! Values that the program never put there: registers and memory that hold whatever the machine started with.
//!
//! Copying such a value, as a subroutine does that saves its caller's registers, is no use of it.

use std::collections::BTreeMap;

use super::super::effects::numbers;
use super::super::{Effects, Preset, UndefinedUse, Where};

/// More uses than these are not reported.
const MOST_USES: usize = 20;
/// The general registers and what has a number after theirs: as many as a mask has bits.
const MOST_REGISTERS: usize = 32;

/// This many cells are kept together, once something is put into one of them.
const PAGE: usize = 4096;

/// A part of memory that holds nothing that means something when a program starts.
#[derive(Clone, Debug)]
pub struct Unwritten {
    base: u32,
    /// For each cell, whether something was put there; `None` if nothing was put into any cell of the page.
    pages: Vec<Option<Box<[bool; PAGE]>>>,
}

impl Unwritten {
    /// The memory from `base` to before `end`.
    pub fn new(base: u32, end: u32) -> Self {
        let cells = end.saturating_sub(base) as usize;
        Self { base, pages: vec![None; cells.div_ceil(PAGE)] }
    }

    /// Says that something was put into cells.
    pub fn write(&mut self, address: u32, cells: u32) {
        let end = address.saturating_add(cells);
        let mut address = address;
        while address < end {
            // As far as the page goes; cells before the first page or after the last one are not tracked.
            let (page, index) = self.place(address);
            let count = (PAGE - index).min((end - address) as usize);
            if let Some(page) = self.pages.get_mut(page) {
                page.get_or_insert_with(|| Box::new([false; PAGE]))[index..index + count].fill(true);
            }
            address += count as u32;
        }
    }

    /// Returns `Some(true)` if every one of these cells was written, or all lie outside the tracked memory;
    /// `None` if the cells must be looked at one by one.
    #[inline]
    fn are_written(&self, address: u32, cells: u32) -> Option<bool> {
        let (page, index) = self.place(address);
        let count = cells as usize;
        if page >= self.pages.len() {
            let (last, _) = self.place(address.saturating_add(cells));
            return (last >= self.pages.len()).then_some(true);
        }
        let cells = self.pages[page].as_ref()?.get(index..index + count)?;
        cells.iter().all(|is_written| *is_written).then_some(true)
    }

    #[inline]
    fn place(&self, address: u32) -> (usize, usize) {
        let index = address.wrapping_sub(self.base) as usize;
        (index / PAGE, index % PAGE)
    }

    #[inline]
    fn cell(&mut self, address: u32) -> Option<&mut bool> {
        let (page, index) = self.place(address);
        self.pages.get_mut(page)?.get_or_insert_with(|| Box::new([false; PAGE])).get_mut(index)
    }

    /// Returns `true` if a cell was written; `None` if it is not tracked.
    fn is_written(&self, address: u32) -> Option<bool> {
        let (page, index) = self.place(address);
        let page = self.pages.get(page)?;
        Some(page.as_ref().is_some_and(|page| page[index]))
    }
}

const fn bit(register: u8) -> u32 {
    1 << (register % MOST_REGISTERS as u8)
}

#[derive(Debug)]
pub(super) struct Definedness {
    /// The registers whose values are undefined.
    undefined: u32,
    /// For each of them what its value came from.
    origins: [Where; MOST_REGISTERS],
    unwritten: Vec<Unwritten>,
    /// Where undefined values in memory came from, if they were copied there.
    copied: BTreeMap<u32, Where>,
    uses: Vec<UndefinedUse>,
}

impl Definedness {
    pub(super) fn new(defined: u32, unwritten: Vec<Unwritten>, preset: Option<&Preset>) -> Self {
        let mut definedness = Self {
            undefined: !defined,
            origins: std::array::from_fn(|number| Where::Register(number as u8)),
            unwritten,
            copied: BTreeMap::new(),
            uses: Vec::new(),
        };
        if let Some(preset) = preset {
            for (address, cells) in &preset.cells {
                definedness.define(*address, cells.len() as u32);
            }
            for (number, _) in preset.registers.iter().chain(&preset.returns_to) {
                definedness.undefined &= !bit(*number);
            }
        }
        definedness
    }

    fn register(&self, number: u8) -> Option<Where> {
        (self.undefined & bit(number) != 0).then(|| self.origins[usize::from(number) % MOST_REGISTERS])
    }

    /// Says that something that means something was put into cells.
    pub(super) fn define(&mut self, address: u32, cells: u32) {
        for part in &mut self.unwritten {
            part.write(address, cells);
        }
        // Values that were copied to a stack are many, and stores to other places are more.
        let is_among =
            self.copied.first_key_value().is_some_and(|(first, _)| *first < address.saturating_add(cells))
                && self.copied.last_key_value().is_some_and(|(last, _)| *last >= address);
        if is_among {
            let end = address.saturating_add(cells);
            while let Some((at, _)) = self.copied.range(address..end).next() {
                let at = *at;
                self.copied.remove(&at);
            }
        }
    }

    /// Follows one instruction before it is executed.
    pub(super) fn follow(&mut self, pc: u32, effects: &Effects) {
        for number in numbers(effects.reads & self.undefined) {
            self.report(pc, self.origins[usize::from(number)]);
        }
        // One report for one missing value; what is computed from it is not the root.
        self.undefined &= !effects.reads;
        if let Some(holder) = effects.pointer.and_then(|pointer| self.memory(pointer, 1)) {
            self.report(pc, holder);
        }
        let copied = effects.copies.and_then(|number| self.register(number));
        if let Some((address, cells)) = effects.store {
            match copied {
                Some(holder) => self.copy(address, cells, holder),
                None => self.define(address, cells),
            }
        }
        if let Some(block) = effects.block {
            return self.follow_block(effects, block);
        }
        if effects.writes == 0 {
            return;
        }
        let loaded = effects.load.and_then(|(address, cells)| self.memory(address, cells));
        if loaded.is_none() && copied.is_none() {
            self.undefined &= !effects.writes;
            return;
        }
        self.undefined |= effects.writes;
        for number in numbers(effects.writes) {
            // A copy in another register is what is used later.
            self.origins[usize::from(number)] = loaded.unwrap_or(Where::Register(number));
        }
    }

    /// Follows values between registers and memory, each on its own.
    fn follow_block(&mut self, effects: &Effects, (registers, cells): (u32, u32)) {
        let start = effects.store.or(effects.load).map_or(0, |(address, _)| address);
        let places = (0u32..).map(|index| start.wrapping_add(index.wrapping_mul(cells)));
        for (number, place) in numbers(registers).zip(places) {
            if effects.store.is_some() {
                if let Some(holder) = self.register(number) {
                    self.copy(place, cells, holder);
                }
            } else if let Some(holder) = self.memory(place, cells) {
                self.undefined |= bit(number);
                self.origins[usize::from(number)] = holder;
            } else {
                self.undefined &= !bit(number);
            }
        }
    }

    /// An undefined value is copied to memory.
    fn copy(&mut self, address: u32, cells: u32, holder: Where) {
        for address in address..address.saturating_add(cells) {
            if let Some(cell) = self.unwritten.iter_mut().find_map(|part| part.cell(address)) {
                *cell = false;
                self.copied.insert(address, holder);
            }
        }
    }

    /// Where the undefined value of cells came from; `None` if all are defined.
    fn memory(&self, address: u32, cells: u32) -> Option<Where> {
        if self.unwritten.iter().all(|part| part.are_written(address, cells) == Some(true)) {
            return None;
        }
        let is_written =
            |address: u32| self.unwritten.iter().find_map(|part| part.is_written(address)).unwrap_or(true);
        let first = (address..address.saturating_add(cells)).find(|address| !is_written(*address))?;
        Some(self.copied.get(&first).copied().unwrap_or(Where::Memory(first)))
    }

    fn report(&mut self, at: u32, holder: Where) {
        if self.uses.len() < MOST_USES && !self.uses.iter().any(|known| known.at == at) {
            self.uses.push(UndefinedUse { at, holder });
        }
    }

    pub(super) fn into_uses(self) -> Vec<UndefinedUse> {
        self.uses
    }
}

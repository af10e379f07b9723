//! Values that the program never put there: registers and memory that hold whatever the machine started with.
//!
//! Copying such a value, as a subroutine does that saves its caller's registers, is no use of it.

mod unwritten;

pub use unwritten::Unwritten;

use super::super::effects::{MOST_REGISTERS, numbers};
use super::super::{Effects, Preset, UndefinedUse, Where};

/// More uses than these are not reported.
const MOST_USES: usize = 20;

const fn bit(register: u8) -> u32 {
    1 << (register % MOST_REGISTERS as u8)
}

#[derive(Debug)]
pub(super) struct Definedness {
    /// The registers whose values are undefined.
    undefined: u32,
    /// For each of them what its value came from.
    origins: [Where; MOST_REGISTERS],
    /// Parts of memory, none of which has cells of another one.
    unwritten: Vec<Unwritten>,
    uses: Vec<UndefinedUse>,
}

impl Definedness {
    pub(super) fn new(defined: u32, unwritten: Vec<Unwritten>, preset: Option<&Preset>) -> Self {
        let mut definedness = Self {
            undefined: !defined,
            origins: std::array::from_fn(|number| Where::Register(number as u8)),
            unwritten,
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

    /// Says that something that means something was put into cells.
    pub(super) fn define(&mut self, address: u32, cells: u32) {
        self.unwritten.iter_mut().for_each(|part| part.write(address, cells));
    }

    /// Says that an instruction uses the values of registers, before it is executed.
    #[inline]
    pub(super) fn use_registers(&mut self, pc: u32, reads: u32) {
        if reads & self.undefined != 0 {
            self.report_registers(pc, reads);
        }
    }

    /// Says that an instruction puts something that means something into registers.
    #[inline]
    pub(super) fn define_registers(&mut self, writes: u32) {
        self.undefined &= !writes;
    }

    /// One report for one missing value; what is computed from it is not the root.
    #[cold]
    fn report_registers(&mut self, pc: u32, reads: u32) {
        for number in numbers(reads & self.undefined) {
            self.report(pc, self.origins[usize::from(number)]);
        }
        self.undefined &= !reads;
    }

    /// Follows values that an instruction takes from one place to another without using them, and those that it makes.
    pub(super) fn follow(&mut self, pc: u32, effects: &Effects) {
        if let Some(holder) = effects.pointer.and_then(|pointer| self.memory(pointer, 1)) {
            self.report(pc, holder);
        }
        if let Some((registers, cells)) = effects.block {
            return self.follow_block(effects, registers, cells);
        }
        let copied = effects.copies.and_then(|number| self.register(number));
        if let Some((address, cells)) = effects.store {
            self.store(address, cells, copied);
        }
        if effects.writes == 0 {
            return;
        }
        let loaded = effects.load.and_then(|(address, cells)| self.memory(address, cells));
        if loaded.is_none() && copied.is_none() {
            return self.define_registers(effects.writes);
        }
        self.undefined |= effects.writes;
        for number in numbers(effects.writes) {
            // A copy in another register is what is used later.
            self.origins[usize::from(number)] = loaded.unwrap_or(Where::Register(number));
        }
    }

    /// Follows values between registers and memory, each on its own.
    fn follow_block(&mut self, effects: &Effects, registers: u32, cells: u32) {
        let start = effects.store.or(effects.load).map_or(0, |(address, _)| address);
        if let Some((address, all)) = effects.store {
            self.define(address, all);
        }
        let places = (0u32..).map(|index| start.wrapping_add(index.wrapping_mul(cells)));
        for (number, place) in numbers(registers).zip(places) {
            if effects.store.is_some() {
                if let Some(holder) = self.register(number) {
                    self.store(place, cells, Some(holder));
                }
            } else if let Some(holder) = self.memory(place, cells) {
                self.undefined |= bit(number);
                self.origins[usize::from(number)] = holder;
            } else {
                self.undefined &= !bit(number);
            }
        }
    }

    /// The origin of a register's value, if that is undefined.
    fn register(&self, number: u8) -> Option<Where> {
        (self.undefined & bit(number) != 0).then(|| self.origins[usize::from(number) % MOST_REGISTERS])
    }

    /// Stores a value, which came from `holder` if it is undefined.
    fn store(&mut self, address: u32, cells: u32, holder: Option<Where>) {
        match holder {
            Some(holder) => self.unwritten.iter_mut().for_each(|part| part.copy(address, cells, holder)),
            None => self.define(address, cells),
        }
    }

    /// The origin of the first undefined value in cells; `None` if all are defined.
    fn memory(&self, address: u32, cells: u32) -> Option<Where> {
        let undefined = self.unwritten.iter().filter_map(|part| part.first(address, cells));
        undefined.min_by_key(|(at, _)| *at).map(|(_, origin)| origin)
    }

    #[cold]
    fn report(&mut self, at: u32, holder: Where) {
        if self.uses.len() < MOST_USES && !self.uses.iter().any(|known| known.at == at) {
            self.uses.push(UndefinedUse { at, holder });
        }
    }

    pub(super) fn into_uses(self) -> Vec<UndefinedUse> {
        self.uses
    }
}

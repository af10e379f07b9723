//! Sections of memory that are filled one after the other and get their addresses at the end.

use super::expression::Place;

/// A section.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// The number of the source that it belongs to.
    pub unit: usize,
    /// Its purpose; sections are sorted by that.
    pub kind: Kind,
    /// It begins at a multiple of this many bytes.
    pub alignment: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The purpose of a section, in the order in which sections lie in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Instructions that have to be first.
    First,
    /// Instructions.
    #[default]
    Code,
    /// Values that are only read.
    Constants,
    /// Values.
    Data,
    /// Values that are not there at the start.
    Reserved,
    /// Such values under a name that all sources share.
    Common,
}

impl Kind {
    /// Returns `true` if the program may write there.
    pub fn is_writable(self) -> bool {
        matches!(self, Self::Data | Self::Reserved | Self::Common)
    }
}

impl Section {
    /// The distance from the beginning to the next free byte.
    pub fn offset(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// Fills up to a multiple of some bytes and this many more; returns the number of bytes that it took.
    pub fn align(&mut self, alignment: u32, more: u32, fill: u8) -> u32 {
        let alignment = alignment.max(1);
        self.alignment = self.alignment.max(alignment);
        let missing = more.wrapping_sub(self.offset()) % alignment;
        self.fill(missing, fill);
        missing
    }

    /// Adds this many bytes of one value.
    pub fn fill(&mut self, count: u32, value: u8) {
        self.bytes.resize(self.bytes.len() + count as usize, value);
    }

    /// Writes bytes over those at an offset.
    pub fn write(&mut self, offset: u32, bytes: &[u8]) {
        let start = offset as usize;
        if let Some(place) = self.bytes.get_mut(start..start + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }
}

/// The sections in the order in which they lie: by their kinds, and those of one kind as they were begun.
pub fn in_order(sections: &[Section]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sections.len()).collect();
    order.sort_by_key(|index| sections[*index].kind);
    order
}

/// Gives each section that `order` lists its address, one after the other from `start` on; returns the end, or `None` if
/// memory ends before.
pub fn place(sections: &[Section], order: &[usize], start: u32, bases: &mut [u32]) -> Option<u32> {
    let mut address = start;
    for index in order {
        let section = &sections[*index];
        address = address.checked_next_multiple_of(section.alignment.max(1))?;
        bases[*index] = address;
        address = address.checked_add(section.offset())?;
    }
    Some(address)
}

/// The address of a place.
pub fn address_of(place: Place, bases: &[u32]) -> u32 {
    let base = bases.get(place.section).copied().unwrap_or(0);
    base.wrapping_add(place.offset as u32)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Section, address_of, in_order, place};
    use crate::asm::Place;

    #[test]
    fn sections_lie_by_kind_and_alignment() {
        let section = |kind, size: usize, alignment| Section {
            kind,
            alignment,
            bytes: vec![0; size],
            ..Section::default()
        };
        let sections = [
            section(Kind::Data, 3, 4),
            section(Kind::Code, 6, 4),
            section(Kind::First, 4, 4),
            section(Kind::Code, 4, 8),
        ];
        let order = in_order(&sections);
        assert_eq!(order, [2, 1, 3, 0]);
        let mut bases = [0; 4];
        assert_eq!(place(&sections, &order, 0x100, &mut bases), Some(0x117));
        assert_eq!(bases, [0x114, 0x104, 0x100, 0x110]);
        assert_eq!(address_of(Place { section: 1, offset: 2 }, &bases), 0x106);
        assert_eq!(place(&sections, &order, u32::MAX - 8, &mut bases), None);
    }

    #[test]
    fn alignment_may_leave_a_distance() {
        let mut section = Section { bytes: vec![1], ..Section::default() };
        assert_eq!((section.align(4, 0, 0), section.align(4, 0, 0)), (3, 0));
        assert_eq!((section.align(4, 3, 7), section.bytes.len(), section.alignment), (3, 7, 4));
    }
}

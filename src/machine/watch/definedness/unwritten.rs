//! Memory that holds whatever the machine started with, until something is put there.

use std::ops::Range;

use super::super::super::Where;

/// This many cells are kept together, once something is put into one of them.
const PAGE: usize = 4096;
/// The bits of this many cells are kept in one word.
const WORD: u32 = u64::BITS;

/// A part of memory that holds nothing that means something when a program starts.
#[derive(Clone, Debug)]
pub struct Unwritten {
    base: u32,
    end: u32,
    /// `None` if nothing was put into any cell of the page.
    pages: Vec<Option<Box<Page>>>,
}

#[derive(Clone, Debug)]
struct Page {
    /// A bit for each cell, set if something was put there.
    written: [u64; PAGE / WORD as usize],
    /// For each cell the origin of an undefined value that was copied there. What it says of cells that are written counts for
    /// nothing. Empty while no such value was copied to this page.
    copied: Vec<Option<Where>>,
}

impl Page {
    fn new() -> Box<Self> {
        Box::new(Self { written: [0; PAGE / WORD as usize], copied: Vec::new() })
    }
}

/// Cells of one page whose bits are in the same word.
struct Few {
    page: usize,
    /// The first one, counted from the first of the page.
    first: usize,
    word: usize,
    bits: u64,
}

impl Unwritten {
    /// The memory from `base` to before `end`.
    pub fn new(base: u32, end: u32) -> Self {
        let cells = end.saturating_sub(base) as usize;
        Self { base, end, pages: vec![None; cells.div_ceil(PAGE)] }
    }

    /// Says that something that means something was put into cells.
    #[inline]
    pub fn write(&mut self, address: u32, cells: u32) {
        for few in few_by_few(self.own(address, cells)) {
            self.pages[few.page].get_or_insert_with(Page::new).written[few.word] |= few.bits;
        }
    }

    /// Says that a value of this origin that is undefined was copied to cells.
    pub(super) fn copy(&mut self, address: u32, cells: u32, origin: Where) {
        for few in few_by_few(self.own(address, cells)) {
            let page = self.pages[few.page].get_or_insert_with(Page::new);
            page.written[few.word] &= !few.bits;
            if page.copied.is_empty() {
                page.copied = vec![None; PAGE];
            }
            let count = few.bits.count_ones() as usize;
            page.copied[few.first..few.first + count].fill(Some(origin));
        }
    }

    /// The first of some cells that holds an undefined value, and the origin of that; `None` if all are defined.
    #[inline]
    pub(super) fn first(&self, address: u32, cells: u32) -> Option<(u32, Where)> {
        few_by_few(self.own(address, cells)).find_map(|few| {
            let page = self.pages[few.page].as_deref();
            let missing = few.bits & !page.map_or(0, |page| page.written[few.word]);
            (missing != 0).then(|| {
                let index = few.word * WORD as usize + missing.trailing_zeros() as usize;
                let address = self.base + (few.page * PAGE + index) as u32;
                let copied = page.and_then(|page| page.copied.get(index).copied().flatten());
                (address, copied.unwrap_or(Where::Memory(address)))
            })
        })
    }

    /// Those of some cells that belong to this part, counted from its first one.
    #[inline]
    fn own(&self, address: u32, cells: u32) -> Range<u32> {
        let (first, end) = (address.max(self.base), address.saturating_add(cells).min(self.end));
        if first < end { first - self.base..end - self.base } else { 0..0 }
    }
}

/// Takes cells apart into those whose bits are in the same word.
#[inline]
fn few_by_few(cells: Range<u32>) -> impl Iterator<Item = Few> {
    let Range { mut start, end } = cells;
    std::iter::from_fn(move || {
        let (first, shift) = (start as usize % PAGE, start % WORD);
        let count = (end - start).min(WORD - shift);
        let bits = u64::MAX.checked_shr(WORD - count)? << shift;
        let few = Few { page: start as usize / PAGE, first, word: first / WORD as usize, bits };
        start += count;
        Some(few)
    })
}

#[cfg(test)]
mod tests {
    use super::{PAGE, Unwritten};
    use crate::machine::Where;

    const BASE: u32 = 0x1003;
    const END: u32 = BASE + 2 * PAGE as u32 + 100;

    #[test]
    fn cells_are_undefined_until_something_is_put_there() {
        let mut part = Unwritten::new(BASE, END);
        let first = |part: &Unwritten, address| part.first(address, 8).map(|(at, _)| at);
        for address in [BASE, BASE + 60, BASE + PAGE as u32 - 3, END - 8] {
            assert_eq!(part.first(address, 8), Some((address, Where::Memory(address))));
            part.write(address, 3);
            part.write(address + 4, 4);
            assert_eq!(first(&part, address), Some(address + 3));
            part.write(address + 3, 1);
            assert_eq!(first(&part, address), None);
        }
        part.write(BASE, END - BASE);
        assert_eq!(part.first(0, u32::MAX), None);
    }

    #[test]
    fn cells_outside_are_not_looked_at() {
        let mut part = Unwritten::new(BASE, END);
        part.write(BASE - 4, 4);
        part.write(END, 4);
        part.copy(END, 4, Where::Register(7));
        assert_eq!(part.first(BASE - 8, 8), None);
        assert_eq!(part.first(END, u32::MAX), None);
        assert_eq!(part.first(BASE - 2, 4), Some((BASE, Where::Memory(BASE))));
        assert_eq!(part.first(END - 1, 4), Some((END - 1, Where::Memory(END - 1))));
    }

    #[test]
    fn undefined_values_keep_their_origin() {
        let mut part = Unwritten::new(BASE, END);
        let (at, origin) = (BASE + PAGE as u32 - 2, Where::Register(4));
        part.write(BASE, END - BASE);
        part.copy(at, 4, origin);
        assert_eq!(part.first(BASE, END - BASE), Some((at, origin)));
        assert_eq!(part.first(at + 3, 4), Some((at + 3, origin)));
        part.write(at, 4);
        assert_eq!(part.first(BASE, END - BASE), None);
    }
}

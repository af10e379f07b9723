//! The changes that a store makes to memory: observers are called before it, and know what it left once the
//! machine has gone on.

use super::Core;

/// The words that may be about to change, with their old values.
#[derive(Debug, Default)]
pub(super) struct Touched(Vec<(u32, u32)>);

impl Touched {
    /// Returns `true` if no word is kept.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the words that hold cells, before something is stored there. A word that nothing can be stored in is left out.
    #[inline]
    pub(super) fn keep<C: Core>(&mut self, core: &C, address: u32, cells: u32) {
        let word = C::ISA.word.cells;
        let last = address.saturating_add(cells - 1);
        let mut address = address - address % word;
        loop {
            if let Some(old) = core.word_at(address) {
                self.0.push((address, old));
            }
            if last - address < word {
                break;
            }
            address += word;
        }
    }

    /// The kept words that have changed: address, old value and new value, in the order of the stores. They
    /// are kept no longer.
    #[inline]
    pub(super) fn changes<C: Core>(&mut self, core: &C) -> impl Iterator<Item = (u32, u32, u32)> {
        let words =
            self.0.drain(..).map(|(address, old)| (address, old, core.word_at(address).unwrap_or(old)));
        words.filter(|(_, old, new)| new != old)
    }
}

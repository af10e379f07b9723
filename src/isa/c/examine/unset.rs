//! The parts of the stack in which nothing was stored since they were taken.

/// A bit for each byte of the stack.
#[derive(Debug)]
pub(super) struct Unset {
    /// The lowest address.
    low: u32,
    /// One past the highest address.
    high: u32,
    /// A bit is set where nothing was stored.
    bits: Vec<u64>,
    /// The stack pointer before the last instruction.
    pointer: u32,
    /// True if the last instruction stored something.
    has_stored: bool,
}

impl Unset {
    pub(super) fn new((low, high): (u32, u32)) -> Self {
        let words = (high - low).div_ceil(64) as usize;
        Self { low, high, bits: vec![0; words], pointer: 0, has_stored: false }
    }

    /// Goes on to the next instruction, before which the stack pointer is this. What the last one took of the stack holds nothing,
    /// unless it stored it in the same step.
    pub(super) fn follow(&mut self, pointer: u32) {
        if pointer < self.pointer && !self.has_stored && self.pointer <= self.high {
            self.mark(pointer.max(self.low), self.pointer, true);
        }
        (self.pointer, self.has_stored) = (pointer, false);
    }

    /// Something is stored.
    pub(super) fn store(&mut self, address: u32, cells: u32) {
        self.has_stored = true;
        let end = address.saturating_add(cells).min(self.high);
        self.mark(address.max(self.low), end, false);
    }

    /// Returns `true` if nothing was stored in some of these bytes.
    pub(super) fn is_any(&self, address: u32, cells: u32) -> bool {
        let bytes = address.max(self.low)..address.saturating_add(cells).min(self.high);
        bytes.into_iter().any(|byte| {
            let bit = byte - self.low;
            self.bits[(bit / 64) as usize] >> (bit % 64) & 1 != 0
        })
    }

    fn mark(&mut self, start: u32, end: u32, is_unset: bool) {
        let mut at = start;
        while at < end {
            let bit = at - self.low;
            let (word, first) = ((bit / 64) as usize, bit % 64);
            let count = (64 - first).min(end - at);
            let mask = (u64::MAX >> (64 - count)) << first;
            if is_unset {
                self.bits[word] |= mask;
            } else {
                self.bits[word] &= !mask;
            }
            at += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unset;

    #[test]
    fn what_is_taken_holds_nothing_until_it_is_stored() {
        let mut unset = Unset::new((1000, 2000));
        unset.follow(2000);
        unset.follow(1500);
        assert!(unset.is_any(1500, 1) && unset.is_any(1999, 4) && !unset.is_any(1499, 1));
        unset.store(1600, 200);
        assert!(!unset.is_any(1600, 200) && unset.is_any(1599, 2) && unset.is_any(1799, 2));
        // Given back and taken again.
        unset.follow(2000);
        unset.follow(1500);
        assert!(unset.is_any(1700, 1));
        // `push` stores what it takes.
        unset.follow(2000);
        unset.store(1990, 10);
        unset.follow(1990);
        assert!(!unset.is_any(1990, 10));
        // Beyond both ends there is nothing.
        unset.store(0, u32::MAX);
        assert!(!unset.is_any(0, u32::MAX));
    }
}

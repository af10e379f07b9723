//! Exact detection of endless loops.
//!
//! Brent's method: a checkpoint of the state is compared with the state at later visits and taken anew after 1, 2, 4, ...
//! visits. Memory is not compared: while stores are reported, the number of words that differ from the
//! checkpoint is kept. If nothing differs, the machine will do the same for ever; there are no hashes to doubt.

use std::collections::BTreeMap;

/// Watches the visits of one run. `State` is everything beside memory that decides what happens next.
#[derive(Debug)]
pub struct CycleDetector<State> {
    checkpoint: Option<(State, u64)>,
    visits_left: u64,
    next_gap: u64,
    originals: BTreeMap<u32, u32>,
    differing: usize,
}

impl<State: PartialEq> CycleDetector<State> {
    /// A detector without a checkpoint.
    pub fn new() -> Self {
        Self { checkpoint: None, visits_left: 0, next_gap: 1, originals: BTreeMap::new(), differing: 0 }
    }

    /// Notes that a word of memory changes from `old` to `new`.
    pub fn store(&mut self, address: u32, old: u32, new: u32) {
        let original = *self.originals.entry(address).or_insert(old);
        self.differing -= usize::from(old != original);
        self.differing += usize::from(new != original);
    }

    /// Visits a state before the instruction number `step`; returns the length of the cycle if there is one.
    pub fn visit(&mut self, state: State, step: u64) -> Option<u64> {
        if let Some((checkpoint, at)) = &self.checkpoint
            && self.differing == 0
            && *checkpoint == state
        {
            return Some(step - at);
        }
        if self.visits_left == 0 {
            self.checkpoint = Some((state, step));
            self.visits_left = self.next_gap;
            self.next_gap = self.next_gap.saturating_mul(2);
            self.originals.clear();
            self.differing = 0;
        }
        self.visits_left -= 1;
        None
    }
}

impl<State: PartialEq> Default for CycleDetector<State> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::CycleDetector;

    #[test]
    fn a_loop_that_changes_memory_back_is_a_cycle() {
        let mut detector = CycleDetector::new();
        let mut found = None;
        for step in 0..20u32 {
            detector.store(7, step % 2, (step + 1) % 2);
            found = found.or(detector.visit(0, u64::from(step)));
        }
        assert_eq!(found, Some(2));
    }

    #[test]
    fn a_counter_in_memory_is_no_cycle() {
        let mut detector = CycleDetector::new();
        for step in 0..1000u32 {
            detector.store(7, step, step + 1);
            assert_eq!(detector.visit(0, u64::from(step)), None);
        }
    }
}

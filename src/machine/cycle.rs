//! Exact detection of endless loops.
//!
//! Brent's method: a checkpoint of the state is compared with the state at later visits and replaced after 1, 2, 4, ...
//! visits. Memory is not compared: each store is reported with the word before and after it, and the number of words that
//! differ from the checkpoint is kept. If nothing differs, the machine will do the same forever; there are no hashes to
//! doubt.
//!
//! Why a loop that is reported is one. Let every change of memory since the checkpoint be reported, in order. The first
//! report of a word gives its value at the checkpoint, as nothing changed it before; the last one gives its value now; a
//! word without a report has not changed. `differing` is by construction the number of reported words whose two values are
//! not the same, so that it is zero if and only if memory is as it was at the checkpoint. With an equal state the machine
//! is then the same machine, and as it is deterministic it comes back here in the same number of steps forever. A change
//! that is not reported is allowed only if the state can never again be what it was at the checkpoint, as with keys that
//! were read.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Watches the visits of one run. `State` is everything besides memory that decides what happens next.
#[derive(Debug)]
pub struct CycleDetector<State> {
    checkpoint: Option<(State, u64)>,
    visits_left: u64,
    next_gap: u64,
    /// For each word that was stored to since the checkpoint: its value there, and its value now.
    words: HashMap<u32, (u32, u32), BuildHasherDefault<Spread>>,
    /// The number of entries of `words` whose two values differ.
    differing: usize,
}

impl<State: PartialEq> CycleDetector<State> {
    /// A detector without a checkpoint.
    pub fn new() -> Self {
        Self { checkpoint: None, visits_left: 0, next_gap: 1, words: HashMap::default(), differing: 0 }
    }

    /// Notes that a word of memory changes from `old` to `new`.
    pub fn store(&mut self, address: u32, old: u32, new: u32) {
        let (original, now) = self.words.entry(address).or_insert((old, old));
        self.differing -= usize::from(now != original);
        *now = new;
        self.differing += usize::from(now != original);
    }

    /// Visits a state before the instruction number `step`; returns the length of the cycle if there is one. The state is
    /// looked at only if it matters.
    pub fn visit(&mut self, state: impl Fn() -> State, step: u64) -> Option<u64> {
        if let Some((checkpoint, at)) = &self.checkpoint
            && self.differing == 0
            && *checkpoint == state()
        {
            return Some(step - at);
        }
        if self.visits_left == 0 {
            self.checkpoint = Some((state(), step));
            self.visits_left = self.next_gap;
            self.next_gap = self.next_gap.saturating_mul(2);
            self.words.clear();
            self.differing = 0;
        }
        self.visits_left -= 1;
        None
    }
}

/// A hash of addresses, in one step. No more of them are kept than a run has stores.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32((*byte).into());
        }
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
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
            found = found.or(detector.visit(|| 0, u64::from(step)));
        }
        assert_eq!(found, Some(2));
    }

    /// Every sequence of a few stores to two words, with visits between: the detector finds a cycle exactly where both words
    /// are as they were at its checkpoint.
    #[test]
    fn a_cycle_is_found_exactly_where_memory_is_as_it_was() {
        const STEPS: u32 = 7;
        for choices in 0..6u32.pow(STEPS) {
            let mut detector = CycleDetector::new();
            detector.visit(|| (), 0);
            let (mut memory, mut checkpoint, mut left, mut gap) = ([0u32; 2], [0u32; 2], 0, 2);
            for step in 1..=STEPS {
                let choice = choices / 6u32.pow(step - 1) % 6;
                let (word, new) = (choice as usize / 3, choice % 3);
                detector.store(word as u32, memory[word], new);
                memory[word] = new;
                let found = detector.visit(|| (), u64::from(step));
                assert_eq!(found.is_some(), memory == checkpoint, "choices {choices}, step {step}");
                if found.is_some() {
                    break;
                }
                if left == 0 {
                    (checkpoint, left, gap) = (memory, gap, gap * 2);
                }
                left -= 1;
            }
        }
    }

    #[test]
    fn a_counter_in_memory_is_no_cycle() {
        let mut detector = CycleDetector::new();
        for step in 0..1000u32 {
            detector.store(7, step, step + 1);
            assert_eq!(detector.visit(|| 0, u64::from(step)), None);
        }
    }
}

//! Endless loops: proved, and then recorded for one round.

use super::super::{CycleDetector, EndlessLoop, Facts};

/// More instructions than these of a loop are not listed.
const MOST_ADDRESSES: usize = 1000;

#[derive(Debug)]
pub(super) struct Loops<State> {
    detector: CycleDetector<State>,
    steps: u64,
    /// While the round of a proved loop is recorded: the number of instructions that are left.
    recording: Option<u64>,
}

impl<State: PartialEq> Loops<State> {
    pub(super) fn new() -> Self {
        Self { detector: CycleDetector::new(), steps: 0, recording: None }
    }

    pub(super) fn to_record(&self) -> u64 {
        self.recording.unwrap_or(0)
    }

    /// Visits an instruction; `false` if a loop is known in all its parts. Every loop jumps back somewhere.
    #[inline]
    pub(super) fn visit(&mut self, is_back: bool, state: impl Fn() -> State, facts: &mut Facts) -> bool {
        self.steps += 1;
        (!is_back && self.recording.is_none()) || self.look(state, facts)
    }

    /// Looks if the program is where it was before, or counts what is left of the round.
    fn look(&mut self, state: impl Fn() -> State, facts: &mut Facts) -> bool {
        if let Some(left) = &mut self.recording {
            *left -= 1;
            return *left > 0;
        }
        if let Some(period) = self.detector.visit(state, self.steps) {
            facts.endless_loop =
                Some(EndlessLoop { addresses: Vec::new(), period, waits_for_key: false, prints: false });
            self.recording = Some(period + 1);
        }
        true
    }

    /// Notes an instruction of the round that is recorded, if one is.
    #[inline]
    pub(super) fn note(&mut self, pc: u32, polls: bool, facts: &mut Facts) {
        if let (Some(_), Some(endless)) = (self.recording, &mut facts.endless_loop) {
            if !endless.addresses.contains(&pc) && endless.addresses.len() < MOST_ADDRESSES {
                endless.addresses.push(pc);
            }
            endless.waits_for_key |= polls;
        }
    }

    pub(super) fn store(&mut self, address: u32, old: u32, new: u32) {
        self.detector.store(address, old, new);
    }

    pub(super) fn printed(&self, facts: &mut Facts) {
        if let (Some(_), Some(endless)) = (self.recording, &mut facts.endless_loop) {
            endless.prints = true;
        }
    }
}

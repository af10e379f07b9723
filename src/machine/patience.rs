//! The budget that a run gets, and the part of it that is executed.
//!
//! A program without an end would be executed until its budget is used up. Where it goes round and round and nothing changes,
//! which is proved, whole rounds are counted and not executed: the run ends as it would have, in the same place and state.

use super::touched::Touched;
use super::{Core, CycleDetector, Ended, Observer, Stop};
use crate::console::Console;

/// The number of instructions after which the console is asked whether it still waits.
const STRETCH: u64 = 1 << 16;
/// So many instructions are watched for a round after each stretch in which nothing was printed or read: a look costs a
/// hundred times what it looks at, and must not slow down what only computes for long.
const LOOK: u64 = 32;

/// Runs a machine up to `fuel` instructions in all, as long as the console waits. Rounds that are counted and not executed are not
/// shown to the observer.
pub(super) fn run_while_waited<C: Core>(
    core: &mut C,
    fuel: u64,
    console: &mut dyn Console,
    observer: &mut impl Observer<C>,
) -> Ended {
    // Runs that go on from a copy are looked at after as many instructions as whole ones.
    let end_of_stretch = |executed: u64| (executed / STRETCH + 1).saturating_mul(STRETCH).min(fuel);
    let mut until = end_of_stretch(core.executed());
    let mut contacts = console.contacts();
    // The stretches since the program printed or read something, and the length of the round in which it is caught.
    let (mut quiet, mut round) = (0u64, None);
    loop {
        let ended = core.run(until, console, observer);
        if ended.stop != Stop::OutOfFuel || ended.executed >= fuel || !console.waits(ended.executed) {
            return ended;
        }
        until = end_of_stretch(ended.executed);
        quiet = if console.contacts() == contacts { quiet + 1 } else { 0 };
        contacts = console.contacts();
        if round.is_none() && quiet.is_power_of_two() {
            let mut look = Look::new(core, LOOK * quiet, observer);
            let ended = core.run(until, console, &mut look);
            if ended.stop != Stop::OutOfFuel {
                return ended;
            }
            round = look.round;
        }
        if let Some(round) = round {
            let left = until.saturating_sub(core.executed());
            core.skip(left - left % round);
        }
    }
}

/// Looks for a round after which the machine is as it was before.
struct Look<'o, C: Core, O> {
    detector: CycleDetector<C::Snapshot>,
    last_pc: u32,
    touched: Touched,
    /// The number of instructions still to be looked at.
    left: u64,
    /// The length of the round, in instructions as [`Core::executed`] counts.
    round: Option<u64>,
    /// The observer of the run, which sees this part of it too.
    observer: &'o mut O,
}

impl<'o, C: Core, O: Observer<C>> Look<'o, C, O> {
    fn new(core: &C, left: u64, observer: &'o mut O) -> Self {
        Self {
            detector: CycleDetector::new(),
            last_pc: core.pc(),
            touched: Touched::default(),
            left,
            round: None,
            observer,
        }
    }

    fn note_stores(&mut self, core: &C) {
        for (address, old, new) in self.touched.changes(core) {
            self.detector.store(address, old, new);
        }
    }
}

impl<C: Core, O: Observer<C>> Observer<C> for Look<'_, C, O> {
    fn before(&mut self, core: &C, instruction: C::Instruction) -> bool {
        self.note_stores(core);
        if self.left == 0 {
            return false;
        }
        let pc = core.pc();
        // Every round jumps back somewhere.
        let is_back = pc <= self.last_pc && core.is_told_by_snapshot();
        self.round = if is_back { self.detector.visit(|| core.snapshot(), core.executed()) } else { None };
        let effects = core.effects(pc, instruction);
        // Anything it reads or changes outside can be different in the next round.
        let is_alone = !effects.is_outside && !effects.reads_key && !effects.polls;
        self.last_pc = pc;
        self.left = if is_alone { self.left.saturating_sub(1) } else { 0 };
        self.round.is_none() && self.left > 0 && self.observer.before(core, instruction)
    }

    fn storing(&mut self, core: &C, address: u32, cells: u32) {
        self.observer.storing(core, address, cells);
        self.note_stores(core);
        self.touched.keep(core, address, cells);
    }

    fn printed(&mut self, pc: u32) {
        self.observer.printed(pc);
        self.left = 0;
    }
}

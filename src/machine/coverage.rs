//! Counted runs: how often each instruction of the source is executed, which way its conditional branches go, and how often its
//! subroutines are called.
//!
//! A [`Counter`] observes any number of runs of one program. Only words that the source has as instructions count: neither data that
//! a program runs into, nor code that it writes itself, nor a subroutine of the course that stands in for one of its own.

mod code;

pub use code::{Branches, CodeLine, CodeMap, Coverage, Subroutine, stretches};

use std::collections::BTreeMap;

use super::{Core, Executable, Flow, Observer, Preset};
use crate::asm::Role;

/// Where a program can go on after an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// The branch, if it goes on in one of two places, depending on a condition.
    pub branch: Option<Branch>,
    /// True if it may call a subroutine: its [`Effects`](super::Effects) say so when it is executed.
    pub calls: bool,
    /// The first instruction of the subroutine, if it is the same each time.
    pub subroutine: Option<u32>,
}

/// A conditional branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Where it goes if its condition holds; `None` if that is worked out while it runs.
    pub target: Option<u32>,
    /// Where it goes on if not.
    pub next: u32,
    /// The number of instructions that are executed in between whatever the condition is: delay slots.
    pub slots: u8,
}

impl Way {
    /// The way of a branch without delay slots. A branch to the next instruction is none, as both ways are the same.
    pub fn branch(target: Option<u32>, next: u32) -> Self {
        let branch = Branch { target, next, slots: 0 };
        Self { branch: Some(branch).filter(|branch| branch.target != Some(next)), ..Self::default() }
    }

    /// The way of a call; of a subroutine that is the same each time, or of one whose address is in a register.
    pub fn call(subroutine: Option<u32>) -> Self {
        Self { calls: true, subroutine, ..Self::default() }
    }
}

/// How often an instruction was executed and, if it is a conditional branch, which way it went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often it was executed. Of a loop that is proved to be endless some rounds are executed, and the others are not counted.
    pub executed: u64,
    /// How often its condition held.
    pub taken: u64,
    /// How often it did not.
    pub passed: u64,
}

/// What some runs of a program executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Each instruction of the source that was executed, by its address.
    pub(super) instructions: BTreeMap<u32, Count>,
    /// How often subroutines were called, by the address of the first instruction.
    pub(super) calls: BTreeMap<u32, u64>,
}

impl Counts {
    /// Adds what other runs of the same program executed.
    pub fn add(&mut self, other: &Self) {
        for (address, count) in &other.instructions {
            let sum = self.instructions.entry(*address).or_default();
            sum.executed = sum.executed.saturating_add(count.executed);
            sum.taken = sum.taken.saturating_add(count.taken);
            sum.passed = sum.passed.saturating_add(count.passed);
        }
        for (entry, calls) in &other.calls {
            let sum = self.calls.entry(*entry).or_default();
            *sum = sum.saturating_add(*calls);
        }
    }

    /// The number of instructions of the source that were executed at all.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Returns `true` if nothing of the source was executed.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }

    /// Returns `true` if an instruction of the source was executed.
    pub fn is_executed(&self, address: u32) -> bool {
        self.instructions.contains_key(&address)
    }
}

/// A word of memory between the first and the last instruction of a stretch.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// False for what is no instruction, and for instructions that something else stands in for.
    is_counted: bool,
    way: Way,
    count: Count,
}

impl Slot {
    fn is_special(&self) -> bool {
        self.way.branch.is_some() || self.way.calls
    }
}

/// Instructions that lie near each other.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    base: u32,
    /// Instructions begin at multiples of two to the power of this from the base on.
    shift: u32,
    /// The number of its first slot, and of its slots.
    first: usize,
    length: usize,
}

/// A branch whose way is seen after that many more instructions.
#[derive(Clone, Copy, Debug)]
struct Pending {
    slot: usize,
    branch: Branch,
    left: u8,
}

/// Counts what is executed.
#[derive(Debug)]
pub struct Counter {
    stretches: Vec<Stretch>,
    slots: Vec<Slot>,
    calls: BTreeMap<u32, u64>,
    pending: Option<Pending>,
    /// The addresses at which something else stands in.
    detours: Vec<u32>,
}

/// Instructions with a larger gap between them, in instructions, are in two stretches.
const GAP: u32 = 1 << 12;

impl Counter {
    /// A counter for runs of a program that has executed nothing so far.
    pub fn new(program: &dyn Executable) -> Self {
        let lines = program.source_map().lines().iter();
        let addresses = lines.filter(|line| line.role == Role::Instruction).map(|line| line.address);
        let mut counter = Self {
            stretches: Vec::new(),
            slots: Vec::new(),
            calls: BTreeMap::new(),
            pending: None,
            detours: Vec::new(),
        };
        for address in addresses {
            let size = program.next_address(address).saturating_sub(address).max(1);
            let slot = Slot { is_counted: true, way: program.way(address), count: Count::default() };
            counter.add(address, size.trailing_zeros(), slot);
        }
        counter
    }

    /// Adds an instruction after all others.
    fn add(&mut self, address: u32, shift: u32, slot: Slot) {
        let last = self.stretches.last_mut().filter(|last| last.shift == shift);
        let found = last.and_then(|last| {
            let distance = address.checked_sub(last.base)?;
            let index = (distance >> shift) as usize;
            let is_near = index < last.length + GAP as usize && distance.trailing_zeros() >= shift;
            is_near.then_some((last, index))
        });
        if let Some((stretch, index)) = found {
            stretch.length = index + 1;
            self.slots.resize(stretch.first + index, Slot::default());
        } else {
            self.stretches.push(Stretch { base: address, shift, first: self.slots.len(), length: 1 });
        }
        self.slots.push(slot);
    }

    #[inline]
    fn slot(&self, address: u32) -> Option<usize> {
        self.stretches.iter().find_map(|stretch| {
            let distance = address.wrapping_sub(stretch.base);
            let index = (distance >> stretch.shift) as usize;
            let is_there = index < stretch.length && distance & ((1 << stretch.shift) - 1) == 0;
            is_there.then_some(stretch.first + index)
        })
    }

    /// Begins a run in a machine that a caller has prepared, or in a fresh one.
    pub(super) fn begin(&mut self, preset: Option<&Preset>) {
        let detours = preset.iter().flat_map(|preset| &preset.detours).map(|(from, _)| *from).collect();
        self.detours = detours;
        for index in 0..self.detours.len() {
            self.set_counted(self.detours[index], false);
        }
        if let Some(entry) = preset.and_then(|preset| preset.entry) {
            self.call(entry);
        }
    }

    /// Ends the run.
    pub(super) fn end(&mut self) {
        self.pending = None;
        for detour in std::mem::take(&mut self.detours) {
            self.set_counted(detour, true);
        }
    }

    fn set_counted(&mut self, address: u32, is_counted: bool) {
        if let Some(slot) = self.slot(address) {
            self.slots[slot].is_counted = is_counted;
        }
    }

    /// Notes the call of a subroutine, if the program has it.
    fn call(&mut self, entry: u32) {
        if self.slot(entry).is_some_and(|slot| self.slots[slot].is_counted) {
            *self.calls.entry(entry).or_default() += 1;
        }
    }

    /// Notes which way the last branch went, if that is seen by now.
    #[inline]
    fn follow(&mut self, pc: u32) {
        let Some(pending) = &mut self.pending else { return };
        if pending.left > 0 {
            pending.left -= 1;
            return;
        }
        let Pending { slot, branch, .. } = *pending;
        self.pending = None;
        let count = &mut self.slots[slot].count;
        if pc == branch.next {
            count.passed += 1;
        } else if branch.target.is_none_or(|target| target == pc) {
            // An interrupt may come in between; then nobody sees where the branch went.
            count.taken += 1;
        }
    }

    /// What was executed since the counter was made, or since it was last taken.
    pub fn take(&mut self) -> Counts {
        let mut instructions = BTreeMap::new();
        for stretch in &self.stretches {
            let slots = &mut self.slots[stretch.first..stretch.first + stretch.length];
            for (index, slot) in slots.iter_mut().enumerate() {
                let count = std::mem::take(&mut slot.count);
                if count.executed > 0 {
                    instructions.insert(stretch.base + ((index as u32) << stretch.shift), count);
                }
            }
        }
        Counts { instructions, calls: std::mem::take(&mut self.calls) }
    }
}

impl<C: Core> Observer<C> for Counter {
    #[inline]
    fn before(&mut self, core: &C, instruction: C::Instruction) -> bool {
        let pc = core.pc();
        self.follow(pc);
        let Some(slot) = self.slot(pc).filter(|slot| self.slots[*slot].is_counted) else { return true };
        self.slots[slot].count.executed += 1;
        if self.slots[slot].is_special() {
            let way = self.slots[slot].way;
            self.pending = way.branch.map(|branch| Pending { slot, branch, left: branch.slots });
            if let (true, Flow::Call { target, .. }) = (way.calls, core.effects(pc, instruction).flow) {
                self.call(target);
            }
        }
        true
    }
}

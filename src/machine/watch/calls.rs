//! Subroutine calls: the call stack, and which subroutines give back the registers that they change.

use std::collections::BTreeMap;

use super::super::effects::{MOST_REGISTERS, numbers};
use super::super::{Clobber, Effects, Facts, Flow, Frame, LostReturn, Preset};

/// Deeper calls are not followed: such a program recurses without end.
const DEEPEST: usize = 4096;

/// The registers that subroutines must give back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Those of this mask, by a calling convention.
    ByConvention(u32),
    /// Those of this mask that are no results. A register that a subroutine changes is a result if, after some return, the
    /// caller uses its value before it is overwritten. Any other change is a register that should have been saved and restored.
    ByUse(u32),
}

#[derive(Debug)]
pub(super) struct Calls {
    judged: u32,
    by_use: bool,
    link: u8,
    due: Due,
    frames: Vec<Call>,
    pending: Pending,
    /// The registers of which something is pending.
    are_pending: u32,
    subroutines: BTreeMap<u32, Subroutine>,
    /// The first return that went back to no call.
    lost_return: Option<LostReturn>,
    /// The last load of the link register.
    link_loaded: Option<LinkLoad>,
}

/// To be done once the registers hold what the next instruction finds in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Nothing,
    /// The harness calls a subroutine.
    Call {
        entry: u32,
        returns_to: u32,
    },
    /// The last of the calls under way has returned and is judged. Some instructions restore registers and return at once.
    Judgement,
}

#[derive(Debug)]
struct Call {
    at: u32,
    returns_to: u32,
    entry: u32,
    registers: [u32; MOST_REGISTERS],
    pending: Pending,
}

/// For each register, where it is judged by use, the subroutines whose change of it has not been used yet, and how deep the
/// caller was.
type Pending = Vec<Vec<(u32, usize)>>;

#[derive(Debug, Default)]
struct Subroutine {
    calls: u64,
    changed: u32,
    used: u32,
}

/// A load of the link register.
#[derive(Clone, Copy, Debug)]
struct LinkLoad {
    at: u32,
    /// Where in memory the value was.
    place: u32,
    /// How many calls were under way.
    depth: usize,
}

impl From<&Call> for Frame {
    fn from(call: &Call) -> Self {
        Self { call: call.at, subroutine: call.entry }
    }
}

impl Calls {
    pub(super) fn new(judged: Judged, link: u8, preset: Option<&Preset>) -> Self {
        let (judged, by_use) = match judged {
            Judged::ByConvention(judged) => (judged, false),
            Judged::ByUse(judged) => (judged, true),
        };
        let called = preset.and_then(|preset| preset.entry.zip(preset.returns_to));
        let mut calls = Self {
            judged,
            by_use,
            link,
            due: called.map_or(Due::Nothing, |(entry, (_, returns_to))| Due::Call { entry, returns_to }),
            frames: Vec::new(),
            pending: Vec::new(),
            are_pending: 0,
            subroutines: BTreeMap::new(),
            lost_return: None,
            link_loaded: None,
        };
        calls.pending = calls.nothing_pending();
        calls
    }

    /// One more than the highest register that is judged has room.
    fn nothing_pending(&self) -> Pending {
        let registers = if self.by_use { 32 - self.judged.leading_zeros() } else { 0 };
        vec![Vec::new(); registers as usize]
    }

    /// Follows the registers of one instruction before it is executed.
    #[inline]
    pub(super) fn use_registers(&mut self, effects: &Effects, register: impl Fn(u8) -> u32) {
        if self.due != Due::Nothing {
            self.catch_up(&register);
        }
        if self.are_pending != 0 {
            self.note_uses(effects);
        }
    }

    /// Follows where that instruction goes on.
    #[inline]
    pub(super) fn go(
        &mut self,
        pc: u32,
        flow: Flow,
        register: impl Fn(u8) -> u32,
        word_at: impl Fn(u32) -> Option<u32>,
    ) {
        match flow {
            Flow::Call { target, returns_to } => self.call(pc, target, returns_to, &register),
            Flow::Jump { target, through } => self.jump(pc, target, through, word_at),
            Flow::On | Flow::Service(_) => {}
        }
    }

    /// Follows an instruction that may load the link register.
    #[inline]
    pub(super) fn note_link(&mut self, pc: u32, effects: &Effects) {
        if effects.writes >> self.link & 1 != 0 {
            self.change_link(pc, effects);
        }
    }

    #[cold]
    fn change_link(&mut self, pc: u32, effects: &Effects) {
        let depth = self.frames.len();
        self.link_loaded = self.place_of_link(effects).map(|place| LinkLoad { at: pc, place, depth });
    }

    /// Where in memory a load has the link register from.
    fn place_of_link(&self, effects: &Effects) -> Option<u32> {
        let (start, _) = effects.load?;
        Some(match effects.block {
            Some((registers, cells)) => {
                let before = (registers & ((1 << self.link) - 1)).count_ones();
                start.wrapping_add(before * cells)
            }
            None => start,
        })
    }

    /// Does what is due.
    fn catch_up(&mut self, register: &impl Fn(u8) -> u32) {
        match std::mem::replace(&mut self.due, Due::Nothing) {
            Due::Nothing => {}
            Due::Call { entry, returns_to } => {
                let (registers, pending) = (self.values(register), self.nothing_pending());
                // No instruction calls it: where it returns to stands for the call.
                self.frames.push(Call { at: returns_to, returns_to, entry, registers, pending });
            }
            Due::Judgement => {
                if let Some(call) = self.frames.pop() {
                    self.judge(call, register);
                }
            }
        }
    }

    /// The values of the registers that are judged.
    fn values(&self, register: &impl Fn(u8) -> u32) -> [u32; MOST_REGISTERS] {
        let mut values = [0; MOST_REGISTERS];
        for number in numbers(self.judged) {
            values[usize::from(number)] = register(number);
        }
        values
    }

    fn note_uses(&mut self, effects: &Effects) {
        let depth = self.frames.len();
        let copied = effects.copies.filter(|number| {
            // A subroutine that saves a register does not use its value; its caller does.
            let pending = self.pending.get(usize::from(*number));
            pending.is_some_and(|pending| pending.iter().any(|(_, at)| depth <= *at))
        });
        let used = effects.reads | copied.map_or(0, |number| 1 << number);
        for number in numbers(used & self.are_pending) {
            for (entry, _) in std::mem::take(&mut self.pending[usize::from(number)]) {
                self.subroutines.entry(entry).or_default().used |= 1 << number;
            }
        }
        for number in numbers(effects.writes & self.are_pending) {
            self.pending[usize::from(number)].clear();
        }
        self.are_pending &= !(used | effects.writes);
    }

    fn call(&mut self, at: u32, entry: u32, returns_to: u32, register: &impl Fn(u8) -> u32) {
        self.subroutines.entry(entry).or_default().calls += 1;
        if self.frames.len() < DEEPEST {
            let (registers, pending) = (self.values(register), self.pending.clone());
            self.frames.push(Call { at, returns_to, entry, registers, pending });
        }
    }

    /// A jump to where a call is to return to ends that call and those inside it.
    fn jump(&mut self, at: u32, target: u32, through: u8, word_at: impl Fn(u32) -> Option<u32>) {
        if let Some(index) = self.frames.iter().rposition(|call| call.returns_to == target) {
            self.frames.truncate(index + 1);
            self.due = Due::Judgement;
        } else if through == self.link
            && let Some(call) = self.frames.last()
        {
            // Jumps through other registers may be tables.
            // What an inner subroutine has loaded for itself is not meant. Where the value was computed since then, what stands
            // in memory is another one.
            let is_own =
                |load: &LinkLoad| load.depth == self.frames.len() && word_at(load.place) == Some(target);
            let loaded_at = self.link_loaded.filter(is_own).map(|load| load.at);
            self.lost_return = self.lost_return.or(Some(LostReturn { at, call: call.into(), loaded_at }));
        }
    }

    /// Notes which registers a subroutine has changed, given what they hold after its return.
    fn judge(&mut self, call: Call, register: &impl Fn(u8) -> u32) {
        let depth = self.frames.len();
        let subroutine = self.subroutines.entry(call.entry).or_default();
        let is_changed = |number: &u8| register(*number) != call.registers[usize::from(*number)];
        let changed = numbers(self.judged).filter(is_changed).fold(0, |mask, number| mask | 1 << number);
        subroutine.changed |= changed;
        for ((number, earlier), pending) in (0_u32..).zip(call.pending).zip(&mut self.pending) {
            if changed >> number & 1 != 0 {
                pending.push((call.entry, depth));
            } else {
                *pending = earlier;
            }
            let bit = u32::from(!pending.is_empty()) << number;
            self.are_pending = self.are_pending & !(1 << number) | bit;
        }
    }

    /// Adds the facts found, given what registers hold at the end of the run.
    pub(super) fn finish(mut self, register: impl Fn(u8) -> u32, facts: &mut Facts) {
        if self.due == Due::Judgement {
            self.catch_up(&register);
        }
        facts.stack = self.frames.iter().map(Frame::from).collect();
        facts.lost_return = self.lost_return;
        let clobber = |(entry, subroutine): (&u32, &Subroutine)| {
            let registers = subroutine.changed & !subroutine.used;
            (registers != 0).then_some(Clobber { subroutine: *entry, registers })
        };
        facts.clobbers = self.subroutines.iter().filter_map(clobber).collect();
        facts.subroutines =
            self.subroutines.iter().map(|(entry, subroutine)| (*entry, subroutine.calls)).collect();
    }
}

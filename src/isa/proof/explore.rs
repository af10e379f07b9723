//! The possible contents of registers and memory before each instruction, for each way
//! of calls that leads to it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::image::Image;
use super::state::{AbstractState, Place};
use super::step::{Effect, Next, Operand, Register, Test, Work};
use super::value::{AbstractValue, Words};

/// Programs with more instructions than these, counted once for each way of calls, are not looked through.
const MOST_NODES: usize = 30_000;

/// Deeper calls are taken for recursion.
const DEEPEST: usize = 16;

/// After this many changes of what is known at an instruction, less is known of what still changes, and then nothing.
const PATIENCE: u32 = 120;

/// A way of calls: who called, and where it goes back to.
type Calls = usize;

/// An instruction on a way of calls.
pub(super) type Node = (u32, Calls);

/// The memory that an address can point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// This word.
    Word(u32),
    /// One of these words.
    Words(Vec<u32>),
    /// Some word of this piece of data.
    Piece(usize),
    /// It is unknown.
    Anywhere,
}

/// Everything that is known.
#[derive(Debug)]
pub(super) struct Known<'i> {
    pub(super) image: &'i Image,
    pub(super) words: Words,
    /// The state known before each instruction that can be reached.
    pub(super) states: BTreeMap<Node, AbstractState>,
    /// The pieces of data that are written to.
    written: BTreeSet<usize>,
    /// For each way of calls the one before it and the address that it goes back to.
    calls: Vec<(Calls, u32, usize)>,
    by_call: BTreeMap<(Calls, u32), Calls>,
    /// True if the program writes over its instructions.
    is_untidy: bool,
}

impl<'i> Known<'i> {
    /// Looks through a program. `None` where jumps lead to an unknown place, or if it is too long.
    pub(super) fn of(image: &'i Image) -> Option<Self> {
        let words = Words { bits: image.bits, pieces: image.pieces.clone() };
        let mut known = Self {
            image,
            words,
            states: BTreeMap::new(),
            written: BTreeSet::new(),
            calls: vec![(0, 0, 0)],
            by_call: BTreeMap::new(),
            is_untidy: false,
        };
        // Data that is never written to stays as it was at the start; each write that is found begins
        // everything again.
        loop {
            let before = known.written.len();
            known.explore()?;
            if known.is_untidy {
                return None;
            }
            if known.written.len() == before {
                return Some(known);
            }
        }
    }

    fn explore(&mut self) -> Option<()> {
        self.states.clear();
        let mut start = AbstractState::default();
        for (register, value) in &self.image.registers {
            start.set(Place::Register(*register), AbstractValue::one(*value));
        }
        for (address, value) in &self.image.data {
            if self.words.piece(*address).is_some_and(|piece| self.written.contains(&piece)) {
                start.set(Place::Cell(*address), AbstractValue::one(*value));
            }
        }
        let mut to_do = VecDeque::from([(self.image.entry, 0)]);
        let mut waiting: BTreeSet<Node> = to_do.iter().copied().collect();
        let mut changes: BTreeMap<Node, u32> = BTreeMap::new();
        self.states.insert((self.image.entry, 0), start.tidy(&self.words));
        while let Some(node) = to_do.pop_front() {
            waiting.remove(&node);
            let mut state = self.states.get(&node)?.clone();
            let step = self.image.steps.get(&node.0)?;
            for effect in &step.effects {
                self.apply(&mut state, *effect);
            }
            for (next, state) in self.follow(node, step.next, state)? {
                let state = match self.states.get(&next) {
                    None => state.tidy(&self.words),
                    Some(before) => {
                        let usual = |place: Place| self.usual(place);
                        let mut joined = before.join(&state, &self.words, &usual).tidy(&self.words);
                        let count = changes.entry(next).or_default();
                        if joined == *before {
                            continue;
                        }
                        *count += 1;
                        if *count > PATIENCE {
                            joined.widen(before, &self.words);
                            joined = joined.tidy(&self.words);
                        }
                        if joined == *before || *count > 20 * PATIENCE {
                            if joined != *before {
                                return None;
                            }
                            continue;
                        }
                        joined
                    }
                };
                self.states.insert(next, state);
                if self.states.len() > MOST_NODES {
                    return None;
                }
                if waiting.insert(next) {
                    to_do.push_back(next);
                }
            }
        }
        Some(())
    }

    /// The value of a place of which nothing was noted.
    fn usual(&self, place: Place) -> AbstractValue {
        match place {
            Place::Register(_) => AbstractValue::Any,
            Place::Cell(address) => {
                let is_written = self.words.piece(address).is_none_or(|piece| self.written.contains(&piece));
                let known = self.image.data.get(&address).filter(|_| !is_written);
                known.map_or(AbstractValue::Any, |value| AbstractValue::one(*value))
            }
        }
    }

    /// The value of a place.
    pub(super) fn value(&self, state: &AbstractState, place: Place) -> AbstractValue {
        state.get(place, &self.words).unwrap_or_else(|| self.usual(place))
    }

    pub(super) fn operand(&self, state: &AbstractState, operand: Operand) -> AbstractValue {
        match operand {
            Operand::Register(register) => self.value(state, Place::Register(register)),
            Operand::Constant(value) => AbstractValue::one(self.words.wrap(value)),
        }
    }

    /// The result of an operation on two values.
    pub(super) fn work(&self, work: Work, left: &AbstractValue, right: &AbstractValue) -> AbstractValue {
        let words = &self.words;
        let each = |work: fn(i64, i64) -> i64| words.each(left, right, work);
        match work {
            Work::Add => words.sum(left, right),
            Work::And => each(|left, right| left & right).unwrap_or_else(|| {
                let most =
                    [left, right].into_iter().filter_map(AbstractValue::single).find(|mask| *mask >= 0);
                most.map_or(AbstractValue::Any, |most| words.range(0, most))
            }),
            Work::Nor => {
                each(|left, right| !(left | right)).unwrap_or_else(|| match (left, right.single()) {
                    (AbstractValue::Range(low, high), Some(0)) => words.range(!high, !low),
                    _ => AbstractValue::Any,
                })
            }
            Work::Other => AbstractValue::Any,
        }
    }

    /// The memory that an address with an offset can point to.
    pub(super) fn target(&self, base: &AbstractValue, offset: i64) -> Target {
        let words = &self.words;
        let whole = |value: &i64| words.address(*value);
        match words.sum(base, &AbstractValue::one(offset)) {
            AbstractValue::Few(values)
                if values.len() > 1 && values.iter().any(|at| whole(at) >= self.image.devices) =>
            {
                Target::Anywhere
            }
            AbstractValue::Few(values) => match values.as_slice() {
                [value] => Target::Word(whole(value)),
                values => {
                    let mut all: Vec<u32> = values.iter().map(whole).collect();
                    all.dedup();
                    Target::Words(all)
                }
            },
            AbstractValue::Near(piece) => Target::Piece(piece),
            AbstractValue::In(piece, values) => {
                let mut all: Vec<u32> = values.iter().map(whole).collect();
                if let [address] = all.as_slice() {
                    return Target::Word(*address);
                }
                all.retain(|address| words.piece(*address) == Some(piece));
                all.dedup();
                if all.is_empty() { Target::Piece(piece) } else { Target::Words(all) }
            }
            AbstractValue::Range(..) | AbstractValue::Any => Target::Anywhere,
        }
    }

    pub(super) fn may_mean(&self, target: &Target, address: u32) -> bool {
        match target {
            Target::Word(word) => *word == address,
            Target::Words(words) => words.contains(&address),
            Target::Piece(piece) => self.words.piece(address) == Some(*piece),
            Target::Anywhere => true,
        }
    }

    fn write(&mut self, target: &Target) {
        let is_step = |address: &u32| self.image.steps.contains_key(address);
        self.is_untidy |= match target {
            Target::Word(address) => is_step(address),
            Target::Words(all) => all.iter().any(is_step),
            Target::Piece(_) | Target::Anywhere => false,
        };
        match target {
            Target::Word(address) => self.written.extend(self.words.piece(*address)),
            Target::Words(all) => self.written.extend(all.iter().filter_map(|at| self.words.piece(*at))),
            Target::Piece(piece) => self.written.extend([*piece]),
            Target::Anywhere => self.written.extend(0..self.words.pieces.len()),
        }
    }

    /// Follows one effect.
    pub(super) fn apply(&mut self, state: &mut AbstractState, effect: Effect) {
        match effect {
            Effect::Set(to, work, left, right) => self.set(state, to, work, left, right),
            Effect::ReceiveKey(to) => state.set(Place::Register(to), AbstractValue::Range(-128, 255)),
            Effect::Load(to, base, offset) => {
                let base = self.operand(state, base);
                let to = Place::Register(to);
                match self.target(&base, offset) {
                    Target::Word(address) if address < self.image.devices => {
                        let cell = Place::Cell(address);
                        if state.get(cell, &self.words).is_some() {
                            state.copy(to, cell, 0, &self.words);
                        } else {
                            let value = self.usual(cell);
                            let is_plain = value != AbstractValue::Any;
                            state.set(to, value);
                            if !is_plain && self.words.piece(address).is_none() {
                                state.copy(cell, to, 0, &self.words);
                            }
                        }
                    }
                    Target::Words(all) => {
                        let values = all.iter().map(|address| self.value(state, Place::Cell(*address)));
                        let value = values.reduce(|one, other| self.words.join(&one, &other));
                        state.set(to, value.unwrap_or(AbstractValue::Any));
                    }
                    Target::Piece(piece) => {
                        let (start, end) = self.words.pieces[piece];
                        let cells = (start..end).step_by(self.image.word as usize).map(Place::Cell);
                        let values = cells.map(|cell| self.value(state, cell));
                        let value = values.reduce(|one, other| self.words.join(&one, &other));
                        state.set(to, value.unwrap_or(AbstractValue::Any));
                    }
                    _ => state.set(to, AbstractValue::Any),
                }
            }
            Effect::Store(from, base, offset) => {
                let base = self.operand(state, base);
                let target = self.target(&base, offset);
                self.write(&target);
                let from = Place::Register(from);
                if matches!(target, Target::Word(address) if address >= self.image.devices) {
                    return;
                }
                if let Target::Word(address) = &target {
                    state.copy(Place::Cell(*address), from, 0, &self.words);
                    return;
                }
                let value = self.value(state, from);
                for cell in state.cells() {
                    if !self.may_mean(&target, cell) {
                        continue;
                    }
                    let cell = Place::Cell(cell);
                    let either = self.words.join(&self.value(state, cell), &value);
                    state.set(cell, either);
                }
            }
            Effect::Show(_) | Effect::ShowText(_) => {}
        }
    }

    fn set(&self, state: &mut AbstractState, to: Register, work: Work, left: Operand, right: Operand) {
        let to = Place::Register(to);
        let (one, other) = (self.operand(state, left), self.operand(state, right));
        let words = &self.words;
        let moved = match (work, left, right) {
            (Work::Add, Operand::Register(from), _) => other.single().map(|by| (from, by)),
            _ => None,
        };
        let moved = moved.or_else(|| match (work, right) {
            (Work::Add, Operand::Register(from)) => one.single().map(|by| (from, by)),
            _ => None,
        });
        let value = self.work(work, &one, &other);
        if let Some((from, by)) = moved {
            let by = words.wrap(by);
            // A pointer into data is not a distance from a number.
            if !matches!(value, AbstractValue::Near(_) | AbstractValue::In(..)) || by == 0 {
                state.copy(to, Place::Register(from), by, words);
                return;
            }
        }
        state.set(to, value);
    }

    /// The calls that go on with this one.
    fn called(&mut self, calls: Calls, back: u32) -> Option<Calls> {
        if let Some(known) = self.by_call.get(&(calls, back)) {
            return Some(*known);
        }
        let depth = self.calls[calls].2 + 1;
        if depth > DEEPEST {
            return None;
        }
        self.calls.push((calls, back, depth));
        self.by_call.insert((calls, back), self.calls.len() - 1);
        Some(self.calls.len() - 1)
    }

    /// The nodes that an instruction leads to, with what is known there. `None` if that is unknown.
    pub(super) fn follow(
        &mut self,
        node: Node,
        next: Next,
        state: AbstractState,
    ) -> Option<Vec<(Node, AbstractState)>> {
        let (at, calls) = node;
        let behind = at.wrapping_add(self.image.word);
        Some(match next {
            Next::On => vec![((behind, calls), state)],
            Next::Jump(target) => vec![((target, calls), state)],
            Next::Call(target) => vec![((target, self.called(calls, behind)?), state)],
            Next::Return(register) => {
                let goes_to = self.value(&state, Place::Register(register)).single()?;
                let (before, back, depth) = self.calls[calls];
                if depth == 0 || self.words.address(goes_to) != back {
                    return None;
                }
                vec![((back, before), state)]
            }
            Next::Branch(test, target) => {
                let mut both = Vec::new();
                for (holds, to) in [(true, target), (false, behind)] {
                    let mut state = state.clone();
                    if self.decide(&mut state, test, holds) {
                        both.push(((to, calls), state));
                    }
                }
                both
            }
            Next::End => Vec::new(),
        })
    }

    /// Narrows the state to one in which a test holds, or does not; `false` if there is no such state.
    pub(super) fn decide(&self, state: &mut AbstractState, test: Test, holds: bool) -> bool {
        let words = &self.words;
        match test {
            Test::Sign(register, signs) => {
                let signs = if holds { signs } else { !signs & 7 };
                let place = Place::Register(register);
                let (low, high) = match signs {
                    0 => return false,
                    1 => (1, words.most()),
                    2 => (0, 0),
                    3 => (0, words.most()),
                    4 => (words.least(), -1),
                    6 => (words.least(), 0),
                    5 => {
                        return self.value(state, place).single() != Some(0)
                            && state.exclude(place, 0, words);
                    }
                    _ => return true,
                };
                state.restrict(place, low, high, words)
            }
        }
    }
}

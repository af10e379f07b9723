//! A program next to the same program with one change: which registers and words of memory can differ between
//! the two, as long as both execute the same instructions. If no difference is ever shown or decides where to
//! go on, the two cannot be distinguished.

use std::collections::{BTreeMap, VecDeque};

use super::explore::{Known, Node, Target};
use super::state::{AbstractState, Place};
use super::step::{Effect, Next, Operand, Step, Test};
use super::value::AbstractValue;

/// The places that can differ, each with the values of the one program and of the other. Places that hold the
/// same in both are not noted.
type Differing = BTreeMap<Place, (AbstractValue, AbstractValue)>;

/// After this many changes at an instruction nothing is known of the values that differ.
const PATIENCE: u32 = 40;

/// After this many more there is no proof.
const END: u32 = 200;

/// The change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<'s> {
    /// The instruction at an address is another one.
    Step(u32, &'s Step),
    /// The word at an address holds another value at the start.
    Word(u32, i64),
}

/// One of the two programs, as far as it is followed through one instruction.
struct Side {
    state: AbstractState,
    /// The value, where it is not that of the state.
    own: BTreeMap<Place, AbstractValue>,
}

/// Returns `true` if a program provably does the same with a change in it.
pub(super) fn is_the_same(known: &mut Known<'_>, change: Change<'_>) -> bool {
    prove(known, change).is_some()
}

fn prove(known: &mut Known<'_>, change: Change<'_>) -> Option<()> {
    let mut before: BTreeMap<Node, Differing> = BTreeMap::new();
    let mut to_do: VecDeque<Node> = VecDeque::new();
    let changed = match change {
        Change::Word(address, value) => {
            let word = known.image.word;
            let at = Place::Cell(address - address % word);
            let old = known.image.data.get(&address).copied()?;
            let start = (known.image.entry, 0);
            before
                .insert(start, BTreeMap::from([(at, (AbstractValue::one(old), AbstractValue::one(value)))]));
            to_do.push_back(start);
            None
        }
        Change::Step(at, step) => {
            for node in known.states.range((at, 0)..=(at, usize::MAX)).map(|(node, _)| *node) {
                before.insert(node, Differing::new());
                to_do.push_back(node);
            }
            Some((at, step))
        }
    };
    let mut counts: BTreeMap<Node, u32> = BTreeMap::new();
    while let Some(node) = to_do.pop_front() {
        let differing = before.get(&node)?.clone();
        let step = known.image.steps.get(&node.0)?.clone();
        let changed = changed.filter(|(at, _)| *at == node.0).map(|(_, step)| step);
        for (next, differing) in pass(known, node, &step, changed, differing)? {
            if differing.is_empty() && !before.contains_key(&next) {
                continue;
            }
            let joined = match before.get(&next) {
                None => differing,
                Some(old) => {
                    let count = counts.entry(next).or_default();
                    let joined = join(known, old, &differing, *count > PATIENCE);
                    if joined == *old {
                        continue;
                    }
                    *count += 1;
                    if *count > END {
                        return None;
                    }
                    joined
                }
            };
            before.insert(next, joined);
            if !to_do.contains(&next) {
                to_do.push_back(next);
            }
        }
    }
    Some(())
}

fn join(known: &Known<'_>, one: &Differing, other: &Differing, is_tired: bool) -> Differing {
    let mut joined = one.clone();
    for (place, (left, right)) in other {
        joined
            .entry(*place)
            .and_modify(|(old_left, old_right)| {
                let all = (known.words.join(old_left, left), known.words.join(old_right, right));
                if is_tired && all != (old_left.clone(), old_right.clone()) {
                    (*old_left, *old_right) = (AbstractValue::Any, AbstractValue::Any);
                } else {
                    (*old_left, *old_right) = all;
                }
            })
            .or_insert_with(|| (left.clone(), right.clone()));
    }
    joined
}

/// Follows both programs through one instruction. `None` if the two could be distinguished by it.
fn pass(
    known: &mut Known<'_>,
    node: Node,
    step: &Step,
    changed: Option<&Step>,
    mut differing: Differing,
) -> Option<Vec<(Node, Differing)>> {
    let state = known.states.get(&node)?.clone();
    let after = match changed {
        None => {
            let mut state = state;
            for effect in &step.effects {
                differing = one_effect(known, &state, *effect, differing)?;
                known.apply(&mut state, *effect);
            }
            state
        }
        Some(other) => {
            let (state, both) = two_steps(known, state, step, other, &differing)?;
            differing = both;
            if step.next != other.next {
                same_way(known, &state, step.next, other.next, &differing)?;
            }
            state
        }
    };
    let registers = match step.next {
        Next::Branch(Test::Sign(register, _), _) | Next::Return(register) => vec![register],
        _ => Vec::new(),
    };
    let tested = registers.iter().any(|register| differing.contains_key(&Place::Register(*register)));
    if tested {
        let Next::Branch(test, _) = step.next else { return None };
        let of = |take: fn(&(AbstractValue, AbstractValue)) -> &AbstractValue| {
            let mut state = after.clone();
            for (place, pair) in &differing {
                state.set(*place, take(pair).clone());
            }
            outcome(known, &state, test)
        };
        if of(|pair| &pair.0)? != of(|pair| &pair.1)? {
            return None;
        }
    }
    let ways = known.follow(node, step.next, after)?;
    Some(ways.into_iter().map(|(next, _)| (next, differing.clone())).collect())
}

fn register_of(operand: Operand) -> Option<u8> {
    match operand {
        Operand::Register(register) => Some(register),
        Operand::Constant(_) => None,
    }
}

/// The outcome of a test, if it is certain.
fn outcome(known: &Known<'_>, state: &AbstractState, test: Test) -> Option<bool> {
    let can = |holds| known.decide(&mut state.clone(), test, holds);
    match (can(true), can(false)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// `Some` if two instructions provably lead to the same place, even if they are
/// branches with different tests.
fn same_way(
    known: &Known<'_>,
    state: &AbstractState,
    one: Next,
    other: Next,
    differing: &Differing,
) -> Option<()> {
    let way = |next: Next| match next {
        Next::On => Some(None),
        Next::Jump(target) => Some(Some(target)),
        Next::Branch(test, target) => outcome(known, state, test).map(|holds| holds.then_some(target)),
        _ => None,
    };
    if !differing.is_empty() {
        return None;
    }
    if let (Some(one), Some(other)) = (way(one), way(other)) {
        return (one == other).then_some(());
    }
    // Neither is sure: they agree if each value that one of them jumps with makes the other one jump, and the same for
    // those that do not.
    let (one, to) = as_branch(one)?;
    let (other, same) = as_branch(other)?;
    if to != same {
        return None;
    }
    for holds in [true, false] {
        let mut state = state.clone();
        let is_possible = one.map_or(holds, |test| known.decide(&mut state, test, holds));
        if is_possible {
            let can_part = match other {
                Some(test) => known.decide(&mut state, test, !holds),
                None => !holds,
            };
            if can_part {
                return None;
            }
        }
    }
    Some(())
}

/// A jump as a branch: its test, `None` if it is always taken, and its target.
fn as_branch(next: Next) -> Option<(Option<Test>, u32)> {
    match next {
        Next::Branch(test, target) => Some((Some(test), target)),
        Next::Jump(target) => Some((None, target)),
        _ => None,
    }
}

fn both(
    known: &Known<'_>,
    state: &AbstractState,
    differing: &Differing,
    operand: Operand,
) -> (bool, AbstractValue, AbstractValue) {
    if let Some((left, right)) = register_of(operand).and_then(|it| differing.get(&Place::Register(it))) {
        return (true, left.clone(), right.clone());
    }
    let value = known.operand(state, operand);
    (false, value.clone(), value)
}

/// Notes that a place holds one thing here and another one there.
fn note(differing: &mut Differing, place: Place, left: AbstractValue, right: AbstractValue) {
    if left.single().is_some() && left == right {
        differing.remove(&place);
    } else {
        differing.insert(place, (left, right));
    }
}

/// Both programs do the same thing, with what may differ.
fn one_effect(
    known: &Known<'_>,
    state: &AbstractState,
    effect: Effect,
    mut differing: Differing,
) -> Option<Differing> {
    match effect {
        Effect::Set(to, work, left, right) => {
            let (first, left_one, left_other) = both(known, state, &differing, left);
            let (second, right_one, right_other) = both(known, state, &differing, right);
            let to = Place::Register(to);
            if first || second {
                let one = known.work(work, &left_one, &right_one);
                let other = known.work(work, &left_other, &right_other);
                note(&mut differing, to, one, other);
            } else {
                differing.remove(&to);
            }
        }
        Effect::ReceiveKey(to) => {
            differing.remove(&Place::Register(to));
        }
        Effect::Load(to, base, offset) => {
            let (base_differs, one, other) = both(known, state, &differing, base);
            let to = Place::Register(to);
            let (here, there) = (known.target(&one, offset), known.target(&other, offset));
            if base_differs || matches!(here, Target::Word(_)) {
                let (Target::Word(here), Target::Word(there)) = (here, there) else { return None };
                if !base_differs && !differing.contains_key(&Place::Cell(here)) {
                    differing.remove(&to);
                    return Some(differing);
                }
                // Nothing is known of what an address outside of all data would give.
                let is_known = |cell: u32| {
                    known.words.piece(cell).is_some() || state.get(Place::Cell(cell), &known.words).is_some()
                };
                if base_differs && !(is_known(here) && is_known(there)) {
                    return None;
                }
                let left = cell(known, state, &differing, here).0;
                let right = cell(known, state, &differing, there).1;
                note(&mut differing, to, left, right);
                return Some(differing);
            }
            if cells(&differing).any(|cell| known.may_mean(&here, cell)) {
                differing.insert(to, (AbstractValue::Any, AbstractValue::Any));
            } else {
                differing.remove(&to);
            }
        }
        Effect::Store(from, base, offset) => {
            let (base_differs, one, other) = both(known, state, &differing, base);
            let (value_differs, left, right) = both(known, state, &differing, Operand::Register(from));
            let (here, there) = (known.target(&one, offset), known.target(&other, offset));
            let is_device =
                |target: &Target| matches!(target, Target::Word(at) if *at >= known.image.devices);
            if (base_differs || value_differs) && (is_device(&here) || is_device(&there)) {
                return None;
            }
            if base_differs {
                let (Target::Word(here), Target::Word(there)) = (here, there) else { return None };
                let is_step = |at: &u32| known.image.steps.contains_key(at);
                if is_step(&here) || is_step(&there) {
                    return None;
                }
                store_apart(known, state, &mut differing, (here, left), (there, right));
                return Some(differing);
            }
            match here {
                Target::Word(address) if value_differs => {
                    note(&mut differing, Place::Cell(address), left, right);
                }
                Target::Word(address) => {
                    differing.remove(&Place::Cell(address));
                }
                target => {
                    if value_differs {
                        return None;
                    }
                    let hit: Vec<u32> =
                        cells(&differing).filter(|cell| known.may_mean(&target, *cell)).collect();
                    for cell in hit {
                        differing.insert(Place::Cell(cell), (AbstractValue::Any, AbstractValue::Any));
                    }
                }
            }
        }
        Effect::Show(register) => {
            if differing.contains_key(&Place::Register(register)) {
                return None;
            }
        }
        Effect::ShowText(register) => {
            let (differs, base, _) = both(known, state, &differing, Operand::Register(register));
            if differs || !is_apart(known, &differing, &base) {
                return None;
            }
        }
    }
    Some(differing)
}

/// Returns `true` if no word that differs lies in the data that an address points to, or at an unknown place.
fn is_apart(known: &Known<'_>, differing: &Differing, base: &AbstractValue) -> bool {
    let piece = match known.target(base, 0) {
        Target::Word(address) => known.words.piece(address),
        Target::Words(all) => {
            let mut pieces = all.iter().map(|address| known.words.piece(*address));
            let Some(first) = pieces.next() else { return false };
            first.filter(|_| pieces.all(|piece| piece == first))
        }
        Target::Piece(piece) => Some(piece),
        Target::Anywhere => None,
    };
    match piece {
        Some(piece) => cells(differing).all(|cell| known.words.piece(cell) != Some(piece)),
        None => cells(differing).next().is_none(),
    }
}

fn cells(differing: &Differing) -> impl Iterator<Item = u32> + '_ {
    differing.keys().filter_map(|place| match place {
        Place::Cell(address) => Some(*address),
        Place::Register(_) => None,
    })
}

/// The values of a word of memory in the one program and in the other.
fn cell(
    known: &Known<'_>,
    state: &AbstractState,
    differing: &Differing,
    address: u32,
) -> (AbstractValue, AbstractValue) {
    let place = Place::Cell(address);
    differing.get(&place).cloned().unwrap_or_else(|| {
        let value = known.value(state, place);
        (value.clone(), value)
    })
}

/// One program stores here, the other one there.
fn store_apart(
    known: &Known<'_>,
    state: &AbstractState,
    differing: &mut Differing,
    (here, left): (u32, AbstractValue),
    (there, right): (u32, AbstractValue),
) {
    if here == there {
        note(differing, Place::Cell(here), left, right);
        return;
    }
    let (_, other) = cell(known, state, differing, here);
    let (one, _) = cell(known, state, differing, there);
    note(differing, Place::Cell(here), left, other);
    note(differing, Place::Cell(there), one, right);
}

/// Both programs execute an instruction that differs: each one is followed for itself, and what they leave is compared.
fn two_steps(
    known: &mut Known<'_>,
    state: AbstractState,
    step: &Step,
    other: &Step,
    differing: &Differing,
) -> Option<(AbstractState, Differing)> {
    let written = |step: &Step, side: &Side, known: &Known<'_>| -> Option<Vec<Place>> {
        let mut places = Vec::new();
        for effect in &step.effects {
            places.push(match *effect {
                Effect::Set(to, ..) | Effect::Load(to, ..) => Place::Register(to),
                Effect::Store(_, base, offset) => {
                    let base = known.operand(&side.state, base);
                    match known.target(&base, offset) {
                        Target::Word(address)
                            if address < known.image.devices && !known.image.steps.contains_key(&address) =>
                        {
                            Place::Cell(address)
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            });
        }
        Some(places)
    };
    let side = |take: fn(&(AbstractValue, AbstractValue)) -> &AbstractValue| {
        let mut state = state.clone();
        for (place, pair) in differing {
            state.set(*place, take(pair).clone());
        }
        Side { state, own: BTreeMap::new() }
    };
    let (mut here, mut there) = (side(|pair| &pair.0), side(|pair| &pair.1));
    let mut places = written(step, &here, known)?;
    places.extend(written(other, &there, known)?);
    for (side, step) in [(&mut here, step), (&mut there, other)] {
        for effect in &step.effects {
            // Where a load takes from must be known, as it may have an effect of its own.
            if let Effect::Load(_, base, offset) = *effect {
                let base = known.operand(&side.state, base);
                let target = known.target(&base, offset);
                let is_known = |address: u32| {
                    known.words.piece(address).is_some()
                        || side.state.get(Place::Cell(address), &known.words).is_some()
                };
                match target {
                    Target::Word(address) if is_known(address) => {}
                    Target::Piece(_) => {}
                    Target::Words(all) if all.iter().all(|address| is_known(*address)) => {}
                    _ => return None,
                }
            }
            known.apply(&mut side.state, *effect);
        }
        for place in &places {
            side.own.insert(*place, known.value(&side.state, *place));
        }
    }
    let mut both = differing.clone();
    for place in places {
        let (left, right) = (here.own.get(&place)?.clone(), there.own.get(&place)?.clone());
        note(&mut both, place, left, right);
    }
    let mut after = state;
    for effect in &step.effects {
        known.apply(&mut after, *effect);
    }
    Some((after, both))
}

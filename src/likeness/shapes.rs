//! The shapes of a program: its computations, whatever the registers, labels and numbers' spellings, and in whatever order
//! independent ones stand.
//!
//! A shape is an instruction with those that give it its values, and those that give them theirs, as far as three steps
//! back. Registers have no part in it, so that they can be renamed; neither has what stands in between, so that
//! instructions that have nothing to do with it can be moved or added. A value that is only copied is the value itself.
//! Three instructions in a row that leave something behind (a store, a branch, a call) are a shape too.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::machine::{Executable, Flow, Isa, Listed};

/// How many steps back a shape reaches.
const DEPTH: usize = 3;

/// How many instructions that leave something behind are a shape together, at most.
const LONGEST_ROW: usize = 3;

/// The registers that a mask can name.
const REGISTERS: usize = u32::BITS as usize;

/// A shape, by its hash. Two builds may number the same shape differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape(u64);

impl Shape {
    /// The shape of anything that has a hash, told apart by what it is.
    pub(super) fn of(kind: &str, parts: impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        (kind, parts).hash(&mut hasher);
        Self(hasher.finish())
    }

    pub(super) fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// A value that comes from elsewhere: from before a label or a call.
    fn from_elsewhere() -> Self {
        Self::of("elsewhere", ())
    }
}

/// An instruction, and the address by which its place in the source is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) shape: Shape,
    pub(super) at: u32,
}

/// The shapes of a program with their addresses, in the order of the program; one may be there several times.
pub(super) fn of_program(program: &dyn Executable) -> Vec<Placed> {
    let labels = Labels::of(program);
    let mut values = Values::default();
    let mut events: Vec<Shape> = Vec::new();
    let mut found = Vec::new();
    for listed in program.instructions() {
        if labels.begin_at(listed.at) {
            values = Values::default();
            events.clear();
        }
        let written = Written::of(&listed, program.isa(), labels.are_meant_by(program, &listed));
        let effects = listed.effects;
        let leaves_something = effects.store.is_some() || effects.flow != Flow::On || effects.writes == 0;
        if written.does_nothing(&listed) {
            continue;
        }
        if let Some(from) = effects.copies
            && effects.store.is_none()
            && effects.load.is_none()
            && effects.flow == Flow::On
        {
            values.copy(from, effects.writes);
            continue;
        }
        let depths = values.depths(&written);
        // The first depth is the instruction alone, which says nothing.
        found.extend(depths[1..].iter().map(|shape| Placed { shape: *shape, at: listed.at }));
        if leaves_something {
            events.push(depths[1]);
            let rows = (2..=LONGEST_ROW).filter_map(|length| events.len().checked_sub(length));
            found.extend(
                rows.map(|start| Placed { shape: Shape::of("row", &events[start..]), at: listed.at }),
            );
        }
        if let Flow::Call { .. } = effects.flow {
            values = Values::default();
        } else {
            values.set(effects.writes, &depths);
        }
    }
    let mut seen = HashSet::new();
    found.retain(|placed| seen.insert((placed.shape, placed.at)));
    found
}

/// The labels of a program.
struct Labels {
    addresses: HashSet<u32>,
    names: HashMap<String, u32>,
    folds: bool,
    /// The first and the last address of the program.
    room: (u32, u32),
}

impl Labels {
    fn of(program: &dyn Executable) -> Self {
        let folds = program.isa().source.folds_labels;
        let name = |name: &str| if folds { name.to_ascii_lowercase() } else { name.to_owned() };
        let symbols = program.symbols();
        Self {
            addresses: symbols.iter().map(|symbol| symbol.address).collect(),
            names: symbols.iter().map(|symbol| (name(&symbol.name), symbol.address)).collect(),
            folds,
            room: (
                program.source_map().lines().first().map_or(u32::MAX, |line| line.address),
                program.source_map().lines().last().map_or(0, |line| line.address),
            ),
        }
    }

    fn begin_at(&self, address: u32) -> bool {
        self.addresses.contains(&address)
    }

    /// Returns `true` if the numbers in an instruction say where things lie: its statement names a label other than its own, or
    /// it uses memory of the program before anything is known of registers.
    fn are_meant_by(&self, program: &dyn Executable, listed: &Listed) -> bool {
        let (at, effects) = (listed.at, &listed.effects);
        let mut places = effects.load.iter().chain(&effects.store).map(|(place, _)| *place);
        if places.any(|place| place >= self.room.0 && place <= self.room.1) {
            return true;
        }
        let Some(line) = program.source_map().get(at) else { return false };
        let statement = program.sources().slice(line.span);
        let is_part = |c: char| c.is_alphanumeric() || "_.$@?".contains(c);
        statement.split(|c| !is_part(c)).filter(|word| !word.is_empty()).any(|word| {
            let address =
                if self.folds { self.names.get(&word.to_ascii_lowercase()) } else { self.names.get(word) };
            address.is_some_and(|address| *address != at)
        })
    }
}

/// An instruction without the names of its registers.
struct Written {
    /// Its words and numbers.
    own: Shape,
    /// The registers that give it values, in the order in which they are written; those that are not written come last.
    sources: Vec<u8>,
    /// True if it names a label.
    names_label: bool,
}

impl Written {
    fn of(listed: &Listed, isa: &Isa, names_label: bool) -> Self {
        let (reads, writes) = (listed.effects.reads, listed.effects.writes);
        let is_in = |mask: u32, register: u8| mask >> register & 1 == 1;
        let mut words = Vec::new();
        let mut sources = Vec::new();
        let mut has_target = false;
        for word in words_of(&listed.text) {
            if let Some(register) = (isa.registers.number)(word) {
                if !has_target && is_in(writes, register) {
                    has_target = true;
                } else if is_in(reads, register) {
                    sources.push(register);
                }
            } else if names_label && is_number(word) {
                // How far away a label is, and on which side, says nothing.
            } else {
                words.push(word);
            }
        }
        let implied =
            (0..REGISTERS as u8).filter(|register| is_in(reads, *register) && !sources.contains(register));
        let implied: Vec<u8> = implied.collect();
        sources.extend(implied);
        Self { own: Shape::of("instruction", &words), sources, names_label }
    }

    /// Returns `true` if nothing is different after it.
    fn does_nothing(&self, listed: &Listed) -> bool {
        let effects = &listed.effects;
        let changes = effects.writes != 0 || effects.store.is_some() || effects.flow != Flow::On;
        let looks = effects.reads != 0 || effects.is_outside || effects.reads_key || effects.polls;
        !changes && !looks && !self.names_label
    }
}

/// Returns `true` for a number, and for the sign that stands before a negative one.
fn is_number(word: &str) -> bool {
    word.trim_start_matches('#').chars().next().is_none_or(|c| c.is_ascii_digit())
}

/// The words of an instruction as a disassembler writes it. A minus splits words, as it stands in lists of registers too: `#-1` is
/// two words, and not the same as `#1`.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || "_.$#".contains(c);
    text.split(move |c| !is_part(c)).filter(|word| !word.is_empty())
}

/// The values that registers hold, by the shapes of the instructions that made them.
#[derive(Default)]
struct Values([Option<[Shape; DEPTH + 1]>; REGISTERS]);

impl Values {
    /// The shapes of an instruction, each reaching one step further back.
    fn depths(&self, written: &Written) -> [Shape; DEPTH + 1] {
        let mut depths = [written.own; DEPTH + 1];
        for depth in 1..=DEPTH {
            let source = |register: &u8| {
                self.0[usize::from(*register)].map_or_else(Shape::from_elsewhere, |depths| depths[depth - 1])
            };
            // Sums do not tell in which order they are written.
            let mut sources: Vec<Shape> = written.sources.iter().map(source).collect();
            sources.sort_unstable();
            depths[depth] = Shape::of("value", (written.own, sources));
        }
        depths
    }

    fn set(&mut self, registers: u32, depths: &[Shape; DEPTH + 1]) {
        for register in (0..REGISTERS).filter(|register| registers >> register & 1 == 1) {
            self.0[register] = Some(*depths);
        }
    }

    fn copy(&mut self, from: u8, registers: u32) {
        let value = self.0[usize::from(from)];
        for register in (0..REGISTERS).filter(|register| registers >> register & 1 == 1) {
            self.0[register] = value;
        }
    }
}

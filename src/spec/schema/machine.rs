//! The keys of `machine:`, which each instruction set has of its own.

use std::sync::LazyLock;

use super::{Key, Section, Takes, What};
use crate::isa::{self, Isa};
use crate::machine::{KeyRow, Kind, Place};

/// The machine of an instruction set, by the id of that: what it is called in sentences, and its keys.
type Described = (&'static str, What, &'static Section);

/// Made once from the tables of the instruction sets; what is made of them is as lasting as the tables.
static MACHINES: LazyLock<Vec<Described>> = LazyLock::new(|| isa::all().map(described).collect());

/// The name in sentences of an instruction set's machine, and its keys.
pub(in crate::spec) fn machine(isa: &Isa) -> (What, &'static Section) {
    let (_, what, section) = MACHINES.iter().find(|(id, ..)| *id == isa.id).unwrap_or(&MACHINES[0]);
    (*what, section)
}

/// The keys of every machine that has some.
pub(super) fn machines() -> impl Iterator<Item = &'static Section> {
    MACHINES.iter().map(|(_, _, section)| *section).filter(|section| !section.keys.is_empty())
}

fn described(isa: &Isa) -> Described {
    let title = isa.title;
    let what = (lasting(format!("`machine` of {title}")), lasting(format!("`machine` của {title}")));
    let keys: Vec<Key> =
        (isa.keys)().into_iter().filter(|key| key.places.contains(&Place::Spec)).map(described_key).collect();
    let section = Section {
        name: lasting(format!("machine-of-{}", isa.id)),
        about: lasting(format!("The machine of a program for {title}.")),
        keys: keys.leak(),
        one_of: &[],
    };
    (isa.id, what, Box::leak(Box::new(section)))
}

fn described_key(row: KeyRow) -> Key {
    let takes = match row.takes {
        Kind::OneOf(words) => Takes::Word(words.leak()),
        Kind::Switch => Takes::Switch,
        Kind::Number(smallest, largest) => Takes::Number(smallest, largest),
    };
    Key { name: row.name, takes, is_required: false, default: None, about: row.about }
}

fn lasting(words: String) -> &'static str {
    words.leak()
}

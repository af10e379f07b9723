//! The keys of `machine:`, which each instruction set has of its own.

use std::sync::LazyLock;

use super::{Key, Section, Takes, What};
use crate::isa::{self, Isa};
use crate::machine::{KeyRow, Kind, Place};

/// The machine of an instruction set, by the id of that and the place: what it is called in sentences, and its keys.
type Described = (&'static str, Place, What, &'static Section);

/// Made once from the tables of the instruction sets; what is made of them is as lasting as the tables.
static MACHINES: LazyLock<Vec<Described>> = LazyLock::new(|| {
    isa::all().flat_map(|isa| [Place::Spec, Place::Case].map(|place| described(isa, place))).collect()
});

/// The name in sentences of an instruction set's machine, and the keys that it has in a place.
pub(in crate::spec) fn machine(isa: &Isa, place: Place) -> (What, &'static Section) {
    let is_it = |described: &&Described| (described.0, described.1) == (isa.id, place);
    let (.., what, section) = MACHINES.iter().find(is_it).unwrap_or(&MACHINES[0]);
    (*what, section)
}

/// The keys of every machine that has some in a place.
pub(super) fn machines(place: Place) -> impl Iterator<Item = &'static Section> {
    let there = MACHINES.iter().filter(move |described| described.1 == place);
    there.map(|(.., section)| *section).filter(|section| !section.keys.is_empty())
}

fn described(isa: &Isa, place: Place) -> Described {
    let title = isa.title;
    let what = (lasting(format!("`machine` of {title}")), lasting(format!("`machine` của {title}")));
    let keys: Vec<Key> =
        (isa.keys)().into_iter().filter(|key| key.places.contains(&place)).map(described_key).collect();
    let section = Section {
        name: lasting(format!(
            "machine-of-{}{}",
            isa.id,
            if place == Place::Case { "-in-a-case" } else { "" }
        )),
        about: lasting(match place {
            Place::Case => format!("What is different in the machine of a program for {title}."),
            _ => format!("The machine of a program for {title}."),
        }),
        keys: keys.leak(),
        one_of: &[],
    };
    (isa.id, place, what, Box::leak(Box::new(section)))
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

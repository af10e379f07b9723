//! The keys that an LC-3 is set up with, in specs and on the command line.

use super::dialect::Dialect;
use super::profile::{Access, Edition, PROFILES, Setup};
use crate::machine::{Key, Output, Place, Takes};

/// The editions of the book with their names.
const EDITIONS: [(&str, Edition); 2] = [("2", Edition::Second), ("3", Edition::Third)];

/// The access rules for programs, with their names in specs.
const ACCESSES: [(&str, Access); 2] = [("enforced", Access::Enforced), ("open", Access::Open)];

/// Every key, in the order in which they are set.
pub(super) static KEYS: &[Key<Setup>] = &[
    Key {
        name: "profile",
        about: "The simulator that is imitated.",
        takes: Takes::OneOf(
            || PROFILES.iter().map(|profile| profile.id).collect(),
            |setup, index| *setup = Setup { dialect: setup.dialect, ..PROFILES[index].into() },
        ),
        places: &[Place::Spec, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "edition",
        about: "The edition of the book that defines the machine.",
        takes: Takes::OneOf(
            || EDITIONS.iter().map(|(name, _)| *name).collect(),
            |setup, index| setup.edition = EDITIONS[index].1,
        ),
        places: &[Place::Spec, Place::Case, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "access",
        about: "Whether programs may touch device registers and the memory of the system.",
        takes: Takes::OneOf(
            || ACCESSES.iter().map(|(name, _)| *name).collect(),
            |setup, index| setup.access = ACCESSES[index].1,
        ),
        places: &[Place::Spec, Place::Case, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "key_delay",
        about: "The number of instructions after which the next key is there.",
        takes: Takes::Number(0, 1_000_000, |setup, delay| setup.key_delay = delay),
        places: &[Place::Spec, Place::Case],
        on_the_terminal: None,
    },
    Key {
        name: "dialect",
        about: "Read the source strictly as one tool does; otherwise whatever any of them accepts is accepted, with a \
                warning.",
        takes: Takes::OneOf(
            || Dialect::ALL.map(Dialect::id).to_vec(),
            |setup, index| setup.dialect = Some(Dialect::ALL[index]),
        ),
        places: &[Place::Asm],
        on_the_terminal: None,
    },
];

/// An object file of lc3tools.
pub(super) const OBJ: &str = "obj";
/// An object file of most other tools.
pub(super) const RAW: &str = "raw";

/// The files that the assembler can write.
pub(super) static OUTPUTS: &[Output] = &[
    Output { flag: OBJ, about: "Write an object file for lc3tools." },
    Output {
        flag: RAW,
        about: "Write an object file for LC3Edit, lc3as and PennSim; the program must have one block.",
    },
];

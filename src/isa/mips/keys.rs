//! The keys that a MIPS machine is set up with, in specs and on the command line.

use super::map::MEMORY_MAPS;
use super::setup::{InputMode, PROFILES, Setup};
use crate::machine::{Key, Place, Takes};

/// Every key, in the order in which they are set.
pub(super) static KEYS: &[Key<Setup>] = &[
    Key {
        name: "profile",
        about: "The simulator that is imitated.",
        takes: Takes::OneOf(
            || PROFILES.iter().map(|(id, ..)| *id).collect(),
            |setup, index| *setup = Setup { map: setup.map, ..PROFILES[index].1.into() },
        ),
        places: &[Place::Spec, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "input",
        about: "Whether a character comes without ENTER, as in the window of MARS, or with a line.",
        takes: Takes::OneOf(
            || InputMode::ALL.iter().map(|(name, _)| *name).collect(),
            |setup, index| setup.input = InputMode::ALL[index].1,
        ),
        places: &[Place::Spec, Place::Case, Place::Exec],
        on_the_terminal: Some("line"),
    },
    Key {
        name: "start_at_main",
        about: "Start at the global label main instead of the first instruction.",
        takes: Takes::Switch(|setup, on| setup.start_at_main = on),
        places: &[Place::Spec, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "delayed_branches",
        about: "Whether the instruction after a branch is executed too.",
        takes: Takes::Switch(|setup, on| setup.delayed_branches = on),
        places: &[Place::Spec, Place::Asm, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "self_modifying",
        about: "Whether programs may write to their own instructions.",
        takes: Takes::Switch(|setup, on| setup.self_modifying = on),
        places: &[Place::Spec, Place::Case, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "memory",
        about: "The memory configuration of MARS.",
        takes: Takes::OneOf(
            || MEMORY_MAPS.iter().map(|map| map.id).collect(),
            |setup, index| setup.map = MEMORY_MAPS[index],
        ),
        places: &[Place::Spec, Place::Asm, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "seed",
        about: "What random streams begin with that the program does not seed.",
        takes: Takes::Number(0, u64::MAX, |setup, seed| setup.seed = seed),
        places: &[Place::Spec, Place::Case],
        on_the_terminal: None,
    },
];

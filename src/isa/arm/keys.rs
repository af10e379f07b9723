//! The keys that an ARM machine is set up with, in specs and on the command line.

use super::board::Board;
use super::setup::{Processor, Setup};
use crate::machine::{Key, Place, Takes};

/// Every key, in the order in which they are set.
pub(super) static KEYS: &[Key<Setup>] = &[
    Key {
        name: "board",
        about: "The computer, or the simulator of one, that programs are written for.",
        takes: Takes::OneOf(
            || Board::ALL.iter().map(|(name, ..)| *name).collect(),
            |setup, index| setup.board = Board::ALL[index].1,
        ),
        places: &[Place::Spec, Place::Asm, Place::Exec],
        on_the_terminal: None,
    },
    Key {
        name: "processor",
        about: "The processor, which decides what instructions there are beyond those of ARMv4T.",
        takes: Takes::OneOf(
            || Processor::ALL.iter().map(|(name, _)| *name).collect(),
            |setup, index| setup.processor = Processor::ALL[index].1,
        ),
        places: &[Place::Spec, Place::Exec],
        on_the_terminal: None,
    },
];

//! Proofs that a small change of a program has no effect, found without running it.
//!
//! First everything is worked out that registers and memory can hold before each instruction, for each way of
//! calls that leads there. Then the program is followed next to the changed one: from the change on, with
//! everything that can differ between the two, until nothing differs any more. A difference that is never
//! shown, stored at an unknown place, or tested by a branch, cannot be noticed.
//!
//! Taken for granted is what every tidy program keeps to: it does not write over its instructions, and
//! an address that is worked out from a label stays in the piece of data that the label stands before.
//! That a subroutine comes back after its call is proved. A change in the number of executed
//! instructions does not count.

mod differ;
mod explore;
mod image;
mod state;
mod step;
mod value;

pub(in crate::isa) use image::Image;
pub(in crate::isa) use step::{Effect, Next, Operand, Register, Step, Test, Work};

use differ::Change;
use explore::Known;

/// The facts known of a program.
#[derive(Debug)]
pub(in crate::isa) struct Prover<'i>(Known<'i>);

impl<'i> Prover<'i> {
    /// Looks through a program. `None` where it leads to an unknown place, or if it is too long.
    pub(in crate::isa) fn of(image: &'i Image) -> Option<Self> {
        Known::of(image).map(Self)
    }

    /// Returns `true` if nothing leads to an instruction.
    pub(in crate::isa) fn is_unreachable(&self, at: u32) -> bool {
        self.0.states.range((at, 0)..=(at, usize::MAX)).next().is_none()
    }

    /// Returns `true` if the program provably does the same with another instruction at an address.
    pub(in crate::isa) fn is_same_with(&mut self, at: u32, step: &Step) -> bool {
        differ::is_the_same(&mut self.0, Change::Step(at, step))
    }

    /// Returns `true` if the program provably does the same with another word of data.
    pub(in crate::isa) fn is_same_with_word(&mut self, at: u32, value: i64) -> bool {
        differ::is_the_same(&mut self.0, Change::Word(at, value))
    }
}

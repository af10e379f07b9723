//! Programs that a compiler has made: their source is kept, so that they can be made again with a change.

use std::fmt::Debug;
use std::ops::Range;

use super::{Examined, Executable, Mutant, World};
use crate::console::Console;
use crate::diagnostics::FileId;

/// A change of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The source.
    pub file: FileId,
    /// The bytes of its text that are changed.
    pub range: Range<usize>,
    /// The text that takes their place.
    pub text: String,
}

/// A program with a mistake in it.
#[derive(Debug)]
pub enum Mutated {
    /// It can be run.
    Program(Box<dyn Executable>),
    /// It has the same instructions and data as without the mistake.
    Same,
    /// The compiler does not accept it.
    Rejected,
    /// It could not be made here; why.
    Failed(String),
}

/// The source of a program that a compiler has made.
pub trait Origin: Debug + Send + Sync {
    /// The changes of the source that make mutants of it, sorted by place; the same ones each time.
    fn mutants(&self, program: &dyn Executable) -> Vec<Mutant>;

    /// The program with a change of [`Origin::mutants`].
    fn mutated(&self, edit: &Edit) -> Mutated;

    /// The same program, compiled without optimisation, so that each line is executed where it stands; `None` if it cannot be made.
    fn plain(&self) -> Option<&dyn Executable>;

    /// A run of the same program, compiled to be examined. It executes more instructions than the program that is graded. `None` if
    /// it cannot be made, or if a caller has put something into the machine.
    fn examine(&self, world: World<'_>, fuel: u64, console: &mut dyn Console) -> Option<Examined>;
}

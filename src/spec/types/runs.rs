//! The machines on which a program must do the same as on the one that the spec asks for.

use crate::diagnostics::Text;
use crate::machine::{Machine, Start};

/// Another machine that every test is played on.
#[derive(Clone, Debug)]
pub struct OtherRun {
    /// The differences, for people; the text stands after "with".
    pub about: Text,
    /// The contents of memory and registers at the start of every test that does not give its own.
    pub start: Option<Start>,
    /// The machine.
    pub machine: Machine,
}

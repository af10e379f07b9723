//! The machines on which a program must do the same as on the one that the spec asks for.

use crate::diagnostics::Text;
use crate::machine::{Machine, Start};

/// Another machine that every test is played on.
#[derive(Clone, Debug)]
pub struct OtherRun {
    /// What is different, for people; it stands after "with".
    pub about: Text,
    /// What memory and registers hold at the start of every test, if the tests do not say it themselves.
    pub start: Option<Start>,
    /// The machine.
    pub machine: Machine,
}

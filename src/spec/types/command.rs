//! Commands of the staff that judge output where no reading of the spec language can.

use std::path::PathBuf;

/// A program of the staff with its arguments. It is run on the computer that grades, so that the person who grades has to allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The file that is run; never looked up in the folders of the system.
    pub program: PathBuf,
    /// The arguments after the three names that every command is given.
    pub arguments: Vec<String>,
}

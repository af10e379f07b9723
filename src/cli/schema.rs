//! `grader schema`: the spec language for editors.

use super::CommandFailure;
use super::exit::Exit;
use super::terminal::Terminal;
use crate::spec::schema;

pub(super) fn main(terminal: &Terminal) -> Result<Exit, CommandFailure> {
    terminal.print(&schema())?;
    Ok(Exit::Done)
}

//! Model programs: what they print is what must come out.

use std::sync::Arc;

use crate::console::{Script, ScriptedConsole};
use crate::machine::{Executable, Stop, World};
use crate::spec::types::Limits;

/// A program that is known to be right.
#[derive(Clone, Debug)]
pub struct ModelProgram {
    /// The name of its file.
    pub name: String,
    /// The program.
    pub program: Arc<dyn Executable>,
}

/// The output of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Everything.
    pub output: Vec<u8>,
    /// True if it ended by itself; otherwise it waits for more input.
    pub halts: bool,
}

impl ModelProgram {
    /// The output of the model for an input; `None` if it breaks down on it or does not end.
    pub fn print(&self, stdin: &Script, world: World<'_>, limits: Limits) -> Option<Printed> {
        let mut console = ScriptedConsole::new(stdin, limits.output);
        let stop = self.program.run(world, limits.fuel, &mut console).stop;
        let is_sound = stop.is_end() || stop == Stop::Starved;
        is_sound.then(|| Printed { output: console.into_transcript().output, halts: stop.is_end() })
    }
}

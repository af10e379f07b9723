//! From files to a program on an LC-3.

use std::sync::Arc;

use super::Loaded;
use super::assembler::assemble;
use super::keys::KEYS;
use super::object::{read_object, read_text};
use super::profile::Setup;
use super::program::Program;
use crate::asm::{ProgramFile, ProgramFiles};
use crate::machine::{self, Executable, Key, KeyValue, LoadedProgram};

impl machine::Setup for Setup {
    fn set(&mut self, key: &str, value: KeyValue) {
        Key::set(KEYS, self, key, value);
    }

    /// The first file decides by its extension whether it is source, an object file or a text binary. Source files are
    /// assembled together.
    fn load(&self, files: ProgramFiles<'_>) -> LoadedProgram {
        let first = files.sources().next();
        let extension =
            first.and_then(|file| file.name.rsplit_once('.')).map(|(_, extension)| extension.to_lowercase());
        let read = match (extension.as_deref(), first) {
            (Some("obj"), Some(file)) => read_object(&file.name, &file.bytes),
            (Some("bin" | "hex"), Some(file)) => read_text(file.text()),
            _ => {
                let assembly = assemble(files.sources().map(ProgramFile::text).collect(), self.dialect);
                return LoadedProgram {
                    program: assembly.program.map(|program| self.with(program)),
                    diagnostics: assembly.diagnostics,
                    sources: assembly.sources,
                    notes: Vec::new(),
                    withheld: None,
                };
            }
        };
        let (program, diagnostics, sources) = match read {
            Ok(program) => {
                let sources = Arc::clone(&program.sources);
                (Some(self.with(program)), Vec::new(), sources)
            }
            Err(failure) => {
                let (diagnostic, sources) = *failure;
                (None, vec![diagnostic], Arc::new(sources))
            }
        };
        LoadedProgram { program, diagnostics, sources, notes: Vec::new(), withheld: None }
    }

    fn copy(&self) -> Box<dyn machine::Setup> {
        Box::new(*self)
    }
}

impl Setup {
    fn with(self, program: Program) -> Box<dyn Executable> {
        Box::new(Loaded::new(Arc::new(program), self))
    }
}

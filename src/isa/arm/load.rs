//! From files to a program on an ARM machine.

use std::sync::Arc;

use super::Loaded;
use super::assembler::{Assembly, Options, assemble};
use super::image;
use super::keys::KEYS;
use super::setup::Setup;
use crate::asm::code;
use crate::asm::{ProgramFile, ProgramFiles};
use crate::diagnostics::{Severity, SourceFile};
use crate::machine::{self, Executable, Key, KeyValue, LoadedProgram};

impl machine::Setup for Setup {
    fn set(&mut self, key: &str, value: KeyValue) {
        Key::set(KEYS, self, key, value);
    }

    /// Assembles the first file with what it includes; and if that is not all of the program, with the files that lie
    /// next to it. What the program may open while it runs is there.
    fn load(&self, files: ProgramFiles<'_>) -> LoadedProgram {
        // An image that another tool has made is complete: no file next to it belongs to it.
        if let Some(assembly) = files.sources().next().and_then(image::read) {
            return self.loaded(assembly, files);
        }
        let texts: Vec<SourceFile> = files.sources().map(ProgramFile::text).collect();
        let assembled = |texts: &[SourceFile]| {
            assemble(texts.to_vec(), &files, Options { placement: self.board.map().placement, dialect: None })
        };
        let at_first = if files.all_are_meant() { texts.len() } else { 1.min(texts.len()) };
        let mut assembly = assembled(&texts[..at_first]);
        if assembly.program.is_none() && texts.len() > at_first {
            let together = assembled(&texts);
            // If neither is a program, the mistakes of the first file are reported.
            if together.program.is_some() || is_one_of_several(&assembly) {
                assembly = together;
            }
        }
        self.loaded(assembly, files)
    }

    fn copy(&self) -> Box<dyn machine::Setup> {
        Box::new(self.clone())
    }
}

impl Setup {
    /// A program on this machine.
    fn loaded(&self, assembly: Assembly, files: ProgramFiles<'_>) -> LoadedProgram {
        let setup = Self { lying: Arc::new(files.data()), ..self.clone() };
        let board = self.board;
        LoadedProgram {
            notes: assembly.program.iter().flat_map(|program| program.notes.clone()).collect(),
            program: assembly.program.map(|mut program| -> Box<dyn Executable> {
                program.board = board;
                Box::new(Loaded::new(Arc::new(program), setup))
            }),
            diagnostics: assembly.diagnostics,
            sources: assembly.sources,
            withheld: None,
        }
    }
}

/// Returns `true` if all errors of a file could be due to labels that other files define.
fn is_one_of_several(assembly: &Assembly) -> bool {
    let mut errors = assembly.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.all(|error| [code::UNDEFINED_LABEL, code::GLOBAL].contains(&error.code))
}

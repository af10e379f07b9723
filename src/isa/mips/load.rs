//! From files to a program on a MIPS machine.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Loaded;
use super::assembler::{Options, assemble};
use super::keys::KEYS;
use super::program::Program;
use super::setup::{Profile, Setup};
use crate::asm::code;
use crate::asm::include::{base, names_in};
use crate::asm::{ProgramFile, ProgramFiles};
use crate::diagnostics::{Diagnostic, Severity, SourceFile, Text, text};
use crate::machine::{self, Executable, Key, KeyValue, LoadedProgram};

impl machine::Setup for Setup {
    fn set(&mut self, key: &str, value: KeyValue) {
        Key::set(KEYS, self, key, value);
    }

    /// Assembles the first file with what it includes; and if that is not all of the program, with the files that lie
    /// next to it. What the program may open while it runs is there.
    fn load(&self, files: ProgramFiles<'_>) -> LoadedProgram {
        let texts: Vec<SourceFile> = files.sources().map(ProgramFile::text).collect();
        let options = Options { map: self.map, delayed_branches: self.delayed_branches };
        let at_first = if files.all_are_meant() { texts.len() } else { 1 };
        let mut assembly = assemble(texts.iter().take(at_first).cloned().collect(), &files, options);
        if assembly.program.is_none() && texts.len() > at_first {
            let included: BTreeSet<String> = texts.iter().flat_map(|file| names_in(&file.text)).collect();
            let units = texts.iter().enumerate();
            let units = units.filter(|(index, file)| *index == 0 || !included.contains(&base(&file.name)));
            let together = assemble(units.map(|(_, file)| file.clone()).collect(), &files, options);
            // If neither is a program, the mistakes of the first file are reported.
            if together.program.is_some() || is_one_of_several(&assembly.diagnostics) {
                assembly = together;
            }
        }
        let setup = Self { lying: Arc::new(files.data()), ..self.clone() };
        LoadedProgram {
            notes: assembly.program.iter().flat_map(|program| self.notes(program)).collect(),
            program: assembly
                .program
                .map(|program| -> Box<dyn Executable> { Box::new(Loaded::new(Arc::new(program), setup)) }),
            diagnostics: assembly.diagnostics,
            sources: assembly.sources,
            withheld: None,
        }
    }

    fn copy(&self) -> Box<dyn machine::Setup> {
        Box::new(self.clone())
    }
}

impl Setup {
    /// Notes on the parts of a program that the simulator would not read.
    fn notes(&self, program: &Program) -> Vec<Text> {
        if self.profile != Profile::Spim {
            return Vec::new();
        }
        let found = program.only_in_mars.iter().map(|(found, span)| {
            let place = program.sources.place(*span);
            text!(
                "{place}: SPIM does not read `{found}`; this program runs in MARS only",
                "{place}: SPIM không hiểu `{found}`; chương trình này chỉ chạy trên MARS"
            )
        });
        found.collect()
    }
}

/// Returns `true` if all errors of a file could be due to labels that other files define.
fn is_one_of_several(diagnostics: &[Diagnostic]) -> bool {
    let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors().all(|error| [code::UNDEFINED_LABEL, code::GLOBAL].contains(&error.code))
}

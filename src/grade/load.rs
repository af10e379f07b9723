//! A submission's files into a program on a machine.

use std::sync::Arc;

use crate::diagnostics::{Diagnostic, Severity, SourceFile, Sources, code};
use crate::isa::{lc3, mips};
use crate::machine::Executable;
use crate::spec::Machine;
use crate::submission::{Part, ProgramFile};

/// What came of loading.
pub struct LoadedProgram {
    /// The program, if it could be loaded.
    pub program: Option<Box<dyn Executable>>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Arc<Sources>,
}

/// Loads a program for a machine.
pub fn load_program(files: &[ProgramFile], machine: &Machine) -> LoadedProgram {
    match machine {
        Machine::Lc3(setup) => {
            let sources = files.iter().filter(|file| file.part == Part::Source).cloned();
            load_lc3(&sources.collect::<Vec<_>>(), None, *setup)
        }
        Machine::Mips(setup, map) => load_mips(files, setup.clone(), *map),
    }
}

/// Assembles or reads a program: the first file decides by its extension whether it is source, an object file or a text
/// binary. Source files are assembled together.
pub fn load_lc3(files: &[ProgramFile], dialect: Option<lc3::Dialect>, setup: lc3::Setup) -> LoadedProgram {
    let first = files.first();
    let extension =
        first.and_then(|file| file.name.rsplit_once('.')).map(|(_, extension)| extension.to_lowercase());
    let read = match (extension.as_deref(), first) {
        (Some("obj"), Some(file)) => lc3::read_object(&file.name, &file.bytes),
        (Some("bin" | "hex"), Some(file)) => lc3::read_text(source(file)),
        _ => {
            let assembly = lc3::assemble(files.iter().map(source).collect(), dialect);
            return LoadedProgram {
                program: assembly.program.map(|program| on_lc3(program, setup)),
                diagnostics: assembly.diagnostics,
                sources: assembly.sources,
            };
        }
    };
    match read {
        Ok(program) => LoadedProgram {
            sources: Arc::clone(&program.sources),
            program: Some(on_lc3(program, setup)),
            diagnostics: Vec::new(),
        },
        Err(failure) => {
            let (diagnostic, sources) = *failure;
            LoadedProgram { program: None, diagnostics: vec![diagnostic], sources: Arc::new(sources) }
        }
    }
}

fn on_lc3(program: lc3::Program, setup: lc3::Setup) -> Box<dyn Executable> {
    Box::new(lc3::Loaded { program: Arc::new(program), setup })
}

/// The files that were handed in, as a program can include them.
struct Handed<'f>(&'f [ProgramFile]);

impl mips::Shelf for Handed<'_> {
    fn file(&self, path: &str) -> Option<Vec<u8>> {
        let is_read = |file: &&ProgramFile| file.part != Part::Listed && file.name == path;
        self.0.iter().find(is_read).map(|file| file.bytes.clone())
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|file| file.name.clone()).collect()
    }
}

/// Assembles a program: the first file with what it includes; and if that is not all of it, with the files beside it.
/// What it may open while it runs is there.
fn load_mips(files: &[ProgramFile], mut setup: mips::Setup, map: mips::MemoryMap) -> LoadedProgram {
    let includes = Handed(files);
    let data = files.iter().filter(|file| file.part == Part::Data);
    setup.lying = Arc::new(data.map(|file| (file.name.clone().into_bytes(), file.bytes.clone())).collect());
    let texts: Vec<SourceFile> = files.iter().filter(|file| file.part == Part::Source).map(source).collect();
    let is_included = |name: &str| {
        let base = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
        let mut lines = texts.iter().flat_map(|file| file.text.lines()).map(str::to_ascii_lowercase);
        lines.any(|line| line.contains(".include") && line.contains(&base))
    };
    let options = mips::Options { map, delayed_branches: setup.delayed_branches };
    let first = texts.first().cloned().into_iter().collect();
    let mut assembly = mips::assemble(first, &includes, options);
    if assembly.program.is_none() && texts.len() > 1 {
        let units = texts.iter().enumerate();
        let units = units.filter(|(index, file)| *index == 0 || !is_included(&file.name));
        let together = mips::assemble(units.map(|(_, file)| file.clone()).collect(), &includes, options);
        // If neither is a program, the mistakes of the first file are the ones to tell.
        if together.program.is_some() || is_one_of_several(&assembly.diagnostics) {
            assembly = together;
        }
    }
    let on_machine = |program: mips::Program| -> Box<dyn Executable> {
        Box::new(mips::Loaded::new(Arc::new(program), setup))
    };
    LoadedProgram {
        program: assembly.program.map(on_machine),
        diagnostics: assembly.diagnostics,
        sources: assembly.sources,
    }
}

/// Whether a file lacks nothing but what other files may define.
fn is_one_of_several(diagnostics: &[Diagnostic]) -> bool {
    let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors().all(|error| [code::MIPS_UNDEFINED_LABEL, code::MIPS_GLOBAL].contains(&error.code))
}

fn source(file: &ProgramFile) -> SourceFile {
    SourceFile::from_bytes(file.name.clone(), &file.bytes)
}

//! A submission's files into a program on a machine.

use std::sync::Arc;

use crate::diagnostics::{Diagnostic, SourceFile, Sources};
use crate::isa::lc3::{self, Loaded, Program, Setup};
use crate::submission::ProgramFile;

/// What came of loading.
pub struct LoadedProgram {
    /// The program, if it could be loaded.
    pub program: Option<Loaded>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Arc<Sources>,
}

/// Assembles or reads a program: the first file decides by its extension whether it is source, an object file or a text
/// binary. Source files are assembled together.
pub fn load_program(files: &[ProgramFile], dialect: Option<lc3::Dialect>, setup: Setup) -> LoadedProgram {
    let first = files.first();
    let extension =
        first.and_then(|file| file.name.rsplit_once('.')).map(|(_, extension)| extension.to_lowercase());
    let read = match (extension.as_deref(), first) {
        (Some("obj"), Some(file)) => lc3::read_object(&file.name, &file.bytes),
        (Some("bin" | "hex"), Some(file)) => {
            lc3::read_text(SourceFile::from_bytes(file.name.clone(), &file.bytes))
        }
        _ => {
            let sources =
                files.iter().map(|file| SourceFile::from_bytes(file.name.clone(), &file.bytes)).collect();
            let assembly = lc3::assemble(sources, dialect);
            return LoadedProgram {
                program: assembly.program.map(|program| on_machine(program, setup)),
                diagnostics: assembly.diagnostics,
                sources: assembly.sources,
            };
        }
    };
    match read {
        Ok(program) => LoadedProgram {
            sources: Arc::clone(&program.sources),
            program: Some(on_machine(program, setup)),
            diagnostics: Vec::new(),
        },
        Err(failure) => {
            let (diagnostic, sources) = *failure;
            LoadedProgram { program: None, diagnostics: vec![diagnostic], sources: Arc::new(sources) }
        }
    }
}

fn on_machine(program: Program, setup: Setup) -> Loaded {
    Loaded { program: Arc::new(program), setup }
}

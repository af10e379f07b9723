//! From files to a program in C on its machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::build::Built;
use super::code;
use super::debug;
use super::isa::ISA;
use super::messages::line_span;
use super::project::Project;
use super::setup::{KEYS, Setup};
use super::toolchain::Toolchain;
use crate::asm::{ProgramFiles, Role, SourceLine};
use crate::diagnostics::{Diagnostic, FileId, Sources, Span, Text, text};
use crate::isa::arm::{self, Board, linked};
use crate::machine::{self, Executable, Key, KeyValue, LoadedProgram};

impl machine::Setup for Setup {
    fn set(&mut self, key: &str, value: KeyValue) {
        Key::set(KEYS, self, key, value);
    }

    fn load(&self, files: ProgramFiles<'_>) -> LoadedProgram {
        let toolchain = match Toolchain::find() {
            Ok(toolchain) => toolchain,
            Err(missing) => return withheld(files, missing),
        };
        match self.built(toolchain, files) {
            Ok(built) => loaded(built, files, self),
            Err(error) => withheld(
                files,
                text!(
                    "the compiler cannot be run here: {error}",
                    "không chạy được trình biên dịch ở đây: {error}"
                ),
            ),
        }
    }

    fn tools(&self) -> Option<String> {
        Toolchain::find().ok().map(Toolchain::described)
    }

    fn copy(&self) -> Box<dyn machine::Setup> {
        Box::new(self.clone())
    }
}

/// Where callers of functions begin; what every program is linked with has it.
const CALLS: &str = "__grader_calls";

/// Nothing is known of the program, for a reason that is not the student's.
fn withheld(files: ProgramFiles<'_>, why: Text) -> LoadedProgram {
    let mut sources = Sources::default();
    for file in files.sources() {
        sources.add(file.text());
    }
    LoadedProgram {
        program: None,
        diagnostics: Vec::new(),
        sources: Arc::new(sources),
        notes: Vec::new(),
        withheld: Some(why),
    }
}

/// The program that was built, on the machine.
fn loaded(built: Built, files: ProgramFiles<'_>, setup: &Setup) -> LoadedProgram {
    let stage = Stage { lying: Arc::new(files.data()), obeys_escapes: setup.obeys_escapes };
    let program = stage.program(&built).transpose();
    let Built { mut diagnostics, sources, .. } = built;
    let program = program.unwrap_or_else(|message| {
        diagnostics.push(Diagnostic::error(code::TOO_LARGE, Span::default(), message));
        None
    });
    LoadedProgram {
        program: program.map(|program| -> Box<dyn Executable> { Box::new(program) }),
        diagnostics,
        sources,
        notes: Vec::new(),
        withheld: None,
    }
}

/// The machine as a program finds it.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// The files that lie there.
    lying: Arc<BTreeMap<Vec<u8>, Vec<u8>>>,
    /// True if the terminal obeys escape codes that clear it or colour its text.
    obeys_escapes: bool,
}

impl Stage {
    /// The program that was built, on the machine; `None` if there is no program.
    ///
    /// # Errors
    /// If the machine does not take it.
    pub(super) fn program(&self, built: &Built) -> Option<Result<arm::Loaded, Text>> {
        let image = built.image.as_ref()?;
        let lines = lines(image, &built.files, &built.sources);
        let origin = Project::new(built, Arc::clone(image), self.clone());
        let program = linked(image, &ISA, Arc::clone(&built.sources), lines, CALLS, Arc::new(origin));
        let setup = arm::Setup {
            board: Board::Hosted,
            lying: Arc::clone(&self.lying),
            obeys_escapes: self.obeys_escapes,
            ..arm::Setup::default()
        };
        Some(program.map(|program| arm::Loaded::new(Arc::new(program), setup)))
    }
}

/// The source line of each word of a program.
fn lines(image: &[u8], files: &[(FileId, String)], sources: &Sources) -> Vec<SourceLine> {
    let of_stretch = |stretch: debug::Stretch| {
        let span = files.get(stretch.file).map(|(id, _)| line_span(sources.file(*id), *id, stretch.line));
        let words = (stretch.start..stretch.end).step_by(4);
        words.filter_map(move |address| Some(SourceLine { address, span: span?, role: Role::Instruction }))
    };
    debug::stretches(image, files).into_iter().flat_map(of_stretch).collect()
}

//! A model solution set next to the spec: the expected texts that it writes, the cases that it fails itself, and the rules
//! of a dialogue that no correct program needs.

mod bless;
mod findings;
mod values;
mod wildcards;

pub use bless::{Proposal, ProposalOutcome, propose, texts_of};
pub use findings::lint;

use std::path::Path;
use std::sync::Arc;

use crate::asm::ProgramFiles;
use crate::console::Script;
use crate::diagnostics::{Diagnostic, Sources, Text, text};
use crate::machine::{Executable, Machine, Stop, World};
use crate::play::{Ending, Expected, play};
use crate::spec::{Expectation, Limits, Reference, Spec};
use crate::submission::{Folders, NoProgram, ProgramFile, discover};

/// The source of expected texts.
pub enum Model {
    /// A reference that prints every byte.
    Reference(Reference),
    /// A program that is known to be correct.
    Program(Box<dyn Executable>),
}

/// The reasons why a program cannot be a model.
pub enum NoModel {
    /// It cannot be read.
    Unreadable(std::io::Error),
    /// Its folder holds no program, or several.
    NoProgram(NoProgram),
    /// It could not be loaded for a reason that is not its fault: a tool is missing, or went beyond its
    /// limits.
    Withheld(Text),
    /// It does not assemble.
    DoesNotAssemble {
        /// The assembler's errors and warnings.
        diagnostics: Vec<Diagnostic>,
        /// The files that they refer to.
        sources: Arc<Sources>,
    },
}

/// The output of a model for a script, input by input, and its end.
#[derive(Debug)]
struct ModelAnswer {
    turns: Vec<Vec<u8>>,
    ending: Ending,
}

impl Model {
    /// The reference of a spec, if it prints every byte.
    pub fn of_reference(spec: &Spec) -> Option<Self> {
        let prints_bytes = |reference: &Reference| matches!(reference, Reference::ConnectFour);
        spec.reference.filter(prints_bytes).map(Self::Reference)
    }

    /// Loads a program: a file whatever its name, or a folder as if it were a submission.
    ///
    /// # Errors
    /// If it cannot be read or does not assemble.
    pub fn load(path: &Path, spec: &Spec) -> Result<Self, NoModel> {
        let files = if path.is_dir() {
            let found = discover(&[path.to_owned()], Folders::Submissions, &spec.submission);
            let found = found.ok().and_then(|found| found.submissions.into_iter().next());
            let missing = || NoProgram::Missing { patterns: spec.submission.programs.clone() };
            let files = found.ok_or_else(missing).and_then(|found| found.program(&spec.submission));
            files.map_err(NoModel::NoProgram)?
        } else {
            let bytes = std::fs::read(path).map_err(NoModel::Unreadable)?;
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            vec![ProgramFile::source(name, bytes)]
        };
        Self::from_files(&files, &spec.machine)
    }

    fn from_files(files: &[ProgramFile], machine: &Machine) -> Result<Self, NoModel> {
        let loaded = machine.load(ProgramFiles::handed_in(files));
        if let Some(why) = loaded.withheld {
            return Err(NoModel::Withheld(why));
        }
        let (diagnostics, sources) = (loaded.diagnostics, loaded.sources);
        loaded.program.map(Self::Program).ok_or(NoModel::DoesNotAssemble { diagnostics, sources })
    }

    /// Its output for a script, or the reason why a student's program should not do the same.
    fn answer(&self, script: &Script, world: World<'_>, limits: Limits) -> Result<ModelAnswer, Text> {
        match self {
            Self::Reference(reference) => Ok(of_reference(*reference, script)),
            Self::Program(program) => of_program(program.as_ref(), script, world, limits),
        }
    }
}

/// The reference is given keys; ENTER is no key to it.
fn of_reference(reference: Reference, script: &Script) -> ModelAnswer {
    let keys_of = |index| {
        let bytes: Vec<u8> = script.entry(index).to_vec();
        String::from_utf8_lossy(&bytes).replace(['\r', '\n'], "")
    };
    let entries: Vec<String> = (0..script.len()).map(keys_of).collect();
    let expected = Expected::new(&Expectation::Keys(entries.concat()), Some(reference));
    let mut turns = expected.turns.into_iter();
    let mut answers = vec![turns.next().unwrap_or_default()];
    for keys in entries {
        let printed: Vec<Vec<u8>> = turns.by_ref().take(keys.chars().count()).collect();
        if printed.is_empty() && !keys.is_empty() {
            break;
        }
        answers.push(printed.concat());
    }
    ModelAnswer { turns: answers, ending: expected.ending }
}

fn of_program(
    program: &dyn Executable,
    script: &Script,
    world: World<'_>,
    limits: Limits,
) -> Result<ModelAnswer, Text> {
    let played = play(program, script, world, limits);
    let ending = match played.ended.stop {
        Stop::Halted | Stop::Exited(_) | Stop::DroppedOff => Ending::Halts,
        Stop::Starved => Ending::Waits,
        Stop::OutOfFuel => {
            let fuel = limits.fuel;
            return Err(text!(
                "the model is still running after {fuel} instructions; does it wait for input in a way of its own? \
                 `limits: {{ fuel: ... }}` gives it more",
                "chương trình mẫu vẫn chạy sau {fuel} lệnh; nó có chờ nhập theo cách riêng không? \
                 `limits: {{ fuel: ... }}` cho phép chạy lâu hơn"
            ));
        }
        Stop::OutputFull => {
            let most = limits.output;
            return Err(text!(
                "the model prints more than {most} bytes; does it end?",
                "chương trình mẫu in hơn {most} byte; nó có dừng không?"
            ));
        }
        Stop::Fault(_) => {
            let place = program.place(played.ended.at);
            return Err(text!(
                "the machine stops the model at {place}; `grader exec` shows why",
                "máy dừng chương trình mẫu tại {place}; dùng `grader exec` để xem lý do"
            ));
        }
    };
    let turns = played.transcript.turns().map(|turn| turn.output.to_vec()).collect();
    Ok(ModelAnswer { turns, ending })
}

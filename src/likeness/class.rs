//! The programs of a class as they are compared.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::shapes::{self, Placed, Shape};
use super::words::{Phrase, bare, phrases};
use crate::asm::ProgramFiles;
use crate::diagnostics::{Severity, SourceFile, Sources};
use crate::fingerprint::Fingerprint;
use crate::grade::in_parallel;
use crate::machine::Executable;
use crate::spec::Spec;
use crate::submission::{NoProgram, Submission};

/// A program with fewer shapes of its own is not compared: a few lines that everybody writes would be most of it.
const LEAST_SHAPES: usize = 40;

/// The lines that were given to everybody: what is the same there says nothing.
#[derive(Clone, Debug, Default)]
pub struct Handout(HashSet<String>);

impl Handout {
    /// The lines of the starter file of a spec, and of other files.
    pub fn of(spec: &Spec, files: &[SourceFile]) -> Self {
        let starter = spec.submission.starter.iter().map(|starter| starter.text.as_str());
        let texts = starter.chain(files.iter().map(|file| file.text.as_str()));
        Self(texts.flat_map(str::lines).map(|line| bare(line, spec.machine.isa)).collect())
    }

    fn has(&self, line: &str, spec: &Spec) -> bool {
        self.0.contains(&bare(line, spec.machine.isa))
    }
}

/// The reasons why a submission is not compared.
#[derive(Clone, Debug)]
pub enum Unread {
    /// It has no program.
    NoProgram(NoProgram),
    /// Its program cannot be assembled or compiled, with the number of errors.
    NotBuilt(usize),
    /// There is too little in it.
    TooShort,
    /// The grader failed on it, with this message.
    Failed(String),
}

/// A submission that is not compared.
#[derive(Clone, Debug)]
pub struct Uncompared {
    /// The submission.
    pub id: String,
    /// Why not.
    pub why: Unread,
}

/// A submission by what is compared of it.
#[derive(Clone, Debug)]
pub struct Member {
    /// The submission.
    pub id: String,
    /// True if it is of an earlier class: these are not compared with each other.
    pub is_earlier: bool,
    /// Its shapes, sorted, each once.
    pub(super) shapes: Vec<Shape>,
    phrases: Vec<Shape>,
}

/// The programs of a class, and what they have in common.
#[derive(Debug)]
pub struct Class<'s> {
    spec: &'s Spec,
    handout: &'s Handout,
    /// The programs that are compared, in the order of the class.
    pub members: Vec<Member>,
    /// The submissions that are not.
    pub uncompared: Vec<Uncompared>,
    /// The number of programs that have a shape, for those that several have.
    counts: HashMap<Shape, usize>,
}

/// A program as it was read.
pub(super) struct Program {
    pub(super) sources: Sources,
    /// The shapes that are the student's own.
    pub(super) shapes: Vec<Placed>,
    pub(super) executable: Box<dyn Executable>,
}

impl Program {
    /// Reads the program of a submission.
    pub(super) fn read(spec: &Spec, handout: &Handout, submission: &Submission) -> Result<Self, Unread> {
        let files = submission.program(&spec.submission).map_err(Unread::NoProgram)?;
        let loaded = spec.machine.load(ProgramFiles::handed_in(&files));
        let Some(executable) = loaded.program else {
            let errors =
                loaded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
            return Err(Unread::NotBuilt(errors));
        };
        let sources = executable.sources().clone();
        let mut shapes = shapes::of_program(executable.as_ref());
        shapes.retain(|placed| {
            let line = executable.source_map().get(placed.at);
            line.is_some_and(|line| {
                let line_number = sources.position(line.span).line;
                !handout.has(sources.file(line.span.file).line(line_number), spec)
            })
        });
        Ok(Self { sources, shapes, executable })
    }

    /// What is written in it for people, each with its file and line.
    pub(super) fn phrases(&self, spec: &Spec, handout: &Handout) -> Vec<(Phrase, (usize, usize))> {
        let files = self.sources.files().iter().enumerate();
        let all = files.flat_map(|(index, file)| {
            let own = phrases(file, spec.machine.isa).into_iter();
            own.filter(|(_, line)| !handout.has(file.line(*line), spec))
                .map(move |(phrase, line)| (phrase, (index, line)))
        });
        all.collect()
    }
}

impl<'s> Class<'s> {
    /// Reads the programs of a class, and those of earlier ones.
    pub fn read(spec: &'s Spec, handout: &'s Handout, class: &[Submission], earlier: &[Submission]) -> Self {
        let all: Vec<(&Submission, bool)> =
            class.iter().map(|one| (one, false)).chain(earlier.iter().map(|one| (one, true))).collect();
        let member = |(submission, is_earlier): &(&Submission, bool)| {
            let id = submission.id.clone();
            let program = match Program::read(spec, handout, submission) {
                Ok(program) => program,
                Err(why) => return Err(Uncompared { id, why }),
            };
            let member = Member::of(id, &program, spec, handout, *is_earlier);
            if member.shapes.len() < LEAST_SHAPES {
                return Err(Uncompared { id: member.id, why: Unread::TooShort });
            }
            Ok(member)
        };
        let failed = |(submission, _): &(&Submission, bool), message| {
            Err(Uncompared { id: submission.id.clone(), why: Unread::Failed(message) })
        };
        let read = in_parallel(&all, member, failed, &|_| {});
        let mut read_class =
            Self { spec, handout, members: Vec::new(), uncompared: Vec::new(), counts: HashMap::new() };
        for one in read {
            match one {
                Ok(member) => read_class.members.push(member),
                Err(uncompared) => read_class.uncompared.push(uncompared),
            }
        }
        for member in &read_class.members {
            for shape in member.shapes.iter().chain(&member.phrases) {
                *read_class.counts.entry(*shape).or_default() += 1;
            }
        }
        read_class.counts.retain(|_, count| *count > 1);
        read_class
    }

    /// A fingerprint of all that its programs are compared by.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Fingerprint::default();
        for member in &self.members {
            hash.add(member.id.as_bytes());
            hash.add(&[u8::from(member.is_earlier)]);
            for shape in &member.shapes {
                hash.add(&shape.to_bytes());
            }
        }
        hash.finish()
    }

    /// The number of programs that have a shape.
    pub(super) fn count(&self, shape: Shape) -> usize {
        self.counts.get(&shape).copied().unwrap_or(1)
    }

    /// A program, once more.
    pub(super) fn program(&self, submission: &Submission) -> Option<Program> {
        Program::read(self.spec, self.handout, submission).ok()
    }

    pub(super) fn phrases(&self, program: &Program) -> Vec<(Phrase, (usize, usize))> {
        program.phrases(self.spec, self.handout)
    }
}

/// A phrase as something that is counted.
pub(super) fn shape_of(phrase: &Phrase) -> Shape {
    Shape::of("phrase", phrase)
}

impl Member {
    fn of(id: String, program: &Program, spec: &Spec, handout: &Handout, is_earlier: bool) -> Self {
        let sorted = |shapes: BTreeSet<Shape>| shapes.into_iter().collect::<Vec<_>>();
        let shapes = sorted(program.shapes.iter().map(|placed| placed.shape).collect());
        let phrases = program.phrases(spec, handout);
        Self {
            id,
            is_earlier,
            shapes,
            phrases: sorted(phrases.iter().map(|(phrase, _)| shape_of(phrase)).collect()),
        }
    }
}

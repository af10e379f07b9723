//! How a machine is set up: the keys that specs and the command line have for it, and the way from files to a program.

use std::fmt;
use std::sync::Arc;

use super::{Executable, Isa};
use crate::asm::ProgramFiles;
use crate::diagnostics::{Diagnostic, Sources, Text};

/// A machine that programs run on: an instruction set and how its machine is set up.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The instruction set.
    pub isa: &'static Isa,
    /// How it is set up.
    pub setup: Box<dyn Setup>,
}

impl Machine {
    /// The machine of an instruction set of which nothing is said.
    pub fn usual(isa: &'static Isa) -> Self {
        Self { isa, setup: (isa.usual)() }
    }

    /// The tools of this computer that make programs of sources, if there are any.
    pub fn tools(&self) -> Option<String> {
        self.setup.tools()
    }

    /// Assembles or reads a program and puts it on the machine.
    pub fn load(&self, files: ProgramFiles<'_>) -> LoadedProgram {
        self.setup.load(files)
    }
}

/// How a machine of one instruction set is set up.
pub trait Setup: fmt::Debug + Send + Sync {
    /// Sets what a key says.
    fn set(&mut self, key: &str, value: KeyValue);

    /// Assembles or reads a program and puts it on the machine.
    fn load(&self, files: ProgramFiles<'_>) -> LoadedProgram;

    /// The tools of this computer that make programs of sources, with their versions and how they are called, if there are
    /// any: what comes out depends on them.
    fn tools(&self) -> Option<String> {
        None
    }

    /// A copy.
    fn copy(&self) -> Box<dyn Setup>;
}

impl Clone for Box<dyn Setup> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// What came of loading.
pub struct LoadedProgram {
    /// The program, if it could be loaded.
    pub program: Option<Box<dyn Executable>>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that they speak of.
    pub sources: Arc<Sources>,
    /// What this simulator would not do with the program, for those who run it by hand.
    pub notes: Vec<Text>,
    /// Why nothing is known of the program, for a reason that is not its author's.
    pub withheld: Option<Text>,
}

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyValue {
    /// The word with this number among those that the key takes.
    Word(usize),
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u64),
}

/// A key of a machine, with what it sets.
pub struct Key<S> {
    /// The name in specs; on the command line `_` is `-`.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// What it takes, and what becomes of that.
    pub takes: Takes<S>,
    /// Where it can be given.
    pub places: &'static [Place],
    /// What it is where a program is run on the terminal and nothing is said.
    pub on_the_terminal: Option<&'static str>,
}

/// What a key takes, each with what it sets.
pub enum Takes<S> {
    /// One of these words, by its number.
    OneOf(fn() -> Vec<&'static str>, fn(&mut S, usize)),
    /// `true` or `false`.
    Switch(fn(&mut S, bool)),
    /// A number from the one to the other.
    Number(u64, u64, fn(&mut S, u64)),
}

/// Where a key can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Under `machine:` in a spec.
    Spec,
    /// To `grader asm`.
    Asm,
    /// To `grader exec`.
    Exec,
}

/// A key as the readers of specs and of the command line see it.
#[derive(Clone, Debug)]
pub struct KeyRow {
    /// The name in specs; on the command line `_` is `-`.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// What it takes.
    pub takes: Kind,
    /// Where it can be given.
    pub places: &'static [Place],
    /// What it is where a program is run on the terminal and nothing is said.
    pub on_the_terminal: Option<&'static str>,
}

/// What a key takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// `true` or `false`.
    Switch,
    /// A number from the one to the other.
    Number(u64, u64),
}

impl<S> Key<S> {
    /// The key as readers see it.
    pub fn row(&self) -> KeyRow {
        let takes = match self.takes {
            Takes::OneOf(words, _) => Kind::OneOf(words()),
            Takes::Switch(_) => Kind::Switch,
            Takes::Number(smallest, largest, _) => Kind::Number(smallest, largest),
        };
        let Self { name, about, places, on_the_terminal, .. } = *self;
        KeyRow { name, about, takes, places, on_the_terminal }
    }

    /// Sets in a setup what the key of a name in a table says.
    pub fn set(table: &[Self], setup: &mut S, name: &str, value: KeyValue) {
        let Some(key) = table.iter().find(|key| key.name == name) else { return };
        match (&key.takes, value) {
            (Takes::OneOf(_, set), KeyValue::Word(word)) => set(setup, word),
            (Takes::Switch(set), KeyValue::Switch(on)) => set(setup, on),
            (Takes::Number(.., set), KeyValue::Number(number)) => set(setup, number),
            // A reader gives what the row of the key takes.
            _ => {}
        }
    }
}

impl KeyRow {
    /// The value that a word of the command line stands for; `None` if the key does not take it.
    pub fn parse(&self, word: &str) -> Option<KeyValue> {
        match &self.takes {
            Kind::OneOf(words) => words.iter().position(|known| *known == word).map(KeyValue::Word),
            Kind::Switch => word.parse().ok().map(KeyValue::Switch),
            Kind::Number(smallest, largest) => word
                .parse()
                .ok()
                .filter(|number| (smallest..=largest).contains(&number))
                .map(KeyValue::Number),
        }
    }
}

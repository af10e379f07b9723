//! The setup of machines: the keys that specs and the command line have for it, and the way
//! from files to a program.

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
    /// The settings of the machine.
    pub setup: Box<dyn Setup>,
}

impl Machine {
    /// The machine of an instruction set with its usual settings.
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

/// The settings of a machine of one instruction set.
pub trait Setup: fmt::Debug + Send + Sync {
    /// Sets a key to a value.
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

/// The outcome of loading.
pub struct LoadedProgram {
    /// The program, if it could be loaded.
    pub program: Option<Box<dyn Executable>>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics point into.
    pub sources: Arc<Sources>,
    /// Notes for those who run the program by hand: the things that this simulator would not do with it.
    pub notes: Vec<Text>,
    /// The reason why the program cannot be judged, if that is not its author's fault.
    pub withheld: Option<Text>,
}

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyValue {
    /// The word with this number among those that the key takes.
    Word(usize),
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u64),
}

/// The most keys that can have another value in one run.
const MOST_OVERRIDES: usize = 4;

/// The keys of a machine that have another value in some of its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Overrides([Option<(&'static str, KeyValue)>; MOST_OVERRIDES]);

impl Overrides {
    /// Gives a key another value.
    ///
    /// # Panics
    /// If more keys have [`Place::Case`] than there is room for.
    pub fn set(&mut self, key: &'static str, value: KeyValue) {
        let free = self.0.iter_mut().find(|known| known.is_none_or(|(known, _)| known == key));
        *free.expect("no machine has that many keys of cases") = Some((key, value));
    }

    /// The keys with their values, in the order in which they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, KeyValue)> + '_ {
        self.0.iter().flatten().copied()
    }

    /// Returns `true` if every key is as usual.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }
}

/// A key of a machine, with what it sets.
pub struct Key<S> {
    /// The name in specs; on the command line `_` is `-`.
    pub name: &'static str,
    /// The purpose of the key, for help and documentation.
    pub about: &'static str,
    /// The values that it takes, and the setters for them.
    pub takes: Takes<S>,
    /// Where it can be given.
    pub places: &'static [Place],
    /// The default where a program is run on the terminal.
    pub on_the_terminal: Option<&'static str>,
}

/// The values that a key takes, each with the setter for it.
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
    /// Under `machine:` in a case: the key changes how a program runs, and not what is assembled.
    Case,
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
    /// The purpose of the key, for help and documentation.
    pub about: &'static str,
    /// The values that it takes.
    pub takes: Kind,
    /// Where it can be given.
    pub places: &'static [Place],
    /// The default where a program is run on the terminal.
    pub on_the_terminal: Option<&'static str>,
}

/// The values that a key takes.
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

    /// Sets the key of a name, in a table, to a value.
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
    /// The key with a value as a spec has them.
    pub fn written(&self, value: KeyValue) -> String {
        let name = self.name;
        match (value, &self.takes) {
            (KeyValue::Word(index), Kind::OneOf(words)) => {
                format!("{name}: {}", words.get(index).copied().unwrap_or_default())
            }
            (KeyValue::Word(number), _) => format!("{name}: {number}"),
            (KeyValue::Switch(on), _) => format!("{name}: {on}"),
            (KeyValue::Number(number), _) => format!("{name}: {number}"),
        }
    }

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

//! Demands on the output of a case whose bytes are typed as they are: text in one of several readings,
//! fragments, steps.

use std::sync::Arc;

use crate::console::Script;
use crate::observe::Pattern;
use crate::spec::types::{Command, Hashed, Interactor};

/// The form into which text is brought before it is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// As it is, but for the line feed at the very end.
    #[default]
    Text,
    /// As it is, byte by byte.
    Exact,
    /// As words between blanks.
    Tokens,
    /// As words between blanks, numbers by their value.
    Numbers,
    /// Line by line; `*` and `?` stand for anything, a line `...` for any number of lines.
    Glob,
    /// Line by line, each a regular expression; a line `...` stands for any number of lines.
    Regex,
}

impl Reading {
    /// Every reading with its name in specs.
    pub const ALL: [(&str, Self); 6] = [
        ("text", Self::Text),
        ("exact", Self::Exact),
        ("tokens", Self::Tokens),
        ("numbers", Self::Numbers),
        ("glob", Self::Glob),
        ("regex", Self::Regex),
    ];
}

/// A difference that does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// The number of blanks, and empty lines.
    Blanks,
    /// Capital and small letters.
    Case,
    /// Marks such as commas and full stops.
    Punctuation,
    /// The order of the lines.
    LineOrder,
}

impl Ignored {
    /// Every one with its name in specs.
    pub const ALL: [(&str, Self); 4] = [
        ("blanks", Self::Blanks),
        ("case", Self::Case),
        ("punctuation", Self::Punctuation),
        ("line-order", Self::LineOrder),
    ];
}

/// The way in which expected text is compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mode {
    /// The reading of the text.
    pub reading: Reading,
    /// The differences that do not count.
    pub ignored: Vec<Ignored>,
    /// The largest difference allowed between two numbers.
    pub tolerance: f64,
    /// The program of the staff that judges in place of a reading.
    pub command: Option<Arc<Command>>,
}

impl Mode {
    /// Returns `true` if it is the plain reading, which distinguishes logic from format.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Returns `true` if this difference does not count.
    pub fn ignores(&self, what: Ignored) -> bool {
        self.ignored.contains(&what)
    }
}

/// A part of the output that is looked for.
#[derive(Clone, Debug)]
pub enum Fragment {
    /// These words.
    Plain(String),
    /// Text that matches a regular expression, written between slashes.
    Pattern(Pattern),
}

/// A line that must come out.
#[derive(Clone, Debug)]
pub enum WantedLine {
    /// Any number of lines.
    Any,
    /// One that fits.
    One(Pattern),
}

/// One demand on the output.
#[derive(Clone, Debug)]
pub enum Want {
    /// It is one of these texts.
    Text(Vec<String>),
    /// Its lines are these; kept with the text that they were read from.
    Lines(Vec<WantedLine>, String),
    /// These parts are in it, in this order.
    Contains(Vec<Fragment>),
    /// None of these parts is in it.
    Rejects(Vec<Fragment>),
    /// It has one of these fingerprints.
    Hashed(Arc<Hashed>),
}

/// The input, and the demands on the output between.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The input; of a conversation the files alone.
    pub stdin: Arc<Script>,
    /// Who types, where the input depends on the output.
    pub interactor: Option<Arc<Interactor>>,
    /// The demands on the output before each entry, and after the last.
    pub turns: Vec<Vec<Want>>,
    /// For each of them the number of the step that makes the demand, from 1.
    pub steps: Vec<Vec<usize>>,
    /// The demands on all of the output.
    pub whole: Vec<Want>,
    /// The demands on files.
    pub files: Vec<FileWant>,
    /// The answer that a command is given; empty where there is no command.
    pub answer: String,
    /// The way in which it is compared.
    pub mode: Mode,
    /// True if the program must end.
    pub halts: bool,
    /// True if the test ends where the demands of the last step are met: what the program does after that does not count.
    pub stops: bool,
    /// True if it stands for a plain text: where only output counts, the run may then go on
    /// until its fuel is used up.
    pub is_plain_text: bool,
}

impl Checked {
    /// A case that demands this text, in the reading of the mode or by its command.
    pub fn like(stdin: Arc<Script>, output: String, mode: &Mode) -> Self {
        let is_judged = mode.command.is_some();
        let (whole, answer) =
            if is_judged { (Vec::new(), output) } else { (vec![Want::Text(vec![output])], String::new()) };
        Self {
            stdin,
            interactor: None,
            turns: Vec::new(),
            steps: Vec::new(),
            whole,
            files: Vec::new(),
            answer,
            mode: mode.clone(),
            halts: false,
            stops: false,
            is_plain_text: false,
        }
    }
}

/// A line with `*` and `?` as a regular expression.
pub(in crate::spec) fn glob(line: &str) -> String {
    let part = |c: char| match c {
        '*' => ".*".to_owned(),
        '?' => ".".to_owned(),
        c if c.is_alphanumeric() || c == ' ' => c.to_string(),
        c => format!("\\x{{{:x}}}", u32::from(c)),
    };
    line.chars().map(part).collect()
}

/// The demands on a file once the program has ended.
#[derive(Clone, Debug)]
pub struct FileWant {
    /// Its name, without folders.
    pub name: String,
    /// The demands on its contents; `None` if it must not be there.
    pub wants: Option<Vec<Want>>,
    /// The way in which it is compared.
    pub mode: Mode,
}

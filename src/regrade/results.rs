//! One report, as far as it is compared.

use std::collections::{BTreeMap, HashMap};

use crate::grade::Verdict;
use crate::spec::Points;

/// The results of a class, as a report has them.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The assignment's id.
    pub assignment: String,
    /// The assignment's title.
    pub title: String,
    /// The points that are possible.
    pub points: Points,
    /// True if it was written for students, so that some of it is missing.
    pub is_for_students: bool,
    /// The program that wrote it, with its version.
    pub tool: String,
    /// The build of this program; `None` in reports without a receipt.
    pub build: Option<String>,
    /// The compiler, if programs were compiled.
    pub compiler: Option<String>,
    /// The path of the spec, as it was given.
    pub spec: String,
    /// The fingerprint of the spec.
    pub fingerprint: String,
    /// The keys of the spec with their fingerprints; `None` where the report does not say them.
    pub keys: Option<BTreeMap<String, String>>,
    /// The groups with the points and the fingerprint of each, as far as the report says them.
    pub groups: Vec<(String, Points, Option<String>)>,
    /// The tests, in the order of the spec.
    pub tests: Vec<Test>,
    /// The words that `Student` speaks of by number.
    pub names: Names,
    /// The submissions, sorted by id.
    pub students: Vec<Student>,
}

/// A test of the spec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Test {
    /// Its id.
    pub id: String,
    /// The points that it is worth, where the report says so.
    pub points: Option<Points>,
    /// Its fingerprint, where the report says so.
    pub fingerprint: Option<String>,
}

/// A submission.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Student {
    /// Its id.
    pub id: String,
    /// The score; `None` while anything needs review.
    pub score: Option<Points>,
    /// The reasons why it needs review; empty if it does not.
    pub review: Vec<String>,
    /// The verdict where nothing could be run, as a name; `None` where tests were run.
    pub unrun: Option<u32>,
    /// The outcomes of the tests.
    pub outcomes: Vec<Outcome>,
    /// The lines of the account, each with its points: what is added above zero, and what is taken away below.
    pub account: Vec<(u32, i64)>,
    /// The points that people gave for rubric items; `None` for an item that is not marked.
    pub rubric: Vec<(u32, Option<Points>)>,
    /// The lateness; `None` if nothing is due, or the time is unknown.
    pub late: Option<Late>,
    /// The files and the fingerprint of the marks; `None` without a receipt.
    pub receipt: Option<(Vec<FileMark>, Option<String>)>,
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The test, as a name.
    pub test: u32,
    /// The verdict, as a name; `None` where it is not shown.
    pub verdict: Option<u32>,
    /// The points earned; `None` where nothing was judged, or they are not shown.
    pub earned: Option<Points>,
}

/// When a submission was handed in, and what that costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Late {
    /// The time.
    pub submitted: String,
    /// The per cent of its points that it loses.
    pub percent: u64,
    /// True if it is too late to count.
    pub rejected: bool,
}

/// A file of a receipt: its name, its fingerprint if it was read, and its use.
pub type FileMark = (String, Option<String>, String);

/// Words by number: each is kept once.
#[derive(Clone, Debug, Default)]
pub struct Names {
    words: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    /// The number of a word.
    pub fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.words.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        number
    }

    /// The word of a number.
    pub fn word(&self, number: u32) -> &str {
        self.words.get(number as usize).map_or("", String::as_str)
    }

    /// The number of a word that is there already.
    pub fn find(&self, word: &str) -> Option<u32> {
        self.numbers.get(word).copied()
    }

    /// All words, in the order of their numbers.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// The kinds of verdicts, as far as a change between them is a flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// Its points are earned.
    Passed,
    /// They are not.
    Failed,
    /// It was not run, as something else must be passed first.
    NotRun,
    /// It could not be judged, or a person judged it.
    NotJudged,
    /// It is not in the report.
    Absent,
}

impl State {
    /// The kind of a verdict that is named in a report. A name that this version does not know is that of a failure, as all verdicts
    /// have been that were added.
    pub(super) fn of(verdict: &str) -> Self {
        match Verdict::ALL.into_iter().find(|known| known.id() == verdict) {
            Some(known) if known.earns() => Self::Passed,
            Some(Verdict::Skipped) => Self::NotRun,
            Some(Verdict::ByHand) => Self::NotJudged,
            Some(known) if !known.is_judged() => Self::NotJudged,
            _ => Self::Failed,
        }
    }
}

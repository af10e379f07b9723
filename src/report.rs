//! Reports: from a [`Gradebook`] to bytes and nothing else, one file for each format.
//!
//! A class is too large to be held as a whole: a report takes it in [`Parts`], and its bytes are the same however it is parted.
//!
//! What students' programs print is hostile to every format; it is escaped here, at the report's edge.

mod account;
mod csv;
mod gradescope;
mod json;
mod junit;
pub mod terminal;
mod visible;
mod words;

use crate::diagnostics::Language;
use crate::grade::Gradebook;

/// A file format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub id: &'static str,
    /// What it is for, for `--help`.
    pub about: &'static str,
    /// Whether it says itself who is to see what, so that it is given everything, no matter who reads it.
    pub hides: bool,
    /// Whether a report holds one submission, so that a class needs a file for each.
    pub one_each: bool,
    /// Begins one, given the book without its submissions.
    pub begin: fn(&Gradebook, Language) -> Box<dyn Parts>,
}

impl Format {
    /// The whole report on a book.
    pub fn render(&self, book: &Gradebook, language: Language) -> Vec<u8> {
        whole((self.begin)(&book.cover(), language), book)
    }
}

/// A report on a class that is given in parts. It keeps no submission, only what it needs for its ends.
pub trait Parts {
    /// The text on the submissions of the next part, in the order of the class; it follows that on the parts before.
    fn part(&mut self, book: &Gradebook) -> Vec<u8>;

    /// The text around that of all parts, which may speak of them all.
    fn ends(self: Box<Self>) -> Ends;
}

/// The text around that of all parts of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// The text before the first part.
    pub head: Vec<u8>,
    /// The text after the last part.
    pub foot: Vec<u8>,
}

fn whole(mut parts: Box<dyn Parts>, book: &Gradebook) -> Vec<u8> {
    let body = parts.part(book);
    let Ends { head, foot } = parts.ends();
    [head, body, foot].concat()
}

/// Every file format.
pub const FORMATS: &[Format] = &[
    Format {
        id: "json",
        about: "everything, versioned; original bytes are kept",
        hides: false,
        one_each: false,
        begin: json::begin,
    },
    Format {
        id: "junit",
        about: "JUnit XML for CI: a suite for each submission",
        hides: false,
        one_each: false,
        begin: junit::begin,
    },
    Format {
        id: "csv",
        about: "one line for each submission, for a spreadsheet",
        hides: false,
        one_each: false,
        begin: csv::begin,
    },
    Format {
        id: "gradescope",
        about: "results.json of a Gradescope autograder, for one submission",
        hides: true,
        one_each: true,
        begin: gradescope::begin,
    },
];

/// One line of JSON for the submission of a book of one, for the log that survives a kill.
pub fn log_line(book: &Gradebook, language: Language) -> Vec<u8> {
    json::line(book, language)
}

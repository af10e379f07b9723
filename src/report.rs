//! Reports: pure functions from a [`Gradebook`] to bytes, one file for each format.
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
    /// Whether it says itself who is to see what, so that it is given everything whoever reads it.
    pub hides: bool,
    /// Whether a report holds one submission, so that a class needs a file for each.
    pub one_each: bool,
    /// Writes it.
    pub render: fn(&Gradebook, Language) -> Vec<u8>,
}

/// Every file format.
pub const FORMATS: &[Format] = &[
    Format {
        id: "json",
        about: "everything, versioned; original bytes are kept",
        hides: false,
        one_each: false,
        render: json::render,
    },
    Format {
        id: "junit",
        about: "JUnit XML for CI: a suite for each submission",
        hides: false,
        one_each: false,
        render: junit::render,
    },
    Format {
        id: "csv",
        about: "one line for each submission, for a spreadsheet",
        hides: false,
        one_each: false,
        render: csv::render,
    },
    Format {
        id: "gradescope",
        about: "results.json of a Gradescope autograder, for one submission",
        hides: true,
        one_each: true,
        render: gradescope::render,
    },
];

/// One line of JSON for the submission of a book of one, for the log that survives a kill.
pub fn log_line(book: &Gradebook, language: Language) -> Vec<u8> {
    json::line(book, language)
}

//! Reports: pure functions from a [`Gradebook`] to bytes, one file for each format.
//!
//! What students' programs print is hostile to every format; it is escaped here, at the report's edge.

mod csv;
mod gradescope;
mod json;
mod junit;
pub mod terminal;
mod visible;
mod words;

use crate::diagnostics::Language;
use crate::grade::{Gradebook, Graded};

/// A file format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub id: &'static str,
    /// What it is for, for `--help`.
    pub about: &'static str,
    /// Writes it.
    pub render: fn(&Gradebook, Language) -> Vec<u8>,
}

/// Every file format.
pub const FORMATS: &[Format] = &[
    Format { id: "json", about: "everything, versioned; original bytes are kept", render: json::render },
    Format { id: "junit", about: "JUnit XML for CI: a suite for each submission", render: junit::render },
    Format { id: "csv", about: "one line for each submission, for a spreadsheet", render: csv::render },
    Format {
        id: "gradescope",
        about: "results.json of a Gradescope autograder, for one submission",
        render: gradescope::render,
    },
];

/// One line of JSON for a finished submission, for the log that survives a kill.
pub fn log_line(graded: &Graded, language: Language) -> Vec<u8> {
    json::line(graded, language)
}

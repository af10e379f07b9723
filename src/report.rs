//! Reports: from a [`Gradebook`] to bytes and nothing else, one file for each format.
//!
//! A class is too large to be held as a whole: a report takes it in [`Parts`], and its bytes are the same however it is parted.
//!
//! The output of students' programs is hostile to every format; it is escaped here, at the report's edge.

mod account;
mod autolab;
mod check50;
mod classroom50;
pub mod coverage;
mod csv;
mod ctrf;
mod github;
pub mod gradebook;
mod gradescope;
mod html;
mod json;
mod junit;
pub mod likeness;
mod markdown;
mod names;
mod one;
mod places;
mod plain;
mod prairielearn;
mod regrade;
mod rows;
mod sarif;
mod sides;
mod story;
mod tap;
pub mod terminal;
mod understanding;
mod visible;
mod words;

pub use html::STUDENTS;
pub use json::read::{CannotRead, ReadReport, failed_cases, failed_line, read};
pub use json::results::results;
pub use names::FileNames;
pub use regrade::{COMPARISON_FORMATS, ComparisonFormat, Only};

use csv::likeness as likeness_table;

use crate::diagnostics::Language;
use crate::grade::Gradebook;
pub(crate) use words::counted;

/// A file format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name on the command line.
    pub id: &'static str,
    /// Its purpose, for `--help`.
    pub about: &'static str,
    /// True if the report itself says who may see what, so that it is given everything, whoever reads it.
    pub hides: bool,
    /// True if a report holds one submission, so that a class needs a file for each.
    pub one_each: bool,
    /// The file name extension of such files.
    pub extension: &'static str,
    /// Begins one, given the book without its submissions.
    pub begin: fn(&Gradebook, Language) -> Box<dyn Parts>,
    /// Writes the page of the submission of a book of one, where a report is a folder with a page for each next to the one on
    /// all of them.
    pub page: Option<fn(&Gradebook, Language) -> Vec<u8>>,
}

impl Format {
    /// The whole report on a book.
    pub fn render(&self, book: &Gradebook, language: Language) -> Vec<u8> {
        whole((self.begin)(&book.cover(), language), book)
    }

    /// The text on the submission of a book of one, where each submission has a file of its own.
    pub fn of_one(&self, book: &Gradebook, language: Language) -> Vec<u8> {
        self.page.map_or_else(|| self.render(book, language), |page| page(book, language))
    }
}

/// A report on a class that is given in parts. It keeps no submission, only what it needs for its ends.
pub trait Parts: Send {
    /// The text on the submissions of the next part, in the order of the class; it follows that on the parts before.
    fn part(&mut self, book: &Gradebook) -> Vec<u8>;

    /// The text around that of all parts, which may depend on them all.
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
        extension: "json",
        begin: json::begin,
        page: None,
    },
    Format {
        id: "jsonl",
        about: "the same with a line for each submission, which can be read one by one",
        hides: false,
        one_each: false,
        extension: "jsonl",
        begin: json::begin_lines,
        page: None,
    },
    Format {
        id: "csv",
        about: "one line for each submission, with the points of each group, for a spreadsheet",
        hides: false,
        one_each: false,
        extension: "csv",
        begin: csv::begin,
        page: None,
    },
    Format {
        id: "excel",
        about: "the same with a byte order mark, by which Excel knows Vietnamese letters",
        hides: false,
        one_each: false,
        extension: "csv",
        begin: csv::begin_marked,
        page: None,
    },
    Format {
        id: "markdown",
        about: "a table and the story of each submission, for GitHub and GitLab",
        hides: false,
        one_each: false,
        extension: "md",
        begin: markdown::begin,
        page: None,
    },
    Format {
        id: "junit",
        about: "JUnit XML for CI: a suite for each submission",
        hides: false,
        one_each: false,
        extension: "xml",
        begin: junit::begin,
        page: None,
    },
    Format {
        id: "ctrf",
        about: "Common Test Report Format: a test for each case of each submission",
        hides: false,
        one_each: false,
        extension: "json",
        begin: ctrf::begin,
        page: None,
    },
    Format {
        id: "tap",
        about: "Test Anything Protocol 14: subtests for each submission",
        hides: false,
        one_each: false,
        extension: "tap",
        begin: tap::begin,
        page: None,
    },
    Format {
        id: "sarif",
        about: "SARIF 2.1.0: mistakes with their places in the sources, for editors and code scanning",
        hides: false,
        one_each: false,
        extension: "sarif",
        begin: sarif::begin,
        page: None,
    },
    Format {
        id: "github",
        about: "annotations of GitHub Actions; print them with github=-",
        hides: false,
        one_each: false,
        extension: "txt",
        begin: github::begin,
        page: None,
    },
    Format {
        id: "html",
        about: "a folder of pages for a browser: one for the class, and one for each submission",
        hides: false,
        one_each: false,
        extension: "html",
        begin: html::begin,
        page: Some(html::page),
    },
    Format {
        id: "summary",
        about: "Markdown of less than a megabyte, for $GITHUB_STEP_SUMMARY",
        hides: false,
        one_each: false,
        extension: "md",
        begin: markdown::begin_summary,
        page: None,
    },
    Format {
        id: "gradescope",
        about: "results.json of a Gradescope autograder, for one submission",
        hides: true,
        one_each: true,
        extension: "json",
        begin: gradescope::begin,
        page: None,
    },
    Format {
        id: "prairielearn",
        about: "results.json of an external grader of PrairieLearn, for one submission",
        hides: true,
        one_each: true,
        extension: "json",
        begin: prairielearn::begin,
        page: None,
    },
    Format {
        id: "classroom50",
        about: "result.json of an autograder of Classroom 50, for one submission",
        hides: true,
        one_each: true,
        extension: "json",
        begin: classroom50::begin,
        page: None,
    },
    Format {
        id: "autolab",
        about: "what an autograder of Autolab prints, for one submission",
        hides: true,
        one_each: true,
        extension: "txt",
        begin: autolab::begin,
        page: None,
    },
    Format {
        id: "check50",
        about: "the JSON of check50, for one submission",
        hides: true,
        one_each: true,
        extension: "json",
        begin: check50::begin,
        page: None,
    },
];

/// The JSON schema of the report `json`, with a final line feed.
pub fn schema() -> String {
    String::from_utf8_lossy(&json::schema()).into_owned()
}

/// The JSON schema of a report on coverage, with a final line feed.
pub fn coverage_schema() -> String {
    String::from_utf8_lossy(&json::coverage::schema()).into_owned()
}

/// The JSON schema of a comparison in the format `json`, with a final line feed.
pub fn comparison_schema() -> String {
    String::from_utf8_lossy(&json::regrade::schema()).into_owned()
}

/// One line of JSON for the submission of a book of one, for the log that survives a kill.
pub fn log_line(book: &Gradebook, language: Language) -> Vec<u8> {
    json::line(book, language)
}

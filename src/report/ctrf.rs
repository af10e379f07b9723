//! Common Test Report Format: a test for each row of each submission.
//!
//! Format: the schema of the npm package `ctrf`. Times are zero: a report says the same whenever it is made.

use serde::Serialize;

use super::json::{Number, decimal, element, head_and_foot};
use super::places::place;
use super::rows::{Row, RowState, rows};
use super::visible::harmless;
use super::{Ends, Parts};
use crate::diagnostics::Language;
use crate::grade::{Gradebook, Graded};

/// The version of the format.
const VERSION: &str = "0.0.0";

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    let title = harmless(cover.spec.title.to(language));
    let tools = cover.spec.machine.tools();
    Box::new(Tests { title, language, tools, summary: Summary::default() })
}

/// The tests as they are written.
struct Tests {
    title: String,
    language: Language,
    /// The tools that make programs of sources.
    tools: Option<String>,
    summary: Summary,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'r> {
    report_format: &'static str,
    spec_version: &'static str,
    results: Results<'r>,
}

#[derive(Serialize)]
struct Results<'r> {
    tool: Tool,
    summary: &'r Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra: Option<Made>,
    /// They are written part by part.
    tests: [(); 0],
}

#[derive(Serialize)]
struct Made {
    tools: String,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Default, Serialize)]
struct Summary {
    tests: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    pending: usize,
    other: usize,
    start: u64,
    stop: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    name: String,
    status: &'static str,
    duration: u64,
    suite: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    trace: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    raw_status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_path: Option<String>,
    extra: Extra,
}

#[derive(Serialize)]
struct Extra {
    submission: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    earned: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Number>,
}

impl Parts for Tests {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let mut part = Vec::new();
        for graded in &book.submissions {
            for row in rows(book, graded, self.language) {
                let is_first = self.summary.tests == 0;
                self.summary.tests += 1;
                *match row.state {
                    RowState::Passed => &mut self.summary.passed,
                    RowState::Failed => &mut self.summary.failed,
                    RowState::Skipped => &mut self.summary.skipped,
                    RowState::NotJudged => &mut self.summary.other,
                } += 1;
                part.extend(element(&self.test(graded, &row), is_first, 6));
            }
        }
        part
    }

    fn ends(self: Box<Self>) -> Ends {
        let document = Document {
            report_format: "CTRF",
            spec_version: VERSION,
            results: Results {
                tool: Tool { name: "grader", version: env!("CARGO_PKG_VERSION") },
                summary: &self.summary,
                extra: self.tools.map(|tools| Made { tools }),
                tests: [],
            },
        };
        let (head, foot) = head_and_foot(&document, self.summary.tests == 0, 4);
        Ends { head, foot }
    }
}

impl Tests {
    fn test(&self, graded: &Graded, row: &Row<'_>) -> Test {
        let status = match row.state {
            RowState::Passed => "passed",
            RowState::Failed => "failed",
            RowState::Skipped => "skipped",
            RowState::NotJudged => "other",
        };
        let mut suite = vec![self.title.clone(), harmless(&graded.id)];
        suite.extend(row.group.map(|group| harmless(group.title.to(self.language))));
        let place = row.place.map(|span| place(graded, span));
        let is_worth_saying = row.state != RowState::Passed;
        Test {
            name: harmless(row.title.to(self.language)),
            status,
            duration: 0,
            suite,
            message: is_worth_saying.then(|| harmless(row.message.to(self.language))),
            trace: row.details.clone(),
            line: place.as_ref().map(|place| place.line),
            raw_status: row.verdict,
            file_path: place.map(|place| harmless(&place.path)),
            extra: Extra {
                submission: harmless(&graded.id),
                earned: row.earned.map(decimal),
                points: row.points.map(decimal),
            },
        }
    }
}

//! SARIF 2.1.0: what assemblers and runs found, with places in the sources, for editors and code scanning.
//!
//! Format: the OASIS standard "Static Analysis Results Interchange Format". A failed test is reported where it points at first.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use super::json::{element, head_and_foot};
use super::places::{FilePlace, path_of, place};
use super::rows::{Row, RowState, rows};
use super::visible::harmless;
use super::words::{lines_of, review};
use super::{Ends, Parts};
use crate::diagnostics::{Diagnostic, Language, Severity, Text};
use crate::grade::{Gradebook, Graded, Verdict};

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    let tools = cover.spec.machine.tools();
    Box::new(Findings { language, tools, is_empty: true, rules: BTreeSet::new() })
}

/// The findings as they are written.
struct Findings {
    language: Language,
    /// The tools that make programs of sources.
    tools: Option<String>,
    is_empty: bool,
    /// The rules that were named.
    rules: BTreeSet<String>,
}

#[derive(Serialize)]
struct Document {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Made>,
    /// They are written part by part.
    results: [(); 0],
}

#[derive(Serialize)]
struct Made {
    tools: String,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Rule {
    id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: String,
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
    properties: Properties,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
}

#[derive(Serialize)]
struct Properties {
    submission: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
}

impl Parts for Findings {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let mut part = Vec::new();
        for graded in &book.submissions {
            let found: Vec<Finding> = graded
                .diagnostics
                .iter()
                .map(|diagnostic| self.diagnostic(graded, diagnostic))
                .chain(self.failures(book, graded))
                .chain(self.not_judged(graded))
                .collect();
            for finding in found {
                part.extend(element(&finding, std::mem::take(&mut self.is_empty), 8));
                self.rules.insert(finding.rule_id);
            }
        }
        part
    }

    fn ends(self: Box<Self>) -> Ends {
        let rules = self.rules.into_iter().map(|id| Rule { id }).collect();
        let driver = Driver { name: "grader", version: env!("CARGO_PKG_VERSION"), rules };
        let properties = self.tools.map(|tools| Made { tools });
        let run = Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", properties, results: [] };
        let document = Document {
            schema: "https://json.schemastore.org/sarif-2.1.0.json",
            version: "2.1.0",
            runs: [run],
        };
        let (head, foot) = head_and_foot(&document, self.is_empty, 6);
        Ends { head, foot }
    }
}

impl Findings {
    fn diagnostic(&self, graded: &Graded, diagnostic: &Diagnostic) -> Finding {
        let words: Vec<Text> = std::iter::once(&diagnostic.message)
            .chain(&diagnostic.notes)
            .chain(&diagnostic.help)
            .cloned()
            .collect();
        let level = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        Finding {
            rule_id: diagnostic.code.id().to_owned(),
            level,
            message: Message { text: lines_of(&words, self.language) },
            locations: vec![at(&place(graded, diagnostic.span()))],
            properties: Properties { submission: harmless(&graded.id), test: None },
        }
    }

    /// The failures, each way of going wrong once.
    fn failures<'g>(&'g self, book: &'g Gradebook, graded: &'g Graded) -> impl Iterator<Item = Finding> + 'g {
        let is_told = |(index, row): &(usize, Row<'_>)| {
            let failure = graded.results.get(*index).and_then(|result| result.failure.as_ref());
            let told = failure.and_then(|failure| failure.told_as.as_deref());
            row.state == RowState::Failed && told.is_none_or(|told| told == row.id)
        };
        // Where nothing ran, the assembler's findings say it all.
        let rows = if graded.problem.is_some() { Vec::new() } else { rows(book, graded, self.language) };
        rows.into_iter().enumerate().filter(move |row| is_told(row)).map(|(_, row)| {
            let (title, message) = (row.title.to(self.language), row.message.to(self.language));
            let text = harmless(&format!("{title}: {message}"));
            let text = if row.details.is_empty() { text } else { format!("{text}\n\n{}", row.details) };
            let program = graded.program.as_deref();
            let whole = || Some(of_file(&path_of(graded, program?)));
            let location = row.place.map(|span| at(&place(graded, span))).or_else(whole);
            Finding {
                rule_id: row.verdict.to_owned(),
                level: if row.group.is_some() { "error" } else { "warning" },
                message: Message { text },
                locations: location.into_iter().collect(),
                properties: Properties { submission: harmless(&graded.id), test: Some(harmless(&row.id)) },
            }
        })
    }

    /// That nothing could be judged, which is no finding in any line.
    fn not_judged(&self, graded: &Graded) -> Option<Finding> {
        let why = graded.review()?;
        Some(Finding {
            rule_id: Verdict::id(graded.verdict()).to_owned(),
            level: "note",
            message: Message { text: harmless(review(why).to(self.language)) },
            locations: Vec::new(),
            properties: Properties { submission: harmless(&graded.id), test: None },
        })
    }
}

fn at(place: &FilePlace) -> Location {
    let region = Region { start_line: place.line, start_column: place.column };
    let Location { physical_location } = of_file(&place.path);
    Location { physical_location: PhysicalLocation { region: Some(region), ..physical_location } }
}

fn of_file(path: &str) -> Location {
    let artifact_location = ArtifactLocation { uri: uri(path) };
    Location { physical_location: PhysicalLocation { artifact_location, region: None } }
}

/// A path as a reference of RFC 3986: everything but letters, digits, a few marks and the slash as `%` and two digits.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").expect("strings take everything");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("bài nộp/a:b%.asm"), "b%C3%A0i%20n%E1%BB%99p/a%3Ab%25.asm");
    }
}

//! A report that was written before, read to be compared. Of each submission only that is kept; the rest is passed over, as it may be
//! much.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufReader, Read};

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::FORMAT;
use super::read::CannotRead;
use crate::diagnostics::harmless;
use crate::regrade::{Late, Names, Outcome, Results, Student, Test};
use crate::spec::Points;

/// Reads a report.
///
/// # Errors
/// If it is no report, not a whole one, or one of a newer version.
pub fn results(file: impl Read) -> Result<Results, CannotRead> {
    /// Enough at once that calls of the system do not count.
    const BLOCK: usize = 1 << 20;
    let failed = |error: serde_json::Error| {
        if error.is_eof() && error.line() > 1 {
            CannotRead::Cut { line: error.line() }
        } else {
            CannotRead::Other(harmless(&error.to_string()))
        }
    };
    let mut reader = serde_json::Deserializer::from_reader(BufReader::with_capacity(BLOCK, file));
    let document = Document::deserialize(&mut reader).map_err(failed)?;
    let results = document.results()?;
    // Only what begins as a report is looked at to its end: the first of several lines says itself what it is.
    reader.end().map_err(failed)?;
    Ok(results)
}

/// A report. Each field may be missing, so that a newer version is recognised first, whatever it has.
#[derive(Deserialize)]
struct Document {
    /// In a line of JSON lines, this is something else.
    format: Option<serde_json::Value>,
    tool: Option<String>,
    spec: Option<SpecDocument>,
    assignment: Option<String>,
    title: Option<String>,
    points: Option<Hundredths>,
    tools: Option<String>,
    audience: Option<AudienceDocument>,
    receipt: Option<ReceiptDocument>,
    submissions: Option<Submissions>,
}

#[derive(Deserialize)]
struct SpecDocument {
    path: String,
    fingerprint: String,
}

#[derive(Deserialize)]
struct AudienceDocument {
    is: String,
}

#[derive(Deserialize)]
struct ReceiptDocument {
    build: Option<String>,
    keys: Option<BTreeMap<String, String>>,
    #[serde(default)]
    groups: Vec<GroupDocument>,
}

#[derive(Deserialize)]
struct GroupDocument {
    id: String,
    points: Hundredths,
    fingerprint: Option<String>,
    tests: Vec<TestDocument>,
}

#[derive(Deserialize)]
struct TestDocument {
    id: String,
    points: Option<Hundredths>,
    fingerprint: Option<String>,
}

#[derive(Deserialize)]
struct SubmissionDocument {
    id: String,
    score: Option<Hundredths>,
    #[serde(default)]
    needs_review: Vec<ReviewDocument>,
    verdict: String,
    problem: Option<String>,
    account: Option<AccountDocument>,
    #[serde(default)]
    rubric: Vec<MarkDocument>,
    late: Option<LateDocument>,
    cases: Vec<CaseDocument>,
    receipt: Option<FilesDocument>,
}

#[derive(Deserialize)]
struct ReviewDocument {
    why: String,
}

#[derive(Deserialize)]
struct AccountDocument {
    added: BTreeMap<String, Hundredths>,
    taken: BTreeMap<String, Hundredths>,
}

#[derive(Deserialize)]
struct MarkDocument {
    item: String,
    given: Option<Hundredths>,
}

#[derive(Deserialize)]
struct LateDocument {
    submitted: String,
    percent: u64,
    rejected: bool,
}

#[derive(Deserialize)]
struct CaseDocument {
    id: Option<String>,
    verdict: Option<String>,
    earned: Option<Hundredths>,
}

#[derive(Deserialize)]
struct FilesDocument {
    files: Vec<FileDocument>,
    marks: Option<String>,
}

#[derive(Deserialize)]
struct FileDocument {
    name: String,
    sha256: Option<String>,
    used: String,
}

/// Points as they stand in a report: a number with two decimals at most.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f64")]
struct Hundredths(Points);

impl TryFrom<f64> for Hundredths {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        /// More points than any report has.
        const MOST: f64 = 1e9;
        if !(0.0..MOST).contains(&number) {
            return Err(format!("{number} is no number of points"));
        }
        // It is not negative, and far below what an integer holds.
        Ok(Self(Points::from_hundredths((number * 100.0).round() as u64)))
    }
}

/// The submissions of a report with the words that they share.
#[derive(Default)]
struct Submissions {
    names: Names,
    students: Vec<Student>,
    /// The ids of the tests, as the first submission has them.
    tests: Vec<u32>,
}

impl<'de> Deserialize<'de> for Submissions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Submissions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of submissions")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Submissions, A::Error> {
                let mut found = Submissions::default();
                while let Some(document) = sequence.next_element::<SubmissionDocument>()? {
                    found.take(document);
                }
                Ok(found)
            }
        }

        deserializer.deserialize_seq(List)
    }
}

impl Submissions {
    fn take(&mut self, document: SubmissionDocument) {
        let names = &mut self.names;
        let outcome = |case: CaseDocument| {
            let test = names.number(&case.id?);
            let verdict = case.verdict.map(|verdict| names.number(&verdict));
            Some(Outcome { test, verdict, earned: case.earned.map(|earned| earned.0) })
        };
        let outcomes: Vec<Outcome> = document.cases.into_iter().filter_map(outcome).collect();
        let account = document.account.map(|account| {
            let added = account.added.iter().map(|(line, points)| (names.number(line), signed(*points)));
            let added: Vec<(u32, i64)> = added.collect();
            let taken = account.taken.iter().map(|(line, points)| (names.number(line), -signed(*points)));
            added.into_iter().chain(taken.collect::<Vec<_>>()).collect()
        });
        let rubric =
            document.rubric.iter().map(|mark| (names.number(&mark.item), mark.given.map(|given| given.0)));
        let rubric = rubric.collect();
        let receipt = document.receipt.map(|receipt| {
            let files = receipt.files.into_iter().map(|file| (file.name, file.sha256, file.used));
            (files.collect(), receipt.marks)
        });
        if self.students.is_empty() {
            self.tests = outcomes.iter().map(|outcome| outcome.test).collect();
        }
        self.students.push(Student {
            id: document.id,
            score: document.score.map(|score| score.0),
            review: document.needs_review.into_iter().map(|review| review.why).collect(),
            unrun: document.problem.map(|_| names.number(&document.verdict)),
            outcomes,
            account: account.unwrap_or_default(),
            rubric,
            late: document.late.map(|late| Late {
                submitted: late.submitted,
                percent: late.percent,
                rejected: late.rejected,
            }),
            receipt,
        });
    }

    /// The tests as far as outcomes tell.
    fn tests(&self) -> Vec<Test> {
        let test = |number: &u32| Test { id: self.names.word(*number).to_owned(), ..Test::default() };
        self.tests.iter().map(test).collect()
    }
}

fn signed(points: Hundredths) -> i64 {
    i64::try_from(points.0.hundredths()).unwrap_or(i64::MAX)
}

impl Document {
    fn results(self) -> Result<Results, CannotRead> {
        let lacks = |field: &str| CannotRead::Other(format!("it has no `{field}`"));
        let format = self.format.ok_or_else(|| lacks("format"))?;
        match format.as_u64().and_then(|format| u32::try_from(format).ok()) {
            Some(format) if format > FORMAT => return Err(CannotRead::Newer(format)),
            Some(FORMAT) => {}
            Some(format) => return Err(CannotRead::Other(format!("there is no format {format}"))),
            None => {
                let words = "it has the lines of `--format jsonl=PATH`; give the report in one piece, `json`";
                return Err(CannotRead::Other(words.to_owned()));
            }
        }
        let spec = self.spec.ok_or_else(|| lacks("spec"))?;
        let mut submissions = self.submissions.ok_or_else(|| lacks("submissions"))?;
        submissions.students.sort_by(|one, other| one.id.cmp(&other.id));
        if let Some(pair) = submissions.students.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(CannotRead::Twice(harmless(&pair[0].id)));
        }
        let (build, keys, groups) = match self.receipt {
            Some(receipt) => (receipt.build, receipt.keys, receipt.groups),
            None => (None, None, Vec::new()),
        };
        let tests = groups.iter().flat_map(|group| &group.tests).map(|test| Test {
            id: test.id.clone(),
            points: test.points.map(|points| points.0),
            fingerprint: test.fingerprint.clone(),
        });
        let tests: Vec<Test> = tests.collect();
        Ok(Results {
            assignment: self.assignment.ok_or_else(|| lacks("assignment"))?,
            title: self.title.ok_or_else(|| lacks("title"))?,
            points: self.points.ok_or_else(|| lacks("points"))?.0,
            is_for_students: self.audience.is_some_and(|audience| audience.is == "student"),
            tool: self.tool.ok_or_else(|| lacks("tool"))?,
            build,
            compiler: self.tools,
            spec: spec.path,
            fingerprint: spec.fingerprint,
            keys,
            tests: if tests.is_empty() { submissions.tests() } else { tests },
            groups: groups.into_iter().map(|group| (group.id, group.points.0, group.fingerprint)).collect(),
            names: submissions.names,
            students: submissions.students,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::results;

    const REPORT: &str = r#"{ "format": 1, "tool": "grader 0.1.0", "spec": { "path": "s.yaml", "fingerprint": "ab" },
"assignment": "a", "title": "A", "points": 2.5,
"submissions": [{ "id": "an", "score": 1.25, "verdict": "pass", "problem": null, "cases": [{ "id": "x", "verdict": "pass", "earned": 1.25 }] }], "skipped": [] }"#;

    #[test]
    fn a_report_without_receipts_is_read() {
        let read = results(REPORT.as_bytes()).expect("it is a report");
        assert_eq!((read.points.hundredths(), read.tests[0].id.as_str()), (250, "x"));
        assert!(read.build.is_none() && read.students[0].receipt.is_none());
    }

    #[test]
    fn what_is_no_report_is_refused_with_the_reason() {
        let twice = REPORT.replace("\"submissions\": [", r#""submissions": [{ "id": "an", "score": null, "verdict": "pass", "problem": null, "cases": [] }, "#);
        for (text, words) in [
            (REPORT.replace("\"format\": 1", "\"format\": 2"), "has the format 2"),
            (REPORT.replace("\"format\": 1", "\"format\": 0"), "no format 0"),
            (REPORT.replace("\"format\": 1, ", ""), "no `format`"),
            (REPORT.replace("\"points\": 2.5,", ""), "no `points`"),
            (REPORT.replace("2.5,", "-1,"), "-1 is no number of points at line 2"),
            (REPORT.replace("2.5,", "\"2.5\","), "invalid type: string"),
            (REPORT[..REPORT.len() - 30].to_owned(), "ends in the middle of the report, at line 3"),
            (twice, "two submissions that are called `an`"),
            (format!("{REPORT}{REPORT}"), "trailing characters"),
            (r#"{ "id": "an", "format": [], "cases": [] }"#.to_owned(), "the lines of `--format jsonl=PATH`"),
            (String::new(), "EOF while parsing"),
            ("submission,score\n".to_owned(), "expected value at line 1"),
            ("[]".to_owned(), "invalid length 0"),
        ] {
            let error = results(text.as_bytes()).expect_err("it is no report").to_string();
            assert!(error.contains(words), "{words}: {error}");
        }
    }
}

//! A report that was written before, as far as other tables are filled in from it.

use std::io::{BufReader, Read};

use serde::{Deserialize, Serialize};

use super::{FORMAT, Number};
use crate::diagnostics::{Language, Text, text};
use crate::grade::Verdict;

/// A report.
#[derive(Debug, Deserialize)]
pub struct ReadReport {
    format: u32,
    /// The assignment's id.
    pub assignment: String,
    /// The assignment's title.
    pub title: String,
    #[serde(rename = "points")]
    all: Number,
    /// The points that are possible, as they are written.
    #[serde(skip)]
    pub points: String,
    /// The submissions.
    pub submissions: Vec<Entry>,
}

/// A submission.
#[derive(Debug, Deserialize)]
pub struct Entry {
    /// Its id.
    pub id: String,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    roster: serde_json::Map<String, serde_json::Value>,
    #[serde(rename = "score")]
    number: Option<Number>,
    /// The score with two decimals; `None` while anything needs review.
    #[serde(skip)]
    pub score: Option<String>,
}

impl Entry {
    /// The names and numbers of the student.
    pub fn called(&self) -> impl Iterator<Item = &str> {
        let cells = self.roster.values().filter_map(serde_json::Value::as_str);
        std::iter::once(self.id.as_str()).chain(self.names.iter().map(String::as_str)).chain(cells)
    }
}

/// The reasons why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CannotRead {
    /// It is no report.
    Other(String),
    /// It ends before it is whole.
    Cut {
        /// The line at which it ends.
        line: usize,
    },
    /// A submission is in it twice.
    Twice(String),
    /// A newer version wrote it.
    Newer(u32),
}

impl CannotRead {
    /// The message for it.
    pub fn words(&self) -> Text {
        match self {
            Self::Other(why) => text!(
                "it is no report of `grader run --format json=PATH`: {why}",
                "đây không phải báo cáo của `grader run --format json=PATH`: {why}"
            ),
            Self::Cut { line } => text!(
                "the file ends in the middle of the report, at line {line}; was the run that wrote it ended? Write it again",
                "tệp kết thúc giữa chừng báo cáo, ở dòng {line}; phải chăng lần chạy ghi tệp đã bị dừng? Hãy ghi lại"
            ),
            Self::Twice(id) => text!(
                "it has two submissions that are called `{id}`, so that nobody can say which one is meant; write it again with `grader run`",
                "có hai bài nộp cùng tên `{id}` nên không biết là bài nào; hãy ghi lại bằng `grader run`"
            ),
            Self::Newer(format) => text!(
                "it has the format {format}, and this version reads {FORMAT}; use the version of grader that wrote it",
                "tệp có định dạng {format}, còn phiên bản này đọc định dạng {FORMAT}; hãy dùng phiên bản grader đã ghi tệp"
            ),
        }
    }
}

impl std::fmt::Display for CannotRead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

/// Reads a report.
///
/// # Errors
/// If the bytes are no report, or one of a newer version.
pub fn read(bytes: &[u8]) -> Result<ReadReport, CannotRead> {
    let mut report: ReadReport =
        serde_json::from_slice(bytes).map_err(|error| CannotRead::Other(error.to_string()))?;
    if report.format > FORMAT {
        return Err(CannotRead::Newer(report.format));
    }
    let decimals = |number: &Number| number.as_f64().map(|number| format!("{number:.2}"));
    report.points = decimals(&report.all).unwrap_or_default();
    for entry in &mut report.submissions {
        entry.score = entry.number.as_ref().and_then(decimals);
    }
    Ok(report)
}

/// A report, or a line of one, as far as it says which cases failed.
#[derive(Deserialize)]
struct Outcomes {
    /// The version of a report; in a line, its differences of format.
    format: Option<serde_json::Value>,
    submissions: Option<Vec<Outcome>>,
    id: Option<String>,
    #[serde(default)]
    cases: Vec<CaseOutcome>,
}

#[derive(Deserialize)]
struct Outcome {
    id: String,
    cases: Vec<CaseOutcome>,
}

#[derive(Deserialize)]
struct CaseOutcome {
    id: Option<String>,
    verdict: Option<String>,
}

/// Gives `take` each submission of a report `json` or `jsonl`, or of a log, with the cases that did not pass; of several lines about
/// one submission the last one counts. A case whose verdict is hidden is not known to have failed.
///
/// # Errors
/// If it is none of these, or one of a newer version.
pub fn failed_cases(file: impl Read, mut take: impl FnMut(String, Vec<String>)) -> Result<(), CannotRead> {
    let mut add = |id: String, cases: Vec<CaseOutcome>| {
        let earns = |verdict: &str| Verdict::ALL.iter().any(|known| known.earns() && known.id() == verdict);
        let has_failed = |case: &CaseOutcome| case.verdict.as_deref().is_some_and(|verdict| !earns(verdict));
        take(id, cases.into_iter().filter(has_failed).filter_map(|case| case.id).collect());
    };
    let mut is_begun = false;
    for value in serde_json::Deserializer::from_reader(BufReader::new(file)).into_iter::<Outcomes>() {
        let outcomes = match value {
            Ok(outcomes) => outcomes,
            // A log may end with the part of a line that was written when a run was killed.
            Err(error) if error.is_eof() && is_begun => break,
            Err(error) => return Err(CannotRead::Other(error.to_string())),
        };
        is_begun = true;
        let version = outcomes.format.as_ref().and_then(serde_json::Value::as_u64);
        match (version.and_then(|version| u32::try_from(version).ok()), outcomes.submissions, outcomes.id) {
            (Some(version), _, _) if version > FORMAT => return Err(CannotRead::Newer(version)),
            (Some(_), Some(submissions), _) => submissions.into_iter().for_each(|one| add(one.id, one.cases)),
            (None, None, Some(id)) => add(id, outcomes.cases),
            _ => return Err(CannotRead::Other("it names no submissions".to_owned())),
        }
    }
    Ok(())
}

/// A line that says which cases of a submission failed, as [`failed_cases`] reads it again.
pub fn failed_line(id: &str, cases: &[&str]) -> Vec<u8> {
    let cases = cases.iter().map(|id| FailedCase { id, verdict: "failed" }).collect();
    super::to_line(&FailedCases { id, cases })
}

#[derive(Serialize)]
struct FailedCases<'f> {
    id: &'f str,
    cases: Vec<FailedCase<'f>>,
}

#[derive(Serialize)]
struct FailedCase<'f> {
    id: &'f str,
    verdict: &'static str,
}

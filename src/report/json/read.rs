//! A report that was written before, as far as other tables are filled in from it.

use serde::Deserialize;

use super::{FORMAT, Number};

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
    #[error("it is no report of `grader run --format json=PATH`: {0}")]
    Other(String),
    /// A newer version wrote it.
    #[error(
        "it has the format {0}, and this version reads {FORMAT}; use the version of grader that wrote it"
    )]
    Newer(u32),
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

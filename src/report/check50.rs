//! The JSON of check50, for one submission: as students see it.
//!
//! Format: check50's `renderer`, which draws it as HTML and for the terminal. What was not judged is neither passed nor failed.

use serde::Serialize;

use super::json::{Number, decimal, to_bytes};
use super::one::{self, for_students};
use super::rows::{Row, RowState, rows};
use super::visible::{Blanks, harmless, shortened, visible};
use super::{Parts, words};
use crate::diagnostics::Language;
use crate::grade::{Gradebook, Graded};

/// The most bytes of output that are shown.
const MOST_BYTES: usize = 4_000;

pub(super) fn begin(_: &Gradebook, language: Language) -> Box<dyn Parts> {
    one::begin(language, write)
}

#[derive(Serialize)]
struct Report<'b> {
    slug: &'b str,
    results: Vec<Check>,
    version: String,
}

#[derive(Serialize)]
struct Check {
    name: String,
    description: String,
    passed: Option<bool>,
    log: Vec<String>,
    cause: Option<Cause>,
    data: Data,
    dependency: Option<String>,
}

#[derive(Serialize)]
struct Cause {
    rationale: String,
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<String>,
}

#[derive(Serialize)]
struct Data {
    verdict: &'static str,
    earned: Option<Number>,
    points: Option<Number>,
}

fn write(book: &Gradebook, graded: &Graded, language: Language) -> Vec<u8> {
    let seen = for_students(book, graded);
    let results = seen.submissions.iter().flat_map(|graded| {
        let rows = rows(&seen, graded, language);
        let why = words::needs_review(graded).first().map(|why| harmless(why.to(language)));
        rows.into_iter().map(move |row| check(&row, why.as_deref(), language)).collect::<Vec<_>>()
    });
    let tools = book.spec.machine.tools().map(|tools| format!(", {}", harmless(&tools)));
    let version = format!("grader {}{}", env!("CARGO_PKG_VERSION"), tools.unwrap_or_default());
    to_bytes(&Report { slug: &book.spec.id, results: results.collect(), version })
}

fn check(row: &Row<'_>, why_not_judged: Option<&str>, language: Language) -> Check {
    let passed = match row.state {
        RowState::Passed => Some(true),
        RowState::Failed => Some(false),
        RowState::Skipped | RowState::NotJudged => None,
    };
    let message = harmless(row.message.to(language));
    let rationale = match (row.state, why_not_judged) {
        (RowState::NotJudged, Some(why)) if message.is_empty() => why.to_owned(),
        _ => message,
    };
    let show = |text: &[u8]| visible(&shortened(text, MOST_BYTES), Blanks::AsTheyAre);
    let hint = row.group.map(|group| harmless(group.hint.to(language))).filter(|hint| !hint.is_empty());
    let cause = (passed != Some(true)).then(|| Cause {
        rationale,
        help: hint.filter(|_| passed == Some(false)),
        expected: row.output.map(|(expected, _)| show(expected)),
        actual: row.output.map(|(_, actual)| show(actual)),
    });
    Check {
        name: row.id.clone(),
        description: harmless(row.title.to(language)),
        passed,
        log: row.details.lines().map(str::to_owned).collect(),
        cause,
        data: Data { verdict: row.verdict, earned: row.earned.map(decimal), points: row.points.map(decimal) },
        dependency: None,
    }
}

//! `result.json` of an autograder of Classroom 50, for one submission: as students see it, with the whole score.
//!
//! Format: the schema `classroom50/result/v1` of the project's wiki, "Advanced autograding". What only the runner knows, such as the names of the
//! classroom and of the commit, is added by the script that starts the grader. Scores are whole numbers there: where points have
//! fractions, all of them are counted in hundredths.

use serde::Serialize;

use super::Parts;
use super::json::to_bytes;
use super::one::{self, for_students};
use super::rows::{RowState, rows};
use super::visible::harmless;
use crate::diagnostics::Language;
use crate::grade::{Gradebook, Graded};
use crate::spec::Points;

pub(super) fn begin(_: &Gradebook, language: Language) -> Box<dyn Parts> {
    one::begin(language, write)
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Result {
    schema: &'static str,
    /// `null` while anything needs review: the runner takes that for an error and gives no grade.
    score: Option<u64>,
    max_score: u64,
    tests: Vec<Test>,
    /// The tools that make programs of sources, where they are tools of the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Test {
    #[serde(rename = "test-name")]
    title: String,
    passed: bool,
    score: u64,
    max_score: u64,
    verdict: &'static str,
    message: String,
}

fn write(book: &Gradebook, graded: &Graded, language: Language) -> Vec<u8> {
    let seen = for_students(book, graded);
    let rows: Vec<_> = seen.submissions.iter().flat_map(|graded| rows(&seen, graded, language)).collect();
    let score = graded.score();
    let all = rows.iter().flat_map(|row| [row.earned, row.points]).flatten();
    let is_whole = all.chain(score).chain([book.spec.points]).all(|points| points.hundredths() % 100 == 0);
    let number = |points: Points| points.hundredths() / if is_whole { 100 } else { 1 };
    let tests = rows.iter().map(|row| Test {
        title: harmless(row.title.to(language)),
        passed: row.state == RowState::Passed,
        score: number(row.earned.unwrap_or_default()),
        max_score: number(row.points.unwrap_or_default()),
        verdict: row.verdict,
        message: harmless(row.message.to(language)),
    });
    to_bytes(&Result {
        schema: "classroom50/result/v1",
        score: score.map(number),
        max_score: number(book.spec.points),
        tests: tests.collect(),
        tools: book.spec.machine.tools(),
    })
}

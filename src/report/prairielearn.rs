//! `results.json` of an external grader of `PrairieLearn`, for one submission.
//!
//! Format: `PrairieLearn`'s documentation, "External grading". The score is that of all tests; of the tests those are named that students
//! may see, and all others are one line. What could not be judged is `gradable: false`, so that no attempt is lost.

use serde::Serialize;

use super::json::{Number, to_bytes};
use super::one::{self, for_students};
use super::rows::{Row, RowState, rows};
use super::visible::harmless;
use super::words::{needs_review, standing};
use super::{Parts, terminal};
use crate::diagnostics::{Language, text};
use crate::grade::{Gradebook, Graded};
use crate::spec::Points;

/// The most bytes of text that are shown, so that the whole stays below the limit of 1 MB.
const MOST_TEXT: usize = 100_000;

pub(super) fn begin(_: &Gradebook, language: Language) -> Box<dyn Parts> {
    one::begin(language, write)
}

#[derive(Serialize)]
struct Results {
    gradable: bool,
    /// Between 0 and 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Number>,
    message: String,
    output: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    description: String,
    points: Number,
    max_points: Number,
    message: String,
    output: String,
}

fn write(book: &Gradebook, graded: &Graded, language: Language) -> Vec<u8> {
    let seen = for_students(book, graded);
    let story = terminal::plain(&seen, language);
    let output = cut(&story);
    let Some(score) = graded.score() else {
        let format_errors = needs_review(graded).iter().map(|why| harmless(why.to(language))).collect();
        let message = standing(graded, book.spec.points).to(language).to_owned();
        let results =
            Results { gradable: false, score: None, message, output, format_errors, tests: Vec::new() };
        return to_bytes(&results);
    };
    let rows: Vec<Row<'_>> =
        seen.submissions.iter().flat_map(|graded| rows(&seen, graded, language)).collect();
    let mut tests: Vec<Test> = rows.iter().map(|row| test(row, language)).collect();
    tests.extend(unseen(score, book, &rows, language));
    let results = Results {
        gradable: true,
        score: Some(share(score, book.spec.points)),
        message: standing(graded, book.spec.points).to(language).to_owned(),
        output,
        format_errors: Vec::new(),
        tests,
    };
    to_bytes(&results)
}

fn test(row: &Row<'_>, language: Language) -> Test {
    let message =
        if row.state == RowState::Passed { String::new() } else { harmless(row.message.to(language)) };
    Test {
        name: harmless(row.title.to(language)),
        description: String::new(),
        points: points(row.earned),
        max_points: points(row.points),
        message,
        output: cut(&row.details),
    }
}

/// The rest of the score, apart from the tests that are named: hidden ones, lateness, limits.
fn unseen(score: Points, book: &Gradebook, rows: &[Row<'_>], language: Language) -> Option<Test> {
    let earned: Points = rows.iter().filter_map(|row| row.earned).sum();
    // Of a program that could not be run there is no row for its style.
    let named: Points = rows.iter().filter_map(|row| row.points).sum();
    let possible = book.spec.points.saturating_sub(named);
    let rest = score.saturating_sub(earned);
    let taken = earned.saturating_sub(score);
    if possible == Points::ZERO && rest == Points::ZERO && taken == Points::ZERO {
        return None;
    }
    let name = text!(
        "everything else: tests that are not shown, limits and lateness",
        "phần còn lại: các ca kiểm thử không hiển thị, giới hạn và nộp trễ"
    );
    let points = if taken > Points::ZERO { negative(taken) } else { points(Some(rest)) };
    Some(Test {
        name: name.to(language).to_owned(),
        description: String::new(),
        points,
        max_points: self::points(Some(possible)),
        message: String::new(),
        output: String::new(),
    })
}

fn points(points: Option<Points>) -> Number {
    super::json::decimal(points.unwrap_or_default())
}

fn negative(points: Points) -> Number {
    format!("-{points}").parse().expect("points are written as a number")
}

/// A part of a whole, to four places, cut and not rounded, so that only full points are 1.
fn share(score: Points, of: Points) -> Number {
    let whole = of.hundredths().max(1);
    let parts = (score.hundredths() * 10_000 / whole).min(10_000);
    format!("{}.{:04}", parts / 10_000, parts % 10_000).parse().expect("it is a number")
}

fn cut(words: &str) -> String {
    if words.len() <= MOST_TEXT {
        return words.to_owned();
    }
    let end = words.floor_char_boundary(MOST_TEXT);
    format!("{}\n[...]\n", &words[..end])
}

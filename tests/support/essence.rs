//! The essence of a report: the score, the mistakes, their places and causes.

use std::fmt::Write as _;

use grader::diagnostics::Language;
use grader::grade::Gradebook;
use grader::report::terminal::{Detail, render};

/// Returns `true` for the essential lines of a report: boards, lists of tests and source lines are not.
fn is_essential(line: &str) -> bool {
    let trimmed = line.trim_start();
    let is_drawn = line.contains('│') || trimmed.starts_with("... ");
    // The source lines below an error; its first two lines say what and where.
    let is_snippet = trimmed.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).starts_with('|');
    let lists =
        ["in the same way:", "also, in other ways:", "sai theo cùng", "ngoài ra, theo", "as in `", "giống `"];
    let is_list = lists.iter().any(|words| trimmed.starts_with(words));
    let is_reference = line.contains("   as in `") || line.contains("   giống `");
    !trimmed.is_empty() && !is_drawn && !is_snippet && !is_list && !is_reference
}

/// The essential lines on each submission, so that all of it can be read in one go, as a student would read it.
pub(crate) fn essence(book: &Gradebook, language: Language) -> String {
    let mut essence = String::new();
    for graded in &book.submissions {
        let one = Gradebook { submissions: vec![graded.clone()], skipped: Vec::new(), ..book.clone() };
        let plain = anstream::adapter::strip_str(&render(&one, language, Detail::First)).to_string();
        for line in plain.lines().filter(|line| is_essential(line)) {
            writeln!(essence, "{line}").expect("strings take everything");
        }
        essence.push('\n');
    }
    essence
}

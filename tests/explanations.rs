//! What the report on each fixture submission says in essence: the score, what went wrong, where and why. Boards and lists
//! of tests are left out, so that all of it can be read in one go, as a student would read it.

use std::fmt::Write as _;
use std::path::Path;

use expect_test::{ExpectFile, expect_file};
use grader::diagnostics::Language;
use grader::grade::{Gradebook, Plan, grade};
use grader::report::terminal::{Detail, render};
use grader::spec::load;
use grader::submission::{Folders, discover};

/// Whether a line of a report belongs to what is essential.
fn is_essential(line: &str) -> bool {
    let is_drawn = line.contains('│') || line.trim_start().starts_with("... ");
    // The source lines below an error; its first two lines say what and where.
    let is_snippet = line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).starts_with('|');
    let is_list = ["in the same way:", "also, in other ways:", "sai theo cùng một cách:"]
        .iter()
        .any(|words| line.trim_start().starts_with(words));
    let is_reference = line.contains("   as in `") || line.contains("   giống `");
    !line.trim().is_empty() && !is_drawn && !is_snippet && !is_list && !is_reference
}

/// The essential lines on each submission, without what is told by reference to another paragraph.
fn essence(spec: &str, class: &str, language: Language) -> String {
    let spec = load(Path::new(spec)).expect("the spec is valid");
    let found = discover(&[class.into()], Folders::Classes, &spec.submission).expect("the class is there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    let mut essence = String::new();
    for graded in &book.submissions {
        let one = Gradebook { submissions: vec![graded.clone()], skipped: Vec::new(), ..book.clone() };
        let drawn = render(&one, language, Detail::First);
        let plain = anstream::adapter::strip_str(&drawn).to_string();
        for line in plain.lines().filter(|line| is_essential(line)) {
            writeln!(essence, "{line}").expect("strings take everything");
        }
        essence.push('\n');
    }
    essence
}

#[test]
fn every_submission_is_told_what_to_fix() {
    let lc3 = ("specs/lc3.yaml", "fixtures/submissions/lc3");
    let beside = ("fixtures/beside/spec.yaml", "fixtures/beside/class");
    let table: [(ExpectFile, _, Language); 4] = [
        (expect_file!["../fixtures/expected/lc3.explanations.en.txt"], lc3, Language::English),
        (expect_file!["../fixtures/expected/lc3.explanations.vi.txt"], lc3, Language::Vietnamese),
        (expect_file!["../fixtures/expected/beside.explanations.en.txt"], beside, Language::English),
        (expect_file!["../fixtures/expected/beside.explanations.vi.txt"], beside, Language::Vietnamese),
    ];
    for (file, (spec, class), language) in table {
        file.assert_eq(&essence(spec, class, language));
    }
}

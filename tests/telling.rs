//! The failed cases that are reported, and the failures that memory is blamed for.

use std::path::{Path, PathBuf};

use grader::diagnostics::Language;
use grader::grade::{CaseResult, Gradebook, Plan, grade};
use grader::report::terminal::{Detail, render};
use grader::spec::load;
use grader::submission::{Folders, discover};

fn graded(spec: &Path, submission: &str) -> Gradebook {
    let spec = load(spec).expect("the spec is valid");
    let path = PathBuf::from(format!("fixtures/submissions/lc3/{submission}.asm"));
    let found = discover(&[path], Folders::Classes, &spec.submission).expect("the submission is there");
    grade(&Plan::new(spec), &found, &|_| {})
}

/// The result of a case by its id.
fn result<'b>(book: &'b Gradebook, id: &str) -> &'b CaseResult {
    let index = book.spec.cases().position(|case| case.id == id).expect("the case is in the spec");
    &book.submissions[0].results[index]
}

/// A spec whose only case starts from noise.
fn noise_alone() -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("there is room for a file");
    let spec = "grader: 1\nid: noise\ntitle: Noise\nisa: lc3\nreference: lc3-connect-four\npoints: 10\n\
                submission: { programs: [\"*.asm\"] }\nmachine: { profile: lc3tools, access: open }\n\
                groups:\n  - id: start\n    title: Start\n    hint: Initialise your variables.\n    points: 10\n    \
                cases:\n      - { id: noise, keys: \"1122334\", start: random 1 }\n";
    std::fs::write(file.path(), spec).expect("the file is ours");
    file
}

#[test]
fn memory_is_blamed_only_where_it_is_the_reason() {
    let spec = noise_alone();
    for (submission, is_blamed) in [("trap-swapped-winner", false), ("trap-uninitialised", true)] {
        let book = graded(spec.path(), submission);
        let failure = result(&book, "noise").failure.as_ref().expect("the case fails");
        assert_eq!(failure.from_zeros_too, !is_blamed, "{submission}");
        let drawn = render(&book, Language::English, Detail::First);
        assert_eq!(drawn.contains("what memory holds at the start is not the reason"), !is_blamed, "{drawn}");
        assert_eq!(drawn.contains("before anything was put into it"), is_blamed, "{drawn}");
        assert!(!drawn.contains("Initialise") || is_blamed, "{drawn}");
    }
}

#[test]
fn each_way_of_going_wrong_is_told_once_and_every_told_case_has_its_reasons() {
    for submission in
        ["trap-missed-diagonal", "trap-swapped-winner", "trap-board-not-redrawn", "trap-row-wraps"]
    {
        let book = graded(Path::new("specs/lc3.yaml"), submission);
        let mut told = 0;
        for (case, result) in book.spec.cases().zip(&book.submissions[0].results) {
            let Some(failure) = &result.failure else { continue };
            let is_told = failure.told_as.as_deref() == Some(&case.id);
            assert_eq!(is_told, !failure.because.is_empty(), "{submission}, {}", case.id);
            told += usize::from(is_told);
            let like = failure.told_as.as_deref().expect("each case is told by one");
            assert_eq!(result.verdict, self::result(&book, like).verdict, "{submission}, {}", case.id);
        }
        assert!((1..=3).contains(&told), "{submission}: {told} cases are told");
    }
}

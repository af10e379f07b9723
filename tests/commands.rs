//! Commands of the staff: each script of `fixtures/command` behaves in one way, and its case gets the verdict, the points
//! and the words that stand in `fixtures/expected/commands.txt`.
#![cfg(unix)]

use std::fmt::Write as _;
use std::path::Path;

use expect_test::expect_file;
use grader::diagnostics::Language;
use grader::grade::{Plan, grade};
use grader::spec::{LoadError, load, load_trusted};
use grader::submission::{Folders, discover};

const SPEC: &str = "fixtures/command/spec.yaml";

#[test]
fn each_way_of_a_command_to_behave_has_its_result() {
    let spec = load_trusted(Path::new(SPEC)).expect("the spec is valid");
    let program = ["fixtures/small/average/right.asm".into()];
    let found = discover(&program, Folders::Submissions, &spec.submission).expect("it is there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    let folder = std::path::absolute("fixtures/command").expect("there is a folder to work in");
    let mut told = String::new();
    for (case, result) in book.spec.cases().zip(&book.submissions[0].results) {
        let (id, verdict, earned, points) = (&case.id, result.verdict.id(), result.points(), case.points);
        let earned = earned.map_or_else(|| "not judged".to_owned(), |earned| earned.to_string());
        writeln!(told, "{id}: {verdict}, {earned} of {points}").expect("strings take everything");
        for because in result.failure.iter().flat_map(|failure| &failure.because) {
            writeln!(told, "  {}", because.to(Language::English).trim()).expect("strings take everything");
        }
        let to_staff = result.to_staff.replace(&*folder.to_string_lossy(), "...");
        for line in to_staff.lines().take(2) {
            writeln!(told, "  staff: {line}").expect("strings take everything");
        }
    }
    expect_file!["../fixtures/expected/commands.txt"].assert_eq(&told);
}

#[test]
fn nothing_is_run_unless_somebody_allows_it() {
    let Err(LoadError::Invalid { diagnostics, .. }) = load(Path::new(SPEC)) else {
        panic!("the spec runs programs, and nobody has allowed that")
    };
    assert!(diagnostics.iter().all(|diagnostic| diagnostic.code == grader::diagnostics::code::SPEC_COMMAND));
    assert_eq!(diagnostics.len(), 15, "every command is named");
}

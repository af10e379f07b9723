//! The guide to the spec language: each of its examples loads, and the program that it names gets full points.

use std::path::PathBuf;

use grader::grade::{Plan, grade};
use grader::spec::load_trusted;
use grader::submission::{Folders, discover};

const GUIDE: &str = include_str!("../docs/spec.md");

#[test]
fn every_example_does_what_it_says() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    // The files that examples name next to themselves.
    for (from, name) in [
        ("fixtures/small/average/right.asm", "right.asm"),
        ("fixtures/command/ends-with-answer.sh", "judge.sh"),
    ] {
        std::fs::copy(from, folder.path().join(name)).expect("the file can be copied");
    }
    let examples: Vec<&str> =
        GUIDE.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() > 5, "the guide has examples");
    for (number, example) in examples.into_iter().enumerate() {
        let program = example.lines().next().and_then(|line| line.strip_prefix("# graded: "));
        let program = program.unwrap_or_else(|| panic!("example {number} names no program:\n{example}"));
        for beside in example.lines().filter_map(|line| line.strip_prefix("# beside: ")) {
            let name = PathBuf::from(beside);
            let name = name.file_name().expect("a file has a name");
            std::fs::copy(beside, folder.path().join(name)).expect("the file is there");
        }
        let path = folder.path().join(format!("{number}.yaml"));
        std::fs::write(&path, example).expect("the example can be written");
        let spec = load_trusted(&path).unwrap_or_else(|error| panic!("example {number}: {error:?}"));
        let found = discover(&[PathBuf::from(program)], Folders::Submissions, &spec.submission);
        let book = grade(&Plan::new(spec), &found.expect("the program is there"), &|_| {});
        for graded in &book.submissions {
            // Extra credit comes on top, and no rubric item has been marked.
            let account = graded.account().expect("it is judged");
            let full = book.spec.points + account.bonus - account.cap;
            assert_eq!(account.total + graded.not_marked(), full, "example {number}: {graded:#?}");
        }
        assert!(!book.submissions.is_empty(), "example {number} grades {program}");
    }
}

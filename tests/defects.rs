//! Small defects of programs that are right otherwise: the games that are about a defect show it, and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use grader::grade::{Plan, grade};
use grader::spec::{Points, load};
use grader::submission::{Folders, discover};
use serde::Deserialize;

/// A defect of `fixtures/defects/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defect {
    /// The program that is right otherwise.
    program: String,
    /// What is wrong with it then.
    wrong: String,
    edits: Vec<Edit>,
    /// The cases that show it.
    fails: BTreeSet<String>,
    /// The points that it costs as a reading that the assignment forbids.
    #[serde(default)]
    costs: u32,
}

/// A text that stands once in a program, and what stands there instead.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    from: String,
    to: String,
}

impl Defect {
    /// The source of the program, of this assignment, with the defect.
    fn source(&self, assignment: &str) -> String {
        let path = format!("fixtures/submissions/{assignment}/{}.asm", self.program);
        let mut text = std::fs::read_to_string(path).expect("the program is there");
        for Edit { from, to } in &self.edits {
            assert_eq!(text.matches(from).count(), 1, "{}: `{from}` stands there once", self.program);
            text = text.replace(from, to);
        }
        text
    }
}

#[test]
fn each_defect_in_four_in_a_row_is_seen_by_the_games_that_are_about_it() {
    check("fixtures/defects/four.yaml", "mips-four");
}

#[test]
fn each_defect_in_gomoku_is_seen_by_the_games_that_are_about_it() {
    check("fixtures/defects/gomoku.yaml", "mips-gomoku");
}

/// Grades the programs with the defects of a list.
fn check(list: &str, assignment: &str) {
    let text = std::fs::read_to_string(list).expect("the list is there");
    let defects: Vec<Defect> = serde_yaml::from_str(&text).expect("the list is valid");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let name = |nth: usize| format!("defect-{nth}");
    let write = |(nth, defect): (usize, &Defect)| -> PathBuf {
        let path = folder.path().join(name(nth)).with_extension("asm");
        std::fs::write(&path, defect.source(assignment)).expect("it can be written");
        path
    };
    let files: Vec<PathBuf> = defects.iter().enumerate().map(write).collect();
    let spec = load(Path::new(&format!("specs/{assignment}.yaml"))).expect("the spec is valid");
    let found = discover(&files, Folders::Submissions, &spec.submission).expect("the programs are there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    let by_id: BTreeMap<&str, _> =
        book.submissions.iter().map(|graded| (graded.id.as_str(), graded)).collect();
    for (nth, defect) in defects.iter().enumerate() {
        let results = book.spec.cases().zip(&by_id[name(nth).as_str()].results);
        let failed: BTreeSet<String> =
            results.filter(|(_, result)| !result.verdict.earns()).map(|(case, _)| case.id.clone()).collect();
        assert_eq!(failed, defect.fails, "{}: {}", defect.program, defect.wrong);
        let costs: Points = by_id[name(nth).as_str()].inferred.iter().map(|option| option.cost).sum();
        assert_eq!(costs, Points::from_hundredths(100 * u64::from(defect.costs)), "{}", defect.wrong);
    }
}

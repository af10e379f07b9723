//! Programs that look like games without being any, or that claim more than is true, earn
//! only what their logic earns.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use grader::diagnostics::Language;
use grader::grade::{Plan, grade};
use grader::spec::{Points, load};
use grader::submission::{Folders, discover};
use serde::Deserialize;

/// A program of `fixtures/cheats/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cheat {
    program: String,
    /// The most points that it may get.
    most: u64,
    /// Cases that it must fail.
    #[serde(default)]
    fails: Vec<String>,
    /// The words that explain a case that it fails.
    #[serde(default)]
    says: Option<String>,
    /// The reason why it gets more today.
    #[serde(default)]
    known: Option<String>,
}

fn cheats(spec: &str) -> Vec<Cheat> {
    let text = std::fs::read_to_string("fixtures/cheats/cheats.yaml").expect("the list is there");
    let mut lists: BTreeMap<String, Vec<Cheat>> = serde_yaml::from_str(&text).expect("the list is valid");
    lists.remove(spec).expect("the list speaks of this spec")
}

fn check(id: &str) {
    let spec = load(Path::new(&format!("specs/{id}.yaml"))).expect("the spec is valid");
    let cheats = cheats(id);
    let files: Vec<PathBuf> =
        cheats.iter().map(|cheat| PathBuf::from(format!("fixtures/cheats/{}.asm", cheat.program))).collect();
    let found = discover(&files, Folders::Submissions, &spec.submission).expect("the programs are there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    for cheat in &cheats {
        let graded = book.submissions.iter().find(|graded| graded.id == cheat.program);
        let graded = graded.unwrap_or_else(|| panic!("{} is not graded", cheat.program));
        let failed: BTreeSet<&str> = book
            .spec
            .cases()
            .zip(&graded.results)
            .filter(|(_, result)| !result.verdict.earns())
            .map(|(case, _)| case.id.as_str())
            .collect();
        let passes: Vec<&String> =
            cheat.fails.iter().filter(|case| !failed.contains(case.as_str())).collect();
        let because = graded.results.iter().filter_map(|result| result.failure.as_ref());
        let mut because = because.flat_map(|failure| &failure.because);
        let is_said =
            |says: &String| because.any(|words| words.to(Language::English).contains(says.as_str()));
        assert!(cheat.says.as_ref().is_none_or(is_said), "{} is not said: {:?}", cheat.program, cheat.says);
        let most = Points::from_hundredths(100 * cheat.most);
        let is_right = graded.score().is_none_or(|score| score <= most) && passes.is_empty();
        match &cheat.known {
            None => assert!(is_right, "{} gets {:?} and passes {passes:?}", cheat.program, graded.score()),
            Some(reason) => {
                assert!(!is_right, "{} gets no more than it may, so take off: {reason}", cheat.program);
            }
        }
    }
}

#[test]
fn programs_that_are_no_four_in_a_row_earn_nothing() {
    check("mips-four");
}

#[test]
fn programs_that_are_no_gomoku_earn_nothing() {
    check("mips-gomoku");
}

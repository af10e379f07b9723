//! The class of submissions under `fixtures/`: every one gets the score and the verdict that its file of results names.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use grader::diagnostics::Language;
use grader::grade::{Plan, grade};
use grader::report::FORMATS;
use grader::spec::load;
use grader::submission::{Folders, discover};

/// The results of a class as a table, against the file of what they must be.
fn check(spec: &str, class: &str, name: &str) {
    let spec = load(Path::new(spec)).expect("the spec is valid");
    let found = discover(&[PathBuf::from(class)], Folders::Classes, &spec.submission).expect("it is there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    let csv = FORMATS.iter().find(|format| format.id == "csv").expect("the format is registered");
    let results = String::from_utf8((csv.render)(&book, Language::English)).expect("results are text");
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/expected/{name}.csv"));
    expect_file![expected].assert_eq(&results);
}

#[test]
fn every_submission_gets_its_score() {
    for name in ["lc3", "lc3-ee306"] {
        check(&format!("specs/{name}.yaml"), "fixtures/submissions/lc3", name);
    }
}

#[test]
fn files_beside_a_program_are_loaded_with_it() {
    check("fixtures/beside/spec.yaml", "fixtures/beside/class", "beside");
    // A folder with nothing else in it is one submission too.
    check("fixtures/beside/spec.yaml", "fixtures/beside/class/both-files", "beside-alone");
}

/// The same words, the same words laid out otherwise, the same game in other words, and another game.
#[test]
fn cases_keep_a_share_of_their_points_on_each_rung_of_the_ladder() {
    check("fixtures/ladder/spec.yaml", "fixtures/ladder/class", "ladder");
}

/// Inputs drawn at random find what fixed ones would have to be written for.
#[test]
fn inputs_drawn_at_random_are_all_or_nothing() {
    check("fixtures/drawn/lc3.yaml", "fixtures/submissions/lc3", "drawn-lc3");
    check("fixtures/drawn/average.yaml", "fixtures/small/average", "drawn-average");
}

#[test]
fn a_class_of_mips_programs_gets_its_scores() {
    check("fixtures/small/average.yaml", "fixtures/small/average", "average");
    check("fixtures/small/demands.yaml", "fixtures/small/average", "demands");
    check("fixtures/small/from-files.yaml", "fixtures/small/average", "from-files");
}

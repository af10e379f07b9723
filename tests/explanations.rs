//! What the report on each fixture submission says in essence: the score, what went wrong, where and why. Boards and lists
//! of tests are left out, so that all of it can be read in one go, as a student would read it.

#[path = "support/essence.rs"]
mod essence;

use std::path::Path;

use essence::essence;
use expect_test::{ExpectFile, expect_file};
use grader::diagnostics::Language;
use grader::grade::{Plan, grade};
use grader::spec::load;
use grader::submission::{Folders, discover};

fn told(spec: &str, class: &str, language: Language) -> String {
    let spec = load(Path::new(spec)).expect("the spec is valid");
    let found = discover(&[class.into()], Folders::Classes, &spec.submission).expect("the class is there");
    essence(&grade(&Plan::new(spec), &found, &|_| {}), language)
}

#[test]
fn every_submission_is_told_what_to_fix() {
    let lc3 = ("specs/lc3.yaml", "fixtures/submissions/lc3");
    let beside = ("fixtures/beside/spec.yaml", "fixtures/beside/class");
    let ladder = ("fixtures/ladder/spec.yaml", "fixtures/ladder/class");
    let demands = ("fixtures/small/demands.yaml", "fixtures/small/average");
    let drawn = ("fixtures/drawn/lc3.yaml", "fixtures/ladder/class");
    let moves =
        ("fixtures/drawn/gomoku.yaml", "fixtures/submissions/mips-gomoku/wrong-occupied-overwritten.asm");
    let files = ("fixtures/files/spec.yaml", "fixtures/files/class");
    let lower = ("fixtures/ladder/prices.yaml", "fixtures/submissions/lc3/trap-lower-case.asm");
    let prices = ("fixtures/ladder/prices.yaml", "fixtures/ladder/class");
    let lists = ("fixtures/drawn/average.yaml", "fixtures/small/average");
    let table: [(ExpectFile, _, Language); 20] = [
        (expect_file!["../fixtures/expected/lc3.explanations.en.txt"], lc3, Language::English),
        (expect_file!["../fixtures/expected/lc3.explanations.vi.txt"], lc3, Language::Vietnamese),
        (expect_file!["../fixtures/expected/beside.explanations.en.txt"], beside, Language::English),
        (expect_file!["../fixtures/expected/beside.explanations.vi.txt"], beside, Language::Vietnamese),
        (expect_file!["../fixtures/expected/ladder.explanations.en.txt"], ladder, Language::English),
        (expect_file!["../fixtures/expected/ladder.explanations.vi.txt"], ladder, Language::Vietnamese),
        (expect_file!["../fixtures/expected/demands.explanations.en.txt"], demands, Language::English),
        (expect_file!["../fixtures/expected/demands.explanations.vi.txt"], demands, Language::Vietnamese),
        (expect_file!["../fixtures/expected/drawn-lc3.explanations.en.txt"], drawn, Language::English),
        (expect_file!["../fixtures/expected/drawn-lc3.explanations.vi.txt"], drawn, Language::Vietnamese),
        (expect_file!["../fixtures/expected/drawn-average.explanations.en.txt"], lists, Language::English),
        (expect_file!["../fixtures/expected/drawn-average.explanations.vi.txt"], lists, Language::Vietnamese),
        (expect_file!["../fixtures/expected/drawn-gomoku.explanations.en.txt"], moves, Language::English),
        (expect_file!["../fixtures/expected/drawn-gomoku.explanations.vi.txt"], moves, Language::Vietnamese),
        (expect_file!["../fixtures/expected/files.explanations.en.txt"], files, Language::English),
        (expect_file!["../fixtures/expected/files.explanations.vi.txt"], files, Language::Vietnamese),
        (expect_file!["../fixtures/expected/prices.explanations.en.txt"], prices, Language::English),
        (expect_file!["../fixtures/expected/prices.explanations.vi.txt"], prices, Language::Vietnamese),
        (expect_file!["../fixtures/expected/prices-lower.explanations.en.txt"], lower, Language::English),
        (expect_file!["../fixtures/expected/prices-lower.explanations.vi.txt"], lower, Language::Vietnamese),
    ];
    for (file, (spec, class), language) in table {
        file.assert_eq(&told(spec, class, language));
    }
}

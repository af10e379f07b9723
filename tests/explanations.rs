//! The essence of the report on each fixture submission: the score, the mistake, its place and
//! its cause. Boards and lists of tests are left out, so that all of it can be read in one go, as
//! a student would read it.

use std::path::Path;

use crate::support::essence::essence;
use expect_test::expect_file;
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
    let classes = [
        ("lc3", "specs/lc3.yaml", "fixtures/submissions/lc3"),
        ("beside", "fixtures/beside/spec.yaml", "fixtures/beside/class"),
        ("included", "fixtures/included/spec.yaml", "fixtures/included/class"),
        ("ladder", "fixtures/ladder/spec.yaml", "fixtures/ladder/class"),
        ("demands", "fixtures/small/demands.yaml", "fixtures/small/average"),
        ("machines", "fixtures/machines/spec.yaml", "fixtures/machines/class"),
        ("machine-of-a-test", "fixtures/machines/case.yaml", "fixtures/machines/class/counts-on-lea.asm"),
        ("lc3-subroutines", "fixtures/subroutines/lc3.yaml", "fixtures/subroutines/lc3"),
        ("mips-subroutines", "fixtures/subroutines/mips.yaml", "fixtures/subroutines/mips"),
        ("areas", "fixtures/subroutines/areas.yaml", "fixtures/subroutines/areas"),
        ("drawn-lc3", "fixtures/drawn/lc3.yaml", "fixtures/ladder/class"),
        ("drawn-average", "fixtures/drawn/average.yaml", "fixtures/small/average"),
        (
            "drawn-gomoku",
            "fixtures/drawn/gomoku.yaml",
            "fixtures/submissions/mips-gomoku/wrong-occupied-overwritten.asm",
        ),
        ("files", "fixtures/files/spec.yaml", "fixtures/files/class"),
        ("steps", "fixtures/steps/spec.yaml", "fixtures/steps/class"),
        ("interactor", "fixtures/interactor/spec.yaml", "fixtures/interactor/class"),
        ("watched", "fixtures/watched/spec.yaml", "fixtures/watched/class"),
        ("answers-reverse", "fixtures/answers/reverse/spec.yaml", "fixtures/answers/reverse/class"),
        ("answers-yes-no", "fixtures/answers/yes-no/spec.yaml", "fixtures/answers/yes-no/class"),
        ("answers-caesar", "fixtures/answers/caesar/spec.yaml", "fixtures/answers/caesar/class"),
        ("answers-even-odd", "fixtures/answers/even-odd/spec.yaml", "fixtures/answers/even-odd/class"),
        ("prices", "fixtures/ladder/prices.yaml", "fixtures/ladder/class"),
        ("answers-same-word", "fixtures/answers/same-word/spec.yaml", "fixtures/answers/same-word/class"),
        ("prices-in-full", "fixtures/ladder/prices-in-full.yaml", "fixtures/ladder/class"),
        ("exact", "specs/lc3-ee306.yaml", "fixtures/ladder/class"),
        ("exact-many", "specs/lc3-ee306.yaml", "fixtures/submissions/lc3/trap-uses-in.asm"),
        ("prices-lower", "fixtures/ladder/prices.yaml", "fixtures/submissions/lc3/trap-lower-case.asm"),
    ];
    for (name, spec, class) in classes {
        for (language, suffix) in [(Language::English, "en"), (Language::Vietnamese, "vi")] {
            let file = format!("../fixtures/expected/{name}.explanations.{suffix}.txt");
            expect_file![file].assert_eq(&told(spec, class, language));
        }
    }
}

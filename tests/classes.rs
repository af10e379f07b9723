//! The class of submissions under `fixtures/`: every one gets the score and the verdict that its file of results names.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use grader::asm::ProgramFiles;
use grader::diagnostics::Language;
use grader::grade::{Plan, grade, judge_program};
use grader::report::FORMATS;
use grader::spec::load;
use grader::submission::{Folders, discover};

/// The results of a class as a table, against the file of what they must be.
fn check(spec: &str, class: &str, name: &str) {
    let spec = load(Path::new(spec)).expect("the spec is valid");
    let found = discover(&[PathBuf::from(class)], Folders::Classes, &spec.submission).expect("it is there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    let csv = FORMATS.iter().find(|format| format.id == "csv").expect("the format is registered");
    let results = String::from_utf8(csv.render(&book, Language::English)).expect("results are text");
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/expected/{name}.csv"));
    expect_file![expected].assert_eq(&results);
}

#[test]
fn every_submission_gets_its_score() {
    for name in ["lc3", "lc3-ee306"] {
        check(&format!("specs/{name}.yaml"), "fixtures/submissions/lc3", name);
    }
}

/// No points for a wrong answer, and none lost for a right one but what its format costs: the name of each program says
/// what it is.
#[test]
fn an_answer_is_right_or_wrong_and_only_fixed_text_has_a_format() {
    let mut exercises: Vec<PathBuf> = std::fs::read_dir("fixtures/answers")
        .expect("there are exercises")
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    exercises.sort();
    let mut seen = [0; 3];
    for exercise in &exercises {
        let name = exercise.file_name().expect("it has a name").to_string_lossy().into_owned();
        let path = exercise.join("spec.yaml");
        let spec = load(&path).expect("the spec is valid");
        let class = [exercise.join("class")];
        let found = discover(&class, Folders::Classes, &spec.submission).expect("it is there");
        let book = grade(&Plan::new(spec), &found, &|_| {});
        for graded in &book.submissions {
            let (id, score, all) = (&graded.id, graded.score().expect("it was judged"), book.spec.points);
            let (passed, tests) = (graded.passed(), graded.results.len());
            let kind = id.split('-').next().unwrap_or_default();
            let is_as_named = match kind {
                "right" => score == all && graded.format.is_empty(),
                "wrong" => score.hundredths() == 0 && passed == 0,
                "slips" => passed == tests && score < all && score.hundredths() * 10 >= all.hundredths() * 7,
                _ => panic!("{id} does not say what it is"),
            };
            assert!(is_as_named, "{name}/{id}: {score} points, {passed} of {tests} tests");
            seen[["right", "wrong", "slips"].iter().position(|known| *known == kind).unwrap_or(0)] += 1;
        }
        check(&path.to_string_lossy(), &class[0].to_string_lossy(), &format!("answers-{name}"));
    }
    assert!(exercises.len() >= 6 && seen.iter().all(|count| *count >= 6), "{seen:?}");
}

#[test]
fn files_beside_a_program_are_loaded_with_it() {
    check("fixtures/beside/spec.yaml", "fixtures/beside/class", "beside");
    // A folder with nothing else in it is one submission too.
    check("fixtures/beside/spec.yaml", "fixtures/beside/class/both-files", "beside-alone");
}

/// Files that a program includes are found where MARS finds them, but never in another submission.
#[test]
fn included_files_lie_beside_a_program() {
    check("fixtures/included/spec.yaml", "fixtures/included/class", "included");
}

/// The same words, the same words laid out otherwise, the same game in other words, and another game.
#[test]
fn cases_keep_a_share_of_their_points_on_each_rung_of_the_ladder() {
    check("fixtures/ladder/spec.yaml", "fixtures/ladder/class", "ladder");
}

/// A case that passes on the machine of the spec must pass on the others too.
#[test]
fn programs_must_not_depend_on_the_machine() {
    check("fixtures/machines/spec.yaml", "fixtures/machines/class", "machines");
    check("fixtures/machines/case.yaml", "fixtures/machines/class", "machine-of-a-test");
    check("fixtures/machines/mips-case.yaml", "examples/mips-guess/model.s", "machine-of-a-mips-test");
}

/// Subroutines are called, and memory, registers, calls and instruction counts are looked at.
#[test]
fn subroutines_are_called_under_their_conventions() {
    for isa in ["lc3", "mips"] {
        let spec = format!("fixtures/subroutines/{isa}.yaml");
        check(&spec, &format!("fixtures/subroutines/{isa}"), &format!("{isa}-subroutines"));
    }
    check("fixtures/subroutines/areas.yaml", "fixtures/subroutines/areas", "areas");
}

/// What is missing in the program for a subroutine of the course is not blamed on its author.
#[test]
fn subroutines_that_stand_in_use_the_labels_of_the_program() {
    for isa in ["lc3", "mips", "arm"] {
        let spec = format!("fixtures/subroutines/host/{isa}.yaml");
        check(&spec, &format!("fixtures/subroutines/host/{isa}"), &format!("{isa}-host"));
    }
}

/// Inputs drawn at random find what fixed ones would have to be written for.
#[test]
fn inputs_drawn_at_random_are_all_or_nothing() {
    check("fixtures/drawn/lc3.yaml", "fixtures/submissions/lc3", "drawn-lc3");
    check("fixtures/drawn/average.yaml", "fixtures/small/average", "drawn-average");
}

/// Programs that are judged without words fail in the same cases, whether all inputs are played or those up to a failure.
#[test]
fn inputs_drawn_at_random_are_judged_alike_with_words_and_without() {
    let plan = Plan::new(load(Path::new("fixtures/drawn/lc3.yaml")).expect("the spec is valid"));
    let class = [PathBuf::from("fixtures/submissions/lc3")];
    let found = discover(&class, Folders::Classes, &plan.spec.submission).expect("it is there");
    let book = grade(&plan, &found, &|_| {});
    let mut failed = 0;
    for (submission, graded) in found.submissions.iter().zip(&book.submissions) {
        let Ok(files) = submission.program(&plan.spec.submission) else { continue };
        let Some(program) = plan.spec.machine.load(ProgramFiles::handed_in(&files)).program else { continue };
        let passed = |graded: &grader::grade::Graded| -> Vec<bool> {
            graded.results.iter().map(|result| result.verdict.earns()).collect()
        };
        let judged = judge_program(&plan, program.as_ref(), &submission.id);
        assert_eq!(passed(&judged), passed(graded), "{}", submission.id);
        failed += usize::from(passed(graded).contains(&false));
    }
    assert!(failed > 5, "only {failed} programs fail");
}

#[test]
fn a_class_of_mips_programs_gets_its_scores() {
    check("fixtures/small/average.yaml", "fixtures/small/average", "average");
    check("fixtures/small/demands.yaml", "fixtures/small/average", "demands");
    check("fixtures/small/from-files.yaml", "fixtures/small/average", "from-files");
}

/// The demands of a step are shown with its number, with a subroutine of the course or without.
#[test]
fn steps_are_judged_one_by_one() {
    check("fixtures/steps/spec.yaml", "fixtures/steps/class", "steps");
}

/// What is typed depends on what was printed.
#[test]
fn conversations_are_held_and_judged() {
    check("fixtures/interactor/spec.yaml", "fixtures/interactor/class", "interactor");
}

#[test]
fn files_are_found_and_left() {
    check("fixtures/files/spec.yaml", "fixtures/files/class", "files");
}

#[test]
fn kinds_of_differences_have_prices_of_their_own() {
    check("fixtures/ladder/prices.yaml", "fixtures/ladder/class", "prices");
    check("fixtures/ladder/prices-in-full.yaml", "fixtures/ladder/class", "prices-in-full");
}

/// Each mode accepts the differences that it names, and no others.
#[test]
fn each_way_of_comparing_tells_what_fits_from_what_differs() {
    let spec = load(Path::new("fixtures/modes/spec.yaml")).expect("the spec is valid");
    let found =
        discover(&["fixtures/modes/class".into()], Folders::Classes, &spec.submission).expect("it is there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    let results = book.spec.cases().zip(&book.submissions[0].results);
    let mut count = 0;
    for (case, result) in results {
        assert_eq!(result.verdict.earns(), !case.id.ends_with("-differs"), "{}", case.id);
        count += 1;
    }
    assert!(count > 20, "only {count} cases were graded");
}

//! The edition of a spec for students: a program passes each test of it exactly when it passes that test of
//! the whole spec, and the expected texts cannot be read in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use grader::diagnostics::{Language, Style, render_all};
use grader::grade::{Gradebook, Plan, grade};
use grader::package::{Additions, LeftOut, StudentEdition, student_edition};
use grader::report::FORMATS;
use grader::spec::{Edition, Expectation, LoadError, Original, Spec, Want, load, load_trusted};
use grader::submission::{Folders, discover};
use tempfile::TempDir;

/// Specs with classes of programs that are right, wrong, and right but for their format.
const CLASSES: [(&str, &str); 24] = [
    ("fixtures/answers/caesar/spec.yaml", "fixtures/answers/caesar/class"),
    ("fixtures/answers/even-odd/spec.yaml", "fixtures/answers/even-odd/class"),
    ("fixtures/answers/palindrome/spec.yaml", "fixtures/answers/palindrome/class"),
    ("fixtures/answers/reverse/spec.yaml", "fixtures/answers/reverse/class"),
    ("fixtures/answers/same-word/spec.yaml", "fixtures/answers/same-word/class"),
    ("fixtures/answers/upper-case/spec.yaml", "fixtures/answers/upper-case/class"),
    ("fixtures/answers/yes-no/spec.yaml", "fixtures/answers/yes-no/class"),
    ("fixtures/beside/spec.yaml", "fixtures/beside/class"),
    ("fixtures/drawn/average.yaml", "fixtures/small/average"),
    ("fixtures/files/spec.yaml", "fixtures/files/class"),
    ("fixtures/included/spec.yaml", "fixtures/included/class"),
    ("fixtures/ladder/spec.yaml", "fixtures/ladder/class"),
    ("fixtures/machines/spec.yaml", "fixtures/machines/class"),
    ("fixtures/modes/spec.yaml", "fixtures/modes/class"),
    ("fixtures/score/spec.yaml", "fixtures/score/class"),
    ("fixtures/small/average.yaml", "fixtures/small/average"),
    ("fixtures/small/demands.yaml", "fixtures/small/average"),
    ("fixtures/small/from-files.yaml", "fixtures/small/average"),
    ("fixtures/starter/costs.yaml", "fixtures/starter/class"),
    ("fixtures/steps/spec.yaml", "fixtures/steps/class"),
    ("fixtures/subroutines/lc3.yaml", "fixtures/subroutines/lc3"),
    ("fixtures/subroutines/mips.yaml", "fixtures/subroutines/mips"),
    ("fixtures/watched/spec.yaml", "fixtures/watched/class"),
    ("fixtures/reports/spec.yaml", "fixtures/submissions/lc3"),
];

/// With the tests that students see after the due date.
const AFTER_DUE: Additions = Additions { after_due: true, with_values: false };

/// The edition of a spec in a folder of its own, and the spec that is read there.
struct Unpacked {
    folder: TempDir,
    student: StudentEdition,
    spec: Spec,
}

fn original(spec: &str) -> Original {
    Original::open(Path::new(spec)).unwrap_or_else(|error| panic!("{spec}: {error:?}"))
}

fn unpacked(spec: &str, additions: Additions) -> Unpacked {
    let student = student_edition(&original(spec), additions).expect("there is an edition");
    let folder = put(&student.edition);
    let path = folder.path().join("spec.yaml");
    let spec = load(&path).unwrap_or_else(|error| match error {
        LoadError::Invalid { diagnostics, sources } => {
            let style = Style { language: Language::English, colour: false };
            panic!("{spec}: {}\n{}", render_all(&diagnostics, &sources, style), student.edition.text)
        }
        LoadError::Unreadable { .. } => panic!("{spec}: {error}"),
    });
    Unpacked { folder, student, spec }
}

/// An edition in a folder of its own.
fn put(edition: &Edition) -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (name, contents) in &edition.files {
        std::fs::write(folder.path().join(name), contents).expect("it can be written");
    }
    std::fs::write(folder.path().join("spec.yaml"), &edition.text).expect("it can be written");
    folder
}

fn graded(spec: Spec, class: &str) -> Gradebook {
    let found = discover(&[PathBuf::from(class)], Folders::Classes, &spec.submission).expect("it is there");
    grade(&Plan::new(spec), &found, &|_| {})
}

/// For each submission and case: true if it passes.
fn passed(book: &Gradebook) -> BTreeMap<(String, String), bool> {
    let of_one = |graded: &grader::grade::Graded| -> Vec<((String, String), bool)> {
        let cases = book.spec.cases().zip(&graded.results);
        cases.map(|(case, result)| ((graded.id.clone(), case.id.clone()), result.verdict.earns())).collect()
    };
    book.submissions.iter().flat_map(of_one).collect()
}

/// The texts that must come out, of the cases with these ids.
fn texts<'s>(spec: &'s Spec, ids: &BTreeSet<&str>) -> Vec<&'s str> {
    fn of_wants<'w>(wants: &'w [Want]) -> Vec<&'w str> {
        let of_want = |want: &'w Want| match want {
            Want::Text(texts) => texts.iter().map(String::as_str).collect(),
            Want::Lines(_, text) => vec![text.as_str()],
            Want::Contains(_) | Want::Rejects(_) | Want::Hashed(_) => Vec::new(),
        };
        wants.iter().flat_map(of_want).collect()
    }
    let of_case = |case: &'s grader::spec::Case| match &case.expectation {
        Expectation::Literal { output, .. } => vec![output.as_str()],
        Expectation::Checked(checked) => {
            let of_files = checked.files.iter().filter_map(|file| file.wants.as_deref()).flat_map(of_wants);
            let wants = checked.turns.iter().flat_map(|turn| of_wants(turn));
            wants.chain(of_wants(&checked.whole)).chain(of_files).collect()
        }
        Expectation::Subroutine(subroutine) => of_wants(&subroutine.talk.whole),
        _ => Vec::new(),
    };
    spec.cases().filter(|case| ids.contains(case.id.as_str())).flat_map(of_case).collect()
}

#[test]
fn a_program_passes_a_test_of_the_edition_if_and_only_if_it_passes_that_of_the_spec() {
    let (mut kept, mut hashed, mut right, mut wrong) = (0, 0, 0, 0);
    for (spec, class) in CLASSES {
        let edition = unpacked(spec, Additions::default());
        let told = &edition.student.told;
        (kept, hashed) = (kept + told.as_they_are, hashed + told.hashed);
        let whole = graded(original(spec).spec, class);
        let all = passed(&whole);
        let book = graded(edition.spec, class);
        let by_edition = passed(&book);
        assert_eq!(book.submissions.len(), whole.submissions.len(), "{spec}");
        for (place, passes) in &by_edition {
            assert_eq!(all.get(place), Some(passes), "{spec}: {place:?}");
            *(if *passes { &mut right } else { &mut wrong }) += 1;
        }
        // A failed test shows nothing that must come out.
        let hashed: Vec<usize> = (0..book.spec.cases().count())
            .filter(|case| {
                !matches!(
                    book.spec.cases().nth(*case).map(|case| &case.expectation),
                    Some(Expectation::Keys(_) | Expectation::Dialogue(_))
                )
            })
            .collect();
        for graded in &book.submissions {
            let failures = hashed.iter().filter_map(|case| graded.results.get(*case)?.failure.as_ref());
            for failure in failures {
                assert!(failure.expected.is_none() && failure.pairs.is_none(), "{spec}: {failure:#?}");
            }
        }
    }
    assert!(kept > 8 && hashed > 60 && right > 300 && wrong > 200, "{kept} {hashed} {right} {wrong}");
}

#[test]
fn what_must_come_out_cannot_be_read_in_an_edition() {
    let mut sought = 0;
    for (path, _) in CLASSES {
        let original = original(path);
        let student = student_edition(&original, Additions::default()).expect("there is an edition");
        let told = &student.told;
        let readable: BTreeSet<&str> = told.still_readable.iter().map(String::as_str).collect();
        let ids = original.spec.cases().map(|case| case.id.as_str()).filter(|id| !readable.contains(id));
        let files = student.edition.files.values().map(|file| String::from_utf8_lossy(file).into_owned());
        let all: Vec<String> = std::iter::once(student.edition.text.clone()).chain(files).collect();
        for text in texts(&original.spec, &ids.collect()) {
            let text = text.trim();
            // Shorter texts are found by chance.
            if text.len() < 4 {
                continue;
            }
            sought += 1;
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let is_there = |contents: &String| contents.contains(text) || contents.contains(&escaped);
            assert!(!all.iter().any(is_there), "{path}: {text:?} in\n{}", student.edition.text);
        }
        assert!(!student.edition.text.contains("# graded"), "comments of the author are gone");
    }
    assert!(sought > 60, "{sought} texts were looked for");
}

/// The spec with which staff grade in a bundle is the spec itself, written again.
#[test]
fn a_whole_edition_grades_as_the_spec_does() {
    let csv = FORMATS.iter().find(|format| format.id == "csv").expect("the format is registered");
    let results = |book: &Gradebook| String::from_utf8(csv.render(book, Language::English));
    for (path, class) in CLASSES {
        let original = original(path);
        let folder = put(&original.whole().expect("there is an edition"));
        let written = load_trusted(&folder.path().join("spec.yaml")).expect("the edition is valid");
        assert_eq!(results(&graded(written, class)), results(&graded(original.spec, class)), "{path}");
    }
    let commands = original("fixtures/command/spec.yaml").whole().expect("there is an edition").commands;
    assert!(!commands.is_empty(), "commands come along");
}

#[test]
fn every_spec_has_editions_that_can_be_read() {
    let mut read = 0;
    for folder in ["specs", "templates", "fixtures"] {
        for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let path = entry.expect("the folder can be read").into_path();
            let is_yaml = path.extension().is_some_and(|extension| extension == "yaml");
            let Some(original) = is_yaml.then(|| Original::open(&path).ok()).flatten() else { continue };
            let student = student_edition(&original, AFTER_DUE).expect("there is an edition");
            for edition in [student.edition, original.whole().expect("there is an edition")] {
                let folder = put(&edition);
                let again = load_trusted(&folder.path().join("spec.yaml"));
                let has_cases = edition.text.contains("cases:");
                assert!(again.is_ok() || !has_cases, "{}: {again:?}\n{}", path.display(), edition.text);
            }
            read += 1;
        }
    }
    assert!(read > 50, "{read} specs were read");
}

#[test]
fn hidden_tests_are_not_in_an_edition() {
    let spec = "fixtures/score/spec.yaml";
    let now = student_edition(&original(spec), Additions::default()).expect("there is an edition");
    let later = student_edition(&original(spec), AFTER_DUE).expect("there is an edition");
    assert!(now.told.hidden > later.told.hidden && later.told.hidden > 0, "{:?}", (now.told, later.told));
}

#[test]
fn an_edition_of_an_edition_is_the_same() {
    let first = unpacked("fixtures/small/from-files.yaml", Additions::default());
    let path = first.folder.path().join("spec.yaml");
    let again = student_edition(&Original::open(&path).expect("it is valid"), Additions::default())
        .expect("there is one");
    let without_comment = |text: &str| -> String {
        text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(without_comment(&again.edition.text), without_comment(&first.student.edition.text));
}

/// Tests of subroutines are in the edition if their values may be read, and mean the same there.
#[test]
fn values_are_in_an_edition_if_the_author_says_so() {
    let with_values = Additions { with_values: true, ..Additions::default() };
    for isa in ["lc3", "mips"] {
        let (spec, class) =
            (format!("fixtures/subroutines/{isa}.yaml"), format!("fixtures/subroutines/{isa}"));
        let (without, edition) = (unpacked(&spec, Additions::default()), unpacked(&spec, with_values));
        assert!(edition.spec.cases().count() > 2 * without.spec.cases().count(), "{isa}");
        assert!(edition.student.told.left_out.iter().all(|(_, why)| *why != LeftOut::Values), "{isa}");
        let all = passed(&graded(original(&spec).spec, &class));
        for (place, passes) in passed(&graded(edition.spec, &class)) {
            assert_eq!(all.get(&place), Some(&passes), "{isa}: {place:?}");
        }
    }
}

#[test]
fn a_case_is_left_out_for_a_reason() {
    let reasons = |spec: &str| -> BTreeSet<LeftOut> {
        let student = student_edition(&original(spec), Additions::default()).expect("there is an edition");
        student.told.left_out.iter().map(|(_, why)| *why).collect()
    };
    assert!(reasons("fixtures/modes/spec.yaml").contains(&LeftOut::Patterns));
    assert!(reasons("fixtures/modes/spec.yaml").contains(&LeftOut::Numbers));
    assert!(reasons("fixtures/subroutines/lc3.yaml").contains(&LeftOut::Values));
    assert!(reasons("fixtures/drawn/average.yaml").contains(&LeftOut::Model));
    assert!(reasons("fixtures/command/spec.yaml").contains(&LeftOut::Command));
    assert!(reasons("fixtures/score/spec.yaml").contains(&LeftOut::Input));
}

/// Every format is written of results whose expected texts are not known.
#[test]
fn no_report_shows_what_an_edition_does_not() {
    let spec = "fixtures/answers/reverse/spec.yaml";
    let whole = original(spec).spec;
    let ids = whole.cases().map(|case| case.id.as_str()).collect();
    let wanted: Vec<&str> = texts(&whole, &ids);
    // Programs that print something else altogether.
    let book = graded(unpacked(spec, Additions::default()).spec, "fixtures/answers/yes-no/class");
    assert!(book.submissions.iter().any(grader::grade::Graded::has_failed));
    for format in FORMATS {
        for language in [Language::English, Language::Vietnamese] {
            let report = String::from_utf8(format.render(&book, language)).expect("reports are text");
            for text in &wanted {
                assert!(text.trim().len() < 4 || !report.contains(text.trim()), "{}: {text:?}", format.id);
            }
        }
    }
}

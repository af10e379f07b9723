//! Two reports on a class compared, as files to be read; what must hold of any two; and results that are made again from their
//! receipts.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use expect_test::{ExpectFile, expect_file};
use grader::diagnostics::Language::{self, English, Vietnamese};
use grader::fingerprint::sha256_of_file;
use grader::regrade::{Change, Comparison, FlipKind, Move, NotComparable, Results};
use grader::report::{COMPARISON_FORMATS, Only, comparison_schema, results, terminal};
use grader::spec::Points;
use proptest::prelude::*;
use serde_json::Value;
use tempfile::TempDir;

use crate::pages::content;

/// A folder with the class of the fixtures, and the reports `old.json`, `new.json`, and `files.json`: only files differ from the old.
fn desk() -> TempDir {
    let folder = TempDir::new().expect("there is room for a folder");
    copy(Path::new("fixtures/regrade"), folder.path());
    for (class, spec, tables, report) in
        [("old", "old", "old", "old"), ("new", "new", "new", "new"), ("new", "old", "old", "files")]
    {
        // Marks of submissions that have none yet are added to the table, which is the one of all reports.
        fs::copy(folder.path().join(format!("{tables}.marks.csv")), folder.path().join("marks.csv"))
            .expect("the folder is ours");
        let line = format!(
            "run {class} --spec {spec}.yaml --submitted {tables}.times.csv --marks marks.csv --format json={report}.json"
        );
        let done = grader(folder.path(), &line);
        // One submission of each class needs review.
        assert_eq!(done.status.code(), Some(6), "{}", String::from_utf8_lossy(&done.stderr));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder is ours");
    for entry in fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let target = to.join(path.file_name().expect("it has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("the folder is ours");
        }
    }
}

fn grader(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(cargo_bin!("grader"));
    command.current_dir(folder).args(line.split(' '));
    command.output().expect("the program can be run")
}

fn read(folder: &TempDir, name: &str) -> Results {
    let file = fs::File::open(folder.path().join(format!("{name}.json"))).expect("the report is there");
    results(file).expect("it is a report")
}

fn compared(old: &Results, new: &Results) -> Comparison {
    Comparison::between(old, new).expect("they can be compared")
}

fn written(comparison: &Comparison, format: &str, language: Language) -> String {
    let format = COMPARISON_FORMATS.iter().find(|known| known.id == format).expect("it is registered");
    String::from_utf8((format.write)(comparison, None, language)).expect("it is text")
}

fn people(comparison: &Comparison, only: Option<Only>, language: Language) -> String {
    anstream::adapter::strip_str(&terminal::regrade::render(comparison, only, language)).to_string()
}

#[test]
fn a_comparison_reads_as_its_files() {
    let folder = desk();
    let (old, new, files) = (read(&folder, "old"), read(&folder, "new"), read(&folder, "files"));
    let comparison = compared(&old, &new);
    let table: [(ExpectFile, String); 8] = [
        (expect_file!["../fixtures/regrade/compared.en.txt"], people(&comparison, None, English)),
        (expect_file!["../fixtures/regrade/compared.vi.txt"], people(&comparison, None, Vietnamese)),
        (expect_file!["../fixtures/regrade/only-lower.txt"], people(&comparison, Some(Only::Lower), English)),
        (expect_file!["../fixtures/regrade/only-files.txt"], people(&compared(&old, &files), None, English)),
        (expect_file!["../fixtures/regrade/compared.json"], written(&comparison, "json", English)),
        (expect_file!["../fixtures/regrade/compared.csv"], written(&comparison, "csv", English)),
        (
            expect_file!["../fixtures/regrade/compared.en.html"],
            content(&written(&comparison, "html", English)),
        ),
        (
            expect_file!["../fixtures/regrade/compared.vi.html"],
            content(&written(&comparison, "html", Vietnamese)),
        ),
    ];
    for (file, text) in table {
        file.assert_eq(&text);
    }
}

#[test]
fn the_published_schema_fits_every_comparison() {
    let folder = desk();
    let (old, new) = (read(&folder, "old"), read(&folder, "new"));
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("it is JSON");
    let schema = json(&comparison_schema());
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for comparison in [compared(&old, &new), compared(&new, &old), compared(&old, &old)] {
        let value = json(&written(&comparison, "json", English));
        let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
        let mut wrong = value;
        wrong["counts"]["lower"] = Value::from("many");
        assert!(!validator.is_valid(&wrong));
    }
    expect_file!["../docs/comparison.schema.json"].assert_eq(&comparison_schema());
}

#[test]
fn a_report_without_receipts_is_compared_and_nothing_is_claimed() {
    let folder = desk();
    let text = fs::read_to_string(folder.path().join("old.json")).expect("it is there");
    let mut old: Value = serde_json::from_str(&text).expect("it is JSON");
    old.as_object_mut().expect("it is an object").remove("receipt");
    for submission in old["submissions"].as_array_mut().expect("it is a list") {
        submission.as_object_mut().expect("it is an object").remove("receipt");
    }
    let old = results(old.to_string().as_bytes()).expect("it is a report");
    let comparison = compared(&old, &read(&folder, "new"));
    expect_file!["../fixtures/regrade/no-receipts.txt"].assert_eq(&people(&comparison, None, English));
    for moved in &comparison.moved {
        // Whether the files or the build differ is not known; so no reason stands alone.
        assert!(moved.whys.iter().any(|why| why.unknown.len() >= 2), "{}", moved.id);
    }
}

#[test]
fn reports_that_do_not_belong_together_are_refused() {
    let folder = desk();
    let old = read(&folder, "old");
    let other = Results { assignment: "other".to_owned(), ..old.clone() };
    let students = Results { is_for_students: true, ..old.clone() };
    assert!(matches!(Comparison::between(&old, &other), Err(NotComparable::Assignments { .. })));
    let refused = Comparison::between(&old, &students).expect_err("one is for students").to_string();
    assert!(refused.starts_with("the new report was written for students"), "{refused}");
    assert!(Comparison::between(&students, &students).is_ok());
}

#[test]
fn names_that_are_out_to_harm_are_text_on_the_page() {
    let folder = desk();
    let mut new = read(&folder, "new");
    let id = "<script>alert(1)</script>\u{1b}[2J\u{202e}";
    new.students[0].id = id.to_owned();
    new.students[1].id = format!("z{id}");
    new.title = id.to_owned();
    new.tests[0].id = id.to_owned();
    new.students.sort_by(|one, other| one.id.cmp(&other.id));
    let comparison = compared(&read(&folder, "old"), &new);
    let page = written(&comparison, "html", English);
    assert_eq!(page.matches("<script>").count(), 1);
    let table = written(&comparison, "csv", English);
    for text in [page, table, people(&comparison, None, English)] {
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
    }
}

/// A flip: the test, its kind, both verdicts, and the points.
type Flipped = (String, FlipKind, String, String, Option<Change>);

/// A submission: both scores, and its flips.
type Way = (Option<Points>, Option<Points>, Vec<Flipped>);

/// What a comparison says, the other way round if it is mirrored.
#[derive(Debug, PartialEq)]
struct Mirror {
    counts: (usize, usize, usize, usize, usize, usize),
    moved: BTreeMap<String, Way>,
    added: Vec<String>,
    gone: Vec<String>,
    clusters: BTreeMap<(String, FlipKind), usize>,
    tests: (Vec<String>, Vec<String>),
}

fn turned<T>(is_mirrored: bool, one: T, other: T) -> (T, T) {
    if is_mirrored { (other, one) } else { (one, other) }
}

impl Mirror {
    fn of(comparison: &Comparison, is_mirrored: bool) -> Self {
        let kind = |kind: FlipKind| match kind {
            _ if !is_mirrored => kind,
            FlipKind::Fails => FlipKind::Passes,
            FlipKind::Passes => FlipKind::Fails,
            FlipKind::NotJudged => FlipKind::Judged,
            FlipKind::Judged => FlipKind::NotJudged,
            FlipKind::Added => FlipKind::Removed,
            FlipKind::Removed => FlipKind::Added,
            FlipKind::Otherwise | FlipKind::Points => kind,
        };
        let counts = comparison.counts();
        let (lower, higher) = turned(is_mirrored, counts.lower, counts.higher);
        let (review, graded) = turned(is_mirrored, counts.now_review, counts.now_graded);
        let ids = |listed: &[grader::regrade::Listed]| listed.iter().map(|known| known.id.clone()).collect();
        let (added, gone) = turned(is_mirrored, ids(&comparison.added), ids(&comparison.gone));
        let moved = comparison.moved.iter().map(|moved| {
            let (old, new) = match moved.went {
                Move::Score { old, new } => (Some(old), Some(new)),
                Move::NowReview { old, .. } => (Some(old), None),
                Move::NowGraded { new, .. } => (None, Some(new)),
                Move::StillReview { .. } => (None, None),
            };
            let (old, new) = turned(is_mirrored, old, new);
            let mut flips: Vec<_> = moved
                .flips
                .iter()
                .map(|flip| {
                    let (old, new) = turned(is_mirrored, flip.old.clone(), flip.new.clone());
                    let by = flip.by.map(|by| if is_mirrored { by.mirrored() } else { by });
                    (flip.test.clone(), kind(flip.kind), old, new, by)
                })
                .collect();
            flips.sort();
            (moved.id.clone(), (old, new, flips))
        });
        let mut clusters = BTreeMap::new();
        for cluster in &comparison.clusters {
            *clusters.entry((cluster.test.clone(), kind(cluster.kind))).or_default() +=
                cluster.students.len();
        }
        let parts = &comparison.made.parts;
        let sorted = |tests: &[String]| {
            let mut tests = tests.to_vec();
            tests.sort();
            tests
        };
        let (new_tests, old_tests) = (sorted(&parts.added), sorted(&parts.removed));
        Self {
            counts: (lower, higher, counts.same, review, graded, counts.flipped),
            moved: moved.collect(),
            added,
            gone,
            clusters,
            tests: turned(is_mirrored, new_tests, old_tests),
        }
    }
}

fn check_pair(old: &Results, new: &Results) {
    let (there, back) = (compared(old, new), compared(new, old));
    assert_eq!(Mirror::of(&there, false), Mirror::of(&back, true));
    let counts = there.counts();
    let all = counts.lower + counts.higher + counts.same + counts.now_review + counts.now_graded;
    assert_eq!(all, there.both);
    assert_eq!(there.both + there.added.len(), new.students.len());
    assert_eq!(there.both + there.gone.len(), old.students.len());
    for same in [compared(old, old), compared(new, new)] {
        assert!(same.moved.is_empty() && same.clusters.is_empty() && same.whys().is_empty());
        assert!(same.added.is_empty() && same.gone.is_empty() && same.made.parts.is_empty());
        assert_eq!(same.largest(), None);
    }
}

#[test]
fn nothing_differs_from_itself_and_a_comparison_has_a_mirror() {
    let folder = desk();
    let all = ["old", "new", "files"].map(|name| read(&folder, name));
    for old in &all {
        for new in &all {
            check_pair(old, new);
        }
    }
    // The same of reports in which anything may be changed.
    let changes = prop::collection::vec((0usize..9, 0usize..6, 0u64..1_300), 0..12);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(300));
    runner
        .run(&changes, |changes| {
            let mut new = all[0].clone();
            for (student, kind, number) in changes {
                let at = student % new.students.len().max(1);
                let words = new.names.words().len() as u32;
                let Some(known) = new.students.get_mut(at) else { continue };
                let case = number as usize % known.outcomes.len().max(1);
                match kind {
                    0 => known.score = (number > 300).then(|| Points::from_hundredths(number)),
                    1 => {
                        if let Some(outcome) = known.outcomes.get_mut(case) {
                            outcome.verdict = Some(number as u32 % words);
                        }
                    }
                    2 => {
                        if let Some(outcome) = known.outcomes.get_mut(case) {
                            outcome.earned = (number % 3 > 0).then(|| Points::from_hundredths(number));
                        }
                    }
                    3 => drop(known.outcomes.pop()),
                    4 => known.unrun = (number % 2 > 0).then_some(number as u32 % words),
                    _ => drop(new.students.remove(at)),
                }
            }
            check_pair(&all[0], &new);
            Ok(())
        })
        .expect("it holds of all");
}

#[test]
fn results_are_made_again_from_their_receipts() {
    let folder = desk();
    let report = fs::read(folder.path().join("old.json")).expect("it is there");
    let value: Value = serde_json::from_slice(&report).expect("it is JSON");
    // The files as an archive could keep them: by what they are, not by whose they are.
    let mut store: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder.path().join("old")) {
        let path = entry.expect("it can be listed").into_path();
        if path.is_file() {
            let bytes = fs::read(&path).expect("it can be read");
            store.insert(sha256_of_file(&bytes), bytes);
        }
    }
    assert_eq!(store.len(), 2, "most have the same program");
    fs::remove_dir_all(folder.path().join("old")).expect("the folder is ours");
    let mut files = 0;
    for submission in value["submissions"].as_array().expect("it is a list") {
        let id = submission["id"].as_str().expect("it has one");
        let own = submission["receipt"]["files"].as_array().expect("it is a list");
        for file in own {
            let name = file["name"].as_str().expect("it has one");
            let bytes = &store[file["sha256"].as_str().expect("it was read")];
            let stands_alone = name == format!("{id}.asm");
            let path = folder.path().join("old").join(if stands_alone { "" } else { id }).join(name);
            fs::create_dir_all(path.parent().expect("it has one")).expect("the folder is ours");
            fs::write(path, bytes).expect("the folder is ours");
            files += 1;
        }
    }
    assert_eq!(files, 10);
    fs::copy(folder.path().join("old.marks.csv"), folder.path().join("marks.csv"))
        .expect("the folder is ours");
    let again = |more: &str| {
        let line = format!(
            "run old --spec old.yaml --submitted old.times.csv --marks marks.csv --receipt old.json --format json=again.json{more}"
        );
        grader(folder.path(), &line)
    };
    assert_eq!(again("").status.code(), Some(6));
    assert!(fs::read(folder.path().join("again.json")).expect("it is written") == report);
    fs::remove_file(folder.path().join("again.json")).expect("the folder is ours");
    // Whatever differs is named, and nothing is graded.
    let refused = |change: &dyn Fn(), words: &str| {
        change();
        let done = again("");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && said.contains("nothing was graded"), "{words}: {said}");
        assert!(!folder.path().join("again.json").exists());
    };
    let edit = |name: &str, from: &str, to: &str| {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).expect("it is text");
        assert!(text.contains(from), "{name} has no {from}");
        fs::write(path, text.replacen(from, to, 1)).expect("the folder is ours");
    };
    refused(&|| edit("old/an.asm", "; Repeats", "; repeats"), "error: an: an.asm was changed");
    edit("old/an.asm", "; repeats", "; Repeats");
    refused(
        &|| edit("old.yaml", "per-day: 10%", "per-day: 11%"),
        "error: old.yaml is not the spec of the report",
    );
    edit("old.yaml", "per-day: 11%", "per-day: 10%");
    refused(&|| edit("marks.csv", "hoa,comments,1,", "hoa,comments,2,"), "error: hoa: the marks are others");
    edit("marks.csv", "hoa,comments,2,", "hoa,comments,1,");
    refused(
        &|| edit("old.times.csv", "khoa,2026-03-01", "khoa,2026-02-01"),
        "error: khoa: the time of submission",
    );
    edit("old.times.csv", "khoa,2026-02-01", "khoa,2026-03-01");
    refused(
        &|| drop(fs::copy(folder.path().join("old/an.asm"), folder.path().join("old/binh2.asm"))),
        "error: binh2: is not in the report",
    );
    fs::remove_file(folder.path().join("old/binh2.asm")).expect("the folder is ours");
    refused(&|| edit("old.json", "\"build\": \"", "\"build\": \"x"), "was written by the build x");
    edit("old.json", "\"build\": \"x", "\"build\": \"");
    assert_eq!(again("").status.code(), Some(6));
}

/// A hidden test could be guessed and recognised by its fingerprint, and so could a mark.
#[test]
fn receipts_for_students_give_nothing_away() {
    let folder = desk();
    let line = "run old --spec old.yaml --submitted old.times.csv --marks old.marks.csv --audience student --format json=student.json";
    assert_eq!(grader(folder.path(), line).status.code(), Some(6));
    let report = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).expect("it is there");
        serde_json::from_str::<Value>(&text).expect("it is JSON")
    };
    let (staff, student) = (report("old.json"), report("student.json"));
    for (report, is_staff) in [(&staff, true), (&student, false)] {
        let receipt = &report["receipt"];
        assert_eq!(receipt.get("keys").is_some(), is_staff);
        assert_eq!(receipt["groups"][0].get("fingerprint").is_some(), is_staff);
        assert_eq!(receipt["groups"][0]["tests"][0].get("fingerprint").is_some(), is_staff);
        assert_eq!(report["submissions"][0]["receipt"].get("marks").is_some(), is_staff);
        assert!(report["submissions"][0]["receipt"]["files"][0]["sha256"].is_string());
        assert_eq!(receipt["build"], grader::fingerprint::BUILD);
    }
}

#[test]
fn the_exit_code_says_whether_a_score_fell() {
    let folder = desk();
    let code = |line: &str| grader(folder.path(), line).status.code();
    assert_eq!(code("compare old.json new.json"), Some(0));
    // One of them has no score any more.
    assert_eq!(code("compare old.json new.json --fail-if-lower"), Some(6));
    assert_eq!(code("compare old.json old.json --fail-if-lower"), Some(0));
    fs::remove_dir_all(folder.path().join("new/dung")).expect("the folder is ours");
    let line = "run new --spec new.yaml --format json=later.json";
    assert_eq!(code(line), Some(0));
    assert_eq!(code("compare old.json later.json --fail-if-lower"), Some(1));
    assert_eq!(code("compare old.json later.json"), Some(0));
}

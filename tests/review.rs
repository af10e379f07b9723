//! A submission that could not be judged needs a person, and has no score in any
//! report: it is not zero points.

use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use expect_test::expect_file;
use grader::diagnostics::Language::{self, English, Vietnamese};
use grader::diagnostics::{FileId, SourceFile, text};
use grader::grade::{Audience, Gradebook, Graded, Marks, Plan, Records, Review, grade};
use grader::report::terminal::{Detail, render};
use grader::report::{FORMATS, log_line};
use grader::spec::{Points, load};
use grader::submission::{Folders, discover};
use serde_json::Value;

const SPEC: &str = "fixtures/reports/spec.yaml";
const FULL: &str = "fixtures/submissions/lc3/full-starter-style.asm";

/// Two programs of which all or a part is withheld, one on which the grader failed, and two in which there is no program
/// or more than one; besides them one that is judged.
fn class() -> Gradebook {
    let spec = load(Path::new(SPEC)).expect("the spec is valid");
    let names = ["hostile-two-candidates", "full-digit-enter.asm", "full-polling.asm", "trap-no-echo.asm"];
    let mut paths: Vec<PathBuf> =
        names.iter().map(|name| Path::new("fixtures/submissions/lc3").join(name)).collect();
    paths.extend([PathBuf::from(FULL), "fixtures/review/no-program".into()]);
    let found = discover(&paths, Folders::Submissions, &spec.submission).expect("they are there");
    let mut book = grade(&Plan::new(spec), &found, &|_| {});
    let spec = book.spec.clone();
    let question = || text!("it asks `Which way?`", "nó hỏi `Which way?`");
    for graded in &mut book.submissions {
        match graded.id.as_str() {
            "full-digit-enter" => {
                let group = spec.groups.first().expect("there are groups").id.clone();
                graded.withhold_group(&spec, &group, &Review::NotUnderstood(question()));
            }
            "full-polling" => graded.withhold(&spec, Review::NotUnderstood(question())),
            "trap-no-echo" => {
                graded.withhold(&spec, Review::GraderError { message: "a broken promise".into() });
            }
            _ => {}
        }
    }
    book
}

fn report(book: &Gradebook, format: &str, language: Language) -> String {
    let format = FORMATS.iter().find(|known| known.id == format).expect("the format is registered");
    let text = String::from_utf8(format.render(book, language)).expect("reports are text");
    text.replace(grader::fingerprint::BUILD, crate::pages::BUILD)
}

fn terminal(book: &Gradebook, language: Language, detail: Detail) -> String {
    anstream::adapter::strip_str(&render(book, language, detail)).to_string()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the report is JSON")
}

#[test]
fn reports_about_what_was_not_judged_read_as_their_files() {
    let book = class();
    let one = |id: &str| {
        let graded = book.submissions.iter().find(|graded| graded.id == id).expect("it is there");
        Gradebook::of_one(&book.spec, graded)
    };
    for (file, text) in [
        (expect_file!["../fixtures/review/class.json"], report(&book, "json", English)),
        (expect_file!["../fixtures/review/class.junit.xml"], report(&book, "junit", English)),
        (expect_file!["../fixtures/review/class.csv"], report(&book, "csv", English)),
        (expect_file!["../fixtures/review/class.en.txt"], terminal(&book, English, Detail::All)),
        (expect_file!["../fixtures/review/class.vi.txt"], terminal(&book, Vietnamese, Detail::All)),
        (
            expect_file!["../fixtures/review/whole.gradescope.json"],
            report(&one("full-polling"), "gradescope", English),
        ),
        (
            expect_file!["../fixtures/review/group.gradescope.json"],
            report(&one("full-digit-enter"), "gradescope", English),
        ),
    ] {
        file.assert_eq(&text);
    }
}

#[test]
fn what_was_not_judged_has_no_score_in_any_report() {
    let staff = class();
    let student = staff.shown_to(Audience::Student { after_due: false });
    for book in [&staff, &student] {
        let needs_review = |graded: &&Graded| graded.needs_review();
        assert_eq!(book.submissions.iter().filter(needs_review).count(), 5);
        let entries = json(&report(book, "json", English));
        let rows = report(book, "csv", English);
        let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(rows.as_bytes())
            .records()
            .map(|row| row.expect("the report is CSV"))
            .collect();
        let table = terminal(book, English, Detail::Table);
        let suites = report(book, "junit", English);
        for (at, graded) in book.submissions.iter().enumerate() {
            let one = Gradebook { submissions: vec![graded.clone()], ..book.clone() };
            let gradescope = json(&report(&one, "gradescope", English));
            let log = json(&String::from_utf8(log_line(&one, English)).expect("the log is text"));
            let entry = &entries["submissions"][at];
            let line = table.lines().find(|line| line.trim_start().starts_with(&graded.id)).expect("a line");
            let suite =
                suites.split("<testsuite ").find(|suite| suite.contains(&graded.id)).expect("a suite");
            if graded.needs_review() {
                assert_eq!(graded.score(), None);
                assert_eq!((&entry["score"], &log["score"]), (&Value::Null, &Value::Null));
                assert!(entry["needs_review"][0]["why"].is_string() && log["needs_review"].is_array());
                assert_eq!(&rows[at][1], "");
                assert!(gradescope.get("score").is_none(), "{gradescope}");
                let tests = gradescope["tests"].as_array().expect("tests are a list");
                assert!(tests.iter().all(|test| test.get("score").is_none()), "{gradescope}");
                assert!(line.split_whitespace().any(|word| word == "-"), "{line}");
                assert!(suite.contains("<error ") && !suite.contains("name=\"score\""), "{suite}");
            } else {
                assert_eq!(graded.score(), Some(book.spec.points));
                assert!(entry["score"].is_number() && log["score"].is_number(), "{entry}");
                assert!(entry.get("needs_review").is_none(), "{entry}");
                assert!(gradescope["score"].is_number() && !suite.contains("<error "), "{suite}");
            }
        }
        // The median and the count of full points speak of those that have a score.
        assert!(table.contains("median 20.00 · full points 1"), "{table}");
        assert!(table.contains("5 submissions need manual review"), "{table}");
        assert!(!table.contains("  0.00 "), "{table}");
    }
}

#[test]
fn a_group_that_is_withheld_takes_those_with_it_that_require_it_and_leaves_the_rest() {
    let spec = load(Path::new("fixtures/score/spec.yaml")).expect("the spec is valid");
    let found = discover(&["fixtures/score/class/ann.asm".into()], Folders::Submissions, &spec.submission);
    let book = grade(&Plan::new(spec), &found.expect("it is there"), &|_| {});
    let spec = &book.spec;
    let required = spec.groups.iter().flat_map(|group| &group.requires).next().expect("a group requires one");
    let waiting: Vec<&str> = spec
        .groups
        .iter()
        .filter(|group| group.id == *required || group.requires.contains(required))
        .map(|group| group.id.as_str())
        .collect();
    let mut graded = book.submissions[0].clone();
    let before = graded.account().expect("it is judged").total;
    assert!(before > Points::ZERO && graded.score() == Some(before));
    graded.withhold_group(spec, required, &Review::AssemblerLimit);
    let withheld: Vec<&str> = graded.not_judged.iter().map(|known| known.group.as_str()).collect();
    assert!(withheld.len() >= 2 && waiting.iter().all(|id| withheld.contains(id)), "{withheld:?}");
    let account = graded.account().expect("the rest is judged");
    assert!(graded.score().is_none() && account.total < before);
    assert_eq!(account.not_judged, graded.not_judged.iter().map(|known| known.points).sum());
    let cases = spec.groups.iter().filter(|group| withheld.contains(&group.id.as_str()));
    let open: usize = cases.map(|group| group.cases.len()).sum();
    assert_eq!(graded.judged() + open, graded.results.len());
    assert_eq!(graded.results.iter().filter(|result| result.points().is_none()).count(), open);
}

fn table(text: &str) -> SourceFile {
    SourceFile::from_bytes("marks.csv", text.as_bytes())
}

/// A submission without a program, with these rows in the table of marks.
fn marked(rows: &str) -> Graded {
    let spec = load(Path::new(SPEC)).expect("the spec is valid");
    let table = table(&format!("submission,item,points,remark\n{rows}"));
    let (marks, wrong) = Marks::read(&table, FileId::default(), &Marks::items(&spec));
    assert!(wrong.is_empty(), "{wrong:?}");
    let paths = [PathBuf::from("fixtures/review/no-program")];
    let found = discover(&paths, Folders::Submissions, &spec.submission).expect("it is there");
    let plan = Plan { records: Records { marks, ..Records::default() }, ..Plan::new(spec) };
    let book = grade(&plan, &found, &|_| {});
    let graded = book.submissions[0].clone();
    let shown = json(&report(&book, "gradescope", English));
    let sum = |tests: &Vec<Value>| tests.iter().filter_map(|test| test.get("score")?.as_f64()).sum::<f64>();
    let sum = shown.get("tests").and_then(Value::as_array).map(sum);
    let score = graded.score().and_then(|score| score.to_string().parse::<f64>().ok());
    assert_eq!(shown.get("score").and_then(Value::as_f64), score);
    assert_eq!(sum.filter(|_| score.is_some()), score, "what Gradescope shows adds up");
    graded
}

#[test]
fn a_person_judges_what_the_grader_could_not() {
    let nothing = marked("somebody-else,lines,10,\n");
    assert!(nothing.review().is_some() && nothing.score().is_none());
    let some = marked("no-program,lines,7.5,one diagonal is missing\n");
    let open: Vec<&str> = some.not_judged.iter().map(|open| open.group.as_str()).collect();
    assert_eq!((open, some.score()), (vec!["start", "style"], None));
    assert_eq!(some.account().expect("a part is judged").total.to_string(), "7.50");
    let all = marked("no-program,lines,7.5,\nno-program,start,8,\nno-program,style,1,\n");
    assert!(!all.needs_review());
    assert_eq!(all.score().map(|score| score.to_string()), Some("16.50".to_owned()));
    assert_eq!(all.passed(), 2, "full points for a group pass its tests");
}

/// A mark for an item of the rubric is no mark for a group of the same name.
#[test]
fn a_name_of_the_rubric_is_the_rubric_s() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("spec.yaml");
    let text =
        std::fs::read_to_string(SPEC).expect("the spec is there").replace("points: 20\n", "points: 24\n");
    std::fs::write(&path, format!("{text}\nrubric:\n  - {{ id: lines, title: Lines, points: 4 }}\n"))
        .expect("it is written");
    let spec = load(&path).expect("the spec is valid");
    let rows = table("submission,item,points\nno-program,lines,3\n");
    let (marks, wrong) = Marks::read(&rows, FileId::default(), &Marks::items(&spec));
    assert!(wrong.is_empty(), "{wrong:?}");
    let paths = [PathBuf::from("fixtures/review/no-program")];
    let found = discover(&paths, Folders::Submissions, &spec.submission).expect("it is there");
    let plan = Plan { records: Records { marks, ..Records::default() }, ..Plan::new(spec) };
    let book = grade(&plan, &found, &|_| {});
    assert!(book.submissions[0].review().is_some());
}

/// Marks do not go over what the grader has judged: they may be those of an earlier version.
#[test]
fn what_was_judged_stays_although_there_is_a_mark() {
    let spec = load(Path::new(SPEC)).expect("the spec is valid");
    let table = table("submission,item,points\nfull-starter-style,lines,1\n");
    let (marks, _) = Marks::read(&table, FileId::default(), &Marks::items(&spec));
    let found =
        discover(&[PathBuf::from(FULL)], Folders::Submissions, &spec.submission).expect("it is there");
    let plan = Plan { records: Records { marks, ..Records::default() }, ..Plan::new(spec) };
    let book = grade(&plan, &found, &|_| {});
    assert_eq!(book.submissions[0].score(), Some(book.spec.points));
}

#[test]
fn an_exit_code_of_its_own_says_that_a_person_is_needed() {
    let run = |arguments: &[&str]| {
        let mut command = cargo_bin_cmd!("grader");
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["run", "--spec", SPEC]).args(arguments);
        command.output().expect("it runs").status.code()
    };
    let open = "fixtures/review/no-program";
    let wrong = "fixtures/reports/does-not-assemble.asm";
    assert_eq!(run(&[FULL]), Some(0));
    assert_eq!(run(&["--one", open]), Some(6));
    // A score that is not there is not below anything; one that is there may be, and the other comes first.
    assert_eq!(run(&["--one", FULL, open, "--fail-below", "20"]), Some(6));
    assert_eq!(run(&["--one", FULL, wrong, open, "--fail-below", "1"]), Some(6));
    assert_eq!(run(&[FULL, wrong, "--fail-below", "1"]), Some(1));
    // A source with mistakes is judged: it has zero points.
    assert_eq!(run(&[wrong]), Some(0));
}

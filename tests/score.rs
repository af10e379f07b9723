//! Scores that were worked out by hand, what each report makes of them, and that no report gives away what is hidden.

use std::fs;
use std::path::Path;

use expect_test::expect_file;
use grader::diagnostics::Language::{self, English, Vietnamese};
use grader::diagnostics::{FileId, SourceFile};
use grader::grade::{Account, Audience, Gradebook, Marks, Plan, Records, Submitted, each_in_parallel, grade};
use grader::report::terminal::{Detail, render};
use grader::report::{FORMATS, log_line};
use grader::spec::{Points, load};
use grader::submission::{Discovery, Folders, discover};
use serde_json::Value;

use crate::pages::pages;

const NOW: Audience = Audience::Student { after_due: false };
const LATER: Audience = Audience::Student { after_due: true };

/// Texts that a student may never see: input, output, names of the hidden group, and the output of the
/// half-open one.
const HIDDEN: [&str; 9] =
    ["badge", "21475", "face", "6135", "on-a-coat", "in-a-mirror", "Kept secret", "Giữ kín", "6978"];

/// Texts that may be seen after the due date: the closed group, and the input of the half-open one.
const LATER_ONLY: [&str; 5] = ["mixed", "More of both", "Thêm cả hai loại", "figh", "28Bye"];

fn file(name: &str) -> SourceFile {
    let path = format!("fixtures/score/{name}");
    SourceFile::from_bytes(name, &fs::read(path).expect("the table is there"))
}

fn plan_and_class() -> (Plan, Discovery) {
    let spec = load(Path::new("fixtures/score/spec.yaml")).expect("the spec is valid");
    let found = discover(&["fixtures/score/class".into()], Folders::Classes, &spec.submission);
    let (submitted, wrong) = Submitted::read(&file("times.csv"), FileId::default(), None);
    assert!(wrong.is_empty(), "{wrong:?}");
    let (marks, wrong) = Marks::read(&file("marks.csv"), FileId::default(), &spec.rubric);
    assert!(wrong.is_empty(), "{wrong:?}");
    let plan = Plan { records: Records { submitted: Some(submitted), marks }, ..Plan::new(spec) };
    (plan, found.expect("the class is there"))
}

fn class() -> Gradebook {
    let (plan, found) = plan_and_class();
    grade(&plan, &found, &|_| {})
}

fn points(text: &str) -> Points {
    Points::parse(text).unwrap_or_else(|| panic!("{text} is no number of points"))
}

fn report(book: &Gradebook, format: &str, language: Language) -> String {
    let format = FORMATS.iter().find(|known| known.id == format).expect("the format is registered");
    let text = String::from_utf8(format.render(book, language)).expect("reports are text");
    text.replace(grader::fingerprint::BUILD, crate::pages::BUILD)
}

fn terminal(book: &Gradebook, language: Language, detail: Detail) -> String {
    anstream::adapter::strip_str(&render(book, language, detail)).to_string()
}

/// Worked out by hand from the spec and what each program does wrong; the columns are those of an account, and what is not
/// marked yet.
///
/// - ann: all is right; the extra group has 5 points and a limit of 3; 18 + 3 + 2 + 9.5 = 32.5, the limit of the whole is 31.
/// - bao: `f` stays as it is, so that `word` and `in-a-mirror` fail, and with this all of its group, which counts its worst
///   test; of the extra tests one is right; no comments; two penalties of 2, no more than 3 together; 11 + 2 + 1 + 4 - 3 = 15;
///   26 hours late, so that two days have begun: 20 % of 15.
/// - chi: letters become question marks: `letter` fails, and so `rules` and `secret` are not run; of `partly` the digits are
///   right; `!` is right, and `j` is not; ten minutes late are forgiven.
/// - dan: a blank after the greeting, in tests that earn 4 + 6 + 1 + 3 + 2 = 16 points, of which it costs a tenth.
/// - eve: does not assemble; five points by hand, and four days late, which is too late.
const BY_HAND: [(&str, [&str; 11]); 5] = [
    // cases, bonus, format, readings, style, rubric, penalties, cap, late, total, not marked
    ("ann", ["18", "3", "0", "0", "2", "9.5", "0", "1.5", "0", "31", "0"]),
    ("bao", ["11", "2", "0", "0", "1", "4", "3", "0", "3", "12", "4"]),
    ("chi", ["3", "2", "0", "0", "2", "0", "0", "0", "0", "7", "10"]),
    ("dan", ["18", "2", "1.6", "0", "2", "10", "0", "0", "0", "30.4", "0"]),
    ("eve", ["0", "0", "0", "0", "0", "5", "0", "0", "5", "0", "4"]),
];

#[test]
fn scores_are_what_was_worked_out_by_hand() {
    let book = class();
    for (graded, (id, by_hand)) in book.submissions.iter().zip(BY_HAND) {
        let [cases, bonus, format, readings, style, rubric, penalties, cap, late, total, open] =
            by_hand.map(points);
        let not_judged = Points::ZERO;
        let account = Account {
            cases,
            bonus,
            format,
            readings,
            style,
            rubric,
            penalties,
            cap,
            late,
            total,
            not_judged,
        };
        assert_eq!((graded.id.as_str(), graded.account(), graded.not_marked()), (id, Some(account), open));
        assert_eq!(graded.score(), Some(total));
        assert_eq!(cases + bonus + style + rubric, total + format + readings + penalties + cap + late);
    }
    assert_eq!(book.submissions.len(), BY_HAND.len());
}

#[test]
fn a_failure_of_the_grader_takes_away_neither_lateness_nor_marks() {
    let (plan, found) = plan_and_class();
    let broken =
        each_in_parallel(&plan, &found.submissions, |_| panic!("an invariant does not hold"), &|_| {});
    for (broken, graded) in broken.iter().zip(class().submissions) {
        assert!(broken.score().is_none() && broken.needs_review(), "{}", broken.id);
        assert_eq!((&broken.late, &broken.marks), (&graded.late, &graded.marks), "{}", broken.id);
        assert_eq!((&broken.path, &broken.terms), (&graded.path, &graded.terms), "{}", broken.id);
    }
    assert!(broken.iter().any(|broken| broken.late.is_some() && !broken.marks.is_empty()));
}

#[test]
fn a_group_earns_the_share_of_its_worst_case() {
    let spec = load(Path::new("fixtures/score/minimum.yaml")).expect("the spec is valid");
    let found = discover(&["fixtures/ladder/class".into()], Folders::Classes, &spec.submission);
    let book = grade(&Plan::new(spec), &found.expect("the class is there"), &|_| {});
    let scores: Vec<String> = book
        .submissions
        .iter()
        .map(|graded| format!("{} {}", graded.id, graded.score().expect("it is judged")))
        .collect();
    expect_file!["../fixtures/score/minimum.txt"].assert_eq(&(scores.join("\n") + "\n"));
}

#[test]
fn every_report_shows_how_the_points_add_up() {
    let book = class();
    let student = book.shown_to(NOW);
    let one = |id: &str| {
        let graded = book.submissions.iter().find(|graded| graded.id == id).expect("it is there");
        Gradebook::of_one(&book.spec, graded)
    };
    for (path, text) in [
        (expect_file!["../fixtures/score/class.json"], report(&book, "json", English)),
        (expect_file!["../fixtures/score/class.junit.xml"], report(&book, "junit", English)),
        (expect_file!["../fixtures/score/class.csv"], report(&book, "csv", English)),
        (expect_file!["../fixtures/score/class.en.txt"], terminal(&book, English, Detail::First)),
        (expect_file!["../fixtures/score/class.vi.txt"], terminal(&book, Vietnamese, Detail::First)),
        (expect_file!["../fixtures/score/bao.gradescope.json"], report(&one("bao"), "gradescope", English)),
        (expect_file!["../fixtures/score/students.json"], report(&student, "json", English)),
        (expect_file!["../fixtures/score/students.junit.xml"], report(&student, "junit", English)),
        (expect_file!["../fixtures/score/students.csv"], report(&student, "csv", English)),
        (expect_file!["../fixtures/score/students.en.txt"], terminal(&student, English, Detail::All)),
        (expect_file!["../fixtures/score/students.vi.txt"], terminal(&student, Vietnamese, Detail::All)),
    ] {
        path.assert_eq(&text);
    }
}

#[test]
fn the_columns_of_a_table_and_the_tests_of_gradescope_add_up_to_the_score() {
    let hundredths = |text: &str| -> i64 {
        let amount = points(text.trim_start_matches('-')).hundredths() as i64;
        if text.starts_with('-') { -amount } else { amount }
    };
    let book = class();
    for book in [&book, &book.shown_to(NOW), &book.shown_to(LATER)] {
        let text = report(book, "csv", English);
        let mut rows = 0;
        for row in csv::Reader::from_reader(text.as_bytes()).records() {
            let row: Vec<String> = row.expect("a row").iter().map(str::to_owned).collect();
            let sum: i64 = row[8..17].iter().map(|cell| hundredths(cell)).sum();
            assert_eq!(sum, hundredths(&row[1]), "{row:?}");
            rows += 1;
        }
        assert_eq!(rows, BY_HAND.len());
    }
    for graded in &book.submissions {
        let json = gradescope(&Gradebook::of_one(&book.spec, graded));
        let number = |value: &Value| (value.as_f64().unwrap_or(0.0) * 100.0).round() as i64;
        let tests = json["tests"].as_array().expect("tests are a list");
        let sum: i64 = tests.iter().map(|test| number(&test["score"])).sum();
        assert_eq!(sum, number(&json["score"]), "{}", graded.id);
    }
}

fn gradescope(book: &Gradebook) -> Value {
    serde_json::from_str(&report(book, "gradescope", English)).expect("the report is JSON")
}

/// Every report for students about a class: each format, each language, each detail, and the lines of the log.
fn all_reports(book: &Gradebook) -> Vec<(String, String)> {
    let mut reports = Vec::new();
    for language in [English, Vietnamese] {
        for format in FORMATS.iter().filter(|format| !format.hides) {
            reports.push((format!("{} {language:?}", format.id), report(book, format.id, language)));
        }
        for detail in [Detail::Table, Detail::First, Detail::All] {
            reports.push((format!("{detail:?} {language:?}"), terminal(book, language, detail)));
        }
        for (name, page) in pages(book, language).into_iter().skip(1) {
            reports.push((format!("page of {name} {language:?}"), page));
        }
        for graded in &book.submissions {
            let one = Gradebook { submissions: vec![graded.clone()], ..book.clone() };
            let line = String::from_utf8(log_line(&one, language)).expect("the log is text");
            reports.push((format!("log {language:?}"), line));
            reports.push((format!("one {language:?}"), terminal(&one, language, Detail::All)));
        }
    }
    reports
}

/// Platforms that show students all that they are sent: nothing hidden is in it, for staff or not.
#[test]
fn platforms_are_sent_nothing_that_is_hidden() {
    let book = class();
    let platforms: Vec<_> =
        FORMATS.iter().filter(|format| format.one_each && format.id != "gradescope").collect();
    assert!(platforms.len() > 3);
    for graded in &book.submissions {
        let one = Gradebook { submissions: vec![graded.clone()], ..book.cover() };
        for format in &platforms {
            for language in [English, Vietnamese] {
                let text = report(&one, format.id, language);
                for word in HIDDEN.iter().chain(&LATER_ONLY) {
                    assert!(!text.contains(word), "{} gives {word} away:\n{text}", format.id);
                }
            }
        }
    }
}

#[test]
fn no_report_for_students_gives_away_what_is_hidden() {
    let book = class();
    let everything = all_reports(&book).into_iter().map(|(_, text)| text).collect::<String>();
    // The expected text is shown for tests that fail.
    for word in
        ["face", "6135", "in-a-mirror", "Kept secret", "Giữ kín", "6978", "mixed", "More of both", "figh"]
    {
        assert!(everything.contains(word), "staff is not told {word}, so that this test shows nothing");
    }
    for (name, text) in all_reports(&book.shown_to(NOW)) {
        for word in HIDDEN.iter().chain(&LATER_ONLY) {
            assert!(!text.contains(word), "{name} gives {word} away:\n{text}");
        }
    }
    let later = all_reports(&book.shown_to(LATER));
    for (name, text) in &later {
        for word in HIDDEN {
            assert!(!text.contains(word), "{name} gives {word} away:\n{text}");
        }
    }
    let later = later.into_iter().map(|(_, text)| text).collect::<String>();
    assert!(later.contains("figh") && later.contains("More of both"), "{later}");
}

#[test]
fn gradescope_is_told_who_may_see_what_and_holds_nothing_that_nobody_may() {
    let book = class();
    for graded in &book.submissions {
        let json = gradescope(&Gradebook::of_one(&book.spec, graded));
        let top = json["output"].as_str().expect("there is output");
        let secret = || HIDDEN.iter().chain(&LATER_ONLY);
        assert!(!secret().any(|word| top.contains(word)), "{top}");
        for test in json["tests"].as_array().expect("tests are a list") {
            let (name, output) =
                (test["name"].as_str().expect("a name"), test["output"].as_str().expect("output"));
            // The hidden texts appear in no output, and the names of hidden tests only in hidden tests.
            let visibility = test["visibility"].as_str().expect("it says so");
            assert!(!HIDDEN.iter().any(|word| output.contains(word)), "{name}: {output}");
            match visibility {
                "visible" => {
                    assert!(!secret().any(|word| name.contains(word) || output.contains(word)), "{test}");
                }
                "after_due_date" => assert!(!HIDDEN.iter().any(|word| name.contains(word)), "{test}"),
                // Shares of all points are hidden because some of the points are.
                other => assert!(
                    other == "hidden" && (name.starts_with("Kept secret") || test["max_score"] == 0.0),
                    "{test}"
                ),
            }
            assert_eq!(
                name.starts_with("More of both"),
                visibility == "after_due_date" && !name.ends_with("(details)")
            );
        }
    }
}

#[test]
fn a_program_that_repeats_its_input_gives_no_hidden_input_away() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("spec.yaml");
    let spec = "grader: 1\nid: echo\ntitle: Echo\nisa: lc3\npoints: 2\nsubmission: { programs: [\"*.asm\"] }\n\
                groups:\n  - id: kept\n    points: 2\n    \
                show: { points: always, message: always, input: never, expected: never, actual: always }\n    \
                cases:\n      - { id: one, stdin: \"qzwx\", expect: \"4\\n\" }\n";
    fs::write(&path, spec).expect("the folder is ours");
    let program = folder.path().join("echo.asm");
    let source = ".ORIG x3000\nNEXT GETC\n OUT\n BR NEXT\n.END\n";
    fs::write(&program, source).expect("the folder is ours");
    let spec = load(&path).expect("the spec is valid");
    let found = discover(&[program], Folders::Classes, &spec.submission).expect("it is there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    let everything = all_reports(&book).into_iter().map(|(_, text)| text).collect::<String>();
    assert!(everything.contains("qzwx"), "staff sees it, or this test shows nothing");
    for audience in [NOW, LATER] {
        for (name, text) in all_reports(&book.shown_to(audience)) {
            assert!(!text.contains("qzwx"), "{name} gives the input away:\n{text}");
        }
    }
    let gradescope = report(&book, "gradescope", English);
    assert!(!gradescope.contains("qzwx"), "{gradescope}");
}

//! Reports about a small class, each as a file to be read, and reports about programs, names and labels that are out to
//! harm the reader.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use expect_test::{ExpectFile, expect_file};
use grader::diagnostics::Language::{self, English, Vietnamese};
use grader::diagnostics::Sources;
use grader::grade::{Audience, Counting, Gradebook, Plan, cover, grade, grade_in_parts, grade_one};
use grader::report::terminal::{Detail, begin, render};
use grader::report::{Ends, FORMATS, Format, Parts};
use grader::spec::load;
use grader::submission::{Folders, Submission, discover};
use quick_xml::events::Event;
use tempfile::TempDir;

pub(crate) fn graded(paths: &[PathBuf]) -> Gradebook {
    let spec = load(Path::new("fixtures/reports/spec.yaml")).expect("the spec is valid");
    let found = discover(paths, Folders::Classes, &spec.submission).expect("the submissions are there");
    // Pages show what the tests execute.
    let plan = Plan { counting: Counting::Groups, ..Plan::new(spec) };
    grade(&plan, &found, &|_| {})
}

/// Full points, a line that is missed, a blank that is missing, and mistakes in the source.
pub(crate) fn class() -> Gradebook {
    let mut paths = vec![PathBuf::from("fixtures/reports/does-not-assemble.asm")];
    for name in ["full-starter-style", "trap-missed-diagonal", "trap-prompt-no-space"] {
        paths.push(PathBuf::from(format!("fixtures/submissions/lc3/{name}.asm")));
    }
    graded(&paths)
}

pub(crate) fn report(book: &Gradebook, format: &str, language: Language) -> String {
    let format = FORMATS.iter().find(|known| known.id == format).expect("the format is registered");
    let text = String::from_utf8(format.render(book, language)).expect("reports are text");
    text.replace(grader::fingerprint::BUILD, crate::pages::BUILD)
}

fn without_colour(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn reports_about_a_class_read_as_their_files() {
    let book = class();
    let one = graded(&["fixtures/submissions/lc3/trap-missed-diagonal.asm".into()]);
    let format = graded(&["fixtures/submissions/lc3/trap-no-echo.asm".into()]);
    let terminal = |language| without_colour(&render(&book, language, Detail::First));
    let mut table: Vec<(ExpectFile, String)> = vec![
        (expect_file!["../fixtures/reports/class.json"], report(&book, "json", English)),
        (expect_file!["../fixtures/reports/class.jsonl"], report(&book, "jsonl", Vietnamese)),
        (expect_file!["../fixtures/reports/class.junit.xml"], report(&book, "junit", English)),
        (expect_file!["../fixtures/reports/class.csv"], report(&book, "csv", English)),
        (expect_file!["../fixtures/reports/class.excel.csv"], report(&book, "excel", Vietnamese)),
        (expect_file!["../fixtures/reports/class.ctrf.json"], report(&book, "ctrf", English)),
        (expect_file!["../fixtures/reports/class.tap"], report(&book, "tap", English)),
        (expect_file!["../fixtures/reports/class.sarif"], report(&book, "sarif", English)),
        (expect_file!["../fixtures/reports/class.github.txt"], report(&book, "github", English)),
        (expect_file!["../fixtures/reports/class.markdown.md"], report(&book, "markdown", English)),
        (expect_file!["../fixtures/reports/class.summary.md"], report(&book, "summary", Vietnamese)),
        (expect_file!["../fixtures/reports/format.gradescope.json"], report(&format, "gradescope", English)),
        (expect_file!["../fixtures/reports/class.en.txt"], terminal(English)),
        (expect_file!["../fixtures/reports/class.vi.txt"], terminal(Vietnamese)),
    ];
    for format in FORMATS.iter().filter(|format| format.one_each) {
        let path = Path::new("fixtures/reports").join(format!("one.{}.{}", format.id, format.extension));
        let path = std::env::current_dir().expect("there is one").join(path);
        table.push((expect_file![path], report(&one, format.id, English)));
    }
    for (file, text) in table {
        file.assert_eq(&text);
    }
}

/// A class of every kind of program that ends, without those whose files are no submissions.
pub(crate) fn large_class() -> Vec<PathBuf> {
    let mut paths = vec![PathBuf::from("fixtures/reports/does-not-assemble.asm")];
    let files = fs::read_dir("fixtures/submissions/lc3").expect("the class is there");
    let names = files.map(|file| file.expect("the folder can be read").path());
    paths.extend(names.filter(|path| {
        let name = path.file_name().expect("files have names").to_string_lossy();
        path.extension().is_some_and(|extension| extension == "asm") && !name.starts_with("hostile")
    }));
    paths.sort();
    paths
}

/// A report to which a book is given in parts of this size.
fn in_parts(mut report: Box<dyn Parts>, book: &Gradebook, size: usize) -> Vec<u8> {
    let mut body = Vec::new();
    for part in book.submissions.chunks(size) {
        let part = Gradebook { submissions: part.to_vec(), skipped: Vec::new(), ..book.cover() };
        body.extend(report.part(&part));
    }
    let Ends { head, foot } = report.ends();
    [head, body, foot].concat()
}

#[test]
fn a_report_is_the_same_however_the_class_is_parted() {
    let mut whole = graded(&large_class());
    whole.skipped = vec!["notes.txt".to_owned(), "photo.png".to_owned()];
    let only = Gradebook { submissions: whole.submissions[..1].to_vec(), ..whole.cover() };
    let nobody = whole.cover();
    let (count, student) = (whole.submissions.len(), Audience::Student { after_due: false });
    assert!(count > 14, "a part of 7 is no part of a class of {count}");
    for book in [&whole, &whole.shown_to(student), &only, &nobody] {
        let count = book.submissions.len();
        for (size, language) in
            [(1, English), (2, Vietnamese), (7, English), (7, Vietnamese), (count.max(1), English)]
        {
            for format in FORMATS {
                let parted = in_parts((format.begin)(&book.cover(), language), book, size);
                assert!(parted == format.render(book, language), "{} by {size} of {count}", format.id);
            }
            for detail in [Detail::Table, Detail::First, Detail::All] {
                let parted = in_parts(begin(&book.cover(), count, language, detail), book, size);
                assert!(
                    parted == render(book, language, detail).as_bytes(),
                    "{detail:?} by {size} of {count}"
                );
            }
        }
    }
}

#[test]
fn no_more_results_are_held_than_those_of_a_part() {
    const SIZE: usize = 3;
    let spec = load(Path::new("fixtures/reports/spec.yaml")).expect("the spec is valid");
    let found = discover(&large_class(), Folders::Classes, &spec.submission).expect("the class is there");
    let plan = Plan::new(spec);
    let whole = cover(&plan, &found);
    let begun = |format: &Format| (format.begin)(&whole, English);
    let mut reports: Vec<Box<dyn Parts>> = FORMATS.iter().map(begun).collect();
    let count = found.submissions.len();
    reports.push(begin(&whole, count, English, Detail::All));
    // The sources of a submission live as long as its results.
    let seen: Mutex<Vec<(String, Weak<Sources>)>> = Mutex::default();
    let graded = |submission: &Submission| {
        let graded = grade_one(&plan, submission);
        let one = (graded.id.clone(), Arc::downgrade(&graded.sources));
        seen.lock().expect("nobody panics here").push(one);
        graded
    };
    let size = NonZero::new(SIZE).expect("it is not zero");
    let (mut ids, mut done) = (Vec::new(), 0);
    for book in grade_in_parts(&plan, &found, size, &graded) {
        done += book.submissions.len();
        assert!(book.submissions.len() == SIZE || done == count);
        ids.extend(book.submissions.iter().map(|graded| graded.id.clone()));
        for report in &mut reports {
            report.part(&book);
        }
        drop(book);
        let seen = seen.lock().expect("nobody panics here");
        assert_eq!(seen.len(), done, "a part is graded when it is asked for");
        let held: Vec<&String> =
            seen.iter().filter(|(_, sources)| sources.strong_count() > 0).map(|(id, _)| id).collect();
        assert!(held.is_empty(), "still held: {held:?}");
    }
    let all: Vec<&String> = found.submissions.iter().map(|submission| &submission.id).collect();
    assert_eq!(ids.iter().collect::<Vec<_>>(), all);
}

#[test]
fn every_format_has_a_file_to_be_read_and_no_two_share_a_name() {
    let mut names = BTreeSet::new();
    for format in FORMATS {
        assert!(names.insert(format.id), "{} is there twice", format.id);
        assert!(!format.about.is_empty());
        let part = if format.id == "junit" { "junit.xml" } else { format.id };
        let files = fs::read_dir("fixtures/reports").expect("the folder is there");
        let has_file =
            files.filter_map(Result::ok).any(|file| file.file_name().to_string_lossy().contains(part));
        assert!(has_file, "there is no report in {} under fixtures/reports", format.id);
    }
}

/// The output of a hostile program.
const OUTPUT: &[&str] = &[
    "::error::owned\n  ::warning::owned\n##[error]owned\n##vso[task.complete]owned\n",
    "=cmd|'/C calc'!A0\n+1\n-1\n@SUM(A1)\n",
    "<script>alert(1)</script>&amp;]]><!-- \"'\n",
    "\0\x01\x07\x08\x0b\x0c\r\x1b[2J\x1b]0;owned\x07\x7f\u{9b}31m\n",
    "\u{202e}owned\u{2066}\u{200f}\u{2028}\u{feff}\u{ffff}\n",
];

/// Names of files that are out to harm.
const NAMES: &[&str] = &[
    "=cmd('calc')",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "＝1",
    "::error::owned",
    "##[error]owned",
    "<script>&\"]]>",
    "\u{1b}]0;owned\u{7}\u{1b}[2J",
    "line\nbreak\r::error::owned",
    "\u{202e}owned\u{2066}\u{200f}",
    "no\u{ffff}character\u{2028}\u{9b}31m",
];

/// A program that prints these bytes.
fn printing(bytes: &[u8]) -> String {
    let mut source =
        ".ORIG x3000\n LEA R1, DATA\nNEXT LDR R0, R1, #0\n BRn DONE\n OUT\n ADD R1, R1, #1\n BR NEXT\n\
                      DONE HALT\nDATA\n"
            .to_owned();
    for byte in bytes {
        writeln!(source, " .FILL x{byte:02X}").expect("strings take everything");
    }
    source + " .FILL xFFFF\n .END\n"
}

/// Programs with hostile output, names and sources.
pub(crate) fn hostile_class() -> (TempDir, Gradebook) {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(format!("{name}.asm"));
    let write = |path: &Path, source: &str| fs::write(path, source).expect("the folder is ours");
    write(&path("prints"), &printing(OUTPUT.concat().as_bytes()));
    // A right board, and then in the same line something else.
    write(&path("prints-line"), &printing(b"- - - - - -::error::\x1b[2J\n"));
    if cfg!(unix) {
        for name in NAMES {
            write(&path(name), &printing(b"x"));
            // Two candidates in a folder are named.
            let student = folder.path().join(format!("{name} and another"));
            fs::create_dir(&student).expect("the folder is ours");
            write(&student.join(format!("{name}1.asm")), ".END");
            write(&student.join(format!("{name}2.asm")), ".END");
            fs::write(folder.path().join(format!("{name}.txt")), "").expect("the folder is ours");
        }
    }
    let words = ["::error::x", "##[error]x", "\u{1b}]0;x\u{7}", "\u{202e}x", "\u{9b}31m", "]]>", "\u{feff}"];
    for (number, word) in words.into_iter().enumerate() {
        let mistakes = format!(
            ".ORIG x3000\n{word}\n {word} R0, {word}\n LD R0, {word}\n .{word}\n .STRINGZ \"{word}\n {word} ADD \
             R0, {word}\n.END\n"
        );
        write(&path(&format!("mistakes-{number}")), &mistakes);
        let label = word.replace(':', "_");
        let labels = format!(
            ".ORIG x3000\n JSR {label}\n HALT\n{label} LD R0, STAR\n OUT\n LD R3, {label}2\n RET\nSTAR .FILL \
             x2A\n{label}2 .FILL 1\n.END\n"
        );
        write(&path(&format!("labels-{number}")), &labels);
    }
    let book = graded(&[folder.path().to_owned()]);
    (folder, book)
}

/// Characters that no reader of text should be sent: control characters, direction overrides, and separators
/// that look like line ends.
fn is_hostile(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn assert_no_command(report: &str) {
    for line in report.lines() {
        assert!(!line.trim_start().starts_with("::"), "a command of GitHub: {line:?}");
        for command in ["##[", "##vso["] {
            assert!(!line.contains(command), "a command of a CI service: {line:?}");
        }
    }
}

#[test]
fn the_terminal_is_sent_no_byte_of_a_students_that_it_would_obey() {
    let (_folder, book) = hostile_class();
    for language in [English, Vietnamese] {
        for detail in [Detail::Table, Detail::First, Detail::All] {
            let drawn = render(&book, language, detail);
            // Our own sequences set colours and nothing else.
            for (at, _) in drawn.match_indices('\u{1b}') {
                let rest = drawn[at + 1..].strip_prefix('[').expect("ours begin with a bracket");
                let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';').expect("ours end");
                assert!(rest[end..].starts_with('m'), "not a colour: {:?}", &rest[..=end]);
            }
            let plain = without_colour(&drawn);
            let hostile = plain.chars().find(|c| is_hostile(*c));
            assert_eq!(hostile, None, "in {detail:?}");
            assert_no_command(&plain);
        }
    }
}

/// The commands of GitHub are ours there, and `tests/validators.rs` looks at each.
#[test]
fn no_format_has_a_byte_of_a_students_that_a_terminal_or_a_service_would_obey() {
    let (_folder, book) = hostile_class();
    for format in FORMATS.iter().filter(|format| format.id != "github") {
        let mut texts = Vec::new();
        if format.one_each {
            for graded in &book.submissions {
                let one = Gradebook { submissions: vec![graded.clone()], ..book.cover() };
                texts.push(report(&one, format.id, Vietnamese));
            }
        } else {
            texts.push(report(&book, format.id, English));
        }
        for text in texts {
            assert_eq!(text.chars().find(|c| is_hostile(*c)), None, "in {}", format.id);
            assert_no_command(&text);
        }
    }
}

#[test]
fn a_spreadsheet_finds_no_formula() {
    let (_folder, book) = hostile_class();
    let text = report(&book, "csv", English);
    assert!(!text.chars().any(is_hostile));
    let mut rows = 0;
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        for cell in &row.expect("the report is CSV") {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']), "{cell}");
        }
        rows += 1;
    }
    assert_eq!(rows, book.submissions.len());
    assert_no_command(&text);
}

#[test]
fn xml_is_well_formed_whatever_is_printed() {
    let (_folder, book) = hostile_class();
    let text = report(&book, "junit", English);
    // XML 1.0, production 2.
    let allowed = |c| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..);
    assert_eq!(text.chars().find(|c| !allowed(*c) || is_hostile(*c)), None);
    let mut reader = quick_xml::Reader::from_str(&text);
    let mut suites = 0;
    loop {
        match reader.read_event().expect("the report is XML") {
            Event::Eof => break,
            Event::Start(element) | Event::Empty(element) => {
                let name = element.name();
                let known = [
                    "testsuites",
                    "testsuite",
                    "testcase",
                    "properties",
                    "property",
                    "failure",
                    "error",
                    "skipped",
                ];
                assert!(known.iter().any(|known| known.as_bytes() == name.as_ref()), "{name:?}");
                suites += usize::from(name.as_ref() == b"testsuite");
                for attribute in element.attributes() {
                    attribute.expect("attributes are well-formed");
                }
            }
            Event::GeneralRef(entity) => {
                let known: [&[u8]; 5] = [b"lt", b"gt", b"amp", b"quot", b"apos"];
                assert!(known.contains(&entity.as_ref()), "{entity:?}");
            }
            Event::Text(_) | Event::End(_) | Event::Decl(_) => {}
            other => panic!("there is nothing else in a report: {other:?}"),
        }
    }
    assert_eq!(suites, book.submissions.len());
    assert_no_command(&text);
}

#[test]
fn json_keeps_what_was_printed_and_what_files_are_called() {
    let (_folder, book) = hostile_class();
    let text = report(&book, "json", English);
    assert_no_command(&text);
    assert_eq!(text.chars().find(|c| is_hostile(*c)), None);
    let json: serde_json::Value = serde_json::from_str(&text).expect("the report is JSON");
    let submissions = json["submissions"].as_array().expect("submissions are a list");
    let ids: BTreeSet<&str> = submissions.iter().filter_map(|entry| entry["id"].as_str()).collect();
    assert_eq!(ids.len(), book.submissions.len());
    if cfg!(unix) {
        for name in NAMES {
            assert!(ids.contains(name), "{name:?} is not called so");
        }
    }
    let prints = submissions.iter().find(|entry| entry["id"] == "prints").expect("it is there");
    let actual = &prints["cases"][0]["failure"]["actual"];
    let digits = actual["hex"].as_str().expect("these bytes need digits");
    let bytes: Vec<u8> = (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits"))
        .collect();
    // The machine prints a carriage return as a line feed, as lc3tools does.
    let printed = OUTPUT.concat().replace('\r', "\n");
    assert!(bytes.starts_with(printed.as_bytes()), "{:?}", String::from_utf8_lossy(&bytes));
    assert!(actual["text"].as_str().expect("there is text").contains("<script>"));
}

#[test]
fn the_tests_that_gradescope_shows_add_up_to_the_score() {
    let spec = load(Path::new("specs/lc3.yaml")).expect("the spec is valid");
    let found = discover(&["fixtures/submissions/lc3".into()], Folders::Classes, &spec.submission)
        .expect("the class is there");
    let book = grade(&Plan::new(spec), &found, &|_| {});
    for graded in &book.submissions {
        let one = Gradebook { submissions: vec![graded.clone()], ..book.clone() };
        let json: serde_json::Value =
            serde_json::from_str(&report(&one, "gradescope", English)).expect("the report is JSON");
        let hundredths =
            |number: &serde_json::Value| (number.as_f64().expect("a number") * 100.0).round() as u64;
        let tests = json["tests"].as_array().expect("tests are a list");
        if graded.needs_review() {
            let has_points =
                |part: &serde_json::Value| !part["score"].is_null() || !part["max_score"].is_null();
            assert!(!tests.iter().chain([&json]).any(has_points), "{}", graded.id);
            continue;
        }
        let sum: u64 = tests.iter().map(|test| hundredths(&test["score"])).sum();
        assert_eq!(sum, hundredths(&json["score"]), "{}", graded.id);
        assert!(tests.iter().all(|test| hundredths(&test["score"]) <= hundredths(&test["max_score"])));
    }
}

#[test]
fn gradescope_is_sent_text_that_says_what_it_is() {
    let (_folder, book) = hostile_class();
    for graded in &book.submissions {
        let one = Gradebook { submissions: vec![graded.clone()], ..book.clone() };
        let text = report(&one, "gradescope", English);
        assert_no_command(&text);
        let json: serde_json::Value = serde_json::from_str(&text).expect("the report is JSON");
        let tests = json["tests"].as_array().expect("tests are a list");
        for part in tests.iter().chain([&json]) {
            assert_eq!(part["output_format"], "text");
            let output = part["output"].as_str().expect("there is output");
            assert_eq!(output.chars().find(|c| is_hostile(*c)), None, "{output:?}");
        }
    }
}

//! Reports read by the programs that they are for, and checked against the schemas that these publish.
//!
//! Validators from npm and from Python's index are looked for in the folder that `GRADER_VALIDATORS` names: `node_modules` with `ctrf`, `tap-parser`
//! and `@microsoft/jest-sarif`, and a Python environment `python` with `check50`. `.ci/run` makes it.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use grader::diagnostics::Language::{English, Vietnamese};
use grader::grade::{Gradebook, Graded};
use grader::report;
use serde_json::Value;

use crate::reports::{class, hostile_class, report as written};

/// A validator, if it is installed; otherwise a note says that it is not.
fn installed(part: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("GRADER_VALIDATORS").map(PathBuf::from);
    let path = folder.map(|folder| folder.join(part)).filter(|path| path.exists());
    if path.is_none() {
        let mut complaint = std::io::stderr().lock();
        let _ = writeln!(complaint, "skipped: GRADER_VALIDATORS names no folder with {part}");
    }
    path
}

/// Books about all kinds of programs, also hostile ones, as staff and as students see them.
fn books() -> Vec<Gradebook> {
    let (_folder, hostile) = hostile_class();
    let class = class();
    let student = grader::grade::Audience::Student { after_due: false };
    let nobody = class.cover();
    vec![class.shown_to(student), class, hostile, nobody]
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

/// Everything that a schema has against a report.
pub(crate) fn complaints(schema: &Value, report: &Value) -> Vec<String> {
    let validator = jsonschema::validator_for(schema).expect("the schema is one");
    let errors = validator.iter_errors(report);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn the_published_schema_fits_every_report_and_every_line() {
    let schema = json(&report::schema());
    for book in books() {
        for language in [English, Vietnamese] {
            let whole = json(&written(&book, "json", language));
            assert_eq!(complaints(&schema, &whole), Vec::<String>::new());
            let lines = written(&book, "jsonl", language);
            let mut lines: Vec<Value> = lines.lines().map(json).collect();
            for receipt in lines.iter_mut().filter_map(|line| line["receipt"].as_object_mut()) {
                // A line says itself what it was made by.
                assert_eq!(
                    receipt.remove("made").expect("it is there")["spec"],
                    whole["spec"]["fingerprint"]
                );
            }
            assert_eq!(Value::from(lines), whole["submissions"]);
        }
    }
    // A schema that takes everything would be none.
    let mut wrong = json(&written(&class(), "json", English));
    wrong["submissions"][0]["score"] = Value::from("many");
    assert_ne!(complaints(&schema, &wrong), Vec::<String>::new());
    expect_test::expect_file!["../docs/report.schema.json"].assert_eq(&report::schema());
}

#[test]
fn ctrf_fits_its_schema() {
    let Some(path) = installed("node_modules/ctrf/dist/ctrf-schema-0.0.json") else { return };
    check_schema(&json(&fs::read_to_string(path).expect("it can be read")), "ctrf");
}

#[test]
fn sarif_fits_its_schema() {
    let folder = "node_modules/@microsoft/jest-sarif/lib/schemas";
    let Some(path) = installed(&format!("{folder}/sarif-2.1.0-rtm.5.json")) else { return };
    let mut schema = json(&fs::read_to_string(path).expect("it can be read"));
    // A pattern in it has a bracket too many, and validators that check patterns refuse the whole schema.
    for part in ["run", "toolComponent"] {
        let place = format!("/definitions/{part}/properties/language");
        let language = schema.pointer_mut(&place).expect("it is there");
        language.as_object_mut().expect("it is an object").remove("pattern");
    }
    check_schema(&schema, "sarif");
}

fn check_schema(schema: &Value, format: &str) {
    for book in books() {
        let report = json(&written(&book, format, English));
        assert_eq!(complaints(schema, &report), Vec::<String>::new(), "{format}");
    }
}

/// The elements of Jenkins' `junit-10.xsd`: the attributes of each, those that must be there, and what may stand in it.
type Element = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);
const JENKINS: [Element; 8] = [
    ("testsuites", &["name", "time", "tests", "failures", "errors"], &[], &["testsuite"]),
    (
        "testsuite",
        &[
            "name",
            "tests",
            "failures",
            "errors",
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
        ],
        &["name", "tests", "failures", "errors"],
        &["testsuite", "properties", "testcase", "system-out", "system-err"],
    ),
    ("properties", &[], &[], &["property"]),
    ("property", &["name", "value"], &["name", "value"], &[]),
    (
        "testcase",
        &["name", "time", "classname", "group"],
        &["name"],
        &["skipped", "error", "failure", "system-out", "system-err"],
    ),
    ("failure", &["type", "message"], &[], &[]),
    ("error", &["type", "message"], &[], &[]),
    ("skipped", &["type", "message"], &[], &[]),
];

#[test]
fn junit_has_nothing_that_jenkins_does_not_know() {
    use quick_xml::events::{BytesStart, Event};

    let name = |element: &BytesStart<'_>| String::from_utf8_lossy(element.name().as_ref()).into_owned();
    let check = |element: &BytesStart<'_>, open: &[String]| {
        let own = name(element);
        let known = JENKINS.iter().find(|known| known.0 == own).expect("the schema has it");
        let parent = open.last().and_then(|parent| JENKINS.iter().find(|known| known.0 == *parent));
        assert!(parent.is_none_or(|parent| parent.3.contains(&own.as_str())), "{own} in {open:?}");
        let attributes: Vec<String> = element
            .attributes()
            .map(|attribute| attribute.expect("attributes are well-formed"))
            .map(|attribute| String::from_utf8_lossy(attribute.key.as_ref()).into_owned())
            .collect();
        for attribute in &attributes {
            assert!(known.1.contains(&attribute.as_str()), "{own} has {attribute}");
        }
        for needed in known.2 {
            assert!(attributes.iter().any(|attribute| attribute == needed), "{own} lacks {needed}");
        }
    };
    for book in books() {
        let text = written(&book, "junit", English);
        let mut reader = quick_xml::Reader::from_str(&text);
        let mut open: Vec<String> = Vec::new();
        loop {
            match reader.read_event().expect("the report is XML") {
                Event::Eof => break,
                Event::Start(element) => {
                    check(&element, &open);
                    open.push(name(&element));
                }
                Event::Empty(element) => check(&element, &open),
                Event::End(_) => drop(open.pop()),
                _ => {}
            }
        }
    }
}

#[test]
fn tap_is_read_without_a_complaint() {
    let Some(modules) = installed("node_modules") else { return };
    let Some(_) = installed("node_modules/tap-parser") else { return };
    // With the pragma `strict` every line that is no TAP is a failure.
    let script = "const {Parser} = require('tap-parser'); let text = ''; \
                  process.stdin.on('data', part => text += part).on('end', () => { \
                  const parser = new Parser({strict: true}, all => console.log(JSON.stringify(\
                  {count: all.count, wrong: all.failures.filter(one => one.tapError)}))); parser.end(text); });";
    for book in books() {
        let report = written(&book, "tap", English);
        let mut command = Command::new("node");
        command.args(["-e", script]).env("NODE_PATH", &modules);
        let said = json(&answer(command, &report));
        assert_eq!(said["wrong"], Value::Array(Vec::new()), "{report}");
        assert_eq!(said["count"], Value::from(book.submissions.len()));
    }
}

#[test]
fn check50_draws_its_report() {
    let Some(python) = installed("python/bin/python") else { return };
    // It takes longer to start than to draw: one is started for all.
    let script = "import builtins, json, sys; from check50 import renderer; builtins._ = lambda words: words; \
                  draw = lambda report: (renderer.to_html(**report), renderer.to_ansi(**report, _log=True))[1]; \
                  print(json.dumps([draw(report) for report in json.load(sys.stdin)]))";
    let of_book = |book: &Gradebook| -> Vec<Value> {
        let alone = |graded: &Graded| Gradebook { submissions: vec![graded.clone()], ..book.cover() };
        book.submissions.iter().map(|graded| json(&written(&alone(graded), "check50", English))).collect()
    };
    let reports: Vec<Value> = books().iter().flat_map(of_book).collect();
    let mut command = Command::new(&python);
    command.args(["-c", script]);
    let drawn = json(&answer(command, &Value::from(reports.clone()).to_string()));
    let drawn = drawn.as_array().expect("it is a list");
    assert_eq!(drawn.len(), reports.len());
    for (report, drawn) in reports.iter().zip(drawn) {
        let drawn = drawn.as_str().expect("it is text");
        let checks = report["results"].as_array().expect("it is a list").len();
        let smileys = [":) ", ":( ", ":| "];
        let count = drawn.lines().filter(|line| smileys.iter().any(|smiley| line.contains(smiley))).count();
        assert!(count >= checks, "{drawn}");
    }
}

/// The output of a program to which a report is sent.
fn answer(mut command: Command, report: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("it is installed");
    child.stdin.take().expect("it listens").write_all(report.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).expect("it is text")
}

#[test]
fn markdown_has_no_link_and_no_element_but_our_own() {
    use pulldown_cmark::{Event, Options, Parser, Tag};

    let ours = ["<details>", "</details>", "<summary>", "</summary>", "<b>", "</b>"];
    for book in books() {
        for format in ["markdown", "summary"] {
            let text = written(&book, format, English);
            let mut rows = 0;
            for event in Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
                match event {
                    Event::Html(html) | Event::InlineHtml(html) => {
                        let mut rest = html.to_string();
                        for element in ours {
                            rest = rest.replace(element, "");
                        }
                        assert!(!rest.contains('<'), "an element of a student's: {html}");
                    }
                    Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                        panic!("a link to {dest_url}");
                    }
                    Event::Start(Tag::TableRow) => rows += 1,
                    _ => {}
                }
            }
            assert!(rows >= book.submissions.len(), "{rows} rows in {format}");
        }
    }
}

#[test]
fn annotations_are_commands_of_github_and_nothing_else() {
    let command =
        regex::Regex::new(r"^::(error|warning|notice)( (file|line|col|title)=[^,:\n]*(,(file|line|col|title)=[^,:\n]*)*)?::[^\n\r]*$")
            .expect("the pattern is one");
    for book in books() {
        let text = written(&book, "github", English);
        let mut errors = 0;
        for line in text.lines() {
            assert!(command.is_match(line), "{line}");
            errors += usize::from(line.starts_with("::error"));
        }
        assert!(errors <= 10, "{errors} errors");
    }
}

#[test]
fn a_summary_is_less_than_a_megabyte() {
    let book = class();
    let one = book.submissions.iter().find(|graded| !graded.results.is_empty()).expect("one was run");
    let submissions: Vec<_> =
        (0..3_000).map(|number| Graded { id: format!("student-{number}"), ..one.clone() }).collect();
    let large = Gradebook { submissions, ..book.cover() };
    let summary = written(&large, "summary", Vietnamese);
    assert!(summary.len() < 1 << 20, "{} bytes", summary.len());
    assert!(summary.contains("student-0") && summary.contains("`--format markdown=PATH`"));
    assert!(written(&large, "markdown", Vietnamese).len() > 1 << 20);
}

/// The systems that run the grader once for each submission add points up in their own ways.
#[test]
fn what_could_not_be_judged_is_no_zero_anywhere() {
    let (_folder, book) = hostile_class();
    let mut seen = 0;
    for graded in book.submissions.iter().filter(|graded| graded.needs_review()) {
        seen += 1;
        let one = Gradebook { submissions: vec![graded.clone()], ..book.cover() };
        let of = |format: &str| written(&one, format, English);
        assert_eq!(json(&of("prairielearn"))["gradable"], Value::Bool(false));
        assert!(json(&of("prairielearn")).get("score").is_none());
        assert_eq!(json(&of("classroom50"))["score"], Value::Null);
        assert!(json(&of("gradescope")).get("score").is_none());
        let autolab = of("autolab");
        let last = json(autolab.lines().last().expect("it has lines"));
        assert_eq!(last["scores"], Value::Object(serde_json::Map::new()));
        let checks = json(&of("check50"));
        let checks = checks["results"].as_array().expect("it is a list");
        assert!(checks.iter().all(|check| check["passed"].is_null()));
        assert!(!of("tap").lines().any(|line| line.starts_with("not ok") && !line.contains("# TODO")));
        assert!(!of("junit").contains("<failure"));
        assert_eq!(json(&of("ctrf"))["results"]["summary"]["failed"], Value::from(0));
    }
    assert!(seen > 0, "nothing needs review, so that this test shows nothing");
}

#[test]
fn the_tests_of_prairielearn_add_up() {
    let book = class();
    for graded in &book.submissions {
        let one = Gradebook { submissions: vec![graded.clone()], ..book.cover() };
        let report = json(&written(&one, "prairielearn", English));
        let hundredths = |value: &Value| (value.as_f64().expect("a number") * 100.0).round() as i64;
        let tests = report["tests"].as_array().expect("it is a list");
        let sum: i64 = tests.iter().map(|test| hundredths(&test["points"])).sum();
        let most: i64 = tests.iter().map(|test| hundredths(&test["max_points"])).sum();
        let score = graded.score().expect("it is judged").hundredths() as i64;
        assert_eq!((sum, most), (score, book.spec.points.hundredths() as i64), "{}", graded.id);
        // The share is cut after the fourth place.
        let share = (report["score"].as_f64().expect("a number") * 10_000.0).round() as i64;
        assert_eq!(share, score * 10_000 / most);
    }
}

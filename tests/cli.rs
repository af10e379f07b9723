//! The command line as people and scripts use it. Most of it stands in the documents under `fixtures/cli/`; what they
//! cannot say is here.
#![cfg(unix)]

use crate::support::console;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use grader::diagnostics::Language;
use grader::grade::{Counting, Gradebook, Plan, grade, part_size};
use grader::report::terminal::{Detail, render};
use grader::report::{FORMATS, STUDENTS};
use grader::spec::load;
use grader::submission::{Folders, discover};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use tempfile::TempDir;

const CLASS: &str = "fixtures/submissions/lc3";
const SPEC: &str = "specs/lc3-ee306.yaml";

fn grader(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("grader");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    for name in ["CLICOLOR_FORCE", "CLICOLOR", "NO_COLOR"] {
        command.env_remove(name);
    }
    command
}

fn submission(name: &str) -> String {
    format!("{CLASS}/{name}.asm")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("our own paths are text")
}

#[test]
fn every_document_of_commands_prints_what_it_shows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/cli");
    let mut documents: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    let docs = fs::read_dir(folder.join("../../docs")).expect("the folder is there");
    let docs = docs.map(|entry| entry.expect("the folder can be listed").path());
    documents.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    documents.sort();
    assert!(documents.len() > 1);
    for path in documents {
        let document = fs::read_to_string(&path).expect("the document is there");
        expect_test::expect_file![path].assert_eq(&console::replayed(&document));
    }
}

#[test]
fn each_exit_code_has_a_cause() {
    let folder = TempDir::new().expect("there is room for a folder");
    let empty = text(folder.path());
    let full = submission("full-polling");
    let wrong = submission("trap-swapped-winner");
    let unwritable = format!("csv={empty}/nowhere/class.csv");
    let invalid = "fixtures/cli/bad-spec.yaml";
    let table: [(i32, &[&str]); 20] = [
        (0, &["run", &full, "--spec", SPEC]),
        (0, &["run", &wrong, "--spec", SPEC]),
        (0, &["lint", SPEC, "fixtures/small/average.yaml"]),
        (0, &["lint", "fixtures/diagnostics/lint/keys-after-the-end.yaml"]),
        (0, &["run", &full, "--spec", SPEC, "--fail-below", "100"]),
        (1, &["run", &wrong, "--spec", SPEC, "--fail-below", "99.99"]),
        (1, &["asm", "fixtures/cli/mistakes.asm"]),
        (1, &["exec", "fixtures/cli/fault.asm"]),
        (1, &["lint", SPEC, "fixtures/diagnostics/lint/too-few-points.yaml"]),
        (2, &["run", &full]),
        (2, &["lint"]),
        (2, &["run", &full, "--spec", SPEC, "--format", "json=-", "--format", "csv=-"]),
        (3, &["run", &full, "--spec", invalid]),
        (3, &["lint", invalid, SPEC]),
        (4, &["run", empty, "--spec", SPEC]),
        (5, &["run", "nowhere", "--spec", SPEC]),
        (5, &["run", &full, "--spec", "nowhere.yaml"]),
        (5, &["run", &full, "--spec", SPEC, "--format", &unwritable]),
        (5, &["asm", "nowhere.asm"]),
        (5, &["lint", "nowhere.yaml"]),
    ];
    for (code, arguments) in table {
        grader(arguments).assert().code(code);
    }
}

#[test]
fn results_go_to_standard_output_and_complaints_to_standard_error() {
    grader(&["run", &submission("hostile-empty"), "--spec", SPEC])
        .assert()
        .success()
        .stdout(contains("does not assemble"))
        .stderr(is_empty());
    for arguments in [
        ["run", "nowhere", "--spec", SPEC].as_slice(),
        &["run", CLASS, "--spec", "fixtures/cli/bad-spec.yaml"],
        &["run", CLASS, "--spec", SPEC, "--format", "pdf=x"],
        &["asm", "fixtures/cli/mistakes.asm"],
        &["exec", "nowhere.asm"],
    ] {
        grader(arguments).assert().failure().stdout(is_empty()).stderr(contains("error"));
    }
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let wrong = submission("trap-swapped-winner");
    let plain = || contains("\u{1b}").not();
    let run = ["run", wrong.as_str(), "--spec", SPEC];
    let asm = ["asm", "fixtures/cli/mistakes.asm"];
    grader(&run).assert().stdout(plain());
    grader(&asm).assert().stderr(plain());
    grader(&run).args(["--color", "always"]).assert().stdout(contains("\u{1b}["));
    grader(&asm).args(["--color", "always"]).assert().stderr(contains("\u{1b}["));
    grader(&run).args(["--color", "never"]).assert().stdout(plain());
}

#[test]
fn the_log_gets_a_line_of_json_for_each_submission_and_keeps_older_lines() {
    let folder = TempDir::new().expect("there is room for a folder");
    let log = folder.path().join("log.jsonl");
    let (full, wrong) = (submission("full-polling"), submission("trap-swapped-winner"));
    for _ in 0..2 {
        grader(&["run", &full, &wrong, "--spec", SPEC, "--log", text(&log)]).assert().success();
    }
    let written = fs::read_to_string(&log).expect("the log is written");
    assert!(written.ends_with('\n'));
    let mut ids: Vec<String> = written
        .lines()
        .map(|line| {
            let entry: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
            assert!(entry["score"].is_number());
            entry["id"].as_str().expect("the id is text").to_owned()
        })
        .collect();
    ids.sort();
    assert_eq!(ids, ["full-polling", "full-polling", "trap-swapped-winner", "trap-swapped-winner"]);
}

#[test]
fn reports_are_written_as_a_whole_and_leave_nothing_else_behind() {
    let folder = TempDir::new().expect("there is room for a folder");
    let mut command = grader(&["run", CLASS, "--spec", SPEC, "--table"]);
    for kind in ["json", "junit", "csv", "gradescope"] {
        command.args([
            "--format",
            &format!("{kind}={}/{kind}{}", text(folder.path()), if kind == "gradescope" { "/" } else { "" }),
        ]);
    }
    // One submission of the class has two programs.
    command.assert().code(6);
    let read = |kind: &str| fs::read_to_string(folder.path().join(kind)).expect("the report is there");
    for kind in ["json", "gradescope/full-polling.json"] {
        serde_json::from_str::<serde_json::Value>(&read(kind)).expect("the report is JSON");
    }
    assert!(read("junit").trim_end().ends_with("</testsuites>"));
    assert_eq!(
        read("csv"),
        fs::read_to_string("fixtures/expected/lc3-ee306.csv").expect("the results are there")
    );
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be listed").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["csv", "gradescope", "json", "junit"]);
}

/// More submissions than are graded at once: the reports are those on the book as a whole.
#[test]
fn a_large_class_has_the_reports_of_its_whole_book() {
    let folder = TempDir::new().expect("there is room for a folder");
    let (class, out) = (folder.path().join("class"), folder.path().join("out"));
    fs::create_dir(&class).expect("the folder is ours");
    fs::create_dir(&out).expect("the folder is ours");
    let names = ["trap-missed-diagonal", "full-starter-style", "trap-prompt-no-space"];
    let count = part_size().get() + 6;
    for (number, name) in (0..count).zip(names.iter().cycle()) {
        let from = format!("fixtures/submissions/lc3/{name}.asm");
        fs::copy(from, class.join(format!("s{number:04}.asm"))).expect("the folder is ours");
    }
    fs::write(class.join("notes.txt"), "").expect("the folder is ours");
    let spec = "fixtures/reports/spec.yaml";
    let path = |id: &str| text(&out).to_owned() + "/" + id;
    let formats: Vec<String> = FORMATS
        .iter()
        .map(|format| {
            format!("--format={0}={1}{2}", format.id, path(format.id), if format.one_each { "/" } else { "" })
        })
        .collect();
    let mut arguments = vec!["run", text(&class), "--spec", spec];
    arguments.extend(formats.iter().map(String::as_str));
    let printed = grader(&arguments).assert().success().get_output().stdout.clone();

    let spec = load(Path::new(spec)).expect("the spec is valid");
    let found = discover(std::slice::from_ref(&class), Folders::Classes, &spec.submission)
        .expect("the class is there");
    // Pages show which lines ran.
    let plan = Plan { counting: Counting::Groups, ..Plan::new(spec) };
    let book = grade(&plan, &found, &|_| {});
    assert_eq!(book.submissions.len(), count);
    let drawn = render(&book, Language::English, Detail::First);
    assert!(printed == anstream::adapter::strip_str(&drawn).to_string().as_bytes());
    for format in FORMATS.iter().filter(|format| !format.one_each) {
        let file = if format.page.is_some() { path(format.id) + "/index.html" } else { path(format.id) };
        let written = fs::read(file).expect("the report is there");
        assert!(written == format.render(&book, Language::English), "{}", format.id);
    }
    for graded in &book.submissions {
        let one = Gradebook::of_one(&book.spec, graded);
        for format in FORMATS.iter().filter(|format| format.one_each || format.page.is_some()) {
            let folder = if format.page.is_some() { format!("/{STUDENTS}") } else { String::new() };
            let name = format!("{}{folder}/{}.{}", format.id, graded.id, format.extension);
            let written = fs::read(path(&name)).expect("it is there");
            assert!(written == format.of_one(&one, Language::English), "{}", graded.id);
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let command =
        format!("{{ {} run {CLASS} --spec {SPEC}; echo $? >&2; }} | head -n 1", text(&grader_path()));
    Command::new("sh")
        .args(["-c", &command])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
        .stdout(contains("Connect Four"))
        .stderr(contains("6\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_is_told_after_everything_was_graded() {
    let full = submission("full-polling");
    grader(&["run", &full, "--spec", SPEC, "--log", "/dev/full"])
        .assert()
        .code(5)
        .stdout(contains("100.00 / 100.00"))
        .stderr(contains("cannot write /dev/full"));
}

/// A file that may not grow any more is like a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_log_on_a_full_disk_ends_with_a_whole_line() {
    let folder = TempDir::new().expect("there is room for a folder");
    let log = folder.path().join("log.jsonl");
    let (grader, log_path) = (grader_path(), text(&log));
    let command = format!(
        "trap '' XFSZ; ulimit -f 40; exec {} run {CLASS}/full-*.asm {CLASS}/trap-t*.asm --spec {SPEC} --table --log {log_path}",
        text(&grader)
    );
    Command::new("sh")
        .args(["-c", &command])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
        .code(5)
        .stdout(contains("full-polling"))
        .stderr(contains("cannot write"));
    let written = fs::read_to_string(&log).expect("the log is there");
    assert!(!written.is_empty() && written.ends_with('\n'));
    for line in written.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("each line is JSON");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = submission("full-polling");
    let stdout = || fs::File::options().write(true).open("/dev/full").expect("the device is there");
    for arguments in [
        ["run", &full, "--spec", SPEC].as_slice(),
        &["run", &full, "--spec", SPEC, "--format", "json=-"],
        &["asm", "fixtures/cli/hello.asm"],
        &["exec", "fixtures/cli/hello.asm"],
        &["play", "lc3"],
    ] {
        let output = std::process::Command::new(grader_path())
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(std::process::Stdio::null())
            .stdout(stdout())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{arguments:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{said}");
    }
}

#[test]
fn a_source_file_gives_the_terminal_no_orders() {
    let folder = TempDir::new().expect("there is room for a folder");
    let file = folder.path().join("hostile.asm");
    let good = ".ORIG x3000\n\u{1b}]x\u{7} HALT ; \u{1b}[2J \u{202e}\n.END\n";
    let bad = good.replace(".END", "\u{1b}]y\u{7}\tADD\tR0\t; \u{1b}[2J\u{9b}");
    for (source, code) in [(good, 0), (&bad, 1)] {
        fs::write(&file, source).expect("the folder is ours");
        for color in ["never", "always"] {
            let output = grader(&["asm", text(&file), "--color", color]).output().expect("it runs");
            assert_eq!(output.status.code(), Some(code));
            let shown = String::from_utf8([output.stdout, output.stderr].concat()).expect("it is text");
            for hostile in ["\u{1b}]", "\u{1b}[2J", "\u{7}", "\u{202e}", "\u{9b}"] {
                assert!(!shown.contains(hostile), "{hostile:?} in {shown:?}");
            }
        }
    }
}

fn grader_path() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("grader").to_path_buf()
}

//! `grader check`: one screen, whatever is wrong; the spec that it finds; and what editors read of it.
#![cfg(unix)]

use crate::support::watched::Watched;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use grader::diagnostics::Language;
use grader::grade::{Plan, grade};
use grader::report::terminal::check::{Asked, screen};
use grader::spec::load;
use grader::submission::{Folders, discover};
use regex::Regex;
use serde_json::Value;
use tempfile::TempDir;

const STUDENT: &str = include_str!("../docs/student.md");
const ROWS: usize = 24;
const COLUMNS: usize = 80;

fn check(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(cargo_bin!("grader"))
        .current_dir(folder)
        .arg("check")
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code().expect("it ends"), text(output.stdout), text(output.stderr))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Text without the sequences that set colours.
fn plain(drawn: &str) -> String {
    anstream::adapter::strip_str(drawn).to_string()
}

#[test]
fn a_screen_has_room_for_all_that_it_says() {
    let mut seen = 0;
    for (spec, class) in [
        ("specs/lc3.yaml", "fixtures/submissions/lc3"),
        ("specs/lc3-ee306.yaml", "fixtures/submissions/lc3"),
        ("fixtures/subroutines/lc3.yaml", "fixtures/subroutines/lc3"),
        ("fixtures/small/average.yaml", "fixtures/small/average"),
    ] {
        let spec = load(&root().join(spec)).expect("the spec is valid");
        let found = discover(&[root().join(class)], Folders::Classes, &spec.submission).expect("it is there");
        let book = grade(&Plan::new(spec), &found, &|_| {});
        for graded in &book.submissions {
            let languages = [Language::English, Language::Vietnamese];
            for (language, columns) in languages.into_iter().flat_map(|known| [(known, COLUMNS), (known, 50)])
            {
                let asked = Asked { rows: ROWS, columns, is_folder: false, language };
                let drawn = plain(&screen(&book, graded, asked));
                let rows: usize =
                    drawn.lines().map(|line| line.chars().count().div_ceil(columns).max(1)).sum();
                assert!(rows <= ROWS, "{rows} rows for {}:\n{drawn}", graded.id);
                assert!(drawn.starts_with(&graded.id), "{drawn}");
                let is_perfect = graded.score() == Some(book.spec.points) && !graded.has_failed();
                assert!(drawn.contains("grader run") || is_perfect, "{drawn}");
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "{seen} screens");
}

#[test]
fn the_spec_is_found_beside_the_program_and_in_its_first_comment() {
    let folder = TempDir::new().expect("there is room for a folder");
    let folder = folder.path();
    let program = fs::read_to_string(root().join("fixtures/submissions/lc3/full-starter-style.asm"))
        .expect("it is there");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("the folder is ours");
    write("mine.asm", &program);

    let (code, out, err) = check(folder, &["mine.asm"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no spec is known for mine.asm") && err.contains("mips-gomoku"), "{err}");

    let full = |path: &str| {
        let (code, out, err) = check(folder, &[path]);
        assert_eq!(code, 0, "{err}");
        assert!(out.starts_with("mine   100.00 / 100.00   ") && out.contains("All tests passed."), "{out}");
        out
    };
    // A bundled spec, named in a comment among others.
    write("mine.asm", &format!("\n; Connect Four\n;; grader: lc3-ee306\n{program}"));
    assert!(full("mine.asm").contains("17 of 17 tests passed"));
    // After the first line of code a comment is about something else.
    write("mine.asm", &format!("        .ORIG x3000\n        .END\n; grader: lc3-ee306\n{program}"));
    assert_eq!(check(folder, &["mine.asm"]).0, 2);

    // A file next to the program.
    write("mine.asm", &program);
    fs::copy(root().join("specs/lc3-ee306.yaml"), folder.join("course.yaml")).expect("the folder is ours");
    write("notes.yaml", "points: none\n");
    assert!(full("mine.asm").contains("17 of 17"));
    // Of several, the one with the usual name; otherwise somebody has to say which.
    fs::copy(root().join("specs/lc3.yaml"), folder.join("other.yaml")).expect("the folder is ours");
    let (code, _, err) = check(folder, &["mine.asm"]);
    assert!(code == 2 && err.contains("course.yaml, ") && err.contains("other.yaml"), "{err}");
    fs::rename(folder.join("other.yaml"), folder.join("spec.yaml")).expect("the folder is ours");
    assert!(full("mine.asm").contains("127 of 127"));
    // The comment names a file.
    write("mine.asm", &format!("; grader: course.yaml\n{program}"));
    assert!(full("mine.asm").contains("17 of 17"));
    write("mine.asm", &format!("; grader: corse\n{program}"));
    let (code, _, err) = check(folder, &["mine.asm"]);
    assert!(code == 5 && err.contains("cannot read the spec"), "{err}");
}

#[test]
fn exit_codes_are_those_of_run() {
    let class = |name: &str| format!("fixtures/submissions/lc3/{name}");
    let invalid = "fixtures/cli/bad-spec.yaml";
    for (code, program, spec) in [
        (0, class("full-starter-style.asm"), "lc3"),
        (0, class("trap-swapped-winner.asm"), "lc3"),
        (0, class("hostile-does-not-assemble.asm"), "lc3"),
        (3, class("full-starter-style.asm"), invalid),
        (5, class("nobody.asm"), "lc3"),
        (5, class("full-starter-style.asm"), "lc33"),
        (6, class("hostile-two-candidates"), "lc3"),
    ] {
        let (found, out, err) = check(root(), &[&program, "--spec", spec]);
        assert_eq!(found, code, "{program}: {out}{err}");
    }
}

/// The tasks of the guide.
fn tasks() -> Value {
    let (_, block) = STUDENT.split_once("```json\n").expect("the guide has tasks");
    let (block, _) = block.split_once("```").expect("the block ends");
    serde_json::from_str(block).expect("tasks are JSON")
}

/// A file, a line of it if one is known, and the message.
type Problem = (String, Option<usize>, String);

/// The problems that an editor finds by the matchers of a task: the patterns of a matcher fit lines that follow each other, and the
/// first matcher that fits counts.
fn problems(task: &Value, out: &str) -> Vec<Problem> {
    let matchers = &task["problemMatcher"];
    let matchers = matchers.as_array().cloned().unwrap_or_else(|| vec![matchers.clone()]);
    let lines: Vec<&str> = out.lines().collect();
    let mut problems = Vec::new();
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let Some((found, length)) = matchers.iter().find_map(|matcher| problem(matcher, rest)) else {
            rest = &rest[1..];
            continue;
        };
        problems.push(found);
        rest = &rest[length..];
    }
    problems
}

/// The file, the line and the message that a matcher finds at the beginning of lines, and the number of these lines.
fn problem(matcher: &Value, lines: &[&str]) -> Option<(Problem, usize)> {
    let patterns = matcher["pattern"].as_array().expect("it has patterns");
    let (mut file, mut at, mut message) = (None, None, None);
    for (nth, pattern) in patterns.iter().enumerate() {
        let regexp = Regex::new(pattern["regexp"].as_str().expect("it has one")).expect("it is valid");
        let found = regexp.captures(lines.get(nth)?)?;
        let group = |key: &str| {
            let number = usize::try_from(pattern[key].as_u64()?).expect("it is small");
            Some(found[number].to_owned())
        };
        file = group("file").or(file);
        at = group("line").or(at);
        message = group("message").or(message);
    }
    let at = at.map(|line| line.parse().expect("it is a number"));
    Some(((file.expect("it has a file"), at, message.expect("it has a message")), patterns.len()))
}

#[test]
fn an_editor_finds_every_place_in_the_screen() {
    let tasks = tasks();
    let task = &tasks["tasks"][0];
    let at = |name: &str| format!("fixtures/submissions/lc3/{name}.asm");
    for (name, lines) in [
        ("trap-diagonal-short", vec![Some(182)]),
        ("hostile-does-not-assemble", vec![Some(146), Some(287), Some(330)]),
        ("trap-trailing-space", vec![None]),
        ("full-starter-style", vec![]),
    ] {
        let (_, out, _) = check(root(), &[&at(name), "--spec", "lc3"]);
        let found = problems(task, &out);
        let places: Vec<_> = found.iter().map(|(file, line, _)| (file.clone(), *line)).collect();
        let expected: Vec<_> = lines.into_iter().map(|line| (at(name), line)).collect();
        assert_eq!(places, expected, "{out}");
        assert!(found.iter().all(|(_, _, message)| message.len() > 10), "{found:?}");
    }
    // The arguments are taken, with a file in place of the editor's variable.
    for task in tasks["tasks"].as_array().expect("there are tasks") {
        let arguments: Vec<&str> =
            task["args"].as_array().expect("it has arguments").iter().filter_map(Value::as_str).collect();
        assert_eq!(grader::cli::accepts(&arguments), Ok(()));
    }
}

#[test]
fn a_watched_program_is_checked_again_when_it_is_saved() {
    let folder = TempDir::new().expect("there is room for a folder");
    let read = |name: &str| {
        let path: PathBuf = root().join(format!("fixtures/submissions/lc3/{name}.asm"));
        "; grader: lc3-ee306\n".to_owned() + &fs::read_to_string(path).expect("it is there")
    };
    let program = folder.path().join("mine.asm");
    fs::write(&program, read("trap-diagonal-short")).expect("the folder is ours");

    let tasks = tasks();
    let task = &tasks["tasks"][1];
    let pattern = |key: &str| {
        let pattern = task["problemMatcher"]["background"][key].as_str().expect("it has patterns");
        Regex::new(pattern).expect("it is valid")
    };
    let (begins, ends) = (pattern("beginsPattern"), pattern("endsPattern"));
    let watched = Watched::start(folder.path(), &["check", "mine.asm", "--watch"]);
    let round = || {
        let lines = watched.until(&ends);
        assert!(lines.first().is_some_and(|line| begins.is_match(line)), "{lines:?}");
        assert!(lines.last().is_some_and(|line| ends.is_match(line)), "{lines:?}");
        assert!(lines.len() <= ROWS, "{lines:?}");
        lines.join("\n")
    };
    let first = round();
    assert!(!problems(task, &first).is_empty() && !first.contains("All tests passed"), "{first}");

    // As most editors save: a new file is put in the place of the old one, after it was away.
    fs::remove_file(&program).expect("the folder is ours");
    std::thread::sleep(Duration::from_millis(300));
    fs::write(folder.path().join("mine.asm~"), read("full-starter-style")).expect("the folder is ours");
    fs::rename(folder.path().join("mine.asm~"), &program).expect("the folder is ours");
    let second = round();
    assert!(second.contains("All tests passed.") && problems(task, &second).is_empty(), "{second}");

    // A mistake in the source ends nothing.
    fs::write(&program, "; grader: lc3-ee306\n        .ORIG x3000\n        ADD R0, R0\n        .END\n")
        .expect("it is ours");
    let third = round();
    assert!(third.contains("does not assemble") && third.contains("mine.asm:3:9:\nerror: "), "{third}");
}

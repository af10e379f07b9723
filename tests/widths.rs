//! Lines on a terminal: prose fits its width, and no word, path, command or piece of code is broken.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use expect_test::expect_file;
use grader::diagnostics::{Language, columns};
use grader::report::terminal::{Detail, Look, render};

use crate::reports::{graded, large_class};

/// The words of a text: blanks and line ends are one, and marks at the ends of lines of a command are none.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| *word != "\\").collect()
}

/// Returns `true` for lines that are no prose: boards, comparisons and lines of a source.
fn is_drawn(line: &str) -> bool {
    let begins = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    line.contains('│') || begins.starts_with('|') || begins.starts_with("-->")
}

/// The lines that are too long although they could be broken.
fn too_long(text: &str, width: usize) -> Vec<&str> {
    let is_breakable = |line: &str| {
        let line = line.trim().trim_end_matches(" \\");
        let outside = line.split('`').step_by(2).collect::<String>();
        outside.trim().contains(' ') && !line.contains('\'')
    };
    // Rows of a table are as long as they are, and so is its head.
    let is_row = |line: &str| {
        let ends_with_tests = line.rsplit_once('/').is_some_and(|(_, all)| all.parse::<usize>().is_ok());
        ends_with_tests || line.ends_with("why") || line.ends_with("lý do")
    };
    let is_wrong =
        |line: &&str| columns(line) > width && !is_drawn(line) && !is_row(line) && is_breakable(line);
    text.lines().filter(is_wrong).collect()
}

#[test]
fn reports_fit_the_terminal_and_no_word_is_broken() {
    let book = graded(&large_class());
    for language in [Language::English, Language::Vietnamese] {
        for detail in [Detail::Table, Detail::All] {
            let plain = |width| {
                let drawn = render(&book, Look { language, width }, detail);
                let plain = anstream::adapter::strip_str(&drawn).to_string();
                let prose = plain.lines().filter(|line| !is_drawn(line));
                prose.flat_map(|line| [line, "\n"]).collect::<String>()
            };
            let whole = plain(None);
            assert!(whole.lines().any(|line| columns(line) > 100), "nothing is too long");
            for width in [40, 50, 80] {
                let fitted = plain(Some(width));
                assert_eq!(words(&fitted), words(&whole), "{width} columns");
                assert_eq!(too_long(&fitted, width), [""; 0], "{width} columns");
            }
        }
    }
}

fn run(line: &str, width: &str) -> (i32, String, String) {
    let mut path = cargo_bin!("grader").parent().expect("it is in a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("COLUMNS", width)
        .env("GRADER_CACHE", "off")
        .output()
        .expect("there is a shell");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code().expect("it ends"), text(output.stdout), text(output.stderr))
}

/// Command lines that are wrong, each in its own way. What is said of them is read in both languages.
const MISTAKES: [&str; 24] = [
    "grader",
    "grader rnu",
    "grader package",
    "grader package gradscope",
    "grader check",
    "grader check a.asm b.asm",
    "grader run x --fomat json=-",
    "grader run x --whatever",
    "grader run x --spec",
    "grader run x --layout mooodle",
    "grader run x --color red",
    "grader run x --format xml",
    "grader run x --format xml=-",
    "grader run x --format html=-",
    "grader run x --fail-below many",
    "grader run x --jobs 0",
    "grader run x --jobs many",
    "grader run x --id '(['",
    "grader run x --partition hash:9/8 --record y",
    "grader run x --resume",
    "grader run x --all --table",
    "grader run x --one --one",
    "grader exec x --fuel 99999999999999999999",
    "grader new x",
];

/// Commands that cannot be carried out.
const FAILURES: [&str; 18] = [
    "grader run nothing --spec lc3",
    "grader run fixtures/submissions/lc3 --spec specs",
    "grader run fixtures/submissions/lc3 --spec lc4",
    "grader run fixtures/submissions/lc3 --spec fixtures/diagnostics/spec/empty.yaml",
    "grader run fixtures/submissions/lc3/full-polling.asm fixtures/cli/hello.asm",
    "grader run fixtures/cli/hello.asm",
    "grader run fixtures/submissions/lc3 --spec lc3 -E 'student(nobody)'",
    "grader run fixtures/submissions/lc3 --spec lc3 -k win --fail-below 1",
    "grader run fixtures/submissions/lc3 --spec lc3 --format json=- --format csv=-",
    "grader run fixtures/submissions/lc3 --spec lc3 --format gradescope=x.json",
    "grader run fixtures/submissions/lc3 --spec lc3 --submitted x.csv",
    "grader replay fixtures/submissions/lc3/full-polling.asm up --spec lc3",
    "grader bless --spec lc3",
    "grader specs lc4",
    "grader exec nothing.asm",
    "grader asm fixtures/cli/hello.asm --delayed-branches",
    "grader understand fixtures/submissions/lc3/full-polling.asm --spec lc3",
    "grader gradebook nothing.csv --results nothing.json",
];

#[test]
fn mistakes_and_failures_are_told_in_both_languages_and_fit_the_terminal() {
    let mut all = String::new();
    for line in MISTAKES.into_iter().chain(FAILURES) {
        let mut codes = Vec::new();
        for language in ["", " --lang vi"] {
            let line = format!("{line}{language}");
            let (code, out, err) = run(&line, "80");
            assert!(matches!(code, 2..=5) && (out.is_empty() || code == 2), "{line}: {code}\n{out}{err}");
            codes.push(code);
            if err.starts_with("error")
                || err.starts_with("lỗi")
                || err.starts_with("note")
                || err.starts_with("lưu ý")
            {
                all.extend(["$ ", &line, "\n", &err, "\n"]);
            }
            let narrow = run(&line, "50").2;
            let wide = run(&line, "1000").2;
            if !is_help(&err) {
                assert_eq!(words(&narrow), words(&wide), "{line}");
                assert_eq!(too_long(&narrow, 50), [""; 0], "{line}");
                assert_eq!(too_long(&err, 80), [""; 0], "{line}");
            }
        }
        assert_eq!(codes[0], codes[1], "{line}");
    }
    expect_file!["../fixtures/expected/mistakes.txt"].assert_eq(&all);
}

fn is_help(text: &str) -> bool {
    text.contains("\nCommands:") || text.contains("\nLệnh:")
}

/// What help shows at 80 columns: each example in a line of its own, and code whole.
#[test]
fn help_breaks_no_command() {
    for language in ["en", "vi"] {
        for line in ["run --help", "package gradescope --help", "schema --help", "-h"] {
            let (_, help, _) = run(&format!("grader {line} --lang {language}"), "80");
            assert!(!help.contains('\u{a0}'), "{line}");
            let odd = help.lines().filter(|line| line.matches('`').count() % 2 == 1);
            assert_eq!(odd.collect::<Vec<_>>(), [""; 0], "{line}");
        }
        let (_, help, _) = run(&format!("grader package gradescope --help --lang {language}"), "60");
        let example = "grader package gradescope --spec spec.yaml -o autograder.zip --binary grader-linux";
        assert!(help.contains(&format!("\n  {example}\n")), "{help}");
    }
}

/// The language may stand anywhere.
#[test]
fn help_is_in_the_language_that_is_asked_for() {
    for line in [
        "grader run --help --lang vi",
        "grader --lang vi run --help",
        "grader run --lang=vi -h",
        "grader help run --lang vi",
        "grader --lang vi help run",
        "grader help --lang=vi run",
    ] {
        let (code, help, err) = run(line, "80");
        assert_eq!((code, err.as_str()), (0, ""), "{line}");
        assert!(help.starts_with("Chấm một tệp") && help.contains("\nTuỳ chọn:\n"), "{line}:\n{help}");
    }
    let (code, out, help) = run("grader --lang vi", "80");
    assert_eq!((code, out.as_str()), (2, ""), "{help}");
    assert!(help.starts_with("Chấm chương trình") && help.contains("\nLệnh:\n"), "{help}");
    let (_, help, _) = run("grader run --help", "80");
    assert!(help.contains("\nOptions:\n"), "{help}");
}

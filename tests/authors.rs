//! The messages that authors of assignments read before anything is graded: bundled specs, specs whose texts are still to be written, and
//! mistakes in specs of assignments that are no games.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use grader::diagnostics::Language;
use grader::spec::{BUNDLED, LoadError, load};
use tempfile::TempDir;

fn grader(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = cargo_bin_cmd!("grader").current_dir(folder).args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code().expect("it ends"), text(output.stdout), text(output.stderr))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every command that takes a spec takes the name of a bundled one, where nothing of the project lies.
#[test]
fn bundled_specs_are_found_by_name_everywhere() {
    let folder = TempDir::new().expect("there is room for a folder");
    let folder = folder.path();
    let copy = |from: &str, name: &str| {
        fs::copy(root().join(from), folder.join(name)).expect("the folder is ours");
    };
    copy("fixtures/submissions/lc3/full-starter-style.asm", "mine.asm");
    copy("fixtures/submissions/mips-gomoku/full-report-style.asm", "gomoku.asm");
    for (code, arguments) in [
        (0, ["run", "mine.asm", "--spec", "lc3", "--fail-below", "100"].as_slice()),
        (0, &["run", "mine.asm", "--spec", "lc3-connect-four"]),
        (0, &["check", "mine.asm", "--spec", "lc3-ee306"]),
        (0, &["replay", "mine.asm", "letter", "--spec", "lc3-ee306"]),
        (0, &["understand", "gomoku.asm", "--spec", "mips-gomoku"]),
        (0, &["lint", "lc3-ee306"]),
        (0, &["selfcheck", "mine.asm", "--spec", "lc3-ee306", "--most", "3", "--at-least", "0"]),
        (2, &["selfcheck", "--spec", "lc3-ee306"]),
        (2, &["bless", "--spec", "lc3"]),
        (2, &["review", "--spec", "lc3"]),
        (2, &["specs", "lc4"]),
        (5, &["run", "mine.asm", "--spec", "lc4"]),
    ] {
        let (found, out, err) = grader(folder, arguments);
        assert_eq!(found, code, "{arguments:?}: {out}{err}");
        assert!(code < 2 || err.contains("lc3"), "{arguments:?}: {err}");
    }
    // A file of the same name comes first.
    copy("specs/lc3-ee306.yaml", "lc3");
    let (_, out, _) = grader(folder, &["check", "mine.asm", "--spec", "lc3"]);
    assert!(out.contains("17 of 17 tests passed"), "{out}");
}

#[test]
fn bundled_specs_are_listed_and_printed() {
    let folder = TempDir::new().expect("there is room for a folder");
    let (code, list, _) = grader(folder.path(), &["specs"]);
    assert_eq!(code, 0);
    for known in BUNDLED {
        let row = list.lines().find(|line| line.split_whitespace().next() == Some(known.name));
        let row = row.unwrap_or_else(|| panic!("{} is not in\n{list}", known.name));
        let spec = load(Path::new(known.name)).expect("it is valid");
        let tests = spec.cases().count().to_string();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[1..4], [spec.machine.isa.title, &spec.points.to_string(), &tests]);
        assert!(row.ends_with(spec.title.to(Language::English)), "{row}");
        let (_, printed, _) = grader(folder.path(), &["specs", known.name]);
        assert_eq!(printed, known.text);
    }
}

#[test]
fn a_spec_without_its_texts_is_one_line_of_lint() {
    let folder = TempDir::new().expect("there is room for a folder");
    let (code, ..) = grader(folder.path(), &["new", "lab-3", "--isa", "lc3"]);
    assert_eq!(code, 0);
    let path = folder.path().join("lab-3/spec.yaml");
    let spec = fs::read_to_string(&path).expect("it is written");
    assert!(spec.contains("id: lab-3\ntitle: \"Lab 3\"\n"), "{spec}");
    let lint = || grader(folder.path(), &["lint", "lab-3/spec.yaml"]);
    assert_eq!(lint().1, "lab-3/spec.yaml: no problems found\n");

    // Without two of its texts.
    let mut left = 2;
    let open: Vec<String> = spec
        .lines()
        .map(|line| match line.split_once(", expect: ") {
            Some((start, _)) if left > 0 => {
                left -= 1;
                format!("{start} }}")
            }
            _ => line.to_owned(),
        })
        .collect();
    let open = open.join("\n") + "\n";
    fs::write(&path, &open).expect("it is ours");
    let (code, out, err) = lint();
    let to_bless =
        "lab-3/spec.yaml: 2 cases have no `expect` yet: run `grader bless --spec lab-3/spec.yaml`\n";
    assert_eq!((code, out.as_str(), err.as_str()), (3, to_bless, ""));
    // Without a model, one must be named.
    fs::write(&path, open.replace("model: model.asm\n", "")).expect("it is ours");
    assert!(lint().1.contains("grader bless --spec lab-3/spec.yaml --model PROGRAM"));
    // Another mistake is shown as ever.
    fs::write(&path, open.replace("points: 10", "pionts: 10")).expect("it is ours");
    let (code, _, err) = lint();
    assert!(code == 3 && err.contains("pionts"), "{err}");
    fs::write(&path, &open).expect("it is ours");
    assert_eq!(grader(folder.path(), &["bless", "--spec", "lab-3/spec.yaml"]).0, 0);
    assert_eq!(lint().0, 0);
}

/// A spec without a reference is about no game that the grader knows.
#[test]
fn mistakes_in_specs_that_are_no_games_speak_of_no_games() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = folder.path().join("spec.yaml");
    let head = "grader: 1\nid: sum\nisa: lc3\npoints: 10\n";
    let case = |case: &str| {
        format!("{head}groups:\n  - id: all\n    title: All\n    points: 10\n    cases:\n      - {case}\n")
    };
    let specs = [
        "{}\n".to_owned(),
        "grader: 1\nisa: lc3\npoints: 10\n".to_owned(),
        format!("{head}groups: []\n"),
        format!("{head}game: true\ngroups: []\n"),
        case("{ }"),
        case("{ id: a }"),
        case("{ id: a, stdin: '1' }"),
        case("{ id: a, stdin: '1', exspect: '2' }"),
        case("{ id: a, gmaes: rows, expect: '2' }"),
        case("{ id: a, ply: '1', expect: '2' }"),
        case("{ id: a, something: '1', expect: '2' }"),
        case("{ id: a, stdin: [1], expect: '2' }"),
        case("{ id: a, stdin: '1', expect: '2', draws: 3 }"),
        case("{ id: a, stdin: '1', expect: '2', or: '3' }"),
        case("{ id: a, stdin: '1', expect: '2', start: '3' }"),
        case("{ id: a, property: { generator: legal-games } }"),
        case("{ id: a, steps: [{ expct: '2' }] }"),
        case("{ id: a, call: SUM, then: { regsters: { R0: 1 } } }"),
    ];
    for spec in specs {
        fs::write(&path, &spec).expect("the folder is ours");
        let Err(LoadError::Invalid { diagnostics, .. }) = load(&path) else { panic!("it is valid:\n{spec}") };
        assert!(!diagnostics.is_empty());
        for diagnostic in &diagnostics {
            let words: Vec<_> = std::iter::once(&diagnostic.message)
                .chain(&diagnostic.notes)
                .chain(&diagnostic.help)
                .collect();
            for words in words {
                // What the author wrote is quoted.
                let english = words.to(Language::English);
                let own = english.replace("`game`", "").replace("`gmaes`", "").replace("`legal-games`", "");
                assert!(!own.contains("game") && !own.contains("connect-four:"), "{english}\nin\n{spec}");
                let vietnamese = words.to(Language::Vietnamese);
                assert!(
                    !vietnamese.contains("ván") && !vietnamese.contains("nước đi"),
                    "{vietnamese}\nin\n{spec}"
                );
            }
        }
    }
}

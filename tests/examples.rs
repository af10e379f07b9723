//! The assignments under `examples/`: their specs are free of findings, their tests notice what they must, and students do not see
//! what is hidden.
#![cfg(unix)]

use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use grader::spec::load;

fn examples() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("examples").expect("the folder is there");
    let folders = entries.map(|entry| entry.expect("it can be listed").path()).filter(|path| path.is_dir());
    let mut folders: Vec<PathBuf> = folders.collect();
    folders.sort();
    assert!(folders.len() >= 2);
    folders
}

fn grader(arguments: &[&str]) -> (i32, String) {
    let output = cargo_bin_cmd!("grader")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().expect("it ends"), String::from_utf8(said).expect("it is text"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("our own paths are text")
}

#[test]
fn lint_finds_nothing_and_the_tests_notice_nineteen_of_twenty_mistakes() {
    for folder in examples() {
        let spec = folder.join("spec.yaml");
        let (code, said) = grader(&["lint", text(&spec)]);
        assert_eq!(code, 0, "{said}");
        let (code, said) = grader(&["bless", "--check", "--spec", text(&spec)]);
        assert_eq!(code, 0, "{said}");
        let (code, said) = grader(&["selfcheck", "--spec", text(&spec), "--at-least", "95"]);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("noticed"), "{said}");
    }
}

/// Every program of a folder is known to its spec, and there is something to learn from it.
#[test]
fn each_example_has_wrong_programs_hidden_tests_and_a_late_policy() {
    for folder in examples() {
        let spec = load(&folder.join("spec.yaml")).expect("it is valid");
        let id = &spec.id;
        assert!(spec.model.is_some() && spec.late.due.is_some(), "{id}");
        let mut programs: Vec<String> = spec.selfcheck.bad.iter().map(|bad| bad.program.clone()).collect();
        programs.extend(spec.selfcheck.good.iter().cloned());
        programs.sort();
        let entries = std::fs::read_dir(&folder).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("it can be listed").file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.retain(|name| name != "spec.yaml");
        names.sort();
        assert_eq!(programs, names);
        assert!(spec.selfcheck.bad.len() >= 4, "{id}");

        let model = folder.join(&spec.selfcheck.good[0]);
        let all = grader(&["run", text(&model), "--spec", text(&folder.join("spec.yaml")), "--all"]);
        let seen = grader(&[
            "run",
            text(&model),
            "--spec",
            text(&folder.join("spec.yaml")),
            "--all",
            "--audience",
            "student",
        ]);
        assert!(all.0 == 0 && all.1.contains("All tests passed."), "{}", all.1);
        assert!(seen.0 == 0 && seen.1 != all.1, "students see everything of {id}: {}", seen.1);
    }
}

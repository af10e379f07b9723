//! What makes the command line handy: examples in every help, completions, manual pages, the spec that is found, the number of
//! threads, and regrading on save.
#![cfg(unix)]

use crate::support::watched::Watched;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use grader::cli::{accepts, examples, subcommands};
use regex::Regex;
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The exit code and both streams of a shell's command line.
fn shell(folder: &Path, line: &str) -> (i32, String, String) {
    let binary = cargo_bin!("grader");
    let mut path = binary.parent().expect("programs lie in folders").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code().expect("it ends"), text(output.stdout), text(output.stderr))
}

/// Returns `true` if a program is installed, and prints a note that something is not tested by it if it is not.
fn has(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
    let is_there = found.is_ok_and(|found| found.status.success());
    if !is_there {
        let _ = writeln!(std::io::stderr(), "skipped: there is no {program}");
    }
    is_there
}

fn copy(from: &str, to: &Path) {
    fs::copy(root().join(from), to).unwrap_or_else(|error| panic!("{from}: {error}"));
}

/// A folder with all that the examples name.
fn desk() -> TempDir {
    let folder = TempDir::new().expect("there is room for a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("submissions")).expect("the folder is ours");
    for name in ["full-starter-style", "trap-diagonal-short"] {
        copy(&format!("fixtures/submissions/lc3/{name}.asm"), &at(&format!("submissions/{name}.asm")));
    }
    let mine = fs::read_to_string(at("submissions/trap-diagonal-short.asm")).expect("it is there");
    fs::write(at("mine.asm"), format!("; grader: lc3\n{mine}")).expect("the folder is ours");
    copy("fixtures/submissions/mips-four/full-integers.asm", &at("four.asm"));
    copy("fixtures/cli/hello.asm", &at("hello.asm"));
    fs::create_dir(at("class")).expect("the folder is ours");
    for name in ["full-starter-style", "full-polling"] {
        copy(&format!("fixtures/submissions/lc3/{name}.asm"), &at(&format!("class/{name}.asm")));
    }
    for entry in fs::read_dir(root().join("examples/lc3-calculator")).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        fs::copy(&path, at(&path.file_name().expect("it has a name").to_string_lossy()))
            .expect("the folder is ours");
    }
    fs::write(
        at("canvas.csv"),
        "Student,ID,SIS User ID,SIS Login ID,Section,Calculator (7)\n    Points Possible,,,,,20.00\nmodel,1,,model,A,\n",
    )
    .expect("the folder is ours");
    let graded = shell(folder.path(), "grader run model.asm --spec spec.yaml --format json=results.json");
    assert_eq!(graded.0, 0, "{graded:?}");
    for part in ["class.record", "one.record --partition hash:1/2", "two.record --partition hash:2/2"] {
        let recorded = shell(folder.path(), &format!("grader run submissions --spec lc3 --record {part}"));
        assert_eq!(recorded.0, 0, "{recorded:?}");
    }
    for (report, name) in [("old", "trap-diagonal-short"), ("new", "full-starter-style")] {
        fs::create_dir(at(report)).expect("the folder is ours");
        copy(&format!("fixtures/submissions/lc3/{name}.asm"), &at(&format!("{report}/an.asm")));
        let line = format!("grader run {report} --spec lc3 --format json={report}.json");
        assert_eq!(shell(folder.path(), &line).0, 0);
    }
    std::os::unix::fs::symlink(cargo_bin!("grader"), at("grader-linux")).expect("the folder is ours");
    folder
}

#[test]
fn each_subcommand_has_two_examples_that_can_be_typed() {
    let examples = examples();
    let named: Vec<&str> = examples.iter().map(|(name, _)| *name).collect();
    assert_eq!(named, subcommands(), "`src/cli/examples.txt` follows the order of the subcommands");
    for (name, lines) in &examples {
        assert!(lines.len() >= 2, "{name}");
        let (code, help, _) = shell(root(), &format!("grader {name} --help"));
        assert_eq!(code, 0, "{name}");
        for line in lines {
            assert!(help.contains(&format!("\n  {line}\n")), "the help of {name} lacks `{line}`:\n{help}");
            let (_, typed) = line.split_once(&format!("grader {name}")).expect("it is about the subcommand");
            let ends = [" > ", " | ", " && "].iter().filter_map(|end| typed.find(end)).min();
            let typed = &typed[..ends.unwrap_or(typed.len())];
            // Of a line with quotation marks the part between them is one word.
            let parts = typed.split('\'').enumerate();
            let typed =
                parts.flat_map(
                    |(part, text)| if part % 2 == 1 { vec![text] } else { text.split_whitespace().collect() },
                );
            let words: Vec<&str> = name.split(' ').chain(typed).collect();
            assert_eq!(accepts(&words), Ok(()), "{line}");
        }
    }
}

/// Each example does something, on files such as those that it names. A program with mistakes may be found, and a submission
/// that a person has to look at; a command that is not understood, or a file that is not there, may not.
#[test]
fn every_example_runs() {
    let folder = desk();
    for (name, lines) in examples() {
        for line in lines {
            let (code, out, err) = shell(folder.path(), line);
            assert!(matches!(code, 0 | 1), "{line}: {code}\n{out}{err}");
            let is_written = line.contains('>') || line.contains(" -o ");
            assert!(!out.is_empty() || is_written, "{line} prints nothing");
            if name == "run" {
                assert!(out.contains("94.94") || out.contains("6 of 9"), "{line}:\n{out}");
            }
        }
    }
}

/// The text of help as it is seen at a width of 100 columns.
#[test]
fn help_is_as_it_was_read() {
    let read = |language: &str| {
        let mut all = String::new();
        for name in std::iter::once(String::new()).chain(subcommands()) {
            let line = format!("grader {name} --help{language}");
            let (_, help, _) = shell(root(), &format!("COLUMNS=100 {line}"));
            all.extend(["$ ", &line.replace("  ", " "), "\n", &help, "\n"]);
        }
        all
    };
    expect_test::expect_file!["../fixtures/expected/help.txt"].assert_eq(&read(""));
    expect_test::expect_file!["../fixtures/expected/help.vi.txt"].assert_eq(&read(" --lang vi"));
}

#[test]
fn completions_name_every_subcommand_and_are_what_their_shells_read() {
    let folder = TempDir::new().expect("there is room for a folder");
    let names = ["run", "compare", "selfcheck", "completions", "man"];
    for (shell_name, program, check) in [
        ("bash", "bash", "bash -n script"),
        ("zsh", "zsh", "zsh -n script"),
        ("fish", "fish", "fish --no-execute script"),
        ("powershell", "pwsh", "pwsh -NoProfile -File script.ps1"),
        ("elvish", "elvish", "elvish -compileonly script"),
    ] {
        let (code, script, err) = shell(folder.path(), &format!("grader completions {shell_name}"));
        assert_eq!((code, err.as_str()), (0, ""), "{shell_name}");
        for name in names {
            assert!(script.contains(name), "{shell_name} does not know {name}");
        }
        fs::write(folder.path().join("script"), &script).expect("the folder is ours");
        fs::write(folder.path().join("script.ps1"), &script).expect("the folder is ours");
        if !has(program) {
            continue;
        }
        let (code, out, err) = shell(folder.path(), check);
        assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""), "{shell_name}");
    }
    assert_ne!(shell(folder.path(), "grader completions sh").0, 0);
}

/// What bash offers after a command line that was begun.
#[test]
fn bash_completes_flags_and_their_values() {
    let folder = TempDir::new().expect("there is room for a folder");
    let offered = |words: &str| {
        let split: Vec<&str> = words.split(' ').collect();
        let (count, current, before) = (split.len(), split[split.len() - 1], split[split.len() - 2]);
        let line = format!(
            "grader completions bash > script && bash -c '. ./script; COMP_WORDS=({words}); COMP_CWORD={}; _grader grader {current} {before}; echo \"${{COMPREPLY[@]}}\"'",
            count - 1
        );
        let (code, out, err) = shell(folder.path(), &line);
        assert_eq!((code, err.as_str()), (0, ""), "{words}");
        out
    };
    assert_eq!(offered("grader sel").trim(), "selfcheck");
    assert_eq!(offered("grader run --wat").trim(), "--watch");
    assert_eq!(offered("grader completions po").trim(), "powershell");
}

/// A page for each command, which the formatters read without a warning.
#[test]
fn manual_pages_have_every_flag_and_no_mistake() {
    let folder = TempDir::new().expect("there is room for a folder");
    let (code, out, err) = shell(folder.path(), "grader man manual");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let mut names: Vec<String> = fs::read_dir(folder.path().join("manual"))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    for name in subcommands() {
        let page = format!("grader-{}.1", name.replace(' ', "-"));
        assert!(names.contains(&page), "{page} is not among {names:?}");
    }
    for name in &names {
        let page = fs::read_to_string(folder.path().join("manual").join(name)).expect("it is text");
        let title = format!(".TH {} 1 \"\" \"grader ", name.trim_end_matches(".1"));
        assert!(page.contains(&title) && page.is_ascii(), "{name} has no {title}:\n{page}");
        for (program, check) in [
            // A page has no date, as the same program always writes the same pages.
            (
                "mandoc",
                format!("mandoc -T lint -W warning manual/{name} | grep -v 'WARNING: missing date' || true"),
            ),
            ("groff", format!("groff -man -T utf8 -ww manual/{name} 2>&1 > shown")),
        ] {
            if !has(program) {
                continue;
            }
            let (code, out, err) = shell(folder.path(), &check);
            assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""), "{check}");
        }
    }
    let run = fs::read_to_string(folder.path().join("manual/grader-run.1")).expect("it is there");
    for word in ["\\-\\-watch", "\\-\\-jobs", ".SH EXAMPLES", "submissions \\-\\-spec lc3 \\-\\-table"] {
        assert!(run.contains(word), "{word} is not in the page:\n{run}");
    }
    let whole = fs::read_to_string(folder.path().join("manual/grader.1")).expect("it is there");
    assert!(whole.contains("EXIT STATUS") && whole.contains("grader\\-selfcheck(1)"), "{whole}");
    // Another time they are written again.
    assert_eq!(shell(folder.path(), "grader man manual").0, 0);
    // A file in the way.
    assert_eq!(shell(folder.path(), "grader man manual/grader.1").0, 5);
}

#[test]
fn the_spec_is_found_next_to_a_program_or_a_class_and_named() {
    let folder = desk();
    let run = |line: &str| shell(folder.path(), line);
    let (code, out, err) = run("grader run mine.asm");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("94.94 / 100.00") && err.starts_with("note: graded by lc3;"), "{out}{err}");
    let (_, _, err) = run("grader run mine.asm -q");
    assert_eq!(err, "");
    // The spec of the folder in which the class lies, whatever a student hands in.
    fs::create_dir(folder.path().join("course")).expect("the folder is ours");
    copy("examples/lc3-calculator/model.asm", &folder.path().join("course/an.asm"));
    fs::write(folder.path().join("course/spec.yaml"), "grader: 1\n").expect("the folder is ours");
    let (code, out, err) = run("grader run course");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("20.00 / 20.00"), "{out}{err}");
    assert!(err.contains("spec.yaml; if that is the wrong spec"), "{err}");
    let (code, _, err) = run("cd course && grader run .");
    assert_eq!(code, 0, "{err}");
    // Of several submissions nothing is asked.
    let (code, _, err) = run("grader run mine.asm model.asm");
    assert_eq!(code, 2);
    assert!(err.contains("by which spec with --spec"), "{err}");
    let (code, _, err) = run("mkdir alone && cp hello.asm alone && grader run alone/hello.asm");
    assert_eq!(code, 2);
    assert!(err.contains("no spec is known for alone/hello.asm"), "{err}");
}

/// However many threads are at work, every byte is the same.
#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let run = |jobs: &str| {
        let class = "fixtures/submissions/lc3";
        let line = format!("grader run {class} --spec specs/lc3-ee306.yaml --format json=- {jobs}");
        let (code, out, _) = shell(root(), &line);
        assert_eq!(code, 6);
        out
    };
    let one = run("-j 1");
    assert!(one.len() > 10_000);
    for jobs in ["-j 3", "--jobs 16", ""] {
        assert!(run(jobs) == one, "{jobs} changes the report");
    }
    for wrong in ["-j 0", "-j 1025", "-j two"] {
        let (code, _, err) = shell(root(), &format!("grader run x --spec lc3 {wrong}"));
        assert_eq!(code, 2, "{err}");
    }
}

#[test]
fn those_who_want_to_know_are_told_of_each_submission() {
    let line = "grader run fixtures/submissions/lc3/full-s*.asm fixtures/submissions/lc3/trap-m*.asm --spec lc3 --table";
    let (_, quiet, nothing) = shell(root(), &format!("{line} -q"));
    let (_, plain, _) = shell(root(), line);
    let (_, talkative, said) = shell(root(), &format!("{line} -v"));
    assert_eq!(quiet, plain);
    assert_eq!(talkative, plain);
    assert_eq!(nothing, "");
    assert!(said.contains("trap-missed-diagonal   87.94 / 100.00\n"), "{said}");
    assert!(said.lines().count() >= 5, "{said}");
    assert_eq!(shell(root(), &format!("{line} -q -v")).0, 2);
}

/// The text of a round: up to the line that says that it waits.
fn round(watched: &Watched) -> String {
    let waits = Regex::new("^waiting for the next save").expect("it is a pattern");
    watched.until(&waits).iter().flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn a_watched_class_is_graded_again_when_one_of_it_is_saved() {
    let folder = TempDir::new().expect("there is room for a folder");
    let class = folder.path().join("class");
    fs::create_dir(&class).expect("the folder is ours");
    let save = |name: &str, from: &str| {
        let text =
            fs::read(root().join(format!("fixtures/submissions/lc3/{from}.asm"))).expect("it is there");
        fs::write(class.join(name), text).expect("the folder is ours");
    };
    save("an.asm", "full-polling");
    save("bao.asm", "trap-diagonal-short");
    let watched =
        Watched::start(folder.path(), &["run", "class", "--spec", "lc3-ee306", "--watch", "--table"]);
    let first = round(&watched);
    assert!(first.contains("\n  an ") && first.contains("\n  bao ") && first.contains("13/17"), "{first}");
    // What was saved, and nothing else.
    save("bao.asm", "full-enter-cr");
    let second = round(&watched);
    assert!(second.starts_with("grading\nbao   100.00"), "{second}");
    // Somebody hands in late.
    save("chi.asm", "trap-zero-accepted");
    let third = round(&watched);
    assert!(third.contains("chi   ") && !third.contains("bao"), "{third}");
    drop(watched);

    // Reports hold the whole class.
    let arguments =
        ["run", "class", "--spec", "lc3-ee306", "--watch", "--table", "--format", "csv=scores.csv"];
    let watched = Watched::start(folder.path(), &arguments);
    round(&watched);
    save("chi.asm", "full-polling");
    let second = round(&watched);
    assert!(second.contains("\n  an ") && second.contains("\n  chi "), "{second}");
    let scores = fs::read_to_string(folder.path().join("scores.csv")).expect("it is written");
    assert!(scores.lines().count() == 4 && scores.contains("\nchi,100.00"), "{scores}");
}

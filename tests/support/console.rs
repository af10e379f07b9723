//! Documents with console blocks: every command in them is run by a shell, and its output must be as written.
//!
//! In a block that begins with three backquotes and `console`, a line that begins with `$ ` is a command and the lines
//! below it are what it prints, on both streams, in order. `...` on a line of its own stands for any lines. A last line
//! `[exit code N]` must be there if the code is not 0.
//!
//! A line `<!-- write PATH -->` says that the block below it is what a reader puts into a file, which is done.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

/// The spelling of `grader` in the README, for people who have not installed it.
const CARGO_RUN: &str = "cargo run --release -- ";

/// The document as it should be: the output of each command is put in place, unless what stands there fits it.
pub(crate) fn replayed(document: &str) -> String {
    let folder = folder();
    let mut out = String::new();
    let mut lines = document.lines().peekable();
    let mut in_block = false;
    while let Some(line) = lines.next() {
        add_line(&mut out, line);
        if let Some(path) = line.strip_prefix("<!-- write ").and_then(|rest| rest.strip_suffix(" -->")) {
            let mut contents = String::new();
            let fence = lines.next().filter(|line| line.starts_with("```")).expect("a block follows");
            add_line(&mut out, fence);
            while let Some(line) = lines.next_if(|line| *line != "```") {
                add_line(&mut out, line);
                add_line(&mut contents, line);
            }
            std::fs::write(folder.path().join(path), contents).expect("the file can be written");
            continue;
        }
        in_block = if in_block { line != "```" } else { line == "```console" };
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) else { continue };
        let mut written = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            add_line(&mut written, line);
        }
        match run(command, folder.path()) {
            Some(printed) if !fits(&written, &printed) => out += &printed,
            _ => out += &written,
        }
    }
    out
}

fn add_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// A folder of its own for each document, from which the project's files can be seen; commands may write there.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("there is room for a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["fixtures", "specs"] {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).expect("the folder is ours");
    }
    folder
}

/// The output of a command; `None` if the command is only to be spelled as in other files of the project.
fn run(command: &str, folder: &Path) -> Option<String> {
    if let Some(place) = spelled_in(command) {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(place.0))
            .expect("the file is there");
        assert!(text.contains(place.1), "`{command}` is not what {} says", place.0);
        return None;
    }
    let command = command.replace(CARGO_RUN, "grader ");
    let binary = cargo_bin!("grader");
    let folders = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let first = binary.parent().expect("programs lie in folders").to_path_buf();
    let path = std::env::join_paths(std::iter::once(first).chain(folders)).expect("paths can be joined");
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("there is a shell");
    let printed = String::from_utf8(output.stdout).expect("what is printed is text");
    let mut printed = without_progress(&printed);
    if !printed.is_empty() && !printed.ends_with('\n') {
        printed.push('\n');
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => add_line(&mut printed, &format!("[exit code {code}]")),
        None => add_line(&mut printed, "[killed]"),
    }
    Some(printed)
}

/// The output without the lines that say how far a command is, which come every ten seconds.
fn without_progress(printed: &str) -> String {
    let is_count = |word: &str| word.split('/').all(|part| part.parse::<u32>().is_ok());
    let is_progress = |line: &&str| {
        let count = line.strip_prefix("graded ").or_else(|| line.strip_prefix("judged "));
        count.and_then(|rest| rest.split(',').next()).is_some_and(is_count)
    };
    printed.split_inclusive('\n').filter(|line| !is_progress(&line.trim_end())).collect()
}

/// Commands that a test cannot run: the file that has them too, and how it spells them.
fn spelled_in(command: &str) -> Option<(&'static str, &'static str)> {
    match command {
        "cargo test --workspace" => Some((".ci/run", "cargo test --workspace")),
        "cargo bench" => Some(("Cargo.toml", "[[bench]]")),
        "cargo install --path ." => Some(("Cargo.toml", "default-run = \"grader\"")),
        _ => None,
    }
}

/// Returns `true` if the text in the document fits the output.
fn fits(written: &str, printed: &str) -> bool {
    fn lines_fit(written: &[&str], printed: &[&str]) -> bool {
        match written {
            [] => printed.is_empty(),
            ["...", rest @ ..] => (0..=printed.len()).any(|skipped| lines_fit(rest, &printed[skipped..])),
            [line, rest @ ..] => printed.first() == Some(line) && lines_fit(rest, &printed[1..]),
        }
    }
    lines_fit(&written.lines().collect::<Vec<_>>(), &printed.lines().collect::<Vec<_>>())
}

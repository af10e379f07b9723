//! What simulators print for small programs, and what the machine prints in the profile of each of them.
//!
//! The expectation stands in the comments of each file: `; stdin "..."`, then for each simulator `; prints in NAME "..."`
//! with everything on the console, the system's own texts included. `; differs from` says why we do not follow. With
//! `; beside NAME` another file is loaded too, and with `; access open` privilege is ignored.

use crate::support::quoted;
use std::fmt::Write as _;
use std::sync::Arc;

use grader::console::{Script, ScriptedConsole};
use grader::diagnostics::SourceFile;
use grader::isa::lc3::{Access, Loaded, Profile, Setup, assemble};
use grader::machine::{Executable as _, Start};

/// The instruction budget where a file has no `; fuel` of its own.
const FUEL: u64 = 1_000_000;

fn check(path: &std::path::Path, wrong: &mut String) -> usize {
    let name = path.file_name().expect("a file").to_string_lossy();
    let bytes = std::fs::read(path).expect("the fixture can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let header = |prefix: &'static str| text.lines().filter_map(move |line| line.strip_prefix(prefix));
    let script = Script::new(header("; stdin ").map(quoted::unescape));
    let fuel = header("; fuel ").next().map_or(FUEL, |number| number.parse().expect("a number"));
    let mut files = vec![SourceFile::from_bytes(name.clone(), &bytes)];
    for beside in header("; beside ") {
        let bytes = std::fs::read(path.with_file_name(beside)).expect("the file beside can be read");
        files.push(SourceFile::from_bytes(beside, &bytes));
    }
    let assembly = assemble(files, None);
    let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{name}: {:?}", assembly.diagnostics)));
    let mut checked = 0;
    for expectation in header("; prints in ") {
        let (profile, expected) = expectation.split_once(' ').expect("a profile and a string");
        let mut setup = Setup::from(Profile::find(profile).expect("a known profile"));
        if header("; access open").next().is_some() {
            setup.access = Access::Open;
        }
        let loaded = Loaded { program: Arc::clone(&program), setup };
        let mut console = ScriptedConsole::new(&script, 10_000);
        let ended = loaded.run(Start::Zeros.into(), fuel, &mut console);
        let mut printed = console.into_transcript().output;
        printed.extend(loaded.farewell(ended));
        let expected = quoted::unescape(expected);
        if printed != expected {
            let (printed, expected) = (printed.escape_ascii(), expected.escape_ascii());
            writeln!(wrong, "{name} in {profile}: `{printed}` instead of `{expected}`, {ended:?}")
                .expect("a string");
        }
        checked += 1;
    }
    checked
}

#[test]
fn programs_print_what_the_simulators_print() {
    let (mut wrong, mut checked) = (String::new(), 0);
    for entry in walkdir::WalkDir::new("fixtures/lc3/run").sort_by_file_name() {
        let entry = entry.expect("the folder can be read");
        if entry.path().extension().is_some_and(|extension| extension == "asm") {
            checked += check(entry.path(), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(checked >= 130, "only {checked} expectations were found");
}

//! What is counted of runs: the lines, branches and subroutines of small programs of each instruction set, laws that hold of every
//! program, and the formats in which it is written.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use assert_cmd::cargo::cargo_bin;
use grader::asm::{ProgramFile, ProgramFiles};
use grader::console::{Script, ScriptedConsole};
use grader::grade::{
    Audience, Counting, Covered, Gradebook, Plan, Selection, Wanted, cover_submission, grade_submission,
};
use grader::machine::{CodeMap, Counted, Executable, KeyValue, Machine, World};
use grader::spec::load;
use grader::submission::{Folders, Submission, discover};
use serde_json::Value;
use tempfile::TempDir;

use crate::pages::pages;
use crate::validators::complaints;

const FUEL: u64 = 100_000;
const OUTPUT: usize = 1_000;

/// The word after `=> ` and so on: what a comment says that a line must count.
#[derive(Debug, Default, PartialEq, Eq)]
struct Noted {
    ran: u64,
    /// For each branch how often it was taken and passed; of C only the number of ways that were gone.
    branches: Vec<(u64, u64)>,
    ways: Option<usize>,
    called: Option<u64>,
}

fn noted(line: &str) -> Option<Noted> {
    let (_, words) = line.split_once("=> ")?;
    let words = words.trim_end_matches("*/");
    let mut noted = Noted::default();
    for word in words.split(", ") {
        let (name, count) = word.trim().split_once(' ').expect("a name and a number");
        let count: u64 = count.parse().expect("a number");
        match name {
            "ran" => noted.ran = count,
            "taken" => noted.branches.push((count, 0)),
            "passed" => noted.branches.last_mut().expect("it is taken or passed").1 = count,
            "ways" => noted.ways = Some(count as usize),
            "called" => noted.called = Some(count),
            other => panic!("unknown: {other}"),
        }
    }
    Some(noted)
}

fn loaded(path: &Path, isa: &str) -> Box<dyn Executable> {
    let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
    let bytes = fs::read(path).expect("it can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut machine = Machine::usual(grader::isa::find(isa).expect("the instruction set is known"));
    for key in text.lines().filter_map(|line| line.split_once(" set ").filter(|(mark, _)| mark.len() == 1)) {
        // A switch, or a word by its place among those that the key takes.
        let (name, value) = match key.1.trim().split_once(' ') {
            Some((name, word)) => (name, KeyValue::Word(word.parse().expect("the place of a word"))),
            None => (key.1.trim(), KeyValue::Switch(true)),
        };
        machine.setup.set(name, value);
    }
    let file = ProgramFile::source(name.clone(), bytes);
    let loaded = machine.load(ProgramFiles::handed_in(&[file]));
    loaded.program.unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics))
}

fn has_compiler() -> bool {
    Machine::usual(grader::isa::find("c").expect("C is a language")).tools().is_some()
}

/// Each line of the programs says how often it runs; all other lines have no instructions.
#[test]
fn each_line_is_counted_as_its_comment_says() {
    let mut programs = 0;
    for entry in fs::read_dir("fixtures/coverage").expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let is_known = |(isa, _): &(&str, &str)| grader::isa::find(isa).is_some();
        let Some((isa, _)) = name.split_once('-').filter(is_known) else { continue };
        programs += 1;
        if isa == "c" && !has_compiler() {
            // Ordinary output is shown for failing tests only.
            writeln!(std::io::stderr(), "skipped: {name}: there is no compiler").expect("it is taken");
            continue;
        }
        let program = loaded(&path, isa);
        let text = fs::read_to_string(&path).expect("it is text");
        let typed = text.lines().find_map(|line| line.split_once("stdin \""));
        let typed = typed.map_or("", |(_, rest)| rest.split('"').next().unwrap_or_default());
        let plain = program.plain().expect("it can be counted");
        let counted = Counted::new(plain);
        let script = Script::new([typed.as_bytes()]);
        counted.run(World::default(), FUEL, &mut ScriptedConsole::new(&script, OUTPUT));
        let counts = counted.take();
        let map = CodeMap::new(plain, |_| true, [&counts]);
        let coverage = map.coverage(&counts);
        for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line)) {
            let known = map.lines().iter().position(|known| known.line == number);
            let found = known.map(|index| {
                let branches = map.branches().zip(&coverage.branches).filter(|(line, _)| *line == index);
                let branches: Vec<(u64, u64)> = branches.map(|(_, b)| (b.taken, b.passed)).collect();
                let subroutines = map.subroutines().iter().zip(&coverage.subroutines);
                let called = subroutines.filter(|(known, _)| known.line == number).map(|(_, calls)| *calls);
                let wanted = noted(line).unwrap_or_else(|| panic!("{name}:{number} says nothing"));
                let ways = branches.iter().map(|(t, p)| usize::from(*t > 0) + usize::from(*p > 0)).sum();
                Noted {
                    ran: coverage.lines[index],
                    branches: if isa == "c" { Vec::new() } else { branches.clone() },
                    ways: wanted.ways.map(|_| ways),
                    called: called.max(),
                }
            });
            assert_eq!(found, noted(line), "{name}:{number} {line}");
        }
    }
    assert_eq!(programs, 6);
}

/// To count changes nothing of a run, also where whole rounds of it are left out; and everything that runs is counted.
#[test]
fn a_counted_run_ends_as_every_other() {
    let mut known = 0;
    for entry in fs::read_dir("fixtures/rounds").expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let (isa, _) = name.split_once('-').expect("the name begins with the instruction set");
        let program = loaded(&path, isa);
        for fuel in [1_000, 131_072, 500_001] {
            let script = Script::default();
            let console = || ScriptedConsole::new(&script, OUTPUT);
            let counted = Counted::new(program.as_ref());
            let ended = counted.run(World::default(), fuel, &mut console());
            assert_eq!(ended, program.run(World::default(), fuel, &mut console()), "{name}, {fuel}");
            let counts = counted.take();
            let mut addresses = std::collections::BTreeSet::new();
            program.trace(World::default(), fuel, &mut console(), &mut |address| {
                addresses.insert(address);
            });
            for line in program.source_map().lines() {
                let is_instruction = line.role == grader::asm::Role::Instruction;
                let is_executed = is_instruction && addresses.contains(&line.address);
                assert_eq!(counts.is_executed(line.address), is_executed, "{name}: {:#x}", line.address);
            }
        }
        known += 1;
    }
    assert!(known > 15);
}

fn found(path: &str, plan: &Plan) -> Vec<Submission> {
    let paths = [PathBuf::from(path)];
    discover(&paths, Folders::Classes, &plan.spec.submission).expect("it is there").submissions
}

fn covered(plan: &Plan, submission: &Submission) -> Covered {
    cover_submission(plan, submission).1.expect("it is judged")
}

/// What a test executes does not depend on which others are played; and together they execute what each does.
#[test]
fn a_test_executes_the_same_alone() {
    for (spec, path) in [
        ("fixtures/subroutines/lc3.yaml", "fixtures/subroutines/lc3"),
        ("fixtures/drawn/average.yaml", "fixtures/small/average"),
        ("specs/arm-connect-four.yaml", "fixtures/submissions/arm-connect-four/wrong-winner.s"),
    ] {
        let plan = Plan::new(load(Path::new(spec)).expect("the spec is valid"));
        let submission = found(path, &plan).into_iter().next().expect("there is one");
        let whole = covered(&plan, &submission);
        let union = whole.union();
        let mut sum = vec![0; union.lines.len()];
        for (index, case) in whole.cases.iter().enumerate() {
            let coverage = case.coverage.as_ref().expect("it is counted");
            sum.iter_mut().zip(&coverage.lines).for_each(|(sum, count)| *sum += count);
            // Of many tests some.
            if index % 20 != 0 {
                continue;
            }
            let id = &plan.cases[case.case].case.id;
            let mut wanted = Wanted::default();
            wanted.case(id);
            let selection = Selection::new(&wanted, &plan.spec, std::slice::from_ref(&submission));
            let alone = covered(&plan.clone().of_selection(&Arc::new(selection)), &submission);
            assert_eq!(alone.cases.len(), 1, "{spec} {id}");
            let alone = alone.cases[0].coverage.as_ref().expect("it is counted");
            assert_eq!((&alone.lines, &alone.branches), (&coverage.lines, &coverage.branches), "{spec} {id}");
        }
        assert_eq!(sum, union.lines, "{spec}");
        assert!(union.lines.iter().any(|count| *count > 0), "{spec}");
    }
}

/// A subroutine of the course that stands in for one of the program's is none of its lines.
#[test]
fn a_stand_in_is_not_counted_as_the_students_own() {
    let plan = Plan::new(load(Path::new("fixtures/coverage/stand-in.yaml")).expect("the spec is valid"));
    let submission = found("fixtures/coverage/stand-in.asm", &plan).remove(0);
    let covered = covered(&plan, &submission);
    let coverage = covered.union();
    let text = fs::read_to_string("fixtures/coverage/stand-in.asm").expect("it is text");
    for (line, count) in covered.map.lines().iter().zip(&coverage.lines) {
        let line = text.lines().nth(line.line - 1).expect("it is a line");
        assert_eq!(noted(line).map(|noted| noted.ran), Some(*count), "{line}");
    }
    let calls: Vec<(&str, u64)> = covered
        .map
        .subroutines()
        .iter()
        .zip(&coverage.subroutines)
        .map(|(subroutine, calls)| (subroutine.name.as_str(), *calls))
        .collect();
    assert_eq!(calls, [("DOUBLE", 1), ("ADDED", 0)]);
}

/// A command line without a cache; its arguments have no blanks in them.
fn grader(arguments: &str) -> Output {
    let mut command = Command::new(cargo_bin!("grader"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments.split_whitespace())
        .env("GRADER_CACHE", "off");
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {said}");
    output
}

fn printed(arguments: &str) -> String {
    String::from_utf8(grader(arguments).stdout).expect("it is text")
}

const ONE: &str = "fixtures/coverage/lc3-ways.asm --spec fixtures/coverage/spec.yaml";

#[test]
fn every_format_reads_as_its_file() {
    for (format, name) in
        [("text --tests", "txt"), ("text --lang vi", "vi.txt"), ("json", "json"), ("lcov", "info")]
    {
        let written = printed(&format!("coverage {ONE} --format {format}"));
        let path = format!("{}/fixtures/coverage/expected.{name}", env!("CARGO_MANIFEST_DIR"));
        expect_test::expect_file![path].assert_eq(&written);
    }
}

#[test]
fn the_published_schema_fits_what_is_written() {
    let schema = grader::report::coverage_schema();
    expect_test::expect_file!["../docs/coverage.schema.json"].assert_eq(&schema);
    let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
    for arguments in [ONE, "fixtures/reports/does-not-assemble.asm --spec fixtures/reports/spec.yaml"] {
        let written = printed(&format!("coverage {arguments} --format json"));
        let mut document: Value = serde_json::from_str(&written).expect("it is JSON");
        assert_eq!(complaints(&schema, &document), [""; 0], "{arguments}");
        document["submissions"][0]["files"] = Value::from("many");
        assert_ne!(complaints(&schema, &document), [""; 0]);
    }
}

/// A tracefile as its manual page describes it: the sums of each section are those of its records.
fn check_trace(trace: &str) -> usize {
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut is_named, mut sections) = (false, 0);
    for line in trace.lines() {
        let (record, rest) = line.split_once(':').unwrap_or((line, ""));
        let fields: Vec<&str> = rest.split(',').collect();
        let mut add = |name, by| *sums.entry(name).or_default() += by;
        let hit = |count: &str| u64::from(count != "-" && count.parse::<u64>().expect("a number") > 0);
        match record {
            "TN" => {
                assert!(rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{line}");
                is_named = true;
            }
            "SF" => assert!(is_named && Path::new(rest).is_file(), "{line}"),
            "FN" => add("FNF", 1),
            "FNDA" => add("FNH", hit(fields[0])),
            "BRDA" => {
                assert_eq!(fields.len(), 4, "{line}");
                add("BRF", 1);
                add("BRH", hit(fields[3]));
            }
            "DA" => {
                add("LF", 1);
                add("LH", hit(fields[1]));
            }
            "FNF" | "FNH" | "BRF" | "BRH" | "LF" | "LH" => {
                assert_eq!(sums.remove(record).unwrap_or(0).to_string(), rest, "{line}");
            }
            "end_of_record" => {
                assert!(sums.is_empty(), "{sums:?}");
                sections += 1;
            }
            other => panic!("unknown: {other}"),
        }
    }
    sections
}

#[test]
fn tracefiles_are_what_lcov_reads() {
    let folder = TempDir::new().expect("there is room for a folder");
    let trace = folder.path().join("all.info");
    let several =
        "fixtures/submissions/mips-gomoku/full-files --one --spec specs/mips-gomoku.yaml -k corners";
    for arguments in [ONE, several] {
        let written = printed(&format!("coverage {arguments} --format lcov"));
        assert!(check_trace(&written) > 1);
        fs::write(&trace, written).expect("the folder is ours");
        let has_lcov = Command::new("lcov").arg("--version").output().is_ok_and(|done| done.status.success());
        if !has_lcov {
            // Ordinary output is shown for failing tests only.
            writeln!(std::io::stderr(), "skipped: there is no lcov").expect("it is taken");
            continue;
        }
        let ran = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
            let done = command.args(["--rc", "lcov_branch_coverage=1"]).output().expect("it runs");
            let said =
                format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
            assert!(done.status.success() && !said.to_lowercase().contains("error"), "{program}: {said}");
            said
        };
        let path = trace.to_str().expect("the path is text");
        let summary = ran("lcov", &["--summary", path]);
        let text = printed(&format!("coverage {arguments}"));
        if arguments == ONE {
            for figure in ["19 of 23", "4 of 8", "2 of 3"] {
                assert!(text.contains(figure) && summary.contains(figure), "{figure}\n{text}\n{summary}");
            }
        }
        let pages = folder.path().join("pages");
        let pages = pages.to_str().expect("the path is text");
        ran("genhtml", &["--show-details", "--branch-coverage", "-o", pages, path]);
    }
}

/// A program that takes another way for each key, graded by a hidden test too: which way that is would tell the key.
#[test]
fn students_do_not_learn_what_hidden_tests_type() {
    let plan = Plan::new(load(Path::new("fixtures/coverage/spec.yaml")).expect("the spec is valid"));
    let plan = Plan { counting: Counting::Groups, ..plan };
    let submission = found("fixtures/coverage/hidden/keys.asm", &plan).remove(0);
    let graded = grade_submission(&plan, &submission);
    let book = Gradebook::of_one(&plan.spec, &graded);
    let pages_for =
        |audience| pages(&book.shown_to(audience), grader::diagnostics::Language::English)[1].1.clone();
    let line = |page: &str, number: usize| {
        let start = page.find(&format!("id=\"line-{number}\"")).expect("the line is there");
        let start = page[..start].rfind('<').expect("it is in a tag");
        page[start..].split('>').next().unwrap_or_default().to_owned()
    };
    let text = fs::read_to_string("fixtures/coverage/hidden/keys.asm").expect("it is text");
    let number_of =
        |words: &str| 1 + text.lines().position(|line| line.contains(words)).expect("a line has these words");
    let (shown, hidden) = (number_of("; of the test that is shown"), number_of("; of the hidden test"));
    let staff = pages_for(Audience::Staff);
    assert!(line(&staff, shown).contains("ran") && line(&staff, hidden).contains("ran"));
    let student = pages_for(Audience::Student { after_due: false });
    assert!(line(&student, shown).contains("ran") && line(&student, hidden).contains("never"), "{student}");
    assert!(student.contains("Tests whose input is not shown to you are not counted."));
    assert!(!staff.contains("Tests whose input is not shown to you are not counted."));
    // On the command line too.
    let listed = printed(
        "coverage fixtures/coverage/hidden/keys.asm --spec fixtures/coverage/spec.yaml --audience student --format lcov",
    );
    assert!(listed.contains("TN:shown") && !listed.contains("hidden_case"));
}

/// Pages are the same whether results come from a run, from the cache, or from the records of parts.
#[test]
fn coverage_is_the_same_wherever_results_come_from() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let class = "fixtures/subroutines/lc3 --spec fixtures/subroutines/lc3.yaml --table -q";
    let run = |arguments: &str| {
        let done = Command::new(cargo_bin!("grader"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments.split_whitespace())
            .env("GRADER_CACHE", path("cache"))
            .output()
            .expect("it runs");
        assert!(done.status.success(), "{arguments}: {}", String::from_utf8_lossy(&done.stderr));
    };
    // Results without coverage are kept first, and do not serve for pages.
    run(&format!("run {class}"));
    for name in ["first", "again"] {
        run(&format!("run {class} --format html={}", path(name)));
    }
    for part in [1, 2] {
        run(&format!(
            "run {class} --partition hash:{part}/2 --coverage --record {}",
            path(&format!("{part}.record"))
        ));
    }
    run(&format!(
        "merge {} {} --spec fixtures/subroutines/lc3.yaml --table --format html={}",
        path("1.record"),
        path("2.record"),
        path("merged")
    ));
    let contents = |name: &str| {
        let mut files: Vec<(String, String)> = fs::read_dir(folder.path().join(name).join("students"))
            .expect("the pages are there")
            .map(|entry| {
                let path = entry.expect("it can be listed").path();
                (
                    path.file_name().expect("it has a name").to_string_lossy().into_owned(),
                    fs::read_to_string(&path).expect("it is text"),
                )
            })
            .collect();
        files.sort();
        files
    };
    let first = contents("first");
    assert!(first.iter().any(|(_, page)| page.contains("never ran") && page.contains("class=\"ran\"")));
    for name in ["again", "merged"] {
        assert!(contents(name) == first, "{name}");
    }
}

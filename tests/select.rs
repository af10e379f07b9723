//! Selections: `-k`, `-E`, `--lf`, `-x` and `--list`. What is judged of a part is what is judged of the whole, and no part has a
//! score.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use assert_cmd::cargo::cargo_bin;
use grader::diagnostics::{SourceFile, Sources, Style, render};
use grader::grade::{
    Failed, Graded, Plan, Selection, Verdict, Wanted, grade, grade_in_parts, grade_one, part_size,
};
use grader::report::FORMATS;
use grader::spec::{Spec, load};
use grader::submission::{Discovery, Folders, discover};
use proptest::prelude::*;
use tempfile::TempDir;

const CLASS: &str = "fixtures/submissions/lc3";
const SPEC: &str = "specs/lc3-ee306.yaml";

fn grader(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(cargo_bin!("grader"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code().expect("it ends"), text(output.stdout), text(output.stderr))
}

fn expression(source: &str) -> Result<Wanted, String> {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::from_bytes("-E".to_owned(), source.as_bytes()));
    let mut wanted = Wanted::default();
    match wanted.expression(source, file) {
        Ok(()) => Ok(wanted),
        Err(mistake) => Err(render(&mistake, &sources, Style::default())),
    }
}

fn class(spec: &Spec, class: &str) -> Discovery {
    discover(&[class.into()], Folders::Classes, &spec.submission).expect("the class is there")
}

/// The submissions with the numbers of their cases, in the words of the spec.
fn chosen(spec: &Spec, discovery: &Discovery, source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let wanted = expression(source).unwrap_or_else(|mistake| panic!("{mistake}"));
    let selection = Selection::new(&wanted, spec, &discovery.submissions);
    let ids: Vec<&str> = spec.cases().map(|case| case.id.as_str()).collect();
    let of = |id: &str| selection.cases_of(id).into_iter().map(|case| ids[case].to_owned()).collect();
    let submissions = discovery.submissions.iter().filter(|submission| selection.has(&submission.id));
    submissions.map(|submission| (submission.id.clone(), of(&submission.id))).collect()
}

#[test]
fn expressions_mean_what_they_say() {
    let spec = load(Path::new("fixtures/small/average.yaml")).expect("the spec is valid");
    let found = class(&spec, "fixtures/small/average");
    let ids: BTreeSet<String> = found.submissions.iter().map(|submission| submission.id.clone()).collect();
    let cases: BTreeSet<String> = spec.cases().map(|case| case.id.clone()).collect();
    let first_group: BTreeSet<String> = spec.groups[0].cases.iter().map(|case| case.id.clone()).collect();
    let (group, title) = (spec.groups[0].id.as_str(), spec.groups[0].title.both().0);
    let one_case = cases.first().expect("there are cases").as_str();
    let students = |source: &str| chosen(&spec, &found, source).into_keys().collect::<BTreeSet<String>>();
    let tests = |source: &str| {
        let chosen = chosen(&spec, &found, source);
        assert!(chosen.values().all(|cases| Some(cases) == chosen.values().next()), "{source}");
        chosen.into_values().next().unwrap_or_default()
    };
    let only = |name: &str| BTreeSet::from([name.to_owned()]);
    let without = |all: &BTreeSet<String>, name: &str| -> BTreeSet<String> {
        all.iter().filter(|other| *other != name).cloned().collect()
    };
    assert!(ids.contains("right") && ids.len() > 3 && cases.len() > 3);
    for source in [
        "student(right)",
        "student( RIGHT )",
        "student('right')",
        "student(\"right\")",
        "student(r*ht)",
        "student(?ight)",
        "student(/^rig/)",
        "STUDENT(/GHT$/)",
        "(student(right))",
        "not not student(right)",
    ] {
        assert_eq!(students(source), only("right"), "{source}");
    }
    for source in
        ["!student(right)", "not student(right)", "! student(right)", "!(student(right) | student(none))"]
    {
        assert_eq!(students(source), without(&ids, "right"), "{source}");
    }
    for source in [&format!("group({group})"), &format!("group('{title}')"), &format!("GROUP(/^{group}$/)")] {
        assert_eq!(tests(source), first_group, "{source}");
    }
    assert_eq!(tests(&format!("case({one_case})")), only(one_case));
    assert_eq!(tests(&format!("case(*) & !case({one_case})")), without(&cases, one_case));
    // A name stands for all of it, quotation marks for themselves, and blanks around it for nothing.
    for nothing in ["student(righ)", "student('r*ht')", "student(/^$/)", "case(*) and not case(*)"] {
        assert_eq!(students(nothing), BTreeSet::new(), "{nothing}");
    }
    // `and` binds closer than `or`, and `not` closest.
    let mixed = format!("student(right) | !student(right) && case({one_case})");
    let chosen = chosen(&spec, &found, &mixed);
    assert_eq!(chosen.len(), ids.len());
    for (id, of) in chosen {
        assert_eq!(of, if id == "right" { cases.clone() } else { only(one_case) }, "{id}");
    }
}

/// Each mistake with its place.
#[test]
fn mistakes_in_expressions_are_shown_where_they_are() {
    let mut said = String::new();
    let deep = "(".repeat(200);
    for source in [
        "",
        "   ",
        "stduent(an)",
        "an",
        "student",
        "student an",
        "student()",
        "student(an",
        "(student(an)",
        "student(an))",
        "student(an) group(x)",
        "student(an) &",
        "| student(an)",
        "student(an) and or case(x)",
        "!",
        "()",
        "case(/a(b/)",
        "case(/ab)",
        "case('ab)",
        "case(/a/ b)",
        "họctrò(an)",
        "student(an) → case(b)",
        &deep,
    ] {
        let mistake = expression(source).err().unwrap_or_else(|| panic!("`{source}` is taken"));
        assert!(mistake.contains("selection::syntax") && mistake.contains('^'), "{source}: {mistake}");
        said += &mistake;
        said.push('\n');
    }
    expect_test::expect_file!["../fixtures/expected/selections.txt"].assert_eq(&said);
    let (code, out, err) = grader(&["run", CLASS, "--spec", SPEC, "-E", "stduent(an)"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("did you mean `student`?") && err.contains("--> -E:1:1"), "{err}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Whatever is typed is taken or refused with a place in it.
    #[test]
    fn no_expression_breaks_the_reader(source in r#"([a-z!&|()/*?'" é]|student\(|case\(|and |or |not ){0,24}"#) {
        if let Err(mistake) = expression(&source) {
            prop_assert!(mistake.contains("-E:1:"), "{}: {}", source, mistake);
        }
    }
}

/// A case of a part as it is judged in the whole: its verdict, and the first place where it goes wrong.
fn judged<'g>(ids: &'g [String], graded: &'g Graded) -> BTreeMap<&'g str, (Verdict, Option<usize>)> {
    let results = ids.iter().zip(&graded.results);
    results
        .map(|(id, result)| {
            (id.as_str(), (result.verdict, result.failure.as_ref().map(|failure| failure.turn)))
        })
        .collect()
}

/// A random part of each class has the verdicts of the whole, and no score.
#[test]
fn a_part_is_judged_as_in_the_whole() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let mut compared = 0;
    for (spec, folder, rounds) in [
        ("specs/lc3-ee306.yaml", CLASS, 3),
        ("fixtures/small/average.yaml", "fixtures/small/average", 8),
        ("fixtures/subroutines/lc3.yaml", "fixtures/subroutines/lc3", 8),
        ("fixtures/score/spec.yaml", "fixtures/score/class", 8),
        ("specs/mips-gomoku.yaml", "fixtures/submissions/mips-gomoku", 1),
    ] {
        let Ok(spec) = load(Path::new(spec)) else { panic!("{spec} is not valid") };
        let mut found = class(&spec, folder);
        // Dialogues take longer than the others.
        found.submissions.truncate(if spec.dialogue.is_some() { 8 } else { 24 });
        let plan = Plan::new(spec);
        let whole = grade(&plan, &found, &|_| {});
        let ids: Vec<String> = plan.spec.cases().map(|case| case.id.clone()).collect();
        let whole: BTreeMap<&str, &Graded> =
            whole.submissions.iter().map(|graded| (graded.id.as_str(), graded)).collect();
        for _ in 0..rounds {
            let mut wanted = Wanted::default();
            let share = random() % 5 + 2;
            let some = |random: &mut dyn FnMut() -> u64| -> Vec<String> {
                ids.iter().filter(|_| random().is_multiple_of(share)).cloned().collect()
            };
            let mut failed = Failed::new(&plan.spec);
            found.submissions.iter().for_each(|one| failed.set(one.id.clone(), &some(&mut random)));
            wanted.failed(failed);
            let selection = Arc::new(Selection::new(&wanted, &plan.spec, &found.submissions));
            let plan = plan.clone().of_selection(&selection);
            let mut part = found.clone();
            part.submissions.retain(|submission| selection.has(&submission.id));
            for book in grade_in_parts(&plan, &part, part_size(), &|submission| grade_one(&plan, submission))
            {
                let of_book: Vec<String> = book.spec.cases().map(|case| case.id.clone()).collect();
                for graded in &book.submissions {
                    let all = whole[graded.id.as_str()];
                    let expected: Vec<String> =
                        selection.cases_of(&graded.id).into_iter().map(|case| ids[case].clone()).collect();
                    assert_eq!(of_book, expected, "{}", graded.id);
                    let is_whole = of_book.len() == ids.len();
                    assert_eq!(graded.score().is_some(), is_whole && all.score().is_some(), "{}", graded.id);
                    let before = judged(&ids, all);
                    for (id, verdict) in judged(&of_book, graded) {
                        assert_eq!(
                            verdict.0.earns(),
                            before[id].0.earns(),
                            "{} {id}: {verdict:?}, {:?}",
                            graded.id,
                            before[id]
                        );
                        assert_eq!(verdict.0.is_judged(), before[id].0.is_judged(), "{} {id}", graded.id);
                        assert_eq!(verdict.1, before[id].1, "{} {id}", graded.id);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 2000, "{compared} cases");
}

/// There is no way to get a number for a part that could be taken for a score.
#[test]
fn no_part_has_a_score() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let part = ["run", CLASS, "--spec", SPEC, "-E", "case(diagonal*)"];
    let with = |more: &[&str]| grader(&[&part, more].concat());
    for format in FORMATS {
        let output = format!("{}={}", format.id, path("out/"));
        let (code, out, err) = with(&["--format", &output]);
        assert_eq!((code, out.as_str()), (2, ""), "{output}");
        assert!(err.contains("--format is for whole gradings"), "{err}");
    }
    for more in [["--log", &path("log")], ["--marks", &path("marks")], ["--fail-below", "50"]] {
        let (code, out, err) = with(&more);
        assert_eq!((code, out.as_str()), (2, ""), "{more:?}");
        assert!(err.contains(more[0]), "{err}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 0);
    let (_, out, _) = with(&["--all"]);
    assert!(out.contains("of 17 tests, so that there are no scores"), "{out}");
    assert!(!out.contains("points") && !out.contains("median"), "{out}");
    // Whole submissions have their scores, in every report.
    let csv = format!("csv={}", path("some.csv"));
    let (code, _, err) =
        grader(&["run", CLASS, "--spec", SPEC, "-E", "student(full-p*)", "--format", &csv, "--table"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("note: 1 of 70 submissions"), "{err}");
    let table = fs::read_to_string(path("some.csv")).expect("it is written");
    assert!(table.contains("\nfull-polling,100.00,"), "{table}");
}

#[test]
fn what_failed_last_is_read_from_reports_and_logs() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (json, jsonl, log) = (path("r.json"), path("r.jsonl"), path("log"));
    let formats = [format!("json={json}"), format!("jsonl={jsonl}")];
    grader(&[
        "run",
        CLASS,
        "--spec",
        SPEC,
        "--table",
        "--format",
        &formats[0],
        "--format",
        &formats[1],
        "--log",
        &log,
    ]);
    // The end of a line that was being written when the run was killed.
    let whole = fs::read_to_string(&log).expect("it is written");
    fs::write(&log, whole + "{\"id\":\"full-pol").expect("the folder is ours");
    let list = |report: &str| grader(&["run", CLASS, "--spec", SPEC, "--lf", report, "--list"]);
    let (code, listed, err) = list(&json);
    assert_eq!(code, 0, "{err}");
    assert!(
        listed.contains("trap-diagonal-short\n  diagonals: diagonal-5 diagonal-6 diagonal-7 diagonal-8\n"),
        "{listed}"
    );
    assert!(!listed.contains("full-polling"), "{listed}");
    assert_eq!(list(&jsonl).1, listed);
    assert_eq!(list(&log).1, listed);
    let (_, again, _) = grader(&["run", CLASS, "--spec", SPEC, "--lf", &json, "--table"]);
    assert!(again.contains("  trap-diagonal-short") && again.contains("0/4"), "{again}");
    // With an expression, what fits both.
    let (_, both, _) = grader(&["run", CLASS, "--spec", SPEC, "--lf", &json, "-k", "DIAGONAL-7", "--list"]);
    assert!(both.contains("trap-diagonal-short\n"), "{both}");
    assert!(
        both.lines().filter(|line| line.starts_with(' ')).all(|line| line == "  diagonals: diagonal-7"),
        "{both}"
    );
    // Nothing failed, so that there is nothing to do.
    let one = format!("json={json}");
    grader(&["run", &format!("{CLASS}/full-polling.asm"), "--spec", SPEC, "--format", &one]);
    let (code, _, err) = list(&json);
    assert_eq!(code, 4, "{err}");
    for (wrong, bytes) in
        [("none", "hello"), ("empty", ""), ("other", "{\"tests\": []}"), ("newer", "{\"format\": 99}")]
    {
        fs::write(path(wrong), bytes).expect("the folder is ours");
        let (code, _, err) = list(&path(wrong));
        assert!(code == 5 || (wrong == "empty" && code == 4), "{wrong}: {code} {err}");
    }
    assert_eq!(list(&path("nowhere")).0, 5);
}

/// Without a report the last run of the same submissions counts: what passes by and by is left out, as it is repaired.
#[test]
fn what_failed_in_the_last_run_is_known() {
    let folder = TempDir::new().expect("there is room for a folder");
    let class = folder.path().join("class");
    fs::create_dir(&class).expect("the folder is ours");
    let put = |name: &str, from: &str| {
        fs::copy(format!("{CLASS}/{from}.asm"), class.join(format!("{name}.asm")))
            .expect("the folder is ours");
    };
    put("a", "trap-diagonal-short");
    put("b", "trap-zero-accepted");
    put("c", "full-polling");
    let run = |cache: &Path, more: &[&str]| {
        let output = Command::new(cargo_bin!("grader"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("GRADER_CACHE", cache)
            .args(["run", class.to_str().expect("our own paths are text"), "--spec", SPEC])
            .args(more)
            .output()
            .expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
        (output.status.code().expect("it ends"), text(output.stdout), text(output.stderr))
    };
    let cache = folder.path().join("cache");
    let (code, _, err) = run(&cache, &["--lf"]);
    assert_eq!(code, 2);
    assert!(err.contains("no earlier run of these submissions is known"), "{err}");
    let list = || run(&cache, &["--list", "--lf"]).1;
    run(&cache, &["--table"]);
    let diagonals = "a\n  diagonals: diagonal-5 diagonal-6 diagonal-7 diagonal-8\n";
    assert_eq!(list(), format!("{diagonals}b\n  input: zero\n"));
    // Only what is graded changes.
    put("b", "full-polling");
    assert!(run(&cache, &["-E", "student(b) & case(zero)"]).1.contains("1 of 1 selected tests passed"));
    assert_eq!(list(), diagonals);
    put("a", "trap-missed-diagonal");
    assert!(run(&cache, &["--lf", "--table"]).1.contains("4 of 4 selected tests passed"));
    assert_eq!(run(&cache, &["--list", "--lf"]).0, 4, "nothing that failed is left");
    // A whole run starts from nothing.
    run(&cache, &["--table"]);
    assert_eq!(list(), "a\n  diagonals: diagonal-1 diagonal-2 diagonal-3 diagonal-4\n");
    // Of other submissions, and where nothing is kept, nothing is known.
    assert_eq!(run(Path::new("off"), &["--lf"]).0, 2);
    let cleared =
        Command::new(cargo_bin!("grader")).env("GRADER_CACHE", &cache).args(["cache", "--clear"]).output();
    assert!(cleared.expect("it runs").status.success());
    assert_eq!(run(&cache, &["--lf"]).0, 2);
}

#[test]
fn grading_stops_after_the_first_that_fails() {
    let folder = TempDir::new().expect("there is room for a folder");
    for (name, from) in [("a", "full-polling"), ("b", "trap-diagonal-short"), ("c", "full-enter-cr")] {
        fs::copy(format!("{CLASS}/{from}.asm"), folder.path().join(format!("{name}.asm")))
            .expect("the folder is ours");
    }
    // A student who handed in nothing stops nothing.
    let roster = folder.path().join("roster.csv");
    fs::write(&roster, "name\na\nA Nobody\nb\nc\n").expect("the folder is ours");
    let csv = folder.path().join("out.csv");
    let class = folder.path().to_string_lossy().into_owned();
    let (csv_output, roster) = (format!("csv={}", csv.display()), roster.to_string_lossy().into_owned());
    let (code, out, err) = grader(&[
        "run",
        &class,
        "--spec",
        SPEC,
        "-x",
        "--table",
        "--roster",
        &roster,
        "--format",
        &csv_output,
    ]);
    assert_eq!(code, 6, "{err}");
    assert!(err.contains("stopped after b, of which a test failed"), "{err}");
    assert!(out.contains("  b ") && !out.contains("  c "), "{out}");
    let written = fs::read_to_string(csv).expect("it is written");
    assert!(written.contains("\nb,") && !written.contains("\nc,"), "{written}");
    let (code, out, err) = grader(&["run", &class, "--spec", SPEC, "-x", "--table", "-E", "!student(b)"]);
    assert_eq!(code, 0, "{err}");
    assert!(!err.contains("stopped") && out.contains("  c "), "{out}{err}");
}

#[test]
fn a_list_shows_what_would_be_graded_and_grades_nothing() {
    let (code, out, err) = grader(&[
        "run",
        CLASS,
        "--spec",
        SPEC,
        "--list",
        "-E",
        "student(full-[*) | student(full-p*) & case(/diagonal-[56]/)",
    ]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out, "full-polling\n  diagonals: diagonal-5 diagonal-6\n");
    // All of it.
    let (code, out, _) = grader(&["run", CLASS, "--spec", SPEC, "--list"]);
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 70 + 4, "{out}");
    let (code, _, err) = grader(&["run", CLASS, "--spec", SPEC, "--list", "-k", "diagnal"]);
    assert_eq!(code, 4);
    assert!(err.contains("no test of any submission is what was asked for"), "{err}");
    let (_, _, err) =
        grader(&["run", CLASS, "--spec", SPEC, "--list", "-E", "case(diagonal5) | case(diagonal-6)"]);
    assert!(err.contains("nothing is called `diagonal5`; did you mean `diagonal-5`?"), "{err}");
}

//! The tests of a spec, tested: the holes reported for `fixtures/selfcheck`, and that the shipped specs know
//! their own programs.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use grader::diagnostics::Language;
use grader::grade::Plan;
use grader::report::terminal::selfcheck;
use grader::selfcheck::{Checked, Fate, Known, Search, Suspects, grade_known};
use grader::spec::{Fails, Spec, load};
use grader::submission::{Folders, Submission, discover, matching};

fn found(spec: &Spec, folder: &Path, pattern: &str) -> Vec<Submission> {
    let paths: Vec<PathBuf> = matching(folder, pattern).expect("the folder can be listed");
    assert!(!paths.is_empty(), "nothing fits {pattern}");
    discover(&paths, Folders::Submissions, &spec.submission).expect("the files are there").submissions
}

fn known(spec: &Spec, folder: &Path) -> Vec<Known> {
    let good = spec.selfcheck.good.iter().map(|pattern| (pattern, None));
    let bad = spec.selfcheck.bad.iter().map(|bad| (&bad.program, Some(bad.fails.clone())));
    let each = good.chain(bad);
    let programs = each.flat_map(|(pattern, fails): (&String, Option<Fails>)| {
        let found = found(spec, folder, pattern).into_iter();
        found.map(move |submission| Known { submission, fails: fails.clone() })
    });
    programs.collect()
}

/// The result of the self-check of a spec; without its wrong programs if only the mutants matter.
fn checked(plan: &Plan, known: &[Known], search: Search) -> Checked<'static> {
    let plan: &'static Plan = Box::leak(Box::new(plan.clone()));
    let good = known.iter().filter(|known| known.fails.is_none());
    let judge = |known: &Known| {
        let suspects = Suspects::of(plan, &known.submission, 1000).expect("it is a program");
        suspects.judge(search, &|_| {})
    };
    Checked {
        plan,
        known: grade_known(plan, known),
        models: good.map(judge).collect(),
        at_least: 95,
        is_thorough: search == Search::Second,
    }
}

#[test]
fn holes_are_told_in_both_languages() {
    let folder = Path::new("fixtures/selfcheck");
    for (name, spec) in [("digit", "spec.yaml"), ("noise", "noise.yaml")] {
        let plan = Plan::new(load(&folder.join(spec)).expect("the spec is valid"));
        let checked = checked(&plan, &known(&plan.spec, folder), Search::Second);
        assert!(!checked.is_good());
        for (language, suffix) in [(Language::English, "en"), (Language::Vietnamese, "vi")] {
            let golden = std::env::current_dir().expect("there is a folder to work in");
            let golden = golden.join(folder).join(format!("{name}.{suffix}.txt"));
            expect_file![golden].assert_eq(&plain(&selfcheck::render(&checked, language)));
        }
    }
}

/// What becomes of a mutant depends on no other one.
#[test]
fn parts_put_together_are_the_whole() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let said = |more: &[&str], code: i32| {
        let arguments = ["selfcheck", "--spec", "fixtures/selfcheck/spec.yaml", "-q"];
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("grader");
        let output = command.args(arguments).args(more).assert().code(code).get_output().stdout.clone();
        String::from_utf8(output).expect("it is text")
    };
    let whole = said(&[], 1);
    for scheme in ["hash", "slice"] {
        let parts = [1, 2, 3].map(|part| {
            let path = folder.path().join(format!("{scheme}-{part}")).to_string_lossy().into_owned();
            assert_eq!(said(&["--partition", &format!("{scheme}:{part}/3"), "--record", &path], 0), "");
            path
        });
        let [one, two, three] = &parts;
        assert_eq!(said(&["--parts", three, one, two], 1), whole, "{scheme}");
        said(&["--parts", three, one], 2);
        said(&["--most", "10", "--parts", three, one, two], 2);
    }
}

/// Mistakes in C are made in the source.
#[test]
fn holes_of_tests_for_c_are_told_by_its_lines() {
    let folder = Path::new("fixtures/selfcheck/c");
    let plan = Plan::new(load(&folder.join("spec.yaml")).expect("the spec is valid"));
    if plan.spec.machine.tools().is_none() {
        writeln!(std::io::stderr(), "skipped: there is no arm-none-eabi-gcc with newlib to compile C with")
            .expect("there is somewhere to say it");
        return;
    }
    let checked = checked(&plan, &known(&plan.spec, folder), Search::Second);
    assert!(!checked.is_good());
    let model = &checked.models[0];
    let fates = |line: &str| -> Vec<&Fate> {
        let of_line = model.judged.iter().filter(|judged| judged.mutant.place == format!("marks.c:{line}"));
        of_line.map(|judged| &judged.fate).collect()
    };
    assert!(fates("38").iter().all(|fate| matches!(fate, Fate::Noticed { .. })), "the sum is looked at");
    assert!(fates("39").iter().all(|fate| matches!(fate, Fate::Equivalent(_))), "nothing uses it");
    assert_eq!(model.count(|fate| *fate == Fate::Rejected), 2, "addresses have a difference and no sum");
    for (language, suffix) in [(Language::English, "en"), (Language::Vietnamese, "vi")] {
        let golden = std::env::current_dir().expect("there is a folder to work in");
        let golden = golden.join(folder).join(format!("marks.{suffix}.txt"));
        expect_file![golden].assert_eq(&plain(&selfcheck::render(&checked, language)));
    }
}

/// A mistake that shows on another machine of the spec alone is noticed, as grading notices it.
#[test]
fn mutants_are_judged_on_all_machines_of_the_spec() {
    let folder = Path::new("fixtures/selfcheck");
    let mut spec = load(&folder.join("machines.yaml")).expect("the spec is valid");
    let fates = |spec: &Spec| -> Vec<(String, Fate)> {
        let plan = Plan::new(spec.clone());
        let checked = checked(&plan, &known(spec, folder), Search::First);
        let judged = checked.models.into_iter().flat_map(|model| model.judged);
        judged.map(|judged| (judged.mutant.place, judged.fate)).collect()
    };
    let of_clearing = |fates: Vec<(String, Fate)>| -> Vec<bool> {
        let at = fates.into_iter().filter(|(place, _)| place.ends_with(":3"));
        at.map(|(_, fate)| matches!(fate, Fate::Noticed { .. })).collect()
    };
    // The constant is one more or one less.
    assert_eq!(of_clearing(fates(&spec)), [true, true]);
    spec.runs.clear();
    assert_eq!(of_clearing(fates(&spec)), [false, false]);
}

#[test]
fn the_first_failure_and_all_cases_agree_in_what_is_noticed() {
    let folder = Path::new("fixtures/selfcheck");
    let plan = Plan::new(load(&folder.join("spec.yaml")).expect("the spec is valid"));
    let known = known(&plan.spec, folder);
    let fates = |search| {
        let checked = checked(&plan, &known, search);
        let judged = checked.models.into_iter().flat_map(|model| model.judged);
        judged
            .map(|judged| match judged.fate {
                // Which cases notice it is what the two differ in.
                Fate::Noticed { .. } => Fate::Noticed { by: Vec::new() },
                other => other,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(fates(Search::First), fates(Search::Second));
}

#[test]
fn shipped_specs_name_programs_that_are_there() {
    let folder = Path::new("specs");
    for name in
        ["lc3", "mips-four", "mips-gomoku", "arm-connect-four", "arm-connect-four-computer", "c-connect-four"]
    {
        let plan = Plan::new(load(&folder.join(format!("{name}.yaml"))).expect("the spec is valid"));
        let known = known(&plan.spec, folder);
        assert!(known.iter().any(|known| known.fails.is_none()), "{name} has no correct program");
        // The results of the programs of the other specs are in `fixtures/expected`, and take longer.
        let graded = if name == "lc3" { grade_known(&plan, &known) } else { Vec::new() };
        for outcome in graded {
            assert!(outcome.is_as_stated, "{name}: {outcome:?}");
        }
    }
}

/// The number of mutants of each correct program that are judged here; all of them are judged by the commands
/// that `docs/spec.md` gives.
const SAMPLE: usize = 20;

#[test]
fn of_a_sample_of_mistakes_most_are_noticed_and_no_proof_is_wrong() {
    let folder = Path::new("specs");
    let plan = Plan::new(load(&folder.join("lc3.yaml")).expect("the spec is valid"));
    for known in known(&plan.spec, folder).iter().filter(|known| known.fails.is_none()) {
        let suspects = || Suspects::of(&plan, &known.submission, SAMPLE).expect("it is a program");
        let model = suspects().judge(Search::First, &|_| {});
        assert!(model.stale.is_empty(), "{}: {:?}", model.id, model.stale);
        let (noticed, all) = model.noticed();
        assert!(noticed * 100 >= 70 * all, "of the sample of {}, {noticed} of {all}", model.id);
        for judged in suspects().doubted().judge(Search::First, &|_| {}).judged {
            // A register that no code needs may be missed by the check of style that asks for all of them.
            let is_seen = matches!(&judged.fate, Fate::Noticed { by } if !by.is_empty());
            assert!(!is_seen, "{}: {judged:?}", model.id);
        }
    }
}

/// The text without the sequences that colour it.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for part in text.split('\u{1b}') {
        let rest = part.strip_prefix('[').and_then(|code| code.split_once('m'));
        plain.push_str(rest.map_or(part, |(_, rest)| rest));
    }
    plain
}

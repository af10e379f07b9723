//! Programs that are alike: rewritten copies are found, programs of different people are not taken for one, and no way to share
//! the work changes what is found.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::rewriting::{ALL, Rewriting, TONGUES, Tongue, rewritten};
use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use expect_test::expect_file;
use grader::likeness::{Class, Handout, Likeness, Pairs};
use grader::spec::{Spec, load};
use grader::submission::{Folders, Submission, Wanted, discover_named};

/// Programs of one assignment that have nothing to do with each other; copies are made of the first.
const OWN: [&[&str]; 3] = [
    &["full-polling.asm", "full-digit-enter.asm", "full-enter-cr.asm", "full-starter-style.asm"],
    &["full-report-style.asm", "full-vietnamese.asm", "full-integers.asm"],
    &["full-one-table.s", "full-four-routines.s", "full-gnu-digits.s", "full-own-words.s"],
];

/// At least so much of a copy is found in the original, in percent, whatever was done to it.
const LEAST_OF_COPIES: u16 = 70;
/// No more of an independent program is found in another one.
const MOST_OF_OTHERS: u16 = 35;

/// The programs with their names and sources.
fn programs(tongue: &Tongue, names: &[&str]) -> Vec<(String, String)> {
    let folder = PathBuf::from("fixtures/submissions").join(tongue.spec);
    let read = |name: &&str| {
        let bytes = fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        ((*name).to_owned(), String::from_utf8_lossy(&bytes).into_owned())
    };
    names.iter().map(read).collect()
}

fn found(spec: &Spec, folder: &Path) -> Vec<Submission> {
    let wanted = Wanted { folders: Folders::Classes, layout: None, rules: &spec.submission };
    discover_named(&[folder.to_owned()], wanted).expect("the class is there").submissions
}

/// All pairs of programs, by their names, with their likeness in percent.
fn compared(spec: &Spec, programs: &[(String, String)]) -> Vec<([String; 2], u16)> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, source) in programs {
        fs::write(folder.path().join(name), source).expect("the program can be written");
    }
    let handout = Handout::of(spec, &[]);
    let class = Class::read(spec, &handout, &found(spec, folder.path()), &[]);
    assert!(class.uncompared.is_empty(), "{:?}", class.uncompared);
    let id = |index: usize| class.members[index].id.clone();
    let pairs = Pairs::of(&class, Likeness::default(), |_| true);
    pairs.alike.iter().map(|pair| ([id(pair.one), id(pair.other)], pair.likeness.to_percent())).collect()
}

#[test]
fn copies_are_found_however_they_are_rewritten_and_nothing_else_is() {
    for (tongue, own) in TONGUES.iter().zip(OWN) {
        let spec = load(tongue.spec.as_ref()).expect("the spec is bundled");
        let own = programs(tongue, own);
        let (name, ending) = own[0].0.rsplit_once('.').expect("programs have endings");
        let ways = ALL.iter().map(|way| vec![*way]).chain([ALL.to_vec()]);
        for (seed, ways) in (1..).zip(ways) {
            let copy = rewritten(tongue, &spec, &own[0].1, &ways, seed);
            let all: Vec<_> = own.iter().cloned().chain([(format!("copy.{ending}"), copy)]).collect();
            for (pair, likeness) in compared(&spec, &all) {
                let is_copy = pair == ["copy".to_owned(), name.to_owned()];
                let is_right = if is_copy { likeness >= LEAST_OF_COPIES } else { likeness <= MOST_OF_OTHERS };
                assert!(is_right, "{}, {ways:?}: {pair:?} are alike by {likeness} %", tongue.spec);
            }
        }
    }
}

#[test]
fn other_names_registers_and_places_change_nothing_at_all() {
    for (tongue, own) in TONGUES.iter().zip(OWN) {
        let spec = load(tongue.spec.as_ref()).expect("the spec is bundled");
        let own = programs(tongue, &own[..1]);
        let ending = own[0].0.rsplit('.').next().expect("programs have endings");
        let ways = [Rewriting::Names, Rewriting::Registers, Rewriting::Order];
        for seed in 1..8 {
            let copy = rewritten(tongue, &spec, &own[0].1, &ways, seed);
            let pairs = compared(&spec, &[own[0].clone(), (format!("copy.{ending}"), copy)]);
            assert!(pairs[0].1 >= 99, "{} {seed}: {pairs:?}", tongue.spec);
        }
    }
}

#[test]
fn what_was_handed_out_and_what_many_have_says_nothing() {
    let tongue = &TONGUES[1];
    let spec = load(tongue.spec.as_ref()).expect("the spec is bundled");
    let same = &programs(tongue, &["full-report-style.asm"])[0].1;
    let folder = tempfile::tempdir().expect("a folder can be made");
    for name in ["an.asm", "binh.asm"] {
        fs::write(folder.path().join(name), same).expect("the program can be written");
    }
    let class = found(&spec, folder.path());
    let given = grader::diagnostics::SourceFile::from_bytes("start.asm", same.as_bytes());
    let handout = Handout::of(&spec, &[given]);
    let read = Class::read(&spec, &handout, &class, &[]);
    assert_eq!(read.uncompared.len(), 2, "nothing is their own");
    // Everybody has the same, but for one.
    for name in ["chi.asm", "dung.asm", "giang.asm"] {
        fs::write(folder.path().join(name), same).expect("the program can be written");
    }
    let other = &programs(tongue, &["full-integers.asm"])[0].1;
    fs::write(folder.path().join("hoa.asm"), other).expect("the program can be written");
    let handout = Handout::of(&spec, &[]);
    let read = Class::read(&spec, &handout, &found(&spec, folder.path()), &[]);
    let pairs = Pairs::of(&read, Likeness::percent(1.0), |_| true);
    assert!(pairs.alike.is_empty(), "{:?}", pairs.alike);
}

fn grader(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("grader");
    command.args(arguments);
    command
}

fn said(arguments: &[&str]) -> String {
    let output = grader(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("reports are text")
}

const CLASS: [&str; 5] = ["similar", "fixtures/submissions/mips-gomoku", "--spec", "mips-gomoku", "-q"];

#[test]
fn parts_put_together_are_the_whole() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (scheme, count) in [("hash", 3), ("slice", 5)] {
        let parts: Vec<String> = (1..=count).map(|number| path(&format!("{scheme}-{number}"))).collect();
        for (number, part) in (1..).zip(&parts) {
            let partition = format!("{scheme}:{number}/{count}");
            grader(&[&CLASS[..], &["--partition", &partition, "--record", part]].concat()).assert().success();
        }
        let mut arguments = [&CLASS[..], &["--format", "json=-", "--parts"]].concat();
        arguments.extend(parts.iter().rev().map(String::as_str));
        assert_eq!(said(&arguments), said(&[&CLASS[..], &["--format", "json=-"]].concat()), "{scheme}");
        arguments.pop();
        let missing = grader(&arguments).assert().code(2).get_output().stderr.clone();
        assert!(String::from_utf8_lossy(&missing).contains(&format!("part 1 of {count} is missing")));
        arguments.push(&parts[1]);
        let twice = grader(&arguments).assert().code(2).get_output().stderr.clone();
        assert!(String::from_utf8_lossy(&twice).contains("part 2 is there twice"));
    }
    let other = ["similar", "fixtures/submissions/arm-connect-four", "--spec", "arm-connect-four", "--parts"];
    let changed =
        grader(&[&other[..], &[&path("hash-1")]].concat()).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&changed).contains("is a part of other work"));
    fs::write(path("damaged"), &fs::read(path("hash-1")).expect("the part is there")[..60])
        .expect("it can be written");
    let damaged = grader(&[&CLASS[..], &["--parts", &path("damaged")]].concat())
        .assert()
        .code(2)
        .get_output()
        .stderr
        .clone();
    assert!(String::from_utf8_lossy(&damaged).contains("is no part"));
}

#[test]
fn programs_of_an_earlier_class_are_compared_with_this_one_only() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let own = programs(&TONGUES[2], OWN[2]);
    let [now, before] = ["now", "before"].map(|name| folder.path().join(name));
    for place in [&now, &before] {
        fs::create_dir(place).expect("the folder can be made");
    }
    fs::write(now.join("an.s"), &own[0].1).expect("it can be written");
    for name in ["old.s", "older.s"] {
        fs::write(before.join(name), &own[0].1).expect("it can be written");
    }
    for (name, source) in &own[1..] {
        fs::write(now.join(name), source).expect("it can be written");
    }
    let [now, before] = [now, before].map(|path| path.to_string_lossy().into_owned());
    let table =
        said(&["similar", &now, "--spec", "arm-connect-four", "--earlier", &before, "--format", "csv=-"]);
    let pairs: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(pairs, ["100,an,old,100,100", "100,an,older,100,100"]);
}

/// A class with what is to be seen in reports: copies, a group, words that two have, and a program that cannot be assembled.
#[test]
fn reports_are_as_expected() {
    for (kind, language) in
        [("html", "en"), ("html", "vi"), ("json", "en"), ("csv", "en"), ("txt", "en"), ("txt", "vi")]
    {
        let class =
            ["similar", "fixtures/similar/class", "--spec", "fixtures/similar/spec.yaml", "--lang", language];
        let format = format!("{kind}=-");
        let report =
            if kind == "txt" { said(&class) } else { said(&[&class[..], &["--format", &format]].concat()) };
        let report = if kind == "html" { crate::pages::content(&report) } else { report };
        expect_file![format!("../fixtures/similar/expected.{language}.{kind}")].assert_eq(&report);
    }
}

//! The README and the pages that it leads to tell the truth: what they list is what there is. Their commands are run by
//! `tests/cli.rs` and below, and print what they show.
#![cfg(unix)]

use crate::support::console;
use std::fmt::Write as _;
use std::fs;

use expect_test::expect_file;
use grader::asm;
use grader::diagnostics::code;
use grader::isa::lc3::{Access, Dialect, Edition, PROFILES};
use grader::isa::{lc3, mips};
use grader::report::FORMATS;

const README: &str = include_str!("../README.md");

#[test]
fn every_console_block_of_the_readme_prints_what_it_shows() {
    assert!(README.contains("```console\n$ "), "there is nothing to run");
    expect_file!["../README.md"].assert_eq(&console::replayed(README));
}

#[test]
fn the_spec_in_the_docs_is_part_of_the_one_that_is_shipped() {
    let spec = fs::read_to_string("specs/lc3.yaml").expect("the spec is there");
    let author = page("author");
    let (_, excerpt) = author.split_once("```yaml\n").expect("there is an excerpt");
    let (excerpt, _) = excerpt.split_once("```").expect("the excerpt ends");
    let mut rest = spec.lines();
    for line in excerpt.lines() {
        assert!(rest.any(|other| other == line), "not in this place of the spec: {line}");
    }
}

/// A page of the documentation.
fn page(name: &str) -> String {
    fs::read_to_string(format!("docs/{name}.md")).expect("the page is there")
}

/// The README is for a reader who has a few minutes.
#[test]
fn the_readme_is_short() {
    assert!(README.lines().count() <= 150, "{} lines", README.lines().count());
}

#[test]
fn the_docs_name_every_format_dialect_and_profile() {
    let (reports, machines) = (page("reports"), page("machines"));
    for format in FORMATS {
        assert!(
            reports.contains(&format!("| `{}` |", format.id)),
            "the format {} is not mentioned",
            format.id
        );
    }
    let names = |name: &str| machines.contains(&format!("`{name}`"));
    for dialect in Dialect::ALL {
        assert!(names(dialect.id()), "the dialect {} is not mentioned", dialect.id());
    }
    for profile in PROFILES {
        let edition = match profile.edition {
            Edition::Second => "second",
            Edition::Third => "third",
        };
        let access = match profile.access {
            Access::Enforced => "x3000 to xFDFF",
            Access::Open => "everything",
        };
        let row = format!("| `{}` | {edition} | {access} |", profile.id);
        assert!(machines.contains(&row), "the page has no line {row}");
    }
}

#[test]
fn the_docs_have_the_exit_codes_of_the_help() {
    let help = assert_cmd::cargo::cargo_bin_cmd!("grader").arg("--help").output().expect("it runs").stdout;
    let help = String::from_utf8(help).expect("help is text");
    let (_, codes) = help.split_once("Exit codes:\n").expect("the help lists them");
    let plain = page("staff").replace('`', "");
    // The meaning of a code may go on in the next line.
    let is_code = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    for line in codes.lines().filter(is_code) {
        let (code, _) = line.trim().split_once("  ").expect("a code and its meaning");
        assert!(plain.contains(&format!("| {code} | ")), "exit code {code} is not in the docs");
    }
    assert_eq!(codes.lines().filter(is_code).count(), 7);
}

/// Every kind of diagnostic with what it means and what it was called before. A code is a promise: one that was given once
/// is found here for good.
#[test]
fn the_list_of_diagnostics_has_every_code() {
    let renamed: Vec<_> = lc3::code::RENAMED.iter().chain(mips::code::RENAMED).collect();
    let mut table = String::from(
        "# Diagnostics\n\nEvery message about a source, a spec or a table has a code, which stays the same from version to version. This list is made \
         from the code\nby `UPDATE_EXPECT=1 cargo test`. Codes that begin with `asm::` are those of all assemblers.\n\n\
         | code | meaning | earlier codes |\n|---|---|---|\n",
    );
    let own = grader::isa::all().flat_map(|isa| isa.codes);
    let all: Vec<_> = asm::code::ALL.iter().chain(own).chain(code::ALL).collect();
    for (code, about) in &all {
        let earlier = renamed.iter().filter(|(_, now)| now == code);
        let earlier: Vec<String> = earlier.map(|(before, _)| format!("`{before}`")).collect();
        writeln!(table, "| `{code}` |{about} | {} |", earlier.join(", ")).expect("strings take everything");
    }
    for (before, now) in renamed {
        assert!(all.iter().any(|(code, _)| code == now), "{before} is now called {now}, which is no code");
    }
    expect_file!["../docs/diagnostics.md"].assert_eq(&table);
}

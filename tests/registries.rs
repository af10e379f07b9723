//! Every entry of every registry is explained to those who choose it, and something in this repository uses it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use assert_cmd::Command;
use grader::compare::{FormatKind, Habits, compare};
use grader::diagnostics::{Language, Text};
use grader::isa::lc3::{Dialect, Feature, PROFILES};
use grader::machine::InPrompt;
use grader::play::{Ending, Expected};
use grader::report::FORMATS;
use grader::spec::{StyleCheck, load};

/// Asserts that ids are there, written as one lower-case word, and each there once.
#[track_caller]
fn check_ids<'a>(ids: impl IntoIterator<Item = &'a str>) {
    let mut seen = BTreeSet::new();
    for id in ids {
        let is_word = id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        assert!(is_word && !id.is_empty(), "`{id}` cannot be typed as one word");
        assert!(seen.insert(id), "`{id}` is there twice");
    }
}

/// Asserts that a text is not empty in both languages, and not the same in both.
#[track_caller]
fn check_text(text: &Text) {
    let (english, vietnamese) = (text.to(Language::English), text.to(Language::Vietnamese));
    assert!(!english.is_empty() && !vietnamese.is_empty(), "{text:?} is empty");
    assert!(english != vietnamese || english.starts_with('`'), "{text:?} is not translated");
}

/// The text of all files under a folder whose names end so.
fn files(folder: &str, end: &str) -> String {
    let mut text = String::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry.expect("the folder can be read").into_path();
        if path.to_string_lossy().ends_with(end) {
            let bytes = std::fs::read(&path).expect("the file can be read");
            writeln!(text, "{}", String::from_utf8_lossy(&bytes)).expect("strings take everything");
        }
    }
    text
}

/// The output of `grader SUBCOMMAND --help`, as one line.
fn help(subcommand: &str) -> String {
    let output = Command::cargo_bin("grader")
        .expect("it is built")
        .args([subcommand, "--help"])
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("help is text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn report_formats() {
    check_ids(FORMATS.iter().map(|format| format.id));
    let help = help("run");
    for format in FORMATS {
        assert!(!format.about.is_empty(), "{} is not explained", format.id);
        assert!(help.contains(&format!("{}=PATH", format.id)), "{} is not in the help", format.id);
    }
}

#[test]
fn dialects() {
    check_ids(Dialect::ALL.map(Dialect::id));
    let help = help("asm");
    let probes = files("fixtures/lc3", "dialects.json");
    let sources = files("fixtures/diagnostics", ".asm");
    for dialect in Dialect::ALL {
        let id = dialect.id();
        assert!(!dialect.name().is_empty(), "{id} has no name");
        assert!(help.contains(id), "{id} is not in the help");
        let is_used = probes.contains(&format!("\"{id}\"")) || sources.contains(&format!("; dialect {id}\n"));
        assert!(is_used, "no fixture asks for {id}");
    }
}

#[test]
fn dialect_features() {
    let shown = files("fixtures/diagnostics/lc3", ".en.txt");
    for feature in Feature::ALL {
        check_text(&feature.about());
        // Things that all current tools accept get no warning, and some messages are the same in every assembler.
        let is_silent = feature.accepted_by().missing_in_courses().is_empty()
            || matches!(
                feature,
                Feature::DuplicateLabel
                    | Feature::UnknownDirective
                    | Feature::UnterminatedString
                    | Feature::ByteOrderMark
            );
        let about = feature.about();
        let about = about.to(Language::English);
        assert!(is_silent || shown.contains(about), "no diagnostic is shown for {about}");
    }
}

#[test]
fn simulator_profiles() {
    check_ids(PROFILES.iter().map(|profile| profile.id));
    let help = help("exec");
    let probes = files("fixtures/lc3/run", ".asm");
    for profile in PROFILES {
        let id = profile.id;
        assert!(help.contains(id), "{id} is not in the help");
        assert!(probes.contains(&format!("; prints in {id} ")), "no program says what it prints in {id}");
    }
}

#[test]
fn style_checks() {
    check_ids(StyleCheck::all().map(StyleCheck::id));
    let specs = ["specs/lc3.yaml", "fixtures/score/spec.yaml"]
        .map(|path| load(Path::new(path)).expect("the spec is valid"));
    for check in StyleCheck::all() {
        let mut rules = specs.iter().flat_map(|spec| &spec.style.rules);
        assert!(rules.any(|rule| rule.check == check), "no spec demands {}", check.id());
    }
}

/// The output of a program in place of `expected` that differs in this kind of format alone.
fn printed_instead(kind: FormatKind, expected: &str) -> String {
    match kind {
        FormatKind::ControlBytes => expected.replace('\n', "\0\n"),
        FormatKind::LineEnds => expected.replace('\n', "\r\n"),
        FormatKind::TrailingBlanks => expected.replace('\n', " \n"),
        FormatKind::LineBreaks => expected.replace('\n', "\n\n"),
        FormatKind::Spacing => expected.replace("- -", "-  -"),
        FormatKind::LetterCase => expected.replace("Player", "PLAYER"),
        FormatKind::Echo => expected.trim_start_matches('4').to_owned(),
        // When the game is over no key is read.
        FormatKind::InPrompt if expected.contains("wins") => expected.to_owned(),
        FormatKind::InPrompt => format!("{expected}Key> "),
        // It shows in how the run ends alone.
        FormatKind::Halt => expected.to_owned(),
        FormatKind::Symbols => expected.replace('-', "."),
        FormatKind::Frame => with_board(expected, |rows| format!("|{}|\n", rows.join("|\n|"))),
        FormatKind::Header => with_board(expected, |rows| format!("1 2 3\n{}\n", rows.join("\n"))),
        FormatKind::UpsideDown => {
            with_board(expected, |rows| [rows[2], "\n", rows[1], "\n", rows[0], "\n"].concat())
        }
        FormatKind::RepeatedBoard => with_board(expected, |rows| format!("{0}\n{0}\n", rows.join("\n"))),
        FormatKind::Wording => expected.replace("choose a column", "pick one"),
        FormatKind::ExtraText => format!("{expected}Good luck\n"),
    }
}

/// The text with its board drawn otherwise.
fn with_board(text: &str, draw: impl Fn(&[&str]) -> String) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.len() == 5).expect("there is a board");
    let line = |line: &&str| format!("{line}\n");
    let (before, after): (String, String) =
        (lines[..first].iter().map(line).collect(), lines[first + 3..].iter().map(line).collect());
    before + &draw(&lines[first..first + 3]) + &after
}

#[test]
fn format_kinds() {
    check_ids(FormatKind::ALL.map(FormatKind::id));
    let turns = [
        "- - -\n- - -\n- - -\nPlayer 1, choose a column:\n",
        "4\n- - -\n- - -\nO - -\nPlayer 2, choose a column:\n",
        "4\n- - -\nX - -\nO - -\nPlayer 1 wins, in this column:\n",
    ];
    let bytes = |turns: &[String]| turns.iter().map(|turn| turn.clone().into_bytes()).collect::<Vec<_>>();
    let expected = Expected {
        turns: bytes(&turns.map(str::to_owned)),
        ending: Ending::Halts,
        entries: vec![b"4".to_vec(), b"4".to_vec()],
    };
    let key_prompt = InPrompt { service: 0x23, before: b"Key> ", line_after: false };
    for kind in FormatKind::ALL {
        check_text(&kind.about());
        let printed = bytes(&turns.map(|turn| printed_instead(kind, turn)));
        let prompt = (kind == FormatKind::InPrompt).then_some(key_prompt);
        let habits = Habits::learn(std::iter::once((&expected, printed.as_slice())), prompt);
        let compared = compare(&expected, &printed, &habits, kind == FormatKind::Halt);
        let found: Vec<_> = compared.kinds.iter().collect();
        assert_eq!(found, [kind], "in {:?}", String::from_utf8_lossy(&printed.concat()));
    }
}

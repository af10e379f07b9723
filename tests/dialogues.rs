//! Programs whose wording is their own: the points of each submission of these classes, and its report.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::support::essence::essence;
use expect_test::expect_file;
use grader::diagnostics::Language;
use grader::grade::{Gradebook, NoReplay, Plan, Review, Said, grade, replay};
use grader::report::FORMATS;
use grader::spec::{Points, load};
use grader::submission::{Folders, discover};

fn graded(spec: &str, path: &Path) -> Gradebook {
    let spec = load(Path::new(spec)).expect("the spec is valid");
    let found = discover(&[path.to_owned()], Folders::Classes, &spec.submission).expect("it is there");
    grade(&Plan::new(spec), &found, &|_| {})
}

fn expected(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/expected").join(name)
}

fn check(name: &str) {
    let class = format!("fixtures/submissions/{name}");
    let book = graded(&format!("specs/{name}.yaml"), Path::new(&class));
    let csv = FORMATS.iter().find(|format| format.id == "csv").expect("the format is registered");
    let results = String::from_utf8(csv.render(&book, Language::English)).expect("results are text");
    expect_file![expected(&format!("{name}.csv"))].assert_eq(&results);
    for (language, id) in [(Language::English, "en"), (Language::Vietnamese, "vi")] {
        expect_file![expected(&format!("{name}.explanations.{id}.txt"))].assert_eq(&essence(&book, language));
    }
    for graded in &book.submissions {
        let is_full = graded.score() == Some(book.spec.points);
        assert!(is_full || !graded.id.starts_with("full-"), "{} must get all points", graded.id);
    }
}

#[test]
fn four_in_a_row() {
    check("mips-four");
}

#[test]
fn gomoku() {
    check("mips-gomoku");
}

#[test]
fn connect_four_on_a_serial_line() {
    check("arm-connect-four");
}

#[test]
fn connect_four_against_the_computer() {
    check("arm-connect-four-computer");
}

/// A program for two players fails against the computer, and the other way about; the
/// report says why in both cases.
#[test]
fn who_plays_is_told() {
    for (program, spec, why) in [
        ("arm-connect-four/full-one-table.s", "arm-connect-four-computer", "the program is for two players"),
        ("arm-connect-four/full-gnu-digits.s", "arm-connect-four-computer", "the program is for two players"),
        (
            "arm-connect-four-computer/full-four-routines.s",
            "arm-connect-four",
            "the program plays against the computer",
        ),
    ] {
        let path = PathBuf::from(format!("fixtures/submissions/{program}"));
        let book = graded(&format!("specs/{spec}.yaml"), &path);
        let told = &book.submissions[0];
        assert_eq!((told.score(), told.needs_review()), (None, true), "{program}");
        let essence = essence(&book, Language::English);
        let text = essence.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(why), "{program}: {text}");
    }
}

/// Programs with one defect, each with the cases that it fails: the one that is about it, and no other.
const DEFECTS: [(&str, &str, &[&str]); 45] = [
    ("mips-four", "wrong-centre-by-player-1", &["off-centre-two-of-draw"]),
    ("mips-four", "wrong-undo-of-removal-wrong-piece", &["undo-of-a-removal"]),
    ("mips-gomoku", "wrong-squares-of-o-taken", &["occupied-by-the-second", "occupied-by-the-second-alone"]),
    ("mips-four", "wrong-block-shared", &["block-of-each"]),
    ("mips-four", "wrong-remove-shared", &["remove-of-each"]),
    ("mips-four", "wrong-removal-blames-opponent", &["shows-violations-after-a-removal"]),
    (
        "mips-four",
        "wrong-column-full-after-undo",
        &["no-tie-too-early-after-an-undo", "undo-and-fill-the-column"],
    ),
    ("mips-four", "wrong-empty-name-crashes", &["plays-on-after-an-empty-name"]),
    ("mips-four", "wrong-first-turn-without-status", &["shows-all-in-the-first-turn"]),
    ("mips-four", "wrong-last-stone-at-an-end", &["completions-everywhere"]),
    ("mips-four", "wrong-last-stone-in-the-middle", &["completions-everywhere"]),
    ("mips-four", "wrong-long-names-overlap", &["shows-long-names"]),
    (
        "mips-four",
        "wrong-tie-too-early-after-removal",
        &["no-tie-too-early-after-a-removal", "tie-after-a-removal"],
    ),
    ("mips-four", "wrong-tie-too-early-after-undo", &["no-tie-too-early-after-an-undo"]),
    ("mips-four", "wrong-undo-any-number", &["undo-not-four-times", "undos-of-both-used-up"]),
    ("mips-four", "wrong-undo-four-of-two", &["undos-of-both-used-up"]),
    ("mips-four", "wrong-undo-three-noes", &["undo-after-four-times-no"]),
    ("mips-four", "wrong-undos-end-for-both", &["undos-of-both-used-up"]),
    ("mips-gomoku", "wrong-2147483648-crashes", &["row-that-turns-negative"]),
    ("mips-gomoku", "wrong-4294967295-is-minus-one", &["column-that-turns-negative"]),
    ("mips-gomoku", "wrong-comma-inside-number", &["zero-in-the-middle"]),
    (
        "mips-gomoku",
        "wrong-last-stone-at-an-end",
        &["closed", "completions", "completions-at-edges", "rising-to-the-corner"],
    ),
    ("mips-gomoku", "wrong-last-stone-in-the-middle", &["completions", "completions-at-edges", "overlines"]),
    ("mips-gomoku", "wrong-lone-digit-crashes", &["lone-digit"]),
    ("mips-gomoku", "wrong-no-board-at-start", &["empty-board"]),
    ("mips-gomoku", "wrong-rubbish-in-file", &["file-ends-after-a-tie"]),
    ("mips-gomoku", "wrong-second-comma-skipped", &["two-commas"]),
    ("mips-gomoku", "wrong-seven-characters-crash", &["seven-to-nine-characters"]),
    (
        "mips-gomoku",
        "wrong-winner-by-direction",
        &["player-1-wins-in-another-direction", "player-2-wins-in-another-direction"],
    ),
    (
        "mips-gomoku",
        "wrong-winner-on-rising-diagonal",
        &["closed", "completions", "completions-at-edges", "overlines", "rising", "rising-to-the-corner"],
    ),
    ("mips-gomoku", "wrong-words-in-file", &["file-says-who-wins"]),
    ("arm-connect-four", "wrong-full-column-silent", &["says-that-the-column-is-full"]),
    ("arm-connect-four", "wrong-key-8-is-a-move", &["key", "key-8-of-red"]),
    ("arm-connect-four", "wrong-last-rows-not-searched", &["horizontal", "longer"]),
    ("arm-connect-four", "wrong-middle-piece", &["completions"]),
    (
        "arm-connect-four",
        "wrong-pieces-float",
        &[
            "board-after-each-move",
            "edges-of-the-board",
            "every-column",
            "long-game",
            "opening",
            "pieces-fall-down",
            "stack",
            "stack-in-column",
        ],
    ),
    ("arm-connect-four", "wrong-rising-missed", &["completions", "rising"]),
    ("arm-connect-four", "wrong-winner", &["winner-yellow"]),
    ("arm-connect-four", "wrong-yellow-first", &[]),
    (
        "arm-connect-four-computer",
        "wrong-blocks-float",
        &["falls-left-of-a-row", "falls-right-of-a-row", "replies-at-the-highest-row"],
    ),
    (
        "arm-connect-four-computer",
        "wrong-column-7-never",
        &["counts-round", "counts-to", "never-into-full-column", "skips-a-full-column"],
    ),
    ("arm-connect-four-computer", "wrong-draw-untold", &["draw"]),
    ("arm-connect-four-computer", "wrong-highest-row-faults", &["replies-at-the-highest-row"]),
    ("arm-connect-four-computer", "wrong-stacks-not-blocked", &["blocks-a-stack"]),
    ("arm-connect-four-computer", "wrong-winner", &["winner-computer"]),
];

#[test]
fn one_defect_has_one_price() {
    for (game, extension) in [
        ("mips-four", "asm"),
        ("mips-gomoku", "asm"),
        ("arm-connect-four", "s"),
        ("arm-connect-four-computer", "s"),
    ] {
        let defects = || DEFECTS.iter().filter(|(of, ..)| *of == game);
        let spec = load(Path::new(&format!("specs/{game}.yaml"))).expect("the spec is valid");
        let files = defects()
            .map(|(_, program, _)| format!("fixtures/submissions/{game}/{program}.{extension}").into());
        let files: Vec<PathBuf> = files.collect();
        let found = discover(&files, Folders::Submissions, &spec.submission).expect("the programs are there");
        let book = grade(&Plan::new(spec), &found, &|_| {});
        for (_, program, cases) in defects() {
            let graded = book.submissions.iter().find(|graded| graded.id == *program).expect("it is graded");
            let failed = book.spec.cases().zip(&graded.results).filter(|(_, result)| !result.verdict.earns());
            // The games of a family are numbered.
            let failed: BTreeSet<&str> = failed
                .map(|(case, _)| case.id.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit()))
                .collect();
            assert_eq!(failed.into_iter().collect::<Vec<_>>(), *cases, "{game}: {program}");
        }
    }
}

/// A board on the display is found in memory, where it changes with each piece.
#[test]
fn a_board_on_the_display_is_found_without_a_dialect() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("silent.asm");
    std::fs::copy("fixtures/submissions/mips-four/display-board.asm", &path).expect("it can be copied");
    let book = graded("specs/mips-four.yaml", &path);
    assert_eq!(book.submissions[0].score(), Some(book.spec.points));
}

/// Programs of other assignments, and those that are not understood, get no score and one sentence that says why.
#[test]
fn what_is_not_understood_is_withheld() {
    for (assignment, name, why) in [
        ("four", "computer", "plays against the computer"),
        ("four", "computer-at-random", "plays against the computer"),
        ("four", "no-board", "keeps one in memory at `board`"),
        ("four", "riddle", "from the question `Speak, friend, and pass >>`, which is read at riddle.asm:17"),
        ("four", "eight-by-eight", "the board seems to have 8 rows and 8 columns"),
        ("four", "five-in-a-row", "lines of 4 pieces do not win in this program, and longer ones do"),
        ("four", "other-column", "explains how its games begin; in `opening`"),
        ("gomoku", "labelled-on-both-sides", "the board seems to have 19 rows and 19 columns"),
    ] {
        let path = PathBuf::from(format!("fixtures/understanding/{name}.asm"));
        let book = graded(&format!("specs/mips-{assignment}.yaml"), &path);
        let told = &book.submissions[0];
        assert_eq!((told.score(), told.needs_review()), (None, true), "{name}");
        let essence = essence(&book, Language::English);
        let text = essence.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(why), "{name}: {text}");
        // One item more, where the spec has dialects.
        let list = if assignment == "four" { "- " } else { "dialects: [" };
        assert!(text.contains(&format!("{list}{{ submissions: '{name}'")), "{name}: {text}");
    }
}

/// A program that ends because a file is not there may be right: the file was not handed in.
#[test]
fn a_file_that_was_not_handed_in_is_named() {
    let path = PathBuf::from("fixtures/understanding/missing-file.asm");
    let book = graded("specs/mips-four.yaml", &path);
    assert!(book.submissions[0].needs_review());
    let essence = essence(&book, Language::English);
    let text = essence.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("the program wants to read the file `title.txt`"), "{text}");
    assert!(text.contains("it ends at missing-file.asm:16"), "{text}");
}

/// After a game a question that names nothing offers another one, and asks for no move.
#[test]
fn a_question_after_a_game_asks_for_no_move() {
    let good = std::fs::read_to_string("fixtures/submissions/mips-gomoku/full-report-style.asm");
    let good = good.expect("the program is there");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("changed.asm");
    for asked in ["Enter y or n: ", "Input: "] {
        let changed = good.replace("Do you want to play again?(y/n): ", asked);
        assert_ne!(changed, good);
        std::fs::write(&path, changed).expect("it can be written");
        let book = graded("specs/mips-gomoku.yaml", &path);
        assert_eq!(book.submissions[0].score(), Some(book.spec.points), "{asked}");
    }
}

/// The results of the good Gomoku program if this code stands before each of its reads.
fn reading_after(code: &str) -> Gradebook {
    let good = std::fs::read_to_string("fixtures/submissions/mips-gomoku/full-x-is-column.asm");
    let good = good.expect("the program is there");
    let read = "                li      $v0, 8\n";
    assert_eq!(good.matches(read).count(), 1);
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("changed.asm");
    std::fs::write(&path, good.replace(read, &format!("{code}\n{read}"))).expect("it can be written");
    graded("specs/mips-gomoku.yaml", &path)
}

/// This much output cannot be looked at in each of hundreds of games, and shows nothing of how the program plays.
#[test]
fn games_that_make_too_much_work_are_withheld() {
    let numbers = "
        li   $t0, 20000
number: move $a0, $t0
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        addi $t0, $t0, -1
        bgtz $t0, number";
    let book = reading_after(numbers);
    let review = book.submissions[0].review();
    assert!(matches!(review, Some(Review::TooMuchWork { games: 50.., printed: 100_000.. })), "{review:?}");
    let essence = essence(&book, Language::English);
    assert!(essence.contains("its games make more work than the grader does"), "{essence}");
}

/// A program that has lost its way is not waited for as long as a whole game may take, even where it counts and so never
/// comes back to the same state.
#[test]
fn an_answer_is_waited_for_a_tenth_of_the_fuel() {
    let book = reading_after("lost: addiu $t0, $t0, 1\n b lost");
    let told = &book.submissions[0];
    assert_eq!((told.score(), told.needs_review()), (Some(Points::ZERO), false));
    let turn = book.spec.limits.fuel / 10;
    for result in &told.results {
        let executed = result.ended.expect("every case is played").executed;
        assert!((turn..turn + turn / 2).contains(&executed), "{executed}");
    }
}

#[test]
fn a_case_can_be_heard_again() {
    let spec = load(Path::new("specs/mips-gomoku.yaml")).expect("the spec is valid");
    let path = PathBuf::from("fixtures/submissions/mips-gomoku/full-files");
    let found = discover(&[path], Folders::Submissions, &spec.submission).expect("it is there");
    let plan = Plan::new(spec);
    let heard = replay(&plan, &found.submissions[0], "occupied").expect("there is such a case");
    let typed: Vec<&[u8]> = heard
        .said
        .iter()
        .filter_map(|said| if let Said::Typed { keys, .. } = said { Some(keys.as_slice()) } else { None })
        .collect();
    assert_eq!(typed, [b"7,7".as_slice(), b"7,7", b"7,8"]);
    let none = replay(&plan, &found.submissions[0], "no-such-case").map(|_| ());
    assert_eq!(none, Err(NoReplay::NoCase));
}

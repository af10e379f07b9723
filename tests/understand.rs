//! The understanding of programs in their own words: as reports show it, and as a dialect that works when it
//! is put into the spec.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use grader::diagnostics::Language::{English, Vietnamese};
use grader::grade::{CaseResult, Gradebook, Graded, Keys, KnownBoard, Plan, Review, Verdict, grade};
use grader::report::terminal::understanding;
use grader::spec::{Points, Spec, load};
use grader::submission::{Folders, discover};
use serde::Deserialize;

fn spec(id: &str) -> Spec {
    load(Path::new(&format!("specs/{id}.yaml"))).expect("the spec is valid")
}

/// The spec with an entry before its other dialects, if it has some.
fn spec_with(id: &str, entry: &str) -> Spec {
    let text = std::fs::read_to_string(format!("specs/{id}.yaml")).expect("the spec is there");
    // The programs by which its tests are tested are in other files.
    let (text, _) = text.split_once("\n# Programs that the tests").expect("it ends with them");
    let (head, rest) = text.split_once("\ndialects:").unwrap_or((text, ""));
    let entry: String = entry.lines().flat_map(|line| ["  ", line, "\n"]).collect();
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("spec.yaml");
    std::fs::write(&path, format!("{head}\ndialects:\n{entry}{rest}\n")).expect("it can be written");
    load(&path).expect("the dialect is valid")
}

fn graded(spec: Spec, path: &str) -> Graded {
    let found =
        discover(&[PathBuf::from(path)], Folders::Submissions, &spec.submission).expect("it is there");
    let book: Gradebook = grade(&Plan::new(spec), &found, &|_| {});
    book.submissions.into_iter().next().expect("there is one")
}

fn verdicts(graded: &Graded) -> Vec<Verdict> {
    graded.results.iter().map(|result| result.verdict).collect()
}

#[track_caller]
fn check_pinned(id: &str, path: &str) {
    let found_out = graded(spec(id), path);
    let known = found_out.understood.as_ref().expect("it was understood");
    let pinned = graded(spec_with(id, &known.dialect), path);
    assert_eq!(pinned.score(), found_out.score(), "{path}\n{}", known.dialect);
    assert_eq!(verdicts(&pinned), verdicts(&found_out), "{path}\n{}", known.dialect);
    // A dialect that is pinned once is written in the same way again.
    let again = pinned.understood.expect("it was understood").dialect;
    let rules = |dialect: &str| dialect.lines().filter(|line| line.contains("- {")).count();
    assert_eq!(rules(&again), rules(&known.dialect), "{path}\n{again}\n{}", known.dialect);
}

#[test]
fn a_dialect_of_four_in_a_row_does_what_was_found_out() {
    for name in [
        "full-integers",
        "full-macros",
        "full-vietnamese",
        "part-core-only",
        "wrong-undo-leaves-piece",
        "full-rows-with-letters",
        "full-columns-with-letters",
        "full-keys-by-help",
        "full-cell-in-one-number",
        "full-cell-for-a-column",
        "full-key-and-cell-in-one-line",
        "full-commands-in-sentences",
        "full-choices-in-other-words",
        "full-choice-by-choice",
        "full-explained-once",
    ] {
        check_pinned("mips-four", &format!("fixtures/submissions/mips-four/{name}.asm"));
    }
}

#[test]
fn a_dialect_says_that_letters_are_taken_in_the_other_case() {
    let small = std::fs::read_to_string("fixtures/submissions/mips-four/full-single-keys.asm");
    let small = small.expect("the program is there");
    let capital = small.replace("1-7/r ? ", "1-7/R ? ").replace("(k/u/b) ? ", "(K/U/B) ? ");
    assert_ne!(small, capital);
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("capital.asm");
    std::fs::write(&path, capital).expect("it can be written");
    let path = path.to_str().expect("the path is text");
    let understood = graded(spec("mips-four"), path).understood.expect("it was understood");
    assert!(understood.dialect.contains("letters: in-other-case"), "{}", understood.dialect);
    check_pinned("mips-four", path);
}

#[test]
fn a_dialect_has_the_words_by_which_games_are_said_to_end() {
    let text = std::fs::read_to_string("fixtures/submissions/mips-four/full-macros.asm");
    let text = text.expect("the program is there");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("realm.asm");
    let own =
        [(" WINS! ***", " rules this realm! ***"), ("TIE! Nobody wins.", "The two are peers, all is full.")];
    let changed = own.iter().fold(text, |text, (usual, own)| {
        assert_eq!(text.matches(usual).count(), 1);
        text.replace(usual, own)
    });
    std::fs::write(&path, changed).expect("it can be written");
    let path = path.to_str().expect("the path is text");
    let understood = graded(spec("mips-four"), path).understood.expect("it was understood");
    let words = r"words: { win: ['\brules this realm\b'], tie: ['\bThe two are peers, all is full\b'] }";
    assert!(understood.dialect.contains(words), "{}", understood.dialect);
    check_pinned("mips-four", path);
}

/// A pinned program need not be watched again to know what its numbers count.
#[test]
fn a_dialect_has_the_words_by_which_counters_are_known() {
    for (name, words) in [
        ("full-cell-for-a-column", r"undos: ['\bthoughts[^\d\w]*(\d)']"),
        ("full-hardly-any-words", r"faults: ['\bv[^\d\w]*(\d)'], undos: ['\bu[^\d\w]*(\d)']"),
    ] {
        let path = format!("fixtures/submissions/mips-four/{name}.asm");
        let understood = graded(spec("mips-four"), &path).understood.expect("it was understood");
        assert!(understood.dialect.contains(words), "{}", understood.dialect);
        check_pinned("mips-four", &path);
    }
}

#[test]
fn a_dialect_of_gomoku_does_what_was_found_out() {
    for name in ["full-report-style", "full-vietnamese", "full-x-is-column", "wrong-second-game-old-board"] {
        check_pinned("mips-gomoku", &format!("fixtures/submissions/mips-gomoku/{name}.asm"));
    }
}

/// The dialect that is proposed where nothing is judged is valid as it stands, and with the right answer it works.
#[test]
fn the_proposed_dialect_can_be_put_into_the_spec() {
    let path = |name: &str| format!("fixtures/understanding/{name}.asm");
    let riddle = graded(spec("mips-four"), &path("riddle"));
    let dialect = &riddle.understood.as_ref().expect("it was looked at").dialect;
    assert!(
        dialect.contains(r"when: ['^\s*Speak, friend, and pass >>\s*$'] } # riddle.asm:17: not understood"),
        "{dialect}"
    );
    let answered = dialect.replace("ask: unknown", "type: '4711'");
    assert_ne!(*dialect, answered);
    let passed = graded(spec_with("mips-four", &answered), &path("riddle"));
    let known = passed.understood.expect("it was looked at");
    let asked: Vec<Option<&str>> = known.questions.iter().map(|question| question.ask.as_deref()).collect();
    assert_eq!(asked, [Some("type"), Some("column")], "{known:?}");
    // The board was found in memory, which a dialect says, and so the program is judged.
    let silent = graded(spec("mips-four"), &path("no-board"));
    assert_eq!(silent.score(), None);
    let dialect = silent.understood.expect("it was looked at").dialect;
    assert!(dialect.contains("board: { label: board, offset: 0, cell: byte, step: 1, pitch: 7"), "{dialect}");
    let judged = graded(spec_with("mips-four", &dialect), &path("no-board"));
    assert!(judged.score() > Some(Points::ZERO), "{:?}", judged.score());
}

#[test]
fn words_of_a_dialect_come_before_those_of_the_spec() {
    const TIE: &str = "*** TIE! Nobody wins. ***";
    const UNKNOWN: &str = "*** Player 1 and player 2 are peers. ***";
    let source = "fixtures/submissions/mips-four/full-macros.asm";
    let text = std::fs::read_to_string(source).expect("it is there");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("own-words.asm");
    std::fs::write(&path, text.replace(TIE, UNKNOWN)).expect("it can be written");
    let path = path.to_string_lossy();
    let before = graded(spec("mips-four"), &path);
    let entry = "- submissions: '*'\n  words: { tie: ['peers'] }";
    let after = graded(spec_with("mips-four", entry), &path);
    assert!(before.score() < after.score(), "{:?} {:?}", before.score(), after.score());
    assert_eq!(after.score(), Some(Points::from_hundredths(10_000)));
}

/// A verb that nobody knows may say who wins or who loses: it is not judged before staff say which.
#[test]
fn a_winner_in_an_unknown_verb_is_withheld() {
    const WELL_DONE: [&str; 2] = [r#"s_win:      .asciiz "Well done ""#, r#"s_sorry:    .asciiz ", sorry ""#];
    let source = "fixtures/submissions/mips-four/wrong-consoles-the-winner.asm";
    let text = std::fs::read_to_string(source).expect("it is there");
    let full = Some(Points::from_hundredths(10_000));
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("verb.asm");
    for (verb, words, is_right) in
        [("mops the floor with", "win: ['mops']", false), ("was outfoxed by", "lose: ['outfoxed']", true)]
    {
        let said = [r#"s_win: .asciiz """#.to_owned(), format!(r#"s_sorry: .asciiz " {verb} ""#)];
        let text = text.replace(WELL_DONE[0], &said[0]).replace(WELL_DONE[1], &said[1]);
        std::fs::write(&path, text).expect("it can be written");
        let path = path.to_string_lossy();
        let before = graded(spec("mips-four"), &path);
        let told = format!("{:?}", before.not_judged);
        assert!(told.contains("which of the two players wins") && told.contains(verb), "{told}");
        assert!(!before.results.iter().any(CaseResult::has_failed), "{verb}");
        let entry = format!("- submissions: '*'\n  words: {{ {words} }}");
        let after = graded(spec_with("mips-four", &entry), &path);
        assert_eq!(after.score() == full, is_right, "{verb}: {:?}", after.score());
    }
}

/// The same where numbers call the players, on the screen and in the file: the words that are demanded cost their own points.
#[test]
fn a_winner_in_an_unknown_verb_is_withheld_in_gomoku() {
    let source = "fixtures/submissions/mips-gomoku/full-macros.asm";
    let text = std::fs::read_to_string(source).expect("it is there");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("verb.asm");
    let text = text.replace("Player 1 wins!", "Player 1 mops the floor with Player 2!");
    let text = text.replace("Player 2 wins!", "Player 2 mops the floor with Player 1!");
    std::fs::write(&path, text).expect("it can be written");
    let graded = graded(spec("mips-gomoku"), &path.to_string_lossy());
    let told = format!("{:?}", graded.not_judged);
    assert!(told.contains("which of the two players wins") && told.contains("mops"), "{told}");
    // `says-player-1-wins`, `says-player-2-wins` and `file-says-who-wins` demand words.
    assert_eq!(graded.results.iter().filter(|result| result.has_failed()).count(), 3);
}

/// What is proposed for a question that is not understood can be put into the spec as it is, and then changes nothing; with its key it
/// does what staff say.
#[test]
fn what_is_proposed_decides_nothing_by_itself() {
    let path = "fixtures/understanding/secret-in-block.asm";
    let before = graded(spec("mips-four"), path);
    let told = before.not_judged.first().map(|part| format!("{part:?}")).expect("a part is withheld");
    let at = told.find("- { submissions: 'secret-in-block'").expect("a dialect is proposed");
    let entry = &told[at..];
    let entry = &entry[..entry.find("}] }").expect("it ends") + 4].replace("\\\\", "\\");
    assert!(entry.contains("ask: unknown"), "{entry}");
    assert!(told.contains("which is read at secret-in-block.asm:313"), "{told}");
    let undecided = graded(spec_with("mips-four", entry), path);
    assert_eq!((undecided.score(), verdicts(&undecided)), (None, verdicts(&before)));
    let decided = graded(spec_with("mips-four", &entry.replace("ask: unknown", "type: '4711'")), path);
    assert_eq!(decided.score(), Some(Points::from_hundredths(10_000)));
}

/// A key of which nothing shows that it means another game is not charged, and what is proposed for it decides nothing by itself.
#[test]
fn a_key_for_another_game_that_nothing_shows_is_withheld() {
    let source = "fixtures/submissions/mips-gomoku/full-report-style.asm";
    let text = std::fs::read_to_string(source).expect("it is there");
    let text = text.replace("Do you want to play again?(y/n): ", "Game over. Player? ");
    let other_key =
        text.replace("$t0, 'y', INIT", "$t0, 'j', INIT").replace("$t0, 'Y', INIT", "$t0, 'J', INIT");
    assert_ne!(text, other_key);
    let other_key =
        other_key.replace("$t0, 'n', stop", "$t0, 'y', stop").replace("j       AGAIN", "j       stop");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("key.asm");
    std::fs::write(&path, other_key).expect("it can be written");
    let path = path.to_string_lossy();
    let entry = |asks: &str| {
        format!("- submissions: '*'\n  questions: [{{ {asks}, when: ['^\\s*Game over\\. Player\\?\\s*$'] }}]")
    };
    let before = graded(spec("mips-gomoku"), &path);
    let told = format!("{:?}", before.not_judged);
    assert!(told.contains("how to answer `Game over. Player?` with yes is not known"), "{told}");
    assert!(told.contains("ask: play-again, yes: '<key>'"), "{told}");
    assert!(!before.results.iter().any(CaseResult::has_failed));
    let undecided = graded(spec_with("mips-gomoku", &entry("ask: unknown")), &path);
    assert_eq!((undecided.score(), verdicts(&undecided)), (None, verdicts(&before)));
    let decided = graded(spec_with("mips-gomoku", &entry("ask: play-again, yes: 'j'")), &path);
    assert_eq!(decided.score(), Some(Points::from_hundredths(10_000)));
}

#[test]
fn questions_are_told_with_their_places_and_keys() {
    let graded = graded(spec("mips-four"), "fixtures/submissions/mips-four/full-integers.asm");
    let known = graded.understood.as_ref().expect("it was understood");
    let undo = known
        .questions
        .iter()
        .find(|question| question.ask.as_deref() == Some("undo"))
        .expect("it asks for undo");
    assert_eq!((undo.line.as_str(), undo.place.as_str()), ("Undo? (y/n)", "full-integers.asm:409"));
    let yes_no = Keys::YesNo { yes: Some("y".to_owned()), no: Some("n".to_owned()) };
    assert_eq!(undo.keys, yes_no);
    assert!(matches!(&known.board, KnownBoard::Drawn { step: (2, 4), .. }), "{:?}", known.board);
    for (language, words) in [
        (
            English,
            [
                "asks for taking the move back; yes is `y`, no is `n`",
                "the board is printed, with",
                "who starts: Player 1",
            ],
        ),
        (
            Vietnamese,
            [
                "hỏi việc đi lại (undo); có là `y`, không là `n`",
                "bàn cờ được in ra, với",
                "ai đi trước: Player 1",
            ],
        ),
    ] {
        let page = understanding(&graded, language);
        for words in words {
            assert!(page.contains(words), "{page}");
        }
    }
}

/// What comes to a question that nothing answers has no points, and all else has its own.
#[test]
fn a_group_whose_question_is_not_understood_is_not_judged() {
    let graded = graded(spec("mips-four"), "fixtures/understanding/secret-in-block.asm");
    let groups: Vec<&str> = graded.not_judged.iter().map(|known| known.group.as_str()).collect();
    assert_eq!((groups.as_slice(), graded.score()), (["block", "shown"].as_slice(), None));
    let account = graded.account().expect("the rest is judged");
    assert_eq!(account.total + account.not_judged, Points::from_hundredths(10_000));
    let Review::NotUnderstood(why) = &graded.not_judged[0].why else { panic!("it is not understood") };
    let why = why.to(English);
    assert!(why.contains("Speak, friend, and pass >>"), "{why}");
    assert!(why.contains(r"when: ['^\s*Speak, friend, and pass >>\s*$']"), "{why}");
}

/// A word that a program offers and does not know blocks nobody, whatever may be asked in the turns that follow. As nothing is known of
/// the word, the program is not said to lack a block either.
#[test]
fn a_word_that_does_nothing_earns_nothing() {
    let source = "fixtures/submissions/mips-four/full-words-of-its-own.asm";
    let text = std::fs::read_to_string(source).expect("it is there");
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("deaf.asm");
    let (known, unknown) = (r#"wShield: .asciiz "shield\n""#, r#"wShield: .asciiz "a shield\n""#);
    assert!(text.contains(known));
    std::fs::write(&path, text.replace(known, unknown)).expect("it can be written");
    let graded = graded(spec("mips-four"), &path.to_string_lossy());
    let block = graded.not_judged.iter().find(|known| known.group == "block");
    assert_eq!(
        block.map(|block| block.points),
        Some(Points::from_hundredths(700)),
        "{:?}",
        graded.not_judged
    );
}

/// All complaints about a program, in English.
fn said_against(graded: &Graded) -> Vec<String> {
    let failures = graded.results.iter().filter_map(|result| result.failure.as_ref());
    failures.flat_map(|failure| &failure.because).map(|words| words.to(English).to_owned()).collect()
}

/// A row such as `XO.X...` speaks of no player, and a board that is not demanded costs nothing.
#[test]
fn rows_of_a_board_say_nothing_of_whose_turn_it_is() {
    let graded = graded(spec("mips-four"), "fixtures/understanding/no-turns.asm");
    let against = said_against(&graded);
    assert!(!against.is_empty());
    assert!(!against.iter().any(|words| words.contains("'s turn")), "{against:#?}");
    let remarks: Vec<&str> = graded.remarks.iter().map(|words| words.to(English)).collect();
    assert!(
        remarks.contains(&"no board is shown before the first move; that costs nothing here"),
        "{remarks:?}"
    );
}

/// An offer that is not due is seen, taken, and named where it leads to another game.
#[test]
fn an_offer_that_is_not_due_is_named() {
    for (program, offer) in
        [("wrong-undo-four", "taking the move back"), ("wrong-block-under-threat", "blocking the opponent")]
    {
        let graded = graded(spec("mips-four"), &format!("fixtures/submissions/mips-four/{program}.asm"));
        let against = said_against(&graded);
        let named = format!("by the rules {offer} is not allowed here");
        assert!(against.contains(&named), "{program}: {against:#?}");
    }
}

/// The report on a program that is not understood says nothing of its options.
#[test]
fn a_program_that_is_not_understood_has_no_open_options() {
    let graded = graded(spec("mips-four"), "fixtures/understanding/riddle.asm");
    let page = understanding(&graded, English);
    assert!(page.contains("not understood") && !page.contains("every reading is accepted"), "{page}");
}

/// A program with one defect.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defect {
    program: String,
    /// Options that are inferred to have another value than usual.
    #[serde(default)]
    inferred: BTreeMap<String, String>,
    /// Options that stay open.
    #[serde(default)]
    open: Vec<String>,
}

/// One defect makes no option be inferred otherwise than the program has it.
#[test]
fn a_defect_settles_no_option() {
    let text = std::fs::read_to_string("fixtures/understanding/options.yaml").expect("the list is there");
    let defects: BTreeMap<String, Vec<Defect>> = serde_yaml::from_str(&text).expect("the list is valid");
    for (id, defects) in defects {
        let spec = spec(&id);
        let options = spec.dialogue.as_ref().expect("the spec has dialogues").options.clone();
        let programs: Vec<PathBuf> = defects.iter().map(|defect| PathBuf::from(&defect.program)).collect();
        let found = discover(&programs, Folders::Submissions, &spec.submission).expect("they are there");
        let book = grade(&Plan::new(spec), &found, &|_| {});
        for defect in &defects {
            let stem = Path::new(&defect.program).file_stem().expect("it has a name").to_string_lossy();
            let graded = book.submissions.iter().find(|graded| graded.id == stem).expect("it is graded");
            let unusual: BTreeMap<String, String> = graded
                .inferred
                .iter()
                .filter(|inferred| !inferred.is_usual)
                .map(|inferred| (inferred.option.clone(), inferred.value.clone()))
                .collect();
            let is_settled = |name: &String| graded.inferred.iter().any(|inferred| inferred.option == *name);
            let open: Vec<String> =
                options.iter().map(|option| option.name.clone()).filter(|name| !is_settled(name)).collect();
            assert_eq!((&unusual, &open), (&defect.inferred, &defect.open), "{}", defect.program);
            assert_eq!(graded.inferred_cost(), Points::ZERO, "{}", defect.program);
        }
    }
}

//! No submission, and no failure, costs the other submissions anything; and the same
//! class gives the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use grader::diagnostics::Language;
use grader::grade::{
    Gradebook, Graded, Plan, Problem, Review, Verdict, each_in_parallel, grade, grade_submission,
};
use grader::report::FORMATS;
use grader::report::terminal::{Detail, render};
use grader::spec::{Points, load};
use grader::submission::{Discovery, Folders, NoProgram, discover};
use tempfile::TempDir;

const SPEC: &str = "specs/lc3.yaml";

fn plan() -> Plan {
    Plan::new(load(Path::new(SPEC)).expect("the spec is valid"))
}

fn found(plan: &Plan, path: &Path) -> Discovery {
    discover(&[path.to_owned()], Folders::Classes, &plan.spec.submission).expect("the folder is there")
}

fn full_program() -> Vec<u8> {
    fs::read("fixtures/submissions/lc3/full-starter-style.asm").expect("the fixture is there")
}

fn json(book: &Gradebook) -> Vec<u8> {
    let format = FORMATS.iter().find(|format| format.id == "json").expect("the format is registered");
    format.render(book, Language::English)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("our own paths are text")
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder is ours");
    fs::write(path, bytes).expect("the folder is ours");
}

/// The bytes of a generator that needs no crate; the same ones every time.
fn garbage(length: usize) -> Vec<u8> {
    let mut state = 1_u32;
    std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(length)
    .collect()
}

/// Files that may lie in a folder of submissions, next to a program of full credit, and the verdict on each.
fn class(folder: &Path) -> Vec<(&'static str, Verdict)> {
    let full = full_program();
    write(&folder.join("ann.asm"), &full);
    write(&folder.join("big.asm"), &vec![b'x'; 10_000_000]);
    write(&folder.join("empty.asm"), b"");
    write(&folder.join("garbage.asm"), &garbage(100_000));
    // Words of any kind are a program in LC3Edit's format.
    write(&folder.join("garbage-object.obj"), &garbage(100_000));
    write(&folder.join("garbage-text.bin"), &garbage(100_000));
    write(&folder.join("nul.asm"), &vec![0; 100_000]);
    write(&folder.join("one-line.asm"), &vec![b'"'; 900_000]);
    write(&folder.join("two/game.asm"), &full);
    write(&folder.join("two/old/game.asm"), &full);
    write(&folder.join("preferred/connect4.asm"), &full);
    write(&folder.join("preferred/test.asm"), b".END");
    write(&folder.join("no-program/notes.txt"), b"I could not finish.");
    fs::create_dir_all(folder.join("nothing")).expect("the folder is ours");
    fs::create_dir_all(folder.join("named-as-program.asm")).expect("the folder is ours");
    let deep = (0..200).fold(folder.join("deep"), |path, _| path.join("down"));
    write(&deep.join("connect4.asm"), &full);
    write(&folder.join("__MACOSX/ann.asm"), b"what an archive leaves");
    write(&folder.join(".hidden.asm"), b"what an editor leaves");
    let mut expected = vec![
        ("ann", Verdict::Pass),
        ("big", Verdict::NoProgram),
        ("deep", Verdict::Pass),
        ("empty", Verdict::DidNotAssemble),
        ("garbage", Verdict::DidNotAssemble),
        ("garbage-object", Verdict::Fault),
        ("garbage-text", Verdict::DidNotAssemble),
        ("named-as-program.asm", Verdict::NoProgram),
        ("no-program", Verdict::NoProgram),
        ("nothing", Verdict::NoProgram),
        ("nul", Verdict::DidNotAssemble),
        ("one-line", Verdict::DidNotAssemble),
        ("preferred", Verdict::Pass),
        ("two", Verdict::NoProgram),
    ];
    #[cfg(unix)]
    expected.extend(unix_class(folder));
    expected.sort_unstable_by_key(|(id, _)| *id);
    expected
}

/// Files that only file systems of this kind can hold.
#[cfg(unix)]
fn unix_class(folder: &Path) -> Vec<(&'static str, Verdict)> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    let full = full_program();
    write(&folder.join(OsStr::from_bytes(b"not-\xFF-text.asm")), &full);
    write(&folder.join(OsStr::from_bytes(b"not-\xFE-text.asm")), &full);
    // Links: to themselves, to endless devices, and to other people's files.
    symlink("itself.asm", folder.join("itself.asm")).expect("the folder is ours");
    symlink("/dev/zero", folder.join("zero.asm")).expect("the folder is ours");
    symlink("ann.asm", folder.join("copied.asm")).expect("the folder is ours");
    fs::create_dir(folder.join("round")).expect("the folder is ours");
    symlink("..", folder.join("round/up")).expect("the folder is ours");
    write(&folder.join("round/connect4.asm"), &full);
    vec![
        ("copied", Verdict::NoProgram),
        ("itself", Verdict::NoProgram),
        ("not-\u{FFFD}-text", Verdict::Pass),
        ("not-\u{FFFD}-text~2", Verdict::Pass),
        ("round", Verdict::Pass),
        ("zero", Verdict::NoProgram),
    ]
}

#[test]
fn whatever_lies_in_the_folder_is_graded_and_costs_nobody_else_anything() {
    let folder = TempDir::new().expect("there is room for a folder");
    let expected = class(folder.path());
    let plan = plan();
    let book = grade(&plan, &found(&plan, folder.path()), &|_| {});
    let verdicts: Vec<(&str, Verdict)> =
        book.submissions.iter().map(|graded| (graded.id.as_str(), graded.verdict())).collect();
    assert_eq!(verdicts, expected);
    for graded in &book.submissions {
        let score = match graded.verdict() {
            Verdict::Pass => Some(book.spec.points),
            Verdict::NoProgram => None,
            _ => Some(Points::ZERO),
        };
        assert_eq!(graded.score(), score, "{}", graded.id);
    }
    let problem = |id: &str| {
        book.submissions.iter().find(|graded| graded.id == id).and_then(|graded| graded.problem.clone())
    };
    assert_eq!(
        problem("two"),
        Some(Problem::Review(Review::NoProgram(NoProgram::Ambiguous {
            candidates: vec!["game.asm".into(), "old/game.asm".into()]
        })))
    );
    assert!(matches!(
        problem("big"),
        Some(Problem::Review(Review::NoProgram(NoProgram::TooLarge { bytes: 10_000_000, .. })))
    ));
    // Every report can be written about it.
    for format in FORMATS {
        assert!(!format.render(&book, Language::Vietnamese).is_empty());
    }
    let drawn = render(&book, Language::English, Detail::All);
    assert!(drawn.lines().count() < 5_000, "a report of {} lines", drawn.lines().count());
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_a_result_and_no_end() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = TempDir::new().expect("there is room for a folder");
    write(&folder.path().join("ann.asm"), &full_program());
    let locked = folder.path().join("locked.asm");
    write(&locked, b".END");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("the file is ours");
    if fs::read(&locked).is_ok() {
        // For the administrator no file is locked.
        return;
    }
    let plan = plan();
    let book = grade(&plan, &found(&plan, folder.path()), &|_| {});
    assert_eq!(book.submissions[0].score(), Some(book.spec.points));
    assert!(matches!(book.submissions[1].review(), Some(Review::NoProgram(NoProgram::Unreadable { .. }))));
}

#[test]
fn a_panic_is_one_submission_s_result_and_all_others_are_graded() {
    let folder = TempDir::new().expect("there is room for a folder");
    let names: Vec<String> = (0..20).map(|number| format!("student-{number:02}")).collect();
    for name in &names {
        write(&folder.path().join(format!("{name}.asm")), &full_program());
    }
    let plan = plan();
    let found = found(&plan, folder.path());
    let finished = std::sync::Mutex::new(Vec::new());
    let graded = each_in_parallel(
        &plan,
        &found.submissions,
        |submission| {
            assert!(submission.id != "student-03", "a broken invariant of {}", submission.id);
            if submission.id == "student-11" {
                std::panic::panic_any(42);
            }
            grade_submission(&plan, submission)
        },
        &|graded: &Graded| finished.lock().expect("nobody panics here").push(graded.id.clone()),
    );
    let ids: Vec<&String> = graded.iter().map(|graded| &graded.id).collect();
    assert_eq!(ids, names.iter().collect::<Vec<_>>());
    for graded in &graded {
        let broken = ["student-03", "student-11"].contains(&graded.id.as_str());
        let (verdict, score) =
            if broken { (Verdict::GraderError, None) } else { (Verdict::Pass, Some(plan.spec.points)) };
        assert_eq!((graded.verdict(), graded.score()), (verdict, score), "{}", graded.id);
    }
    let said = |index: usize| match &graded[index].problem {
        Some(Problem::Review(Review::GraderError { message })) => message.clone(),
        other => panic!("{other:?} is no failure of ours"),
    };
    assert_eq!(said(3), "a broken invariant of student-03");
    assert_eq!(said(11), "unknown failure");
    // The log hears of each one, also of those that failed.
    let mut finished = finished.into_inner().expect("nobody panics here");
    finished.sort();
    assert_eq!(finished, names);
    // No report blames the student.
    let one = Gradebook::of_one(&plan.spec, &graded[0]);
    let book = Gradebook { submissions: graded, ..one };
    let drawn = render(&book, Language::English, Detail::First);
    assert!(drawn.contains("the submission is not to blame"), "{drawn}");
    let junit = FORMATS.iter().find(|format| format.id == "junit").expect("the format is registered");
    let xml = String::from_utf8(junit.render(&book, Language::English)).expect("reports are text");
    assert!(xml.contains("<error ") && !xml.contains("<failure "));
}

#[test]
fn grading_the_same_class_twice_gives_the_same_bytes() {
    let folder = TempDir::new().expect("there is room for a folder");
    class(folder.path());
    let plan = plan();
    for path in [Path::new("fixtures/submissions/lc3"), folder.path()] {
        let once = || json(&grade(&plan, &found(&plan, path), &|_| {}));
        assert!(once() == once(), "{} was graded differently", path.display());
    }
}

fn grader(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("grader");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    command
}

#[test]
fn the_number_of_threads_and_the_order_of_arguments_change_no_byte() {
    let folder = TempDir::new().expect("there is room for a folder");
    let mut files: Vec<PathBuf> = fs::read_dir("fixtures/submissions/lc3")
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let mut reports = Vec::new();
    for (number, threads) in ["1", "1", "2", "7"].into_iter().enumerate() {
        let path = folder.path().join(number.to_string());
        let mut command = grader(&["run", "--spec", SPEC, "--format", &format!("json={}", text(&path))]);
        if number % 2 == 1 {
            files.reverse();
        }
        let output = command.args(&files).env("RAYON_NUM_THREADS", threads).output().expect("it runs");
        assert!(output.status.success());
        reports.push((output.stdout, fs::read(&path).expect("the report is written")));
    }
    assert!(reports.windows(2).all(|pair| pair[0] == pair[1]));
}

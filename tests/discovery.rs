//! The files found in a class: none is dropped silently, and those that cannot be read are named.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use grader::spec::{SubmissionRules, load};
use grader::submission::{Discovery, Folders, NoProgram, Submission, discover};
use tempfile::TempDir;

fn rules() -> SubmissionRules {
    load(Path::new("fixtures/reports/spec.yaml")).expect("the spec is valid").submission
}

fn write(path: &Path) {
    fs::write(path, ".ORIG x3000\n HALT\n.END\n").expect("the folder is ours");
}

fn found(paths: &[PathBuf]) -> Discovery {
    discover(paths, Folders::Classes, &rules()).expect("everything is there")
}

fn ids(found: &Discovery) -> Vec<&str> {
    found.submissions.iter().map(|submission| submission.id.as_str()).collect()
}

fn reason<'f>(found: &'f Discovery, id: &str) -> Option<NoProgram> {
    let submission: &'f Submission =
        found.submissions.iter().find(|known| known.id == id).expect("it is found");
    submission.program(&rules()).err()
}

fn said(reason: Option<NoProgram>) -> String {
    match reason {
        Some(NoProgram::Unreadable { error, .. }) => error,
        other => panic!("{other:?} is no file that cannot be read"),
    }
}

/// A class with links, a pipe, a folder of links, and a file that is no program.
fn class() -> TempDir {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name);
    write(&path("ann.asm"));
    symlink("nowhere", path("bao.asm")).expect("the folder is ours");
    let made = Command::new("mkfifo").arg(path("chi.asm")).status().expect("there is a mkfifo");
    assert!(made.success());
    fs::create_dir(path("dan")).expect("the folder is ours");
    write(&path("dan").join("game.asm"));
    symlink("dan", path("eve")).expect("the folder is ours");
    fs::create_dir(path("fay")).expect("the folder is ours");
    symlink("../ann.asm", path("fay").join("game.asm")).expect("the folder is ours");
    fs::write(path("notes.txt"), "").expect("the folder is ours");
    folder
}

#[test]
fn the_files_of_a_class_are_what_the_class_is() {
    let folder = class();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder.path())
        .expect("the folder is there")
        .map(|entry| entry.expect("it is").path())
        .collect();
    paths.sort();
    let whole = found(&[folder.path().to_owned()]);
    let files = found(&paths);
    assert_eq!(files.submissions, whole.submissions);
    assert_eq!(files.skipped, whole.skipped);
    assert_eq!(ids(&files), ["ann", "bao", "chi", "dan", "fay"]);
    let skipped: Vec<_> = files.skipped.iter().filter_map(|path| path.file_name()).collect();
    assert_eq!(skipped, ["eve", "notes.txt"]);
    assert_eq!((reason(&files, "ann"), reason(&files, "dan")), (None, None));
    assert!(said(reason(&files, "bao")).contains("a link that leads nowhere"));
    assert!(said(reason(&files, "chi")).contains("a pipe or a device"));
    assert!(said(reason(&files, "fay")).contains("a link"));
}

#[test]
fn folders_of_students_keep_their_names() {
    let folder = TempDir::new().expect("there is room for a folder");
    let mut paths = Vec::new();
    for name in ["An Nguyen_1_file", "Bao Tran_2_file"] {
        let path = folder.path().join(name);
        fs::create_dir(&path).expect("the folder is ours");
        write(&path.join("game.asm"));
        paths.push(path);
    }
    assert_eq!(ids(&found(&paths)), ["An Nguyen_1_file", "Bao Tran_2_file"]);
}

#[test]
fn a_link_to_a_class_is_the_class_where_nothing_else_is_named() {
    let folder = class();
    let outside = TempDir::new().expect("there is room for a folder");
    let link = outside.path().join("link");
    symlink(folder.path(), &link).expect("the folder is ours");
    assert_eq!(ids(&found(&[link])), ["ann", "bao", "chi", "dan", "fay"]);
}

#[test]
fn a_folder_of_too_many_files_is_told_so() {
    let folder = TempDir::new().expect("there is room for a folder");
    let student = folder.path().join("ann");
    fs::create_dir(&student).expect("the folder is ours");
    for number in 0..=10_000 {
        fs::write(student.join(format!("{number}.txt")), "").expect("the folder is ours");
    }
    let class = found(&[folder.path().to_owned()]);
    assert_eq!(reason(&class, "ann"), Some(NoProgram::TooManyFiles { most: 10_000 }));
    fs::remove_file(student.join("0.txt")).expect("the folder is ours");
    let class = found(&[folder.path().to_owned()]);
    assert!(matches!(reason(&class, "ann"), Some(NoProgram::Missing { .. })));
}

#[test]
fn a_folder_that_cannot_be_listed_is_told_so() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = TempDir::new().expect("there is room for a folder");
    let locked = folder.path().join("ann/old");
    fs::create_dir_all(&locked).expect("the folder is ours");
    write(&folder.path().join("ann/game.asm"));
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("the folder is ours");
    let class = found(&[folder.path().to_owned()]);
    let is_locked = fs::read_dir(&locked).is_err();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).expect("the folder is ours");
    // For the administrator no folder is locked.
    if is_locked {
        assert!(matches!(reason(&class, "ann"), Some(NoProgram::Unreadable { file, .. }) if file == "old"));
    }
}

/// A program may read what lies next to it, and never what the staff keep there: its output is shown to a student.
#[test]
fn tables_and_specs_next_to_a_program_are_not_given_to_it() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name);
    write(&path("ann.asm"));
    for name in ["intro.txt", "macro.mac", "marks.csv", "spec.yaml", "REPORT.JSON", "times.tsv"] {
        fs::write(path(name), "").expect("the folder is ours");
    }
    symlink("marks.csv", path("link.txt")).expect("the folder is ours");
    for given in [folder.path().to_owned(), path("ann.asm")] {
        let found = found(&[given]);
        let beside = found.submissions[0].beside.iter().map(|file| file.name.as_str());
        // The link is among them here and there; it is refused when it is read.
        let beside: Vec<&str> = beside.filter(|name| *name != "link.txt").collect();
        assert_eq!(beside, ["intro.txt", "macro.mac"]);
    }
}

/// A program that is graded by itself may include what lies in a folder next to it, but for the folder of somebody else.
#[test]
fn files_in_folders_next_to_a_program_are_given_to_it() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name);
    for below in ["lib", "bob"] {
        fs::create_dir(path(below)).expect("the folder is ours");
    }
    for name in ["ann.asm", "bob/game.asm"] {
        write(&path(name));
    }
    for name in ["lib/macro.mac", "lib/marks.csv", "bob/notes.txt"] {
        fs::write(path(name), "").expect("the folder is ours");
    }
    let found = found(&[path("ann.asm")]);
    let beside: Vec<&str> = found.submissions[0].beside.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(beside, ["lib/macro.mac"]);
}

/// Whether a program and another one that it includes are one student's cannot be seen.
#[test]
fn programs_that_include_each_other_are_not_judged_apart() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("main.asm"), ".INCLUDE \"Data.asm\"\n").expect("the folder is ours");
    for name in ["data.asm", "other.asm"] {
        write(&path(name));
    }
    let apart = Some(NoProgram::Apart { program: "main.asm".to_owned(), part: "data.asm".to_owned() });
    let class = found(&[folder.path().to_owned()]);
    assert_eq!(ids(&class), ["data", "main", "other"]);
    assert_eq!(reason(&class, "main"), apart);
    assert_eq!(
        class.submissions.iter().map(|one| one.part.clone()).collect::<Vec<_>>(),
        [apart.clone(), None, None]
    );
    assert_eq!((reason(&class, "data"), reason(&class, "other")), (None, None));
    // Somebody may name that program alone, or each of them.
    assert_eq!(reason(&found(&[path("main.asm")]), "main"), apart);
    assert_eq!(found(&[path("main.asm"), path("data.asm")]).submissions[0].part, apart);
    assert_eq!(found(&[path("data.asm")]).submissions[0].part, apart);
    assert_eq!(found(&[path("other.asm")]).submissions[0].part, None);
}

/// Files of one program find each other's labels if they are assembled together, and only then.
#[test]
fn programs_that_use_labels_of_each_other_are_judged_apart_with_care() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("main.asm"), ".globl main\nmain: jal draw\n").expect("the folder is ours");
    fs::write(path("draw.asm"), ".globl draw\ndraw: jr $ra\n").expect("the folder is ours");
    fs::write(path("own.asm"), ".globl main\nmain: jal draw\ndraw: jr $ra\n").expect("the folder is ours");
    let linked = |name: &str| {
        let (program, label, part) = ("main.asm".to_owned(), "draw".to_owned(), "draw.asm".to_owned());
        (name.to_owned(), Some(NoProgram::Linked { program, label, part }))
    };
    let parts = |paths: &[PathBuf]| -> Vec<(String, Option<NoProgram>)> {
        found(paths).submissions.into_iter().map(|one| (one.id, one.part)).collect()
    };
    let own = ("own".to_owned(), None);
    assert_eq!(parts(&[folder.path().to_owned()]), [linked("draw"), linked("main"), own.clone()]);
    assert_eq!(parts(&[path("main.asm")]), [linked("main")]);
    assert_eq!(parts(&[path("draw.asm")]), [linked("draw")]);
    assert_eq!(parts(&[path("own.asm")]), [own]);
    assert!(found(&[folder.path().to_owned()]).submissions.iter().all(|one| one.unlisted.is_none()));
}

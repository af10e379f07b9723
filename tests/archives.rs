//! Archives that want to do harm: each is refused with a reason, nothing leaves memory, and the class goes on.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use grader::spec::{SubmissionRules, load};
use grader::stored::Name;
use grader::submission::{Discovery, Folders, NoProgram, Refusal, discover};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const PROGRAM: &[u8] = b".ORIG x3000\n HALT\n.END\n";

fn rules() -> SubmissionRules {
    let rules = load(Path::new("fixtures/reports/spec.yaml")).expect("the spec is valid").submission;
    SubmissionRules { max_bytes: 1 << 20, ..rules }
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).expect("there is room");
        archive.write_all(bytes).expect("there is room");
    }
    archive.finish().expect("there is room").into_inner()
}

/// A class of one archive and of a program next to it.
fn class(name: &str, bytes: &[u8]) -> (TempDir, Discovery) {
    let room = TempDir::new().expect("there is room for a folder");
    fs::write(room.path().join("zoe.asm"), PROGRAM).expect("there is room");
    fs::write(room.path().join(name), bytes).expect("there is room");
    let found = discover(&[room.path().to_owned()], Folders::Classes, &rules()).expect("the class is there");
    (room, found)
}

/// The reason why the archive's program is not read, while all others are.
fn refusal(name: &str, bytes: &[u8]) -> Option<NoProgram> {
    let (_room, found) = class(name, bytes);
    let [other, zoe] = found.submissions.as_slice() else { panic!("{found:?}") };
    assert_eq!(zoe.program(&rules()).err(), None);
    other.program(&rules()).err()
}

fn why(name: &str, bytes: &[u8]) -> Option<Refusal> {
    match refusal(name, bytes) {
        Some(NoProgram::Refused { why, .. }) => Some(why),
        None => None,
        other => panic!("{other:?} says nothing of an archive"),
    }
}

#[test]
fn names_that_lead_out_are_refused() {
    for name in ["../game.asm", "/etc/game.asm", "a/../../game.asm", "..\\game.asm", "C:\\game.asm"] {
        assert_eq!(why("ann.zip", &zipped(&[(name, PROGRAM)])), Some(Refusal::LeadsOut), "{name}");
    }
    let (room, _) = class("ann.zip", &zipped(&[("../escaped.asm", PROGRAM)]));
    let above = room.path().parent().expect("it is in a folder");
    assert!(!above.join("escaped.asm").exists() && !room.path().join("escaped.asm").exists());
}

#[test]
fn links_are_refused() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.add_symlink("game.asm", "/etc/passwd", SimpleFileOptions::default()).expect("there is room");
    let bytes = archive.finish().expect("there is room").into_inner();
    assert_eq!(why("ann.zip", &bytes), Some(Refusal::Link));
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    archive.append_link(&mut header, "game.asm", "/etc/passwd").expect("there is room");
    assert_eq!(why("ann.tar", &archive.into_inner().expect("there is room")), Some(Refusal::Link));
}

#[test]
fn names_that_differ_in_capitals_are_refused() {
    let bytes = zipped(&[("game.asm", PROGRAM), ("Game.ASM", PROGRAM)]);
    let found = refusal("ann.zip", &bytes);
    assert!(matches!(found, Some(NoProgram::Ambiguous { .. } | NoProgram::Refused { .. })), "{found:?}");
}

/// The first bit of the flags in both headers is set if a file is encrypted.
fn encrypted(mut bytes: Vec<u8>) -> Vec<u8> {
    for (mark, flags) in [(&b"PK\x03\x04"[..], 6), (&b"PK\x01\x02"[..], 8)] {
        let at = bytes.windows(4).position(|found| found == mark).expect("the header is there");
        bytes[at + flags] |= 1;
    }
    bytes
}

#[test]
fn passwords_are_not_guessed() {
    assert_eq!(why("ann.zip", &encrypted(zipped(&[("game.asm", PROGRAM)]))), Some(Refusal::Encrypted));
}

#[test]
fn what_is_no_archive_is_not_opened() {
    assert!(matches!(why("ann.zip", b"not at all"), Some(Refusal::Broken(_))));
    let whole = zipped(&[("game.asm", PROGRAM)]);
    assert!(matches!(why("ann.zip", &whole[..whole.len() / 2]), Some(Refusal::Broken(_))));
    assert!(matches!(why("ann.tar.gz", b"\x1f\x8b\x08 and then nothing"), Some(Refusal::Broken(_))));
    assert_eq!(why("ann.rar", b"Rar!"), Some(Refusal::Format(Name::new("RAR"))));
    assert_eq!(why("ann.7z", b"7z"), Some(Refusal::Format(Name::new("7z"))));
}

#[test]
fn archives_in_archives_end_somewhere() {
    let mut bytes = zipped(&[("game.asm", PROGRAM)]);
    for _ in 0..2 {
        bytes = zipped(&[("work.zip", &bytes)]);
    }
    assert_eq!(refusal("ann.zip", &bytes), None);
    bytes = zipped(&[("work.zip", &bytes)]);
    assert_eq!(why("ann.zip", &bytes), Some(Refusal::TooDeep(3)));
}

/// A file that is much larger than its archive is not unpacked further than what is read of a program.
#[test]
fn bombs_do_not_go_off() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let zeros = vec![0; 1 << 20];
    archive.start_file("game.asm", options).expect("there is room");
    for _ in 0..100 {
        archive.write_all(&zeros).expect("there is room");
    }
    let bytes = archive.finish().expect("there is room").into_inner();
    assert!(bytes.len() < 1 << 18);
    let found = refusal("ann.zip", &bytes);
    assert!(matches!(found, Some(NoProgram::TooLarge { bytes: 104_857_600, .. })), "{found:?}");
    // The archive may state a small size for the file.
    let mut lying = bytes;
    let size = 104_857_600u32.to_le_bytes();
    while let Some(at) = lying.windows(4).position(|found| found == size) {
        lying[at..at + 4].copy_from_slice(&7u32.to_le_bytes());
    }
    assert!(refusal("ann.zip", &lying).is_some());
}

#[test]
fn a_program_beside_an_archive_is_the_program() {
    let room = TempDir::new().expect("there is room for a folder");
    let ann = room.path().join("ann");
    fs::create_dir(&ann).expect("there is room");
    fs::write(ann.join("game.asm"), PROGRAM).expect("there is room");
    fs::write(ann.join("all.zip"), zipped(&[("hw/game.asm", PROGRAM)])).expect("there is room");
    fs::write(ann.join("broken.zip"), b"not at all").expect("there is room");
    let found =
        discover(&[PathBuf::from(room.path())], Folders::Classes, &rules()).expect("the class is there");
    let files = found.submissions[0].program(&rules()).expect("it has a program");
    assert_eq!((files.len(), files[0].name.as_str()), (1, "game.asm"));
}

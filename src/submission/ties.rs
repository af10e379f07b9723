//! Whether the programs in a folder are parts of one program.

use std::path::{Path, PathBuf};

use super::discover::{fits_any, folder_of};
use super::tree::{last, paths_in};
use super::{Entry, NoProgram, Submission};
use crate::asm::include::names_in;
use crate::spec::SubmissionRules;

/// The largest file that is looked into, in bytes: what people write by hand is smaller.
const MOST: u64 = 1 << 20;

/// Returns `true` if one of these files includes another.
pub(super) fn include_one_another(programs: &[Entry]) -> bool {
    let names: Vec<String> = programs.iter().map(|program| name(&program.path)).collect();
    programs.iter().any(|program| included(program).iter().any(|name| names.contains(name)))
}

/// Notes of programs that are submissions of one file if one of them includes another: they may be parts of one program. Who includes
/// another one says nothing without it. The other one may be whole, and is judged unless it is worth nothing.
pub(super) fn note_ties(submissions: &mut [Submission], rules: &SubmissionRules) {
    let is_alone = submissions.len() == 1;
    let mut tied: Vec<(usize, Option<usize>, NoProgram)> = Vec::new();
    for (number, submission) in submissions.iter().enumerate() {
        let Some(program) = only_file(submission) else { continue };
        for part in included(program) {
            let is_part = |other: &Entry| {
                other.path != program.path
                    && other.path.parent() == program.path.parent()
                    && name(&other.path) == part
            };
            let other = submissions.iter().position(|other| only_file(other).is_some_and(is_part));
            if other.is_some() || is_alone && lies_next_to(program, &part, rules) {
                tied.push((number, other, NoProgram::Apart { program: program.name.clone(), part }));
            }
        }
    }
    for (program, part, why) in tied {
        if let Some(part) = part {
            submissions[part].part.get_or_insert_with(|| why.clone());
        }
        submissions[program].unlisted.get_or_insert(why);
    }
}

/// The file of a submission of one, where the file's place says whose it is.
fn only_file(submission: &Submission) -> Option<&Entry> {
    match submission.files.as_slice() {
        [file] if submission.origin.names.is_empty() => Some(file),
        _ => None,
    }
}

/// Returns `true` if a program with this name, in small letters, lies in the folder of another one, where it is taken as another
/// student's.
fn lies_next_to(program: &Entry, part: &str, rules: &SubmissionRules) -> bool {
    let folder = folder_of(&program.path).filter(|_| !program.is_in_archive());
    let paths = folder.and_then(|folder| paths_in(folder).ok()).unwrap_or_default();
    let is_part = |path: &PathBuf| name(path) == part && fits_any(&rules.programs, path) && path.is_file();
    part != name(&program.path) && paths.iter().any(is_part)
}

/// The name of a file, in small letters.
fn name(path: &Path) -> String {
    last(path).to_lowercase()
}

/// The names of the files that a program includes, in small letters.
fn included(program: &Entry) -> Vec<String> {
    let Ok(file) = program.read(MOST) else { return Vec::new() };
    names_in(&String::from_utf8_lossy(&file.bytes)).collect()
}

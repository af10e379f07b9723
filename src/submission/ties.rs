//! Whether the programs in a folder are parts of one program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::discover::{fits_any, folder_of};
use super::tree::{last, paths_in};
use super::{Entry, NoProgram, Submission};
use crate::asm::linkage::Linkage;
use crate::spec::SubmissionRules;

/// The largest file that is looked into, in bytes: what people write by hand is smaller.
const MOST: u64 = 1 << 20;

/// So many programs next to one that was named alone are looked into: a class in one folder may have a thousand.
const MOST_NEXT_TO: usize = 64;

/// A program of one file, and its ties to others.
struct Source {
    /// The number of its submission; `None` if it is none.
    number: Option<usize>,
    file: Entry,
    linkage: Linkage,
}

/// Returns `true` if one of these files includes another, or uses a label that another one defines for others.
pub(super) fn belong_together(programs: &[Entry]) -> bool {
    let source = |file: &Entry| Some(Source { number: None, file: file.clone(), linkage: linkage(file)? });
    let sources: Vec<Source> = programs.iter().filter_map(source).collect();
    !ties(&sources).is_empty()
}

/// Notes of programs that are submissions of one file if one of them includes another or uses its labels: they may be parts of one
/// program. Who includes another one says nothing without it. Any other one may be whole, and is judged unless it is worth nothing.
pub(super) fn note_ties(submissions: &mut [Submission], rules: &SubmissionRules) {
    let source = |(number, submission): (usize, &Submission)| {
        let file = only_file(submission)?.clone();
        Some(Source { number: Some(number), linkage: linkage(&file)?, file })
    };
    let mut sources: Vec<Source> = submissions.iter().enumerate().filter_map(source).collect();
    if let ([_], [alone]) = (&*submissions, &*sources) {
        let next_to_it = next_to(&alone.file, rules);
        sources.extend(next_to_it);
    }
    for (program, part, why) in ties(&sources) {
        if let Some(part) = sources[part].number {
            submissions[part].part.get_or_insert_with(|| why.clone());
        }
        let Some(program) = sources[program].number.map(|number| &mut submissions[number]) else { continue };
        let is_included = matches!(why, NoProgram::Apart { .. });
        let withheld = if is_included { &mut program.unlisted } else { &mut program.part };
        withheld.get_or_insert(why);
    }
}

/// The pairs of sources in one folder of which the first one is nothing without the second one, and why.
fn ties(sources: &[Source]) -> Vec<(usize, usize, NoProgram)> {
    let names: Vec<String> = sources.iter().map(|source| name(&source.file.path)).collect();
    let (mut by_name, mut by_label) = (BTreeMap::new(), BTreeMap::new());
    for (number, source) in sources.iter().enumerate() {
        let folder = source.file.path.parent();
        by_name.entry((folder, names[number].as_str())).or_insert(number);
        for label in &source.linkage.exports {
            by_label.entry((folder, label.as_str())).or_insert(number);
        }
    }
    let mut ties = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let folder = source.file.path.parent();
        let program = || source.file.name.clone();
        let included = source.linkage.includes.iter().filter_map(|part| {
            let other = *by_name.get(&(folder, part.as_str()))?;
            Some((number, other, NoProgram::Apart { program: program(), part: part.clone() }))
        });
        ties.extend(included.filter(|(_, other, _)| *other != number));
        let used = source.linkage.uses.iter().filter_map(|label| {
            let other = *by_label.get(&(folder, label.as_str()))?;
            let part = last(&sources[other].file.path);
            Some((number, other, NoProgram::Linked { program: program(), label: label.clone(), part }))
        });
        ties.extend(used);
    }
    ties
}

/// The file of a submission of one, where the file's place says whose it is.
fn only_file(submission: &Submission) -> Option<&Entry> {
    match submission.files.as_slice() {
        [file] if submission.origin.names.is_empty() => Some(file),
        _ => None,
    }
}

/// The programs in the folder of one that was named alone, where they are taken as other students'.
fn next_to(program: &Entry, rules: &SubmissionRules) -> Vec<Source> {
    let folder = folder_of(&program.path).filter(|_| !program.is_in_archive());
    let paths = folder.and_then(|folder| paths_in(folder).ok()).unwrap_or_default();
    let is_other = |path: &PathBuf| last(path) != last(&program.path) && fits_any(&rules.programs, path);
    let source = |path: PathBuf| {
        let seen_from_there = program.path.with_file_name(last(&path));
        let linkage = linkage(&Entry::on_disk(path))?;
        Some(Source { number: None, file: Entry::on_disk(seen_from_there), linkage })
    };
    let others = paths.into_iter().filter(is_other).filter(|path| path.is_file());
    others.take(MOST_NEXT_TO).filter_map(source).collect()
}

/// The name of a file, in small letters.
fn name(path: &Path) -> String {
    last(path).to_lowercase()
}

/// The ties of a program to others.
fn linkage(program: &Entry) -> Option<Linkage> {
    let file = program.read(MOST).ok()?;
    Some(Linkage::of(&String::from_utf8_lossy(&file.bytes)))
}

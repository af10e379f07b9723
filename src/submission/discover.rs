//! Finding submissions in folders. The only file that names the walking and the pattern crates.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use globset::GlobBuilder;
use walkdir::WalkDir;

use super::{NoProgram, Submission};
use crate::spec::SubmissionRules;

/// A submission with more files than this is hardly a student's folder; it is left to people.
const MOST_FILES: usize = 10_000;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The submissions, sorted by id.
    pub submissions: Vec<Submission>,
    /// Files next to submissions that fit no pattern of the spec; they are named, never dropped silently.
    pub skipped: Vec<PathBuf>,
    /// Folders in which one program lies next to folders. They are taken as classes and may be one student's own.
    pub doubtful: Vec<PathBuf>,
}

/// What a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folders {
    /// A class: every folder in it is a submission, and so is every program.
    Classes,
    /// A submission, with all folders in it.
    Submissions,
}

/// Why submissions cannot be looked for.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// There is nothing at the path.
    #[error("there is no file or folder {path}; check the spelling", path = .0.display())]
    NotFound(PathBuf),
    /// The folder cannot be listed.
    #[error("cannot list {path}: {source}", path = path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

/// Finds the submissions at `paths`. One path is a class or a submission; several paths are what is in a class, as the shell
/// writes them for `class/*`: a file that fits the patterns is a submission, and so is a folder.
///
/// # Errors
/// If there is nothing at a path, or a class cannot be listed.
pub fn discover(
    paths: &[PathBuf],
    folders: Folders,
    rules: &SubmissionRules,
) -> Result<Discovery, DiscoverError> {
    let mut found = Discovery::default();
    for path in paths {
        // A link that leads nowhere is there.
        let kind = std::fs::symlink_metadata(path).map_err(|_| DiscoverError::NotFound(path.clone()))?;
        let is_class = folders == Folders::Classes && paths.len() == 1;
        // A single folder that is named stands for what it leads to; among several paths a link is one of many things in a class.
        let is_folder = kind.is_dir() || (paths.len() == 1 && path.is_dir());
        if is_folder && is_class {
            found.add_class(path, rules)?;
        } else if is_folder {
            // `.` has no name of its own.
            let named = path.canonicalize().unwrap_or_else(|_| path.clone());
            found.submissions.push(in_folder(path, name(&named)));
        } else if paths.len() == 1 || fits_any(&rules.programs, path) {
            let beside = if paths.len() == 1 { lying_beside(path, rules) } else { Vec::new() };
            found.submissions.push(Submission { beside, ..alone(path) });
        } else {
            found.skipped.push(path.clone());
        }
    }
    found.lay_beside();
    make_ids_unique(&mut found.submissions);
    found.submissions.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(found)
}

impl Discovery {
    /// Lays what was skipped next to the programs of its folder that are handed in as one file.
    fn lay_beside(&mut self) {
        for submission in &mut self.submissions {
            let [file] = submission.files.as_slice() else { continue };
            let lies_there =
                |path: &&PathBuf| path.parent() == file.parent() && path.is_file() && !is_of_staff(path);
            let beside: Vec<PathBuf> = self.skipped.iter().filter(lies_there).cloned().collect();
            if submission.beside.is_empty() {
                submission.beside = beside;
            }
        }
    }

    fn add_class(&mut self, path: &Path, rules: &SubmissionRules) -> Result<(), DiscoverError> {
        let (mut folders, mut programs, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for entry in WalkDir::new(path).min_depth(1).max_depth(1).sort_by_file_name() {
            let entry = entry
                .map_err(|error| DiscoverError::Unreadable { path: path.to_owned(), source: error.into() })?;
            let child = entry.path();
            if is_clutter(child) {
                continue;
            }
            let kind = if entry.file_type().is_dir() {
                &mut folders
            } else if fits_any(&rules.programs, child) && !fits_any(&rules.beside, child) {
                &mut programs
            } else {
                &mut others
            };
            kind.push(child.to_owned());
        }
        if !folders.is_empty() && programs.len() == 1 {
            self.doubtful.push(path.to_owned());
        }
        let is_beside = |path: &PathBuf| fits_any(&rules.beside, path);
        if let ([], [program]) = (folders.as_slice(), programs.as_slice())
            && others.iter().all(is_beside)
        {
            // One program and what is loaded next to it can only be one submission.
            let files = std::iter::once(program).chain(&others).cloned().collect();
            self.submissions.push(Submission { files, ..alone(program) });
            return Ok(());
        }
        self.submissions.extend(folders.iter().map(|path| in_folder(path, name(path))));
        self.submissions.extend(programs.iter().map(|path| alone(path)));
        self.skipped.extend(others);
        Ok(())
    }
}

/// A submission of one file.
fn alone(path: &Path) -> Submission {
    Submission {
        id: stem(path),
        files: vec![path.to_owned()],
        odd: Vec::new(),
        unlisted: None,
        beside: Vec::new(),
    }
}

/// What lies in the folder of a program that is handed in as one file, and fits no pattern of programs: another program
/// there is somebody else's.
fn lying_beside(path: &Path, rules: &SubmissionRules) -> Vec<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return Vec::new(),
    };
    let entries = WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name();
    let files = entries.into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let files = files.take(MOST_FILES).map(|entry| folder_less(folder, entry.path()));
    let is_known = |path: &PathBuf| is_clutter(path) || is_of_staff(path) || fits_any(&rules.programs, path);
    files.filter(|path| !is_known(path)).collect()
}

/// A path as it is written without `./` before it.
fn folder_less(folder: &Path, path: &Path) -> PathBuf {
    if folder == Path::new(".") {
        path.strip_prefix(folder).unwrap_or(path).to_owned()
    } else {
        path.to_owned()
    }
}

/// A submission with all that is below a folder, sorted; links are not followed.
fn in_folder(folder: &Path, id: String) -> Submission {
    let mut submission =
        Submission { id, files: Vec::new(), odd: Vec::new(), unlisted: None, beside: Vec::new() };
    let entries = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_clutter(entry.path()));
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(_) if submission.files.len() + submission.odd.len() == MOST_FILES => {
                submission.unlisted = Some(NoProgram::TooManyFiles { most: MOST_FILES });
                break;
            }
            Ok(entry) if entry.file_type().is_file() => submission.files.push(entry.into_path()),
            Ok(entry) => submission.odd.push(entry.into_path()),
            Err(error) => {
                let path = error.path().unwrap_or(folder);
                let file = path.strip_prefix(folder).ok().filter(|path| !path.as_os_str().is_empty());
                let file = file.unwrap_or(folder).to_string_lossy().into_owned();
                // The crate's own message repeats the path.
                let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                submission.unlisted.get_or_insert(NoProgram::Unreadable { file, error: reason });
            }
        }
    }
    submission
}

/// Whether a file's name fits one of the patterns; case does not count.
pub(super) fn fits_any(patterns: &[String], path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    patterns.iter().any(|pattern| fits(pattern, name))
}

/// Whether a name fits a pattern with `*` and `?`; case does not count.
pub fn fits(pattern: &str, name: impl AsRef<Path>) -> bool {
    let glob = GlobBuilder::new(pattern).case_insensitive(true).build();
    glob.is_ok_and(|glob| glob.compile_matcher().is_match(name))
}

/// The files and folders that a path names, or a pattern with `*` and `?` in its last part; sorted. The path is relative to
/// `folder`.
///
/// # Errors
/// If a folder that is to be looked in cannot be listed, or a plain path leads nowhere.
pub fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, DiscoverError> {
    let path = folder.join(pattern);
    let last = name(&path);
    if !last.contains(['*', '?']) {
        return if path.exists() { Ok(vec![path]) } else { Err(DiscoverError::NotFound(path)) };
    }
    let above = path.parent().unwrap_or(folder);
    let mut found = Vec::new();
    for entry in WalkDir::new(above).min_depth(1).max_depth(1).sort_by_file_name() {
        let entry = entry
            .map_err(|error| DiscoverError::Unreadable { path: above.to_owned(), source: error.into() })?;
        let child = entry.into_path();
        if !is_clutter(&child) && child.file_name().is_some_and(|name| fits(&last, name)) {
            found.push(child);
        }
    }
    Ok(found)
}

/// Hidden files and what operating systems leave in archives.
fn is_clutter(path: &Path) -> bool {
    let name = name(path);
    name.starts_with('.') || name == "__MACOSX" || name == "Thumbs.db"
}

/// Tables of marks and times, specs, logs and reports. Where they lie next to a program that is handed in as one file, they
/// are the staff's: the program may not read them.
fn is_of_staff(path: &Path) -> bool {
    const ENDINGS: [&str; 8] = ["csv", "json", "jsonl", "log", "tsv", "xml", "yaml", "yml"];
    let ending = path.extension().unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Two submissions of one name are told apart by a number: `ann`, `ann~2`.
fn make_ids_unique(submissions: &mut [Submission]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for submission in submissions {
        let name = submission.id.clone();
        for number in 2.. {
            if taken.insert(submission.id.clone()) {
                break;
            }
            submission.id = format!("{name}~{number}");
        }
    }
}

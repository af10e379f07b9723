//! Finding submissions. The only file that names the crate for patterns of names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use globset::{GlobBuilder, GlobMatcher};

use super::entry::Entry;
use super::layout::{Layout, Said, Seen, handed_in_again};
use super::ties::{belong_together, note_ties};
use super::tree::{Below, Found, Tree, last, paths_in};
use super::{Origin, Submission, archive, composed, metadata};
use crate::diagnostics::{Language, Text, harmless, of_system, text};
use crate::spec::SubmissionRules;

/// The largest file of a platform's own that is read, in bytes: that of a large class has a few megabytes.
const MOST_METADATA: u64 = 64 << 20;

/// The result of a search for submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The submissions, sorted by id.
    pub submissions: Vec<Submission>,
    /// Files next to submissions that fit no pattern of the spec; they are named, never dropped silently.
    pub skipped: Vec<PathBuf>,
    /// Folders in which one program lies next to folders, or includes another. They are taken as classes and may be one student's own.
    pub doubtful: Vec<PathBuf>,
    /// The platform whose naming the class follows; `None` if it is no known one.
    pub layout: Option<&'static str>,
    /// Files of earlier attempts, which are not graded.
    pub set_aside: Vec<PathBuf>,
    /// The columns of the roster, if there is one.
    pub roster: Vec<String>,
    /// The archives that were opened.
    pub archives: Vec<PathBuf>,
}

/// The rules of a search for submissions.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The meaning of a folder.
    pub folders: Folders,
    /// The layout by which the class is named, if staff give one.
    pub layout: Option<&'w Layout>,
    /// The rules by which files are programs.
    pub rules: &'w SubmissionRules,
}

/// The meaning of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folders {
    /// A class: every folder in it is a submission, and so is every program.
    Classes,
    /// A submission, with all folders in it.
    Submissions,
}

/// The reasons why submissions cannot be looked for.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// There is nothing at the path.
    NotFound(PathBuf),
    /// The folder cannot be listed.
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// The message of the operating system.
        source: std::io::Error,
    },
}

impl DiscoverError {
    /// The message for it.
    pub fn words(&self) -> Text {
        match self {
            Self::NotFound(path) => {
                let path = harmless(&path.to_string_lossy());
                text!(
                    "there is no file or folder {path}; check the spelling",
                    "không có tệp hoặc thư mục {path}; hãy kiểm tra lại tên"
                )
            }
            Self::Unreadable { path, source } => {
                let (path, (why, why_vi)) =
                    (harmless(&path.to_string_lossy()), of_system(source).into_both());
                text!("cannot list {path}: {why}", "không xem được thư mục {path}: {why_vi}")
            }
        }
    }
}

impl std::fmt::Display for DiscoverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

/// Finds the submissions at `paths`. One path is a class or a submission; several paths are the entries of a
/// class, as the shell writes them for `class/*`: a file that fits the patterns is a submission, and so is a
/// folder. An archive is a folder.
///
/// # Errors
/// If there is nothing at a path, or a class cannot be listed.
pub fn discover(
    paths: &[PathBuf],
    folders: Folders,
    rules: &SubmissionRules,
) -> Result<Discovery, DiscoverError> {
    discover_named(paths, Wanted { folders, layout: None, rules })
}

/// The same, where staff may say how the class is named.
///
/// # Errors
/// As [`discover`].
pub fn discover_named(paths: &[PathBuf], wanted: Wanted<'_>) -> Result<Discovery, DiscoverError> {
    let rules = wanted.rules;
    let mut search = Search { tree: Tree::new(rules.max_bytes), wanted, found: Discovery::default() };
    let is_alone = paths.len() == 1;
    for path in paths {
        let found = search.at(path, is_alone)?;
        let is_class = wanted.folders == Folders::Classes && is_alone;
        match found {
            Found::Folder if is_class => search.add_class(path)?,
            Found::Folder => {
                // `.` has no name of its own.
                let named = path.canonicalize().unwrap_or_else(|_| path.clone());
                let below = search.tree.below(path);
                search.found.submissions.push(of_folder(&last(&named), below));
            }
            Found::Closed(why) => {
                let below = Below { closed: Some(why), ..Below::default() };
                search.found.submissions.push(of_folder(&last(path), below));
            }
            _ if is_alone => {
                let beside = lying_beside(path, rules);
                search.found.submissions.push(Submission { beside, ..alone(path) });
            }
            _ if fits_any(&rules.programs, path) => search.found.submissions.push(alone(path)),
            _ => search.found.skipped.push(path.clone()),
        }
    }
    let Search { tree, found: mut discovery, .. } = search;
    discovery.archives = tree.archives();
    discovery.lay_beside();
    note_ties(&mut discovery.submissions, rules);
    discovery.submissions.iter_mut().for_each(Submission::shorten_names);
    discovery.tidy();
    Ok(discovery)
}

struct Search<'w> {
    tree: Tree,
    wanted: Wanted<'w>,
    found: Discovery,
}

impl Search<'_> {
    /// The entry at a path of the command line.
    fn at(&mut self, path: &Path, is_alone: bool) -> Result<Found, DiscoverError> {
        // A link that leads nowhere is there.
        let kind = std::fs::symlink_metadata(path).map_err(|_| DiscoverError::NotFound(path.to_owned()))?;
        // A single path that is named is followed; among several paths a link is one of many things in a
        // class.
        let kind = if is_alone { std::fs::metadata(path).unwrap_or(kind) } else { kind };
        Ok(if kind.is_dir() {
            Found::Folder
        } else if kind.is_file() && !fits_any(&self.wanted.rules.programs, path) {
            self.tree.file(path)
        } else {
            Found::File(Entry::on_disk(path.to_owned()))
        })
    }

    /// The entries in the folder of a class; in an archive with a single folder, those in that one.
    fn class(&mut self, path: &Path) -> Result<(PathBuf, Vec<(PathBuf, Found)>), DiscoverError> {
        let children = self.tree.children(path)?;
        if self.tree.is_archive(path)
            && let [(inner, Found::Folder)] = children.as_slice()
        {
            let below = self.tree.children(inner)?;
            let is_student = |(path, found): &&(PathBuf, Found)| {
                matches!(found, Found::Folder | Found::Closed(_))
                    || fits_any(&self.wanted.rules.programs, path)
            };
            if below.iter().filter(is_student).count() > 1 {
                return Ok((inner.clone(), below));
            }
        }
        Ok((path.to_owned(), children))
    }

    fn add_class(&mut self, path: &Path) -> Result<(), DiscoverError> {
        let (folder, children) = self.class(path)?;
        let mut seen = Vec::new();
        for (child, found) in &children {
            let inside = match found {
                Found::Folder => self.tree.names(child),
                _ => None,
            };
            seen.push(Seen { name: last(child), inside });
        }
        let name = archive::stem(&last(&folder)).map_or_else(|| last(&folder), str::to_owned);
        let layout = self.wanted.layout.unwrap_or_else(|| Layout::of(&seen, &name));
        if layout.is_plain() {
            self.add_plain(path, children);
            return Ok(());
        }
        self.found.layout = Some(layout.title);
        let mut said = layout.read(&seen, &name, self.wanted.layout.is_some());
        name_by_metadata(&folder, &children, &mut said);
        let mut students: BTreeMap<String, Vec<(Said, PathBuf, Found)>> = BTreeMap::new();
        for ((child, found), said) in children.into_iter().zip(said) {
            match said {
                Some(said) if !said.is_remark => {
                    students.entry(said.key.clone()).or_default().push((said, child, found));
                }
                _ => self.found.skipped.push(child),
            }
        }
        for handed_in in students.into_values() {
            let submission = self.of_student(handed_in, layout);
            self.found.submissions.push(submission);
        }
        Ok(())
    }

    /// The submission of a student, from all that was handed in: of attempts the last one.
    fn of_student(&mut self, handed_in: Vec<(Said, PathBuf, Found)>, layout: &Layout) -> Submission {
        let newest = handed_in.iter().map(|(said, ..)| said.attempt).max().unwrap_or(0);
        let latest = handed_in.iter().filter_map(|(said, ..)| said.when.clone()).max();
        let mut whole = Below::default();
        let mut origin = Origin::default();
        let mut student = String::new();
        let mut again: BTreeMap<String, u64> = BTreeMap::new();
        for (said, path, found) in handed_in {
            student.clone_from(&said.student);
            origin.is_marked_late |= said.is_late;
            origin.names.extend([said.student, said.key].into_iter().chain(said.also));
            let is_old = said.attempt < newest || (said.when.is_some() && said.when < latest);
            let (name, number) = handed_in_again(said.file.as_deref().unwrap_or_default());
            if is_old {
                self.found.set_aside.push(path);
                continue;
            }
            origin.submitted.clone_from(&latest);
            let label = if said.file.is_some() { name } else { String::new() };
            if !label.is_empty() && matches!(found, Found::File(_)) {
                let known = again.entry(label.clone()).or_insert(number);
                if number < *known {
                    self.found.set_aside.push(path);
                    continue;
                }
                *known = number;
                let is_older = |entry: &Entry| entry.name == label;
                let (older, rest) = std::mem::take(&mut whole.files).into_iter().partition(is_older);
                whole.files = rest;
                self.found.set_aside.extend(older.into_iter().map(|entry: Entry| entry.path));
            }
            let root = if layout.has_attempts() { self.counted_attempt(&path) } else { Some(path) };
            if let Some(root) = root {
                self.add(&mut whole, &root, found, &label);
            }
        }
        origin.names.sort_unstable();
        origin.names.dedup();
        Submission { origin, ..of_folder(&student, whole) }
    }

    fn add(&mut self, whole: &mut Below, path: &Path, found: Found, label: &str) {
        match found {
            Found::File(entry) => {
                let name = if label.is_empty() { entry.name.clone() } else { label.to_owned() };
                whole.files.push(entry.called(name));
            }
            Found::Odd => whole.odd.push(path.to_owned()),
            Found::Closed(why) => {
                whole.closed.get_or_insert(why);
            }
            Found::Folder => {
                let below = self.tree.below(path);
                let inner = |entry: Entry| {
                    let name =
                        if label.is_empty() { entry.name.clone() } else { format!("{label}/{}", entry.name) };
                    entry.called(name)
                };
                whole.files.extend(below.files.into_iter().map(inner));
                whole.odd.extend(below.odd);
                whole.unlisted = whole.unlisted.take().or(below.unlisted);
                whole.closed = whole.closed.take().or(below.closed);
            }
        }
    }

    /// The folder of the attempt that counts in a student's folder: the platform may name it, and otherwise it is the last one.
    /// The others are set aside.
    fn counted_attempt(&mut self, folder: &Path) -> Option<PathBuf> {
        let mut named = None;
        let mut attempts: BTreeMap<u32, PathBuf> = BTreeMap::new();
        for (path, found) in self.tree.children(folder).unwrap_or_default() {
            match found {
                Found::File(entry) if last(&path) == metadata::SUBMITTY => {
                    let text = entry.read(MOST_METADATA).map(|file| file.bytes).unwrap_or_default();
                    named = metadata::active_attempt(&String::from_utf8_lossy(&text));
                }
                _ => attempts.extend(last(&path).parse().ok().map(|number| (number, path))),
            }
        }
        let counts = named.or_else(|| attempts.keys().next_back().copied())?;
        let counted = attempts.remove(&counts);
        self.found.set_aside.extend(attempts.into_values());
        counted
    }

    fn add_plain(&mut self, path: &Path, children: Vec<(PathBuf, Found)>) {
        let rules = self.wanted.rules;
        let (mut folders, mut programs, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (child, found) in children {
            match found {
                Found::Folder | Found::Closed(_) => folders.push((child, found)),
                Found::File(entry)
                    if fits_any(&rules.programs, &child) && !fits_any(&rules.beside, &child) =>
                {
                    programs.push(entry);
                }
                Found::Odd if fits_any(&rules.programs, &child) => programs.push(Entry::on_disk(child)),
                Found::File(entry) => others.push(entry),
                Found::Odd => others.push(Entry::on_disk(child)),
            }
        }
        let is_own = !folders.is_empty() && programs.len() == 1;
        if is_own || (rules.together && programs.len() > 1 && belong_together(&programs)) {
            self.found.doubtful.push(path.to_owned());
        }
        let is_beside = |entry: &Entry| entry.fits_any(&rules.beside);
        if folders.is_empty() && programs.len() == 1 && others.iter().all(is_beside) {
            // One program and the files that are loaded next to it can only be one submission.
            let id = archive::stem(&last(path)).map(str::to_owned);
            let id = id.unwrap_or_else(|| programs.first().map_or_else(String::new, |one| stem(&one.path)));
            programs.append(&mut others);
            self.found.submissions.push(of_folder(&id, Below { files: programs, ..Below::default() }));
            return;
        }
        for (path, found) in folders {
            let mut whole = Below::default();
            self.add(&mut whole, &path, found, "");
            self.found.submissions.push(of_folder(&last(&path), whole));
        }
        self.found.submissions.extend(programs.into_iter().map(of_file));
        self.found.skipped.extend(others.into_iter().map(|entry| entry.path));
    }
}

/// Takes over the information that a file of the platform has about the folders next to it.
fn name_by_metadata(folder: &Path, children: &[(PathBuf, Found)], said: &mut [Option<Said>]) {
    let metadata = children.iter().find_map(|(path, found)| match found {
        Found::File(entry) if path == &folder.join(metadata::GRADESCOPE) => Some(entry),
        _ => None,
    });
    let Some(Ok(metadata)) = metadata.map(|entry| entry.read(MOST_METADATA)) else { return };
    let known = metadata::submitters(&String::from_utf8_lossy(&metadata.bytes));
    for ((child, _), said) in children.iter().zip(said) {
        if let Some(better) = known.get(&last(child)) {
            *said = Some(better.clone());
        }
    }
}

impl Discovery {
    /// Gives each submission a name of its own, and sorts them.
    pub(super) fn tidy(&mut self) {
        make_ids_unique(&mut self.submissions);
        self.submissions.sort_by(|a, b| a.id.cmp(&b.id));
    }

    /// Lays skipped entries next to the programs of their folder that are handed in as one file.
    fn lay_beside(&mut self) {
        for submission in &mut self.submissions {
            let [file] = submission.files.as_slice() else { continue };
            let lies_there =
                |path: &&PathBuf| path.parent() == file.path.parent() && path.is_file() && !is_of_staff(path);
            let beside = self.skipped.iter().filter(lies_there).cloned().map(Entry::on_disk).collect();
            if submission.beside.is_empty() && submission.origin.names.is_empty() {
                submission.beside = beside;
            }
        }
    }
}

/// A submission of one file on disk.
fn alone(path: &Path) -> Submission {
    of_file(Entry::on_disk(path.to_owned()))
}

fn of_file(file: Entry) -> Submission {
    Submission { id: composed(&stem(&file.path)), files: vec![file], ..Submission::default() }
}

/// A submission of all that is in a folder or an archive, called after that.
fn of_folder(name: &str, below: Below) -> Submission {
    let Below { files, odd, unlisted, closed } = below;
    let id = composed(archive::stem(name).unwrap_or(name));
    Submission { id, files, odd, unlisted, closed, ..Submission::default() }
}

/// The entries next to a program that is handed in as one file, and those in folders there, without those that fit a pattern of
/// programs: another program there belongs to another student, and so does a folder that has one.
fn lying_beside(path: &Path, rules: &SubmissionRules) -> Vec<Entry> {
    /// Somebody's whole home is hardly what belongs to a program.
    const MOST: usize = 10_000;
    /// The folders there that are looked into.
    const MOST_FOLDERS: usize = 100;
    let Some(folder) = folder_of(path) else { return Vec::new() };
    let is = |path: &PathBuf, kind: fn(&std::fs::Metadata) -> bool| {
        std::fs::symlink_metadata(path).is_ok_and(|known| kind(&known))
    };
    let is_program = |path: &PathBuf| fits_any(&rules.programs, path);
    let (files, others): (Vec<PathBuf>, Vec<PathBuf>) = paths_in(folder)
        .unwrap_or_default()
        .into_iter()
        .take(MOST)
        .partition(|path| is(path, std::fs::Metadata::is_file));
    let below = others.iter().filter(|path| is(path, std::fs::Metadata::is_dir)).take(MOST_FOLDERS).flat_map(
        |folder| {
            let files = paths_in(folder).unwrap_or_default();
            if files.iter().any(is_program) { Vec::new() } else { files }
        },
    );
    let below = below.filter(|path| is(path, std::fs::Metadata::is_file)).take(MOST);
    let files = files.into_iter().filter(|path| !is_program(path)).chain(below);
    let files = files.filter(|path| !is_of_staff(path));
    files
        .map(|path| {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            Entry::on_disk(folder_less(folder, &path)).called(composed(&name))
        })
        .collect()
}

/// The folder in which a path lies.
pub(super) fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// A path as it is written without `./` before it.
fn folder_less(folder: &Path, path: &Path) -> PathBuf {
    if folder == Path::new(".") {
        path.strip_prefix(folder).unwrap_or(path).to_owned()
    } else {
        path.to_owned()
    }
}

/// Returns `true` if a file's name fits one of the patterns; case does not count.
pub(super) fn fits_any(patterns: &[String], path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    patterns.iter().any(|pattern| fits(pattern, name))
}

/// Returns `true` if a name fits a pattern with `*` and `?`; case does not count.
pub fn fits(pattern: &str, name: impl AsRef<Path>) -> bool {
    /// Specs have few patterns, and each takes longer to compile than a class of names to match.
    static COMPILED: Mutex<BTreeMap<String, Option<GlobMatcher>>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if !compiled.contains_key(pattern) {
        let glob = GlobBuilder::new(pattern).case_insensitive(true).build();
        compiled.insert(pattern.to_owned(), glob.ok().map(|glob| glob.compile_matcher()));
    }
    compiled.get(pattern).and_then(Option::as_ref).is_some_and(|matcher| matcher.is_match(name))
}

/// The files and folders that a path names, or a pattern with `*` and `?` in its last part; sorted. The path is relative to
/// `folder`.
///
/// # Errors
/// If a folder that is to be looked in cannot be listed, or a plain path leads nowhere.
pub fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, DiscoverError> {
    let path = folder.join(pattern);
    let last = last(&path);
    if !last.contains(['*', '?']) {
        return if path.exists() { Ok(vec![path]) } else { Err(DiscoverError::NotFound(path)) };
    }
    let above = path.parent().unwrap_or(folder);
    let is_meant = |path: &PathBuf| path.file_name().is_some_and(|name| fits(&last, name));
    Ok(paths_in(above)?.into_iter().filter(is_meant).collect())
}

/// Tables of marks and times, specs, logs and reports. Where they lie next to a program that is handed in as one file, they
/// are the staff's: the program may not read them.
fn is_of_staff(path: &Path) -> bool {
    const ENDINGS: [&str; 8] = ["csv", "json", "jsonl", "log", "tsv", "xml", "yaml", "yml"];
    let ending = path.extension().unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Two submissions of one name are distinguished by a number: `ann`, `ann~2`.
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

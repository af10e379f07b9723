//! The entries of a folder, be that on disk or an archive. The only file that names the crate that walks
//! through folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::archive::{self, Content, Refusal};
use super::names::{composed, is_clutter};
use super::{DiscoverError, Entry, NoProgram};

/// A submission with more files than this is hardly a student's folder; it is left to people.
const MOST_FILES: usize = 10_000;
/// The largest archive that is opened, in bytes: a whole class may be in it.
const MOST_ARCHIVE: u64 = 2 << 30;

/// Folders, and the archives that were met in them.
pub(super) struct Tree {
    /// The largest file that is kept of an archive, in bytes.
    most: u64,
    archives: BTreeMap<PathBuf, BTreeMap<String, Content>>,
}

/// The kind of thing at a path.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// A folder, or an archive that can be opened.
    Folder,
    /// A file.
    File(Entry),
    /// A link, a pipe or a device.
    Odd,
    /// An archive that cannot be opened.
    Closed(NoProgram),
}

/// All that is below a folder.
#[derive(Debug, Default)]
pub(super) struct Below {
    /// The files, sorted by path.
    pub(super) files: Vec<Entry>,
    /// Links, pipes and devices.
    pub(super) odd: Vec<PathBuf>,
    /// The reason why the list is not whole, if it is not.
    pub(super) unlisted: Option<NoProgram>,
    /// The reason why the first of the archives that cannot be opened is not.
    pub(super) closed: Option<NoProgram>,
}

impl Tree {
    pub(super) fn new(most: u64) -> Self {
        Self { most, archives: BTreeMap::new() }
    }

    /// Returns `true` if a path is an archive's that was opened.
    pub(super) fn is_archive(&self, path: &Path) -> bool {
        self.archives.contains_key(path)
    }

    /// The paths of the archives that were opened.
    pub(super) fn archives(&self) -> Vec<PathBuf> {
        self.archives.keys().cloned().collect()
    }

    /// The kind of a file on disk: an archive is opened and is a folder then.
    pub(super) fn file(&mut self, path: &Path) -> Found {
        let name = last(path);
        if archive::stem(&name).is_none() {
            return Found::File(Entry::on_disk(path.to_owned()));
        }
        let refused = |why: Refusal| Found::Closed(NoProgram::Refused { file: name.clone(), why });
        match std::fs::metadata(path) {
            Ok(known) if known.len() > MOST_ARCHIVE => return refused(Refusal::TooLarge(MOST_ARCHIVE)),
            _ => {}
        }
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                return Found::Closed(NoProgram::Unreadable { file: name, error: error.to_string() });
            }
        };
        match archive::unpack(&name, &bytes, self.most) {
            Ok(inside) => {
                self.archives.insert(path.to_owned(), inside);
                Found::Folder
            }
            Err(why) => refused(why),
        }
    }

    /// The entries of a folder, sorted by name.
    pub(super) fn children(&mut self, folder: &Path) -> Result<Vec<(PathBuf, Found)>, DiscoverError> {
        if let Some((archive, inside)) = self.inside(folder) {
            let mut found: BTreeMap<PathBuf, Found> = BTreeMap::new();
            for (name, content) in inside {
                let path = archive.join(name);
                let Some(child) = path.strip_prefix(folder).ok().and_then(|rest| rest.iter().next()) else {
                    continue;
                };
                let child = folder.join(child);
                let whole = child == path;
                let here = if whole { of_content(&path, content) } else { Found::Folder };
                // A name with something below it is a folder.
                if !whole || !found.contains_key(&child) {
                    found.insert(child, here);
                }
            }
            return Ok(found.into_iter().collect());
        }
        let mut found = Vec::new();
        for entry in listed(folder)? {
            let kind = if entry.file_type().is_dir() {
                Found::Folder
            } else if entry.file_type().is_file() {
                self.file(entry.path())
            } else {
                Found::Odd
            };
            found.push((entry.into_path(), kind));
        }
        Ok(found)
    }

    /// All that is below a folder; links are not followed.
    pub(super) fn below(&mut self, folder: &Path) -> Below {
        let mut below = Below::default();
        self.add_below(folder, &mut below);
        for entry in &mut below.files {
            let relative = entry.path.strip_prefix(folder).unwrap_or(&entry.path);
            entry.name = slashed(relative);
        }
        below
    }

    fn add_below(&mut self, folder: &Path, below: &mut Below) {
        if let Some((archive, inside)) = self.inside(folder) {
            for (name, content) in inside {
                let path = archive.join(name);
                if let Found::Closed(why) = of_content(&path, content) {
                    below.closed.get_or_insert(why);
                } else if !below.add(Entry::packed(path, content)) {
                    break;
                }
            }
            return;
        }
        let entries = WalkDir::new(folder)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| entry.depth() == 0 || !is_clutter(&entry.file_name().to_string_lossy()));
        for entry in entries {
            let is_room = match entry {
                Ok(entry) if entry.file_type().is_dir() => true,
                Ok(entry) if entry.file_type().is_file() => match self.file(entry.path()) {
                    Found::File(file) => below.add(Some(file)),
                    Found::Closed(why) => {
                        below.closed.get_or_insert(why);
                        true
                    }
                    Found::Folder | Found::Odd => {
                        self.add_below(entry.path(), below);
                        true
                    }
                },
                Ok(entry) => {
                    below.has_room() && {
                        below.odd.push(entry.into_path());
                        true
                    }
                }
                Err(error) => {
                    let path = error.path().unwrap_or(folder);
                    let file = path.strip_prefix(folder).ok().filter(|path| !path.as_os_str().is_empty());
                    let file = file.unwrap_or(folder).to_string_lossy().into_owned();
                    // The crate's own message repeats the path.
                    let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    below.unlisted.get_or_insert(NoProgram::Unreadable { file, error: reason });
                    true
                }
            };
            if !is_room {
                break;
            }
        }
    }

    /// The names of the entries of a folder. No archive in it is opened.
    pub(super) fn names(&mut self, folder: &Path) -> Option<Vec<String>> {
        let paths = if self.inside(folder).is_some() {
            self.children(folder).ok()?.into_iter().map(|(path, _)| path).collect()
        } else {
            paths_in(folder).ok()?
        };
        Some(paths.iter().map(|path| last(path)).collect())
    }

    /// The archive that a folder is or lies in, and what lies below the folder there, by its name in the archive.
    fn inside<'p>(
        &self,
        folder: &'p Path,
    ) -> Option<(&'p Path, impl Iterator<Item = (&String, &Content)> + use<'_>)> {
        let (archive, all) = folder.ancestors().find_map(|above| Some((above, self.archives.get(above)?)))?;
        let mut prefix = slashed(folder.strip_prefix(archive).ok()?);
        if !prefix.is_empty() {
            prefix.push('/');
        }
        // The archive of a class has many other folders.
        let from = all.range(prefix.clone()..);
        Some((archive, from.take_while(move |(name, _)| name.starts_with(&prefix))))
    }
}

impl Below {
    /// Returns `true` if there is room for another file; if not, that is noted.
    fn has_room(&mut self) -> bool {
        if self.files.len() + self.odd.len() < MOST_FILES {
            return true;
        }
        self.unlisted = Some(NoProgram::TooManyFiles { most: MOST_FILES });
        false
    }

    fn add(&mut self, file: Option<Entry>) -> bool {
        let Some(file) = file else { return true };
        let is_room = self.has_room();
        if is_room {
            self.files.push(file);
        }
        is_room
    }
}

/// The entries of a folder on disk, sorted by name; without clutter that no student means to hand in.
fn listed(folder: &Path) -> Result<Vec<DirEntry>, DiscoverError> {
    let entries = WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name().into_iter();
    let is_meant = |entry: &Result<DirEntry, _>| {
        entry.as_ref().map_or(true, |entry| !is_clutter(&entry.file_name().to_string_lossy()))
    };
    let listed: Result<_, walkdir::Error> = entries.filter(is_meant).collect();
    listed.map_err(|error| DiscoverError::Unreadable { path: folder.to_owned(), source: error.into() })
}

/// The paths of the entries of a folder on disk, sorted.
pub(super) fn paths_in(folder: &Path) -> Result<Vec<PathBuf>, DiscoverError> {
    Ok(listed(folder)?.into_iter().map(DirEntry::into_path).collect())
}

fn of_content(path: &Path, content: &Content) -> Found {
    match Entry::packed(path.to_owned(), content) {
        Some(entry) => match entry.refusal() {
            Some(why) if archive::stem(&last(path)).is_some() => Found::Closed(why),
            _ => Found::File(entry),
        },
        None => Found::Folder,
    }
}

/// The last part of a path.
pub(super) fn last(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A path with slashes, as it is shown on every computer.
fn slashed(path: &Path) -> String {
    composed(&path.to_string_lossy().replace('\\', "/"))
}

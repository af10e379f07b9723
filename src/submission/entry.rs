//! A file of a submission, wherever it lies.

use std::fs::FileType;
use std::path::{Path, PathBuf};

use super::archive::{self, Content, Refusal};
use super::names::composed;
use super::unpacked::Contents;
use super::{NoProgram, ProgramFile};

/// A file of a submission: on disk or in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its place on disk. In an archive that is the path of the archive and the name in it.
    pub path: PathBuf,
    /// The student's name for it, from the folder on that all files of the submission share.
    pub name: String,
    place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Disk,
    /// In an archive.
    Packed(Contents),
    /// In an archive, and larger than the files that are read.
    Large(u64),
    /// In an archive, and not read.
    Refused(Refusal),
}

impl Entry {
    /// A file on disk, called as its path ends.
    pub fn on_disk(path: PathBuf) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let name = composed(&name);
        Self { path, name, place: Place::Disk }
    }

    /// The same file under another name.
    pub(super) fn called(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// A file in an archive; `None` for a folder.
    pub(super) fn packed(path: PathBuf, content: &Content) -> Option<Self> {
        let place = match content {
            Content::Folder => return None,
            Content::File(contents) => Place::Packed(contents.clone()),
            Content::Large(size) => Place::Large(*size),
            Content::Refused(why) => Place::Refused(why.clone()),
        };
        Some(Self { place, ..Self::on_disk(path) })
    }

    /// Returns `true` if its name, without folders, fits one of the patterns; case does not count.
    pub(super) fn fits_any(&self, patterns: &[String]) -> bool {
        super::discover::fits_any(patterns, Path::new(&self.name))
    }

    /// Returns `true` if it lies in an archive that is one of several things in its submission.
    pub(super) fn is_in_archive(&self) -> bool {
        let mut folders = self.name.split('/');
        folders.next_back();
        folders.any(|folder| archive::stem(folder).is_some())
    }

    /// The reason not to read it, if that is known before.
    pub(super) fn refusal(&self) -> Option<NoProgram> {
        match &self.place {
            Place::Refused(why) => Some(NoProgram::Refused { file: self.name.clone(), why: why.clone() }),
            _ => None,
        }
    }

    /// Reads the file, which may have `most` bytes.
    pub(crate) fn read(&self, most: u64) -> Result<ProgramFile, NoProgram> {
        let file = || self.name.clone();
        let too_large = |bytes: u64| NoProgram::TooLarge { file: file(), bytes, most };
        let unreadable =
            |error: std::io::Error| NoProgram::Unreadable { file: file(), error: error.to_string() };
        match &self.place {
            Place::Disk => {}
            Place::Packed(contents) if contents.len() <= most => {
                let bytes = contents.read().map_err(unreadable)?;
                return Ok(ProgramFile::source(file(), bytes));
            }
            Place::Packed(contents) => return Err(too_large(contents.len())),
            Place::Large(size) => return Err(too_large(*size)),
            Place::Refused(why) => return Err(NoProgram::Refused { file: file(), why: why.clone() }),
        }
        // A link could lead to files that are not the student's, and a device could go on forever.
        let metadata = std::fs::symlink_metadata(&self.path).map_err(unreadable)?;
        if let Some(kind) = kind_of(&self.path, metadata.file_type()) {
            return Err(NoProgram::Unreadable {
                file: file(),
                error: format!("it is {kind} and not a file"),
            });
        }
        if metadata.len() > most {
            return Err(too_large(metadata.len()));
        }
        let bytes = std::fs::read(&self.path).map_err(unreadable)?;
        Ok(ProgramFile::source(file(), bytes))
    }
}

/// The kind of entry at a path in place of a file; `None` if it is a file.
fn kind_of(path: &Path, kind: FileType) -> Option<&'static str> {
    if kind.is_file() {
        None
    } else if kind.is_symlink() {
        Some(if path.exists() { "a link" } else { "a link that leads nowhere" })
    } else if kind.is_dir() {
        Some("a folder")
    } else {
        Some("a pipe or a device")
    }
}

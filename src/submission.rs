//! Submissions: which files belong to whom, and which of them is the program.

mod discover;
mod named;

pub use crate::asm::{Part, ProgramFile};
pub use discover::{DiscoverError, Discovery, Folders, discover, fits, matching};

use std::fs::FileType;
use std::path::{Path, PathBuf};

use crate::spec::SubmissionRules;

/// One student's or team's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name to show, unique in a run: the folder's or the file's name without its extension.
    pub id: String,
    /// The files, sorted.
    pub files: Vec<PathBuf>,
    /// What is in its folders besides files and folders, and is not read: links, pipes, devices; sorted.
    pub odd: Vec<PathBuf>,
    /// Why the list of its files is not whole, if it is not.
    pub unlisted: Option<NoProgram>,
    /// What lies next to a program of one file and is no program itself; sorted.
    pub beside: Vec<PathBuf>,
}

/// Why a submission has no program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProgram {
    /// No file fits the spec's patterns.
    Missing {
        /// The patterns.
        patterns: Vec<String>,
    },
    /// Several files fit, and nothing says which one is meant.
    Ambiguous {
        /// Their names.
        candidates: Vec<String>,
    },
    /// The file is larger than the spec allows.
    TooLarge {
        /// Its name.
        file: String,
        /// Its size in bytes.
        bytes: u64,
        /// The most that is read, in bytes.
        most: u64,
    },
    /// There are more files than are looked at.
    TooManyFiles {
        /// The number that is looked at.
        most: usize,
    },
    /// The file, or a folder in which it could be, cannot be read.
    Unreadable {
        /// Its name.
        file: String,
        /// What the system says.
        error: String,
    },
}

impl Submission {
    /// The file or folder that stands for the whole submission: the folder that has its name, or else its only file, or
    /// the folder that all files share.
    pub fn path(&self) -> Option<&Path> {
        let folder = self.common_folder()?;
        let is_named =
            |folder: &&Path| folder.file_name().is_some_and(|name| name.to_string_lossy() == self.id);
        match (folder.ancestors().find(is_named), self.files.as_slice()) {
            (Some(named), _) => Some(named),
            (None, [file]) => Some(file),
            (None, _) => Some(folder),
        }
    }

    /// The folder that all files share.
    fn common_folder(&self) -> Option<&Path> {
        let (first, others) = self.files.split_first()?;
        others.iter().fold(first.parent(), |common, other| {
            common.and_then(|folder| folder.ancestors().find(|ancestor| other.starts_with(ancestor)))
        })
    }

    /// Reads the program's files: the program itself first, then those that are loaded next to it, then those that any of
    /// them names.
    ///
    /// # Errors
    /// If there is no program, or no way to tell which one it is, or it cannot be read.
    pub fn program(&self, rules: &SubmissionRules) -> Result<Vec<ProgramFile>, NoProgram> {
        // Which file is the program is not known where there may be others.
        if let Some(reason) = &self.unlisted {
            return Err(reason.clone());
        }
        let files =
            self.listed_program(rules).map_err(|reason| match (reason, self.odd_candidate(rules)) {
                (NoProgram::Missing { .. }, Some(odd)) => odd,
                (reason, _) => reason,
            })?;
        Ok(self.with_named(files, rules))
    }

    /// Why the first of the links and the like that fit the patterns is not read.
    fn odd_candidate(&self, rules: &SubmissionRules) -> Option<NoProgram> {
        let path = self.odd.iter().find(|path| discover::fits_any(&rules.programs, path))?;
        self.read(path, rules.max_bytes).err()
    }

    fn listed_program(&self, rules: &SubmissionRules) -> Result<Vec<ProgramFile>, NoProgram> {
        let beside: Vec<&PathBuf> =
            self.files.iter().filter(|path| discover::fits_any(&rules.beside, path)).collect();
        let rest: Vec<&PathBuf> = self.files.iter().filter(|path| !beside.contains(path)).collect();
        let candidates = rules
            .programs
            .iter()
            .map(|pattern| {
                let fits = |path: &&&PathBuf| discover::fits_any(std::slice::from_ref(pattern), path);
                rest.iter().filter(fits).copied().collect::<Vec<_>>()
            })
            .find(|fitting| !fitting.is_empty())
            .unwrap_or_default();
        if rules.together {
            return self.several(&rest, &candidates, rules);
        }
        match candidates.as_slice() {
            [] => Err(NoProgram::Missing { patterns: rules.programs.clone() }),
            [program] => {
                std::iter::once(program).chain(&beside).map(|path| self.read(path, rules.max_bytes)).collect()
            }
            several => Err(NoProgram::Ambiguous {
                candidates: several.iter().map(|path| self.name_of(path)).collect(),
            }),
        }
    }

    /// A program that may consist of several files: the one that is wanted most, or that has the label `main`, comes first.
    fn several(
        &self,
        files: &[&PathBuf],
        candidates: &[&PathBuf],
        rules: &SubmissionRules,
    ) -> Result<Vec<ProgramFile>, NoProgram> {
        let read = |path: &PathBuf| self.read(path, rules.max_bytes);
        let others = |first: &PathBuf| {
            let is_source = |path: &&&PathBuf| **path != first && discover::fits_any(&rules.programs, path);
            files.iter().filter(is_source).copied().cloned().collect::<Vec<PathBuf>>()
        };
        let mut with_main = Vec::new();
        for path in candidates {
            if candidates.len() == 1 || has_main(&read(path)?.bytes) {
                with_main.push(*path);
            }
        }
        match with_main.as_slice() {
            [first] => {
                std::iter::once((*first).clone()).chain(others(first)).map(|path| read(&path)).collect()
            }
            _ if candidates.is_empty() => Err(NoProgram::Missing { patterns: rules.programs.clone() }),
            _ => Err(NoProgram::Ambiguous {
                candidates: candidates.iter().map(|path| self.name_of(path)).collect(),
            }),
        }
    }

    fn read(&self, path: &Path, most: u64) -> Result<ProgramFile, NoProgram> {
        let name = self.name_of(path);
        let unreadable =
            |error: std::io::Error| NoProgram::Unreadable { file: name.clone(), error: error.to_string() };
        // A link could lead to files that are none of the student's, and a device could go on forever.
        let metadata = std::fs::symlink_metadata(path).map_err(unreadable)?;
        if let Some(kind) = kind_of(path, metadata.file_type()) {
            return Err(NoProgram::Unreadable { file: name, error: format!("it is {kind} and not a file") });
        }
        if metadata.len() > most {
            return Err(NoProgram::TooLarge { file: name, bytes: metadata.len(), most });
        }
        let bytes = std::fs::read(path).map_err(unreadable)?;
        Ok(ProgramFile::source(name, bytes))
    }

    /// The name of a file, relative to the folder that all files of the submission share.
    fn name_of(&self, path: &Path) -> String {
        let relative = self.common_folder().and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
        relative.to_string_lossy().replace('\\', "/")
    }
}

/// What stands at a path in place of a file; `None` if it is one.
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

/// Whether a source has the label `main`.
fn has_main(source: &[u8]) -> bool {
    source.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"main:"))
}

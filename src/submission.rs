//! Submissions: which files belong to whom, and which of them is the program.

mod archive;
mod content;
mod discover;
mod entry;
mod layout;
mod metadata;
mod named;
mod names;
mod partition;
mod roster;
mod ties;
mod tree;
mod unpacked;

pub use crate::asm::{Part, ProgramFile};
pub use archive::{Packed, Refusal, tarred, zipped};
pub use discover::{DiscoverError, Discovery, Folders, Wanted, discover, discover_named, fits, matching};
pub use entry::Entry;
pub use layout::{LAYOUTS, Layout};
pub use names::composed;
pub use partition::{PartedBy, Partition};
pub use roster::{Roster, Unmatched};

use std::path::{Path, PathBuf};

use crate::spec::SubmissionRules;
use crate::stored::{Deserialize, Serialize};

/// One student's or team's files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// The name to show, unique in a run: the folder's or the file's name without its extension.
    pub id: String,
    /// The files, sorted.
    pub files: Vec<Entry>,
    /// The entries of its folders that are neither files nor folders, and are not read: links, pipes,
    /// devices; sorted.
    pub odd: Vec<PathBuf>,
    /// The reason why the list of its files is not whole, if it is not.
    pub unlisted: Option<NoProgram>,
    /// The reason why the first of its archives that cannot be opened is not.
    pub closed: Option<NoProgram>,
    /// The reason why it may be no program by itself: one that lies next to it includes it.
    pub part: Option<NoProgram>,
    /// The entries next to a program of one file that are not programs themselves; sorted.
    pub beside: Vec<Entry>,
    /// The platform's information about it.
    pub origin: Origin,
}

/// A learning platform's information about a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The student's names and numbers; sorted.
    pub names: Vec<String>,
    /// The time at which it was handed in, as `2026-03-01T23:59:00`, with or without a distance from UTC.
    pub submitted: Option<String>,
    /// The student's row of the roster; empty if there is none.
    pub roster: Vec<String>,
    /// True if the platform marks it as late, without a time.
    pub is_marked_late: bool,
}

/// The reasons why a submission has no program to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoProgram {
    /// Nothing was handed in by a student of the roster.
    NotHandedIn,
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
    /// A program includes another one that lies next to it, and each is taken as a submission of its own.
    Apart {
        /// The program that includes the other one.
        program: String,
        /// The one that is included.
        part: String,
    },
    /// A program uses a label that another one defines which lies next to it, and each is taken as a submission of its own.
    Linked {
        /// The program that uses the label.
        program: String,
        /// The label.
        label: String,
        /// The program that defines it.
        part: String,
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
        /// The message of the operating system.
        error: String,
    },
    /// It is an archive, or lies in one, and is not read.
    Refused {
        /// Its name.
        file: String,
        /// The reason.
        why: Refusal,
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
            (None, [file]) => Some(&file.path),
            (None, _) => Some(folder),
        }
    }

    /// The folder that all files share.
    fn common_folder(&self) -> Option<&Path> {
        let (first, others) = self.files.split_first()?;
        others.iter().fold(first.path.parent(), |common, other| {
            common.and_then(|folder| folder.ancestors().find(|ancestor| other.path.starts_with(ancestor)))
        })
    }

    /// Takes the folder that all files share off their names.
    fn shorten_names(&mut self) {
        let folder = |name: &str| name.rfind('/').map_or(0, |at| at + 1);
        let Some(first) = self.files.first().map(|file| file.name.clone()) else { return };
        let mut shared = folder(&first);
        for file in &self.files {
            while shared > 0 && !file.name.starts_with(&first[..shared]) {
                shared = folder(&first[..shared - 1]);
            }
        }
        for file in &mut self.files {
            file.name.drain(..shared);
        }
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
        let files = self.listed_program(rules).map_err(|reason| match reason {
            NoProgram::Missing { .. } => {
                self.odd_candidate(rules).or_else(|| self.closed.clone()).unwrap_or(reason)
            }
            reason => reason,
        })?;
        Ok(rules.built_with(self.with_named(files, rules)))
    }

    /// The names of files that fit the patterns of programs and are no part of this one, such as copies of an earlier day.
    pub fn left_aside(&self, program: &[ProgramFile], rules: &SubmissionRules) -> Vec<String> {
        let is_used = |name: &str| program.iter().any(|file| file.name == name);
        let others = self.files.iter().filter(|file| file.fits_any(&rules.programs) && !is_used(&file.name));
        others.map(|file| file.name.clone()).collect()
    }

    /// The reason why the first of the links and the like that fit the patterns is not read.
    fn odd_candidate(&self, rules: &SubmissionRules) -> Option<NoProgram> {
        let path = self.odd.iter().find(|path| discover::fits_any(&rules.programs, path))?;
        Entry::on_disk(path.clone()).read(rules.max_bytes).err()
    }

    fn listed_program(&self, rules: &SubmissionRules) -> Result<Vec<ProgramFile>, NoProgram> {
        let (beside, rest): (Vec<&Entry>, Vec<&Entry>) =
            self.files.iter().partition(|file| file.fits_any(&rules.beside));
        let mut candidates = rules
            .programs
            .iter()
            .map(|pattern| {
                let fits = |file: &&&Entry| file.fits_any(std::slice::from_ref(pattern));
                rest.iter().filter(fits).copied().collect::<Vec<_>>()
            })
            .find(|fitting| !fitting.is_empty())
            .unwrap_or_default();
        // An archive next to the program usually holds the same once more.
        if candidates.iter().any(|file| !file.is_in_archive()) {
            candidates.retain(|file| !file.is_in_archive());
        }
        if rules.together {
            return several(&rest, &candidates, rules);
        }
        match candidates.as_slice() {
            [] => Err(NoProgram::Missing { patterns: rules.programs.clone() }),
            [program] => {
                std::iter::once(program).chain(&beside).map(|file| file.read(rules.max_bytes)).collect()
            }
            several => Err(ambiguous(several)),
        }
    }
}

impl SubmissionRules {
    /// The files of a program with those of the assignment, each of which takes the place of one with its name: students keep
    /// copies of what they were given.
    fn built_with(&self, mut files: Vec<ProgramFile>) -> Vec<ProgramFile> {
        let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        files.retain(|file| !self.harness.iter().any(|own| own.name == last(&file.name)));
        files.extend(self.harness.iter().cloned());
        files
    }
}

/// A program that may consist of several files: the one that is wanted most, or that programs begin with, comes first.
fn several(
    files: &[&Entry],
    candidates: &[&Entry],
    rules: &SubmissionRules,
) -> Result<Vec<ProgramFile>, NoProgram> {
    // Where the assignment has the `main`, no file of a submission comes before the others.
    if rules.harness.iter().any(rules.begins) && !candidates.is_empty() {
        let is_own =
            |file: &&&Entry| !rules.harness.iter().any(|own| file.fits_any(std::slice::from_ref(&own.name)));
        return candidates.iter().filter(is_own).map(|file| file.read(rules.max_bytes)).collect();
    }
    let mut with_main = Vec::new();
    for file in candidates {
        if candidates.len() == 1 || (rules.begins)(&file.read(rules.max_bytes)?) {
            with_main.push(*file);
        }
    }
    match with_main.as_slice() {
        [first] => {
            let is_source = |file: &&&Entry| {
                file.path != first.path
                    && file.fits_any(&rules.programs)
                    && (first.is_in_archive() || !file.is_in_archive())
            };
            let others = files.iter().filter(is_source);
            std::iter::once(first).chain(others).map(|file| file.read(rules.max_bytes)).collect()
        }
        _ if candidates.is_empty() => Err(NoProgram::Missing { patterns: rules.programs.clone() }),
        _ => Err(ambiguous(candidates)),
    }
}

fn ambiguous(candidates: &[&Entry]) -> NoProgram {
    NoProgram::Ambiguous { candidates: candidates.iter().map(|file| file.name.clone()).collect() }
}

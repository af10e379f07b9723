//! The results of a run as they come: from its record, from the cache, or by grading; and into both.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::cache::Cache;
use super::frames::{Frames, Kind};
use super::key::Key;
use super::shards::End;
use super::{Made, kept};
use crate::diagnostics::{Language, Text, harmless, of_system, text};
use crate::grade::{Graded, Plan, cover};
use crate::stored;
use crate::submission::{Discovery, Partition, Submission};

/// The file with the results of a run. Each is on the disk before it counts as done.
#[derive(Debug)]
pub struct Record {
    frames: Frames,
    /// The first failure to write to it.
    failure: OnceLock<io::Error>,
}

/// The reasons why a record cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    Unusable {
        /// The file.
        path: PathBuf,
        /// The message of the operating system.
        source: io::Error,
    },
    /// It has results already, and nobody asked to go on with them.
    Begun {
        /// The file.
        path: PathBuf,
        /// The number of results.
        count: usize,
    },
    /// Its results were made by another program or another spec.
    OfOthers {
        /// The file.
        path: PathBuf,
        /// The difference.
        why: Text,
    },
}

impl RecordError {
    /// The message for it.
    pub fn words(&self) -> Text {
        let shown = |path: &Path| harmless(&path.to_string_lossy());
        match self {
            Self::Unusable { path, source } => {
                let (path, (why, why_vi)) = (shown(path), of_system(source).into_both());
                text!("cannot write the record {path}: {why}", "không ghi được bản ghi {path}: {why_vi}")
            }
            Self::Begun { path, count } => {
                let path = shown(path);
                text!(
                    "{path} has the results of {count} submissions from an earlier run; add --resume to go on with it, or \
                     take it away",
                    "{path} đã có kết quả của {count} bài nộp từ lần chạy trước; hãy thêm --resume để chạy tiếp, hoặc xoá \
                     tệp này"
                )
            }
            Self::OfOthers { path, why } => {
                let (path, (why, why_vi)) = (shown(path), why.both());
                text!(
                    "{path} cannot be gone on with: {why}; take it away to begin a new one",
                    "không thể chạy tiếp với {path}: {why_vi}; hãy xoá tệp này để bắt đầu bản ghi mới"
                )
            }
        }
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words().to(Language::English))
    }
}

impl Record {
    /// Begins a record, or goes on with one if `resumes`.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn open(path: &Path, made: &Made, resumes: bool) -> Result<Self, RecordError> {
        let unusable = |source| RecordError::Unusable { path: path.to_owned(), source };
        let (frames, known) = opened(path, made).map_err(unusable)?;
        if let Some(why) = difference(&known, made) {
            return Err(RecordError::OfOthers { path: path.to_owned(), why });
        }
        let count = frames.results();
        if count > 0 && !resumes {
            return Err(RecordError::Begun { path: path.to_owned(), count });
        }
        Ok(Self { frames, failure: OnceLock::new() })
    }

    /// The number of results in it.
    pub fn len(&self) -> usize {
        self.frames.results()
    }

    /// Returns `true` if it has no results.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a frame. After a failure nothing more is added, and [`Store::finish`] says so.
    fn append(&self, kind: Kind, key: Key, content: Result<&[u8], String>) {
        if self.failure.get().is_none()
            && let Err(error) = content
                .map_err(io::Error::other)
                .and_then(|content| self.frames.append(kind, key, content, true))
        {
            // Another thread may have failed at the same time: the first failure is reported.
            let _ = self.failure.set(error);
        }
    }
}

/// Opens a file of results, which is made if it is not there, and says what its results are made by.
pub(super) fn opened(path: &Path, made: &Made) -> io::Result<(Frames, Made)> {
    let frames = Frames::open(path)?;
    if let Some(known) = head(&frames) {
        return Ok((frames, known));
    }
    frames.append(Kind::Head, Key::ONLY, &stored::to_bytes(made).map_err(io::Error::other)?, true)?;
    Ok((frames, made.clone()))
}

/// What the results in a file were made by.
pub(super) fn head(frames: &Frames) -> Option<Made> {
    stored::from_bytes(&frames.read(Kind::Head, Key::ONLY)?).ok()
}

/// Where what one file was made by differs from what another is to be made by.
pub(super) fn difference(known: &Made, made: &Made) -> Option<Text> {
    if (&known.version, &known.build) != (&made.version, &made.build) {
        Some(text!("another version of grader wrote it", "một phiên bản grader khác đã ghi tệp này"))
    } else if known.spec != made.spec {
        Some(text!(
            "it belongs to another spec, or the spec has changed since",
            "nó thuộc về spec khác, hoặc spec đã thay đổi từ lúc đó"
        ))
    } else if known.tools != made.tools {
        Some(text!("the compiler has changed since", "trình biên dịch đã thay đổi từ lúc đó"))
    } else {
        None
    }
}

/// The results of a run, wherever they come from.
#[derive(Debug)]
pub struct Store<'p> {
    plan: &'p Plan,
    record: Option<Record>,
    cache: Option<Cache>,
    /// The key of each submission that is done, by its id.
    keys: Mutex<BTreeMap<String, Key>>,
}

impl<'p> Store<'p> {
    /// The store of a run that is recorded, cached, both or neither.
    pub fn new(plan: &'p Plan, record: Option<Record>, cache: Option<Cache>) -> Self {
        // A program of the staff may say something else the next time.
        let cache = cache.filter(|_| !plan.spec.runs_commands());
        Self { plan, record, cache, keys: Mutex::default() }
    }

    /// The plan by which submissions are graded.
    pub fn plan(&self) -> &'p Plan {
        self.plan
    }

    /// The results of a submission: those that are kept, or else what `grade` makes.
    pub fn graded(&self, submission: &Submission, grade: impl FnOnce(&Submission) -> Graded) -> Graded {
        if self.record.is_none() && self.cache.is_none() {
            return grade(submission);
        }
        let before = Key::of(self.plan, submission);
        let files =
            [self.record.as_ref().map(|record| &record.frames), self.cache.as_ref().map(Cache::frames)];
        for (index, frames) in files.into_iter().enumerate() {
            let Some(packed) = frames.and_then(|frames| frames.read(Kind::Result, before.key)) else {
                continue;
            };
            let Ok(graded) = kept::unpack(&packed) else { continue };
            if index > 0
                && let Some(record) = &self.record
            {
                record.append(Kind::Result, before.key, Ok(&packed));
            }
            self.note(submission, before.key);
            return graded;
        }
        let graded = grade(submission);
        let after = Key::of(self.plan, submission);
        let is_steady = before.key == after.key;
        let key = if is_steady { before.key } else { Key::of_unsteady(&submission.id) };
        let packed = kept::pack(&graded);
        if let Some(record) = &self.record {
            record.append(Kind::Result, key, packed.as_deref().map_err(Clone::clone));
        }
        if let (Some(cache), Ok(packed)) = (&self.cache, &packed)
            && is_steady
            && before.is_whole
            && kept::is_repeatable(&graded)
        {
            cache.keep(key, packed);
        }
        self.note(submission, key);
        graded
    }

    fn note(&self, submission: &Submission, key: Key) {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        keys.insert(submission.id.clone(), key);
    }

    /// Ends the record of a run that was to grade `own`, a part of a class. If all of that is in it, it can be merged from now on; a
    /// run that stopped before is not at its end.
    ///
    /// # Errors
    /// If anything of it could not be written.
    pub fn finish(
        self,
        (class, own): (&Discovery, &Discovery),
        partition: Option<Partition>,
    ) -> Result<(), RecordError> {
        let Some(record) = self.record else { return Ok(()) };
        let keys = self.keys.into_inner().unwrap_or_else(PoisonError::into_inner);
        if own.submissions.iter().all(|submission| keys.contains_key(&submission.id)) {
            let end = stored::to_bytes(&End::of(class, &cover(self.plan, class), partition, &keys));
            record.append(Kind::End, Key::ONLY, end.as_deref().map_err(Clone::clone));
        }
        let path = record.frames.path().to_owned();
        record.failure.into_inner().map_or(Ok(()), |source| Err(RecordError::Unusable { path, source }))
    }
}

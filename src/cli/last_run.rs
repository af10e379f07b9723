//! What failed in the last run of some submissions by some spec on this computer, for `--lf`.

use std::path::{Path, PathBuf};

use super::keeping::cache_folder;
use super::output::write_whole;
use crate::fingerprint::sha256_hex;
use crate::grade::{Failed, Gradebook};
use crate::record::{files_in, make_folder};
use crate::report::{failed_cases, failed_line};
use crate::spec::Spec;

/// The extension of the files.
const ENDING: &str = "failed";

/// What failed, as it is known when a run begins, and as it becomes with each submission that is graded.
pub(super) struct LastRun {
    /// The file in which it is kept, next to the cache; `None` if nothing is kept.
    path: Option<PathBuf>,
    failed: Failed,
    /// True if there was a run before this one.
    is_known: bool,
}

impl LastRun {
    /// What is known of earlier runs of these paths by this spec.
    pub(super) fn of(spec: &Spec, submissions: &[PathBuf]) -> Self {
        let path = cache_folder().map(|folder| {
            let paths =
                std::iter::once(Path::new(&spec.path)).chain(submissions.iter().map(PathBuf::as_path));
            let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            let names: Vec<Vec<u8>> =
                paths.map(|path| whole(path).into_os_string().into_encoded_bytes()).collect();
            let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
            folder.join(sha256_hex(&names)).with_extension(ENDING)
        });
        let mut failed = Failed::new(spec);
        let file = path.as_ref().and_then(|path| std::fs::File::open(path).ok());
        let read = file.map(|file| failed_cases(file, |id, cases| failed.set(id, &cases)));
        Self { path, failed, is_known: read.is_some_and(|read| read.is_ok()) }
    }

    /// What failed; `None` if no run is known.
    pub(super) fn failed(&self) -> Option<&Failed> {
        self.is_known.then_some(&self.failed)
    }

    /// Forgets what is known, before everything is graded again.
    pub(super) fn forget(&mut self, spec: &Spec) {
        self.failed = Failed::new(spec);
    }

    /// Takes the results of submissions.
    pub(super) fn take(&mut self, book: &Gradebook) {
        self.failed.take(book);
    }

    /// Keeps it for the next run. Where it cannot be kept, a later `--lf` says that nothing is known.
    pub(super) fn keep(&self) {
        let Some(path) = &self.path else { return };
        let lines: Vec<u8> =
            self.failed.submissions().flat_map(|(id, cases)| failed_line(id, &cases)).collect();
        if path.parent().is_some_and(|folder| make_folder(folder).is_ok()) {
            let _ = write_whole(path, &lines);
        }
    }
}

/// Takes away what is kept in a folder of all runs.
///
/// # Errors
/// If it cannot be listed, or a file cannot be taken away.
pub(super) fn clear(folder: &Path) -> std::io::Result<()> {
    files_in(folder, ENDING)?.iter().try_for_each(std::fs::remove_file)
}

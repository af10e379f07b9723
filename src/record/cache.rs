//! The cache: results of all runs, in a folder of the user, by what they depend on.

use std::io;
use std::path::{Path, PathBuf};

use super::Made;
use super::frames::{Frames, Kind};
use super::key::Key;
use super::store::{head, opened};

/// The variable with the folder of the cache; `off` for none.
const VARIABLE: &str = "GRADER_CACHE";

/// The ending of a file of the cache.
const ENDING: &str = "results";

/// The most bytes that the files of the cache take together: the oldest are taken away before more is kept.
const MOST_BYTES: u64 = 4 << 30;

/// A file of the cache, which is open.
#[derive(Debug)]
pub struct Cache {
    frames: Frames,
}

/// A file of the cache, as people see it.
#[derive(Debug)]
pub struct CacheFile {
    /// The file.
    pub path: PathBuf,
    /// What its results were made by; `None` if that cannot be read.
    pub made: Option<Made>,
    /// The number of results.
    pub results: usize,
    /// Its length in bytes.
    pub bytes: u64,
}

impl Cache {
    /// The folder of the cache: what `GRADER_CACHE` says, or else where the system keeps caches. `None` if there is to be none.
    pub fn folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
        let set = |name: &str| variable(name).filter(|path| !path.as_os_str().is_empty());
        if let Some(own) = set(VARIABLE) {
            return Some(own).filter(|own| own.as_os_str() != "off");
        }
        let local = || set("LOCALAPPDATA").filter(|_| cfg!(windows));
        let of_home = || set("HOME").map(|home| home.join(".cache"));
        let base = set("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(local).or_else(of_home)?;
        Some(base.join("grader"))
    }

    /// Opens the file for results of this kind, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be read and written.
    pub fn open(folder: &Path, made: &Made) -> io::Result<Self> {
        make_folder(folder)?;
        make_room(folder)?;
        let (frames, _) = opened(&folder.join(made.id()).with_extension(ENDING), made)?;
        Ok(Self { frames })
    }

    pub(super) fn frames(&self) -> &Frames {
        &self.frames
    }

    /// Keeps a result. What cannot be kept is graded again the next time.
    pub(super) fn keep(&self, key: Key, packed: &[u8]) {
        let _ = self.frames.append(Kind::Result, key, packed, false);
    }

    /// The files of the cache in a folder, sorted by name.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn files(folder: &Path) -> io::Result<Vec<CacheFile>> {
        let mut files = Vec::new();
        for path in files_in(folder, ENDING)? {
            let frames = Frames::open_to_read(&path).ok();
            files.push(CacheFile {
                made: frames.as_ref().and_then(head),
                results: frames.as_ref().map_or(0, Frames::results),
                bytes: std::fs::metadata(&path)?.len(),
                path,
            });
        }
        Ok(files)
    }

    /// Takes all files of the cache away and says how many bytes that were. Nothing else in the folder is touched.
    ///
    /// # Errors
    /// If a file cannot be taken away.
    pub fn clear(folder: &Path) -> io::Result<u64> {
        let mut bytes = 0;
        for path in files_in(folder, ENDING)? {
            bytes += std::fs::metadata(&path)?.len();
            std::fs::remove_file(&path)?;
        }
        Ok(bytes)
    }
}

/// Makes the folder of the cache, which other users cannot look into, as what students wrote is kept there. One that is there already
/// stays as it is.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// The files with an ending in a folder, sorted; none where there is no folder.
///
/// # Errors
/// If it cannot be listed.
pub fn files_in(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let listed = match std::fs::read_dir(folder) {
        Ok(listed) => listed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut paths = Vec::new();
    for entry in listed {
        let path = entry?.path();
        if path.extension().is_some_and(|own| own == ending) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Takes the files away that were not written for longest, as long as all of them together are too large.
fn make_room(folder: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for path in files_in(folder, ENDING)? {
        let known = std::fs::metadata(&path)?;
        files.push((known.modified()?, known.len(), path));
    }
    files.sort();
    let mut total: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    for (_, bytes, path) in files {
        if total <= MOST_BYTES {
            break;
        }
        std::fs::remove_file(path)?;
        total -= bytes;
    }
    Ok(())
}

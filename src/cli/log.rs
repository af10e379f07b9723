//! The file that gets a line for each submission as soon as it is graded, and never holds a part of a line.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::{CommandFailure, Deed};

/// A log. If it cannot be written, grading goes on, and the failure is reported in the end.
pub(super) struct Log<'p> {
    path: &'p Path,
    /// The file as long as it could be written.
    file: Mutex<io::Result<File>>,
}

impl<'p> Log<'p> {
    pub(super) fn open(path: &'p Path) -> Result<Self, CommandFailure> {
        let open = || -> io::Result<File> {
            let mut file = File::options().create(true).append(true).open(path)?;
            if file.metadata()?.is_file() {
                end_last_line(path, &mut file)?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| CommandFailure::cannot(Deed::Write, path, &error))?;
        Ok(Self { path, file: Mutex::new(Ok(file)) })
    }

    pub(super) fn append(&self, line: &[u8]) {
        let mut slot = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(file) = slot.as_mut()
            && let Err(error) = append_whole(file, line)
        {
            *slot = Err(error);
        }
    }

    pub(super) fn finish(self) -> Result<(), CommandFailure> {
        let file = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        file.map(drop).map_err(|error| CommandFailure::cannot(Deed::Write, self.path, &error))
    }
}

/// Appends a line; what was written of it is taken back if the rest cannot be.
fn append_whole(file: &mut File, line: &[u8]) -> io::Result<()> {
    let known = file.metadata()?;
    file.write_all(line).inspect_err(|_| {
        if known.is_file() {
            // If this fails as well, nothing more can be done, and the first failure is reported.
            let _ = file.set_len(known.len());
        }
    })
}

/// Takes away the part of a record with which an earlier run ended that was killed; ends any other last line.
fn end_last_line(path: &Path, file: &mut File) -> io::Result<()> {
    const BLOCK: u64 = 64 << 10;
    let mut reader = File::open(path)?;
    let size = reader.metadata()?.len();
    let (mut from, mut tail) = (size, Vec::new());
    // The last line begins after the last line feed.
    while from > 0 && !tail.contains(&b'\n') {
        let start = from.saturating_sub(BLOCK);
        reader.seek(SeekFrom::Start(start))?;
        let mut block = Vec::new();
        io::Read::by_ref(&mut reader).take(from - start).read_to_end(&mut block)?;
        block.extend(std::mem::take(&mut tail));
        (from, tail) = (start, block);
    }
    let last = tail.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    match &tail[last..] {
        [] => Ok(()),
        part if part.starts_with(b"{\"id\":") || b"{\"id\":".starts_with(part) => {
            file.set_len(from + last as u64)
        }
        _ => file.write_all(b"\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::Log;

    #[test]
    fn a_log_that_was_cut_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("log");
        let long = format!("{{\"id\":\"a\",\"x\":\"{}", "x".repeat(200_000));
        for (before, after) in [
            ("", "new\n"),
            ("{\"id\":\"a\"}\n", "{\"id\":\"a\"}\nnew\n"),
            ("{\"id\":\"a\"}\n{\"id\":\"b", "{\"id\":\"a\"}\nnew\n"),
            ("old\n{\"i", "old\nnew\n"),
            (long.as_str(), "new\n"),
            ("somebody's notes", "somebody's notes\nnew\n"),
        ] {
            std::fs::write(&path, before).expect("the folder is ours");
            let Ok(opened) = Log::open(&path) else { panic!("the log can be opened") };
            opened.append(b"new\n");
            assert!(opened.finish().is_ok());
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), after);
        }
    }
}

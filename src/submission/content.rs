//! All that a submission is, as bytes: by them it is recognised when it comes again.

use std::path::Path;

use super::{Entry, NoProgram, Submission};
use crate::stored;

impl Submission {
    /// The names of its files, and of each what can be read of it with this many bytes, in parts. A part that could not be read
    /// is an error with a message.
    pub(crate) fn to_parts(&self, most: u64) -> impl Iterator<Item = Result<Vec<u8>, String>> {
        let odd: Vec<Entry> = self.odd.iter().cloned().map(Entry::on_disk).collect();
        let listed = stored::to_bytes(&(
            (&self.id, &self.unlisted, &self.closed, &self.part, self.origin.is_marked_late),
            (names(&self.files), names(&self.beside), names(&odd)),
        ));
        let files = self.files.iter().chain(&self.beside);
        let contents: Vec<_> = files.chain(&odd).map(|file| content(file, most)).collect();
        std::iter::once(listed).chain(contents)
    }
}

fn names(files: &[Entry]) -> Vec<(&str, &Path)> {
    files.iter().map(|file| (file.name.as_str(), file.path.as_path())).collect()
}

fn content(file: &Entry, most: u64) -> Result<Vec<u8>, String> {
    match file.read(most) {
        Ok(read) => Ok(read.bytes),
        Err(NoProgram::Unreadable { file, error }) => Err(format!("{file}: {error}")),
        // It is not read when it is graded either.
        Err(why) => stored::to_bytes(&why),
    }
}

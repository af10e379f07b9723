//! Text that is kept until what stands before it is known: in memory while it is short, then in a file without a name.

use std::io::{self, Read, Seek as _, Write as _};
use std::path::Path;

use tempfile::SpooledTempFile;

use crate::report::Ends;

/// The most bytes that are kept in memory; more are kept in a file.
const MOST_IN_MEMORY: usize = 256 << 10;

/// The text so far, as long as it could be kept.
pub(super) struct Spill(io::Result<SpooledTempFile>);

impl Spill {
    /// An empty one, whose file is made in this folder if there is need of one. It goes away with the process, however that
    /// ends.
    pub(super) fn new(folder: &Path) -> Self {
        Self(Ok(tempfile::spooled_tempfile_in(MOST_IN_MEMORY, folder)))
    }

    /// Adds text at the end. If it cannot be kept, [`Spill::between`] says so.
    pub(super) fn append(&mut self, text: &[u8]) {
        if let Ok(file) = &mut self.0
            && let Err(error) = file.write_all(text)
        {
            self.0 = Err(error);
        }
    }

    /// The text between its ends.
    ///
    /// # Errors
    /// If it could not be kept.
    pub(super) fn between(self, ends: Ends) -> io::Result<impl Read> {
        let mut file = self.0?;
        file.rewind()?;
        Ok(io::Cursor::new(ends.head).chain(file).chain(io::Cursor::new(ends.foot)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::path::Path;

    use super::{MOST_IN_MEMORY, Spill};
    use crate::report::Ends;

    fn ends() -> Ends {
        Ends { head: b"head".to_vec(), foot: b"foot".to_vec() }
    }

    #[test]
    fn long_text_is_kept_in_a_file_that_has_no_name() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let mut spill = Spill::new(folder.path());
        let part = vec![b'x'; MOST_IN_MEMORY / 4];
        for _ in 0..20 {
            spill.append(&part);
        }
        let files = std::fs::read_dir(folder.path()).expect("the folder is ours").count();
        assert_eq!(files, 0);
        let mut text = Vec::new();
        spill.between(ends()).and_then(|mut text_of| text_of.read_to_end(&mut text)).expect("it was kept");
        assert_eq!(text, [b"head", part.repeat(20).as_slice(), b"foot"].concat());
    }

    #[test]
    fn a_failure_is_said_in_the_end() {
        let mut spill = Spill::new(Path::new("/nowhere/at/all"));
        spill.append(b"short");
        assert!(spill.between(ends()).is_ok());
        let mut spill = Spill::new(Path::new("/nowhere/at/all"));
        spill.append(&vec![b'x'; MOST_IN_MEMORY + 1]);
        spill.append(b"short");
        assert!(spill.between(ends()).is_err());
    }
}

//! The files of archives until they are graded: the first ones in memory, all others in a file without a name, so that memory does not
//! grow with an archive.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

/// The most bytes of files that one archive keeps in memory.
const MOST_IN_MEMORY: u64 = 32 << 20;

/// The contents of a file of an archive.
#[derive(Clone, Debug)]
pub(super) enum Contents {
    Memory(Arc<[u8]>),
    /// A part of a file that goes away with the last one who reads it.
    Disk {
        file: Arc<Mutex<File>>,
        start: u64,
        length: u64,
    },
}

impl Contents {
    /// The length in bytes.
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::Disk { length, .. } => *length,
        }
    }

    /// The bytes.
    ///
    /// # Errors
    /// If they cannot be read any more.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::Memory(bytes) => Ok(bytes.to_vec()),
            Self::Disk { file, start, length } => {
                let mut bytes = vec![0; *length as usize];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(*start))?;
                file.read_exact(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.read().ok() == other.read().ok()
    }
}

impl Eq for Contents {}

/// What keeps the files of one archive.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    in_memory: u64,
    /// The file, and its length.
    file: Option<(Arc<Mutex<File>>, u64)>,
}

impl Keeper {
    /// Keeps the contents of a file.
    pub(super) fn keep(&mut self, bytes: Vec<u8>) -> Contents {
        self.in_memory += bytes.len() as u64;
        if self.in_memory > MOST_IN_MEMORY {
            // Where no file can be written, memory has to do.
            if let Ok(kept) = self.keep_on_disk(&bytes) {
                self.in_memory -= bytes.len() as u64;
                return kept;
            }
        }
        Contents::Memory(bytes.into())
    }

    fn keep_on_disk(&mut self, bytes: &[u8]) -> io::Result<Contents> {
        if self.file.is_none() {
            self.file = Some((Arc::new(Mutex::new(tempfile::tempfile()?)), 0));
        }
        let Some((file, end)) = &mut self.file else { return Err(io::ErrorKind::NotFound.into()) };
        let start = *end;
        let mut open = file.lock().unwrap_or_else(PoisonError::into_inner);
        open.seek(SeekFrom::Start(start))?;
        open.write_all(bytes)?;
        drop(open);
        *end += bytes.len() as u64;
        Ok(Contents::Disk { file: Arc::clone(file), start, length: bytes.len() as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::{Contents, Keeper, MOST_IN_MEMORY};

    #[test]
    fn files_are_the_same_in_memory_and_on_disk() {
        let mut keeper = Keeper::default();
        let length = (MOST_IN_MEMORY / 3) as usize;
        let kept: Vec<Contents> =
            (0..6).map(|number| keeper.keep(vec![number; length + number as usize])).collect();
        let on_disk = kept.iter().filter(|contents| matches!(contents, Contents::Disk { .. })).count();
        assert_eq!(on_disk, 4, "only these are in memory");
        for (number, contents) in (0..).zip(&kept) {
            assert!(contents.read().expect("it is there") == vec![number; length + number as usize]);
            assert_eq!(contents.len(), length as u64 + u64::from(number));
        }
        assert!(kept[0] == kept[0].clone() && kept[4] == kept[4].clone() && kept[4] != kept[5]);
    }
}

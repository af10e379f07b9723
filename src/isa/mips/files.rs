//! The files of services 13 to 16. They live in memory only; no program reaches the files of this computer.
//!
//! Source: MARS 4.5, `mars/util/SystemIO.java`: descriptors 3 to 31, one open use of a name, and a name that could not be
//! opened stays taken.

use std::sync::Arc;

use crate::console::{Files, Loose, base_name};

/// The number of descriptors, the three of the console among them.
const MOST_DESCRIPTORS: usize = 32;
/// More bytes than these do not fit in the files of one run together.
const MOST_BYTES: usize = 4 << 20;

#[derive(Clone, Debug)]
struct Descriptor {
    name: Vec<u8>,
    mode: Mode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Read {
        at: usize,
    },
    Write,
    /// The name is taken and nothing is open.
    Failed,
}

/// The files of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct FileTable {
    files: Files,
    /// Other files that can be read, until a file of the same name is written.
    lying: Arc<Files>,
    is_full: bool,
    open: [Option<Descriptor>; MOST_DESCRIPTORS],
    written: usize,
}

impl FileTable {
    pub(super) fn new(files: Files, lying: &Arc<Files>, is_full: bool) -> Self {
        Self { files, lying: Arc::clone(lying), is_full, ..Self::default() }
    }

    /// Puts files there before a run.
    pub(super) fn put(&mut self, files: Option<&Files>) {
        for (name, bytes) in files.into_iter().flatten() {
            self.files.insert(name.clone(), bytes.clone());
        }
    }

    pub(super) fn into_files(self) -> Files {
        self.files
    }

    pub(super) fn files(&self) -> &Files {
        &self.files
    }

    /// The files that are still open for writing, and those that were not there.
    pub(super) fn loose(&self) -> Loose {
        let in_mode = |mode: Mode| {
            let open = self.open.iter().flatten().filter(move |open| open.mode == mode);
            open.map(|open| open.name.clone()).collect()
        };
        // On a full disk nothing can be opened for writing.
        let missing = if self.is_full { Vec::new() } else { in_mode(Mode::Failed) };
        Loose { open: in_mode(Mode::Write), missing }
    }

    /// Opens a file: flags 0 to read, 1 to write from the start, 9 to append. The descriptor, or -1.
    pub(super) fn open(&mut self, name: Vec<u8>, flags: i32) -> i32 {
        let taken = self.open.iter().flatten().any(|open| open.name == name);
        if taken || !matches!(flags, 0 | 1 | 9) {
            return -1;
        }
        let Some(number) = (3..MOST_DESCRIPTORS).find(|number| self.open[*number].is_none()) else {
            return -1;
        };
        let mode = match (flags, self.find(&name)) {
            (0, Some(_)) => Mode::Read { at: 0 },
            (0, None) => Mode::Failed,
            _ if self.is_full => Mode::Failed,
            (1, _) => {
                self.files.insert(name.clone(), Vec::new());
                Mode::Write
            }
            _ => {
                self.files.entry(name.clone()).or_default();
                Mode::Write
            }
        };
        self.open[number] = Some(Descriptor { name, mode });
        if mode == Mode::Failed { -1 } else { number as i32 }
    }

    /// A file of this name, or one without folders that the name ends in: students write the paths of their own computers.
    fn find(&self, name: &[u8]) -> Option<&Vec<u8>> {
        let base = base_name(name);
        let lying = || {
            let mut lying = self.lying.iter();
            lying.find(|(name, _)| base_name(name).eq_ignore_ascii_case(base)).map(|(_, bytes)| bytes)
        };
        self.files.get(name).or_else(|| self.files.get(base)).or_else(lying)
    }

    pub(super) fn close(&mut self, descriptor: i32) {
        if let Some(number) = usable(descriptor) {
            self.open[number] = None;
        }
    }

    /// The next bytes of a file; `None` if it is not open to be read.
    pub(super) fn read(&mut self, descriptor: i32, length: usize) -> Option<Vec<u8>> {
        let number = usable(descriptor)?;
        let Descriptor { name, mode: Mode::Read { at } } = self.open[number].clone()? else { return None };
        let bytes = self.find(&name)?;
        let end = at.saturating_add(length).min(bytes.len());
        let read = bytes[at.min(end)..end].to_vec();
        self.open[number] = Some(Descriptor { name, mode: Mode::Read { at: end } });
        Some(read)
    }

    /// Appends bytes to a file; `false` if it is not open to be written or everything is full.
    pub(super) fn write(&mut self, descriptor: i32, bytes: &[u8]) -> bool {
        let open = usable(descriptor).and_then(|number| self.open[number].as_ref());
        let Some(Descriptor { name, mode: Mode::Write }) = open else { return false };
        if self.written + bytes.len() > MOST_BYTES {
            return false;
        }
        self.written += bytes.len();
        self.files.entry(name.clone()).or_default().extend_from_slice(bytes);
        true
    }
}

fn usable(descriptor: i32) -> Option<usize> {
    usize::try_from(descriptor).ok().filter(|number| (3..MOST_DESCRIPTORS).contains(number))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{FileTable, Files};

    #[test]
    fn descriptors_are_given_out_as_in_mars() {
        let mut files = FileTable::new(
            Files::from([(b"in.txt".to_vec(), b"abc".to_vec())]),
            &Arc::new(Files::from([(b"lib/Intro.txt".to_vec(), b"hello".to_vec())])),
            false,
        );
        assert_eq!(files.open(b"none.txt".to_vec(), 0), -1);
        assert_eq!(files.open(b"none.txt".to_vec(), 1), -1, "the name stays taken");
        assert_eq!(files.open(b"C:\\work\\in.txt".to_vec(), 0), 4, "and so does its descriptor");
        assert_eq!(files.open(b"out.txt".to_vec(), 9), 5);
        assert_eq!(files.open(b"other.txt".to_vec(), 2), -1);
        assert_eq!(files.read(4, 2), Some(b"ab".to_vec()));
        assert_eq!(files.read(4, 2), Some(b"c".to_vec()));
        assert_eq!(files.read(4, 2), Some(Vec::new()));
        assert_eq!(files.read(5, 2), None);
        assert!(files.write(5, b"xy") && files.write(5, b"z") && !files.write(4, b"q"));
        files.close(5);
        assert_eq!(files.open(b"out.txt".to_vec(), 9), 5);
        assert!(files.write(5, b"!"));
        assert_eq!(files.open(b"intro.txt".to_vec(), 0), 6, "a file of the submission, in other letters");
        assert_eq!(files.read(6, 9), Some(b"hello".to_vec()));
        files.close(6);
        assert_eq!(files.open(b"Intro.txt".to_vec(), 1), 6);
        assert!(files.write(6, b"mine"));
        files.close(6);
        assert_eq!(files.open(b"Intro.txt".to_vec(), 0), 6);
        assert_eq!(files.read(6, 9), Some(b"mine".to_vec()), "what is written comes before it");
        let left = files.into_files();
        assert_eq!(left[b"out.txt".as_slice()], b"xyz!");
        assert_eq!(left.get(b"lib/Intro.txt".as_slice()), None, "what lay there was not left by the program");
    }
}

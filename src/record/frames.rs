//! A file of frames: each is written whole or not at all, whatever happens to the program, and is recognised as damaged if it is.
//!
//! The file begins with a line for people. A frame is a kind, a key, the length of its content, a checksum and the content. What
//! stands at the end and is no whole frame was being written when a program or the computer stopped; the next one to write takes
//! it away. Several programs may write to one file at once: each locks it for as long as it takes to add a frame.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::key::Key;

/// The first line of such a file. The number is that of the form of frames.
const FIRST_LINE: &[u8] = b"grader results 1\n";

/// The most that the content of a frame may take, in bytes: longer ones are damaged heads.
const LONGEST: u32 = 1 << 30;

/// The meaning of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What the results in the file are made by.
    Head,
    /// The results of a submission.
    Result,
    /// All of a class that was to be graded.
    End,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Head, Self::Result, Self::End];

    fn letter(self) -> u8 {
        match self {
            Self::Head => b'H',
            Self::Result => b'R',
            Self::End => b'E',
        }
    }
}

/// A file of frames.
#[derive(Debug)]
pub(super) struct Frames {
    path: PathBuf,
    state: Mutex<State>,
    /// The length of the file that is known to be on the disk.
    synced: Mutex<u64>,
}

#[derive(Debug)]
struct State {
    file: File,
    /// The end of the last whole frame that was seen.
    end: u64,
    /// The last frame of each key.
    places: BTreeMap<(Kind, Key), Place>,
}

/// The place of a frame's content.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u64,
    length: u32,
    checksum: u32,
}

/// A frame without its content, as it stands in the file.
struct Head {
    kind: Kind,
    key: Key,
    length: u32,
    checksum: u32,
}

impl Head {
    /// Its length in bytes.
    const SIZE: usize = 1 + Key::SIZE + 4 + 4;

    fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        let (kind, rest) = bytes.split_at_mut(1);
        let (key, rest) = rest.split_at_mut(Key::SIZE);
        let (length, checksum) = rest.split_at_mut(4);
        kind[0] = self.kind.letter();
        key.copy_from_slice(self.key.bytes());
        length.copy_from_slice(&self.length.to_le_bytes());
        checksum.copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    /// `None` if these bytes are no head.
    fn from_bytes(bytes: &[u8; Self::SIZE]) -> Option<Self> {
        let (kind, rest) = bytes.split_first()?;
        let (key, rest) = rest.split_first_chunk::<{ Key::SIZE }>()?;
        let (length, checksum) = rest.split_first_chunk::<4>()?;
        let kind = Kind::ALL.into_iter().find(|known| known.letter() == *kind)?;
        let length = u32::from_le_bytes(*length);
        let checksum = u32::from_le_bytes(*checksum.first_chunk()?);
        (length <= LONGEST).then_some(Self { kind, key: Key::from_bytes(*key), length, checksum })
    }
}

impl Frames {
    /// Opens a file, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be read and written, or is something else.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut state = State { file, end: 0, places: BTreeMap::new() };
        state.file.lock()?;
        let result = state.begin();
        state.file.unlock()?;
        result?;
        Ok(Self { path: path.to_owned(), state: Mutex::new(state), synced: Mutex::new(0) })
    }

    /// Opens a file that is only read.
    ///
    /// # Errors
    /// If it cannot be read, or is something else.
    pub(super) fn open_to_read(path: &Path) -> io::Result<Self> {
        let mut state = State { file: File::open(path)?, end: 0, places: BTreeMap::new() };
        let size = state.file.metadata()?.len();
        if size < FIRST_LINE.len() as u64 || !state.has_first_line()? {
            return Err(something_else());
        }
        state.look_on()?;
        Ok(Self { path: path.to_owned(), state: Mutex::new(state), synced: Mutex::new(0) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of results in the file.
    pub(super) fn results(&self) -> usize {
        self.state().places.keys().filter(|(kind, _)| *kind == Kind::Result).count()
    }

    /// The content of the last frame of this kind and key; `None` if there is none that is undamaged.
    pub(super) fn read(&self, kind: Kind, key: Key) -> Option<Vec<u8>> {
        let mut state = self.state();
        let place = *state.places.get(&(kind, key))?;
        let mut content = vec![0; place.length as usize];
        state.file.seek(SeekFrom::Start(place.start)).ok()?;
        state.file.read_exact(&mut content).ok()?;
        drop(state);
        (checksum(&content) == place.checksum).then_some(content)
    }

    /// Adds a frame, and waits until it is on the disk if `is_lasting`.
    ///
    /// # Errors
    /// If it cannot be written, such as on a full disk; the file is then as it was.
    pub(super) fn append(&self, kind: Kind, key: Key, content: &[u8], is_lasting: bool) -> io::Result<()> {
        let length = u32::try_from(content.len()).ok().filter(|length| *length <= LONGEST);
        let length = length.ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
        let head = Head { kind, key, length, checksum: checksum(content) };
        let mut state = self.state();
        state.file.lock()?;
        let result = state.append(&head, content);
        state.file.unlock()?;
        result?;
        let end = state.end;
        drop(state);
        if is_lasting { self.sync(end) } else { Ok(()) }
    }

    /// Waits until the file is on the disk up to here. Of those that wait at the same time one does it for all.
    fn sync(&self, end: u64) -> io::Result<()> {
        let mut synced = self.synced.lock().unwrap_or_else(PoisonError::into_inner);
        if *synced < end {
            let (file, end) = {
                let state = self.state();
                (state.file.try_clone()?, state.end)
            };
            file.sync_data()?;
            *synced = end;
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Writes the first line of a new file, or reads the frames of an old one.
    fn begin(&mut self) -> io::Result<()> {
        let size = self.file.metadata()?.len();
        if size < FIRST_LINE.len() as u64 {
            let mut text = Vec::new();
            self.file.seek(SeekFrom::Start(0))?;
            self.file.read_to_end(&mut text)?;
            if !FIRST_LINE.starts_with(&text) {
                return Err(something_else());
            }
            self.file.set_len(0)?;
            self.file.write_all(FIRST_LINE)?;
            self.end = FIRST_LINE.len() as u64;
            return Ok(());
        }
        if !self.has_first_line()? {
            return Err(something_else());
        }
        self.look_on()
    }

    fn has_first_line(&mut self) -> io::Result<bool> {
        let mut line = [0; FIRST_LINE.len()];
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_exact(&mut line)?;
        self.end = FIRST_LINE.len() as u64;
        Ok(line == FIRST_LINE)
    }

    /// Reads the heads of all whole frames after those that are known.
    fn look_on(&mut self) -> io::Result<()> {
        let size = self.file.metadata()?.len();
        let mut head = [0; Head::SIZE];
        while self.end + Head::SIZE as u64 <= size {
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.read_exact(&mut head)?;
            let Some(Head { kind, key, length, checksum }) = Head::from_bytes(&head) else { break };
            let start = self.end + Head::SIZE as u64;
            let end = start + u64::from(length);
            if end > size {
                break;
            }
            self.places.insert((kind, key), Place { start, length, checksum });
            self.end = end;
        }
        Ok(())
    }

    /// Adds a frame after those that others have added meanwhile. The file is locked.
    fn append(&mut self, head: &Head, content: &[u8]) -> io::Result<()> {
        self.look_on()?;
        if self.file.metadata()?.len() > self.end {
            self.file.set_len(self.end)?;
        }
        let frame = [head.to_bytes().as_slice(), content].concat();
        if let Err(error) = self.file.write_all(&frame) {
            // If this fails as well, the next one to write does it.
            let _ = self.file.set_len(self.end);
            return Err(error);
        }
        let start = self.end + Head::SIZE as u64;
        let place = Place { start, length: head.length, checksum: head.checksum };
        self.places.insert((head.kind, head.key), place);
        self.end = start + u64::from(head.length);
        Ok(())
    }
}

fn checksum(content: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(content);
    sum.sum()
}

fn something_else() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "it is not a file of results that this version of grader wrote",
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{FIRST_LINE, Frames, Head, Key, Kind};

    fn key(number: u8) -> Key {
        Key::from_bytes([number; Key::SIZE])
    }

    #[test]
    fn a_cut_file_keeps_every_whole_frame_and_goes_on() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let whole = folder.path().join("whole");
        let frames = Frames::open(&whole).expect("the folder is ours");
        for number in 1..=3 {
            frames.append(Kind::Result, key(number), &[number; 10], true).expect("there is room");
        }
        let bytes = fs::read(&whole).expect("it is there");
        let frame = Head::SIZE + 10;
        assert_eq!(bytes.len(), FIRST_LINE.len() + 3 * frame);
        for cut in 0..=bytes.len() {
            let path = folder.path().join("cut");
            fs::write(&path, &bytes[..cut]).expect("the folder is ours");
            let frames = Frames::open(&path).expect("a cut file is one of ours");
            let left = cut.saturating_sub(FIRST_LINE.len()) / frame;
            assert_eq!(frames.results(), left, "cut at {cut}");
            frames.append(Kind::Result, key(9), b"new", false).expect("there is room");
            let again = Frames::open_to_read(&path).expect("it is one of ours");
            assert_eq!(again.results(), left + 1, "cut at {cut}");
            assert_eq!(again.read(Kind::Result, key(9)).as_deref(), Some(b"new".as_slice()));
        }
    }

    #[test]
    fn two_writers_see_what_the_other_wrote() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("shared");
        let writers = [Frames::open(&path), Frames::open(&path)].map(|opened| opened.expect("it is ours"));
        std::thread::scope(|scope| {
            for (number, frames) in (0_u8..).zip(&writers) {
                scope.spawn(move || {
                    for each in 0..50 {
                        let content = vec![each; 1000];
                        frames.append(Kind::Result, key(number * 50 + each), &content, false).expect("room");
                    }
                });
            }
        });
        let frames = Frames::open_to_read(&path).expect("it is one of ours");
        assert_eq!(frames.results(), 100);
        for number in 0..100 {
            assert_eq!(frames.read(Kind::Result, key(number)), Some(vec![number % 50; 1000]));
        }
    }

    #[test]
    fn a_damaged_frame_is_none_and_a_foreign_file_is_left_alone() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let path = folder.path().join("damaged");
        let frames = Frames::open(&path).expect("the folder is ours");
        frames.append(Kind::Result, key(1), b"content", true).expect("there is room");
        let mut bytes = fs::read(&path).expect("it is there");
        *bytes.last_mut().expect("it is not empty") ^= 1;
        fs::write(&path, &bytes).expect("the file is ours");
        assert_eq!(Frames::open(&path).expect("its heads are whole").read(Kind::Result, key(1)), None);
        for foreign in ["name,score\n", "name,score\nand much more than one line of it\n"] {
            let path = folder.path().join("foreign");
            fs::write(&path, foreign).expect("the folder is ours");
            assert!(Frames::open(&path).is_err() && Frames::open_to_read(&path).is_err());
            assert_eq!(fs::read_to_string(&path).expect("it is there"), foreign);
        }
    }
}

//! Files in memory, and the clock: what lies outside of a machine's own memory.

use std::sync::LazyLock;

use super::memory::code_of;
use super::program::{Program, Segment};
use super::setup::Setup;
use crate::console::{Files, base_name};
use crate::machine::World;

/// More files than these are not open at the same time.
const MOST_OPEN: usize = 32;
/// More bytes than these are not written to files in one run.
const MOST_BYTES: usize = 16 << 20;
/// This many instructions are a millisecond.
const INSTRUCTIONS_PER_MILLISECOND: u64 = 10_000;
/// The clock at the start of each run, in milliseconds since 1970: 1 January 2024.
const EPOCH: u64 = 1_704_067_200_000;
/// The most by which the clock differs from one seed to another, in milliseconds.
const ONE_DAY: u64 = 86_400_000;

/// The file that says what this debugger can do beyond the first version of semihosting, as its magic number and a byte of
/// flags: programs can end with a status, and have an error output of their own. Source: *Semihosting for AArch32 and
/// AArch64* (Arm), 4.
static FEATURES: LazyLock<(&[u8], Vec<u8>)> =
    LazyLock::new(|| (b":semihosting-features", b"SHFB\x03".to_vec()));

/// The mode in which a file is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the bits that systems open files with")]
pub(super) struct Mode {
    pub(super) reads: bool,
    pub(super) writes: bool,
    /// A file that is not there is made.
    pub(super) creates: bool,
    /// The contents of the file are dropped.
    pub(super) truncates: bool,
    /// Every write goes to the end.
    pub(super) appends: bool,
}

/// A file that a program has opened, or the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// The keyboard.
    Keyboard,
    /// The screen.
    Screen,
    /// A file.
    File {
        /// Its name.
        name: Vec<u8>,
        /// Where the next byte is read or written.
        at: usize,
        /// The mode in which it was opened.
        mode: Mode,
    },
}

/// Files, the clock and the heap.
#[derive(Clone, Debug)]
pub(super) struct Outside {
    files: Files,
    lying: std::sync::Arc<Files>,
    is_full: bool,
    open: Vec<Option<Open>>,
    written: usize,
    /// The time by which the clock is ahead of the number of instructions, in milliseconds.
    later: u64,
    /// The end of the heap.
    pub(super) heap: u32,
    /// The first address of the heap.
    pub(super) heap_start: u32,
}

impl Outside {
    pub(super) fn new(program: &Program, setup: &Setup, world: World<'_>) -> Self {
        let map = setup.board.map();
        let ends = program.segments.iter().map(Segment::end);
        let inside = ends.filter(|end| (map.data.0..=map.data.1).contains(end));
        let end = inside.chain([code_of(program, map).1.max(map.data.0)]).max().unwrap_or(map.data.0);
        let heap_start = end.checked_next_multiple_of(8).unwrap_or(end);
        Self {
            files: (*setup.files).clone(),
            lying: setup.lying.clone(),
            is_full: world.disk_is_full,
            open: vec![Some(Open::Keyboard), Some(Open::Screen), Some(Open::Screen)],
            written: 0,
            later: world.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20 & 0x7FF_FFFF,
            heap: heap_start,
            heap_start,
        }
    }

    /// Puts files there before a run.
    pub(super) fn put(&mut self, files: Option<&Files>) {
        for (name, bytes) in files.into_iter().flatten() {
            self.files.insert(name.clone(), bytes.clone());
        }
    }

    pub(super) fn files(&self) -> &Files {
        &self.files
    }

    /// The files that are still open for writing.
    pub(super) fn open_for_writing(&self) -> Vec<Vec<u8>> {
        let named = self.open.iter().flatten().filter_map(|open| match open {
            Open::File { name, mode, .. } if mode.writes => Some(name.clone()),
            _ => None,
        });
        named.collect()
    }

    /// The time after this many instructions, in milliseconds since 1970.
    pub(super) fn time(&self, executed: u64) -> u64 {
        EPOCH + self.later % ONE_DAY + executed / INSTRUCTIONS_PER_MILLISECOND
    }

    /// The time that the program has run, in milliseconds.
    pub(super) fn elapsed(executed: u64) -> u64 {
        executed / INSTRUCTIONS_PER_MILLISECOND
    }

    /// The file or the part of the console that a descriptor stands for.
    pub(super) fn get(&self, descriptor: u32) -> Option<&Open> {
        self.open.get(descriptor as usize)?.as_ref()
    }

    /// Opens the keyboard or the screen once more; the descriptor.
    pub(super) fn open_console(&mut self, open: Open) -> Option<u32> {
        self.keep(open)
    }

    fn keep(&mut self, open: Open) -> Option<u32> {
        let free = self.open.iter().position(Option::is_none);
        let number = free.or((self.open.len() < MOST_OPEN).then_some(self.open.len()))?;
        if number == self.open.len() {
            self.open.push(None);
        }
        self.open[number] = Some(open);
        Some(number as u32)
    }

    /// Opens a file; the descriptor.
    pub(super) fn open(&mut self, name: Vec<u8>, mode: Mode) -> Option<u32> {
        let exists = self.find(&name).is_some();
        let changes = mode.truncates || (mode.creates && !exists);
        if (!exists && !mode.creates) || (changes && self.is_full) {
            return None;
        }
        if changes {
            self.files.insert(name.clone(), Vec::new());
        }
        self.keep(Open::File { name, at: 0, mode })
    }

    /// A file of this name, or one without folders that the name ends in: students write the paths of their own computers.
    fn find(&self, name: &[u8]) -> Option<&Vec<u8>> {
        let (features, contents) = &*FEATURES;
        if name == *features {
            return Some(contents);
        }
        let base = base_name(name);
        let lying = || {
            let mut lying = self.lying.iter();
            lying.find(|(name, _)| base_name(name).eq_ignore_ascii_case(base)).map(|(_, bytes)| bytes)
        };
        self.files.get(name).or_else(|| self.files.get(base)).or_else(lying)
    }

    /// Closes a descriptor; `false` if it is not open.
    pub(super) fn close(&mut self, descriptor: u32) -> bool {
        self.open.get_mut(descriptor as usize).is_some_and(|open| open.take().is_some())
    }

    /// The next bytes of a file; `None` if it is not open to be read.
    pub(super) fn read(&mut self, descriptor: u32, length: usize) -> Option<Vec<u8>> {
        let Open::File { name, at, mode } = self.get(descriptor)?.clone() else { return None };
        if !mode.reads {
            return None;
        }
        let bytes = self.find(&name)?;
        let start = at.min(bytes.len());
        let end = at.saturating_add(length).min(bytes.len());
        let read = bytes[start..end.max(start)].to_vec();
        self.seek(descriptor, start + read.len());
        Some(read)
    }

    /// Writes bytes to a file; `false` if it is not open to be written or everything is full.
    pub(super) fn write(&mut self, descriptor: u32, bytes: &[u8]) -> bool {
        let Some(Open::File { name, at, mode }) = self.get(descriptor).cloned() else { return false };
        if !mode.writes || self.is_full || self.written + bytes.len() > MOST_BYTES {
            return false;
        }
        self.written += bytes.len();
        if !self.files.contains_key(&name) {
            // A file that lies there is copied before it is changed.
            let copy = self.find(&name).cloned().unwrap_or_default();
            self.files.insert(name.clone(), copy);
        }
        let file = self.files.entry(name).or_default();
        let at = if mode.appends { file.len() } else { at.min(MOST_BYTES) };
        if file.len() < at + bytes.len() {
            file.resize(at + bytes.len(), 0);
        }
        file[at..at + bytes.len()].copy_from_slice(bytes);
        self.seek(descriptor, at + bytes.len());
        true
    }

    /// Goes on at another place of a file; `false` if the descriptor is not one of a file.
    pub(super) fn seek(&mut self, descriptor: u32, to: usize) -> bool {
        match self.open.get_mut(descriptor as usize) {
            Some(Some(Open::File { at, .. })) => {
                *at = to;
                true
            }
            _ => false,
        }
    }

    /// The number of bytes of a file, and the place where the next one is read or written; `None` if the
    /// descriptor is not one of a file.
    pub(super) fn length(&self, descriptor: u32) -> Option<(usize, usize)> {
        let Open::File { name, at, .. } = self.get(descriptor)? else { return None };
        Some((self.find(name)?.len(), *at))
    }

    /// Removes a file; `false` if it is not there.
    pub(super) fn remove(&mut self, name: &[u8]) -> bool {
        self.files.remove(name).is_some()
    }

    /// Gives a file another name; `false` if it is not there.
    pub(super) fn rename(&mut self, from: &[u8], to: &[u8]) -> bool {
        let bytes = self.files.remove(from);
        bytes.map(|bytes| self.files.insert(to.to_vec(), bytes)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, Outside};
    use crate::isa::arm::program::Program;
    use crate::isa::arm::setup::Setup;
    use crate::machine::World;

    #[test]
    fn files_are_read_and_written() {
        let mut outside = Outside::new(&Program::default(), &Setup::default(), World::default());
        let write = Mode { writes: true, creates: true, truncates: true, ..Mode::default() };
        let read = Mode { reads: true, ..Mode::default() };
        assert_eq!(outside.open(b"out".to_vec(), read), None);
        let out = outside.open(b"out".to_vec(), write).expect("it can be made");
        assert_eq!(out, 3);
        assert!(outside.write(out, b"hello") && outside.seek(out, 1) && outside.write(out, b"a"));
        assert_eq!(outside.read(out, 5), None, "it is open for writing only");
        assert!(outside.close(out) && !outside.close(out));
        let back = outside.open(b"C:\\tmp\\out".to_vec(), read).expect("it is there");
        assert_eq!(outside.read(back, 3), Some(b"hal".to_vec()));
        assert_eq!((outside.length(back), outside.write(back, b"x")), (Some((5, 3)), false));
        assert_eq!(outside.read(back, 9), Some(b"lo".to_vec()));
        assert_eq!(outside.read(back, 9), Some(Vec::new()));
        let more = Mode { writes: true, creates: true, appends: true, ..Mode::default() };
        let out = outside.open(b"out".to_vec(), more).expect("it is there");
        assert!(outside.write(out, b"!") && outside.rename(b"out", b"end"));
        assert_eq!(outside.files()[b"end".as_slice()], b"hallo!");
        assert_eq!(outside.open_for_writing(), [b"out".to_vec()]);
        let features = outside.open(b":semihosting-features".to_vec(), read).expect("the debugger has some");
        assert_eq!(outside.read(features, 9), Some(b"SHFB\x03".to_vec()));
    }
}

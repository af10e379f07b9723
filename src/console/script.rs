//! The input of a case, and the console that types it.

use super::{Console, Files, Transcript};

/// Keys in the order in which they are typed, grouped in entries: a move and its ENTER are one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    files: Files,
}

impl Script {
    /// A script of these entries; empty ones are dropped.
    pub fn new<Entry: AsRef<[u8]>>(entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut script = Self::default();
        for entry in entries {
            let entry = entry.as_ref();
            if !entry.is_empty() {
                script.starts.push(script.bytes.len());
                script.bytes.extend_from_slice(entry);
            }
        }
        script
    }

    /// The script with files that the program finds.
    #[must_use]
    pub fn with_files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// The files that the program finds.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// All bytes in order.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns `true` if nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The bytes of an entry; empty past the end.
    pub fn entry(&self, index: usize) -> &[u8] {
        let Some(start) = self.starts.get(index) else { return &[] };
        let end = self.starts.get(index + 1).copied().unwrap_or(self.bytes.len());
        &self.bytes[*start..end]
    }
}

/// A console that types a script as fast as it is read and keeps the output, up to a limit.
#[derive(Debug)]
pub struct ScriptedConsole<'a> {
    script: &'a Script,
    read: usize,
    next_entry: usize,
    limit: usize,
    transcript: Transcript,
}

impl<'a> ScriptedConsole<'a> {
    /// A console for `script` that takes at most `limit` bytes of output.
    pub fn new(script: &'a Script, limit: usize) -> Self {
        Self { script, read: 0, next_entry: 0, limit, transcript: Transcript::default() }
    }

    /// The transcript of the run.
    pub fn into_transcript(mut self) -> Transcript {
        self.transcript.unread = self.script.bytes.len() - self.read;
        self.transcript
    }
}

impl Console for ScriptedConsole<'_> {
    fn write(&mut self, byte: u8) -> bool {
        if self.transcript.output.len() == self.limit {
            return false;
        }
        self.transcript.output.push(byte);
        true
    }

    fn write_all(&mut self, bytes: &[u8]) -> usize {
        let taken = bytes.len().min(self.limit.saturating_sub(self.transcript.output.len()));
        self.transcript.output.extend_from_slice(&bytes[..taken]);
        taken
    }

    fn read(&mut self) -> Option<u8> {
        self.transcript.asked = true;
        let Some(byte) = self.script.bytes.get(self.read).copied() else {
            self.transcript.wanted_more = true;
            return None;
        };
        if self.script.starts.get(self.next_entry) == Some(&self.read) {
            self.next_entry += 1;
            self.transcript.turn_ends.push(self.transcript.output.len());
        }
        self.transcript.reads.push(self.transcript.output.len());
        self.read += 1;
        Some(byte)
    }

    fn is_ready(&mut self) -> bool {
        self.transcript.asked = true;
        self.read < self.script.bytes.len()
    }

    fn is_over(&mut self) -> bool {
        self.transcript.wanted_more |= !self.is_ready();
        !self.is_ready()
    }

    fn contacts(&self) -> u64 {
        (self.transcript.output.len() + self.read) as u64
    }

    fn finds(&self) -> Option<&Files> {
        Some(&self.script.files)
    }

    fn leaves(&mut self, files: &Files, _: Vec<Vec<u8>>) {
        self.transcript.files.clone_from(files);
    }
}

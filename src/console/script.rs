//! The input of a case, and the console that types it.

use std::borrow::Cow;
use std::fmt;

use super::{Console, Files, Loose, Partner, Transcript};

/// Keys in the order in which they are typed, grouped in entries: a move and its ENTER are one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    files: Files,
}

/// Where an entry begins, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// Its first byte.
    start: usize,
    /// It is typed once this many bytes have been printed: what answers an output is not there before it.
    after: usize,
}

impl Script {
    /// A script of these entries; empty ones are dropped.
    pub fn new<Typed: AsRef<[u8]>>(entries: impl IntoIterator<Item = Typed>) -> Self {
        let mut script = Self::default();
        for entry in entries {
            let entry = entry.as_ref();
            if !entry.is_empty() {
                script.entries.push(Entry { start: script.bytes.len(), after: 0 });
                script.bytes.extend_from_slice(entry);
            }
        }
        script
    }

    /// Adds what is typed once that many bytes have been printed. With what was typed at the same moment it is one entry.
    fn add(&mut self, typed: &[u8], after: usize) {
        if self.entries.last().is_none_or(|last| last.after != after) {
            self.entries.push(Entry { start: self.bytes.len(), after });
        }
        self.bytes.extend_from_slice(typed);
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

    /// How much must have been printed for the last entry to be typed.
    pub fn answered(&self) -> usize {
        self.entries.last().map_or(0, |last| last.after)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The bytes of an entry; empty past the end.
    pub fn entry(&self, index: usize) -> &[u8] {
        let Some(entry) = self.entries.get(index) else { return &[] };
        let end = self.entries.get(index + 1).map_or(self.bytes.len(), |next| next.start);
        &self.bytes[entry.start..end]
    }
}

/// A console that types a script as fast as it is read and keeps the output, up to a limit.
pub struct ScriptedConsole<'a> {
    script: Cow<'a, Script>,
    /// Who goes on where the script ends.
    partner: Option<&'a mut dyn Partner>,
    /// The output to which the partner had no answer, by its length.
    unanswered: Option<usize>,
    read: usize,
    next_entry: usize,
    limit: usize,
    transcript: Transcript,
}

impl<'a> ScriptedConsole<'a> {
    /// A console for `script` that takes at most `limit` bytes of output.
    pub fn new(script: &'a Script, limit: usize) -> Self {
        Self::of(Cow::Borrowed(script), None, limit)
    }

    /// A console at which somebody sits who types. Files are there from the beginning.
    pub fn with_partner(files: Files, partner: &'a mut dyn Partner, limit: usize) -> Self {
        Self::of(Cow::Owned(Script::default().with_files(files)), Some(partner), limit)
    }

    fn of(script: Cow<'a, Script>, partner: Option<&'a mut dyn Partner>, limit: usize) -> Self {
        let transcript = Transcript::default();
        Self { script, partner, unanswered: None, read: 0, next_entry: 0, limit, transcript }
    }

    /// The transcript of the run.
    pub fn into_transcript(self) -> Transcript {
        self.into_conversation().0
    }

    /// The transcript of the run, and the script with which another run is the same.
    pub fn into_conversation(mut self) -> (Transcript, Script) {
        self.transcript.unread = self.script.bytes.len() - self.read;
        (self.transcript, self.script.into_owned())
    }

    /// Returns `true` if a byte can be read; asks the partner if need be.
    fn has_next(&mut self) -> bool {
        let printed = self.transcript.output.len();
        if self.read < self.script.bytes.len() {
            let next = self.script.entries.get(self.next_entry);
            return next.is_none_or(|next| next.start != self.read || next.after <= printed);
        }
        let Some(partner) = &mut self.partner else { return false };
        if self.unanswered == Some(printed) {
            return false;
        }
        let answer = partner.answer(&self.transcript.output[self.script.answered()..]);
        let Some(typed) = answer.filter(|typed| !typed.is_empty()) else {
            self.unanswered = Some(printed);
            return false;
        };
        self.script.to_mut().add(&typed, printed);
        true
    }
}

impl fmt::Debug for ScriptedConsole<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { script, read, limit, transcript, .. } = self;
        let mut shown = f.debug_struct("ScriptedConsole");
        shown.field("script", script).field("read", read).field("limit", limit);
        shown.field("transcript", transcript).finish_non_exhaustive()
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
        if !self.has_next() {
            self.transcript.wanted_more = true;
            return None;
        }
        let byte = self.script.bytes[self.read];
        if self.script.entries.get(self.next_entry).is_some_and(|next| next.start == self.read) {
            self.next_entry += 1;
            self.transcript.turn_ends.push(self.transcript.output.len());
        }
        self.transcript.reads.push(self.transcript.output.len());
        self.read += 1;
        Some(byte)
    }

    fn is_ready(&mut self) -> bool {
        self.transcript.asked = true;
        self.has_next()
    }

    fn is_over(&mut self) -> bool {
        let is_over = !self.is_ready();
        self.transcript.wanted_more |= is_over;
        is_over
    }

    fn contacts(&self) -> u64 {
        (self.transcript.output.len() + self.read) as u64
    }

    fn finds(&self) -> Option<&Files> {
        Some(&self.script.files)
    }

    fn leaves(&mut self, files: &Files, _: Loose) {
        self.transcript.files.clone_from(files);
    }
}

#[cfg(test)]
mod tests {
    use super::{Console, Partner, Script, ScriptedConsole};

    /// Answers each output with its length, once it ends with a question mark.
    struct Counting;

    impl Partner for Counting {
        fn answer(&mut self, printed: &[u8]) -> Option<Vec<u8>> {
            printed.ends_with(b"?").then(|| printed.len().to_string().into_bytes())
        }
    }

    /// Prints two questions, looks for a key in the middle of the second one, and takes what is typed.
    fn talk(console: &mut ScriptedConsole<'_>) -> Vec<Option<u8>> {
        let mut seen = Vec::new();
        console.write_all(b"first?");
        seen.push(console.read());
        console.write_all(b"second");
        seen.push(Some(u8::from(console.is_ready())));
        console.write_all(b" one?");
        seen.push(Some(u8::from(console.is_ready())));
        seen.extend([console.read(), console.read(), console.read()]);
        seen
    }

    #[test]
    fn a_conversation_can_be_had_again_from_its_script() {
        let mut partner = Counting;
        let mut console = ScriptedConsole::with_partner(super::Files::new(), &mut partner, 100);
        let seen = talk(&mut console);
        assert_eq!(seen, [Some(b'6'), Some(0), Some(1), Some(b'1'), Some(b'1'), None]);
        let (transcript, script) = console.into_conversation();
        assert_eq!((script.len(), script.entry(0), script.entry(1)), (2, &b"6"[..], &b"11"[..]));
        assert_eq!(transcript.turn_ends, [6, 17]);
        let mut again = ScriptedConsole::new(&script, 100);
        assert_eq!(talk(&mut again), seen);
        assert_eq!(again.into_transcript(), transcript);
    }

    #[test]
    fn a_script_is_there_from_the_beginning() {
        let script = Script::new(["1\n"]);
        let mut console = ScriptedConsole::new(&script, 100);
        assert!(console.is_ready() && !console.is_over());
        assert_eq!(console.read(), Some(b'1'));
    }
}

//! The transcript of a run: output and input, in order.

use std::ops::Range;

use super::{Files, base_name};

/// The output of a run, split where the program read an entry of the script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Everything that the program printed.
    pub output: Vec<u8>,
    /// For each key that was read: how much had been printed by then.
    pub reads: Vec<usize>,
    /// For each entry of the script that was begun: how much had been printed by then.
    pub turn_ends: Vec<usize>,
    /// True if the program looked at its input at all; if not, its run is the same for every script.
    pub asked: bool,
    /// True if the program asked for input that is not there.
    pub wanted_more: bool,
    /// The number of bytes of the script that were not read.
    pub unread: usize,
    /// The files that are there in the end.
    pub files: Files,
}

/// The output between two entries of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// The entry that is typed after this output, by its number from 0; `None` for the last turn.
    pub answered_by: Option<usize>,
    /// The output.
    pub output: &'a [u8],
}

impl Transcript {
    /// The contents of a file in the end, by its name without folders: programs may name the folders of their
    /// authors' computers.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        let mut named = self.files.iter().filter(|(known, _)| base_name(known) == name.as_bytes());
        named.next_back().map(|(_, bytes)| bytes.as_slice())
    }

    /// The turns in order; there is always one more than entries that were read.
    pub fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        (0..=self.turn_ends.len()).map(|index| Turn {
            answered_by: (index < self.turn_ends.len()).then_some(index),
            output: &self.output[self.turn_range(index)],
        })
    }

    /// The range of the output that belongs to a turn, by its number from 0; empty at the end if there is no
    /// such turn.
    pub fn turn_range(&self, index: usize) -> Range<usize> {
        let end = self.output.len();
        let start = match index.checked_sub(1) {
            None => 0,
            Some(before) => self.turn_ends.get(before).copied().unwrap_or(end),
        };
        start..self.turn_ends.get(index).copied().unwrap_or(end)
    }
}

#[cfg(test)]
mod tests {
    use crate::console::{Console, Script, ScriptedConsole};

    #[test]
    fn output_is_split_at_entries_not_at_keys() {
        let script = Script::new(["1\n", "2\n"]);
        let mut console = ScriptedConsole::new(&script, 100);
        console.write(b'a');
        assert_eq!(console.read(), Some(b'1'));
        console.write(b'b');
        assert_eq!(console.read(), Some(b'\n'));
        console.write(b'c');
        assert_eq!(console.read(), Some(b'2'));
        let transcript = console.into_transcript();
        let turns: Vec<_> = transcript.turns().map(|turn| turn.output).collect();
        assert_eq!(turns, [b"a".as_slice(), b"bc", b""]);
        assert_eq!(transcript.unread, 1);
    }

    #[test]
    fn output_beyond_the_limit_is_refused() {
        let script = Script::default();
        let mut console = ScriptedConsole::new(&script, 1);
        assert!(console.write(b'a'));
        assert!(!console.write(b'b'));
        assert_eq!(console.into_transcript().output, b"a");
    }
}

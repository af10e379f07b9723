//! The input protocol of a submission: the key alone, or the key and ENTER.
//!
//! Assignments say "press ENTER", and real programs of full credit read it or do not. The protocol of a
//! program is detected once, from its reaction, and then holds for every case.

use crate::console::{Console, Script};
use crate::diagnostics::{Text, text};
use crate::machine::{Executable, World};
use crate::spec::{EnterKey, Limits};
use crate::stored::{Deserialize, Serialize};

/// The keys typed after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Protocol {
    /// Nothing.
    KeyOnly,
    /// x0A.
    LineFeed,
    /// x0D.
    CarriageReturn,
}

impl Protocol {
    /// The name in machine-readable reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::KeyOnly => "key",
            Self::LineFeed => "key-lf",
            Self::CarriageReturn => "key-cr",
        }
    }

    /// The name in a sentence.
    pub fn about(self) -> Text {
        match self {
            Self::KeyOnly => text!("one key per move, no ENTER", "mỗi nước đi một phím, không ENTER"),
            Self::LineFeed => text!("a key and ENTER (x0A) per move", "mỗi nước đi một phím và ENTER (x0A)"),
            Self::CarriageReturn => {
                text!("a key and ENTER (x0D) per move", "mỗi nước đi một phím và ENTER (x0D)")
            }
        }
    }

    fn enter(self) -> &'static [u8] {
        match self {
            Self::KeyOnly => b"",
            Self::LineFeed => b"\n",
            Self::CarriageReturn => b"\r",
        }
    }

    /// The script of these entries in this protocol.
    pub fn script(self, entries: &[Vec<u8>]) -> Script {
        Script::new(entries.iter().map(|entry| [entry.as_slice(), self.enter()].concat()))
    }
}

/// Detects the keys that `program` expects after a move: it is given `key`, and its output before it asks
/// again decides.
///
/// A program that goes on, by printing more than the key's echo and the end of the line, wanted the key alone. One that
/// asks again at once wants ENTER: first x0A is tried, and if it still does not go on, x0D.
pub fn detect(program: &dyn Executable, wanted: EnterKey, key: u8, limits: Limits) -> Protocol {
    match wanted {
        EnterKey::None => return Protocol::KeyOnly,
        EnterKey::LineFeed => return Protocol::LineFeed,
        EnterKey::CarriageReturn => return Protocol::CarriageReturn,
        EnterKey::Auto => {}
    }
    if answer(program, &[key], limits) != Reaction::AskedAgain {
        return Protocol::KeyOnly;
    }
    if answer(program, &[key, b'\n'], limits) == Reaction::WentOn {
        return Protocol::LineFeed;
    }
    if answer(program, &[key, b'\r'], limits) == Reaction::WentOn {
        return Protocol::CarriageReturn;
    }
    Protocol::KeyOnly
}

/// The reaction of a program after it had read all keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reaction {
    /// It asked for another key and had printed next to nothing.
    AskedAgain,
    /// It printed something, or ended.
    WentOn,
    /// It did not even read the keys.
    NeverRead,
}

/// An echo, a line end and a blank are no answer; a prompt or a board is longer.
const MOST_ECHO: usize = 4;

fn answer(program: &dyn Executable, keys: &[u8], limits: Limits) -> Reaction {
    let mut console = Probe { keys, read: 0, printed: 0, limit: limits.output, asked_again: false };
    program.run(World::default(), limits.fuel, &mut console);
    if console.read < keys.len() {
        Reaction::NeverRead
    } else if console.asked_again && console.printed <= MOST_ECHO {
        Reaction::AskedAgain
    } else {
        Reaction::WentOn
    }
}

/// A console that counts the output after the last key, and stops the program once that is an answer.
struct Probe<'a> {
    keys: &'a [u8],
    read: usize,
    printed: usize,
    limit: usize,
    asked_again: bool,
}

impl Console for Probe<'_> {
    fn write(&mut self, _: u8) -> bool {
        self.printed += 1;
        self.printed <= if self.read == self.keys.len() { MOST_ECHO } else { self.limit }
    }

    fn read(&mut self) -> Option<u8> {
        if !self.is_ready() {
            return None;
        }
        self.read += 1;
        if self.read == self.keys.len() {
            self.printed = 0;
        }
        Some(self.keys[self.read - 1])
    }

    fn is_ready(&mut self) -> bool {
        let ready = self.read < self.keys.len();
        self.asked_again |= !ready;
        ready
    }

    fn is_over(&mut self) -> bool {
        !self.is_ready()
    }

    fn contacts(&self) -> u64 {
        (self.printed + self.read) as u64
    }
}

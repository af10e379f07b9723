//! The machine's only door to the outside: bytes in, bytes out.
//!
//! A machine asks through [`Console`]; [`Script`] is the input of a case, and [`ScriptedConsole`] plays it
//! and keeps the [`Transcript`].

mod script;
mod transcript;

pub use script::{Script, ScriptedConsole};
pub use transcript::{Transcript, Turn};

use std::any::Any;
use std::collections::BTreeMap;

/// The input and output of a machine.
pub trait Console {
    /// Takes one byte of output; `false` if no more output is wanted and the machine should stop.
    fn write(&mut self, byte: u8) -> bool;

    /// Takes bytes of output one after the other, up to the first one that is not wanted; says how many it has taken.
    fn write_all(&mut self, bytes: &[u8]) -> usize {
        bytes.iter().position(|byte| !self.write(*byte)).unwrap_or(bytes.len())
    }

    /// The next key, waiting for it if need be; `None` if there will never be one.
    fn read(&mut self) -> Option<u8>;

    /// Returns `true` if a key can be read without waiting.
    fn is_ready(&mut self) -> bool;

    /// Returns `true` if there will never be another key. A program that only waits for one asks this; it is
    /// noted.
    fn is_over(&mut self) -> bool;

    /// Returns `true` if the input ends as a file does. A keyboard has no end: who reads from it waits.
    fn has_end(&self) -> bool {
        true
    }

    /// The program is about to read this, where a service says so; calls of [`Console::read`] follow.
    fn asks(&mut self, _: Request, _: &dyn Peek) {}

    /// The program looks for a key where no service says so; calls of [`Console::is_ready`] or [`Console::read`] follow.
    fn sees(&mut self, _: &dyn Peek) {}

    /// Returns `true` if the program may go on after this many instructions in all; a machine asks now and
    /// then.
    fn waits(&mut self, _executed: u64) -> bool {
        true
    }

    /// The number of bytes that the program has printed and read so far; a number that never changes if that
    /// is not counted.
    fn contacts(&self) -> u64 {
        0
    }

    /// The program takes the time or a random number, so its actions depend on chance.
    fn draws(&mut self) {}

    /// The files that the program finds, in addition to those that its machine is set up with.
    fn finds(&self) -> Option<&Files> {
        None
    }

    /// The files that the program wrote, and the names of those that it did not close or did not find, once the run has ended.
    fn leaves(&mut self, _: &Files, _: Loose) {}

    /// The machine as it is once the run has ended.
    fn ends(&mut self, _: &dyn State) {}
}

/// Somebody who types, where the input depends on the output.
pub trait Partner {
    /// What is typed next, given what was printed since the last answer; `None` if that is nothing, unless more is printed.
    fn answer(&mut self, printed: &[u8]) -> Option<Vec<u8>>;
}

/// A look at a machine.
pub trait State {
    /// The value of a general register, by its number.
    fn register(&self, number: u8) -> u32;

    /// The value at an address: on LC-3 a word of 16 bits, on MIPS a byte; `None` where there is no memory.
    fn cell(&self, address: u32) -> Option<u32>;
}

/// The kind of input that a service reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Request {
    /// A line that is a whole number.
    Integer,
    /// A line that is a number with a fraction.
    Real,
    /// A line.
    Text,
    /// One character.
    Character,
    /// One key of a line without lines, such as a serial port: it comes at once, and no ENTER after it.
    Key,
    /// The button of a dialog: yes, no or cancel.
    Choice,
}

impl Request {
    /// Returns `true` if a number is read.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Real)
    }
}

/// The place where a program asks for something. All questions in one place are one question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The address of the instruction that reads.
    pub reads: u32,
    /// The address to which its subroutine returns.
    pub caller: u32,
    /// The address of the instruction that printed a string last, and of that string.
    pub prints: (u32, u32),
}

/// A look at the memory of a running program.
pub trait Peek {
    /// The place where the program asks, if it is known.
    fn place(&self) -> Option<Place> {
        None
    }

    /// The byte at an address; `None` where there is no memory.
    fn byte(&self, address: u32) -> Option<u8>;

    /// The bytes from an address up to the next zero, or up to the first that is not there; this many at most.
    fn string(&self, address: u32, most: usize) -> Vec<u8> {
        let bytes = (0..most).map_while(|at| self.byte(address.wrapping_add(at as u32)));
        bytes.take_while(|byte| *byte != 0).collect()
    }

    /// All memory that the program has touched: the first address of each part, and its bytes.
    fn parts(&self) -> Vec<(u32, &[u8])> {
        Vec::new()
    }

    /// A copy of the machine as it is about to ask, from which a run can go on; `None` if none can.
    fn copy(&self) -> Option<Box<dyn Any>> {
        None
    }
}

/// Files by the names that the program uses.
pub type Files = BTreeMap<Vec<u8>, Vec<u8>>;

/// The names of files that a program leaves in an unusual state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loose {
    /// Those that it wrote and did not close.
    pub open: Vec<Vec<u8>>,
    /// Those that it wanted to read, and that are not there.
    pub missing: Vec<Vec<u8>>,
}

/// The name after the last slash or backslash.
pub fn base_name(name: &[u8]) -> &[u8] {
    name.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or(name)
}

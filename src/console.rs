//! The machine's only door to the outside: bytes in, bytes out.
//!
//! A machine asks through [`Console`]; [`Script`] is what a case types, and [`ScriptedConsole`] plays it and keeps
//! the [`Transcript`].

mod script;
mod transcript;

pub use script::{Script, ScriptedConsole};
pub use transcript::{Transcript, Turn};

/// What a machine reads from and writes to.
pub trait Console {
    /// Takes one byte of output; `false` if no more output is wanted and the machine should stop.
    fn write(&mut self, byte: u8) -> bool;

    /// The next key, waiting for it if need be; `None` if there will never be one.
    fn read(&mut self) -> Option<u8>;

    /// Whether a key can be read without waiting.
    fn is_ready(&mut self) -> bool;

    /// Whether there will never be another key. A program that only waits for one asks this; it is noted.
    fn is_over(&mut self) -> bool;
}

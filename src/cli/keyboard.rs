//! The person at the terminal, as a machine sees them.

use std::io::{self, Read as _};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use super::CommandFailure;
use super::screen::Screen;
use super::terminal::Terminal;
use crate::console::Console;

/// The person at the terminal. A thread reads, so that a program may look whether a key is there without waiting.
pub(super) struct Keyboard {
    keys: Receiver<u8>,
    waiting: Option<u8>,
    over: bool,
    output: Vec<u8>,
    screen: Screen,
    /// The reason why output could not be written, if so; then the program is stopped.
    pub(super) failure: Option<CommandFailure>,
}

/// The time for which a program that looks for a key in vain is held up, so that waiting does not keep a core
/// busy.
const PAUSE: Duration = Duration::from_micros(200);

impl Keyboard {
    pub(super) fn new() -> Self {
        let (sender, keys) = channel();
        std::thread::spawn(move || {
            for byte in io::stdin().lock().bytes() {
                let Ok(byte) = byte else { return };
                if sender.send(byte).is_err() {
                    return;
                }
            }
        });
        Self {
            keys,
            waiting: None,
            over: false,
            output: Vec::new(),
            screen: Screen::default(),
            failure: None,
        }
    }

    pub(super) fn flush(&mut self) {
        self.failure = self.failure.take().or(Terminal::print_program(&self.output, &mut self.screen).err());
        self.output.clear();
    }
}

impl Console for Keyboard {
    fn write(&mut self, byte: u8) -> bool {
        self.output.push(byte);
        if byte == b'\n' || self.output.len() >= 4096 {
            self.flush();
        }
        self.failure.is_none()
    }

    fn read(&mut self) -> Option<u8> {
        self.flush();
        self.waiting.take().or_else(|| self.keys.recv().ok())
    }

    fn is_ready(&mut self) -> bool {
        if self.waiting.is_none() {
            match self.keys.try_recv() {
                Ok(byte) => self.waiting = Some(byte),
                Err(TryRecvError::Disconnected) => self.over = true,
                Err(TryRecvError::Empty) => {
                    self.flush();
                    std::thread::sleep(PAUSE);
                }
            }
        }
        self.waiting.is_some()
    }

    fn is_over(&mut self) -> bool {
        !self.is_ready() && self.over
    }
}

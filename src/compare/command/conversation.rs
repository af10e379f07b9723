//! A command in conversation with a program, as interactive problems of Kattis have it: what the command prints is typed, what the
//! program prints is the command's input, and in the end the command exits with 42 or 43.
//!
//! A program that wants input waits for the command, so that what it reads never depends on how fast either of them is.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{CommandAnswer, PATIENCE, Room, stop};
use crate::console::Partner;
use crate::spec::{Command, Points};

/// A command that a program talks to.
#[derive(Debug)]
pub struct Conversation {
    room: Room,
    child: Child,
    /// What is still to be said to the command; `None` once nothing more will be.
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    /// What the command has said and nobody has typed yet.
    said: VecDeque<u8>,
    /// How many bytes of the output since the last answer the command was given.
    told: usize,
    /// How long the command was waited for.
    waited: Duration,
    /// True if it said nothing for too long.
    is_silent: bool,
}

/// Pieces of what a command says that may wait to be typed; a command that says more is made to wait.
const MOST_WAITING: usize = 16;

impl Conversation {
    /// Starts a command.
    ///
    /// # Errors
    /// It could not be started; why.
    pub fn start(command: &Command, input: &[u8]) -> io::Result<Self> {
        let room = Room::new(command, input, b"")?;
        let mut process = room.process();
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(File::create(&room.printed)?);
        let mut child = process.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            stop(&mut child);
            return Err(io::Error::other("its input and output could not be reached"));
        };
        let (to, told) = channel();
        let (saying, from) = sync_channel(MOST_WAITING);
        thread::spawn(move || pass_on(&told, stdin));
        thread::spawn(move || listen(stdout, &saying));
        Ok(Self {
            room,
            child,
            to: Some(to),
            from,
            said: VecDeque::new(),
            told: 0,
            waited: Duration::ZERO,
            is_silent: false,
        })
    }

    /// Tells the command what it was not told yet of what was printed since the last answer.
    fn tell(&mut self, printed: &[u8]) {
        let new = printed.get(self.told..).unwrap_or_default();
        self.told = printed.len();
        if let (Some(to), false) = (&self.to, new.is_empty()) {
            // A command that does not listen any more may still have something to say.
            drop(to.send(new.to_vec()));
        }
    }

    /// The judgement of the command on something that is worth these points, once the program has ended, having printed this
    /// since the last answer.
    pub fn end(mut self, printed: &[u8], points: Points) -> CommandAnswer {
        self.tell(printed);
        self.to = None;
        if self.is_silent {
            stop(&mut self.child);
            return CommandAnswer::broken(
                &self.room.command,
                "it said nothing although the program waited for it",
            );
        }
        // What it still says is nobody's any more, but must not keep it from ending.
        let from = std::mem::replace(&mut self.from, channel().1);
        thread::spawn(move || from.iter().for_each(drop));
        let judgement = self.room.judgement(&mut self.child, points);
        judgement.unwrap_or_else(|error| CommandAnswer::broken(&self.room.command, &error.to_string()))
    }
}

impl Partner for Conversation {
    fn answer(&mut self, printed: &[u8]) -> Option<Vec<u8>> {
        self.tell(printed);
        while self.said.is_empty() {
            let begun = Instant::now();
            let said = self.from.recv_timeout(PATIENCE.saturating_sub(self.waited));
            self.waited += begun.elapsed();
            match said {
                Ok(said) => self.said.extend(said),
                Err(RecvTimeoutError::Timeout) => {
                    self.is_silent = true;
                    return None;
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        self.told = 0;
        self.said.pop_front().map(|byte| vec![byte])
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            stop(&mut self.child);
        }
    }
}

/// Passes on to a command what it is told, until it does not listen any more.
fn pass_on(told: &Receiver<Vec<u8>>, mut stdin: ChildStdin) {
    for bytes in told {
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Listens to a command until it has said everything, or until nobody wants to hear it.
fn listen(mut stdout: ChildStdout, saying: &SyncSender<Vec<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(length @ 1..) = stdout.read(&mut piece) {
        if saying.send(piece[..length].to_vec()).is_err() {
            return;
        }
    }
}

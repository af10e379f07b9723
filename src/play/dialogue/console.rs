//! The console of a dialogue: the speaker hears the machine's actions and answers them.

use std::rc::Rc;

use super::conversation::{MOST_OF_SEGMENT, USUAL_SEGMENT};
use super::{FULL_SEGMENTS, Speaker};
use crate::console::{Console, Files, Loose, Peek, Place, Request};
use crate::observe::{Board, Snapshot};

/// No question has more characters than these.
const MOST_OF_STRING: usize = 512;

/// The program as it is when it asks.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// The place in the program, if it is known.
    place: Option<Place>,
    /// The string that was printed last.
    said: Option<Rc<str>>,
    /// The board in memory.
    board: Option<Board>,
}

impl Speaker<'_> {
    /// The program as it is now.
    pub(super) fn moment_of(&self, memory: &dyn Peek) -> Moment {
        let place = memory.place();
        let board = self.window.and_then(|window| {
            let (rows, columns) = window.size;
            window.board.look(memory, window.address, rows, columns)
        });
        Moment { place, said: place.map(|place| string(memory, place.prints.1).into()), board }
    }

    /// Hears a question.
    pub(super) fn asked(&mut self, request: Request, moment: Moment) {
        self.saw(moment);
        self.question(request);
        self.is_announced = true;
    }

    /// Keeps how the program is as it asks.
    fn saw(&mut self, moment: Moment) {
        let Moment { place, said, board } = moment;
        (self.place, self.said_last) = (place, said);
        if self.window.is_some() {
            self.memory = board;
        }
    }

    /// Returns `true` if the program asks something new when it looks for a key. The keyboard is another one than that of the services:
    /// an ENTER that is left over there does not come here.
    pub(super) fn is_to_be_asked(&self) -> bool {
        self.close.is_none() && (self.is_announced || !self.reads_on())
    }

    /// Hears how the program is as it looks for a key by which it asks something.
    pub(super) fn looks(&mut self, moment: Moment) {
        if std::mem::take(&mut self.is_announced) {
            self.pending.clear();
        }
        self.saw(moment);
    }

    /// The number of bytes that the program may still print before the next answer.
    fn wanted(&self) -> usize {
        let left = FULL_SEGMENTS.saturating_mul(self.limit).saturating_sub(self.printed_in_all);
        left.min(self.limit.saturating_sub(self.printed))
    }

    /// The number of bytes that are kept as they come before the next answer.
    fn kept(&self) -> usize {
        let start = self.exchanges.last().map_or(0, |exchange| exchange.at);
        (MOST_OF_SEGMENT + 1).saturating_sub(self.output.len() - start)
    }

    /// The number of bytes that are wanted, and kept as they come.
    pub(super) fn room_now(&self) -> usize {
        self.wanted().min(self.kept())
    }

    /// Returns `true` if there is room for so many bytes, and counts them.
    fn has_room(&mut self, bytes: usize) -> bool {
        let Some(room) = self.room.checked_sub(bytes) else { return false };
        self.room = room;
        self.printed += bytes;
        self.printed_in_all += bytes;
        true
    }

    /// Returns `true` if the program may go on after that many instructions, and that many answers.
    pub(super) fn waits_after(&mut self, answers: usize, executed: u64) -> bool {
        if self.heard.0 != answers {
            self.heard = (answers, executed);
        }
        executed - self.heard.1 < self.patience
    }
}

impl Console for Speaker<'_> {
    fn write(&mut self, byte: u8) -> bool {
        if !self.has_room(1) {
            return self.write_all(&[byte]) == 1;
        }
        self.output.push(byte);
        true
    }

    fn write_all(&mut self, bytes: &[u8]) -> usize {
        if self.has_room(bytes.len()) {
            self.output.extend_from_slice(bytes);
            return bytes.len();
        }
        // The end of a long segment takes the place of what came before it.
        self.room = 0;
        let taken = bytes.len().min(self.wanted());
        self.printed += taken;
        self.printed_in_all += taken;
        let (kept, last) = bytes[..taken].split_at(taken.min(self.kept()));
        self.output.extend_from_slice(kept);
        if !last.is_empty() {
            self.tail.extend(last);
            self.tail.drain(..self.tail.len().saturating_sub(USUAL_SEGMENT));
        }
        taken
    }

    fn read(&mut self) -> Option<u8> {
        if !self.is_announced {
            self.question(Request::Character);
        }
        if self.close.is_some() {
            return None;
        }
        self.read_at = self.output.len();
        let key = self.pending.pop_front();
        self.read.extend(key);
        if self.pending.is_empty() {
            self.is_announced = false;
        }
        key
    }

    fn is_ready(&mut self) -> bool {
        if !self.is_announced {
            self.question(Request::Character);
        }
        self.close.is_none()
    }

    fn is_over(&mut self) -> bool {
        !self.is_ready()
    }

    fn has_end(&self) -> bool {
        false
    }

    fn asks(&mut self, request: Request, memory: &dyn Peek) {
        if self.prompt_rules.is_recorded {
            let parts = memory.parts().into_iter().map(|(base, bytes)| (base, bytes.to_vec()));
            self.moment = Some(Snapshot(parts.collect()));
        }
        let moment = self.moment_of(memory);
        self.asked(request, moment);
    }

    fn sees(&mut self, memory: &dyn Peek) {
        if self.is_to_be_asked() {
            let moment = self.moment_of(memory);
            self.looks(moment);
        }
    }

    fn waits(&mut self, executed: u64) -> bool {
        self.waits_after(self.exchanges.len(), executed)
    }

    fn contacts(&self) -> u64 {
        (self.printed_in_all + self.read.len()) as u64
    }

    fn draws(&mut self) {
        self.has_drawn = true;
    }

    fn leaves(&mut self, files: &Files, loose: Loose) {
        self.files.clone_from(files);
        self.loose = loose;
    }
}

/// The string at an address, as MARS prints it: each byte as the character of its number.
fn string(memory: &dyn Peek, address: u32) -> String {
    memory.string(address, MOST_OF_STRING).into_iter().map(char::from).collect()
}

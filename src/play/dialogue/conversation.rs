//! What was said in a dialogue.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::console::{Files, Place, Request};
use crate::machine::{Ended, Stop};
use crate::observe::{Board, Drawing, Page, Player, Snapshot};
use crate::referee::{ExpectedEvent, Over, Question, Record};

/// Between two questions no program prints more bytes than these that are worth a look.
pub(super) const MOST_OF_SEGMENT: usize = 1 << 16;
/// Programs print boards, rules and banners between two questions. Whatever is longer than these is looked at where it
/// begins and where it ends.
pub(super) const USUAL_SEGMENT: usize = 1 << 15;
/// This much is looked at where something too long begins and where it ends.
const ENDS_OF_SEGMENT: usize = 1 << 12;

/// One question and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// How much had been printed when the program asked.
    pub at: usize,
    /// Where in the program, if that is known.
    pub place: Option<Place>,
    /// By which service it asked.
    pub request: Request,
    /// What it was taken to ask; `None` for what has nothing to do with the game.
    pub question: Option<Question>,
    /// Whether a correct program does not offer this then.
    pub is_undue: bool,
    /// Whose turn it was.
    pub player: Player,
    /// What was typed, without ENTER.
    pub typed: Vec<u8>,
    /// Whether that is a yes or a no, if it is one to a question of the game.
    pub yes: Option<bool>,
    /// How many of the referee's expected events were due by then.
    pub due: usize,
    /// The board in memory, for programs that draw none.
    pub memory: Option<Board>,
}

impl Exchange {
    /// What was typed, with its ENTER; keys that come one by one have none.
    pub fn with_enter(&self) -> Vec<u8> {
        let is_whole = self.request == Request::Key || self.typed.last() == Some(&b'\n');
        let enter: &[u8] = if is_whole { b"" } else { b"\n" };
        [self.typed.as_slice(), enter].concat()
    }
}

/// Why nothing more was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Close {
    /// The program stopped by itself.
    Stopped,
    /// All that the case plays was played.
    Finished,
    /// A correct program would have asked this before.
    Unasked(Question),
    /// A correct program does not ask this now.
    NotNow {
        /// What it asked.
        asked: Question,
        /// What a correct program asks; `None` if the game is over.
        due: Option<Question>,
    },
    /// What it asked is unknown.
    Unknown {
        /// The last line before it read, as it was printed.
        question: String,
        /// Where in the program, if that is known.
        place: Option<Place>,
        /// By which service.
        request: Request,
        /// What a correct program may ask there.
        permitted: Vec<Question>,
    },
}

/// Everything that was said, and what should have been.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// What the program printed; of what is too long between two questions the beginning and the end.
    pub output: Vec<u8>,
    /// How many bytes it printed, those among them that are not kept.
    pub printed: u64,
    /// The questions and answers in order.
    pub exchanges: Vec<Exchange>,
    /// Why it ended.
    pub close: Close,
    /// What was to be seen, in order.
    pub expected_events: Vec<ExpectedEvent>,
    /// How many of them were due at the last question, if it got no answer.
    pub due: usize,
    /// How the last game ended, if it did.
    pub over: Option<Over>,
    /// What the program's file must tell.
    pub records: Vec<Record>,
    /// The files that the program left.
    pub files: Files,
    /// The names of those that it did not close.
    pub left_open: Vec<Vec<u8>>,
    /// The board in memory at the end.
    pub memory: Option<Board>,
    /// How the program draws its board, where that was found out.
    pub drawing: Option<Arc<Drawing>>,
    /// What memory held at each answer and at the last question, if that was wanted.
    pub moments: Vec<Snapshot>,
    /// Every byte that the program read, so that the run can be made again.
    pub read: Vec<u8>,
    /// Whether the program took the time or a random number.
    pub has_drawn: bool,
    /// How the run ended.
    pub ended: Ended,
    /// What was printed before each question.
    pub(super) pages: Vec<Page>,
    /// What was printed in the end.
    pub(super) last_page: OnceCell<Page>,
}

impl Conversation {
    /// Where in the output something lies: from an answer, or the beginning, to the next question, or the end.
    pub fn segment(&self, index: usize) -> std::ops::Range<usize> {
        let at = |index: usize| self.exchanges.get(index).map_or(self.output.len(), |exchange| exchange.at);
        index.checked_sub(1).map_or(0, at)..at(index)
    }

    /// Whether the program does nothing but print at the end.
    pub fn prints_without_end(&self) -> bool {
        let last = self.segment(self.exchanges.len());
        match self.ended.stop {
            Stop::OutputFull => true,
            Stop::OutOfFuel => last.len() > MOST_OF_SEGMENT,
            _ => false,
        }
    }

    /// What was printed in a segment.
    pub fn page(&self, index: usize) -> &Page {
        let last = || page(&self.output[self.segment(self.exchanges.len())]);
        self.pages.get(index).unwrap_or_else(|| self.last_page.get_or_init(last))
    }

    /// How many bytes of what was printed are looked at.
    pub fn looked_at(&self) -> u64 {
        let of_segment = |segment: usize| match self.segment(segment).len() {
            usual if usual <= USUAL_SEGMENT => usual,
            _ => 2 * ENDS_OF_SEGMENT,
        };
        (0..=self.exchanges.len()).map(|segment| of_segment(segment) as u64).sum()
    }

    /// Forgets everything that was said.
    pub fn forget(&mut self) {
        self.output = Vec::new();
        self.exchanges = Vec::new();
        self.pages = Vec::new();
        self.last_page = OnceCell::new();
        self.expected_events = Vec::new();
        self.files.clear();
    }

    /// How many expected events are due at the end of a segment.
    pub fn due_after(&self, index: usize) -> usize {
        // A pause parts nothing: what is printed before it is as due as what comes after it.
        let next = self.exchanges.iter().skip(index).find(|exchange| exchange.question.is_some());
        match next {
            Some(exchange) => exchange.due,
            None if self.close == Close::Stopped => self.expected_events.len(),
            None => self.due,
        }
    }
}

/// What was printed between two answers; of what is too long the beginning and the end.
pub(super) fn page(printed: &[u8]) -> Page {
    if printed.len() <= USUAL_SEGMENT {
        return Page::of(&String::from_utf8_lossy(printed));
    }
    let ends = [&printed[..ENDS_OF_SEGMENT], &printed[printed.len() - ENDS_OF_SEGMENT..]];
    Page::of(&String::from_utf8_lossy(&ends.join(&b'\n')))
}

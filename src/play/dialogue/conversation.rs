//! The record of a dialogue.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use super::typing::offers_yes_and_no;
use crate::console::{Files, Loose, Place, Request};
use crate::machine::{Ended, Stop};
use crate::observe::{Board, Drawing, Line, Page, Player, Snapshot};
use crate::referee::{ExpectedEvent, Over, Question, Record};

/// Between two questions no program prints more bytes than these that are worth a look.
pub(super) const MOST_OF_SEGMENT: usize = 1 << 16;
/// Programs print boards, rules and banners between two questions. Whatever is longer than these is looked at where it
/// begins and where it ends.
pub(super) const USUAL_SEGMENT: usize = 1 << 15;
/// This much is looked at where something too long begins and where it ends.
const ENDS_OF_SEGMENT: usize = 1 << 12;

/// A question that comes again after a refusal is printed with at most this many lines that have words.
const MOST_OF_REFUSAL: usize = 3;

/// A question has at most this many lines.
const MOST_OF_QUESTION: usize = 6;

/// One question and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The length of the output when the program asked, in bytes.
    pub at: usize,
    /// The place in the program, if it is known.
    pub place: Option<Place>,
    /// The service by which it asked.
    pub request: Request,
    /// The question that it was taken to ask; `None` for one that has nothing to do with the game.
    pub question: Option<Question>,
    /// True if a correct program does not offer this then.
    pub is_undue: bool,
    /// The player whose turn it was.
    pub player: Player,
    /// The text that was typed, without ENTER.
    pub typed: Vec<u8>,
    /// The names that were given, if it asked for one or for both.
    pub names: Vec<String>,
    /// True for a yes, false for a no; `None` if it does not answer a question of the game with yes or no.
    pub yes: Option<bool>,
    /// The number of the referee's expected events that were due by then.
    pub due: usize,
    /// The board in memory, for programs that draw none.
    pub memory: Option<Board>,
}

impl Exchange {
    /// The text that was typed, with its ENTER; keys that come one by one have none.
    pub fn with_enter(&self) -> Vec<u8> {
        let is_whole = self.request == Request::Key || self.typed.last() == Some(&b'\n');
        let enter: &[u8] = if is_whole { b"" } else { b"\n" };
        [self.typed.as_slice(), enter].concat()
    }

    /// Returns `true` if the answer is a move.
    pub fn is_move(&self) -> bool {
        self.question.is_some_and(Question::is_move)
    }

    /// Returns `true` if the answer says where on the board, or a part of it.
    pub fn is_place(&self) -> bool {
        matches!(self.question, Some(Question::Row | Question::Column | Question::Cell))
    }
}

/// The reasons why nothing more was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Close {
    /// The program stopped by itself.
    Stopped,
    /// All that the case plays was played.
    Finished {
        /// The question that the program asked then, if that is known.
        asked: Option<Question>,
        /// The place in the program, if it is known.
        place: Option<Place>,
    },
    /// A correct program would have asked this before.
    Unasked(Question),
    /// A correct program does not ask this now.
    NotNow {
        /// The question that it asked.
        asked: Question,
        /// The question that a correct program asks; `None` if the game is over.
        due: Option<Question>,
        /// The place in the program, if it is known.
        place: Option<Place>,
        /// The service by which it asked.
        request: Request,
    },
    /// It asked something unknown.
    Unknown {
        /// The last line before it read, as it was printed.
        question: String,
        /// The place in the program, if it is known.
        place: Option<Place>,
        /// The service by which it asked.
        request: Request,
        /// The questions that a correct program may ask there.
        permitted: Vec<Question>,
    },
}

/// Everything that was said, and what should have been.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// The output of the program; of a segment that is too long between two questions the beginning and the
    /// end.
    pub output: Vec<u8>,
    /// The number of bytes that it printed, including those that are not kept.
    pub printed: u64,
    /// The questions and answers in order.
    pub exchanges: Vec<Exchange>,
    /// The reason why it ended.
    pub close: Close,
    /// The expected events, in order.
    pub expected_events: Vec<ExpectedEvent>,
    /// The number of them that were due at the last question, if it got no answer.
    pub due: usize,
    /// The result of the last game, if it ended.
    pub over: Option<Over>,
    /// The records that the program's file must have.
    pub records: Vec<Record>,
    /// The files that the program left.
    pub files: Files,
    /// The names of those that it did not close, or did not find.
    pub loose: Loose,
    /// The board in memory at the end.
    pub memory: Option<Board>,
    /// The layout of the program's boards, where it was found.
    pub drawing: Option<Arc<Drawing>>,
    /// The memory at each answer and at the last question, if that was wanted.
    pub moments: Vec<Snapshot>,
    /// Every byte that the program read, so that the run can be made again.
    pub read: Vec<u8>,
    /// True if the program took the time or a random number.
    pub has_drawn: bool,
    /// The end of the run.
    pub ended: Ended,
    /// True if the program was executed for it, and not known to act so.
    pub was_executed: bool,
    /// The output before each question.
    pub(super) pages: Vec<Page>,
    /// The output after the last question.
    pub(super) last_page: OnceCell<Page>,
}

impl Conversation {
    /// Returns `true` if a question was asked and answered.
    pub fn has_asked(&self, question: Question) -> bool {
        self.exchanges.iter().any(|exchange| exchange.question == Some(question))
    }

    /// The names that were given: where both are one answer, those of the last one.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        let both = self.exchanges.iter().rposition(|exchange| exchange.names.len() > 1).unwrap_or(0);
        self.exchanges[both..].iter().flat_map(|exchange| &exchange.names)
    }

    /// The range of a segment in the output: from an answer, or the beginning, to the next question, or the
    /// end.
    pub fn segment(&self, index: usize) -> std::ops::Range<usize> {
        let at = |index: usize| self.exchanges.get(index).map_or(self.output.len(), |exchange| exchange.at);
        index.checked_sub(1).map_or(0, at)..at(index)
    }

    /// Returns `true` if the program does nothing but print at the end.
    pub fn prints_without_end(&self) -> bool {
        let last = self.segment(self.exchanges.len());
        match self.ended.stop {
            Stop::OutputFull => true,
            Stop::OutOfFuel => last.len() > MOST_OF_SEGMENT,
            _ => false,
        }
    }

    /// The output of a segment.
    pub fn page(&self, index: usize) -> &Page {
        let last = || page(&self.output[self.segment(self.exchanges.len())]);
        self.pages.get(index).unwrap_or_else(|| self.last_page.get_or_init(last))
    }

    /// The number of bytes of the output that are looked at.
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

    /// Returns `true` if what was typed in answer to a question stands in it as a word.
    pub fn shows_what_was_typed(&self, segment: usize) -> bool {
        let typed = String::from_utf8_lossy(&self.exchanges[segment].typed);
        let shows = |line: &Rc<Line>| {
            let words = line.folded().split(|c: char| !c.is_alphanumeric());
            let before = std::iter::once("").chain(words.clone());
            // The number in `Player 1 wins` is no key.
            let is_player =
                |word: &str| ["player", "choi"].iter().any(|player| word.eq_ignore_ascii_case(player));
            words
                .zip(before)
                .any(|(word, before)| word.eq_ignore_ascii_case(typed.trim()) && !is_player(before))
        };
        let lines = self.page(segment).lines().iter().rev().take(MOST_OF_QUESTION);
        // Columns are numbered where boards are drawn.
        lines.filter(|line| line.has_words()).any(shows)
    }

    /// The segment of the first question of yes or no that comes again at once, in the same words, although its line does
    /// not say how to type the answer: it is unknown if the program took the answer, unless it has done so before.
    pub fn unproved_answer(&self) -> Option<usize> {
        let comes_again = |segment: usize| {
            let (before, now) = (&self.exchanges[segment - 1], &self.exchanges[segment]);
            let (page, again) = (self.page(segment - 1), self.page(segment));
            let (Some(line), Some(same)) = (page.last_line(), again.last_line()) else { return false };
            let others = again.lines().iter().filter(|line| line.has_word()).count();
            // `1-7, b = block >` asks for a move once the block is chosen.
            let is_for_place = now.is_move() || now.is_place();
            let goes_on =
                || is_for_place && before.question != now.question && self.shows_what_was_typed(segment - 1);
            before.yes.is_some()
                && before.place == now.place
                && before.player == now.player
                && line.has_word()
                && line.masked() == same.masked()
                && others <= MOST_OF_REFUSAL
                && !offers_yes_and_no(line.folded())
                && !goes_on()
        };
        let is_taken_before = |segment: usize| {
            let answer = |segment: usize| {
                let Exchange { place, typed, yes, .. } = &self.exchanges[segment - 1];
                (place, typed, yes)
            };
            (1..segment).any(|earlier| answer(earlier) == answer(segment) && !comes_again(earlier))
        };
        (1..self.exchanges.len()).find(|segment| comes_again(*segment) && !is_taken_before(*segment))
    }

    /// The number of expected events that are due at the end of a segment.
    pub fn due_after(&self, index: usize) -> usize {
        // A pause separates nothing: events before it are as due as those after it.
        let next = self.exchanges.iter().skip(index).find(|exchange| exchange.question.is_some());
        match next {
            Some(exchange) => exchange.due,
            None if self.close == Close::Stopped => self.expected_events.len(),
            None => self.due,
        }
    }
}

/// The output between two answers; of a long one the beginning and the end.
pub(super) fn page(printed: &[u8]) -> Page {
    if printed.len() <= USUAL_SEGMENT {
        // Nearly always it is text, and that is seen in few steps.
        return std::str::from_utf8(printed)
            .map_or_else(|_| Page::of(&String::from_utf8_lossy(printed)), Page::of);
    }
    let ends = [&printed[..ENDS_OF_SEGMENT], &printed[printed.len() - ENDS_OF_SEGMENT..]];
    Page::of(&String::from_utf8_lossy(&ends.join(&b'\n')))
}

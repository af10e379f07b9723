//! A dialogue with a program whose wording is its own: its questions are recognised, the referee answers, and everything
//! that either side says is kept.

mod after;
mod console;
mod conversation;
mod gateway;
mod names;
mod onlooker;
mod pattern;
mod recognise;
mod tape;
mod typing;

pub use conversation::{Close, Conversation, Exchange};
pub use pattern::{line_pattern, words_pattern};
pub use recognise::{Choices, Guess, Offered, PromptRules, key, offers_yes_and_no};
pub use tape::Tapes;
pub(crate) use typing::{
    OWN_WORD, YES_NO, asks_whether, is_column, is_piece, labels_columns, lists_keys, mark_keys,
    shows_first_and_last_letter, single_keys, single_words, two_words,
};

use std::cell::OnceCell;
use std::rc::Rc;

use crate::console::{Files, Loose, Place, Request};
use crate::machine::{Executable, World};
use crate::observe::{Board, MemoryBoard, Page, Snapshot};
use crate::referee::{Entry, ExpectedEvent, Means, Question, Referee, Reply};
use crate::spec::{Asks, Limits, QuestionRule};
use conversation::page;
use onlooker::Onlooker;
use recognise::{Asked, Meaning, Menu};
use typing::Chosen;

/// The farthest that a subroutine calls another one behind an instruction that reads, in bytes, to be known to do so for what it has read.
const FURTHEST_CALL: u32 = 64;
/// The number of answers in a row without a new expected event that lead nowhere.
const MOST_IDLE: usize = 16;
/// No game has more answers than these.
const MOST_EXCHANGES: usize = 2_000;
/// A cell that holds a piece as soon as two of them were played: the second one in the middle column, where games begin.
const ANY_CELL: Entry = Entry::Pair(5, 4);
/// Between two answers a program may execute this part of the instructions of a whole dialogue.
const TURNS_OF_FUEL: u64 = 10;
/// The output of a whole dialogue may be this many times the output between two answers: programs draw a full
/// window in each turn.
const FULL_SEGMENTS: usize = 8;

/// The place of a program's board in memory, with the address of its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The layout of the board in memory.
    pub board: MemoryBoard,
    /// The address of its label.
    pub address: u32,
    /// Its rows and columns.
    pub size: (usize, usize),
}

/// Talks to a program in a referee's name. Its actions after answers that it got before, with the same
/// limits, are taken from the tapes.
pub fn converse(
    (program, tapes): (&dyn Executable, Option<&mut Tapes>),
    world: World<'static>,
    limits: Limits,
    prompt_rules: &PromptRules<'_>,
    window: Option<&Window>,
    mut referee: Box<dyn Referee>,
) -> Conversation {
    let mut speaker = Speaker::new(prompt_rules, window, limits, referee.as_mut());
    let (ended, was_executed) = match tapes {
        // All of memory is too much to be kept.
        Some(tapes) if !prompt_rules.is_recorded => tapes.play(program, world, limits, &mut speaker),
        _ => (program.run(world, limits.fuel, &mut speaker), true),
    };
    speaker.rejoin();
    if speaker.close.is_none() && speaker.referee.awaited().is_some() {
        let page = page(&speaker.output[speaker.exchanges.last().map_or(0, |exchange| exchange.at)..]);
        speaker.look(&page);
    }
    let Speaker {
        output,
        printed_in_all,
        exchanges,
        pages,
        close,
        files,
        loose,
        due,
        memory,
        mut moments,
        moment,
        read,
        has_drawn,
        ..
    } = speaker;
    moments.extend(moment);
    let close = close.unwrap_or(Close::Stopped);
    if close == Close::Stopped {
        referee.ended();
    }
    Conversation {
        output,
        printed: printed_in_all as u64,
        exchanges,
        close,
        expected_events: referee.expected_events(),
        due,
        over: referee.over(),
        records: referee.records(),
        files,
        loose,
        memory,
        drawing: prompt_rules.drawing.clone(),
        moments,
        read,
        has_drawn,
        ended,
        was_executed,
        pages,
        last_page: OnceCell::new(),
    }
}

/// The console of a dialogue.
struct Speaker<'a> {
    prompt_rules: &'a PromptRules<'a>,
    window: Option<&'a Window>,
    limit: usize,
    /// The number of instructions that may be executed between two answers.
    patience: u64,
    /// The number of answers, and after how many instructions it was known.
    heard: (usize, u64),
    referee: &'a mut dyn Referee,
    output: Vec<u8>,
    /// The number of bytes printed since the last answer, including those that are not kept.
    printed: usize,
    /// The number of bytes printed in all.
    printed_in_all: usize,
    /// The number of bytes that the program may print, and that are kept as they come.
    room: usize,
    /// The end of the output, once the segment at hand has become too long.
    tail: std::collections::VecDeque<u8>,
    exchanges: Vec<Exchange>,
    /// The output before each of them.
    pages: Vec<Page>,
    close: Option<Close>,
    files: Files,
    loose: Loose,
    due: usize,
    memory: Option<Board>,
    moments: Vec<Snapshot>,
    /// The memory at the last question.
    moment: Option<Snapshot>,
    read: Vec<u8>,
    has_drawn: bool,
    /// The place of the last question.
    place: Option<Place>,
    /// The string that was printed last before it.
    said_last: Option<Rc<str>>,
    /// The last question of yes or no: the question, the line, and everything typed since.
    chosen: Option<Chosen>,
    /// The act that is to be chosen in the menu that comes next.
    opened: Option<Question>,
    /// The rule by which the last question was recognised.
    rule: Option<&'a QuestionRule>,
    /// The names that the next answer gives, if it gives both.
    given: Vec<String>,
    /// The form in which both names were typed in one answer, if they were.
    form_of_both: Option<String>,
    /// The part of the input that was not read yet.
    pending: std::collections::VecDeque<u8>,
    /// The length of the output when a key was last read.
    read_at: usize,
    /// True if the next keys belong to a request that was announced.
    is_announced: bool,
    /// True if a correct program does not ask the current question now.
    is_undue: bool,
    onlooker: Onlooker<'a>,
}

impl<'a> Speaker<'a> {
    fn new(
        prompt_rules: &'a PromptRules<'a>,
        window: Option<&'a Window>,
        limits: Limits,
        referee: &'a mut dyn Referee,
    ) -> Self {
        let mut speaker = Self {
            prompt_rules,
            window,
            limit: limits.output,
            room: 0,
            patience: limits.fuel / TURNS_OF_FUEL,
            heard: (0, 0),
            referee,
            output: Vec::new(),
            printed: 0,
            printed_in_all: 0,
            tail: std::collections::VecDeque::new(),
            exchanges: Vec::new(),
            pages: Vec::new(),
            close: None,
            files: Files::new(),
            loose: Loose::default(),
            due: 0,
            memory: None,
            moments: Vec::new(),
            moment: None,
            place: None,
            said_last: None,
            chosen: None,
            opened: None,
            read: Vec::new(),
            has_drawn: false,
            rule: None,
            given: Vec::new(),
            form_of_both: None,
            pending: std::collections::VecDeque::new(),
            read_at: 0,
            is_announced: false,
            is_undue: false,
            onlooker: Onlooker::new(prompt_rules.drawing.as_ref(), prompt_rules.dialogue.assignment.board()),
        };
        speaker.room = speaker.room_now();
        speaker
    }

    /// A program that reads on without printing reads the rest of the last answer, such as its ENTER. Once it
    /// has printed something, a player at the keyboard has not typed that.
    fn reads_on(&self) -> bool {
        let printed = self.output[self.read_at..].iter().chain(&self.tail);
        // A keyboard without an echo of its own gets one from the program, key by key.
        let echo = usize::from(printed.clone().next() == self.read.last());
        let is_rest = !self.pending.is_empty() && printed.skip(echo).all(u8::is_ascii_whitespace);
        is_rest && !self.is_cut_name()
    }

    /// Appends the end of a segment that is too long to its beginning.
    fn rejoin(&mut self) {
        self.output.extend(std::mem::take(&mut self.tail));
    }

    /// Drops the rest of the last answer, but for the second half of an end of line whose first half was
    /// read: services take both for one.
    fn drop_rest(&mut self) {
        let is_half_read = self.read.last() == Some(&b'\r') && self.pending.front() == Some(&b'\n');
        self.pending.truncate(usize::from(is_half_read));
    }

    /// Shows the referee the boards of a page, if the program is to move.
    fn look(&mut self, page: &Page) {
        let Some(awaited) = self.referee.awaited() else { return };
        let boards = match &self.memory {
            Some(board) => vec![Onlooker::in_memory(board, &awaited)],
            None => self.onlooker.boards(&self.pages, page, &awaited),
        };
        for board in boards {
            self.referee.saw(&board);
        }
    }

    fn question(&mut self, request: Request) {
        if self.close.is_some() || self.reads_on() {
            return;
        }
        self.drop_rest();
        self.rejoin();
        let start = self.exchanges.last().map_or(0, |exchange| exchange.at);
        let page = page(&self.output[start..]);
        self.look(&page);
        let known = self.with_usual_names(&page);
        let heard = known.as_ref().unwrap_or(&page);
        if let Some((act, typed)) = self.in_opened_menu(heard) {
            return self.types(page, Some(act), request, typed);
        }
        let own = self.said_last.take().and_then(|text| self.own_part(&text, heard));
        let is_other_part = self.asks_for_other_part(&page);
        let permits = |question: Question| {
            self.referee.permits(question) && !(is_other_part && question == Question::Remove)
        };
        let meaning = self.prompt_rules.recognise(heard, own.as_ref(), (request, self.place), permits);
        let again = self.last_asked().map(|question| [question]);
        // A mark such as `:` that is printed somewhere else asks something else.
        let is_mark = page.last_line().is_some_and(|line| !line.has_word());
        let is_elsewhere = self.exchanges.last().is_some_and(|last| !is_same_loop(last.place, self.place));
        let is_answerable = |meaning: &Meaning<'_>| {
            *meaning.asks != Asks::Again || (again.is_some() && !(is_mark && is_elsewhere))
        };
        let meaning = self.main_menu(heard).or_else(|| self.menu_again(heard, request)).or(meaning);
        let meaning = meaning.filter(|meaning| !self.asks_something_else(meaning, &page));
        if (self.confirms_act(meaning.as_ref(), &page) || self.confirms_name(meaning.as_ref(), &page))
            && let Some(line) = page.last_line().cloned()
        {
            let own = Asked { line: &line, page: heard, request, place: self.place, menu: None };
            let yes = self.prompt_rules.spelt(&own, None).0.into_bytes();
            return self.types(page, None, request, yes);
        }
        let meaning = meaning.or_else(|| self.repeated(request, &page)).filter(is_answerable);
        let Some(Meaning { asks, rule, line, menu }) = meaning.filter(|_| !self.is_stuck()) else {
            self.due = self.referee.expected_events().len();
            // As it was printed.
            let last = own.as_ref().filter(|_| known.is_none()).or(page.last_line());
            let question = last.map(|line| line.plain().trim().to_owned()).unwrap_or_default();
            self.close = Some(self.close_at_unknown(question, &page, request));
            return;
        };
        // A question that is asked again is recognised by the same rule.
        let (asked, rule): (&[Question], _) = match (asks, &again) {
            (Asks::Questions(asked), _) => (asked, rule),
            (Asks::Again, Some(again)) => (again, self.rule),
            (Asks::Again | Asks::Always(_) | Asks::Declined, _) => (&[], rule),
        };
        let menu =
            if self.is_other_half(&page) { menu } else { self.prompt_rules.with_unsaid_offers(menu, asked) };
        let asked = match menu.as_ref().map(Menu::asks) {
            Some(Asks::Questions(offered)) => offered,
            _ => asked,
        };
        let own = Asked { line: &line, page: heard, request, place: self.place, menu: menu.as_ref() };
        if let Some(typed) = self.in_another_form(asked, &own) {
            return self.types(page, None, request, typed);
        }
        if let Some(keys) = self.begins_next_game(asks, &page).map(<[u8]>::to_vec) {
            let reply = self.reply(&[Question::PlayAgain], &own);
            return self.begin_next_game(&reply, page, request, keys);
        }
        let (question, typed) = match asks {
            Asks::Always(keys) => (None, recognise::always(keys, rule, line.folded())),
            Asks::Declined => {
                let of_menu = menu.as_ref().map(|menu| menu.decline().to_owned());
                let no = of_menu.unwrap_or_else(|| self.prompt_rules.spelt(&own, None).1);
                (None, no.into_bytes())
            }
            _ if self.offers_first_game(asks) => (None, self.prompt_rules.spelt(&own, None).0.into_bytes()),
            _ => {
                let refused = self.refused(&own);
                match self.reply(asked, &own) {
                    reply @ (Reply::Answer(..) | Reply::Undue(..)) => {
                        self.is_undue = matches!(reply, Reply::Undue(..));
                        let (Reply::Answer(question, entry) | Reply::Undue(question, entry)) = reply else {
                            return;
                        };
                        self.rule = rule;
                        self.opens(asked, question, &entry, &own);
                        if let Some((asked, typed)) = self.with_place(question, &entry, refused, &own) {
                            (Some(asked), typed)
                        } else if let Some(typed) = self.with_other_name(question, &entry, rule, &own) {
                            (Some(question), typed)
                        } else {
                            let typed = self.prompt_rules.typed(&entry, question, &own, rule);
                            self.chosen = Chosen::of(&entry, question, &line, &typed);
                            (Some(question), typed)
                        }
                    }
                    reply => return self.end(&reply, asked, request),
                }
            }
        };
        self.types(page, question, request, typed);
    }

    /// The referee's reply to a question. Where a column may be typed, nothing else declines what is offered besides; and where a
    /// move may be chosen, what was declined at once before was the end of a turn, and another one has begun.
    fn reply(&mut self, asked: &[Question], own: &Asked<'_>) -> Reply {
        let means = self.means(own);
        let is_next_turn = || {
            let last = self.exchanges.last();
            asked.contains(&Question::Drop)
                && last.is_some_and(|last| last.yes == Some(false) && last.place == self.place)
        };
        let asks_for_move = own.menu.is_some_and(Menu::takes_column) || is_next_turn();
        match self.referee.asked(asked, means) {
            Reply::Answer(_, Entry::No) | Reply::Undue(_, Entry::No) if asks_for_move => {
                self.referee.asked(&[Question::Column], means)
            }
            reply => reply,
        }
    }

    /// The text that chooses an act together with its place, where that is one answer: a cell to take a piece from, or else the column
    /// of the move. With it the question for that place. Given is the number of refusals before it was chosen.
    fn with_place(
        &mut self,
        act: Question,
        entry: &Entry,
        refused: usize,
        own: &Asked<'_>,
    ) -> Option<(Question, Vec<u8>)> {
        let form = own.menu?.with_place(act, entry)?;
        // `4r` says the column of a piece to be removed, and the row is asked for.
        let is_cell = act == Question::Remove && ["{row", "{cell"].iter().any(|part| form.contains(part));
        let asked = if is_cell { Question::Cell } else { Question::Column };
        // Who may not do it does not move either, and is asked again.
        let is_refused = self.is_undue || act != Question::Remove && self.refused(own) > refused;
        let is_asked_again = asked == Question::Column && is_refused;
        let place = if is_asked_again { None } else { Some(self.referee.asked(&[asked], self.means(own))) };
        let place = match (place, asked) {
            (Some(Reply::Answer(_, place) | Reply::Undue(_, place)), _) => place,
            // A drop that is not due has no place: any will do.
            (_, Question::Column) => self.free_column(),
            _ => self.referee.undue_cell().unwrap_or(ANY_CELL),
        };
        Some((asked, typing::in_form(form, &place)))
    }

    /// The number of moves that were to be refused, where a question takes acts together with their places.
    fn refused(&self, own: &Asked<'_>) -> usize {
        if own.menu.is_some_and(Menu::has_places) { self.referee.refusals() } else { 0 }
    }

    /// A column in which a piece can be dropped.
    fn free_column(&self) -> Entry {
        let events = self.referee.expected_events();
        let board = events.iter().rev().find_map(|event| match event {
            ExpectedEvent::Board(board) => board.rows.first(),
            _ => None,
        });
        let free = board.and_then(|row| row.iter().position(Option::is_none)).unwrap_or_default();
        Entry::Number(i64::try_from(free).unwrap_or_default() + 1)
    }

    /// Returns `true` if a program takes one key for an answer.
    fn is_one_key(&self, request: Request) -> bool {
        request == Request::Character || request == Request::Key && self.prompt_rules.last_key.is_none()
    }

    /// The ways in which an answer can be typed.
    fn means(&self, asked: &Asked<'_>) -> Means {
        Means {
            single_key: self.is_one_key(asked.request),
            offers_yes: self.prompt_rules.offers_yes_and_no(asked.line),
            turns_end: self.prompt_rules.turns_end,
            column_first: self.prompt_rules.column_first,
        }
    }

    /// Types an answer and keeps it with its question.
    fn types(&mut self, page: Page, question: Option<Question>, request: Request, mut typed: Vec<u8>) {
        typed.extend(self.prompt_rules.last_key.filter(|_| request == Request::Key));
        let at = self.output.len();
        self.read_at = at;
        self.printed = 0;
        let player = self.referee.player();
        let due = if question.is_some() { self.referee.due() } else { self.due };
        self.due = due;
        self.moments.extend(self.moment.take());
        let (memory, place) = (self.memory.take(), self.place);
        let is_answer = |chosen: &&Chosen| match question {
            Some(question) => chosen.question == question,
            None => chosen.is_typed_anew(&typed),
        };
        let yes = self.chosen.as_ref().filter(is_answer).map(|chosen| chosen.is_yes);
        let is_undue = std::mem::take(&mut self.is_undue);
        let mut names = std::mem::take(&mut self.given);
        if question == Some(Question::Name) && names.is_empty() {
            names.push(String::from_utf8_lossy(&typed).into_owned());
        }
        let exchange =
            Exchange { at, place, request, question, is_undue, player, typed, names, yes, due, memory };
        self.pending.extend(exchange.with_enter());
        self.exchanges.push(exchange);
        self.pages.push(page);
        self.room = self.room_now();
    }

    /// Another form of the last answer, where the same question of yes or no comes again at once: the program has not
    /// taken the one that was typed. Where the act was not due, it is refused.
    fn in_another_form(&mut self, asked: &[Question], own: &Asked<'_>) -> Option<Vec<u8>> {
        let chosen = self.chosen.as_mut()?;
        let is_same = asked == [chosen.question]
            && *own.line.masked() == chosen.line
            && !(typing::offers_yes_and_no(own.line.folded())
                && self.prompt_rules.shows_status(own.page, own.line))
            && self.exchanges.last().is_some_and(|last| {
                !last.is_undue && last.typed == *chosen.typed.last().unwrap_or(&Vec::new())
            });
        if !is_same || self.referee.permits(chosen.question) {
            return None;
        }
        let form = typing::other_form(chosen.is_yes, own.line.folded(), own.request, &chosen.typed)?;
        chosen.typed.push(form.clone());
        Some(form)
    }

    /// Returns `true` if many answers have led nowhere, or there were more than any game has.
    fn is_stuck(&self) -> bool {
        let due = self.exchanges.last().map_or(0, |last| last.due);
        let idle = self.exchanges.iter().rev().take_while(|exchange| exchange.due == due);
        idle.count() >= MOST_IDLE || self.exchanges.len() >= MOST_EXCHANGES
    }

    fn end(&mut self, reply: &Reply, questions: &[Question], request: Request) {
        self.due = self.referee.due();
        self.close = Some(match reply {
            Reply::Unasked(question) => Close::Unasked(*question),
            Reply::NotNow(due) => {
                Close::NotNow { asked: questions[0], due: *due, place: self.place, request }
            }
            Reply::Finished | Reply::Answer(..) | Reply::Undue(..) => {
                Close::Finished { asked: questions.first().copied(), place: self.place }
            }
        });
    }
}

/// Returns `true` if one subroutine asks in both places, called from the same one. It may have called another one since, to look at what
/// it has read: the address to which that one returned is a little behind the instruction that reads.
fn is_same_loop(last: Option<Place>, here: Option<Place>) -> bool {
    let (Some(last), Some(here)) = (last, here) else { return last == here };
    let has_called = (here.reads..here.reads.saturating_add(FURTHEST_CALL)).contains(&here.caller);
    last.reads == here.reads && (last.caller == here.caller || has_called)
}

/// The text to type for yes and for no where nothing says it.
pub(crate) type YesNo = (&'static str, &'static str);

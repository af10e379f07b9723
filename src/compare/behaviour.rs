//! Behaviour against the reference: boards, turns, outcomes and files, whatever the words.

mod boards;
mod calls;
mod drawn;
mod endings;
mod file;
mod labels;
mod moves;
mod numbers;
mod turns;
mod voice;

pub use drawn::{Drawn, drawn};
pub use endings::{Endings, tells_ending, told_ending};
pub use numbers::Counter;
use turns::Part;
pub use voice::{Announced, LineBook, Voice};

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::machine::Stop;
use crate::observe::{Board, Line, Player, words_at};
use crate::play::{Close, Conversation, Exchange, question_key};
use crate::referee::{Assignment, ExpectedEvent, Move, Over, Question};
use crate::spec::{Check, Words};
use boards::Boards;

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The segment of the conversation: the number of answers before it.
    pub segment: usize,
    /// The difference.
    pub what: What,
}

/// A difference from the behaviour that the rules demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The board is another one.
    Board {
        /// The board as it must be.
        expected: Board,
        /// The board as it is.
        actual: Board,
    },
    /// The board is not shown although it has changed.
    NotShown(Board),
    /// No empty board is shown before the first move.
    NoStartBoard(Board),
    /// The lowest row of the board is printed first: the board as it must be.
    UpsideDown(Board),
    /// Boards are shown, and pieces hardly ever: the last board that must be seen.
    NeverShown(Board),
    /// Boards are shown, and from here on none any more although pieces are played: the last board that must be seen.
    StopsShowing(Board),
    /// The program makes no move, one against the rules, or another one than the assignment wants.
    Move(Move),
    /// No board is found anywhere.
    NoBoard,
    /// A board of another size is all that is found.
    OtherSize(usize, usize),
    /// The wrong player is asked.
    Turn {
        /// The player whose turn it is.
        expected: Player,
        /// The player who is asked.
        actual: Player,
        /// The segment in which that player is asked for a move; optional questions may come before.
        asked_in: usize,
    },
    /// A refused input gets no word.
    NoWarning,
    /// The game is over, and the outcome is not announced, or another one is.
    Outcome {
        /// The outcome.
        expected: Over,
        /// The outcome that is announced, if any.
        actual: Option<Announced>,
    },
    /// The program ends the game, or itself, while it goes on.
    EndsEarly(Option<Announced>),
    /// The program goes on although the game is over.
    GoesOn(Over, Question),
    /// The program asks something that is not due.
    NotNow {
        /// The question that it asks.
        asked: Question,
        /// The question that is due.
        due: Question,
    },
    /// The program never asks something.
    NotOffered(Question),
    /// The program asks something that is not understood: its line.
    Unknown(String),
    /// The game is over, and a line names both players in words that are not understood.
    UnknownOutcome(String),
    /// A number or a name that each turn must show is not there, or another one.
    Shown {
        /// The number or name that must be shown.
        what: Check,
        /// The value that it must have.
        expected: String,
        /// The value that is shown, if any.
        actual: Option<String>,
    },
    /// Words that the assignment demands are not there, or not by themselves.
    Words {
        /// The words.
        wanted: &'static str,
        /// The line in which they stand among others, if they do.
        among: Option<String>,
    },
    /// Words that the assignment demands are not in the file.
    WordsInFile {
        /// The words.
        wanted: &'static str,
        /// The file.
        file: &'static str,
    },
    /// There is no such file.
    NoFile(&'static str),
    /// The file has no board.
    NoBoardInFile(&'static str),
    /// The file's last board is another one.
    BoardInFile {
        /// The board as it must be.
        expected: Board,
        /// The board as it is.
        actual: Board,
    },
    /// The file does not tell the outcome.
    OutcomeInFile {
        /// The outcome.
        expected: Over,
        /// The outcome that the file gives, if any.
        actual: Option<Announced>,
    },
    /// After the board and the outcome the file goes on.
    RubbishInFile {
        /// The file.
        file: &'static str,
        /// The text that follows.
        rubbish: String,
    },
    /// The result is the same with every draw.
    AlwaysTheSame(u64),
    /// The program broke down or did not come to an end.
    Broke,
}

impl Difference {
    /// The answer to an optional question that was asked although it was not due, where another board or another turn follows from
    /// that.
    pub fn undue<'t>(&self, talk: &'t Conversation) -> Option<&'t Exchange> {
        // What is asked below a board has not changed it.
        let below = Some(self.segment).filter(|_| matches!(self.what, What::Turn { .. }));
        let near = [below, self.segment.checked_sub(1)].into_iter().flatten();
        let mut near = near.filter_map(|segment| talk.exchanges.get(segment));
        near.find(|exchange| exchange.is_undue).filter(|_| self.what.is_of_game())
    }

    /// The answer that chose an act which was not due, right before a move that has led to another board as the wrong player made it.
    pub fn undue_before_move<'t>(&self, talk: &'t Conversation) -> Option<&'t Exchange> {
        let last = self.segment.checked_sub(1).filter(|_| matches!(self.what, What::Board { .. }))?;
        let moved = talk.exchanges.get(last).filter(|moved| moved.is_move())?;
        let chosen = talk.exchanges.get(last.checked_sub(1)?)?;
        let is_chosen = chosen.is_undue && chosen.yes == Some(true) && chosen.player != moved.player;
        is_chosen.then_some(chosen)
    }
}

impl What {
    /// Returns `true` if a game that is over in time is said to be won by somebody else, or with other pieces.
    pub fn is_about_the_end(&self) -> bool {
        match self {
            Self::Outcome { expected, actual: Some(told) } => told.is_of(expected),
            Self::Shown { what: Check::Pieces, actual, .. } => actual.is_some(),
            _ => false,
        }
    }

    /// Returns `true` if this is about the game itself: its board, or whose turn it is.
    pub fn is_of_game(&self) -> bool {
        matches!(self, Self::Board { .. } | Self::Turn { .. })
    }

    /// Returns `true` if this is about words and shown values, while the game itself goes as it must.
    pub fn is_said(&self) -> bool {
        matches!(
            self,
            Self::NotShown(_)
                | Self::UpsideDown(_)
                | Self::NoWarning
                | Self::Outcome { .. }
                | Self::Shown { .. }
                | Self::Words { .. }
                | Self::WordsInFile { .. }
                | Self::NoFile(_)
                | Self::NoBoardInFile(_)
                | Self::BoardInFile { .. }
                | Self::OutcomeInFile { .. }
                | Self::RubbishInFile { .. }
                | Self::AlwaysTheSame(_)
        )
    }
}

/// The findings in a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Everything that is not as it must be, in order.
    pub differences: Vec<Difference>,
    /// True if each expected board is seen, demanded or not.
    pub has_every_board: bool,
    /// True if boards are shown, and none before the first move.
    pub lacks_start_board: bool,
}

/// The ways in which a submission says things, known from its own games.
#[derive(Debug, Default)]
pub struct Learned {
    /// The text that it prints when a player wins.
    pub endings: Endings,
    /// The places of the numbers of faults and undos.
    pub counters: Vec<Counter>,
    /// True if its games go as they must only if the names in its turns are not those of the players who move: these names are
    /// judged where they are asked for, and tell nothing anywhere else.
    pub names_mislead: bool,
}

/// In which games a program is known to name winners in words that are understood.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamesWinners {
    /// In those that are won by a line.
    pub by_line: bool,
    /// In those that are lost by too many faults, where another line may be printed.
    pub by_faults: bool,
}

impl NamesWinners {
    fn after(self, over: &Over) -> bool {
        if over.by_faults { self.by_faults } else { self.by_line }
    }
}

/// The knowledge by which a submission's output is understood.
#[derive(Clone, Copy, Debug)]
pub struct Ear<'w> {
    /// The words by which the spec recognises what happens.
    pub words: &'w Words,
    /// The meanings of lines.
    pub book: &'w LineBook,
    /// The games in which a wrong name counts although they are not about it.
    pub names_winners: NamesWinners,
    /// The knowledge that its own games gave.
    pub learned: &'w Learned,
    /// True if the program is known to show boards, and never one of the pieces that are played.
    pub shows_no_pieces: bool,
}

/// The place of the number that a check is about, if only one that moves as it must tells it.
pub fn counter(talk: &Conversation, assignment: Assignment, ear: Ear<'_>, check: Check) -> Option<Counter> {
    Watched::new(talk, assignment, ear, false).counter(check)
}

/// Returns `true` if the words of the spec find the number of a counter in each turn.
pub fn is_in_words(talk: &Conversation, assignment: Assignment, ear: Ear<'_>, counter: &Counter) -> bool {
    Watched::new(talk, assignment, ear, false).is_in_words(counter)
}

/// The differences from the behaviour that the rules demand, among those that are checked.
pub fn differences(talk: &Conversation, assignment: Assignment, ear: Ear<'_>, checks: &[Check]) -> Found {
    if talk.prints_without_end() {
        // It is not worth a look.
        let broke = Difference { segment: talk.exchanges.len(), what: What::Broke };
        return Found { differences: vec![broke], has_every_board: false, lacks_start_board: false };
    }
    let watched = Watched::new(talk, assignment, ear, checks.contains(&Check::Symbols));
    // A wrong move says more than the board that it leaves.
    let mut found = moves::wrong(&watched, checks.contains(&Check::Strategy));
    let boards = watched.boards.differences(ear.shows_no_pieces);
    let has_every_board = boards.is_empty();
    found.extend(boards);
    // Who need not redraw may leave out boards, and show no wrong ones.
    found.retain(|found| checks.contains(&Check::Redraw) || !matches!(found.what, What::NotShown(_)));
    found.extend(watched.ending(checks.contains(&Check::Winner)));
    let part = if checks.contains(&Check::FirstTurn) { Part::First } else { Part::Others };
    for check in checks {
        match check {
            Check::Redraw | Check::Winner | Check::Symbols | Check::Strategy | Check::FirstTurn => {}
            Check::StartBoard => found.extend(watched.boards.start(talk)),
            Check::Upright => found.extend(watched.boards.upright()),
            Check::Turn if ear.learned.names_mislead && !checks.contains(&Check::Name) => {}
            Check::Turn => found.extend(watched.turns()),
            Check::Warning => found.extend(watched.warnings()),
            Check::Name => found.extend(watched.names(part)),
            Check::WinnersName => found.extend(watched.winners_name()),
            Check::Faults | Check::Undos => found.extend(watched.numbers(*check, part)),
            Check::Pieces => found.extend(watched.pieces()),
            Check::Prompts => found.extend(watched.prompts()),
            Check::Statement => found.extend(watched.statements()),
            Check::File | Check::FileStatement | Check::CleanFile => found.extend(watched.file(*check)),
        }
    }
    // Who is asked instead says more than what is not asked.
    found.sort_by_key(|found| (found.segment, matches!(found.what, What::NotOffered(_))));
    moves::outcome_before_more_pieces(&mut found);
    let lacks_start_board = watched.boards.start(talk).is_some();
    Found { differences: found, has_every_board, lacks_start_board }
}

/// Returns `true` if any board is seen.
pub fn shows_board(talk: &Conversation, assignment: Assignment) -> bool {
    Boards::of(talk, assignment, false).is_any()
}

/// Returns `true` if an expected board with pieces is seen.
pub fn shows_pieces(talk: &Conversation, assignment: Assignment) -> bool {
    Boards::of(talk, assignment, false).show_pieces()
}

/// The rows and columns of the board that is shown, if it is one of another assignment.
pub fn other_size(talk: &Conversation, assignment: Assignment) -> Option<(usize, usize)> {
    Boards::of(talk, assignment, false).other_size()
}

/// The number of pieces at the end of each segment that shows a board: pairs of segment and number.
pub fn pieces_shown(talk: &Conversation, assignment: Assignment) -> Vec<(usize, usize)> {
    Boards::of(talk, assignment, false).pieces()
}

/// A conversation with the findings in it.
struct Watched<'c> {
    talk: &'c Conversation,
    assignment: Assignment,
    boards: Boards<'c>,
    voice: Voice<'c>,
    /// The same with what the program calls its players, once that is asked for.
    with_calls: OnceCell<Option<Voice<'c>>>,
    names_winners: NamesWinners,
    learned: &'c Learned,
}

impl<'c> Watched<'c> {
    fn new(talk: &'c Conversation, assignment: Assignment, ear: Ear<'c>, symbols: bool) -> Self {
        let boards = Boards::of(talk, assignment, symbols);
        let mut given = talk.names();
        let mut name = || given.next().cloned().unwrap_or_default();
        let names = [name(), name()];
        let pieces = calls::pieces(&boards, talk, &names);
        let mut voice = Voice::new(ear.words, ear.book, names, pieces);
        voice.knows_as_usual(quiet(talk).map(|segment| talk.page(segment)));
        voice.knows_endings(&ear.learned.endings);
        voice.knows_rows(boards.rows().clone());
        let Ear { names_winners, learned, .. } = ear;
        Self { talk, assignment, boards, voice, with_calls: OnceCell::new(), names_winners, learned }
    }

    /// The segments with the expected events that are due in them.
    fn segments(&self) -> impl Iterator<Item = (usize, &'c [ExpectedEvent])> + use<'c> {
        let talk = self.talk;
        let mut from = 0;
        (0..=talk.exchanges.len()).map(move |segment| {
            let to = talk.due_after(segment).max(from).min(talk.expected_events.len());
            let expected_events = &talk.expected_events[from..to];
            from = to;
            (segment, expected_events)
        })
    }

    /// The lines printed from a segment up to the one with the next expected event.
    fn lines_from(&self, segment: usize) -> Vec<Rc<Line>> {
        let next = self
            .segments()
            .find(|(number, expected_events)| *number > segment && !expected_events.is_empty());
        let end = next.map_or(self.talk.exchanges.len() + 1, |(number, _)| number);
        (segment..end).flat_map(|number| self.talk.page(number).lines().iter().cloned()).collect()
    }

    /// The same as one text.
    fn text_from(&self, segment: usize) -> String {
        self.lines_from(segment).iter().flat_map(|line| [line.plain(), "\n"]).collect()
    }

    /// The differences in how the conversation ends, and in how the games in it do.
    fn ending(&self, with_winner: bool) -> Vec<Difference> {
        let mut found = Vec::new();
        for (segment, over) in self.overs() {
            let (actual, is_told) = self.told((segment, over), with_winner);
            if !is_told {
                let what = match actual {
                    Some(told) if self.may_name_winner(&told) => What::UnknownOutcome(told.line),
                    actual => What::Outcome { expected: over.clone(), actual },
                };
                found.push(Difference { segment, what });
            }
        }
        let segment = self.talk.exchanges.len();
        let what = match (&self.talk.close, &self.talk.over) {
            (Close::Unknown { question, .. }, _) => Some(What::Unknown(question.clone())),
            (Close::Unasked(question), _) => Some(What::NotOffered(*question)),
            (Close::NotNow { asked, .. }, Some(over)) => {
                // A program that does not announce the outcome is already reported for that.
                let is_told = found.iter().any(|known| known.segment == segment);
                (!is_told).then(|| What::GoesOn(over.clone(), *asked))
            }
            (Close::NotNow { asked: Question::PlayAgain | Question::Name, .. }, None) => {
                Some(What::EndsEarly(self.voice.outcome(self.talk.page(segment).lines())))
            }
            (Close::NotNow { asked, due: Some(due), .. }, None) => {
                Some(What::NotNow { asked: *asked, due: *due })
            }
            (Close::Finished { asked: None | Some(Question::PlayAgain | Question::Name), .. }, None) => {
                self.told_too_early().map(|told| What::EndsEarly(Some(told)))
            }
            (Close::Stopped, over) => match self.talk.ended.stop {
                Stop::OutOfFuel | Stop::OutputFull | Stop::Fault(_) => Some(What::Broke),
                _ if over.is_none() => {
                    Some(What::EndsEarly(self.voice.outcome(self.talk.page(segment).lines())))
                }
                _ => None,
            },
            _ => None,
        };
        found.extend(what.map(|what| Difference { segment, what }));
        found
    }

    /// A refused input gets a line that is not printed after an input that is taken.
    fn warnings(&self) -> Option<Difference> {
        let is_refused = |expected_events: &[ExpectedEvent]| {
            expected_events.iter().any(|event| matches!(event, ExpectedEvent::Refused(_)))
        };
        let keys = |segment: usize| -> Vec<String> {
            let lines = self.lines_from(segment);
            lines.iter().map(|line| line_key(line.plain())).filter(|key| !key.is_empty()).collect()
        };
        let taken = self.segments().filter(|(_, expected_events)| !is_refused(expected_events));
        let usual: BTreeSet<String> = taken.flat_map(|(segment, _)| keys(segment)).collect();
        let refused = self.segments().find(|(segment, expected_events)| {
            is_refused(expected_events)
                && !self.voice.warns(self.lines_from(*segment).iter())
                && keys(*segment).iter().all(|key| usual.contains(key))
        });
        refused.map(|(segment, _)| Difference { segment, what: What::NoWarning })
    }

    /// The outcomes, each with its segment.
    fn overs(&self) -> impl Iterator<Item = (usize, &'c Over)> + use<'c> {
        self.segments().filter_map(|(segment, expected_events)| {
            expected_events.iter().find_map(|event| {
                if let ExpectedEvent::Over(over) = event { Some((segment, over)) } else { None }
            })
        })
    }

    fn prompts(&self) -> Option<Difference> {
        let mut asked_before = false;
        for (segment, expected_events) in self.segments() {
            let was_refused = expected_events.iter().any(|event| matches!(event, ExpectedEvent::Refused(_)));
            let turn = expected_events
                .iter()
                .find_map(|event| if let ExpectedEvent::Turn(turn) = event { Some(turn) } else { None });
            // A program that warns and reads again has asked already.
            let prompt = turn.and_then(|turn| turn.prompt).filter(|_| !(was_refused && asked_before));
            if let Some(prompt) = prompt
                && !self.voice.says(&self.text_from(segment), prompt)
            {
                return Some(Difference { segment, what: What::Words { wanted: prompt, among: None } });
            }
            asked_before |= turn.is_some();
        }
        None
    }

    fn statements(&self) -> Option<Difference> {
        self.segments().find_map(|(segment, expected_events)| {
            let statement = expected_events.iter().find_map(|event| match event {
                ExpectedEvent::Over(over) => over.statement,
                _ => None,
            })?;
            if self.voice.states(&self.text_from(segment), statement) {
                return None;
            }
            let lines = self.lines_from(segment);
            let has_it =
                |line: &&str| words_at(&line.to_lowercase(), &statement.to_lowercase()).next().is_some();
            let among = lines.iter().map(|line| line.plain().trim()).find(has_it).map(str::to_owned);
            Some(Difference { segment, what: What::Words { wanted: statement, among } })
        })
    }
}

/// The segments before the first game is over in which nothing is refused.
fn quiet(talk: &Conversation) -> impl Iterator<Item = usize> + '_ {
    let is_over = |event: &ExpectedEvent| matches!(event, ExpectedEvent::Over(_));
    let over = talk.expected_events.iter().position(is_over).unwrap_or(talk.expected_events.len());
    let due = |segment: usize| talk.due_after(segment).min(talk.expected_events.len());
    (0..=talk.exchanges.len()).take_while(move |segment| due(*segment) <= over).filter(move |segment| {
        let from = segment.checked_sub(1).map_or(0, due);
        let seen = &talk.expected_events[from.min(due(*segment))..due(*segment)];
        !seen.iter().any(|event| matches!(event, ExpectedEvent::Refused(_)))
    })
}

/// A key that is equal for lines that count as the same; a line of marks, such as `???`, is its own key.
fn line_key(line: &str) -> String {
    let key = question_key(line);
    let is_mark = key.is_empty() && line.contains(['?', '!']) && !line.contains(char::is_alphanumeric);
    if is_mark { line.trim().to_owned() } else { key }
}

//! Referees: the questions and the output of a correct program of an assignment, in any wording.
//!
//! A dialogue with a submission goes in step with a [`Referee`]. It gets the program's questions, gives the
//! players' answers, and keeps the expected events. Each assignment is one file, over its reference.

mod expected_event;
mod found;
mod four_in_a_row;
mod gomoku;
mod guest;
mod question;
mod red_and_yellow;

pub use ::reference::red_and_yellow::{Advice, Why};
pub use expected_event::{ExpectedEvent, Move, MoveFault, Over, Record, Turn};
pub use question::{Entry, Question};

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use ::reference::four_in_a_row::StarterRule;

use crate::diagnostics::{Text, text};
use crate::observe::{Board, Player};

/// An assignment whose wording is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assignment {
    /// [`reference::four_in_a_row`].
    FourInARow,
    /// [`reference::gomoku`].
    Gomoku,
    /// [`reference::red_and_yellow`], between two players.
    RedAndYellow,
    /// The same against the computer.
    RedAndYellowComputer,
}

/// The reply of a referee to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// This is answered.
    Answer(Question, Entry),
    /// A correct program does not offer this now; it is answered all the same, as a program may refuse what it offers.
    Undue(Question, Entry),
    /// Everything that the case plays has been played.
    Finished,
    /// A correct program would have asked this by now.
    Unasked(Question),
    /// A correct program does not ask this now; the question that it asks instead, if the game is not over.
    NotNow(Option<Question>),
}

/// The ways in which the answer can be typed, which may change the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// True if the program takes one key.
    pub single_key: bool,
    /// True if the question says how to answer yes and no.
    pub offers_yes: bool,
    /// The way in which turns end.
    pub turns_end: TurnsEnd,
    /// True if a column is asked for before what to do in it.
    pub column_first: bool,
}

/// The ways in which the turns of a program end that offers what to do in a menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnsEnd {
    /// A turn ends by itself.
    #[default]
    Alone,
    /// By a choice of the menu; who blocks moves again at once.
    ByChoice,
    /// By a choice of the menu after a piece was dropped; by itself after one was removed.
    ByChoiceAfterDrops,
    /// By a choice of the menu, also after a block.
    AlwaysByChoice,
    /// The same, but by itself after a piece was removed.
    ByChoiceButAfterRemovals,
}

impl TurnsEnd {
    /// The ways, each by its name in specs.
    pub const ALL: [(&'static str, Self); 5] = [
        ("alone", Self::Alone),
        ("by-choice", Self::ByChoice),
        ("by-choice-after-drops", Self::ByChoiceAfterDrops),
        ("always-by-choice", Self::AlwaysByChoice),
        ("by-choice-but-after-removals", Self::ByChoiceButAfterRemovals),
    ];

    /// Returns `true` if who has blocked ends the turn by a choice.
    pub(crate) fn is_choice_after_blocks(self) -> bool {
        matches!(self, Self::AlwaysByChoice | Self::ByChoiceButAfterRemovals)
    }

    /// Returns `true` if who has removed a piece ends the turn by a choice.
    pub(crate) fn is_choice_after_removals(self) -> bool {
        matches!(self, Self::ByChoice | Self::AlwaysByChoice)
    }

    /// The same with turns that a removal ends by itself, if that is something else.
    pub(crate) fn with_removals_that_end(self) -> Option<Self> {
        match self {
            Self::ByChoice => Some(Self::ByChoiceAfterDrops),
            Self::AlwaysByChoice => Some(Self::ByChoiceButAfterRemovals),
            Self::Alone | Self::ByChoiceAfterDrops | Self::ByChoiceButAfterRemovals => None,
        }
    }
}

/// A referee of one game.
pub trait Referee {
    /// Returns `true` if a correct program may ask this now.
    fn permits(&self, question: Question) -> bool;

    /// The program asks one of these, the likeliest first; the reply to it.
    fn asked(&mut self, questions: &[Question], means: Means) -> Reply;

    /// Returns `true` if everything was played, and the game goes on.
    fn is_played(&self) -> bool;

    /// The program has ended: optional questions that it might still have asked were left out.
    fn ended(&mut self);

    /// The board on which the program is to move, if it moves for one of the players and that move is not known yet.
    fn awaited(&self) -> Option<Board> {
        None
    }

    /// The program shows this board while its move is [awaited](Self::awaited).
    fn saw(&mut self, _: &Board) {}

    /// The number of [expected events](Self::expected_events) that were due when the last question was asked.
    fn due(&self) -> usize;

    /// Everything that was to be seen so far.
    fn expected_events(&self) -> Vec<ExpectedEvent>;

    /// The number of moves that were to be refused so far.
    fn refusals(&self) -> usize {
        let events = self.expected_events();
        events.iter().filter(|event| matches!(event, ExpectedEvent::Refused(_))).count()
    }

    /// The player who was asked last.
    fn player(&self) -> Player;

    /// The cell of the removal that was tried last, though it was not due, as players count rows and columns.
    fn undue_cell(&self) -> Option<Entry> {
        None
    }

    /// The result of the last game; `None` while one is played.
    fn over(&self) -> Option<Over>;

    /// The records that the program must have written to its file, the oldest game first.
    fn records(&self) -> Vec<Record>;
}

/// Values of options by their names; an option that is not there has its default.
pub type Settings = BTreeMap<String, String>;

/// The actions of the players in one case.
#[derive(Clone, Debug)]
pub enum Acts {
    /// In Four in a Row.
    FourInARow(Vec<four_in_a_row::TypedAct>),
    /// In Gomoku.
    Gomoku(Vec<::reference::gomoku::Act>),
    /// In Connect Four for ARM.
    RedAndYellow(Vec<red_and_yellow::Key>),
    /// In the same against the computer.
    RedAndYellowComputer(Vec<red_and_yellow::computer::Act>),
}

impl Acts {
    /// The number of acts.
    pub fn len(&self) -> usize {
        match self {
            Self::FourInARow(acts) => acts.len(),
            Self::Gomoku(acts) => acts.len(),
            Self::RedAndYellow(keys) => keys.len(),
            Self::RedAndYellowComputer(acts) => acts.len(),
        }
    }

    /// Returns `true` if the only actions are that pieces are put on the board.
    pub fn is_plain(&self) -> bool {
        match self {
            Self::FourInARow(acts) => acts.iter().all(four_in_a_row::TypedAct::is_plain),
            Self::Gomoku(acts) => acts.iter().all(|act| matches!(act, ::reference::gomoku::Act::At(_))),
            Self::RedAndYellow(keys) => keys.iter().all(|key| key.is_plain()),
            Self::RedAndYellowComputer(acts) => acts.iter().all(red_and_yellow::computer::Act::is_plain),
        }
    }

    /// Returns `true` if there are no actions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A part of a line of acts that is not an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAct {
    /// Its place in the line.
    pub range: Range<usize>,
    /// The acts that may stand there, in words.
    pub expected: Text,
}

/// A game that an assignment's reference makes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// Its acts, as they are written in a spec.
    pub line: String,
    /// Games that show the same: a program that plays one of them as it must need not play this one so.
    pub or: Vec<String>,
}

impl Game {
    /// A game that no other stands in for.
    fn new(name: String, line: String) -> Self {
        Self { name, line, or: Vec::new() }
    }
}

impl Assignment {
    /// Every assignment with its name in specs.
    pub const ALL: [(&'static str, Self); 4] = [
        ("mips-four-in-a-row", Self::FourInARow),
        ("mips-gomoku", Self::Gomoku),
        ("arm-connect-four", Self::RedAndYellow),
        ("arm-connect-four-computer", Self::RedAndYellowComputer),
    ];

    /// The rows and columns of its board.
    pub fn board(self) -> (usize, usize) {
        match self {
            Self::FourInARow | Self::RedAndYellow | Self::RedAndYellowComputer => (6, 7),
            Self::Gomoku => (15, 15),
        }
    }

    /// Returns `true` if its board must be shown before the first move.
    pub fn shows_empty_board(self) -> bool {
        self == Self::Gomoku
    }

    /// Returns `true` if the program moves for one of the players.
    pub fn has_computer(self) -> bool {
        self == Self::RedAndYellowComputer
    }

    /// The same game between two players, if the program moves for one of them here.
    pub fn between_two(self) -> Option<Self> {
        self.has_computer().then_some(Self::RedAndYellow)
    }

    /// The number of the first row and column, where they are shown.
    pub fn base(self) -> usize {
        match self {
            Self::FourInARow | Self::RedAndYellow | Self::RedAndYellowComputer => 1,
            Self::Gomoku => 0,
        }
    }

    /// The owner of the pieces X and O; `None` where that is drawn.
    pub fn owner_of_x(self) -> Option<Player> {
        match self {
            Self::FourInARow | Self::RedAndYellow | Self::RedAndYellowComputer => None,
            Self::Gomoku => Some(Player::One),
        }
    }

    /// The file that its programs write.
    pub fn file(self) -> Option<&'static str> {
        match self {
            Self::FourInARow | Self::RedAndYellow | Self::RedAndYellowComputer => None,
            Self::Gomoku => Some("result.txt"),
        }
    }

    /// The questions of its programs.
    pub fn questions(self) -> &'static [Question] {
        match self {
            Self::FourInARow => four_in_a_row::QUESTIONS,
            Self::Gomoku => gomoku::QUESTIONS,
            Self::RedAndYellow | Self::RedAndYellowComputer => red_and_yellow::QUESTIONS,
        }
    }

    /// Its options with their values, the defaults first.
    pub fn options(self) -> &'static [(String, Vec<String>)] {
        /// They are asked for in each game.
        type Options = LazyLock<Vec<(String, Vec<String>)>>;
        static FOUR_IN_A_ROW: Options = LazyLock::new(::reference::four_in_a_row::Rules::options);
        static GOMOKU: Options = LazyLock::new(::reference::gomoku::Rules::options);
        static RED_AND_YELLOW: Options = LazyLock::new(::reference::red_and_yellow::Rules::options);
        static COMPUTER: Options = LazyLock::new(::reference::red_and_yellow::ComputerRules::options);
        match self {
            Self::FourInARow => &FOUR_IN_A_ROW,
            Self::Gomoku => &GOMOKU,
            Self::RedAndYellow => &RED_AND_YELLOW,
            Self::RedAndYellowComputer => &COMPUTER,
        }
    }

    /// Reads the actions of the players.
    ///
    /// # Errors
    /// A part of the line that is no act of this assignment.
    pub fn acts(self, line: &str) -> Result<Acts, BadAct> {
        let words = words(line)?.into_iter();
        Ok(match self {
            Self::FourInARow => Acts::FourInARow(words.map(four_in_a_row::act).collect::<Result<_, _>>()?),
            Self::Gomoku => Acts::Gomoku(words.map(gomoku::act).collect::<Result<_, _>>()?),
            Self::RedAndYellow => {
                Acts::RedAndYellow(words.map(|word| red_and_yellow::act(&word)).collect::<Result<_, _>>()?)
            }
            Self::RedAndYellowComputer => Acts::RedAndYellowComputer(
                words.map(|word| red_and_yellow::computer::act(&word)).collect::<Result<_, _>>()?,
            ),
        })
    }

    /// The names of the families of games that it makes up.
    pub fn families(self) -> &'static [&'static str] {
        match self {
            Self::FourInARow => four_in_a_row::FAMILIES,
            Self::Gomoku => gomoku::FAMILIES,
            Self::RedAndYellow => red_and_yellow::FAMILIES,
            Self::RedAndYellowComputer => &[],
        }
    }

    /// The games of a family, in a fixed order; empty if there is no such family.
    pub fn games(self, family: &str) -> Vec<Game> {
        found::games(self, family).unwrap_or_else(|| self.search(family))
    }

    /// The same, made up again.
    fn search(self, family: &str) -> Vec<Game> {
        match self {
            Self::FourInARow => four_in_a_row::games(family),
            Self::Gomoku => gomoku::games(family),
            Self::RedAndYellow => red_and_yellow::games(family),
            Self::RedAndYellowComputer => Vec::new(),
        }
    }

    /// The number of outcomes of the random choices of programs with these settings.
    pub fn draws(self, settings: &Settings) -> usize {
        match self {
            Self::FourInARow => four_in_a_row::rules(settings).draws().len(),
            Self::Gomoku | Self::RedAndYellow | Self::RedAndYellowComputer => 1,
        }
    }

    /// Returns `true` if programs with these settings choose at random who starts.
    pub fn draws_starter(self, settings: &Settings) -> bool {
        self == Self::FourInARow && four_in_a_row::rules(settings).starter == StarterRule::Drawn
    }

    /// A guest who plays along whoever else moves, and of whose game nothing is expected.
    pub fn guest(self) -> Box<dyn Referee> {
        Box::new(guest::Guest::new(self.questions(), self.board()))
    }

    /// A referee for a game of these acts, by the number of the random outcome.
    pub fn referee(self, settings: &Settings, acts: &Acts, draw: usize, disk: bool) -> Box<dyn Referee> {
        match acts {
            Acts::FourInARow(acts) => Box::new(four_in_a_row::Judge::new(settings, acts, draw)),
            Acts::Gomoku(acts) => Box::new(gomoku::Judge::new(settings, acts, disk)),
            Acts::RedAndYellow(keys) => Box::new(red_and_yellow::Judge::new(settings, keys)),
            Acts::RedAndYellowComputer(acts) => {
                Box::new(red_and_yellow::computer::Judge::new(settings, acts))
            }
        }
    }
}

/// A word of a line of acts: where it stands, and whether it is in quotation marks, which are taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    range: Range<usize>,
    text: String,
    is_quoted: bool,
}

impl Word {
    fn bad(&self, expected: Text) -> BadAct {
        BadAct { range: self.range.clone(), expected }
    }
}

/// The words of a line: blanks part them, quotation marks keep blanks together, `\n` and the like mean control bytes.
fn words(line: &str) -> Result<Vec<Word>, BadAct> {
    let mut words = Vec::new();
    let mut characters = line.char_indices().peekable();
    while let Some((start, first)) = characters.next() {
        if first.is_whitespace() {
            continue;
        }
        let mut text = String::new();
        let mut end = start + first.len_utf8();
        if first == '\'' {
            let mut is_closed = false;
            while let Some((at, c)) = characters.next() {
                end = at + c.len_utf8();
                match c {
                    '\'' => {
                        is_closed = true;
                        break;
                    }
                    '\\' => {
                        let escaped = characters.next().map(|(at, c)| {
                            end = at + c.len_utf8();
                            c
                        });
                        text.push(match escaped {
                            Some('n') => '\n',
                            Some('r') => '\r',
                            Some('t') => '\t',
                            Some(other) => other,
                            None => '\\',
                        });
                    }
                    other => text.push(other),
                }
            }
            if !is_closed {
                return Err(BadAct {
                    range: start..end,
                    expected: text!("close the quotation mark", "hãy đóng dấu nháy"),
                });
            }
            words.push(Word { range: start..end, text, is_quoted: true });
            continue;
        }
        text.push(first);
        while let Some((at, c)) = characters.next_if(|(_, c)| !c.is_whitespace()) {
            end = at + c.len_utf8();
            text.push(c);
        }
        words.push(Word { range: start..end, text, is_quoted: false });
    }
    Ok(words)
}

/// The name of a case that is one of several.
fn numbered(name: &str, number: usize) -> String {
    format!("{name}-{number}")
}

#[cfg(test)]
mod tests {
    use super::{Acts, Assignment, Game};

    #[test]
    fn lines_of_acts_are_read() {
        let acts = Assignment::FourInARow.acts("name:Ann name?: 4 4 undo remove:6,4 block 'abc' -1 99 ''");
        assert_eq!(acts.as_ref().map(Acts::len), Ok(11), "{acts:?}");
        let acts = Assignment::Gomoku.acts(r"7,7 0,14 '1, 2' '\r' again stop");
        assert_eq!(acts.as_ref().map(Acts::len), Ok(6), "{acts:?}");
        let acts = Assignment::RedAndYellow.acts(r"4 q '8' '\n' 7");
        assert_eq!(acts.as_ref().map(Acts::len), Ok(5), "{acts:?}");
        assert_eq!(Assignment::RedAndYellow.acts("4 8").expect_err("no column").range, 2..3);
        let wrong = Assignment::FourInARow.acts("4 udno 3").expect_err("this is no act");
        assert_eq!(wrong.range, 2..6);
        assert_eq!(Assignment::Gomoku.acts("1,2 'x").expect_err("not closed").range, 4..6);
    }

    #[test]
    fn every_family_has_games_that_can_be_read() {
        for (_, assignment) in Assignment::ALL {
            for family in assignment.families() {
                let games = assignment.games(family);
                assert!(!games.is_empty(), "{family}");
                for Game { name, line, or } in games {
                    let mut lines = or.iter().chain([&line]);
                    assert!(lines.all(|line| assignment.acts(line).is_ok()), "{family}, {name}: {line}");
                }
            }
        }
    }
}

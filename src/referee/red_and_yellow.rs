//! The referee of Connect Four for ARM, between two players.
//!
//! In a spec an act is the key that is pressed: `4` drops a piece, `q` starts a new game, and a text in
//! quotation marks is any other key.

pub(super) mod computer;

use std::collections::VecDeque;

use reference::four_in_a_row::games as made;
use reference::red_and_yellow::{Game, Observation, Outcome, RESTART, Rules};

use super::{
    BadAct, Entry, ExpectedEvent, Means, Over, Question, Record, Referee, Reply, Settings, Turn, Word,
    four_in_a_row,
};
use crate::diagnostics::text;
use crate::observe::{Board, Player};

pub(super) const QUESTIONS: &[Question] = &[Question::Column, Question::PlayAgain];

/// Families of games that Four in a Row has too, as the board and what falls on it are the same.
pub(super) const FAMILIES: &[&str] = &[
    "horizontal",
    "vertical",
    "falling",
    "rising",
    "longer",
    "completions",
    "wrap-arounds",
    "ties",
    "last-piece",
];

/// The games of a family. Where a line is to be completed, a game will also do that leaves out an outer
/// column that the line does not need: a program that refuses such a column may still find the line.
pub(super) fn games(family: &str) -> Vec<super::Game> {
    let mut games = if FAMILIES.contains(&family) { four_in_a_row::games(family) } else { Vec::new() };
    // The last piece of all needs every column.
    for game in games.iter_mut().filter(|_| family != "last-piece") {
        game.or.extend(inside(&game.line));
    }
    games
}

/// A game that ends with the same piece of the same line, without the outer columns; `None` if there is no
/// such game.
fn inside(line: &str) -> Option<String> {
    let mut game = Game::default();
    let keys: Vec<u8> = line.bytes().filter(|key| Key(*key).is_plain()).collect();
    for key in &keys {
        game.press(*key);
    }
    let Some(Outcome::Win { winner, lines }) = game.outcome() else { return None };
    let [line] = lines.as_slice() else { return None };
    let columns: Vec<usize> = keys.iter().map(|key| usize::from(key - b'1')).collect();
    let columns = made::win_inside(line, *winner, made::completed_by(line, &columns)?)?;
    Some(columns.iter().map(|column| (column + 1).to_string()).collect::<Vec<_>>().join(" "))
}

/// A key that a player presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u8);

impl Key {
    /// Returns `true` if a piece is dropped into a column of the board.
    pub fn is_plain(self) -> bool {
        (b'1'..=b'7').contains(&self.0)
    }
}

/// Reads an act: a column, `q`, or `'x'` for any other key.
pub(super) fn act(word: &Word) -> Result<Key, BadAct> {
    match word.text.as_bytes() {
        [key] if word.is_quoted || Key(*key).is_plain() || *key == RESTART => Ok(Key(*key)),
        _ => Err(word.bad(text!(
            "write a column from 1 to 7, `q` to start a new game, or any other key in quotation marks",
            "hãy viết một cột từ 1 đến 7, `q` để bắt đầu ván mới, hoặc một phím khác đặt trong dấu nháy"
        ))),
    }
}

/// A game of Connect Four.
pub(super) struct Judge {
    game: Game,
    keys: VecDeque<Key>,
    due: usize,
    /// The player who was asked last.
    asked: Player,
}

impl Judge {
    pub(super) fn new(settings: &Settings, acts: &[Key]) -> Self {
        let mut rules = Rules::default();
        for (option, value) in settings {
            rules.set(option, value);
        }
        let game = Game::new(rules);
        Self { asked: game.player(), game, keys: acts.iter().copied().collect(), due: 0 }
    }

    /// After a game every question but the one for another game is a key that may start a new game.
    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    fn next_question(&self) -> Question {
        if self.is_over() { Question::PlayAgain } else { Question::Column }
    }
}

impl Referee for Judge {
    fn permits(&self, question: Question) -> bool {
        question == Question::Column || question == self.next_question()
    }

    fn asked(&mut self, questions: &[Question], means: Means) -> Reply {
        self.due = self.expected_events().len();
        self.asked = self.game.player();
        let Some(question) = questions.iter().copied().find(|question| self.permits(*question)) else {
            return Reply::NotNow(Some(self.next_question()));
        };
        let Some(Key(key)) = self.keys.pop_front() else { return Reply::Finished };
        if question == Question::PlayAgain && key == RESTART && means.offers_yes {
            self.game.begin();
            return Reply::Answer(question, Entry::Yes);
        }
        // All that was to come needs that piece.
        if self.game.refuses(key) {
            self.keys.clear();
        }
        self.game.press(key);
        // A game that is over earlier than its case knows leaves moves that nobody makes.
        while self.is_over() && self.keys.front().is_some_and(|key| key.is_plain()) {
            self.keys.pop_front();
        }
        let digit = char::from(key).to_digit(10).map(i64::from);
        Reply::Answer(question, digit.map_or_else(|| Entry::Text(vec![key]), Entry::Number))
    }

    fn is_played(&self) -> bool {
        self.keys.is_empty()
    }

    fn ended(&mut self) {}

    fn due(&self) -> usize {
        self.due
    }

    fn expected_events(&self) -> Vec<ExpectedEvent> {
        let event = |observation: &Observation| match observation {
            Observation::Frame(board) => Some(ExpectedEvent::Board(Board::from(board))),
            Observation::Turn(player) => Some(turn(*player)),
            Observation::Full(player) => Some(ExpectedEvent::Refused(*player)),
            Observation::Passed(_) => None,
            Observation::Over(outcome) => Some(ExpectedEvent::Over(over(outcome))),
        };
        self.game.observations().iter().filter_map(event).collect()
    }

    fn player(&self) -> Player {
        self.asked
    }

    fn over(&self) -> Option<Over> {
        self.game.outcome().map(over)
    }

    fn records(&self) -> Vec<Record> {
        Vec::new()
    }
}

fn turn(player: Player) -> ExpectedEvent {
    ExpectedEvent::Turn(Turn { player, name: String::new(), faults: None, undos: None, prompt: None })
}

fn over(outcome: &Outcome) -> Over {
    let lines = match outcome {
        Outcome::Win { lines, .. } => lines.as_slice(),
        Outcome::Draw => &[],
    };
    Over {
        winner: outcome.winner(),
        by_faults: false,
        name: String::new(),
        pieces: None,
        statement: None,
        line: lines.iter().flat_map(|line| &line.cells).map(|cell| (cell.row, cell.column)).collect(),
    }
}

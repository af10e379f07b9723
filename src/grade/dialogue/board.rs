//! The place of a submission's board: found once, in games whose drops are known.

use super::Table;
use super::revise::{Suspect, unknown};
use super::settle::readings;
use crate::compare::behaviour::{other_size, shows_board, shows_pieces};
use crate::machine::Stop;
use crate::observe::{Board, Screen, Sheet, Snapshot, Store, learn_drawing, locate_board};
use crate::play::{Conversation, Guess, PromptRules, Window};
use crate::referee::{ExpectedEvent, Question, Settings};
use crate::spec::{Asks, Case, DialogueCase, OpenOption, Spec};

/// The number of games that are played to find the board.
const GAMES: usize = 3;
/// The numbers of moves with which a game shows enough and is not too long.
const MOVES: std::ops::RangeInclusive<usize> = 5..=24;

/// The result of the search for the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Sought {
    /// True if boards are seen on the screen.
    pub(super) is_shown: bool,
    /// True if boards are shown in these games, and never one with the pieces that are played.
    pub(super) shows_no_pieces: bool,
    /// The place of the board in memory, if it is not shown.
    pub(super) store: Option<Store>,
    /// The number of answers about the game that were given in all games.
    pub(super) answers: usize,
}

/// The games by which the board is found: the longest ones in which pieces are put on the board and nothing else is done.
pub(super) fn games(spec: &Spec) -> Vec<(&Case, &DialogueCase)> {
    let mut games: Vec<(&Case, &DialogueCase)> = spec
        .dialogues()
        .filter(|(_, played)| played.acts.is_plain() && MOVES.contains(&played.acts.len()))
        .collect();
    games.sort_by_key(|(_, played)| std::cmp::Reverse(played.acts.len()));
    games.truncate(GAMES);
    games
}

impl<'a> Table<'a> {
    /// The settings with which the board is looked for: the known ones, then each other value of the options
    /// that are inferred first. The cells that a move changes may depend on them.
    fn likely_settings(&self) -> Vec<Settings> {
        let options = &self.prompt_rules.dialogue.options;
        let first = options.first().map_or(&[][..], |option| option.by.as_slice()).first();
        let is_first = |option: &&OpenOption| {
            option.by.first() == first && !self.prompt_rules.settings.contains_key(&option.name)
        };
        let free: Vec<String> = options.iter().filter(is_first).map(|option| option.name.clone()).collect();
        readings(&self.prompt_rules, &[], &free)
    }

    /// The games by which the board is found, as they are played under given prompt rules.
    fn play_plain(&self, spec: &Spec, prompt_rules: &PromptRules<'_>) -> Vec<Conversation> {
        let games = games(spec).into_iter();
        games
            .map(|(case, played)| self.play_with(case, played, prompt_rules, (played.seed, &[])).talk)
            .collect()
    }

    /// Returns `true` if a board is seen in one of these games, by its shape.
    fn is_any_board(&self, talks: &[Conversation]) -> bool {
        let assignment = self.prompt_rules.dialogue.assignment;
        talks.iter().any(|talk| shows_board(talk, assignment))
    }

    /// Looks for the board, on the screen and in memory.
    pub(super) fn seek_board(&mut self, spec: &'a Spec) {
        if self.prompt_rules.drawing.is_some() || self.window.is_some() {
            return;
        }
        let assignment = self.prompt_rules.dialogue.assignment;
        let (rows, columns) = assignment.board();
        let mut talks = Vec::new();
        for settings in self.likely_settings() {
            let mut prompt_rules = self.prompt_rules.clone();
            prompt_rules.settings = settings;
            let mut played = self.play_plain(spec, &prompt_rules);
            let drawing = |talks: &[Conversation]| {
                let sheets: Vec<Vec<Sheet>> = talks.iter().map(sheets).collect();
                learn_drawing(&sheets, rows, columns)
            };
            let mut drawn = drawing(&played);
            // A board that no shape fits is found by moves alone, and these may be asked for in words that no rule knows.
            if drawn.is_none()
                && let Some(guess) = move_in_other_words(&played).filter(|_| !self.is_any_board(&played))
            {
                prompt_rules.guesses.push(guess);
                let moved = self.play_plain(spec, &prompt_rules);
                drawn = drawing(&moved);
                if drawn.is_some() {
                    self.prompt_rules.guesses = prompt_rules.guesses;
                    played = moved;
                }
            }
            self.prompt_rules.drawing = drawn.map(Into::into);
            // A program that never ends does so under every reading.
            let never_ends =
                played.iter().all(|talk| matches!(talk.ended.stop, Stop::OutOfFuel | Stop::OutputFull));
            if talks.is_empty() || self.prompt_rules.drawing.is_some() {
                talks = played;
            }
            if self.prompt_rules.drawing.is_some() || never_ends {
                break;
            }
        }
        self.sought.is_shown = self.prompt_rules.drawing.is_some() || self.is_any_board(&talks);
        let is_played = |talk: &Conversation| talk.exchanges.len() > MOVES.start() + 1;
        self.sought.shows_no_pieces = self.sought.is_shown
            && talks.iter().any(is_played)
            && !talks.iter().any(|talk| shows_pieces(talk, assignment));
        self.sought.answers = talks.iter().map(|talk| talk.exchanges.len()).sum();
        // A part of a larger board is not the board.
        if self.sought.is_shown || talks.iter().any(|talk| other_size(talk, assignment).is_some()) {
            return;
        }
        // Memory is looked at in games of its own: to copy it with each answer takes long.
        let mut prompt_rules = self.prompt_rules.clone();
        prompt_rules.is_recorded = true;
        let moments: Vec<Vec<(Snapshot, Board)>> =
            self.play_plain(spec, &prompt_rules).iter().map(moments).collect();
        self.sought.store = locate_board(&moments, rows, columns);
        if let Some(store) = self.sought.store.as_ref().filter(|store| store.is_picture) {
            self.window = Some(Window { board: store.board.clone(), address: 0, size: (rows, columns) });
        }
    }
}

/// The guess that the unknown question to which all games come asks for a move, if it may.
fn move_in_other_words(talks: &[Conversation]) -> Option<Guess> {
    let moves = [Question::Column, Question::Coordinates];
    let mut asked = talks.iter().map(|talk| {
        let (suspect, permitted) = unknown(talk)?;
        Some((suspect, moves.into_iter().find(|question| permitted.contains(question))?))
    });
    let (first, due) = asked.next()??;
    let is_same = |other: Option<(Suspect, Question)>| other.is_some_and(|(other, _)| other.is_same(&first));
    asked.all(is_same).then(|| first.guess(Asks::Questions(vec![due])))
}

/// The segments of a conversation with the board that each must show.
fn boards(talk: &Conversation) -> impl Iterator<Item = (usize, Board)> + '_ {
    (0..=talk.exchanges.len()).filter_map(|segment| {
        let due = talk.due_after(segment).min(talk.expected_events.len());
        let mut seen = talk.expected_events[..due].iter().rev();
        let board =
            seen.find_map(
                |event| if let ExpectedEvent::Board(board) = event { Some(board.clone()) } else { None },
            )?;
        Some((segment, board))
    })
}

fn sheets(talk: &Conversation) -> Vec<Sheet> {
    let sheet = |(segment, board)| Sheet { screen: Screen::of(talk.page(segment)), board };
    boards(talk).map(sheet).collect()
}

fn moments(talk: &Conversation) -> Vec<(Snapshot, Board)> {
    boards(talk).filter_map(|(segment, board)| Some((talk.moments.get(segment)?.clone(), board))).collect()
}

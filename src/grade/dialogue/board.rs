//! Where a submission's board is: found out once, in games whose drops are known.

use super::{Table, readings};
use crate::compare::behaviour::{other_size, shows_board, shows_pieces};
use crate::machine::Stop;
use crate::observe::{Board, Screen, Sheet, Snapshot, Store, learn_drawing, locate_board};
use crate::play::{Conversation, Manner, Window};
use crate::referee::{Settings, Sight};
use crate::spec::{Case, DialogueCase, Expectation, OpenOption, Spec};

/// So many games are played to find the board.
const GAMES: usize = 3;
/// Games of so many moves tell enough, and are not too long.
const MOVES: std::ops::RangeInclusive<usize> = 5..=24;

/// What was found of the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Sought {
    /// Whether boards are seen on the screen.
    pub(super) is_shown: bool,
    /// Whether boards are shown in these games, and never one with the pieces that are played.
    pub(super) shows_no_pieces: bool,
    /// Where the board is kept, if it is not shown.
    pub(super) store: Option<Store>,
    /// How many answers about the game were given in all games.
    pub(super) answers: usize,
}

/// The games by which the board is found: the longest ones in which pieces are put on the board and nothing else is done.
pub(super) fn games(spec: &Spec) -> Vec<(&Case, &DialogueCase)> {
    let mut games: Vec<(&Case, &DialogueCase)> = spec
        .cases()
        .filter_map(|case| match &case.expectation {
            Expectation::Dialogue(played) => Some((case, played.as_ref())),
            _ => None,
        })
        .filter(|(_, played)| played.acts.is_plain() && MOVES.contains(&played.acts.len()))
        .collect();
    games.sort_by_key(|(_, played)| std::cmp::Reverse(played.acts.len()));
    games.truncate(GAMES);
    games
}

impl<'a> Table<'a> {
    /// The settings with which the board is looked for: what is known, then each other value of the options that are found
    /// out first. Which cells a move changes may depend on them.
    fn likely_settings(&self) -> Vec<Settings> {
        let options = &self.manner.dialogue.options;
        let first = options.first().map_or(&[][..], |option| option.by.as_slice()).first();
        let is_first = |option: &&OpenOption| {
            option.by.first() == first && !self.manner.settings.contains_key(&option.name)
        };
        let free: Vec<String> = options.iter().filter(is_first).map(|option| option.name.clone()).collect();
        readings(&self.manner, &free)
    }

    /// The games by which the board is found, as they are played in a manner.
    fn play_plain(&self, spec: &Spec, manner: &Manner<'_>) -> Vec<Conversation> {
        let games = games(spec).into_iter();
        games.map(|(case, played)| self.play_with(case, played, manner, (played.luck, &[])).talk).collect()
    }

    /// Looks for the board, on the screen and in memory.
    pub(super) fn seek_board(&mut self, spec: &'a Spec) {
        if self.manner.drawing.is_some() || self.window.is_some() {
            return;
        }
        let assignment = self.manner.dialogue.assignment;
        let (rows, columns) = assignment.board();
        let mut talks = Vec::new();
        for settings in self.likely_settings() {
            let mut manner = self.manner.clone();
            manner.settings = settings;
            let played = self.play_plain(spec, &manner);
            let sheets: Vec<Vec<Sheet>> = played.iter().map(sheets).collect();
            self.manner.drawing = learn_drawing(&sheets, rows, columns).map(Into::into);
            // A program that never ends does so under every reading.
            let never_ends =
                played.iter().all(|talk| matches!(talk.ended.stop, Stop::OutOfFuel | Stop::OutputFull));
            if talks.is_empty() || self.manner.drawing.is_some() {
                talks = played;
            }
            if self.manner.drawing.is_some() || never_ends {
                break;
            }
        }
        self.sought.is_shown =
            self.manner.drawing.is_some() || talks.iter().any(|talk| shows_board(talk, assignment));
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
        let mut manner = self.manner.clone();
        manner.is_recorded = true;
        let moments: Vec<Vec<(Snapshot, Board)>> =
            self.play_plain(spec, &manner).iter().map(moments).collect();
        self.sought.store = locate_board(&moments, rows, columns);
        if let Some(store) = self.sought.store.as_ref().filter(|store| store.is_picture) {
            self.window = Some(Window { board: store.board.clone(), address: 0, size: (rows, columns) });
        }
    }
}

/// The segments of a conversation with the board that each must show.
fn boards(talk: &Conversation) -> impl Iterator<Item = (usize, Board)> + '_ {
    (0..=talk.exchanges.len()).filter_map(|segment| {
        let due = talk.due_after(segment).min(talk.sights.len());
        let mut seen = talk.sights[..due].iter().rev();
        let board =
            seen.find_map(|sight| if let Sight::Board(board) = sight { Some(board.clone()) } else { None })?;
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

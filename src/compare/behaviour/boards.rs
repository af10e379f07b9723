//! The boards of a conversation, in the order in which they are drawn, against those that must be seen.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::observe::{Board, Frame, Glyphs, Numbers, Page, Player, frames_in, may_be_row};
use crate::play::{Close, Conversation, Exchange};
use crate::referee::{Assignment, ExpectedEvent};

use super::{Difference, What};

/// Sizes of boards that other assignments have, the widest first: a row of eight cells may look like seven and a label.
const OTHER_SIZES: [(usize, usize); 17] = [
    (20, 20),
    (19, 19),
    (15, 15),
    (13, 13),
    (12, 12),
    (10, 10),
    (9, 9),
    (7, 9),
    (8, 8),
    (7, 8),
    (6, 8),
    (8, 7),
    (6, 7),
    (7, 7),
    (6, 6),
    (5, 6),
    (3, 3),
];

/// Lines of text hardly ever look like a board of so many rows.
const FEWEST_ROWS: usize = 5;

/// The number of lines in which a board of another size is looked for: it is drawn in each turn, from the first one on.
const MOST_LINES_OF_OTHERS: usize = 2_000;

/// The most boards drawn too late that may be an accident.
const MOST_OLD: usize = 2;

/// The most boards at the end that may be missing by accident.
const FEWEST_UNSEEN: usize = 2;

/// The boards that were drawn, and how they are read.
pub(super) struct Boards<'c> {
    talk: &'c Conversation,
    assignment: Assignment,
    /// Each board with its segment.
    seen: Vec<(usize, Board)>,
    glyphs: Option<Glyphs>,
    /// True if the first glyph is Player 1's.
    first_is_one: bool,
    is_upside_down: bool,
    /// The size of another board that is there instead; looked for when it is asked for.
    other_size: OnceCell<Option<(usize, usize)>>,
    /// The owner of X, where that counts.
    owner_of_x: Option<Player>,
    /// The lines in which boards are drawn, by their numbers.
    rows: Numbers,
}

impl<'c> Boards<'c> {
    /// The boards of a conversation. With `symbols` the pieces must be those that the assignment wants;
    /// otherwise each symbol is taken for the player whom it fits best.
    pub(super) fn of(talk: &'c Conversation, assignment: Assignment, symbols: bool) -> Self {
        let mut boards = Self {
            talk,
            assignment,
            seen: Vec::new(),
            glyphs: None,
            first_is_one: true,
            is_upside_down: false,
            other_size: OnceCell::new(),
            owner_of_x: assignment.owner_of_x().filter(|_| symbols),
            rows: Numbers::default(),
        };
        let in_memory = talk.exchanges.iter().enumerate();
        boards.seen = in_memory
            .filter_map(|(segment, exchange)| Some((segment, exchange.memory.clone()?)))
            .chain(talk.memory.clone().map(|board| (talk.exchanges.len(), board)))
            .collect();
        if !boards.seen.is_empty() {
            boards.infer_owners();
            return boards;
        }
        let (rows, columns) = assignment.board();
        let mut drawn = boards.as_learned(talk);
        if drawn.is_empty() {
            let pages = pages(talk);
            let found = frames_in(&pages, rows, columns).into_iter();
            drawn = found.map(|(segment, frame)| (segment, Rc::new(frame))).collect();
            if !drawn.is_empty() {
                let lines = pages.iter().flat_map(|page| page.lines());
                boards.rows =
                    lines.filter(|line| may_be_row(line, columns)).map(|line| line.number()).collect();
            }
        }
        if !drawn.is_empty() {
            boards.glyphs = Glyphs::learn(drawn.iter().map(|(_, frame)| &**frame));
            boards.infer_reading(&drawn);
        }
        boards
    }

    /// Infers the owner of each glyph, and the place of the lowest row: the reading that fits best.
    fn infer_reading(&mut self, drawn: &[(usize, Rc<Frame>)]) {
        let mut best = None;
        // The likeliest way comes first, and nothing fits better than a way in which every board is right.
        for (first_is_one, is_upside_down) in [(true, false), (false, false), (true, true), (false, true)] {
            (self.first_is_one, self.is_upside_down) = (first_is_one, is_upside_down);
            let mut matcher = Matcher::new(self.talk);
            let boards = drawn.iter().map(|(segment, frame)| (*segment, self.read(frame)));
            // Boards behind one that is wrong need not be read.
            let seen: Vec<(usize, Board)> =
                boards.take_while(|(segment, board)| matcher.accepts(*segment, board)).collect();
            let fitting = seen.len();
            if fitting == drawn.len() {
                self.seen = seen;
                return;
            }
            if best.is_none_or(|(most, _)| fitting > most) {
                best = Some((fitting, (first_is_one, is_upside_down)));
            }
        }
        let (_, way) = best.unwrap_or_default();
        (self.first_is_one, self.is_upside_down) = way;
        self.seen = drawn.iter().map(|(segment, frame)| (*segment, self.read(frame))).collect();
    }

    /// The size of the board that is there instead, if none of the right size is.
    pub(super) fn other_size(&self) -> Option<(usize, usize)> {
        let size = self.assignment.board();
        let look = || {
            let mut lines = 0;
            let mut pages = pages(self.talk);
            pages.retain(|page| {
                lines += page.lines().len();
                lines <= MOST_LINES_OF_OTHERS
            });
            let others = OTHER_SIZES.into_iter().filter(|other| *other != size);
            others.into_iter().find(|(rows, columns)| {
                let found = frames_in(&pages, *rows, *columns);
                let Some((_, first)) = found.first() else { return false };
                let labels: BTreeSet<Option<&char>> = first.rows.iter().map(|row| row.first()).collect();
                // The numbers of the rows are no column, and a few words or numbers that never change no board.
                let changes = || found.iter().any(|(_, frame)| frame != first);
                labels.len() < first.rows.len() && (*rows >= FEWEST_ROWS || changes())
            })
        };
        if self.seen.is_empty() { *self.other_size.get_or_init(look) } else { None }
    }

    /// The number of pieces on the last board of each segment: pairs of segment and number.
    pub(super) fn pieces(&self) -> Vec<(usize, usize)> {
        let mut counts: Vec<(usize, usize)> = Vec::new();
        for (segment, board) in &self.seen {
            let pieces = board.rows.iter().flatten().flatten().count();
            match counts.last_mut() {
                Some((last, count)) if last == segment => *count = pieces,
                _ => counts.push((*segment, pieces)),
            }
        }
        counts
    }

    /// The boards that are drawn in the inferred layout of this program, each with its segment.
    fn as_learned(&mut self, talk: &Conversation) -> Vec<(usize, Rc<Frame>)> {
        let Some(drawing) = &talk.drawing else { return Vec::new() };
        let mut found = Vec::new();
        for segment in 0..=talk.exchanges.len() {
            let page = talk.page(segment);
            for (lines, frame) in page.frames(drawing).iter() {
                let rows = page.lines().iter().take(lines.end).skip(lines.start);
                self.rows.extend(rows.map(|line| line.number()));
                found.push((segment, Rc::clone(frame)));
            }
        }
        found
    }

    /// The lines in which boards are drawn, by their numbers.
    pub(super) fn rows(&self) -> &Numbers {
        &self.rows
    }

    /// Returns `true` if there is a board.
    pub(super) fn is_any(&self) -> bool {
        !self.seen.is_empty()
    }

    /// The board that a frame shows.
    pub(super) fn read(&self, frame: &Frame) -> Board {
        let Some(glyphs) = &self.glyphs else { return Board { rows: Vec::new() } };
        let board = Board::of_frame(frame, glyphs, |glyph| Some(self.owner(glyphs, glyph)));
        if self.is_upside_down { board.upside_down() } else { board }
    }

    /// Returns `true` if the lowest row is printed first.
    fn prints_lowest_first(&self) -> bool {
        self.is_upside_down || self.talk.drawing.as_ref().is_some_and(|drawing| drawing.is_upside_down())
    }

    /// The board that a file shows, where this one is expected. Its free cells may look different from those on the terminal; its
    /// pieces may not. Its rows may stand in the order of the terminal or from the highest to the lowest.
    pub(super) fn read_in_file(&self, frame: &Frame, expected: &Board) -> Board {
        let Some(glyphs) = &self.glyphs else { return self.read(frame) };
        let is_piece = |glyph: char| glyphs.piece(glyph).is_some();
        let owner = |glyph| is_piece(glyph).then(|| self.owner(glyphs, glyph));
        let board = Board::of_frame(frame, glyphs, owner);
        let is_turned = self.prints_lowest_first() && board != *expected;
        if is_turned { board.upside_down() } else { board }
    }

    /// Infers the owner of each kind of piece in memory from what fits best, where the owners are drawn.
    fn infer_owners(&mut self) {
        if self.assignment.owner_of_x().is_some() {
            return;
        }
        let straight = self.fitting();
        let exchange = |boards: &mut Self| {
            for cell in boards.seen.iter_mut().flat_map(|(_, board)| board.rows.iter_mut().flatten()) {
                *cell = cell.map(Player::other);
            }
        };
        exchange(self);
        if self.fitting() <= straight {
            exchange(self);
        }
    }

    fn owner(&self, glyphs: &Glyphs, glyph: char) -> Player {
        let letters = glyphs.pieces.iter().take(2).all(|piece| matches!(piece, 'X' | 'O'));
        if let (Some(owner), true) = (self.owner_of_x, letters) {
            let is_x = glyph.eq_ignore_ascii_case(&'x');
            return if is_x { owner } else { owner.other() };
        }
        let is_first = glyphs.piece(glyph) == Some(0);
        if is_first == self.first_is_one { Player::One } else { Player::Two }
    }

    /// The glyphs of the two players, as they are drawn.
    pub(super) fn glyphs(&self) -> [Option<char>; 2] {
        let Some(glyphs) = &self.glyphs else { return [None, None] };
        let of = |player| glyphs.drawn.iter().copied().find(|glyph| self.owner(glyphs, *glyph) == player);
        [of(Player::One), of(Player::Two)]
    }

    /// The glyph of the first piece that is seen.
    pub(super) fn first_glyph(&self) -> Option<char> {
        self.glyphs.as_ref()?.pieces.first().copied()
    }

    /// The number of boards that are as they must be before one is not.
    fn fitting(&self) -> usize {
        let mut matcher = Matcher::new(self.talk);
        self.seen.iter().take_while(|(segment, board)| matcher.accepts(*segment, board)).count()
    }

    /// Returns `true` if one of the expected boards with pieces is seen.
    pub(super) fn show_pieces(&self) -> bool {
        let mut matcher = Matcher::new(self.talk);
        for (segment, board) in &self.seen {
            matcher.accepts(*segment, board);
        }
        matcher.has_shown_pieces()
    }

    /// That no board is shown before the first move, where boards are shown later.
    pub(super) fn start(&self, talk: &Conversation) -> Option<Difference> {
        let due = talk.expected_events.iter().find_map(|event| match event {
            ExpectedEvent::Board(board) => Some(board),
            _ => None,
        });
        let first = due.filter(|board| board.is_empty() && !self.seen.is_empty())?;
        let first_move = talk.exchanges.iter().position(Exchange::is_move);
        let before = first_move.unwrap_or(talk.exchanges.len());
        let is_there = self.seen.iter().any(|(segment, board)| *segment <= before && board.is_empty());
        let what = What::NoStartBoard(first.clone());
        (!is_there).then_some(Difference { segment: before, what })
    }

    /// That the lowest row is printed first, on the first board with a piece.
    pub(super) fn upright(&self) -> Option<Difference> {
        let is_turned = self.prints_lowest_first();
        let (segment, board) = self.seen.iter().find(|(_, board)| !board.is_empty())?;
        let what = What::UpsideDown(board.clone());
        is_turned.then_some(Difference { segment: *segment, what })
    }

    /// The first board that is another one, or else the first that is missing.
    pub(super) fn differences(&self, shows_no_pieces: bool) -> Vec<Difference> {
        let talk = self.talk;
        let segment = talk.exchanges.len();
        let with_empty = self.assignment.shows_empty_board();
        let is_moved = |event: &ExpectedEvent| match event {
            ExpectedEvent::Board(board) | ExpectedEvent::Between(board) => with_empty || !board.is_empty(),
            _ => false,
        };
        let moved = talk.expected_events.iter().filter(|event| is_moved(event)).count();
        if self.seen.is_empty() {
            // A program that stops before its first board, or is not understood, has other troubles.
            let is_understood = !matches!(talk.close, Close::Unknown { .. });
            let is_due = talk.exchanges.iter().any(|exchange| exchange.due > 0) && moved > 0 && is_understood;
            let what =
                self.other_size().map_or(What::NoBoard, |(rows, columns)| What::OtherSize(rows, columns));
            return if is_due { vec![Difference { segment: 0, what }] } else { Vec::new() };
        }
        let mut matcher = Matcher::new(talk);
        let mut found = Vec::new();
        let (mut old, mut new) = (0, 0);
        for (segment, board) in &self.seen {
            let is_old = matcher.last(*segment).is_some_and(|due| due != board);
            *(if is_old { &mut old } else { &mut new }) += 1;
            if !matcher.accepts(*segment, board) {
                if let Some(expected) = matcher.last(*segment).cloned() {
                    let what = What::Board { expected, actual: board.clone() };
                    found.push(Difference { segment: *segment, what });
                }
                break;
            }
        }
        if found.is_empty() {
            let missing = matcher.missing(segment);
            // A board that is drawn again and again as it was shows no game.
            let is_stale = old > MOST_OLD && old > MOST_OLD * new && matcher.is_never_shown(segment);
            if is_stale || (matcher.shows_no_piece(segment) && (shows_no_pieces || old > 0)) {
                let what = What::NeverShown(
                    matcher.last(segment).cloned().unwrap_or_else(|| Board { rows: Vec::new() }),
                );
                found.extend(missing.map(|missing| Difference { segment: missing.segment, what }));
            } else if let Some((place, board)) = matcher.stops_showing(segment) {
                found.push(Difference { segment: place, what: What::StopsShowing(board) });
            } else {
                found.extend(missing);
            }
        }
        found
    }
}

/// Everything that was printed.
fn pages(talk: &Conversation) -> Vec<&Page> {
    (0..=talk.exchanges.len()).map(|segment| talk.page(segment)).collect()
}

/// Goes along the boards that must be seen.
struct Matcher<'c> {
    talk: &'c Conversation,
    /// The boards in order, each with the number of its expected event; those that do not change are one.
    expected: Vec<(usize, &'c Board)>,
    /// True for each of them that must be shown; others may be.
    demanded: Vec<bool>,
    /// The last one that was seen.
    at: Option<usize>,
    /// True for each of them that was seen.
    seen: Vec<bool>,
}

impl<'c> Matcher<'c> {
    fn new(talk: &'c Conversation) -> Self {
        let mut expected: Vec<(usize, &Board)> = Vec::new();
        let mut demanded = Vec::new();
        for (number, event) in talk.expected_events.iter().enumerate() {
            if let ExpectedEvent::Board(board) | ExpectedEvent::Between(board) = event
                && expected.last().is_none_or(|(_, last)| *last != board)
            {
                expected.push((number, board));
                demanded.push(matches!(event, ExpectedEvent::Board(_)));
            }
        }
        let seen = vec![false; expected.len()];
        Self { talk, expected, demanded, at: None, seen }
    }

    /// The number of boards that are due by the end of a segment.
    fn due(&self, segment: usize) -> usize {
        let expected_events = self.talk.due_after(segment);
        self.expected.partition_point(|(number, _)| *number < expected_events)
    }

    /// Returns `true` if a board may be seen in a segment: it is the last one seen, or one that follows and
    /// is due.
    fn accepts(&mut self, segment: usize, board: &Board) -> bool {
        let due = self.due(segment);
        if due == 0 {
            // Before the game anything may be drawn, such as an example.
            return true;
        }
        let from = self.at.unwrap_or(0);
        let place = (from..due).find(|place| self.expected[*place].1 == board);
        if let Some(place) = place {
            self.at = Some(place);
            self.seen[place] = true;
        }
        place.is_some()
    }

    /// Returns `true` if a board must be seen: those before the first move need not.
    fn is_demanded(&self, place: usize) -> bool {
        self.demanded[place] && !self.expected[place].1.is_empty()
    }

    /// Returns `true` if hardly any of the boards with pieces that are due is seen.
    fn is_never_shown(&self, segment: usize) -> bool {
        let due = 0..self.due(segment);
        let with_pieces = due.filter(|place| self.is_demanded(*place));
        let (seen, unseen): (Vec<usize>, Vec<usize>) = with_pieces.partition(|place| self.seen[*place]);
        unseen.len() > 2 && unseen.len() > 3 * seen.len()
    }

    /// Returns `true` if none of the boards with pieces that are due is seen, and there are several.
    fn shows_no_piece(&self, segment: usize) -> bool {
        let with_pieces: Vec<usize> =
            (0..self.due(segment)).filter(|place| self.is_demanded(*place)).collect();
        with_pieces.len() > 1 && with_pieces.iter().all(|place| !self.seen[*place])
    }

    /// The segment from which boards that were shown after moves are shown no more, though several more are
    /// due, and the last of them.
    fn stops_showing(&self, segment: usize) -> Option<(usize, Board)> {
        let due: Vec<usize> = (0..self.due(segment)).filter(|place| self.demanded[*place]).collect();
        let last = due.iter().rposition(|place| self.seen[*place])?;
        let shown = due[..=last].iter().filter(|place| self.seen[**place] && self.is_demanded(**place));
        let is_habit = shown.count() * 2 > last && last > 1;
        let next = due.get(last + 1).filter(|_| is_habit && due.len() > last + FEWEST_UNSEEN)?;
        let board = self.expected[*due.last()?].1.clone();
        Some((self.segment_of(self.expected[*next].0, segment), board))
    }

    /// The segment at the end of which an expected event is due.
    fn segment_of(&self, number: usize, last: usize) -> usize {
        (0..last).find(|segment| self.talk.due_after(*segment) > number).unwrap_or(last)
    }

    /// Returns `true` if a board with pieces is among the expected ones, and is seen.
    fn has_shown_pieces(&self) -> bool {
        self.expected.iter().zip(&self.seen).any(|((_, board), seen)| *seen && !board.is_empty())
    }

    /// The last board that is due.
    fn last(&self, segment: usize) -> Option<&'c Board> {
        let last = self.due(segment).checked_sub(1)?;
        Some(self.expected[last].1)
    }

    /// The first board that is due and not seen. Before the first move none need be.
    fn missing(&self, segment: usize) -> Option<Difference> {
        let due = self.due(segment);
        let place = (0..due).find(|place| !self.seen[*place] && self.is_demanded(*place))?;
        let (number, board) = self.expected[place];
        let segment = self.segment_of(number, segment);
        Some(Difference { segment, what: What::NotShown(board.clone()) })
    }
}

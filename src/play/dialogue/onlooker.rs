//! The boards that a program shows while the dialogue goes on. They are looked at only where the program
//! makes moves itself: the expected events that follow depend on them.

use std::sync::Arc;

use crate::observe::{Board, Drawing, Frame, Glyphs, Page, Player, frames_in};

/// A reading of boards: the owners of the pieces, and whether the lowest row comes first.
type Way = (bool, bool);

/// The likeliest comes first.
const WAYS: [Way; 4] = [(true, false), (false, false), (true, true), (false, true)];

/// Looks at the boards of one dialogue.
#[derive(Debug)]
pub(super) struct Onlooker<'a> {
    drawing: Option<&'a Arc<Drawing>>,
    size: (usize, usize),
    /// The way in which boards were read last.
    way: Way,
    /// The boards of the pages so far, each with the number of its page, where it is known how they are drawn.
    seen: Vec<(usize, Frame)>,
    /// The number of these pages.
    pages: usize,
}

impl<'a> Onlooker<'a> {
    pub(super) fn new(drawing: Option<&'a Arc<Drawing>>, size: (usize, usize)) -> Self {
        Self { drawing, size, way: WAYS[0], seen: Vec::new(), pages: 0 }
    }

    /// The boards of a page, after all pages before it, each read as it is nearest to a board that must have been reached:
    /// which glyph is whose is not known before pieces have been seen.
    pub(super) fn boards(&mut self, before: &[Page], page: &Page, awaited: &Board) -> Vec<Board> {
        let frames = self.frames(before, page);
        let Some(glyphs) = Glyphs::learn(frames.iter().map(|(_, frame)| frame)) else { return Vec::new() };
        let new = frames.iter().filter(|(number, _)| *number == before.len());
        let boards = new.map(|(_, frame)| self.read(frame, &glyphs, awaited)).collect();
        if self.drawing.is_some() {
            self.seen = frames;
        }
        boards
    }

    fn read(&mut self, frame: &Frame, glyphs: &Glyphs, awaited: &Board) -> Board {
        let read = |(first_is_one, is_upside_down): Way| {
            let owner = |glyph| {
                let is_first = glyphs.piece(glyph) == Some(0);
                Some(if is_first == first_is_one { Player::One } else { Player::Two })
            };
            let board = Board::of_frame(frame, glyphs, owner);
            if is_upside_down { board.upside_down() } else { board }
        };
        let mut nearest = (self.way, read(self.way));
        for way in WAYS {
            let board = read(way);
            if board.cells_unlike(awaited) < nearest.1.cells_unlike(awaited) {
                nearest = (way, board);
            }
        }
        self.way = nearest.0;
        nearest.1
    }

    /// The board in memory, with the players as they fit best.
    pub(super) fn in_memory(board: &Board, awaited: &Board) -> Board {
        let mut other = board.clone();
        for cell in other.rows.iter_mut().flatten() {
            *cell = cell.map(Player::other);
        }
        let is_other = other.cells_unlike(awaited) < board.cells_unlike(awaited);
        if is_other { other } else { board.clone() }
    }

    /// All boards so far, each with the number of its page.
    fn frames(&mut self, before: &[Page], page: &Page) -> Vec<(usize, Frame)> {
        let pages = before.iter().chain([page]);
        let Some(drawing) = self.drawing else {
            let (rows, columns) = self.size;
            return frames_in(&pages.collect::<Vec<_>>(), rows, columns);
        };
        // The boards of a page stay the same.
        let mut frames = std::mem::take(&mut self.seen);
        frames.retain(|(number, _)| *number < before.len());
        let known = self.pages.min(before.len());
        for (number, page) in pages.enumerate().skip(known) {
            frames.extend(page.frames(drawing).iter().map(|(_, frame)| (number, Frame::clone(frame))));
        }
        self.pages = before.len() + 1;
        frames
    }
}

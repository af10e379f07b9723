//! Boards read from a screen, once it is known how they are drawn.

use std::ops::Range;

use super::{Drawing, Glyph, Sheet};
use crate::observe::board::Frame;
use crate::observe::screen::{Screen, Spot, joined_of};

/// The number of marks around the board from which on cells with an unknown look are read.
const MANY_MARKS: usize = 12;
/// The most cells with an unknown look, such as the pieces of a line that wins.
const MOST_UNKNOWN: usize = 12;
/// The number of columns before the first cell in which labels and walls stand.
const MARGIN: usize = 3;

impl Drawing {
    /// Every board on a screen, from above, each with the lines that its rows take.
    pub fn frames(&self, screen: &Screen) -> Vec<(Range<usize>, Frame)> {
        match (self.leads.is_empty(), self.has_numbers) {
            (true, false) => self.frames_on(screen),
            (true, true) => self.frames_on(&screen.without_numbers()),
            (false, _) => self.frames_on(&screen.joined(&self.leads)),
        }
    }

    fn frames_on(&self, screen: &Screen) -> Vec<(Range<usize>, Frame)> {
        let height = self.lattice.height();
        let mut found = Vec::new();
        let mut line = 0;
        while line + height <= screen.height() {
            match self.frame(screen, line) {
                Some((frame, unknown)) if !self.fits_better(screen, line + 1..line + height, unknown) => {
                    found.push((line..line + height, frame));
                    line += height;
                }
                _ => line += 1,
            }
        }
        found
    }

    /// Returns `true` if a board that begins in one of these lines has fewer cells with an unknown look: the line of the numbers of
    /// columns may be drawn like a row.
    fn fits_better(&self, screen: &Screen, mut lines: Range<usize>, unknown: usize) -> bool {
        unknown > 0 && lines.any(|line| self.frame(screen, line).is_some_and(|(_, other)| other < unknown))
    }

    /// The distance between neighbouring cells: lines and columns.
    pub fn step(&self) -> (usize, usize) {
        self.lattice.step
    }

    /// The glyphs of free cells and of the two players' pieces.
    pub fn glyphs(&self) -> [String; 3] {
        let joined =
            |glyph| joined_of(glyph).and_then(|(lead, second)| Some((self.leads.get(lead)?, second)));
        let spot = |spot: &Spot| match joined(spot.glyph) {
            Some((lead, second)) => format!("{lead}{second}"),
            None => spot.glyph.to_string(),
        };
        let text = |glyph: &Glyph| glyph.iter().map(spot).collect();
        [text(&self.free), text(&self.pieces[0]), text(&self.pieces[1])]
    }

    /// The board whose first row stands in this line, and the number of its cells with an unknown look.
    fn frame(&self, screen: &Screen, first: usize) -> Option<(Frame, usize)> {
        let lattice = &self.lattice;
        let stands = |(line, column, glyph): &(usize, usize, char)| {
            // The line before the first one counts as the first. Where there is none, as at the top of a file, it is blank.
            (first + line)
                .checked_sub(1)
                .map_or(*glyph == ' ', |line| screen.at(line, *column).glyph == *glyph)
        };
        if !self.fixed.iter().all(stands) {
            return None;
        }
        let marks = self.fixed.iter().filter(|(_, _, glyph)| *glyph != ' ').count();
        let most_unknown = if marks >= MANY_MARKS { MOST_UNKNOWN } else { 0 };
        let mut unknown = 0;
        let mut rows = vec![Vec::with_capacity(lattice.columns); lattice.rows];
        for (row, cells) in rows.iter_mut().enumerate() {
            for column in 0..lattice.columns {
                let (line, at) = lattice.place(first, row, column);
                if self.is_full && screen.printed(line) <= at {
                    return None;
                }
                let known = [&self.free, &self.pieces[0], &self.pieces[1]]
                    .into_iter()
                    .position(|known| lattice.shows(screen, (line, at), known));
                cells.push(match known {
                    Some(kind) => self.named[kind],
                    None => {
                        unknown += 1;
                        if unknown > most_unknown {
                            return None;
                        }
                        unknown_glyph(&lattice.glyph(screen, first, row, column))
                    }
                });
            }
        }
        Some((Frame { rows }, unknown))
    }

    /// Learns the surroundings of the cells in every drawing; `None` if blank lines would look like a board.
    pub(super) fn with_surroundings(mut self, drawings: &[(&Sheet, usize)]) -> Option<Self> {
        self.is_full = drawings.iter().all(|(sheet, first)| {
            (0..self.lattice.rows).all(|row| {
                let (line, at) = self.lattice.place(*first, row, self.lattice.columns - 1);
                sheet.screen.printed(line) > at
            })
        });
        let height = self.lattice.height();
        let has_marks = |fixed: &[(usize, usize, char)]| fixed.iter().any(|(_, _, glyph)| *glyph != ' ');
        let is_blank = self.free.iter().all(|spot| spot.glyph == ' ');
        let is_vague = |drawing: &Self| is_blank && !drawing.is_full && !has_marks(&drawing.fixed);
        let finds = |drawing: &Self, (sheet, first): &(&Sheet, usize)| {
            let last = (0..=*first).find(|line| drawing.frame(&sheet.screen, *line).is_some());
            last.is_some_and(|line| line == *first || line + drawing.lattice.height() <= *first)
        };
        // A line before or after the rows may look like a row: a rule, or a seventh row. What is printed next may be different at the
        // end of a game, so the line after them is looked at last.
        for lines in [1..=height, 0..=height, 0..=height + 1] {
            self.fixed = self.surroundings(drawings, lines);
            if !is_vague(&self) && drawings.iter().all(|drawing| finds(&self, drawing)) {
                return Some(self);
            }
        }
        if is_vague(&self) { None } else { Some(self) }
    }

    /// The characters around the cells that are the same in every drawing, in these lines.
    fn surroundings(
        &self,
        drawings: &[(&Sheet, usize)],
        lines: std::ops::RangeInclusive<usize>,
    ) -> Vec<(usize, usize, char)> {
        let lattice = &self.lattice;
        if lattice.shifted_from.is_some() {
            return Vec::new();
        }
        let (down, right) = lattice.step;
        let (left, end) = (lattice.column.saturating_sub(MARGIN), lattice.last_column() + 2);
        let at = |(sheet, first): &(&Sheet, usize), line: usize, column: usize| {
            (first + line).checked_sub(1).map_or(' ', |line| sheet.screen.at(line, column).glyph)
        };
        let same = |line: usize, column: usize| -> Option<char> {
            let glyph = at(drawings.first()?, line, column);
            drawings.iter().all(|drawing| at(drawing, line, column) == glyph).then_some(glyph)
        };
        // A place that changes in one cell belongs to all cells; a mark before the piece stands left of the
        // first place.
        let mut changes = vec![false; down * right];
        let part = |line: usize, column: usize| {
            let across = (column + right).checked_sub(lattice.column)?;
            let is_inside = (1..lattice.height() + down).contains(&line);
            is_inside.then(|| (line - 1) % down * right + across % right)
        };
        for line in lines.clone() {
            for column in left..end {
                if let (Some(part), None) = (part(line, column), same(line, column)) {
                    changes[part] = true;
                }
            }
        }
        let mut fixed = Vec::new();
        for line in lines {
            for column in left..end {
                if part(line, column).is_some_and(|part| changes[part]) {
                    continue;
                }
                fixed.extend(same(line, column).map(|glyph| (line, column, glyph)));
            }
        }
        fixed
    }
}

/// The character for a cell whose look is unknown.
fn unknown_glyph(glyph: &[Spot]) -> char {
    let mut marks = glyph.iter().map(|spot| spot.glyph).filter(|glyph| *glyph != ' ');
    marks.next().unwrap_or('?')
}

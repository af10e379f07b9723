//! Boards that a submission drew in its own way, drawn as the reference does.

use super::{Cells, Drawing, is_header, is_rule};
use crate::compare::format::{FormatKind, FormatKinds};
use crate::compare::unit::{Unit, bytes};

/// A board in a text.
struct Board {
    /// Its first line, without those around it.
    top: usize,
    /// The cells, in the reference's symbols.
    cells: Cells,
}

impl Drawing {
    /// The cells of the last board in a text.
    pub(in crate::compare) fn last_board(&self, text: &[u8]) -> Option<Cells> {
        let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
        self.boards(&lines).pop().map(|board| board.cells)
    }

    /// The text with its boards drawn as the reference does, as far as these kinds are to be taken away. `before` is the
    /// board that was last printed.
    pub(in crate::compare) fn redraw<U: Unit>(
        &self,
        text: &[U],
        before: Option<&[u8]>,
        kinds: FormatKinds,
    ) -> Vec<U> {
        let lines: Vec<&[U]> = text.split_inclusive(|unit| unit.byte() == b'\n').collect();
        let contents: Vec<Vec<u8>> = lines.iter().map(|line| bytes(content(line))).collect();
        let mut redrawn = Vec::with_capacity(text.len());
        let mut next = 0;
        let mut before = before.map(<[u8]>::to_vec);
        let height = self.grid.height(self.size);
        let boards = self.boards(&contents);
        // Lines between two boards belong to one of them.
        let ends: Vec<usize> = boards.iter().skip(1).map(|board| board.top).chain([lines.len()]).collect();
        for (board, end) in boards.into_iter().zip(ends) {
            let is_repeated = before.as_ref() == Some(&board.cells);
            let drops_all = is_repeated && kinds.contains(FormatKind::RepeatedBoard);
            let drops = |line: &[u8]| {
                let as_frame = kinds.contains(FormatKind::Frame) && !is_header(line);
                let as_header = kinds.contains(FormatKind::Header) && !is_rule(line);
                drops_all || as_frame || as_header
            };
            let is_at = |line: usize, known: &Vec<u8>| {
                contents.get(line).is_some_and(|content| content.trim_ascii_end() == known.as_slice())
            };
            let above = self.above.iter().enumerate();
            let above = above.take_while(|(far, known)| {
                board.top.checked_sub(far + 1).is_some_and(|line| line >= next && is_at(line, known))
            });
            let first = board.top - above.count();
            let bottom = board.top + height;
            let below = self
                .below
                .iter()
                .enumerate()
                .take_while(|(far, known)| bottom + far < end && is_at(bottom + far, known));
            let last = bottom + below.count();
            redrawn.extend(lines[next..first].iter().copied().flatten());
            let keep = |range: std::ops::Range<usize>| {
                range.filter(|line| !drops(&contents[*line])).flat_map(|line| lines[line].iter().copied())
            };
            redrawn.extend(keep(first..board.top));
            self.redraw_rows(&lines[board.top..bottom], kinds, drops_all, &mut redrawn);
            redrawn.extend(keep(bottom..last));
            next = last;
            before = Some(board.cells);
        }
        redrawn.extend(lines[next..].iter().copied().flatten());
        redrawn
    }

    /// The boards of a text, in order.
    fn boards<Line: AsRef<[u8]>>(&self, lines: &[Line]) -> Vec<Board> {
        let height = self.grid.height(self.size);
        let (mut found, mut top) = (Vec::new(), 0);
        while top + height <= lines.len() {
            match self.cells_at(lines, top) {
                Some(cells) => {
                    found.push(Board { top, cells });
                    top += height;
                }
                None => top += 1,
            }
        }
        found
    }

    /// The cells of the board whose first line is `top`, if there is one.
    fn cells_at<Line: AsRef<[u8]>>(&self, lines: &[Line], top: usize) -> Option<Cells> {
        let cell = |at: usize| {
            let place = (at / self.size.columns, at % self.size.columns);
            let own = self.grid.cell(lines, top, self.size, place)?;
            self.symbols.get(&own).copied()
        };
        let cells: Cells = (0..self.size.rows * self.size.columns).map(cell).collect::<Option<_>>()?;
        let has_frame = self.rows.iter().enumerate().all(|(index, frame)| {
            let line = lines[top + index * self.grid.down].as_ref();
            let gap = |cell: usize| &line[self.grid.column(cell) + 1..self.grid.column(cell + 1)];
            line[..self.grid.first].ends_with(&frame.left)
                && line[self.grid.end(self.size)..].starts_with(&frame.right)
                && frame.gaps.iter().enumerate().all(|(cell, known)| gap(cell) == known)
        });
        let mut between = (0..self.grid.height(self.size)).filter(|index| index % self.grid.down != 0);
        let has_lines = self.between.iter().all(|known| {
            let at = between.next().map_or(top, |index| top + index);
            lines.get(at).is_some_and(|line| line.as_ref() == known.as_slice())
        });
        (has_frame && has_lines).then_some(cells)
    }

    /// The rows of a board, given its lines. Text on a row that is no part of the board stays there.
    fn redraw_rows<U: Unit>(&self, lines: &[&[U]], kinds: FormatKinds, drops: bool, redrawn: &mut Vec<U>) {
        let turns = kinds.contains(FormatKind::UpsideDown) && self.grid.turned;
        let last = self.rows.len() - 1;
        for (index, line) in lines.iter().enumerate() {
            if index % self.grid.down != 0 {
                if !drops && !kinds.contains(FormatKind::Frame) {
                    redrawn.extend_from_slice(line);
                }
                continue;
            }
            let row = index / self.grid.down;
            let shown = if turns { last - row } else { row };
            let (before, ..) = self.split(content(line), row);
            let (_, cells, _) = self.split(content(lines[shown * self.grid.down]), shown);
            let (.., after) = self.split(content(line), row);
            redrawn.extend_from_slice(before);
            if !drops {
                self.redraw_row(cells, shown, kinds, redrawn);
            }
            let has_words = after.iter().any(|unit| unit.byte().is_ascii_alphabetic());
            if let (Some(first), true, false) = (after.first(), has_words, drops)
                && kinds.contains(FormatKind::LineBreaks)
            {
                redrawn.push(first.with(b'\n'));
            }
            redrawn.extend_from_slice(after);
            let is_gone = drops && before.is_empty() && after.is_empty();
            redrawn.extend(line.last().filter(|end| end.byte() == b'\n' && !is_gone));
        }
    }

    /// A line with a row of the board: the text before it, the row with its frame, and the text after it.
    fn split<'t, U: Unit>(&self, line: &'t [U], row: usize) -> (&'t [U], &'t [U], &'t [U]) {
        let frame = &self.rows[row];
        let from = self.grid.first - frame.left.len();
        let to = self.grid.end(self.size) + frame.right.len();
        (&line[..from], &line[from..to], &line[to..])
    }

    fn redraw_row<U: Unit>(&self, line: &[U], row: usize, kinds: FormatKinds, redrawn: &mut Vec<U>) {
        let has_frame = !kinds.contains(FormatKind::Frame);
        let left = self.rows[row].left.len();
        let end = left + (self.size.columns - 1) * self.grid.across + 1;
        for (at, unit) in line.iter().copied().enumerate() {
            let cell = at.checked_sub(left).filter(|at| at % self.grid.across == 0 && left + at < end);
            if cell.is_some() {
                if !has_frame && at > left {
                    redrawn.push(unit.with(b' '));
                }
                let meant = self.symbols.get(&unit.byte()).filter(|_| kinds.contains(FormatKind::Symbols));
                redrawn.push(meant.map_or(unit, |meant| unit.with(*meant)));
            } else if has_frame {
                redrawn.push(unit);
            }
        }
    }
}

/// A line without its line feed.
fn content<U: Unit>(line: &[U]) -> &[U] {
    match line.split_last() {
        Some((end, rest)) if end.byte() == b'\n' => rest,
        _ => line,
    }
}

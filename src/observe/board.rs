//! Boards in text.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::page::{Line, Page};
use super::row::{BLANK, Reading, cells, is_decoration};

/// Lines of decoration between two rows of one board; three-line cells have two.
const MOST_BETWEEN: usize = 2;

/// A board as it was drawn, cell by cell from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The glyphs, row by row.
    pub rows: Vec<Vec<char>>,
}

/// Finds every board of that many rows and columns on a page, in order.
pub fn frames(page: &Page, rows: usize, columns: usize) -> Vec<Frame> {
    frames_in(&[page], rows, columns).into_iter().map(|(_, frame)| frame).collect()
}

/// Finds every board of that many rows and columns on several pages, each with the number of its page. All boards are read
/// in the same way: the one that finds most.
pub fn frames_in(pages: &[&Page], rows: usize, columns: usize) -> Vec<(usize, Frame)> {
    let read = |page: &&Page| -> Vec<Rc<Rows>> {
        page.lines().iter().map(|line| Rows::read(line, columns)).collect()
    };
    let lines: Vec<Vec<Rc<Rows>>> = pages.iter().map(read).collect();
    // Most pages of most programs that draw no such board have no row at all.
    if !lines.iter().flatten().any(|line| line.may_be_row()) {
        return Vec::new();
    }
    let mut best: Vec<(usize, Frame)> = Vec::new();
    for reading in 0..Reading::ALL.len() {
        let of_text = |(number, lines): (usize, &Vec<Rc<Rows>>)| {
            let frames = frames_of_reading(lines, rows, reading);
            frames.into_iter().map(move |frame| (number, frame)).collect::<Vec<_>>()
        };
        let found: Vec<(usize, Frame)> = lines.iter().enumerate().flat_map(of_text).collect();
        if found.len() > best.len() {
            best = found;
        }
    }
    best
}

/// Returns `true` if a line may be a row of a board of that many columns.
pub fn may_be_row(line: &Line, columns: usize) -> bool {
    Rows::read(line, columns).may_be_row()
}

/// The cells of a line that is a row.
type Row = Vec<char>;

/// A line in every reading.
#[derive(Debug)]
pub(super) struct Rows {
    columns: usize,
    /// In the order of the readings the cells, where it is a row; empty if it is one in none of them.
    readings: Vec<Option<Row>>,
    is_decoration: bool,
}

impl Rows {
    /// A line as the row of a board of that many columns. The same rows are drawn again and again, in one game and in the games of
    /// every program: the line keeps what was read in it.
    fn read(line: &Line, columns: usize) -> Rc<Self> {
        let mut known = line.rows.borrow_mut();
        if let Some(known) = known.iter().find(|known| known.columns == columns) {
            return Rc::clone(known);
        }
        let readings = Reading::ALL.map(|reading| cells(line.plain(), columns, reading)).into();
        let mut read = Self { columns, readings, is_decoration: is_decoration(line.plain()) };
        if !read.may_be_row() {
            read.readings = Vec::new();
        }
        let read = Rc::new(read);
        known.push(Rc::clone(&read));
        read
    }

    fn may_be_row(&self) -> bool {
        self.readings.iter().any(Option::is_some)
    }
}

fn frames_of_reading(lines: &[Rc<Rows>], rows: usize, reading: usize) -> Vec<Frame> {
    let mut found = Vec::new();
    let mut run: Vec<&Row> = Vec::new();
    let mut between = 0;
    for line in lines {
        match line.readings.get(reading).and_then(Option::as_ref) {
            Some(cells) => {
                run.push(cells);
                between = 0;
            }
            None => {
                between += 1;
                if !line.is_decoration || between > MOST_BETWEEN {
                    found.extend(boards_of_run(&run, rows));
                    run.clear();
                }
            }
        }
    }
    found.extend(boards_of_run(&run, rows));
    found
}

/// The boards of a run of rows: several that stand one below the other, or one whose cells are three lines high. A run
/// that is some rows too long or too short is a board of another size.
fn boards_of_run(run: &[&Row], rows: usize) -> Vec<Frame> {
    if run.is_empty() || !run.len().is_multiple_of(rows) {
        return Vec::new();
    }
    let frame = |part: &[&Row]| Frame { rows: part.iter().map(|row| (*row).clone()).collect() };
    let is_blank = |row: &&Row| row.iter().all(|cell| *cell == BLANK);
    let is_high = |group: &[&Row]| matches!(group, [above, _, below] if is_blank(above) && is_blank(below));
    if run.len().is_multiple_of(3 * rows) && run.chunks(3).all(is_high) && !run.iter().all(is_blank) {
        let middle: Vec<&Row> = run.chunks(3).map(|group| group[1]).collect();
        return middle.chunks(rows).map(frame).collect();
    }
    run.chunks(rows).map(frame).collect()
}

/// The text without the sequences that set colours.
pub fn without_colours(text: &str) -> String {
    if !text.contains('\u{1b}') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        plain.push_str(&rest[..at]);
        let sequence = &rest[at..];
        let end = sequence.find(|c: char| c.is_ascii_alphabetic()).map_or(sequence.len(), |end| end + 1);
        rest = &sequence[end..];
    }
    plain.push_str(rest);
    plain
}

/// The glyphs of free cells and of both players; learned from the boards of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// The glyph of a free cell.
    pub empty: char,
    /// The glyphs of the pieces, in the order in which they first appear, as capital letters.
    pub pieces: Vec<char>,
    /// The same as they are drawn.
    pub drawn: Vec<char>,
}

impl Glyphs {
    /// Learns the glyphs: the free cell is the commonest glyph of the first board, every other glyph is a piece.
    pub fn learn<'f>(mut frames: impl Iterator<Item = &'f Frame> + Clone) -> Option<Self> {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        let all = frames.clone();
        for glyph in frames.next()?.rows.iter().flatten() {
            *counts.entry(*glyph).or_default() += 1;
        }
        let (empty, _) = counts.iter().max_by_key(|(glyph, count)| (**count, **glyph == BLANK))?;
        let empty = *empty;
        let (mut pieces, mut drawn) = (Vec::new(), Vec::new());
        for glyph in all.flat_map(|frame| frame.rows.iter().flatten()) {
            if *glyph == empty || drawn.contains(glyph) {
                continue;
            }
            let piece = upper(*glyph, empty);
            if !pieces.contains(&piece) {
                pieces.push(piece);
                drawn.push(*glyph);
            }
        }
        Some(Self { empty, pieces, drawn })
    }

    /// Returns `true` if a glyph is a free cell.
    pub fn is_empty(&self, glyph: char) -> bool {
        glyph == self.empty
    }

    /// The number of the piece that a glyph shows, in the order of appearance; `None` for a free cell.
    pub fn piece(&self, glyph: char) -> Option<usize> {
        if glyph == self.empty {
            return None;
        }
        let piece = upper(glyph, self.empty);
        self.pieces.iter().position(|known| *known == piece)
    }
}

/// Pieces are the same in either letter case, and a zero is an O where it is not the free cell.
fn upper(glyph: char, empty: char) -> char {
    match glyph.to_ascii_uppercase() {
        '0' if empty != '0' => 'O',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Glyphs, frames};
    use crate::observe::page::Page;

    /// The rows of every board of 3 by 4 in a text.
    fn found(text: &str) -> Vec<String> {
        frames(&Page::of(text), 3, 4)
            .into_iter()
            .map(|frame| frame.rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/"))
            .collect()
    }

    #[test]
    fn boards_are_found_in_many_looks() {
        let spaced = "Welcome!\n\n   1 2 3 4\n1  . . . .\n2  . X . .\n3  O X . .\nPlayer 1: ";
        assert_eq!(found(spaced), ["..../.X../OX.."]);
        let grid = "+---+---+---+---+\n|   |   |   |   |\n+---+---+---+---+\n|   | X |   |   |\n+---+---+---+---+\n| O | X |   |   |\n+---+---+---+---+\n";
        assert_eq!(found(grid), ["    / X  /OX  "]);
        let coloured = "|_|_|_|_|\n|_|\u{1b}[31mX\u{1b}[0m|_|_|\n|\u{1b}[32mO\u{1b}[0m|X|_|_|\n";
        assert_eq!(found(coloured), ["____/_X__/OX__"]);
        let high = "|   |   |   |   |\n| . | . | . | . |\n|   |   |   |   |\n+---+\n|   |   |   |   |\n| . | X | . | . |\n|   |   |   |   |\n+---+\n|   |   |   |   |\n| O | X | . | . |\n|   |   |   |   |\n";
        assert_eq!(found(high), ["..../.X../OX.."]);
        let letters = "....\n.X..\nOX..\n";
        assert_eq!(found(letters), ["..../.X../OX.."]);
    }

    #[test]
    fn two_boards_in_a_row_are_two() {
        let text = ". . . .\n. . . .\n. . . .\n. . . .\n. . . .\nX . . .\n";
        assert_eq!(found(text), ["..../..../....", "..../..../X..."]);
    }

    #[test]
    fn a_board_of_another_size_is_none() {
        assert_eq!(found(". . . .\n. . . .\n"), [""; 0]);
        assert_eq!(found(". . .\n. . .\n. . .\n"), [""; 0]);
    }

    #[test]
    fn glyphs_are_learned_from_the_boards() {
        let boards = frames(&Page::of("0 0 0 0\n0 0 0 0\n0 0 0 0\n\n0 0 0 0\n0 0 0 0\n1 2 0 0\n"), 3, 4);
        let digits = Glyphs::learn(boards.iter()).expect("there are boards");
        assert_eq!((digits.empty, digits.pieces.as_slice()), ('0', ['1', '2'].as_slice()));
        let boards = frames(&Page::of(". . . .\n. . . .\n. . . .\n\n. . . .\n. . . .\nx 0 O X\n"), 3, 4);
        let letters = Glyphs::learn(boards.iter()).expect("there are boards");
        assert_eq!(letters.pieces, ['X', 'O']);
        assert_eq!((letters.piece('x'), letters.piece('0'), letters.piece('.')), (Some(0), Some(1), None));
    }
}

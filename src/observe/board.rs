//! Boards in text.

use std::collections::BTreeMap;
use std::ops::Range;

use super::row::{BLANK, Reading, cells, is_decoration};

/// Lines of decoration between two rows of one board; three-line cells have two.
const MOST_BETWEEN: usize = 2;

/// A board as it was drawn, cell by cell from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The glyphs, row by row.
    pub rows: Vec<Vec<char>>,
    /// The bytes of the text that draw it.
    pub range: Range<usize>,
}

/// Finds every board of so many rows and columns in a text, in order.
pub fn frames(text: &str, rows: usize, columns: usize) -> Vec<Frame> {
    let plain = without_colours(text);
    let lines = lines_with_offsets(&plain);
    let mut found: Vec<Frame> = Reading::ALL
        .into_iter()
        .map(|reading| frames_of_reading(&lines, rows, columns, reading))
        .max_by_key(Vec::len)
        .unwrap_or_default();
    // Colours were replaced by as many zero bytes, so that offsets hold.
    found.sort_by_key(|frame| frame.range.start);
    found
}

fn frames_of_reading(lines: &[(usize, &str)], rows: usize, columns: usize, reading: Reading) -> Vec<Frame> {
    let mut found = Vec::new();
    let mut run: Vec<(usize, usize, Vec<char>)> = Vec::new();
    let mut between = 0;
    let mut finish = |run: &mut Vec<(usize, usize, Vec<char>)>| {
        // A run that is a row too long or too short is another board.
        if run.len() == rows {
            let range = run[0].0..run[rows - 1].1;
            found.push(Frame { rows: run.drain(..).map(|(.., cells)| cells).collect(), range });
        }
        run.clear();
    };
    for (start, line) in lines {
        match cells(line, columns, reading) {
            Some(cells) => {
                if run.len() == rows {
                    finish(&mut run);
                }
                run.push((*start, start + line.len(), cells));
                between = 0;
            }
            None => {
                between += 1;
                let goes_on = is_decoration(line) && between <= MOST_BETWEEN;
                if !goes_on || run.len() == rows {
                    finish(&mut run);
                }
            }
        }
    }
    finish(&mut run);
    found
}

/// Each line with the offset of its first byte.
fn lines_with_offsets(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    text.split('\n')
        .map(|line| {
            let at = start;
            start += line.len() + 1;
            (at, line.trim_end_matches('\r'))
        })
        .collect()
}

/// The text with zero bytes in place of the sequences that set colours; zero bytes count as nothing.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        plain.push_str(&rest[..at]);
        let sequence = &rest[at..];
        let end = sequence.find(|c: char| c.is_ascii_alphabetic()).map_or(sequence.len(), |end| end + 1);
        plain.extend(std::iter::repeat_n('\u{200b}', 0));
        plain.extend(std::iter::repeat_n(' ', end));
        rest = &sequence[end..];
    }
    plain.push_str(rest);
    plain
}

/// Which glyphs stand for what; learned from the boards of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// The glyph of a free cell.
    pub empty: char,
    /// The glyphs of the pieces, in the order in which they first appear.
    pub pieces: Vec<char>,
}

impl Glyphs {
    /// Learns the glyphs: the free cell is the commonest glyph of the first board, every other glyph is a piece.
    pub fn learn(frames: &[Frame]) -> Option<Self> {
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for glyph in frames.first()?.rows.iter().flatten() {
            *counts.entry(*glyph).or_default() += 1;
        }
        let (empty, _) = counts.iter().max_by_key(|(glyph, count)| (**count, **glyph == BLANK))?;
        let empty = *empty;
        let mut pieces = Vec::new();
        for glyph in frames.iter().flat_map(|frame| frame.rows.iter().flatten()) {
            let piece = upper(*glyph, empty);
            if *glyph != empty && !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        Some(Self { empty, pieces })
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

    /// The rows of every board of 3 by 4 in a text.
    fn found(text: &str) -> Vec<String> {
        frames(text, 3, 4)
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
        let letters = "....\n.X..\nOX..\n";
        assert_eq!(found(letters), ["..../.X../OX.."]);
    }

    #[test]
    fn two_boards_in_a_row_are_two() {
        let text = ". . . .\n. . . .\n. . . .\n. . . .\n. . . .\nX . . .\n";
        assert_eq!(found(text), ["..../..../....", "..../..../X..."]);
    }

    #[test]
    fn offsets_point_into_the_text() {
        let text = "Go!\n. . . .\r\n. X . .\r\n. O . .\r\nNext";
        let board = &frames(text, 3, 4)[0];
        assert!(
            text[board.range.clone()].starts_with(". . . .")
                && text[board.range.clone()].ends_with(". O . .")
        );
    }

    #[test]
    fn a_board_of_another_size_is_none() {
        assert_eq!(found(". . . .\n. . . .\n"), [""; 0]);
        assert_eq!(found(". . .\n. . .\n. . .\n"), [""; 0]);
    }

    #[test]
    fn glyphs_are_learned_from_the_boards() {
        let boards = frames("0 0 0 0\n0 0 0 0\n0 0 0 0\n\n0 0 0 0\n0 0 0 0\n1 2 0 0\n", 3, 4);
        let digits = Glyphs::learn(&boards).expect("there are boards");
        assert_eq!((digits.empty, digits.pieces.as_slice()), ('0', ['1', '2'].as_slice()));
        let boards = frames(". . . .\n. . . .\n. . . .\n\n. . . .\n. . . .\nx 0 O X\n", 3, 4);
        let letters = Glyphs::learn(&boards).expect("there are boards");
        assert_eq!(letters.pieces, ['X', 'O']);
        assert_eq!((letters.piece('x'), letters.piece('0'), letters.piece('.')), (Some(0), Some(1), None));
    }
}

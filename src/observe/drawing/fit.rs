//! The search for the places of a screen that change with the cells of a board.

use std::collections::BTreeMap;

use super::looks::Looks;
use super::raster::{Raster, Telling};
use super::{Drawing, Glyph, Kinds, Lattice, Sheet, names};
use crate::observe::grid::{Board, Player, Row};
use crate::observe::screen::Screen;

/// The most lines and columns that a cell takes.
const MOST_STEP: (usize, usize) = (6, 14);
/// The sizes of the part of a cell that distinguishes the glyphs, in lines and columns, the smallest first:
/// mostly one place does.
const WINDOWS: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 3)];
/// Of a screen with more lines than these the last ones are looked at.
const MOST_LINES: usize = 90;
/// Fits of one screen that are tried on all others.
const MOST_FITS: usize = 24;
/// The most characters that are tried as the first of two that are a piece, and the most other places in
/// which each of them stands.
const MOST_LEADS: usize = 4;
const MOST_BESIDE: usize = 3;
/// The number of pieces of each player on a board that shows enough.
const FEWEST_PIECES: usize = 3;

/// The layout of boards of this size on these screens, game by game; `None` if no places change with their
/// cells, or only in one game, or if there are no more looks left.
pub fn learn(games: &[Vec<Sheet>], rows: usize, columns: usize, left: &Looks) -> Option<Drawing> {
    let seen_as = |look: &dyn Fn(&Screen) -> Screen| {
        let sheet = |sheet: &Sheet| Sheet { screen: look(&sheet.screen), board: sheet.board.clone() };
        let games: Vec<Vec<Sheet>> = games.iter().map(|game| game.iter().map(sheet).collect()).collect();
        learn_plain(&games, (rows, columns), left)
    };
    let joined = |leads: Vec<char>| {
        let drawing = seen_as(&|screen| screen.joined(&leads))?;
        Some(Drawing { leads, ..drawing })
    };
    let numbered = || {
        let drawing = seen_as(&Screen::without_numbers)?;
        Some(Drawing { has_numbers: true, ..drawing })
    };
    let plain = learn_plain(games, (rows, columns), left);
    plain.or_else(|| leads(games, rows).into_iter().find_map(joined)).or_else(numbered)
}

/// Returns `true` if the last board on a screen is this one, however it is drawn. It must have enough pieces to tell.
pub fn is_drawn_last(screen: &Screen, board: &Board) -> bool {
    let (rows, columns) = (board.rows.len(), board.rows.first().map_or(0, Row::len));
    if columns == 0 || screen.height() < rows || !tells(board) {
        return false;
    }
    let sheet = Sheet { screen: screen.clone(), board: board.clone() };
    lattices(&sheet, (rows, columns), &Looks::of_file()).iter().any(|lattice| is_last(&sheet, lattice))
}

/// Returns `true` if no other board is drawn in the same way below the board of a sheet.
fn is_last(sheet: &Sheet, lattice: &Lattice) -> bool {
    let Sheet { screen, board } = sheet;
    let Some(first) = first_line(sheet, lattice) else { return false };
    let Some([free, one, two]) = lattice.read(screen, first, &Kinds::of(board)) else { return false };
    let cells = || (0..lattice.rows).flat_map(|row| (0..lattice.columns).map(move |column| (row, column)));
    let is_board = |line: usize| {
        let glyphs = || cells().map(|(row, column)| Some(lattice.glyph(screen, line, row, column)));
        glyphs().all(|glyph| [&free, &one, &two].contains(&&glyph)) && glyphs().any(|glyph| glyph != free)
    };
    !(first + lattice.height()..screen.height()).any(is_board)
}

/// Characters that may be the first of two that are a piece, such as the sign of `-1`, one or two of them: there are hardly
/// more of them than pieces, and no fewer.
fn leads(games: &[Vec<Sheet>], rows: usize) -> Vec<Vec<char>> {
    let telling = games.iter().filter_map(|game| telling(game, rows).pop());
    let mut common: Option<Vec<char>> = None;
    for sheet in telling {
        let pieces = |player| sheet.board.rows.iter().flatten().filter(|cell| **cell == Some(player)).count();
        let (one, two) = (pieces(Player::One), pieces(Player::Two));
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        for line in 0..sheet.screen.height() {
            for column in 1..sheet.screen.printed(line) {
                let [lead, second] = [column - 1, column].map(|column| sheet.screen.at(line, column).glyph);
                // A wall behind a piece is no part of it.
                let is_lead = second.is_alphanumeric() || !second.is_ascii();
                *counts.entry(lead).or_default() += usize::from(is_lead);
            }
        }
        let more =
            |count: usize| [one, two, one + two].into_iter().filter_map(|n| count.checked_sub(n)).min();
        let likely = |glyph: &char| {
            let count = counts.get(glyph).copied().unwrap_or(0);
            *glyph != ' ' && more(count).is_some_and(|more| more <= MOST_BESIDE)
        };
        common = Some(match common {
            None => counts.keys().copied().filter(likely).collect(),
            Some(known) => known.into_iter().filter(likely).collect(),
        });
    }
    let mut leads = common.unwrap_or_default();
    leads.sort_by_key(|lead| lead.is_alphanumeric());
    leads.truncate(MOST_LEADS);
    let both = leads.get(..2).map(<[char]>::to_vec);
    leads.into_iter().map(|lead| vec![lead]).chain(both).collect()
}

fn learn_plain(games: &[Vec<Sheet>], size: (usize, usize), left: &Looks) -> Option<Drawing> {
    let mut best: Option<(usize, Lattice)> = None;
    for game in games {
        // A program whose later drops are wrong still shows the first ones.
        let telling = telling(game, size.0);
        let nearer = [telling.len().checked_sub(1), telling.len().checked_div(2), Some(0)];
        for sheet in nearer.into_iter().flatten().filter_map(|nth| telling.get(nth)) {
            for lattice in lattices(sheet, size, left) {
                let explained = explained(games, &lattice);
                if best.as_ref().is_none_or(|(most, _)| explained > *most) {
                    best = Some((explained, lattice));
                }
            }
            if best.is_some() {
                break;
            }
        }
    }
    let (explained, lattice) = best?;
    let shown: usize = games.iter().map(|game| different(game.iter())).sum();
    // Most of the expected boards are seen, and in a second game as well.
    let in_games = games.iter().filter(|game| drawings(game, &lattice).len() > 1).count();
    if explained * 2 < shown || in_games < 2.min(games.len()) {
        return None;
    }
    drawing(games, lattice)
}

/// The sheets whose boards tell enough: those with room for a board that has just changed, or else all others.
fn telling(game: &[Sheet], rows: usize) -> Vec<&Sheet> {
    let all = || game.iter().filter(|sheet| tells(&sheet.board) && sheet.screen.height() >= rows);
    let has_changed = |sheet: &&Sheet| {
        let first = game.iter().find(|other| other.board == sheet.board);
        first.is_some_and(|first| std::ptr::eq(first, *sheet))
    };
    let new: Vec<&Sheet> = all().filter(has_changed).collect();
    if new.is_empty() { all().collect() } else { new }
}

/// Returns `true` if a board has enough pieces in different rows and columns.
fn tells(board: &Board) -> bool {
    let count = |player| board.rows.iter().flatten().filter(|cell| **cell == Some(player)).count();
    let has_piece = |row: &&Row| row.iter().any(Option::is_some);
    let width = board.rows.first().map_or(0, Row::len);
    let columns = (0..width).filter(|column| board.rows.iter().any(|row| row[*column].is_some()));
    [Player::One, Player::Two].into_iter().all(|player| count(player) >= FEWEST_PIECES)
        && board.rows.iter().filter(has_piece).count() > 1
        && columns.count() > 2
}

/// Every way in which a board can be drawn on a screen, found in no more looks than are left.
fn lattices(sheet: &Sheet, (rows, columns): (usize, usize), left: &Looks) -> Vec<Lattice> {
    let (screen, kinds) = (&sheet.screen, Kinds::of(&sheet.board));
    let looks: &[bool] = if screen.has_colours() { &[false, true] } else { &[false] };
    for has_colours in looks.iter().copied() {
        let raster = Raster::of(screen, has_colours);
        let mut telling: Vec<Telling> = Vec::new();
        for down in 1..=MOST_STEP.0.min(screen.height() / rows) {
            for right in 1..=MOST_STEP.1.min(screen.width().div_ceil(columns)) {
                for is_upside_down in [false, true] {
                    for shifted_from in [None, Some(10), Some(9)] {
                        if shifted_from.is_some_and(|from| from >= rows) {
                            continue;
                        }
                        let lattice = Lattice {
                            rows,
                            columns,
                            column: 0,
                            step: (down, right),
                            shifted_from,
                            is_upside_down,
                            window: vec![(0, 0)],
                            has_colours,
                        };
                        let from = screen.height().saturating_sub(MOST_LINES);
                        telling.extend(raster.telling(lattice, &kinds, from, left));
                    }
                }
            }
        }
        for window in WINDOWS {
            let fits = telling.iter().flat_map(|telling| telling.lattices(window));
            let fits = fits.filter(|(line, lattice)| lattice.read(screen, *line, &kinds).is_some());
            let found: Vec<Lattice> = fits.take(MOST_FITS).map(|(_, lattice)| lattice).collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// The line in which the board of a sheet begins.
fn first_line(sheet: &Sheet, lattice: &Lattice) -> Option<usize> {
    let last = (sheet.screen.height() + 1).checked_sub(lattice.height())?;
    let kinds = Kinds::of(&sheet.board);
    (0..last).rev().find(|line| lattice.read(&sheet.screen, *line, &kinds).is_some())
}

/// The sheets of a game that show their board, with its first line. A board without pieces shows nothing.
fn drawings<'s>(game: &'s [Sheet], lattice: &Lattice) -> Vec<(&'s Sheet, usize)> {
    let shown = game.iter().filter(|sheet| !sheet.board.is_empty());
    shown.filter_map(|sheet| Some((sheet, first_line(sheet, lattice)?))).collect()
}

/// The number of boards of the games that are shown.
fn explained(games: &[Vec<Sheet>], lattice: &Lattice) -> usize {
    games.iter().map(|game| different(drawings(game, lattice).into_iter().map(|(sheet, _)| sheet))).sum()
}

/// The number of boards with pieces. Between two changes a program may ask and show nothing.
fn different<'s>(sheets: impl Iterator<Item = &'s Sheet>) -> usize {
    let mut boards: Vec<&Board> =
        sheets.map(|sheet| &sheet.board).filter(|board| !board.is_empty()).collect();
    boards.dedup();
    boards.len()
}

/// A drawing with all that can be learned of it.
fn drawing(games: &[Vec<Sheet>], lattice: Lattice) -> Option<Drawing> {
    let all: Vec<(&Sheet, usize)> = games.iter().flat_map(|game| drawings(game, &lattice)).collect();
    let glyphs = all.iter().find_map(|(sheet, first)| {
        let [free, one, two] = lattice.read(&sheet.screen, *first, &Kinds::of(&sheet.board))?;
        tells(&sheet.board).then_some((free?, one?, two?))
    });
    let (free, one, two) = glyphs?;
    let pieces = [one, two];
    let named = names(&free, &pieces);
    let drawing = Drawing {
        lattice,
        leads: Vec::new(),
        has_numbers: false,
        free,
        pieces,
        named,
        fixed: Vec::new(),
        is_full: false,
    };
    let is_known = |glyph: &Option<Glyph>| {
        glyph.as_ref().is_none_or(|glyph| *glyph == drawing.free || drawing.pieces.contains(glyph))
    };
    // A layout that does not fit another game is something else than the board.
    let same: Vec<(&Sheet, usize)> = all
        .into_iter()
        .filter(|(sheet, first)| {
            let read = drawing.lattice.read(&sheet.screen, *first, &Kinds::of(&sheet.board));
            read.is_some_and(|glyphs| glyphs.iter().all(is_known))
        })
        .collect();
    if same.iter().all(|(sheet, first)| drawing.goes_on(&sheet.screen, *first)) {
        return None;
    }
    drawing.clone().with_surroundings(&same)
}

impl Drawing {
    /// Returns `true` if there is another column of cells on either side: the board is a part of a larger
    /// one.
    fn goes_on(&self, screen: &Screen, first: usize) -> bool {
        let lattice = &self.lattice;
        let is_cell = |glyph: &Glyph| *glyph == self.free || self.pieces.contains(glyph);
        let is_column = |lattice: &Lattice, column: usize| {
            (0..lattice.rows).all(|row| is_cell(&lattice.glyph(screen, first, row, column)))
        };
        let left = lattice.column.checked_sub(lattice.step.1);
        let left = left.map(|column| Lattice { column, ..lattice.clone() });
        let is_left = left.as_ref().is_some_and(|left| is_column(left, 0));
        let is_right = is_column(lattice, lattice.columns);
        if self.free.iter().any(|spot| spot.glyph != ' ') {
            return is_right || is_left;
        }
        // Where free cells are blank, the wall on the outer side of the outermost cell comes once more beyond the next one.
        let glyph = |row: usize, column: usize, beside: isize| {
            let (line, at) = lattice.place(first, row, column);
            at.checked_add_signed(beside).map_or(' ', |at| screen.at(line, at).glyph)
        };
        let step = lattice.step.1.cast_signed();
        let is_walled = |column: usize, beside: isize, further: isize| {
            (0..lattice.rows).all(|row| {
                let wall = glyph(row, column, beside);
                wall != ' ' && wall == glyph(row, column, beside + further)
            })
        };
        is_right && (1..step).any(|beside| is_walled(lattice.columns - 1, beside, step))
            || is_left && (1..step).any(|beside| is_walled(0, -beside, -step))
    }
}

#[cfg(test)]
mod tests {
    use super::{Sheet, is_drawn_last};
    use crate::observe::drawing::{Drawing, Looks};
    use crate::observe::grid::{Board, Player, Row};
    use crate::observe::page::Page;
    use crate::observe::screen::Screen;

    /// The boards of a game on six by seven after each drop.
    fn boards(columns: &[usize]) -> Vec<Board> {
        let mut board = Board::empty(6, 7);
        let mut player = Player::One;
        let mut all = vec![board.clone()];
        for column in columns {
            let row =
                (0..6).rev().find(|row| board.rows[*row][*column].is_none()).expect("the column is not full");
            board.rows[row][*column] = Some(player);
            player = player.other();
            all.push(board.clone());
        }
        all
    }

    /// Two games drawn by a function, each board with a number of lines before it.
    fn games(draw: impl Fn(&Board) -> String) -> Vec<Vec<Sheet>> {
        let all = [vec![3, 3, 0, 1, 2, 4, 5, 6, 1, 0, 0, 6], vec![3, 3, 3, 2, 2, 6, 5, 6, 1, 0, 1]];
        let sheet = |(number, board): (usize, Board)| {
            let text = format!("{}{}Player, your move: ", "Hello\n".repeat(number % 3), draw(&board));
            Sheet { screen: Screen::of(&Page::of(&text)), board }
        };
        all.iter().map(|game| boards(game).into_iter().enumerate().map(sheet).collect()).collect()
    }

    fn learn(games: &[Vec<Sheet>], rows: usize, columns: usize) -> Option<Drawing> {
        super::learn(games, rows, columns, &Looks::default())
    }

    #[track_caller]
    fn check(draw: impl Fn(&Board) -> String) {
        let games = games(draw);
        let drawing = learn(&games, 6, 7).expect("the board is found");
        for sheet in games.iter().flatten() {
            let frames = drawing.frames(&sheet.screen);
            assert_eq!(frames.len(), 1, "{sheet:?} {drawing:?}");
            let cell = |glyph: &char| match drawing.named.iter().position(|name| name == glyph) {
                Some(1) => Some(Player::One),
                Some(2) => Some(Player::Two),
                _ => None,
            };
            let rows: Vec<Row> = frames[0].1.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            assert_eq!(rows, sheet.board.rows);
        }
    }

    /// A board drawn with these glyphs for free cells and the pieces, between other texts.
    fn drawn(
        board: &Board,
        glyphs: [&str; 3],
        (left, between, right): (&str, &str, &str),
        after: &str,
    ) -> String {
        let cell = |cell: &Option<Player>| match cell {
            None => glyphs[0],
            Some(Player::One) => glyphs[1],
            Some(Player::Two) => glyphs[2],
        };
        let row = |row: &Row| {
            format!("{left}{}{right}\n{after}", row.iter().map(cell).collect::<Vec<_>>().join(between))
        };
        board.rows.iter().map(row).collect()
    }

    #[test]
    fn boards_are_found_however_they_are_drawn() {
        check(|board| drawn(board, [".", "X", "O"], ("", "", ""), ""));
        check(|board| drawn(board, [" ", "X", "O"], ("| ", " ", " |"), ""));
        check(|board| drawn(board, ["_", "x", "o"], ("|", "|", "|  Undo left: 3"), ""));
        check(|board| drawn(board, ["0", "1", "2"], ("", " ", ""), "") + "1 2 3 4 5 6 7\n");
        check(|board| drawn(board, ["  ", "X ", " O"], ("[", "|", "]"), "+--+--+--+--+--+--+--+\n"));
        check(|board| {
            drawn(board, [" ", "\u{1b}[31mO\u{1b}[0m", "\u{1b}[33mO\u{1b}[0m"], ("|", "|", "|"), "")
        });
        check(|board| "- - - - - - -\n".to_owned() + &drawn(board, ["-", "X", "O"], ("", " ", ""), ""));
        check(|board| "0 0 0 0 0 0 0\n".to_owned() + &drawn(board, ["0", "1", "2"], ("", " ", ""), ""));
        // The numbers of the columns stand between the same walls, as far above the first row as the second is below it.
        check(|board| {
            "  | 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n\n".to_owned()
                + &drawn(board, ["-", "X", "O"], ("  | ", " | ", " |"), "\n")
        });
        check(|board| drawn(board, ["0", "1", "-1"], ("", " ", " "), ""));
        check(|board| drawn(board, [".", "+1", "-1"], ("", " ", " "), ""));
        check(|board| drawn(board, ["ª", "=4", "=á"], ("", "", ""), ""));
        check(|board| drawn(&board.clone().upside_down(), [".", "X", "O"], ("\t", "\t", ""), ""));
    }

    /// The text before a piece is no part of the surroundings, although no piece of the games was in the
    /// first column.
    #[test]
    fn a_piece_in_a_column_that_was_free_is_read() {
        for glyphs in [["   ", "(X)", "(O)"], [" . ", "[X]", "[O]"]] {
            let draw = |board: &Board| drawn(board, glyphs, ("|", "|", "|"), "");
            let sheet = |board: Board| Sheet { screen: Screen::of(&Page::of(&draw(&board))), board };
            let all = [vec![3, 3, 1, 1, 2, 4, 5, 6, 1], vec![3, 3, 3, 2, 2, 6, 5, 6, 1]];
            let games: Vec<Vec<Sheet>> =
                all.iter().map(|game| boards(game).into_iter().map(sheet).collect()).collect();
            let drawing = learn(&games, 6, 7).expect("the board is found");
            let later = boards(&[3, 0, 0]).into_iter().map(sheet);
            assert!(later.into_iter().all(|sheet| drawing.frames(&sheet.screen).len() == 1));
        }
    }

    /// On the screen a blank line and a rule stand before each board, in a file nothing does.
    #[test]
    fn a_board_may_begin_with_the_text() {
        let rows = |board: &Board| drawn(board, [" ", "X", "O"], ("[", "][", "]"), "");
        let learned = |rule: &str| {
            let draw = |board: &Board| format!("\n{rule}{}{rule}", rows(board));
            learn(&games(draw), 6, 7).expect("the board is found")
        };
        let board = boards(&[3, 3, 0, 1, 2, 4, 5, 6]).pop().expect("there is a last board");
        let screen = Screen::of(&Page::of(&rows(&board)));
        for rule in ["", "-------\n"] {
            assert_eq!(learned(rule).frames(&screen).len(), 1, "{rule}");
        }
        assert!(is_drawn_last(&screen, &board));
        let other = boards(&[3, 3, 0, 1, 2, 4, 6, 5]).pop().expect("there is a last board");
        assert!(!is_drawn_last(&screen, &other));
        // A file may hold all that was printed.
        let long = format!("{}\n", "The board is drawn below. ".repeat(4)).repeat(80)
            + &drawn(&board, ["..", "x.", ".o"], ("| ", " | ", " |"), "\n");
        assert!(is_drawn_last(&Screen::of(&Page::of(&long)), &board));
        // A full board has no free cells.
        let mut full = board.clone();
        for (nth, cell) in full.rows.iter_mut().flatten().enumerate() {
            *cell = Some(if nth % 3 == 0 { Player::One } else { Player::Two });
        }
        assert!(is_drawn_last(&Screen::of(&Page::of(&rows(&full))), &full));
        // Of two boards the last one counts.
        let both = Screen::of(&Page::of(&format!("{}\n{}It is over.\n", rows(&other), rows(&board))));
        assert!(is_drawn_last(&both, &board) && !is_drawn_last(&both, &other));
    }

    /// It is other text at the end of a game, and the numbers of the columns look like a row.
    #[test]
    fn the_line_after_a_board_is_no_part_of_it() {
        let labels = "[1][2][3][4][5][6][7]\n";
        let text = |board: &Board, next: &str| {
            format!("{labels}{}{next}", drawn(board, [" ", "X", "O"], ("[", "][", "]"), ""))
        };
        let drawing = learn(&games(|board| text(board, "Type end or undo> ")), 6, 7).expect("it is found");
        let last = boards(&[3, 3, 0, 1, 2, 4, 5, 6]).pop().expect("there is a last board");
        assert_eq!(drawing.frames(&Screen::of(&Page::of(&text(&last, "It is a tie!\n")))).len(), 1);
    }

    #[test]
    fn cells_may_be_three_lines_high() {
        check(|board| {
            let mut text = String::new();
            for row in &board.rows {
                let part = |glyphs: [&str; 3]| {
                    let cell =
                        |cell: &Option<Player>| glyphs[cell.map_or(0, |player| usize::from(player.number()))];
                    format!("|{}|\n", row.iter().map(cell).collect::<Vec<_>>().join("|"))
                };
                text += &part(["   ", "\\ /", "/ \\"]);
                text += &part(["   ", " X ", "| |"]);
                text += &part(["___", "/_\\", "\\_/"]);
            }
            text
        });
    }

    #[test]
    fn free_cells_may_show_their_numbers() {
        let text = |board: &Board, width: usize| {
            let cell = |(nth, cell): (usize, &Option<Player>)| match cell {
                None => format!("{:>width$}", nth + 1),
                Some(Player::One) => format!("{:>width$}", "X"),
                Some(Player::Two) => format!("{:>width$}", "O"),
            };
            let cells: Vec<String> = board.rows.iter().flatten().enumerate().map(cell).collect();
            let rows: Vec<String> = cells.chunks(7).map(|row| row.join(" | ") + "\n").collect();
            "  1    2    3    4    5    6    7\n".to_owned() + &rows.join("---+----+---\n")
        };
        check(|board| text(board, 2));
        check(|board| text(board, 3));
    }

    #[test]
    fn what_shows_no_board_is_not_found() {
        assert!(learn(&games(|_| "Your move\n".to_owned()), 6, 7).is_none());
        // A part of a larger board is another board.
        let wide = |board: &Board| {
            let mut wide = board.clone();
            wide.rows.iter_mut().for_each(|row| row.push(None));
            drawn(&wide, [".", "X", "O"], ("", " ", ""), "")
        };
        assert!(learn(&games(wide), 6, 7).is_none());
        let walled = |board: &Board| {
            let mut wide = board.clone();
            wide.rows.iter_mut().for_each(|row| row.extend([None, None]));
            drawn(&wide, [" ", "X", "O"], ("| ", " | ", " |"), "+---+\n")
        };
        assert!(learn(&games(walled), 6, 7).is_none());
        let walled_before = |board: &Board| {
            let mut wide = board.clone();
            wide.rows.iter_mut().for_each(|row| row.insert(0, None));
            drawn(&wide, [" ", "X", "O"], ("|", "|", ""), "+---+\n")
        };
        assert!(learn(&games(walled_before), 6, 7).is_none());
        let seven = |board: &Board| drawn(board, [".", "X", "."], ("", " ", ""), "");
        assert!(learn(&games(seven), 6, 7).is_none());
    }
}

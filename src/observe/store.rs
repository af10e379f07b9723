//! The place where a program keeps its board, found by experiment: the cells of memory that change when their
//! piece falls, and stay.

use super::grid::{Board, Player};
use super::memory::{CellSize, MemoryBoard};

/// The most places that are tried of everything that changes with a piece; one piece may change many pixels.
const MOST_PLACES: usize = 40;
/// The number of pieces that shows enough.
const FEWEST_PIECES: usize = 5;
/// The number of words from which on a piece that changes them at once is a picture of a piece.
const PICTURE: usize = 12;

/// Pieces of such values are colours.
const COLOUR: u32 = 0x1_0000;

/// Memory at one moment: parts by their first address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot(pub Vec<(u32, Vec<u8>)>);

impl Snapshot {
    fn value(&self, address: u32, size: u32) -> Option<u32> {
        let (base, bytes) = self.0.iter().find(|(base, bytes)| {
            address.checked_sub(*base).is_some_and(|at| ((at + size) as usize) <= bytes.len())
        })?;
        let at = (address - base) as usize;
        Some(bytes[at..at + size as usize].iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    /// The places of this size that are not the same in another one.
    fn changed(&self, other: &Self, size: u32) -> Vec<u32> {
        let mut found = Vec::new();
        for (base, bytes) in &other.0 {
            let before = self.0.iter().find(|(known, _)| known == base).map_or(&[][..], |(_, bytes)| bytes);
            let cells = bytes.chunks_exact(size as usize).enumerate();
            let zeros = [0; 4];
            found.extend(cells.filter_map(|(number, cell)| {
                let at = number * size as usize;
                let old = before.get(at..at + cell.len()).unwrap_or(&zeros[..cell.len()]);
                (old != cell).then_some(base + at as u32)
            }));
        }
        found
    }
}

/// The result of a search through memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// The place of the board. Its label is empty, its offset an address.
    pub board: MemoryBoard,
    /// True if each piece changes a whole picture, as on a bitmap display.
    pub is_picture: bool,
}

/// The place of a board in memory, from the moments of some games with the board that each shows; `None` if no cells
/// change with it.
pub fn locate(games: &[Vec<(Snapshot, Board)>], rows: usize, columns: usize) -> Option<Store> {
    let game = games.first()?;
    let mut stores: Vec<Store> = Vec::new();
    for size in [CellSize::Byte, CellSize::Word] {
        let found = search(game, size, rows, columns);
        stores.extend(found.filter(|found| {
            games.iter().all(|game| game.last().is_none_or(|moment| fits(found, moment, rows, columns)))
        }));
    }
    // A program may keep its board twice: the drawn one is the one that is seen.
    let drawn = stores.iter().position(|store| store.is_picture);
    (!stores.is_empty()).then(|| stores.swap_remove(drawn.unwrap_or(0)))
}

/// A piece that fell between two moments.
struct Fall {
    row: i64,
    column: i64,
    places: Vec<u32>,
}

fn search(game: &[(Snapshot, Board)], cell: CellSize, rows: usize, columns: usize) -> Option<Store> {
    let size = cell.bytes();
    let last = &game.last()?.0;
    let mut falls = Vec::new();
    let mut most_changed = usize::MAX;
    for pair in game.windows(2) {
        let [(before, old), (after, new)] = pair else { continue };
        let Some((row, column)) = added(old, new) else { continue };
        let stays = |address: &u32| last.value(*address, size) == after.value(*address, size);
        let places: Vec<u32> = before.changed(after, size).into_iter().filter(stays).collect();
        most_changed = most_changed.min(places.len());
        falls.push(Fall { row, column, places: places.into_iter().take(MOST_PLACES).collect() });
    }
    if falls.len() < FEWEST_PIECES {
        return None;
    }
    let first = &falls[0];
    let above = falls.iter().skip(1).find(|fall| fall.column == first.column)?;
    let aside = falls.iter().skip(1).find(|fall| fall.column != first.column)?;
    for start in &first.places {
        for up in &above.places {
            let Some(pitch) = step(*start, *up, above.row - first.row) else { continue };
            for side in &aside.places {
                let from = i64::from(*side) - (aside.row - first.row) * pitch;
                let Some(step) = step(*start, u32::try_from(from).ok()?, aside.column - first.column) else {
                    continue;
                };
                if step <= 0 || step == pitch {
                    continue;
                }
                let corner = i64::from(*start) - first.row * pitch - first.column * step;
                let top = if pitch < 0 { corner + (rows as i64 - 1) * pitch } else { corner };
                let Ok(offset) = u32::try_from(top) else { continue };
                let mut board = MemoryBoard {
                    label: String::new(),
                    offset,
                    cell,
                    step: u32::try_from(step).ok()?,
                    pitch: u32::try_from(pitch.abs()).ok()?,
                    from_bottom: pitch < 0,
                    pieces: [0, 0],
                };
                let Some(pieces) = game.last().and_then(|moment| pieces(&board, moment, rows, columns))
                else {
                    continue;
                };
                board.pieces = pieces;
                let is_picture = most_changed >= PICTURE || pieces.iter().any(|piece| *piece >= COLOUR);
                let found = Store { board, is_picture };
                let explained = game.iter().filter(|moment| fits(&found, moment, rows, columns)).count();
                if explained * 2 > game.len() {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// The distance of one row or column, where two cells are that many apart.
fn step(one: u32, other: u32, apart: i64) -> Option<i64> {
    let distance = i64::from(other) - i64::from(one);
    (distance != 0 && distance % apart == 0).then(|| distance / apart)
}

/// The one cell that got a piece.
fn added(old: &Board, new: &Board) -> Option<(i64, i64)> {
    let mut changes = Vec::new();
    for (row, (before, after)) in old.rows.iter().zip(&new.rows).enumerate() {
        let cells = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
        changes.extend(cells.map(|(column, (before, _))| (before.is_none(), row as i64, column as i64)));
    }
    match changes.as_slice() {
        [(true, row, column)] => Some((*row, *column)),
        _ => None,
    }
}

/// The values of the two pieces, if all cells of a kind hold the same and the kinds differ.
fn pieces(
    board: &MemoryBoard,
    (snapshot, seen): &(Snapshot, Board),
    rows: usize,
    columns: usize,
) -> Option<[u32; 2]> {
    let mut values: [Option<u32>; 3] = [None; 3];
    for (row, cells) in seen.rows.iter().enumerate().take(rows) {
        for (column, cell) in cells.iter().enumerate().take(columns) {
            let stored = if board.from_bottom { rows - 1 - row } else { row } as u32;
            let address = board.offset.checked_add(stored * board.pitch + column as u32 * board.step)?;
            let value = snapshot.value(address, board.cell.bytes())?;
            let kind = cell.map_or(0, |player: Player| usize::from(player.number()));
            match values[kind] {
                Some(known) if known == value => {}
                Some(_) => return None,
                None => values[kind] = Some(value),
            }
        }
    }
    let [free, one, two] = values;
    let differ = one != two && free != one && free != two;
    differ.then_some([one?, two?])
}

/// Returns `true` if the cells hold a board, no matter which player has which piece.
fn fits(store: &Store, moment: &(Snapshot, Board), rows: usize, columns: usize) -> bool {
    let has_pieces = moment.1.rows.iter().flatten().flatten().count() > 1;
    if !has_pieces {
        return true;
    }
    let found = pieces(&store.board, moment, rows, columns);
    found.is_some_and(|found| found.iter().all(|piece| store.board.pieces.contains(piece)))
}

#[cfg(test)]
mod tests {
    use super::{Snapshot, locate};
    use crate::observe::grid::{Board, Player};
    use crate::observe::memory::CellSize;

    /// A game with its board in memory: the address of a cell by row and column, and the function that writes
    /// a cell.
    fn game(columns: &[usize], put: impl Fn(&mut Vec<u8>, usize, usize, Player)) -> Vec<(Snapshot, Board)> {
        let mut board = Board::empty(6, 7);
        let mut bytes = vec![0; 6000];
        let mut player = Player::One;
        let mut moments = vec![(Snapshot(vec![(0x1000, bytes.clone())]), board.clone())];
        for (number, column) in columns.iter().enumerate() {
            let row = (0..6).rev().find(|row| board.rows[*row][*column].is_none()).expect("there is room");
            board.rows[row][*column] = Some(player);
            put(&mut bytes, row, *column, player);
            // A counter, and the key that was typed.
            bytes[5000] = number as u8 + 1;
            bytes[5004] = *column as u8;
            moments.push((Snapshot(vec![(0x1000, bytes.clone())]), board.clone()));
            player = player.other();
        }
        moments
    }

    fn games(put: impl Fn(&mut Vec<u8>, usize, usize, Player) + Copy) -> Vec<Vec<(Snapshot, Board)>> {
        vec![game(&[3, 3, 0, 1, 2, 4, 3, 6], put), game(&[3, 3, 6, 6, 5, 1, 1], put)]
    }

    #[test]
    fn boards_are_found_wherever_they_are() {
        let packed = |bytes: &mut Vec<u8>, row, column, player: Player| {
            bytes[100 + 7 * row + column] = player.number();
        };
        let store = locate(&games(packed), 6, 7).expect("the board is there");
        assert_eq!((store.board.offset, store.board.step, store.board.pitch), (0x1064, 1, 7));
        let upside_down = |bytes: &mut Vec<u8>, row, column, player: Player| {
            bytes[200 + 64 * (5 - row) + 8 * column] = player.number();
        };
        let store = locate(&games(upside_down), 6, 7).expect("the board is there");
        assert_eq!((store.board.offset, store.board.step, store.board.pitch), (0x10c8, 8, 64));
        assert!(store.board.from_bottom && !store.is_picture);
        let pixels = |bytes: &mut Vec<u8>, row: usize, column: usize, player: Player| {
            let colour: u32 = if player == Player::One { 0xFF_0000 } else { 0xFF };
            for (line, pixel) in (0..4).flat_map(|line| (0..4).map(move |pixel| (line, pixel))) {
                let at = ((row * 5 + line) * 40 + column * 5 + pixel) * 4;
                bytes[at..at + 4].copy_from_slice(&colour.to_le_bytes());
            }
        };
        let store = locate(&games(pixels), 6, 7).expect("the board is there");
        assert_eq!((store.board.cell, store.board.step, store.board.pitch), (CellSize::Word, 20, 800));
        assert!(store.is_picture);
        let nothing = |_: &mut Vec<u8>, _, _, _| {};
        assert!(locate(&games(nothing), 6, 7).is_none());
    }
}

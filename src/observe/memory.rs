//! Boards in memory, for programs that draw no text.

use super::grid::{Board, Player};
use crate::console::Peek;

/// The size of a cell in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellSize {
    /// One byte.
    Byte,
    /// Two bytes, the lowest first.
    Half,
    /// Four bytes, the lowest first.
    Word,
}

impl CellSize {
    /// The number of bytes of a cell.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Byte => 1,
            Self::Half => 2,
            Self::Word => 4,
        }
    }
}

/// The place of a board in memory and the values of its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryBoard {
    /// The label of its first cell; empty where there is no label, and the offset is an address.
    pub label: String,
    /// The distance from the label to its beginning, in bytes.
    pub offset: u32,
    /// The size of a cell.
    pub cell: CellSize,
    /// The distance between two cells of a row, in bytes; 0 for cells without anything between them.
    pub step: u32,
    /// The distance between the first cells of two rows, in bytes; 0 for rows without anything between them.
    pub pitch: u32,
    /// True if the lowest row comes first.
    pub from_bottom: bool,
    /// The values of Player 1's and Player 2's pieces; everything else is a free cell.
    pub pieces: [u32; 2],
}

impl MemoryBoard {
    /// The board that begins at this address; `None` where there is no memory.
    pub fn look(&self, memory: &dyn Peek, label: u32, rows: usize, columns: usize) -> Option<Board> {
        let size = self.cell.bytes();
        let step = if self.step == 0 { size } else { self.step };
        let pitch = if self.pitch == 0 { step * columns as u32 } else { self.pitch };
        let value = |address: u32| -> Option<u32> {
            let mut bytes = (0..size).rev().map(|nth| memory.byte(address.wrapping_add(nth)));
            bytes.try_fold(0_u32, |value, byte| Some(value << 8 | u32::from(byte?)))
        };
        let owner = |value: u32| match self.pieces.iter().position(|piece| *piece == value) {
            Some(0) => Some(Player::One),
            Some(_) => Some(Player::Two),
            None => None,
        };
        let mut board = Board { rows: Vec::new() };
        for row in 0..rows as u32 {
            let first = label.wrapping_add(self.offset).wrapping_add(row * pitch);
            let cells = (0..columns as u32).map(|column| value(first.wrapping_add(column * step)).map(owner));
            board.rows.push(cells.collect::<Option<_>>()?);
        }
        Some(if self.from_bottom { board.upside_down() } else { board })
    }
}

#[cfg(test)]
mod tests {
    use super::{CellSize, MemoryBoard, Player};
    use crate::console::Peek;

    struct Bytes(Vec<u8>);

    impl Peek for Bytes {
        fn byte(&self, address: u32) -> Option<u8> {
            self.0.get(address as usize).copied()
        }
    }

    #[test]
    fn boards_are_read_in_either_size_and_order() {
        let mut board = MemoryBoard {
            label: "board".to_owned(),
            offset: 0,
            cell: CellSize::Byte,
            step: 0,
            pitch: 0,
            from_bottom: false,
            pieces: [1, 2],
        };
        let bytes = Bytes(vec![0, 1, 2, 0]);
        let seen = board.look(&bytes, 0, 2, 2).expect("there is memory");
        assert_eq!(seen.picture(1, ['X', 'O']), "  1 2\n1 . X\n2 O .\n");
        board.from_bottom = true;
        let seen = board.look(&bytes, 0, 2, 2).expect("there is memory");
        assert_eq!(seen.picture(1, ['X', 'O']), "  1 2\n1 O .\n2 . X\n");
        board.step = 2;
        assert_eq!(
            board.look(&bytes, 0, 1, 2).map(|seen| seen.rows.concat()),
            Some(vec![None, Some(Player::Two)])
        );
        board.cell = CellSize::Word;
        assert_eq!(board.look(&bytes, 0, 2, 2), None, "memory ends");
    }
}

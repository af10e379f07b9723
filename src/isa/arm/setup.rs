//! The settings of an ARM machine.

use std::sync::Arc;

use super::board::Board;
use super::table::Architecture;
use crate::console::Files;

/// The processor: which instructions it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Processor {
    /// That of the board.
    #[default]
    OfBoard,
    /// ARM7TDMI, ARMv4T.
    Arm7,
    /// ARM1176, ARMv6: the first Raspberry Pi.
    Arm11,
    /// Cortex-A7, ARMv7 with divisions: later ones.
    CortexA7,
}

impl Processor {
    /// Every processor with its name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("board", Self::OfBoard),
        ("arm7tdmi", Self::Arm7),
        ("arm1176", Self::Arm11),
        ("cortex-a7", Self::CortexA7),
    ];
}

/// The settings of a machine.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The computer.
    pub board: Board,
    /// The processor.
    pub processor: Processor,
    /// The files that are there when the program starts.
    pub files: Arc<Files>,
    /// The files of the submission that the program may read; what it leaves does not count them.
    pub lying: Arc<Files>,
    /// True if the terminal obeys the sequences that clear it and colour its text, so that they
    /// do not count as printed.
    pub obeys_escapes: bool,
}

impl Setup {
    /// The newest architecture whose instructions the machine executes.
    pub fn architecture(&self) -> Architecture {
        match (self.processor, self.board) {
            (Processor::Arm7, _)
            | (Processor::OfBoard, Board::Lpc2xxx | Board::Semihost | Board::Armsim | Board::Hosted) => {
                Architecture::V4T
            }
            (Processor::Arm11, _) => Architecture::V6K,
            (Processor::CortexA7, _) | (Processor::OfBoard, Board::Linux) => Architecture::V7VE,
        }
    }
}

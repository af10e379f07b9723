//! The ladder of strictness: how much of its points a case keeps whose output is not the same byte by byte.

use crate::spec::types::Share;

/// No board that is looked for has more rows or columns.
pub(in crate::spec) const MOST_CELLS: u64 = 40;

/// How much of its points a case keeps on the rungs below the exact transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    /// What differs in format alone; `None` leaves it to the price of each kind of difference.
    pub presentation: Option<Share>,
    /// What differs in its text, while boards and outcome are right; `None` for nothing.
    pub behaviour: Option<Behaviour>,
}

/// The rung of behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// What it keeps.
    pub share: Share,
    /// The rows and columns of the boards.
    pub board: (usize, usize),
}

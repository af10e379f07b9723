//! The ladder of strictness: how much of its points a case keeps whose output is not the same byte by byte.

use crate::spec::types::Share;

/// No board that is looked for has more rows or columns.
pub(in crate::spec) const MOST_CELLS: u64 = 40;

/// The share of its points that a case keeps on each rung below the exact transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    /// The share for output that differs in format alone; `None` leaves it to the price of
    /// each kind of difference.
    pub presentation: Option<Share>,
    /// The rung for output whose text differs, while boards and outcome are right; `None` for no points.
    pub behaviour: Option<Behaviour>,
}

/// The rung of behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// The share of its points that the case keeps.
    pub share: Share,
    /// The rows and columns of the boards.
    pub board: (usize, usize),
}

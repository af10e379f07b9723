//! The places in which boards may still be looked for.

use std::cell::Cell;

/// The most for one submission. Nearly all boards are found within a hundred thousand; a wide one of 15 by 15 takes some millions
/// where another reading is tried first. A program that fills its screens with text is not worth more.
const MOST: u64 = 10_000_000;

/// The most for the board of a file: as many as the last lines of a long one have, in every layout.
const MOST_OF_FILE: u64 = 5_000_000;

/// The number of places in which a board may still be looked for.
#[derive(Debug)]
pub struct Looks(Cell<u64>);

impl Default for Looks {
    fn default() -> Self {
        Self(Cell::new(MOST))
    }
}

impl Looks {
    pub(super) fn of_file() -> Self {
        Self(Cell::new(MOST_OF_FILE))
    }

    /// Takes this many of them. Returns `false` if there are not as many left.
    pub(super) fn take(&self, looks: u64) -> bool {
        let rest = self.0.get().checked_sub(looks);
        self.0.set(rest.unwrap_or(0));
        rest.is_some()
    }
}

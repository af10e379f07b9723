//! Examined runs: the first thing that no correct program does. The program is compiled again for them, without optimisation and with
//! checks.

use super::Ended;
use crate::diagnostics::{Span, Text};

/// A run that was made again to be looked at.
#[derive(Clone, Debug)]
pub struct Examined {
    /// How it ended.
    pub ended: Ended,
    /// The first thing in it that no correct program does, if there is a proof of one.
    pub found: Option<Found>,
}

/// Something that no correct program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line that does it.
    pub at: Span,
    /// A sentence with the place.
    pub what: Text,
    /// How many bytes were printed before.
    pub printed: usize,
}

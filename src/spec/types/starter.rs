//! The file that students start from: which parts of it are theirs, and what it costs to change the others.

use crate::observe::Pattern;
use crate::spec::types::{Points, Share};

/// A difference that does not count in a line of the starter file, besides blanks at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlooked {
    /// Capital and small letters.
    Case,
    /// Comments, and lines that have nothing else.
    Comments,
    /// The number of blanks, and empty lines.
    Blanks,
}

impl Overlooked {
    /// Every one with its name in specs.
    pub const ALL: [(&str, Self); 3] =
        [("case", Self::Case), ("comments", Self::Comments), ("blanks", Self::Blanks)];
}

/// The price of changing what must be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// Nothing: the change is only reported.
    Nothing,
    /// These points.
    Points(Points),
    /// This share of the points that it has reached.
    Share(Share),
    /// Everything: it is not run before the lines are as they were.
    Everything,
}

/// The file that students start from.
#[derive(Clone, Debug)]
pub struct Starter {
    /// Its name, without folders.
    pub name: String,
    /// The contents of the file.
    pub text: String,
    /// The line after which students write. It is kept itself.
    pub from: Pattern,
    /// The line before which they write. It is kept itself.
    pub to: Pattern,
    /// The differences that do not count in the lines that are kept.
    pub overlooked: Vec<Overlooked>,
    /// The price of a change there.
    pub price: Price,
}

impl Starter {
    /// Returns `true` if a line begins a part that students write.
    pub fn begins(&self, line: &str) -> bool {
        self.from.find(line.trim()).is_some()
    }

    /// Returns `true` if a line ends such a part.
    pub fn ends(&self, line: &str) -> bool {
        self.to.find(line.trim()).is_some()
    }
}

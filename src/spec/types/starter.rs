//! The file that students start from: which parts of it are theirs, and what it costs to change the others.

use crate::observe::Pattern;
use crate::spec::types::{Points, Share};

/// What makes no difference in a line of the starter file, besides blanks at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlooked {
    /// Capital and small letters.
    Case,
    /// Comments, and lines that have nothing else.
    Comments,
    /// How many blanks there are, and empty lines.
    Blanks,
}

impl Overlooked {
    /// Every one with its name in specs.
    pub const ALL: [(&str, Self); 3] =
        [("case", Self::Case), ("comments", Self::Comments), ("blanks", Self::Blanks)];
}

/// What a submission loses that changes what it must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// Nothing: it is only told.
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
    /// What stands in it.
    pub text: String,
    /// The line after which students write. It is kept itself.
    pub from: Pattern,
    /// The line before which they write. It is kept itself.
    pub to: Pattern,
    /// What makes no difference in the lines that are kept.
    pub overlooked: Vec<Overlooked>,
    /// What a change there costs.
    pub price: Price,
}

impl Starter {
    /// Whether a line begins a part that students write.
    pub fn begins(&self, line: &str) -> bool {
        self.from.find(line.trim()).is_some()
    }

    /// Whether a line ends such a part.
    pub fn ends(&self, line: &str) -> bool {
        self.to.find(line.trim()).is_some()
    }
}

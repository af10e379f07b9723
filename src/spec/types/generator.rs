//! Generators: what inputs are drawn from.

/// A generator of random inputs. The leaves are entries: the text that is typed at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Generator {
    /// Always this entry.
    Text(String),
    /// A whole number, both ends among them.
    Number(i64, i64),
    /// One of these, chosen by their weights.
    Choose(Vec<(u64, Generator)>),
    /// One after the other.
    Sequence(Vec<Generator>),
    /// Several times the same.
    Repeat {
        /// The part that is repeated.
        of: Box<Generator>,
        /// The fewest times.
        least: usize,
        /// The most times.
        most: usize,
        /// True if an entry before them gives their number.
        is_counted: bool,
    },
    /// Moves of a game of the reference, none of which is refused.
    Legal {
        /// True if the games go on until a player has won or the board is full.
        to_the_end: bool,
    },
}

impl Generator {
    /// The entries that it names.
    pub(in crate::spec) fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => vec![text],
            Self::Number(..) | Self::Legal { .. } => Vec::new(),
            Self::Choose(parts) => parts.iter().flat_map(|(_, part)| part.texts()).collect(),
            Self::Sequence(parts) => parts.iter().flat_map(Self::texts).collect(),
            Self::Repeat { of, .. } => of.texts(),
        }
    }
}

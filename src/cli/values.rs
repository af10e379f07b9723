//! Values of the command line that are refused, with the reason in every language.

use crate::diagnostics::{Language, Text};

/// The reason why a value is refused, as the parser of the command line carries it.
#[derive(Clone, Debug)]
pub(super) struct Refusal(pub(super) Text);

impl From<Text> for Refusal {
    fn from(words: Text) -> Self {
        Self(words)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.to(Language::English))
    }
}

impl std::error::Error for Refusal {}

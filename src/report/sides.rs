//! The output of a turn as it must be and as it was printed, line by line, for reports that set one next to the other.

use super::visible::shortened;
use crate::compare::{LinePair, pair_lines};
use crate::diagnostics::{Text, text};
use crate::grade::Failure;

/// Both sides of a turn.
pub(super) struct Sides {
    /// The head of the expected side.
    pub(super) expected: Text,
    /// The head of the actual side.
    pub(super) actual: Text,
    /// The lines.
    pub(super) pairs: Vec<LinePair>,
}

impl Sides {
    /// The turn in which a game went wrong; of more output than `most` bytes on a side, the two ends.
    pub(super) fn of(failure: &Failure, most: usize) -> Self {
        let expected = shortened(failure.expected.as_deref().unwrap_or_default(), most);
        let actual = shortened(failure.actual.as_deref().unwrap_or_default(), most);
        let expected_head = match &failure.expected {
            Some(_) => text!("expected", "mong đợi"),
            None => text!("expected: the end of the program", "mong đợi: chương trình kết thúc"),
        };
        let actual_head = match &failure.actual {
            Some(actual) if !actual.is_empty() => printed(),
            Some(_) if failure.turn == 0 => {
                text!("your program printed nothing", "chương trình của bạn không in gì")
            }
            _ => text!("your program printed nothing more", "chương trình của bạn không in gì thêm"),
        };
        let pairs = failure.pairs.clone().unwrap_or_else(|| pair_lines(&expected, &actual));
        Self { expected: expected_head, actual: actual_head, pairs: without_line_end(pairs) }
    }
}

/// The head of what was printed.
pub(super) fn printed() -> Text {
    text!("your program printed", "chương trình của bạn in ra")
}

/// Without a last pair that stands only for the line end of the last line, unless nothing else differs.
fn without_line_end(mut pairs: Vec<LinePair>) -> Vec<LinePair> {
    let is_empty = |line: &Option<Vec<u8>>| line.as_ref().is_none_or(Vec::is_empty);
    let only_line_end =
        pairs.last().is_some_and(|last| last.differs() && is_empty(&last.expected) && is_empty(&last.actual));
    if only_line_end && pairs.iter().rev().skip(1).any(LinePair::differs) {
        pairs.pop();
    }
    pairs
}

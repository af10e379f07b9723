//! Rubric items, which people judge. The items stand in the spec, the marks in a table next to it, so that a
//! regrade keeps them.

use crate::diagnostics::Text;
use crate::spec::types::Points;

/// Something that people judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubricItem {
    /// The name in the table of marks.
    pub id: String,
    /// The title to show.
    pub title: Text,
    /// The most that it is worth.
    pub points: Points,
}

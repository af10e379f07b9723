//! Two reports on the same class, compared: who moved and by how much, which tests flipped, and why.
//!
//! Results are a function of what they are made of: the program that grades, the spec, a compiler, a student's files, marks and
//! times. So a change has its reason among those of these that differ. Where one differs, it is the reason; where several do, no more
//! can be said without grading again; where a report does not say what it was made of, nothing is claimed.

mod change;
mod comparison;
mod made;
mod results;
mod student;

pub use change::{Change, mean};
pub use comparison::{Cluster, Comparison, Counts, Listed, NotComparable};
pub use made::{Kept, Made, PartsChanged, Reweighted};
pub use results::{FileMark, Late, Names, Outcome, Results, Student, Test};
pub use student::{Cause, Flip, FlipKind, Move, Moved, Shift, Why};

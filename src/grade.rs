//! Grading: a [`Plan`] made from a spec, applied to submissions in parallel, gives a [`Gradebook`].

mod case;
mod checked;
mod dialogue;
mod gradebook;
mod load;
mod plan;
mod replay;
mod schedule;
mod style;
mod submission;
mod telling;
mod trial;
mod verdict;

pub use gradebook::{CaseResult, Failure, FormatFinding, Gradebook, Graded, Problem, Settled, StyleResult};
pub use load::{load_lc3, load_program};
pub use plan::{Plan, PlannedCase};
pub use replay::{NoReplay, Replay, Said, replay};
pub use schedule::{each_in_parallel, in_parallel};
pub use submission::grade_submission;
pub use telling::FailedGroup;
pub use trial::{Speech, Trial};
pub use verdict::Verdict;

use crate::submission::Discovery;

/// Grades what was found. `finished` is told of each submission as soon as it is done, in any order.
///
/// The book is sorted and holds no time: the same submissions and the same spec give the same book.
pub fn grade(plan: &Plan, discovery: &Discovery, finished: &(dyn Fn(&Graded) + Sync)) -> Gradebook {
    let submissions =
        each_in_parallel(&discovery.submissions, |submission| grade_submission(plan, submission), finished);
    Gradebook {
        spec: plan.spec.clone(),
        submissions,
        skipped: discovery.skipped.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
    }
}

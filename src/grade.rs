//! Grading: a [`Plan`] made from a spec, applied to submissions in parallel, gives a [`Gradebook`].

mod audience;
mod case;
mod checked;
mod dialogue;
mod elsewhere;
mod format;
mod gradebook;
mod habits;
mod late;
mod load;
mod marks;
mod plan;
mod property;
mod replay;
mod review;
mod scene;
mod schedule;
mod score;
mod starter;
mod style;
mod submission;
mod telling;
mod trial;
mod verdict;

pub use audience::{Audience, Shown};
pub use dialogue::rules_used;
pub use gradebook::{
    CaseResult, Failure, FormatFinding, Gradebook, Graded, Problem, Settled, StarterFinding, StyleResult,
    Terms, Withheld,
};
pub use late::{Lateness, Submitted};
pub use load::{load_lc3, load_program};
pub use marks::{Mark, Marks};
pub use plan::{Plan, PlannedCase, Records};
pub use replay::{NoReplay, Replay, Said, replay};
pub use review::{NotJudged, Review};
pub use schedule::{each_in_parallel, in_parallel};
pub use score::{Account, charged, unmet};
pub use submission::{grade_submission, judge_program};
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
        audience: Audience::Staff,
        withheld: Withheld::default(),
    }
}

//! Grading: a [`Plan`] made from a spec, applied to submissions in parallel, gives a [`Gradebook`].

mod audience;
mod by_hand;
mod case;
mod checked;
mod coverage;
mod credit;
mod dialogue;
mod examined;
mod failure;
mod format;
mod gradebook;
mod habits;
mod late;
mod marks;
mod plan;
mod plays;
mod portability;
mod property;
mod ran;
mod receipt;
mod replay;
mod representatives;
mod review;
mod schedule;
mod score;
mod selection;
mod starter;
mod style;
mod submission;
mod subroutine;
mod talk;
mod trial;
mod turns;
mod understanding;
mod verdict;

pub(crate) use case::talk;

pub use audience::{Audience, Shown};
pub use coverage::{Counting, Covered, CoveredCase, NotCounted};
pub use dialogue::{rules_used, understand};
pub use failure::FailureKind;
pub use gradebook::{
    Call, CaseResult, Failure, FormatFinding, Gradebook, Graded, InferredOption, Part, Problem,
    StarterFinding, StyleResult, Terms, Turn, Withheld,
};
pub use late::{Lateness, Submitted};
pub use marks::{Mark, Marks};
pub use plan::{Plan, PlannedCase, Records};
pub use ran::Ran;
pub use receipt::{FileUse, Receipt, ReceiptFile, receipt};
pub use replay::{Lines, NoReplay, Replay, Said, lines, replay};
pub use representatives::FailedGroup;
pub use review::{NotJudged, Review};
pub use schedule::{MOST_THREADS, both, each, in_parallel, on_each, part_size, use_threads};
pub use score::{Account, charged, unmet};
pub use selection::{Failed, Selection, Wanted};
pub use submission::{before_grading, cover_submission, grade_submission, judge_program};
pub use trial::{Speech, Trial};
pub use understanding::{Keys, KnownBoard, KnownQuestion, Understanding};
pub use verdict::Verdict;

use std::num::NonZero;

use crate::submission::{Discovery, Submission};

/// Grades the submissions found. `finished` is called with each submission as soon as it is done, in any
/// order.
///
/// The book is sorted and holds no time: the same submissions and the same spec give the same book.
pub fn grade(plan: &Plan, discovery: &Discovery, finished: &(dyn Fn(&Graded) + Sync)) -> Gradebook {
    let submissions = graded(plan, &discovery.submissions, finished);
    Gradebook { submissions, ..cover(plan, discovery) }
}

/// Grades the submissions found in parts of this size, each when it is asked for, so that no more results are
/// held than those of a part; several books where a selection asks for other cases of some. The parts follow each other in the
/// order of the book, whose cover belongs to no part. Each submission is graded by `grade`: [`grade_one`], or whatever gives the
/// same.
pub fn grade_in_parts<'a>(
    plan: &'a Plan,
    discovery: &'a Discovery,
    size: NonZero<usize>,
    grade: &'a (dyn Fn(&Submission) -> Graded + Sync),
) -> impl Iterator<Item = Gradebook> + 'a {
    discovery.submissions.chunks(size.get()).flat_map(move |part| {
        let failed = |submission: &Submission, message| failed(plan, submission, message);
        plan.books(in_parallel(part, grade, failed, &|_| {}))
    })
}

/// Grades one submission. If that panics, the submission needs review, with all that is known of it besides the program. Groups
/// that were not judged have the points that people gave for them.
pub fn grade_one(plan: &Plan, submission: &Submission) -> Graded {
    one(plan, submission, |submission| grade_submission(plan, submission))
}

fn one(plan: &Plan, submission: &Submission, grade: impl FnOnce(&Submission) -> Graded) -> Graded {
    let graded = schedule::guarded(|| grade(submission));
    let mut graded = graded.unwrap_or_else(|message| failed(plan, submission, message));
    graded.take_marks(&plan.spec, &plan.records.marks);
    graded
}

/// A submission at which the grader failed.
fn failed(plan: &Plan, submission: &Submission, message: String) -> Graded {
    let mut graded = before_grading(plan, submission);
    // The files are read again, as nothing is left of the work that failed.
    graded.receipt = schedule::guarded(|| receipt(plan, submission)).ok();
    graded.withhold(&plan.spec, Review::GraderError { message });
    graded
}

/// The book of a class without its submissions.
pub fn cover(plan: &Plan, discovery: &Discovery) -> Gradebook {
    let skipped = discovery.skipped.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let (roster, part) = (discovery.roster.clone(), plan.about_part());
    Gradebook { skipped, roster, part, ..Gradebook::new(&plan.spec) }
}

fn graded(plan: &Plan, submissions: &[Submission], finished: &(dyn Fn(&Graded) + Sync)) -> Vec<Graded> {
    each_in_parallel(plan, submissions, |submission| grade_submission(plan, submission), finished)
}

/// Grades submissions in parallel, each as [`grade_one`] does, but by `grade`; the results are in the order of the submissions.
pub fn each_in_parallel(
    plan: &Plan,
    submissions: &[Submission],
    grade: impl Fn(&Submission) -> Graded + Sync,
    finished: &(dyn Fn(&Graded) + Sync),
) -> Vec<Graded> {
    let work = |submission: &Submission| one(plan, submission, &grade);
    in_parallel(submissions, work, |submission, message| failed(plan, submission, message), finished)
}

//! All cores at work, and one submission's failure kept to itself. The only file that names the crate for parallelism.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use super::{Graded, Problem};
use crate::submission::Submission;

/// Grades submissions in parallel; the results are in the order of the submissions. If `grade` panics, that submission's
/// result says so and all others are graded.
pub fn each_in_parallel(
    submissions: &[Submission],
    grade: impl Fn(&Submission) -> Graded + Sync,
    finished: &(dyn Fn(&Graded) + Sync),
) -> Vec<Graded> {
    submissions
        .par_iter()
        .map(|submission| {
            let graded = catch_unwind(AssertUnwindSafe(|| grade(submission)))
                .unwrap_or_else(|panic| failed(submission, panic.as_ref()));
            finished(&graded);
            graded
        })
        .collect()
}

fn failed(submission: &Submission, panic: &(dyn Any + Send)) -> Graded {
    let message = panic
        .downcast_ref::<&str>()
        .map(|words| (*words).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown failure".to_owned());
    Graded { problem: Some(Problem::GraderError { message }), ..Graded::new(&submission.id) }
}

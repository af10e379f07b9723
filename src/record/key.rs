//! The key of a result: a fingerprint of all that it depends on besides the spec and the program that grades.

use crate::fingerprint::Fingerprint;
use crate::grade::{Counting, Plan, before_grading};
use crate::spec::Points;
use crate::stored::{self, Deserialize, Serialize};
use crate::submission::Submission;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Key([u8; Key::SIZE]);

/// The key of a submission as it lies there now.
pub(super) struct Read {
    pub(super) key: Key,
    /// True if every byte of it could be read.
    pub(super) is_whole: bool,
}

impl Key {
    /// Its length in bytes.
    pub(super) const SIZE: usize = 32;

    /// A key that is given in bytes.
    pub(super) const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        Self(bytes)
    }

    pub(super) fn bytes(&self) -> &[u8; Self::SIZE] {
        &self.0
    }

    /// The key of a submission: the names and bytes of its files, and what staff and platforms know of it.
    pub(super) fn of(plan: &Plan, submission: &Submission) -> Read {
        let mut hash = Fingerprint::default();
        let known = stored::to_bytes(&before_grading(plan, submission));
        let mut is_whole = known.is_ok();
        hash.add(known.unwrap_or_default().as_slice());
        for (item, points, remark) in plan.records.marks.given_to(&submission.id) {
            let points = points.map_or(u64::MAX, Points::hundredths);
            for part in [item.as_bytes(), &points.to_be_bytes(), remark.as_bytes()] {
                hash.add(part);
            }
        }
        if plan.counting != Counting::None {
            hash.add(b"what the tests execute is counted");
        }
        for part in submission.to_parts(plan.spec.submission.max_bytes) {
            is_whole &= part.is_ok();
            hash.add(&part.unwrap_or_else(|error| format!("cannot be read: {error}").into_bytes()));
        }
        Read { key: Self(hash.finish()), is_whole }
    }

    /// The key of a submission that changed while it was graded: no other one has it.
    pub(super) fn of_unsteady(id: &str) -> Self {
        let mut hash = Fingerprint::default();
        hash.add(b"changed while it was graded");
        hash.add(id.as_bytes());
        Self(hash.finish())
    }

    /// The key of what there is once in a file.
    pub(super) const ONLY: Self = Self([0; Self::SIZE]);
}

//! Stretches of memory that are looked at after a run.

use crate::spec::Area;

/// A stretch of memory of which something must be true after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedArea {
    /// Its name for people.
    pub name: String,
    /// Where it begins.
    pub address: u32,
    /// How many numbers it has.
    pub length: usize,
    /// What they must add up to.
    pub sum: Option<i64>,
    /// What else must be true of them.
    pub demands: Area,
}

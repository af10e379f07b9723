//! Which lines of a submission the tests of each group execute, kept with its results.

use std::collections::BTreeSet;

use super::coverage::{Covered, CoveredCase, NotCounted};
use crate::diagnostics::FileId;
use crate::spec::{Group, Spec};
use crate::stored::{Deserialize, Serialize};

/// The lines with instructions, and which of them are executed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    /// The lines with instructions by place: the file, and the number from 1.
    lines: Vec<(FileId, u32)>,
    /// The groups of which something was asked for, in the order of the spec.
    groups: Vec<GroupRan>,
}

/// What the tests of a group execute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GroupRan {
    /// The group's id.
    group: String,
    /// The number of its tests of which it is known, and of those that were played and of which it is not.
    counted: usize,
    unknown: usize,
    /// For each line, whether it is executed.
    lines: Vec<bool>,
}

impl Ran {
    /// The lines that the cases of a submission execute.
    pub(super) fn of(spec: &Spec, covered: &Covered) -> Self {
        let lines = covered.map.lines().iter().map(|line| (line.file, line.line as u32)).collect();
        let mut first = 0;
        let mut of_group = |group: &Group| {
            let range = first..first + group.cases.len();
            first = range.end;
            let cases = || covered.cases.iter().filter(|case| range.contains(&case.case));
            let is_unknown =
                |case: &&CoveredCase| matches!(&case.coverage, Err(why) if *why != NotCounted::NotPlayed);
            let ran = GroupRan {
                group: group.id.clone(),
                counted: cases().filter(|case| case.coverage.is_ok()).count(),
                unknown: cases().filter(is_unknown).count(),
                lines: covered.union_of(|case| range.contains(&case)).lines.iter().map(|n| *n > 0).collect(),
            };
            cases().next().is_some().then_some(ran)
        };
        Self { lines, groups: spec.groups.iter().filter_map(&mut of_group).collect() }
    }

    /// The same without the groups that do not fit.
    pub(super) fn without(&self, is_kept: impl Fn(&str) -> bool) -> Self {
        let groups = self.groups.iter().filter(|group| is_kept(&group.group)).cloned().collect();
        Self { lines: self.lines.clone(), groups }
    }

    /// The number of tests of which it is known which lines they execute.
    pub fn counted(&self) -> usize {
        self.groups.iter().map(|group| group.counted).sum()
    }

    /// The number of tests that were played and of which it is not known.
    pub fn unknown(&self) -> usize {
        self.groups.iter().map(|group| group.unknown).sum()
    }

    /// The lines with instructions in order, each with its file and whether any of the tests executes it.
    pub fn lines(&self) -> impl Iterator<Item = (FileId, usize, bool)> {
        let ran: BTreeSet<usize> = self
            .groups
            .iter()
            .flat_map(|group| group.lines.iter().enumerate().filter(|(_, ran)| **ran).map(|(index, _)| index))
            .collect();
        let lines = self.lines.iter().enumerate();
        lines.map(move |(index, (file, line))| (*file, *line as usize, ran.contains(&index)))
    }
}

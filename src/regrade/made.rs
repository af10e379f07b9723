//! What two reports were made by, and where that differs.

use std::collections::{BTreeMap, BTreeSet};

use super::results::{Results, Test};
use crate::spec::Points;

/// Whether a thing is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is the same.
    Same,
    /// It is another one.
    Changed,
    /// A report does not say.
    Unknown,
}

impl Kept {
    pub(super) fn same(is_same: bool) -> Self {
        if is_same { Self::Same } else { Self::Changed }
    }
}

/// The differences of what two reports were made by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The program that graded.
    pub tool: Kept,
    /// The compiler.
    pub compiler: Kept,
    /// The spec, as far as grades depend on it.
    pub spec: Kept,
    /// True if the text of the spec is another one, grades or not.
    pub is_other_text: bool,
    /// The parts of the spec that differ.
    pub parts: PartsChanged,
}

/// The parts of a spec that differ, in the order of the new spec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartsChanged {
    /// True if it is known of all parts whether they differ; otherwise only of the tests whether they are there.
    pub is_complete: bool,
    /// The tests that only the new spec has.
    pub added: Vec<String>,
    /// The tests that only the old spec has.
    pub removed: Vec<String>,
    /// The tests that are others under the same name.
    pub changed: Vec<String>,
    /// The tests that are worth other points.
    pub reweighted: Vec<Reweighted>,
    /// The groups whose own keys, or points, differ.
    pub groups: Vec<String>,
    /// The keys of the spec itself that differ; `files` are other files that it names.
    pub keys: Vec<String>,
}

/// A test that is worth other points than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reweighted {
    /// Its id.
    pub test: String,
    /// Its points before.
    pub old: Points,
    /// Its points now.
    pub new: Points,
}

/// Keys that change what is made of points, and no verdict.
const OF_POINTS: [&str; 5] = ["cap", "late", "due", "rubric", "format"];
/// Keys by which neither verdicts nor the points of tests change.
const OF_NO_TEST: [&str; 3] = ["late", "due", "rubric"];

impl PartsChanged {
    fn between(old: &Results, new: &Results) -> Self {
        let by_id = |results: &'_ Results| -> BTreeMap<String, Test> {
            results.tests.iter().map(|test| (test.id.clone(), test.clone())).collect()
        };
        let (before, after) = (by_id(old), by_id(new));
        let only = |tests: &[Test], other: &BTreeMap<String, Test>| -> Vec<String> {
            tests.iter().map(|test| &test.id).filter(|id| !other.contains_key(*id)).cloned().collect()
        };
        let both = || new.tests.iter().filter_map(|test| Some((before.get(&test.id)?, test)));
        let changed = both().filter(|(one, other)| {
            one.fingerprint.is_some() && other.fingerprint.is_some() && one.fingerprint != other.fingerprint
        });
        let reweighted = both().filter_map(|(one, other)| {
            let (old, new) = (one.points?, other.points?);
            (old != new).then(|| Reweighted { test: other.id.clone(), old, new })
        });
        let no_keys = BTreeMap::new();
        let keys = (old.keys.as_ref().unwrap_or(&no_keys), new.keys.as_ref().unwrap_or(&no_keys));
        let is_complete = old.keys.is_some() && new.keys.is_some();
        let named: BTreeSet<&String> = keys.0.keys().chain(keys.1.keys()).collect();
        let keys = named.into_iter().filter(|name| is_complete && keys.0.get(*name) != keys.1.get(*name));
        let group = |results: &Results, id: &str| results.groups.iter().find(|group| group.0 == id).cloned();
        let gone = old.groups.iter().filter(|known| is_complete && group(new, &known.0).is_none());
        let groups =
            new.groups.iter().filter(|known| is_complete && group(old, &known.0).as_ref() != Some(*known));
        Self {
            is_complete,
            added: only(&new.tests, &before),
            removed: only(&old.tests, &after),
            changed: changed.map(|(_, test)| test.id.clone()).collect(),
            reweighted: reweighted.collect(),
            groups: groups.chain(gone).map(|group| group.0.clone()).collect(),
            keys: keys.cloned().collect(),
        }
    }

    /// Returns `true` if nothing is known to differ.
    pub fn is_empty(&self) -> bool {
        let Self { is_complete: _, added, removed, changed, reweighted, groups, keys } = self;
        let lists = [added, removed, changed, groups, keys];
        reweighted.is_empty() && lists.iter().all(|list| list.is_empty())
    }

    /// Returns `true` if verdicts may differ for it, and not only points.
    pub(super) fn touches_verdicts(&self) -> bool {
        let lists = [&self.added, &self.removed, &self.changed, &self.groups];
        lists.iter().any(|list| !list.is_empty()) || self.has_others_than(&OF_POINTS)
    }

    /// Returns `true` if what tests come to may differ for it: their verdicts or their points.
    pub(super) fn touches_tests(&self) -> bool {
        let others = Self { keys: Vec::new(), ..self.clone() };
        !others.is_empty() || self.has_others_than(&OF_NO_TEST)
    }

    /// Returns `true` if one of these keys of the spec may differ.
    pub(super) fn touches(&self, keys: &[&str]) -> bool {
        !self.is_complete || self.keys.iter().any(|key| keys.contains(&key.as_str()))
    }

    /// Returns `true` if another key than these may differ.
    fn has_others_than(&self, keys: &[&str]) -> bool {
        !self.is_complete || !self.keys.iter().all(|key| keys.contains(&key.as_str()))
    }
}

impl Made {
    pub(super) fn between(old: &Results, new: &Results) -> Self {
        let tool = match (&old.build, &new.build) {
            _ if old.tool != new.tool => Kept::Changed,
            (Some(one), Some(other)) => Kept::same(one == other),
            _ => Kept::Unknown,
        };
        let is_other_text = old.fingerprint != new.fingerprint;
        let parts = if is_other_text {
            PartsChanged::between(old, new)
        } else {
            PartsChanged { is_complete: true, ..PartsChanged::default() }
        };
        let is_same = !is_other_text || (parts.is_complete && parts.is_empty() && old.points == new.points);
        let compiler = Kept::same(old.compiler == new.compiler);
        Self { tool, compiler, spec: Kept::same(is_same), is_other_text, parts }
    }
}

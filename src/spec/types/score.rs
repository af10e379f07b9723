//! The score of a group from the points of its cases, and the order in which cases are run.

use std::collections::{BTreeMap, BTreeSet};

use crate::spec::types::Group;

/// The rule by which the points of cases make those of their group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupScore {
    /// Each case has its own.
    #[default]
    Sum,
    /// One failed case costs them all.
    AllOrNothing,
    /// The group earns the share of its worst case, halves of a hundredth of a point rounded up.
    Minimum,
}

/// Every way with its name in specs.
pub(in crate::spec) const SCORES: [(&str, GroupScore); 3] = [
    ("sum", GroupScore::Sum),
    ("all-or-nothing", GroupScore::AllOrNothing),
    ("minimum", GroupScore::Minimum),
];

/// The numbers of the cases that an id stands for. Where a group and a case share it, the group is meant.
pub fn cases_of(groups: &[Group], id: &str) -> Vec<usize> {
    let mut first = 0;
    let mut found = None;
    for group in groups {
        if group.id == id {
            return (first..first + group.cases.len()).collect();
        }
        found = found.or(group.cases.iter().position(|case| case.id == id).map(|at| first + at));
        first += group.cases.len();
    }
    found.into_iter().collect()
}

/// The cases in the order in which they can be run: those of a wave require only what is in the waves before. Within a
/// wave the order is that of the spec; without requirements there is a single one. What goes in a circle is in none.
pub fn waves(groups: &[Group]) -> Vec<Vec<usize>> {
    let levels = Steps::of(groups).levels();
    let mut waves: Vec<Vec<usize>> = Vec::new();
    for (case, level) in levels.into_iter().enumerate() {
        if let Some(level) = level {
            waves.resize_with(waves.len().max(level + 1), Vec::new);
            waves[level].push(case);
        }
    }
    waves
}

/// The order of steps: the cases by number, then for each group a step that it waits at, then one
/// that it is through with.
struct Steps {
    cases: usize,
    /// For each step those that come after it.
    next: Vec<Vec<usize>>,
    /// For each step the number of steps before it.
    before: Vec<usize>,
}

impl Steps {
    fn of(groups: &[Group]) -> Self {
        let cases = groups.iter().map(|group| group.cases.len()).sum();
        let count = cases + 2 * groups.len();
        let mut steps = Self { cases, next: vec![Vec::new(); count], before: vec![0; count] };
        let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
        let all = groups.iter().flat_map(|group| &group.cases).enumerate();
        // Where ids are the same the group is meant, and otherwise the first one.
        for (number, group) in groups.iter().enumerate() {
            ends.entry(&group.id).or_insert(cases + groups.len() + number);
        }
        all.for_each(|(number, case)| {
            ends.entry(&case.id).or_insert(number);
        });
        let mut first = 0;
        for (number, group) in groups.iter().enumerate() {
            let (gate, through) = (cases + number, cases + groups.len() + number);
            for wanted in group.requires.iter().filter_map(|id| ends.get(id.as_str())) {
                steps.put(*wanted, gate);
            }
            for (index, case) in group.cases.iter().enumerate() {
                steps.put(gate, first + index);
                steps.put(first + index, through);
                for wanted in case.requires.iter().filter_map(|id| ends.get(id.as_str())) {
                    steps.put(*wanted, first + index);
                }
            }
            first += group.cases.len();
        }
        steps
    }

    fn put(&mut self, earlier: usize, later: usize) {
        self.next[earlier].push(later);
        self.before[later] += 1;
    }

    /// For each case the number of others that have to be through before it, one after the other; `None` if
    /// it waits forever.
    fn levels(mut self) -> Vec<Option<usize>> {
        let mut levels = vec![0; self.next.len()];
        let mut ready: Vec<usize> = (0..self.next.len()).filter(|step| self.before[*step] == 0).collect();
        let mut through = vec![false; self.next.len()];
        while let Some(step) = ready.pop() {
            through[step] = true;
            // To wait at a gate takes nothing; a case is through one wave after those that it waits for.
            let end = levels[step] + usize::from(step < self.cases);
            for later in std::mem::take(&mut self.next[step]) {
                levels[later] = levels[later].max(end);
                self.before[later] -= 1;
                if self.before[later] == 0 {
                    ready.push(later);
                }
            }
        }
        levels.truncate(self.cases);
        levels.into_iter().zip(through).map(|(level, through)| through.then_some(level)).collect()
    }
}

/// Ids that require each other, the first one again at the end.
pub(in crate::spec) fn circle(groups: &[Group]) -> Option<Vec<String>> {
    let levels = Steps::of(groups).levels();
    if levels.iter().all(Option::is_some) {
        return None;
    }
    let own_group = groups.iter().find_map(|group| {
        // A case that waits for its own group waits for itself.
        let waits = group.cases.iter().find(|case| case.requires.contains(&group.id))?;
        Some(vec![waits.id.clone(), group.id.clone(), waits.id.clone()])
    });
    // Of each id the ids that it waits for and that wait forever themselves.
    let mut edges: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut waiting: BTreeSet<&str> = BTreeSet::new();
    let mut first = 0;
    for group in groups {
        let of_group = edges.entry(&group.id).or_default();
        of_group.extend(group.requires.iter().map(String::as_str));
        of_group.extend(group.cases.iter().flat_map(|case| &case.requires).map(String::as_str));
        for (index, case) in group.cases.iter().enumerate() {
            let wanted = group.requires.iter().chain(&case.requires).map(String::as_str);
            edges.entry(&case.id).or_default().extend(wanted);
            if levels[first + index].is_none() {
                waiting.extend([group.id.as_str(), &case.id]);
            }
        }
        first += group.cases.len();
    }
    // A step that waits forever waits for one that does too: the path along these comes back to its start.
    let (mut way, mut seen) = (Vec::new(), BTreeMap::new());
    let mut at = *waiting.first()?;
    while !seen.contains_key(at) {
        seen.insert(at, way.len());
        way.push(at);
        at = edges.get(at)?.iter().find(|next| waiting.contains(*next))?;
    }
    let mut circle = way.split_off(seen[at]);
    let smallest = circle.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(index, _)| index);
    circle.rotate_left(smallest);
    circle.push(circle[0]);
    own_group.or_else(|| Some(circle.into_iter().map(str::to_owned).collect()))
}

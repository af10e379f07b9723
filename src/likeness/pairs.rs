//! Pairs of programs, by what they share and hardly anybody else has.

use std::collections::BTreeMap;

use super::class::Class;
use super::shapes::Shape;
use crate::grade::each;
use crate::stored::{Deserialize, Serialize};

/// How much of a program is in another one, in hundredths of a percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Likeness(u16);

impl Likeness {
    /// All of it.
    pub const WHOLE: Self = Self(10_000);

    /// A likeness in percent; more than 100 are 100.
    pub fn percent(percent: f64) -> Self {
        Self((percent.clamp(0.0, 100.0) * 100.0).round() as u16)
    }

    /// In percent, rounded.
    pub fn to_percent(self) -> u16 {
        (self.0 + 50) / 100
    }

    fn of(part: f64, whole: f64) -> Self {
        if whole > 0.0 { Self::percent(100.0 * part / whole) } else { Self::default() }
    }
}

/// Two programs of a class, by their places in it; the first one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The first one.
    pub one: usize,
    /// The other one.
    pub other: usize,
    /// How much of the smaller one is in the larger one.
    pub likeness: Likeness,
    /// How much of the first one is in the other one.
    pub of_one: Likeness,
    /// How much of the other one is in the first one.
    pub of_other: Likeness,
}

/// The pairs of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Those that are alike enough, the most alike first.
    pub alike: Vec<Pair>,
    /// The number of pairs by their likeness in percent, from 0 to 100.
    pub counts: Vec<u64>,
}

/// Programs that are alike, each at least with one of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Their places in the class, in order.
    pub members: Vec<usize>,
    /// The likeness of the most alike two.
    pub most: Likeness,
}

/// The shapes that are in several programs but not in many, and who has them.
struct Shared {
    /// For each program, the numbers of its shapes that others have.
    of_program: Vec<Vec<u32>>,
    /// For each shape its programs, in order.
    holders: Vec<Vec<u32>>,
    weights: Vec<f64>,
    /// For each program, how much all of it weighs.
    totals: Vec<f64>,
}

/// How much a shape says that `holders` of `count` programs have: the logarithm of how unlikely it is in a program that has
/// nothing to do with them, by Laplace's rule over the others than the two that are compared. What half of them have says
/// nothing.
pub(super) fn weight(holders: usize, count: usize) -> f64 {
    let others = count.saturating_sub(2);
    let known = holders.saturating_sub(2);
    if others > 0 && 2 * known >= others {
        return 0.0;
    }
    (f64::from(others as u32 + 2) / f64::from(known as u32 + 1)).ln()
}

impl Shared {
    fn of(class: &Class<'_>) -> Self {
        let count = class.members.len();
        let mut all: Vec<(Shape, u32)> = Vec::new();
        for (index, member) in class.members.iter().enumerate() {
            all.extend(member.shapes.iter().map(|shape| (*shape, index as u32)));
        }
        all.sort_unstable();
        let mut shared = Self {
            of_program: vec![Vec::new(); count],
            holders: Vec::new(),
            weights: Vec::new(),
            totals: vec![0.0; count],
        };
        for group in all.chunk_by(|one, next| one.0 == next.0) {
            let weight = weight(group.len(), count);
            for (_, program) in group {
                shared.totals[*program as usize] += weight;
            }
            if group.len() > 1 && weight > 0.0 {
                let number = shared.holders.len() as u32;
                for (_, program) in group {
                    shared.of_program[*program as usize].push(number);
                }
                shared.holders.push(group.iter().map(|(_, program)| *program).collect());
                shared.weights.push(weight);
            }
        }
        shared
    }

    /// What a program shares with each one after it.
    fn row(&self, one: usize) -> Vec<f64> {
        let mut row = vec![0.0; self.of_program.len()];
        for number in &self.of_program[one] {
            let holders = &self.holders[*number as usize];
            let after = holders.partition_point(|other| *other as usize <= one);
            for other in &holders[after..] {
                row[*other as usize] += self.weights[*number as usize];
            }
        }
        row
    }
}

impl Pairs {
    /// Compares those of a class whose place is wanted, each with those after it, and keeps those pairs that are alike at least
    /// so much.
    pub fn of(class: &Class<'_>, least: Likeness, is_wanted: impl Fn(usize) -> bool + Send + Sync) -> Self {
        let shared = Shared::of(class);
        let rows: Vec<usize> = (0..class.members.len()).collect();
        let rows = each(&rows, |one| {
            let mut found = Self { alike: Vec::new(), counts: vec![0; 101] };
            if !is_wanted(*one) {
                return found;
            }
            let row = shared.row(*one);
            for (other, shared_weight) in row.into_iter().enumerate().skip(one + 1) {
                if class.members[*one].is_earlier && class.members[other].is_earlier {
                    continue;
                }
                let of = |program: usize| Likeness::of(shared_weight, shared.totals[program]);
                let (of_one, of_other) = (of(*one), of(other));
                let likeness = of_one.max(of_other);
                found.counts[usize::from(likeness.to_percent())] += 1;
                if likeness >= least {
                    found.alike.push(Pair { one: *one, other, likeness, of_one, of_other });
                }
            }
            found
        });
        Self::together(rows)
    }

    /// The pairs of several parts of a class.
    pub fn together(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self { alike: Vec::new(), counts: vec![0; 101] };
        for part in parts {
            all.alike.extend(part.alike);
            for (sum, count) in all.counts.iter_mut().zip(part.counts) {
                *sum += count;
            }
        }
        all.alike.sort_by_key(|pair| (std::cmp::Reverse(pair.likeness), pair.one, pair.other));
        all
    }

    /// The likeness in percent that this share of the pairs, in percent, does not exceed; `None` without pairs.
    pub fn quantile(&self, percent: u64) -> Option<usize> {
        let all: u64 = self.counts.iter().sum();
        let wanted = (all * percent).div_ceil(100).max(1);
        let mut seen = 0;
        self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted
        })
    }
}

/// The programs that belong together by these pairs, the largest clusters first.
pub fn clusters(pairs: &[Pair]) -> Vec<Cluster> {
    let mut leaders: BTreeMap<usize, usize> = BTreeMap::new();
    let leader = |of: usize, leaders: &mut BTreeMap<usize, usize>| {
        let mut at = of;
        while let Some(next) = leaders.get(&at).copied().filter(|next| *next != at) {
            at = next;
        }
        leaders.insert(of, at);
        at
    };
    for pair in pairs {
        let (one, other) = (leader(pair.one, &mut leaders), leader(pair.other, &mut leaders));
        leaders.insert(one.max(other), one.min(other));
        leaders.insert(one.min(other), one.min(other));
    }
    let mut found: BTreeMap<usize, Cluster> = BTreeMap::new();
    let everybody: Vec<usize> = leaders.keys().copied().collect();
    for member in everybody {
        let first = leader(member, &mut leaders);
        let cluster = found.entry(first);
        cluster.or_insert(Cluster { members: Vec::new(), most: Likeness::default() }).members.push(member);
    }
    for pair in pairs {
        let first = leader(pair.one, &mut leaders);
        if let Some(cluster) = found.get_mut(&first) {
            cluster.most = cluster.most.max(pair.likeness);
        }
    }
    let mut clusters: Vec<Cluster> = found.into_values().collect();
    clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.members.len()), cluster.members[0]));
    clusters
}

//! The games by which a submission's readings of what its assignment leaves open are inferred.

use std::collections::BTreeSet;

use crate::spec::{Case, DialogueCase, Expectation, OpenOption, Spec};

/// The number of times that each case for inferring options is played, each time with another seed.
const ROUNDS: u64 = 2;

/// The games of one case.
pub(super) const ONE_CASE: usize = ROUNDS as usize;

/// The distance between two of these seeds: odd, and its bits are as good as random.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The games by which options are inferred.
#[derive(Clone)]
pub(super) struct Probes<'s>(pub(super) Vec<Probe<'s>>);

/// A case by which options are inferred.
#[derive(Clone)]
pub(super) struct Probe<'s> {
    pub(super) case: &'s Case,
    pub(super) played: &'s DialogueCase,
    /// The seed of everything that is drawn at random.
    pub(super) seed: u64,
    /// The names of these options.
    pub(super) options: Vec<String>,
}

impl<'s> Probes<'s> {
    /// The cases of some options, each once; where no option is open, the first case of all.
    pub(super) fn of(spec: &'s Spec, all: &[OpenOption], options: &[OpenOption]) -> Self {
        let mut ids: Vec<&String> = options.iter().flat_map(|option| &option.by).collect();
        let mut known = BTreeSet::new();
        ids.retain(|id| known.insert(*id));
        let case = |id: &&String| spec.cases().find(|case| case.id == **id);
        let probe = |case: &'s Case| match &case.expectation {
            Expectation::Dialogue(played) => {
                let tells = |option: &&OpenOption| option.by.contains(&case.id);
                let options = all.iter().filter(tells).map(|option| option.name.clone()).collect();
                Some(Probe { case, played: played.as_ref(), seed: played.seed, options })
            }
            _ => None,
        };
        if all.is_empty() {
            return Self(spec.cases().find_map(probe).into_iter().collect());
        }
        Self(ids.iter().filter_map(case).filter_map(probe).collect())
    }

    /// One of these games alone.
    pub(super) fn only(&self, nth: usize) -> Self {
        Self(self.0.get(nth).cloned().into_iter().collect())
    }

    /// The same cases several times, each time with another seed: one draw may show something by accident.
    pub(super) fn again(self) -> Self {
        let count = self.0.len() as u64;
        let rounds = (0..ROUNDS).flat_map(|round| (0..count).map(move |nth| round * count + nth));
        let cases = self.0.iter().cycle();
        Self(cases.zip(rounds).map(|(probe, nth)| probe.again(nth)).collect())
    }
}

impl Probe<'_> {
    /// The same game with another seed. Generators draw alike from seeds that lie close together.
    pub(super) fn again(&self, nth: u64) -> Self {
        Self { seed: self.seed.wrapping_add(nth.wrapping_mul(SPREAD)), ..self.clone() }
    }
}

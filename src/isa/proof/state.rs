//! The facts known of registers and memory at one point of a program.
//!
//! Places that hold the same value, or values at a fixed distance, share a root: a bound that a branch gives
//! for one holds for all.

use std::collections::BTreeMap;

use super::value::{AbstractValue, Words};

/// Something that holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Register(u8),
    /// A word of memory, by its address.
    Cell(u32),
}

type Root = usize;

/// The facts known at one point of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AbstractState {
    /// For each place the root of its value, and the distance from it.
    places: BTreeMap<Place, (Root, i64)>,
    roots: Vec<AbstractValue>,
}

impl AbstractState {
    /// The value of a place; `None` if nothing was ever noted of it.
    pub(super) fn get(&self, place: Place, words: &Words) -> Option<AbstractValue> {
        let (root, distance) = self.places.get(&place)?;
        Some(shifted(&self.roots[*root], *distance, words))
    }

    pub(super) fn set(&mut self, place: Place, value: AbstractValue) {
        self.roots.push(value);
        self.places.insert(place, (self.roots.len() - 1, 0));
    }

    /// A place becomes what another one is, plus a number.
    pub(super) fn copy(&mut self, to: Place, from: Place, distance: i64, words: &Words) {
        match self.places.get(&from).copied() {
            Some((root, already)) => {
                self.places.insert(to, (root, words.wrap(already + distance)));
            }
            None => {
                self.set(from, AbstractValue::Any);
                self.copy(to, from, distance, words);
            }
        }
    }

    pub(super) fn cells(&self) -> Vec<u32> {
        let cell = |place: &Place| match place {
            Place::Cell(address) => Some(*address),
            Place::Register(_) => None,
        };
        self.places.keys().filter_map(cell).collect()
    }

    /// Narrows the state to one in which a place is within bounds; `false` if there is no such state.
    pub(super) fn restrict(&mut self, place: Place, low: i64, high: i64, words: &Words) -> bool {
        let Some((root, distance)) = self.places.get(&place).copied() else { return true };
        self.restrict_root(root, distance, (low, high), words)
    }

    fn restrict_root(&mut self, root: Root, distance: i64, (low, high): (i64, i64), words: &Words) -> bool {
        let value = &self.roots[root];
        if distance == 0 {
            let Some(left) = words.within(value, low, high) else { return false };
            self.roots[root] = left;
            return true;
        }
        let left = match value {
            AbstractValue::Few(values) => {
                let fits = |value: &i64| (low..=high).contains(&words.wrap(value + distance));
                let left: Vec<i64> = values.iter().copied().filter(fits).collect();
                if left.is_empty() {
                    return false;
                }
                AbstractValue::Few(left)
            }
            AbstractValue::Range(least, most)
                if least + distance >= words.least() && most + distance <= words.most() =>
            {
                let bounds = (low.saturating_sub(distance), high.saturating_sub(distance));
                match words.within(value, bounds.0, bounds.1) {
                    Some(left) => left,
                    None => return false,
                }
            }
            _ => value.clone(),
        };
        self.roots[root] = left;
        true
    }

    /// Narrows the state to one in which a place is not this number; `false` if there is no such state.
    pub(super) fn exclude(&mut self, place: Place, number: i64, words: &Words) -> bool {
        let Some((root, distance)) = self.places.get(&place).copied() else { return true };
        match words.without(&self.roots[root], words.wrap(number - distance)) {
            Some(left) => {
                self.roots[root] = left;
                true
            }
            None => false,
        }
    }

    /// The facts that hold in both of two states; `usual` is the value of a place that is not noted.
    pub(super) fn join(&self, other: &Self, words: &Words, usual: &dyn Fn(Place) -> AbstractValue) -> Self {
        let mut joined = Self::default();
        let mut known: BTreeMap<(Root, Root, i64), (Root, i64)> = BTreeMap::new();
        let places = self.places.keys().chain(other.places.keys());
        let places: std::collections::BTreeSet<Place> = places.copied().collect();
        for place in places {
            let (Some((left, of_left)), Some((right, of_right))) =
                (self.places.get(&place), other.places.get(&place))
            else {
                let value = |state: &Self| state.get(place, words).unwrap_or_else(|| usual(place));
                joined.set(place, words.join(&value(self), &value(other)));
                continue;
            };
            let apart = words.wrap(of_right - of_left);
            if let Some((root, first)) = known.get(&(*left, *right, apart)) {
                joined.places.insert(place, (*root, words.wrap(of_left - first)));
                continue;
            }
            let value = words.join(
                &shifted(&self.roots[*left], *of_left, words),
                &shifted(&other.roots[*right], *of_right, words),
            );
            joined.set(place, value);
            known.insert((*left, *right, apart), (joined.roots.len() - 1, *of_left));
        }
        joined
    }

    /// The same with roots in the order of the places, and each place that comes first at no distance.
    pub(super) fn tidy(&self, words: &Words) -> Self {
        let mut tidy = Self::default();
        let mut known: BTreeMap<Root, (Root, i64)> = BTreeMap::new();
        for (place, (root, distance)) in &self.places {
            if let Some((new, first)) = known.get(root) {
                tidy.places.insert(*place, (*new, words.wrap(distance - first)));
            } else {
                tidy.set(*place, shifted(&self.roots[*root], *distance, words));
                known.insert(*root, (tidy.roots.len() - 1, *distance));
            }
        }
        tidy
    }

    /// Of what differs from an earlier state only the piece of data is known any more that it points to, and nothing if that
    /// was all.
    pub(super) fn widen(&mut self, before: &Self, words: &Words) {
        let changed: Vec<Root> = self
            .places
            .iter()
            .filter(|(place, _)| self.get(**place, words) != before.get(**place, words))
            .map(|(_, (root, _))| *root)
            .collect();
        for root in changed {
            self.roots[root] = words.widened(&self.roots[root]);
        }
    }
}

fn shifted(value: &AbstractValue, distance: i64, words: &Words) -> AbstractValue {
    if distance == 0 { value.clone() } else { words.sum(value, &AbstractValue::one(distance)) }
}

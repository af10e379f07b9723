//! What is found out once: programs print and ask the same again and again.

use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use crate::observe::{Lookup, keep};

/// What is known by keys, the same for all copies.
pub(super) type Memo<K, V> = Arc<Mutex<Lookup<K, V>>>;

/// The most that is kept of each kind; a program of which there is more says something new each time.
pub(super) const MOST_KNOWN: usize = 10_000;

/// What is known by a key; found out by `find` if it is not known yet.
pub(super) fn once<K: Hash + Eq, V: Clone>(
    known: &Mutex<Lookup<K, V>>,
    key: K,
    find: impl FnOnce() -> V,
) -> V {
    let known = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().get(&key) {
        return found.clone();
    }
    let found = find();
    keep(&mut known(), MOST_KNOWN, key, found.clone());
    found
}

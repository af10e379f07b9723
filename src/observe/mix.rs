//! A hash of few steps, for tables that are looked up with every line that a program prints.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::sync::LazyLock;

/// A map whose keys are hashed in few steps. It is never gone through in its order.
pub type Lookup<K, V> = HashMap<K, V, Mixing>;

/// A set of the numbers of lines, with the same hash.
pub type Numbers = HashSet<u64, Mixing>;

/// Keeps what was found, and forgets all else first where there are `most` already.
pub fn keep<K: Hash + Eq, V, S: BuildHasher>(known: &mut HashMap<K, V, S>, most: usize, key: K, found: V) {
    if known.len() >= most {
        known.clear();
    }
    known.insert(key, found);
}

/// Makes [`Mix`]es. They begin with a number that is drawn when the grader starts, so that no submission can
/// print lines that all have the same hash.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixing;

static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

impl BuildHasher for Mixing {
    type Hasher = Mix;

    fn build_hasher(&self) -> Mix {
        Mix(*SEED)
    }
}

/// Multiplies, and folds the upper half of the product into the lower one.
#[derive(Clone, Copy, Debug)]
pub struct Mix(u64);

impl Mix {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        // How long it was is part of it.
        self.mix(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::Mixing;

    #[test]
    fn lines_that_are_nearly_the_same_have_different_hashes() {
        let lines = (0..20_000).map(|number| format!("| {number:5} | X |"));
        let hashes: HashSet<u64> = lines.map(|line| Mixing.hash_one(line)).collect();
        assert_eq!(hashes.len(), 20_000);
        let low: HashSet<u64> = hashes.iter().map(|hash| hash % 4096).collect();
        assert!(low.len() > 3_900, "{} of 4096", low.len());
        assert_ne!(Mixing.hash_one("a"), Mixing.hash_one("a\0"));
    }
}

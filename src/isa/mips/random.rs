//! The random number streams of services 40 to 44, which are `java.util.Random`.
//!
//! Source: the Java platform's specification of that class, which fixes the algorithm.

use std::collections::BTreeMap;

/// One generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JavaRandom(u64);

const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    pub(super) fn new(seed: i64) -> Self {
        Self((seed as u64 ^ 0x5_DEEC_E66D) & MASK)
    }

    /// The next number of this many bits, up to 32.
    fn next(&mut self, bits: u32) -> i32 {
        self.0 = self.0.wrapping_mul(0x5_DEEC_E66D).wrapping_add(0xB) & MASK;
        (self.0 >> (48 - bits)) as i32
    }

    pub(super) fn int(&mut self) -> i32 {
        self.next(32)
    }

    /// A number from 0 below `bound`, which is more than 0.
    pub(super) fn below(&mut self, bound: i32) -> i32 {
        let drawn = self.next(31);
        if bound.count_ones() == 1 {
            return ((i64::from(bound) * i64::from(drawn)) >> 31) as i32;
        }
        let mut drawn = drawn;
        loop {
            let value = drawn % bound;
            if drawn.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
            drawn = self.next(31);
        }
    }

    pub(super) fn float(&mut self) -> f32 {
        (f64::from(self.next(24)) / 16_777_216.0) as f32
    }

    pub(super) fn double(&mut self) -> f64 {
        // 53 bits, which a double holds exactly.
        let upper = f64::from(self.next(26)) * 134_217_728.0;
        (upper + f64::from(self.next(27))) / 9_007_199_254_740_992.0
    }
}

/// A number with all bits mixed, by which cases with neighbouring seeds draw nothing alike; 0 stays 0.
///
/// Source: the finishing step of `SplitMix64`.
pub(super) fn scrambled(seed: u64) -> u64 {
    let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    seed ^ (seed >> 31)
}

/// The streams of a run by their numbers. One that the program does not seed has the seed of the case.
#[derive(Clone, Debug, Default)]
pub(super) struct Streams {
    seed: u64,
    by_number: BTreeMap<i32, JavaRandom>,
}

impl Streams {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, by_number: BTreeMap::new() }
    }

    pub(super) fn seed(&mut self, number: i32, seed: i32) {
        self.by_number.insert(number, JavaRandom::new(i64::from(seed)));
    }

    pub(super) fn get(&mut self, number: i32) -> &mut JavaRandom {
        let seed = self.seed as i64;
        self.by_number.entry(number).or_insert_with(|| JavaRandom::new(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::JavaRandom;

    #[test]
    fn the_numbers_are_javas() {
        let mut stream = JavaRandom::new(42);
        let ints: Vec<i32> = (0..5).map(|_| stream.int()).collect();
        assert_eq!(ints, [-1_170_105_035, 234_785_527, -1_360_544_799, 205_897_768, 1_325_939_940]);
        let mut stream = JavaRandom::new(-7);
        let below: Vec<i32> = (0..6).map(|_| stream.below(64)).collect();
        assert_eq!(below, [17, 57, 43, 60, 33, 9]);
        let mut stream = JavaRandom::new(12_345);
        assert_eq!((stream.float(), stream.double()), (0.361_803_05, 0.513_209_535_673_163_5));
        let first = |seed| JavaRandom::new(seed).below(2);
        assert_eq!([0, 1, 2, 3, 10, 100, 99_999, 12_345, -1].map(first), [1, 1, 1, 1, 1, 1, 1, 0, 0]);
    }
}

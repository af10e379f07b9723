//! Memory that grows where a program uses it: a window over a segment, little-endian.

use super::Start;

/// Windows grow by multiples of this many bytes.
const PAGE: u32 = 1 << 10;

/// The part of a segment of memory that is in use.
#[derive(Clone, Debug)]
pub struct Window {
    /// The segment's bounds.
    low: u32,
    limit: u32,
    /// The address of the first byte.
    base: u32,
    bytes: Vec<u8>,
}

impl Window {
    /// A window over the segment from `low` to before `limit` that reaches at least from `from` to before `to`; all zero.
    pub fn new(low: u32, limit: u32, from: u32, to: u32) -> Self {
        let base = (from & !(PAGE - 1)).max(low);
        let end = to.checked_next_multiple_of(PAGE).map_or(limit, |end| end.min(limit));
        Self { low, limit, base, bytes: vec![0; (end.saturating_sub(base)) as usize] }
    }

    /// Returns `true` if an address is in the segment.
    pub fn holds(&self, address: u32) -> bool {
        (self.low..self.limit).contains(&address)
    }

    /// The bytes at an address; `None` if the window does not reach over them.
    #[inline]
    pub fn get<const SIZE: usize>(&self, address: u32) -> Option<[u8; SIZE]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get(offset..offset + SIZE)?.first_chunk().copied()
    }

    /// The place of the bytes at an address; `None` if the window does not reach over them.
    #[inline]
    pub fn get_mut<const SIZE: usize>(&mut self, address: u32) -> Option<&mut [u8; SIZE]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get_mut(offset..offset + SIZE)?.first_chunk_mut()
    }

    /// All bytes from an address on that the window reaches over; `None` if it does not reach over the address.
    #[inline]
    pub fn from(&self, address: u32) -> Option<&[u8]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get(offset..).filter(|bytes| !bytes.is_empty())
    }

    /// This many bytes from an address on; `None` if the window does not reach over them.
    #[inline]
    pub fn slice(&self, address: u32, length: usize) -> Option<&[u8]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get(offset..offset + length)
    }

    /// The place of this many bytes from an address on; `None` if the window does not reach over them.
    #[inline]
    pub fn slice_mut(&mut self, address: u32, length: usize) -> Option<&mut [u8]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get_mut(offset..offset + length)
    }

    /// The first address and the bytes that the window reaches over.
    pub fn part(&self) -> (u32, &[u8]) {
        (self.base, &self.bytes)
    }

    /// Makes the window reach over this many bytes at an address of the segment.
    pub fn reach(&mut self, address: u32, size: u32, filler: Filler) {
        let end = self.base + self.bytes.len() as u32;
        let old = (self.base, self.bytes.len());
        if address < self.base {
            // The distance is doubled, so that a stack that grows does not move its bytes at each step.
            let wanted = self.base - (self.base - address).saturating_mul(2).max(PAGE).min(self.base);
            let base = (wanted & !(PAGE - 1)).max(self.low);
            let mut bytes = vec![0; (self.base - base) as usize];
            bytes.extend_from_slice(&self.bytes);
            self.base = base;
            self.bytes = bytes;
        } else if address + (size - 1) >= end {
            let wanted = (address - self.base).saturating_add(size).saturating_mul(2).max(PAGE);
            let length = wanted.min(self.limit - self.base);
            self.bytes.resize(length as usize, 0);
        }
        filler.fill_outside(self, old);
    }

    /// Fills all that the window reaches over.
    pub fn fill(&mut self, filler: Filler) {
        let nothing = (self.base, 0);
        filler.fill_outside(self, nothing);
    }
}

/// The contents of memory that was never written.
#[derive(Clone, Copy, Debug)]
pub struct Filler(Option<u64>);

impl Filler {
    /// Zeros.
    pub const ZEROS: Self = Self(None);

    /// The contents of such memory in a start state.
    pub fn new(start: Start) -> Self {
        match start {
            Start::Zeros => Self::ZEROS,
            Start::Random(seed) => Self(Some(seed)),
        }
    }

    /// The bytes at an address.
    pub fn bytes<const SIZE: usize>(self, address: u32) -> [u8; SIZE] {
        std::array::from_fn(|index| self.0.map_or(0, |seed| noise(seed, address.wrapping_add(index as u32))))
    }

    /// Fills what lies outside of the old window, given by its base and length.
    fn fill_outside(self, window: &mut Window, (old_base, old_length): (u32, usize)) {
        let Some(seed) = self.0 else { return };
        let old = (old_base - window.base) as usize..(old_base - window.base) as usize + old_length;
        let base = window.base;
        for (index, byte) in window.bytes.iter_mut().enumerate() {
            if !old.contains(&index) {
                *byte = noise(seed, base + index as u32);
            }
        }
    }
}

/// A pseudo-random byte that depends on the seed and on the address alone.
fn noise(seed: u64, address: u32) -> u8 {
    let mut value = seed ^ u64::from(address).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ (value >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (value >> 56) as u8
}

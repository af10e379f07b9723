//! A program as the proofs see it.

use std::collections::BTreeMap;

use super::step::{Register, Step};

/// A program as a proof sees it.
#[derive(Clone, Debug)]
pub(in crate::isa) struct Image {
    /// 16 or 32.
    pub(in crate::isa) bits: u32,
    /// The number of addresses in a word of memory.
    pub(in crate::isa) word: u32,
    /// The first instruction.
    pub(in crate::isa) entry: u32,
    /// The contents of registers at the start, where they are known.
    pub(in crate::isa) registers: Vec<(Register, i64)>,
    /// The instructions by address.
    pub(in crate::isa) steps: BTreeMap<u32, Step>,
    /// The words of data by address, signed.
    pub(in crate::isa) data: BTreeMap<u32, i64>,
    /// The first address of each piece of data and the one after its last, sorted.
    pub(in crate::isa) pieces: Vec<(u32, u32)>,
    /// From this address on there are devices, which are seen from outside.
    pub(in crate::isa) devices: u32,
}

impl Image {
    /// Parts data into pieces: one begins at each label. Neighbours of the same length are taken together, as tables are
    /// often written with a label for each row; single words are not.
    pub(in crate::isa) fn pieces_of(
        addresses: impl Iterator<Item = u32>,
        word: u32,
        is_labelled: impl Fn(u32) -> bool,
    ) -> Vec<(u32, u32)> {
        let mut pieces: Vec<(u32, u32)> = Vec::new();
        for address in addresses {
            match pieces.last_mut() {
                Some((_, end)) if *end == address && !is_labelled(address) => *end = address + word,
                _ => pieces.push((address, address + word)),
            }
        }
        let mut taken: Vec<(u32, u32, u32)> = Vec::new();
        for (start, end) in pieces {
            match taken.last_mut() {
                Some((_, last, length)) if *last == start && *length == end - start && *length > word => {
                    *last = end;
                }
                _ => taken.push((start, end, end - start)),
            }
        }
        taken.into_iter().map(|(start, end, _)| (start, end)).collect()
    }
}

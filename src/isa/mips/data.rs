//! The data that a program begins with.

use super::map::{MemoryMap, Segment};

/// Bytes at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The address of the first byte.
    pub address: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The data as the assembler writes it: pieces in order, of which later ones overwrite earlier ones.
#[derive(Debug, Default)]
pub(super) struct DataImage {
    chunks: Vec<Chunk>,
}

/// An address where no data may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoData(pub(super) u32);

impl DataImage {
    /// Writes bytes.
    ///
    /// # Errors
    /// If there is no memory for data at the address.
    pub(super) fn write(&mut self, map: &MemoryMap, address: u32, bytes: &[u8]) -> Result<(), NoData> {
        let is_data = |address| {
            let segment = map.segment(address);
            segment.is_some_and(|segment| !matches!(segment, Segment::Text | Segment::KernelText))
        };
        if !is_data(address) || !is_data(address.wrapping_add(bytes.len() as u32).wrapping_sub(1)) {
            return Err(NoData(address));
        }
        match self.chunks.last_mut() {
            Some(last) if last.address.wrapping_add(last.bytes.len() as u32) == address => {
                last.bytes.extend_from_slice(bytes);
            }
            _ => self.chunks.push(Chunk { address, bytes: bytes.to_vec() }),
        }
        Ok(())
    }

    pub(super) fn into_chunks(self) -> Vec<Chunk> {
        self.chunks
    }
}

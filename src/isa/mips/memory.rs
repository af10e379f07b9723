//! The data memory: windows that grow where a program uses its segments.
//!
//! Little-endian, like MARS. A segment is 4 MB at most; memory that was never written reads as
//! the start state fills it.

use super::data::Chunk;
use super::map::{MemoryMap, Segment};
use crate::console::Peek;
use crate::machine::{Access, FaultReason, Filler, Start, Window};

/// All data memory of a machine.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    map: MemoryMap,
    data: Window,
    stack: Window,
    kernel: Window,
    devices: Window,
    filler: Filler,
}

impl Peek for Memory {
    fn byte(&self, address: u32) -> Option<u8> {
        self.load_byte(address).ok()
    }

    fn parts(&self) -> Vec<(u32, &[u8])> {
        let windows = [&self.data, &self.stack];
        windows.into_iter().map(Window::part).collect()
    }
}

impl Memory {
    /// Memory with a program's data in it.
    ///
    /// In a random start state only the stack and the heap hold noise: MARS's courses rely on static data being zero.
    pub(super) fn new(map: MemoryMap, chunks: &[Chunk], start: Start) -> Self {
        let filler = Filler::new(start);
        let end = |low: u32, limit: u32| {
            let ends = chunks.iter().filter(|chunk| (low..limit).contains(&chunk.address));
            ends.map(|chunk| chunk.address + chunk.bytes.len() as u32).max()
        };
        let data_end = end(map.data_segment, map.data_limit).unwrap_or(map.data).max(map.data);
        let mut memory = Self {
            data: Window::new(map.data_segment, map.data_limit, map.data, data_end),
            stack: Window::new(map.stack, map.stack_limit, map.stack_pointer, map.stack_pointer + 4),
            kernel: Window::new(map.kernel_data, map.kernel_data_limit, map.kernel_data, map.kernel_data),
            devices: Window::new(map.devices, map.devices_limit, map.devices, map.devices),
            map,
            filler: Filler::ZEROS,
        };
        for chunk in chunks {
            memory.write(chunk);
        }
        memory.filler = filler;
        memory.stack.fill(filler);
        memory
    }

    /// Puts data in its place; what has no memory to lie in is dropped, and the assembler lets none of that through.
    pub(super) fn write(&mut self, chunk: &Chunk) {
        if let Some(place) = self.data.slice_mut(chunk.address, chunk.bytes.len()) {
            place.copy_from_slice(&chunk.bytes);
            return;
        }
        for (address, byte) in (chunk.address..).zip(&chunk.bytes) {
            if self.map.segment(address) == Some(Segment::Devices) {
                self.set_device_bytes(address, &[*byte]);
            } else {
                let _ = self.store_outside(address, [*byte]);
            }
        }
    }

    /// Loads bytes from plain memory that is in use, at an address that is a multiple of their number.
    #[inline]
    pub(super) fn load_plain<const SIZE: usize>(&self, address: u32) -> Option<[u8; SIZE]> {
        if !address.is_multiple_of(SIZE as u32) {
            return None;
        }
        self.data.get(address).or_else(|| self.stack.get(address))
    }

    /// Stores bytes in plain memory that is in use, at an address that is a multiple of their number.
    #[inline]
    pub(super) fn store_plain<const SIZE: usize>(&mut self, address: u32, bytes: [u8; SIZE]) -> Option<()> {
        if !address.is_multiple_of(SIZE as u32) {
            return None;
        }
        let place = match self.data.get_mut(address) {
            Some(place) => place,
            None => self.stack.get_mut(address)?,
        };
        *place = bytes;
        Some(())
    }

    /// Loads bytes from an address that is a multiple of their number.
    pub(super) fn load<const SIZE: usize>(&self, address: u32) -> Result<[u8; SIZE], FaultReason> {
        if !address.is_multiple_of(SIZE as u32) {
            return Err(FaultReason::Unaligned(Access::Load, address, SIZE as u8));
        }
        self.load_plain(address).map_or_else(|| self.load_outside(address), Ok)
    }

    /// Stores bytes at an address that is a multiple of their number.
    pub(super) fn store<const SIZE: usize>(
        &mut self,
        address: u32,
        bytes: [u8; SIZE],
    ) -> Result<(), FaultReason> {
        if !address.is_multiple_of(SIZE as u32) {
            return Err(FaultReason::Unaligned(Access::Store, address, SIZE as u8));
        }
        match self.store_plain(address, bytes) {
            Some(()) => Ok(()),
            None => self.store_outside(address, bytes),
        }
    }

    #[cold]
    fn load_outside<const SIZE: usize>(&self, address: u32) -> Result<[u8; SIZE], FaultReason> {
        let window = match self.map.segment(address) {
            Some(Segment::Data) => &self.data,
            Some(Segment::Stack) => &self.stack,
            Some(Segment::KernelData) => &self.kernel,
            Some(Segment::Text) => return Err(FaultReason::TextAccess(Access::Load, address)),
            Some(Segment::KernelText) => return Err(FaultReason::KernelTextAccess(Access::Load, address)),
            // Device registers are looked after by the owner of the devices.
            Some(Segment::Devices) | None => return Err(FaultReason::NoMemory(Access::Load, address)),
        };
        Ok(window.get(address).unwrap_or_else(|| self.filler.bytes(address)))
    }

    #[cold]
    fn store_outside<const SIZE: usize>(
        &mut self,
        address: u32,
        bytes: [u8; SIZE],
    ) -> Result<(), FaultReason> {
        let window = match self.map.segment(address) {
            Some(Segment::Data) => &mut self.data,
            Some(Segment::Stack) => &mut self.stack,
            Some(Segment::KernelData) => &mut self.kernel,
            Some(Segment::Text) => return Err(FaultReason::TextAccess(Access::Store, address)),
            Some(Segment::KernelText) => return Err(FaultReason::KernelTextAccess(Access::Store, address)),
            Some(Segment::Devices) | None => return Err(FaultReason::NoMemory(Access::Store, address)),
        };
        if window.get::<SIZE>(address).is_none() {
            window.reach(address, SIZE as u32, self.filler);
        }
        match window.get_mut(address) {
            Some(place) => {
                *place = bytes;
                Ok(())
            }
            // The last bytes of a segment that is no multiple of a word long.
            None => Err(FaultReason::NoMemory(Access::Store, address)),
        }
    }

    /// Loads a word, from device memory as if it were plain memory.
    pub(super) fn load_word(&self, address: u32) -> Result<u32, FaultReason> {
        match self.load(address) {
            Err(FaultReason::NoMemory(..)) if self.is_device(address) => {
                Ok(u32::from_le_bytes(self.device_bytes(address)))
            }
            loaded => loaded.map(u32::from_le_bytes),
        }
    }

    /// Loads a byte, from device memory as if it were plain memory.
    pub(super) fn load_byte(&self, address: u32) -> Result<u8, FaultReason> {
        match self.load(address) {
            Err(FaultReason::NoMemory(..)) if self.is_device(address) => Ok(self.device_byte(address)),
            loaded => loaded.map(u8::from_le_bytes),
        }
    }

    /// Stores a word, in device memory as if it were plain memory.
    pub(super) fn store_word(&mut self, address: u32, word: u32) -> Result<(), FaultReason> {
        self.store_anywhere(address, word.to_le_bytes())
    }

    /// Stores a byte, in device memory as if it were plain memory.
    pub(super) fn store_byte(&mut self, address: u32, byte: u8) -> Result<(), FaultReason> {
        self.store_anywhere(address, [byte])
    }

    fn store_anywhere<const SIZE: usize>(
        &mut self,
        address: u32,
        bytes: [u8; SIZE],
    ) -> Result<(), FaultReason> {
        match self.store(address, bytes) {
            Err(FaultReason::NoMemory(..)) if self.is_device(address) => {
                self.set_device_bytes(address, &bytes);
                Ok(())
            }
            stored => stored,
        }
    }

    fn is_device(&self, address: u32) -> bool {
        self.map.segment(address) == Some(Segment::Devices)
    }

    /// The bytes last stored in device memory, which is plain memory but for four
    /// registers; up to four bytes.
    pub(super) fn device_bytes(&self, address: u32) -> [u8; 4] {
        std::array::from_fn(|index| self.device_byte(address.wrapping_add(index as u32)))
    }

    /// The byte last stored in device memory.
    #[inline]
    pub(super) fn device_byte(&self, address: u32) -> u8 {
        self.devices.get(address).map_or(0, |[byte]: [u8; 1]| byte)
    }

    /// Stores bytes in device memory.
    pub(super) fn set_device_bytes(&mut self, address: u32, bytes: &[u8]) {
        for (address, byte) in (address..self.map.devices_limit).zip(bytes) {
            if self.devices.get::<1>(address).is_none() {
                self.devices.reach(address, 1, Filler::ZEROS);
            }
            if let Some(place) = self.devices.get_mut(address) {
                *place = [*byte];
            }
        }
    }

    /// The bytes up to the next zero, if all are in plain memory that is in use; most strings are.
    pub(super) fn plain_string(&self, address: u32) -> Option<&[u8]> {
        let plain = self.data.from(address).or_else(|| self.stack.from(address))?;
        let end = plain.iter().position(|byte| *byte == 0)?;
        Some(&plain[..end])
    }

    /// The bytes up to the next zero, or up to the first that cannot be read; this many at most.
    pub(super) fn string_up_to(&self, address: u32, most: usize) -> Vec<u8> {
        let plain = self.data.from(address).or_else(|| self.stack.from(address)).unwrap_or_default();
        let plain = &plain[..plain.len().min(most)];
        match plain.iter().position(|byte| *byte == 0) {
            Some(end) => plain[..end].to_vec(),
            None if plain.len() == most => plain.to_vec(),
            None => {
                let bytes = (0..most as u32).map_while(|at| self.load_byte(address.wrapping_add(at)).ok());
                bytes.take_while(|byte| *byte != 0).collect()
            }
        }
    }

    /// The bytes up to the next zero; where one cannot be read, those before it and why.
    pub(super) fn string(&self, mut address: u32) -> Result<Vec<u8>, (Vec<u8>, FaultReason)> {
        let mut bytes = Vec::new();
        loop {
            if let Some(text) = self.plain_string(address) {
                bytes.extend_from_slice(text);
                return Ok(bytes);
            }
            match self.load_byte(address) {
                Ok(0) => return Ok(bytes),
                Ok(byte) => bytes.push(byte),
                Err(reason) => return Err((bytes, reason)),
            }
            address = address.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Memory, MemoryMap};
    use crate::machine::{Access, FaultReason, Start};

    #[test]
    fn a_string_is_read_no_further_than_is_asked() {
        let mut memory = Memory::new(MemoryMap::default(), &[], Start::Zeros);
        let data = 0x1001_0000;
        for address in (data..data + 40).step_by(4) {
            memory.store(address, *b"abcd").expect("it is data");
        }
        assert_eq!(memory.string_up_to(data, 6), b"abcdab");
        assert_eq!(memory.string_up_to(data + 38, 6), b"cd");
        assert_eq!(memory.string_up_to(0, 6), b"", "there is no memory");
        // Beyond what is in use everything is zero, and a string may end there.
        let last = 0x1040_0000 - 4;
        memory.store(last, *b"abcd").expect("it is data");
        assert_eq!(memory.string_up_to(last, 6), b"abcd");
    }

    #[test]
    fn segments_are_as_large_as_in_mars() {
        let mut memory = Memory::new(MemoryMap::default(), &[], Start::Zeros);
        for address in [0x1000_0000, 0x1001_0000, 0x103F_FFFC, 0x7FFF_FFFC, 0x7FC0_0000, 0x9000_0000] {
            assert_eq!(memory.load_word(address), Ok(0), "0x{address:08x}");
            assert_eq!(memory.store_word(address, 7), Ok(()), "0x{address:08x}");
            assert_eq!(memory.load_word(address), Ok(7), "0x{address:08x}");
        }
        for address in [0, 0x1040_0000, 0x8040_0000, 0x7FBF_FFFC] {
            assert_eq!(memory.load_word(address), Err(FaultReason::NoMemory(Access::Load, address)));
        }
        let text = FaultReason::TextAccess(Access::Store, 0x0040_0000);
        assert_eq!(memory.store_word(0x0040_0000, 1), Err(text));
    }

    #[test]
    fn what_was_written_stays_when_a_window_grows() {
        let mut memory = Memory::new(MemoryMap::default(), &[], Start::Random(3));
        let before = memory.load_word(0x7FD0_0000);
        memory.store_word(0x7FFF_EFFC, 1).expect("there is a stack");
        memory.store_word(0x7FE0_0000, 2).expect("there is a stack");
        assert_eq!(memory.load_word(0x7FFF_EFFC), Ok(1));
        assert_eq!(memory.load_word(0x7FD0_0000), before);
    }
}

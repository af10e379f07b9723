//! Memory: code, data and stack, each a window over its part of the board's memory. Words begin with the lowest byte.

use super::board::{Map, is_in};
use super::program::{Program, Segment};
use crate::console::Peek;
use crate::machine::{Access, FaultReason, Filler, Start, Window};

/// All memory of a machine.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    map: &'static Map,
    /// The memory that programs load and store most comes first.
    data: Window,
    stack: Window,
    code: Window,
    filler: Filler,
}

/// Where a program's code lies: the first address and one past the last one. It is all that is read-only, and the segment
/// that the program begins in.
pub(super) fn code_of(program: &Program, map: &Map) -> (u32, u32) {
    let is_code = |segment: &&Segment| {
        is_in(map.code, segment.address)
            && (segment.read_only || is_in((segment.address, segment.end()), program.entry))
    };
    let code = || program.segments.iter().filter(is_code);
    let start = code().map(|segment| segment.address).min().unwrap_or(map.placement.code);
    let end = code().map(Segment::end).max().unwrap_or(start);
    (start & !3, end.checked_next_multiple_of(4).unwrap_or(end))
}

impl Memory {
    /// Memory with a program in it. Where the program has nothing, memory is filled by the start state.
    pub(super) fn new(program: &Program, map: &'static Map, start: Start) -> Self {
        let (code, code_end) = code_of(program, map);
        let (low, limit) = map.data;
        let shares = is_in(map.data, map.placement.code);
        let low = if shares { code_end } else { low };
        let ends = program.segments.iter().filter(|segment| is_in((low, limit), segment.address));
        let end = ends.map(Segment::end).max().unwrap_or(low);
        let filler = Filler::new(start);
        let (stack, top) = map.stack;
        let code_limit = if shares { code_end } else { map.code.1 };
        let mut memory = Self {
            map,
            data: Window::new(low, limit, low, end),
            stack: Window::new(stack, top, top.saturating_sub(1), top),
            code: Window::new(code, code_limit, code, code_end),
            filler,
        };
        memory.data.fill(filler);
        memory.stack.fill(filler);
        for segment in &program.segments {
            memory.write(segment.address, &segment.bytes);
        }
        memory
    }

    /// Puts bytes in their place, whatever is there; bytes that have no memory to lie in are dropped.
    pub(super) fn write(&mut self, address: u32, bytes: &[u8]) {
        for window in [&mut self.data, &mut self.stack, &mut self.code] {
            if let Some(place) = window.slice_mut(address, bytes.len()) {
                place.copy_from_slice(bytes);
                return;
            }
        }
        for (address, byte) in (address..=u32::MAX).zip(bytes) {
            if let Some(place) = self.place(address, true) {
                *place = [*byte];
            }
        }
    }

    /// Loads bytes from memory that is in use.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the fast loop")]
    pub(super) fn load_plain<const SIZE: usize>(&self, address: u32) -> Option<[u8; SIZE]> {
        self.data.get(address).or_else(|| self.stack.get(address)).or_else(|| self.code.get(address))
    }

    /// Loads a word of the program's code.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the fast loop")]
    pub(super) fn load_code(&self, address: u32) -> Option<[u8; 4]> {
        self.code.get(address)
    }

    /// Stores bytes in memory that is in use and holds no code.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "part of the fast loop")]
    pub(super) fn store_plain<const SIZE: usize>(&mut self, address: u32, bytes: [u8; SIZE]) -> Option<()> {
        let place = match self.data.get_mut(address) {
            Some(place) => place,
            None => self.stack.get_mut(address)?,
        };
        *place = bytes;
        Some(())
    }

    /// So many bytes of memory that is in use and holds no code.
    #[inline]
    pub(super) fn plain(&self, address: u32, length: usize) -> Option<&[u8]> {
        self.data.slice(address, length).or_else(|| self.stack.slice(address, length))
    }

    /// The place of this many bytes of memory that is in use and holds no code.
    #[inline]
    pub(super) fn plain_mut(&mut self, address: u32, length: usize) -> Option<&mut [u8]> {
        match self.data.slice_mut(address, length) {
            Some(place) => Some(place),
            None => self.stack.slice_mut(address, length),
        }
    }

    /// Loads bytes.
    pub(super) fn load<const SIZE: usize>(&self, address: u32) -> Result<[u8; SIZE], FaultReason> {
        if let Some(bytes) = self.load_plain(address) {
            return Ok(bytes);
        }
        let mut bytes = [0; SIZE];
        for (index, byte) in (0u32..).zip(&mut bytes) {
            *byte =
                self.byte(address.wrapping_add(index)).ok_or(FaultReason::NoMemory(Access::Load, address))?;
        }
        Ok(bytes)
    }

    /// Stores bytes.
    pub(super) fn store<const SIZE: usize>(
        &mut self,
        address: u32,
        bytes: [u8; SIZE],
    ) -> Result<(), FaultReason> {
        if self.store_plain(address, bytes).is_some() {
            return Ok(());
        }
        // All or nothing: the last byte can be where no memory is, or code.
        let last = address.wrapping_add(SIZE as u32 - 1);
        for address in [address, last] {
            if self.is_read_only(address) {
                return Err(FaultReason::TextAccess(Access::Store, address));
            }
            if self.byte(address).is_none() {
                return Err(FaultReason::NoMemory(Access::Store, address));
            }
        }
        for (index, byte) in (0u32..).zip(bytes) {
            if let Some(place) = self.place(address.wrapping_add(index), false) {
                *place = [byte];
            }
        }
        Ok(())
    }

    /// Returns `true` if code lies at an address that the program cannot write to.
    pub(super) fn is_read_only(&self, address: u32) -> bool {
        self.code.holds(address) && !self.map.code_is_writable
    }

    /// Returns `true` if an address is one of code, whether or not it was written.
    pub(super) fn is_code(&self, address: u32) -> bool {
        self.code.holds(address)
    }

    /// The place of a byte, which is then in use.
    fn place(&mut self, address: u32, anywhere: bool) -> Option<&mut [u8; 1]> {
        let is_writable = anywhere || self.map.code_is_writable;
        let windows = [(&mut self.data, true), (&mut self.stack, true), (&mut self.code, is_writable)];
        let (window, _) = windows.into_iter().find(|(window, open)| *open && window.holds(address))?;
        if window.get::<1>(address).is_none() {
            window.reach(address, 1, self.filler);
        }
        window.get_mut(address)
    }
}

impl Peek for Memory {
    fn byte(&self, address: u32) -> Option<u8> {
        if let Some([byte]) = self.load_plain(address) {
            return Some(byte);
        }
        // Code memory without code in it is empty.
        let filler = if self.code.holds(address) { Filler::ZEROS } else { self.filler };
        let windows = [&self.data, &self.stack, &self.code];
        let [byte] = windows.iter().any(|window| window.holds(address)).then(|| filler.bytes(address))?;
        Some(byte)
    }

    fn parts(&self) -> Vec<(u32, &[u8])> {
        let windows = [&self.data, &self.stack];
        windows.into_iter().map(Window::part).filter(|(_, bytes)| !bytes.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;
    use crate::isa::arm::board::Board;
    use crate::isa::arm::program::{Program, Segment};
    use crate::machine::{Access, FaultReason, Start};

    fn program(board: Board) -> Program {
        let address = board.map().placement.code;
        let segments = vec![Segment { address, bytes: vec![1, 2, 3, 4, 5], read_only: true }];
        Program { segments, entry: address, ..Program::default() }
    }

    #[test]
    fn memory_is_where_the_boards_have_it() {
        for (_, board, _) in Board::ALL {
            let map = board.map();
            let mut memory = Memory::new(&program(board), map, Start::Zeros);
            let code = map.placement.code;
            assert_eq!(memory.load(code), Ok([1, 2, 3, 4]));
            assert_eq!(memory.load(code + 4), Ok([5, 0, 0, 0]));
            assert_eq!(memory.load(map.top - 4), Ok([0, 0, 0, 0]));
            assert_eq!(memory.store(map.top - 4, [7, 8, 9, 10]), Ok(()));
            assert_eq!(memory.load(map.top - 4), Ok([7, 8, 9, 10]));
            let limit = map.data.1.max(map.stack.1);
            assert_eq!(memory.load::<4>(limit), Err(FaultReason::NoMemory(Access::Load, limit)));
            let data = if map.data.0 == code { code + 8 } else { map.data.0 };
            assert_eq!(memory.store(data + 0x5000, [9]), Ok(()));
            assert_eq!(memory.load(data + 0x5000), Ok([9]));
            let into_code = memory.store(code, [0; 4]);
            assert_eq!(into_code.is_ok(), map.code_is_writable, "{into_code:?}");
        }
    }

    #[test]
    fn what_was_never_written_is_noise_that_stays() {
        let map = Board::Semihost.map();
        let mut memory = Memory::new(&program(Board::Semihost), map, Start::Random(3));
        let before = memory.load::<4>(0x0700_0000);
        memory.store(0x06FF_0000, [1]).expect("there is memory");
        assert_eq!(memory.load::<4>(0x0700_0000), before);
        assert_ne!(memory.load::<4>(0x0700_0000), memory.load::<4>(0x0700_0010));
    }
}

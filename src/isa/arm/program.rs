//! An assembled ARM program.

use std::sync::Arc;

use super::board::Board;
use super::isa::ISA;
use super::listing::listing;
use super::memory::code_of;
use super::routine::routine;
use super::table::Architecture;
use crate::asm::{Role, SourceMap, Symbol};
use crate::diagnostics::{SourceFile, Sources, Text};
use crate::machine::{Isa, Layout, Loadable, Origin, Routine};

/// Subroutines that the harness calls return there: no board has memory at this address, so that no program runs on to it.
const OUTSIDE: u32 = 0xC000_0000;

/// A subroutine that stands in for one of the program's lies this many bytes after it.
const BEHIND_THE_END: u32 = 0x100;

/// The language that a source is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Of Arm's own assembler, as in Keil: `AREA`, `DCD`, labels without a colon, `;` comments.
    #[default]
    Armasm,
    /// Of the GNU assembler: `.text`, `.word`, labels with a colon, `@` comments.
    Gnu,
}

/// Bytes of a program that lie together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// The address of the first one.
    pub address: u32,
    /// The bytes; words begin with the lowest one.
    pub bytes: Vec<u8>,
    /// True for code and constants, to which the program cannot write if the board separates them from data.
    pub read_only: bool,
}

impl Segment {
    /// One past the last byte.
    pub fn end(&self) -> u32 {
        self.address.saturating_add(self.bytes.len() as u32)
    }

    /// The bytes from an address on, if it is in the segment.
    fn from(&self, address: u32) -> Option<&[u8]> {
        self.bytes.get(address.checked_sub(self.address)? as usize..).filter(|bytes| !bytes.is_empty())
    }
}

/// An assembled or linked ARM program: its memory, and the places in the sources that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The contents of memory at the start, sorted by address; no two overlap. Memory
    /// outside of them is zero.
    pub segments: Vec<Segment>,
    /// The address of the first instruction that is executed.
    pub entry: u32,
    /// The labels, sorted by address, then by name.
    pub symbols: Vec<Symbol>,
    /// From addresses to source lines: one for each instruction, at its address, and one for each word of data.
    pub source_map: SourceMap,
    /// The source files.
    pub sources: Arc<Sources>,
    /// The language of the source.
    pub dialect: Dialect,
    /// The newest architecture that an instruction needs.
    pub architecture: Option<Architecture>,
    /// Notes on things that another tool would not take, for people who run the program by hand.
    pub notes: Vec<Text>,
    /// The board that it was placed for.
    pub board: Board,
    /// Further facts known of it if a compiler has made it.
    pub compiled: Option<Compiled>,
}

/// The facts known of a program that a compiler has made.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The language that it was compiled from.
    pub isa: &'static Isa,
    /// The addresses with instructions, be they of the source or of a library: each stretch from its first address to one past
    /// its last one, in order.
    pub code: Vec<(u32, u32)>,
    /// Where a caller of a function begins, with the function's address in `r12`: the library is made ready there.
    pub calls: Option<u32>,
    /// Its source.
    pub origin: Arc<dyn Origin>,
}

/// Where the parts of a program go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The address of the first code area.
    pub code: u32,
    /// The address of the first data area that can be written to; `None` if data follows the code.
    pub data: Option<u32>,
}

impl Program {
    /// The word at an address that is a multiple of four; `None` where the program has none.
    pub fn word(&self, address: u32) -> Option<u32> {
        let bytes = self.segments.iter().find_map(|segment| segment.from(address))?;
        bytes.first_chunk().map(|word| u32::from_le_bytes(*word))
    }

    /// One past the last byte of the segment that the program begins in.
    pub fn end_of_code(&self) -> u32 {
        let code =
            self.segments.iter().find(|segment| (segment.address..segment.end()).contains(&self.entry));
        code.map_or(self.entry, Segment::end)
    }

    /// Puts other bytes in the place of some, if the program has some there.
    fn put(&mut self, address: u32, bytes: &[u8]) {
        let place = self.segments.iter_mut().find_map(|segment| {
            let offset = address.checked_sub(segment.address)? as usize;
            segment.bytes.get_mut(offset..offset + bytes.len())
        });
        if let Some(place) = place {
            place.copy_from_slice(bytes);
        }
    }

    /// The address of a label; of several that have the name, the first one's.
    pub fn address_of(&self, label: &str) -> Option<u32> {
        self.symbols.iter().find(|symbol| symbol.name == label).map(|symbol| symbol.address)
    }
}

impl Loadable for Program {
    fn source_map(&self) -> &SourceMap {
        &self.source_map
    }

    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    fn listing(&self) -> String {
        listing(self)
    }

    fn replace(&mut self, address: u32, value: u32) {
        let is_instruction = self.source_map.get(address).is_some_and(|line| line.role == Role::Instruction);
        let length = if is_instruction { 4 } else { 1 };
        self.put(address, &value.to_le_bytes()[..length]);
    }

    fn origin(&self) -> Option<&dyn Origin> {
        Some(self.compiled.as_ref()?.origin.as_ref())
    }

    fn next_address(&self, address: u32) -> u32 {
        address.saturating_add(4)
    }

    fn layout(&self) -> Layout {
        Layout { top: self.board.map().top & !7, word: ISA.word, outside: OUTSIDE }
    }

    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text> {
        // After all that the program has where its code is.
        let map = self.board.map();
        let ends =
            self.segments.iter().map(Segment::end).filter(|end| (map.code.0..=map.code.1).contains(end));
        let end = ends.chain([code_of(self, map).1]).max().unwrap_or(map.code.0);
        routine(&|name| self.address_of(name), source, label, None, end.saturating_add(BEHIND_THE_END) & !3)
    }
}

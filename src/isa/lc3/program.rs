//! An assembled LC-3 program.

use std::sync::Arc;

use super::cpu::DEVICES;
use super::isa::ISA;
use super::keys;
use super::listing::listing;
use super::object::{write_object, write_words};
use super::profile::Profile;
use super::routine::{overlap, routine};
use crate::asm::{SourceMap, Symbol};
use crate::diagnostics::{SourceFile, Sources, Text, text};
use crate::machine::{Layout, Loadable, Routine};

/// This many free words below it make an end of the program's memory a place for a caller's things.
const CALLERS_ROOM: u32 = 0x400;

/// A run of words that begins at an `.ORIG`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The address of the first word.
    pub origin: u16,
    /// The words.
    pub words: Vec<u16>,
}

/// An assembled LC-3 program: its words, and the places in the sources that they come from.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The blocks in the order of the files; where two overlap, the later one wins.
    pub blocks: Vec<Block>,
    /// The labels, sorted by address.
    pub symbols: Vec<Symbol>,
    /// From addresses to source lines.
    pub source_map: SourceMap,
    /// The source files.
    pub sources: Arc<Sources>,
}

impl Program {
    /// A program of these parts; the symbols may come in any order.
    pub fn new(
        blocks: Vec<Block>,
        mut symbols: Vec<Symbol>,
        source_map: SourceMap,
        sources: Arc<Sources>,
    ) -> Self {
        symbols.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        Self { blocks, symbols, source_map, sources }
    }

    /// The address at which a machine starts. lc3tools starts at the first `.ORIG`. Other simulators
    /// start at x3000 and slide over zeros to a program at another address, which prints the same as to
    /// start at its first block.
    pub fn entry(&self, profile: &Profile) -> u16 {
        if let (true, Some(first)) = (profile.starts_at_first_block, self.blocks.first()) {
            return first.origin;
        }
        let holds = |block: &Block| {
            u32::from(block.origin) <= 0x3000 && 0x3000 < u32::from(block.origin) + block.words.len() as u32
        };
        if self.blocks.iter().any(holds) {
            return 0x3000;
        }
        self.blocks.iter().find(|block| !block.words.is_empty()).map_or(0x3000, |block| block.origin)
    }

    /// The word that is loaded at an address.
    pub fn word(&self, address: u32) -> Option<u16> {
        let of_block = |block: &Block| {
            let index = address.checked_sub(u32::from(block.origin))?;
            block.words.get(index as usize).copied()
        };
        self.blocks.iter().rev().find_map(of_block)
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

    fn object_file(&self, flag: &str) -> Result<Vec<u8>, Text> {
        match (flag, self.blocks.as_slice()) {
            (keys::OBJ, _) => Ok(write_object(self)),
            (keys::RAW, [block]) => Ok(write_words(block)),
            (keys::RAW, _) => Err(text!(
                "this format holds one .ORIG block; use --obj",
                "định dạng này chỉ chứa một khối .ORIG; hãy dùng --obj"
            )),
            _ => Err(text!("there is no such format", "không có định dạng này")),
        }
    }

    fn replace(&mut self, address: u32, value: u32) {
        // Of blocks that overlap the later one wins.
        self.blocks.push(Block { origin: address as u16, words: vec![value as u16] });
    }

    fn next_address(&self, address: u32) -> u32 {
        address + 1
    }

    /// The caller has the highest words of user memory that the program leaves free.
    fn layout(&self) -> Layout {
        let mut top = u32::from(DEVICES);
        while let Some(block) = self.blocks.iter().find(|block| {
            let (first, end) = (u32::from(block.origin), u32::from(block.origin) + block.words.len() as u32);
            first < top && top - CALLERS_ROOM < end
        }) {
            top = u32::from(block.origin);
        }
        Layout { top: top - 1, word: ISA.word, outside: top - 1 }
    }

    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text> {
        let address_of = |name: &str| {
            let mut symbols = self.symbols.iter();
            symbols.find(|symbol| symbol.name.eq_ignore_ascii_case(name)).map(|symbol| symbol.address)
        };
        let routine = routine(&address_of, source, label)?;
        match overlap(&routine, self) {
            Some(why) => Err(why),
            None => Ok(routine),
        }
    }
}

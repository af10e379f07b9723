//! An assembled LC-3 program.

use std::sync::Arc;

use super::profile::Profile;
use crate::asm::{SourceMap, Symbol};
use crate::diagnostics::Sources;

/// A run of words that begins at an `.ORIG`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The address of the first word.
    pub origin: u16,
    /// The words.
    pub words: Vec<u16>,
}

/// What an LC-3 machine needs to run a program, and what is known about where its words come from.
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

    /// The address at which a machine starts. lc3tools starts at the first `.ORIG`. Other simulators start at x3000 and slide
    /// over zeros to a program elsewhere, which prints the same as to start at its first block.
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

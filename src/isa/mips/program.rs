//! An assembled MIPS program.

use std::sync::Arc;

use super::assembler::Options;
use super::data::Chunk;
use super::isa::ISA;
use super::listing::listing;
use super::map::MemoryMap;
use super::routine::routine;
use crate::asm::{Role, SourceLine, SourceMap, Symbol};
use crate::diagnostics::{SourceFile, Sources, Span, Text};
use crate::machine::{Layout, Loadable, Routine};

/// Subroutines that the harness calls return this many bytes after the last instruction.
const BEHIND_THE_END: u32 = 0x100;

/// One instruction of the source: a basic one, or a pseudo-instruction with all that it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Where it is written; inside a macro, in the macro's body.
    pub span: Span,
    /// The uses of macros that it comes from, outermost first.
    pub calls: Arc<[Span]>,
    /// The address of its first word.
    pub address: u32,
    /// Its words.
    pub words: Vec<u32>,
}

/// An assembled MIPS program: its instructions and data, and the places in the sources that they come from.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The instructions, sorted by address.
    pub statements: Vec<Statement>,
    /// The data in the order in which it is to be written.
    pub data: Vec<Chunk>,
    /// The labels, sorted by address.
    pub symbols: Vec<Symbol>,
    /// The address of the label `main`, if it is global and an instruction is there.
    pub main: Option<u32>,
    /// The memory configuration that the addresses belong to.
    pub map: MemoryMap,
    /// True if pseudo-instructions have delay slots.
    pub delayed_branches: bool,
    /// The things that SPIM does not read, each kind with its first place.
    pub only_in_mars: Vec<(String, Span)>,
    /// From addresses to source lines.
    pub source_map: SourceMap,
    /// The source files.
    pub sources: Arc<Sources>,
}

impl Program {
    /// A program of these parts; the statements are sorted by address, the symbols may come in any order.
    pub(super) fn new(
        statements: Vec<Statement>,
        data: Vec<Chunk>,
        mut symbols: Vec<Symbol>,
        main: Option<u32>,
        only_in_mars: Vec<(String, Span)>,
        options: Options,
        sources: Arc<Sources>,
    ) -> Self {
        symbols.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        let lines = statements.iter().flat_map(|statement| {
            let addresses = (statement.address..).step_by(4).take(statement.words.len());
            addresses.map(|address| SourceLine { address, span: statement.span, role: Role::Instruction })
        });
        let source_map = SourceMap::new(lines.collect());
        let Options { map, delayed_branches } = options;
        Self { statements, data, symbols, main, map, delayed_branches, only_in_mars, source_map, sources }
    }

    /// The words of all instructions with their addresses, in order.
    pub fn words(&self) -> impl Iterator<Item = (u32, u32)> {
        self.statements
            .iter()
            .flat_map(|statement| (statement.address..).step_by(4).zip(statement.words.iter().copied()))
    }

    /// The word of the instruction at an address.
    pub(super) fn word(&self, address: u32) -> Option<u32> {
        let statement = self.statement(address)?;
        statement.words.get(((address - statement.address) / 4) as usize).copied()
    }

    /// The instruction of the source that an address belongs to.
    pub fn statement(&self, address: u32) -> Option<&Statement> {
        let after = self.statements.partition_point(|statement| statement.address <= address);
        let statement = self.statements.get(after.checked_sub(1)?)?;
        (address < statement.address + 4 * statement.words.len() as u32).then_some(statement)
    }

    /// Puts another word in the place of an instruction's; `false` if no instruction is there.
    fn replace_word(&mut self, address: u32, word: u32) -> bool {
        let after = self.statements.partition_point(|statement| statement.address <= address);
        let statement = after.checked_sub(1).and_then(|index| self.statements.get_mut(index));
        let place = statement.and_then(|statement| {
            let index = (address - statement.address) / 4;
            statement.words.get_mut(index as usize)
        });
        place.is_some_and(|place| {
            *place = word;
            true
        })
    }

    /// The address of a label; of several files that have it, the first one's.
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
        if !self.replace_word(address, value) {
            // Later pieces of data overwrite earlier ones.
            self.data.push(Chunk { address, bytes: vec![value as u8] });
        }
    }

    fn next_address(&self, address: u32) -> u32 {
        address.saturating_add(4)
    }

    fn layout(&self) -> Layout {
        let map = self.map;
        let end = self.words().map(|(address, _)| address + 4).filter(|end| *end < map.text_limit).max();
        // A program that runs past its end is not to be taken for one that returns.
        let outside = (end.unwrap_or(map.text) + BEHIND_THE_END).min(map.text_limit - 4) & !3;
        Layout { top: map.stack_pointer & !7, word: ISA.word, outside }
    }

    fn stand_in(&self, source: &SourceFile, label: &str) -> Result<Routine, Text> {
        // After the place that subroutines return to when the harness has called them.
        routine(
            &|name| self.address_of(name),
            source,
            label,
            self.map,
            self.layout().outside + BEHIND_THE_END,
        )
    }

    fn place(&self, address: u32) -> Option<String> {
        let statement = self.statement(address)?;
        let place = self.sources.place(statement.span);
        Some(match statement.calls.first() {
            // The line of a macro's body says little without the line that uses the macro.
            Some(call) => format!("{place} ({})", self.sources.place(*call)),
            None => place,
        })
    }
}

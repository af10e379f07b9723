//! The assembler: statements into sections, sections to addresses, instructions into words.
//!
//! Each source is read once, line by line: macros, conditions and variables are worked out on the way, values and
//! instructions take their room. What waits for labels is worked out when all sources are read and all sections lie
//! somewhere. Nothing stops at the first error.

mod armasm;
#[cfg(test)]
mod back;
mod conditions;
mod data;
mod encode;
mod flow;
mod gnu;
mod instruction;
#[cfg(test)]
mod linear;
mod literals;
mod macros;
mod names;
mod pool;
mod resolve;
mod statement;
mod unit;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::dialect;
use super::line::StatementText;
use super::messages;
use super::program::{Dialect, Placement, Program, Segment};
use super::table::Architecture;
use crate::asm::limits::{self, Budget, Expanded};
use crate::asm::section::{self, Kind, Section};
use crate::asm::symbols::{Host, NOTHING};
use crate::asm::{self, Collector, Place, Role, Shelf, SourceLine, SourceMap, Symbol, Value};
use crate::diagnostics::{Diagnostic, SourceFile, Sources, Span, has_errors};
use crate::isa::foreign;
use encode::Task;
use pool::Literal;
use unit::{Meaning, Unit};

/// The options of an assembly.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Where its parts go.
    pub placement: Placement,
    /// The dialect; `None` if it is detected from the source.
    pub dialect: Option<Dialect>,
}

/// The result of assembling.
pub type Assembly = asm::Assembly<Program>;

/// A statement, and the use of a macro that it comes from.
#[derive(Clone, Debug)]
struct Site {
    line: Rc<StatementText>,
    call: Option<Span>,
}

/// Something that takes room and waits for labels.
#[derive(Debug)]
struct Waiting {
    unit: usize,
    place: Place,
    site: Site,
    task: Task,
}

/// The state that all sources share.
struct Assembler<'a> {
    host: &'a Host<'a>,
    includes: &'a dyn Shelf,
    out: Collector,
    sources: Sources,
    sections: Vec<Section>,
    /// The source that is being read.
    unit: Unit,
    /// Those that were read.
    units: Vec<Unit>,
    waiting: Vec<Waiting>,
    literals: Vec<Literal>,
    /// For each name of room that all sources share the section that it is.
    commons: BTreeMap<String, usize>,
    /// Where everything comes from: the place, the statement, what it is.
    origins: Vec<(Place, Span, Role)>,
    entry: Option<(Place, Span)>,
    architecture: Option<Architecture>,
    expanded: Expanded,
    /// The bytes that were written.
    written: Budget,
}

/// Assembles sources together: each has its own labels, and shares those that it exports.
pub fn assemble(files: Vec<SourceFile>, includes: &dyn Shelf, options: Options) -> Assembly {
    assemble_into(NOTHING, files, includes, options)
}

/// Assembles sources that use labels of another program too.
pub(super) fn assemble_into(
    host: &Host<'_>,
    files: Vec<SourceFile>,
    includes: &dyn Shelf,
    options: Options,
) -> Assembly {
    let mut sources = Sources::default();
    let ids: Vec<_> = files.into_iter().map(|file| sources.add(file)).collect();
    let mut assembler = Assembler {
        host,
        includes,
        out: Collector::default(),
        sources,
        sections: Vec::new(),
        unit: Unit::default(),
        units: Vec::new(),
        waiting: Vec::new(),
        literals: Vec::new(),
        commons: BTreeMap::new(),
        origins: Vec::new(),
        entry: None,
        architecture: None,
        expanded: Expanded::default(),
        written: Budget::new(limits::MOST_DATA),
    };
    for id in &ids {
        let source = assembler.sources.file(*id);
        let dialect = options.dialect.unwrap_or_else(|| dialect::of(source));
        if source.byte_order_mark {
            assembler.out.add(asm::messages::byte_order_mark(*id));
        }
        assembler.read(*id, dialect);
    }
    let dialect = assembler.units.first().map_or_else(Dialect::default, |unit| unit.dialect);
    let program = assembler.link(options.placement, dialect);
    let Assembler { out, sources, .. } = assembler;
    let first = ids.first().copied().unwrap_or_default();
    let diagnostics =
        foreign::reported(&super::ISA, &sources, &ids, out.finish(messages::called(dialect), first));
    let sources = Arc::new(sources);
    let program = (!has_errors(&diagnostics)).then(|| Program { sources: Arc::clone(&sources), ..program });
    Assembly { program, diagnostics, sources }
}

impl Assembler<'_> {
    /// Adds an error; where it comes out of a macro, with the place of the use.
    fn complain(&mut self, site: &Site, work_out: impl FnOnce() -> Diagnostic) {
        let call = site.call.filter(|call| *call != site.line.code);
        self.out.add_error(|| match call {
            Some(call) => work_out().also(call, messages::used_here()),
            None => work_out(),
        });
    }

    /// Adds a warning.
    fn warn(&mut self, work_out: impl FnOnce() -> Diagnostic) {
        self.out.add(work_out());
    }

    /// Gives everything its address and works out what waits for that.
    fn link(&mut self, placement: Placement, dialect: Dialect) -> Program {
        let bases = self.place(placement);
        self.resolve(&bases);
        self.encode(&bases);
        let entry = self.entry(&bases);
        let lines = self.origins.iter().map(|(place, span, role)| SourceLine {
            address: section::address_of(*place, &bases),
            span: *span,
            role: *role,
        });
        let source_map = SourceMap::new(lines.collect());
        let symbols = self.symbols(&bases);
        let mut segments: Vec<Segment> = self
            .sections
            .iter()
            .zip(&bases)
            .filter(|(section, _)| !section.bytes.is_empty())
            .map(|(section, base)| Segment {
                address: *base,
                bytes: section.bytes.clone(),
                read_only: !section.kind.is_writable(),
            })
            .collect();
        segments.sort_by_key(|segment| segment.address);
        Program {
            segments,
            entry,
            symbols,
            source_map,
            dialect,
            architecture: self.architecture,
            ..Program::default()
        }
    }

    /// Where the sections begin: what is only read from the one address on, the rest from the other one, or after it on a
    /// page of its own, as linkers place it.
    fn place(&mut self, placement: Placement) -> Vec<u32> {
        const PAGE: u32 = 0x1000;
        // Only one area can be where the processor begins.
        let entry = self.entry.map(|(place, _)| place.section);
        if !self.sections.iter().any(|section| section.kind == Kind::First)
            && let Some(section) = entry.and_then(|entry| self.sections.get_mut(entry))
            && section.kind == Kind::Code
        {
            section.kind = Kind::First;
        }
        let order = section::in_order(&self.sections);
        let (writable, read_only): (Vec<usize>, Vec<usize>) =
            order.into_iter().partition(|index| self.sections[*index].kind.is_writable());
        let mut bases = vec![0; self.sections.len()];
        let end = section::place(&self.sections, &read_only, placement.code, &mut bases);
        let data = match placement.data {
            Some(data) => Some(data).filter(|data| end.is_some_and(|end| end <= *data)),
            None => end.and_then(|end| end.checked_next_multiple_of(PAGE)),
        };
        let end = data.and_then(|data| section::place(&self.sections, &writable, data, &mut bases));
        if end.is_none() {
            let span = self.origins.last().map(|(_, span, _)| *span).unwrap_or_default();
            self.out.add(messages::past_end_of_memory(span));
        }
        bases
    }

    /// The address of the first instruction that is executed: what `ENTRY` says, or a label that linkers know, or the
    /// beginning of the code.
    fn entry(&mut self, bases: &[u32]) -> u32 {
        const NAMES: [&str; 5] = ["_start", "__main", "Reset_Handler", "main", "start"];
        if let Some((place, _)) = self.entry {
            return section::address_of(place, bases);
        }
        let exported = |name: &str| self.units.iter().find(|unit| unit.exported.contains_key(name));
        let named = NAMES.iter().find_map(|name| {
            let unit =
                exported(name).or_else(|| self.units.iter().find(|unit| unit.symbols.get(name).is_some()))?;
            unit.address(name, bases)
        });
        named.unwrap_or_else(|| {
            let order = section::in_order(&self.sections);
            order.first().and_then(|first| bases.get(*first)).copied().unwrap_or(0)
        })
    }

    /// The labels, sorted by address.
    fn symbols(&self, bases: &[u32]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for unit in &self.units {
            for (name, span, meaning) in unit.definitions() {
                if let Meaning::Known(Value::Place(place)) = meaning {
                    let address = section::address_of(*place, bases);
                    symbols.push(Symbol { name: name.to_owned(), address, span });
                }
            }
        }
        symbols.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        // Each source that shares room has a label of its own for it.
        symbols.dedup_by(|a, b| (a.address, &a.name) == (b.address, &b.name));
        symbols
    }
}

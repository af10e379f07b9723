//! The assembler: lines into statements, statements into addresses, addresses into words.
//!
//! It never stops at the first error: what cannot be read keeps its room, so that the rest is still checked.

#[cfg(test)]
mod linear;
mod values;

use std::sync::Arc;

use super::context::Context;
use super::dialect::{Dialect, Feature};
use super::encode::{self, Site};
use super::lexer::Token;
use super::messages;
use super::outside::{AfterEnd, after_end, is_outside, last_orig, only_colons};
use super::program::{Block, Program};
use super::statement::{self, Operation, Statement};
use super::symbols::Symbols;
use crate::asm::limits::{self, Budget};
use crate::asm::symbols::{Host, NOTHING};
use crate::asm::{self, Role, SourceLine, SourceMap, work};
use crate::diagnostics::{LineEnds, SourceFile, Sources, Span, has_errors};
use crate::isa::foreign;
use values::{block_of_words, origin, string_words};

/// The result of assembling. The diagnostics of one file come before those of the next.
pub type Assembly = asm::Assembly<Program>;

/// Assembles files that are loaded together, such as a program and its interrupt routine; each has its own labels.
///
/// They are read as `dialect` reads them, or in the union of all tools with warnings where those differ.
pub fn assemble(files: Vec<SourceFile>, dialect: Option<Dialect>) -> Assembly {
    assemble_into(NOTHING, files, dialect)
}

/// Assembles files that use labels of another program too.
pub(super) fn assemble_into(host: &Host<'_>, files: Vec<SourceFile>, dialect: Option<Dialect>) -> Assembly {
    let mut sources = Sources::default();
    let ids: Vec<_> = files.into_iter().map(|file| sources.add(file)).collect();
    let (mut blocks, mut symbols, mut lines, mut diagnostics) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for id in ids {
        let mut context = Context::new(sources.file(id), id, dialect, host);
        note_file_features(&mut context);
        let mut layout = Layout::new();
        layout.read(&mut context);
        let (new_blocks, new_lines) = layout.encode(&mut context);
        layout.note_lone_labels(&mut context);
        blocks.extend(new_blocks);
        lines.extend(new_lines);
        symbols.extend(layout.symbols.into_list());
        let found = context.finish();
        let source = sources.file(id);
        let instead = foreign::instead(&super::ISA, id, source, &found);
        diagnostics.extend(foreign::wide(id, source));
        diagnostics.extend(instead.unwrap_or(found));
    }
    let sources = Arc::new(sources);
    let program = (!has_errors(&diagnostics))
        .then(|| Program::new(blocks, symbols, SourceMap::new(lines), Arc::clone(&sources)));
    Assembly { program, diagnostics, sources }
}

fn note_file_features(context: &mut Context<'_>) {
    let start = Span::new(context.file, 0..0);
    if context.source.byte_order_mark {
        context.uses(Feature::ByteOrderMark, start);
    }
    if context.source.line_ends == LineEnds::Cr {
        context.uses(Feature::CarriageReturns, start);
    }
}

/// A statement that takes up memory, with its place.
struct Item {
    block: usize,
    address: u32,
    kind: ItemKind,
    span: Span,
}

enum ItemKind {
    Instruction { name: Span, operands: Vec<Token> },
    Fill(Vec<Token>),
    Words { words: Vec<u16>, role: Role },
}

struct Layout {
    origins: Vec<(u32, Span)>,
    open: bool,
    address: u32,
    items: Vec<Item>,
    symbols: Symbols,
    /// The last label if nothing stands after it so far.
    waiting_label: Option<Span>,
    /// The labels of each line that holds nothing else.
    lone_labels: Vec<Vec<Span>>,
    /// Where the last line that opens a block begins.
    last_orig: Option<usize>,
    /// The number of words that the statements take up; where blocks overlap they count again.
    words: Budget,
}

impl Layout {
    fn new() -> Self {
        Self {
            origins: Vec::new(),
            open: false,
            address: 0,
            items: Vec::new(),
            symbols: Symbols::default(),
            waiting_label: None,
            lone_labels: Vec::new(),
            last_orig: None,
            words: Budget::new(limits::MOST_WORDS),
        }
    }

    /// The first pass: statements get addresses, labels get values.
    fn read(&mut self, context: &mut Context<'_>) {
        let text = &context.source.text;
        self.last_orig = last_orig(text);
        let (mut start, mut ended, mut seen) = (0, false, false);
        for line in text.split('\n') {
            let line_start = start;
            start += line.len() + 1;
            if ended {
                match after_end(context, line, line_start) {
                    AfterEnd::Skip => continue,
                    AfterEnd::Stop => break,
                    AfterEnd::Read => ended = false,
                }
            }
            let is_before_block = self.last_orig.is_some_and(|last| last > line_start);
            let drops_outside = matches!(context.dialect, None | Some(Dialect::Lc3tools));
            let is_checked = !self.open && drops_outside && is_before_block;
            if is_checked && is_outside(context, line, line_start) {
                seen = true;
                continue;
            }
            if let Some(colons) = only_colons(context, line, line_start) {
                let feature = if self.open { Feature::ColonsAlone } else { Feature::StatementOutside };
                context.uses(feature, colons);
                continue;
            }
            let Some(statement) = statement::parse(context, line, line_start) else {
                seen |= !line.trim().is_empty() && !line.trim_start().starts_with(';');
                continue;
            };
            seen = true;
            ended = self.place(context, statement);
        }
        self.end_of_block(context);
        if self.open {
            let end = text.trim_end().len();
            context.uses(Feature::MissingEnd, Span::new(context.file, end..end));
        }
        if !seen {
            messages::nothing_in_file(context);
        }
    }

    /// Labels alone on their lines that were probably meant as instructions: those that nothing refers to, which is known
    /// once all operands were worked out.
    fn note_lone_labels(&self, context: &mut Context<'_>) {
        for labels in &self.lone_labels {
            if !context.lists_warnings() {
                // The next one is counted, so that the report says that there are more than those that are listed.
                break;
            }
            let mut is_told = false;
            for label in labels {
                let is_unused = self.symbols.unused(context.slice(*label));
                is_told |= is_unused && messages::label_looks_like_opcode(context, *label);
            }
            if let ([first, .., last], None, false) = (labels.as_slice(), context.dialect, is_told) {
                messages::words_without_opcode(context, first.to(*last));
            }
        }
    }

    /// Gives one statement its address; returns `true` if it was `.END`.
    fn place(&mut self, context: &mut Context<'_>, statement: Statement) -> bool {
        let directive = match statement.operation {
            Some(Operation::Directive(span)) => context.slice(span).to_ascii_uppercase(),
            _ => String::new(),
        };
        match directive.as_str() {
            ".ORIG" => {
                self.begin_block(context, &statement);
                return false;
            }
            ".END" => {
                self.define_labels(context, &statement, Feature::LabelOnEnd);
                self.end_of_block(context);
                self.open = false;
                return true;
            }
            _ => {}
        }
        if !self.open && !self.open_without_orig(context, &statement) {
            return false;
        }
        for label in &statement.labels {
            self.symbols.define(context, *label, self.address, self.block());
        }
        if let (Some(_), Some(next)) = (self.waiting_label, statement.labels.first()) {
            context.uses(Feature::LabelBeforeLabel, *next);
        }
        self.waiting_label = statement.labels.last().copied().filter(|_| statement.operation.is_none());
        let span = statement.span();
        match statement.operation {
            None => self.lone_labels.push(statement.labels),
            Some(Operation::Instruction(name)) => {
                self.push(context, span, 1, ItemKind::Instruction { name, operands: statement.operands });
            }
            Some(Operation::Directive(name)) => {
                self.place_directive(context, name, &directive, statement, span);
            }
        }
        false
    }

    /// Nothing more comes in this block.
    fn end_of_block(&mut self, context: &mut Context<'_>) {
        if let Some(label) = self.waiting_label.take() {
            context.uses(Feature::LabelBeforeEnd, label);
        }
    }

    fn block(&self) -> usize {
        self.origins.len().saturating_sub(1)
    }

    fn place_directive(
        &mut self,
        context: &mut Context<'_>,
        name: Span,
        directive: &str,
        statement: Statement,
        span: Span,
    ) {
        match directive {
            ".FILL" => {
                if statement.operands.is_empty() {
                    messages::operand_count(context, span, ".FILL", 1, 0);
                }
                self.push(context, span, 1, ItemKind::Fill(statement.operands));
            }
            ".BLKW" => {
                let (count, fill) = block_of_words(context, &statement, span);
                let role = if fill == 0 { Role::Reserved } else { Role::Data };
                // Words past the limit are not kept.
                let kept = count as usize * usize::from(count as usize <= self.words.rest());
                let words = vec![fill; kept];
                self.push(context, span, count, ItemKind::Words { words, role });
            }
            ".STRINGZ" => {
                let words = string_words(context, &statement, span);
                self.push(context, span, words.len() as u32, ItemKind::Words { words, role: Role::Data });
            }
            ".EXTERNAL" => {
                context.uses(Feature::External, name);
                // The word of an external label is filled in by a linker; alone it is zero.
                if let Some(token) = statement.operands.first() {
                    self.symbols.define(context, token.span, 0, self.block());
                }
            }
            _ => {
                messages::unknown_directive(context, name);
                // lc3tools, alone in taking these, counts a word for the directive and emits none.
                self.address += 1;
            }
        }
    }

    fn begin_block(&mut self, context: &mut Context<'_>, statement: &Statement) {
        if self.open {
            context.uses(Feature::OrigWithoutEnd, statement.span());
            if context.dialect == Some(Dialect::Lc3as) {
                // lc3as goes on as if the line were not there.
                return;
            }
        }
        if !self.origins.is_empty() {
            context.uses(Feature::SeveralOrigs, statement.span());
        }
        if self.origins.len() == limits::MOST_BLOCKS {
            self.too_large(context, statement.span());
        }
        if self.words.is_reported() {
            return;
        }
        self.open = true;
        let address = origin(context, statement);
        self.address = address;
        self.origins.push((address, statement.span()));
        self.define_labels(context, statement, Feature::LabelOnOrig);
    }

    fn define_labels(&mut self, context: &mut Context<'_>, statement: &Statement, feature: Feature) {
        if let Some(first) = statement.labels.first() {
            context.uses(feature, *first);
        }
        for label in &statement.labels {
            self.symbols.define(context, *label, self.address, self.block());
        }
    }

    /// Handles a statement before `.ORIG`; returns `true` if it counts.
    fn open_without_orig(&mut self, context: &mut Context<'_>, statement: &Statement) -> bool {
        match context.dialect {
            Some(Dialect::Lace) if self.origins.is_empty() => {
                self.open = true;
                self.address = 0x3000;
                self.origins.push((0x3000, statement.span()));
                return true;
            }
            // lc3tools drops what stands outside of blocks, but wants a block.
            Some(Dialect::Lc3tools) if self.last_orig.is_some() => {
                context.uses(Feature::StatementOutside, statement.span());
            }
            // One report is enough; the rest is read as if the line were there.
            _ if self.last_orig.is_none() => {
                messages::no_orig(context, statement.span());
                self.open = true;
                self.address = 0x3000;
                self.origins.push((0x3000, statement.span()));
                return true;
            }
            _ => messages::no_orig(context, statement.span()),
        }
        false
    }

    /// More than is assembled; said once.
    fn too_large(&mut self, context: &mut Context<'_>, span: Span) {
        if self.words.report() {
            messages::too_large(context, span);
        }
    }

    fn push(&mut self, context: &mut Context<'_>, span: Span, size: u32, kind: ItemKind) {
        work::count(size as usize);
        if !self.words.spend(size as usize) {
            self.too_large(context, span);
        }
        if self.words.is_reported() {
            return;
        }
        let end = self.address + size;
        if end > 0x1_0000 {
            if self.address <= 0x1_0000 {
                messages::past_end_of_memory(context, span);
            }
            // One past the end is as good as far past it, and sums stay small.
            self.address = 0x1_0001;
            return;
        }
        if end > 0xFE00 {
            context.uses(Feature::CodeInDevicePage, span);
        }
        self.items.push(Item { block: self.block(), address: self.address, kind, span });
        self.address = end;
    }

    /// The second pass: every item becomes words.
    fn encode(&mut self, context: &mut Context<'_>) -> (Vec<Block>, Vec<SourceLine>) {
        let mut blocks: Vec<Block> = self
            .origins
            .iter()
            .map(|(origin, _)| Block { origin: *origin as u16, words: Vec::new() })
            .collect();
        let mut lines = Vec::new();
        for item in &self.items {
            let site = Site { address: item.address, block: item.block };
            let (words, role) = match &item.kind {
                ItemKind::Instruction { name, operands } => {
                    let word = encode::instruction(context, &mut self.symbols, site, *name, operands);
                    (vec![word], Role::Instruction)
                }
                ItemKind::Fill(operands) => {
                    (vec![encode::fill(context, &mut self.symbols, site, operands)], Role::Data)
                }
                ItemKind::Words { words, role } => (words.clone(), *role),
            };
            let block = &mut blocks[item.block];
            let start = u32::from(block.origin) + block.words.len() as u32;
            lines.extend((start..).take(words.len()).map(|address| SourceLine {
                address,
                span: item.span,
                role,
            }));
            block.words.extend(words);
        }
        self.check_overlaps(context, &blocks);
        (blocks, lines)
    }

    fn check_overlaps(&self, context: &mut Context<'_>, blocks: &[Block]) {
        for (later, block) in blocks.iter().enumerate() {
            let range =
                |block: &Block| u32::from(block.origin)..u32::from(block.origin) + block.words.len() as u32;
            let this = range(block);
            if blocks[..later]
                .iter()
                .map(range)
                .any(|earlier| earlier.start < this.end && this.start < earlier.end)
            {
                context.uses(Feature::OverlappingBlocks, self.origins[later].1);
            }
        }
    }
}

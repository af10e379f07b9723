//! The assembler: lines into statements, statements into addresses, addresses into words.
//!
//! It never stops at the first error: what cannot be read keeps its room, so that the rest is still checked.

use std::ops::Range;
use std::sync::Arc;

use super::context::Context;
use super::dialect::{Dialect, Feature};
use super::encode::{self, Site};
use super::lexer::{Token, TokenKind};
use super::outside::{AfterEnd, after_end, is_outside, last_orig, only_colons};
use super::program::{Block, Program};
use super::statement::{self, Operation, Statement};
use super::symbols::Symbols;
use super::{messages, number, strings};
use crate::asm::{Role, SourceLine, SourceMap};
use crate::diagnostics::{Diagnostic, LineEnds, SourceFile, Sources, Span, code, has_errors, text};

/// The result of assembling.
#[derive(Debug)]
pub struct Assembly {
    /// The program, if there were no errors.
    pub program: Option<Program>,
    /// Errors and warnings, file by file in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the diagnostics speak of.
    pub sources: Arc<Sources>,
}

/// Assembles files that are loaded together, such as a program and its interrupt routine; each has its own labels.
///
/// They are read as `dialect` reads them, or in the union of all tools with warnings where those differ.
pub fn assemble(files: Vec<SourceFile>, dialect: Option<Dialect>) -> Assembly {
    let mut sources = Sources::default();
    let ids: Vec<_> = files.into_iter().map(|file| sources.add(file)).collect();
    let (mut blocks, mut symbols, mut lines, mut diagnostics) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for id in ids {
        let mut context = Context::new(sources.file(id), id, dialect);
        note_file_features(&mut context);
        let mut layout = Layout::default();
        layout.read(&mut context);
        let (new_blocks, new_lines) = layout.encode(&mut context);
        blocks.extend(new_blocks);
        lines.extend(new_lines);
        symbols.extend(layout.symbols.into_list());
        diagnostics.extend(context.finish());
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

#[derive(Default)]
struct Layout {
    origins: Vec<(u32, Span)>,
    open: bool,
    address: u32,
    items: Vec<Item>,
    symbols: Symbols,
    /// The labels of each line that holds nothing else.
    lone_labels: Vec<Vec<Span>>,
    /// Where the last line that opens a block begins.
    last_orig: Option<usize>,
}

impl Layout {
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
        if self.open {
            let end = text.trim_end().len();
            context.uses(Feature::MissingEnd, Span::new(context.file, end..end));
        }
        if !seen {
            messages::nothing_in_file(context);
        }
        for labels in &self.lone_labels {
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

    /// Gives one statement its address; says whether it was `.END`.
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
                let words = vec![fill; count as usize];
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

    /// Handles a statement before `.ORIG`; says whether it counts.
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
            // To say it once is enough; the rest is read as if the line were there.
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

    fn push(&mut self, context: &mut Context<'_>, span: Span, size: u32, kind: ItemKind) {
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

fn origin(context: &mut Context<'_>, statement: &Statement) -> u32 {
    let [token] = statement.operands.as_slice() else {
        messages::operand_count(context, statement.span(), ".ORIG", 1, statement.operands.len());
        return 0x3000;
    };
    let Some(number) = plain_number(context, *token, ".ORIG") else { return 0x3000 };
    let value = wrapped(context, token.span, number.value, ".ORIG");
    if !number.bits && context.slice(token.span).bytes().all(|byte| byte.is_ascii_digit()) && value < 0x3000 {
        messages::decimal_orig(context, token.span, u32::from(value));
    }
    u32::from(value)
}

/// The value of a number as a 16-bit word; more bits than that are cut by PennSim and rejected by the others.
fn wrapped(context: &mut Context<'_>, span: Span, value: i64, directive: &str) -> u16 {
    if !(-0x8000..0x1_0000).contains(&value) {
        if context.accepts(Feature::NumberWraps) {
            context.uses(Feature::NumberWraps, span);
        } else {
            messages::immediate_range(context, span, directive, 16, (-0x8000, 0xFFFF));
        }
    }
    value as u16
}

/// A number where a directive needs one; notes its spelling.
fn plain_number(context: &mut Context<'_>, token: Token, directive: &str) -> Option<number::Number> {
    let word = context.slice(token.span);
    match number::read(word) {
        number::Reading::Number(number) => {
            for feature in &number.features {
                context.uses(*feature, token.span);
            }
            Some(number)
        }
        number::Reading::Malformed => {
            messages::bad_number(context, token.span);
            None
        }
        number::Reading::Word => {
            messages::operand_kind(context, token.span, directive, &text!("a number", "một số"));
            None
        }
    }
}

/// The length and the value of a `.BLKW`.
fn block_of_words(context: &mut Context<'_>, statement: &Statement, span: Span) -> (u32, u16) {
    let (count, fill) = match statement.operands.as_slice() {
        [count] => (*count, None),
        // lc3as takes the last of several values, if no comma stands between them.
        [_, last] if context.dialect == Some(Dialect::Lc3as) && !statement.has_commas => (*last, None),
        [count, fill] => {
            context.uses(Feature::BlkwValue, fill.span);
            (*count, Some(*fill))
        }
        operands => {
            messages::operand_count(context, span, ".BLKW", 1, operands.len());
            return (0, 0);
        }
    };
    let fill = fill.and_then(|token| {
        let number = plain_number(context, token, ".BLKW")?;
        Some(wrapped(context, token.span, number.value, ".BLKW"))
    });
    let Some(number) = plain_number(context, count, ".BLKW") else { return (0, 0) };
    if number.value == 0 {
        context.uses(Feature::BlkwZero, count.span);
    } else if !(1..0x1_0000).contains(&number.value) {
        let shown = number.value;
        context.add(
            Diagnostic::error(
                code::PAST_END_OF_MEMORY,
                count.span,
                text!("`.BLKW` cannot reserve {shown} words", "`.BLKW` không thể dành {shown} ô nhớ"),
            )
            .help(text!("give the number of words, 1 to 65535", "hãy cho số ô nhớ, từ 1 đến 65535")),
        );
        return (0, 0);
    }
    (number.value as u32, fill.unwrap_or(0))
}

/// The words of a `.STRINGZ` with the final zero.
fn string_words(context: &mut Context<'_>, statement: &Statement, span: Span) -> Vec<u16> {
    let token = match statement.operands.as_slice() {
        [token] => *token,
        [_, last]
            if [0, 1].iter().all(|at| matches!(statement.operands[*at].kind, TokenKind::String { .. })) =>
        {
            context.uses(Feature::TwoStrings, last.span);
            *last
        }
        operands => {
            messages::operand_count(context, span, ".STRINGZ", 1, operands.len());
            return vec![0];
        }
    };
    let written = context.slice(token.span);
    let body = match token.kind {
        TokenKind::String { closed: true } => &written[1..written.len() - 1],
        TokenKind::String { closed: false } => {
            context.uses(Feature::UnterminatedString, token.span);
            &written[1..]
        }
        _ if written.starts_with('\'') => {
            context.uses(Feature::ApostropheString, token.span);
            written
        }
        _ => {
            messages::operand_kind(
                context,
                token.span,
                ".STRINGZ",
                &text!("a string in quotation marks", "một chuỗi trong ngoặc kép"),
            );
            return vec![0];
        }
    };
    let contents = strings::read(body, context.source, context.dialect);
    let start = token.span.range().start + usize::from(written.starts_with('"'));
    let place = |range: Range<usize>| Span::new(context.file, start + range.start..start + range.end);
    let features: Vec<_> =
        contents.features.into_iter().map(|(feature, range)| (feature, place(range))).collect();
    let rejected = contents.rejected.map(place);
    for (feature, span) in features {
        context.uses(feature, span);
    }
    if let (Some(span), Some(dialect)) = (rejected, context.dialect) {
        messages::bad_escape(context, span, dialect);
    }
    let mut words = contents.words;
    words.push(0);
    words
}

//! The assembler: lines into statements with addresses, statements into words.
//!
//! Source: MARS 4.5, `mars/assembler/Assembler.java`. It follows MARS step by step, so that the words are the same, but
//! never stops at the first error.

mod directives;
mod encode;
#[cfg(test)]
mod linear;

use std::rc::Rc;
use std::sync::Arc;

use super::data::DataImage;
use super::directive::Directive;
use super::forms::{self, Form};
use super::lines::{self, Equivalents, Includes, TokenLine};
use super::macros::{Macro, Macros, without_parentheses};
use super::map::MemoryMap;
use super::program::Program;
use super::symbols::Labels;
use super::token::{Token, TokenKind};
use super::{messages, operands};
use crate::asm::limits::{self, Budget, Expanded};
use crate::asm::messages::{byte_order_mark, nested_too_deep};
use crate::asm::symbols::{Host, NOTHING};
use crate::asm::{self, Collector, work};
use crate::diagnostics::{Diagnostic, SourceFile, Sources, Span, has_errors, text};
use crate::isa::foreign;

/// The options of an assembly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The memory configuration.
    pub map: MemoryMap,
    /// True if pseudo-instructions have delay slots.
    pub delayed_branches: bool,
}

/// The result of assembling.
pub type Assembly = asm::Assembly<Program>;

/// Assembles files together: each has its own labels and macros, and shares the labels that it declares with `.globl`.
pub fn assemble(files: Vec<SourceFile>, includes: &Includes<'_>, options: Options) -> Assembly {
    assemble_into(NOTHING, files, includes, options)
}

/// Assembles files that use labels of another program too.
pub(super) fn assemble_into(
    host: &Host<'_>,
    files: Vec<SourceFile>,
    includes: &Includes<'_>,
    options: Options,
) -> Assembly {
    let mut sources = Sources::default();
    let ids: Vec<_> = files.into_iter().map(|file| sources.add(file)).collect();
    let mut assembler = Assembler::new(host, options);
    let mut units = Vec::new();
    for id in &ids {
        if sources.file(*id).byte_order_mark {
            assembler.out.add(byte_order_mark(*id));
        }
        let lines = lines::read(&mut sources, *id, includes, &mut assembler.out);
        units.push(assembler.read(lines));
    }
    let statements = assembler.encode(&units);
    let only_in_mars = only_in_mars(&units);
    let symbols = units.into_iter().flat_map(|unit| unit.labels.into_list());
    let main = assembler.globals.get("main").map(|label| label.address);
    let main = main.filter(|address| options.map.is_text(*address));
    let symbols = symbols.chain(assembler.globals.into_list()).collect();
    let first = ids.first().copied().unwrap_or_default();
    let found = assembler.out.finish(messages::CALLED, first);
    let diagnostics = foreign::reported(&super::ISA, &sources, &ids, found);
    let sources = Arc::new(sources);
    let program = (!has_errors(&diagnostics)).then(|| {
        let data = assembler.data.into_chunks();
        Program::new(statements, data, symbols, main, only_in_mars, options, Arc::clone(&sources))
    });
    Assembly { program, diagnostics, sources }
}

/// The things that SPIM does not read, each kind once.
fn only_in_mars(units: &[Unit]) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    for line in units.iter().flat_map(|unit| &unit.lines) {
        for token in &line.tokens {
            let is_marsian = match token.kind {
                TokenKind::Directive(Directive::Equivalent | Directive::Macro) => true,
                TokenKind::Operator => ["subi", "subiu"].contains(&token.text.to_ascii_lowercase().as_str()),
                _ => false,
            };
            if is_marsian && !found.iter().any(|(known, _)| *known == token.text) {
                found.push((token.text.clone(), line.span_of(token)));
            }
        }
    }
    found
}

/// The next free addresses for users and for the kernel, and which of the two is in use.
#[derive(Clone, Copy, Debug)]
struct Space {
    addresses: [u32; 2],
    is_kernel: bool,
}

impl Space {
    fn new(user: u32, kernel: u32) -> Self {
        Self { addresses: [user, kernel], is_kernel: false }
    }

    fn get(&self) -> u32 {
        self.addresses[usize::from(self.is_kernel)]
    }

    fn set(&mut self, address: u32) {
        self.addresses[usize::from(self.is_kernel)] = address;
    }

    fn advance(&mut self, bytes: u32) {
        self.set(self.get().wrapping_add(bytes));
    }
}

/// The state that all files share.
struct Assembler<'h> {
    host: &'h Host<'h>,
    options: Options,
    out: Collector,
    text: Space,
    data: DataImage,
    data_space: Space,
    external: u32,
    globals: Labels,
    /// Data that waits for labels which no file has defined so far.
    references: Vec<Reference>,
    /// The output of macros so far.
    expanded: Expanded,
    /// The bytes of data that were written.
    written: Budget,
}

/// A place in the data that waits for the address of a label.
#[derive(Debug)]
struct Reference {
    address: u32,
    size: u32,
    label: String,
    span: Span,
}

/// One file, with all that it includes.
struct Unit {
    lines: Vec<Rc<TokenLine>>,
    equivalents: Equivalents,
    labels: Labels,
    macros: Macros,
    /// The macro whose body is being read.
    open_macro: Option<Macro>,
    in_data: bool,
    auto_align: bool,
    /// The directive that lines with nothing but values belong to.
    data_directive: Directive,
    declared_global: Vec<(String, Span)>,
    references: Vec<Reference>,
    statements: Vec<Parsed>,
}

/// An instruction with its address, its operands not yet worked out.
#[derive(Debug)]
struct Parsed {
    line: Rc<TokenLine>,
    /// The number of the token that is the mnemonic.
    name: usize,
    form: &'static Form,
    address: u32,
    calls: Arc<[Span]>,
}

impl Parsed {
    fn name(&self) -> &Token {
        &self.line.tokens[self.name]
    }

    fn operands(&self) -> &[Token] {
        &without_comment(&self.line.tokens)[self.name + 1..]
    }

    fn span(&self) -> Span {
        let last = self.operands().last().unwrap_or_else(|| self.name());
        self.line.span_from(self.name(), last)
    }
}

fn without_comment(tokens: &[Token]) -> &[Token] {
    match tokens {
        [rest @ .., last] if last.kind == TokenKind::Comment => rest,
        _ => tokens,
    }
}

impl<'h> Assembler<'h> {
    fn new(host: &'h Host<'h>, options: Options) -> Self {
        let map = &options.map;
        Self {
            host,
            options,
            out: Collector::default(),
            text: Space::new(map.text, map.kernel_text),
            data: DataImage::default(),
            data_space: Space::new(map.data, map.kernel_data),
            external: map.external,
            globals: Labels::default(),
            references: Vec::new(),
            expanded: Expanded::default(),
            written: Budget::new(limits::MOST_DATA),
        }
    }

    /// The first pass over one file: statements get addresses, labels get values, data is laid out.
    fn read(&mut self, lines: Vec<TokenLine>) -> Unit {
        let mut equivalents = Equivalents::default();
        let lines: Vec<Rc<TokenLine>> =
            lines.into_iter().map(|line| Rc::new(equivalents.tokenize(line, &mut self.out))).collect();
        let mut unit = Unit {
            lines: lines.clone(),
            equivalents,
            labels: Labels::default(),
            macros: Macros::default(),
            open_macro: None,
            in_data: false,
            auto_align: true,
            data_directive: Directive::Word,
            declared_global: Vec::new(),
            references: Vec::new(),
            statements: Vec::new(),
        };
        let no_calls: Arc<[Span]> = Arc::new([]);
        for (number, line) in lines.iter().enumerate() {
            self.read_line(&mut unit, line, number, &no_calls);
        }
        if let Some(open) = unit.open_macro.take() {
            self.out.add(messages::macro_is_open(open.span));
        }
        self.share_globals(&mut unit);
        for reference in std::mem::take(&mut unit.references) {
            let label = unit.labels.get(&reference.label).or_else(|| self.globals.get(&reference.label));
            match label {
                Some(label) => self.resolve(&reference, label.address),
                None => self.references.push(reference),
            }
        }
        unit
    }

    /// Puts the address of a label where data waits for it.
    fn resolve(&mut self, reference: &Reference, address: u32) {
        let bytes = address.to_le_bytes();
        // Room was taken at this address before, so the second write cannot fail.
        let _ = self.data.write(&self.options.map, reference.address, &bytes[..reference.size as usize]);
    }

    /// Reads a line, which has this number in the file; `calls` are the uses of macros that it comes from.
    fn read_line(&mut self, unit: &mut Unit, line: &Rc<TokenLine>, number: usize, calls: &Arc<[Span]>) {
        let tokens = without_comment(&line.tokens);
        let has_label = matches!(tokens, [label, colon, ..]
            if label.may_be_label() && colon.kind == TokenKind::Colon);
        let mut first = 0;
        if has_label {
            match &mut unit.open_macro {
                Some(open) => open.define(&tokens[0]),
                None => {
                    self.define(unit, line, &tokens[0]);
                    first = 2;
                }
            }
        }
        let Some(token) = tokens.get(first) else { return };
        if let TokenKind::Directive(directive) = token.kind {
            self.directive(unit, line, number, directive, &tokens[first..]);
            return;
        }
        if unit.open_macro.is_some() || self.expand_macro(unit, line, number, &tokens[first..], calls) {
            return;
        }
        match token.kind {
            TokenKind::Identifier if token.text.starts_with('.') => {
                self.out.add(messages::unknown_directive(line.span_of(token), &token.text));
            }
            TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::String
            | TokenKind::Identifier
            | TokenKind::Integer(_)
            | TokenKind::Real
                if unit.in_data =>
            {
                self.continue_data(unit, line, &tokens[first..]);
            }
            _ if unit.in_data => {
                if token.kind == TokenKind::Operator {
                    self.out.add(messages::instruction_among_data(line.span_of(token), &token.text));
                }
            }
            _ => self.instruction(unit, line, first, calls),
        }
    }

    fn define(&mut self, unit: &mut Unit, line: &TokenLine, label: &Token) {
        let address = if unit.in_data { self.data_space.get() } else { self.text.get() };
        let span = line.span_of(label);
        if let Err(earlier) = unit.labels.define(&label.text, address, span) {
            self.out.add(messages::duplicate_label(span, &label.text, earlier));
        }
    }

    /// Copies the lines of a macro, if these tokens use one; `false` if not.
    fn expand_macro(
        &mut self,
        unit: &mut Unit,
        line: &Rc<TokenLine>,
        number: usize,
        tokens: &[Token],
        calls: &Arc<[Span]>,
    ) -> bool {
        let Some(found) = unit.macros.find(tokens) else { return false };
        let span = line.span_of(&tokens[0]);
        let count = unit.macros.next_use();
        self.expanded.lines.spend(found.to - found.from);
        let name = &found.name;
        if unit.macros.stack.contains(&number) {
            self.out.add(messages::macro_error(
                span,
                text!(
                    "the macro `{name}` never ends: it uses itself",
                    "macro `{name}` không kết thúc: nó gọi chính nó"
                ),
                "Detected a macro expansion loop (recursive reference). ",
            ));
            return true;
        }
        if unit.macros.stack.len() == limits::DEEPEST {
            self.out.add_error(|| nested_too_deep(span));
            return true;
        }
        unit.macros.stack.push(number);
        let calls: Arc<[Span]> = calls.iter().copied().chain([span]).collect();
        let arguments = without_parentheses(&tokens[1..]);
        for body in found.from + 1..found.to {
            let written = Rc::clone(&unit.lines[body]);
            let (mut unknown, most) = (Vec::new(), self.expanded.bytes.rest());
            let expanded =
                found.expand(&written, arguments, count, most, |token| unknown.push(token.clone()));
            let expanded = expanded.filter(|_| !self.expanded.lines.is_exceeded());
            let Some((text, steps)) = expanded else {
                if self.expanded.lines.report() {
                    self.out.add(messages::macros_too_large(span));
                }
                break;
            };
            self.expanded.bytes.spend(steps);
            for token in unknown {
                let (span, name) = (written.span_of(&token), &token.text);
                self.out.add(messages::macro_error(
                    span,
                    text!("the macro has no parameter `{name}`", "macro không có tham số `{name}`"),
                    "Unknown macro parameter",
                ));
            }
            let is_verbatim = written.is_verbatim && text == written.text;
            let copy = TokenLine { text, tokens: Vec::new(), is_verbatim, ..(*written).clone() };
            let copy = Rc::new(unit.equivalents.tokenize(copy, &mut self.out));
            self.read_line(unit, &copy, body, &calls);
        }
        unit.macros.stack.pop();
        true
    }

    fn instruction(&mut self, unit: &mut Unit, line: &Rc<TokenLine>, name: usize, calls: &Arc<[Span]>) {
        let tokens = without_comment(&line.tokens);
        if tokens.iter().any(|token| token.kind == TokenKind::Unknown) {
            // That was complained about when the line was split.
            return;
        }
        let (token, rest) = (&tokens[name], &tokens[name + 1..]);
        let mars = if token.kind == TokenKind::Operator { forms::of(&token.text) } else { &[] };
        let form = match operands::choose(mars, rest) {
            Ok(form) => form,
            Err(misfit) => match operands::choose(forms::of_spim(&token.text), rest) {
                Ok(form) => {
                    let span = line.span_from(token, tokens.last().unwrap_or(token));
                    self.out.add(messages::spim_only(span, &form.example, &form.instead()));
                    form
                }
                Err(_) if mars.is_empty() => return self.complain_about_operator(unit, line, token),
                Err(_) => return self.out.add(messages::misfit(line, token, rest, misfit, mars)),
            },
        };
        let address = self.text.get();
        self.text.advance(4 * encode::length(form, &self.options));
        unit.statements.push(Parsed { line: Rc::clone(line), name, form, address, calls: Arc::clone(calls) });
    }

    fn complain_about_operator(&mut self, unit: &Unit, line: &TokenLine, token: &Token) {
        self.out.add_error(|| Self::about_operator(unit, line, token));
    }

    fn about_operator(unit: &Unit, line: &TokenLine, token: &Token) -> Diagnostic {
        if let Some(known) = unit.macros.named(&token.text).next() {
            return messages::macro_use(line, token, known);
        }
        let defines = |line: &&Rc<TokenLine>| {
            matches!(line.tokens.as_slice(), [directive, name, ..]
                if directive.kind == TokenKind::Directive(Directive::Macro) && name.text == token.text)
        };
        work::count(unit.lines.len());
        if let Some(definition) = unit.lines.iter().find(defines) {
            let span = definition.span_of(&definition.tokens[1]);
            return messages::macro_after_use(line, token, span);
        }
        let names: Vec<String> = unit.macros.names().map(str::to_owned).collect();
        messages::unknown_operator(line, token, &names)
    }

    /// Moves the labels that the file declares global to where all files see them.
    fn share_globals(&mut self, unit: &mut Unit) {
        for (name, span) in std::mem::take(&mut unit.declared_global) {
            let Some(label) = unit.labels.get(&name) else {
                if self.globals.get(&name).is_none_or(|global| global.span.file != span.file) {
                    self.out.add(messages::global_undefined(span, &name));
                }
                continue;
            };
            match self.globals.define(&name, label.address, label.span) {
                Ok(()) => unit.labels.remove(&name),
                Err(earlier) => self.out.add(messages::global_again(span, &name, earlier)),
            }
        }
    }
}

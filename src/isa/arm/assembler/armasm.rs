//! Statements and directives of armasm.
//!
//! Source: armasm user guide (DUI 0801), chapter 13.

use std::ops::Range;
use std::rc::Rc;

use super::super::directive::{self, Armasm};
use super::super::program::Dialect;
use super::super::token::{Kind, Token};
use super::super::{messages, mnemonic};
use super::statement::{Head, bare, head, is_operation};
use super::unit::Routine;
use super::{Assembler, Site};
use crate::asm::{Role, Value};
use crate::diagnostics::Span;

impl Assembler<'_> {
    pub(super) fn armasm_statement(&mut self, site: &Site) {
        let raw = head(&site.line.text);
        let directive = |head: &Head, text: &str| directive::armasm(&text[head.word.clone()?]);
        if self.is_skipping() {
            if let Some(known) = directive(&raw, &site.line.text) {
                self.skipped_condition(site, &raw, known);
            }
            return;
        }
        let Some(site) = &self.substituted(site) else { return };
        let text = site.line.text.clone();
        let head = head(&text);
        self.warn_of_colon(site, &head);
        let Some(word) = head.word.clone() else {
            if let Some(label) = head.label.clone() {
                self.lone_label(site, label);
            }
            return;
        };
        let label = head.label.clone();
        if let Some(known) = directive(&head, &text) {
            return self.armasm_directive(site, &head, known);
        }
        let name = &text[word.clone()];
        if let Some(found) = self.unit.macros.get(name).cloned() {
            let label = label.map_or("", |label| &text[label]);
            return self.use_armasm_macro(site, &found, label, &text[head.rest..], site.line.place(word));
        }
        if let Some(meaning) = mnemonic::find(name) {
            let label = label.map(|label| (site.line.place(label.clone()), bare(&text[label]).to_owned()));
            return self.instruction(site, label, word, head.rest, meaning);
        }
        self.unknown_operation(site, &head, name);
    }

    fn warn_of_colon(&mut self, site: &Site, head: &Head) {
        if let (Some(colon), Some(label)) = (head.colon, head.label.clone()) {
            let (span, name) = (site.line.place(colon..colon + 1), &site.line.text[label]);
            self.warn(|| messages::colon(span, name));
        }
    }

    /// A label alone; one that has the name of an instruction is most likely an instruction in the first column.
    fn lone_label(&mut self, site: &Site, label: Range<usize>) {
        let (span, name) = (site.line.place(label.clone()), bare(&site.line.text[label]).to_owned());
        if is_operation(&name, Dialect::Armasm) {
            if name.eq_ignore_ascii_case("end") {
                self.unit.has_end = true;
                self.end_file();
                return self.warn(|| messages::looks_like_operation(span, &name));
            }
            self.unit.suspicious.push((span, name.clone()));
        }
        self.define_label(site, span, &name);
    }

    fn unknown_operation(&mut self, site: &Site, head: &Head, name: &str) {
        let text = &site.line.text;
        let word = head.word.clone().unwrap_or_default();
        let span = site.line.place(word.clone());
        if let Some((part, mark)) = messages::foreign_mark(text, word.start) {
            let span = site.line.place(part);
            return self.complain(site, || messages::foreign_comment(span, mark));
        }
        // An instruction in the first column, where only labels stand.
        if let Some(label) =
            head.label.clone().filter(|label| is_operation(&text[label.clone()], Dialect::Armasm))
        {
            let span = site.line.place(label.clone());
            let name = text[label].to_owned();
            self.complain(site, || messages::operation_in_first_column(span, &name));
            return self.again(site, format!(" {text}"));
        }
        // A label that does not stand in the first column.
        let rest = text[head.rest..].trim_start();
        let next: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if head.label.is_none()
            && is_operation(&next, Dialect::Armasm)
            && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            self.complain(site, || messages::label_not_in_first_column(span, name));
            return self.again(site, text.trim_start().to_owned());
        }
        let macros: Vec<String> =
            if self.out.lists_errors() { self.unit.macros.keys().cloned().collect() } else { Vec::new() };
        self.complain(site, || {
            messages::unknown_operation(span, name, Dialect::Armasm, macros.iter().map(String::as_str))
        });
    }

    /// Reads a statement again as it is most likely meant, so that nothing more is reported
    /// of labels that it defines.
    fn again(&mut self, site: &Site, text: String) {
        let line =
            Rc::new(super::super::line::StatementText { text, is_verbatim: false, ..(*site.line).clone() });
        self.armasm_statement(&Site { line, call: site.call });
    }

    fn skipped_condition(&mut self, site: &Site, head: &Head, directive: Armasm) {
        let span = site.line.place(head.word.clone().unwrap_or_default());
        match directive {
            Armasm::If => self.open_condition(span, |_| false),
            Armasm::Else => self.other_case(site, span, true, |_| true),
            Armasm::ElseIf => {
                let rest = head.rest;
                self.other_case(site, span, false, |assembler| assembler.armasm_condition(site, rest));
            }
            Armasm::EndIf => self.close_condition(site, span),
            _ => {}
        }
    }

    /// Returns `true` if a condition holds.
    fn armasm_condition(&mut self, site: &Site, rest: usize) -> bool {
        let Some(site) = &self.substituted(site) else { return false };
        let tokens = self.tokens(&site.line, rest.min(site.line.text.len()));
        let Some(expressions) = self.expressions(site, &tokens) else { return false };
        let [expression] = expressions.as_slice() else {
            let span = site.line.code;
            self.complain(site, || messages::condition_expected(span));
            return false;
        };
        match self.known(site, expression) {
            Some(Value::Truth(is_true)) => is_true,
            Some(Value::Number(number)) => number != 0,
            Some(_) => {
                let span = expression.span();
                self.complain(site, || messages::condition_expected(span));
                false
            }
            None => false,
        }
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each directive")]
    fn armasm_directive(&mut self, site: &Site, head: &Head, directive: Armasm) {
        let line = Rc::clone(&site.line);
        let text = &line.text;
        let word = head.word.clone().unwrap_or_default();
        let span = line.place(word.clone());
        let name = text[word].to_ascii_uppercase();
        let label =
            head.label.clone().map(|label| (line.place(label.clone()), bare(&text[label]).to_owned()));
        let rest = head.rest;
        match directive {
            Armasm::If => {
                return self.open_condition(span, |assembler| assembler.armasm_condition(site, rest));
            }
            Armasm::Else | Armasm::ElseIf => {
                return self.other_case(site, span, directive == Armasm::Else, |_| false);
            }
            Armasm::EndIf => return self.close_condition(site, span),
            Armasm::While => {
                let goes_on = self.armasm_condition(site, rest);
                return self.begin_loop(site, goes_on, |line| {
                    let head = super::statement::head(&line.text);
                    match directive::armasm(&line.text[head.word?]) {
                        Some(Armasm::While) => Some(false),
                        Some(Armasm::EndWhile) => Some(true),
                        _ => None,
                    }
                });
            }
            Armasm::EndWhile => {
                if !self.end_loop() {
                    self.complain(site, || messages::no_loop_is_open(span));
                }
                return;
            }
            Armasm::Macro => return self.armasm_macro(site, span),
            Armasm::EndMacro => {
                return self.complain(site, || messages::no_macro_is_open(span, Dialect::Armasm));
            }
            Armasm::ExitMacro => {
                if !self.leave_macro() {
                    self.complain(site, || messages::no_macro_is_open(span, Dialect::Armasm));
                }
                return;
            }
            Armasm::Field if label.is_none() => {
                let tokens = self.tokens(&line, rest);
                return self.field_without_name(site, span, &name, &tokens);
            }
            Armasm::Equate | Armasm::Register | Armasm::List | Armasm::Set(_) | Armasm::Field => {
                let Some(label) = label else {
                    return self.complain(site, || messages::needs_name(span, &name));
                };
                return self.named(site, label, span, &name, directive, rest);
            }
            Armasm::Area => return self.area(site, span, rest),
            _ => {}
        }
        let tokens = self.tokens(&line, rest);
        if let Armasm::Data(width, is_aligned) = directive {
            return self.armasm_data(site, label.as_ref(), span, &name, (width, is_aligned), &tokens);
        }
        if let Armasm::Float(width, is_aligned) = directive {
            if is_aligned {
                let section = self.current(site);
                self.align_for(section, 4, span);
            }
            if let Some((span, label)) = &label {
                self.define_label(site, *span, label);
            }
            return self.floats(site, (span, &name), width, rest);
        }
        if directive == Armasm::Routine {
            let name = label.as_ref().map(|(_, name)| name.clone());
            self.unit.routine = Routine { number: self.unit.routine.number + 1, name };
        }
        if let Some((span, name)) = &label
            && self.unit.section.is_some()
        {
            self.define_label(site, *span, name);
        }
        match directive {
            Armasm::Bytes | Armasm::Include => self.armasm_file(site, span, &name, directive, rest),
            Armasm::Common => self.armasm_common(site, span, &name, &tokens),
            Armasm::Space | Armasm::Fill | Armasm::Align | Armasm::Map | Armasm::Assert => {
                self.counted(site, span, &name, directive, &tokens);
            }
            Armasm::Pool => {
                let section = self.current(site);
                self.dump(section);
            }
            Armasm::Entry => self.entry_here(site, span),
            Armasm::End => {
                self.unit.has_end |= self.unit.frames.len() == 1;
                self.end_file();
            }
            Armasm::Export => self.export(site, span, &name, &tokens),
            Armasm::Import => self.import(site, span, &name, &tokens),
            Armasm::Global(sort) | Armasm::Local(sort) => {
                self.declare(site, span, &name, directive, sort, &tokens);
            }
            Armasm::Thumb => self.complain(site, || messages::thumb(span, &name)),
            Armasm::Unsupported => {
                self.complain(site, || messages::unsupported(span, &name, Dialect::Armasm));
            }
            _ => {}
        }
    }

    /// `GET` and `INCBIN`: the lines, or the bytes, of another file.
    fn armasm_file(&mut self, site: &Site, span: Span, name: &str, directive: Armasm, rest: usize) {
        let text = &site.line.text;
        let wanted = text[rest..].trim();
        if wanted.is_empty() {
            let usage = if directive == Armasm::Bytes { "INCBIN file.bin" } else { "GET file.s" };
            return self.complain(site, || messages::directive_is_written(span, name, usage));
        }
        let start = rest + text[rest..].find(wanted).unwrap_or(0);
        let place = site.line.place(start..start + wanted.len());
        let wanted = wanted.trim_matches(['"', '<', '>']);
        if directive == Armasm::Bytes {
            self.file_bytes(site, place, wanted, (0, usize::MAX));
        } else {
            self.include(site, place, wanted);
        }
    }

    fn armasm_data(
        &mut self,
        site: &Site,
        label: Option<&(Span, String)>,
        span: Span,
        name: &str,
        (width, is_aligned): (u32, bool),
        tokens: &[Token],
    ) {
        let section = self.current(site);
        if is_aligned {
            self.align_for(section, width.min(4), span);
        }
        if let Some((span, label)) = label {
            self.define_label(site, *span, label);
        }
        let Some(expressions) = self.expressions(site, tokens) else { return };
        if expressions.is_empty() {
            let usage = if width == 1 { "DCB \"text\", 0" } else { "DCD 1, 2" };
            return self.complain(site, || messages::directive_is_written(span, name, usage));
        }
        self.values(site, width, expressions);
    }

    /// Directives that take numbers which have to be known.
    fn counted(&mut self, site: &Site, span: Span, name: &str, directive: Armasm, tokens: &[Token]) {
        let Some(expressions) = self.expressions(site, tokens) else { return };
        let usage = match directive {
            Armasm::Space => "SPACE 40",
            Armasm::Fill => "FILL 40, 0xFF",
            Armasm::Map => "MAP 0x40000000",
            Armasm::Assert => "ASSERT width < 100",
            _ => "ALIGN 4",
        };
        let takes: &[usize] = match directive {
            Armasm::Space | Armasm::Assert => &[1],
            Armasm::Fill => &[1, 2, 3],
            Armasm::Map => &[1, 2],
            _ => &[0, 1, 2, 3, 4],
        };
        if !takes.contains(&expressions.len()) {
            return self.miscounted(site, (span, name), takes, expressions.len(), usage);
        }
        let place = expressions.first().map_or(span, crate::asm::Expression::span);
        match directive {
            Armasm::Map => self.unit.map = self.known(site, &expressions[0]),
            Armasm::Assert => {
                if let Some(Value::Truth(false)) = self.known(site, &expressions[0]) {
                    self.complain(site, || messages::assertion_failed(place));
                }
            }
            _ => {
                let numbers: Option<Vec<i64>> =
                    expressions.iter().map(|expression| self.known_number(site, expression)).collect();
                let Some(numbers) = numbers else { return };
                let number = |index: usize, otherwise: i64| numbers.get(index).copied().unwrap_or(otherwise);
                match directive {
                    Armasm::Space => self.room(site, place, signed(number(0, 0)), 1, 0),
                    Armasm::Fill => {
                        let width = number(2, 1).clamp(1, 4);
                        self.room(site, place, signed(number(0, 0)) / width, width as u32, number(1, 0));
                    }
                    _ => self.align_to(site, place, number(0, 4), number(1, 0), number(2, 0) as u8),
                }
            }
        }
    }

    /// `COMMON name, size, alignment`: room that is zero, under a name that all files share.
    fn armasm_common(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token]) {
        let usage = "COMMON buffer, 40";
        let [label @ Token { kind: Kind::Name(common), .. }, rest @ ..] = tokens else {
            return self.complain(site, || messages::directive_is_written(span, name, usage));
        };
        // Attributes stand in brackets at the end.
        let numbers = rest.split(|token| token.is("[")).next().unwrap_or_default();
        let Some(expressions) = self.expressions(site, numbers.get(1..).unwrap_or_default()) else { return };
        let numbers: Option<Vec<i64>> =
            expressions.iter().map(|expression| self.known_number(site, expression)).collect();
        let Some(numbers) = numbers else { return };
        if numbers.len() > 2 {
            return self.miscounted(site, (span, name), &[1, 2, 3], 1 + numbers.len(), usage);
        }
        let (place, common) = (label.span(&site.line), common.clone());
        let bytes = numbers.first().copied().unwrap_or(0);
        self.share(site, (place, &common), bytes, numbers.get(1).copied().unwrap_or(4));
    }

    fn entry_here(&mut self, site: &Site, span: Span) {
        let section = self.current(site);
        let place = crate::asm::Place { section, offset: i64::from(self.sections[section].offset()) };
        match self.entry {
            Some((_, earlier)) => self.complain(site, || messages::second_entry(span, earlier)),
            None => self.entry = Some((place, span)),
        }
    }

    fn export(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token]) {
        let [Token { kind: Kind::Name(label), .. }, attributes @ ..] = tokens else {
            // `EXPORT` alone shares every label.
            if !tokens.is_empty() {
                self.complain(site, || messages::directive_is_written(span, name, "EXPORT main"));
            }
            return;
        };
        if has_attribute(attributes, "WEAK") {
            self.unit.weak.insert(label.clone());
        }
        self.unit.exported.entry(label.clone()).or_insert(tokens[0].span(&site.line));
    }

    fn import(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token]) {
        let [Token { kind: Kind::Name(label), .. }, attributes @ ..] = tokens else {
            return self.complain(site, || messages::directive_is_written(span, name, "IMPORT main"));
        };
        if has_attribute(attributes, "WEAK") {
            self.unit.weak.insert(label.clone());
        }
        self.unit.imported.entry(label.clone()).or_insert(tokens[0].span(&site.line));
    }

    /// Makes the next instruction one that lies at a multiple of four.
    pub(super) fn align_instruction(&mut self, site: &Site, span: Span) -> usize {
        let section = self.current(site);
        self.align_for(section, 4, span);
        self.keep_origin(site, section, Role::Instruction);
        section
    }
}

/// A count as a word with a sign, so that negative ones are noticed.
fn signed(number: i64) -> i64 {
    i64::from(number as i32)
}

fn has_attribute(tokens: &[Token], attribute: &str) -> bool {
    tokens.iter().any(|token| matches!(&token.kind, Kind::Name(name) if name.eq_ignore_ascii_case(attribute)))
}

//! Statements and directives of GNU `as`.
//!
//! Source: GNU `as` manual, 7 and 9.4.

use std::ops::Range;
use std::rc::Rc;

use super::super::directive::{self, Gnu, If};
use super::super::program::Dialect;
use super::super::token::{Kind, Token, is_name_part};
use super::super::{messages, mnemonic, registers};
use super::unit::Meaning;
use super::{Assembler, Site};
use crate::asm::section::Kind as SectionKind;
use crate::asm::{Expression, Role, Value};
use crate::diagnostics::Span;

/// The characters at the beginning of a statement that can form a name.
fn word(text: &str, at: usize) -> Range<usize> {
    let start = at + (text[at..].len() - text[at..].trim_start().len());
    let is_part = |c: char| is_name_part(c, Dialect::Gnu);
    let length = text[start..].find(|c| !is_part(c)).unwrap_or(text.len() - start);
    start..start + length
}

/// Where the colon stands that makes a word a label.
fn colon(text: &str, word: &Range<usize>) -> Option<usize> {
    let rest = &text[word.end..];
    let at = word.end + (rest.len() - rest.trim_start().len());
    (!word.is_empty() && text[at..].starts_with(':')).then_some(at)
}

impl Assembler<'_> {
    pub(super) fn gnu_statement(&mut self, site: &Site) {
        let line = Rc::clone(&site.line);
        let text = &line.text;
        let mut first = word(text, 0);
        // Labels, as many as there are; blanks may stand before the colon.
        while let Some(colon) = colon(text, &first) {
            if !self.is_skipping() {
                self.define_label(site, line.place(first.clone()), &text[first.clone()]);
            }
            first = word(text, colon + 1);
        }
        let (span, name) = (line.place(first.clone()), &text[first.clone()]);
        let rest = text[first.end..].trim_start();
        let rest_at = text.len() - rest.len();
        let known = directive::gnu(name).filter(|_| name.starts_with('.'));
        if self.is_skipping() {
            return match known {
                Some(Gnu::If(_)) => self.open_condition(span, |_| false),
                Some(Gnu::Else) => self.other_case(site, span, true, |_| true),
                Some(Gnu::ElseIf) => self.other_case(site, span, false, |assembler| {
                    assembler.gnu_condition(site, If::NotZero, span, rest_at)
                }),
                Some(Gnu::EndIf) => self.close_condition(site, span),
                _ => {}
            };
        }
        if name.is_empty() {
            if !rest.is_empty() {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let place = line.place(rest_at..rest_at + end);
                self.complain(site, || messages::unknown_start(place, &rest[..end], Dialect::Gnu));
            }
            return;
        }
        if rest.starts_with('=') && !rest.starts_with("==") {
            let expression = self.tokens(&line, rest_at + 1);
            return self.equate(site, span, name, &expression, false);
        }
        let second = word(text, first.end);
        match directive::gnu(&text[second.clone()]) {
            Some(Gnu::Register) => {
                return self.alias(site, span, name, line.place(second.clone()), second.end);
            }
            Some(Gnu::Equate) if known.is_none() && mnemonic::find(name).is_none() => {
                let tokens = self.tokens(&line, second.end);
                return self.equate(site, span, name, &tokens, false);
            }
            _ => {}
        }
        if let Some(known) = known {
            return self.gnu_directive(site, span, name, rest_at, known);
        }
        if let Some(found) = self.unit.macros.get(name).cloned() {
            return self.use_gnu_macro(site, &found, rest, span);
        }
        if let Some(meaning) = mnemonic::find(name) {
            return self.instruction(site, None, first, rest_at, meaning);
        }
        let macros: Vec<String> =
            if self.out.lists_errors() { self.unit.macros.keys().cloned().collect() } else { Vec::new() };
        let before = &self.sources.file(span.file).text[..line.span.start as usize];
        let is_after_semicolon = before.ends_with(';') && line.is_verbatim;
        self.complain(site, || {
            if is_after_semicolon {
                return messages::after_semicolon(span, name);
            }
            messages::unknown_operation(span, name, Dialect::Gnu, macros.iter().map(String::as_str))
        });
    }

    fn alias(&mut self, site: &Site, span: Span, name: &str, place: Span, rest: usize) {
        let tokens = self.tokens(&site.line, rest);
        let register = match tokens.as_slice() {
            [Token { kind: Kind::Name(register), .. }] => {
                registers::number(register).or_else(|| self.unit.aliases.get(register).copied())
            }
            _ => None,
        };
        let Some(register) = register else {
            return self.complain(site, || messages::directive_is_written(place, ".req", "count .req r4"));
        };
        if registers::number(name).is_some() {
            return self.complain(site, || messages::bad_register_name(span, name));
        }
        self.unit.aliases.insert(name.to_owned(), register);
    }

    fn equate(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token], only_once: bool) {
        if name == "." {
            return self.origin(site, span, tokens);
        }
        let Some(expressions) = self.expressions(site, tokens) else { return };
        let [expression] = expressions.as_slice() else {
            return self.complain(site, || messages::directive_is_written(span, ".equ", ".equ NAME, 10"));
        };
        let here = self.here();
        let meaning = match self.unit.evaluate(expression, here) {
            Ok(value) => Meaning::Set(value),
            Err(_) => Meaning::Later(expression.clone(), here),
        };
        let is_settable = |meaning: &Meaning| matches!(meaning, Meaning::Set(_) | Meaning::Later(..));
        if !only_once && self.unit.symbols.get(name).is_some_and(|known| is_settable(&known.meaning)) {
            self.unit.symbols.remove(name);
        }
        self.define(site, span, name, meaning);
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each directive")]
    fn gnu_directive(&mut self, site: &Site, span: Span, name: &str, rest: usize, directive: Gnu) {
        let line = Rc::clone(&site.line);
        let text = line.text[rest..].trim();
        match directive {
            Gnu::If(condition) => {
                return self
                    .open_condition(span, |assembler| assembler.gnu_condition(site, condition, span, rest));
            }
            Gnu::ElseIf | Gnu::Else => return self.other_case(site, span, directive == Gnu::Else, |_| false),
            Gnu::EndIf => return self.close_condition(site, span),
            Gnu::Macro => return self.gnu_macro(site, span, rest),
            Gnu::EndMacro => return self.complain(site, || messages::no_macro_is_open(span, Dialect::Gnu)),
            Gnu::ExitMacro => {
                if !self.leave_macro() {
                    self.complain(site, || messages::no_macro_is_open(span, Dialect::Gnu));
                }
                return;
            }
            Gnu::NoMacro => {
                self.unit.macros.remove(text);
                return;
            }
            Gnu::ForEach | Gnu::ForEachCharacter => {
                return self.for_each(site, span, rest, directive == Gnu::ForEachCharacter);
            }
            Gnu::EndRepeat => return self.complain(site, || messages::no_repeat_is_open(span)),
            Gnu::Include => {
                let place = line.place(rest..line.text.len());
                let wanted = text.trim_matches('"');
                if wanted.is_empty() {
                    return self.complain(site, || {
                        messages::directive_is_written(span, name, ".include \"file.s\"")
                    });
                }
                return self.include(site, place, wanted);
            }
            Gnu::Float(width) => return self.floats(site, (span, name), width, rest),
            Gnu::Octa => return self.octas(site, rest),
            Gnu::Unsupported => {
                return self.complain(site, || messages::unsupported(span, name, Dialect::Gnu));
            }
            Gnu::Error => {
                let words = text.trim_matches('"').to_owned();
                return self.complain(site, || messages::own_error(span, &words));
            }
            Gnu::Thumb => return self.complain(site, || messages::thumb(span, name)),
            Gnu::Code if text != "32" => return self.complain(site, || messages::thumb(span, name)),
            Gnu::Arm | Gnu::Code | Gnu::Ignored => return,
            Gnu::Syntax => {
                self.unit.is_unified = text.eq_ignore_ascii_case("unified");
                return;
            }
            Gnu::Processor => {
                let lower = text.to_ascii_lowercase();
                let old = ["arm7", "arm9", "arm10", "arm11", "armv4", "armv5", "armv6"];
                self.unit.is_old =
                    old.iter().any(|old| lower.starts_with(old)) && !lower.starts_with("armv6t2");
                return;
            }
            Gnu::Text => {
                self.enter_section(".text", SectionKind::Code, 4);
                return;
            }
            Gnu::Data => {
                self.enter_section(".data", SectionKind::Data, 4);
                return;
            }
            Gnu::Bss => {
                self.enter_section(".bss", SectionKind::Reserved, 4);
                return;
            }
            Gnu::ReadOnly => {
                self.enter_section(".rodata", SectionKind::Constants, 4);
                return;
            }
            Gnu::Section | Gnu::PushSection => {
                if directive == Gnu::PushSection {
                    self.unit.pushed.push(self.unit.section);
                }
                return self.named_section(site, span, name, text);
            }
            Gnu::Previous => {
                std::mem::swap(&mut self.unit.section, &mut self.unit.previous);
                return;
            }
            Gnu::PopSection => {
                match self.unit.pushed.pop() {
                    Some(section) => self.unit.section = section,
                    None => self.complain(site, || messages::nothing_pushed(span)),
                }
                return;
            }
            Gnu::End => return self.end_file(),
            _ => {}
        }
        let tokens = self.tokens(&line, rest);
        match directive {
            Gnu::Global => self.globals(site, span, name, &tokens),
            Gnu::NoRegister => {
                if let [Token { kind: Kind::Name(alias), .. }] = tokens.as_slice() {
                    self.unit.aliases.remove(alias);
                }
            }
            Gnu::Pool => {
                let section = self.current(site);
                self.dump(section);
            }
            Gnu::String(ends_in_zero) => self.strings(site, span, name, &tokens, ends_in_zero),
            Gnu::Equate | Gnu::EquateOnce => match tokens.as_slice() {
                [token @ Token { kind: Kind::Name(symbol), .. }, comma, value @ ..] if comma.is(",") => {
                    self.equate(site, token.span(&line), symbol, value, directive == Gnu::EquateOnce);
                }
                _ => self.complain(site, || messages::directive_is_written(span, name, ".equ NAME, 10")),
            },
            Gnu::Bytes => self.gnu_file(site, span, name, &tokens),
            Gnu::Origin => self.origin(site, span, &tokens),
            Gnu::Common => self.common(site, span, name, &tokens),
            _ => self.gnu_numbers(site, span, name, directive, &tokens),
        }
    }

    fn named_section(&mut self, site: &Site, span: Span, directive: &str, text: &str) {
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or("").trim_matches('"');
        if name.is_empty() {
            return self.complain(site, || messages::directive_is_written(span, directive, ".section .data"));
        }
        let flags = parts.next().map(|flags| flags.trim_matches('"').to_owned());
        let is_empty = parts.next().is_some_and(|kind| kind.trim_start_matches(['%', '@', '#']) == "nobits");
        let known = |prefix: &str| {
            name == prefix || name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'))
        };
        let kind = match flags {
            _ if is_empty || known(".bss") || known(".noinit") => SectionKind::Reserved,
            _ if known(".text") => SectionKind::Code,
            _ if known(".data") => SectionKind::Data,
            _ if known(".rodata") => SectionKind::Constants,
            Some(flags) if flags.contains('x') => SectionKind::Code,
            Some(flags) if flags.contains('w') => SectionKind::Data,
            Some(flags) if flags.contains('a') => SectionKind::Constants,
            // Sections without flags, such as notes, are not part of what is loaded; they lie with the constants here.
            _ => SectionKind::Constants,
        };
        self.enter_section(name, kind, if kind == SectionKind::Code { 4 } else { 1 });
    }

    fn globals(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token]) {
        let mut is_any = false;
        for token in tokens.iter().filter(|token| !token.is(",")) {
            let Kind::Name(label) = &token.kind else {
                return self.complain(site, || messages::directive_is_written(span, name, ".global main"));
            };
            is_any = true;
            self.unit.exported.entry(label.clone()).or_insert(token.span(&site.line));
            if name.eq_ignore_ascii_case(".weak") {
                self.unit.weak.insert(label.clone());
            }
        }
        if !is_any {
            self.complain(site, || messages::directive_is_written(span, name, ".global main"));
        }
    }

    fn strings(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token], ends_in_zero: bool) {
        let section = self.current(site);
        let mut parts: Vec<String> = Vec::new();
        let mut is_next = true;
        for token in tokens {
            match &token.kind {
                Kind::Text(text) => {
                    // Strings with nothing between them are one string.
                    match parts.last_mut().filter(|_| !is_next) {
                        Some(last) => last.push_str(text),
                        None => parts.push(text.clone()),
                    }
                    is_next = false;
                }
                Kind::Sign(",") => is_next = true,
                Kind::OpenText => {
                    let place = token.span(&site.line);
                    return self.complain(site, || {
                        crate::asm::messages::open_string(crate::diagnostics::Severity::Error, place)
                    });
                }
                _ => {
                    let usage = format!("{name} \"text\"");
                    return self.complain(site, || messages::directive_is_written(span, name, &usage));
                }
            }
        }
        if parts.is_empty() {
            let usage = format!("{name} \"text\"");
            return self.complain(site, || messages::directive_is_written(span, name, &usage));
        }
        for text in parts {
            self.text(site, section, &text, ends_in_zero);
        }
    }

    /// Directives that take numbers.
    fn gnu_numbers(&mut self, site: &Site, span: Span, name: &str, directive: Gnu, tokens: &[Token]) {
        let tokens: Vec<Token> = match directive {
            // `.align` alone is to a word, and a fill value may be left out between two commas.
            Gnu::AlignPower | Gnu::AlignBytes => without_empty(tokens),
            _ => tokens.to_vec(),
        };
        let Some(expressions) = self.expressions(site, &tokens) else { return };
        if let Gnu::Values(width) = directive {
            if expressions.is_empty() {
                self.warn(|| messages::no_values(span, name));
            }
            return self.values(site, width, expressions);
        }
        let place = expressions.first().map_or(span, Expression::span);
        let numbers: Option<Vec<i64>> =
            expressions.iter().map(|expression| self.known_number(site, expression)).collect();
        let Some(numbers) = numbers else { return };
        let number = |index: usize, otherwise: i64| numbers.get(index).copied().unwrap_or(otherwise);
        match (directive, numbers.len()) {
            (Gnu::AlignPower, 0..=3) => {
                let power = number(0, 2);
                let alignment = if (0..=16).contains(&power) { 1 << power } else { 0 };
                if alignment == 0 {
                    return self.complain(site, || messages::bad_alignment(place, power));
                }
                self.align_to(site, place, alignment, 0, number(1, 0) as u8);
            }
            (Gnu::AlignBytes, 0..=3) => {
                let otherwise = if name.eq_ignore_ascii_case(".even") { 2 } else { 4 };
                self.align_to(site, place, number(0, otherwise).max(1), 0, number(1, 0) as u8);
            }
            (Gnu::Space, 1 | 2) => self.room(site, place, number(0, 0), 1, number(1, 0)),
            (Gnu::Fill, 1..=3) => {
                let width = number(1, 1).clamp(0, 8);
                self.room(site, place, number(0, 0), width as u32, number(2, 0));
            }
            (Gnu::Repeat, 1) => self.repeat(site, span, number(0, 0)),
            (_, found) => {
                let (takes, usage): (&[usize], _) = match directive {
                    Gnu::Space => (&[1, 2], ".space 40".to_owned()),
                    Gnu::Fill => (&[1, 2, 3], ".fill 10, 4, 0".to_owned()),
                    Gnu::Repeat => (&[1], ".rept 4".to_owned()),
                    Gnu::AlignPower => (&[0, 1, 2, 3], format!("{name} 2")),
                    _ => (&[0, 1, 2, 3], format!("{name} 4")),
                };
                self.miscounted(site, (span, name), takes, found, &usage);
                if directive == Gnu::Repeat {
                    self.repeat(site, span, 0);
                }
            }
        }
    }

    fn origin(&mut self, site: &Site, span: Span, tokens: &[Token]) {
        let Some(expressions) = self.expressions(site, tokens) else { return };
        let section = self.current(site);
        let at = i64::from(self.sections[section].offset());
        let target = match expressions.first().map(|expression| self.known(site, expression)) {
            Some(Some(Value::Place(place))) if place.section == section => place.offset,
            Some(Some(value)) => match value.number() {
                Some(number) => number,
                None => return self.complain(site, || messages::not_a_number(span)),
            },
            Some(None) => return,
            None => {
                return self.complain(site, || messages::directive_is_written(span, ".org", ".org 0x100"));
            }
        };
        if target < at {
            return self.complain(site, || messages::origin_goes_back(span));
        }
        self.room(site, span, target - at, 1, 0);
    }

    fn common(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token]) {
        let [token @ Token { kind: Kind::Name(label), .. }, comma, rest @ ..] = tokens else {
            return self.complain(site, || messages::directive_is_written(span, name, ".comm buffer, 40"));
        };
        if !comma.is(",") {
            return self.complain(site, || messages::directive_is_written(span, name, ".comm buffer, 40"));
        }
        let Some(expressions) = self.expressions(site, rest) else { return };
        let Some(width) = expressions.first().and_then(|width| self.known_number(site, width)) else {
            return;
        };
        let named = (token.span(&site.line), label.as_str());
        if name.eq_ignore_ascii_case(".lcomm") {
            self.reserve(site, named, width, 4);
        } else {
            self.share(site, named, width, 4);
        }
    }

    /// Returns `true` if a condition holds.
    fn gnu_condition(&mut self, site: &Site, condition: If, span: Span, rest: usize) -> bool {
        let line = Rc::clone(&site.line);
        let text = line.text[rest.min(line.text.len())..].trim();
        match condition {
            If::Defined(is_wanted) => {
                let is_defined =
                    self.unit.symbols.get(text).is_some() || self.unit.aliases.contains_key(text);
                return is_defined == is_wanted;
            }
            If::Blank(is_wanted) => return text.is_empty() == is_wanted,
            If::Same(is_wanted) => {
                let (first, second) = text.split_once(',').unwrap_or((text, ""));
                return (first.trim() == second.trim()) == is_wanted;
            }
            _ => {}
        }
        let tokens = self.tokens(&line, rest.min(line.text.len()));
        let Some(expressions) = self.expressions(site, &tokens) else { return false };
        let [expression] = expressions.as_slice() else {
            self.complain(site, || messages::condition_expected(span));
            return false;
        };
        let Some(number) = self.known_number(site, expression) else { return false };
        match condition {
            If::Zero => number == 0,
            If::Positive => number > 0,
            If::PositiveOrZero => number >= 0,
            If::Negative => number < 0,
            If::NegativeOrZero => number <= 0,
            _ => number != 0,
        }
    }

    /// Keeps where an instruction lies, which GNU `as` does not align by itself.
    pub(super) fn place_instruction(&mut self, site: &Site, span: Span) -> usize {
        let section = self.current(site);
        if !self.sections[section].offset().is_multiple_of(4) {
            self.warn(|| messages::misaligned(span));
        }
        self.keep_origin(site, section, Role::Instruction);
        section
    }
}

/// Tokens with a zero where nothing stands between two commas.
pub(super) fn without_empty(tokens: &[Token]) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::new();
    for token in tokens {
        if token.is(",") && kept.last().is_some_and(|last| last.is(",")) {
            kept.push(Token { kind: Kind::Number(0), part: token.part.clone() });
        }
        kept.push(token.clone());
    }
    kept
}

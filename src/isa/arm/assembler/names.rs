//! The directives of armasm that give names: to values, registers, variables and areas.

use super::super::directive::{Armasm, Sort};
use super::super::token::{Kind, Token};
use super::super::written::{Item, Part};
use super::super::{messages, registers};
use super::unit::{Meaning, Routine};
use super::{Assembler, Site};
use crate::asm::section::Kind as SectionKind;
use crate::asm::{Place, Value};
use crate::diagnostics::Span;

impl Assembler<'_> {
    /// Directives that give a name to something: `NAME EQU 5`.
    pub(super) fn named(
        &mut self,
        site: &Site,
        label: (Span, String),
        span: Span,
        name: &str,
        directive: Armasm,
        rest: usize,
    ) {
        let (place, label) = label;
        let tokens = self.tokens(&site.line, rest);
        if directive == Armasm::Register {
            let register = match tokens.as_slice() {
                [Token { kind: Kind::Name(register), .. }] => {
                    registers::number(register).or_else(|| self.unit.aliases.get(register).copied())
                }
                [Token { kind: Kind::Number(number @ 0..=15), .. }] => Some(*number as u8),
                _ => None,
            };
            let Some(register) = register else {
                return self.complain(site, || messages::directive_is_written(span, name, "count RN 4"));
            };
            if registers::number(&label).is_some() || self.unit.symbols.get(&label).is_some() {
                return self.complain(site, || messages::bad_register_name(place, &label));
            }
            self.unit.aliases.insert(label, register);
            return;
        }
        if directive == Armasm::List {
            let Some(parts) = self.operands(site, &tokens) else { return };
            let [Part { item: Item::List(registers, false), .. }] = parts.as_slice() else {
                return self.complain(site, || {
                    messages::directive_is_written(span, name, "saved RLIST {r4-r6, lr}")
                });
            };
            if registers::number(&label).is_some() || self.unit.symbols.get(&label).is_some() {
                return self.complain(site, || messages::bad_register_name(place, &label));
            }
            self.unit.lists.insert(label, *registers);
            return;
        }
        let Some(expressions) = self.expressions(site, &tokens) else { return };
        let Some(expression) = expressions.into_iter().next() else {
            let usage = match directive {
                Armasm::Set(Sort::Text) => "NAME SETS \"text\"",
                Armasm::Field => "NAME FIELD 4",
                _ => "NAME EQU 10",
            };
            return self.complain(site, || messages::directive_is_written(span, name, usage));
        };
        match directive {
            Armasm::Equate => {
                let here = self.here();
                let meaning = match self.unit.evaluate(&expression, here) {
                    Ok(value) => Meaning::Known(value),
                    Err(_) => Meaning::Later(expression, here),
                };
                self.define(site, place, &label, meaning);
            }
            Armasm::Field => {
                let Some(width) = self.known_number(site, &expression) else { return };
                let at = self.next_field(width);
                self.define(site, place, &label, Meaning::Known(at));
            }
            Armasm::Set(sort) => {
                let Some(value) = self.known(site, &expression) else { return };
                let fits = match sort {
                    Sort::Number => value.number().is_some(),
                    Sort::Truth => matches!(value, Value::Truth(_)),
                    Sort::Text => matches!(value, Value::Text(_)),
                };
                if !fits {
                    let span = expression.span();
                    return self.complain(site, || messages::wrong_sort(span, sort));
                }
                let value = match (sort, value.number()) {
                    (Sort::Number, Some(number)) => Value::Number(number),
                    _ => value,
                };
                self.set_variable(site, place, label, value);
            }
            _ => {}
        }
    }

    /// `FIELD` without a name, which leaves room in a description of memory.
    pub(super) fn field_without_name(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token]) {
        let Some(expressions) = self.expressions(site, tokens) else { return };
        let [expression] = expressions.as_slice() else {
            return self.complain(site, || messages::directive_is_written(span, name, "NAME FIELD 4"));
        };
        if let Some(width) = self.known_number(site, expression) {
            self.next_field(width);
        }
    }

    /// The place that a description of memory has reached, which then goes on after this many bytes.
    fn next_field(&mut self, width: i64) -> Value {
        let at = self.unit.map.clone().unwrap_or(Value::Number(0));
        let next = match &at {
            Value::Number(number) => Value::Number(number.wrapping_add(width)),
            Value::Place(place) => Value::Place(Place { offset: place.offset.wrapping_add(width), ..*place }),
            other => other.clone(),
        };
        self.unit.map = Some(next);
        at
    }

    pub(super) fn set_variable(&mut self, site: &Site, place: Span, name: String, value: Value) {
        let of_macro = self.unit.frames.iter_mut().rev().find(|frame| frame.is_macro);
        let local = of_macro.and_then(|frame| frame.variables.get_mut(&name));
        match local {
            Some(local) => *local = value,
            None if self.unit.variables.contains_key(&name) => {
                self.unit.variables.insert(name, value);
            }
            None => self.complain(site, || messages::variable_not_declared(place, &name)),
        }
    }

    pub(super) fn declare(
        &mut self,
        site: &Site,
        span: Span,
        name: &str,
        directive: Armasm,
        sort: Sort,
        tokens: &[Token],
    ) {
        let [Token { kind: Kind::Name(variable), .. }] = tokens else {
            let usage = format!("{name} count");
            return self.complain(site, || messages::directive_is_written(span, name, &usage));
        };
        let value = match sort {
            Sort::Number => Value::Number(0),
            Sort::Truth => Value::Truth(false),
            Sort::Text => Value::Text("".into()),
        };
        if matches!(directive, Armasm::Global(_)) {
            self.unit.variables.insert(variable.clone(), value);
            return;
        }
        match self.unit.frames.iter_mut().rev().find(|frame| frame.is_macro) {
            Some(frame) => {
                frame.variables.insert(variable.clone(), value);
            }
            None => self.complain(site, || messages::local_outside_of_macro(span, name)),
        }
    }

    pub(super) fn area(&mut self, site: &Site, span: Span, rest: usize) {
        let tokens = self.tokens(&site.line, rest);
        let usage = "AREA name, CODE, READONLY";
        let name = match tokens.first().map(|token| &token.kind) {
            Some(Kind::Name(name)) => name.clone(),
            _ => return self.complain(site, || messages::directive_is_written(span, "AREA", usage)),
        };
        let (mut kind, mut is_writable, mut alignment, mut is_empty) = (None, None, 4, false);
        let mut parts = tokens[1..].split(|token| token.is(","));
        parts.next();
        for part in parts {
            let [Token { kind: Kind::Name(attribute), .. }, value @ ..] = part else {
                let place = part.first().map_or(span, |token| token.span(&site.line));
                self.complain(site, || messages::bad_attribute(place, ""));
                continue;
            };
            let number = match value {
                [sign, Token { kind: Kind::Number(number), .. }] if sign.is("=") => Some(*number),
                _ => None,
            };
            match (attribute.to_ascii_uppercase().as_str(), number) {
                ("CODE", _) => kind = Some(SectionKind::Code),
                ("DATA", _) => kind = Some(SectionKind::Data),
                ("READONLY", _) => is_writable = Some(false),
                ("READWRITE", _) => is_writable = Some(true),
                ("NOINIT" | "UNINIT", _) => is_empty = true,
                ("ALIGN", Some(power @ 0..=16)) => alignment = 1 << power,
                (
                    "CODEALIGN" | "NOALLOC" | "COMDEF" | "COMMON" | "COMGROUP" | "GROUP" | "ASSOC"
                    | "LINKORDER" | "MERGE" | "STRINGS" | "FINI_ARRAY" | "INIT_ARRAY" | "PREINIT_ARRAY"
                    | "SECFLAGS" | "SECTYPE" | "PIC" | "REENTRANT" | "INTERWORK" | "HALFWORD" | "ABS" | "REL",
                    _,
                ) => {}
                _ => {
                    let place = part[0].span(&site.line);
                    self.complain(site, || messages::bad_attribute(place, attribute));
                }
            }
        }
        let is_code = kind == Some(SectionKind::Code);
        let kind = match (is_writable.unwrap_or(!is_code), is_code) {
            (true, _) if is_empty => SectionKind::Reserved,
            (true, _) => SectionKind::Data,
            (false, _) if name.eq_ignore_ascii_case("RESET") => SectionKind::First,
            (false, true) => SectionKind::Code,
            (false, false) => SectionKind::Constants,
        };
        self.enter_section(&name, kind, alignment);
        self.unit.routine = Routine { number: self.unit.routine.number + 1, name: None };
    }
}

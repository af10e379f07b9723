//! Values in memory: `DCB` and `.byte`, strings, room, alignment.

use super::super::program::Dialect;
use super::super::{messages, token};
use super::encode::{Task, fits};
use super::unit::Meaning;
use super::{Assembler, Site, Waiting};
use crate::asm::section::Kind;
use crate::asm::{Expression, Place, Role, Value, limits};
use crate::diagnostics::Span;

impl Assembler<'_> {
    /// Writes the value of each expression in this many bytes; a text takes a byte for each of its characters.
    pub(super) fn values(&mut self, site: &Site, width: u32, expressions: Vec<Expression>) {
        let section = self.current(site);
        for expression in expressions {
            self.write_value(site, section, width, expression);
        }
    }

    fn write_value(&mut self, site: &Site, section: usize, width: u32, expression: Expression) {
        if let Some(text) = expression.as_text().filter(|text| width == 1 || text.chars().count() != 1) {
            if width == 1 {
                let text = text.clone();
                return self.text(site, section, &text, false);
            }
            let span = expression.span();
            return self.complain(site, || messages::text_is_no_value(span, width));
        }
        if !self.take_room(site, width as usize) {
            return;
        }
        self.keep_origin(site, section, Role::Data);
        let here = self.here();
        let place = Place { section, offset: i64::from(self.sections[section].offset()) };
        self.sections[section].fill(width, 0);
        let span = expression.span();
        match self.unit.evaluate(&expression, here) {
            Ok(value) if value.number().is_some() => {
                let number = value.number().unwrap_or(0);
                // Words of armasm have no sign.
                let is_armasm = self.unit.dialect == Dialect::Armasm;
                if !(fits(number, width) || is_armasm && fits(i64::from(number as i32), width)) {
                    self.warn(|| messages::truncated(span, &number.to_string(), 8 * width));
                }
                let bytes = number.to_le_bytes();
                self.sections[section].write(place.offset as u32, &bytes[..width as usize]);
            }
            Ok(Value::Text(_)) => {
                let Ok(Value::Text(text)) = self.unit.evaluate(&expression, here) else { return };
                // A text that is the value of an expression takes its own room.
                let kept = self.sections[section].bytes.len() - width as usize;
                self.sections[section].bytes.truncate(kept);
                self.text(site, section, &text, false);
            }
            _ => {
                let (unit, site) = (self.unit.number, site.clone());
                self.waiting.push(Waiting { unit, place, site, task: Task::Data { width, expression } });
            }
        }
    }

    /// Writes the bytes of a text as they are in the file.
    pub(super) fn text(&mut self, site: &Site, section: usize, text: &str, ends_in_zero: bool) {
        if !self.take_room(site, text.len() + 1) {
            return;
        }
        if !text.is_empty() || ends_in_zero {
            self.keep_origin(site, section, Role::Data);
        }
        let file = self.sources.file(site.line.span.file);
        let bytes_of =
            |character| token::byte(character).map_or_else(|| file.bytes_of(character), |byte| vec![byte]);
        let bytes: Vec<u8> = text.chars().flat_map(bytes_of).collect();
        self.sections[section].bytes.extend(bytes);
        if ends_in_zero {
            self.sections[section].bytes.push(0);
        }
    }

    /// Leaves room for `count` values of this many bytes, each of this value.
    pub(super) fn room(&mut self, site: &Site, span: Span, count: i64, width: u32, value: i64) {
        let section = self.current(site);
        let bytes = usize::try_from(count).ok().and_then(|count| count.checked_mul(width as usize));
        let Some(bytes) = bytes.filter(|_| count >= 0) else {
            return self.complain(site, || messages::negative_count(span, count));
        };
        if !self.take_room(site, bytes.min(limits::MOST_DATA + 1)) {
            return;
        }
        if bytes > 0 {
            self.keep_origin(site, section, if value == 0 { Role::Reserved } else { Role::Data });
        }
        let pattern = value.to_le_bytes();
        let pattern = &pattern[..(width as usize).min(8)];
        let section = &mut self.sections[section];
        if pattern.iter().all(|byte| *byte == 0) {
            section.bytes.resize(section.bytes.len() + bytes, 0);
        } else {
            section.bytes.extend(pattern.iter().copied().cycle().take(bytes));
        }
    }

    /// Leaves room that is zero under a name, apart from what is being filled.
    pub(super) fn reserve(&mut self, site: &Site, (span, name): (Span, &str), bytes: i64, alignment: i64) {
        let (section, previous) = (self.unit.section, self.unit.previous);
        self.enter_section(".bss", Kind::Reserved, 4);
        self.align_to(site, span, alignment, 0, 0);
        self.define_label(site, span, name);
        self.room(site, span, bytes, 1, 0);
        (self.unit.section, self.unit.previous) = (section, previous);
    }

    /// Leaves room that is zero under a name that all sources share: as much as the largest of those who ask for it needs.
    pub(super) fn share(&mut self, site: &Site, (span, name): (Span, &str), bytes: i64, alignment: i64) {
        let section = match self.commons.get(name) {
            Some(section) => *section,
            None => self.new_section(name, Kind::Common, 4),
        };
        self.commons.insert(name.to_owned(), section);
        self.define(site, span, name, Meaning::Known(Value::Place(Place { section, offset: 0 })));
        self.unit.exported.entry(name.to_owned()).or_insert(span);
        let filled = self.unit.section.replace(section);
        self.align_to(site, span, alignment, 0, 0);
        let there = i64::from(self.sections[section].offset());
        self.room(site, span, if bytes < 0 { bytes } else { (bytes - there).max(0) }, 1, 0);
        self.unit.section = filled;
    }

    /// Aligns to a multiple of a power of two, and this many bytes more.
    pub(super) fn align_to(&mut self, site: &Site, span: Span, alignment: i64, more: i64, fill: u8) {
        let section = self.current(site);
        let width =
            u32::try_from(alignment).ok().filter(|width| width.is_power_of_two() && *width <= 1 << 16);
        let Some(width) = width else {
            return self.complain(site, || messages::bad_alignment(span, alignment));
        };
        if self.take_room(site, width as usize) {
            let _ = self.sections[section].align(width, more as u32 & (width - 1), fill);
        }
    }
}

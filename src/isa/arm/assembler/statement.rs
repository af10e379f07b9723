//! One statement: its label, its first word, and what that means.

use std::ops::Range;
use std::rc::Rc;

use super::super::directive;
use super::super::line::StatementText;
use super::super::messages;
use super::super::mnemonic;
use super::super::program::Dialect;
use super::super::registers;
use super::super::token::{self, Token, is_name_part};
use super::super::written::{Part, Reader, Trouble};
use super::unit::Meaning;
use super::{Assembler, Site};
use crate::asm::section::Kind;
use crate::asm::{Expression, Flaw, Place, Role, Value};
use crate::diagnostics::Span;

/// The parts of a statement of armasm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    /// The name in the first column.
    pub(super) label: Option<Range<usize>>,
    /// The colon after the label, which armasm does not take.
    pub(super) colon: Option<usize>,
    /// The mnemonic, the directive or the macro.
    pub(super) word: Option<Range<usize>>,
    /// Where the operands begin.
    pub(super) rest: usize,
}

/// Takes a statement of armasm apart.
pub(super) fn head(text: &str) -> Head {
    let mut head = Head { rest: text.len(), ..Head::default() };
    let mut at = 0;
    if text.starts_with(|first: char| !first.is_whitespace()) {
        let end = match text.strip_prefix('|').and_then(|inside| inside.find('|')) {
            Some(end) => end + 2,
            None => text
                .find(|c: char| !is_name_part(c, Dialect::Armasm) && !"$.".contains(c))
                .unwrap_or(text.len()),
        };
        if end > 0 {
            head.label = Some(0..end);
            at = end;
            if text[at..].starts_with(':') {
                head.colon = Some(at);
                at += 1;
            }
        }
    }
    at += text[at..].len() - text[at..].trim_start().len();
    let Some(first) = text[at..].chars().next() else { return head };
    let is_word = |c: char| is_name_part(c, Dialect::Armasm) || ".$".contains(c);
    let length = if is_word(first) {
        text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at)
    } else {
        first.len_utf8()
    };
    head.word = Some(at..at + length);
    head.rest = at + length;
    head
}

/// The name of a label without bars around it.
pub(super) fn bare(label: &str) -> &str {
    label.strip_prefix('|').and_then(|inside| inside.strip_suffix('|')).unwrap_or(label)
}

impl Assembler<'_> {
    pub(super) fn statement(&mut self, site: &Site) {
        match self.unit.dialect {
            Dialect::Armasm => self.armasm_statement(site),
            Dialect::Gnu => self.gnu_statement(site),
        }
    }

    /// The tokens of what follows the first word.
    pub(super) fn tokens(&self, line: &StatementText, rest: usize) -> Vec<Token> {
        token::split(line, rest, self.unit.dialect)
    }

    /// The operands that tokens are, or nothing after a complaint.
    pub(super) fn operands(&mut self, site: &Site, tokens: &[Token]) -> Option<Vec<Part>> {
        let mut reader = Reader {
            line: &site.line,
            tokens,
            at: 0,
            dialect: self.unit.dialect,
            names: &self.unit,
            oddities: Vec::new(),
        };
        let read = reader.operands();
        let oddities = std::mem::take(&mut reader.oddities);
        match read {
            Ok(parts) => {
                self.remark(site, oddities);
                Some(parts)
            }
            Err(trouble) => {
                self.complain_about_operands(site, &trouble);
                None
            }
        }
    }

    pub(super) fn complain_about_operands(&mut self, site: &Site, trouble: &Trouble) {
        let dialect = self.unit.dialect;
        let line = Rc::clone(&site.line);
        self.complain(site, || messages::operands_unreadable(&line, trouble, dialect));
    }

    /// The expressions that tokens form, separated by commas.
    pub(super) fn expressions(&mut self, site: &Site, tokens: &[Token]) -> Option<Vec<Expression>> {
        let mut expressions = Vec::new();
        if tokens.is_empty() {
            return Some(expressions);
        }
        let (read, trouble) = {
            let mut reader = Reader {
                line: &site.line,
                tokens,
                at: 0,
                dialect: self.unit.dialect,
                names: &self.unit,
                oddities: Vec::new(),
            };
            let mut trouble = None;
            loop {
                match reader.expression() {
                    Ok(expression) => expressions.push(expression),
                    Err(found) => {
                        trouble = Some(found);
                        break;
                    }
                }
                match tokens.get(reader.at) {
                    None => break,
                    Some(comma) if comma.is(",") => reader.at += 1,
                    Some(other) => {
                        trouble = Some(Trouble::Expected(
                            super::super::written::Expected::Comma,
                            Some(other.clone()),
                        ));
                        break;
                    }
                }
            }
            (expressions, trouble)
        };
        match trouble {
            None => Some(read),
            Some(trouble) => {
                self.complain_about_operands(site, &trouble);
                None
            }
        }
    }

    /// Complains about a directive with fewer or more operands than one of the counts that it takes.
    pub(super) fn miscounted(
        &mut self,
        site: &Site,
        (span, name): (Span, &str),
        takes: &[usize],
        found: usize,
        usage: &str,
    ) {
        let (line, dialect) = (Rc::clone(&site.line), self.unit.dialect);
        let whole = Span { end: line.code.end.max(span.end), ..span };
        self.complain(site, || {
            messages::directive_count((whole, name), takes, found, line.text_at(whole), usage, dialect)
        });
    }

    /// The value of an expression that has to be known here; nothing after a complaint.
    pub(super) fn known(&mut self, site: &Site, expression: &Expression) -> Option<Value> {
        match self.unit.evaluate(expression, self.here()) {
            Ok(value) => Some(value),
            Err(flaw) => {
                self.complain_about_flaw(site, &flaw, true);
                None
            }
        }
    }

    /// The number of an expression that has to be known here; nothing after a complaint.
    pub(super) fn known_number(&mut self, site: &Site, expression: &Expression) -> Option<i64> {
        let value = self.known(site, expression)?;
        let number = value.number();
        if number.is_none() {
            let span = expression.span();
            self.complain(site, || messages::not_a_number(span));
        }
        number
    }

    pub(super) fn complain_about_flaw(&mut self, site: &Site, flaw: &Flaw, is_needed_now: bool) {
        let names: Vec<String> = if self.out.lists_errors() {
            self.unit.symbols.names().map(str::to_owned).collect()
        } else {
            Vec::new()
        };
        self.complain(site, || messages::flaw(flaw, is_needed_now, names.iter().map(String::as_str)));
    }

    /// The place where the next byte goes.
    pub(super) fn here(&self) -> Option<Place> {
        let section = self.unit.section?;
        Some(Place { section, offset: i64::from(self.sections[section].offset()) })
    }

    /// The section that is being filled; without one, after a complaint, one for instructions.
    pub(super) fn current(&mut self, site: &Site) -> usize {
        if let Some(section) = self.unit.section {
            return section;
        }
        if self.unit.dialect == Dialect::Armasm && !std::mem::replace(&mut self.unit.misses_area, true) {
            let span = site.line.code;
            self.complain(site, || messages::outside_of_areas(span));
        }
        self.enter_section(".text", Kind::Code, 4)
    }

    /// Goes on in the section of a name, which is created if it does not exist.
    pub(super) fn enter_section(&mut self, name: &str, kind: Kind, alignment: u32) -> usize {
        let section = match self.unit.section_names.get(name) {
            Some(section) => *section,
            None => {
                let section = self.new_section(name, kind, alignment);
                self.unit.section_names.insert(name.to_owned(), section);
                section
            }
        };
        self.unit.previous = self.unit.section.or(Some(section));
        self.unit.section = Some(section);
        section
    }

    /// The number of a new section.
    pub(super) fn new_section(&mut self, name: &str, kind: Kind, alignment: u32) -> usize {
        let (name, unit) = (name.to_owned(), self.unit.number);
        self.sections.push(crate::asm::section::Section { name, unit, kind, alignment, bytes: Vec::new() });
        self.sections.len() - 1
    }

    /// Defines a label at the next byte.
    pub(super) fn define_label(&mut self, site: &Site, span: Span, name: &str) {
        let section = self.current(site);
        let place = Place { section, offset: i64::from(self.sections[section].offset()) };
        let digits = name.len() - name.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if let Ok(number) = name[..digits].parse::<u32>() {
            // After the number the name of the routine can stand.
            let (rest, routine) = (&name[digits..], self.unit.routine.name.as_deref());
            if !(rest.is_empty() || routine == Some(rest)) {
                return self.complain(site, || messages::other_routine(span, rest));
            }
            return self.unit.define_local(number, place);
        }
        self.define(site, span, name, Meaning::Known(Value::Place(place)));
    }

    /// Defines a name.
    pub(super) fn define(&mut self, site: &Site, span: Span, name: &str, meaning: Meaning) {
        // GNU `as` distinguishes registers from labels by their places.
        let is_register = registers::number(name).is_some() && self.unit.dialect == Dialect::Armasm;
        if is_register || self.unit.aliases.contains_key(name) {
            return self.complain(site, || crate::asm::messages::register_as_label(span, name));
        }
        if let Err(earlier) = self.unit.symbols.define(name, meaning, span) {
            self.complain(site, || {
                crate::asm::messages::duplicate_label(
                    crate::diagnostics::Severity::Error,
                    span,
                    name,
                    earlier,
                )
            });
        }
    }

    /// Makes room for this many bytes and notes their place in the source; `false` if there is too much already.
    pub(super) fn take_room(&mut self, site: &Site, bytes: usize) -> bool {
        let has_room = self.written.spend(bytes);
        if !has_room && self.written.report() {
            self.out.add(messages::data_too_large(site.line.code));
        }
        has_room
    }

    /// Keeps where something comes from that lies at the next byte.
    pub(super) fn keep_origin(&mut self, site: &Site, section: usize, role: Role) {
        let place = Place { section, offset: i64::from(self.sections[section].offset()) };
        let span = site.line.code;
        self.origins.push((place, span, role));
    }

    /// Aligns, and remarks on it where an assembler does it by itself.
    pub(super) fn align_for(&mut self, section: usize, size: u32, span: Span) {
        let added = self.sections[section].align(size, 0, 0);
        if added > 0 {
            self.warn(|| messages::padded(span, added, size));
        }
    }
}

/// Returns `true` if a word begins an instruction or is a directive in a dialect.
pub(super) fn is_operation(word: &str, dialect: Dialect) -> bool {
    mnemonic::find(word).is_some()
        || match dialect {
            Dialect::Armasm => directive::is_armasm(word),
            Dialect::Gnu => directive::is_gnu(word),
        }
}

#[cfg(test)]
mod tests {
    use super::{Head, bare, head};

    #[test]
    fn statements_have_a_label_a_word_and_the_rest() {
        let of = |text: &str| {
            let Head { label, colon, word, rest } = head(text);
            let part = |range: Option<std::ops::Range<usize>>| range.map(|range| text[range].to_owned());
            (part(label), colon.is_some(), part(word), text[rest..].to_owned())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("loop ADD r0,r1"), (some("loop"), false, some("ADD"), " r0,r1".to_owned()));
        assert_eq!(of("\tPUSH{r4}"), (None, false, some("PUSH"), "{r4}".to_owned()));
        assert_eq!(of("|a b| EQU 1"), (some("|a b|"), false, some("EQU"), " 1".to_owned()));
        assert_eq!(of("l: B l"), (some("l"), true, some("B"), " l".to_owned()));
        assert_eq!(of("12 = 1"), (some("12"), false, some("="), " 1".to_owned()));
        assert_eq!(of(" [ x"), (None, false, some("["), " x".to_owned()));
        assert_eq!(of("a"), (some("a"), false, None, String::new()));
        assert_eq!(of(""), (None, false, None, String::new()));
        assert_eq!((bare("|a b|"), bare("x")), ("a b", "x"));
    }
}

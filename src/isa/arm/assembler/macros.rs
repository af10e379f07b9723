//! Macros of both dialects, the variables of armasm, and the repetitions of GNU `as`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::super::line::StatementText;
use super::super::messages;
use super::super::program::Dialect;
use super::super::token::is_name_part;
use super::flow::Frame;
use super::statement::head;
use super::{Assembler, Site};
use crate::asm::{Value, limits, work};
use crate::diagnostics::Span;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// The parameter that stands for the label of a use, in armasm.
    label: Option<String>,
    parameters: Vec<Parameter>,
    lines: Rc<[Rc<StatementText>]>,
    pub(super) span: Span,
}

#[derive(Debug, Default)]
struct Parameter {
    name: String,
    default: Option<String>,
    is_required: bool,
    /// True if it takes all arguments that are left.
    takes_rest: bool,
}

/// Splits arguments at commas; in GNU syntax at blanks too, where none of the neighbours goes on or begins with an operator.
fn arguments(text: &str, dialect: Dialect) -> Vec<Range<usize>> {
    work::count(text.len());
    let bytes = text.as_bytes();
    let (mut found, mut start, mut in_string) = (Vec::new(), 0, false);
    let goes_on = |byte: u8| b"+-*/&|^<>=!~,([{".contains(&byte);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' if at == 0 || bytes[at - 1] != b'\\' => in_string = !in_string,
            b',' if !in_string => {
                found.push(start..at);
                start = at + 1;
            }
            b' ' | b'\t' if !in_string && dialect == Dialect::Gnu => {
                let before = text[start..at].trim_end().bytes().next_back();
                let after = text[at..].trim_start().bytes().next();
                if let (Some(before), Some(after)) = (before, after)
                    && !goes_on(before)
                    && !b"+-*/&|^<>=!,)]}".contains(&after)
                {
                    found.push(start..at);
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        found.push(start..text.len());
    }
    found
}

/// An argument without blanks and quotation marks around it.
fn unquoted(argument: &str) -> &str {
    let trimmed = argument.trim();
    trimmed.strip_prefix('"').and_then(|inside| inside.strip_suffix('"')).unwrap_or(trimmed)
}

impl Assembler<'_> {
    /// Keeps the macro of armasm that begins here: its prototype is the next line that is not empty.
    pub(super) fn armasm_macro(&mut self, site: &Site, span: Span) {
        let ends = |line: &StatementText| {
            let word = head(&line.text).word.map(|word| line.text[word].to_ascii_uppercase())?;
            match word.as_str() {
                "MACRO" => Some(false),
                "MEND" => Some(true),
                _ => None,
            }
        };
        let Some(body) = self.take_body(ends) else {
            return self.complain(site, || messages::macro_is_open(span, Dialect::Armasm));
        };
        let first = body.iter().position(|line| !line.text.trim().is_empty());
        let Some((first, prototype)) = first.and_then(|first| Some((first, body.get(first)?))) else {
            return self.complain(site, || messages::macro_without_name(span, Dialect::Armasm));
        };
        let prototype_head = head(&prototype.text);
        let Some(word) = prototype_head.word.clone() else {
            let place = prototype.code;
            return self.complain(site, || messages::macro_without_name(place, Dialect::Armasm));
        };
        let name = prototype.text[word.clone()].to_owned();
        let rest = &prototype.text[prototype_head.rest..];
        let mut parameters = Vec::new();
        for part in arguments(rest, Dialect::Armasm) {
            let written = rest[part.clone()].trim();
            let (parameter, default) = match written.split_once('=') {
                Some((parameter, default)) => (parameter.trim(), Some(unquoted(default).to_owned())),
                None => (written, None),
            };
            let Some(parameter) = parameter.strip_prefix('$') else {
                let from = prototype_head.rest;
                let place = prototype.place(from + part.start..from + part.end);
                return self.complain(site, || messages::bad_parameter(place, Dialect::Armasm));
            };
            parameters.push(Parameter { name: parameter.to_owned(), default, ..Parameter::default() });
        }
        let label =
            prototype_head.label.map(|label| prototype.text[label].trim_start_matches('$').to_owned());
        let span = prototype.place(word);
        self.keep_macro(site, &name, Macro { label, parameters, lines: body[first + 1..].into(), span });
    }

    fn keep_macro(&mut self, site: &Site, name: &str, defined: Macro) {
        let span = defined.span;
        if let Some(earlier) = self.unit.macros.get(name).map(|earlier| earlier.span) {
            return self.complain(site, || messages::macro_again(span, name, earlier));
        }
        self.unit.macros.insert(name.to_owned(), Rc::new(defined));
    }

    /// Reads the body of a macro of armasm.
    pub(super) fn use_armasm_macro(
        &mut self,
        site: &Site,
        found: &Macro,
        label: &str,
        rest: &str,
        span: Span,
    ) {
        let given = arguments(rest, Dialect::Armasm);
        if given.len() > found.parameters.len() {
            let (count, place) = (found.parameters.len(), found.span);
            return self.complain(site, || messages::macro_arguments(span, count, given.len(), place));
        }
        let mut parameters = BTreeMap::new();
        for (index, parameter) in found.parameters.iter().enumerate() {
            let argument =
                given.get(index).map(|part| rest[part.clone()].trim()).filter(|argument| *argument != "|");
            let value = match argument {
                Some(argument) => unquoted(argument).replace("\"\"", "\""),
                None => parameter.default.clone().unwrap_or_default(),
            };
            parameters.insert(parameter.name.clone(), value);
        }
        if let Some(name) = &found.label {
            parameters.insert(name.clone(), label.to_owned());
        }
        let frame = Frame { is_macro: true, parameters, ..Frame::default() };
        self.push_lines(site, Rc::clone(&found.lines), 1, frame);
    }

    /// The statement with the values of variables and parameters in the place of `$name`; nothing after a complaint.
    pub(super) fn substituted(&mut self, site: &Site) -> Option<Site> {
        let text = &site.line.text;
        if !text.contains('$') {
            return Some(site.clone());
        }
        let innermost = self.unit.frames.iter().rev().find(|frame| frame.is_macro);
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        let mut in_bars = false;
        while let Some(at) = rest.find(['$', '|']) {
            out.push_str(&rest[..at]);
            let is_bar = rest[at..].starts_with('|');
            rest = &rest[at + 1..];
            if is_bar {
                in_bars = !in_bars;
                out.push('|');
                continue;
            }
            if rest.starts_with('$') {
                out.push('$');
                rest = &rest[1..];
                continue;
            }
            let length = rest.find(|c| !is_name_part(c, Dialect::Armasm)).unwrap_or(rest.len());
            let name = &rest[..length];
            let parameter = innermost.and_then(|frame| frame.parameters.get(name)).cloned();
            let value = parameter.or_else(|| match self.unit.variable(name)? {
                Value::Number(number) => Some(format!("{:08X}", *number as u32)),
                Value::Truth(is_true) => Some(if *is_true { "T" } else { "F" }.to_owned()),
                Value::Text(text) => Some(text.to_string()),
                Value::Place(_) => None,
            });
            match value.filter(|_| !in_bars) {
                Some(value) => {
                    out.push_str(&value);
                    rest = &rest[length..];
                    // A full stop ends the name and is not part of the text.
                    rest = rest.strip_prefix('.').unwrap_or(rest);
                }
                None => out.push('$'),
            }
        }
        out.push_str(rest);
        let span = site.line.code;
        if out.len() > limits::LONGEST_LINE || !self.count_expanded(0, out.len(), span) {
            self.complain(site, || messages::line_too_long(span));
            return None;
        }
        Some(Site { line: Rc::new(site.line.replaced(out)), call: site.call })
    }

    /// Keeps the macro of GNU `as` that begins here.
    pub(super) fn gnu_macro(&mut self, site: &Site, span: Span, rest: usize) {
        let Some(body) = self.take_body(|line| gnu_body_end(line, &[".macro"], ".endm")) else {
            return self.complain(site, || messages::macro_is_open(span, Dialect::Gnu));
        };
        let text = site.line.text[rest..].trim();
        let end = text.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(text.len());
        let (name, list) = (&text[..end], text[end..].trim_start_matches([',', ' ', '\t']));
        if name.is_empty() {
            return self.complain(site, || messages::macro_without_name(span, Dialect::Gnu));
        }
        let mut parameters = Vec::new();
        for part in arguments(list, Dialect::Gnu) {
            let written = list[part].trim();
            let (written, default) = match written.split_once('=') {
                Some((written, default)) => (written.trim(), Some(unquoted(default).to_owned())),
                None => (written, None),
            };
            let (name, qualifier) = written.split_once(':').unwrap_or((written, ""));
            parameters.push(Parameter {
                name: name.to_owned(),
                default,
                is_required: qualifier == "req",
                takes_rest: qualifier == "vararg",
            });
        }
        let span = site.line.code;
        self.keep_macro(site, name, Macro { label: None, parameters, lines: body, span });
    }

    /// Reads the body of a macro of GNU `as`.
    pub(super) fn use_gnu_macro(&mut self, site: &Site, found: &Macro, rest: &str, span: Span) {
        let given = arguments(rest, Dialect::Gnu);
        let mut values: BTreeMap<&str, String> = BTreeMap::new();
        let mut index = 0;
        for part in &given {
            let written = rest[part.clone()].trim();
            let named = written.split_once('=').and_then(|(name, value)| {
                let parameter = found.parameters.iter().find(|parameter| parameter.name == name.trim())?;
                Some((parameter, value))
            });
            if let Some((parameter, value)) = named {
                values.insert(&parameter.name, unquoted(value).to_owned());
                continue;
            }
            let Some(parameter) = found.parameters.get(index) else {
                let (count, place) = (found.parameters.len(), found.span);
                return self.complain(site, || messages::macro_arguments(span, count, given.len(), place));
            };
            index += 1;
            if parameter.takes_rest {
                values.insert(&parameter.name, rest[part.start..].trim().to_owned());
                break;
            }
            values.insert(&parameter.name, unquoted(written).to_owned());
        }
        for parameter in &found.parameters {
            let is_missing = values.get(parameter.name.as_str()).is_none_or(String::is_empty);
            if is_missing {
                if parameter.is_required {
                    let (name, place) = (&parameter.name, found.span);
                    return self.complain(site, || messages::argument_missing(span, name, place));
                }
                values.insert(&parameter.name, parameter.default.clone().unwrap_or_default());
            }
        }
        let count = self.unit.uses.to_string();
        self.unit.uses += 1;
        let value = |name: &str| match name {
            "@" => Some(count.clone()),
            _ => values.get(name).cloned(),
        };
        let Some(lines) = self.replaced(site, &found.lines, value) else { return };
        let frame = Frame { is_macro: true, ..Frame::default() };
        self.push_lines(site, lines.into(), 1, frame);
    }

    /// Lines with values in the place of `\name`; nothing after a complaint.
    fn replaced(
        &mut self,
        site: &Site,
        lines: &[Rc<StatementText>],
        value: impl Fn(&str) -> Option<String>,
    ) -> Option<Vec<Rc<StatementText>>> {
        let mut all = Vec::with_capacity(lines.len());
        for line in lines {
            let text =
                if line.text.contains('\\') { with_values(&line.text, &value) } else { line.text.clone() };
            let span = site.line.code;
            let is_too_long = text.len() > limits::LONGEST_LINE;
            if is_too_long || !self.count_expanded(0, text.len(), span) {
                if is_too_long {
                    self.complain(site, || messages::line_too_long(span));
                }
                return None;
            }
            all.push(Rc::new(line.replaced(text)));
        }
        Some(all)
    }

    /// `.rept`: reads the lines up to `.endr` this many times.
    pub(super) fn repeat(&mut self, site: &Site, span: Span, times: i64) {
        let Some(body) = self.take_body(gnu_repeat_end) else {
            return self.complain(site, || messages::repeat_not_closed(span));
        };
        let times = usize::try_from(times).unwrap_or(0);
        self.push_lines(site, body, times, Frame::default());
    }

    /// `.irp` and `.irpc`: reads the lines up to `.endr` for each value of a name.
    pub(super) fn for_each(&mut self, site: &Site, span: Span, rest: usize, is_of_characters: bool) {
        let Some(body) = self.take_body(gnu_repeat_end) else {
            return self.complain(site, || messages::repeat_not_closed(span));
        };
        let text = site.line.text[rest..].trim();
        let end = text.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(text.len());
        let (name, list) =
            (text[..end].trim_start_matches('\\'), text[end..].trim_start_matches([',', ' ', '\t']));
        let values: Vec<String> = if is_of_characters {
            unquoted(list).chars().map(String::from).collect()
        } else {
            arguments(list, Dialect::Gnu).into_iter().map(|part| unquoted(&list[part]).to_owned()).collect()
        };
        let mut all = Vec::new();
        for value in values {
            let Some(lines) = self.replaced(site, &body, |wanted| (wanted == name).then(|| value.clone()))
            else {
                return;
            };
            all.extend(lines);
        }
        self.push_lines(site, all.into(), 1, Frame::default());
    }
}

/// `Some(true)` if a line of GNU syntax closes a body of the kind, `Some(false)` if it opens another one.
fn gnu_body_end(line: &StatementText, opens: &[&str], closes: &str) -> Option<bool> {
    let words = line.text.split_whitespace();
    let word = words.filter(|word| !word.ends_with(':')).map(str::to_ascii_lowercase).next()?;
    if word == closes { Some(true) } else { opens.contains(&word.as_str()).then_some(false) }
}

fn gnu_repeat_end(line: &StatementText) -> Option<bool> {
    gnu_body_end(line, &[".rept", ".irp", ".irpc"], ".endr")
}

/// A text with values in the place of `\name`; `\()` parts a name from what follows and goes away.
fn with_values(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix("()") {
            rest = behind;
            continue;
        }
        let length = match rest.chars().next() {
            Some('@') => 1,
            _ => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
        };
        match value(&rest[..length]) {
            Some(value) => {
                out.push_str(&value);
                rest = &rest[length..];
            }
            None => {
                out.push('\\');
                // An escape in a string does not belong to a name.
                let first = rest.chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..first]);
                rest = &rest[first..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{arguments, with_values};
    use crate::isa::arm::program::Dialect;

    #[test]
    fn arguments_are_parted_as_the_assemblers_do() {
        let of = |text: &str, dialect| {
            arguments(text, dialect).into_iter().map(|part| text[part].trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(of(" a, \"b,c\" ,, d e", Dialect::Armasm), ["a", "\"b,c\"", "", "d e"]);
        assert_eq!(of("a b, c + 1 -d", Dialect::Gnu), ["a", "b", "c + 1 -d"]);
        assert_eq!(of("  ", Dialect::Gnu), Vec::<String>::new());
    }

    #[test]
    fn names_after_a_backslash_are_replaced() {
        let value = |name: &str| (name == "r").then(|| "5".to_owned());
        assert_eq!(with_values(r"mov r\r, \r\()x \n \other", value), r"mov r5, 5x \n \other");
    }
}

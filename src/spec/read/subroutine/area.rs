//! Reads what must be true of stretches of memory.

use super::{Words, entries};
use crate::diagnostics::{Diagnostic, code, text};
use crate::spec::schema::{self, What};
use crate::spec::tree::Node;
use crate::spec::types::{Area, AreaRule, Count, Direction, Formula};

const AREA: What = ("a stretch of memory", "vùng nhớ");

impl Words<'_> {
    pub(super) fn areas(&mut self, node: Option<&Node>) -> Vec<Area> {
        let Some(node) = node else { return Vec::new() };
        let mut areas = Vec::new();
        for (place, node) in entries(self.reader, node) {
            let Some(address) = self.word(place) else { continue };
            areas.extend(self.area(node).map(|area| Area { address, ..area }));
        }
        areas
    }

    /// Reads a stretch; its address is still to be put in.
    fn area(&mut self, node: &Node) -> Option<Area> {
        let fields = self.reader.fields(node, AREA, &schema::AREA);
        let (words, bytes) = (fields.get("words"), fields.get("bytes"));
        let Some(node) = words.or(bytes) else {
            self.reader.missing(&fields, "words", "5");
            return None;
        };
        if bytes.is_some() && (words.is_some() || !self.isa.word.is_of_bytes()) {
            let title = self.isa.title;
            let expected = if words.is_some() {
                text!(
                    "give `words` or `bytes`, and not both",
                    "hãy cho `words` hoặc `bytes`, không phải cả hai"
                )
            } else {
                text!(
                    "{title} addresses words and not bytes",
                    "{title} đánh địa chỉ theo từ, không theo byte"
                )
            };
            self.reader.bad_value(fields.key_span("bytes"), "bytes", &expected);
        }
        let length = self.value(node);
        let mut rule = |key| fields.get(key).map(|node| self.rule(node));
        let (all, any, counted) = (rule("all"), rule("any"), rule("count"));
        let times = fields.get("is").map(|node| self.count(node));
        let count = match (counted, times) {
            (Some(rule), Some(times)) => Some(rule.zip(times)),
            (Some(_), None) => {
                self.reader.missing_in(fields.key_span("count"), ("`count`", "`count`"), "is", "3");
                None
            }
            (None, Some(_)) => {
                self.reader.missing_in(fields.key_span("is"), ("`is`", "`is`"), "count", "value > 0");
                None
            }
            (None, None) => None,
        };
        let sorted = fields.get("sorted").and_then(|node| self.reader.choice(node, &Direction::ALL));
        let sum = fields.get("sum").and_then(|node| self.value(node));
        let demands = ["sorted", "sum", "all", "any", "count", "is"];
        if demands.iter().all(|key| fields.get(key).is_none()) {
            self.reader.missing(&fields, "sorted", "upwards");
        }
        let length = length?;
        Some(Area {
            address: length.clone(),
            length,
            is_of_bytes: bytes.is_some(),
            sorted,
            sum,
            all: all.flatten(),
            any: any.flatten(),
            count: count.flatten().map(|(rule, times): (AreaRule, Count)| (rule, times)),
        })
    }

    fn rule(&mut self, node: &Node) -> Option<AreaRule> {
        let source = self.reader.scalar(node)?;
        let formula = match Formula::parse(source) {
            Ok(formula) => formula,
            Err(bad) => {
                let wrong = &source[bad.range];
                self.reader.bad_value(
                    node.span,
                    if wrong.is_empty() { source } else { wrong },
                    &bad.expected,
                );
                return None;
            }
        };
        for name in formula.names().into_iter().filter(|name| !AreaRule::NAMES.contains(name)) {
            let message = text!("a number in memory has no `{name}`", "số trong bộ nhớ không có `{name}`");
            self.reader.add(Diagnostic::error(code::SPEC_BAD_VALUE, node.span, message).help(text!(
                "`value` is the number, `index` its place from 0",
                "`value` là số đó, `index` là vị trí của nó, tính từ 0"
            )));
        }
        Some(AreaRule { source: source.to_owned(), formula })
    }
}

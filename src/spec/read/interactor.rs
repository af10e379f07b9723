//! Reads `interactor`: rules, or a command, that answer what a program prints.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostics::{Diagnostic, Span, code, suggest, text};
use crate::observe::Pattern;
use crate::spec::read::command;
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Cue, Formula, Interactor, Message, MessagePart, OtherSide, TalkRule, is_name};

const INTERACTOR: What = ("an interactor", "bên đối thoại");
const RULE: What = ("a rule of an interactor", "quy tắc của bên đối thoại");

/// The keys of a case that say what is typed, or judge what came of it, in another way.
const OTHERS: [&str; 6] = ["stdin", "steps", "keys", "play", "games", "model"];

/// Reads the interactor of a case; `None` if there is none, or a mistake in it.
pub(in crate::spec) fn read(reader: &mut Reader, case: &Fields<'_>) -> Option<Arc<Interactor>> {
    let node = case.get("interactor")?;
    for other in OTHERS.into_iter().filter(|other| case.get(other).is_some()) {
        let expected = text!(
            "a test has `interactor` or `{other}`, and not both",
            "một ca kiểm thử có `interactor` hoặc `{other}`, không phải cả hai"
        );
        reader.bad_value(case.key_span(other), other, &expected);
    }
    let fields = reader.fields(node, INTERACTOR, &schema::INTERACTOR);
    let most = reader.number_of(&fields, "most").unwrap_or_default() as usize;
    let side = match (fields.get("rules"), fields.get("command")) {
        (Some(node), None) => by_rules(reader, &fields, node),
        (None, Some(node)) => {
            let command = command::read(reader, fields.key_span("command"), node).map(Arc::new)?;
            let input = fields.get("input").and_then(|node| reader.scalar(node)).unwrap_or_default();
            OtherSide::Command { command, input: input.to_owned() }
        }
        (Some(_), Some(_)) => {
            let expected = text!(
                "an interactor has `rules` or a `command`, and not both",
                "bên đối thoại có `rules` hoặc `command`, không phải cả hai"
            );
            reader.bad_value(fields.key_span("command"), "command", &expected);
            return None;
        }
        (None, None) => {
            reader.missing(&fields, "rules", "[{ when: \"Number? \", send: \"7\\n\" }]");
            return None;
        }
    };
    for (key, is_of_rules) in [("values", true), ("most", true), ("input", false)] {
        if fields.get(key).is_some() && is_of_rules != matches!(side, OtherSide::Rules { .. }) {
            let beside = if is_of_rules { "rules" } else { "command" };
            let expected = text!("`{key}` stands beside `{beside}`", "`{key}` đứng cạnh `{beside}`");
            reader.bad_value(fields.key_span(key), key, &expected);
        }
    }
    let halts = reader.switch_of(&fields, "halt");
    Some(Arc::new(Interactor { side, most, halts }))
}

/// A formula with the place at which it stands, whose names may be unknown.
struct Placed {
    formula: Formula,
    span: Span,
}

/// What is known while rules are read.
#[derive(Default)]
struct Known {
    /// The names that get a value somewhere.
    names: BTreeSet<String>,
    formulas: Vec<Placed>,
}

fn by_rules(reader: &mut Reader, fields: &Fields<'_>, node: &Node) -> OtherSide {
    let mut known = Known::default();
    let values = fields.get("values").map(|node| assigned(reader, &mut known, node)).unwrap_or_default();
    let rules: Vec<TalkRule> = reader.list(node).iter().map(|node| rule(reader, &mut known, node)).collect();
    if !rules.is_empty() && rules.iter().all(|rule| rule.send.is_none()) {
        let expected = text!("one of the rules must `send` something", "phải có quy tắc `send` gì đó");
        reader.bad_value(fields.key_span("rules"), "rules", &expected);
    }
    for Placed { formula, span } in &known.formulas {
        for name in formula.names().into_iter().filter(|name| !known.names.contains(*name)) {
            let message = text!("nothing gives `{name}` a value", "không có gì cho `{name}` giá trị");
            let help = match suggest(name, known.names.iter().map(String::as_str)) {
                Some(guess) => text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?"),
                None => text!(
                    "names are those of `values` and `set`, and of groups `(?<{name}>...)` in a `when`",
                    "tên lấy từ `values` và `set`, và từ nhóm `(?<{name}>...)` trong một `when`"
                ),
            };
            reader.add(Diagnostic::error(code::SPEC_BAD_VALUE, *span, message).help(help));
        }
    }
    OtherSide::Rules { values, rules }
}

fn rule(reader: &mut Reader, known: &mut Known, node: &Node) -> TalkRule {
    let fields = reader.fields(node, RULE, &schema::TALK_RULE);
    let when = fields.get("when").and_then(|node| cue(reader, known, node));
    let condition = fields.get("if").and_then(|node| formula(reader, known, node));
    let set = fields.get("set").map(|node| assigned(reader, known, node)).unwrap_or_default();
    let send = fields.get("send").and_then(|node| message(reader, known, node));
    if fields.get("send").is_none() && fields.get("set").is_none() {
        reader.missing(&fields, "send", "\"7\\n\"");
    }
    TalkRule { when, condition, set, send }
}

/// Reads words to look for, or a regular expression between slashes.
fn cue(reader: &mut Reader, known: &mut Known, node: &Node) -> Option<Cue> {
    let source = reader.scalar(node)?;
    let pattern = match source.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        Some(expression) => Pattern::as_written(expression),
        None => Pattern::words(source),
    };
    match pattern {
        Ok(pattern) => {
            known.names.extend(pattern.names().map(str::to_owned));
            Some(Cue { source: source.to_owned(), pattern })
        }
        Err(why) => {
            let expected =
                text!("it is no regular expression: {why}", "đây không phải biểu thức chính quy: {why}");
            reader.bad_value(node.span, source, &expected);
            None
        }
    }
}

/// Reads names with formulas: `{ low: 1, high: "low + 99" }`.
fn assigned(reader: &mut Reader, known: &mut Known, node: &Node) -> Vec<(String, Formula)> {
    let NodeValue::Mapping(entries) = &node.value else {
        let expected =
            text!("give names with values: `{{ low: 1 }}`", "hãy cho tên và giá trị: `{{ low: 1 }}`");
        reader.wrong_type(node, &expected);
        return Vec::new();
    };
    let mut assigned = Vec::new();
    for (key, value) in entries {
        let Some(name) = reader.scalar(key) else { continue };
        if !is_name(name) {
            let expected = text!(
                "a name begins with a letter and has letters, digits and `_`",
                "tên bắt đầu bằng chữ cái và gồm chữ cái, chữ số, `_`"
            );
            reader.bad_value(key.span, name, &expected);
            continue;
        }
        let name = name.to_owned();
        let formula = formula(reader, known, value);
        known.names.insert(name.clone());
        assigned.extend(formula.map(|formula| (name, formula)));
    }
    assigned
}

fn formula(reader: &mut Reader, known: &mut Known, node: &Node) -> Option<Formula> {
    let source = reader.scalar(node)?;
    formula_in(reader, known, node.span, source)
}

fn formula_in(reader: &mut Reader, known: &mut Known, span: Span, source: &str) -> Option<Formula> {
    match Formula::parse(source) {
        Ok(formula) => {
            known.formulas.push(Placed { formula: formula.clone(), span });
            Some(formula)
        }
        Err(bad) => {
            let wrong = &source[bad.range];
            let (wrong, expected) = (if wrong.is_empty() { source } else { wrong }, bad.expected);
            reader.bad_value(span, wrong, &expected);
            None
        }
    }
}

/// Reads a text with formulas in braces; two braces stand for one.
fn message(reader: &mut Reader, known: &mut Known, node: &Node) -> Option<Message> {
    let source = reader.scalar(node)?;
    let (mut parts, mut words) = (Vec::new(), String::new());
    let mut rest = source;
    while let Some(at) = rest.find(['{', '}']) {
        words.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            words.push_str(brace);
            rest = after;
            continue;
        }
        let end = rest.find('}').filter(|_| brace == "{");
        let Some(end) = end else {
            let expected = text!(
                "a formula stands between `{{` and `}}`; for the brace itself write it twice",
                "công thức đứng giữa `{{` và `}}`; để viết chính dấu ngoặc, hãy viết hai lần"
            );
            reader.bad_value(node.span, brace, &expected);
            return None;
        };
        let formula = formula_in(reader, known, node.span, &rest[..end])?;
        if !words.is_empty() {
            parts.push(MessagePart::Words(std::mem::take(&mut words)));
        }
        parts.push(MessagePart::Value(formula));
        rest = &rest[end + 1..];
    }
    words.push_str(rest);
    if !words.is_empty() {
        parts.push(MessagePart::Words(words));
    }
    if parts.is_empty() {
        let expected =
            text!("give what is typed: `send: \"7\\n\"`", "hãy cho nội dung gõ vào: `send: \"7\\n\"`");
        reader.bad_value(node.span, source, &expected);
    }
    Some(Message(parts))
}

//! Reads what must come out, and how it is compared.

use std::sync::Arc;

use crate::console::Script;
use crate::diagnostics::{Diagnostic, Span, code, text};
use crate::observe::Pattern;
use crate::spec::read::{command, files, hashed, interactor};
use crate::spec::reader::{Fields, Reader};
use crate::spec::schema::{self, What};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Checked, Fragment, Ignored, Mode, Reading, Want, WantedLine, glob};

const COMPARE: What = ("`compare`", "`compare`");
const STEP: What = ("a step", "bước");

/// Reads how a group or a case is compared; keys that it does not have keep the values around it.
pub(in crate::spec) fn mode(reader: &mut Reader, around: &Mode, node: Option<&Node>) -> Mode {
    let Some(node) = node else { return around.clone() };
    let fields = reader.fields(node, COMPARE, &schema::MODE);
    judged_mode(reader, around, &fields)
}

/// Reads the keys of a mode among others, where a command may judge.
pub(in crate::spec) fn judged_mode(reader: &mut Reader, around: &Mode, fields: &Fields<'_>) -> Mode {
    let mut mode = mode_of(reader, around, fields);
    if let Some(node) = fields.get("command") {
        mode.command = command::read(reader, fields.key_span("command"), node).map(Arc::new);
    }
    mode
}

/// Reads the keys of a mode among others, where what must come out is compared here.
pub(in crate::spec) fn mode_of(reader: &mut Reader, around: &Mode, fields: &Fields<'_>) -> Mode {
    let mut mode = around.clone();
    if let Some(reading) = reader.choice_of(fields, "as", &Reading::ALL) {
        mode.reading = reading;
    }
    if let Some(node) = fields.get("ignore") {
        let nodes = reader.list(node);
        mode.ignored = nodes.iter().filter_map(|node| reader.choice(node, &Ignored::ALL)).collect();
    }
    if let Some(node) = fields.get("tolerance")
        && let Some(word) = reader.scalar(node)
    {
        match word.parse::<f64>() {
            Ok(tolerance) if tolerance >= 0.0 && tolerance.is_finite() => mode.tolerance = tolerance,
            _ => reader.bad_value(
                node.span,
                word,
                &text!("give a number such as 0.01", "hãy cho một số như 0.01"),
            ),
        }
    }
    mode
}

/// The keys by which a case demands more than one expected text.
const KEYS: [&str; 7] = ["contains", "rejects", "any", "steps", "interactor", "files", "given-files"];

/// Returns `true` if a case has nothing but plain text.
pub(in crate::spec) fn are_absent(fields: &Fields<'_>) -> bool {
    KEYS.iter().all(|key| fields.get(key).is_none())
}

/// Reads the demands of a case on its output; `None` if there is a mistake.
pub(in crate::spec) fn checked(reader: &mut Reader, mode: &Mode, fields: &Fields<'_>) -> Option<Checked> {
    let (mut whole, mut answer) = (Vec::new(), String::new());
    if let Some(node) = fields.get("expect") {
        let text = reader.expected(node)?.to_owned();
        if mode.command.is_some() {
            answer = text;
        } else {
            whole.extend(want(reader, mode, &text, node.span));
        }
    }
    if let Some(node) = fields.get("any") {
        whole.push(Want::Text(texts(reader, node)));
    }
    whole.extend(hashed::want(reader, fields, mode));
    let parts = fields.get("contains").filter(|node| !reader.is_open(node));
    whole.extend(parts.map(|node| Want::Contains(fragments(reader, node))));
    whole.extend(fields.get("rejects").map(|node| Want::Rejects(fragments(reader, node))));
    let files = fields.get("files").map(|node| files::demanded(reader, mode, node)).unwrap_or_default();
    let given = fields.get("given-files").map(|node| files::given(reader, node)).unwrap_or_default();
    let mode = mode.clone();
    let partner = interactor::read(reader, fields);
    let Some(node) = fields.get("steps") else {
        let typed = fields.get("stdin").and_then(|node| reader.scalar(node)).unwrap_or_default();
        let stdin = Script::new(typed.as_bytes().iter().map(std::slice::from_ref)).with_files(given);
        return Some(Checked {
            stdin: Arc::new(stdin),
            halts: partner.as_ref().is_some_and(|partner| partner.halts),
            interactor: partner,
            turns: Vec::new(),
            steps: Vec::new(),
            whole,
            files,
            answer,
            mode,
            stops: false,
            is_plain_text: false,
        });
    };
    if fields.get("stdin").is_some() {
        let expected = text!(
            "with `steps`, what is typed is written in the steps",
            "khi có `steps`, nội dung gõ vào được ghi trong các bước"
        );
        reader.bad_value(fields.key_span("stdin"), "stdin", &expected);
    }
    let Steps { stdin, turns, numbers, halts, stops } = steps(reader, &mode, node);
    Some(Checked {
        stdin: Arc::new(Script::new(stdin).with_files(given)),
        interactor: None,
        turns,
        steps: numbers,
        whole,
        files,
        answer,
        mode,
        halts,
        stops,
        is_plain_text: false,
    })
}

/// The texts of a list.
pub(in crate::spec) fn texts(reader: &mut Reader, node: &Node) -> Vec<String> {
    let nodes = reader.list(node);
    nodes.iter().filter_map(|node| reader.scalar(node).map(str::to_owned)).collect()
}

/// A text that must come out, in the reading of the mode.
pub(in crate::spec) fn want(reader: &mut Reader, mode: &Mode, text: &str, span: Span) -> Option<Want> {
    if !matches!(mode.reading, Reading::Glob | Reading::Regex) {
        return Some(Want::Text(vec![text.to_owned()]));
    }
    let mut lines = Vec::new();
    for line in text.trim_end_matches('\n').split('\n') {
        if line.trim() == "..." {
            lines.push(WantedLine::Any);
            continue;
        }
        let source = if mode.reading == Reading::Glob { glob(line) } else { line.to_owned() };
        lines.push(WantedLine::One(pattern(reader, &format!("^(?:{source})$"), line, span)?));
    }
    Some(Want::Lines(lines, text.to_owned()))
}

pub(in crate::spec) fn fragments(reader: &mut Reader, node: &Node) -> Vec<Fragment> {
    let nodes = reader.list(node);
    let mut fragments = Vec::new();
    for node in nodes {
        let Some(word) = reader.scalar(node).map(str::to_owned) else { continue };
        match word.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
            Some(source) => {
                fragments.extend(pattern(reader, source, &word, node.span).map(Fragment::Pattern));
            }
            None => fragments.push(Fragment::Plain(word)),
        }
    }
    fragments
}

fn pattern(reader: &mut Reader, source: &str, shown: &str, span: Span) -> Option<Pattern> {
    match Pattern::as_written(source) {
        Ok(pattern) => Some(pattern),
        Err(why) => {
            let expected =
                text!("it is no regular expression: {why}", "đây không phải biểu thức chính quy: {why}");
            reader.bad_value(span, shown, &expected);
            None
        }
    }
}

/// A case that is written step by step.
struct Steps {
    stdin: Vec<Vec<u8>>,
    /// The demands on the output before each entry, and after the last.
    turns: Vec<Vec<Want>>,
    /// For each of them the number of its step, from 1.
    numbers: Vec<Vec<usize>>,
    /// True if the program must end.
    halts: bool,
    /// True if nothing counts after the last step.
    stops: bool,
}

fn steps(reader: &mut Reader, mode: &Mode, node: &Node) -> Steps {
    let mut steps = Steps {
        stdin: Vec::new(),
        turns: vec![Vec::new()],
        numbers: vec![Vec::new()],
        halts: false,
        stops: false,
    };
    for (index, node) in reader.list(node).iter().enumerate() {
        if steps.stops {
            let message = text!("nothing comes after `stop`", "sau `stop` không có gì nữa");
            reader.add(Diagnostic::error(code::SPEC_BAD_VALUE, node.span, message).help(text!(
                "the test ends there: take the step out, or put `stop` after it",
                "ca kiểm thử kết thúc ở đó: hãy bỏ bước này, hoặc đặt `stop` sau nó"
            )));
        }
        if let NodeValue::Scalar(word) = &node.value
            && let Some(stops) = [("halt", false), ("stop", true)].iter().find(|end| end.0 == word)
        {
            (steps.halts, steps.stops) = (!stops.1, stops.1);
            continue;
        }
        let fields = reader.fields(node, STEP, &schema::STEP);
        let mut wants = Vec::new();
        if let Some(node) = fields.get("expect")
            && let Some(text) = reader.expected(node).map(str::to_owned)
        {
            wants.extend(want(reader, mode, &text, node.span));
        }
        wants.extend(hashed::want(reader, &fields, mode));
        wants.extend(fields.get("contains").map(|node| Want::Contains(fragments(reader, node))));
        wants.extend(fields.get("rejects").map(|node| Want::Rejects(fragments(reader, node))));
        if let (Some(turn), Some(numbers)) = (steps.turns.last_mut(), steps.numbers.last_mut()) {
            numbers.extend(wants.iter().map(|_| index + 1));
            turn.extend(wants);
        }
        if let Some(typed) = fields.get("send").and_then(|node| reader.scalar(node)) {
            steps.stdin.push(typed.as_bytes().to_vec());
            steps.turns.push(Vec::new());
            steps.numbers.push(Vec::new());
        }
    }
    steps
}

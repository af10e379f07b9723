//! Patterns that fit everything, and rules that no line gets as far as.

use crate::diagnostics::{Diagnostic, Span, code, text};
use crate::observe::Pattern;
use crate::spec::lint::items;
use crate::spec::schema;
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::{Asks, Dialogue, Rule};

/// Lines that have nothing in common: what fits them all fits every line.
const UNLIKE_LINES: [&str; 5] = ["q", "7", "~", "-----", "Xin moi nhap!"];

pub(in crate::spec) fn check(root: &Node, dialogue: &Dialogue, found: &mut Vec<Diagnostic>) {
    if let Some(node) = root.get("dialogue") {
        rules(node.get("questions"), &dialogue.rules, found);
        words(node.get("words"), found);
    }
    for (node, dialect) in items(root.get("dialects")).iter().zip(&dialogue.dialects) {
        rules(node.get("questions"), &dialect.rules, found);
    }
}

pub(in crate::spec) fn fits_everything(pattern: &Pattern) -> bool {
    UNLIKE_LINES.iter().all(|line| pattern.find(line).is_some())
}

fn words(node: Option<&Node>, found: &mut Vec<Diagnostic>) {
    for key in schema::WORDS.names() {
        for node in items(node.and_then(|node| node.get(key))) {
            let NodeValue::Scalar(source) = &node.value else { continue };
            if Pattern::new(source).is_ok_and(|pattern| fits_everything(&pattern)) {
                found.push(everything(node.span, source).help(text!(
                    "write words that only stand where `{key}` is meant",
                    "hãy ghi những từ chỉ xuất hiện khi đúng là `{key}`"
                )));
            }
        }
    }
}

pub(in crate::spec) fn everything(at: Span, source: &str) -> Diagnostic {
    let message = if source.is_empty() {
        text!("an empty pattern fits every line", "mẫu để trống khớp với mọi dòng")
    } else {
        text!("`{source}` fits every line", "`{source}` khớp với mọi dòng")
    };
    Diagnostic::warning(code::LINT_FITS_EVERYTHING, at, message)
}

fn rules(node: Option<&Node>, rules: &[Rule], found: &mut Vec<Diagnostic>) {
    // The patterns of earlier rules, each with its rule and its place.
    let mut earlier: Vec<(&Rule, &str, Span)> = Vec::new();
    for (node, rule) in items(node).iter().zip(rules) {
        let mut own = Vec::new();
        for (node, pattern) in items(node.get("when")).iter().zip(&rule.when) {
            let source = pattern.source();
            if fits_everything(pattern) && !rule.is_weak {
                found.push(everything(node.span, source).help(text!(
                    "write words of the question; a rule for whatever is left over has `weak: true`",
                    "hãy ghi từ ngữ của câu hỏi; quy tắc cho mọi câu còn lại thì ghi `weak: true`"
                )));
            }
            let first = earlier.iter().find(|(before, known, _)| *known == source && wins(before, rule));
            if let Some((_, _, first)) = first {
                let message = text!(
                    "no line gets as far as `{source}` here: an earlier rule has the same pattern",
                    "không dòng nào đến được `{source}` ở đây: một quy tắc trước đã có cùng mẫu"
                );
                let diagnostic = Diagnostic::warning(code::LINT_UNREACHABLE, node.span, message);
                found.push(diagnostic.also(*first, text!("this rule wins", "quy tắc này thắng")).help(
                    text!(
                        "take it out, put this rule first, or give the earlier one an `unless`",
                        "hãy bỏ nó, đưa quy tắc này lên trước, hoặc thêm `unless` cho quy tắc trước"
                    ),
                ));
            }
            own.push((rule, source, node.span));
        }
        earlier.extend(own);
        for (node, pattern) in items(node.get("unless")).iter().zip(&rule.unless) {
            if fits_everything(pattern) {
                found.push(everything(node.span, pattern.source()).help(text!(
                    "with this `unless` the rule is never asked; write the words that speak against it",
                    "với `unless` này quy tắc không bao giờ được dùng; hãy ghi những từ loại trừ nó"
                )));
            }
        }
    }
}

/// Returns `true` if the first rule takes every line that fits both. A question that the game does not allow
/// now leaves the line to the next rule, so a rule for questions wins only over those for the same ones.
fn wins(first: &Rule, second: &Rule) -> bool {
    let is_before = !first.is_weak || second.is_weak;
    let takes = match (&first.asks, &second.asks) {
        (Asks::Questions(first), Asks::Questions(second)) => second.iter().all(|asked| first.contains(asked)),
        (Asks::Questions(_), _) => false,
        (Asks::Always(_) | Asks::Declined | Asks::Again, _) => true,
    };
    first.unless.is_empty() && is_before && takes
}

//! Likely mistakes in a valid spec: tests that no program fails or that count twice, points that go nowhere,
//! patterns that fit everything, rules that are never reached.

mod answers;
mod cases;
mod patterns;
mod score;
mod texts;

pub(in crate::spec) use cases::of_nodes;

use std::collections::BTreeMap;

use crate::diagnostics::{Diagnostic, Span, code, text};
use crate::spec::tree::{Node, NodeValue};
use crate::spec::types::Spec;

/// All warnings about a valid spec, in the order of the file. Places come from the tree that the spec
/// was read from.
pub(in crate::spec) fn findings(root: &Node, spec: &Spec) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    cases::check(root, spec, &mut found);
    score::check(root, spec, &mut found);
    answers::check(root, spec, &mut found);
    if let Some(dialogue) = &spec.dialogue {
        patterns::check(root, dialogue, &mut found);
        costs(root, spec, &mut found);
        for (node, dialect) in items(root.get("dialects")).iter().zip(&dialogue.dialects) {
            if dialect.submissions.iter().all(|pattern| pattern.trim().is_empty()) {
                found.push(no_submissions(node));
            }
        }
    }
    found.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.code));
    found
}

/// Where the parts of a spec stand that can be spoken of once its programs were run.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The model.
    pub model: Span,
    /// The rules of the dialogue.
    pub rules: Vec<Span>,
    cases: BTreeMap<String, Span>,
}

impl Places {
    pub(in crate::spec) fn of(root: &Node, spec: &Spec) -> Self {
        let rules = items(root.get("dialogue").and_then(|node| node.get("questions")));
        Self {
            model: root.get("model").map(|node| node.span).unwrap_or_default(),
            rules: rules.iter().map(|rule| place(rule, &[])).collect(),
            cases: cases::places(root, spec),
        }
    }

    /// A case; a family of games stands where it is named.
    pub fn case(&self, id: &str) -> Span {
        self.cases.get(id).copied().unwrap_or_default()
    }
}

/// The items of a list, or what is a list of one.
fn items(node: Option<&Node>) -> &[Node] {
    match node {
        Some(Node { value: NodeValue::Sequence(items), .. }) => items,
        Some(single) => std::slice::from_ref(single),
        None => &[],
    }
}

/// A short place for a node: a mapping is named by what stands after one of these keys, or by its first key.
fn place(node: &Node, keys: &[&str]) -> Span {
    let named = keys.iter().find_map(|key| node.get(key));
    match (named, &node.value) {
        (Some(named), _) => named.span,
        (None, NodeValue::Mapping(entries)) => entries.first().map_or(node.span, |(key, _)| key.span),
        (None, _) => node.span,
    }
}

/// A reading of the assignment that costs more than there is to be had.
fn costs(root: &Node, spec: &Spec, found: &mut Vec<Diagnostic>) {
    let options = root.get("dialogue").and_then(|node| node.get("options"));
    let values = spec.dialogue.iter().flat_map(|dialogue| &dialogue.options).map(|option| &option.values);
    for (node, values) in items(options).iter().zip(values) {
        for (node, value) in items(node.get("values")).iter().zip(values) {
            let (name, costs, points) = (&value.name, value.costs, spec.points);
            if costs > points {
                let message = text!(
                    "`{name}` costs {costs} points, and the whole spec has {points}",
                    "`{name}` trừ {costs} điểm, trong khi cả spec chỉ có {points}"
                );
                found.push(Diagnostic::warning(code::LINT_COSTS, place(node, &["costs"]), message).help(
                    text!(
                        "write points, not a percentage: at most {points}",
                        "hãy ghi số điểm, không phải phần trăm: nhiều nhất {points}"
                    ),
                ));
            }
        }
    }
}

fn no_submissions(node: &Node) -> Diagnostic {
    let message = text!("this dialect is for no submission", "phương ngữ này không dành cho bài nộp nào");
    Diagnostic::warning(code::LINT_NO_SUBMISSIONS, place(node, &[]), message).help(text!(
        "give names of submissions, or patterns such as \"nguyen*\"; otherwise take it out",
        "hãy ghi tên bài nộp, hoặc mẫu như \"nguyen*\"; nếu không thì bỏ nó đi"
    ))
}

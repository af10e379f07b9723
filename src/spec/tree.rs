//! A spec as a tree: the YAML nodes, with the place of each value.

use std::sync::Arc;

use crate::diagnostics::{Diagnostic, Span, Text};

/// A value with its place.
#[derive(Clone, Debug)]
pub(in crate::spec) struct Node {
    pub(in crate::spec) span: Span,
    pub(in crate::spec) value: NodeValue,
    /// Of a case that a table stands for: the row.
    pub(in crate::spec) row: Option<Arc<Row>>,
}

/// The contents of a node. Numbers and booleans keep their spelling.
#[derive(Clone, Debug)]
pub(in crate::spec) enum NodeValue {
    Null,
    Scalar(String),
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

impl Node {
    /// The key of a mapping and the value after it.
    pub(in crate::spec) fn entry(&self, key: &str) -> Option<(&Self, &Self)> {
        let NodeValue::Mapping(entries) = &self.value else { return None };
        let is_key = |name: &Self| matches!(&name.value, NodeValue::Scalar(word) if word == key);
        entries.iter().find(|(name, _)| is_key(name)).map(|(name, value)| (name, value))
    }

    /// The value after a key of a mapping.
    pub(in crate::spec) fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The items of a list.
    pub(in crate::spec) fn items(&self) -> &[Self] {
        if let NodeValue::Sequence(items) = &self.value { items } else { &[] }
    }
}

/// Where a case that was written out has its values from.
#[derive(Debug)]
pub(in crate::spec) struct Row {
    pub(in crate::spec) span: Span,
    pub(in crate::spec) words: Text,
}

/// Says of what was found since `first` in a case which row it comes from, and leaves out what another row had said.
pub(in crate::spec) fn name_row(found: &mut Vec<Diagnostic>, first: usize, case: &Node) {
    let Some(row) = &case.row else { return };
    for diagnostic in found.split_off(first) {
        let is_known = |known: &Diagnostic| {
            let of =
                |diagnostic: &Diagnostic| (diagnostic.code, diagnostic.span(), diagnostic.message.clone());
            of(known) == of(&diagnostic)
        };
        if !found.iter().any(is_known) {
            found.push(diagnostic.also(row.span, row.words.clone()));
        }
    }
}

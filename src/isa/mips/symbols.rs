//! The labels of one file, or those that all files share.

use std::collections::BTreeMap;

use crate::asm::Symbol;
use crate::asm::symbols::Symbols;
use crate::diagnostics::Span;

/// A label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) address: u32,
    pub(super) span: Span,
}

/// Labels by name, and by address, as alignment moves them; case counts.
#[derive(Debug, Default)]
pub(super) struct Labels {
    by_name: Symbols<u32>,
    by_address: BTreeMap<u32, Vec<String>>,
}

impl Labels {
    /// Defines a label; if it is defined already, returns the place of the earlier definition.
    pub(super) fn define(&mut self, name: &str, address: u32, span: Span) -> Result<(), Span> {
        self.by_name.define(name, address, span)?;
        self.by_address.entry(address).or_default().push(name.to_owned());
        Ok(())
    }

    pub(super) fn get(&self, name: &str) -> Option<Label> {
        self.by_name.get(name).map(|found| Label { address: found.meaning, span: found.span })
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    /// Moves the labels at an address, as data that is aligned takes the labels before it along.
    pub(super) fn shift(&mut self, from: u32, to: u32) {
        let Some(names) = self.by_address.remove(&from) else { return };
        for name in &names {
            if let Some(label) = self.by_name.get_mut(name) {
                label.meaning = to;
            }
        }
        self.by_address.entry(to).or_default().extend(names);
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.names()
    }

    pub(super) fn into_list(self) -> impl Iterator<Item = Symbol> {
        let symbol = |(name, found): (_, crate::asm::symbols::Definition<u32>)| Symbol {
            name,
            address: found.meaning,
            span: found.span,
        };
        self.by_name.into_iter().map(symbol)
    }
}

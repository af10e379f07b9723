//! The labels of one file.

use std::collections::{BTreeMap, BTreeSet};

use super::context::Context;
use super::dialect::{Dialect, Feature};
use super::{messages, number};
use crate::asm::{Symbol, work};
use crate::diagnostics::{Span, suggest};

/// The labels defined so far. Case counts only where the dialect says so or where two labels differ by case alone.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    by_name: BTreeMap<String, Definition>,
    by_upper_case: BTreeMap<String, BTreeSet<String>>,
}

#[derive(Debug)]
struct Definition {
    address: u32,
    span: Span,
    block: usize,
    used: bool,
}

/// What is known of a label at its use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) address: u32,
    pub(super) block: usize,
}

impl Symbols {
    /// Defines the label at `span`.
    pub(super) fn define(&mut self, context: &mut Context<'_>, span: Span, address: u32, block: usize) {
        let name = context.slice(span);
        if !check_name(context, span) {
            return;
        }
        let upper = name.to_uppercase();
        let same_letters = self.by_upper_case.entry(upper).or_default();
        let case_counts = context.dialect.is_none_or(Dialect::case_sensitive);
        let earlier = if case_counts { same_letters.get(name) } else { same_letters.first() }.cloned();
        if let Some(earlier) = earlier {
            if self.by_name[&earlier].address == address {
                return;
            }
            let first = self.by_name[&earlier].span;
            messages::duplicate_label(context, span, first);
            if !context.accepts(Feature::DuplicateLabel) {
                return;
            }
            // lc3tools lets the later definition win.
            self.by_name.remove(&earlier);
            same_letters.remove(&earlier);
        } else if !same_letters.is_empty() {
            context.uses(Feature::LabelsDifferInCase, span);
        }
        same_letters.insert(name.to_owned());
        self.by_name.insert(name.to_owned(), Definition { address, span, block, used: false });
    }

    /// Looks up the label that the word at `span` names.
    pub(super) fn find(&mut self, context: &mut Context<'_>, span: Span) -> Option<Found> {
        let word = context.slice(span);
        let name = if self.by_name.contains_key(word) {
            word.to_owned()
        } else {
            let same_letters = self.by_upper_case.get(&word.to_uppercase())?;
            let only = same_letters.first().filter(|_| same_letters.len() == 1)?.clone();
            if context.accepts(Feature::LabelOtherCase) {
                context.uses(Feature::LabelOtherCase, span);
                only
            } else {
                return None;
            }
        };
        let definition = self.by_name.get_mut(&name)?;
        definition.used = true;
        Some(Found { address: definition.address, block: definition.block })
    }

    /// Whether a label of exactly this name exists.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The label that was probably meant.
    pub(super) fn nearest(&self, context: &Context<'_>, word: &str) -> Option<&str> {
        if !context.lists_errors() {
            return None;
        }
        suggest(word, self.by_name.keys().map(String::as_str).inspect(|_| work::count(1)))
    }

    /// Where a label is defined, if nothing refers to it.
    pub(super) fn unused(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|definition| !definition.used)
    }

    /// All labels.
    pub(super) fn into_list(self) -> impl Iterator<Item = Symbol> {
        self.by_name.into_iter().map(|(name, definition)| Symbol {
            name,
            address: definition.address,
            span: definition.span,
        })
    }
}

/// Notes what in a label's name is not common to all tools; `false` if no tool takes it.
fn check_name(context: &mut Context<'_>, span: Span) -> bool {
    let name = context.slice(span);
    let bytes = name.as_bytes();
    if super::statement::register(name).is_some() {
        messages::register_as_label(context, span);
        return false;
    }
    if matches!(bytes, [b'R' | b'r', rest @ ..] if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit)) {
        context.uses(Feature::LabelLikeRegister, span);
    }
    if let number::Reading::Number(number) = number::read(name)
        && number.features.iter().all(|feature| context.accepts(*feature) && *feature != Feature::BareDecimal)
    {
        context.uses(
            match bytes[0] {
                b'b' | b'B' => Feature::LabelLikeBinary,
                b'X' => Feature::LabelLikeUpperHex,
                _ => Feature::LabelLikeHex,
            },
            span,
        );
    }
    if !name.is_ascii() {
        context.uses(Feature::LabelNotAscii, span);
    } else if !bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
        context.uses(Feature::LabelPunctuation, span);
    }
    if bytes[0].is_ascii_digit() {
        context.uses(Feature::LabelDigitFirst, span);
    }
    if bytes[0] == b'_' {
        context.uses(Feature::LabelUnderscoreFirst, span);
    }
    if name.chars().count() > 20 {
        context.uses(Feature::LabelLong, span);
    }
    if super::statement::is_reserved(context, span) {
        context.uses(Feature::LabelIsOpcode, span);
    }
    true
}

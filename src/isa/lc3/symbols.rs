//! The labels of one file.

use super::context::Context;
use super::dialect::{Dialect, Feature};
use super::{messages, number};
use crate::asm::Symbol;
use crate::asm::symbols::{self, Definition};
use crate::diagnostics::Span;

/// The labels defined so far. Case counts only if it does in the dialect or if two labels differ by case alone.
#[derive(Debug, Default)]
pub(super) struct Symbols(symbols::Symbols<Found>);

/// The facts known of a label at its use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) address: u32,
    /// The number of its block; beyond all others for a label of another program.
    pub(super) block: usize,
}

impl Symbols {
    /// Defines the label at `span`.
    pub(super) fn define(&mut self, context: &mut Context<'_>, span: Span, address: u32, block: usize) {
        let name = context.slice(span);
        if !check_name(context, span) {
            return;
        }
        let case_counts = context.dialect.is_none_or(Dialect::case_sensitive);
        let has_same_letters = self.0.alike(name).next().is_some();
        let is_earlier = |known: &&str| !case_counts || *known == name;
        let earlier = self.0.alike(name).find(is_earlier).map(str::to_owned);
        if let Some((earlier, found)) = earlier.and_then(|name| Some((name.clone(), *self.0.get(&name)?))) {
            if found.meaning.address == address {
                return;
            }
            messages::duplicate_label(context, span, found.span);
            if !context.accepts(Feature::DuplicateLabel) {
                return;
            }
            // lc3tools lets the later definition win.
            self.0.remove(&earlier);
        } else if has_same_letters {
            context.uses(Feature::LabelsDifferInCase, span);
        }
        // The earlier definition no longer counts.
        let _ = self.0.define(name, Found { address, block }, span);
    }

    /// Looks up the label that the word at `span` names, in the file and then in the program that it is assembled into.
    pub(super) fn find(&mut self, context: &mut Context<'_>, span: Span) -> Option<Found> {
        self.find_here(context, span).or_else(|| {
            let address = (context.host)(context.slice(span))?;
            Some(Found { address, block: usize::MAX })
        })
    }

    fn find_here(&mut self, context: &mut Context<'_>, span: Span) -> Option<Found> {
        let word = context.slice(span);
        let mut name = word.to_owned();
        if !self.has(word) {
            let mut same_letters = self.0.alike(word);
            name = same_letters.next().filter(|_| same_letters.next().is_none())?.to_owned();
            if !context.accepts(Feature::LabelOtherCase) {
                return None;
            }
            context.uses(Feature::LabelOtherCase, span);
        }
        self.0.refer(&name).map(|definition| definition.meaning)
    }

    /// Returns `true` if a label of exactly this name exists.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some()
    }

    /// The label that was probably meant.
    pub(super) fn nearest(&self, context: &Context<'_>, word: &str) -> Option<&str> {
        if context.lists_errors() { self.0.nearest(word) } else { None }
    }

    /// Returns `true` if nothing refers to a label.
    pub(super) fn unused(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|definition| !definition.is_used)
    }

    /// All labels.
    pub(super) fn into_list(self) -> impl Iterator<Item = Symbol> {
        let symbol = |(name, found): (String, Definition<Found>)| Symbol {
            name,
            address: found.meaning.address,
            span: found.span,
        };
        self.0.into_iter().map(symbol)
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

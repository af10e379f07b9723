//! Macros: `.macro` to `.end_macro`, and their uses.
//!
//! Source: MARS 4.5, `mars/assembler/Macro.java` and `MacroPool.java`. A body is text: each use copies its lines with the
//! parameters replaced and with the labels that the body defines made unique.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::lines::TokenLine;
use super::registers;
use super::token::{Token, TokenKind};
use crate::asm::work;
use crate::diagnostics::Span;

/// A macro; its body lies in the lines of the file.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub(super) name: String,
    /// The parameters with their positions; of two of one name the first counts.
    positions: BTreeMap<String, usize>,
    pub(super) parameters: usize,
    labels: BTreeSet<String>,
    /// The number of the line with `.macro`.
    pub(super) from: usize,
    /// The number of the line with `.end_macro`.
    pub(super) to: usize,
    /// The place of the name.
    pub(super) span: Span,
}

impl Macro {
    pub(super) fn new(name: &Token, span: Span, from: usize) -> Self {
        Self {
            name: name.text.clone(),
            positions: BTreeMap::new(),
            parameters: 0,
            labels: BTreeSet::new(),
            from,
            to: from,
            span,
        }
    }

    /// Adds a parameter.
    pub(super) fn take(&mut self, parameter: &Token) {
        self.positions.entry(parameter.text.clone()).or_insert(self.parameters);
        self.parameters += 1;
    }

    /// Notes a label that the body defines.
    pub(super) fn define(&mut self, label: &Token) {
        self.labels.insert(label.text.clone());
    }

    /// A line of the body for the use number `count` with these arguments; the parameters that the macro does not have
    /// are handed to `unknown`.
    ///
    /// MARS replaces the first place where a token's text occurs, not the token's own place; where a parameter is
    /// part of another word, that shows. `None` if the line would become longer than `most`, or would take as many steps.
    pub(super) fn expand(
        &self,
        line: &TokenLine,
        arguments: &[Token],
        count: usize,
        most: usize,
        mut unknown: impl FnMut(&Token),
    ) -> Option<(String, usize)> {
        let mut text = line.text.clone();
        let mut steps = text.len();
        for token in line.tokens.iter().rev() {
            let replacement = if is_parameter(&token.text) {
                let position = self.positions.get(&token.text);
                let Some(argument) = position.and_then(|position| arguments.get(*position)) else {
                    unknown(token);
                    continue;
                };
                argument.text.clone()
            } else if self.labels.contains(&token.text) {
                format!("{}_M{count}", token.text)
            } else {
                continue;
            };
            if let Some(at) = text.find(&token.text) {
                text.replace_range(at..at + token.text.len(), &replacement);
            }
            steps += text.len();
            if steps > most {
                return None;
            }
        }
        work::count(steps);
        Some((text, steps))
    }
}

/// Returns `true` if a word is a formal parameter: `%x`, or as SPIM writes it, `$x` that is no register.
pub(super) fn is_parameter(word: &str) -> bool {
    let is_register = || {
        registers::general(word).is_some() || registers::float(word).is_some() || registers::is_system(word)
    };
    (word.starts_with('$') && !is_register()) || (word.starts_with('%') && word.len() > 1)
}

/// The macros of one file.
#[derive(Debug, Default)]
pub(super) struct Macros {
    /// By name and number of parameters; the last definition counts.
    known: BTreeMap<String, BTreeMap<usize, Rc<Macro>>>,
    /// The line numbers of the uses under way.
    pub(super) stack: Vec<usize>,
    uses: usize,
}

impl Macros {
    pub(super) fn add(&mut self, finished: Macro) {
        let of_name = self.known.entry(finished.name.clone()).or_default();
        of_name.insert(finished.parameters, Rc::new(finished));
    }

    /// The macro that these tokens use: by name and by the number of arguments; the last definition counts.
    pub(super) fn find(&self, tokens: &[Token]) -> Option<Rc<Macro>> {
        let (name, arguments) = tokens.split_first()?;
        let arguments = &without_parentheses(arguments);
        self.known.get(&name.text)?.get(&arguments.len()).cloned()
    }

    /// The macros of a name, whatever their parameters.
    pub(super) fn named(&self, name: &str) -> impl Iterator<Item = &Macro> {
        self.known.get(name).into_iter().flat_map(BTreeMap::values).map(Rc::as_ref)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }

    /// The number of the next use, from 0.
    pub(super) fn next_use(&mut self) -> usize {
        self.uses += 1;
        self.uses - 1
    }
}

/// The arguments of a use without the parentheses around them.
pub(super) fn without_parentheses(arguments: &[Token]) -> &[Token] {
    match arguments {
        [open, arguments @ .., close]
            if open.kind == TokenKind::LeftParen && close.kind == TokenKind::RightParen =>
        {
            arguments
        }
        _ => arguments,
    }
}

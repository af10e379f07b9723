//! The second pass: statements into words.

use std::sync::Arc;

use super::super::forms::{Argument, Form, Meaning, Step};
use super::super::messages;
use super::super::operands;
use super::super::program::Statement;
use super::super::table::{OperandKind, Row};
use super::super::token::{Token, TokenKind};
use super::{Assembler, Options, Parsed, Unit};
use crate::diagnostics::Span;

/// The steps of a form's expansion; `None` if it is a basic instruction.
fn steps<'f>(form: &'f Form, options: &Options) -> Option<&'f [Step]> {
    match &form.meaning {
        Meaning::Basic { .. } => None,
        Meaning::Pseudo { compact: Some(compact), .. } if options.map.is_compact() => Some(compact),
        Meaning::Pseudo { steps, .. } => Some(steps),
    }
}

/// The number of words that a form becomes.
pub(super) fn length(form: &Form, options: &Options) -> u32 {
    let counts = |step: &&Step| options.delayed_branches || !step.is_slot;
    steps(form, options).map_or(1, |steps| steps.iter().filter(counts).count() as u32)
}

/// The reason why a form with these operands has no words.
enum NoWords {
    /// A register has none after it.
    NoNextRegister,
    /// A jump does not reach its target.
    TooFar,
}

/// The words of a form with these operand values at an address.
fn words(form: &Form, values: &[u32], address: u32, options: &Options) -> Result<Vec<u32>, NoWords> {
    let check_jump = |row: &Row, values: &[u32]| match row.operands {
        [only] if only.kind == OperandKind::Jump && (values[0] ^ address) & 0xF000_0000 != 0 => {
            Err(NoWords::TooFar)
        }
        _ => Ok(()),
    };
    let Some(steps) = steps(form, options) else {
        let Meaning::Basic { row, syntax } = form.meaning else { return Ok(Vec::new()) };
        check_jump(row, values)?;
        return Ok(vec![row.encode(syntax, values, address)]);
    };
    let mut words = Vec::with_capacity(steps.len());
    for step in steps.iter().filter(|step| options.delayed_branches || !step.is_slot) {
        let here = address.wrapping_add(4 * words.len() as u32);
        let mut arguments = Vec::with_capacity(step.arguments.len());
        for argument in &step.arguments {
            arguments.push(match *argument {
                Argument::Constant(value) => value,
                Argument::Operand(index) => values[index],
                Argument::Next(index) if values[index] == 31 => return Err(NoWords::NoNextRegister),
                Argument::Next(index) => values[index] + 1,
                Argument::Complement(index) => 32_u32.wrapping_sub(values[index]),
                Argument::Half { half, operand, plus } => half.of(values[operand].wrapping_add(plus)),
                Argument::Skip => here + 8 + 4 * u32::from(options.delayed_branches),
            });
        }
        words.push(step.row.encode(step.syntax, &arguments, here));
    }
    Ok(words)
}

impl Assembler<'_> {
    /// Works out the words of all files, sorted by address.
    pub(super) fn encode(&mut self, units: &[Unit]) -> Vec<Statement> {
        for reference in std::mem::take(&mut self.references) {
            let global = self.globals.get(&reference.label).map(|label| label.address);
            match global.or_else(|| (self.host)(&reference.label)) {
                Some(address) => self.resolve(&reference, address),
                None => self.out.add_error(|| {
                    let known = units.iter().flat_map(|unit| unit.labels.names());
                    messages::undefined_label(reference.span, &reference.label, known)
                }),
            }
        }
        let mut statements = Vec::new();
        for unit in units {
            statements.extend(unit.statements.iter().filter_map(|parsed| self.statement(unit, parsed)));
        }
        statements.sort_by_key(|statement| statement.address);
        for pair in statements.windows(2) {
            if pair[1].address < pair[0].address + 4 * pair[0].words.len() as u32 {
                self.out.add(messages::same_address(pair[1].span, pair[1].address, pair[0].span));
            }
        }
        statements
    }

    fn statement(&mut self, unit: &Unit, parsed: &Parsed) -> Option<Statement> {
        let address_of = |token: &_| {
            let label: &Token = token;
            let found = unit.labels.get(&label.text).or_else(|| self.globals.get(&label.text));
            let found = found.map(|found| found.address).or_else(|| (self.host)(&label.text));
            found.ok_or_else(|| label.clone())
        };
        let values = match operands::values(parsed.operands(), address_of) {
            Ok(values) => values,
            Err(token) => {
                self.out.add_error(|| {
                    let known = unit.labels.names().chain(self.globals.names());
                    messages::undefined_label(parsed.line.span_of(&token), &token.text, known)
                });
                return None;
            }
        };
        let span: Span = parsed.span();
        let words = match words(parsed.form, &values, parsed.address, &self.options) {
            Ok(words) => words,
            Err(NoWords::NoNextRegister) => {
                let is_float = |token: &Token| token.kind == TokenKind::FloatRegister(31);
                let missing = if parsed.operands().iter().any(is_float) { "$f32" } else { "$32" };
                self.out.add(messages::no_next_register(span, &parsed.name().text, missing));
                return None;
            }
            Err(NoWords::TooFar) => {
                self.out.add(messages::jump_too_far(span));
                return None;
            }
        };
        let last = parsed.address.wrapping_add(4 * words.len() as u32).wrapping_sub(1);
        for address in [parsed.address, last] {
            if !self.options.map.is_text(address) || !parsed.address.is_multiple_of(4) {
                self.out.add(messages::bad_text_address(span, address));
                return None;
            }
        }
        Some(Statement { span, calls: Arc::clone(&parsed.calls), address: parsed.address, words })
    }
}

//! Instructions and `.FILL` values into words.

use super::context::Context;
use super::dialect::{Dialect, Feature};
use super::lexer::{Token, TokenKind};
use super::symbols::Symbols;
use super::table::{self, Form, OperandKind};
use super::{messages, number, statement};
use crate::asm::pattern::signed_range;
use crate::diagnostics::{Span, text};

/// Where a word is to stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) address: u32,
    pub(super) block: usize,
}

/// The word of an instruction; zero where it has errors.
pub(super) fn instruction(
    context: &mut Context<'_>,
    symbols: &mut Symbols,
    site: Site,
    name: Span,
    operands: &[Token],
) -> u16 {
    let mnemonic = context.slice(name).to_ascii_uppercase();
    let whole = name.to(operands.last().map_or(name, |token| token.span));
    if let Some((_, word)) = table::ALIASES.iter().find(|(alias, _)| *alias == mnemonic) {
        if mnemonic == "PUTC" {
            context.uses(Feature::Putc, name);
        }
        if !operands.is_empty() {
            messages::operand_count(context, whole, &mnemonic, 0, operands.len());
        }
        return *word;
    }
    if mnemonic == "NOP" {
        context.uses(Feature::Nop, name);
        return no_operation(context, symbols, site, whole, operands);
    }
    if mnemonic == "RTT" {
        return 0xC1C1;
    }
    let (form, conditions) = choose_form(context, &mnemonic, operands);
    if form.extension {
        context.uses(Feature::PennSimInstruction, name);
    }
    let written: Vec<_> =
        form.operands.iter().filter(|operand| operand.kind != OperandKind::Conditions).collect();
    if written.len() != operands.len() {
        messages::operand_count(context, whole, &mnemonic, written.len(), operands.len());
        return 0;
    }
    let mut word = form.pattern.value;
    if let Some(conditions) = conditions {
        word |= form.operands[0].field.insert(u32::from(conditions));
    }
    for (operand, token) in written.into_iter().zip(operands) {
        let value = match operand.kind {
            OperandKind::Register => register(context, *token, &mnemonic),
            OperandKind::TrapVector => trap_vector(context, *token),
            OperandKind::PcOffset => {
                pc_offset(context, symbols, site, *token, &mnemonic, operand.field.width)
            }
            _ => immediate(context, *token, &mnemonic, operand.field.width),
        };
        word |= operand.field.insert(u32::from(value.unwrap_or(0)));
    }
    word as u16
}

/// The form of a mnemonic: `ADD` and `AND` have one with a register and one with a constant.
fn choose_form(context: &Context<'_>, mnemonic: &str, operands: &[Token]) -> (&'static Form, Option<u16>) {
    let conditions = table::branch_conditions(mnemonic);
    let family = if conditions.is_some() { "BR" } else { mnemonic };
    let mut forms = table::FORMS.iter().filter(|form| form.mnemonic == family);
    let first = forms.next().expect("the parser lets only known mnemonics through");
    let by_constant =
        operands.get(2).is_some_and(|token| statement::register(context.slice(token.span)).is_none());
    match forms.next() {
        Some(second) if by_constant => (second, conditions),
        _ => (first, conditions),
    }
}

fn no_operation(
    context: &mut Context<'_>,
    symbols: &mut Symbols,
    site: Site,
    whole: Span,
    operands: &[Token],
) -> u16 {
    match operands {
        [] => 0,
        [token] => pc_offset(context, symbols, site, *token, "NOP", 9).unwrap_or(0) & 0x1FF,
        _ => {
            messages::operand_count(context, whole, "NOP", 0, operands.len());
            0
        }
    }
}

fn register(context: &mut Context<'_>, token: Token, mnemonic: &str) -> Option<u16> {
    let found = statement::register(context.slice(token.span));
    if found.is_none() {
        messages::operand_kind(
            context,
            token.span,
            mnemonic,
            &text!("a register, R0 to R7,", "một thanh ghi, R0 đến R7,"),
        );
    }
    found
}

/// The value of an operand: a number, or the name of a label.
enum FieldValue {
    Number(number::Number),
    Label,
}

/// Reads an operand that may be a number or a label; `None` after an error message.
fn value(context: &mut Context<'_>, symbols: &Symbols, token: Token, mnemonic: &str) -> Option<FieldValue> {
    let word = context.slice(token.span);
    if !matches!(token.kind, TokenKind::Word) || statement::register(word).is_some() {
        messages::operand_kind(
            context,
            token.span,
            mnemonic,
            &text!("a label or a number", "một nhãn hoặc một số"),
        );
        return None;
    }
    match number::read(word) {
        // `b1` and `XA` are labels in some tools; if there is such a label, it is what is meant.
        number::Reading::Number(_)
            if context.dialect != Some(Dialect::Lc3as) && symbols.has(word) && !word.starts_with('x') =>
        {
            Some(FieldValue::Label)
        }
        number::Reading::Number(number) if number_in_dialect(context, &number) => {
            Some(FieldValue::Number(number))
        }
        number::Reading::Malformed => {
            messages::bad_number(context, token.span);
            None
        }
        _ => Some(FieldValue::Label),
    }
}

/// A dialect without binary numbers takes `b1` for a label.
fn number_in_dialect(context: &Context<'_>, number: &number::Number) -> bool {
    !number.features.iter().any(|feature| {
        matches!(feature, Feature::Binary | Feature::UpperHexPrefix) && !context.accepts(*feature)
    })
}

fn number_only(context: &mut Context<'_>, token: Token, mnemonic: &str) -> Option<number::Number> {
    match number::read(context.slice(token.span)) {
        number::Reading::Number(number) if token.kind == TokenKind::Word => Some(number),
        number::Reading::Malformed => {
            messages::bad_number(context, token.span);
            None
        }
        _ => {
            let expected = match mnemonic {
                "ADD" | "AND" => text!("a register or a number", "một thanh ghi hoặc một số"),
                _ => text!("a number", "một số"),
            };
            messages::operand_kind(context, token.span, mnemonic, &expected);
            None
        }
    }
}

fn immediate(context: &mut Context<'_>, token: Token, mnemonic: &str, width: u32) -> Option<u16> {
    let number = number_only(context, token, mnemonic)?;
    signed_field(context, token.span, &number, mnemonic, width)
}

/// A number for a signed field of `width` bits.
fn signed_field(
    context: &mut Context<'_>,
    span: Span,
    number: &number::Number,
    mnemonic: &str,
    width: u32,
) -> Option<u16> {
    for feature in &number.features {
        context.uses(*feature, span);
    }
    let (low, high) = signed_range(width);
    let value = number.value;
    if (low..=high).contains(&value) {
        return Some(value as u16);
    }
    let as_word = i64::from(value as u16 as i16);
    let feature = if (0..1 << width).contains(&value) {
        Some(Feature::UnsignedImmediate)
    } else if number.bits && (0..0x1_0000).contains(&value) && (low..=high).contains(&as_word) {
        Some(Feature::WordImmediate)
    } else {
        None
    };
    // That a number silently becomes another one is nothing that a student wants, whichever tool does it.
    let is_surprise = context.dialect.is_none() && feature == Some(Feature::UnsignedImmediate);
    match feature {
        Some(feature) if context.accepts(feature) && !is_surprise => {
            context.uses(feature, span);
            Some(value as u16)
        }
        _ => {
            let range = (low, high);
            if is_surprise {
                messages::becomes_negative(context, span, mnemonic, width, range, value - (1i64 << width));
            } else {
                messages::immediate_range(context, span, mnemonic, width, range);
            }
            None
        }
    }
}

fn trap_vector(context: &mut Context<'_>, token: Token) -> Option<u16> {
    let number = number_only(context, token, "TRAP")?;
    for feature in &number.features {
        context.uses(*feature, token.span);
    }
    if !(0..=0xFF).contains(&number.value) {
        if number.value < 0 || !context.accepts(Feature::TrapVectorCut) {
            messages::immediate_range(context, token.span, "TRAP", 8, (0, 255));
            return None;
        }
        context.uses(Feature::TrapVectorCut, token.span);
    }
    Some(number.value as u16)
}

fn pc_offset(
    context: &mut Context<'_>,
    symbols: &mut Symbols,
    site: Site,
    token: Token,
    mnemonic: &str,
    width: u32,
) -> Option<u16> {
    match value(context, symbols, token, mnemonic)? {
        FieldValue::Number(number) => {
            if mnemonic != "NOP" {
                context.uses(Feature::NumericOffset, token.span);
            }
            signed_field(context, token.span, &number, mnemonic, width)
        }
        FieldValue::Label => {
            let Some(found) = symbols.find(context, token.span) else {
                messages::undefined_label(
                    context,
                    token.span,
                    symbols.nearest(context, context.slice(token.span)),
                );
                return None;
            };
            if found.block != site.block {
                context.uses(Feature::LabelInOtherBlock, token.span);
            }
            let distance = i64::from(found.address) - i64::from(site.address) - 1;
            let (low, high) = signed_range(width);
            if (low..=high).contains(&distance) {
                Some(distance as u16)
            } else {
                messages::label_too_far(context, token.span, mnemonic, distance, (low, high));
                None
            }
        }
    }
}

/// The word of a `.FILL`; zero where it has errors.
pub(super) fn fill(context: &mut Context<'_>, symbols: &mut Symbols, site: Site, operands: &[Token]) -> u16 {
    let Some(token) = operands.last() else { return 0 };
    if operands.len() > 1 {
        context.uses(Feature::SeveralValues, token.span);
    }
    match value(context, symbols, *token, ".FILL") {
        None => 0,
        Some(FieldValue::Label) => {
            context.uses(Feature::FillLabel, token.span);
            let Some(found) = symbols.find(context, token.span) else {
                messages::undefined_label(
                    context,
                    token.span,
                    symbols.nearest(context, context.slice(token.span)),
                );
                return 0;
            };
            if found.block != site.block {
                context.uses(Feature::LabelInOtherBlock, token.span);
            }
            found.address as u16
        }
        Some(FieldValue::Number(number)) => {
            for feature in &number.features {
                context.uses(*feature, token.span);
            }
            if !(-0x8000..0x1_0000).contains(&number.value) {
                if context.accepts(Feature::NumberWraps) {
                    context.uses(Feature::NumberWraps, token.span);
                } else {
                    messages::immediate_range(context, token.span, ".FILL", 16, (-0x8000, 0xFFFF));
                }
            }
            number.value as u16
        }
    }
}

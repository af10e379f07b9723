//! The form of an instruction that its operands fit, and the values of the operands.
//!
//! Source: MARS 4.5, `mars/assembler/OperandFormat.java`: of the forms of a mnemonic the first that fits counts, and if
//! none does, the complaint is about the first one.

use super::forms::{Form, Shape};
use super::token::{Token, TokenKind};

/// The reason why operands do not fit a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    TooFew,
    TooMany,
    /// The operand token of this number has the wrong kind.
    Kind(usize),
    /// The operand token of this number is a constant that does not fit.
    Range(usize),
}

/// Finds the form that the operand tokens fit; otherwise the misfit of the first form.
pub(super) fn choose<'f>(forms: &'f [Form], tokens: &[Token]) -> Result<&'f Form, Misfit> {
    if let Some(form) = forms.iter().find(|form| fit(form, tokens).is_ok()) {
        return Ok(form);
    }
    let first = forms.first().ok_or(Misfit::TooMany)?;
    fit(first, tokens)?;
    Ok(first)
}

fn fit(form: &Form, tokens: &[Token]) -> Result<(), Misfit> {
    if tokens.len() < form.shapes.len() {
        return Err(Misfit::TooFew);
    }
    if tokens.len() > form.shapes.len() {
        return Err(Misfit::TooMany);
    }
    for (index, (shape, token)) in form.shapes.iter().zip(tokens).enumerate() {
        match fits(*shape, token.kind) {
            Fit::Yes => {}
            Fit::Range => return Err(Misfit::Range(index)),
            Fit::No => return Err(Misfit::Kind(index)),
        }
    }
    Ok(())
}

enum Fit {
    Yes,
    No,
    Range,
}

fn fits(shape: Shape, kind: TokenKind) -> Fit {
    let bound = |least: i32, most: i32, value: i32| {
        if (least..=most).contains(&value) { Fit::Yes } else { Fit::Range }
    };
    match (shape, kind) {
        (Shape::Bits5, TokenKind::Integer(value)) => bound(0, 31, value),
        (Shape::Signed16, TokenKind::Integer(value)) => bound(-0x8000, 0x7FFF, value),
        (Shape::Unsigned16, TokenKind::Integer(value)) => bound(0, 0xFFFF, value),
        (Shape::Bits32, TokenKind::Integer(_))
        | (Shape::Register, TokenKind::Register { .. })
        | (Shape::FloatRegister, TokenKind::FloatRegister(_))
        | (Shape::Label, TokenKind::Identifier | TokenKind::Operator)
        | (Shape::LeftParen, TokenKind::LeftParen)
        | (Shape::RightParen, TokenKind::RightParen)
        | (Shape::Plus, TokenKind::Plus) => Fit::Yes,
        _ => Fit::No,
    }
}

/// The values of operand tokens that fit a form, `label+4` being one; the address of a label comes from `address_of`.
pub(super) fn values<Error>(
    tokens: &[Token],
    mut address_of: impl FnMut(&Token) -> Result<u32, Error>,
) -> Result<Vec<u32>, Error> {
    let mut values: Vec<u32> = Vec::new();
    let mut adds = false;
    for token in tokens {
        let value = match token.kind {
            TokenKind::Register { number, .. } | TokenKind::FloatRegister(number) => u32::from(number),
            TokenKind::Integer(value) => value as u32,
            TokenKind::Plus => {
                adds = true;
                continue;
            }
            TokenKind::LeftParen | TokenKind::RightParen => continue,
            _ => address_of(token)?,
        };
        match values.last_mut() {
            Some(last) if adds => *last = last.wrapping_add(value),
            _ => values.push(value),
        }
        adds = false;
    }
    Ok(values)
}

//! The values of directives: where a block begins, how long it is, what a string holds.

use std::ops::Range;

use super::super::context::Context;
use super::super::dialect::{Dialect, Feature};
use super::super::lexer::{Token, TokenKind};
use super::super::statement::Statement;
use super::super::{messages, number, strings};
use crate::asm::code;
use crate::diagnostics::{Diagnostic, Span, text};

pub(super) fn origin(context: &mut Context<'_>, statement: &Statement) -> u32 {
    let [token] = statement.operands.as_slice() else {
        messages::operand_count(context, statement.span(), ".ORIG", 1, statement.operands.len());
        return 0x3000;
    };
    let Some(number) = plain_number(context, *token, ".ORIG") else { return 0x3000 };
    let value = wrapped(context, token.span, number.value, ".ORIG");
    if !number.bits && context.slice(token.span).bytes().all(|byte| byte.is_ascii_digit()) && value < 0x3000 {
        messages::decimal_orig(context, token.span, u32::from(value));
    }
    u32::from(value)
}

/// The value of a number as a 16-bit word; more bits than that are cut by PennSim and rejected by the others.
fn wrapped(context: &mut Context<'_>, span: Span, value: i64, directive: &str) -> u16 {
    if !(-0x8000..0x1_0000).contains(&value) {
        if context.accepts(Feature::NumberWraps) {
            context.uses(Feature::NumberWraps, span);
        } else {
            messages::immediate_range(context, span, directive, 16, (-0x8000, 0xFFFF));
        }
    }
    value as u16
}

/// A number where a directive needs one; notes its spelling.
fn plain_number(context: &mut Context<'_>, token: Token, directive: &str) -> Option<number::Number> {
    let word = context.slice(token.span);
    match number::read(word) {
        number::Reading::Number(number) => {
            for feature in &number.features {
                context.uses(*feature, token.span);
            }
            Some(number)
        }
        number::Reading::Malformed => {
            messages::bad_number(context, token.span);
            None
        }
        number::Reading::Word => {
            messages::operand_kind(context, token.span, directive, &text!("a number", "một số"));
            None
        }
    }
}

/// The length and the value of a `.BLKW`.
pub(super) fn block_of_words(context: &mut Context<'_>, statement: &Statement, span: Span) -> (u32, u16) {
    let (count, fill) = match statement.operands.as_slice() {
        [count] => (*count, None),
        // lc3as takes the last of several values, if no comma stands between them.
        [_, last] if context.dialect == Some(Dialect::Lc3as) && !statement.has_commas => (*last, None),
        [count, fill] => {
            context.uses(Feature::BlkwValue, fill.span);
            (*count, Some(*fill))
        }
        operands => {
            messages::operand_count(context, span, ".BLKW", 1, operands.len());
            return (0, 0);
        }
    };
    let fill = fill.and_then(|token| {
        let number = plain_number(context, token, ".BLKW")?;
        Some(wrapped(context, token.span, number.value, ".BLKW"))
    });
    let Some(number) = plain_number(context, count, ".BLKW") else { return (0, 0) };
    if number.value == 0 {
        context.uses(Feature::BlkwZero, count.span);
    } else if !(1..0x1_0000).contains(&number.value) {
        let shown = number.value;
        context.add(
            Diagnostic::error(
                code::OUTSIDE_MEMORY,
                count.span,
                text!("`.BLKW` cannot reserve {shown} words", "`.BLKW` không thể dành {shown} ô nhớ"),
            )
            .help(text!("give the number of words, 1 to 65535", "hãy cho số ô nhớ, từ 1 đến 65535")),
        );
        return (0, 0);
    }
    (number.value as u32, fill.unwrap_or(0))
}

/// The words of a `.STRINGZ` with the final zero.
pub(super) fn string_words(context: &mut Context<'_>, statement: &Statement, span: Span) -> Vec<u16> {
    let token = match statement.operands.as_slice() {
        [token] => *token,
        [_, last]
            if [0, 1].iter().all(|at| matches!(statement.operands[*at].kind, TokenKind::String { .. })) =>
        {
            context.uses(Feature::TwoStrings, last.span);
            *last
        }
        operands => {
            messages::operand_count(context, span, ".STRINGZ", 1, operands.len());
            return vec![0];
        }
    };
    let written = context.slice(token.span);
    let body = match token.kind {
        TokenKind::String { closed: true } => &written[1..written.len() - 1],
        TokenKind::String { closed: false } => {
            context.uses(Feature::UnterminatedString, token.span);
            &written[1..]
        }
        _ if written.starts_with('\'') => {
            context.uses(Feature::ApostropheString, token.span);
            written
        }
        _ => {
            messages::operand_kind(
                context,
                token.span,
                ".STRINGZ",
                &text!("a string in quotation marks", "một chuỗi trong ngoặc kép"),
            );
            return vec![0];
        }
    };
    let contents = strings::read(body, context.source, context.dialect);
    let start = token.span.range().start + usize::from(written.starts_with('"'));
    let place = |range: Range<usize>| Span::new(context.file, start + range.start..start + range.end);
    let features: Vec<_> =
        contents.features.into_iter().map(|(feature, range)| (feature, place(range))).collect();
    let rejected = contents.rejected.map(place);
    for (feature, span) in features {
        context.uses(feature, span);
    }
    if let (Some(span), Some(dialect)) = (rejected, context.dialect) {
        messages::bad_escape(context, span, dialect);
    }
    let mut words = contents.words;
    words.push(0);
    words
}

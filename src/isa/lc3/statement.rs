//! Lines into statements: labels, an operation, operands.

use super::context::Context;
use super::dialect::{Dialect, Feature};
use super::lexer::{self, Token, TokenKind};
use super::{messages, number, table};
use crate::diagnostics::Span;

/// The operation of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// An instruction or an alias; the name is at the span.
    Instruction(Span),
    /// A directive; the name, with its dot, is at the span.
    Directive(Span),
}

/// One line of the program.
#[derive(Debug, Default)]
pub(super) struct Statement {
    /// Labels in front.
    pub(super) labels: Vec<Span>,
    /// Its operation; a line may hold labels alone.
    pub(super) operation: Option<Operation>,
    /// The operands: words and strings.
    pub(super) operands: Vec<Token>,
    /// True if there are commas between operands.
    pub(super) has_commas: bool,
}

impl Statement {
    /// The span of the whole statement without its labels; of the labels if there is nothing else.
    pub(super) fn span(&self) -> Span {
        let first = match self.operation {
            Some(Operation::Instruction(span) | Operation::Directive(span)) => span,
            None => self.labels.first().copied().unwrap_or_default(),
        };
        first.to(self.operands.last().map_or(first, |token| token.span))
    }
}

/// Reads one line. `None` if there is nothing on it or nothing usable; errors are in the context then.
pub(super) fn parse(context: &mut Context<'_>, text: &str, start: usize) -> Option<Statement> {
    let line = lexer::split(text, start, context.file, context.dialect);
    for (feature, span) in line.features {
        context.uses(feature, span);
    }
    let tokens = line.tokens;
    if tokens.is_empty() {
        return None;
    }
    let mut statement = Statement::default();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let word = context.slice(token.span);
        if token.kind != TokenKind::Word || word.starts_with("//") {
            break;
        }
        if let Some(operation) = operation(context, token.span) {
            if !is_used_as_label(context, &tokens[at..]) {
                statement.operation = Some(operation);
                at += 1;
                break;
            }
        } else if is_operand(word) {
            break;
        }
        statement.labels.push(token.span);
        at = take_colon(context, &tokens, at + 1);
    }
    let rest = &tokens[at..];
    if statement.operation.is_none() && !rest.is_empty() {
        let is_named = rest
            .get(1)
            .is_some_and(|next| next.kind == TokenKind::Colon || operation(context, next.span).is_some());
        if is_named && statement.labels.is_empty() && register(context.slice(rest[0].span)).is_some() {
            messages::register_as_label(context, rest[0].span);
            return None;
        }
        messages::unknown_opcode(context, statement.labels.last().copied(), rest[0].span);
        return None;
    }
    match (statement.labels.as_slice(), statement.operation) {
        ([_, second, ..], Some(_)) => context.uses(Feature::TwoLabels, *second),
        // The union reports them once it knows which of them are used.
        ([_, second, ..], None) if context.dialect.is_some() => {
            context.uses(Feature::WordsWithoutOpcode, *second);
        }
        _ => {}
    }
    if statement.operation.is_none() {
        let colon = tokens.last().is_some_and(|token| token.kind == TokenKind::Colon);
        context.uses(if colon { Feature::LabelColonAlone } else { Feature::LabelAlone }, statement.span());
    }
    collect_operands(context, &mut statement, rest);
    Some(statement)
}

/// Skips the colon after a label at `at - 1`, if there is one.
fn take_colon(context: &mut Context<'_>, tokens: &[Token], at: usize) -> usize {
    match tokens.get(at) {
        Some(colon) if colon.kind == TokenKind::Colon => {
            let apart = colon.span.start > tokens[at - 1].span.end;
            context.uses(if apart { Feature::LabelSpaceColon } else { Feature::LabelColon }, colon.span);
            at + 1
        }
        _ => at,
    }
}

fn collect_operands(context: &mut Context<'_>, statement: &mut Statement, tokens: &[Token]) {
    let mut after_comma = true;
    for (index, token) in tokens.iter().enumerate() {
        let is_followed = index + 1 < tokens.len();
        if is_comment_mark(context, token, is_followed) && messages::foreign_comment(context, token.span) {
            return;
        }
        match token.kind {
            TokenKind::Comma => {
                if after_comma {
                    context.uses(Feature::ExtraComma, token.span);
                }
                after_comma = true;
                statement.has_commas = true;
            }
            TokenKind::Colon => messages::bad_character(context, token.span),
            TokenKind::Word | TokenKind::String { .. } => {
                // Which tool takes several values without a comma is a matter of the directive.
                let directive = matches!(statement.operation, Some(Operation::Directive(_)));
                if !after_comma && !directive {
                    context.uses(Feature::MissingComma, token.span);
                }
                after_comma = false;
                statement.operands.push(*token);
            }
        }
    }
    if after_comma && let Some(last) = tokens.last() {
        context.uses(Feature::ExtraComma, last.span);
    }
}

/// Returns `true` if a comment of another language may begin here; `#` alone at the end of a line is rather
/// half a number.
fn is_comment_mark(context: &Context<'_>, token: &Token, is_followed: bool) -> bool {
    token.kind == TokenKind::Word && (is_followed || context.slice(token.span) != "#")
}

/// The operation that a word names, in the chosen dialect.
pub(super) fn operation(context: &Context<'_>, span: Span) -> Option<Operation> {
    let word = context.slice(span);
    if word.starts_with('.') && word.len() > 1 && word[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Some(Operation::Directive(span));
    }
    let upper = word.to_ascii_uppercase();
    let is_known = match upper.as_str() {
        "NOP" => context.accepts(Feature::Nop),
        "PUTC" => context.accepts(Feature::Putc),
        "RTT" => context.dialect == Some(Dialect::PennSim),
        _ => {
            table::branch_conditions(&upper).is_some()
                || table::ALIASES.iter().any(|(name, _)| *name == upper)
                || table::FORMS.iter().any(|form| {
                    form.mnemonic == upper
                        && (!form.extension || context.accepts(Feature::PennSimInstruction))
                })
        }
    };
    is_known.then_some(Operation::Instruction(span))
}

/// Returns `true` if the dialect does not let the word at `span` be a label because it is an opcode.
pub(super) fn is_reserved(context: &Context<'_>, span: Span) -> bool {
    let word = context.slice(span);
    let is_extension =
        table::FORMS.iter().any(|form| form.extension && word.eq_ignore_ascii_case(form.mnemonic));
    operation(context, span).is_some() && !(is_extension && context.dialect.is_none())
}

/// Returns `true` if some tool takes the word for an opcode.
pub(super) fn is_opcode_name(word: &str) -> bool {
    let upper = word.to_ascii_uppercase();
    upper == "NOP"
        || table::branch_conditions(&upper).is_some()
        || table::ALIASES.iter().any(|(name, _)| *name == upper)
        || table::FORMS.iter().any(|form| form.mnemonic == upper && !form.extension)
}

/// Returns `true` if an opcode's name at the start of `tokens` is meant as a label, as in `IN .FILL #1` or
/// `HALT: ADD ...`.
fn is_used_as_label(context: &Context<'_>, tokens: &[Token]) -> bool {
    let name = context.slice(tokens[0].span);
    if name.starts_with('.') {
        return false;
    }
    let is_extension =
        table::FORMS.iter().any(|form| form.extension && name.eq_ignore_ascii_case(form.mnemonic));
    if is_extension {
        // Only PennSim has these; a subroutine called `MUL` is far more common than the instruction.
        return tokens.get(1).is_none_or(|next| register(context.slice(next.span)).is_none());
    }
    match tokens.get(1) {
        Some(next) if next.kind == TokenKind::Colon => true,
        Some(next) if next.kind == TokenKind::Word => {
            let takes_no_operand = table::ALIASES.iter().any(|(alias, _)| name.eq_ignore_ascii_case(alias));
            match operation(context, next.span) {
                Some(Operation::Directive(_)) => true,
                Some(Operation::Instruction(_)) => takes_no_operand,
                None => false,
            }
        }
        _ => false,
    }
}

/// Returns `true` if a word can only be an operand: a register or a marked number.
fn is_operand(word: &str) -> bool {
    register(word).is_some()
        || word.starts_with('#')
        || (number::read(word) != number::Reading::Word && word.starts_with(|c: char| c.is_ascii_digit()))
}

/// The number of the register that a word names.
pub(super) fn register(word: &str) -> Option<u16> {
    match word.as_bytes() {
        [b'R' | b'r', digit @ b'0'..=b'7'] => Some(u16::from(digit - b'0')),
        _ => None,
    }
}

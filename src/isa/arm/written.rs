//! Operands as they are written, before anything is known of the instruction that they belong to.

use super::expression::{self, Mistake, Words};
use super::line::StatementText;
use super::operand::ShiftKind;
use super::program::Dialect;
use super::registers::{self, Status};
use super::token::{Kind, Token};
use crate::asm::Expression;
use crate::diagnostics::Span;

/// An operand, or a part of one: what stands between two commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A general register; `true` if `!` follows.
    Register(u8, bool),
    /// A register after a minus sign.
    Minus(u8),
    /// `LSL #2`.
    Shift(ShiftKind, Expression),
    /// `LSL r2`.
    ShiftBy(ShiftKind, u8),
    /// `RRX`.
    Extended,
    /// `#5`; `true` if it is written as a negative number.
    Constant(Expression, bool),
    /// `#:lower16:label`, or the upper half.
    Half(Expression, bool),
    /// `label`, or a number without `#`.
    Bare(Expression),
    /// `=label`.
    Literal(Expression),
    /// The parts between brackets; `true` if `!` follows.
    Memory(Vec<Part>, bool),
    /// `{r0-r3, lr}`; `true` if `^` follows.
    List(u16, bool),
    /// A status register.
    Status(Status),
    /// A register of a coprocessor, or a coprocessor.
    Coprocessor,
}

/// An operand with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) item: Item,
    pub(super) span: Span,
}

/// An oddity of operands that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Oddity {
    /// Registers of a list are not in the order in which they are stored.
    Unordered(Span),
    /// A register stands in a list twice.
    Twice(Span),
    /// A constant without `#`, which is read as if it had one.
    NoHash(Span),
}

/// The reason why operands cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// An expression cannot be read.
    Expression(Mistake),
    /// Something else than this is expected in place of the token, or of the end.
    Expected(Expected, Option<Token>),
    /// A bracket or a brace is not closed.
    NotClosed(Token),
    /// A range of registers goes downwards.
    Downwards(Span),
}

/// A part of an operand that can be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Register,
    Comma,
    Amount,
}

/// The meanings of names.
pub(super) trait Names: Words {
    /// A register that was given the name.
    fn alias(&self, name: &str) -> Option<u8>;

    /// A list of registers that was given the name, as a mask.
    fn list(&self, name: &str) -> Option<u16>;
}

pub(super) struct Reader<'r> {
    pub(super) line: &'r StatementText,
    pub(super) tokens: &'r [Token],
    pub(super) at: usize,
    pub(super) dialect: Dialect,
    pub(super) names: &'r dyn Names,
    pub(super) oddities: Vec<Oddity>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_it = self.peek().is_some_and(|token| token.is(sign));
        self.at += usize::from(is_it);
        is_it
    }

    fn register(&self, at: usize) -> Option<u8> {
        let Kind::Name(name) = &self.tokens.get(at)?.kind else { return None };
        self.names.alias(name).or_else(|| registers::number(name))
    }

    /// The place from a token up to the one that was read last.
    fn since(&self, first: usize) -> Span {
        let last = self.at.clamp(first + 1, self.tokens.len()) - 1;
        self.line.place(self.tokens[first].part.start..self.tokens[last].part.end)
    }

    fn expected(&self, what: Expected) -> Trouble {
        Trouble::Expected(what, self.peek().cloned())
    }

    /// Reads an expression.
    pub(super) fn expression(&mut self) -> Result<Expression, Trouble> {
        expression::parse(self.line, self.tokens, &mut self.at, self.dialect, self.names)
            .map_err(Trouble::Expression)
    }

    /// Reads all operands up to the end.
    pub(super) fn operands(&mut self) -> Result<Vec<Part>, Trouble> {
        let parts = self.parts(None)?;
        if self.peek().is_some() { Err(self.expected(Expected::Comma)) } else { Ok(parts) }
    }

    /// Reads operands up to the end, or up to what closes them.
    fn parts(&mut self, close: Option<&str>) -> Result<Vec<Part>, Trouble> {
        let is_end =
            |reader: &Self| reader.peek().is_none_or(|token| close.is_some_and(|close| token.is(close)));
        let mut parts = Vec::new();
        if is_end(self) {
            return Ok(parts);
        }
        loop {
            let first = self.at;
            let item = self.item(close.is_some(), parts.is_empty())?;
            parts.push(Part { item, span: self.since(first) });
            if !self.takes(",") {
                return Ok(parts);
            }
        }
    }

    fn item(&mut self, is_inside: bool, is_first: bool) -> Result<Item, Trouble> {
        if let Some(register) = self.register(self.at) {
            self.at += 1;
            return Ok(Item::Register(register, self.takes("!")));
        }
        let tokens = self.tokens;
        let Some(token) = tokens.get(self.at) else {
            return Err(Trouble::Expression(Mistake::NoValue(None)));
        };
        match &token.kind {
            Kind::Name(name) => {
                if let Some(shift) = self.shift(name, is_first)? {
                    return Ok(shift);
                }
                if let Some(status) = Status::parse(name) {
                    self.at += 1;
                    return Ok(Item::Status(status));
                }
                if let Some(registers) = self.names.list(name) {
                    self.at += 1;
                    return Ok(Item::List(registers, self.takes("^")));
                }
                if is_of_coprocessor(name) {
                    self.at += 1;
                    return Ok(Item::Coprocessor);
                }
            }
            Kind::Sign("-" | "+") if self.register(self.at + 1).is_some() => {
                let is_minus = token.is("-");
                let register = self.register(self.at + 1).unwrap_or_default();
                self.at += 2;
                return Ok(if is_minus { Item::Minus(register) } else { Item::Register(register, false) });
            }
            Kind::Sign("#") => {
                self.at += 1;
                return self.constant();
            }
            Kind::Sign("$") if self.dialect == Dialect::Gnu => {
                self.at += 1;
                return self.constant();
            }
            Kind::Sign("=") => {
                self.at += 1;
                return Ok(Item::Literal(self.expression()?));
            }
            Kind::Sign("[") if !is_inside => return self.memory(),
            Kind::Sign("{") if !self.is_built_in() => return self.list(),
            _ => {}
        }
        Ok(Item::Bare(self.expression()?))
    }

    /// Returns `true` if `{PC}` or the like stands here, which is a value and not a list: a
    /// list is the last operand.
    fn is_built_in(&self) -> bool {
        let [Some(open), Some(name), Some(close)] = [0, 1, 2].map(|more| self.tokens.get(self.at + more))
        else {
            return false;
        };
        let Kind::Name(name) = &name.kind else { return false };
        // `{pc}` at the end is a list, and so is `{pc}^`.
        let goes_on = self.tokens.get(self.at + 3).is_some_and(|next| !next.is("^") && !next.is(","));
        self.dialect == Dialect::Armasm
            && open.is("{")
            && close.is("}")
            && expression::is_built_in(name)
            && (goes_on || self.register(self.at + 1).is_none())
    }

    fn constant(&mut self) -> Result<Item, Trouble> {
        let is_negative = self.peek().is_some_and(|token| token.is("-"));
        if self.dialect == Dialect::Gnu
            && self.peek().is_some_and(|token| token.is(":"))
            && let Some(Kind::Name(half)) = self.tokens.get(self.at + 1).map(|token| &token.kind)
            && self.tokens.get(self.at + 2).is_some_and(|token| token.is(":"))
        {
            let upper = half.eq_ignore_ascii_case("upper16");
            if upper || half.eq_ignore_ascii_case("lower16") {
                self.at += 3;
                return Ok(Item::Half(self.expression()?, upper));
            }
        }
        Ok(Item::Constant(self.expression()?, is_negative))
    }

    /// `LSL #2`, `ASR r3`, `RRX`. As the first operand the word is a name like any other.
    fn shift(&mut self, name: &str, is_first: bool) -> Result<Option<Item>, Trouble> {
        if is_first {
            return Ok(None);
        }
        if name.eq_ignore_ascii_case("rrx") {
            self.at += 1;
            return Ok(Some(Item::Extended));
        }
        let is_asl = name.eq_ignore_ascii_case("asl");
        let kind = if is_asl { Some(ShiftKind::LogicalLeft) } else { super::text::shift_name(name) };
        let Some(kind) = kind else { return Ok(None) };
        self.at += 1;
        if let Some(register) = self.register(self.at) {
            self.at += 1;
            return Ok(Some(Item::ShiftBy(kind, register)));
        }
        let first = self.at;
        if !(self.takes("#") || self.dialect == Dialect::Gnu && self.takes("$")) {
            if self.peek().is_none_or(|token| token.is(",") || token.is("]")) {
                return Err(self.expected(Expected::Amount));
            }
            let amount = self.expression()?;
            self.oddities.push(Oddity::NoHash(self.since(first)));
            return Ok(Some(Item::Shift(kind, amount)));
        }
        Ok(Some(Item::Shift(kind, self.expression()?)))
    }

    fn memory(&mut self) -> Result<Item, Trouble> {
        let open = self.at;
        self.at += 1;
        let parts = self.parts(Some("]"))?;
        if !self.takes("]") {
            return Err(match self.peek() {
                None => Trouble::NotClosed(self.tokens[open].clone()),
                Some(_) => self.expected(Expected::Comma),
            });
        }
        Ok(Item::Memory(parts, self.takes("!")))
    }

    fn list(&mut self) -> Result<Item, Trouble> {
        let open = self.at;
        self.at += 1;
        let (mut registers, mut last) = (0u16, None);
        let (mut is_unordered, mut is_twice) = (false, false);
        while !self.takes("}") {
            if self.peek().is_none() {
                return Err(Trouble::NotClosed(self.tokens[open].clone()));
            }
            let first = self.at;
            let Some(from) = self.register(self.at) else { return Err(self.expected(Expected::Register)) };
            self.at += 1;
            let mut to = from;
            if self.takes("-") {
                to = self.register(self.at).ok_or_else(|| self.expected(Expected::Register))?;
                self.at += 1;
            }
            if to < from {
                return Err(Trouble::Downwards(self.since(first)));
            }
            let more = ((1u32 << (to + 1)) - (1u32 << from)) as u16;
            is_twice |= registers & more != 0;
            is_unordered |= last.is_some_and(|last| from < last);
            registers |= more;
            last = Some(to);
            if !self.takes(",") && self.peek().is_some_and(|token| !token.is("}")) {
                return Err(self.expected(Expected::Comma));
            }
        }
        let span = self.since(open);
        if is_twice {
            self.oddities.push(Oddity::Twice(span));
        } else if is_unordered {
            self.oddities.push(Oddity::Unordered(span));
        }
        Ok(Item::List(registers, self.takes("^")))
    }
}

/// `p15`, `c7`, `cr7`, as the instructions for coprocessors name them.
fn is_of_coprocessor(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let digits = lower.strip_prefix("cr").or_else(|| lower.strip_prefix(['p', 'c']));
    digits.is_some_and(|digits| digits.parse::<u8>().is_ok_and(|number| number < 16))
}

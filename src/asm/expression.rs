//! Expressions over numbers, places and texts, worked out as far as they are known.
//!
//! An expression is kept in the order in which it is worked out, operands before operators, so that neither a long sum nor
//! deep parentheses take a deep stack. A place stays a section and an offset until all sections lie somewhere; the
//! difference of two places in one section is a number before that.

use std::rc::Rc;

use crate::asm::work;
use crate::diagnostics::Span;

/// A place in a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of the section.
    pub section: usize,
    /// Bytes from its beginning; an expression may lead out of it.
    pub offset: i64,
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number. With [`Arithmetic::Word`] it is a word without a sign.
    Number(i64),
    /// A place in memory.
    Place(Place),
    /// True or false, with [`Arithmetic::Word`] only.
    Truth(bool),
    /// Characters.
    Text(Rc<str>),
}

impl Value {
    /// The number; a text of one character is the number of the character.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => {
                let mut characters = text.chars();
                let only = characters.next()?;
                characters.next().is_none().then_some(i64::from(u32::from(only)))
            }
            Self::Place(_) | Self::Truth(_) => None,
        }
    }
}

/// The arithmetic of an assembler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// With words of 32 bits without a sign; comparisons give true or false. So does armasm.
    Word,
    /// With 64 bits and a sign; what is true is -1. So does GNU `as`.
    Wide,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// The negative number.
    Negate,
    /// All bits turned around.
    Complement,
    /// False of true, and 1 of 0.
    Not,
    /// The number of characters of a text.
    Length,
    /// The text of one character.
    Character,
    /// A number as eight hexadecimal digits, true and false as `T` and `F`.
    Text,
    /// A text in small letters.
    LowerCase,
    /// A text in capital letters.
    UpperCase,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Binary {
    Multiply,
    Divide,
    Modulo,
    ShiftLeft,
    ShiftRight,
    RotateLeft,
    RotateRight,
    And,
    Or,
    ExclusiveOr,
    OrNot,
    Add,
    Subtract,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    BothTrue,
    EitherTrue,
    OneTrue,
    /// The first characters of a text.
    Left,
    /// The last characters of a text.
    Right,
    /// Two texts, one after the other.
    Concatenate,
}

/// A part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A value that is known.
    Value(Value),
    /// The value of a name.
    Name(Rc<str>),
    /// Tests whether a name is defined.
    Defined(Rc<str>),
    /// The place of the statement.
    Here,
    /// An operator that takes the last value.
    Unary(Unary),
    /// An operator that takes the last two values.
    Binary(Binary),
}

/// An expression, operands before operators, each part with its place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expression {
    steps: Vec<(Step, Span)>,
    span: Span,
}

/// A flaw of an expression, for which it has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The part that has none.
    pub span: Span,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a part of an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A name that is not defined, or not yet.
    Unknown(Rc<str>),
    /// The operator does not take operands of these kinds.
    Kinds,
    /// A division by zero.
    ByZero,
    /// Two places whose sections do not lie anywhere yet.
    NotPlaced,
}

/// The values that an expression is evaluated with.
pub struct Scope<'s> {
    /// The arithmetic used.
    pub arithmetic: Arithmetic,
    /// The place of the statement.
    pub here: Option<Place>,
    /// Where the sections begin, once they lie somewhere.
    pub bases: Option<&'s [u32]>,
    /// The value of a name; `None` if it is not defined.
    pub lookup: &'s mut dyn FnMut(&Rc<str>) -> Option<Value>,
}

impl Expression {
    /// An expression of these parts, in the order in which they are worked out.
    pub fn new(steps: Vec<(Step, Span)>, span: Span) -> Self {
        Self { steps, span }
    }

    /// A number.
    pub fn number(value: i64, span: Span) -> Self {
        Self { steps: vec![(Step::Value(Value::Number(value)), span)], span }
    }

    /// Where it is written.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Its parts.
    pub fn steps(&self) -> &[(Step, Span)] {
        &self.steps
    }

    /// The same with all parts in one place: where text was replaced, no part has a place of its own.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = span;
        self.steps.iter_mut().for_each(|step| step.1 = span);
        self
    }

    /// The text, if it is nothing but a text.
    pub fn as_text(&self) -> Option<&Rc<str>> {
        match self.steps.as_slice() {
            [(Step::Value(Value::Text(text)), _)] => Some(text),
            _ => None,
        }
    }

    /// The name, if it is nothing but a name.
    pub fn as_name(&self) -> Option<&Rc<str>> {
        match self.steps.as_slice() {
            [(Step::Name(name), _)] => Some(name),
            _ => None,
        }
    }

    /// The value of the expression.
    ///
    /// # Errors
    /// The first part that has no value.
    pub fn evaluate(&self, scope: &mut Scope<'_>) -> Result<Value, Flaw> {
        work::count(self.steps.len());
        let mut stack: Vec<Value> = Vec::new();
        for (step, span) in &self.steps {
            let flaw = |reason| Flaw { span: *span, reason };
            let value = match step {
                Step::Value(value) => value.clone(),
                Step::Name(name) => {
                    (scope.lookup)(name).ok_or_else(|| flaw(Reason::Unknown(Rc::clone(name))))?
                }
                Step::Defined(name) => Value::Truth((scope.lookup)(name).is_some()),
                Step::Here => Value::Place(scope.here.ok_or_else(|| flaw(Reason::NotPlaced))?),
                Step::Unary(operator) => {
                    let operand = stack.pop().ok_or_else(|| flaw(Reason::Kinds))?;
                    unary(*operator, &operand, scope.arithmetic).ok_or_else(|| flaw(Reason::Kinds))?
                }
                Step::Binary(operator) => {
                    let (right, left) = (stack.pop(), stack.pop());
                    let (Some(left), Some(right)) = (left, right) else { return Err(flaw(Reason::Kinds)) };
                    binary(*operator, &left, &right, scope).map_err(flaw)?
                }
            };
            stack.push(value);
        }
        stack.pop().ok_or(Flaw { span: self.span, reason: Reason::Kinds })
    }
}

fn truth(arithmetic: Arithmetic, is_true: bool) -> Value {
    match arithmetic {
        Arithmetic::Word => Value::Truth(is_true),
        Arithmetic::Wide => Value::Number(-i64::from(is_true)),
    }
}

fn fit(arithmetic: Arithmetic, number: i64) -> Value {
    Value::Number(match arithmetic {
        Arithmetic::Word => number & i64::from(u32::MAX),
        Arithmetic::Wide => number,
    })
}

fn unary(operator: Unary, operand: &Value, arithmetic: Arithmetic) -> Option<Value> {
    let text = |text: String| Some(Value::Text(text.into()));
    match (operator, operand) {
        (Unary::Not, Value::Truth(is_true)) => Some(Value::Truth(!is_true)),
        (Unary::Length, Value::Text(text)) => Some(Value::Number(text.chars().count() as i64)),
        (Unary::LowerCase, Value::Text(words)) => text(words.to_lowercase()),
        (Unary::UpperCase, Value::Text(words)) => text(words.to_uppercase()),
        (Unary::Text, Value::Truth(is_true)) => text(if *is_true { "T" } else { "F" }.to_owned()),
        _ => {
            let number = operand.number()?;
            match operator {
                Unary::Negate => Some(fit(arithmetic, number.wrapping_neg())),
                Unary::Complement => Some(fit(arithmetic, !number)),
                Unary::Not if arithmetic == Arithmetic::Wide => Some(Value::Number(i64::from(number == 0))),
                Unary::Character => text(char::from_u32(u32::try_from(number).ok()?)?.to_string()),
                Unary::Text => text(format!("{:08X}", number as u32)),
                _ => None,
            }
        }
    }
}

fn binary(operator: Binary, left: &Value, right: &Value, scope: &Scope<'_>) -> Result<Value, Reason> {
    let arithmetic = scope.arithmetic;
    match (left, right) {
        (Value::Place(left), Value::Place(right)) => {
            let distance = if left.section == right.section {
                left.offset.wrapping_sub(right.offset)
            } else {
                let bases = scope.bases.ok_or(Reason::NotPlaced)?;
                let at = |place: &Place| {
                    bases.get(place.section).map_or(0, |base| i64::from(*base)).wrapping_add(place.offset)
                };
                at(left).wrapping_sub(at(right))
            };
            return match operator {
                Binary::Subtract => Ok(fit(arithmetic, distance)),
                _ => compare(operator, distance.cmp(&0))
                    .map(|is_true| truth(arithmetic, is_true))
                    .ok_or(Reason::Kinds),
            };
        }
        (Value::Place(place), other) | (other, Value::Place(place)) => {
            let number = other.number().ok_or(Reason::Kinds)?;
            // A word without a sign may be meant as a negative number.
            let number = if arithmetic == Arithmetic::Word { i64::from(number as i32) } else { number };
            let is_first = matches!(left, Value::Place(_));
            let offset = match operator {
                Binary::Add => place.offset.wrapping_add(number),
                Binary::Subtract if is_first => place.offset.wrapping_sub(number),
                _ => return Err(Reason::Kinds),
            };
            return Ok(Value::Place(Place { offset, ..*place }));
        }
        (Value::Truth(left), Value::Truth(right)) => {
            return Ok(Value::Truth(match operator {
                Binary::BothTrue => *left && *right,
                Binary::EitherTrue => *left || *right,
                Binary::OneTrue | Binary::NotEqual => left != right,
                Binary::Equal => left == right,
                _ => return Err(Reason::Kinds),
            }));
        }
        (Value::Text(left), Value::Text(right)) => {
            if operator == Binary::Concatenate {
                work::count(left.len() + right.len());
                return Ok(Value::Text(format!("{left}{right}").into()));
            }
            if let Some(is_true) = compare(operator, left.cmp(right)) {
                return Ok(truth(arithmetic, is_true));
            }
        }
        (Value::Text(text), number) if matches!(operator, Binary::Left | Binary::Right) => {
            let wanted = number.number().and_then(|number| usize::try_from(number).ok());
            let (wanted, all) = (wanted.ok_or(Reason::Kinds)?, text.chars().count());
            if wanted > all {
                return Err(Reason::Kinds);
            }
            let part: String = match operator {
                Binary::Left => text.chars().take(wanted).collect(),
                _ => text.chars().skip(all - wanted).collect(),
            };
            return Ok(Value::Text(part.into()));
        }
        _ => {}
    }
    let (Some(left), Some(right)) = (left.number(), right.number()) else { return Err(Reason::Kinds) };
    numbers(operator, left, right, arithmetic)
}

fn compare(operator: Binary, order: std::cmp::Ordering) -> Option<bool> {
    Some(match operator {
        Binary::Equal => order.is_eq(),
        Binary::NotEqual => order.is_ne(),
        Binary::Less => order.is_lt(),
        Binary::LessOrEqual => order.is_le(),
        Binary::Greater => order.is_gt(),
        Binary::GreaterOrEqual => order.is_ge(),
        _ => return None,
    })
}

fn numbers(operator: Binary, left: i64, right: i64, arithmetic: Arithmetic) -> Result<Value, Reason> {
    if let Some(is_true) = compare(operator, left.cmp(&right)) {
        return Ok(truth(arithmetic, is_true));
    }
    let bits = if arithmetic == Arithmetic::Word { 32 } else { 64 };
    // Shifts by more bits than there are leave nothing.
    let shift = u32::try_from(right).ok().filter(|shift| *shift < bits);
    let word = left as u32;
    Ok(fit(
        arithmetic,
        match operator {
            Binary::Multiply => left.wrapping_mul(right),
            Binary::Divide | Binary::Modulo if right == 0 => return Err(Reason::ByZero),
            Binary::Divide => left.wrapping_div(right),
            Binary::Modulo => left.wrapping_rem(right),
            Binary::ShiftLeft => shift.map_or(0, |shift| left << shift),
            Binary::ShiftRight => shift.map_or(0, |shift| ((left as u64) >> shift) as i64),
            Binary::RotateLeft => i64::from(word.rotate_left(right as u32 & 31)),
            Binary::RotateRight => i64::from(word.rotate_right(right as u32 & 31)),
            Binary::And => left & right,
            Binary::Or => left | right,
            Binary::ExclusiveOr => left ^ right,
            Binary::OrNot => left | !right,
            Binary::Add => left.wrapping_add(right),
            Binary::Subtract => left.wrapping_sub(right),
            Binary::BothTrue if arithmetic == Arithmetic::Wide => {
                return Ok(Value::Number(i64::from(left != 0 && right != 0)));
            }
            Binary::EitherTrue if arithmetic == Arithmetic::Wide => {
                return Ok(Value::Number(i64::from(left != 0 || right != 0)));
            }
            _ => return Err(Reason::Kinds),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, Binary, Expression, Place, Reason, Scope, Step, Unary, Value};
    use crate::diagnostics::Span;

    fn value(steps: Vec<Step>, arithmetic: Arithmetic, bases: Option<&[u32]>) -> Result<Value, Reason> {
        let steps = steps.into_iter().map(|step| (step, Span::default())).collect();
        let mut lookup = |name: &std::rc::Rc<str>| match &**name {
            "a" => Some(Value::Place(Place { section: 0, offset: 8 })),
            "b" => Some(Value::Place(Place { section: 0, offset: 20 })),
            "other" => Some(Value::Place(Place { section: 1, offset: 4 })),
            _ => None,
        };
        let mut scope = Scope { arithmetic, here: None, bases, lookup: &mut lookup };
        Expression::new(steps, Span::default()).evaluate(&mut scope).map_err(|flaw| flaw.reason)
    }

    fn number(number: i64) -> Step {
        Step::Value(Value::Number(number))
    }

    fn name(name: &str) -> Step {
        Step::Name(name.into())
    }

    #[test]
    fn numbers_are_words_or_wide() {
        let minus_one = vec![number(1), Step::Unary(Unary::Negate)];
        assert_eq!(value(minus_one.clone(), Arithmetic::Word, None), Ok(Value::Number(0xFFFF_FFFF)));
        assert_eq!(value(minus_one, Arithmetic::Wide, None), Ok(Value::Number(-1)));
        let less = vec![number(1), number(2), Step::Binary(Binary::Less)];
        assert_eq!(value(less.clone(), Arithmetic::Word, None), Ok(Value::Truth(true)));
        assert_eq!(value(less, Arithmetic::Wide, None), Ok(Value::Number(-1)));
        let by_zero = vec![number(1), number(0), Step::Binary(Binary::Divide)];
        assert_eq!(value(by_zero, Arithmetic::Wide, None), Err(Reason::ByZero));
        let far = vec![number(1), number(99), Step::Binary(Binary::ShiftLeft)];
        assert_eq!(value(far, Arithmetic::Word, None), Ok(Value::Number(0)));
    }

    #[test]
    fn differences_of_places_are_numbers_as_soon_as_they_are_known() {
        let subtract = Step::Binary(Binary::Subtract);
        let near = vec![name("b"), name("a"), subtract.clone()];
        assert_eq!(value(near, Arithmetic::Word, None), Ok(Value::Number(12)));
        let apart = vec![name("other"), name("a"), subtract.clone()];
        assert_eq!(value(apart.clone(), Arithmetic::Word, None), Err(Reason::NotPlaced));
        assert_eq!(value(apart, Arithmetic::Word, Some(&[0, 100])), Ok(Value::Number(96)));
        let before = vec![name("a"), number(0xFFFF_FFFC), Step::Binary(Binary::Add)];
        assert_eq!(value(before, Arithmetic::Word, None), Ok(Value::Place(Place { section: 0, offset: 4 })));
        let product = vec![name("a"), number(2), Step::Binary(Binary::Multiply)];
        assert_eq!(value(product, Arithmetic::Wide, None), Err(Reason::Kinds));
        assert_eq!(value(vec![name("c")], Arithmetic::Wide, None), Err(Reason::Unknown("c".into())));
    }

    #[test]
    fn texts_are_cut_and_joined() {
        let text = |text: &str| Step::Value(Value::Text(text.into()));
        let left = vec![text("abc"), number(2), Step::Binary(Binary::Left)];
        assert_eq!(value(left, Arithmetic::Word, None), Ok(Value::Text("ab".into())));
        let joined =
            vec![text("ab"), text("c"), Step::Binary(Binary::Concatenate), Step::Unary(Unary::Length)];
        assert_eq!(value(joined, Arithmetic::Word, None), Ok(Value::Number(3)));
        let sum = vec![text("A"), number(1), Step::Binary(Binary::Add)];
        assert_eq!(value(sum, Arithmetic::Word, None), Ok(Value::Number(66)));
    }
}

//! Formulas of interactors: values worked out from others, such as `(low + high) / 2`.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::diagnostics::{Text, text};

/// A value of an interactor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A text that is no number, as a program has printed it.
    Text(String),
}

impl Value {
    /// The value of a text that was found in an output: its number, if it is one.
    pub fn of(found: &str) -> Self {
        found.parse().map_or_else(|_| Self::Text(found.to_owned()), Self::Number)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// The values of an interactor, by their names.
pub type Values = BTreeMap<String, Value>;

/// A way of making a value of two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    LessOrEqual,
    GreaterOrEqual,
    Less,
    Greater,
    Plus,
    Minus,
    Times,
    By,
    Rest,
}

impl Operator {
    /// Every operator as it is written, and how strongly it binds. One that another begins with comes after it.
    const ALL: [(&'static str, Self, u8); 13] = [
        ("or", Self::Or, 1),
        ("and", Self::And, 2),
        ("==", Self::Equal, 3),
        ("!=", Self::Unequal, 3),
        ("<=", Self::LessOrEqual, 3),
        (">=", Self::GreaterOrEqual, 3),
        ("<", Self::Less, 3),
        (">", Self::Greater, 3),
        ("+", Self::Plus, 4),
        ("-", Self::Minus, 4),
        ("*", Self::Times, 5),
        ("/", Self::By, 5),
        ("%", Self::Rest, 5),
    ];

    fn of_numbers(self, left: i64, right: i64) -> Option<i64> {
        Some(match self {
            Self::Or => i64::from(left != 0 || right != 0),
            Self::And => i64::from(left != 0 && right != 0),
            Self::Equal => i64::from(left == right),
            Self::Unequal => i64::from(left != right),
            Self::LessOrEqual => i64::from(left <= right),
            Self::GreaterOrEqual => i64::from(left >= right),
            Self::Less => i64::from(left < right),
            Self::Greater => i64::from(left > right),
            Self::Plus => left.checked_add(right)?,
            Self::Minus => left.checked_sub(right)?,
            Self::Times => left.checked_mul(right)?,
            Self::By => left.checked_div(right)?,
            Self::Rest => left.checked_rem(right)?,
        })
    }
}

/// A formula: whole numbers and names with `+ - * / %`, comparisons, `and`, `or` and parentheses. A division drops
/// what is after the point, as in C. A comparison is 1 if it holds and 0 if not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula(Part);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Number(i64),
    Name(String),
    Negative(Box<Part>),
    Both(Box<Part>, Operator, Box<Part>),
}

/// The reasons why a formula has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// This name has no value yet.
    Unset(String),
    /// What a program printed is no number: the name, and its text.
    NoNumber(String, String),
    /// A division by zero, or a number that does not fit into 64 bits.
    OutOfRange,
}

/// A mistake in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFormula {
    /// The part that is wrong, in bytes; empty at the end if something is missing there.
    pub range: Range<usize>,
    /// What is expected there.
    pub expected: Text,
}

/// The longest formula, in bytes.
const MOST_BYTES: usize = 500;

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn parse(source: &str) -> Result<Self, BadFormula> {
        let mut parser = Parser { source, at: 0 };
        if source.len() > MOST_BYTES {
            let expected = text!(
                "a formula has at most {MOST_BYTES} characters",
                "công thức có nhiều nhất {MOST_BYTES} ký tự"
            );
            return Err(BadFormula { range: 0..source.len(), expected });
        }
        let part = parser.part(0)?;
        if !parser.rest().is_empty() {
            return Err(parser.expects(text!(
                "after a value comes an operator such as `+`, or the end",
                "sau một giá trị là một phép toán như `+`, hoặc kết thúc"
            )));
        }
        Ok(Self(part))
    }

    /// The names in it.
    pub fn names(&self) -> Vec<&str> {
        fn collect<'p>(part: &'p Part, names: &mut Vec<&'p str>) {
            match part {
                Part::Number(_) => {}
                Part::Name(name) => names.push(name),
                Part::Negative(part) => collect(part, names),
                Part::Both(left, _, right) => {
                    collect(left, names);
                    collect(right, names);
                }
            }
        }
        let mut names = Vec::new();
        collect(&self.0, &mut names);
        names
    }

    /// Its value.
    ///
    /// # Errors
    /// There is none.
    pub fn value(&self, values: &Values) -> Result<Value, NoValue> {
        self.0.value(values)
    }

    /// Returns `true` if its value is a number other than 0, or a text.
    ///
    /// # Errors
    /// It has no value.
    pub fn holds(&self, values: &Values) -> Result<bool, NoValue> {
        Ok(self.value(values)? != Value::Number(0))
    }
}

impl Part {
    fn value(&self, values: &Values) -> Result<Value, NoValue> {
        match self {
            Self::Number(number) => Ok(Value::Number(*number)),
            Self::Name(name) => values.get(name).cloned().ok_or_else(|| NoValue::Unset(name.clone())),
            Self::Negative(part) => {
                let negative = part.number(values)?.checked_neg();
                negative.map(Value::Number).ok_or(NoValue::OutOfRange)
            }
            Self::Both(left, operator @ (Operator::Equal | Operator::Unequal), right) => {
                let is_same = left.value(values)? == right.value(values)?;
                Ok(Value::Number(i64::from(is_same == (*operator == Operator::Equal))))
            }
            Self::Both(left, operator, right) => {
                let (left, right) = (left.number(values)?, right.number(values)?);
                operator.of_numbers(left, right).map(Value::Number).ok_or(NoValue::OutOfRange)
            }
        }
    }

    fn number(&self, values: &Values) -> Result<i64, NoValue> {
        match (self.value(values)?, self) {
            (Value::Number(number), _) => Ok(number),
            (Value::Text(text), Self::Name(name)) => Err(NoValue::NoNumber(name.clone(), text)),
            (Value::Text(text), _) => Err(NoValue::NoNumber(String::new(), text)),
        }
    }
}

struct Parser<'s> {
    source: &'s str,
    at: usize,
}

impl<'s> Parser<'s> {
    /// What is still to be read, from the next character on that is no blank.
    fn rest(&mut self) -> &'s str {
        let rest = &self.source[self.at..];
        let blanks = rest.len() - rest.trim_start().len();
        self.at += blanks;
        &rest[blanks..]
    }

    fn expects(&mut self, expected: Text) -> BadFormula {
        let next = self.rest().chars().next().map_or(0, char::len_utf8);
        BadFormula { range: self.at..self.at + next, expected }
    }

    /// Reads values and the operators between them that bind more strongly than `least`.
    fn part(&mut self, least: u8) -> Result<Part, BadFormula> {
        let mut left = self.single()?;
        while let Some((word, operator, strength)) = self.operator().filter(|found| found.2 > least) {
            self.at += word.len();
            let right = self.part(strength)?;
            left = Part::Both(Box::new(left), operator, Box::new(right));
        }
        Ok(left)
    }

    /// The operator that comes next.
    fn operator(&mut self) -> Option<(&'static str, Operator, u8)> {
        let rest = self.rest();
        Operator::ALL.into_iter().find(|(word, _, _)| {
            let is_word = word.starts_with(char::is_alphabetic);
            rest.starts_with(word) && !(is_word && rest[word.len()..].starts_with(is_of_name))
        })
    }

    fn single(&mut self) -> Result<Part, BadFormula> {
        let rest = self.rest();
        if rest.starts_with('-') {
            self.at += 1;
            return Ok(Part::Negative(Box::new(self.single()?)));
        }
        if rest.starts_with('(') {
            self.at += 1;
            let part = self.part(0)?;
            if !self.rest().starts_with(')') {
                return Err(self.expects(text!("`)` is missing here", "thiếu `)` ở đây")));
            }
            self.at += 1;
            return Ok(part);
        }
        let length = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let word = &rest[..length];
        let part = match word.chars().next() {
            Some(first) if first.is_ascii_digit() => {
                let number = word.parse().map_err(|_| BadFormula {
                    range: self.at..self.at + length,
                    expected: text!("a whole number is expected", "cần một số nguyên"),
                })?;
                Part::Number(number)
            }
            Some(_) => Part::Name(word.to_owned()),
            None => {
                return Err(self
                    .expects(text!("a number, a name or `(` is expected", "cần một số, một tên hoặc `(`")));
            }
        };
        self.at += length;
        Ok(part)
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns `true` if a word can be the name of a value.
pub(in crate::spec) fn is_name(word: &str) -> bool {
    let is_operator = Operator::ALL.iter().any(|(operator, _, _)| *operator == word);
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_of_name) && !is_operator
}

#[cfg(test)]
mod tests {
    use super::{Formula, NoValue, Value, Values};

    fn values() -> Values {
        let numbers = [("low", 1), ("high", 100), ("order", 7)];
        let mut values: Values =
            numbers.into_iter().map(|(name, number)| (name.to_owned(), Value::Number(number))).collect();
        values.insert("name".to_owned(), Value::of("An"));
        values
    }

    #[test]
    fn formulas_have_the_values_of_arithmetic() {
        for (source, number) in [
            ("(low + high) / 2", 50),
            ("1 + 2 * 3 - 4 - 5", -2),
            ("-7 / 2", -3),
            ("-7 % 4", -3),
            ("2 * -high", -200),
            ("low < 2 and high >= 100", 1),
            ("order", 7),
            ("0 or low == high", 0),
            ("name == name", 1),
            ("name != low", 1),
            ("- (1 - 3)", 2),
            ("1 < 2 == 1", 1),
        ] {
            let formula = Formula::parse(source).expect(source);
            assert_eq!(formula.value(&values()), Ok(Value::Number(number)), "{source}");
        }
    }

    #[test]
    fn what_has_no_value_says_why() {
        let value = |source: &str| Formula::parse(source).expect(source).value(&values());
        assert_eq!(value("other + 1"), Err(NoValue::Unset("other".to_owned())));
        assert_eq!(value("name + 1"), Err(NoValue::NoNumber("name".to_owned(), "An".to_owned())));
        for source in ["1 / (low - 1)", "9223372036854775807 + 1", "low % 0"] {
            assert_eq!(value(source), Err(NoValue::OutOfRange), "{source}");
        }
    }

    #[test]
    fn a_mistake_is_found_where_it_stands() {
        for (source, at) in [
            ("", 0),
            ("1 +", 3),
            ("(1", 2),
            ("1 2", 2),
            ("low & high", 4),
            ("99999999999999999999", 0),
            ("3x", 0),
            ("1 + ) 2", 4),
        ] {
            let bad = Formula::parse(source).expect_err(source);
            assert_eq!(bad.range.start, at, "{source}");
        }
        assert!(Formula::parse(&"(".repeat(1_000)).is_err());
        assert!(Formula::parse(&"(".repeat(400)).is_err());
    }
}

//! Expressions as the two assemblers write them.
//!
//! Sources: armasm user guide (DUI 0801), chapter 12, whose operators bind in another order than in C; GNU `as` manual, 6.

use std::rc::Rc;

use super::line::StatementText;
use super::program::Dialect;
use super::token::{Kind, Local, Token};
use crate::asm::{Binary, Expression, Step, Unary, Value};
use crate::diagnostics::Span;

/// The reason why tokens are not an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// A value is missing; there is this, or the end.
    NoValue(Option<Token>),
    /// A parenthesis is not closed.
    NotClosed(Token),
    /// A token that means nothing.
    Token(Token),
}

/// The meanings of the words of an expression at the place where it stands.
pub(super) trait Words {
    /// The value that a name has just here; `None` if it is a name to be worked out later.
    fn value(&self, name: &str) -> Option<Value>;
    /// The label that a reference to a numeric local label means.
    fn local(&self, local: &Local) -> Rc<str>;
}

enum Pending {
    Open(Token),
    Unary(Unary, Span),
    Binary(Binary, Span),
}

/// Reads the longest expression that begins at `at`, and moves `at` after it.
pub(super) fn parse(
    line: &StatementText,
    tokens: &[Token],
    at: &mut usize,
    dialect: Dialect,
    words: &dyn Words,
) -> Result<Expression, Mistake> {
    let first = *at;
    let (mut steps, mut pending): (Vec<(Step, Span)>, Vec<Pending>) = (Vec::new(), Vec::new());
    loop {
        // A value, with what stands in front of it.
        let Some(token) = tokens.get(*at) else { return Err(Mistake::NoValue(None)) };
        *at += 1;
        let span = token.span(line);
        if let Some(operator) = unary(token, dialect) {
            pending.push(Pending::Unary(operator, span));
            continue;
        }
        match &token.kind {
            Kind::Sign("(") => {
                pending.push(Pending::Open(token.clone()));
                continue;
            }
            Kind::Sign("+") => continue,
            Kind::Word(word) if word == "DEF" => match tokens.get(*at).map(|token| &token.kind) {
                Some(Kind::Name(name)) => {
                    *at += 1;
                    steps.push((Step::Defined(name.as_str().into()), span));
                }
                _ => return Err(Mistake::NoValue(tokens.get(*at).cloned())),
            },
            // A place is its own distance from its section, and nothing else can be said of it here.
            Kind::Word(word) if word == "INDEX" || word == "BASE" || word == "?" => {
                return Err(Mistake::Token(token.clone()));
            }
            Kind::Number(number) => steps.push((Step::Value(Value::Number(*number)), span)),
            Kind::Text(text) => steps.push((Step::Value(Value::Text(text.as_str().into())), span)),
            Kind::Local(local) => steps.push((Step::Name(words.local(local)), span)),
            Kind::Sign(".") => steps.push((Step::Here, span)),
            Kind::Name(name) if dialect == Dialect::Gnu && name == "." => steps.push((Step::Here, span)),
            Kind::Name(name) => steps.push(match words.value(name) {
                Some(value) => (Step::Value(value), span),
                None => (Step::Name(name.as_str().into()), span),
            }),
            Kind::Sign("{") if dialect == Dialect::Armasm => {
                let inside = (tokens.get(*at).map(|token| &token.kind), tokens.get(*at + 1));
                let step = match inside {
                    (Some(Kind::Name(name)), Some(close)) if close.is("}") => built_in(name),
                    _ => None,
                };
                let Some(step) = step else { return Err(Mistake::NoValue(Some(token.clone()))) };
                steps.push((step, line.place(token.part.start..tokens[*at + 1].part.end)));
                *at += 2;
            }
            Kind::BadNumber | Kind::OpenText | Kind::Unknown => return Err(Mistake::Token(token.clone())),
            _ => return Err(Mistake::NoValue(Some(token.clone()))),
        }
        // The tokens that may follow a value.
        loop {
            let Some(token) = tokens.get(*at) else {
                return finish(line, tokens, first, *at, steps, pending);
            };
            if token.is(")") && pending.iter().any(|pending| matches!(pending, Pending::Open(_))) {
                while let Some(top) = pending.pop() {
                    match top {
                        Pending::Open(_) => break,
                        other => steps.push(other.step()),
                    }
                }
                *at += 1;
                continue;
            }
            let Some((operator, level)) = binary(token, dialect) else {
                return finish(line, tokens, first, *at, steps, pending);
            };
            while let Some(top) = pending.pop_if(|top| top.binds_at_least(level, dialect)) {
                steps.push(top.step());
            }
            pending.push(Pending::Binary(operator, token.span(line)));
            *at += 1;
            break;
        }
    }
}

fn finish(
    line: &StatementText,
    tokens: &[Token],
    first: usize,
    end: usize,
    mut steps: Vec<(Step, Span)>,
    mut pending: Vec<Pending>,
) -> Result<Expression, Mistake> {
    while let Some(top) = pending.pop() {
        match top {
            Pending::Open(token) => return Err(Mistake::NotClosed(token)),
            other => steps.push(other.step()),
        }
    }
    let span = line.place(tokens[first].part.start..tokens[end - 1].part.end);
    Ok(Expression::new(steps, span))
}

impl Pending {
    fn step(self) -> (Step, Span) {
        match self {
            Self::Unary(operator, span) => (Step::Unary(operator), span),
            Self::Binary(operator, span) => (Step::Binary(operator), span),
            Self::Open(token) => unreachable!("parentheses are taken out before: {token:?}"),
        }
    }

    fn binds_at_least(&self, level: u8, dialect: Dialect) -> bool {
        match self {
            Self::Open(_) => false,
            Self::Unary(..) => true,
            Self::Binary(operator, _) => binding(*operator, dialect) >= level,
        }
    }
}

/// Returns `true` if a word between braces is a value of armasm.
pub(super) fn is_built_in(name: &str) -> bool {
    built_in(name).is_some()
}

fn built_in(name: &str) -> Option<Step> {
    let truth = |is_true| Some(Step::Value(Value::Truth(is_true)));
    let number = |number| Some(Step::Value(Value::Number(number)));
    let text = |text: &str| Some(Step::Value(Value::Text(text.into())));
    match name.to_ascii_uppercase().as_str() {
        "PC" => Some(Step::Here),
        "TRUE" => truth(true),
        "FALSE" | "INTER" | "ROPI" | "RWPI" => truth(false),
        "CONFIG" | "CODESIZE" => number(32),
        "ARCHITECTURE" => text("4T"),
        "CPU" => text("ARM7TDMI"),
        "ENDIAN" => text("little"),
        _ => None,
    }
}

fn unary(token: &Token, dialect: Dialect) -> Option<Unary> {
    Some(match &token.kind {
        Kind::Sign("-") => Unary::Negate,
        Kind::Sign("~") => Unary::Complement,
        Kind::Sign("!") if dialect == Dialect::Gnu => Unary::Not,
        Kind::Word(word) => match word.as_str() {
            "NOT" => Unary::Complement,
            "LNOT" => Unary::Not,
            "LEN" => Unary::Length,
            "CHR" => Unary::Character,
            "STR" => Unary::Text,
            "LOWERCASE" => Unary::LowerCase,
            "UPPERCASE" => Unary::UpperCase,
            _ => return None,
        },
        _ => return None,
    })
}

/// The operator that a token is, and how tightly it binds.
fn binary(token: &Token, dialect: Dialect) -> Option<(Binary, u8)> {
    let operator = match (&token.kind, dialect) {
        (Kind::Word(word), Dialect::Armasm) => match word.as_str() {
            "MOD" => Binary::Modulo,
            "LEFT" => Binary::Left,
            "RIGHT" => Binary::Right,
            "CC" => Binary::Concatenate,
            "SHL" => Binary::ShiftLeft,
            "SHR" => Binary::ShiftRight,
            "ROL" => Binary::RotateLeft,
            "ROR" => Binary::RotateRight,
            "AND" => Binary::And,
            "OR" => Binary::Or,
            "EOR" => Binary::ExclusiveOr,
            "LAND" => Binary::BothTrue,
            "LOR" => Binary::EitherTrue,
            "LEOR" => Binary::OneTrue,
            _ => return None,
        },
        (Kind::Sign(sign), _) => match (*sign, dialect) {
            ("*", _) => Binary::Multiply,
            ("/", _) => Binary::Divide,
            ("%", _) => Binary::Modulo,
            ("<<", _) => Binary::ShiftLeft,
            (">>", _) => Binary::ShiftRight,
            ("+", _) => Binary::Add,
            ("-", _) => Binary::Subtract,
            ("&", _) => Binary::And,
            ("^", _) => Binary::ExclusiveOr,
            ("|", Dialect::Gnu) => Binary::Or,
            ("!", Dialect::Gnu) => Binary::OrNot,
            ("=", Dialect::Armasm) | ("==", _) => Binary::Equal,
            ("/=", Dialect::Armasm) | ("<>" | "!=", _) => Binary::NotEqual,
            ("<", _) => Binary::Less,
            ("<=", _) => Binary::LessOrEqual,
            (">", _) => Binary::Greater,
            (">=", _) => Binary::GreaterOrEqual,
            ("&&", _) => Binary::BothTrue,
            ("||", _) => Binary::EitherTrue,
            _ => return None,
        },
        _ => return None,
    };
    Some((operator, binding(operator, dialect)))
}

fn binding(operator: Binary, dialect: Dialect) -> u8 {
    let is_armasm = dialect == Dialect::Armasm;
    match operator {
        Binary::Multiply | Binary::Divide | Binary::Modulo => 8,
        Binary::Left | Binary::Right | Binary::Concatenate => 7,
        Binary::RotateLeft | Binary::RotateRight => 6,
        Binary::ShiftLeft | Binary::ShiftRight => {
            if is_armasm {
                6
            } else {
                8
            }
        }
        Binary::And | Binary::Or | Binary::ExclusiveOr | Binary::OrNot => {
            if is_armasm {
                4
            } else {
                5
            }
        }
        Binary::Add | Binary::Subtract => 4,
        Binary::Equal
        | Binary::NotEqual
        | Binary::Less
        | Binary::LessOrEqual
        | Binary::Greater
        | Binary::GreaterOrEqual => {
            if is_armasm {
                3
            } else {
                4
            }
        }
        Binary::BothTrue => 2,
        Binary::EitherTrue | Binary::OneTrue => {
            if is_armasm {
                2
            } else {
                1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Words, parse};
    use crate::asm::{Arithmetic, Scope, Value};
    use crate::diagnostics::Span;
    use crate::isa::arm::line::StatementText;
    use crate::isa::arm::program::Dialect;
    use crate::isa::arm::token::{Local, split};

    struct None_;

    impl Words for None_ {
        fn value(&self, name: &str) -> Option<Value> {
            (name == "five").then_some(Value::Number(5))
        }
        fn local(&self, local: &Local) -> Rc<str> {
            local.number.to_string().into()
        }
    }

    fn value(text: &str, dialect: Dialect) -> Option<Value> {
        let line = StatementText {
            text: text.to_owned(),
            span: Span::default(),
            code: Span::default(),
            is_verbatim: true,
        };
        let tokens = split(&line, 0, dialect);
        let mut at = 0;
        let expression = parse(&line, &tokens, &mut at, dialect, &None_).ok()?;
        let arithmetic = match dialect {
            Dialect::Armasm => Arithmetic::Word,
            Dialect::Gnu => Arithmetic::Wide,
        };
        let mut scope = Scope { arithmetic, here: None, bases: None, lookup: &mut |_| None };
        expression.evaluate(&mut scope).ok().filter(|_| at == tokens.len())
    }

    /// The numbers for GNU are those that GNU `as` 2.40 gives.
    #[test]
    fn operators_bind_as_the_manuals_say() {
        for (text, number) in [
            ("1+2<<3", 17),
            ("1|2+3", 6),
            ("7&3==3", -1),
            ("6/4", 1),
            ("-7/2", -3),
            ("-7%3", -1),
            ("1<<2+1", 5),
            ("~1", -2),
            ("!0", 1),
            ("1<2", -1),
            ("-(2+five)*2", -14),
            ("1&&0||1", 1),
        ] {
            assert_eq!(value(text, Dialect::Gnu), Some(Value::Number(number)), "{text}");
        }
        for (text, number) in [
            ("1+2:SHR:3", 1),
            ("1 + 2 :SHL: 3", 17),
            ("0xF0:OR:0xF:AND:0x3C", 0x3C),
            ("2+3*4", 14),
            (":NOT:0", 0xFFFF_FFFF),
            ("-1", 0xFFFF_FFFF),
            ("7:MOD:4", 3),
            ("\"A\"+1", 66),
            (":LEN:\"abc\"", 3),
            ("(((five)))", 5),
        ] {
            assert_eq!(value(text, Dialect::Armasm), Some(Value::Number(number)), "{text}");
        }
        for (text, is_true) in [
            ("1=1:LAND:2/=3", true),
            ("\"a\"=\"b\"", false),
            (":LNOT:{TRUE}", false),
            (":DEF:x", false),
            ("0xFFFFFFFF>0", true),
        ] {
            assert_eq!(value(text, Dialect::Armasm), Some(Value::Truth(is_true)), "{text}");
        }
        for text in ["", "1+", "(1", "1 2", "#1", ",", "{x}", ":BASE:r0"] {
            assert_eq!(value(text, Dialect::Armasm), None, "{text}");
        }
    }
}

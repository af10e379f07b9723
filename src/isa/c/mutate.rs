//! Small mistakes in a source in C, of the kind that people make: in operators, constants and conditions, and statements that
//! are not there.
//!
//! They are made in the tokens of the bodies of functions. A change that is not C is found out by the compiler, so that nothing
//! more than tokens need be understood here.

mod body;
mod tokens;

use std::ops::Range;

use crate::asm::SourceMap;
use crate::diagnostics::{FileId, SourceFile, Span, Text};
use crate::machine::mutate::{became, left_out};
use crate::machine::{Edit, Mutant, Mutation};
use body::{Body, Part, Parts, bodies, has_left_operand};
use tokens::{Kind, Token, tokens};

/// More characters than these of a line are not shown.
const MOST_SHOWN: usize = 120;

/// Operators between two operands, each with what people take for it.
const CONFUSED: &[(&str, Mutation, &[&str])] = &[
    ("<", Mutation::Condition, &["<="]),
    ("<=", Mutation::Condition, &["<"]),
    (">", Mutation::Condition, &[">="]),
    (">=", Mutation::Condition, &[">"]),
    ("==", Mutation::Condition, &["!="]),
    ("!=", Mutation::Condition, &["=="]),
    ("&&", Mutation::Condition, &["||"]),
    ("||", Mutation::Condition, &["&&"]),
    ("+", Mutation::Operator, &["-"]),
    ("-", Mutation::Operator, &["+"]),
    ("*", Mutation::Operator, &["/"]),
    ("/", Mutation::Operator, &["*"]),
    ("%", Mutation::Operator, &["/"]),
    ("<<", Mutation::Operator, &[">>"]),
    (">>", Mutation::Operator, &["<<"]),
    ("&", Mutation::Operator, &["|"]),
    ("|", Mutation::Operator, &["&"]),
    ("^", Mutation::Operator, &["|"]),
    ("+=", Mutation::Operator, &["-="]),
    ("-=", Mutation::Operator, &["+="]),
    ("*=", Mutation::Operator, &["/="]),
    ("/=", Mutation::Operator, &["*="]),
    ("%=", Mutation::Operator, &["/="]),
    ("<<=", Mutation::Operator, &[">>="]),
    (">>=", Mutation::Operator, &["<<="]),
    ("&=", Mutation::Operator, &["|="]),
    ("|=", Mutation::Operator, &["&="]),
    ("^=", Mutation::Operator, &["|="]),
];

/// Every mutant of a source, sorted by place. The source map is that of the program that it is part of.
pub(super) fn mutants(file: FileId, source: &SourceFile, map: &SourceMap) -> Vec<Mutant> {
    let tokens = tokens(&source.text);
    let mut found = Vec::new();
    for body in bodies(&tokens) {
        let works_by = works_by(file, source, map, &tokens, &body);
        let mut changes = changes(&tokens, &body);
        changes.sort_by_key(|change| (change.range.start, change.range.end));
        found.extend(changes.into_iter().map(|change| Mutant {
            in_words: None,
            at: change.range.start as u32,
            value: 0,
            kind: change.kind,
            place: format!("{}:{}", source.name, line_at(source, change.range.start)),
            about: change.about(source),
            edit: Some(Edit { file, text: change.with(source), range: change.range }),
            works_by: works_by.clone(),
            equivalent: None,
        }));
    }
    found
}

/// The instructions of a function: without one of them executed, a change of its source has no effect. Where the compiler could
/// have put a function into its callers, nothing is known.
fn works_by(
    file: FileId,
    source: &SourceFile,
    map: &SourceMap,
    tokens: &[Token<'_>],
    body: &Body,
) -> Vec<u32> {
    if source.text.contains("always_inline") {
        return Vec::new();
    }
    let start = tokens[body.inner.start - 1].at;
    let end = tokens.get(body.inner.end).map_or(source.text.len(), |close| close.at);
    let first = source.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let is_in = |span: Span| span.file == file && (first..=end).contains(&span.range().start);
    map.lines().iter().filter(|line| is_in(line.span)).map(|line| line.address).collect()
}

/// A change of the text.
struct Change {
    kind: Mutation,
    range: Range<usize>,
    /// The text put there instead; `None` if it is left out.
    with: Option<String>,
}

impl Change {
    /// The text put there instead, in as many lines as before, so that what follows keeps its line.
    fn with(&self, source: &SourceFile) -> String {
        let lines = "\n".repeat(source.text[self.range.clone()].matches('\n').count());
        format!("{}{lines}", self.with.as_deref().unwrap_or_default())
    }

    /// The report of it: the lines before and after, or the statement that is not there any more.
    fn about(&self, source: &SourceFile) -> Text {
        let text = &source.text;
        let Some(with) = &self.with else { return left_out(&shown(&text[self.range.clone()], 0)) };
        let start = text[..self.range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[self.range.end..].find('\n').map_or(text.len(), |at| self.range.end + at);
        let (before, after) = (&text[start..self.range.start], &text[self.range.end..end]);
        let at = before.chars().count();
        became(&shown(&text[start..end], at), &shown(&format!("{before}{with}{after}"), at))
    }
}

/// A text in one line; of a long one what is around a character.
fn shown(text: &str, at: usize) -> String {
    let is_long = text.chars().count() > MOST_SHOWN;
    let start = if is_long { at.saturating_sub(MOST_SHOWN / 2) } else { 0 };
    let part: String = text.chars().skip(start).take(MOST_SHOWN).collect();
    let mut shown = part.split_whitespace().collect::<Vec<_>>().join(" ");
    if start > 0 {
        shown.insert_str(0, "... ");
    }
    if is_long && start + MOST_SHOWN < text.chars().count() {
        shown.push_str(" ...");
    }
    shown
}

fn line_at(source: &SourceFile, at: usize) -> usize {
    source.text[..at].matches('\n').count() + 1
}

/// Everything that can be changed in a body.
fn changes(tokens: &[Token<'_>], body: &Body) -> Vec<Change> {
    let parts = Parts::of(tokens, body);
    let range = |indices: &Range<usize>| tokens[indices.start].at..tokens[indices.end - 1].range().end;
    let of_part = |part: &Part| match part {
        Part::Expression(indices) => {
            let is_store = tokens[indices.clone()].iter().any(|token| is_store(token));
            let kind = if is_store { Mutation::Save } else { Mutation::Call };
            Some(Change { kind, range: range(indices), with: None })
        }
        Part::Jump(index) => Some(Change { kind: Mutation::Jump, range: tokens[*index].range(), with: None }),
        Part::Condition(indices) => {
            let inner = &tokens[indices.clone()];
            // Elsewhere the operator is mistaken, which comes to the same or to more.
            let is_plain = !inner.iter().any(|token| is_choice(token));
            let is_number = inner.len() == 1 && inner[0].kind == Kind::Number;
            let text = inner.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
            let negated =
                Change { kind: Mutation::Condition, range: range(indices), with: Some(format!("!({text})")) };
            (is_plain && !is_number).then_some(negated)
        }
    };
    let mut found: Vec<Change> = parts.parts.iter().filter_map(of_part).collect();
    for index in body.inner.clone().filter(|index| !parts.is_type(*index)) {
        let token = tokens[index];
        let others = others(tokens, index);
        found.extend(others.into_iter().map(|(kind, with)| Change {
            kind,
            range: token.range(),
            with: Some(with),
        }));
    }
    found
}

/// Returns `true` if a token stores something.
fn is_store(token: &Token<'_>) -> bool {
    let is_compared = ["==", "!=", "<=", ">="].contains(&token.text);
    token.kind == Kind::Mark
        && !is_compared
        && (token.text.ends_with('=') || ["++", "--"].contains(&token.text))
}

/// Returns `true` if a token compares, or joins or turns round conditions.
fn is_choice(token: &Token<'_>) -> bool {
    token.kind == Kind::Mark && ["<", "<=", ">", ">=", "==", "!=", "&&", "||", "!"].contains(&token.text)
}

/// The tokens that are typed in the place of another one by mistake.
fn others(tokens: &[Token<'_>], index: usize) -> Vec<(Mutation, String)> {
    let token = tokens[index];
    match token.kind {
        Kind::Number => near(token.text).into_iter().map(|text| (Mutation::Constant, text)).collect(),
        Kind::Character => {
            other_character(token.text).into_iter().map(|text| (Mutation::Constant, text)).collect()
        }
        Kind::Mark => match token.text {
            "!" => vec![(Mutation::Condition, String::new())],
            "++" => vec![(Mutation::Operator, "--".to_owned())],
            "--" => vec![(Mutation::Operator, "++".to_owned())],
            mark => {
                let row = CONFUSED.iter().find(|(known, ..)| *known == mark);
                let row = row.filter(|_| has_left_operand(tokens, index));
                row.map_or_else(Vec::new, |(_, kind, others)| {
                    others.iter().map(|other| (*kind, (*other).to_owned())).collect()
                })
            }
        },
        Kind::Word | Kind::Text => Vec::new(),
    }
}

/// A whole number one more, and one less if that is not below zero, written as it is.
fn near(text: &str) -> Vec<String> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = &text[digits.len()..];
    let (base, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        Some(octal) if octal.starts_with('0') => (8, digits),
        _ => (10, digits),
    };
    let Ok(value) = u64::from_str_radix(digits, base) else { return Vec::new() };
    let written = |value: u64| match base {
        16 => format!("0x{value:X}{suffix}"),
        2 => format!("0b{value:b}{suffix}"),
        8 => format!("0{value:o}{suffix}"),
        _ => format!("{value}{suffix}"),
    };
    [value.checked_add(1), value.checked_sub(1)].into_iter().flatten().map(written).collect()
}

/// The letter or digit next to one.
fn other_character(text: &str) -> Option<String> {
    let mut inner = text.strip_prefix('\'')?.strip_suffix('\'')?.chars();
    let character = inner.next().filter(char::is_ascii_alphanumeric)?;
    if inner.next().is_some() {
        return None;
    }
    let near = [character as u8 + 1, character as u8 - 1].map(char::from);
    near.into_iter().find(char::is_ascii_alphanumeric).map(|near| format!("'{near}'"))
}

#[cfg(test)]
mod tests {
    use super::{Mutation, mutants, near};
    use crate::asm::SourceMap;
    use crate::diagnostics::{FileId, Language, SourceFile};

    fn told(text: &str) -> Vec<String> {
        let source = SourceFile::from_bytes("a.c", text.as_bytes());
        let found = mutants(FileId::default(), &source, &SourceMap::new(Vec::new()));
        let told =
            found.iter().map(|mutant| format!("{} {}", mutant.place, mutant.about.to(Language::English)));
        told.collect()
    }

    #[test]
    fn mistakes_are_made_where_something_is_calculated() {
        let source = "int f(int a)\n{\n    if (a < 'b')\n        return -a;\n    return a * 2;\n}\n";
        assert_eq!(
            told(source),
            [
                "a.c:3 `if (a < 'b')` became `if (a <= 'b')`",
                "a.c:3 `if (a < 'b')` became `if (a < 'c')`",
                "a.c:5 `return a * 2;` became `return a / 2;`",
                "a.c:5 `return a * 2;` became `return a * 3;`",
                "a.c:5 `return a * 2;` became `return a * 1;`",
            ]
        );
    }

    #[test]
    fn statements_are_left_out() {
        let source = "void f(void) {\n  g(\n  );\n  while (*p) { n--; break; }\n}\n";
        assert_eq!(
            told(source),
            [
                "a.c:2 `g( )` is left out",
                "a.c:4 `while (*p) { n--; break; }` became `while (!(* p)) { n--; break; }`",
                "a.c:4 `n--` is left out",
                "a.c:4 `while (*p) { n--; break; }` became `while (*p) { n++; break; }`",
                "a.c:4 `break` is left out",
            ]
        );
    }

    #[test]
    fn types_strings_comments_and_the_preprocessor_are_left_alone() {
        let source = "#define N (1 + 2)\nint a[3] = {1};\nvoid f(void) { char *s[2]; /* 1 + 1 */ g(\"1 + 1\"); // 2\n}\n";
        assert_eq!(told(source), ["a.c:3 `g(\"1 + 1\")` is left out"]);
    }

    #[test]
    fn a_change_keeps_the_lines_that_follow() {
        let source = SourceFile::from_bytes("a.c", b"void f(void) {\n g(1,\n\n 2);\n}\n");
        let found = mutants(FileId::default(), &source, &SourceMap::new(Vec::new()));
        let call = found.iter().find(|mutant| mutant.kind == Mutation::Call).expect("it is there");
        assert_eq!(call.edit.as_ref().expect("it is a change of the source").text, "\n\n");
    }

    #[test]
    fn numbers_stay_as_they_are_written() {
        assert_eq!(near("0x1fUL"), ["0x20UL", "0x1EUL"]);
        assert_eq!((near("0"), near("10")), (vec!["1".to_owned()], vec!["11".to_owned(), "9".to_owned()]));
        assert_eq!(near("010"), ["011", "07"]);
        for none in ["1.5", "1e3", "0x", "08", "99999999999999999999"] {
            assert!(near(none).is_empty(), "{none}");
        }
    }
}

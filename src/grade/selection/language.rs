//! The language of selections: `student(an*) & group(win*) & !case(/up|down/)`.
//!
//! `student`, `group` and `case` ask for a name in parentheses. A name is a pattern with `*` and `?` that fits as a whole, a
//! regular expression between slashes that fits somewhere, or a text in quotation marks that is the name. Case does not count.
//! `not` or `!` binds closest, then `and` or `&`, then `or` or `|`; parentheses group.

use crate::diagnostics::{Diagnostic, FileId, Span, Text, code, suggest, text};
use crate::observe::Pattern;
use crate::submission::composed;

/// Parentheses and `not` can be nested this deep.
const MOST_DEPTH: usize = 64;

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// The name of something fits.
    Named(Subject, Name),
    /// The other one does not hold.
    Not(Box<Self>),
    /// All of them hold.
    All(Vec<Self>),
    /// One of them holds at least.
    Any(Vec<Self>),
}

/// The things that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A student, or a team.
    Student,
    /// A group of tests.
    Group,
    /// A test.
    Case,
}

/// Each with its word.
const SUBJECTS: [(&str, Subject); 3] =
    [("student", Subject::Student), ("group", Subject::Group), ("case", Subject::Case)];

/// A name that is asked for.
#[derive(Clone, Debug)]
pub(super) enum Name {
    /// This name, in small letters.
    Exactly(String),
    /// A part of the name, in small letters.
    Within(String),
    /// A name that a pattern fits.
    Fits(Box<Pattern>),
}

impl Name {
    pub(super) fn fits(&self, name: &str) -> bool {
        match self {
            Self::Exactly(wanted) => *wanted == plain(name),
            Self::Within(part) => plain(name).contains(part),
            Self::Fits(pattern) => pattern.find(&composed(name)).is_some(),
        }
    }
}

/// A name as names are compared: composed, and in small letters.
pub(super) fn plain(name: &str) -> String {
    composed(name).to_lowercase()
}

/// Reads an expression.
///
/// # Errors
/// The mistake, with its place in the file.
pub(super) fn parse(source: &str, file: FileId) -> Result<Node, Box<Diagnostic>> {
    let mut reader = Reader { source, file, at: 0, depth: 0 };
    if reader.rest().is_empty() {
        return Err(reader.wrong(0..source.len(), &text!("nothing is asked for", "biểu thức rỗng")));
    }
    let node = reader.any()?;
    if reader.rest().is_empty() {
        return Ok(node);
    }
    let at = reader.at;
    Err(if reader.rest().starts_with(')') {
        reader.wrong(at..at + 1, &text!("no `(` belongs to this `)`", "dấu `)` này không có `(`"))
    } else {
        let end = at + reader.word().len().max(1);
        let message = text!("`and` or `or` is missing before this", "thiếu `and` hoặc `or` trước chỗ này");
        reader.wrong(at..reader.boundary(end), &message)
    })
}

struct Reader<'s> {
    source: &'s str,
    file: FileId,
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, Box<Diagnostic>>;

impl<'s> Reader<'s> {
    /// The rest, from the next character that is no blank.
    fn rest(&mut self) -> &'s str {
        let rest = &self.source[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// The word that comes next; empty if something else does.
    fn word(&mut self) -> &'s str {
        let rest = self.rest();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())]
    }

    /// The end of the character at or before a byte.
    fn boundary(&self, mut at: usize) -> usize {
        while !self.source.is_char_boundary(at) {
            at += 1;
        }
        at
    }

    fn wrong(&self, range: std::ops::Range<usize>, message: &Text) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(code::SELECTION_SYNTAX, Span::new(self.file, range), message.clone()))
    }

    /// Takes one of these operators, with its place.
    fn takes(&mut self, word: &str, sign: char) -> Option<std::ops::Range<usize>> {
        let rest = self.rest();
        let begun = self.at;
        if rest.starts_with(sign) {
            // Programmers write them twice.
            let count = if sign != '!' && rest[1..].starts_with(sign) { 2 } else { 1 };
            self.at += count;
        } else if self.word().eq_ignore_ascii_case(word) {
            self.at += word.len();
        } else {
            return None;
        }
        Some(begun..self.at)
    }

    /// Something must stand after an operator.
    fn goes_on(&mut self, operator: std::ops::Range<usize>) -> Read<()> {
        if !self.rest().is_empty() && !self.rest().starts_with(')') {
            return Ok(());
        }
        let sign = &self.source[operator.clone()];
        let message = text!("something must stand after `{sign}`", "phải có gì đó sau `{sign}`");
        Err(self.wrong(operator, &message))
    }

    fn any(&mut self) -> Read<Node> {
        let mut parts = vec![self.all()?];
        while let Some(operator) = self.takes("or", '|') {
            self.goes_on(operator)?;
            parts.push(self.all()?);
        }
        Ok(one_or(parts, Node::Any))
    }

    fn all(&mut self) -> Read<Node> {
        let mut parts = vec![self.single()?];
        while let Some(operator) = self.takes("and", '&') {
            self.goes_on(operator)?;
            parts.push(self.single()?);
        }
        Ok(one_or(parts, Node::All))
    }

    fn single(&mut self) -> Read<Node> {
        let begun = self.rest().len();
        let at = self.at;
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            let message = text!("this is nested too deep", "lồng nhau quá sâu");
            return Err(self.wrong(at..self.boundary(at + begun.min(1)), &message));
        }
        let node = self.single_at(at);
        self.depth -= 1;
        node
    }

    fn single_at(&mut self, at: usize) -> Read<Node> {
        if let Some(operator) = self.takes("not", '!') {
            self.goes_on(operator)?;
            return Ok(Node::Not(Box::new(self.single()?)));
        }
        if self.rest().starts_with('(') {
            self.at += 1;
            if self.rest().starts_with(')') {
                let message = text!("nothing stands in these parentheses", "trong ngoặc không có gì");
                return Err(self.wrong(at..self.at + 1, &message));
            }
            let node = self.any()?;
            if !self.rest().starts_with(')') {
                return Err(self.never_closed(at));
            }
            self.at += 1;
            return Ok(node);
        }
        self.named(at)
    }

    fn never_closed(&self, at: usize) -> Box<Diagnostic> {
        self.wrong(at..at + 1, &text!("this `(` is never closed", "dấu `(` này không được đóng"))
    }

    fn named(&mut self, at: usize) -> Read<Node> {
        let word = self.word();
        let known = SUBJECTS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
        let Some((name, subject)) = known else {
            let left = self.rest().len();
            let end = self.boundary(at + word.len().max(1).min(left));
            let found = &self.source[at..end];
            let message = text!(
                "`{found}` cannot stand here; ask for `student(...)`, `group(...)` or `case(...)`",
                "`{found}` không thể đứng ở đây; hãy viết `student(...)`, `group(...)` hoặc `case(...)`"
            );
            let wrong = *self.wrong(at..end, &message);
            let guess = suggest(word, SUBJECTS.iter().map(|(name, _)| *name)).filter(|_| word.len() > 2);
            return Err(Box::new(match guess {
                Some(guess) => wrong.help(text!("did you mean `{guess}`?", "có phải ý bạn là `{guess}`?")),
                None => wrong,
            }));
        };
        self.at += word.len();
        if !self.rest().starts_with('(') {
            let message = text!(
                "`{name}` wants a name in parentheses, `{name}(win*)`",
                "`{name}` cần một tên trong ngoặc, `{name}(win*)`"
            );
            return Err(self.wrong(at..at + word.len(), &message));
        }
        let open = self.at;
        self.at += 1;
        let wanted = self.name(open)?;
        if !self.rest().starts_with(')') {
            return Err(self.never_closed(open));
        }
        self.at += 1;
        Ok(Node::Named(*subject, wanted))
    }

    /// The name between parentheses, of which the first is there.
    fn name(&mut self, open: usize) -> Read<Name> {
        let rest = self.rest();
        let at = self.at;
        if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"')) {
            let inner = &rest[1..];
            let Some(end) = inner.find(quote) else {
                let message = text!("this quotation mark is never closed", "dấu nháy này không được đóng");
                return Err(self.wrong(at..at + 1, &message));
            };
            self.at += end + 2;
            return Ok(Name::Exactly(plain(&inner[..end])));
        }
        if let Some(inner) = rest.strip_prefix('/') {
            return self.expression(inner, at);
        }
        let Some(end) = rest.find(')') else { return Err(self.never_closed(open)) };
        let wanted = rest[..end].trim_end();
        if wanted.is_empty() {
            let message = text!("there is no name between these parentheses", "trong ngoặc không có tên");
            return Err(self.wrong(open..at + end + 1, &message));
        }
        self.at += end;
        if !wanted.contains(['*', '?']) {
            return Ok(Name::Exactly(plain(wanted)));
        }
        self.compiled(&glob(&composed(wanted)), at..at + wanted.len())
    }

    /// A regular expression up to a slash, which has a backslash before it where it is part of the expression.
    fn expression(&mut self, inner: &str, at: usize) -> Read<Name> {
        let mut source = String::new();
        let mut characters = inner.char_indices();
        while let Some((index, c)) = characters.next() {
            match c {
                '/' => {
                    self.at = at + index + 2;
                    return self.compiled(&format!("(?is){}", composed(&source)), at + 1..at + 1 + index);
                }
                '\\' => match characters.next() {
                    Some((_, '/')) => source.push('/'),
                    next => source.extend([Some(c), next.map(|(_, c)| c)].into_iter().flatten()),
                },
                _ => source.push(c),
            }
        }
        let message = text!(
            "this regular expression is never closed: another `/` ends it",
            "biểu thức chính quy này không được đóng: hãy thêm `/` ở cuối"
        );
        Err(self.wrong(at..at + 1, &message))
    }

    fn compiled(&self, source: &str, range: std::ops::Range<usize>) -> Read<Name> {
        Pattern::as_written(source).map(|pattern| Name::Fits(Box::new(pattern))).map_err(|error| {
            let message = text!(
                "this is no regular expression: {error}",
                "đây không phải biểu thức chính quy: {error}"
            );
            self.wrong(range, &message)
        })
    }
}

/// A single part is itself.
fn one_or(mut parts: Vec<Node>, all: fn(Vec<Node>) -> Node) -> Node {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            all(parts)
        }
    }
}

/// A pattern with `*` and `?` as a regular expression.
fn glob(pattern: &str) -> String {
    let mut source = "(?is)^".to_owned();
    for c in pattern.chars() {
        match c {
            '*' => source += ".*",
            '?' => source.push('.'),
            _ if c.is_alphanumeric() || c == '_' => source.push(c),
            // `\\<` is the edge of a word.
            _ if c.is_ascii_punctuation() && !matches!(c, '<' | '>') => source.extend(['\\', c]),
            _ => source.push(c),
        }
    }
    source + "$"
}

//! The bodies of functions, and the statements in them, as far as tokens tell.

use std::ops::Range;

use super::tokens::{Kind, Token};

/// Words that declarations begin with.
const TYPES: &[&str] = &[
    "int",
    "char",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "void",
    "const",
    "static",
    "struct",
    "union",
    "enum",
    "register",
    "volatile",
    "extern",
    "auto",
    "_Bool",
    "bool",
    "size_t",
    "FILE",
    "typedef",
    "inline",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "_Static_assert",
    "static_assert",
    "_Alignas",
    "_Thread_local",
    "__attribute__",
];

/// Keywords after which an operator has no left operand.
const OPERATORS: &[&str] = &["return", "case", "else", "do", "sizeof", "goto"];

/// A part of a function that mistakes are made in, by the indices of its tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// An expression that is a statement, without its semicolon.
    Expression(Range<usize>),
    /// `break` or `continue`.
    Jump(usize),
    /// A condition, without its parentheses.
    Condition(Range<usize>),
}

/// A function's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// The indices of its tokens, without the braces.
    pub(super) inner: Range<usize>,
    /// True if the program begins with it.
    pub(super) is_main: bool,
}

/// The bodies of the functions of a source. What stands outside of them is left alone.
pub(super) fn bodies(tokens: &[Token<'_>]) -> Vec<Body> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at].is("{") {
            at += 1;
            continue;
        }
        // Without its end nothing is known of what follows.
        let Some(end) = closing(tokens, at) else { break };
        if let Some(name) = function(tokens, at) {
            found.push(Body { inner: at + 1..end, is_main: name.is_word("main") });
        }
        at = end + 1;
    }
    found
}

/// The name before the parameters of the function whose body begins with a brace; `None` if it begins something else.
fn function<'s>(tokens: &[Token<'s>], brace: usize) -> Option<Token<'s>> {
    let close = brace.checked_sub(1).filter(|at| tokens[*at].is(")"))?;
    let name = tokens[opening(tokens, close)?.checked_sub(1)?];
    let is_attribute = ["__attribute__", "__attribute", "_Alignas"].contains(&name.text);
    // A function may return a pointer to a function.
    (name.is(")") || name.kind == Kind::Word && !is_attribute).then_some(name)
}

/// The bracket that closes one.
pub(super) fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if token.is("(") || token.is("[") || token.is("{") {
            depth += 1;
        } else if token.is(")") || token.is("]") || token.is("}") {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The parenthesis that opens what one closes.
fn opening(tokens: &[Token<'_>], close: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().take(close + 1).rev() {
        if token.is(")") {
            depth += 1;
        } else if token.is("(") {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// The statements and conditions of a body, and the tokens in which nothing is calculated that a test could see, such as types.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// In order.
    pub(super) parts: Vec<Part>,
    /// Indices of tokens, no two overlap.
    pub(super) types: Vec<Range<usize>>,
}

impl Parts {
    /// Reads a body.
    pub(super) fn of(tokens: &[Token<'_>], body: &Body) -> Self {
        let tokens = &tokens[..body.inner.end];
        let mut reader = Reader { tokens, is_main: body.is_main, found: Self::default() };
        let mut at = body.inner.start;
        while at < body.inner.end {
            at = reader.statement(at).max(at + 1);
        }
        reader.found
    }

    /// Returns `true` if a token is one in which nothing is calculated.
    pub(super) fn is_type(&self, index: usize) -> bool {
        self.types.iter().any(|range| range.contains(&index))
    }
}

/// Goes through a body.
struct Reader<'t, 's> {
    /// The tokens up to the end of the body.
    tokens: &'t [Token<'s>],
    is_main: bool,
    found: Parts,
}

impl Reader<'_, '_> {
    /// Reads what begins a statement, up to where the next one can begin.
    fn statement(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        if token.kind == Kind::Word {
            match token.text {
                "if" | "while" | "switch" | "for" => return self.headed(at),
                "else" | "do" => return at + 1,
                "case" | "default" => return self.after(at, ":"),
                "return" | "goto" => {
                    let end = self.after(at, ";");
                    // What `main` returns is seen by no test.
                    if self.is_main && end == at + 3 {
                        self.found.types.push(at..end);
                    }
                    return end;
                }
                "break" | "continue" => {
                    self.found.parts.push(Part::Jump(at));
                    return self.after(at, ";");
                }
                "asm" | "__asm__" | "__asm" => {
                    let end = self.after(at, ";");
                    self.found.types.push(at..end);
                    return end;
                }
                _ => {}
            }
            if self.is(at + 1, ":") {
                return at + 2;
            }
            if self.is_declaration(at) {
                return self.declaration(at);
            }
        }
        if token.is("{") || token.is("}") || token.is(";") {
            return at + 1;
        }
        let end = self.after(at, ";");
        let inner = at..end.saturating_sub(1);
        let is_ended = self.is(inner.end, ";");
        if is_ended && !self.tokens[inner.clone()].iter().any(|token| token.is("{")) {
            self.found.parts.push(Part::Expression(inner));
        }
        end
    }

    fn is(&self, at: usize, mark: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(mark))
    }

    /// The index after the next mark outside of brackets.
    fn after(&self, from: usize, mark: &str) -> usize {
        let mut at = from;
        while at < self.tokens.len() {
            if self.tokens[at].is(mark) {
                return at + 1;
            }
            let opens = ["(", "[", "{"].iter().any(|open| self.tokens[at].is(open));
            let close = if opens { closing(self.tokens, at) } else { None };
            at = close.unwrap_or(at) + 1;
        }
        at
    }

    /// Reads `if`, `while`, `switch` or `for` with its parentheses.
    fn headed(&mut self, at: usize) -> usize {
        let Some(close) = closing(self.tokens, at + 1).filter(|_| self.is(at + 1, "(")) else {
            return at + 1;
        };
        let inner = at + 2..close;
        let condition = match self.tokens[at].text {
            "switch" => None,
            "for" => {
                let first = self.after(inner.start, ";");
                let second = self.after(first, ";");
                (second <= close).then(|| first..second - 1)
            }
            _ => Some(inner.clone()),
        };
        if self.tokens[at].is_word("for") && self.is_declaration(inner.start) {
            self.declaration(inner.start);
        }
        if let Some(condition) = condition.filter(|condition| !condition.is_empty()) {
            self.found.parts.push(Part::Condition(condition));
        }
        close + 1
    }

    /// Returns `true` if a declaration begins here: with a word for a type, or with two words or a word, `*` and a word.
    fn is_declaration(&self, at: usize) -> bool {
        let Some(first) = self.tokens.get(at).filter(|token| token.kind == Kind::Word) else { return false };
        if TYPES.contains(&first.text) {
            return true;
        }
        let stars = self.tokens[at + 1..].iter().take_while(|token| token.is("*")).count();
        let next = self.tokens.get(at + 1 + stars);
        next.is_some_and(|next| next.kind == Kind::Word && !OPERATORS.contains(&next.text))
    }

    /// Reads a declaration. Each of its names has what is calculated after the `=`.
    fn declaration(&mut self, at: usize) -> usize {
        let end = self.after(at, ";");
        let mut start = at;
        let mut index = at;
        let mut is_type = true;
        while index < end {
            if is_type && self.tokens[index].is("=") {
                self.found.types.push(start..index);
                is_type = false;
            } else if !is_type && self.tokens[index].is(",") {
                (start, is_type) = (index, true);
            }
            let opens = ["(", "[", "{"].iter().any(|open| self.tokens[index].is(open));
            let close = if opens { closing(self.tokens, index) } else { None };
            index = close.unwrap_or(index) + 1;
        }
        if is_type {
            self.found.types.push(start..end);
        }
        end
    }
}

/// Returns `true` if a token has a left operand, as it has where it stands between two.
pub(super) fn has_left_operand(tokens: &[Token<'_>], index: usize) -> bool {
    let Some(before) = index.checked_sub(1).and_then(|before| tokens.get(before)) else { return false };
    match before.kind {
        Kind::Word => !OPERATORS.contains(&before.text) && !TYPES.contains(&before.text),
        Kind::Number | Kind::Character | Kind::Text => true,
        Kind::Mark => before.text == ")" || before.text == "]",
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::{Part, Parts, bodies};

    fn told(source: &str) -> Vec<String> {
        let tokens = tokens(source);
        let text = |range: &std::ops::Range<usize>| {
            let (first, last) = (&tokens[range.start], &tokens[range.end - 1]);
            source[first.at..last.range().end].to_owned()
        };
        let mut told = Vec::new();
        for body in bodies(&tokens) {
            let Parts { parts, types } = Parts::of(&tokens, &body);
            told.extend(parts.iter().map(|part| match part {
                Part::Expression(range) => format!("does {}", text(range)),
                Part::Jump(index) => format!("jumps {}", tokens[*index].text),
                Part::Condition(range) => format!("asks {}", text(range)),
            }));
            told.extend(types.iter().map(|range| format!("has {}", text(range))));
        }
        told
    }

    #[test]
    fn statements_and_conditions_are_found() {
        let source = "static int f(int a[3]) { int b[4] = {1, 2}, *c; for (int i = 0; i < 3; i++) if (a[i]) { b[i]++; break; } \
                      do f(a); while (b[0] && c); x: switch (*c) { case 1: g(); default: ; } return 2; }";
        assert_eq!(
            told(source),
            [
                "asks i < 3",
                "asks a[i]",
                "does b[i]++",
                "jumps break",
                "does f(a)",
                "asks b[0] && c",
                "does g()",
                "has int b[4]",
                "has , *c;",
                "has int i"
            ]
        );
    }

    #[test]
    fn nothing_is_found_outside_of_functions() {
        for source in [
            "int a[3] = {1, 2, 3}; struct s { int x; }; enum { A = 1 }; int f(void);",
            "struct __attribute__((packed)) s { int x[2]; };",
            "int f(void) { if (x",
            "} { ) ( ]",
        ] {
            assert!(told(source).is_empty(), "{source}");
        }
    }
}

//! The lines of a file with everything that is textual done: included files spliced in, `.eqv` names replaced, tokens split.

use std::collections::{BTreeMap, BTreeSet};

use super::directive::Directive;
use super::messages;
use super::token::{self, Token, TokenKind};
use crate::asm::messages::nested_too_deep;
use crate::asm::{Collector, Shelf, include, limits, work};
use crate::diagnostics::{FileId, SourceFile, Sources, Span};

/// More names than these are not replaced in one line: names that stand for each other would never come to an end.
const MOST_REPLACEMENTS: usize = 400;

/// Where the files that a program includes are found.
pub type Includes<'a> = dyn Shelf + 'a;

/// A line as the assembler reads it.
#[derive(Clone, Debug)]
pub(super) struct TokenLine {
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    /// Where it stands in the source.
    pub(super) span: Span,
    /// The same without blanks around it and without the comment.
    pub(super) code: Span,
    /// True if it reads as it stands in the source; not so after a replacement.
    pub(super) is_verbatim: bool,
}

impl TokenLine {
    /// The place of a token: its own one, or all that the line says where the text was replaced.
    pub(super) fn span_of(&self, token: &Token) -> Span {
        if !self.is_verbatim {
            return self.code;
        }
        let start = self.span.start + token.start as u32;
        Span { start, end: start + token.length as u32, ..self.span }
    }

    /// The place from one token to another.
    pub(super) fn span_from(&self, first: &Token, last: &Token) -> Span {
        self.span_of(first).to(self.span_of(last))
    }
}

/// More bytes than these are not read again after replacements in one file, so that no file takes long.
const MOST_REREAD: usize = 4 << 20;

/// The names that `.eqv` defines, with what they stand for.
#[derive(Debug, Default)]
pub(super) struct Equivalents {
    meanings: BTreeMap<String, String>,
    reread: usize,
}

impl Equivalents {
    /// Splits a line into tokens after replacing names; a line that defines a name defines it.
    pub(super) fn tokenize(&mut self, mut line: TokenLine, out: &mut Collector) -> TokenLine {
        line.tokens = token::split(&line.text);
        if self.define(&line, out) {
            return line;
        }
        for replacements in 0.. {
            work::count(line.tokens.len());
            let known = |token: &&Token| {
                token.kind == TokenKind::Identifier && self.meanings.contains_key(&token.text)
            };
            let Some(token) = line.tokens.iter().find(known) else { break };
            let replacement = &self.meanings[&token.text];
            line.text.replace_range(token.start..token.start + token.length, replacement);
            line.is_verbatim = false;
            self.reread += line.text.len();
            let is_too_long = line.text.len() > limits::LONGEST_LINE || self.reread > MOST_REREAD;
            if is_too_long || replacements == MOST_REPLACEMENTS {
                let (place, name) = (line.code, token.text.clone());
                out.add_error(|| {
                    if self.is_endless(&name) {
                        messages::endless_equivalent(place)
                    } else {
                        messages::equivalents_too_large(place)
                    }
                });
                line.tokens.clear();
                break;
            }
            line.tokens = token::split(&line.text);
        }
        for token in line.tokens.iter().filter(|token| token.kind == TokenKind::Unknown) {
            out.add(messages::unknown_token(line.span_of(token), token));
        }
        line
    }

    /// Returns `true` if a name stands for something that in the end stands for the name again.
    fn is_endless(&self, name: &str) -> bool {
        let names_of = |name: &str| {
            let tokens = self.meanings.get(name).map(|meaning| token::split(meaning)).unwrap_or_default();
            tokens.into_iter().map(|token| token.text).filter(|word| self.meanings.contains_key(word))
        };
        let (mut open, mut seen) = (vec![name.to_owned()], BTreeSet::new());
        while let Some(next) = open.pop() {
            for word in names_of(&next) {
                if word == name {
                    return true;
                }
                if seen.insert(word.clone()) {
                    open.push(word);
                }
            }
        }
        false
    }

    /// Takes up a definition; `false` if the line has none.
    fn define(&mut self, line: &TokenLine, out: &mut Collector) -> bool {
        let tokens = &line.tokens;
        let is_definition = |at: usize| {
            tokens.get(at).is_some_and(|token| token.kind == TokenKind::Directive(Directive::Equivalent))
        };
        if tokens.len() < 3 {
            return false;
        }
        let directive = if matches!(tokens[0].kind, TokenKind::Directive(_)) { 0 } else { 2 };
        if !is_definition(directive) {
            return self.define_in_spim_style(line, out);
        }
        let place = line.span_of(&tokens[directive]);
        let operands = tokens.iter().filter(|token| token.kind != TokenKind::Comment).count();
        let (Some(name), true) = (tokens.get(directive + 1), operands > directive + 2) else {
            out.add(messages::equivalent_operands(place));
            return true;
        };
        let last = &tokens[operands - 1];
        if name.kind != TokenKind::Identifier {
            out.add(messages::equivalent_name(line.span_of(name), name));
            return true;
        }
        if tokens[directive + 2..].iter().any(|token| token.text == name.text) {
            out.add(messages::equivalent_of_itself(line.span_of(name), name));
            return true;
        }
        // MARS measures the last token by its value: of `'a'`, which is 97 for it, it keeps two characters only.
        let end = last.start + last.text.len().min(last.length);
        if last.text.len() < last.length {
            out.add(messages::equivalent_cut(line.span_of(last), &last.text));
        }
        let meaning = line.text[tokens[directive + 2].start..end].to_owned();
        self.insert(line, name, meaning, out);
        true
    }

    /// SPIM writes `NAME = value`.
    fn define_in_spim_style(&mut self, line: &TokenLine, out: &mut Collector) -> bool {
        let [name, sign, value, rest @ ..] = line.tokens.as_slice() else { return false };
        let fits = name.kind == TokenKind::Identifier
            && sign.text == "="
            && matches!(value.kind, TokenKind::Integer(_))
            && rest.iter().all(|token| token.kind == TokenKind::Comment);
        if fits {
            out.add(messages::spim_only(line.span_of(sign), "NAME = VALUE", ".eqv NAME VALUE"));
            self.insert(line, name, value.text.clone(), out);
        }
        fits
    }

    fn insert(&mut self, line: &TokenLine, name: &Token, meaning: String, out: &mut Collector) {
        if self.meanings.get(&name.text).is_some_and(|earlier| *earlier != meaning) {
            out.add(messages::equivalent_again(line.span_of(name), name));
            return;
        }
        self.meanings.insert(name.text.clone(), meaning);
    }
}

/// Reads the lines of a file, and of the files that it includes, in order.
pub(super) fn read(
    sources: &mut Sources,
    file: FileId,
    includes: &Includes<'_>,
    out: &mut Collector,
) -> Vec<TokenLine> {
    let (mut lines, mut seen) = (Vec::new(), BTreeSet::new());
    read_plain(sources, file, includes, 0, &mut seen, &mut lines, out);
    lines
}

fn read_plain(
    sources: &mut Sources,
    file: FileId,
    includes: &Includes<'_>,
    depth: usize,
    seen: &mut BTreeSet<String>,
    lines: &mut Vec<TokenLine>,
    out: &mut Collector,
) {
    let (name, text) = (sources.file(file).name.clone(), sources.file(file).text.clone());
    let mut start = 0;
    for text in text.lines() {
        let span = Span::new(file, start..start + text.len());
        start += text.len() + 1;
        let said = text.split('#').next().unwrap_or(text);
        let said = if said.contains('"') { text } else { said };
        let from = span.start as usize + (text.len() - text.trim_start().len());
        let code = Span::new(file, from..from + said.trim().len());
        let line = TokenLine { text: text.to_owned(), tokens: Vec::new(), span, code, is_verbatim: true };
        let Some(token) = included_name(&line) else {
            lines.push(line);
            continue;
        };
        let wanted = token.text.trim_matches('"');
        let place = line.span_of(&token);
        let missing = || messages::no_such_include(place, wanted, &include::near(wanted, includes));
        let Some(include::Found { path, on_windows_only }) = include::find(&name, wanted, includes) else {
            out.add(missing());
            continue;
        };
        if on_windows_only {
            out.add(messages::included_on_windows(place, &path));
        }
        if !seen.insert(path.clone()) {
            out.add(messages::included_again(place, wanted));
            continue;
        }
        if depth == limits::DEEPEST {
            out.add_error(|| nested_too_deep(place));
            continue;
        }
        let Some(bytes) = includes.file(&path) else {
            out.add(missing());
            continue;
        };
        let id = sources.add(SourceFile::from_bytes(path, &bytes));
        read_plain(sources, id, includes, depth + 1, seen, lines, out);
    }
}

/// The string after `.include`, if the line has one.
fn included_name(line: &TokenLine) -> Option<Token> {
    if !line.text.to_ascii_lowercase().contains(".include") {
        return None;
    }
    let tokens = token::split(&line.text);
    let directive = tokens.iter().position(|token| token.text.eq_ignore_ascii_case(".include"))?;
    tokens.into_iter().nth(directive + 1).filter(|token| token.kind == TokenKind::String)
}

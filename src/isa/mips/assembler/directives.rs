//! The directives: where things go, and data.

use super::super::directive::Directive;
use super::super::lines::TokenLine;
use super::super::macros::{self, Macro};
use super::super::token::{Token, TokenKind, escape_value};
use super::super::{messages, number};
use super::{Assembler, Reference, Unit};
use crate::asm::work;
use crate::diagnostics::text;

impl Assembler<'_> {
    pub(super) fn directive(
        &mut self,
        unit: &mut Unit,
        line: &TokenLine,
        line_number: usize,
        directive: Directive,
        tokens: &[Token],
    ) {
        match directive {
            Directive::Macro => return self.begin_macro(unit, line, line_number, tokens),
            Directive::EndMacro => return self.end_macro(unit, line, line_number, tokens),
            _ if unit.open_macro.is_some() => return,
            _ => {}
        }
        let (name, operands) = (&tokens[0], &tokens[1..]);
        match directive {
            Directive::Data | Directive::KernelData => {
                unit.in_data = true;
                unit.auto_align = true;
                self.data_space.is_kernel = directive == Directive::KernelData;
                if let Some(TokenKind::Integer(address)) = operands.first().map(|token| token.kind) {
                    self.data_space.set(address as u32);
                }
            }
            Directive::Text | Directive::KernelText => {
                unit.in_data = false;
                self.text.is_kernel = directive == Directive::KernelText;
                if let Some(TokenKind::Integer(address)) = operands.first().map(|token| token.kind) {
                    self.text.set(address as u32);
                }
            }
            Directive::Word | Directive::Half | Directive::Byte | Directive::Float | Directive::Double => {
                unit.data_directive = directive;
                if self.is_among_data(unit, line, name) {
                    self.numbers(unit, line, directive, operands);
                }
            }
            Directive::Ascii | Directive::Asciiz => {
                unit.data_directive = directive;
                if self.is_among_data(unit, line, name) {
                    self.strings(line, directive, operands);
                }
            }
            Directive::Align if self.is_among_data(unit, line, name) => {
                match self.one_size(line, name, operands, ".align 2") {
                    Some(0) => unit.auto_align = false,
                    Some(power) => self.align(unit, 1_u32.checked_shl(power).unwrap_or(i32::MAX as u32)),
                    None => {}
                }
            }
            Directive::Space if self.is_among_data(unit, line, name) => {
                if let Some(bytes) = self.one_size(line, name, operands, ".space 40") {
                    self.data_space.advance(bytes);
                }
            }
            Directive::Extern => self.external(line, name, operands),
            Directive::Set => self.out.add(messages::set_is_ignored(line.span_of(name))),
            Directive::Global => self.global(unit, line, name, operands),
            Directive::Include => {
                let mars = "\".include\" directive recognized but not yet implemented.";
                self.out.add(messages::directive_operands(
                    line.span_of(name),
                    &name.text,
                    mars,
                    ".include \"file.asm\"",
                ));
            }
            // `.eqv` was dealt with when the line was split, and the rest stands in the wrong segment.
            _ => {}
        }
    }

    fn begin_macro(&mut self, unit: &mut Unit, line: &TokenLine, line_number: usize, tokens: &[Token]) {
        let name = match tokens {
            [_, name, ..] if name.kind == TokenKind::Identifier => name,
            [directive] => {
                let mars = format!("\"{}\" directive requires at least one argument.", directive.text);
                let span = line.span_of(directive);
                return self.out.add(messages::directive_operands(
                    span,
                    ".macro",
                    &mars,
                    ".macro name(%a, %b)",
                ));
            }
            [_, name, ..] => {
                let found = &name.text;
                return self.out.add(messages::macro_error(
                    line.span_of(name),
                    text!("a macro cannot be called `{found}`", "macro không thể có tên `{found}`"),
                    &format!("Invalid Macro name \"{found}\""),
                ));
            }
            [] => return,
        };
        if unit.open_macro.is_some() {
            return self.out.add(messages::macro_error(
                line.span_of(&tokens[0]),
                text!("a macro is defined inside another one", "macro được định nghĩa bên trong macro khác"),
                "Nested macros are not allowed",
            ));
        }
        let mut opened = Macro::new(name, line.span_of(name), line_number);
        for token in &tokens[2..] {
            match token.kind {
                TokenKind::LeftParen | TokenKind::RightParen => {}
                _ if macros::is_parameter(&token.text) => opened.take(token),
                _ => {
                    let found = &token.text;
                    self.out.add(messages::macro_error(
                        line.span_of(token),
                        text!(
                            "a parameter begins with `%`; `{found}` does not",
                            "tham số bắt đầu bằng `%`; `{found}` thì không"
                        ),
                        &format!("Invalid macro argument '{found}'"),
                    ));
                    break;
                }
            }
        }
        unit.open_macro = Some(opened);
    }

    fn end_macro(&mut self, unit: &mut Unit, line: &TokenLine, line_number: usize, tokens: &[Token]) {
        if let Some(more) = tokens.get(1) {
            return self.out.add(messages::macro_error(
                line.span_of(more),
                text!("`.end_macro` stands alone on its line", "`.end_macro` phải đứng một mình trên dòng"),
                "invalid text after .END_MACRO",
            ));
        }
        match unit.open_macro.take() {
            Some(mut finished) => {
                finished.to = line_number;
                unit.macros.add(finished);
            }
            None => self.out.add(messages::no_macro_is_open(line.span_of(&tokens[0]))),
        }
    }

    fn is_among_data(&mut self, unit: &Unit, line: &TokenLine, name: &Token) -> bool {
        if !unit.in_data {
            self.out.add(messages::data_among_instructions(line.span_of(name), &name.text));
        }
        unit.in_data
    }

    /// The one operand of `.align` and `.space`.
    fn one_size(&mut self, line: &TokenLine, name: &Token, operands: &[Token], usage: &str) -> Option<u32> {
        let found = match operands {
            [Token { kind: TokenKind::Integer(size @ 0..), .. }] => return Some(*size as u32),
            [only] => {
                let mars = format!("\"{}\" requires a non-negative integer", name.text);
                let expected = text!("a number of 0 or more", "một số từ 0 trở lên");
                messages::directive_kind(line.span_of(only), name, &expected, &only.text, &mars, usage)
            }
            _ => {
                let mars = format!("\"{}\" requires one operand", name.text);
                messages::directive_count(line, name, operands, 1, &mars, usage)
            }
        };
        self.out.add(found);
        None
    }

    fn external(&mut self, line: &TokenLine, name: &Token, operands: &[Token]) {
        let usage = ".extern name 4";
        match operands {
            [label, Token { kind: TokenKind::Integer(size @ 0..), .. }] => {
                if self.globals.get(&label.text).is_none() {
                    let span = line.span_of(label);
                    if self.globals.define(&label.text, self.external, span).is_ok() {
                        self.external = self.external.wrapping_add(*size as u32);
                    }
                }
            }
            [_, size] => {
                let mars = format!("\"{}\" requires a non-negative integer size", name.text);
                let expected = text!("a number of 0 or more", "một số từ 0 trở lên");
                let span = line.span_of(size);
                self.out.add(messages::directive_kind(span, name, &expected, &size.text, &mars, usage));
            }
            _ => {
                let mars = format!("\"{}\" directive requires two operands (label and size).", name.text);
                self.out.add(messages::directive_count(line, name, operands, 2, &mars, usage));
            }
        }
    }

    fn global(&mut self, unit: &mut Unit, line: &TokenLine, name: &Token, operands: &[Token]) {
        let usage = ".globl main";
        if operands.is_empty() {
            let mars = format!("\"{}\" directive requires at least one argument.", name.text);
            self.out.add(messages::directive_operands(line.span_of(name), &name.text, &mars, usage));
        }
        for label in operands {
            if label.kind != TokenKind::Identifier {
                let mars = format!("\"{}\" directive argument must be label.", name.text);
                let expected = text!("a label", "một nhãn");
                let span = line.span_of(label);
                self.out.add(messages::directive_kind(span, name, &expected, &label.text, &mars, usage));
                return;
            }
            unit.declared_global.push((label.text.clone(), line.span_of(label)));
        }
    }

    /// A line of values without a directive goes on with the directive before.
    pub(super) fn continue_data(&mut self, unit: &mut Unit, line: &TokenLine, tokens: &[Token]) {
        match unit.data_directive {
            directive @ (Directive::Ascii | Directive::Asciiz) => self.strings(line, directive, tokens),
            directive => self.numbers(unit, line, directive, tokens),
        }
    }

    /// Moves on to a multiple of `boundary`, with the labels that stand here.
    ///
    /// MARS works out the remainder with a sign, so that addresses of the kernel move further than they need to.
    fn align(&mut self, unit: &mut Unit, boundary: u32) {
        let address = self.data_space.get();
        let remainder = address.cast_signed().wrapping_rem(boundary.cast_signed());
        if remainder != 0 {
            let aligned = address.wrapping_add(boundary).wrapping_sub(remainder as u32);
            unit.labels.shift(address, aligned);
            self.data_space.set(aligned);
        }
    }

    fn numbers(&mut self, unit: &mut Unit, line: &TokenLine, directive: Directive, tokens: &[Token]) {
        let size = directive.number_size().unwrap_or(4);
        if let [value, colon, count] = tokens
            && colon.kind == TokenKind::Colon
        {
            return self.repeated(unit, line, directive, value, count);
        }
        for token in tokens {
            self.number(unit, line, directive, size, token);
        }
    }

    fn repeated(
        &mut self,
        unit: &mut Unit,
        line: &TokenLine,
        directive: Directive,
        value: &Token,
        count: &Token,
    ) {
        let is_value = matches!(value.kind, TokenKind::Integer(_))
            || (directive.is_real() && value.kind == TokenKind::Real);
        let number = text!("a number", "một số");
        let TokenKind::Integer(times) = count.kind else {
            let span = line.span_of(count);
            return self.out.add(messages::bad_value(
                span,
                directive,
                &number,
                count,
                "malformed expression",
            ));
        };
        if !is_value {
            let span = line.span_of(value);
            return self.out.add(messages::bad_value(
                span,
                directive,
                &number,
                value,
                "malformed expression",
            ));
        }
        if times <= 0 {
            let (span, mars) = (line.span_of(count), "repetition factor must be positive");
            let positive = text!("a number of 1 or more", "một số từ 1 trở lên");
            return self.out.add(messages::bad_value(span, directive, &positive, count, mars));
        }
        let size = directive.number_size().unwrap_or(4);
        if unit.auto_align {
            self.align(unit, size);
        }
        for _ in 0..times {
            if !self.number(unit, line, directive, size, value) {
                // The rest would fail in the same way.
                return;
            }
        }
    }

    /// Stores one number; `false` if there is no room for it.
    fn number(
        &mut self,
        unit: &mut Unit,
        line: &TokenLine,
        directive: Directive,
        size: u32,
        token: &Token,
    ) -> bool {
        if directive.is_real() {
            return self.real(unit, line, directive, token);
        }
        match token.kind {
            TokenKind::Integer(value) => {
                let bits = 8 * size;
                if bits < 32 && !(-(1 << (bits - 1))..1 << bits).contains(&value) {
                    self.out.add(messages::truncated(line.span_of(token), &token.text, bits));
                }
                self.store(unit, line, token, &value.to_le_bytes()[..size as usize])
            }
            TokenKind::Identifier => {
                let known = unit.labels.get(&token.text).or_else(|| self.globals.get(&token.text));
                let address = known.map_or(0, |label| label.address);
                let stored = self.store(unit, line, token, &address.to_le_bytes()[..size as usize]);
                if known.is_none() && stored {
                    let address = self.data_space.get().wrapping_sub(size);
                    let span = line.span_of(token);
                    unit.references.push(Reference { address, size, label: token.text.clone(), span });
                }
                stored
            }
            _ => {
                let mars = format!("\"{}\" is not a valid integer constant or label", token.text);
                self.out.add(messages::bad_value(
                    line.span_of(token),
                    directive,
                    &messages::stored_by(directive),
                    token,
                    &mars,
                ));
                true
            }
        }
    }

    fn real(&mut self, unit: &mut Unit, line: &TokenLine, directive: Directive, token: &Token) -> bool {
        let is_number = matches!(token.kind, TokenKind::Integer(_) | TokenKind::Real);
        let Some(value) = number::double(&token.text).filter(|_| is_number) else {
            let mars = format!("\"{}\" is not a valid floating point constant", token.text);
            self.out.add(messages::bad_value(
                line.span_of(token),
                directive,
                &messages::stored_by(directive),
                token,
                &mars,
            ));
            return true;
        };
        if directive == Directive::Double {
            return self.store(unit, line, token, &value.to_bits().to_le_bytes());
        }
        let most = f64::from(f32::MAX);
        if value < -most || value > most {
            self.out.add(messages::real_range(line.span_of(token), directive, token));
            return true;
        }
        self.store(unit, line, token, &(value as f32).to_bits().to_le_bytes())
    }

    fn strings(&mut self, line: &TokenLine, directive: Directive, tokens: &[Token]) {
        for token in tokens {
            if token.kind != TokenKind::String {
                let mars = format!("\"{}\" is not a valid character string", token.text);
                self.out.add(messages::bad_value(
                    line.span_of(token),
                    directive,
                    &messages::stored_by(directive),
                    token,
                    &mars,
                ));
                continue;
            }
            if token.text.len() == 1 || !token.text.ends_with('"') {
                self.out.add(messages::open_string(line.span_of(token)));
            }
            let mut bytes = string_bytes(&token.text);
            if directive == Directive::Asciiz {
                bytes.push(0);
            }
            if !self.has_room(line, token, bytes.len()) {
                return;
            }
            let address = self.data_space.get();
            if !bytes.is_empty() && self.data.write(&self.options.map, address, &bytes).is_err() {
                self.out.add(messages::bad_data_address(line.span_of(token), address));
            }
            self.data_space.advance(bytes.len() as u32);
        }
    }

    /// Counts data as written; `false` if that is too much. Data may overwrite data, but not without end.
    fn has_room(&mut self, line: &TokenLine, token: &Token, bytes: usize) -> bool {
        work::count(bytes);
        let has_room = self.written.spend(bytes);
        if !has_room && self.written.report() {
            self.out.add(messages::data_too_large(line.span_of(token)));
        }
        has_room
    }

    /// Puts bytes at the next free place; `false` if there is no memory for data.
    fn store(&mut self, unit: &mut Unit, line: &TokenLine, token: &Token, bytes: &[u8]) -> bool {
        if unit.auto_align {
            self.align(unit, bytes.len() as u32);
        }
        let address = self.data_space.get();
        if self.data.write(&self.options.map, address, bytes).is_err() {
            self.out.add(messages::bad_data_address(line.span_of(token), address));
            return false;
        }
        if !self.has_room(line, token, bytes.len()) {
            return false;
        }
        self.data_space.advance(bytes.len() as u32);
        true
    }
}

/// The bytes of a string in quotation marks. The first and the last character are dropped, whatever they are; of a
/// character above 255 the low byte of each 16-bit unit is kept, as MARS does.
fn string_bytes(quoted: &str) -> Vec<u8> {
    let units: Vec<u16> = quoted.encode_utf16().collect();
    let inner = units.get(1..units.len().saturating_sub(1)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.iter();
    while let Some(unit) = rest.next() {
        let unit = if *unit == u16::from(b'\\') {
            // A backslash at the very end takes what stands in the place of the closing quotation mark.
            let escaped = rest.next().or(units.last()).copied().unwrap_or(*unit);
            let escape = char::from_u32(u32::from(escaped)).and_then(escape_value);
            escape.map_or(escaped, u16::from)
        } else {
            *unit
        };
        bytes.push(unit as u8);
    }
    bytes
}

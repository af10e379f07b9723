//! The input that people type, as the services read it.
//!
//! Source: MARS 4.5, `mars/util/SystemIO.java`. On the command line MARS reads lines: a character is the
//! first of a line, and the part that does not fit in a string's buffer is lost. In its window a character
//! comes without ENTER, and a string ends when its buffer is full.

use super::cpu::Cpu;
use super::number;
use super::setup::{InputMode, Profile};
use crate::console::Console;

/// More characters than these do not make a number.
const LONGEST_NUMBER: usize = 80;

/// The outcome of asking for a character.
pub(super) enum Character {
    /// This one.
    Some(u8),
    /// The line is empty.
    None,
    /// There is nothing any more.
    Never,
}

/// A line without its end.
pub(super) struct InputLine(Vec<u8>);

impl InputLine {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn text(&self) -> String {
        self.0.iter().map(|byte| char::from(*byte)).collect()
    }

    /// The line as an integer, blanks at its ends aside.
    pub(super) fn integer(&self) -> Option<i32> {
        number::decimal(self.text().trim_matches(|c: char| c <= ' '))
    }

    /// The line as an integer without any blanks.
    pub(super) fn strict_integer(&self) -> Option<i32> {
        number::decimal(&self.text())
    }

    /// The digits that the line begins with, wrapping around at 32 bits, as SPIM reads them.
    pub(super) fn leading_integer(&self) -> i32 {
        let text = self.text();
        let text = text.trim_start();
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let digits = digits.bytes().take_while(u8::is_ascii_digit);
        let value =
            digits.fold(0_i32, |value, digit| value.wrapping_mul(10).wrapping_add(i32::from(digit - b'0')));
        if negative { value.wrapping_neg() } else { value }
    }

    /// The number that the line begins with, or 0, as SPIM reads it.
    pub(super) fn leading_number(&self) -> f64 {
        let text: String = self.text().trim_start().chars().take(LONGEST_NUMBER).collect();
        let plain = text.find(|c: char| !matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'));
        let text = &text[..plain.unwrap_or(text.len())];
        (1..=text.len()).rev().find_map(|end| text[..end].parse().ok()).unwrap_or(0.0)
    }

    pub(super) fn float(&self) -> Option<f32> {
        number::float(&self.text())
    }

    pub(super) fn double(&self) -> Option<f64> {
        number::double(&self.text())
    }

    /// The button of a question: 0 yes, 1 no, 2 cancel.
    pub(super) fn choice(&self) -> u32 {
        match self.0.first().map(u8::to_ascii_lowercase) {
            Some(b'y' | b'0') => 0,
            Some(b'n' | b'1') => 1,
            _ => 2,
        }
    }

    /// The status of a request for a value as far as it does not depend on the value: 0, -2 closed, -3 empty.
    pub(super) fn status(&self) -> i32 {
        match self.0.as_slice() {
            b"cancel" => -2,
            b"" => -3,
            _ => 0,
        }
    }
}

impl Cpu {
    /// The next byte that is typed.
    fn read_byte(&mut self, console: &mut dyn Console) -> Option<u8> {
        let mut byte = console.read()?;
        if self.skips_line_feed && byte == b'\n' {
            byte = console.read()?;
        }
        self.skips_line_feed = byte == b'\r';
        self.keys_read += 1;
        self.executed += 1;
        Some(byte)
    }

    /// The next line; `None` if there is nothing any more.
    pub(super) fn read_line(&mut self, console: &mut dyn Console) -> Option<InputLine> {
        self.read_up_to(console, usize::MAX).map(InputLine)
    }

    /// The bytes up to the end of the line, or up to as many as given, whichever comes first.
    fn read_up_to(&mut self, console: &mut dyn Console, most: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        while bytes.len() < most {
            match self.read_byte(console) {
                Some(b'\n' | b'\r') => return Some(bytes),
                Some(byte) => bytes.push(byte),
                None if bytes.is_empty() => return None,
                None => return Some(bytes),
            }
        }
        Some(bytes)
    }

    /// The characters of a string of at most `most`, without the end of the line.
    pub(super) fn read_characters(&mut self, console: &mut dyn Console, most: usize) -> Option<Vec<u8>> {
        match (self.setup.profile, self.setup.input) {
            (Profile::Mars, InputMode::Line) => {
                let mut line = self.read_line(console)?.0;
                line.truncate(most);
                Some(line)
            }
            // Bytes that do not fit are left for the next service.
            _ => self.read_up_to(console, most),
        }
    }

    /// The next character, or the first one of the next line.
    pub(super) fn read_character(&mut self, console: &mut dyn Console) -> Character {
        match (self.setup.profile, self.setup.input) {
            (Profile::Mars, InputMode::Line) => {
                let line = self.read_line(console);
                line.map_or(Character::Never, |line| {
                    line.0.first().map_or(Character::None, |b| Character::Some(*b))
                })
            }
            _ => match self.read_byte(console) {
                Some(b'\r') => Character::Some(b'\n'),
                Some(byte) => Character::Some(byte),
                None => Character::Never,
            },
        }
    }
}

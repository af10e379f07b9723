//! Values that are written as they are and not calculated: floating-point numbers, integers of 128 bits, bytes of files.
//!
//! Sources: armasm user guide (DUI 0801), 13.22 (`DCFD`), 13.23 (`DCFS`), 13.47 (`INCBIN`); GNU `as` manual, 7 (`.double`, `.float`,
//! `.incbin`, `.octa`) and 3.6.2.2, of which 2.40 is the version that the bytes were compared with.

use std::ops::Range;

use super::super::program::Dialect;
use super::super::token::{Kind, Token};
use super::super::{line::StatementText, messages};
use super::gnu::without_empty;
use super::{Assembler, Site};
use crate::asm::{Role, include};
use crate::diagnostics::Span;

/// The operands of a text that begins at this byte of a line, separated by commas, without blanks around them.
fn operands(text: &str, from: usize) -> Vec<Range<usize>> {
    let mut start = from;
    let parts = text[from..].split(',').map(|part| {
        let blanks = part.len() - part.trim_start().len();
        let place = start + blanks..start + blanks + part.trim().len();
        start += part.len() + 1;
        place
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// A floating-point number in this many bytes, the lowest first; `None` if it cannot be read as one, or is
/// too large. A value exactly between two numbers becomes the even one, as IEEE 754 has it; GNU `as` takes
/// the larger one.
fn float(written: &str, width: u32, dialect: Dialect) -> Option<Vec<u8>> {
    let (is_negative, digits) = match written.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, written.strip_prefix('+').unwrap_or(written)),
    };
    let lower = digits.to_ascii_lowercase();
    let bits = match dialect {
        // `0f_7FC00000` and `0d_7FF8000000000000` are the bits themselves.
        Dialect::Armasm => lower.strip_prefix("0f_").or_else(|| lower.strip_prefix("0d_")),
        Dialect::Gnu => None,
    };
    if let Some(bits) = bits {
        let bits = Some(bits).filter(|bits| bits.len() == 2 * width as usize && !is_negative)?;
        let bits = u64::from_str_radix(bits, 16).ok()?;
        return Some(bits.to_le_bytes()[..width as usize].to_vec());
    }
    let named = match lower.as_str() {
        _ if dialect == Dialect::Armasm => None,
        "inf" | "infinity" => Some(f64::INFINITY),
        "nan" | "qnan" => Some(f64::NAN),
        _ => None,
    };
    let number = match lower.as_bytes() {
        // A letter may mark it as a floating-point number.
        [b'0', b'a'..=b'z', ..] if dialect == Dialect::Gnu && !lower.starts_with("0x") => &lower[2..],
        _ => &lower,
    };
    let is_number = number.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && number.contains(|c: char| c.is_ascii_digit());
    if named.is_none() && !is_number {
        return None;
    }
    Some(if width == 4 {
        let value = named.map_or_else(
            || number.parse().ok().filter(|value: &f32| value.is_finite()),
            |named| Some(named as f32),
        )?;
        if is_negative { -value } else { value }.to_le_bytes().to_vec()
    } else {
        let value = named.or_else(|| number.parse().ok().filter(|value: &f64| value.is_finite()))?;
        if is_negative { -value } else { value }.to_le_bytes().to_vec()
    })
}

/// An integer of up to 128 bits; `None` if it cannot be read as one, but perhaps as an expression.
fn wide(written: &str) -> Option<u128> {
    let (is_negative, digits) = match written.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, written),
    };
    let lower = digits.to_ascii_lowercase();
    let (digits, base) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', _, ..] => (&lower[1..], 8),
        _ => (lower.as_str(), 10),
    };
    let number = u128::from_str_radix(digits, base).ok()?;
    Some(if is_negative { number.wrapping_neg() } else { number })
}

impl Assembler<'_> {
    /// Writes floating-point numbers of this many bytes.
    pub(super) fn floats(&mut self, site: &Site, (span, name): (Span, &str), width: u32, rest: usize) {
        let line: &StatementText = &site.line;
        let dialect = self.unit.dialect;
        let found = operands(&line.text, rest);
        if found.is_empty() {
            return match dialect {
                Dialect::Armasm => {
                    let usage = format!("{name} 1.5, -2E-3");
                    self.complain(site, || messages::directive_is_written(span, name, &usage));
                }
                Dialect::Gnu => self.warn(|| messages::no_values(span, name)),
            };
        }
        for part in found {
            let written = &line.text[part.clone()];
            match float(written, width, dialect) {
                Some(bytes) => self.bytes(site, &bytes),
                None => {
                    let place = line.place(part.clone());
                    self.complain(site, || messages::bad_float(place, written, width));
                }
            }
        }
    }

    /// Writes integers of 16 bytes.
    pub(super) fn octas(&mut self, site: &Site, rest: usize) {
        let line: &StatementText = &site.line;
        for part in operands(&line.text, rest) {
            let number = wide(&line.text[part.clone()]).or_else(|| {
                let tokens: Vec<_> = self.tokens(line, part.start);
                let tokens: Vec<_> =
                    tokens.into_iter().take_while(|token| token.part.start < part.end).collect();
                let expressions = self.expressions(site, &tokens)?;
                let number = self.known_number(site, expressions.first()?)?;
                Some(i128::from(number).cast_unsigned())
            });
            if let Some(number) = number {
                self.bytes(site, &number.to_le_bytes());
            }
        }
    }

    /// `.incbin "file", skip, count`.
    pub(super) fn gnu_file(&mut self, site: &Site, span: Span, name: &str, tokens: &[Token]) {
        let [file @ Token { kind: Kind::Text(wanted), .. }, numbers @ ..] = tokens else {
            return self
                .complain(site, || messages::directive_is_written(span, name, ".incbin \"file.bin\""));
        };
        let (place, wanted) = (file.span(&site.line), wanted.clone());
        let numbers = without_empty(numbers);
        let Some(expressions) = self.expressions(site, numbers.get(1..).unwrap_or_default()) else { return };
        if expressions.len() > 2 {
            let usage = ".incbin \"file.bin\", 0, 16";
            return self.miscounted(site, (span, name), &[1, 2, 3], 1 + expressions.len(), usage);
        }
        let numbers: Option<Vec<i64>> =
            expressions.iter().map(|expression| self.known_number(site, expression)).collect();
        let Some(numbers) = numbers else { return };
        if numbers.iter().any(|number| *number < 0) {
            return self.complain(site, || {
                messages::directive_is_written(span, name, ".incbin \"file.bin\", 0, 16")
            });
        }
        let number = |index: usize| numbers.get(index).map(|number| *number as usize);
        self.file_bytes(site, place, &wanted, (number(0).unwrap_or(0), number(1).unwrap_or(usize::MAX)));
    }

    /// Writes the bytes of a file, or some of them: `skip` are left out at its beginning, and at most `count` are written.
    pub(super) fn file_bytes(
        &mut self,
        site: &Site,
        span: Span,
        wanted: &str,
        (skip, count): (usize, usize),
    ) {
        let including = self.sources.file(site.line.span.file).name.clone();
        let includes = self.includes;
        let found = include::find(&including, wanted, includes);
        let bytes = found.as_ref().and_then(|found| includes.file(&found.path));
        let (Some(found), Some(bytes)) = (found, bytes) else {
            return self.complain(site, || {
                messages::no_such_include(span, wanted, &include::near(wanted, includes))
            });
        };
        if found.on_windows_only {
            let instead = match self.unit.dialect {
                Dialect::Armasm => format!("INCBIN {}", found.path),
                Dialect::Gnu => format!(".incbin \"{}\"", found.path),
            };
            self.warn(|| crate::asm::messages::included_on_windows(span, &found.path, &instead));
        }
        let bytes: Vec<u8> = bytes.into_iter().skip(skip).take(count).collect();
        self.bytes(site, &bytes);
    }

    /// Writes bytes as they are.
    fn bytes(&mut self, site: &Site, bytes: &[u8]) {
        let section = self.current(site);
        if bytes.is_empty() || !self.take_room(site, bytes.len()) {
            return;
        }
        self.keep_origin(site, section, Role::Data);
        self.sections[section].bytes.extend(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::{float, operands, wide};
    use crate::isa::arm::program::Dialect;

    #[test]
    fn operands_are_parted_by_commas() {
        let text = "DCFS 1.5 ,-2e3,  4";
        let found: Vec<&str> = operands(text, 4).into_iter().map(|part| &text[part]).collect();
        assert_eq!(found, ["1.5", "-2e3", "4"]);
        assert!(operands("  ", 0).is_empty());
    }

    #[test]
    fn what_is_no_number_is_none() {
        for written in ["", "-", "x", "1.5.2", "0f_7F", "1e", "e5", "1 2", "."] {
            assert_eq!(float(written, 4, Dialect::Armasm), None, "{written}");
        }
        assert_eq!(float("1e40", 4, Dialect::Gnu), None);
        assert!(float("1e40", 8, Dialect::Gnu).is_some());
        assert_eq!(float("0F_3FC00000", 4, Dialect::Armasm), Some(vec![0, 0, 0xC0, 0x3F]));
        assert_eq!((wide("0x"), wide("label"), wide("-1")), (None, None, Some(u128::MAX)));
    }
}

//! Numbers as MARS reads them, which is as Java reads them.

/// An integer as MARS's assembler reads it: what Java's `Integer.decode` takes (`0x` hexadecimal, a leading `0` octal, a
/// sign), eight hexadecimal digits as a bit pattern, and any other digits as decimal, wrapping around at 32 bits.
pub(super) fn integer(text: &str) -> Option<i32> {
    if let Some(value) = decode(text) {
        return Some(value);
    }
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let is_word = digits.len() == 8 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        return if is_word { u32::from_str_radix(digits, 16).ok().map(u32::cast_signed) } else { None };
    }
    text.bytes().try_fold(0_i32, |value, digit| {
        let digit = digit.is_ascii_digit().then(|| i32::from(digit - b'0'))?;
        Some(value.wrapping_mul(10).wrapping_add(digit))
    })
}

/// Java's `Integer.decode`.
fn decode(text: &str) -> Option<i32> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.starts_with(['-', '+']) {
        return None;
    }
    let value = i64::from_str_radix(digits, radix).ok()?;
    i32::try_from(if negative { -value } else { value }).ok()
}

/// A number as Java's `Integer.parseInt` reads it: decimal digits with a sign.
pub(super) fn decimal(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// A number as Java's `Double.parseDouble` reads it: `1`, `.5`, `1e-3`, `2f`, `0x1.8p3`, `NaN`, `-Infinity`.
pub(super) fn double(text: &str) -> Option<f64> {
    real(text, |digits| digits.parse().ok(), |value| value)
}

/// A number as Java's `Float.parseFloat` reads it: rounded once, from the decimal digits.
pub(super) fn float(text: &str) -> Option<f32> {
    real(text, |digits| digits.parse().ok(), |value| value as f32)
}

fn real<Number: std::ops::Neg<Output = Number>>(
    text: &str,
    parse: impl Fn(&str) -> Option<Number>,
    narrow: impl Fn(f64) -> Number,
) -> Option<Number> {
    let text = text.trim_matches(|c: char| c <= ' ');
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let sign = |number: Number| if negative { -number } else { number };
    match digits {
        "NaN" => return Some(narrow(f64::NAN)),
        "Infinity" => return Some(sign(narrow(f64::INFINITY))),
        _ => {}
    }
    let digits = digits.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(digits);
    if digits.starts_with("0x") || digits.starts_with("0X") {
        return hexadecimal(&digits[2..]).map(|value| sign(narrow(value)));
    }
    let is_plain = digits.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    let has_digit = digits.split(['e', 'E']).next()?.bytes().any(|byte| byte.is_ascii_digit());
    if is_plain && has_digit && !digits.starts_with(['+', '-']) { parse(digits).map(sign) } else { None }
}

/// The part of a hexadecimal floating point number after `0x`; the exponent is not optional.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0_f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    Some(value * f64::powi(2.0, exponent - 4 * fraction.len() as i32))
}

#[cfg(test)]
mod tests {
    use super::{decimal, double, integer};

    #[test]
    fn integers_are_read_as_mars_reads_them() {
        let table = [
            ("5", Some(5)),
            ("+5", Some(5)),
            ("-0x10", Some(-16)),
            ("010", Some(8)),
            ("09", Some(9)),
            ("0xFFFFFFFF", Some(-1)),
            ("0x80000000", Some(i32::MIN)),
            ("4294967295", Some(-1)),
            ("-4294967295", None),
            ("0x123456789", None),
            ("0b101", None),
            ("1e3", None),
        ];
        for (text, value) in table {
            assert_eq!(integer(text), value, "{text}");
        }
        assert_eq!(decimal("0x10"), None);
        assert_eq!(decimal("-7"), Some(-7));
    }

    #[test]
    fn reals_are_read_as_java_reads_them() {
        let table = [
            ("1", Some(1.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("-1e-3f", Some(-0.001)),
            ("0x1.8p3", Some(12.0)),
            ("1e", None),
            ("e5", None),
            ("f", None),
            ("inf", None),
            ("nan", None),
            ("1_000", None),
        ];
        for (text, value) in table {
            assert_eq!(double(text), value, "{text}");
        }
    }
}

//! Numbers as LC-3 tools write them: `#10`, `-3`, `x30`, `x-1`, `0x30`, `b101`, `'A'`.

use super::dialect::Feature;

/// A number with the spellings used that not every tool accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The value; at most 40 bits, so that later arithmetic cannot overflow.
    pub(super) value: i64,
    /// True if it is written in hexadecimal or binary, where xFFFF may mean -1.
    pub(super) bits: bool,
    /// The features of its spelling that are not common to all tools.
    pub(super) features: Vec<Feature>,
}

/// The result of reading a word as a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A number.
    Number(Number),
    /// It begins like a number but no tool reads it as one, such as `#x30` or `#1O`.
    Malformed,
    /// It does not look like a number.
    Word,
}

/// Reads a word as a number, in the union of all tools.
pub(super) fn read(word: &str) -> Reading {
    if let Some(inner) = word.strip_prefix('\'') {
        return character(inner);
    }
    let mut features = Vec::new();
    let (outer_sign, body) = take_sign(word);
    let (radix, digits, marked) = match body.as_bytes() {
        [b'#', ..] => (10, &body[1..], true),
        [b'0', b'x' | b'X', ..] => {
            features.push(Feature::ZeroX);
            (16, &body[2..], true)
        }
        [b'0', b'b' | b'B', _, ..] if body[2..].bytes().all(|byte| matches!(byte, b'0' | b'1' | b'-')) => {
            features.push(Feature::ZeroB);
            (2, &body[2..], true)
        }
        [b'x' | b'X', ..] => {
            if body.starts_with('X') {
                features.push(Feature::UpperHexPrefix);
            }
            (16, &body[1..], false)
        }
        [b'b' | b'B', ..] => {
            features.push(Feature::Binary);
            (2, &body[1..], false)
        }
        [b'0'..=b'9', ..] => {
            features.push(Feature::BareDecimal);
            (10, body, false)
        }
        _ => return Reading::Word,
    };
    let (inner_sign, digits) = take_sign(digits);
    let well_formed = !digits.is_empty() && digits.bytes().all(|byte| char::from(byte).is_digit(radix));
    let prefixed = radix != 10 || marked;
    if !well_formed || (outer_sign.is_some() && inner_sign.is_some() && prefixed) {
        return if marked { Reading::Malformed } else { Reading::Word };
    }
    if outer_sign.is_some() && prefixed {
        features.push(Feature::SignBeforePrefix);
    }
    if inner_sign == Some('+') && radix != 10 {
        return Reading::Word;
    }
    let sign = outer_sign.or(inner_sign);
    match (sign, radix) {
        (Some('+'), _) => features.push(Feature::PlusSign),
        (Some('-'), 16) if inner_sign.is_some() => features.push(Feature::SignAfterX),
        (Some('-'), 2) => features.push(Feature::NegativeBinary),
        _ => {}
    }
    let magnitude = i64::from_str_radix(digits, radix).unwrap_or(i64::MAX).min(1 << 40);
    let value = if sign == Some('-') { -magnitude } else { magnitude };
    if radix == 10 && (32_768..65_536).contains(&value) {
        features.push(Feature::LargeDecimal);
    }
    Reading::Number(Number { value, bits: radix != 10, features })
}

fn take_sign(text: &str) -> (Option<char>, &str) {
    match text.chars().next() {
        Some(sign @ ('-' | '+')) => (Some(sign), &text[1..]),
        _ => (None, text),
    }
}

/// The character literal whose text after the first apostrophe is `inner`.
fn character(inner: &str) -> Reading {
    let Some(inner) = inner.strip_suffix('\'') else { return Reading::Word };
    let value = match inner {
        "\\n" => '\n',
        "\\t" => '\t',
        "\\r" => '\r',
        "\\0" => '\0',
        "\\\\" => '\\',
        "\\'" => '\'',
        _ => {
            let mut characters = inner.chars();
            match (characters.next(), characters.next()) {
                (Some(one), None) => one,
                _ => return Reading::Word,
            }
        }
    };
    Reading::Number(Number {
        value: i64::from(u32::from(value)),
        bits: false,
        features: vec![Feature::Character],
    })
}

#[cfg(test)]
mod tests {
    use super::{Reading, read};

    #[track_caller]
    fn value(word: &str) -> Option<i64> {
        match read(word) {
            Reading::Number(number) => Some(number.value),
            _ => None,
        }
    }

    #[test]
    fn reads_every_spelling() {
        for (word, expected) in [
            ("#5", 5),
            ("5", 5),
            ("#-5", -5),
            ("-5", -5),
            ("-#5", -5),
            ("#+5", 5),
            ("x30", 48),
            ("X30", 48),
            ("0x30", 48),
            ("x-30", -48),
            ("-x30", -48),
            ("b1010", 10),
            ("0b1010", 10),
            ("b-101", -5),
            ("'A'", 65),
            ("'\\n'", 10),
            ("x10000", 65_536),
        ] {
            assert_eq!(value(word), Some(expected), "{word}");
        }
    }

    #[test]
    fn tells_words_from_malformed_numbers() {
        for word in ["x", "b", "XAY", "b12", "LOOP", "1A", "-KEY", "0bx", "'abc'", "B+1"] {
            assert_eq!(read(word), Reading::Word, "{word}");
        }
        for word in ["#x30", "#", "#1O", "0xZZ"] {
            assert_eq!(read(word), Reading::Malformed, "{word}");
        }
    }
}

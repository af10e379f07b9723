//! Floating point numbers as Java prints them.
//!
//! Source: the Java platform's specification of `Double.toString` (from version 19 on, the shortest digits that give the
//! same number back): plain from 10^-3 below 10^7, otherwise with an exponent, and always a digit after the point.

use std::num::FpCategory;

/// A single precision number.
pub(super) fn float(value: f32) -> String {
    java(value.classify(), value.is_sign_negative(), &format!("{value:e}"), &format!("{value:.1e}"))
}

/// A double precision number.
pub(super) fn double(value: f64) -> String {
    java(value.classify(), value.is_sign_negative(), &format!("{value:e}"), &format!("{value:.1e}"))
}

/// A number of which the fewest digits that give it back are known, and the same with two digits; both in scientific
/// notation.
fn java(category: FpCategory, is_negative: bool, shortest: &str, two_digits: &str) -> String {
    let sign = if is_negative { "-" } else { "" };
    match category {
        FpCategory::Nan => "NaN".to_owned(),
        FpCategory::Infinite => format!("{sign}Infinity"),
        FpCategory::Zero => format!("{sign}0.0"),
        FpCategory::Normal | FpCategory::Subnormal => {
            // Of one digit Java makes two, and takes the nearest of those.
            with_point(sign, if shortest.contains('.') { shortest } else { two_digits })
        }
    }
}

/// Digits in scientific notation as Java places the point in them.
fn with_point(sign: &str, scientific: &str) -> String {
    let scientific = scientific.trim_start_matches('-');
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = mantissa.replace('.', "");
    let digits = digits.trim_end_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    let point = |whole: &str, fraction: &str| {
        format!("{sign}{whole}.{}", if fraction.is_empty() { "0" } else { fraction })
    };
    match exponent {
        -3..=-1 => {
            let zeros = "0".repeat((-1 - exponent) as usize);
            point("0", &format!("{zeros}{digits}"))
        }
        0..=6 => {
            let whole = exponent as usize + 1;
            let padded = format!("{digits:0<whole$}");
            point(&padded[..whole], &padded[whole..])
        }
        _ => format!("{}E{exponent}", point(&digits[..1], &digits[1..])),
    }
}

#[cfg(test)]
mod tests {
    use super::{double, float};

    #[test]
    fn numbers_print_as_in_java() {
        let table = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-2.5, "-2.5"),
            (100.0, "100.0"),
            (1_234_567.0, "1234567.0"),
            (1e7, "1.0E7"),
            (12_345_678.9, "1.23456789E7"),
            (0.001, "0.001"),
            (0.000_999, "9.99E-4"),
            (0.1 + 0.2, "0.30000000000000004"),
            (4.9e-324, "4.9E-324"),
            (2e23, "2.0E23"),
            (f64::MAX, "1.7976931348623157E308"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (value, text) in table {
            assert_eq!(double(value), text);
        }
        assert_eq!(float(3.25), "3.25");
        assert_eq!(float(1.4e-45), "1.4E-45");
        assert_eq!(float(1e10), "1.0E10");
        assert_eq!(float(16_777_216.0), "1.6777216E7");
    }
}

//! Services by their names and numbers, as a spec gives them.

/// The number of a service by its name, in capital or small letters.
pub(super) fn by_name(mut named: impl Iterator<Item = (&'static str, u32)>, word: &str) -> Option<u32> {
    named.find_map(|(name, number)| name.eq_ignore_ascii_case(word).then_some(number))
}

/// A number such as 34, 0x22 or x22.
pub(super) fn by_number(word: &str) -> Option<u32> {
    let is_number = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    let hexadecimal = word.strip_prefix("0x").or_else(|| word.strip_prefix(['x', 'X']));
    match hexadecimal {
        Some(digits) if is_number(digits, 16) => u32::from_str_radix(digits, 16).ok(),
        _ if is_number(word, 10) => word.parse().ok(),
        _ => None,
    }
}

//! The names of registers.

use super::number;

/// The general registers in the order of their numbers, without the dollar sign.
pub const NAMES: [&str; 32] = [
    "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "s0",
    "s1", "s2", "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp", "ra",
];

/// The number of the general register that a word such as `$t0`, `$8` or `$0x8` names, and whether by its name.
pub(in crate::isa) fn general(word: &str) -> Option<(u8, bool)> {
    let rest = word.strip_prefix('$')?;
    if let Some(number) = numbered(rest) {
        return Some((number, false));
    }
    let number = NAMES.iter().position(|name| *name == rest)?;
    Some((number as u8, true))
}

/// The number of the floating point register that a word such as `$f12` names.
pub(super) fn float(word: &str) -> Option<u8> {
    numbered(word.strip_prefix("$f")?)
}

/// Returns `true` if a word names a register of coprocessor 0.
pub(super) fn is_system(word: &str) -> bool {
    matches!(word, "$8" | "$12" | "$13" | "$14")
}

/// MARS takes an empty number for 0, so that a lone `$` is `$zero`.
fn numbered(digits: &str) -> Option<u8> {
    let number = if digits.is_empty() { 0 } else { number::integer(digits)? };
    u8::try_from(number).ok().filter(|number| *number < 32)
}

#[cfg(test)]
mod tests {
    use super::{float, general};

    #[test]
    fn registers_have_numbers_and_names() {
        assert_eq!(general("$t0"), Some((8, true)));
        assert_eq!(general("$31"), Some((31, false)));
        assert_eq!(general("$"), Some((0, false)));
        assert_eq!(general("$32"), None);
        assert_eq!(general("$s8"), None);
        assert_eq!(general("$T0"), None);
        assert_eq!(float("$f31"), Some(31));
        assert_eq!(float("$f32"), None);
    }
}

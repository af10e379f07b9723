//! Words between blanks, one by one; numbers by their value.

use super::text::normal;
use crate::spec::{Mode, Reading};

/// Returns `true` if two texts have the same words.
pub(super) fn are_same(wanted: &str, output: &str, mode: &Mode) -> bool {
    let (wanted, output) = (normal(wanted, mode), normal(output, mode));
    let mut words = wanted.split_whitespace();
    let mut printed = output.split_whitespace();
    loop {
        match (words.next(), printed.next()) {
            (None, None) => return true,
            (Some(word), Some(other)) if word == other || is_near(word, other, mode) => {}
            _ => return false,
        }
    }
}

/// The words of a text as far as they count.
pub(super) fn words(text: &str, mode: &Mode) -> Vec<String> {
    normal(text, mode).split_whitespace().map(str::to_owned).collect()
}

/// Returns `true` if two words are numbers that are as good as equal.
fn is_near(wanted: &str, printed: &str, mode: &Mode) -> bool {
    if mode.reading != Reading::Numbers {
        return false;
    }
    match (wanted.parse::<f64>(), printed.parse::<f64>()) {
        // A number that is written in ten digits is not stored exactly; the last bit is no mistake.
        (Ok(wanted), Ok(printed)) => (wanted - printed).abs() <= mode.tolerance + 1e-12 * wanted.abs(),
        _ => false,
    }
}

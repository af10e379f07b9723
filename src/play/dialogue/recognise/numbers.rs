//! Numbers outside the board that a program's texts explain as keys: `1-7 drop, 11-17 drop and block, 8 remove`.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::observe::{Page, Pattern, built_in};

/// A number, or the first and the last one, with a text behind it.
static NUMBERS: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"^\W*(\d{1,2})(?:[ \t]*(?:-|~|\.\.+|to\b|through\b|đến\b)[ \t]*(\d{1,2}))?[ \t:=.)>-]+[[:alpha:]]",
    )
});

/// What stands between the parts of a line.
const SEPARATORS: [char; 4] = [',', ';', '|', '/'];

/// The numbers behind the last of so many columns that texts explain, if they explain the numbers of the columns alike.
pub(super) fn explained_beyond(texts: &Page, columns: usize) -> Vec<RangeInclusive<usize>> {
    let parts = texts.lines().iter().flat_map(|line| line.folded().split(SEPARATORS));
    let explained = parts.filter_map(|part| {
        let found = NUMBERS.captures(part)?;
        let first: usize = found.get(1)?.as_str().parse().ok()?;
        let last = found.get(2).and_then(|last| last.as_str().parse().ok());
        Some(first..=last.unwrap_or(first))
    });
    let explained: Vec<RangeInclusive<usize>> = explained.collect();
    let is_board = |range: &&RangeInclusive<usize>| {
        [0, 1].contains(range.start()) && range.end().checked_sub(*range.start()) == Some(columns - 1)
    };
    if explained.iter().find(is_board).is_none() {
        return Vec::new();
    }
    explained.into_iter().filter(|range| *range.start() > columns).collect()
}

#[cfg(test)]
mod tests {
    use super::explained_beyond;
    use crate::observe::Page;

    #[test]
    fn numbers_beyond_the_columns_are_keys_where_columns_are_explained() {
        let beyond = |text: &str| explained_beyond(&Page::of(text), 7);
        assert_eq!(beyond("1-7 drop, 11-17 drop+block, 8 rm, 18 rm+block"), [11..=17, 8..=8, 18..=18]);
        assert_eq!(beyond("0..6: drop\n9 = help\n"), [9..=9]);
        assert_eq!(beyond("9 = help, 42 pieces, 1 to 0 points"), []);
        assert_eq!(beyond("column (1-7)? "), []);
    }
}

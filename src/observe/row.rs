//! One line of text as a row of a board.
//!
//! Boards are drawn with blanks, bars, brackets, labels, underscores and colours. A line is read in several ways; each one
//! that gives the right number of cells is a candidate.

/// How a line was read as a row. The rows of one board are read in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// Cells between bars, which may be blank.
    Bars,
    /// Cells with blanks between them.
    Words,
    /// Cells without anything between them.
    Letters,
}

impl Reading {
    pub(super) const ALL: [Self; 3] = [Self::Bars, Self::Words, Self::Letters];
}

/// No cell that stands by itself has more letters than these.
const LONGEST_CELL: usize = 3;

/// What stands in a blank cell.
pub(super) const BLANK: char = ' ';

/// Reads a line as a row of so many cells; `None` if it is none in this reading.
pub(super) fn cells(line: &str, columns: usize, reading: Reading) -> Option<Vec<char>> {
    // Words are no cells, and most lines that are no rows have some.
    let has_word = || line.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > LONGEST_CELL);
    if reading != Reading::Letters && has_word() {
        return None;
    }
    let cells = match reading {
        Reading::Bars => between_bars(line, columns)?,
        Reading::Words => words(line, columns)?,
        Reading::Letters => letters(line, columns)?,
    };
    if is_header(&cells) { None } else { Some(cells) }
}

/// Whether a line is only there to look good: a rule, a border, or nothing.
pub(super) fn is_decoration(line: &str) -> bool {
    !line.chars().any(char::is_alphanumeric)
}

fn is_bar(character: char) -> bool {
    matches!(character, '|' | '│' | '║' | '┃' | '!' | ';')
}

fn between_bars(line: &str, columns: usize) -> Option<Vec<char>> {
    let parts: Vec<&str> = line.split(is_bar).collect();
    let is_rule = |part: &&str| part.len() > 1 && part.chars().all(|c| matches!(c, '-' | '=' | '~'));
    if parts.iter().filter(|part| !part.trim().is_empty()).all(|part| is_rule(&part.trim()))
        && parts.iter().any(|part| is_rule(&part.trim()))
    {
        return None;
    }
    // A board of n columns has n + 1 bars, or n - 1 if it is open at the sides, or n.
    without_labels(&parts, columns)?.iter().map(|part| glyph(part)).collect()
}

/// The cells of a row without the labels that stand beside them, on one side or on both.
fn without_labels<'p>(parts: &'p [&'p str], columns: usize) -> Option<&'p [&'p str]> {
    match parts.len().checked_sub(columns)? {
        0 => Some(parts),
        1 if is_label(parts[0]) => Some(&parts[1..]),
        1 if is_label(parts[columns]) => Some(&parts[..columns]),
        // The fifteenth letter is an O like a piece.
        1 if parts[0].trim().len() == 1 => Some(&parts[1..]),
        2 if is_label(parts[0]) && is_label(parts[columns + 1]) => Some(&parts[1..=columns]),
        _ => None,
    }
}

/// Whether what stands beside a row is no cell: nothing, or the number of the row, or its letter.
fn is_label(part: &str) -> bool {
    let part = part.trim();
    if part.is_empty() {
        return true;
    }
    let bare = part.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let number = bare.trim_start_matches(['R', 'r']);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter =
        matches!(bare.as_bytes(), [letter] if letter.is_ascii_alphabetic() && !b"xoXO".contains(letter));
    is_number || is_letter
}

/// The glyph of a cell with its decoration: `X`, `[X]`, `(X)`, `_X_`, `.`; a blank cell has none.
fn glyph(cell: &str) -> Option<char> {
    let cell = cell.trim();
    let inner = match cell.as_bytes() {
        [b'[', .., b']'] | [b'(', .., b')'] | [b'<', .., b'>'] | [b'{', .., b'}'] => {
            cell[1..cell.len() - 1].trim()
        }
        _ => cell,
    };
    let bare = inner.trim_matches('_');
    let bare = if bare.is_empty() && !inner.is_empty() { "_" } else { bare };
    let mut characters = bare.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some(BLANK),
        (Some(only), None) => Some(only),
        // A cell that is filled, such as `XX` or `..`.
        (Some(first), Some(_)) if bare.chars().all(|c| c == first) && !first.is_ascii_digit() => Some(first),
        _ => None,
    }
}

fn words(line: &str, columns: usize) -> Option<Vec<char>> {
    let mut spaced: String = line.chars().map(|c| if is_bar(c) || c == '\t' { ' ' } else { c }).collect();
    if spaced.contains(['[', '(', '<']) {
        // `[ ]` is one cell, not two, and `][` is between two.
        spaced = spaced
            .replace("[ ]", "[_]")
            .replace("( )", "(_)")
            .replace("< >", "<_>")
            .replace("][", "] [")
            .replace(")(", ") (");
    }
    let parts: Vec<&str> = spaced.split_whitespace().collect();
    without_labels(&parts, columns)?.iter().map(|part| glyph(part)).collect()
}

fn letters(line: &str, columns: usize) -> Option<Vec<char>> {
    let trimmed = line.trim_matches(|c: char| c.is_whitespace() || is_bar(c));
    // Walls of another kind, such as `#....#`, are the same on both sides.
    let walled = trimmed.chars().count() == columns + 2
        && trimmed.chars().next() == trimmed.chars().next_back()
        && !trimmed.starts_with(char::is_alphanumeric)
        && !trimmed.chars().all(|c| trimmed.starts_with(c));
    let trimmed = if walled { trimmed.get(1..trimmed.len() - 1).unwrap_or(trimmed) } else { trimmed };
    // A label stands apart.
    let cells = trimmed.split_whitespace().find(|part| part.chars().count() == columns)?;
    let beside = trimmed.split_whitespace().filter(|part| *part != cells);
    let is_row = beside.into_iter().all(is_label);
    // A rule is a row of one glyph too, but no game has it.
    let is_rule = !walled && cells.chars().all(|c| matches!(c, '=' | '-' | '~'));
    let kinds: std::collections::BTreeSet<char> = cells.chars().collect();
    (is_row && !is_rule && kinds.len() <= 4).then(|| cells.chars().collect())
}

/// Whether the cells count up: the numbers of the columns, not a row.
fn is_header(cells: &[char]) -> bool {
    let digits: Option<Vec<u32>> = cells.iter().map(|cell| cell.to_digit(16)).collect();
    let letters: Vec<u32> = cells.iter().map(|cell| u32::from(*cell)).collect();
    let counts = |numbers: &[u32]| numbers.len() > 2 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    digits.is_some_and(|digits| counts(&digits)) || counts(&letters)
}

#[cfg(test)]
mod tests {
    use super::{Reading, cells};

    #[track_caller]
    fn check(line: &str, columns: usize, reading: Reading, expected: &str) {
        let found: Option<String> = cells(line, columns, reading).map(|cells| cells.into_iter().collect());
        assert_eq!(found.as_deref(), Some(expected), "{line}");
    }

    #[test]
    fn rows_are_read_in_many_looks() {
        check("| X | O |   | X |", 4, Reading::Bars, "XO X");
        check("|_|_|x|_|", 4, Reading::Bars, "__x_");
        check(" 3 |   | O |   |   | 3", 4, Reading::Bars, " O  ");
        check("X | O |   |", 4, Reading::Bars, "XO  ");
        check("                       1 | .  X  .  O", 4, Reading::Words, ".X.O");
        check("14 .  .  O  X", 4, Reading::Words, "..OX");
        check("[ ] [X] [ ] [O]", 4, Reading::Words, "_X_O");
        check(" 3  [ ][X][ ][O]", 4, Reading::Words, "_X_O");
        check("1\t_X_\t___\t___\t_O_", 4, Reading::Words, "X__O");
        check("0 0 1 2", 4, Reading::Words, "0012");
        check("C . X O .", 4, Reading::Words, ".XO.");
        check(". X O . (3)", 4, Reading::Words, ".XO.");
        check("3  ..XO", 4, Reading::Letters, "..XO");
        check("|..XO|", 4, Reading::Letters, "..XO");
        check("#----#", 4, Reading::Letters, "----");
        check("< > <X> < > <O>", 4, Reading::Words, "_X_O");
    }

    #[test]
    fn headers_rules_and_sentences_are_no_rows() {
        for line in [
            "1 2 3 4",
            "  0  1  2  3",
            "| 1 | 2 | 3 | 4 |",
            "+---+---+---+---+",
            "----",
            "your move please now",
            "a b c d",
            "8 9 A B",
        ] {
            for reading in Reading::ALL {
                assert_eq!(cells(line, 4, reading), None, "{line}");
            }
        }
    }
}

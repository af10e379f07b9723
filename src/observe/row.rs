//! One line of text as a row of a board.
//!
//! Boards are drawn with blanks, bars, brackets, labels, underscores and colours. A line is read in several ways; each one
//! that gives the right number of cells is a candidate.

/// The way in which a line was read as a row. The rows of one board are read in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// Cells between bars, which may be blank.
    Bars,
    /// Cells with blanks between them.
    Words,
    /// Cells without anything between them.
    Letters,
    /// The same where free cells are drawn as `-` or `=`, so that a row may look like a rule.
    Rules,
    /// Cells between tabs, which may be blank.
    Tabs,
    /// Cells with another mark between them.
    Marks(char),
    /// Cells of one width between two walls, which may be blank.
    Walls,
}

impl Reading {
    /// Every reading. Of those that find the same number of boards the first is taken.
    pub(super) const ALL: [Self; 9] = [
        Self::Bars,
        Self::Words,
        Self::Letters,
        Self::Rules,
        Self::Tabs,
        Self::Marks(','),
        Self::Marks(':'),
        Self::Marks('-'),
        Self::Walls,
    ];
}

/// No cell that stands by itself has more letters than these.
const LONGEST_CELL: usize = 3;

/// The most words next to a row.
const MOST_BESIDE: usize = 4;

/// The glyph of a blank cell.
pub(super) const BLANK: char = ' ';

/// Reads a line as a row of that many cells; `None` if it is no row in this reading.
pub(super) fn cells(line: &str, columns: usize, reading: Reading) -> Option<Vec<char>> {
    // Words are no cells, and most lines that are no rows have some; but a label may be one.
    let has_word = || {
        let mut words = line.split(|c: char| !c.is_ascii_alphabetic());
        words.next();
        words.any(|word| word.len() > LONGEST_CELL && !has_two_letters(word))
    };
    if !matches!(reading, Reading::Letters | Reading::Rules) && has_word() {
        return None;
    }
    let cells = match reading {
        Reading::Bars => between_bars(line, columns)?,
        Reading::Words => words(line, columns)?,
        Reading::Letters => letters(line, columns, false)?,
        Reading::Rules => letters(line, columns, true)?,
        Reading::Tabs => between(line, '\t', columns)?,
        Reading::Marks(mark) => between(line, mark, columns)?,
        Reading::Walls => between_walls(line, columns)?,
    };
    if is_header(&cells) { None } else { Some(cells) }
}

/// Returns `true` if a word has two different letters at most, as pieces next to each other have.
fn has_two_letters(word: &str) -> bool {
    let first = word.chars().next();
    let second = word.chars().find(|letter| Some(*letter) != first);
    word.chars().all(|letter| Some(letter) == first || Some(letter) == second)
}

/// Returns `true` if a line is only decoration: a rule, a border, or nothing. A rule may have a label next to
/// it.
pub(super) fn is_decoration(line: &str) -> bool {
    if !line.chars().any(char::is_alphanumeric) {
        return true;
    }
    let is_rule = |part: &str| part.len() > 2 && !part.chars().any(char::is_alphanumeric);
    line.split_whitespace().any(is_rule)
        && line.split_whitespace().all(|part| is_rule(part) || is_label(part))
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

/// The cells of a row without the labels next to them, on one side or on both.
fn without_labels<'p>(parts: &'p [&'p str], columns: usize) -> Option<&'p [&'p str]> {
    match parts.len().checked_sub(columns)? {
        0 => Some(parts),
        1 if is_label(parts[0]) => Some(&parts[1..]),
        1 if is_label(parts[columns]) => Some(&parts[..columns]),
        // The fifteenth letter is an O like a piece.
        1 if parts[0].trim().len() == 1 => Some(&parts[1..]),
        2 if is_label(parts[0]) && is_label(parts[columns + 1]) => Some(&parts[1..=columns]),
        // The fifteenth row may have its letter on both sides.
        2 if parts[0].trim().len() == 1 && parts[0] == parts[columns + 1] => Some(&parts[1..=columns]),
        _ => None,
    }
}

/// The cells of a row without the words next to them: `Row 7:`, `7 =>`, `# ... #`, `7 > ... < 7`.
fn without_margins<'p>(parts: &'p [&'p str], columns: usize) -> Option<&'p [&'p str]> {
    let more = parts.len().checked_sub(columns).filter(|more| (2..=MOST_BESIDE).contains(more))?;
    let sides = [more / 2, more.div_ceil(2), more];
    sides.into_iter().map(|left| parts.split_at(left)).find_map(|(left, rest)| {
        let (cells, right) = rest.split_at(columns);
        let is_wall = |word: &&&str| !word.contains(char::is_alphanumeric);
        let fits_walls = match (left.last(), right.first().filter(is_wall)) {
            (Some(left), Some(right)) => is_mirrored(left, right),
            (None, Some(_)) => false,
            _ => true,
        };
        (fits_walls && is_margin(left, cells) && is_margin(right, cells)).then_some(cells)
    })
}

/// Returns `true` if two marks stand on the two sides of something: the same, or one turned round.
fn is_mirrored(left: &str, right: &str) -> bool {
    let turned = match left {
        "<" => ">",
        ">" => "<",
        "[" => "]",
        "(" => ")",
        "{" => "}",
        same => same,
    };
    right == turned
}

/// Returns `true` if words next to a row belong to it: at most one label, with a word before it, and a wall
/// that is no cell.
fn is_margin(words: &[&str], cells: &[&str]) -> bool {
    let is_wall = |word: &&str| !word.contains(char::is_alphanumeric) && !cells.contains(word);
    let labels = words.iter().filter(|word| !is_wall(word)).count();
    match words {
        [name, label, rest @ ..] if is_name(name) => is_label(label) && rest.iter().all(is_wall),
        _ => labels <= 1 && words.iter().all(|word| is_wall(word) || is_label(word)),
    }
}

/// Returns `true` for a word such as `Row`.
fn is_name(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(char::is_alphabetic)
}

/// Returns `true` if the text next to a row is no cell: nothing, or the number of the row, or its letter.
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
        [b'\'', .., b'\''] | [b'"', .., b'"'] if cell.len() > 1 => cell[1..cell.len() - 1].trim(),
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
        // `P1`
        (Some(first), Some(number)) if first.is_alphabetic() && number.is_ascii_digit() => {
            Some(number).filter(|_| characters.next().is_none())
        }
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
    let mut is_quoted = false;
    let cell = |c: char| {
        is_quoted ^= matches!(c, '\'' | '"');
        if is_quoted && c == ' ' { '_' } else { c }
    };
    let spaced: String = spaced.chars().map(cell).collect();
    let parts: Vec<&str> = spaced.split_whitespace().collect();
    let cells = without_labels(&parts, columns).or_else(|| without_margins(&parts, columns))?;
    cells.iter().map(|part| glyph(part)).collect()
}

/// Cells with a mark between them, and perhaps after the last one. Blank cells are drawn between tabs and
/// colons only:
/// dashes alone are cells themselves.
fn between(line: &str, mark: char, columns: usize) -> Option<Vec<char>> {
    let read = |line: &str| -> Option<Vec<char>> {
        let parts: Vec<&str> = line.split(mark).collect();
        let may_be_blank = matches!(mark, '\t' | ':');
        let cell = |part: &&str| glyph(part).filter(|glyph| may_be_blank || *glyph != BLANK);
        without_labels(&parts, columns)?.iter().map(cell).collect()
    };
    let behind_label = || line.trim().split_once(' ').filter(|(label, _)| is_label(label));
    read(line).or_else(|| read(behind_label()?.1))
}

/// Cells of one width between two walls, with or without a blank between them or on both sides.
fn between_walls(line: &str, columns: usize) -> Option<Vec<char>> {
    let line = line.trim();
    let end = line.char_indices().next_back().filter(|(_, wall)| is_wall(*wall))?.0;
    let start = line.find(is_wall).filter(|start| *start < end && is_label(&line[..*start]))?;
    let inner: Vec<char> = line[start..end].chars().skip(1).collect();
    if inner.iter().any(|c| is_wall(*c)) {
        return None;
    }
    let width = inner.len();
    let (margin, width) = match width {
        _ if width == 2 * columns + 1 => (1, 2),
        _ if width + 1 == 2 * columns => (0, 2),
        _ if width > 0 && width.is_multiple_of(columns) => (0, width / columns),
        _ => return None,
    };
    let cells = inner[margin..].chunks(width).take(columns);
    cells.map(|cell| glyph(&cell.iter().collect::<String>())).collect()
}

/// Returns `true` if a mark may stand at the two ends of a row.
fn is_wall(mark: char) -> bool {
    is_bar(mark) || matches!(mark, '[' | ']' | '#' | '<' | '>' | '*' | '{' | '}')
}

fn letters(line: &str, columns: usize, may_be_rule: bool) -> Option<Vec<char>> {
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
    let is_rule = !walled && !may_be_rule && cells.chars().all(|c| matches!(c, '=' | '-' | '~'));
    let kinds: std::collections::BTreeSet<char> = cells.chars().collect();
    (is_row && !is_rule && kinds.len() <= 4).then(|| cells.chars().collect())
}

/// Returns `true` if the cells count up: the numbers of the columns, not a row.
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
        check("Row  7: . X . O", 4, Reading::Words, ".X.O");
        check("7 =>\t. X . O", 4, Reading::Words, ".X.O");
        check("# . X . O #", 4, Reading::Words, ".X.O");
        check("07 > _ X _ O <", 4, Reading::Words, "_X_O");
        check("O . X . O O", 4, Reading::Words, ".X.O");
        check("' ' 'X' ' ' 'O'", 4, Reading::Words, "_X_O");
        check("7|  |P1|  |P2|", 4, Reading::Bars, " 1 2");
        check("----", 4, Reading::Rules, "----");
        check(" 7\tX\t \t \tO", 4, Reading::Tabs, "X  O");
        check("7 .-X-.-O", 4, Reading::Marks('-'), ".X.O");
        check("7: :X: :O:", 4, Reading::Marks(':'), " X O");
        check("|X O |", 4, Reading::Walls, "X O ");
        check(" 8 [ X     O    ]", 4, Reading::Walls, "X O ");
    }

    /// Whatever a program prints between its boards is looked at as well.
    #[test]
    fn short_lines_of_marks_are_no_rows() {
        let marks = ['|', '[', ']', ':', '-', '\'', ' ', '\t', 'X', '1', 'é'];
        for number in 0..marks.len().pow(4) {
            let mark = |place: u32| marks[number / marks.len().pow(place) % marks.len()];
            for length in 0..=4 {
                let line: String = (0..length).map(mark).collect();
                for reading in Reading::ALL {
                    let count = cells(&line, 6, reading).map(|cells| cells.len());
                    assert!(count.is_none_or(|count| count == 6), "{line:?}");
                }
            }
        }
    }

    #[test]
    fn headers_rules_and_sentences_are_no_rows() {
        // In the reading of rules a rule is a row.
        let readings = Reading::ALL.into_iter().filter(|reading| *reading != Reading::Rules);
        let readings: Vec<Reading> = readings.collect();
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
            for reading in readings.iter().copied() {
                assert_eq!(cells(line, 4, reading), None, "{line}");
            }
        }
    }
}

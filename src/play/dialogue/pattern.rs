//! Patterns made from lines that were printed.

/// A part of a line.
enum Part {
    /// The name of a player, which may be empty.
    Name,
    Number,
    /// `X` or `O` alone.
    Piece,
    /// Anything else.
    Char(char),
}

/// The parts of a line, in which names, numbers and pieces are told from what always stays the same.
fn parts(line: &str, names: &[String]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = line.trim();
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let is_start = before.is_none_or(|c: char| !c.is_alphanumeric());
        let name = names.iter().find(|name| {
            let after = rest.strip_prefix(name.as_str()).filter(|_| is_start && !name.is_empty());
            after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        });
        if let Some(name) = name {
            parts.push(Part::Name);
            rest = &rest[name.len()..];
            before = name.chars().last();
            continue;
        }
        let after = &rest[c.len_utf8()..];
        let is_alone = is_start && !after.starts_with(char::is_alphanumeric);
        rest = after;
        before = Some(c);
        match c {
            '0'..='9' => {
                parts.push(Part::Number);
                rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            }
            'X' | 'O' if is_alone => parts.push(Part::Piece),
            c => parts.push(Part::Char(c)),
        }
    }
    parts
}

/// A character as a pattern has it.
fn push_char(text: &mut String, c: char) {
    match c {
        ' ' => text.push(' '),
        c if c.is_whitespace() => text.push_str("\\s+"),
        c if c.is_control() => text.push('.'),
        c => {
            if "\\.+*?()|[]{}^$#&-~".contains(c) {
                text.push('\\');
            }
            text.push(c);
        }
    }
}

/// A pattern that fits a whole line, whatever numbers, names and pieces stand in it.
pub fn line_pattern(line: &str, names: &[String]) -> String {
    let parts = parts(line, names);
    if parts.is_empty() {
        return String::new();
    }
    let mut text = String::from("^\\s*");
    for part in parts {
        match part {
            Part::Name => text.push_str(".*"),
            Part::Number => text.push_str("\\d+"),
            Part::Piece => text.push_str("\\w"),
            Part::Char(c) => push_char(&mut text, c),
        }
    }
    text + "\\s*$"
}

/// A pattern that fits the longest text of a line between numbers, names and pieces; `None` if no letters are there.
pub fn words_pattern(line: &str, names: &[String]) -> Option<String> {
    let parts = parts(line, names);
    let runs = parts.split(|part| !matches!(part, Part::Char(_))).map(|run| {
        let text = run.iter().filter_map(|part| if let Part::Char(c) = part { Some(*c) } else { None });
        text.collect::<String>()
    });
    let count = |text: &String| text.chars().filter(|c| c.is_alphabetic()).count();
    let words = runs.max_by_key(count).filter(|text| count(text) > 1)?;
    let mut text = String::from("\\b");
    for c in words.trim_matches(|c: char| !c.is_alphanumeric()).chars() {
        push_char(&mut text, c);
    }
    Some(text + "\\b")
}

#[cfg(test)]
mod tests {
    use super::{line_pattern, words_pattern};
    use crate::observe::{Pattern, fold};

    #[test]
    fn patterns_fit_the_lines_that_they_are_made_from_and_their_like() {
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        let lines = [
            "Where? (1-7) > ",
            ":",
            "Alice's turn [y/n]:",
            "$ ^ .*",
            "cột\tnào 1..7",
            "?",
            "3",
            "a",
            "Đi lại? <c/k> #@!",
        ];
        for line in lines {
            let made = Pattern::new(&line_pattern(line, &names)).expect("a pattern");
            assert!(made.find(&fold(line)).is_some(), "{line} {}", line_pattern(line, &names));
        }
        let made =
            Pattern::new(&line_pattern("Alice (X), 3 undos left: column?", &names)).expect("a pattern");
        assert!(made.find("Bob (O), 12 undos left: column?").is_some());
        assert!(made.find("Bob (O), undo? 12 undos left: column?").is_none());
        let made = Pattern::new(&line_pattern("Alice, what now?", &names)).expect("a pattern");
        assert!(made.find(", what now?").is_some());
        assert_eq!(line_pattern("  ", &names), "");
    }

    #[test]
    fn words_are_the_longest_text_between_names_and_numbers() {
        let names = ["Alice".to_owned(), "Bob".to_owned()];
        for (line, expected) in [
            ("Alice has conquered the board!", Some(r"\bhas conquered the board\b")),
            ("*** X rules with 4 tokens (of 12) ***", Some(r"\brules with\b")),
            ("== Bob: 4 ==", None),
        ] {
            assert_eq!(words_pattern(line, &names).as_deref(), expected, "{line}");
        }
    }
}

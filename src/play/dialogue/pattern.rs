//! Patterns made from lines that were printed.

/// A pattern that fits a whole line, whatever numbers, names and pieces stand in it.
pub fn line_pattern(line: &str, names: &[String]) -> String {
    let line = line.trim();
    if !line.chars().any(|c| !c.is_whitespace()) {
        return String::new();
    }
    let mut text = String::from("^\\s*");
    let mut rest = line;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let is_start = before.is_none_or(|c: char| !c.is_alphanumeric());
        let name = names.iter().find(|name| {
            let after = rest.strip_prefix(name.as_str()).filter(|_| is_start && !name.is_empty());
            after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        });
        if let Some(name) = name {
            // A name may be empty.
            text.push_str(".*");
            rest = &rest[name.len()..];
            before = name.chars().last();
            continue;
        }
        let after = &rest[c.len_utf8()..];
        let is_alone = is_start && !after.starts_with(char::is_alphanumeric);
        match c {
            '0'..='9' => {
                text.push_str("\\d+");
                let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                rest = &rest[digits..];
                before = Some('0');
                continue;
            }
            'X' | 'O' if is_alone => text.push_str("\\w"),
            c if c.is_alphanumeric() => text.push(c),
            c if c.is_whitespace() => {
                text.push_str(if c == ' ' { " " } else { "\\s+" });
            }
            c if c.is_control() => text.push('.'),
            c => {
                if "\\.+*?()|[]{}^$#&-~".contains(c) {
                    text.push('\\');
                }
                text.push(c);
            }
        }
        before = Some(c);
        rest = after;
    }
    text + "\\s*$"
}

#[cfg(test)]
mod tests {
    use super::line_pattern;
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
}

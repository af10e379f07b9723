//! Words from outside, such as the names of files and labels, made fit to be shown.

/// The words with control characters, those that change the direction of text or end a line, and those that
/// no XML may hold as escape sequences; and so the first character of any text that a CI service would take
/// for a command.
pub fn harmless(words: &str) -> String {
    let leading = words.len() - words.trim_start().len();
    let mut shown = String::with_capacity(words.len());
    for (at, c) in words.char_indices() {
        let rest = &words[at..];
        // GitHub reads `::error::` at the start of a line as a command.
        if is_hostile(c) || begins_command(rest.as_bytes()) || (at == leading && rest.starts_with("::")) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Returns `true` if these bytes begin with a command that a CI service obeys anywhere in a line:
/// `##[error]`, `##vso[...]`.
pub fn begins_command(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"##") else { return false };
    rest.iter().find(|byte| !byte.is_ascii_alphabetic()) == Some(&b'[')
}

/// Returns `true` if a terminal or a reader would do something else with this character than draw it, or draw
/// nothing, so that two names would look like one.
pub fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            // Direction of text.
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
            // Nothing is drawn.
            | '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E0FFF}'
            // Ends of lines and paragraphs.
            | '\u{2028}' | '\u{2029}'
            // No characters at all.
            | '\u{FFFE}' | '\u{FFFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn what_a_terminal_or_a_ci_service_would_obey_is_escaped() {
        for (words, shown) in [
            ("a\u{202E}b\u{1b}", "a\\u{202e}b\\u{1b}"),
            ("::error::x", "\\u{3a}:error::x"),
            ("  ::error::x", "  \\u{3a}:error::x"),
            ("a::b #1 ##", "a::b #1 ##"),
            ("a ##[error]", "a \\u{23}#[error]"),
            ("##vso[task]", "\\u{23}#vso[task]"),
            ("an\u{200B}n\u{FEFF}\u{2060}", "an\\u{200b}n\\u{feff}\\u{2060}"),
            ("an\u{FE0F}n\u{E0100}\u{E006E}", "an\\u{fe0f}n\\u{e0100}\\u{e006e}"),
            ("Điểm", "Điểm"),
        ] {
            assert_eq!(harmless(words), shown);
        }
    }
}

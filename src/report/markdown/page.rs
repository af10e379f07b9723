//! Text that Markdown shows as it is.

use crate::report::visible::harmless;

/// Words in a line, with every mark of Markdown and HTML escaped.
pub(super) fn escaped(words: &str) -> String {
    let words = harmless(words);
    let mut escaped = String::with_capacity(words.len());
    let mut rest = words.chars();
    while let Some(c) = rest.next() {
        let next = rest.clone().next();
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // GitHub reads `@name` as a person and `#1` as a thread.
            '@' => escaped.push_str("&#64;"),
            '#' => escaped.push_str("&#35;"),
            // `:name:` is a picture.
            ':' if next.is_some_and(|next| next.is_alphabetic() || ":+-".contains(next)) => {
                escaped.push_str("&#58;");
            }
            '\\' | '`' | '*' | '_' | '[' | ']' | '(' | ')' | '!' | '|' | '~' | '$' | '^' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Words in a cell of a table.
pub(super) fn cell(words: &str) -> String {
    escaped(words).replace('\n', " ")
}

/// One of our own sentences, in which student's names stand between back quotes: these become code, and all else is escaped.
pub(super) fn sentence(words: &str) -> String {
    let words = harmless(words);
    let parts: Vec<&str> = words.split('`').collect();
    // An odd number of quotes: one of them is a student's.
    if parts.len().is_multiple_of(2) {
        return escaped(&words);
    }
    let parts = parts.iter().enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { code(part) } else { escaped(part) }).collect()
}

/// Words as code, in which there is no back quote.
pub(super) fn code(words: &str) -> String {
    if words.trim().is_empty() {
        "` `".to_owned()
    } else {
        format!("`` {} ``", harmless(words).replace('`', "'"))
    }
}

/// A block of code.
pub(super) fn block(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::{block, escaped, sentence};

    #[test]
    fn marks_are_escaped() {
        assert_eq!(escaped("<b>*x*|@a"), "&lt;b&gt;\\*x\\*\\|&#64;a");
        assert_eq!(sentence("no label `<A_B>` is *there*"), "no label `` <A_B> `` is \\*there\\*");
        assert_eq!(sentence("the character ```"), "the character \\`\\`\\`");
    }

    #[test]
    fn no_text_ends_its_block() {
        assert_eq!(block("text", "a\n````\nb\n"), "`````text\na\n````\nb\n`````\n");
    }
}

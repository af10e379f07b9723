//! Prose in lines that fit a terminal.

/// The widths in columns at which lines are broken: nothing can be read in fewer, and long lines are hard to follow in more.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=100;

/// The width at which lines are broken on a terminal that is so wide.
pub fn line_width(columns: usize) -> usize {
    columns.clamp(*WIDTHS.start(), *WIDTHS.end())
}

/// The number of columns that a line takes on a terminal: sequences that set colours take none.
pub fn columns(line: &str) -> usize {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().chars().count();
    let rest = parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest).chars().count());
    first + rest.sum::<usize>()
}

/// A line as lines of at most `width` columns, all but the first indented by `indent`. Words, paths and what stands `in backquotes`
/// stay whole, however long they are.
pub fn wrapped(line: &str, width: usize, indent: usize) -> Vec<String> {
    let start = line.len() - line.trim_start_matches(' ').len();
    let mut lines = vec![line[..start].to_owned()];
    let mut taken = start;
    let mut is_empty = true;
    for word in words(&line[start..]) {
        let needed = columns(word);
        let last = lines.last_mut().expect("there is a line");
        if is_empty || taken + 1 + needed <= width {
            if !is_empty {
                last.push(' ');
                taken += 1;
            }
            last.push_str(word);
            taken += needed;
        } else {
            lines.push(format!("{}{word}", " ".repeat(indent)));
            taken = indent + needed;
        }
        is_empty = false;
    }
    lines
}

/// The parts of a line that stay whole, between single blanks.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = end_of_word(text);
        rest = text.get(end + 1..);
        Some(&text[..end])
    })
}

/// The place of the first blank that is not in backquotes. One that is never closed opens nothing.
fn end_of_word(text: &str) -> usize {
    let mut at = 0;
    loop {
        let Some(next) = text[at..].find([' ', '`']).map(|found| at + found) else { return text.len() };
        if text[next..].starts_with(' ') {
            return next;
        }
        at = text[next + 1..].find('`').map_or(next + 1, |close| next + close + 2);
    }
}

#[cfg(test)]
mod tests {
    use super::{columns, wrapped};

    #[test]
    fn lines_break_between_words_only() {
        let path = "folder/".repeat(20);
        let lines = wrapped(&format!("  the file {path} is not there, and {}", "so on ".repeat(20)), 80, 4);
        assert!(lines.iter().any(|line| line.trim() == path), "{lines:?}");
        for line in lines.iter().filter(|line| !line.contains(&path)) {
            assert!(line.chars().count() <= 80 && line.starts_with("  "), "{line}");
        }
        assert_eq!(wrapped("short", 80, 2), ["short"]);
        assert_eq!(wrapped("", 80, 2), [""]);
    }

    #[test]
    fn code_in_backquotes_stays_whole() {
        let line = "run `grader bless --spec a.yaml`, or do it by hand, as it's `said here";
        assert_eq!(
            wrapped(line, 30, 2),
            ["run", "  `grader bless --spec a.yaml`,", "  or do it by hand, as it's", "  `said here"]
        );
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(columns("\u{1b}[1mab\u{1b}[0m c"), 4);
        let painted = "\u{1b}[1mone two\u{1b}[0m three";
        assert_eq!(wrapped(painted, 13, 0), [painted]);
        assert_eq!(wrapped(painted, 12, 0).len(), 2);
    }
}

//! Prose in lines that fit a terminal.

/// The widths in columns at which lines are broken: nothing can be read in fewer, and long lines are hard to follow in more.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=100;

/// The width at which lines are broken on a terminal that is so wide.
pub fn line_width(columns: usize) -> usize {
    columns.clamp(*WIDTHS.start(), *WIDTHS.end())
}

/// The number of columns that a line takes on a terminal: sequences that set colours take none.
pub fn columns(line: &str) -> usize {
    plain(line).chars().count()
}

/// A line as lines of at most `width` columns, all but the first indented by `indent`. Words, paths and what stands `in backquotes`
/// stay whole, however long they are.
pub fn wrapped(line: &str, width: usize, indent: usize) -> Vec<String> {
    let start = line.len() - line.trim_start_matches(' ').len();
    wrapped_after(&line[..start], &line[start..], width, indent)
}

/// The same with a beginning in which no line is broken.
pub fn wrapped_after(head: &str, rest: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = head.to_owned();
    let mut taken = columns(head);
    for (nth, word) in words(rest).enumerate() {
        let needed = columns(word);
        // Where the beginning leaves too little room, everything else goes below it.
        let is_first = nth == 0 && (taken + needed <= width || taken <= indent);
        if is_first {
            taken += needed;
        } else if nth > 0 && taken + 1 + needed <= width {
            last.push(' ');
            taken += 1 + needed;
        } else {
            last.truncate(last.trim_end_matches(' ').len());
            // A style that goes on is set again, so that each line stands for itself.
            let style = style_after(&last);
            if !style.is_empty() {
                last.push_str(RESET);
            }
            let next = format!("{}{style}", " ".repeat(indent));
            lines.push(std::mem::replace(&mut last, next));
            taken = indent + needed;
        }
        last.push_str(word);
    }
    lines.push(last);
    lines
}

/// The sequence that ends every style.
const RESET: &str = "\u{1b}[0m";

/// The sequences that are in force at the end of a line.
fn style_after(line: &str) -> String {
    let since = line.rfind(RESET).map_or(line, |at| &line[at + RESET.len()..]);
    let sequences = since.split('\u{1b}').skip(1).filter_map(|part| part.split_once('m'));
    sequences.flat_map(|(sequence, _)| ["\u{1b}", sequence, "m"]).collect()
}

/// Words and a command after them, in lines of at most `width` columns, all but the first indented by `indent`. A command of several
/// lines can be copied: all but the last end as a shell wants it. Nothing between quotation marks is broken.
pub fn wrapped_command(words: &str, command: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = words.trim_end().to_owned();
    for (nth, word) in arguments(command).iter().enumerate() {
        // The mark at the end of a line takes two columns.
        let fits = columns(&last) + 1 + columns(word) + 2 <= width;
        if fits || nth == 0 {
            last.push(' ');
        } else {
            last.push_str(" \\");
            lines.push(std::mem::replace(&mut last, " ".repeat(indent)));
        }
        last.push_str(word);
    }
    lines.push(last);
    lines
}

/// The words of a command; what stands in quotation marks is part of one.
fn arguments(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_quoted = false;
    for part in command.split(' ') {
        match words.last_mut().filter(|_| is_quoted) {
            Some(last) => last.extend([" ", part]),
            None => words.push(part.to_owned()),
        }
        is_quoted ^= part.matches('\'').count() % 2 == 1;
    }
    words
}

/// A drawing of a diagnostic with its sentences in lines of at most `width` columns. Lines of the source stay as they are.
pub(super) fn fitted(drawing: &str, width: usize) -> String {
    let lines: Vec<String> = drawing.lines().flat_map(|line| fitted_line(line, width)).collect();
    lines.join("\n")
}

fn fitted_line(line: &str, width: usize) -> Vec<String> {
    let plain = plain(line);
    if columns(line) <= width {
        return vec![line.to_owned()];
    }
    let text = plain.trim_start();
    let margin = plain.len() - text.len();
    if margin == 0 && !plain.starts_with(|c: char| c.is_ascii_digit()) {
        return wrapped(line, width, 2);
    }
    let label = |rest: &str| rest.find(|c| !matches!(c, ' ' | '^' | '-' | '|' | '_'));
    let (words_at, mark) = if let Some(note) = text.strip_prefix("= ") {
        (note.find(": ").map(|at| at + 2), " ")
    } else {
        (text.strip_prefix("| ").and_then(label), "|")
    };
    let Some(words_at) = words_at else { return vec![line.to_owned()] };
    let column = margin + 2 + words_at;
    let (head, rest) = line.split_at(place_of(line, column));
    let mut lines = wrapped_after(head, rest, width, column);
    // Below a label the margin goes on.
    for below in lines.iter_mut().skip(1) {
        below.replace_range(margin..=margin, mark);
    }
    lines
}

/// The place in a line of what stands in a column, with the sequences before it that set its style.
fn place_of(line: &str, column: usize) -> usize {
    let (mut at, mut passed) = (0, 0);
    while passed < column {
        let Some(next) = line[at..].chars().next() else { return line.len() };
        at += match line[at..].find('m') {
            Some(end) if next == '\u{1b}' => end + 1,
            _ => {
                passed += 1;
                next.len_utf8()
            }
        };
    }
    at
}

/// A line without sequences that set styles.
fn plain(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
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
    use super::{columns, fitted, wrapped, wrapped_after, wrapped_command};

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
        assert_eq!(wrapped(painted, 6, 2)[..2], ["\u{1b}[1mone\u{1b}[0m", "  \u{1b}[1mtwo\u{1b}[0m"]);
    }

    #[test]
    fn a_long_command_can_be_copied() {
        let path = "a-folder-of-some-length/".repeat(2) + "program.asm";
        let command = format!("grader replay {path} case --spec another-folder/spec.yaml");
        let lines = wrapped_command("again: ", &command, 80, 4);
        assert!(lines.len() > 1 && lines[0].ends_with(" \\") && lines[1].starts_with("    "), "{lines:?}");
        assert!(lines.iter().all(|line| line.chars().count() <= 80));
        assert_eq!(wrapped_command("again: ", "grader run x", 80, 4), ["again: grader run x"]);
        let quoted = wrapped_command("", "grader run 'a long name with blanks in it' --table", 24, 4);
        assert_eq!(quoted, [" grader run \\", "    'a long name with blanks in it' \\", "    --table"]);
    }

    #[test]
    fn a_beginning_stays_whole() {
        let lines = wrapped_after("  a name of some length  ", "and words about it", 30, 4);
        assert_eq!(lines, ["  a name of some length  and", "    words about it"]);
        assert_eq!(wrapped_after("a beginning ", "longer", 8, 4), ["a beginning", "    longer"]);
        assert_eq!(wrapped_after("    ", "longer", 8, 6), ["    longer"]);
    }

    #[test]
    fn sentences_of_a_drawing_are_broken_and_its_source_is_not() {
        let drawing = "\
error[E1]: a sentence about something that is wrong here
  --> a/path/that/is/rather/long/and/stays/whole.asm:1:1
   |
 1 | ADD R0, R0, R0 ; a line of the source that stays as it is
   | ^^^ this is the place where it is wrong
   |
   = help: a sentence about what could be done about it";
        let expected = "\
error[E1]: a sentence about
  something that is wrong here
  --> a/path/that/is/rather/long/and/stays/whole.asm:1:1
   |
 1 | ADD R0, R0, R0 ; a line of the source that stays as it is
   | ^^^ this is the place
   |     where it is wrong
   |
   = help: a sentence about
           what could be done
           about it";
        assert_eq!(fitted(drawing, 30), expected);
        assert_eq!(fitted(drawing, 80), drawing);
    }
}

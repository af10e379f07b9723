//! Numbers that are not digits behind their labels: those that stand below them, and marks that count.

use std::rc::Rc;

use crate::observe::Line;

/// The most that is counted by marks: the faults that are left, or those that were made.
const MOST_MARKS: usize = 4;

/// The lines, those that end with a label together with the number below it: `Undos left:` and `3`.
pub(super) fn with_numbers<'l>(lines: impl Iterator<Item = &'l Rc<Line>>) -> Vec<Rc<Line>> {
    let mut joined: Vec<Rc<Line>> = Vec::new();
    for line in lines {
        let label = joined.last().filter(|label| ends_with_label(label) && begins_with_number(line.plain()));
        match label.map(|label| Line::of(&format!("{} {}", label.plain().trim_end(), line.plain().trim()))) {
            Some(whole) => {
                joined.pop();
                joined.push(whole);
            }
            None => joined.push(Rc::clone(line)),
        }
    }
    joined
}

/// A text in which tallies are digits, in the same places: `strikes left ***   undos uu` shows 3 and 2.
pub(super) fn with_tallies(text: &str) -> String {
    let parts = text.split_inclusive(char::is_whitespace).map(|part| {
        let word = part.trim_end();
        let mark = word.chars().next().filter(|mark| mark.is_ascii() && !mark.is_ascii_digit());
        let is_piece = |mark: char| matches!(mark, 'x' | 'X' | 'o' | 'O');
        let is_tally =
            |mark: char| word.len() <= MOST_MARKS && !is_piece(mark) && word.chars().all(|c| c == mark);
        let count = match mark {
            Some(mark) if is_tally(mark) => word.len(),
            _ if word.eq_ignore_ascii_case("none") => 0,
            _ => return part.to_owned(),
        };
        format!("{count}{}{}", " ".repeat(word.len() - 1), &part[word.len()..])
    });
    parts.collect()
}

fn ends_with_label(line: &Line) -> bool {
    line.has_word() && line.plain().trim_end().ends_with([':', '='])
}

/// Returns `true` if a line is a number, which another label may follow: `1. Undo` is the item of a menu.
fn begins_with_number(line: &str) -> bool {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && (rest.is_empty() || rest.starts_with([' ', '\t', '|']) && rest.ends_with(':'))
}

#[cfg(test)]
mod tests {
    use super::{with_numbers, with_tallies};
    use crate::observe::Line;

    #[test]
    fn a_number_belongs_to_the_label_above_it() {
        for (lines, expected) in [
            (&["Undos left:", "3"][..], &["Undos left: 3"][..]),
            (&["Faults left:", "3   Undos left:", "2"], &["Faults left: 3   Undos left: 2"]),
            (&["Undo options:", "1. undo", "2. keep"], &["Undo options:", "1. undo", "2. keep"]),
            (&["Undos left", "3"], &["Undos left", "3"]),
            (&["Board:", "1 2 3 4 5 6 7"], &["Board:", "1 2 3 4 5 6 7"]),
        ] {
            let lines: Vec<_> = lines.iter().map(|line| Line::of(line)).collect();
            let joined = with_numbers(lines.iter());
            assert_eq!(joined.iter().map(|line| line.plain()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn marks_are_counted() {
        for (line, expected) in [
            ("strikes left ***   undos uu", "strikes left 3     undos 2 "),
            ("lives: * undos: none", "lives: 1 undos: 0   "),
            ("Violations left: 3", "Violations left: 3"),
            ("***** CONNECT FOUR *****", "***** CONNECT FOUR *****"),
            ("piece X, xx", "piece X, xx"),
        ] {
            assert_eq!(with_tallies(line), expected);
        }
    }
}

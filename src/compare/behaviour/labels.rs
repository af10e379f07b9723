//! Labels that stand above their numbers.

use std::rc::Rc;

use crate::observe::Line;

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
    use super::with_numbers;
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
}

//! Lines against patterns, where a line of dots stands for any number of lines.

use crate::diagnostics::{Text, text};
use crate::spec::Line;

/// What to say of the first line that fits nothing; `None` if all fit.
pub(super) fn first_unlike(wanted: &[Line], output: &str) -> Option<Text> {
    let output = output.replace("\r\n", "\n");
    let printed: Vec<&str> = output.trim_end_matches('\n').split('\n').collect();
    // After each wanted line: behind which printed lines it can end.
    let mut ends = vec![false; printed.len() + 1];
    ends[0] = true;
    let mut furthest = 0;
    for line in wanted {
        let mut next = vec![false; printed.len() + 1];
        match line {
            Line::Any => {
                let mut is_open = false;
                for (end, before) in next.iter_mut().zip(&ends) {
                    is_open |= before;
                    *end = is_open;
                }
            }
            Line::One(pattern) => {
                for (at, printed) in printed.iter().enumerate() {
                    next[at + 1] = ends[at] && pattern.find(printed).is_some();
                }
            }
        }
        if !next.contains(&true) {
            return Some(unlike(furthest, &printed));
        }
        furthest = next.iter().position(|end| *end).unwrap_or(furthest);
        ends = next;
    }
    if ends.last() == Some(&true) { None } else { Some(unlike(furthest, &printed)) }
}

fn unlike(at: usize, printed: &[&str]) -> Text {
    let number = at + 1;
    match printed.get(at) {
        Some(line) => text!(
            "line {number} of the output, `{line}`, does not fit",
            "dòng {number} của đầu ra, `{line}`, không khớp"
        ),
        None => text!("the output ends before line {number}", "đầu ra kết thúc trước dòng {number}"),
    }
}

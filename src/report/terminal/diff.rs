//! Two versions of a file, as the lines that differ.

use super::{BAD, FAINT, GOOD, paint};
use crate::compare::{Hunk, Side};
use crate::report::visible::{Blanks, visible_line};

/// The lines of the hunks, each with its number; between two hunks a line of dots. New lines are marked `+`,
/// old ones `-`.
pub(super) fn drawn(hunks: &[Hunk]) -> Vec<String> {
    let most = hunks.iter().flat_map(|hunk| &hunk.lines).map(|line| line.number).max().unwrap_or(0);
    let width = most.to_string().len();
    let mut drawn = Vec::new();
    for (index, hunk) in hunks.iter().enumerate() {
        if index > 0 {
            drawn.push(paint(FAINT, &format!("{:>width$} ...", "")));
        }
        for line in &hunk.lines {
            let text = visible_line(&line.text, Blanks::AsTheyAre);
            let number = if line.number == 0 { String::new() } else { line.number.to_string() };
            drawn.push(match line.side {
                Side::Both => format!("{} {text}", paint(FAINT, &format!("{number:>width$}  "))),
                Side::Old => format!(
                    "{} {}",
                    paint(FAINT, &format!("{number:>width$}")),
                    paint(BAD, &format!("- {text}"))
                ),
                Side::New => format!(
                    "{} {}",
                    paint(FAINT, &format!("{number:>width$}")),
                    paint(GOOD, &format!("+ {text}"))
                ),
            });
        }
    }
    drawn
}

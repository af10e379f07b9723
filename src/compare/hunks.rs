//! Two versions of a file: the lines that differ, with some around them.

use super::lines::{Change, changes};
use crate::stored::{Deserialize, Serialize};

/// A stretch of lines that differ, with lines around them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// The lines from above to below; old lines stand before the new ones in their place.
    pub lines: Vec<HunkLine>,
}

/// One line of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkLine {
    /// The version or versions that have the line.
    pub side: Side,
    /// Its number, from 1, in the version that it stands in; in the new one if it stands in both. 0 for none.
    pub number: usize,
    /// The line without its line end.
    pub text: Vec<u8>,
}

/// The version or versions that have a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// In both versions.
    Both,
    /// In the old one only.
    Old,
    /// In the new one only.
    New,
}

/// The parts where two texts differ, with this many lines around.
pub fn hunks(old: &[u8], new: &[u8], around: usize) -> Vec<Hunk> {
    grouped(&side_by_side(&split(old), &split(new)), around)
}

/// The lines that differ, with this many around.
pub(super) fn grouped(lines: &[HunkLine], around: usize) -> Vec<Hunk> {
    let differs: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| line.side != Side::Both).map(|(at, _)| at).collect();
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for at in differs {
        let (start, end) = (at.saturating_sub(around), (at + around + 1).min(lines.len()));
        match ranges.last_mut() {
            Some(last) if last.end >= start => last.end = end,
            _ => ranges.push(start..end),
        }
    }
    ranges.into_iter().map(|range| Hunk { lines: lines[range].to_vec() }).collect()
}

/// The lines of a text without their ends; a text that ends with a line feed has no line after it.
fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
}

/// All lines of both texts in order.
fn side_by_side(old: &[&[u8]], new: &[&[u8]]) -> Vec<HunkLine> {
    // Lines that are the same at both ends need not be aligned.
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let line = |side, index: usize| {
        let text = if side == Side::Old { old[index] } else { new[index] };
        HunkLine { side, number: index + 1, text: text.to_vec() }
    };
    let mut lines: Vec<HunkLine> = (0..head).map(|index| line(Side::Both, index)).collect();
    let mut coming: Vec<HunkLine> = Vec::new();
    for change in changes(&old[head..old_end], &new[head..new_end]) {
        match change {
            Change::Same { actual, .. } => {
                lines.append(&mut coming);
                lines.push(line(Side::Both, head + actual));
            }
            Change::Replaced { expected, actual } => {
                lines.push(line(Side::Old, head + expected));
                coming.push(line(Side::New, head + actual));
            }
            Change::Missing { expected } => lines.push(line(Side::Old, head + expected)),
            Change::Added { actual } => coming.push(line(Side::New, head + actual)),
        }
    }
    lines.append(&mut coming);
    lines.extend((new_end..new.len()).map(|index| line(Side::Both, index)));
    lines
}

#[cfg(test)]
mod tests {
    use super::{Side, hunks};

    #[test]
    fn what_differs_is_shown_with_lines_around_it() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nB\nC\nd\ne\nf\ng\r\nh\ni";
        let shown: Vec<String> = hunks(old.as_bytes(), new.as_bytes(), 1)
            .iter()
            .map(|hunk| {
                let line = |line: &super::HunkLine| {
                    let sign = match line.side {
                        Side::Both => ' ',
                        Side::Old => '-',
                        Side::New => '+',
                    };
                    format!("{}{sign}{}", line.number, String::from_utf8_lossy(&line.text))
                };
                hunk.lines.iter().map(line).collect::<Vec<_>>().join(",")
            })
            .collect();
        assert_eq!(shown, ["1 a,2-b,3-c,2+B,3+C,4 d", "8 h,9+i"]);
        assert_eq!(hunks(b"a\n", b"a\n", 3), []);
        assert_eq!(hunks(b"", b"a\n", 3)[0].lines.len(), 1);
    }
}

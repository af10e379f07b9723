//! Lines against patterns, where a line of dots stands for any number of lines.

use super::{Mismatch, MismatchKind};
use crate::compare::LinePair;
use crate::diagnostics::text;
use crate::spec::WantedLine;

/// The first line that fits nothing; `None` if all fit.
pub(super) fn first_unlike(wanted: &[WantedLine], output: &str) -> Option<Mismatch> {
    let output = output.replace("\r\n", "\n");
    let printed: Vec<&str> = output.trim_end_matches('\n').split('\n').collect();
    // After each wanted line: after which printed lines it can end.
    let mut ends = vec![false; printed.len() + 1];
    ends[0] = true;
    let mut furthest = 0;
    for line in wanted {
        let mut next = vec![false; printed.len() + 1];
        match line {
            WantedLine::Any => {
                let mut is_open = false;
                for (end, before) in next.iter_mut().zip(&ends) {
                    is_open |= before;
                    *end = is_open;
                }
            }
            WantedLine::One(pattern) => {
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

/// The most lines that are set next to the patterns.
const MOST_LINES: usize = 2_000;

/// The patterns and the printed lines in pairs, so that as many as possible fit. A line of dots stands next to nothing, and
/// the lines that it stands for fit.
pub(super) fn side_by_side(wanted: &[WantedLine], source: &str, output: &str) -> Option<Vec<LinePair>> {
    let output = output.replace("\r\n", "\n");
    let printed: Vec<&str> = output.trim_end_matches('\n').split('\n').collect();
    let sources: Vec<&str> = source.trim_end_matches('\n').split('\n').collect();
    if wanted.len() != sources.len() || wanted.len().max(printed.len()) > MOST_LINES {
        return None;
    }
    let fits = |line: usize, at: usize| match &wanted[line] {
        WantedLine::Any => true,
        WantedLine::One(pattern) => pattern.find(printed[at]).is_some(),
    };
    let width = printed.len() + 1;
    // A line that fits its pattern is worth more than all lines that dots can stand for.
    let weight = |line: usize| if matches!(wanted[line], WantedLine::Any) { 1 } else { width };
    // The most that a match of the remaining lines is worth.
    let mut most = vec![0_usize; (wanted.len() + 1) * width];
    for line in (0..wanted.len()).rev() {
        for at in (0..width).rev() {
            let without = most[(line + 1) * width + at];
            most[line * width + at] = if at == printed.len() {
                without
            } else {
                let stays = if matches!(wanted[line], WantedLine::Any) { line } else { line + 1 };
                let beside = if fits(line, at) { weight(line) + most[stays * width + at + 1] } else { 0 };
                without.max(beside).max(most[line * width + at + 1])
            };
        }
    }
    let bytes = |text: &str| Some(text.as_bytes().to_vec());
    let (mut line, mut at, mut pairs) = (0, 0, Vec::new());
    while line < wanted.len() || at < printed.len() {
        let here = most[line * width + at];
        let is_any = wanted.get(line).is_some_and(|line| matches!(line, WantedLine::Any));
        let can_fit = line < wanted.len() && at < printed.len() && fits(line, at);
        let stays = if is_any { line } else { line + 1 };
        if can_fit && here == weight(line) + most[stays * width + at + 1] {
            let expected = if is_any { None } else { bytes(sources[line]) };
            pairs.push(LinePair { expected, actual: bytes(printed[at]), fits: true });
            (line, at) = (stays, at + 1);
        } else if line < wanted.len() && here == most[(line + 1) * width + at] {
            let is_beside_next = at < printed.len() && !is_any && here == most[(line + 1) * width + at + 1];
            let actual = if is_beside_next { bytes(printed[at]) } else { None };
            at += usize::from(is_beside_next);
            pairs.push(LinePair { expected: bytes(sources[line]), actual, fits: is_any });
            line += 1;
        } else {
            pairs.push(LinePair { expected: None, actual: bytes(printed[at]), fits: false });
            at += 1;
        }
    }
    Some(pairs)
}

fn unlike(at: usize, printed: &[&str]) -> Mismatch {
    let number = at + 1;
    let why = match printed.get(at) {
        Some(line) => text!(
            "line {number} of the output, `{line}`, does not fit",
            "dòng {number} của đầu ra, `{line}`, không khớp"
        ),
        None => text!("the output ends before line {number}", "đầu ra kết thúc trước dòng {number}"),
    };
    let printed = printed.get(at).map(|line| (*line).to_owned());
    Mismatch::new(MismatchKind::Line { at, printed }, why)
}

//! A turn as it must be and as it was printed, side by side.

use anstyle::Style;

use super::{BAD, FAINT, GOOD, pad, paint};
use crate::compare::{FormatKind, LinePair, Part, parts};
use crate::diagnostics::{Language, Text, text};
use crate::grade::{Failure, FormatFinding, Shown};
use crate::report::sides::{Sides, printed};
use crate::report::visible::{Blanks, shortened, visible_line};
use crate::report::words::counted;

/// The most bytes of a turn's output that are drawn.
const MOST_BYTES: usize = 4_000;
/// The most lines of a turn that are drawn.
const MOST_LINES: usize = 24;
/// Of a longer line the part around the first difference is drawn.
const MOST_COLUMNS: usize = 120;
/// The number of columns of a cut line that are drawn before the first difference.
const COLUMNS_BEFORE: usize = 40;
/// The most lines in a row that a program printed alike and that are all drawn; of more, one is drawn and the
/// others are counted.
const MOST_ALIKE: usize = 3;

/// The turn in which a game went wrong, as far as it is shown to the reader.
pub(super) fn of_failure(failure: &Failure, shown: Shown, language: Language) -> Vec<String> {
    if !shown.expected || !shown.actual {
        let lines = |text: &Option<Vec<u8>>, words: &Text| {
            let text = shortened(text.as_deref().unwrap_or_default(), MOST_BYTES);
            alone(&text, words, language)
        };
        return match (shown.expected, shown.actual) {
            (true, _) => lines(&failure.expected, &text!("expected", "mong đợi")),
            (_, true) => lines(&failure.actual, &printed()),
            _ => Vec::new(),
        };
    }
    let actual = shortened(failure.actual.as_deref().unwrap_or_default(), MOST_BYTES);
    if failure.kind.is_some() && failure.expected.is_none() {
        return alone(&actual, &printed(), language);
    }
    let Sides { expected: expected_head, actual: actual_head, pairs } = Sides::of(failure, MOST_BYTES);
    let width = pairs.iter().filter_map(|pair| pair.expected.as_ref()).map(Vec::len).max().unwrap_or(0);
    let width = width.clamp(24, 60);
    let mut drawn = vec![head(&expected_head, &actual_head, width, language)];
    if actual.is_empty() {
        // Everything is missing, so that marks would mark nothing.
        let missing = pairs.iter().filter_map(|pair| pair.expected.as_ref()).take(MOST_LINES);
        drawn.extend(missing.map(|line| beside(&pad(&visible_line(line, Blanks::AsTheyAre), width), "")));
    } else {
        // A board is drawn by the harness, and its blanks say nothing.
        let blanks = if failure.kind.is_some() { Blanks::AsTheyAre } else { Blanks::Marked };
        draw(&pairs, (width, blanks), language, &mut drawn);
    }
    drawn
}

/// A text where there is nothing to set next to it.
fn alone(text: &[u8], words: &Text, language: Language) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut drawn = vec![paint(FAINT, words.to(language))];
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let shown = &lines[lines.len().saturating_sub(MOST_LINES)..];
    drawn.extend(shown.iter().map(|line| format!("│ {}", visible_line(line, Blanks::AsTheyAre))));
    drawn
}

/// The lines around the first one that differs; of many that were printed alike, one.
fn draw(pairs: &[LinePair], (width, blanks): (usize, Blanks), language: Language, drawn: &mut Vec<String>) {
    let first = pairs.iter().position(LinePair::differs).unwrap_or(0);
    let mut rest = &pairs[first.saturating_sub(MOST_LINES / 2)..];
    let mut room = MOST_LINES;
    while let ([pair, ..], 1..) = (rest, room) {
        drawn.push(line_pair(pair, width, blanks));
        room -= 1;
        let alike = rest.iter().take_while(|other| *other == pair).count();
        let folds = alike > MOST_ALIKE && pair.expected.is_none();
        if folds {
            let more = alike - 1;
            let words = text!("... the same {more} more times", "... thêm {more} dòng như vậy");
            drawn.push(words.to(language).to_owned());
        }
        rest = &rest[if folds { alike } else { 1 }..];
    }
    if !rest.is_empty() {
        let (lines, count) = (counted(rest.len(), "more line"), rest.len());
        drawn.push(text!("... {lines}", "... còn {count} dòng").to(language).to_owned());
    }
}

/// The line by which a difference of format is shown.
pub(super) fn of_format(finding: &FormatFinding, language: Language) -> Vec<String> {
    if finding.expected.is_none() && finding.actual.is_none() {
        return Vec::new();
    }
    // Where lines are broken differently, their ends show it.
    let end: &[u8] = if finding.kind == FormatKind::LineBreaks { b"\n" } else { b"" };
    let shown = |line: &Option<Vec<u8>>| line.as_ref().map(|line| [line, end].concat());
    let first = LinePair { expected: shown(&finding.expected), actual: shown(&finding.actual), fits: false };
    let pairs: Vec<&LinePair> =
        std::iter::once(&first).chain(finding.more.iter().map(|(_, pair)| pair)).collect();
    let lengths = pairs.iter().filter_map(|pair| pair.expected.as_ref()).map(Vec::len);
    let width = lengths.max().unwrap_or(0).clamp(24, 60);
    let mut drawn = vec![head(&text!("expected", "mong đợi"), &printed(), width, language)];
    drawn.extend(pairs.into_iter().map(|pair| line_pair(pair, width, Blanks::Marked)));
    drawn
}

fn head(left: &Text, right: &Text, width: usize, language: Language) -> String {
    paint(FAINT, &beside(&pad(left.to(language), width), right.to(language)))
}

/// The expected line on the left, the actual one on the right. With the bar between them no line begins with
/// a program's output, so that none is taken for a command, as CI services take `::error::`.
fn beside(left: &str, right: &str) -> String {
    format!("{left} │ {right}")
}

/// Two lines side by side. Where they differ, blanks are as visible as they are to be, and the differing parts are marked.
fn line_pair(pair: &LinePair, width: usize, blanks: Blanks) -> String {
    let pair = &cut(pair);
    if !pair.differs() {
        let show = |line: Option<&Vec<u8>>| {
            line.map(|line| visible_line(line, Blanks::AsTheyAre)).unwrap_or_default()
        };
        return beside(&pad(&show(pair.expected.as_ref()), width), &show(pair.actual.as_ref()));
    }
    let empty = Vec::new();
    let (left, right) =
        parts(pair.expected.as_ref().unwrap_or(&empty), pair.actual.as_ref().unwrap_or(&empty));
    let length: usize = left.iter().map(|part| visible_line(&part.bytes, blanks).chars().count()).sum();
    let gap = " ".repeat(width.saturating_sub(length));
    let (left, right) = (marked(&left, GOOD, blanks) + &gap, marked(&right, BAD, blanks));
    beside(&left, &format!("{right}  <-"))
}

/// Two lines, of which no more is left than can be read.
fn cut(pair: &LinePair) -> LinePair {
    let is_short = |line: &Option<Vec<u8>>| line.as_ref().is_none_or(|line| fitting(line) == line.len());
    if is_short(&pair.expected) && is_short(&pair.actual) {
        return pair.clone();
    }
    let (left, right) =
        (pair.expected.as_deref().unwrap_or_default(), pair.actual.as_deref().unwrap_or_default());
    let same = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let from = same.saturating_sub(COLUMNS_BEFORE);
    let part = |line: &Option<Vec<u8>>| {
        let line = line.as_ref()?;
        let rest = line.get(from..).unwrap_or_default();
        let shown = &rest[..fitting(rest)];
        let (before, after): (&[u8], &[u8]) =
            (if from > 0 { b"..." } else { b"" }, if shown.len() < rest.len() { b"..." } else { b"" });
        Some([before, shown, after].concat())
    };
    LinePair { expected: part(&pair.expected), actual: part(&pair.actual), fits: pair.fits }
}

/// The number of the first bytes of a line that have room in the columns there are; a byte that is no letter takes several.
fn fitting(line: &[u8]) -> usize {
    if line.len() * 4 <= MOST_COLUMNS {
        return line.len();
    }
    let mut room = MOST_COLUMNS;
    let fits = |byte: &&u8| {
        let columns = visible_line(&[**byte], Blanks::AsTheyAre).chars().count();
        // The parts of a letter of several bytes take no room after the first.
        let columns = if **byte >= 0x80 && std::str::from_utf8(line).is_ok() {
            usize::from(**byte >= 0xC0)
        } else {
            columns
        };
        room.checked_sub(columns).is_some_and(|rest| {
            room = rest;
            true
        })
    };
    line.iter().take_while(fits).count()
}

fn marked(parts: &[Part], style: Style, blanks: Blanks) -> String {
    parts
        .iter()
        .map(|part| {
            let shown = visible_line(&part.bytes, blanks);
            if part.differs { paint(style.bold().underline(), &shown) } else { shown }
        })
        .collect()
}

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
/// A side has at least this many columns, however narrow the terminal is.
const LEAST_COLUMNS: usize = 16;
/// What stands between the sides, and after the second one.
const MARKS: [&str; 2] = [" │ ", "  <-"];
/// The most lines in a row that a program printed alike and that are all drawn; of more, one is drawn and the
/// others are counted.
const MOST_ALIKE: usize = 3;

/// The columns of the two sides.
#[derive(Clone, Copy)]
struct Columns {
    /// The width to which the left side is filled up.
    left: usize,
    /// The most columns that are drawn of a line on each side.
    most: [usize; 2],
}

impl Columns {
    /// The columns for such lines; in a terminal both sides have room in this width.
    fn of<'p>(pairs: impl Iterator<Item = &'p LinePair>, room: Option<usize>) -> Self {
        let longest = pairs.filter_map(|pair| pair.expected.as_ref()).map(Vec::len).max().unwrap_or(0);
        let Some(room) = room else {
            return Self { left: longest.clamp(24, 60), most: [MOST_COLUMNS; 2] };
        };
        let marks: usize = MARKS.iter().map(|mark| mark.chars().count()).sum();
        let room = room.saturating_sub(marks).max(2 * LEAST_COLUMNS);
        let left = longest.clamp(24.min(room / 2), room / 2);
        Self { left, most: [left, room - left] }
    }
}

/// The turn in which a game went wrong, as far as it is shown to the reader; in a terminal its lines have room in this width.
pub(super) fn of_failure(
    failure: &Failure,
    shown: Shown,
    language: Language,
    room: Option<usize>,
) -> Vec<String> {
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
    let columns = Columns::of(pairs.iter(), room);
    let mut drawn = vec![head(&expected_head, &actual_head, columns.left, language)];
    if actual.is_empty() {
        // Everything is missing, so that marks would mark nothing.
        let missing = pairs.iter().filter_map(|pair| pair.expected.as_ref()).take(MOST_LINES);
        drawn.extend(
            missing.map(|line| beside(&pad(&visible_line(line, Blanks::AsTheyAre), columns.left), "")),
        );
    } else {
        // A board is drawn by the harness, and its blanks say nothing.
        let blanks = if failure.kind.is_some() { Blanks::AsTheyAre } else { Blanks::Marked };
        draw(&pairs, (columns, blanks), language, &mut drawn);
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
fn draw(
    pairs: &[LinePair],
    (columns, blanks): (Columns, Blanks),
    language: Language,
    drawn: &mut Vec<String>,
) {
    let first = pairs.iter().position(LinePair::differs).unwrap_or(0);
    let mut rest = &pairs[first.saturating_sub(MOST_LINES / 2)..];
    let mut room = MOST_LINES;
    while let ([pair, ..], 1..) = (rest, room) {
        drawn.push(line_pair(pair, columns, blanks));
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
pub(super) fn of_format(finding: &FormatFinding, language: Language, room: Option<usize>) -> Vec<String> {
    if finding.expected.is_none() && finding.actual.is_none() {
        return Vec::new();
    }
    // Where lines are broken differently, their ends show it.
    let end: &[u8] = if finding.kind == FormatKind::LineBreaks { b"\n" } else { b"" };
    let shown = |line: &Option<Vec<u8>>| line.as_ref().map(|line| [line, end].concat());
    let first = LinePair { expected: shown(&finding.expected), actual: shown(&finding.actual), fits: false };
    let pairs: Vec<&LinePair> =
        std::iter::once(&first).chain(finding.more.iter().map(|(_, pair)| pair)).collect();
    let columns = Columns::of(pairs.iter().copied(), room);
    let mut drawn = vec![head(&text!("expected", "mong đợi"), &printed(), columns.left, language)];
    drawn.extend(pairs.into_iter().map(|pair| line_pair(pair, columns, Blanks::Marked)));
    drawn
}

fn head(left: &Text, right: &Text, width: usize, language: Language) -> String {
    paint(FAINT, &beside(&pad(left.to(language), width), right.to(language)))
}

/// The expected line on the left, the actual one on the right. With the bar between them no line begins with
/// a program's output, so that none is taken for a command, as CI services take `::error::`.
fn beside(left: &str, right: &str) -> String {
    format!("{left}{}{right}", MARKS[0])
}

/// Two lines side by side. Where they differ, blanks are as visible as they are to be, and the differing parts are marked.
fn line_pair(pair: &LinePair, columns: Columns, blanks: Blanks) -> String {
    let pair = &cut(pair, columns.most);
    if !pair.differs() {
        let show = |line: Option<&Vec<u8>>| {
            line.map(|line| visible_line(line, Blanks::AsTheyAre)).unwrap_or_default()
        };
        return beside(&pad(&show(pair.expected.as_ref()), columns.left), &show(pair.actual.as_ref()));
    }
    let empty = Vec::new();
    let (left, right) =
        parts(pair.expected.as_ref().unwrap_or(&empty), pair.actual.as_ref().unwrap_or(&empty));
    let length: usize = left.iter().map(|part| visible_line(&part.bytes, blanks).chars().count()).sum();
    let gap = " ".repeat(columns.left.saturating_sub(length));
    let (left, right) = (marked(&left, GOOD, blanks) + &gap, marked(&right, BAD, blanks));
    beside(&left, &(right + MARKS[1]))
}

/// Two lines, of which no more is left than has room.
fn cut(pair: &LinePair, most: [usize; 2]) -> LinePair {
    const CUT: &[u8] = b"...";
    let sides = [pair.expected.as_deref(), pair.actual.as_deref()];
    let is_short =
        |(line, most): (Option<&[u8]>, usize)| line.is_none_or(|line| fitting(line, most) == line.len());
    if sides.into_iter().zip(most).all(is_short) {
        return pair.clone();
    }
    let [left, right] = sides.map(Option::unwrap_or_default);
    let same = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let from = same.saturating_sub(most[0].min(most[1]) / 3);
    let [expected, actual] = [0, 1].map(|side| {
        let (line, most) = (sides[side]?, most[side]);
        let before = if from > 0 { CUT } else { b"" };
        let rest = line.get(from..).unwrap_or_default();
        let room = most - before.len();
        let whole = fitting(rest, room) == rest.len();
        let shown = if whole { rest } else { &rest[..fitting(rest, room - CUT.len())] };
        Some([before, shown, if whole { b"" } else { CUT }].concat())
    });
    LinePair { expected, actual, fits: pair.fits }
}

/// The number of the first bytes of a line that fit into a number of columns; a byte that is no letter takes several.
fn fitting(line: &[u8], most: usize) -> usize {
    if line.len() * 4 <= most {
        return line.len();
    }
    let is_text = std::str::from_utf8(line).is_ok();
    let mut room = most;
    let fits = |byte: &&u8| {
        // The parts of a letter of several bytes take no room after the first.
        let columns = match **byte {
            0x80..=0xBF if is_text => 0,
            0xC0.. if is_text => 1,
            byte => visible_line(&[byte], Blanks::AsTheyAre).chars().count(),
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

//! What must come out next to what came out, line by line, with the words and cells that differ marked; boards look like boards.

use maud::{Markup, html};

use crate::compare::{LinePair, Part, word_parts};
use crate::diagnostics::text;
use crate::grade::{Failure, Shown};
use crate::report::html::voice::Voice;
use crate::report::sides::{Sides, printed};
use crate::report::visible::{Blanks, shortened, visible, visible_line};

/// The most bytes of a side that are shown.
const MOST_BYTES: usize = 8_000;
/// The most lines that are shown, around the first one that differs.
const MOST_LINES: usize = 80;
/// A line as long as this is not compared word by word.
const MOST_COLUMNS: usize = 2_000;

/// The output of the turn that went wrong, as far as it is shown.
pub(super) fn of_failure(failure: &Failure, shown: Shown, voice: Voice<'_>) -> Markup {
    let alone = |output: &Option<Vec<u8>>, head| {
        let output = shortened(output.as_deref().unwrap_or_default(), MOST_BYTES);
        html! {
            @if !output.is_empty() {
                figure.alone {
                    figcaption { (head) }
                    pre tabindex="0" { (visible(&output, Blanks::AsTheyAre)) }
                }
            }
        }
    };
    let has_two_sides = failure.expected.is_some() || failure.kind.is_none();
    match (shown.expected && has_two_sides, shown.actual) {
        (true, true) => {
            let sides = Sides::of(failure, MOST_BYTES);
            let is_board = is_board(&sides.pairs);
            let blanks = if is_board { Blanks::AsTheyAre } else { Blanks::Marked };
            lines(&sides, blanks, is_board, voice)
        }
        (true, false) => alone(&failure.expected, voice.text(text!("expected", "mong đợi"))),
        (false, true) => alone(&failure.actual, voice.text(printed())),
        (false, false) => html! {},
    }
}

/// Returns `true` for lines of single characters with blanks between them, and nothing else.
fn is_board(pairs: &[LinePair]) -> bool {
    let is_row = |line: &&Vec<u8>| {
        line.split(|byte| *byte == b' ').all(|cell| String::from_utf8_lossy(cell).chars().count() <= 1)
    };
    let lines = || pairs.iter().flat_map(|pair| pair.expected.iter().chain(&pair.actual));
    pairs.len() > 2 && lines().filter(|line| line.len() > 2).count() > 3 && lines().all(|line| is_row(&line))
}

/// Lines side by side.
pub(super) fn lines(sides: &Sides, blanks: Blanks, is_board: bool, voice: Voice<'_>) -> Markup {
    let first = sides.pairs.iter().position(LinePair::differs).unwrap_or(0).saturating_sub(MOST_LINES / 2);
    let shown = &sides.pairs[first..(first + MOST_LINES).min(sides.pairs.len())];
    let left_out = sides.pairs.len() - shown.len();
    let differs = voice.text(text!("differs", "khác"));
    html! {
        div.diff.board[is_board] tabindex="0" role="group" aria-label=(voice.text(text!("expected and printed", "mong đợi và in ra"))) {
            table {
                thead {
                    tr {
                        th scope="col" { (voice.own(&sides.expected)) }
                        th scope="col" { (voice.own(&sides.actual)) }
                        td.sign {}
                    }
                }
                tbody {
                    @for pair in shown {
                        @if pair.differs() {
                            @let (left, right) = parts(pair);
                            tr.differs {
                                td { (marked(&left, blanks)) }
                                td { (marked(&right, blanks)) }
                                td.sign { "◂ " span { (differs) } }
                            }
                        } @else {
                            tr {
                                td { (plain(pair.expected.as_ref())) }
                                td { (plain(pair.actual.as_ref())) }
                                td.sign {}
                            }
                        }
                    }
                }
            }
            @if left_out > 0 {
                p.soft { (voice.text(text!("... {left_out} more lines", "... còn {left_out} dòng"))) }
            }
        }
    }
}

fn plain(line: Option<&Vec<u8>>) -> String {
    line.map(|line| visible_line(line, Blanks::AsTheyAre)).unwrap_or_default()
}

fn parts(pair: &LinePair) -> (Vec<Part>, Vec<Part>) {
    let empty = Vec::new();
    let (left, right) = (pair.expected.as_ref().unwrap_or(&empty), pair.actual.as_ref().unwrap_or(&empty));
    if left.len().max(right.len()) > MOST_COLUMNS {
        let whole = |line: &Vec<u8>| vec![Part { bytes: line.clone(), differs: true }];
        return (whole(left), whole(right));
    }
    word_parts(left, right)
}

/// A line with what differs marked; blanks are as visible as they have to be.
fn marked(parts: &[Part], blanks: Blanks) -> Markup {
    html! {
        @for part in parts {
            @if part.differs { mark { (visible_line(&part.bytes, blanks)) } }
            @else { (visible_line(&part.bytes, Blanks::AsTheyAre)) }
        }
    }
}

//! The search for the drawing that fits most of the boards that a submission printed.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Grid, Size, reference_boards};
use super::{Cells, Drawing, RowFrame};
use crate::compare::wording::is_wording;

/// This many turns tell how a board is drawn.
const MOST_SAMPLES: usize = 300;
/// A grid that explains none of this many of them is given up.
const PROBES: usize = 24;
/// A turn with more lines says nothing of drawing.
const MOST_LINES: usize = 60;
/// More lines above and below a board are not part of it.
const MOST_AROUND: usize = 3;

/// From the program's symbols to the reference's.
type Symbols = BTreeMap<u8, u8>;

/// A board of the reference, and the output where it must be.
struct Sample<'a> {
    cells: Cells,
    lines: Vec<&'a [u8]>,
}

impl Drawing {
    /// Learns from turns of one submission: the expected output and the actual one, without the echo.
    pub(in crate::compare) fn learn<'a>(turns: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> Option<Self> {
        let mut found: Vec<(Size, Sample<'a>)> = Vec::new();
        for (expected, actual) in turns {
            let lines: Vec<&[u8]> = actual.split(|byte| *byte == b'\n').collect();
            // Where a turn has several boards it is not clear which one stands where.
            if let ([(size, cells)], 1..=MOST_LINES) = (reference_boards(expected).as_slice(), lines.len()) {
                found.push((*size, Sample { cells: cells.clone(), lines }));
            }
            if found.len() == MOST_SAMPLES {
                break;
            }
        }
        let size = found.first()?.0;
        let samples: Vec<Sample<'a>> =
            found.into_iter().filter(|(other, _)| *other == size).map(|(_, sample)| sample).collect();
        let (grid, symbols) = best(size, &samples)?;
        Some(framed(size, grid, symbols, &samples))
    }
}

/// The score of a drawing, by which the best one is chosen; of equals the first one is taken.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// The boards that it explains.
    boards: usize,
    /// The symbols that it explains.
    symbols: usize,
    is_reference: bool,
}

/// The grid and the symbols by which most boards are as they must be.
fn best(size: Size, samples: &[Sample<'_>]) -> Option<(Grid, Symbols)> {
    let all: BTreeSet<u8> = samples.iter().flat_map(|sample| sample.cells.iter().copied()).collect();
    let mut best: Option<(Fit, Grid, Symbols)> = None;
    let probes = samples.iter().step_by(samples.len().div_ceil(PROBES));
    let is_likely = |grid: &Grid| probes.clone().any(|sample| !said_by(sample, *grid, size).is_empty());
    for grid in Grid::all().filter(is_likely) {
        // The symbols that each turn shows; a board that is printed twice counts once.
        let said: Vec<BTreeSet<Symbols>> = samples.iter().map(|sample| said_by(sample, grid, size)).collect();
        let candidates: BTreeSet<&Symbols> = said.iter().flatten().collect();
        let is_sometimes_the_reference =
            said.iter().flatten().any(|symbols| symbols.len() > 1 && is_reference(symbols));
        for symbols in candidates {
            // Where a blank is a cell, anything may look like an empty board.
            let is_blank = symbols.contains_key(&b' ') && symbols.len() < all.len();
            // Symbols of the reference that stand for others must do so always.
            let is_crossed = symbols.iter().any(|(own, meant)| own != meant && all.contains(own));
            if is_blank || (is_crossed && is_sometimes_the_reference) {
                continue;
            }
            let fits = |known: &Symbols| known.iter().all(|(own, meant)| symbols.get(own) == Some(meant));
            let boards = said.iter().filter(|said| said.iter().any(fits)).count();
            let fit = Fit { boards, symbols: symbols.len(), is_reference: is_reference(symbols) };
            if best.as_ref().is_none_or(|(known, ..)| fit > *known) {
                best = Some((fit, grid, symbols.clone()));
            }
        }
    }
    let (_, grid, mut symbols) = best?;
    for cell in all {
        // A symbol that was never seen where it must be is taken to be the reference's, as far as that can
        // be.
        if !symbols.values().any(|known| *known == cell) {
            symbols.entry(cell).or_insert(cell);
        }
    }
    Some((grid, symbols))
}

/// The symbols that a turn may show, for each place in it where the board may stand.
fn said_by(sample: &Sample<'_>, grid: Grid, size: Size) -> BTreeSet<Symbols> {
    let tops = 0..(sample.lines.len() + 1).saturating_sub(grid.height(size));
    tops.filter_map(|top| grid.symbols(&sample.lines, top, size, &sample.cells)).collect()
}

fn is_reference(symbols: &Symbols) -> bool {
    symbols.iter().all(|(own, meant)| own == meant)
}

/// The drawing with all that stands around the cells and is always the same.
fn framed(size: Size, grid: Grid, symbols: Symbols, samples: &[Sample<'_>]) -> Drawing {
    let height = grid.height(size);
    let fits = |known: &Symbols| known.iter().all(|(own, meant)| symbols.get(own) == Some(meant));
    let boards: Vec<(&Sample<'_>, usize)> = samples
        .iter()
        .filter_map(|sample| {
            let mut tops = 0..(sample.lines.len() + 1).saturating_sub(height);
            let top = tops.find(|top| {
                grid.symbols(&sample.lines, *top, size, &sample.cells).is_some_and(|known| fits(&known))
            })?;
            Some((sample, top))
        })
        .collect();
    let row = |index: usize| -> RowFrame {
        let lines = || boards.iter().map(|(sample, top)| sample.lines[top + index * grid.down]);
        let gap = |cell: usize| -> Vec<u8> {
            let line = lines().next().unwrap_or_default();
            line.get(grid.column(cell) + 1..grid.column(cell + 1)).unwrap_or_default().to_vec()
        };
        let lefts = lines().map(|line| &line[..grid.first.min(line.len())]);
        let rights = lines().map(|line| line.get(grid.end(size)..).unwrap_or_default());
        RowFrame {
            left: without_words_before(common_end(lefts)),
            gaps: (0..size.columns - 1).map(gap).collect(),
            right: without_words_after(common_start(rights)),
        }
    };
    let line_between = |index: usize| -> Vec<u8> {
        boards.first().map(|(sample, top)| sample.lines[top + index].to_vec()).unwrap_or_default()
    };
    Drawing {
        size,
        grid,
        rows: (0..size.rows).map(row).collect(),
        between: (0..height).filter(|index| index % grid.down != 0).map(line_between).collect(),
        above: around(|nearest| {
            boards.iter().map(|(sample, top)| Some(sample.lines[top.checked_sub(nearest + 1)?])).collect()
        }),
        below: around(|nearest| {
            boards.iter().map(|(sample, top)| sample.lines.get(top + height + nearest).copied()).collect()
        }),
        symbols,
    }
}

/// The lines next to a board that are the same everywhere and hold no words, up to the last one that is not empty.
fn around<'a>(lines: impl Fn(usize) -> Option<Vec<&'a [u8]>>) -> Vec<Vec<u8>> {
    let always = |nearest: usize| -> Option<Vec<u8>> {
        let lines = lines(nearest)?;
        let first = lines.first()?.trim_ascii_end();
        let is_one = lines.iter().all(|line| line.trim_ascii_end() == first) && !is_wording(first);
        is_one.then(|| first.to_vec())
    };
    let mut found: Vec<Vec<u8>> = (0..MOST_AROUND).map_while(always).collect();
    while found.last().is_some_and(Vec::is_empty) {
        found.pop();
    }
    found
}

fn common_start<'a>(mut texts: impl Iterator<Item = &'a [u8]>) -> &'a [u8] {
    let first = texts.next().unwrap_or_default();
    texts.fold(first, |common, text| {
        let same = common.iter().zip(text).take_while(|(one, other)| one == other).count();
        &common[..same]
    })
}

fn common_end<'a>(mut texts: impl Iterator<Item = &'a [u8]>) -> &'a [u8] {
    let first = texts.next().unwrap_or_default();
    texts.fold(first, |common, text| {
        let same = common.iter().rev().zip(text.iter().rev()).take_while(|(one, other)| one == other).count();
        &common[common.len() - same..]
    })
}

/// The text to the right of a row, up to the first word.
fn without_words_after(text: &[u8]) -> Vec<u8> {
    let word = text.windows(2).position(|pair| pair.iter().all(u8::is_ascii_alphabetic));
    text[..word.unwrap_or(text.len())].to_vec()
}

/// The text to the left of a row, from the last word on.
fn without_words_before(text: &[u8]) -> Vec<u8> {
    let word = text.windows(2).rposition(|pair| pair.iter().all(u8::is_ascii_alphabetic));
    text[word.map_or(0, |at| at + 2)..].to_vec()
}

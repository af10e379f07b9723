//! The places of a screen in which cells look the same where they must, and different where they may.

use std::collections::BTreeSet;
use std::ops::Range;

use super::looks::Looks;
use super::{Kinds, Lattice};
use crate::observe::screen::{Screen, Spot};

/// The lines and columns that a cell takes beyond its first place, in the largest window, and the column by which labels shift cells.
const BEYOND: (usize, usize) = (2, 3);

/// A screen as one row of numbers, so that many places are compared at once.
pub(super) struct Raster {
    marks: Vec<u32>,
    /// The numbers of a line, with blanks behind it.
    stride: usize,
    height: usize,
    width: usize,
}

impl Raster {
    /// A screen; where pieces differ by their colours, these are part of what is compared.
    pub(super) fn of(screen: &Screen, has_colours: bool) -> Self {
        let (height, width) = (screen.height(), screen.width());
        let stride = width + BEYOND.1;
        let mut colours: Vec<u32> = vec![0];
        let mut mark = |spot: Spot| {
            if !has_colours || spot.colour == 0 {
                return u32::from(spot.glyph);
            }
            let known = colours.iter().position(|colour| *colour == spot.colour);
            let number = known.unwrap_or_else(|| {
                colours.push(spot.colour);
                colours.len() - 1
            });
            // A character has fewer bits. More colours than fit into the others may look the same here.
            u32::from(spot.glyph) | (number as u32) << 21
        };
        let lines = (0..height + BEYOND.0).flat_map(|line| (0..stride).map(move |column| (line, column)));
        let marks = lines.map(|(line, column)| mark(screen.at(line, column))).collect();
        Self { marks, stride, height, width }
    }

    /// The places from this line on that tell the cells of a layout apart, if there are any, found in no more looks than are left.
    pub(super) fn telling(
        &self,
        lattice: Lattice,
        kinds: &Kinds,
        from: usize,
        left: &Looks,
    ) -> Option<Telling> {
        let lines = from..(self.height + 1).saturating_sub(lattice.height());
        let columns = self.width.saturating_sub(lattice.last_column());
        let distance = |(row, column): &(usize, usize)| {
            let (line, column) = lattice.place(0, *row, *column);
            line * self.stride + column
        };
        let cells: [Vec<usize>; 3] =
            [1, 2, 0].map(|kind: usize| kinds.0[kind].iter().map(distance).collect());
        let mut places = Vec::new();
        if lines.is_empty() || columns == 0 {
            return None;
        }
        for line in lines.start..lines.end + BEYOND.0 {
            if !left.take(columns as u64) {
                break;
            }
            let telling = self.telling_in(line, columns + BEYOND.1 - 1, &cells);
            places.extend(telling.into_iter().map(|column| (line, column)));
        }
        (!places.is_empty()).then_some(Telling { lattice, lines, columns, places })
    }

    /// The same of one line: the columns in which the cells of each kind look the same, and not all kinds.
    fn telling_in(&self, line: usize, columns: usize, cells: &[Vec<usize>; 3]) -> Vec<usize> {
        let marks = |distance: usize| &self.marks[line * self.stride + distance..][..columns];
        let firsts: Vec<&[u32]> =
            cells.iter().filter_map(|cells| cells.first()).map(|first| marks(*first)).collect();
        let Some((one, others)) = firsts.split_first() else { return Vec::new() };
        let differs = |column: usize| others.iter().any(|other| other[column] != one[column]);
        // Numbers in place of truth values, so that several are worked out in one instruction.
        let mut tells: Vec<u32> = (0..columns).map(|column| u32::from(differs(column))).collect();
        for cells in cells {
            let Some((first, others)) = cells.split_first() else { continue };
            let first = marks(*first);
            for other in others {
                let mut any = 0;
                for ((tells, one), other) in tells.iter_mut().zip(first).zip(marks(*other)) {
                    *tells &= u32::from(one == other);
                    any |= *tells;
                }
                if any == 0 {
                    return Vec::new();
                }
            }
        }
        (0..columns).filter(|column| tells[*column] == 1).collect()
    }
}

/// The places that tell the cells of a layout apart.
pub(super) struct Telling {
    lattice: Lattice,
    /// The lines and the number of columns in which a board may begin.
    lines: Range<usize>,
    columns: usize,
    places: Vec<(usize, usize)>,
}

impl Telling {
    /// The layouts whose cells have a part of this size with such a place, from above, each with the line in which it begins.
    pub(super) fn lattices(&self, (high, wide): (usize, usize)) -> impl Iterator<Item = (usize, Lattice)> {
        let (down, right) = self.lattice.step;
        let window: Vec<(usize, usize)> =
            (0..high).flat_map(|line| (0..wide).map(move |column| (line, column))).collect();
        let before = |(line, column): &(usize, usize)| {
            let (line, column) = (*line, *column);
            let first = window.iter().filter_map(move |(down, right)| {
                Some((line.checked_sub(*down)?, column.checked_sub(*right)?))
            });
            first.filter(|(line, column)| self.lines.contains(line) && *column < self.columns)
        };
        let fits = high <= down && wide <= right;
        let first: BTreeSet<(usize, usize)> = self.places.iter().filter(|_| fits).flat_map(before).collect();
        let lattice = Lattice { window, ..self.lattice.clone() };
        first.into_iter().map(move |(line, column)| (line, Lattice { column, ..lattice.clone() }))
    }
}

//! The player's input: `x,y`.

use super::observation::Refusal;
use super::rules::{Axes, Blanks, CarriageReturn, LeadingZeros, LineLength, Missing, Plus, Rules, Tail};
use crate::grid::Cell;

/// Two numbers on the board, in the order in which they are typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// The first, 0 to 14.
    pub x: usize,
    /// The second, 0 to 14.
    pub y: usize,
}

impl Coordinates {
    /// The cell that they mean.
    pub fn cell(self, axes: Axes) -> Cell {
        match axes {
            Axes::XIsRow => Cell::new(self.x, self.y),
            Axes::XIsColumn => Cell::new(self.y, self.x),
        }
    }

    /// The coordinates of a cell, which may be none of the board.
    pub fn of(cell: Cell, axes: Axes) -> Self {
        match axes {
            Axes::XIsRow => Self { x: cell.row, y: cell.column },
            Axes::XIsColumn => Self { x: cell.column, y: cell.row },
        }
    }

    /// As they are typed.
    pub fn typed(self) -> String {
        format!("{},{}", self.x, self.y)
    }
}

/// The coordinates on a line, with or without its end.
///
/// # Errors
///
/// The line has a wrong format, or a number is not on the board. The reason is how the reference calls it; programs may
/// give another.
pub fn parse(line: &[u8], rules: &Rules) -> Result<Coordinates, Refusal> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = match rules.carriage_return {
        CarriageReturn::EndsLine => line.strip_suffix(b"\r").unwrap_or(line),
        CarriageReturn::Refused => line,
    };
    let line = match rules.line_length {
        LineLength::Whole => line,
        LineLength::Nine => line.get(..9).unwrap_or(line),
    };
    if trimmed(line, rules).is_empty() {
        return Err(Refusal::Empty);
    }
    let mut parts = line.split(|byte| *byte == b',');
    let x = parts.next().unwrap_or_default();
    let y = parts.next().ok_or(Refusal::NoComma)?;
    let (x, y) = (number(x, rules), number(y, rules));
    if parts.next().is_some() && rules.tail == Tail::Refused {
        return Err(Refusal::TooMuch);
    }
    Ok(Coordinates { x: x?, y: y? })
}

fn trimmed<'a>(text: &'a [u8], rules: &Rules) -> &'a [u8] {
    match rules.blanks {
        Blanks::Refused => text,
        Blanks::Ignored => text.trim_ascii(),
    }
}

fn number(text: &[u8], rules: &Rules) -> Result<usize, Refusal> {
    let text = trimmed(text, rules);
    let unsigned = match rules.plus {
        Plus::Refused => text,
        Plus::Accepted => text.strip_prefix(b"+").unwrap_or(text),
    };
    let (negative, digits) = unsigned.strip_prefix(b"-").map_or((false, unsigned), |digits| (true, digits));
    if text.is_empty() {
        return match rules.missing {
            Missing::Refused => Err(Refusal::MissingNumber),
            Missing::Zero => Ok(0),
        };
    }
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Refusal::NotANumber);
    }
    let most = match rules.leading_zeros {
        LeadingZeros::Accepted => usize::MAX,
        LeadingZeros::TwoDigits => 2,
        LeadingZeros::Refused => 1,
    };
    if digits.starts_with(b"0") && digits.len() > most {
        return Err(Refusal::LeadingZero);
    }
    // A number with more digits than the machine holds is still only too large.
    let value = digits
        .iter()
        .fold(0_usize, |value, digit| value.saturating_mul(10).saturating_add((digit - b'0').into()));
    if negative || value > 14 { Err(Refusal::OutOfRange) } else { Ok(value) }
}

/// The readings of a line by programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// All take it for these coordinates.
    Accepted(Coordinates),
    /// All refuse it, for one reason or another.
    Refused,
    /// Programs that meet the sheet's demands differ: not to be graded.
    Contested,
}

/// Reads a line in every reading of the sheet: [`Reading::Contested`] unless all of them agree.
pub fn read(line: &[u8]) -> Reading {
    let mut results = every_reading().map(|rules| parse(line, &rules).ok());
    let first = results.next().flatten();
    if results.any(|result| result != first) {
        Reading::Contested
    } else {
        first.map_or(Reading::Refused, Reading::Accepted)
    }
}

/// Each option of the format with the others at their defaults, and the report's own mixture.
fn every_reading() -> impl Iterator<Item = Rules> {
    let rules = Rules::default();
    let zeros =
        LeadingZeros::ALL.iter().map(move |leading_zeros| Rules { leading_zeros: *leading_zeros, ..rules });
    zeros.chain([
        Rules { blanks: Blanks::Ignored, ..rules },
        Rules { plus: Plus::Accepted, ..rules },
        Rules { missing: Missing::Zero, ..rules },
        Rules { line_length: LineLength::Nine, ..rules },
        Rules { carriage_return: CarriageReturn::Refused, ..rules },
        Rules { tail: Tail::Ignored, ..rules },
        Rules::report(),
    ])
}

//! Differences of points.

use std::fmt;

use crate::spec::Points;

/// A difference of points, in hundredths: above zero where there are more than before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change(i64);

impl Change {
    /// No difference.
    pub const NONE: Self = Self(0);

    /// The difference from old points to new ones.
    pub fn between(old: Points, new: Points) -> Self {
        Self(hundredths(new) - hundredths(old))
    }

    /// The number of hundredths.
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    /// A difference of this many hundredths.
    pub const fn from_hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// The difference the other way round.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(-self.0)
    }
}

fn hundredths(points: Points) -> i64 {
    i64::try_from(points.hundredths()).unwrap_or(i64::MAX / 4)
}

/// The mean of changes, to whole hundredths, halves away from zero; `None` of nothing.
pub fn mean(changes: impl Iterator<Item = Change>) -> Option<Change> {
    let (sum, count) = changes.fold((0i64, 0i64), |(sum, count), change| (sum + change.0, count + 1));
    let rounded = (2 * sum.abs() + count).checked_div(2 * count)?;
    Some(Change(rounded * sum.signum()))
}

impl std::iter::Sum for Change {
    fn sum<I: Iterator<Item = Self>>(changes: I) -> Self {
        Self(changes.map(|change| change.0).sum())
    }
}

impl fmt::Display for Change {
    /// With two decimals and its sign: `+1.50`, `-0.25`, `0.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0.signum() {
            1 => "+",
            -1 => "-",
            _ => "",
        };
        let size = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, mean};

    #[test]
    fn changes_have_a_sign_and_two_decimals() {
        let shown = |hundredths| Change::from_hundredths(hundredths).to_string();
        assert_eq!([shown(150), shown(-25), shown(0), shown(-1000)], ["+1.50", "-0.25", "0.00", "-10.00"]);
    }

    #[test]
    fn the_mean_is_rounded_alike_in_both_directions() {
        let of =
            |parts: &[i64]| mean(parts.iter().copied().map(Change::from_hundredths)).map(Change::hundredths);
        assert_eq!(of(&[]), None);
        assert_eq!(
            [of(&[1, 0]), of(&[-1, 0]), of(&[1, 0, 0]), of(&[7, -7])],
            [Some(1), Some(-1), Some(0), Some(0)]
        );
    }
}

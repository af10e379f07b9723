//! Points as whole hundredths and shares as whole per cents: scores never touch a floating-point number.

use crate::stored::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// Points, counted in hundredths of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Points(u64);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// Points from hundredths.
    pub const fn from_hundredths(hundredths: u64) -> Self {
        Self(hundredths)
    }

    /// The number of hundredths.
    pub const fn hundredths(self) -> u64 {
        self.0
    }

    /// Reads `5`, `2.5` or `0.25`; `None` for anything else, or for a million points and more.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(fraction) || whole.len() > 6 || fraction.len() > 2 {
            return None;
        }
        let hundredths: u64 = format!("{fraction:0<2}").parse().ok()?;
        Some(Self(whole.parse::<u64>().ok()? * 100 + hundredths))
    }

    /// Splits the points by weights so that the parts add up to the whole: every part is cut to whole hundredths, and
    /// the hundredths left over go to the largest remainders, the first of equals first.
    pub fn split(self, weights: &[u64]) -> Vec<Self> {
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return vec![Self::ZERO; weights.len()];
        }
        let mut parts: Vec<u64> = weights.iter().map(|weight| self.0 * weight / total).collect();
        let mut order: Vec<usize> = (0..weights.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.0 * weights[*index] % total));
        let left = self.0 - parts.iter().sum::<u64>();
        for index in order.into_iter().take(left as usize) {
            parts[index] += 1;
        }
        parts.into_iter().map(Self).collect()
    }

    /// These points times `part` over `whole`, halves of a hundredth rounded up; all of them where `whole` is nothing.
    #[must_use]
    pub fn scaled(self, part: Self, whole: Self) -> Self {
        let (product, whole) = (u128::from(self.0) * u128::from(part.0), u128::from(whole.0));
        (2 * product + whole).checked_div(2 * whole).map_or(self, |scaled| Self(scaled as u64))
    }

    /// The difference, not below zero.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 100, self.0 % 100))
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

/// A share in whole per cents, 0 to 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share(u8);

impl Share {
    /// A share from per cents; `None` above 100.
    pub const fn from_percent(percent: u8) -> Option<Self> {
        if percent <= 100 { Some(Self(percent)) } else { None }
    }

    /// Reads `10%`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::from_percent(text.strip_suffix('%')?.trim().parse().ok()?)
    }

    /// The number of per cents.
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// This share of some points, halves of a hundredth rounded up.
    pub fn of(self, points: Points) -> Points {
        Points((points.0 * u64::from(self.0) + 50) / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::{Points, Share};

    #[test]
    fn reads_and_shows_points() {
        for (text, hundredths) in [("5", 500), ("2.5", 250), ("0.25", 25)] {
            assert_eq!(Points::parse(text), Some(Points::from_hundredths(hundredths)));
        }
        for text in ["", "-1", "1.", "1.234", "x", "1e3"] {
            assert_eq!(Points::parse(text), None, "{text}");
        }
        assert_eq!(Points::from_hundredths(905).to_string(), "9.05");
    }

    #[test]
    fn parts_add_up() {
        let parts = Points::from_hundredths(1000).split(&[1, 1, 1]);
        assert_eq!(parts.iter().map(|part| part.hundredths()).collect::<Vec<_>>(), [334, 333, 333]);
    }

    #[test]
    fn a_part_of_a_whole_is_rounded_half_up() {
        let scaled = |points, part, whole| {
            let [points, part, whole] = [points, part, whole].map(Points::from_hundredths);
            points.scaled(part, whole).hundredths()
        };
        assert_eq!([scaled(1000, 1, 3), scaled(1000, 2, 3), scaled(5, 1, 2)], [333, 667, 3]);
        assert_eq!(scaled(1000, 167, 333), 502);
        assert_eq!([scaled(1000, 0, 3), scaled(1000, 3, 3), scaled(1000, 0, 0)], [0, 1000, 1000]);
    }

    #[test]
    fn shares_are_rounded_half_up() {
        let share = Share::parse("10%").expect("a share");
        assert_eq!(share.of(Points::from_hundredths(105)), Points::from_hundredths(11));
        assert_eq!(share.of(Points::from_hundredths(104)), Points::from_hundredths(10));
        assert_eq!(Share::parse("101%"), None);
    }
}

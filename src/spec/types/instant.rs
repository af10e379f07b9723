//! Points in time as RFC 3339 writes them, read without a clock and without a time zone of this computer.

use crate::stored::{Deserialize, Serialize};
use std::fmt;

/// A second, with the distance from UTC in which it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instant {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// The distance from UTC, in minutes.
    offset: i64,
}

const DAYS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const DAY: i64 = 86_400;

fn is_leap(year: i64) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

fn days_of_month(year: i64, month: usize) -> i64 {
    DAYS[month - 1] + i64::from(month == 2 && is_leap(year))
}

/// The days from 1970-01-01 to the first day of a year; negative before.
fn days_to_year(year: i64) -> i64 {
    let leaps = |year: i64| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    (year - 1970) * 365 + leaps(year - 1) - leaps(1969)
}

impl Instant {
    /// Reads `2026-03-01T23:59:00+07:00`; the distance from UTC must be there, as `+07:00` or as `Z`. A blank may stand in
    /// place of the `T`, as spreadsheets write it, and parts of a second are left out of account.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let number = |from: usize, to: usize| -> Option<i64> {
            let digits = text.get(from..to)?;
            if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
        };
        let is_mark =
            |at: usize, marks: &[u8]| text.as_bytes().get(at).is_some_and(|byte| marks.contains(byte));
        let marks: [(usize, &[u8]); 5] = [(4, b"-"), (7, b"-"), (10, b"Tt "), (13, b":"), (16, b":")];
        if !marks.iter().all(|(at, marks)| is_mark(*at, marks)) {
            return None;
        }
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        let month = usize::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
        if day < 1 || day > days_of_month(year, month) || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let mut zone = text.get(19..)?;
        if let Some(fraction) = zone.strip_prefix('.') {
            zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if zone.len() == fraction.len() {
                return None;
            }
        }
        let offset = match zone.as_bytes() {
            b"Z" | b"z" => 0,
            [sign @ (b'+' | b'-'), digits @ ..] => {
                let [a, b, b':', c, d] = digits else { return None };
                let digit = |byte: &u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
                let (hours, minutes) = (digit(a)? * 10 + digit(b)?, digit(c)? * 10 + digit(d)?);
                if hours > 23 || minutes > 59 {
                    return None;
                }
                let distance = hours * 60 + minutes;
                if *sign == b'-' { -distance } else { distance }
            }
            _ => return None,
        };
        let days =
            days_to_year(year) + (1..month).map(|month| days_of_month(year, month)).sum::<i64>() + day - 1;
        let local = days * DAY + hour * 3600 + minute * 60 + second;
        Some(Self { seconds: local - offset * 60, offset })
    }

    /// Reads a time that may stand without its distance from UTC and without its seconds, as platforms and spreadsheets write
    /// it: it is then as far from UTC as another one.
    pub fn parse_beside(text: &str, other: Self) -> Option<Self> {
        let text = text.trim();
        let zone = other.zone();
        let seconds = if text.len() == "2026-03-01T23:59".len() { ":00" } else { "" };
        Self::parse(text).or_else(|| Self::parse(&format!("{text}{seconds}{zone}")))
    }

    /// The distance from UTC, as it is written.
    fn zone(self) -> String {
        let (sign, distance) = (if self.offset < 0 { '-' } else { '+' }, self.offset.abs());
        format!("{sign}{:02}:{:02}", distance / 60, distance % 60)
    }

    /// The number of seconds by which this is later than another one; zero if it is not later.
    pub fn seconds_after(self, other: Self) -> u64 {
        u64::try_from(self.seconds - other.seconds).unwrap_or(0)
    }
}

impl fmt::Display for Instant {
    /// As it is written, in the distance from UTC that it was given in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds + self.offset * 60;
        let (days, rest) = (local.div_euclid(DAY), local.rem_euclid(DAY));
        let mut year = 1970 + days.div_euclid(366);
        while days_to_year(year + 1) <= days {
            year += 1;
        }
        let (mut month, mut day) = (1, days - days_to_year(year));
        while day >= days_of_month(year, month) {
            day -= days_of_month(year, month);
            month += 1;
        }
        let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
        let zone = self.zone();
        write!(f, "{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}{zone}", day + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Instant;

    #[test]
    fn a_time_without_a_distance_from_utc_has_that_of_another_one() {
        let due = Instant::parse("2026-03-01T23:59:00+07:00").expect("it is a time");
        for text in ["2026-03-01T23:59:00", "2026-03-01 23:59", "2026-03-01T16:59:00Z"] {
            assert_eq!(
                Instant::parse_beside(text, due).map(|instant| instant.seconds),
                Some(due.seconds),
                "{text}"
            );
        }
        assert_eq!(Instant::parse_beside("yesterday", due), None);
    }

    #[test]
    fn reads_what_rfc_3339_writes() {
        // Seconds as `date -d TIME +%s` of GNU coreutils prints them.
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", -1),
            ("2000-02-29T12:00:00+00:00", 951_825_600),
            ("2026-03-01T23:59:00+07:00", 1_772_384_340),
            ("2026-03-01 11:59:00.250-05:00", 1_772_384_340),
            ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ] {
            assert_eq!(Instant::parse(text).map(|instant| instant.seconds), Some(seconds), "{text}");
        }
    }

    #[test]
    fn shows_what_it_read() {
        for text in ["2026-03-01T23:59:00+07:00", "2024-02-29T00:00:00-03:30", "1969-12-31T23:59:59+00:00"] {
            assert_eq!(Instant::parse(text).map(|instant| instant.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "",
            "2026-03-01",
            "2026-03-01T23:59:00",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-03-01T24:00:00Z",
            "2026-03-01T23:59:00+7",
            "2026-03-01T23:59:00.Z",
            "01/03/2026 23:59",
            "2026-03-01T23:59:00+07:00x",
            "２026-03-01T23:59:00Z",
        ] {
            assert_eq!(Instant::parse(text), None, "{text}");
        }
    }
}

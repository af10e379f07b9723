//! What it costs to hand in late: a share of what was earned, worked out from two points in time, without a clock.

use super::instant::Instant;
use super::load::Node;
use super::points::Share;
use super::reader::{Fields, Reader, What};
use super::schema;
use crate::diagnostics::{Diagnostic, code, text};

const LATE: What = ("`late`", "`late`");

/// When submissions are due and what it costs to hand in later. Times are in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Late {
    /// When submissions are due; `None` if that is never.
    pub due: Option<Instant>,
    /// Who is late by no more than this loses nothing.
    pub grace: u64,
    /// What each period costs.
    pub each: Share,
    /// How long a period is; one that has begun is a whole one.
    pub period: u64,
    /// The most that all periods together cost.
    pub most: Share,
    /// Who is late by more than this gets no points.
    pub reject_after: Option<u64>,
}

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;
const NOTHING: Share = Share::from_percent(0).expect("at most 100");
const EVERYTHING: Share = Share::from_percent(100).expect("at most 100");

impl Default for Late {
    fn default() -> Self {
        Self { due: None, grace: 0, each: NOTHING, period: DAY, most: EVERYTHING, reject_after: None }
    }
}

impl Late {
    /// The share that it costs to be late by so many seconds. Lateness counts from the due date; the grace forgives it or
    /// does not.
    pub fn cost(&self, seconds: u64) -> Share {
        if self.rejects(seconds) {
            return EVERYTHING;
        }
        if seconds <= self.grace {
            return NOTHING;
        }
        let percent = self.periods(seconds).saturating_mul(u64::from(self.each.percent()));
        let most = u64::from(self.most.percent());
        Share::from_percent(percent.min(most) as u8).unwrap_or(EVERYTHING)
    }

    /// How many days or hours have begun.
    pub fn periods(&self, seconds: u64) -> u64 {
        seconds.div_ceil(self.period)
    }

    /// Whether a submission that is so late gets no points.
    pub fn rejects(&self, seconds: u64) -> bool {
        self.reject_after.is_some_and(|most| seconds > most && seconds > self.grace)
    }
}

/// Reads `due` and `late`.
pub(super) fn read(reader: &mut Reader, spec: &Fields<'_>) -> Late {
    let mut late = Late::default();
    if let Some(node) = spec.get("due")
        && let Some(word) = reader.scalar(node)
    {
        late.due = Instant::parse(word);
        if late.due.is_none() {
            reader.bad_value(
                node.span,
                word,
                &text!(
                    "write a date, a time and its distance from UTC, such as 2026-03-01T23:59:00+07:00",
                    "hãy viết ngày, giờ và độ lệch so với UTC, như 2026-03-01T23:59:00+07:00"
                ),
            );
        }
    }
    let Some(node) = spec.get("late") else { return late };
    if spec.get("due").is_none() {
        let what = ("a spec with `late`", "spec có `late`");
        reader.missing_in(spec.key_span("late"), what, "due", "2026-03-01T23:59:00+07:00");
    }
    let fields = reader.fields(node, LATE, &schema::LATE);
    let mut length = |key: &str| fields.get(key).and_then(|node| duration(reader, node));
    late.grace = length("grace").unwrap_or(0);
    late.reject_after = length("reject-after");
    for (key, period) in [("per-day", DAY), ("per-hour", HOUR)] {
        if let Some(share) = fields.get(key).and_then(|node| reader.share(node)) {
            (late.each, late.period) = (share, period);
        }
    }
    if let Some(most) = fields.get("most").and_then(|node| reader.share(node)) {
        late.most = most;
    }
    if fields.get("per-day").is_some() && fields.get("per-hour").is_some() {
        reader.add(
            Diagnostic::error(
                code::SPEC_BAD_VALUE,
                fields.key_span("per-hour"),
                text!("lateness costs by the day or by the hour", "nộp trễ tính theo ngày hoặc theo giờ"),
            )
            .also(fields.key_span("per-day"), text!("by the day here", "theo ngày ở đây"))
            .help(text!("keep one of the two", "hãy giữ lại một trong hai")),
        );
    }
    if late.reject_after.is_none() && fields.get("per-day").is_none() && fields.get("per-hour").is_none() {
        reader.missing(&fields, "per-day", "10%");
    }
    late
}

/// Reads `15m`, `2h` or `3d` as seconds.
fn duration(reader: &mut Reader, node: &Node) -> Option<u64> {
    let word = reader.scalar(node)?;
    let units = [('m', 60), ('h', HOUR), ('d', DAY)];
    let read = units.iter().find_map(|(unit, seconds)| {
        let digits = word.strip_suffix(*unit)?.trim_end();
        let is_number = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        Some(digits.parse::<u64>().ok().filter(|_| is_number)? * seconds)
    });
    if read.is_none() {
        reader.bad_value(
            node.span,
            word,
            &text!(
                "write a number of minutes, hours or days: 15m, 2h, 3d",
                "hãy viết số phút, giờ hoặc ngày: 15m, 2h, 3d"
            ),
        );
    }
    read
}

#[cfg(test)]
mod tests {
    use super::{DAY, Late, Share};

    #[test]
    fn a_day_that_has_begun_is_a_whole_one() {
        let percent = |text| Share::parse(text).expect("a share");
        let late = Late {
            grace: 900,
            each: percent("10%"),
            most: percent("25%"),
            reject_after: Some(5 * DAY),
            ..Late::default()
        };
        let table = [
            (0, 0),
            (900, 0),
            (901, 10),
            (DAY, 10),
            (DAY + 1, 20),
            (2 * DAY + 1, 25),
            (5 * DAY, 25),
            (5 * DAY + 1, 100),
        ];
        for (seconds, cost) in table {
            assert_eq!(late.cost(seconds).percent(), cost, "{seconds} seconds late");
        }
    }
}

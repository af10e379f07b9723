//! Penalties for handing in late: a share of the points earned, worked out from two points
//! in time, without a clock.

use crate::spec::types::{Instant, Share};

/// When submissions are due and what it costs to hand in later. Times are in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Late {
    /// When submissions are due; `None` if that is never.
    pub due: Option<Instant>,
    /// The grace period, in seconds: a submission that is late by no more than this loses nothing.
    pub grace: u64,
    /// The share that each period costs.
    pub each: Share,
    /// The length of a period, in seconds; one that has begun is a whole one.
    pub period: u64,
    /// The most that all periods together cost.
    pub most: Share,
    /// The seconds after which a late submission gets no points.
    pub reject_after: Option<u64>,
}

pub(in crate::spec) const HOUR: u64 = 3_600;
pub(in crate::spec) const DAY: u64 = 24 * HOUR;

const NOTHING: Share = Share::from_percent(0).expect("at most 100");
const EVERYTHING: Share = Share::from_percent(100).expect("at most 100");

impl Default for Late {
    fn default() -> Self {
        Self { due: None, grace: 0, each: NOTHING, period: DAY, most: EVERYTHING, reject_after: None }
    }
}

impl Late {
    /// The share that it costs to be late by this many seconds. Lateness counts from the due date; the grace forgives it or
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

    /// The number of days or hours that have begun.
    pub fn periods(&self, seconds: u64) -> u64 {
        seconds.div_ceil(self.period)
    }

    /// Returns `true` if a submission that is late by this many seconds gets no points.
    pub fn rejects(&self, seconds: u64) -> bool {
        self.reject_after.is_some_and(|most| seconds > most && seconds > self.grace)
    }
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

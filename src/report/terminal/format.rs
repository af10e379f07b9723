//! Differences of format: each kind with what it costs and the lines by which it is shown.

use super::{Page, WARN, paint, turn};
use crate::diagnostics::text;
use crate::grade::{FormatFinding, Graded};
use crate::report::words::price;
use crate::spec::Points;

impl Page {
    /// A kind of difference.
    pub(super) fn format(&mut self, finding: &FormatFinding, exact: bool) {
        let tests = price(finding, exact);
        let head = paint(WARN.bold(), finding.kind.about().to(self.language));
        self.line(&format!("{head}   {}", tests.to(self.language)));
        self.lines(&turn::of_format(finding, self.language));
        for reason in &finding.because {
            self.say(4, reason);
        }
        self.line("");
    }

    /// That all of them together cost less than each by itself.
    pub(super) fn format_limit(&mut self, graded: &Graded) {
        let sum: Points = graded.format.iter().map(|finding| finding.cost).sum();
        if graded.format_cost < sum {
            let cost = graded.format_cost;
            self.say(
                0,
                &text!(
                    "all differences of format together cost no more than {cost} points",
                    "mọi khác biệt về trình bày gộp lại chỉ trừ nhiều nhất {cost} điểm"
                ),
            );
            self.line("");
        }
    }
}

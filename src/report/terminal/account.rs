//! The end of a submission's page: how its points add up, what people gave, and what is not shown.

use super::{FAINT, Page, pad, paint};
use crate::diagnostics::text;
use crate::grade::{Gradebook, Graded};
use crate::report::account::{lateness, lines, mark, withheld};
use crate::report::visible::harmless;
use crate::spec::Points;

/// Labels are this wide at least.
const LEAST_WIDTH: usize = 12;

impl Page {
    /// How the points add up, where there is more to it than tests, their format and style.
    pub(super) fn account(&mut self, book: &Gradebook, graded: &Graded) {
        if let Some(account) = graded.account().filter(|account| account.is_worth_showing(graded)) {
            self.line("");
            let lines = lines(&account);
            let shown = || lines.iter().filter(|line| line.points > Points::ZERO || line.id == "cases");
            let total = text!("score", "điểm");
            let widths = shown().map(|line| line.about.to(self.language).chars().count());
            let width = widths.max().unwrap_or(0).max(LEAST_WIDTH);
            for (nth, line) in shown().enumerate() {
                let sign = match (line.is_taken, nth) {
                    (true, _) => '-',
                    (false, 0) => ' ',
                    (false, _) => '+',
                };
                let (label, points) = (pad(line.about.to(self.language), width), line.points);
                self.line(&format!("  {label}  {sign}{points:>6}"));
            }
            let (label, score, points) =
                (pad(total.to(self.language), width), account.total, book.spec.points);
            let open = account.not_judged;
            let of = if open > Points::ZERO {
                text!("of {points}, {open} not judged", "trên {points}, {open} chưa chấm")
            } else {
                text!("of {points}", "trên {points}")
            };
            self.line(&format!("  {label}  ={score:>6} {}", of.to(self.language)));
        }
        if let Some(late) = &graded.late {
            self.say(2, &lateness(late));
        }
        for given in &graded.marks {
            let (title, mark) = (given.title.to(self.language).to_owned(), mark(given));
            let mut line = format!("  {}: {}", harmless(&title), mark.to(self.language));
            if !given.remark.is_empty() {
                line.push_str("   ");
                line.push_str(&paint(FAINT, &harmless(&given.remark)));
            }
            self.line(&line);
        }
    }

    /// What of the whole is not shown to the reader.
    pub(super) fn withheld(&mut self, book: &Gradebook) {
        if let Some(words) = withheld(book) {
            self.line("");
            self.say(2, &words);
        }
    }
}

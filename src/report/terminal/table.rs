//! The table of a class: a line for each submission, and the totals.

use super::{BAD, FAINT, GOOD, Page, STRONG, WARN, pad, paint};
use crate::diagnostics::{Language, columns, text};
use crate::grade::{Gradebook, Graded, Part};
use crate::report::visible::harmless;
use crate::report::words::{counted, why};
use crate::spec::Points;

/// A submission in the table.
pub(super) struct Row {
    /// Its name, harmless.
    name: String,
    score: Option<Points>,
    /// The number of cases that earn their points, if any was judged.
    passed: Option<usize>,
    /// The number of cases.
    count: usize,
    why: String,
    needs_review: bool,
}

impl Row {
    pub(super) fn new(book: &Gradebook, graded: &Graded, language: Language) -> Self {
        Self {
            name: harmless(&graded.id),
            score: graded.score(),
            passed: (graded.judged() > 0).then(|| graded.passed()),
            count: book.spec.cases().count(),
            why: why(book, graded, language),
            needs_review: graded.needs_review(),
        }
    }
}

impl Page {
    /// The table of a class and its totals.
    pub(super) fn table(&mut self, cover: &Gradebook, rows: &[Row]) {
        let spec = &cover.spec;
        let title = spec.title.to(self.language).to_owned();
        let (cases, count) = (spec.cases().count(), rows.len());
        let (tests, submissions) = (counted(cases, "test"), counted(count, "submission"));
        let head = match cover.part {
            None => text!("{tests} · {submissions}", "{cases} ca kiểm thử · {count} bài nộp"),
            Some(Part { chosen, of }) if chosen < of => text!(
                "{chosen} of {of} tests, so that there are no scores · {submissions}",
                "{chosen}/{of} ca kiểm thử, nên không có điểm · {count} bài nộp"
            ),
            Some(_) => text!(
                "not all of the {tests} for each of the {submissions}; no score where some are left out",
                "không phải mọi bài trong {count} bài nộp đều chạy đủ {cases} ca kiểm thử; bài thiếu không có điểm"
            ),
        };
        self.prose(0, &format!("{} · {}", paint(STRONG, &title), head.to(self.language)));
        self.line("");
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(10, 40);
        let tests_width = format!("{cases}/{cases}").len().max(5);
        let heads = (text!("score", "điểm"), text!("tests", "test"), text!("why", "lý do"));
        let head = format!(
            "  {}  {}  {:>tests_width$}  {}",
            pad(text!("submission", "bài nộp").to(self.language), width),
            pad(heads.0.to(self.language), 6),
            heads.1.to(self.language),
            heads.2.to(self.language)
        );
        self.line(&paint(FAINT, &head));
        for row in rows {
            let style = if row.score >= Some(spec.points) {
                GOOD
            } else if row.score == Some(Points::ZERO) {
                BAD
            } else {
                WARN
            };
            // A submission that was not judged has no score, not even zero.
            let score = row.score.map_or_else(|| "-".to_owned(), |score| score.to_string());
            let passed = row.passed.map_or_else(|| "-".to_owned(), |passed| passed.to_string());
            let tests = format!("{passed}/{}", row.count);
            let begins = format!(
                "  {}  {}  {tests:>tests_width$}  ",
                pad(&row.name, width),
                paint(style, &format!("{score:>6}")),
            );
            // Where names take half of the screen, there is too little room beside them.
            let column = columns(&begins).min(self.width.unwrap_or(usize::MAX) / 2);
            self.after(&begins, &row.why, column);
        }
        self.line("");
        self.summary(cover, rows);
    }

    fn summary(&mut self, cover: &Gradebook, rows: &[Row]) {
        let mut scores: Vec<Points> = rows.iter().filter_map(|row| row.score).collect();
        scores.sort_unstable();
        let full = scores.iter().filter(|score| **score >= cover.spec.points).count();
        let stuck: Vec<&str> =
            rows.iter().filter(|row| row.needs_review).map(|row| row.name.as_str()).collect();
        if let Some(median) = scores.get(scores.len() / 2).filter(|_| cover.part.is_none()) {
            let words =
                text!("median {median} · full points {full}", "trung vị {median} · đạt tối đa {full}");
            self.say(2, &words);
        }
        if !stuck.is_empty() {
            let (count, names) = (stuck.len(), stuck.join(", "));
            let (submissions, need) =
                (counted(count, "submission"), if count == 1 { "needs" } else { "need" });
            self.say(
                2,
                &text!(
                    "{submissions} {need} manual review: {names}",
                    "{count} bài nộp cần xem xét thủ công: {names}"
                ),
            );
        }
    }
}

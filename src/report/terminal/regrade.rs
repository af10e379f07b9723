//! Two reports compared, on the terminal: how many moved, what differs, which tests flipped, and each submission that moved.

use super::{BAD, FAINT, GOOD, Page, STRONG, WARN, pad, paint};
use crate::diagnostics::{Language, Text, text};
use crate::regrade::{Change, Comparison, Listed, Move};
use crate::report::regrade::{
    Only, advice, cluster, differences, direction, directions, flips, listed, reasons, scores, shortened,
    sizes, whys,
};
use crate::report::visible::harmless;
use crate::report::words::counted;

/// The most tests that are listed; the page and the formats for programs have all.
const MOST_TESTS: usize = 20;
/// The most names after a test.
const MOST_NAMES: usize = 3;

/// Draws it.
pub fn render(comparison: &Comparison, only: Option<Only>, language: Language) -> String {
    let mut page = Page::new(language);
    let title = harmless(&comparison.title);
    let both = comparison.both;
    let students = counted(both, "submission");
    let head = text!("{students} in both reports", "{both} bài nộp có trong cả hai báo cáo");
    page.line(&format!("{} · {}", paint(STRONG, &title), head.to(language)));
    page.line("");
    let joined = |parts: Vec<Text>| {
        parts.iter().map(|words| words.to(language).to_owned()).collect::<Vec<_>>().join(" · ")
    };
    page.line(&format!("  {}", joined(directions(comparison))));
    if let Some(sizes) = sizes(comparison) {
        page.say(2, &sizes);
    }
    page.differences(comparison);
    page.reasons(comparison);
    page.clusters(comparison);
    page.moved(comparison, only);
    page.in_one(&comparison.added, only, &text!("only in the new report", "chỉ có trong báo cáo mới"));
    page.in_one(&comparison.gone, only, &text!("only in the old report", "chỉ có trong báo cáo cũ"));
    page.finished()
}

impl Page {
    fn heading(&mut self, words: &Text) {
        self.line("");
        self.line(&format!("  {}", paint(STRONG, words.to(self.language))));
    }

    fn differences(&mut self, comparison: &Comparison) {
        self.heading(&text!("What the reports were made by", "Hai báo cáo được tạo từ đâu"));
        let rows = differences(comparison);
        let width = rows.iter().map(|(name, _)| name.to(self.language).chars().count()).max().unwrap_or(0);
        let mut last = String::new();
        for (name, words) in rows {
            let name = name.to(self.language).to_owned();
            let shown = if name == last { "" } else { &name };
            self.line(&format!("    {}  {}", paint(FAINT, &pad(shown, width)), words.to(self.language)));
            last = name;
        }
    }

    fn reasons(&mut self, comparison: &Comparison) {
        let known = comparison.whys();
        if known.is_empty() {
            return;
        }
        self.heading(&text!("Why scores changed", "Vì sao điểm thay đổi"));
        for (reason, count) in &known {
            self.line(&format!("    {count:>5}  {}", whys(reason).to(self.language)));
        }
        for words in advice(comparison) {
            self.line(&paint(FAINT, &format!("    {}", words.to(self.language))));
        }
    }

    fn clusters(&mut self, comparison: &Comparison) {
        if comparison.clusters.is_empty() {
            return;
        }
        self.heading(&text!("Tests with another outcome", "Ca kiểm thử có kết quả khác"));
        for known in comparison.clusters.iter().take(MOST_TESTS) {
            let by = if known.by == Change::NONE { String::new() } else { known.by.to_string() };
            let style = if known.by < Change::NONE { BAD } else { GOOD };
            let ids: Vec<String> = known.students.iter().map(|id| harmless(id)).collect();
            let names = shortened(&ids, MOST_NAMES);
            let words = cluster(known);
            self.line(&format!("    {}  {}", paint(style, &format!("{by:>9}")), words.to(self.language)));
            let reasons = reasons(comparison, known);
            let line = format!("{}{}: {names}", " ".repeat(15), reasons.to(self.language));
            self.line(&paint(FAINT, &line));
        }
        let more = comparison.clusters.len().saturating_sub(MOST_TESTS);
        if more > 0 {
            let words = text!(
                "and {more} more; --format html=FILE and json=FILE have all",
                "và {more} mục nữa; --format html=FILE và json=FILE có đủ"
            );
            self.line(&format!("{}{}", " ".repeat(15), words.to(self.language)));
        }
    }

    fn moved(&mut self, comparison: &Comparison, only: Option<Only>) {
        let listed = listed(comparison, only);
        if listed.is_empty() {
            return;
        }
        self.heading(&text!("Submissions that differ", "Các bài nộp có khác biệt"));
        let width = listed.iter().map(|moved| harmless(&moved.id).chars().count()).max().unwrap_or(0);
        let width = width.clamp(10, 40);
        let direct = listed.iter().map(|moved| direction(&moved.went).to(self.language).chars().count());
        let direct = direct.max().unwrap_or(0).max(7);
        let heads = (text!("submission", "bài nộp"), text!("old", "cũ"), text!("new", "mới"));
        let more = (text!("change", "thay đổi"), text!("why", "lý do"));
        let head = format!(
            "    {}  {:>7}  {:>7}  {}  {}",
            pad(heads.0.to(self.language), width),
            heads.1.to(self.language),
            heads.2.to(self.language),
            pad(more.0.to(self.language), direct.max(8)),
            more.1.to(self.language)
        );
        self.line(&paint(FAINT, &head));
        for moved in listed {
            let (old, new) = scores(&moved.went);
            let change = direction(&moved.went);
            let style = match (&moved.went, moved.went.change()) {
                (_, Some(change)) if change < Change::NONE => BAD,
                (_, Some(change)) if change > Change::NONE => GOOD,
                (Move::NowReview { .. } | Move::StillReview { .. }, _) => WARN,
                _ => FAINT,
            };
            let flips = flips(moved);
            let flips = flips.to(self.language);
            let between = if flips.is_empty() { "" } else { " · " };
            self.line(&format!(
                "    {}  {old:>7}  {new:>7}  {}  {}{between}{flips}",
                pad(&harmless(&moved.id), width),
                paint(style, &pad(change.to(self.language), direct.max(8))),
                whys(&moved.whys).to(self.language),
            ));
        }
    }

    fn in_one(&mut self, listed: &[Listed], only: Option<Only>, words: &Text) {
        if listed.is_empty() || only.is_some() {
            return;
        }
        let ids: Vec<String> = listed.iter().map(|listed| harmless(&listed.id)).collect();
        self.line("");
        self.line(&format!("  {}: {}", words.to(self.language), ids.join(", ")));
    }
}

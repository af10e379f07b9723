//! The report for the terminal: a table of the class, then for each submission what failed and why. Coloured with ANSI
//! sequences; whoever prints it takes them out where they are not wanted. The only file that names the crate for styles.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::visible::{Blanks, harmless, shortened, visible_line};
use super::words::{FailedGroup, check, failed_groups, problem, typed, why};
use crate::compare::{LinePair, Part, pair_lines, parts};
use crate::diagnostics::{self, Language, Severity, Text, text};
use crate::grade::{CaseResult, Failure, Gradebook, Graded, Verdict};
use crate::spec::Points;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const WARN: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// More output of a turn than this is not drawn.
const MOST_BYTES: usize = 4_000;
/// More lines of a turn than these are not drawn.
const MOST_LINES: usize = 24;

/// How much to show of each submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The table alone.
    Table,
    /// The table, and for each submission the first failed case of each group.
    First,
    /// The same with every failed case.
    All,
}

/// Draws the report.
pub fn render(book: &Gradebook, language: Language, detail: Detail) -> String {
    let mut page = Page { out: String::new(), language };
    if let [only] = book.submissions.as_slice() {
        page.submission(book, only, detail);
        page.skipped(book);
        return page.finished();
    }
    page.table(book);
    if detail != Detail::Table {
        for graded in book.submissions.iter().filter(|graded| graded.score() < book.spec.points) {
            page.line("");
            page.submission(book, graded, detail);
        }
    }
    page.skipped(book);
    page.finished()
}

struct Page {
    out: String,
    language: Language,
}

fn paint(style: Style, words: &str) -> String {
    format!("{style}{words}{style:#}")
}

/// Pads by characters, which for what we print are columns.
fn pad(words: &str, width: usize) -> String {
    let missing = width.saturating_sub(words.chars().count());
    format!("{words}{}", " ".repeat(missing))
}

impl Page {
    /// One line; two empty ones in a row are one.
    fn line(&mut self, words: &str) {
        if words.is_empty() && (self.out.is_empty() || self.out.ends_with("\n\n")) {
            return;
        }
        self.out.push_str(words.trim_end());
        self.out.push('\n');
    }

    /// The page without an empty line at its end.
    fn finished(mut self) -> String {
        let end = self.out.trim_end_matches('\n').len();
        self.out.truncate(end);
        self.out.push('\n');
        self.out
    }

    fn say(&mut self, indent: usize, words: &Text) {
        // A student's label or file may be named in them.
        let line = format!("{}{}", " ".repeat(indent), harmless(words.to(self.language)));
        self.line(&line);
    }

    fn table(&mut self, book: &Gradebook) {
        let spec = &book.spec;
        let (title, count) = (spec.title.to(self.language).to_owned(), book.submissions.len());
        let cases = spec.cases().count();
        self.line(&format!(
            "{} · {}",
            paint(STRONG, &title),
            text!("{cases} tests · {count} submissions", "{cases} bài kiểm tra · {count} bài nộp")
                .to(self.language)
        ));
        self.line("");
        let names: Vec<String> = book.submissions.iter().map(|graded| harmless(&graded.id)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(10, 40);
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
        for (graded, name) in book.submissions.iter().zip(&names) {
            let score = graded.score();
            let style = if score == spec.points {
                GOOD
            } else if score == Points::ZERO {
                BAD
            } else {
                WARN
            };
            let tests = format!("{}/{cases}", graded.passed());
            let why = why(book, graded, self.language);
            self.line(&format!(
                "  {}  {}  {tests:>tests_width$}  {why}",
                pad(name, width),
                paint(style, &format!("{score:>6}"))
            ));
        }
        self.line("");
        self.summary(book);
    }

    fn summary(&mut self, book: &Gradebook) {
        let mut scores: Vec<Points> = book.submissions.iter().map(Graded::score).collect();
        scores.sort_unstable();
        let median = scores.get(scores.len() / 2).copied().unwrap_or_default();
        let full = scores.iter().filter(|score| **score == book.spec.points).count();
        let stuck: Vec<String> = book
            .submissions
            .iter()
            .filter(|graded| matches!(graded.verdict(), Verdict::NoProgram | Verdict::GraderError))
            .map(|graded| harmless(&graded.id))
            .collect();
        self.say(2, &text!("median {median} · full points {full}", "trung vị {median} · đạt tối đa {full}"));
        if !stuck.is_empty() {
            let (count, names) = (stuck.len(), stuck.join(", "));
            self.say(
                2,
                &text!("{count} submission(s) need you: {names}", "{count} bài nộp cần bạn xem: {names}"),
            );
        }
    }

    fn skipped(&mut self, book: &Gradebook) {
        if !book.skipped.is_empty() {
            let names = harmless(&book.skipped.join(", "));
            self.line("");
            self.say(
                2,
                &text!(
                    "not graded, as no pattern of the spec fits: {names}",
                    "không chấm vì không khớp mẫu nào của spec: {names}"
                ),
            );
        }
    }

    fn submission(&mut self, book: &Gradebook, graded: &Graded, detail: Detail) {
        let (score, points) = (graded.score(), book.spec.points);
        let style = if score == points { GOOD } else { WARN };
        let mut head = format!(
            "{}   {}",
            paint(STRONG, &harmless(&graded.id)),
            paint(style, &format!("{score} / {points}"))
        );
        if let Some(protocol) = graded.protocol {
            let words = protocol.about();
            let label = text!("input", "cách nhập");
            write!(head, "   {}: {}", label.to(self.language), words.to(self.language))
                .expect("strings take everything");
        }
        self.line(&head);
        if let Some(reason) = &graded.problem {
            let line = format!("  {}", paint(BAD, problem(reason).to(self.language)));
            self.line(&line);
        }
        self.diagnostics(graded);
        if graded.problem.is_some() {
            return;
        }
        if book.spec.compare.exact {
            self.format(graded, true);
        }
        for failed in failed_groups(book, graded) {
            self.group(book, graded, &failed, detail);
        }
        if !book.spec.compare.exact {
            self.format(graded, false);
        }
        self.style(graded);
        for remark in &graded.remarks {
            self.say(2, &text!("note:", "lưu ý:"));
            self.say(4, remark);
        }
        if score == points {
            self.say(2, &text!("All tests passed.", "Tất cả bài kiểm tra đều đạt."));
        }
    }

    /// Errors in full; of the warnings only those that may cost points.
    fn diagnostics(&mut self, graded: &Graded) {
        let style = diagnostics::Style { colour: true, language: self.language };
        let worth = |diagnostic: &&diagnostics::Diagnostic| {
            diagnostic.severity == Severity::Error
                || diagnostic.code == diagnostics::code::LABEL_LOOKS_LIKE_OPCODE
        };
        for diagnostic in graded.diagnostics.iter().filter(worth).take(20) {
            let drawn = diagnostics::render(diagnostic, &graded.sources, style);
            self.line("");
            for line in drawn.lines() {
                self.line(&format!("  {line}"));
            }
        }
        if graded.problem.is_some() {
            return;
        }
        self.line("");
    }

    fn group(&mut self, book: &Gradebook, graded: &Graded, failed: &FailedGroup<'_>, detail: Detail) {
        let lost: Points = failed.failed.iter().map(|index| case_points(book, *index)).sum();
        let (count, all) = (failed.failed.len(), failed.group.cases.len());
        let title = failed.group.title.to(self.language);
        let tests =
            text!("{count} of {all} tests, -{lost} points", "{count}/{all} bài kiểm tra, -{lost} điểm");
        self.line(&format!("{}   {}", paint(BAD.bold(), title), tests.to(self.language)));
        if !failed.group.hint.is_empty() {
            let hint = failed.group.hint.to(self.language).to_owned();
            self.line(&format!("  {}", paint(FAINT, &hint)));
        }
        let in_format = |index: &usize| !graded.results[*index].comparison.kinds.is_empty();
        let (format_only, wrong): (Vec<usize>, Vec<usize>) =
            failed.failed.iter().copied().partition(in_format);
        let shown = if detail == Detail::All { wrong.len() } else { 1 };
        for index in wrong.iter().take(shown) {
            self.case(book, &graded.results[*index], *index);
        }
        let names =
            |cases: &[usize]| cases.iter().map(|index| case_id(book, *index)).collect::<Vec<_>>().join(", ");
        if wrong.len() > shown {
            let others = names(&wrong[shown..]);
            self.say(2, &text!("also: {others}", "ngoài ra: {others}"));
        }
        if !format_only.is_empty() {
            let cases = names(&format_only);
            self.say(
                2,
                &text!(
                    "right but for the format, which this spec does not forgive: {cases}",
                    "đúng trừ phần trình bày, điều mà spec này không bỏ qua: {cases}"
                ),
            );
        }
        self.line("");
    }

    fn case(&mut self, book: &Gradebook, result: &CaseResult, index: usize) {
        let id = case_id(book, index);
        let verdict = result.verdict.about().to(self.language).to_owned();
        let Some(failure) = &result.failure else {
            self.line(&format!("  {id}: {verdict}"));
            return;
        };
        let keys = typed(&failure.typed);
        let turn = failure.turn;
        let place = if keys.is_empty() {
            text!("before the first move", "trước nước đi đầu tiên")
        } else {
            text!("after move {turn}; typed so far: {keys}", "sau nước đi {turn}; đã gõ: {keys}")
        };
        self.line(&format!("  {id}: {}, {}", paint(BAD, &verdict), place.to(self.language)));
        self.difference(failure);
        for reason in &failure.because {
            self.say(4, reason);
        }
        if failure.wrong_turns > 1 {
            let turns = failure.wrong_turns;
            self.say(4, &text!("{turns} turns of this game are wrong", "{turns} lượt của ván này bị sai"));
        }
    }

    fn difference(&mut self, failure: &Failure) {
        let expected = shortened(failure.expected.as_deref().unwrap_or_default(), MOST_BYTES);
        let actual = shortened(failure.actual.as_deref().unwrap_or_default(), MOST_BYTES);
        let pairs = without_line_end(pair_lines(&expected, &actual));
        let width = pairs
            .iter()
            .filter_map(|pair| pair.expected.as_ref())
            .map(Vec::len)
            .max()
            .unwrap_or(0)
            .clamp(24, 60);
        let expected_head = match &failure.expected {
            Some(_) => text!("expected", "mong đợi"),
            None => text!("expected: the end of the program", "mong đợi: chương trình kết thúc"),
        };
        let actual_head = match &failure.actual {
            Some(_) => text!("your program printed", "chương trình của bạn in ra"),
            None => text!("your program printed nothing more", "chương trình của bạn không in gì thêm"),
        };
        let head = beside(&pad(expected_head.to(self.language), width), actual_head.to(self.language));
        self.line(&paint(FAINT, &format!("    {head}")));
        let first = pairs.iter().position(LinePair::differs).unwrap_or(0);
        let from = first.saturating_sub(MOST_LINES / 2);
        for pair in pairs.iter().skip(from).take(MOST_LINES) {
            let line = line_pair(pair, width);
            self.line(&format!("    {line}"));
        }
        let left_out = pairs.len().saturating_sub(from + MOST_LINES);
        if left_out > 0 {
            self.say(4, &text!("... {left_out} more lines", "... còn {left_out} dòng"));
        }
    }

    fn format(&mut self, graded: &Graded, exact: bool) {
        for finding in &graded.format {
            let (cases, cost) = (finding.cases, finding.cost);
            let head = paint(WARN.bold(), finding.kind.about().to(self.language));
            let tests = if exact {
                text!(
                    "the one root of {cases} failed tests",
                    "nguyên nhân chung của {cases} bài kiểm tra trượt"
                )
            } else {
                text!(
                    "in {cases} tests, -{cost} points once",
                    "trong {cases} bài kiểm tra, trừ {cost} điểm một lần"
                )
            };
            self.line(&format!("{head}   {}", tests.to(self.language)));
            let pair =
                LinePair { expected: Some(finding.expected.clone()), actual: Some(finding.actual.clone()) };
            let width = finding.expected.len().clamp(24, 60);
            let heads =
                (text!("expected", "mong đợi"), text!("your program printed", "chương trình của bạn in ra"));
            let head = beside(&pad(heads.0.to(self.language), width), heads.1.to(self.language));
            self.line(&paint(FAINT, &format!("    {head}")));
            let line = line_pair(&pair, width);
            self.line(&format!("    {line}"));
            self.line("");
        }
        let sum: Points = graded.format.iter().map(|finding| finding.cost).sum();
        if graded.format_cost < sum {
            let cost = graded.format_cost;
            self.say(
                2,
                &text!(
                    "together they cost no more than {cost} points",
                    "tổng cộng chỉ trừ nhiều nhất {cost} điểm"
                ),
            );
            self.line("");
        }
    }

    fn style(&mut self, graded: &Graded) {
        for result in graded.style.iter().filter(|result| result.passed != Some(true)) {
            let lost = result.points.saturating_sub(result.earned);
            let cost = if lost == Points::ZERO { String::new() } else { format!("   -{lost}") };
            let head = paint(WARN.bold(), check(result.check).to(self.language));
            let not = text!("not met", "chưa đạt");
            self.line(&format!("{head}: {}{cost}", not.to(self.language)));
            for detail in &result.details {
                self.say(2, detail);
            }
            self.line("");
        }
    }
}

fn case_id(book: &Gradebook, index: usize) -> &str {
    book.spec.cases().nth(index).map_or("?", |case| case.id.as_str())
}

fn case_points(book: &Gradebook, index: usize) -> Points {
    book.spec.cases().nth(index).map_or(Points::ZERO, |case| case.points)
}

/// What must come out on the left, what came out on the right. With the bar between them no line begins with what a
/// program printed, so that none is taken for a command, as CI services take `::error::`.
fn beside(left: &str, right: &str) -> String {
    format!("{left} │ {right}")
}

/// Without a last pair that stands only for the line end of the last line, unless nothing else differs.
fn without_line_end(mut pairs: Vec<LinePair>) -> Vec<LinePair> {
    let is_empty = |line: &Option<Vec<u8>>| line.as_ref().is_none_or(Vec::is_empty);
    let only_line_end =
        pairs.last().is_some_and(|last| last.differs() && is_empty(&last.expected) && is_empty(&last.actual));
    if only_line_end && pairs.iter().rev().skip(1).any(LinePair::differs) {
        pairs.pop();
    }
    pairs
}

/// Two lines side by side. Where they differ, blanks are visible and the differing parts are marked.
fn line_pair(pair: &LinePair, width: usize) -> String {
    let show =
        |line: Option<&Vec<u8>>, blanks| line.map(|line| visible_line(line, blanks)).unwrap_or_default();
    if !pair.differs() {
        let left = pad(&show(pair.expected.as_ref(), Blanks::AsTheyAre), width);
        return beside(&left, &show(pair.actual.as_ref(), Blanks::AsTheyAre));
    }
    let empty = Vec::new();
    let (left, right) =
        parts(pair.expected.as_ref().unwrap_or(&empty), pair.actual.as_ref().unwrap_or(&empty));
    let length: usize =
        left.iter().map(|part| visible_line(&part.bytes, Blanks::Marked).chars().count()).sum();
    let gap = " ".repeat(width.saturating_sub(length));
    let (left, right) = (marked(&left, GOOD) + &gap, marked(&right, BAD));
    beside(&left, &format!("{right}  <-"))
}

fn marked(parts: &[Part], style: Style) -> String {
    parts
        .iter()
        .map(|part| {
            let shown = visible_line(&part.bytes, Blanks::Marked);
            if part.differs { paint(style.bold().underline(), &shown) } else { shown }
        })
        .collect()
}

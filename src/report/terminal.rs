//! The report for the terminal: a table of the class, then for each submission what failed and why. Coloured with ANSI
//! sequences; the code that prints it takes them out where they are not wanted. Only this file and
//! those below it name the crate for styles.

mod account;
mod alike;
pub mod bless;
mod diff;
mod format;
pub mod selfcheck;
mod starter;
mod table;
mod told;
mod turn;
mod understood;

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use alike::{Alike, fails_alike};
use table::Row;
use told::Told;

use super::account::{left_out, waits_for};
use super::visible::{Blanks, harmless, visible_line};
use super::words::{
    Loss, counted, demand, losses, made_with, needs_review, not_met, problem, reading, reasons,
    replay_command, standing, typed, typed_in_words,
};
use super::{Ends, Parts};
use crate::diagnostics::{self, Language, Severity, Text, text};
use crate::grade::{FailedGroup, Gradebook, Graded, Problem, Settled, StyleResult, Verdict};
use crate::spec::Points;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const WARN: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// With this many errors a file is hardly a program.
const MANY_ERRORS: usize = 10;

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
    let parts = begin(&book.cover(), book.submissions.len(), language, detail);
    String::from_utf8_lossy(&super::whole(parts, book)).into_owned()
}

/// Begins the report on a class of that many, given the book without its submissions.
pub fn begin(cover: &Gradebook, count: usize, language: Language, detail: Detail) -> Box<dyn Parts> {
    let mut page = Page::new(language);
    // The table is before everything else.
    page.is_begun = count != 1;
    Box::new(Class { cover: cover.clone(), count, detail, rows: Vec::new(), page })
}

/// The report as it grows.
struct Class {
    cover: Gradebook,
    count: usize,
    detail: Detail,
    /// All that is kept of the submissions seen.
    rows: Vec<Row>,
    /// What stands after the table.
    page: Page,
}

impl Parts for Class {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        for graded in &book.submissions {
            if self.count == 1 {
                self.page.submission(book, graded, self.detail);
                continue;
            }
            self.rows.push(Row::new(book, graded, self.page.language));
            let is_perfect = graded.score() >= Some(book.spec.points) && !graded.has_failed();
            if self.detail != Detail::Table && !is_perfect {
                self.page.line("");
                self.page.submission(book, graded, self.detail);
            }
        }
        self.page.taken()
    }

    fn ends(mut self: Box<Self>) -> Ends {
        let mut table = Page::new(self.page.language);
        if self.count != 1 {
            table.table(&self.cover, &self.rows);
        }
        self.page.withheld(&self.cover);
        self.page.skipped(&self.cover);
        self.page.made_with(&self.cover);
        Ends { head: table.taken(), foot: self.page.taken() }
    }
}

/// A line that a program printed, made visible and harmless.
pub fn printed_line(line: &[u8]) -> String {
    visible_line(line, Blanks::AsTheyAre)
}

/// How a program was understood, in full.
pub fn understanding(graded: &Graded, language: Language) -> String {
    let mut page = Page::new(language);
    page.understood(graded, Detail::All);
    String::from_utf8_lossy(&page.taken()).into_owned()
}

struct Page {
    out: String,
    language: Language,
    /// Whether anything was written, here or before this page.
    is_begun: bool,
    /// Empty lines that are due before the next one, so that there is none at the end.
    empty: usize,
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
    fn new(language: Language) -> Self {
        Self { out: String::new(), language, is_begun: false, empty: 0 }
    }

    /// One line; two empty ones in a row are one, and there is none before the first line.
    fn line(&mut self, words: &str) {
        let line = words.trim_end();
        if line.is_empty() {
            let is_wanted = !words.is_empty() || (self.is_begun && self.empty == 0);
            self.empty += usize::from(is_wanted);
            return;
        }
        self.out.extend(std::iter::repeat_n('\n', std::mem::take(&mut self.empty)));
        self.out.push_str(line);
        self.out.push('\n');
        self.is_begun = true;
    }

    /// The lines so far; those that follow are written as if these stood before them.
    fn taken(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out).into_bytes()
    }

    /// The page without an empty line at its end.
    fn finished(self) -> String {
        self.out
    }

    fn say(&mut self, indent: usize, words: &Text) {
        // A student's label or file may be named in them.
        let line = format!("{}{}", " ".repeat(indent), harmless(words.to(self.language)));
        self.line(&line);
    }

    fn skipped(&mut self, book: &Gradebook) {
        if !book.skipped.is_empty() {
            let names = harmless(&book.skipped.join(", "));
            self.line("");
            self.say(
                2,
                &text!(
                    "skipped: not a program file according to the spec: {names}",
                    "bỏ qua vì theo spec không phải tệp chương trình: {names}"
                ),
            );
        }
    }

    /// What makes programs of sources, where that is a tool of this computer.
    fn made_with(&mut self, book: &Gradebook) {
        if let Some(tools) = made_with(book) {
            self.line("");
            self.line(&paint(FAINT, tools.to(self.language)));
        }
    }

    fn submission(&mut self, book: &Gradebook, graded: &Graded, detail: Detail) {
        let (score, points) = (graded.score(), book.spec.points);
        let style = if score >= Some(points) { GOOD } else { WARN };
        let standing = standing(graded, points);
        let mut head = format!(
            "{}   {}",
            paint(STRONG, &harmless(&graded.id)),
            paint(style, standing.to(self.language))
        );
        let has_moves = book.spec.cases().any(|case| case.expectation.needs_reference());
        if let Some(protocol) = graded.protocol.filter(|_| has_moves) {
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
            self.starter(graded);
            self.understood(graded, detail);
            self.account(book, graded);
            return;
        }
        for words in needs_review(graded) {
            self.say(2, &words);
        }
        let mut alike: Vec<(Alike<'_>, Vec<FailedGroup<'_>>)> = Vec::new();
        for (_, loss) in losses(book, graded) {
            match loss {
                Loss::Group(failed) => match fails_alike(book, graded, &failed) {
                    Some(way) => match alike.iter_mut().find(|(known, _)| *known == way) {
                        Some((_, groups)) => groups.push(failed),
                        None => alike.push((way, vec![failed])),
                    },
                    None => self.group(book, graded, &failed, detail),
                },
                Loss::Format(finding) => self.format(finding, book.spec.compare.exact),
                Loss::Style(result) => self.style(result),
                Loss::Settled(settled) => self.forbidden(settled),
                Loss::Starter => self.starter(graded),
                // The account at the end tells these.
                Loss::Late(_) | Loss::Mark(_) => {}
            }
        }
        for (way, groups) in &alike {
            self.alike(book, graded, *way, groups, detail);
        }
        if graded.starter.as_ref().is_some_and(|finding| finding.cost == Points::ZERO) {
            self.starter(graded);
        }
        self.format_limit(graded);
        self.not_judged(graded);
        self.readings(graded);
        self.understood(graded, detail);
        for remark in &graded.remarks {
            self.say(2, &text!("note:", "lưu ý:"));
            self.say(4, remark);
        }
        if score >= Some(points) && !graded.has_failed() {
            self.say(2, &text!("All tests passed.", "Tất cả ca kiểm thử đều đạt."));
        }
        self.account(book, graded);
    }

    /// Errors in full; of the warnings only those that may cost points. A file with very many errors is no program, and
    /// warnings about it are noise.
    fn diagnostics(&mut self, graded: &Graded) {
        let style = diagnostics::Style { colour: true, language: self.language };
        let is_program =
            !matches!(graded.problem, Some(Problem::DidNotAssemble { errors: MANY_ERRORS.., .. }));
        let worth = |diagnostic: &&diagnostics::Diagnostic| {
            let costs = diagnostic.code.is_of_a_lost_instruction();
            diagnostic.severity == Severity::Error || (costs && is_program)
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
        let (count, all, lost) = (failed.failed.len(), failed.group.cases.len(), failed.lost);
        let tests = counted(all, "test");
        let title = paint(BAD.bold(), failed.group.title.to(self.language));
        let shows_points = failed.failed.first().is_none_or(|index| book.shown(*index).points);
        let tests = if failed.group.bonus && shows_points {
            text!("{count} of {tests} failed, extra credit", "trượt {count}/{all} ca kiểm thử, điểm cộng")
        } else if shows_points {
            text!(
                "{count} of {tests} failed, -{lost} points",
                "trượt {count}/{all} ca kiểm thử, -{lost} điểm"
            )
        } else {
            text!("{count} of {tests} failed", "trượt {count}/{all} ca kiểm thử")
        };
        let head = format!("{title}   {}", tests.to(self.language));
        let hint = hint(graded, failed);
        let told = Told::of(book, graded, failed);
        if let Some(Alike::Case(as_case)) = fails_alike(book, graded, failed) {
            let same = text!("as in `{as_case}`", "giống `{as_case}`");
            self.line(&format!("{head}   {}", same.to(self.language)));
            self.line("");
            return;
        }
        self.line(&head);
        if let Some(hint) = hint {
            self.line(&format!("  {}", paint(FAINT, hint.to(self.language))));
        }
        if detail == Detail::All {
            for index in &failed.failed {
                self.case(book, graded, *index);
            }
        } else {
            self.told(book, graded, &told);
        }
        self.line("");
    }

    /// The case that is reported, and the names of all others.
    fn told(&mut self, book: &Gradebook, graded: &Graded, told: &Told<'_>) {
        if let Some(index) = told.here {
            self.case(book, graded, index);
        }
        if !told.alike.is_empty() {
            let cases = told.alike.join(", ");
            self.say(
                2,
                &text!("also failing, in the same way: {cases}", "cũng sai theo cùng một cách: {cases}"),
            );
        }
        for (as_case, cases) in &told.elsewhere {
            let cases = cases.join(", ");
            self.say(2, &text!("as in `{as_case}`: {cases}", "giống `{as_case}`: {cases}"));
        }
        for (words, cases) in &told.not_run {
            let (cases, (en, vi)) = (cases.join(", "), words.both());
            self.say(2, &text!("{cases}: {en}", "{cases}: {vi}"));
        }
        if !told.others.is_empty() {
            let cases = told.others.join(", ");
            self.say(
                2,
                &text!("also failing, with other output: {cases}", "cũng sai, với đầu ra khác: {cases}"),
            );
        }
        if !told.format_only.is_empty() {
            let cases = told.format_only.join(", ");
            self.say(
                2,
                &text!(
                    "correct except for formatting, which must match exactly here: {cases}",
                    "đúng, chỉ khác về trình bày, mà ở đây phải khớp chính xác: {cases}"
                ),
            );
        }
    }

    fn case(&mut self, book: &Gradebook, graded: &Graded, index: usize) {
        let (id, result, shown) = (case_id(book, index), &graded.results[index], book.shown(index));
        let verdict = result.verdict.about().to(self.language).to_owned();
        let Some(failure) = &result.failure else {
            let is_not_run = result.verdict == Verdict::Skipped;
            let words = if is_not_run { waits_for(book, graded, index) } else { Text::verbatim(verdict) };
            self.say(2, &Text::verbatim(format!("{id}: {}", words.to(self.language))));
            return;
        };
        let keys = typed(&failure.typed);
        let turn = failure.turn;
        let has_moves = book.spec.cases().nth(index).is_some_and(|case| case.expectation.needs_reference());
        let place = if !has_moves || !shown.input {
            Text::default()
        } else if keys.is_empty() {
            text!(", before the first move", ", trước nước đi đầu tiên")
        } else {
            text!(", after move {turn}; typed so far: {keys}", ", sau nước đi {turn}; đã gõ: {keys}")
        };
        self.line(&format!("  {id}: {}{}", paint(BAD, &verdict), place.to(self.language)));
        if let (Some(words), false, true) = (typed_in_words(failure), has_moves, shown.input) {
            self.say(4, &words);
        }
        self.lines(&turn::of_failure(failure, shown, self.language));
        if let Some(words) = left_out(shown) {
            self.say(4, &words);
        }
        self.lines(&reasons(failure, id, self.language));
        if let (Some(command), true) = (replay_command(book, graded, id), shown.input) {
            let command = harmless(&command);
            self.say(4, &text!("to see it again: {command}", "để xem lại: {command}"));
        }
        if let (wrong @ 2.., turns) = failure.wrong_from_here {
            self.say(
                4,
                &text!(
                    "from here on, {wrong} of {turns} turns show wrong output",
                    "từ đây trở đi, {wrong}/{turns} lượt cho đầu ra sai"
                ),
            );
        }
    }

    fn lines(&mut self, lines: &[String]) {
        for line in lines {
            self.line(&format!("    {line}"));
        }
    }

    /// A reading that the assignment forbids.
    fn forbidden(&mut self, settled: &Settled) {
        let cost = settled.cost;
        let head = paint(WARN.bold(), reading(settled).to(self.language));
        let words = text!("costs {cost} points in total", "trừ tổng cộng {cost} điểm");
        self.line(&format!("{head}   {}", words.to(self.language)));
        self.line("");
    }

    /// How the submission reads what the assignment leaves open, where most read it otherwise; it costs nothing.
    fn readings(&mut self, graded: &Graded) {
        let mut free =
            graded.settled.iter().filter(|settled| !settled.is_usual && settled.cost == Points::ZERO);
        let Some(first) = free.next() else { return };
        self.say(
            2,
            &text!("how it reads what the assignment leaves open:", "cách hiểu những điểm đề bài để mở:"),
        );
        for settled in std::iter::once(first).chain(free) {
            self.say(4, &reading(settled));
        }
    }

    fn style(&mut self, result: &StyleResult) {
        let lost = result.rule.points.saturating_sub(result.earned) + result.cost;
        let head = paint(WARN.bold(), not_met(&result.rule).to(self.language));
        let cost = if lost == Points::ZERO {
            text!("costs nothing", "không trừ điểm")
        } else {
            text!("-{lost} points", "-{lost} điểm")
        };
        self.line(&format!("{head}   {}", cost.to(self.language)));
        for detail in &result.details {
            self.say(2, detail);
        }
        self.line("");
    }

    /// The demands of which nothing is known, as the games in which they are looked for went wrong.
    fn not_judged(&mut self, graded: &Graded) {
        let unknown = || graded.style.iter().filter(|result| result.passed.is_none());
        if unknown().next().is_none() {
            return;
        }
        let lost: Points = unknown().map(|result| result.rule.points).sum();
        let head = text!(
            "not checked: this is only checked in tests that pass, and none did",
            "chưa kiểm tra: điều này chỉ được kiểm tra trong các ca đạt, mà chưa ca nào đạt"
        );
        let cost = text!("-{lost} points", "-{lost} điểm");
        let head = paint(WARN.bold(), head.to(self.language));
        self.line(&format!("{head}   {}", cost.to(self.language)));
        for result in unknown() {
            self.say(2, &demand(&result.rule));
        }
        self.line("");
    }
}

/// What to try, where it can help: not where the group fails for a reason that is reported elsewhere, unless the output is
/// wrong in a part of it.
fn hint<'b>(graded: &Graded, failed: &FailedGroup<'b>) -> Option<&'b Text> {
    let results = || failed.failed.iter().map(|index| &graded.results[*index]);
    let failures = || results().filter_map(|result| result.failure.as_ref());
    let is_told_here = failures().any(|failure| !failure.because.is_empty());
    let is_wrong_in_part = failed.failed.len() < failed.group.cases.len()
        && results().any(|result| result.verdict == Verdict::WrongOutput);
    let depends_on_start = failures().any(|failure| !failure.from_zeros_too);
    let is_useful = graded.passed() > 0 && (is_told_here || is_wrong_in_part) && depends_on_start;
    Some(&failed.group.hint).filter(|hint| is_useful && !hint.is_empty())
}

fn case_id(book: &Gradebook, index: usize) -> &str {
    book.spec.cases().nth(index).map_or("?", |case| case.id.as_str())
}

//! The report for the terminal: a table of the class, then for each submission what failed and why. Coloured with ANSI
//! sequences; the code that prints it takes them out where they are not wanted. Only this file and
//! those below it name the crate for styles.

pub mod bless;
mod blocks;
pub mod check;
pub(super) mod coverage;
mod diff;
pub mod likeness;
pub mod regrade;
pub mod selfcheck;
mod table;
mod turn;

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use table::Row;

use super::account::withheld;
pub use super::story::Detail;
use super::story::{story, understanding as understood};
use super::visible::{Blanks, harmless, visible_line};
use super::words::{made_with, standing};
use super::{Ends, Parts};
use crate::diagnostics::{Language, Text, text, wrapped_after};
use crate::grade::{Gradebook, Graded};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const WARN: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// The language of a report for people, and the width of their terminal.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The language of the words.
    pub language: Language,
    /// The number of columns in which prose is set; `None` for lines as long as they are.
    pub width: Option<usize>,
}

impl From<Language> for Look {
    fn from(language: Language) -> Self {
        Self { language, width: None }
    }
}

/// Draws the report.
pub fn render(book: &Gradebook, look: impl Into<Look>, detail: Detail) -> String {
    let parts = begin(&book.cover(), book.submissions.len(), look, detail);
    String::from_utf8_lossy(&super::whole(parts, book)).into_owned()
}

/// Begins the report on a class of that many, given the book without its submissions.
pub fn begin(cover: &Gradebook, count: usize, look: impl Into<Look>, detail: Detail) -> Box<dyn Parts> {
    let mut page = Page::new(look);
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
    /// The text after the table.
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
            let is_perfect = graded.is_perfect(book.spec.points);
            if self.detail != Detail::Table && !is_perfect {
                self.page.line("");
                self.page.submission(book, graded, self.detail);
            }
        }
        self.page.taken()
    }

    fn ends(mut self: Box<Self>) -> Ends {
        let mut table = Page::new(self.page.look());
        if self.count != 1 {
            table.table(&self.cover, &self.rows);
        }
        self.page.withheld(&self.cover);
        self.page.skipped(&self.cover);
        self.page.made_with(&self.cover);
        Ends { head: table.taken(), foot: self.page.taken() }
    }
}

/// The report on a book as text without colours, for systems that show text and nothing else.
pub(super) fn plain(book: &Gradebook, language: Language) -> String {
    let drawn = render(book, language, Detail::First);
    // Only our own sequences are in it, which set styles and end with `m`.
    let mut parts = drawn.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

/// The name and the points of each submission of a book, a line for each without a line feed after the last.
pub fn in_a_line(book: &Gradebook, language: Language) -> String {
    let line = |graded: &Graded| {
        let standing = standing(graded, book.spec.points);
        format!("{}   {}", harmless(&graded.id), standing.to(language))
    };
    book.submissions.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A line that a program printed, made visible and harmless.
pub fn printed_line(line: &[u8]) -> String {
    visible_line(line, Blanks::AsTheyAre)
}

/// The understanding of a program, in full.
pub fn understanding(graded: &Graded, look: impl Into<Look>) -> String {
    let mut page = Page::new(look);
    if let Some(block) = understood(graded) {
        page.block(graded, &block);
    }
    page.finished()
}

struct Page {
    out: String,
    language: Language,
    width: Option<usize>,
    /// True if anything was written, here or before this page.
    is_begun: bool,
    /// Empty lines that are due before the next line; none are written at the end.
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
    fn new(look: impl Into<Look>) -> Self {
        let Look { language, width } = look.into();
        Self { out: String::new(), language, width, is_begun: false, empty: 0 }
    }

    fn look(&self) -> Look {
        Look { language: self.language, width: self.width }
    }

    /// One line; two empty ones in a row are one, and an empty one is not written before the first line.
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
        self.prose(indent, &harmless(words.to(self.language)));
    }

    /// A sentence, in lines of the terminal's width. Those that go on are indented further.
    fn prose(&mut self, indent: usize, words: &str) {
        self.after(&" ".repeat(indent), words, indent + 2);
    }

    /// The same after something in a line that stays whole; what goes on is indented by that many columns.
    fn after(&mut self, head: &str, words: &str, indent: usize) {
        for line in wrapped_after(head, words, self.width.unwrap_or(usize::MAX), indent) {
            self.line(&line);
        }
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

    /// The tools that make programs of sources, where they are tools of this computer.
    fn made_with(&mut self, book: &Gradebook) {
        if let Some(tools) = made_with(book) {
            self.line("");
            self.prose(0, &paint(FAINT, tools.to(self.language)));
        }
    }

    fn submission(&mut self, book: &Gradebook, graded: &Graded, detail: Detail) {
        let (score, points) = (graded.score(), book.spec.points);
        let is_good = score >= Some(points) || (graded.is_part && graded.is_perfect(points));
        let style = if is_good { GOOD } else { WARN };
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
        self.prose(0, &head);
        for block in story(book, graded, detail) {
            self.block(graded, &block);
        }
    }

    /// The tests and points that the reader is not shown.
    fn withheld(&mut self, book: &Gradebook) {
        if let Some(words) = withheld(book) {
            self.line("");
            self.say(2, &words);
        }
    }

    fn lines(&mut self, lines: &[String]) {
        for line in lines {
            self.line(&format!("    {line}"));
        }
    }
}

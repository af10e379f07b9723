//! Test Anything Protocol, version 14: a test with subtests for each submission.
//!
//! Format: the specification of TAP 14. What could not be judged is marked `TODO`, which no reader counts as a failure; what was not
//! run is marked `SKIP`.

use std::fmt::Write as _;

use super::rows::{Row, RowState, rows};
use super::visible::harmless;
use super::words::{needs_review, standing};
use super::{Ends, Parts};
use crate::diagnostics::{Language, Text};
use crate::grade::{Gradebook, Graded};

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    let tools = cover.spec.machine.tools();
    Box::new(Tests { language, count: 0, tools })
}

/// The tests as they are written.
struct Tests {
    language: Language,
    count: usize,
    /// The tools that make programs of sources.
    tools: Option<String>,
}

impl Parts for Tests {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let mut out = String::new();
        for graded in &book.submissions {
            self.count += 1;
            self.submission(&mut out, book, graded);
        }
        out.into_bytes()
    }

    fn ends(self: Box<Self>) -> Ends {
        let tools = self.tools.map(|tools| format!("# {}\n", line(&tools))).unwrap_or_default();
        let head = format!("TAP version 14\n{tools}1..{}\n", self.count);
        Ends { head: head.into_bytes(), foot: Vec::new() }
    }
}

impl Tests {
    fn submission(&self, out: &mut String, book: &Gradebook, graded: &Graded) {
        let rows = rows(book, graded, self.language);
        let name = line(&graded.id);
        push(out, &format!("# Subtest: {name}\n    1..{}\n", rows.len()));
        for (index, row) in rows.iter().enumerate() {
            self.row(out, index + 1, row);
        }
        let has = |state: RowState| rows.iter().any(|row| row.state == state);
        let is_ok = !has(RowState::Failed) && graded.problem.is_none();
        let standing = self.words(&standing(graded, book.spec.points));
        let review = needs_review(graded).first().map(|why| format!(" # TODO {}", self.words(why)));
        let (ok, review) =
            (if is_ok && review.is_none() { "ok" } else { "not ok" }, review.unwrap_or_default());
        push(out, &format!("{ok} {} - {name}: {standing}{review}\n", self.count));
    }

    fn row(&self, out: &mut String, number: usize, row: &Row<'_>) {
        let (title, message) = (self.words(&row.title), self.words(&row.message));
        let (ok, directive) = match row.state {
            RowState::Passed => ("ok", String::new()),
            RowState::Failed => ("not ok", String::new()),
            RowState::Skipped => ("ok", format!(" # SKIP {message}")),
            RowState::NotJudged => ("not ok", format!(" # TODO {message}")),
        };
        push(out, &format!("    {ok} {number} - {title}{directive}\n"));
        if row.state != RowState::Failed {
            return;
        }
        push(out, &format!("      ---\n      verdict: {}\n", row.verdict));
        push(out, &format!("      message: \"{}\"\n", quoted(row.message.to(self.language))));
        if let (Some(earned), Some(points)) = (row.earned, row.points) {
            push(out, &format!("      points: {earned} of {points}\n"));
        }
        if !row.details.is_empty() {
            push(out, "      details: |2-\n");
            for line in row.details.lines() {
                // Blanks at the end of a line may be the mistake in it; a line of nothing else stays empty.
                let line =
                    if line.is_empty() { String::new() } else { format!("        {}", harmless(line)) };
                push(out, &format!("{line}\n"));
            }
        }
        push(out, "      ...\n");
    }

    fn words(&self, words: &Text) -> String {
        line(words.to(self.language))
    }
}

fn push(out: &mut String, words: &str) {
    out.write_str(words).expect("strings take everything");
}

/// Words in a line of TAP, in which `#` begins a directive.
fn line(words: &str) -> String {
    harmless(words).replace('\\', "\\\\").replace('#', "\\#")
}

/// Words between the quotes of YAML.
fn quoted(words: &str) -> String {
    harmless(words).replace('\\', "\\\\").replace('"', "\\\"")
}

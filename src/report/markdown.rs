//! Markdown as GitHub and GitLab show it: the table of the class, then the story of each submission, folded.
//!
//! Words of a student's stand in blocks of code, whose fences are longer than any that these hold, or with every mark escaped.

mod blocks;
mod page;

use std::fmt::Write as _;

use page::{cell, code, escaped};

use super::story::{Detail, story};
use super::words::{counted, made_with, standing, why};
use super::{Ends, Parts};
use crate::diagnostics::{Language, text};
use crate::grade::{Gradebook, Graded};

/// GitHub refuses a summary of more than 1024 KiB; the text around the stories has room in the rest.
const MOST_OF_SUMMARY: usize = 600 << 10;
/// The rows of the table in a summary.
const MOST_ROWS: usize = 1_000;

pub(super) fn begin(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Class::new(cover, language, usize::MAX, usize::MAX))
}

/// The same as a step summary of GitHub Actions, which may not be longer than a megabyte.
pub(super) fn begin_summary(cover: &Gradebook, language: Language) -> Box<dyn Parts> {
    Box::new(Class::new(cover, language, MOST_OF_SUMMARY, MOST_ROWS))
}

/// The report as it grows.
struct Class {
    cover: Gradebook,
    language: Language,
    /// The lines of the table, as many as there is room for.
    rows: String,
    count: usize,
    needs_review: usize,
    /// The number of bytes that may still be written about single submissions.
    room: usize,
    most_rows: usize,
    /// Submissions that there was no room for.
    left_out: usize,
}

impl Class {
    fn new(cover: &Gradebook, language: Language, room: usize, most_rows: usize) -> Self {
        let cover = cover.clone();
        Self { cover, language, rows: String::new(), count: 0, needs_review: 0, room, most_rows, left_out: 0 }
    }

    /// The line of a submission in the table.
    fn row(&mut self, book: &Gradebook, graded: &Graded) {
        let all = book.spec.cases().count();
        let score = graded.score().map_or_else(|| "-".to_owned(), |score| score.to_string());
        let passed = if graded.judged() > 0 { graded.passed().to_string() } else { "-".to_owned() };
        let why = why(book, graded, self.language);
        writeln!(self.rows, "| {} | {score} | {passed}/{all} | {} |", cell(&graded.id), cell(&why))
            .expect("strings take everything");
    }

    fn submission(&self, book: &Gradebook, graded: &Graded) -> String {
        let standing = standing(graded, book.spec.points);
        let mut out = format!(
            "\n<details>\n<summary><b>{}</b> &nbsp; {}</summary>\n\n",
            escaped(&graded.id),
            standing.to(self.language)
        );
        for block in story(book, graded, Detail::First) {
            blocks::draw(&mut out, graded, &block, self.language);
        }
        out.push_str("\n</details>\n");
        out
    }
}

impl Parts for Class {
    fn part(&mut self, book: &Gradebook) -> Vec<u8> {
        let mut out = String::new();
        for graded in &book.submissions {
            self.count += 1;
            self.needs_review += usize::from(graded.needs_review());
            if self.count <= self.most_rows {
                self.row(book, graded);
            }
            if graded.is_perfect(book.spec.points) {
                continue;
            }
            let text = self.submission(book, graded);
            if text.len() > self.room {
                self.left_out += 1;
                // The submissions that come later have no room either, so that the order stays that of the
                // class.
                self.room = 0;
                continue;
            }
            self.room -= text.len();
            out.push_str(&text);
        }
        out.into_bytes()
    }

    fn ends(self: Box<Self>) -> Ends {
        let (spec, count) = (&self.cover.spec, self.count);
        let cases = spec.cases().count();
        let (tests, submissions) = (counted(cases, "test"), counted(count, "submission"));
        let mut head = format!("## {}\n\n", escaped(spec.title.to(self.language)));
        let line = text!("{tests} · {submissions}", "{cases} ca kiểm thử · {count} bài nộp");
        head.push_str(line.to(self.language));
        if self.needs_review > 0 {
            let review = self.needs_review;
            let words =
                text!(" · **{review} to review by hand**", " · **{review} bài cần xem xét thủ công**");
            head.push_str(words.to(self.language));
        }
        if let Some(tools) = made_with(&self.cover) {
            head.push_str("\n\n");
            head.push_str(&code(tools.to(self.language)));
        }
        let columns = text!("submission | score | tests | why", "bài nộp | điểm | test | lý do");
        write!(head, "\n\n| {} |\n|---|---:|---:|---|\n{}", columns.to(self.language), self.rows)
            .expect("strings take everything");
        let more = count.saturating_sub(self.most_rows);
        if more > 0 {
            let words = text!("and {more} more submissions", "và {more} bài nộp nữa");
            write!(head, "\n{}\n", words.to(self.language)).expect("strings take everything");
        }
        let mut foot = String::new();
        let left_out = self.left_out;
        if left_out > 0 {
            let submissions = counted(left_out, "submission");
            let words = text!(
                "there is no room here for {submissions}; the whole is in `--format markdown=PATH`",
                "ở đây không đủ chỗ cho {left_out} bài nộp; bản đầy đủ có trong `--format markdown=PATH`"
            );
            write!(foot, "\n{}\n", words.to(self.language)).expect("strings take everything");
        }
        Ends { head: head.into_bytes(), foot: foot.into_bytes() }
    }
}

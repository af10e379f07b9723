//! The blocks of a submission's story in Markdown.

use std::fmt::Write as _;

use super::page::{block, escaped, sentence};
use crate::compare::Side;
use crate::diagnostics::{self, Language, Text, text};
use crate::grade::{FormatFinding, Graded};
use crate::report::plain;
use crate::report::story::{AccountBlock, Block, CaseBlock, Finding, FindingLines, GroupBlock};
use crate::report::visible::{Blanks, visible_line};

/// The most bytes of output that are shown.
const MOST_BYTES: usize = 2_000;
/// This many lines of a file that changed are enough.
const MOST_LINES: usize = 40;

/// Adds a block.
pub(super) fn draw(out: &mut String, graded: &Graded, block_of: &Block<'_>, language: Language) {
    let mut page = Page { out, language };
    match block_of {
        Block::Problem(words) => page.line(&format!("**{}**\n", sentence(words.to(language)))),
        Block::Diagnostics(found) => {
            let style = diagnostics::Style { colour: false, language };
            for diagnostic in found {
                page.line(&block("text", &diagnostics::render(diagnostic, &graded.sources, style)));
            }
        }
        Block::Review(words) | Block::Line(words) | Block::Together(words) => page.paragraph(words),
        Block::Group(group) => page.group(group),
        Block::SameWay(same) => {
            page.head(&same.title, same.price.as_ref());
            let titles: Vec<String> = same.groups.iter().map(|title| escaped(title.to(language))).collect();
            page.line(&format!("{}\n", titles.join(" · ")));
        }
        Block::Finding(finding) => page.finding(finding),
        Block::Section(title, items) => {
            page.paragraph(title);
            page.list(items);
        }
        Block::Account(account) => page.account(account),
        Block::Mark(mark) => {
            let remark =
                if mark.remark.is_empty() { String::new() } else { format!(" — {}", escaped(mark.remark)) };
            page.line(&format!("{}{remark}\n", escaped(mark.words.to(language))));
        }
    }
}

struct Page<'o> {
    out: &'o mut String,
    language: Language,
}

impl Page<'_> {
    fn line(&mut self, words: &str) {
        writeln!(self.out, "{words}").expect("strings take everything");
    }

    fn paragraph(&mut self, words: &Text) {
        let words = sentence(words.to(self.language));
        self.line(&format!("{words}\n"));
    }

    fn list(&mut self, items: &[Text]) {
        for item in items {
            let item = sentence(item.to(self.language));
            self.line(&format!("- {item}"));
        }
        if !items.is_empty() {
            self.line("");
        }
    }

    fn head(&mut self, title: &Text, price: Option<&Text>) {
        let price = price.map(|price| format!(" — {}", sentence(price.to(self.language))));
        let title = escaped(title.to(self.language));
        self.line(&format!("#### {title}{}\n", price.unwrap_or_default()));
    }

    fn group(&mut self, group: &GroupBlock<'_>) {
        self.head(group.title, Some(&group.price));
        for words in group.same_as.iter().chain(group.hint) {
            self.paragraph(words);
        }
        for case in &group.cases {
            self.case(case);
        }
        self.list(&group.others);
    }

    fn case(&mut self, case: &CaseBlock<'_>) {
        let verdict = sentence(case.verdict.to(self.language));
        self.line(&format!("`{}`: {verdict}\n", case.id.replace('`', "'")));
        if let Some(told) = &case.failure {
            let text = plain::told(told, (Blanks::AsTheyAre, MOST_BYTES), self.language);
            if !text.is_empty() {
                self.line(&block("text", &text));
            }
        }
    }

    fn finding(&mut self, finding: &Finding<'_>) {
        self.head(&finding.title, finding.price.as_ref());
        if let Some(help) = &finding.help {
            self.paragraph(help);
        }
        match finding.lines {
            FindingLines::Nothing => {}
            FindingLines::Format(found) => self.format(found),
            FindingLines::Changes(hunks) => {
                let lines = hunks.iter().flat_map(|hunk| &hunk.lines).take(MOST_LINES);
                let drawn = lines.map(|line| {
                    let sign = match line.side {
                        Side::Both => ' ',
                        Side::Old => '-',
                        Side::New => '+',
                    };
                    format!("{sign} {}\n", visible_line(&line.text, Blanks::AsTheyAre))
                });
                let drawn: String = drawn.collect();
                self.line(&block("diff", &drawn));
            }
        }
        self.list(&finding.notes);
    }

    /// Lines as they must be and as they were printed.
    fn format(&mut self, finding: &FormatFinding) {
        let show = |line: &Option<Vec<u8>>| {
            line.as_deref().map(|line| visible_line(line, Blanks::Marked)).unwrap_or_default()
        };
        if finding.expected.is_none() && finding.actual.is_none() {
            return;
        }
        let (expected, actual) = (show(&finding.expected), show(&finding.actual));
        let words = text!(
            "expected:             {expected}\nyour program printed: {actual}",
            "mong đợi:                      {expected}\nchương trình của bạn in ra:    {actual}"
        );
        self.line(&block("text", words.to(self.language)));
    }

    fn account(&mut self, account: &AccountBlock) {
        self.line("| | |\n|---|---:|");
        for line in &account.lines {
            let sign = if line.is_taken { "-" } else { "" };
            let label = line.about.to(self.language).to_owned();
            self.line(&format!("| {label} | {sign}{} |", line.points));
        }
        let score = text!("score", "điểm").to(self.language).to_owned();
        self.line(&format!("| **{score}** | **{}** {} |\n", account.total, account.of.to(self.language)));
    }
}

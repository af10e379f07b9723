//! The blocks of a submission's story, as a terminal shows them.

use super::{BAD, FAINT, Page, WARN, diff, pad, paint, turn};
use crate::diagnostics::{self, Diagnostic, Text, text, wrapped_command};
use crate::grade::Graded;
use crate::report::story::{
    AccountBlock, Block, CaseBlock, Finding, FindingLines, GroupBlock, MarkBlock, SameWay,
};
use crate::report::visible::harmless;

/// Labels of an account are this wide at least.
const LEAST_WIDTH: usize = 12;
/// This many lines of a file that has little to do with the starter file are enough.
const MOST_LINES: usize = 40;

impl Page {
    /// Draws a block.
    pub(super) fn block(&mut self, graded: &Graded, block: &Block<'_>) {
        match block {
            Block::Problem(words) => self.prose(2, &paint(BAD, words.to(self.language))),
            Block::Diagnostics(found) => self.diagnostics(graded, found),
            Block::Review(words) | Block::Line(words) => self.say(2, words),
            Block::Group(group) => self.group(group),
            Block::SameWay(same) => self.same_way(same),
            Block::Finding(finding) => self.finding(finding),
            Block::Together(words) => {
                self.say(0, words);
                self.line("");
            }
            Block::Section(title, items) => {
                self.say(2, title);
                for item in items {
                    self.say(4, item);
                }
            }
            Block::Account(account) => self.account(account),
            Block::Mark(mark) => self.mark(mark),
        }
    }

    fn diagnostics(&mut self, graded: &Graded, found: &[&Diagnostic]) {
        let style = diagnostics::Style { colour: true, language: self.language };
        for diagnostic in found {
            // The drawing is indented by two columns.
            let width = self.width.map(|width| width - 2);
            let drawn = diagnostics::render_within(diagnostic, &graded.sources, style, width);
            self.line("");
            for line in drawn.lines() {
                self.line(&format!("  {line}"));
            }
        }
        if graded.problem.is_none() {
            self.line("");
        }
    }

    fn group(&mut self, group: &GroupBlock<'_>) {
        let title = paint(BAD.bold(), group.title.to(self.language));
        let head = format!("{title}   {}", group.price.to(self.language));
        if let Some(same) = &group.same_as {
            self.prose(0, &format!("{head}   {}", same.to(self.language)));
            self.line("");
            return;
        }
        self.prose(0, &head);
        if let Some(hint) = group.hint {
            self.prose(2, &paint(FAINT, hint.to(self.language)));
        }
        for case in &group.cases {
            self.case(case);
        }
        for others in &group.others {
            self.say(2, others);
        }
        self.line("");
    }

    fn case(&mut self, case: &CaseBlock<'_>) {
        let (id, verdict) = (case.id, case.verdict.to(self.language).to_owned());
        let Some(told) = &case.failure else {
            self.say(2, &Text::verbatim(format!("{id}: {verdict}")));
            return;
        };
        self.prose(2, &format!("{id}: {}{}", paint(BAD, &verdict), told.place.to(self.language)));
        if let Some(words) = &told.typed {
            self.say(4, words);
        }
        self.lines(&turn::of_failure(
            told.failure,
            told.shown,
            self.language,
            self.width.map(|width| width.saturating_sub(4)),
        ));
        for words in told.left_out.iter().chain(&told.reasons) {
            self.say(4, words);
        }
        if let Some(command) = &told.replay {
            let words = text!("    to see it again:", "    để xem lại:");
            let width = self.width.unwrap_or(usize::MAX);
            let lines = wrapped_command(words.to(self.language), &harmless(command), width, 6);
            for line in lines {
                self.line(&line);
            }
        }
        if let Some(words) = &told.from_here {
            self.say(4, words);
        }
    }

    /// Groups that fail in one way, in one line.
    fn same_way(&mut self, same: &SameWay<'_>) {
        let price = same.price.as_ref().map(|price| format!("   {}", price.to(self.language)));
        let title = paint(BAD.bold(), same.title.to(self.language));
        self.prose(0, &format!("{title}{}", price.unwrap_or_default()));
        let titles: Vec<String> = same.groups.iter().map(|title| harmless(title.to(self.language))).collect();
        self.prose(2, &titles.join(" · "));
        self.line("");
    }

    fn finding(&mut self, finding: &Finding<'_>) {
        let style = if finding.is_question { WARN } else { WARN.bold() };
        let price = finding.price.as_ref().map(|price| format!("   {}", price.to(self.language)));
        let title = paint(style, finding.title.to(self.language));
        self.prose(0, &format!("{title}{}", price.unwrap_or_default()));
        if let Some(help) = &finding.help {
            self.say(2, help);
        }
        let mut notes_in = 2;
        match finding.lines {
            FindingLines::Nothing => {}
            FindingLines::Format(found) => {
                self.lines(&turn::of_format(
                    found,
                    self.language,
                    self.width.map(|width| width.saturating_sub(4)),
                ));
                notes_in = 4;
            }
            FindingLines::Changes(hunks) => {
                let lines = diff::drawn(hunks);
                let more = lines.len().saturating_sub(MOST_LINES);
                for line in lines.iter().take(MOST_LINES) {
                    self.line(&format!("    {line}"));
                }
                if more > 0 {
                    self.say(4, &text!("... and {more} more lines", "... còn {more} dòng nữa"));
                }
            }
        }
        for note in &finding.notes {
            self.say(notes_in, note);
        }
        self.line("");
    }

    fn account(&mut self, account: &AccountBlock) {
        self.line("");
        let total = text!("score", "điểm");
        let widths = account.lines.iter().map(|line| line.about.to(self.language).chars().count());
        let width = widths.max().unwrap_or(0).max(LEAST_WIDTH);
        for (nth, line) in account.lines.iter().enumerate() {
            let sign = match (line.is_taken, nth) {
                (true, _) => '-',
                (false, 0) => ' ',
                (false, _) => '+',
            };
            let (label, points) = (pad(line.about.to(self.language), width), line.points);
            self.line(&format!("  {label}  {sign}{points:>6}"));
        }
        let (label, score) = (pad(total.to(self.language), width), account.total);
        self.line(&format!("  {label}  ={score:>6} {}", account.of.to(self.language)));
    }

    fn mark(&mut self, mark: &MarkBlock<'_>) {
        let mut line = harmless(mark.words.to(self.language));
        if !mark.remark.is_empty() {
            line.push_str("   ");
            line.push_str(&paint(FAINT, &harmless(mark.remark)));
        }
        self.prose(2, &line);
    }
}

//! Programs that are more alike than the assignment explains: the pairs, where to look in each, and who belongs together.

use super::{BAD, FAINT, Look, Page, STRONG, WARN, paint};
use crate::diagnostics::text;
use crate::likeness::{Findings, Shown};
use crate::report::likeness::{caution, lead, lines, not_compared, phrase, size, too_much, usual};
use crate::report::visible::harmless;
use crate::report::words::counted;

/// The most passages of a pair that are named.
const MOST_PASSAGES: usize = 3;
/// The most phrases of a pair that are shown.
const MOST_WORDS: usize = 3;

/// Draws the report.
pub fn render(findings: &Findings, look: Look) -> String {
    let mut page = Page::new(look);
    let title = harmless(findings.title.to(look.language));
    page.line(&format!("{} · {}", paint(STRONG, &title), lead(findings).to(look.language)));
    for words in usual(findings).iter().chain(&too_much(findings)) {
        page.say(2, words);
    }
    page.line("");
    page.alike_pairs(findings);
    page.groups_of_alike(findings);
    for one in &findings.uncompared {
        let (id, why) = (harmless(&one.id), not_compared(&one.why));
        let (why, why_vi) = why.both();
        page.say(0, &text!("not compared: {id}: {why}", "không so sánh: {id}: {why_vi}"));
    }
    if !findings.shown.is_empty() {
        page.line("");
        page.say(0, &caution());
    }
    page.finished()
}

impl Page {
    fn alike_pairs(&mut self, findings: &Findings) {
        let least = findings.least.to_percent();
        if findings.pairs.alike.is_empty() {
            self.say(
                2,
                &text!(
                    "no two programs share {least} % or more",
                    "không có hai chương trình nào giống nhau từ {least} %"
                ),
            );
        }
        for shown in &findings.shown {
            self.alike_pair(findings, shown);
        }
        let left = findings.pairs.alike.len() - findings.shown.len();
        if left > 0 {
            let pairs = counted(left, "more pair");
            self.say(2, &text!("and {pairs}; --top shows more", "và {left} cặp nữa; --top cho xem thêm"));
        }
    }

    fn alike_pair(&mut self, findings: &Findings, shown: &Shown) {
        let pair = shown.pair;
        let [one, other] = [pair.one, pair.other].map(|index| harmless(&findings.ids[index]));
        let likeness = format!("{:>3} %", pair.likeness.to_percent());
        let style = if pair.likeness.to_percent() >= 80 { BAD } else { WARN };
        let (of_one, of_other) = (pair.of_one.to_percent(), pair.of_other.to_percent());
        let shares = text!(
            "({of_one} % of the first, {of_other} % of the second)",
            "({of_one} % của bài thứ nhất, {of_other} % của bài thứ hai)"
        );
        self.line(&format!(
            "  {}  {one}  {other}  {}",
            paint(style, &likeness),
            paint(FAINT, shares.to(self.language))
        ));
        let Some(evidence) = &shown.evidence else { return };
        for passage in evidence.passages.iter().take(MOST_PASSAGES) {
            let (left, right, count) = (lines(&passage.one), lines(&passage.other), size(passage));
            let alike = counted(count, "line");
            self.say(
                8,
                &text!(
                    "lines {left} do what lines {right} do: {alike}",
                    "dòng {left} làm như dòng {right}: {count} dòng"
                ),
            );
        }
        let left = evidence.passages.len().saturating_sub(MOST_PASSAGES);
        if left > 0 {
            let passages = counted(left, "more passage");
            self.say(8, &text!("and {passages}", "và {left} đoạn nữa"));
        }
        for words in evidence.words.iter().take(MOST_WORDS) {
            let (kind, said) = phrase(&words.phrase);
            let (said, line, other) = (harmless(said), words.one.1, words.other.1);
            let (kind, kind_vi) = kind.both();
            self.say(
                8,
                &text!(
                    "nobody else has the {kind} `{said}` (line {line}, line {other})",
                    "không ai khác có {kind_vi} `{said}` (dòng {line}, dòng {other})"
                ),
            );
        }
    }

    fn groups_of_alike(&mut self, findings: &Findings) {
        let large = findings.clusters.iter().filter(|cluster| cluster.members.len() > 2);
        for cluster in large {
            let names: Vec<String> =
                cluster.members.iter().map(|index| harmless(&findings.ids[*index])).collect();
            let (count, names) = (names.len(), names.join(", "));
            self.line("");
            self.say(
                2,
                &text!(
                    "{count} that belong together: {names}",
                    "{count} bài thuộc về cùng một nhóm: {names}"
                ),
            );
        }
    }
}

//! What became of the starter file, with the lines that changed.

use super::{Page, WARN, diff, harmless, paint};
use crate::compare::Kept;
use crate::diagnostics::{Language, text};
use crate::grade::{Graded, StarterFinding};
use crate::report::words::starter_changed;
use crate::spec::Points;

/// This many lines of a file that has little to do with the starter file are enough.
const MOST_LINES: usize = 40;

impl Page {
    /// What there is to say of the starter file, if anything is.
    pub(super) fn starter(&mut self, graded: &Graded) {
        let Some(finding) = &graded.starter else { return };
        let drawn = drawn(finding, self.language);
        for line in &drawn {
            self.line(&format!("  {line}"));
        }
        if !drawn.is_empty() {
            self.line("");
        }
    }
}

/// The lines, of which the first one is the head.
fn drawn(finding: &StarterFinding, language: Language) -> Vec<String> {
    let file = harmless(&finding.file);
    let cost = finding.cost;
    let head = |words: &str| {
        let price = if cost > Points::ZERO {
            text!("   costs {cost} points in total", "   trừ tổng cộng {cost} điểm")
        } else {
            text!("", "")
        };
        format!("{}{}", paint(WARN.bold(), words), price.to(language))
    };
    match &finding.kept {
        Some(Kept::Whole) => Vec::new(),
        Some(Kept::Untouched) => {
            let words = text!(
                "{file} is the starter file, unchanged; is it the file that you meant to hand in?",
                "{file} chính là tệp khởi đầu, chưa sửa gì; có đúng tệp bạn định nộp không?"
            );
            vec![paint(WARN, words.to(language))]
        }
        None => {
            let words = text!(
                "{file} is not a source file, so it cannot be checked that the given lines are kept; hand in the source",
                "{file} không phải mã nguồn nên không xem được các dòng cho sẵn còn giữ không; hãy nộp mã nguồn"
            );
            vec![head(words.to(language))]
        }
        Some(Kept::Changed(hunks)) => {
            let mut drawn = vec![head(starter_changed().to(language))];
            let help = text!(
                "  put the lines marked - back and take those marked + out; the numbers are those of {file}",
                "  hãy khôi phục các dòng có dấu - và bỏ các dòng có dấu +; số dòng là của {file}"
            );
            drawn.push(help.to(language).to_owned());
            let lines = diff::drawn(hunks);
            let more = lines.len().saturating_sub(MOST_LINES);
            drawn.extend(lines.into_iter().take(MOST_LINES).map(|line| format!("    {line}")));
            if more > 0 {
                let words = text!("    ... and {more} more lines", "    ... còn {more} dòng nữa");
                drawn.push(words.to(language).to_owned());
            }
            drawn
        }
    }
}

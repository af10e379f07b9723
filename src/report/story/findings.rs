//! The findings apart from failed tests: things that cost points, or are worth knowing.

use crate::compare::{Hunk, Kept};
use crate::diagnostics::{Text, text};
use crate::grade::{FormatFinding, Graded, InferredOption, StarterFinding, StyleResult};
use crate::report::visible::harmless;
use crate::report::words::{self, counted, demand, not_met, price, reading, starter_changed};
use crate::spec::Points;

/// Something that was found in the whole program.
pub(in crate::report) struct Finding<'b> {
    /// A description in a few words.
    pub(in crate::report) title: Text,
    /// The cost.
    pub(in crate::report) price: Option<Text>,
    /// A suggestion what to do about it, before the lines.
    pub(in crate::report) help: Option<Text>,
    /// The lines that show it.
    pub(in crate::report) lines: Shown<'b>,
    /// More about it, after the lines.
    pub(in crate::report) notes: Vec<Text>,
    /// True if it is a question to the student, and not a loss.
    pub(in crate::report) is_question: bool,
}

/// The lines that show a finding.
#[derive(Clone, Copy)]
pub(in crate::report) enum Shown<'b> {
    /// No lines.
    Nothing,
    /// Lines as they must be and as they were printed.
    Format(&'b FormatFinding),
    /// Lines of a file that changed.
    Changes(&'b [Hunk]),
}

impl Finding<'_> {
    fn new(title: Text) -> Self {
        Self { title, price: None, help: None, lines: Shown::Nothing, notes: Vec::new(), is_question: false }
    }
}

fn in_total(cost: Points) -> Text {
    text!("costs {cost} points in total", "trừ tổng cộng {cost} điểm")
}

/// A kind of difference of format.
pub(super) fn format(finding: &FormatFinding, exact: bool, is_part: bool) -> Finding<'_> {
    Finding {
        price: Some(if is_part { seen_in(finding) } else { price(finding, exact) }),
        lines: Shown::Format(finding),
        notes: finding.because.clone(),
        ..Finding::new(finding.kind.about())
    }
}

/// In how many tests a difference of format appears. Its cost depends on all tests.
fn seen_in(finding: &FormatFinding) -> Text {
    let (tests, cases) = (counted(finding.cases, "test"), finding.cases);
    text!("in {tests}", "trong {cases} ca kiểm thử")
}

/// That all differences of format together cost less than each by itself.
pub(super) fn format_limit(graded: &Graded) -> Option<Text> {
    let sum: Points = graded.format.iter().map(|finding| finding.cost).sum();
    let cost = graded.format_cost;
    (cost < sum).then(|| {
        text!(
            "all differences of format together cost no more than {cost} points",
            "mọi khác biệt về trình bày gộp lại chỉ trừ nhiều nhất {cost} điểm"
        )
    })
}

/// A demand of style that is not met.
pub(super) fn style<'b>(result: &StyleResult) -> Finding<'b> {
    let lost = result.rule.points.saturating_sub(result.earned) + result.cost;
    let price = if lost == Points::ZERO {
        text!("costs nothing", "không trừ điểm")
    } else {
        text!("-{lost} points", "-{lost} điểm")
    };
    Finding { price: Some(price), notes: result.details.clone(), ..Finding::new(not_met(&result.rule)) }
}

/// A reading that the assignment forbids.
pub(super) fn forbidden<'b>(inferred: &InferredOption) -> Finding<'b> {
    let notes = words::seen_in(inferred).into_iter().collect();
    Finding { price: Some(in_total(inferred.cost)), notes, ..Finding::new(reading(inferred)) }
}

/// The demands of which nothing is known, as the games in which they are looked for went wrong.
pub(super) fn not_checked<'b>(graded: &Graded) -> Option<Finding<'b>> {
    let unknown: Vec<&StyleResult> = graded.style.iter().filter(|result| result.passed.is_none()).collect();
    let lost: Points = unknown.iter().map(|result| result.rule.points).sum();
    (!unknown.is_empty()).then(|| Finding {
        price: Some(text!("-{lost} points", "-{lost} điểm")),
        notes: unknown.iter().map(|result| demand(&result.rule)).collect(),
        ..Finding::new(words::not_checked())
    })
}

/// The finding about the starter file, if there is one.
pub(super) fn starter(graded: &Graded) -> Option<Finding<'_>> {
    let StarterFinding { file, kept, cost } = graded.starter.as_ref()?;
    let file = harmless(file);
    let price = (*cost > Points::ZERO).then(|| in_total(*cost));
    match kept {
        Some(Kept::Whole) => None,
        Some(Kept::Untouched) => {
            let title = text!(
                "{file} is the starter file, unchanged; is it the file that you meant to hand in?",
                "{file} chính là tệp khởi đầu, chưa sửa gì; có đúng tệp bạn định nộp không?"
            );
            Some(Finding { is_question: true, ..Finding::new(title) })
        }
        None => {
            let title = text!(
                "{file} is not a source file, so it cannot be checked that the given lines are kept; hand in the source",
                "{file} không phải mã nguồn nên không xem được các dòng cho sẵn còn giữ không; hãy nộp mã nguồn"
            );
            Some(Finding { price, ..Finding::new(title) })
        }
        Some(Kept::Changed(hunks)) => {
            let help = text!(
                "put the lines marked - back and take those marked + out; the numbers are those of {file}",
                "hãy khôi phục các dòng có dấu - và bỏ các dòng có dấu +; số dòng là của {file}"
            );
            Some(Finding {
                price,
                help: Some(help),
                lines: Shown::Changes(hunks),
                ..Finding::new(starter_changed())
            })
        }
    }
}

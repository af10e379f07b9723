//! Sentences that several reports share.

use super::visible::{Blanks, harmless, visible_line};
use crate::diagnostics::{Language, Text, text};
use crate::grade::{Gradebook, Graded, Problem};
use crate::spec::{Group, Points, StyleCheck};
use crate::submission::NoProgram;

/// Why nothing could be run.
pub(super) fn problem(problem: &Problem) -> Text {
    match problem {
        Problem::NoProgram(NoProgram::Missing { patterns }) => {
            let patterns = patterns.join(", ");
            text!(
                "there is no program: no file fits {patterns}",
                "không có chương trình: không tệp nào khớp {patterns}"
            )
        }
        Problem::NoProgram(NoProgram::Ambiguous { candidates }) => {
            let candidates = harmless(&candidates.join(", "));
            text!(
                "several files could be the program: {candidates}; keep one of them",
                "có nhiều tệp có thể là chương trình: {candidates}; hãy giữ lại một tệp"
            )
        }
        Problem::NoProgram(NoProgram::TooLarge { file, bytes, most }) => {
            let file = harmless(file);
            text!(
                "{file} has {bytes} bytes, more than the {most} that a program may have; is it the right file?",
                "{file} có {bytes} byte, nhiều hơn {most} byte cho phép; có đúng tệp không?"
            )
        }
        Problem::NoProgram(NoProgram::Unreadable { file, error }) => {
            let file = harmless(file);
            text!("{file} cannot be read: {error}", "không đọc được {file}: {error}")
        }
        Problem::DidNotAssemble { errors: 1 } => {
            text!("does not assemble: 1 error", "không hợp dịch được: 1 lỗi")
        }
        Problem::DidNotAssemble { errors } => {
            text!("does not assemble: {errors} errors", "không hợp dịch được: {errors} lỗi")
        }
        Problem::GraderError { message } => {
            let message = harmless(message);
            text!(
                "the grader failed on this submission ({message}); please report it, the submission is not to blame",
                "trình chấm gặp lỗi với bài này ({message}); hãy báo lại, bài nộp không có lỗi"
            )
        }
    }
}

/// A group with the cases of it that failed.
pub(super) struct FailedGroup<'b> {
    pub(super) group: &'b Group,
    /// Indices into the spec's cases.
    pub(super) failed: Vec<usize>,
}

/// The groups in which a submission lost points, in order.
pub(super) fn failed_groups<'b>(book: &'b Gradebook, graded: &Graded) -> Vec<FailedGroup<'b>> {
    let mut first = 0;
    let mut groups = Vec::new();
    for group in &book.spec.groups {
        let range = first..first + group.cases.len();
        first = range.end;
        let failed: Vec<usize> = range
            .filter(|index| graded.results.get(*index).is_some_and(|result| !result.verdict.earns()))
            .collect();
        if !failed.is_empty() {
            groups.push(FailedGroup { group, failed });
        }
    }
    groups
}

/// So many reasons are named in a table; the others are counted.
const MOST_REASONS: usize = 3;

/// In a few words, where the points went: what cost most comes first.
pub(super) fn why(book: &Gradebook, graded: &Graded, language: Language) -> String {
    if let Some(reason) = &graded.problem {
        return problem(reason).to(language).to_owned();
    }
    let mut reasons: Vec<(Points, String)> = Vec::new();
    let all_failed = graded.passed() == 0 && !graded.results.is_empty();
    if all_failed && graded.format.is_empty() {
        let verdict = graded.results[0].verdict.about();
        let (en, vi) = (verdict.to(Language::English), verdict.to(Language::Vietnamese));
        return text!("every test fails: {en}", "mọi bài kiểm tra đều trượt: {vi}").to(language).to_owned();
    }
    for failed in failed_groups(book, graded) {
        let (count, all) = (failed.failed.len(), failed.group.cases.len());
        let lost = failed
            .failed
            .iter()
            .filter_map(|index| book.spec.cases().nth(*index))
            .map(|case| case.points)
            .sum();
        reasons.push((lost, format!("{} ({count}/{all})", failed.group.title.to(language))));
    }
    for finding in &graded.format {
        // By the exact rule the difference has no price of its own, but it is the root of the failed tests.
        let weight = if book.spec.compare.exact { book.spec.points } else { finding.cost };
        reasons.push((weight, finding.kind.about().to(language).to_owned()));
    }
    for result in graded.style.iter().filter(|result| result.passed == Some(false)) {
        reasons.push((result.points, check(result.check).to(language).to_owned()));
    }
    reasons.retain(|(lost, _)| *lost > Points::ZERO);
    reasons.sort_by_key(|(lost, _)| std::cmp::Reverse(*lost));
    let more = reasons.len().saturating_sub(MOST_REASONS);
    let named: Vec<String> = reasons.into_iter().take(MOST_REASONS).map(|(_, words)| words).collect();
    let mut line = named.join(" · ");
    if more > 0 {
        line += text!(" · {more} more", " · còn {more} lý do").to(language);
    }
    line
}

/// What a style check demands.
pub(super) fn check(check: StyleCheck) -> Text {
    match check {
        StyleCheck::GetcOut => {
            text!("keys are read with GETC and echoed with OUT", "phím đọc bằng GETC và hiện lại bằng OUT")
        }
        StyleCheck::Subroutines => {
            text!("the program uses subroutines", "chương trình dùng chương trình con")
        }
        StyleCheck::SavedRegisters => {
            text!(
                "subroutines restore the registers that they change",
                "chương trình con khôi phục các thanh ghi chúng thay đổi"
            )
        }
        StyleCheck::NoUndefinedValues => {
            text!("no value is used before the program sets it", "không dùng giá trị nào trước khi gán")
        }
        StyleCheck::Halts => text!("the program halts at the end", "chương trình dừng khi kết thúc"),
    }
}

/// What was typed, as a student would type it.
pub(super) fn typed(entries: &[Vec<u8>]) -> String {
    let shown: Vec<String> = entries.iter().map(|entry| visible_line(entry, Blanks::Marked)).collect();
    shown.join(" ")
}

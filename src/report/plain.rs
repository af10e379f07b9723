//! A failed case as plain text, for systems that show text and nothing else.

use super::account::waits_for;
use super::story::{CaseBlock, FailureBlock};
use super::visible::{Blanks, harmless, shortened, visible};
use crate::diagnostics::{Language, Text, text};
use crate::grade::{Gradebook, Graded, Verdict};

/// The details of a case that did not pass, without its verdict; empty if there are none. More output than
/// `most` bytes is cut.
pub(super) fn failure(
    book: &Gradebook,
    graded: &Graded,
    case: usize,
    (blanks, most): (Blanks, usize),
    language: Language,
) -> String {
    match CaseBlock::of(book, graded, case).failure {
        Some(told) => self::told(&told, (blanks, most), language),
        None => String::new(),
    }
}

/// The verdict on a case in a sentence.
pub(super) fn verdict(book: &Gradebook, graded: &Graded, case: usize) -> Text {
    let verdict = graded.results[case].verdict;
    if verdict == Verdict::Skipped { waits_for(book, graded, case) } else { verdict.about() }
}

/// The same of a case that was picked already.
pub(super) fn told(told: &FailureBlock<'_>, (blanks, most): (Blanks, usize), language: Language) -> String {
    let (failure, shown) = (told.failure, told.shown);
    let show =
        |text: &Option<Vec<u8>>| visible(&shortened(text.as_deref().unwrap_or_default(), most), blanks);
    let mut parts = Vec::new();
    let mut add = |is_shown: bool, words: Text| {
        if is_shown {
            parts.push(words.to(language).to_owned());
        }
    };
    let (expected, actual) = (show(&failure.expected), show(&failure.actual));
    if let Some(words) = &told.input {
        add(true, words.clone());
    }
    add(shown.expected, text!("expected:\n{expected}", "mong đợi:\n{expected}"));
    add(shown.actual, text!("your program printed:\n{actual}", "chương trình của bạn in ra:\n{actual}"));
    if let Some(words) = &told.left_out {
        add(true, words.clone());
    }
    let mut last: Vec<String> = told.reasons.iter().map(|reason| harmless(reason.to(language))).collect();
    if let Some(command) = &told.replay {
        let command = harmless(command);
        last.push(text!("to see it again: {command}", "để xem lại: {command}").to(language).to_owned());
    }
    if !last.is_empty() {
        parts.push(last.join("\n"));
    }
    parts.join("\n\n")
}

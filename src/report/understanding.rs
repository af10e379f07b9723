//! The understanding of a program in its own words.

use crate::diagnostics::{Text, text};
use crate::grade::{InferredOption, KnownQuestion, Understanding};
use crate::report::words::reading;

/// In a line.
pub(super) fn in_short(known: &Understanding) -> Text {
    let short = known.in_short();
    let (en, vi) = short.both();
    text!("how this program was understood: {en}", "cách hiểu chương trình này: {vi}")
}

/// With all of its questions, its board, and its readings of what the assignment leaves open.
pub(super) fn in_full(known: &Understanding, inferred: &[InferredOption]) -> Vec<Text> {
    let open = known.open.iter().map(|about| {
        let (en, vi) = about.both();
        text!(
            "{en}: open, as no game settles it; a test passes if any reading fits",
            "{vi}: còn mở vì không ván nào xác định được; bài kiểm tra đạt nếu hợp với bất kỳ cách hiểu nào"
        )
    });
    let questions = known.questions.iter().map(question);
    questions.chain([known.board.words()]).chain(inferred.iter().map(reading)).chain(open).collect()
}

fn question(question: &KnownQuestion) -> Text {
    let (line, place, words) = (&question.line, &question.place, question.words());
    let (en, vi) = words.both();
    match (place.is_empty(), line.is_empty()) {
        (true, true) => text!("input without a question: {en}", "chỗ nhập không có câu hỏi: {vi}"),
        (true, false) => text!("`{line}`: {en}", "`{line}`: {vi}"),
        (false, true) => {
            text!("input without a question, {place}: {en}", "chỗ nhập không có câu hỏi, {place}: {vi}")
        }
        (false, false) => text!("`{line}`, {place}: {en}", "`{line}`, {place}: {vi}"),
    }
}

//! What the grader does not understand, with what staff can add to the spec.

use crate::diagnostics::{Text, text};
use crate::play::{Close, line_pattern};
use crate::spec::{Asks, Dialogue};

/// The place in a spec where an entry is added to its dialects, and the text to add: one item more, if there is a list already.
pub fn added_to_spec(dialogue: &Dialogue, entry: &str) -> (Text, String) {
    if dialogue.dialects.is_empty() {
        (text!("the spec", "spec"), format!("dialects: [{entry}]"))
    } else {
        (text!("`dialects` in the spec", "`dialects` trong spec"), format!("- {entry}"))
    }
}

/// The same for a rule that says what a question asks.
pub fn rule_for_spec(dialogue: &Dialogue, question: &str, asks: &str) -> (Text, String) {
    let pattern = line_pattern(question, &[]).replace('\'', "''");
    let entry = format!("{{ submissions: '*', questions: [{{ {asks}, when: ['{pattern}'] }}] }}");
    added_to_spec(dialogue, &entry)
}

pub(super) fn no_board(dialogue: &Dialogue) -> Text {
    let (rows, columns) = dialogue.assignment.board();
    let (_, added) = added_to_spec(dialogue, "{ submissions: \"...\", board: { label: board, cell: byte } }");
    text!(
        "the program prints no board of {rows} rows and {columns} columns. If it draws on the bitmap display, tell the grader where the board is in memory: `{added}`",
        "chương trình không in bàn cờ {rows} hàng {columns} cột. Nếu nó vẽ trên bitmap display, hãy cho trình chấm biết bàn cờ ở đâu trong bộ nhớ: `{added}`"
    )
}

pub(super) fn unknown(question: &str, close: &Close, dialogue: &Dialogue) -> Text {
    let shown = question.trim();
    let permitted = if let Close::Unknown { permitted, .. } = close { permitted.first() } else { None };
    let guess = permitted.map_or(Asks::UNKNOWN, |question| question.id());
    let kinds: Vec<&str> = dialogue.assignment.questions().iter().map(|question| question.id()).collect();
    let kinds = kinds.join(", ");
    let (place, added) = rule_for_spec(dialogue, question, &format!("ask: {guess}"));
    let (en, vi) = place.both();
    text!(
        "the grader does not know what `{shown}` asks. Staff can add this to {en}, with one of {kinds} after `ask:`, or with what is always typed after `type:` in its place: {added}",
        "trình chấm không hiểu `{shown}` hỏi gì. Giáo viên có thể thêm vào {vi} dòng sau, với một trong {kinds} sau `ask:`, hoặc thay bằng `type:` kèm nội dung luôn được gõ: {added}"
    )
}

pub(super) fn unknown_outcome(line: &str, dialogue: &Dialogue) -> Text {
    let shown = line.trim();
    let (place, added) = added_to_spec(dialogue, "{ submissions: '*', words: { win: ['<words>'] } }");
    let (en, vi) = place.both();
    text!(
        "the grader does not know which of the two players wins as `{shown}` says. Staff can add this to {en}, with the words that stand between the winner and the loser in place of `<words>`: {added}",
        "trình chấm không biết trong hai người, ai thắng theo câu `{shown}`. Giáo viên có thể thêm vào {vi} dòng sau, thay `<words>` bằng phần chữ nằm giữa tên người thắng và tên người thua: {added}"
    )
}

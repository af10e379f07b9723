//! What the grader does not understand, with what staff can add to the spec.

use crate::diagnostics::{Text, text};
use crate::machine::Executable;
use crate::play::{Close, line_pattern};
use crate::referee::Question;
use crate::spec::{Asks, Dialogue};

/// A submission of which something is not understood, and the dialogue of the spec to which staff can add it.
#[derive(Clone, Copy)]
pub struct Unclear<'a> {
    /// The id of the submission.
    pub id: &'a str,
    /// The dialogue of its spec.
    pub dialogue: &'a Dialogue,
    /// The program that was handed in.
    pub program: &'a dyn Executable,
}

impl Unclear<'_> {
    /// The place in the spec where an entry is added to its dialects, and the text to add: one item more, if there is a list already.
    pub fn added(&self, entry: &str) -> (Text, String) {
        if self.dialogue.dialects.is_empty() {
            (text!("the spec", "spec"), format!("dialects: [{entry}]"))
        } else {
            (text!("`dialects` in the spec", "`dialects` trong spec"), format!("- {entry}"))
        }
    }

    /// The same for one key of the submission's dialect.
    fn added_key(&self, key: &str) -> (Text, String) {
        self.added(&format!("{{ submissions: '{}', {key} }}", self.id.replace('\'', "''")))
    }

    /// The same for an act that is chosen where a column is asked for, by a key that is not known.
    pub fn offer(&self, act: Question) -> (Text, String) {
        self.added_key(&format!("offers: {{ {}: '{}' }}", act.id(), Asks::UNKNOWN_KEY))
    }

    /// The same for a rule that says what a question asks.
    pub fn rule(&self, question: &str, asks: &str) -> (Text, String) {
        let pattern = line_pattern(question, &[]).replace('\'', "''");
        self.added_key(&format!("questions: [{{ {asks}, when: ['{pattern}'] }}]"))
    }
}

pub(super) fn no_board(unclear: &Unclear<'_>) -> Text {
    let (rows, columns) = unclear.dialogue.assignment.board();
    let (_, added) = unclear.added_key("board: { label: board, cell: byte }");
    text!(
        "the program prints no board of {rows} rows and {columns} columns. If it draws on the bitmap display, tell the grader where the board is in memory: `{added}`",
        "chương trình không in bàn cờ {rows} hàng {columns} cột. Nếu nó vẽ trên bitmap display, hãy cho trình chấm biết bàn cờ ở đâu trong bộ nhớ: `{added}`"
    )
}

pub(super) fn unknown(question: &str, close: &Close, unclear: &Unclear<'_>) -> Text {
    let shown = question.trim();
    let kinds = unclear.dialogue.assignment.questions().iter().map(|question| question.id());
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    let place = if let Close::Unknown { place, .. } = close { *place } else { None };
    let place = place.map(|place| unclear.program.place(place.reads));
    let (at, at_vi) = place.map_or_else(Default::default, |place| {
        (format!(", which is read at {place}"), format!(", được đọc tại {place},"))
    });
    let (place, added) = unclear.rule(question, &format!("ask: {}", Asks::UNKNOWN));
    let (en, vi) = place.both();
    text!(
        "the grader does not know what `{shown}` asks{at}. Staff can add this to {en}, with one of {kinds} after `ask:`, or with what is always typed after `type:` in its place: {added}",
        "trình chấm không hiểu `{shown}`{at_vi} hỏi gì. Giáo viên có thể thêm vào {vi} dòng sau, với một trong {kinds} sau `ask:`, hoặc thay bằng `type:` kèm nội dung luôn được gõ: {added}"
    )
}

pub(super) fn unknown_outcome(line: &str, unclear: &Unclear<'_>) -> Text {
    let shown = line.trim();
    let (place, added) = unclear.added_key("words: { win: ['<words>'] }");
    let (en, vi) = place.both();
    text!(
        "the grader does not know which of the two players wins as `{shown}` says. Staff can add this to {en}, with the words that stand between the winner and the loser in place of `<words>`: {added}",
        "trình chấm không biết trong hai người, ai thắng theo câu `{shown}`. Giáo viên có thể thêm vào {vi} dòng sau, thay `<words>` bằng phần chữ nằm giữa tên người thắng và tên người thua: {added}"
    )
}

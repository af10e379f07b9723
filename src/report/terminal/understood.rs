//! How a program in its own words was understood.

use super::{Detail, Page};
use crate::diagnostics::text;
use crate::grade::{Graded, Understanding};
use crate::report::words::reading;

impl Page {
    /// How the program was understood: in a line, or with all of its questions.
    pub(super) fn understood(&mut self, graded: &Graded, detail: Detail) {
        let Some(known) = graded.understood.as_ref().filter(|known| !known.questions.is_empty()) else {
            return;
        };
        if detail != Detail::All {
            let short = known.in_short();
            let (en, vi) = short.both();
            self.say(2, &text!("how this program was understood: {en}", "cách hiểu chương trình này: {vi}"));
            return;
        }
        self.say(2, &text!("how this program was understood:", "cách hiểu chương trình này:"));
        self.questions(known);
        self.say(4, &known.board.words());
        for settled in &graded.settled {
            self.say(4, &reading(settled));
        }
        for about in &known.open {
            let (en, vi) = about.both();
            self.say(
                4,
                &text!(
                    "{en}: open, as no game settles it; every reading is accepted",
                    "{vi}: còn mở vì không ván nào xác định được; mọi cách hiểu đều được chấp nhận"
                ),
            );
        }
    }

    fn questions(&mut self, known: &Understanding) {
        for question in &known.questions {
            let line = &question.line;
            let words = question.words();
            let (en, vi) = words.both();
            let place = &question.place;
            let words = match (place.is_empty(), line.is_empty()) {
                (true, true) => text!("input without a question: {en}", "chỗ nhập không có câu hỏi: {vi}"),
                (true, false) => text!("`{line}`: {en}", "`{line}`: {vi}"),
                (false, true) => {
                    text!(
                        "input without a question, {place}: {en}",
                        "chỗ nhập không có câu hỏi, {place}: {vi}"
                    )
                }
                (false, false) => text!("`{line}`, {place}: {en}", "`{line}`, {place}: {vi}"),
            };
            self.say(4, &words);
        }
    }
}

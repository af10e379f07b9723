//! What is said of questions whose meanings were found by trial.

use std::collections::BTreeSet;

use super::Table;
use crate::diagnostics::{Text, harmless, text};
use crate::explain::behaviour::called;
use crate::play::{Choices, Guess};
use crate::referee::Question;
use crate::spec::Asks;

impl Table<'_> {
    /// The questions that no rule knows, or knows as another one, with their inferred meanings.
    pub(super) fn guessed(&self) -> Vec<Text> {
        let mut said = BTreeSet::new();
        let guesses = self.prompt_rules.guesses.iter().filter(|guess| said.insert(guess.question.as_str()));
        guesses.map(guessed).collect()
    }
}

fn guessed(Guess { question, asks, choices, is_revised, is_inverted, .. }: &Guess) -> Text {
    let question = harmless(question);
    if let Some(Choices { acts, .. }) = choices {
        let called: Vec<Text> = acts.iter().map(|(act, _)| called(*act)).collect();
        let keys = || acts.iter().map(|(_, key)| key).zip(&called);
        let en: Vec<String> = keys().map(|(key, act)| format!("`{key}` is for {}", act.both().0)).collect();
        let vi: Vec<String> = keys().map(|(key, act)| format!("`{key}` dùng cho {}", act.both().1)).collect();
        let (en, vi) = (en.join(", "), vi.join(", "));
        return text!(
            "no rule knows the choices of the question `{question}`; by trial {en}",
            "không quy tắc nào biết các lựa chọn của câu hỏi `{question}`; qua thử nghiệm, {vi}"
        );
    }
    let meaning = match asks {
        Asks::Questions(questions) => called(questions.first().copied().unwrap_or(Question::Column)),
        Asks::Always(_) | Asks::Declined => text!("a key to go on", "một phím để tiếp tục"),
        Asks::Again => text!("the same as before", "điều vừa hỏi"),
    };
    if *is_inverted {
        let (en, vi) = meaning.both();
        return text!(
            "by trial the question `{question}` asks for {en}, which its no chooses and its yes declines",
            "qua thử nghiệm, câu hỏi `{question}` hỏi {vi}: trả lời không là chọn, trả lời có là từ chối"
        );
    }
    if *is_revised {
        let (en, vi) = meaning.both();
        return text!(
            "the words of the question `{question}` say something else; by trial it asks for {en}",
            "câu hỏi `{question}` có lời lẽ khác; qua thử nghiệm, nó hỏi {vi}"
        );
    }
    let (en, vi) = meaning.both();
    text!(
        "no rule knows the question `{question}`; by trial it asks for {en}",
        "không quy tắc nào biết câu hỏi `{question}`; qua thử nghiệm, nó hỏi {vi}"
    )
}

/// That the turns of a program name the wrong player.
pub(super) fn misnamed() -> Text {
    text!(
        "some turns seem to name another player than the one who moves; that counts only in the tests that ask for names",
        "có lượt hình như nêu tên khác với người đang đi; điều này chỉ tính trong các test hỏi về tên"
    )
}

/// That letters are not taken as the program shows them.
pub(super) fn in_other_case() -> Text {
    text!(
        "by trial, letters that choose an act are typed as small letters where the program shows capitals, or the other way round: typed as it shows them, they did not lead as far",
        "qua thử nghiệm, chữ cái để chọn hành động được gõ thường ở chỗ chương trình in chữ hoa, hoặc ngược lại: gõ đúng như chương trình in thì không đi được xa bằng"
    )
}

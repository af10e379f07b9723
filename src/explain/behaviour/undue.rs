//! What was offered or chosen and is not allowed by the rules.

use super::called;
use crate::compare::behaviour::Difference;
use crate::diagnostics::{Text, text};
use crate::play::{Conversation, Exchange};
use crate::referee::Question;

/// An offer that was not due, where it has led to another board or another turn: taken, or no more than made.
pub(super) fn undue(difference: &Difference, talk: &Conversation) -> Text {
    let Some((exchange, question)) =
        difference.undue(talk).and_then(|exchange| Some((exchange, exchange.question?)))
    else {
        return difference.undue_before_move(talk).map(undue_before_move).unwrap_or_default();
    };
    // An act may be typed together with its place.
    if matches!(question, Question::Column | Question::Cell) {
        return text!(
            "by the rules what was typed is not allowed here",
            "theo luật, ở đây không được làm điều đã gõ"
        );
    }
    let question = called(question);
    let (en, vi) = question.both();
    if exchange.yes == Some(true) {
        return text!("by the rules {en} is not allowed here", "theo luật, {vi} không được phép ở đây");
    }
    text!(
        "the program asks for {en} here, which is not due at this point of the game",
        "chương trình hỏi {vi} ở đây, trong khi ván đấu chưa đến lúc hỏi điều đó"
    )
}

/// An act that was not due, and that seems to have been taken, as the same player has moved after it.
fn undue_before_move(chosen: &Exchange) -> Text {
    let Some(question) = chosen.question else { return Text::default() };
    let question = called(question);
    let (en, vi) = question.both();
    let typed = String::from_utf8_lossy(&chosen.typed).escape_debug().to_string();
    text!(
        "just before, `{typed}` was typed for {en}, which the rules do not allow there",
        "ngay trước đó, `{typed}` được gõ để {vi}, mà lúc đó luật không cho phép"
    )
}

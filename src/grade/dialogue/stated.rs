//! What a program says of the numbers that it takes, held against the way in which an option counts them.

use std::sync::LazyLock;

use crate::observe::{Pattern, built_in};
use crate::play::Conversation;
use crate::referee::{Question, Settings};

/// Rows that are counted from 1 or from 0.
static ROWS: LazyLock<[Pattern; 2]> = LazyLock::new(|| {
    [("1", "6"), ("0", "5")].map(|(first, last)| {
        built_in(&format!(r"\b{first} *(?:-|–|to\b|through\b|and\b|~|\.\.+|đến|den\b|toi\b) *{last}\b"))
    })
});

/// Returns `true` if rows are counted otherwise than columns, and a question for a row says that they are counted alike: rows
/// that are a number off are a mistake then, and no way to count.
pub(super) fn rules_out_row_numbering(talk: &Conversation, settings: &Settings) -> bool {
    let is = |option: &str, value: &str| settings.get(option).is_some_and(|set| set == value);
    if !is("row-numbering", "unlike") {
        return false;
    }
    let alike = &ROWS[usize::from(is("numbering", "from-zero"))];
    let is_row = |question: Option<Question>| matches!(question, Some(Question::Row | Question::Cell));
    let mut asked = talk.exchanges.iter().enumerate().filter(|(_, exchange)| is_row(exchange.question));
    asked
        .any(|(segment, _)| talk.page(segment).lines().iter().any(|line| alike.find(line.folded()).is_some()))
}

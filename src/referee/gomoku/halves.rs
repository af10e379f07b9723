//! Programs that ask for the two coordinates of a move one after the other: the first one is the row, the second one the column.

use reference::gomoku::{self as rules, Answer};

use super::{Judge, entry, question};
use crate::referee::{Entry, Question, Reply};

/// The coordinates of a move that are asked for one after the other.
#[derive(Debug, Default)]
pub(super) struct Halves {
    /// The half that the program asks for first, once it has asked for one.
    first: Option<Question>,
    /// The move of which that half was typed.
    begun: Option<Answer>,
}

impl Judge {
    /// Answers a question for one half of a move.
    pub(super) fn half(&mut self, half: Question, due: rules::Question) -> Reply {
        let first = *self.halves.first.get_or_insert(half);
        match self.halves.begun.take() {
            Some(answer) if half != first => match typed(half, &entry(&answer, self.game.rules())) {
                // One number where two belong is no mistake here.
                Entry::Text(text) if is_number(&text) => Reply::Finished,
                typed => self.take(&answer, Reply::Answer(half, typed)),
            },
            refused => {
                // Who is asked for the first half again was refused because of it.
                if let Some(answer) = &refused
                    && self.game.answer(answer).is_err()
                {
                    return Reply::NotNow(self.game.question().map(question));
                }
                self.due = self.visible();
                // Who is asked for the second half alone keeps a first one that no case has chosen.
                if half != first {
                    return Reply::Finished;
                }
                self.begin(half, due)
            }
        }
    }

    /// Types the first half of the next move.
    fn begin(&mut self, half: Question, due: rules::Question) -> Reply {
        self.asked = self.game.player();
        match self.next_answer(due) {
            Ok(answer) => {
                let typed = typed(half, &entry(&answer, self.game.rules()));
                self.halves.begun = Some(answer);
                Reply::Answer(half, typed)
            }
            Err(reply) => reply,
        }
    }
}

/// The half of coordinates to type, on the board or not; what is no pair of numbers is typed as it is.
fn typed(half: Question, entry: &Entry) -> Entry {
    let pair = match entry {
        Entry::Pair(x, y) => Some((*x, *y)),
        Entry::Text(text) => pair(text),
        _ => None,
    };
    pair.map_or_else(|| entry.clone(), |(x, y)| Entry::Number(if half == Question::Row { x } else { y }))
}

fn pair(text: &[u8]) -> Option<(i64, i64)> {
    let (x, y) = std::str::from_utf8(text).ok()?.trim().split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

fn is_number(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.trim().parse::<i64>().is_ok())
}

//! Programs that ask for a column first, and then what to do in it.

use reference::four_in_a_row::{self as four, Answer};

use super::{Judge, is_refusal, name_of_act};
use crate::referee::{Entry, Means, Question, Reply};

/// A column that was typed before it is said what to do in it.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// The question that it answers: where a piece is dropped, or from where one is removed.
    asked: four::Question,
    answer: Answer,
    entry: Entry,
    means: Means,
}

impl Judge {
    /// The reply of somebody who may be asked for a column before what to do in it, if this is about one.
    pub(super) fn column_before_choice(&mut self, questions: &[Question], means: Means) -> Option<Reply> {
        self.settle_column(questions, means)
            .or_else(|| means.column_first.then(|| self.hold_column(questions, means)).flatten())
    }

    /// Answers the question for a column of which it is not said yet what to do in it.
    fn hold_column(&mut self, questions: &[Question], means: Means) -> Option<Reply> {
        let due = self.permitted(Question::Column).filter(|_| questions.contains(&Question::Column))?;
        // Who is removing a piece is asked for its column as usual.
        let four::Question::Column(player) = due else { return None };
        self.skip_unasked(questions);
        // A removal that is not due is not tried: where none is offered, a piece would be dropped there.
        let asked = match self.script.next_move().map(name_of_act)? {
            Question::Remove if self.permitted(Question::Remove).is_some() => {
                four::Question::RemoveColumn(player)
            }
            Question::Column | Question::Remove => due,
            _ => return None,
        };
        self.begin_turn();
        self.asked = player;
        Some(match self.reply(asked, means) {
            Ok((answer, entry)) => {
                self.held = Some(Held { asked, answer, entry: entry.clone(), means });
                Reply::Answer(Question::Column, entry)
            }
            Err(reply) => reply,
        })
    }

    /// Goes on with the column that was typed last, now that it is seen what is done in it: the answer to a question that offers
    /// that. Any other question comes after a drop, or after a column that was refused.
    fn settle_column(&mut self, questions: &[Question], means: Means) -> Option<Reply> {
        let held = self.held.take()?;
        if matches!(held.asked, four::Question::Column(_)) {
            self.play(held.asked, held.answer, &held.entry, held.means);
            return if questions.contains(&Question::Drop) {
                Some(Reply::Answer(Question::Drop, Entry::Yes))
            } else if questions == [Question::Remove] {
                Some(Reply::Answer(Question::Remove, Entry::No))
            } else {
                self.due = self.visible();
                None
            };
        }
        let is_offered = questions.contains(&Question::Remove);
        if !is_offered && !self.is_outside(held.asked, &held.entry) {
            return Some(Reply::Unasked(Question::Remove));
        }
        // What is offered and not due is tried as elsewhere.
        let remove = self.permitted(Question::Remove)?;
        self.play(remove, Answer::Yes, &Entry::Yes, means);
        self.play(held.asked, held.answer, &held.entry, means);
        if is_offered {
            return Some(Reply::Answer(Question::Remove, Entry::Yes));
        }
        self.refuse_at_once(questions, means);
        self.due = self.visible();
        None
    }

    /// Returns `true` if the column that was typed last is one violation too many: nobody is asked then what to do in it.
    pub(super) fn is_lost_by_held(&self) -> bool {
        let Some(Held { asked: asked @ four::Question::Column(_), answer, .. }) = &self.held else {
            return false;
        };
        let mut game = self.game.clone();
        game.answer(*asked, answer.clone()).is_ok_and(|seen| seen.iter().any(is_refusal))
            && game.outcome().is_some()
    }

    /// The program has ended: the last column is where a piece was dropped.
    pub(super) fn drop_held(&mut self) {
        if let Some(held) = self.held.take() {
            self.play(held.asked, held.answer, &held.entry, held.means);
        }
    }
}

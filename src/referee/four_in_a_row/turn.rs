//! Steps of a turn that programs put in other ways than the reference: the question whether it is over, a move that is taken back
//! without another question, a place that is refused as soon as a part of it is known.

use std::borrow::Cow;

use reference::four_in_a_row::{self as four, Act, Answer, BlockMoment, Observation, RefusedAct, Typed};

use super::{ANY_NAMES, Judge, Last, is_optional, is_refusal, is_visible, name, name_of_act};
use crate::observe::Player;
use crate::referee::{Entry, Means, Question, Reply, TurnsEnd};

impl Judge {
    /// The same choice again, where the key that chose it has opened a menu of acts and done nothing else.
    pub(super) fn opened(&mut self, questions: &[Question]) -> Option<Reply> {
        let opens = self.opens.take()?;
        let (Reply::Answer(act, _) | Reply::Undue(act, _)) = &opens else { return None };
        let is_of_acts = questions.contains(act) && !questions.iter().copied().any(asks_for_move);
        if is_of_acts {
            self.due = self.visible();
        }
        is_of_acts.then_some(opens)
    }

    /// Returns `true` if the players' next act is one to try here. What must be possible in this game and is not due is tried by
    /// nobody: it is missed when the game goes on.
    pub(super) fn may_be_tried(&self, next: Question) -> bool {
        let is_tried_if_asked = self.texts.front().is_some_and(|(_, if_asked)| *if_asked);
        !is_optional(next) || is_tried_if_asked || self.permitted(next).is_some()
    }

    /// What a menu asks, but for a removal that it offers after a move where the program offers one before moves as well: it belongs to
    /// the player who has moved, and is never due.
    pub(super) fn without_late_removal<'q>(&mut self, questions: &'q [Question]) -> Cow<'q, [Question]> {
        let is_of_move = questions.iter().copied().any(asks_for_move);
        let removes = questions.contains(&Question::Remove);
        self.removes_before_moves |= removes && is_of_move;
        let is_after_move =
            !is_of_move && questions.iter().any(|more| matches!(more, Question::Undo | Question::Block));
        // A key of the question for a move may have opened this menu.
        if !(removes && is_after_move && self.removes_before_moves) || self.opens.is_some() {
            return Cow::Borrowed(questions);
        }
        questions.iter().copied().filter(|question| *question != Question::Remove).collect()
    }

    /// A player who chooses what to do with a piece has finished the turn before.
    pub(super) fn begin_turn(&mut self) {
        let removes = self.script.next_move().map(name_of_act) == Some(Question::Remove);
        let first = if removes { self.permitted(Question::Remove) } else { None };
        if let Some(first) = first.or_else(|| self.permitted(Question::Column))
            && self.game.reach(first)
        {
            self.due = self.visible();
        }
    }

    /// What a question for a move offers is offered to whoever is to move.
    pub(super) fn note_mover(&mut self, questions: &[Question]) {
        let is_of_move = questions.iter().copied().any(asks_for_move);
        if let Some(four::Question::Column(player)) = self.permitted(Question::Column).filter(|_| is_of_move)
        {
            self.asked = player;
        }
    }

    /// Chooses nothing of a menu, if it offers something that may be declined. What is not due changes nothing; a correct program
    /// refuses what it offers.
    pub(super) fn choose_nothing(&mut self, questions: &[Question], means: Means) -> Option<Reply> {
        let optional = || questions.iter().copied().filter(|question| is_optional(*question));
        let declined = optional().next().filter(|_| self.game.question().is_some())?;
        Some(match optional().find_map(|known| self.permitted(known)) {
            Some(asked) => self.answer(declined, asked, means),
            None => Reply::Undue(declined, Entry::No),
        })
    }

    /// Another name, for a program that insists on one.
    pub(super) fn another_name(&mut self, last: Last, questions: &[Question]) -> Option<Reply> {
        let Last::RefusableName(given) = last else { return None };
        let name = ANY_NAMES.get(usize::from(given))?;
        if !self.asks_for_name_again(questions) {
            return None;
        }
        self.last = Last::RefusableName(given + 1);
        Some(Reply::Answer(Question::Name, Entry::Text(name.as_bytes().to_vec())))
    }

    /// Returns `true` if a name is asked for, and both were given.
    pub(super) fn asks_for_name_again(&self, questions: &[Question]) -> bool {
        questions.contains(&Question::Name) && self.permitted(Question::Name).is_none()
    }

    /// Leaves out what a program need not ask, once it asks what to do with the next piece.
    pub(super) fn skip_unasked(&mut self, questions: &[Question]) {
        let is_unasked =
            |act: Question| matches!(act, Question::Undo | Question::Block) && !questions.contains(&act);
        while self.texts.front().is_some_and(|(_, if_asked)| *if_asked)
            && self.script.next_act().map(name_of_act).is_some_and(is_unasked)
        {
            self.script.skip();
            self.texts.pop_front();
        }
    }

    /// Leaves out an act that is tried where it is not due.
    pub(super) fn skip_undue(&mut self, questions: &[Question]) {
        let act = self.script.next_move().map(name_of_act);
        if let Some(Act::Remove { row: Typed::Number(row), column: Typed::Number(column) }) =
            self.script.next_move()
        {
            self.undue_cell = Some(Entry::Pair(*row, *column));
        }
        self.script.skip();
        self.texts.pop_front();
        if act == Some(Question::Remove) {
            self.begin_turn();
        } else if act.is_some_and(|act| self.begins_anew_after(act)) && self.game.refuse_act() {
            self.drop_again();
        }
        self.note_mover(questions);
    }

    /// Returns `true` if the move begins anew after this act is refused: a block that is announced before the move takes no piece back.
    pub(super) fn begins_anew_after(&self, act: Question) -> bool {
        let is_before_move = act == Question::Block && self.rules.block_moment == BlockMoment::BeforeMove;
        self.rules.refused_act == RefusedAct::BeginsAnew && !is_before_move
    }

    /// The players drop the last piece again, as its move begins anew.
    pub(super) fn drop_again(&mut self) {
        self.is_turn_open = false;
        if let Some(dropped) = self.dropped.clone().filter(|_| self.game.outcome().is_none()) {
            self.script.put_first(dropped);
            self.texts.push_front((Vec::new(), false));
        }
    }

    /// Goes on to the next move, without what is optional before it; `false` if none may be asked for.
    pub(super) fn begins_move(&mut self) -> bool {
        let begins = self.permitted(Question::Column).is_some_and(|column| self.game.reach(column));
        if begins {
            self.due = self.visible();
        }
        begins
    }

    /// Answers whether the turn is over: it is not if the players take a move back next, or block. What is not asked for when the
    /// turn was said not to be over is left out where it need not be asked.
    pub(super) fn is_turn_over(&mut self) -> Reply {
        if self.wanted_more_at == Some(self.script.left()) {
            self.skip_unasked(&[]);
        }
        let next = self.script.next_move().map(name_of_act);
        let wants_more = matches!(next, Some(Question::Undo | Question::Block));
        if wants_more {
            self.last = Last::WantsMore;
            self.wanted_more_at = Some(self.script.left());
        }
        Reply::Answer(Question::Done, if wants_more { Entry::No } else { Entry::Yes })
    }

    /// A program that asks for a move next, where the turn was said not to be over, has taken the last move back without another
    /// question.
    pub(super) fn take_back_at_once(&mut self, questions: &[Question], means: Means) {
        if questions.iter().copied().any(asks_for_move)
            && self.script.next_move().map(name_of_act) == Some(Question::Undo)
            && let Some(undo) = self.permitted(Question::Undo)
        {
            self.answer(Question::Undo, undo, means);
        }
    }

    /// Returns `true` if an answer is a part of a place that is not on the board.
    pub(super) fn is_outside(&self, asked: four::Question, entry: &Entry) -> bool {
        let Entry::Number(number) = entry else { return false };
        match asked {
            four::Question::RemoveColumn(_) => {
                !(0..7).any(|column| self.rules.label_of_column(column) == *number)
            }
            four::Question::RemoveRow(_) => !(0..6).any(|row| self.rules.label_of_row(row) == *number),
            _ => false,
        }
    }

    /// The row or the column of a piece to be removed, if that is due.
    fn part_due(&self) -> Option<four::Question> {
        let is_part = |due: &four::Question| {
            matches!(due, four::Question::RemoveRow(_) | four::Question::RemoveColumn(_))
        };
        self.game.question().filter(is_part)
    }

    /// Returns `true` if a program may ask this that has refused a place as soon as one part of it was not on the board.
    pub(super) fn permits_once_refused(&self, question: Question) -> bool {
        let Some(due) = self.part_due().filter(|_| self.last == Last::Outside) else { return false };
        let mut after = self.game.clone();
        let is_refused = after.answer(due, Answer::Nonsense).is_ok();
        is_refused && self.meant(question).into_iter().any(|meant| after.permits(meant))
    }

    /// A program that asks for something else, or offers a removal, where the other part of such a place is due, has refused it already.
    pub(super) fn refuse_at_once(&mut self, questions: &[Question], means: Means) {
        if let Some(due) = self.part_due()
            && (!questions.contains(&name(due)) || questions.contains(&Question::Remove))
            && !questions.contains(&Question::Cell)
        {
            self.answer(name(due), due, means);
        }
    }

    /// Notes whether the player has played a piece in this turn, given the answer and whether it was refused.
    pub(super) fn follow_turn(
        &mut self,
        asked: four::Question,
        entry: &Entry,
        is_refused: bool,
        means: Means,
    ) {
        match asked {
            four::Question::Column(_) => self.is_turn_open = !is_refused,
            four::Question::RemoveColumn(_) | four::Question::RemoveRow(_) => {
                self.is_turn_open = !is_refused && means.turns_end.is_choice_after_removals();
            }
            four::Question::Undo(_) if *entry == Entry::Yes => self.is_turn_open = false,
            four::Question::Block(_) if *entry == Entry::Yes => {
                self.is_turn_open = means.turns_end.is_choice_after_blocks();
            }
            _ => {}
        }
    }

    /// Where the violation of a player has passed the turn, the opponent makes a move of no consequence, so that the acts that are
    /// left are the same player's as where the move begins anew.
    pub(super) fn move_between(&mut self, violator: Player) {
        let player = self.game.player();
        if player == violator || self.script.left() == 0 {
            return;
        }
        let is_wanted = |label: &i64| {
            self.script.rest().any(|act| match act {
                Act::Drop(column) | Act::Remove { column, .. } => *column == Typed::Number(*label),
                _ => false,
            })
        };
        let is_harmless = |label: &i64| {
            let mut after = self.game.clone();
            let seen = after.answer(four::Question::Column(player), Answer::Number(*label));
            let is_taken = seen.is_ok_and(|seen| !seen.iter().any(is_refusal));
            is_taken && !after.is_over_if_declined()
        };
        let labels = (0..7).map(|column| self.rules.label_of_column(column));
        let between = labels.filter(is_harmless).min_by_key(is_wanted);
        if let Some(label) = between {
            self.script.put_first(Act::drop(label));
            self.texts.push_front((Vec::new(), false));
        }
    }

    /// Returns `true` if the next turn begins by the rules, but not before the player ends this one.
    pub(super) fn waits_for_end_of_turn(&self, means: Means) -> bool {
        let begins_next = || {
            matches!(
                self.game.observations().iter().rfind(|seen| is_visible(seen)),
                Some(Observation::Status(_))
            )
        };
        means.turns_end != TurnsEnd::Alone && self.is_turn_open && begins_next()
    }

    /// Ends the turn, where that is a choice of the menu or of the question for a column, and the player has played a piece.
    pub(super) fn end_turn(&mut self, questions: &[Question], means: Means) -> Option<Reply> {
        if means.turns_end == TurnsEnd::Alone || !std::mem::take(&mut self.is_turn_open) {
            return None;
        }
        if questions.contains(&Question::Done) {
            return Some(Reply::Answer(Question::Done, Entry::Yes));
        }
        let mut more = questions.iter().filter(|more| matches!(more, Question::Undo | Question::Block));
        let declined = more.clone().find_map(|more| Some((*more, self.permitted(*more)?)));
        match declined {
            Some((question, asked)) => Some(self.answer(question, asked, means)),
            None => more.next().map(|question| Reply::Undue(*question, Entry::No)),
        }
    }
}

/// Returns `true` if a reply chooses an act where a column is asked for.
pub(super) fn opens(questions: &[Question], reply: &Reply) -> bool {
    let chooses =
        matches!(reply, Reply::Answer(act, Entry::Yes) | Reply::Undue(act, Entry::Yes) if is_optional(*act));
    chooses && questions.iter().copied().any(asks_for_move)
}

fn asks_for_move(question: Question) -> bool {
    matches!(question, Question::Column | Question::Drop)
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use crate::referee::{Assignment, Entry, Means, Question, Reply, TurnsEnd};

    #[test]
    fn a_removal_is_not_chosen_after_a_move_where_it_can_be_before_one() {
        let acts = Assignment::FourInARow.acts("4 4 remove:6,4").expect("these are acts");
        let mut referee = Assignment::FourInARow.referee(&Settings::new(), &acts, 0, false);
        let means =
            Means { single_key: false, offers_yes: false, turns_end: TurnsEnd::Alone, column_first: false };
        let mut answer = |asked: &[Question]| match referee.asked(asked, means) {
            Reply::Answer(question, entry) | Reply::Undue(question, entry) => (question, entry),
            other => panic!("{asked:?}: {other:?}"),
        };
        let turn = [Question::Drop, Question::Remove];
        let after = [Question::Remove, Question::Undo, Question::Block];
        for _ in 0..2 {
            answer(&[Question::Name]);
        }
        for _ in 0..2 {
            assert_eq!(answer(&turn), (Question::Drop, Entry::Yes));
            assert_eq!(answer(&[Question::Column]), (Question::Column, Entry::Number(4)));
            let (_, declined) = answer(&after);
            assert_eq!(declined, Entry::No);
        }
        assert_eq!(answer(&turn), (Question::Remove, Entry::Yes));
    }
}

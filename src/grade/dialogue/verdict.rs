//! The verdict on a game, and the kind of its failure.

use super::PlayedDialogue;
use crate::compare::behaviour::{Announced, Difference, What};
use crate::grade::failure::{Ending, FailureKind};
use crate::grade::verdict::Verdict;
use crate::machine::Stop;
use crate::play::{Conversation, Exchange};
use crate::referee::Question;

/// A removal takes this many answers at most: that there is one, and the row and the column.
const MOST_OF_REMOVAL: usize = 3;

/// The verdict on a game by the first thing that is wrong in it.
pub(super) fn of(played: &PlayedDialogue) -> Verdict {
    let Some(first) = played.found.first() else { return Verdict::Pass };
    match first.what {
        What::Unknown(_) | What::UnknownOutcome(_) => Verdict::UnknownQuestion,
        What::NoBoard | What::OtherSize(..) => Verdict::NoBoard,
        What::NotOffered(_) => Verdict::NotOffered,
        What::EndsEarly(_) => Verdict::HaltedEarly,
        What::Broke => match played.talk.ended.stop {
            Stop::Fault(_) => Verdict::Fault,
            Stop::OutputFull => Verdict::OutputLimit,
            _ => Verdict::OutOfFuel,
        },
        _ => Verdict::WrongBehaviour,
    }
}

/// The kind of the difference, and the question that was answered before.
pub(super) fn kind(difference: &Difference, talk: &Conversation) -> FailureKind {
    let undue = difference.undue(talk).or_else(|| difference.undue_before_move(talk));
    let mut question = undue.and_then(|exchange| exchange.question);
    let (mut shown, mut moved) = (None, None);
    let (mut ending, mut is_called_tie) = (None, false);
    match &difference.what {
        What::NotOffered(asked) | What::NotNow { asked, .. } => question = Some(*asked),
        What::Shown { what, .. } => shown = Some(*what),
        What::GoesOn(over, _) => ending = Some(Ending::of(over)),
        What::Outcome { expected, actual } => {
            ending = Some(Ending::of(expected));
            is_called_tie = is_tie(actual.as_ref());
        }
        What::EndsEarly(told) => is_called_tie = is_tie(told.as_ref()),
        What::Move(made) => {
            moved = Some(made.made.as_ref().map(|(_, advice)| advice.why).map_err(std::mem::discriminant));
        }
        _ => {}
    }
    FailureKind::Dialogue {
        what: std::mem::discriminant(&difference.what),
        question,
        shown,
        moved,
        ending,
        is_called_tie,
        after: answered(talk, difference.segment),
        // What a program breaks down at may be anything.
        is_beside_board: difference.what != What::Broke && is_beside_board(talk, difference.segment),
    }
}

/// Returns `true` if the last answer before a segment was to be a column and is none: to take it is another mistake than to take
/// a column that is not allowed.
fn is_beside_board(talk: &Conversation, segment: usize) -> bool {
    let last = talk.exchanges[..segment.min(talk.exchanges.len())].last();
    let is_label = |typed: &[u8]| matches!(typed.trim_ascii(), [b'1'..=b'7' | b'a'..=b'g' | b'A'..=b'G']);
    last.is_some_and(|last| last.question == Some(Question::Column) && !is_label(&last.typed))
}

fn is_tie(told: Option<&Announced>) -> bool {
    told.is_some_and(|told| !told.is_win && told.otherwise.is_none())
}

/// The question that was answered before a segment; for the place of a piece to be removed, the removal.
fn answered(talk: &Conversation, segment: usize) -> Option<Question> {
    let before = talk.exchanges[..segment.min(talk.exchanges.len())].iter().rev().take(MOST_OF_REMOVAL);
    let last = before.clone().next()?;
    let act = before.clone().find(|exchange| !exchange.is_place());
    let of_act = act.filter(|act| last.is_place() && is_removal(act));
    of_act.unwrap_or(last).question
}

fn is_removal(exchange: &Exchange) -> bool {
    exchange.question == Some(Question::Remove) && exchange.yes == Some(true)
}

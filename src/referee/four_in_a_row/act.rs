//! The acts of Four in a Row as a spec writes them.

use reference::four_in_a_row::{self as four, Act, Rules, Typed};

use crate::diagnostics::text;
use crate::referee::{BadAct, Question, Word};

/// An act as a spec gives it, with the text that is typed where that is no number.
#[derive(Clone, Debug)]
pub struct TypedAct {
    pub(super) act: Act,
    pub(super) text: Vec<u8>,
    /// True if it is left out if the program does not ask for it.
    pub(super) if_asked: bool,
}

impl TypedAct {
    /// Returns `true` if a piece is dropped into a column of the board.
    pub fn is_plain(&self) -> bool {
        matches!(self.act, Act::Drop(Typed::Number(1..=7))) && !self.if_asked
    }
}

/// An act of a spec as it is typed under these rules; a place that is not on the board stays outside.
pub(super) fn renumbered(act: &Act, rules: &Rules) -> Act {
    let column = |typed: &Typed| match typed {
        Typed::Number(number) => Typed::Number(number - 1 + rules.label_of_column(0)),
        Typed::Nonsense => Typed::Nonsense,
    };
    let row = |typed: &Typed| match typed {
        Typed::Number(number) => match usize::try_from(number - 1) {
            Ok(row @ 0..6) => Typed::Number(rules.label_of_row(row)),
            _ => Typed::Number(*number),
        },
        Typed::Nonsense => Typed::Nonsense,
    };
    match act {
        Act::Drop(typed) => Act::Drop(column(typed)),
        Act::Remove { row: at, column: of } => Act::Remove { row: row(at), column: column(of) },
        other => other.clone(),
    }
}

/// Reads an act: a column, `remove:6,4`, `undo`, `block`, `name:Ann`, or `'anything'` that is typed for a column.
pub(in crate::referee) fn act(word: Word) -> Result<TypedAct, BadAct> {
    let if_asked = word.text.contains('?');
    let plain = |act| Ok(TypedAct { act, text: Vec::new(), if_asked });
    if word.is_quoted {
        let text = word.text.into_bytes();
        return Ok(TypedAct { act: Act::Drop(Typed::Nonsense), text, if_asked: false });
    }
    match word.text.trim_end_matches('?') {
        "undo" => return plain(Act::Undo),
        "block" => return plain(Act::Block),
        _ => {}
    }
    if let Some(name) = word.text.strip_prefix("name").map(|rest| rest.trim_start_matches('?'))
        && let Some(name) = name.strip_prefix(':')
    {
        return plain(Act::Name(name.to_owned()));
    }
    if let Ok(column) = word.text.parse() {
        return plain(Act::drop(column));
    }
    let cell = word.text.strip_prefix("remove").map(|rest| rest.trim_start_matches('?'));
    let cell = cell.and_then(|rest| rest.strip_prefix(':')).and_then(|cell| cell.split_once(','));
    let cell = cell.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    match cell {
        Some((row, column)) => plain(Act::remove(row, column)),
        None => Err(word.bad(text!(
            "write a column, `remove:6,4` with row and column, `undo`, `block`, `name:Ann`, the same with `?` if it may not be asked, or anything else that is typed in quotation marks",
            "hãy viết một cột, `remove:6,4` với hàng và cột, `undo`, `block`, `name:An`, thêm `?` nếu có thể không được hỏi, hoặc nội dung khác trong dấu nháy"
        ))),
    }
}

/// The acts of a game in which blocks are announced before the moves with which they go.
pub(super) fn with_blocks_first(acts: &[TypedAct]) -> Vec<TypedAct> {
    let mut ordered: Vec<TypedAct> = Vec::with_capacity(acts.len());
    for act in acts {
        let mut at = ordered.len();
        if act.act == Act::Block {
            let is_undo = |at: usize| ordered.get(at).is_some_and(|before| before.act == Act::Undo);
            at = at.saturating_sub(1);
            while at >= 2 && is_undo(at - 1) {
                at -= 2;
            }
        }
        ordered.insert(at, act.clone());
    }
    ordered
}

/// The question as the harness names it.
pub(super) fn name(question: four::Question) -> Question {
    match question {
        four::Question::Name(_) => Question::Name,
        four::Question::Starter => Question::Starter,
        four::Question::Piece(_) => Question::Piece,
        four::Question::Remove(_) => Question::Remove,
        four::Question::RemoveRow(_) => Question::Row,
        four::Question::RemoveColumn(_) | four::Question::Column(_) => Question::Column,
        four::Question::Undo(_) => Question::Undo,
        four::Question::Block(_) => Question::Block,
    }
}

/// The question that an act answers.
pub(super) fn name_of_act(act: &Act) -> Question {
    match act {
        Act::Name(_) => Question::Name,
        Act::Starter(_) => Question::Starter,
        Act::Piece(_) => Question::Piece,
        Act::Drop(_) | Act::Unclear => Question::Column,
        Act::Undo => Question::Undo,
        Act::Remove { .. } => Question::Remove,
        Act::Block => Question::Block,
    }
}

//! The understanding of a program in its own words.

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostics::Language;
use crate::grade::{Keys, KnownBoard, KnownQuestion, Understanding};

#[derive(Serialize, JsonSchema)]
pub(super) struct Entry<'b> {
    questions: Vec<QuestionEntry<'b>>,
    board: BoardEntry<'b>,
    /// What the options are about that no game settles.
    open: Vec<&'b str>,
    /// An entry for `dialects` of the spec.
    dialect: &'b str,
}

#[derive(Serialize, JsonSchema)]
struct QuestionEntry<'b> {
    place: &'b str,
    line: &'b str,
    /// `null` for a question that is not understood.
    ask: Option<&'b str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    yes: Option<&'b str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no: Option<&'b str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    typed: Option<&'b str>,
}

#[derive(Serialize, JsonSchema)]
struct BoardEntry<'b> {
    seen: &'static str,
    /// Free cells, Player 1's pieces and Player 2's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<&'b str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<&'b str>,
}

impl<'b> Entry<'b> {
    pub(super) fn of(known: &'b Understanding, language: Language) -> Self {
        Self {
            questions: known.questions.iter().map(question).collect(),
            board: board(&known.board),
            open: known.open.iter().map(|about| about.to(language)).collect(),
            dialect: &known.dialect,
        }
    }
}

fn question(known: &KnownQuestion) -> QuestionEntry<'_> {
    let (yes, no, typed) = match &known.keys {
        Keys::Free => (None, None, None),
        Keys::YesNo { yes, no } => (yes.as_deref(), no.as_deref(), None),
        Keys::Always(typed) => (None, None, Some(typed.as_str())),
    };
    QuestionEntry { place: &known.place, line: &known.line, ask: known.ask.as_deref(), yes, no, typed }
}

fn board(known: &KnownBoard) -> BoardEntry<'_> {
    let (glyphs, layout) = match known {
        KnownBoard::Drawn { glyphs, .. } => (glyphs.iter().map(String::as_str).collect(), None),
        KnownBoard::Memory { layout, .. } => (Vec::new(), Some(layout.as_str())),
        KnownBoard::Printed | KnownBoard::Unknown => (Vec::new(), None),
    };
    BoardEntry { seen: known.id(), glyphs, layout }
}

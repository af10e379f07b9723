//! The random choices of a game, as far as they can be seen.

use std::rc::Rc;

use super::{Ear, Watched};
use crate::observe::{Line, Player};
use crate::play::{Conversation, Exchange};
use crate::referee::{Assignment, Question};

/// The random choices of a game, as far as they can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The player who is asked first, where the program says who that is.
    starter: Option<Player>,
    /// The first piece.
    piece: Option<char>,
    /// The lines that are printed before the first move.
    opening: Vec<String>,
    /// Those of them in which no player is heard.
    untold: Vec<String>,
}

impl Drawn {
    /// Returns `true` if the same was drawn, as far as it is known what is drawn.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.starter, self.piece) == (other.starter, other.piece)
            && (self.piece.is_some() || self.opening == other.opening)
    }

    /// The first line before the first move that is another one in another game, and may tell what was drawn in words that are
    /// not known.
    pub fn untold(&self, other: &Self) -> Option<&str> {
        let mut lines = self.untold.iter().zip(&other.untold);
        lines.find(|(one, other)| one != other).map(|(one, _)| one.trim())
    }
}

/// The random choices, as far as they can be seen.
pub fn drawn(talk: &Conversation, assignment: Assignment, ear: Ear<'_>) -> Drawn {
    let watched = Watched::new(talk, assignment, ear, false);
    let asks_starter = |question: Option<Question>| {
        matches!(question, Some(Question::Column | Question::Piece | Question::Starter))
    };
    let is_move = |exchange: &Exchange| exchange.question == Some(Question::Column);
    let first = talk.exchanges.iter().position(is_move).unwrap_or(0);
    let starter = (0..=first)
        .filter(|segment| {
            talk.exchanges.get(*segment).is_some_and(|exchange| asks_starter(exchange.question))
        })
        .find_map(|segment| watched.voice.turn(talk.page(segment).lines().iter()));
    let opening = || (0..=first).flat_map(|segment| talk.page(segment).lines());
    let is_told = |line: &Rc<Line>| !watched.voice.mentions_in(line).is_empty();
    let text = |line: &Rc<Line>| line.plain().to_owned();
    Drawn {
        starter,
        piece: watched.boards.first_glyph(),
        opening: opening().map(text).collect(),
        untold: opening().filter(|line| !is_told(line)).map(text).collect(),
    }
}

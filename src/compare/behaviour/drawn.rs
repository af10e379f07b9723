//! The random choices of a game, as far as they can be seen.

use std::rc::Rc;

use super::{Ear, Voice, Watched};
use crate::observe::{Line, Player};
use crate::play::Conversation;
use crate::referee::{Assignment, Question};

/// The random choices of a game, as far as they can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The player who is asked first, where the program says who that is.
    starter: Option<Player>,
    /// True if the first turn says so by name or number. A piece alone, `Piece: X`, is that of whoever has played it.
    is_starter_named: bool,
    /// True if it names nobody else: in `Turn of Bob. Block the move of Alice?` either may be who is asked.
    is_named_alone: bool,
    /// The first piece.
    piece: Option<char>,
    /// The lines before the first move in which a player is heard.
    told: Vec<String>,
    /// The other lines before the first move.
    untold: Vec<String>,
}

impl Drawn {
    /// The player who is asked first, where the program says who that is.
    pub fn starter(&self) -> Option<Player> {
        self.starter
    }

    /// Returns `true` if the first turn says by name or number whose it is.
    pub fn is_starter_named(&self) -> bool {
        self.is_starter_named
    }

    /// Returns `true` if the first turn names one player and not the other one.
    pub fn is_named_alone(&self) -> bool {
        self.is_named_alone
    }

    /// Returns `true` if the same was drawn, as far as it is known what is drawn.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.starter, self.piece) == (other.starter, other.piece) && self.told == other.told
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
    let asked = |segment: usize| talk.exchanges.get(segment).and_then(|exchange| exchange.question);
    let last = talk.exchanges.len();
    let first = (0..last).find(|segment| asked(*segment) == Some(Question::Column)).unwrap_or(0);
    // Who is asked for a name need not start. A menu may stand before the question for a column.
    let named = (0..first).rfind(|segment| asked(*segment) == Some(Question::Name));
    let of_turn = || (named.map_or(0, |named| named + 1)..=first).rev();
    let turn = |voice: &Voice<'_>, segment| voice.turn(talk.page(segment).lines().iter());
    let starter = of_turn().find_map(|segment| turn(&watched.voice, segment));
    // Where the turn itself names both players, `Bob starts` above it is said in the first turn only.
    let by_name = watched.voice.without_pieces();
    let mentions = |segment| by_name.all_mentions(talk.page(segment).lines().iter());
    let first_turn = of_turn().find(|segment| !mentions(*segment).is_empty());
    let is_starter_named = first_turn.is_some_and(|segment| turn(&by_name, segment).is_some());
    let is_named_alone =
        first_turn.map(mentions).is_some_and(|named| named.iter().all(|one| *one == named[0]));
    let opening = (0..=first).flat_map(|segment| talk.page(segment).lines());
    let is_told = |line: &Rc<Line>| !watched.voice.mentions_in(line).is_empty();
    let (told, untold): (Vec<&Rc<Line>>, Vec<&Rc<Line>>) = opening.partition(|line| is_told(line));
    let text = |lines: Vec<&Rc<Line>>| lines.into_iter().map(|line| line.plain().to_owned()).collect();
    Drawn {
        starter,
        is_starter_named,
        is_named_alone,
        piece: watched.boards.first_glyph(),
        told: text(told),
        untold: text(untold),
    }
}

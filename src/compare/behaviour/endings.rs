//! The text that a program prints when games end, learned by contrast: lines that are there for every ending
//! say nothing about it, and lines that are there only without a winner announce a tie.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::{Announced, Voice, Watched};
use crate::observe::{Line, Player, has_words};
use crate::play::{Close, Conversation};
use crate::referee::{ExpectedEvent, Over};

/// The text at the end of games that a player wins.
#[derive(Debug, Default)]
pub struct Endings {
    /// The lines of games that a player wins, as far as they stay the same.
    won: BTreeSet<Arc<str>>,
    /// The lines of games that Player 1 and Player 2 win, as they are.
    by_winner: [BTreeSet<String>; 2],
}

impl Endings {
    /// Learns from a game that a player has won.
    pub fn learn(&mut self, talk: &Conversation, over: &Over) {
        let Some(first) = segment_of_end(talk) else { return };
        let Some(winner) = over.winner else { return };
        for segment in first..=talk.exchanges.len() {
            for line in talk.page(segment).lines().iter().filter(|line| has_words(line.masked())) {
                self.won.insert(Arc::clone(line.masked()));
                self.by_winner[usize::from(winner == Player::Two)].insert(line.folded().to_owned());
            }
        }
    }

    /// Returns `true` if a line is printed for either winner.
    pub(super) fn is_common(&self, line: &Line) -> bool {
        self.by_winner.iter().all(|lines| lines.contains(line.folded()))
    }
}

/// The segment in which the game that is played first is over.
fn segment_of_end(talk: &Conversation) -> Option<usize> {
    let over = talk.expected_events.iter().position(|event| matches!(event, ExpectedEvent::Over(_)))?;
    (0..=talk.exchanges.len()).find(|segment| talk.due_after(*segment) > over)
}

impl Watched<'_> {
    /// Returns `true` if no other move is asked for.
    fn is_over(&self) -> bool {
        match self.talk.close {
            Close::Stopped => self.talk.ended.stop.is_end(),
            Close::Finished(_) => true,
            _ => false,
        }
    }

    /// The lines at the end of a game that the program has printed in no turn before.
    fn new_lines<'l>(&self, lines: &'l [Rc<Line>]) -> Vec<&'l Rc<Line>> {
        let Some(first) = segment_of_end(self.talk) else { return Vec::new() };
        let before = (0..first).flat_map(|segment| self.talk.page(segment).lines());
        let before: BTreeSet<&Arc<str>> = before.map(|line| line.masked()).collect();
        lines.iter().filter(|line| has_words(line.masked()) && !before.contains(line.masked())).collect()
    }

    /// A win after which no move is asked for, in words of the program's own: a line is printed in no turn before. The winner is
    /// the one whom such a line mentions and nobody else.
    pub(super) fn win_in_own_words(
        &self,
        voice: &Voice<'_>,
        lines: &[Rc<Line>],
        over: &Over,
    ) -> Option<Announced> {
        let winner = over.winner.filter(|_| self.is_over())?;
        let is_asked = matches!(self.talk.close, Close::Finished(_));
        let asked = lines.last().map(|line| line.number()).filter(|_| is_asked);
        let mut new = self.new_lines(lines);
        new.retain(|line| Some(line.number()) != asked);
        let mentioned_in = |line: &&&Rc<Line>| {
            let mentioned = voice.all_mentions(std::iter::once(**line));
            let first = mentioned.first().copied()?;
            mentioned.iter().all(|player| *player == first).then_some(first)
        };
        let names_winner = |line: &&&Rc<Line>| mentioned_in(line) == Some(winner);
        let names_one = |line: &&&Rc<Line>| mentioned_in(line).is_some();
        let line = new.iter().find(names_winner).or_else(|| new.iter().find(names_one));
        let line = line.or(new.first())?;
        Some(Announced {
            is_win: true,
            winner: mentioned_in(&line),
            line: line.plain().trim().to_owned(),
            otherwise: None,
        })
    }

    /// A tie in words of the program's own: it asks for no other move, and its line is printed in no turn,
    /// nor when a player wins, and mentions no player.
    pub(super) fn tie_in_own_words(&self, lines: &[Rc<Line>], over: &Over) -> Option<Announced> {
        if over.winner.is_some() || !self.is_over() || self.learned.endings.won.is_empty() {
            return None;
        }
        let new = self.new_lines(lines);
        let line = new.into_iter().find(|line| !self.learned.endings.won.contains(line.masked()))?;
        let is_about_players = !self.voice.all_mentions(std::iter::once(line)).is_empty();
        (!is_about_players).then(|| Announced {
            is_win: false,
            winner: None,
            line: line.plain().trim().to_owned(),
            otherwise: None,
        })
    }
}

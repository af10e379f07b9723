//! The turns that begin: who is asked, and the names that each shows.

use std::rc::Rc;

use super::voice::cut_off;
use super::{Difference, Watched, What};
use crate::observe::{Line, Player};
use crate::play::{Close, Exchange};
use crate::referee::{ExpectedEvent, Question, Turn};
use crate::spec::Check;

/// A turn that begins.
pub(super) struct Begun<'c> {
    /// The segment in which it does.
    pub(super) segment: usize,
    /// The segment with the question for a move.
    pub(super) asked_in: usize,
    /// The lines of all segments up to that question.
    pub(super) lines: Vec<&'c Rc<Line>>,
    /// What may be shown.
    pub(super) turn: &'c Turn,
}

/// The turns in which something is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The first one, where the others show it: many programs know nobody's turn before the first move.
    First,
    /// All others.
    Others,
}

impl<'c> Watched<'c> {
    /// The mistake that a check finds in the turns that begin. A program may announce a turn and then ask the opponent for a
    /// block: there is none if those questions belong to the turns and nothing is wrong with all of it.
    pub(super) fn in_turns(
        &self,
        check: impl Fn(&[Begun<'c>]) -> Option<Difference>,
    ) -> Option<Difference> {
        let turns: Vec<Begun<'c>> = self.begun(false).collect();
        let wrong = check(&turns)?;
        let early: Vec<Begun<'c>> = self.begun(true).collect();
        let is_early = early.iter().zip(&turns).any(|(early, usual)| early.lines.len() > usual.lines.len());
        Some(wrong).filter(|_| !is_early || check(&early).is_some())
    }

    /// The turns that begin; with the questions that the opponent has declined before, or without them.
    fn begun(&self, with_declined: bool) -> impl Iterator<Item = Begun<'c>> {
        let talk = self.talk;
        let is_declined = |exchange: &Exchange| {
            matches!(exchange.question, Some(Question::Undo | Question::Block)) && exchange.yes == Some(false)
        };
        let asks_for_move = |segment: &usize| {
            let question =
                talk.exchanges.get(*segment).map_or(Some(Question::Column), |exchange| exchange.question);
            question.is_some_and(|question| !matches!(question, Question::Undo | Question::Block))
        };
        self.segments().filter_map(move |(segment, expected_events)| {
            let turn = expected_events
                .iter()
                .rev()
                .find_map(|event| if let ExpectedEvent::Turn(turn) = event { Some(turn) } else { None })?;
            let last = (segment..=talk.exchanges.len()).find(asks_for_move)?;
            // Nothing is asked after the last answer if the program does not get that far.
            let is_asked = last < talk.exchanges.len() || talk.close == Close::Finished;
            let declined = talk.exchanges[..segment].iter().rev().take_while(|one| is_declined(one)).count();
            let first = if with_declined { segment - declined } else { segment };
            let lines = || (first..=last).flat_map(|part| talk.page(part).lines()).collect();
            is_asked.then(|| Begun { segment, asked_in: last, lines: lines(), turn })
        })
    }

    /// The right player is asked.
    pub(super) fn turns(&self) -> Option<Difference> {
        self.in_turns(|begun| {
            let (wrong, actual) = begun.iter().find_map(|begun| {
                let actual = self.voice.turn(begun.lines.iter().copied())?;
                (actual != begun.turn.player).then_some((begun, actual))
            })?;
            let Begun { segment, asked_in, turn, .. } = *wrong;
            let what = What::Turn { expected: turn.player, actual, asked_in };
            (!self.is_named_elsewhere(begun, wrong)).then_some(Difference { segment, what })
        })
    }

    /// Returns `true` if some words always stand next to the right player, in this turn too: what is said last may be about the
    /// opponent, as in `T takes away a piece of Bob`.
    fn is_named_elsewhere(&self, begun: &[Begun<'_>], wrong: &Begun<'_>) -> bool {
        let named = |begun: &Begun<'_>| self.voice.mentions_with_words(begun.lines.iter().copied());
        let all: Vec<(Vec<(String, Player)>, Player)> =
            begun.iter().map(|begun| (named(begun), begun.turn.player)).collect();
        named(wrong).into_iter().any(|(words, _)| {
            let after = all.iter().flat_map(|(named, right)| named.iter().map(move |one| (one, *right)));
            let after: Vec<(Player, Player)> = after
                .filter(|((known, _), _)| *known == words)
                .map(|((_, player), right)| (*player, right))
                .collect();
            after.iter().all(|(player, right)| player == right)
                && Player::BOTH.iter().all(|player| after.iter().any(|(named, _)| named == player))
        })
    }

    /// Each turn names its player, and the outcome the winner.
    pub(super) fn names(&self, part: Part) -> Option<Difference> {
        let missing = |segment: usize, is_there: &dyn Fn(&str) -> bool, name: &str| {
            let is_there = name.is_empty() || is_there(name) || cut_off(name).any(is_there);
            let what = What::Shown { what: Check::Name, expected: name.to_owned(), actual: None };
            (!is_there).then_some(Difference { segment, what })
        };
        let unnamed = |turns: &[Begun<'_>]| {
            turns.iter().find_map(|begun| {
                let is_there = |name: &str| self.voice.names(begun.lines.iter().copied(), name);
                missing(begun.segment, &is_there, &begun.turn.name)
            })
        };
        let in_turns = |turns: &[Begun<'_>]| {
            let (first, others) = turns.split_at(turns.len().min(1));
            if part == Part::First {
                let is_shown_later = !others.is_empty() && unnamed(others).is_none();
                return unnamed(first).filter(|_| is_shown_later);
            }
            unnamed(others).or_else(|| self.always_both(turns))
        };
        let at_end = || {
            let (segment, over) = self.overs().last()?;
            let lines = self.lines_from(segment);
            missing(segment, &|name| self.voice.names(lines.iter(), name), &over.name)
        };
        self.in_turns(in_turns).or_else(|| at_end().filter(|_| part == Part::Others))
    }

    /// The same players are named in every turn, in the same order: that says of none of them that it is their turn.
    fn always_both(&self, turns: &[Begun<'_>]) -> Option<Difference> {
        let named = |begun: &Begun<'_>| self.voice.all_mentions(begun.lines.iter().copied());
        let turns: Vec<(usize, Vec<Player>, &Turn)> =
            turns.iter().map(|begun| (begun.segment, named(begun), begun.turn)).collect();
        // The first turn may say more, such as who plays which piece.
        let (_, shortest, _) = turns.iter().min_by_key(|(_, named, _)| named.len())?;
        let is_both = Player::BOTH.iter().all(|player| shortest.contains(player));
        let has_other = turns.iter().find(|(_, _, turn)| turn.player != turns[0].2.player);
        let is_same = turns.iter().all(|(_, named, _)| named.ends_with(shortest));
        let (segment, _, turn) = has_other.filter(|_| is_both && is_same)?;
        let both = format!("{}, {}", turns[0].2.name, turn.name);
        let what = What::Shown { what: Check::Name, expected: turn.name.clone(), actual: Some(both) };
        Some(Difference { segment: *segment, what })
    }
}

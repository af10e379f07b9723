//! The turns that begin: who is asked, and the names that each shows.

use std::cell::LazyCell;
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use super::labels::with_tallies;
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
    /// True if it is the same turn, of which the move begins anew.
    pub(super) begins_anew: bool,
    /// True if the player has not moved before.
    pub(super) is_first: bool,
    /// What may be shown.
    pub(super) turn: &'c Turn,
    /// True if the lines are those after the player's move, where the opponent may be named as the next one to move.
    pub(super) is_late: bool,
}

/// The turns in which something is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The first one of each player, where the others show it: many programs begin their turns when both have moved.
    First,
    /// All others.
    Others,
}

impl<'c> Watched<'c> {
    /// The turns that begin, in each way in which a program may show them, given whether a turn is silent about something, and
    /// whether it is so in a program that shows its state after the move. Programs announce a turn before they ask the opponent for a
    /// block, too, and a move that begins anew is no new turn.
    pub(super) fn readings(
        &self,
        is_silent: impl Fn(&Begun<'c>) -> bool + Copy,
        is_late: impl Fn(&Begun<'c>) -> bool + Copy,
    ) -> impl Iterator<Item = Vec<Begun<'c>>> {
        let others = move || {
            let usual = self.begun(false);
            let late = usual.iter().all(is_late).then(|| self.ended(&usual)).filter(|late| !late.is_empty());
            let is_longer = |(early, usual): (&Begun<'_>, &Begun<'_>)| early.lines.len() > usual.lines.len();
            let early = Some(self.begun(true)).filter(|early| early.iter().zip(&usual).any(is_longer));
            late.into_iter().chain(early)
        };
        let usual = std::iter::once(self.begun(false));
        usual.chain(std::iter::once_with(others).flatten()).map(move |mut turns| {
            turns.retain(|begun| !(begun.begins_anew && is_silent(begun)));
            turns
        })
    }

    /// The mistake that a check finds in the turns of a part of the game, if it finds one however they are shown. The first turns
    /// are checked together with the others if these are right, or else by themselves.
    pub(super) fn in_turns(
        &self,
        part: Part,
        is_silent: impl Fn(&Begun<'c>) -> bool + Copy,
        is_late: impl Fn(&Begun<'c>) -> bool + Copy,
        check: impl Fn(&[Begun<'c>]) -> Option<Difference>,
    ) -> Option<Difference> {
        let (mut usual, mut first, mut all) = (None, None, None);
        for mut turns in self.readings(is_silent, is_late) {
            // The first turns of both come before all others.
            turns.sort_by_key(|begun| !begun.is_first);
            let (of_first, others) = turns.split_at(turns.partition_point(|begun| begun.is_first));
            match check(others) {
                Some(wrong) => {
                    usual = usual.or(Some(wrong));
                    first.get_or_insert_with(|| check(of_first));
                }
                // The first turns may be shown in another of these ways.
                None if part == Part::First && !others.is_empty() => {
                    let wrong = check(&turns)?;
                    all = all.or(Some(wrong));
                }
                None => return None,
            }
        }
        if part == Part::Others { usual } else { all.or(first.flatten()) }
    }

    /// The same turn without what stands above the last question that was declined in it: a block may be offered to who has moved,
    /// whether it is due or not.
    pub(super) fn since_declined(&self, begun: &Begun<'c>) -> Begun<'c> {
        let mut parts = (begun.segment..begun.asked_in).rev();
        let declined = parts.find(|part| is_declined(&self.talk.exchanges[*part]));
        let parts = declined.map_or(begun.segment, |declined| declined + 1)..=begun.asked_in;
        Begun { lines: parts.flat_map(|part| self.talk.page(part).lines()).collect(), ..*begun }
    }

    /// The same turns with what is printed after the move, until the next one is asked for. A turn of which the move begins anew
    /// goes on, and the last one has no end.
    fn ended(&self, turns: &[Begun<'c>]) -> Vec<Begun<'c>> {
        let with_end = |pair: &[Begun<'c>]| {
            let [begun, next] = pair else { return None };
            if next.begins_anew {
                return None;
            }
            let lines = (begun.asked_in + 1..=next.segment).flat_map(|part| self.talk.page(part).lines());
            Some(Begun { lines: lines.collect(), begins_anew: false, is_late: true, ..*begun })
        };
        turns.windows(2).filter_map(with_end).collect()
    }

    /// The turns that begin; with the questions that the opponent has declined before, or without them.
    pub(super) fn begun(&self, with_declined: bool) -> Vec<Begun<'c>> {
        let talk = self.talk;
        // A name may be insisted on.
        let comes_before = |question: Option<Question>| {
            use Question::{Block, Drop, Name, Remove, Undo};
            matches!(question, Some(Undo | Block | Remove | Drop | Name))
        };
        let asks_for_move = |segment: &usize| {
            let asked = |exchange: &Exchange| exchange.question.is_some() && !comes_before(exchange.question);
            talk.exchanges.get(*segment).is_none_or(asked)
        };
        // An act that was never offered may not be understood, and a turn may be going on then.
        let offers = |act: Question| talk.exchanges.iter().any(|exchange| exchange.question == Some(act));
        let (mut before, mut runs) = (None, Vec::new());
        let turns = self.segments().filter_map(move |(segment, expected_events)| {
            let turn = expected_events
                .iter()
                .rev()
                .find_map(|event| if let ExpectedEvent::Turn(turn) = event { Some(turn) } else { None })?;
            let last = (segment..=talk.exchanges.len()).find(asks_for_move)?;
            // Nothing is asked after the last answer if the program does not get that far.
            let is_asked = last < talk.exchanges.len()
                || matches!(talk.close, Close::Finished { asked, .. } if !comes_before(asked))
                || matches!(talk.close, Close::Unasked(act) if offers(act));
            let declined = talk.exchanges[..segment].iter().rev().take_while(|one| is_declined(one)).count();
            let first = if with_declined { segment - declined } else { segment };
            let lines = || (first..=last).flat_map(|part| talk.page(part).lines()).collect();
            let is_blocked = || {
                let since = before.map_or(0, |(segment, _)| segment)..segment;
                talk.exchanges[since]
                    .iter()
                    .any(|one| one.question == Some(Question::Block) && one.yes == Some(true))
            };
            let begins_anew = before.is_some_and(|(_, player)| player == turn.player) && !is_blocked();
            before = Some((segment, turn.player));
            runs.extend((!begins_anew).then_some(turn.player));
            let is_first = runs.iter().filter(|player| **player == turn.player).count() == 1;
            is_asked.then(|| Begun {
                segment,
                asked_in: last,
                lines: lines(),
                begins_anew,
                is_first,
                turn,
                is_late: false,
            })
        });
        turns.collect()
    }

    /// The right player is asked.
    pub(super) fn turns(&self) -> Option<Difference> {
        // `O nay da co quan` says in Vietnamese that this cell is taken: by a letter alone only what other turns show too names somebody.
        let usual: LazyCell<HashSet<u64>, _> = LazyCell::new(|| {
            let turns = self.begun(false).into_iter().filter(|begun| !begun.begins_anew);
            turns.flat_map(|begun| begun.lines).map(|line| line.number()).collect()
        });
        let named = |begun: &Begun<'_>| {
            let is_usual = |line: &Rc<Line>| {
                !begun.begins_anew || !self.voice.names_nobody(line) || usual.contains(&line.number())
            };
            self.voice.turn(begun.lines.iter().copied().filter(|line| is_usual(line)))
        };
        let wrong = |begun: &[Begun<'_>]| {
            let mut wrong = begun.iter().enumerate().filter_map(|(nth, wrong)| {
                let actual = named(wrong)?;
                let Begun { segment, asked_in, turn, .. } = *wrong;
                let is_wrong = actual != turn.player && !self.is_named_elsewhere(begun, nth);
                let what = What::Turn { expected: turn.player, actual, asked_in };
                is_wrong.then_some(Difference { segment, what })
            });
            wrong.next().filter(|_| !self.marks_mover(begun))
        };
        let is_silent = |begun: &Begun<'_>| named(begun).is_none();
        let mut mistakes = self.readings(is_silent, is_silent).map(|turns| wrong(&turns));
        let first = mistakes.next()??;
        if !mistakes.all(|other| other.is_some()) {
            return None;
        }
        // Where somebody is said to have won, the one who is asked begins another game.
        let told = self.voice.outcome(&self.lines_from(first.segment));
        let told = told.filter(|told| told.is_win && told.winner.is_some());
        let ends_early = told.map(|told| What::EndsEarly(Some(told)));
        Some(Difference { what: ends_early.unwrap_or(first.what), ..first })
    }

    /// Returns `true` if some words always stand next to the right player, in this turn too, whichever player's turns the game has:
    /// what is said last may be about the opponent, as in `T takes away a piece of Bob` or `Waiting: Bob`.
    fn is_named_elsewhere(&self, begun: &[Begun<'_>], nth: usize) -> bool {
        let named = |begun: &Begun<'_>| self.voice.mentions_with_words(begun.lines.iter().copied());
        let wrong = &begun[nth];
        // What comes after each player has had a turn may be wrong for another reason.
        let first = |player: &Player| begun.iter().position(|begun| begun.turn.player == *player);
        let last = Player::BOTH.iter().filter_map(first).fold(nth, usize::max);
        let begun = &begun[..=last];
        let all: Vec<(Vec<(String, Player)>, Player)> =
            begun.iter().map(|begun| (named(begun), begun.turn.player)).collect();
        named(wrong).into_iter().any(|(words, _)| {
            let after = all.iter().flat_map(|(named, right)| named.iter().map(move |one| (one, *right)));
            let after: Vec<(Player, Player)> = after
                .filter(|((known, _), _)| *known == words)
                .map(|((_, player), right)| (*player, right))
                .collect();
            after.iter().all(|(player, right)| player == right)
                && all.iter().all(|(_, player)| after.iter().any(|(named, _)| named == player))
        })
    }

    /// Each turn names its player.
    pub(super) fn names(&self, part: Part) -> Option<Difference> {
        let unnamed = |turns: &[Begun<'_>]| {
            turns.iter().find_map(|begun| {
                // A player without a name is called in some other way.
                let is_called = || {
                    let mentioned = self.voice.all_mentions(begun.lines.iter().copied());
                    mentioned.contains(&begun.turn.player)
                };
                let is_there = |name: &str| {
                    let lines = begun.lines.iter().copied();
                    if name.is_empty() { is_called() } else { self.voice.names(lines, name) }
                };
                let is_shown = is_shown(is_there, &begun.turn.name);
                (!is_shown).then(|| no_name(Check::Name, begun.segment, &begun.turn.name))
            })
        };
        let wrong = |turns: &[Begun<'_>]| unnamed(turns).or_else(|| self.always_both(turns));
        // `X and O` below the board names nobody.
        let by_name = self.voice.without_pieces();
        let is_silent = |begun: &Begun<'_>| by_name.all_mentions(begun.lines.iter().copied()).is_empty();
        self.in_turns(part, is_silent, is_silent, wrong)
    }

    /// The last outcome names the winner.
    pub(super) fn winners_name(&self) -> Option<Difference> {
        let (segment, over) = self.overs().last()?;
        let lines = self.lines_from(segment);
        let is_there = |name: &str| name.is_empty() || self.voice.names(lines.iter(), name);
        (!is_shown(is_there, &over.name)).then(|| no_name(Check::WinnersName, segment, &over.name))
    }

    /// Returns `true` if the line of whoever is to move always has a mark that the other player's line has not: ` => Bob` in a table.
    fn marks_mover(&self, turns: &[Begun<'_>]) -> bool {
        let lines_of = |begun: &Begun<'_>, player: Player| -> BTreeSet<String> {
            let is_own = |line: &&&Rc<Line>| {
                let named = self.voice.all_mentions(std::iter::once(**line));
                !named.is_empty() && named.iter().all(|one| *one == player)
            };
            let text = |line: &&Rc<Line>| self.voice.without_values(&with_tallies(line.folded()));
            begun.lines.iter().filter(is_own).map(text).collect()
        };
        let bare = |line: &str| line.trim_matches(|c: char| !c.is_alphanumeric() && c != '@').to_owned();
        let marked = turns.iter().map(|begun| {
            let mut own = lines_of(begun, begun.turn.player);
            let other = lines_of(begun, begun.turn.player.other());
            let without_marks: BTreeSet<String> = other.iter().map(|line| bare(line)).collect();
            own.retain(|line| {
                line.contains('@') && !other.contains(line) && without_marks.contains(&bare(line))
            });
            own
        });
        let in_all = marked.reduce(|known, next| &known & &next);
        in_all.is_some_and(|marks| turns.len() > 1 && !marks.is_empty())
    }

    /// The same players are named in every turn, in the same order: that says of none of them that it is their turn.
    fn always_both(&self, begun: &[Begun<'_>]) -> Option<Difference> {
        let named = |begun: &Begun<'_>| self.voice.all_mentions(begun.lines.iter().copied());
        let turns: Vec<(usize, Vec<Player>, &Turn)> =
            begun.iter().map(|begun| (begun.segment, named(begun), begun.turn)).collect();
        // The first turn may say more, such as who plays which piece.
        let (_, shortest, _) = turns.iter().min_by_key(|(_, named, _)| named.len())?;
        let is_both = Player::BOTH.iter().all(|player| shortest.contains(player));
        let has_other = turns.iter().find(|(_, _, turn)| turn.player != turns[0].2.player);
        let is_same = turns.iter().all(|(_, named, _)| named.ends_with(shortest));
        let is_told_by_nothing = is_both && is_same && !self.marks_mover(begun);
        let (segment, _, turn) = has_other.filter(|_| is_told_by_nothing)?;
        let both = format!("{}, {}", turns[0].2.name, turn.name);
        let what = What::Shown { what: Check::Name, expected: turn.name.clone(), actual: Some(both) };
        Some(Difference { segment: *segment, what })
    }
}

/// Returns `true` if a name is there, in full or with its end cut off.
fn is_shown(is_there: impl Fn(&str) -> bool, name: &str) -> bool {
    is_there(name) || cut_off(name).any(is_there)
}

/// That a name is missing.
fn no_name(what: Check, segment: usize, name: &str) -> Difference {
    Difference { segment, what: What::Shown { what, expected: name.to_owned(), actual: None } }
}

/// Returns `true` if a player was offered to take the move back, or to block the opponent, and has declined.
fn is_declined(exchange: &Exchange) -> bool {
    matches!(exchange.question, Some(Question::Undo | Question::Block)) && exchange.yes == Some(false)
}

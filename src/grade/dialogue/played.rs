//! A case as it was played: how far it went, and what was wrong with it.

use std::collections::BTreeSet;

use super::doubt;
use crate::compare::behaviour::{Difference, What};
use crate::console::{Script, base_name};
use crate::explain;
use crate::grade::case::{calls_of, depends_on_start};
use crate::grade::gradebook::CaseResult;
use crate::machine::{Executable, Stop, World};
use crate::play::{Close, Conversation, Ending, Exchange, count, watch};
use crate::referee::{Assignment, ExpectedEvent, Question};
use crate::spec::{Check, DialogueCase, Limits};

/// A case as it was played.
pub(in crate::grade) struct PlayedDialogue {
    pub(in crate::grade) talk: Conversation,
    pub(in crate::grade) world: World<'static>,
    pub(super) found: Vec<Difference>,
    pub(super) has_every_board: bool,
    pub(super) lacks_start_board: bool,
    /// The acts that were chosen with keys that no question shows, before anything was wrong.
    pub(super) chosen: Vec<doubt::ChosenAct>,
    /// The questions that were asked.
    pub(super) asked: BTreeSet<Question>,
    /// The acts that were chosen before anything was wrong.
    pub(super) taken: BTreeSet<Question>,
    /// Those of them that a correct program grants.
    pub(super) granted: BTreeSet<Question>,
    /// The act after which the program asks for something else than the rules say, if that is the first thing that is wrong.
    pub(super) derailed: Option<doubt::Derailed>,
    /// The act that was never offered, if that is the first thing that is wrong.
    pub(super) lacking: Option<doubt::Lacking>,
}

impl PlayedDialogue {
    /// The name of the assignment's file, if the program has written it and not closed it.
    pub(in crate::grade) fn left_open(&self, assignment: Assignment) -> Option<&'static str> {
        let name = assignment.file()?;
        self.talk.loose.open.iter().any(|open| base_name(open) == name.as_bytes()).then_some(name)
    }

    /// Drops everything that is of no use once the case is judged, so that a submission's cases are not all
    /// in memory at once.
    pub(in crate::grade) fn forget(&mut self) {
        self.talk.forget();
        self.found = Vec::new();
    }

    /// Refines the result by the facts of a watched run of the same keys.
    pub(in crate::grade) fn explain(
        &self,
        result: &mut CaseResult,
        program: &dyn Executable,
        limits: Limits,
    ) {
        let Some(failure) = result.failure.as_mut().filter(|_| result.verdict.is_of_the_machine()) else {
            return;
        };
        let script = Script::new(self.talk.read.iter().map(std::slice::from_ref));
        // The run was not waited for as long as it might take.
        let fuel = limits.fuel.min(self.talk.ended.executed.saturating_add(1));
        let limits = Limits { fuel, ..limits };
        let (_, facts) = watch(program, &script, self.world, limits);
        result.verdict = result.verdict.refined(&facts);
        let ending = if self.talk.over.is_some() { Ending::Halts } else { Ending::Waits };
        failure.because.extend(explain::stop(program, &facts, self.talk.ended, ending));
        failure.place = explain::place::ended(program, &facts, self.talk.ended);
        failure.calls = calls_of(program, &facts.stack);
        if explain::is_unproved(&facts, self.talk.ended) {
            let counts = count(program, &script, self.world, limits);
            failure.because.extend(explain::busiest(program, &counts));
        }
        if !facts.undefined.is_empty() && depends_on_start(program, &script, self.world, limits, &facts) {
            failure.because.extend(explain::undefined(program, &facts));
        }
    }

    /// Returns `true` if nothing is wrong with the game, and all of it is seen.
    pub(super) fn is_right(&self) -> bool {
        self.found.is_empty() && self.has_every_board
    }

    /// Returns `true` if another player than the one whose turn it is was named, and nothing else is wrong, though boards with more
    /// pieces were shown since: the right player has moved.
    pub(super) fn moves_on_as_it_must(&self) -> bool {
        let is_turn = |found: &Difference| matches!(found.what, What::Turn { .. });
        let Some(first) = self.found.first().filter(|_| self.found.iter().all(is_turn)) else { return false };
        let due = self.talk.due_after(first.segment).min(self.talk.expected_events.len());
        let is_board = |event: &ExpectedEvent| matches!(event, ExpectedEvent::Board(_));
        self.has_every_board && self.talk.expected_events[due..].iter().any(is_board)
    }

    /// Returns `true` if what is wrong first is a board in which pieces stand above a free cell.
    pub(super) fn leaves_hole(&self) -> bool {
        let is_hole = |found: &Difference| matches!(&found.what, What::Board { actual, .. } if actual.has_floating_pieces());
        self.found.first().is_some_and(is_hole)
    }

    /// Returns `true` if the run did not end.
    pub(super) fn is_endless(&self) -> bool {
        matches!(self.talk.ended.stop, Stop::OutOfFuel | Stop::OutputFull)
    }

    /// The segment in which something is wrong first, but for a board that is not seen at all.
    pub(super) fn first_wrong(&self) -> Option<usize> {
        let is_blind = |what: &What| matches!(what, What::NoBoard | What::OtherSize(..));
        self.found.iter().find(|difference| !is_blind(&difference.what)).map(|first| first.segment)
    }

    /// Returns `true` if the program asked what it had to and ended where the game does: only its output is
    /// wrong.
    pub(super) fn is_in_step(&self) -> bool {
        let has_ended = match self.talk.close {
            Close::Finished { .. } => true,
            Close::Stopped => self.talk.over.is_some() && self.talk.ended.stop.is_end(),
            _ => false,
        };
        has_ended && self.found.iter().all(|found| found.what.is_said())
    }

    /// Returns `true` if the game has come to its end, or no check of its case is about the end.
    pub(super) fn comes_to_what_is_checked(&self, played: &DialogueCase) -> bool {
        let is_about_end =
            |check: &Check| matches!(check, Check::Pieces | Check::Winner | Check::WinnersName);
        !played.checks.iter().any(is_about_end) || self.talk.over.is_some()
    }

    /// The progress before the first mistake: answers and boards, less refused inputs. A program without a
    /// board is judged by all else.
    pub(super) fn reach(&self) -> usize {
        let segment = self.first_wrong().unwrap_or(self.talk.exchanges.len() + 1);
        // Events that are due before a question count once that is answered.
        let mut answered =
            self.talk.exchanges.iter().take(segment).filter(|exchange| exchange.question.is_some());
        let due = answered.next_back().map_or(0, |exchange| exchange.due);
        let seen = &self.talk.expected_events[..due.min(self.talk.expected_events.len())];
        let boards = seen.iter().filter(|event| matches!(event, ExpectedEvent::Board(_))).count();
        // A refusal after which nothing is answered is one as well.
        let refused = self.talk.expected_events.iter().take(self.talk.due_after(segment));
        let refused = refused.filter(|event| matches!(event, ExpectedEvent::Refused(_))).count();
        // A question of yes or no that is asked again and again is no progress.
        let is_step =
            |exchange: &&Exchange| exchange.question.is_some_and(|question| !question.is_of_yes_or_no());
        let steps = self.talk.exchanges.iter().take(segment).filter(is_step).count();
        (steps + 4 * boards).saturating_sub(6 * refused)
    }
}

//! The ways in which a program says things, as far as its own games show them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Table;
use super::attempt::Attempt;
use super::infer::MOST_SEEDS;
use super::probes::{Probe, Probes};
use super::revise::names_come_back;
use crate::compare::behaviour::{Counter, Endings, Learned, NamesWinners, What, counter, drawn};
use crate::diagnostics::Text;
use crate::observe::Player;
use crate::play::PromptRules;
use crate::spec::{Case, Check, DialogueCase, OpenOption, Spec};

impl<'a> Table<'a> {
    /// What explains the games best. Where boards contradict the names in turns, or it would always be Player 2 who is drawn to start,
    /// these names tell nothing from now on, if that explains more of the games.
    pub(super) fn without_misleading_names(
        &mut self,
        options: &[&OpenOption],
        (probes, all): (&Probes<'_>, &Probes<'_>),
    ) -> (Attempt<'a>, Option<Text>) {
        let trusting = self.explained(options, (probes, all));
        let prompt_rules = &trusting.0.prompt_rules;
        if trusting.0.is_full() || self.learned.names_mislead {
            return trusting;
        }
        let mut games = probes
            .0
            .iter()
            .map(|Probe { case, played, seed, .. }| self.play_with(case, played, prompt_rules, (*seed, &[])));
        let mislead = games.any(|played| played.moves_on_as_it_must());
        if !mislead && !self.never_names_the_first(probes, prompt_rules) {
            return trusting;
        }
        self.learned = Arc::new(Learned { names_mislead: true, ..Learned::default() });
        let other = self.explained(options, (probes, all));
        if other.0.explains() > trusting.0.explains() {
            return other;
        }
        self.learned = Arc::default();
        trusting
    }

    /// Returns `true` if who starts seems to be drawn, both names are known, and the turns of each game name Player 2 first.
    fn never_names_the_first(&self, probes: &Probes<'_>, prompt_rules: &PromptRules<'a>) -> bool {
        let assignment = prompt_rules.dialogue.assignment;
        let Some(first) = probes.0.first().filter(|_| assignment.draws_starter(&prompt_rules.settings))
        else {
            return false;
        };
        let names_the_other = |nth| {
            let Probe { case, played, seed, .. } = first.again(nth);
            let talk = self.play_with(case, played, prompt_rules, (seed, &[])).talk;
            names_come_back(&talk) && drawn(&talk, assignment, self.ear()).starter() == Some(Player::Two)
        };
        (0..MOST_SEEDS).all(names_the_other)
    }

    /// Learns where the program shows faults and undos, the text that it prints when a player wins, and whether it names winners in
    /// words that are understood: each player is named rightly in one of the games that are about it, and one where the other makes
    /// too many faults.
    pub(super) fn learn_words(&mut self, spec: &Spec) {
        let counters = self.counters(spec);
        let mut endings = Endings::default();
        for (case, played) in about(spec, Check::Winner) {
            let talk = self.play_any(case, played).talk;
            if let Some(over) = &talk.over {
                endings.learn(&talk, over);
            }
        }
        self.learned = Arc::new(Learned { endings, counters, ..*self.learned });
        // The winners that are named rightly, and whether by a line.
        let mut named = BTreeSet::new();
        let mut is_misnamed = false;
        for (case, played) in about(spec, Check::Winner) {
            let this = self.play_any(case, played);
            let told = this.found.iter().find_map(|found| match &found.what {
                What::Outcome { expected, actual } => {
                    Some((expected, actual.as_ref().and_then(|told| told.winner)))
                }
                _ => None,
            });
            is_misnamed |=
                told.is_some_and(|(over, told)| !over.by_faults && told.is_some() && told != over.winner);
            let winner = this.talk.over.and_then(|over| Some((over.winner?, !over.by_faults)));
            named.extend(winner.filter(|_| told.is_none()));
        }
        self.names_winners = NamesWinners {
            by_line: !is_misnamed && Player::BOTH.iter().all(|player| named.contains(&(*player, true))),
            by_faults: named.iter().any(|(_, by_line)| !by_line),
        };
    }

    /// The places of the numbers of faults and undos, from the first game that is about each of them.
    fn counters(&self, spec: &Spec) -> Vec<Counter> {
        let assignment = self.prompt_rules.dialogue.assignment;
        let counter = |check| {
            let (case, played) = about(spec, check).next()?;
            counter(&self.play(case, played).talk, assignment, self.ear(), check)
        };
        [Check::Faults, Check::Undos].into_iter().filter_map(counter).collect()
    }
}

/// The games that are about something.
pub(super) fn about(spec: &Spec, check: Check) -> impl Iterator<Item = (&Case, &DialogueCase)> {
    spec.dialogues().filter(move |(_, played)| played.checks.contains(&check))
}

//! Games played to find something out, and how well they go.

use std::collections::BTreeSet;

use super::lack::{Lack, lacking};
use super::probes::{ONE_CASE, Probe, Probes};
use super::revise::Suspect;
use super::{PlayedDialogue, Table, revise, stated};
use crate::compare::behaviour::shows_board;
use crate::console::Request;
use crate::machine::Stop;
use crate::play::{Close, Conversation, PromptRules};
use crate::referee::Question;

/// The number of answers that a probe counts as if it goes through: more than any game has.
const FAR: usize = 10_000;

/// Probes that were played under given prompt rules.
pub(super) struct Attempt<'a> {
    /// The progress of all games together, in answers and boards.
    pub(super) reach: usize,
    /// The number of games that came to an unknown question.
    pub(super) stuck: usize,
    /// The number of games that went through, even if some of the output was wrong.
    pub(super) in_step: usize,
    /// Options that other values explain as well as these, with these values.
    pub(super) rivals: Vec<(String, String)>,
    /// Options of which too few games tell.
    pub(super) doubtful: Vec<String>,
    /// An act that a game lacks.
    pub(super) lacks: Option<Lack>,
    /// The number of the game that lacks it first.
    pub(super) lacks_in: usize,
    /// The number of games.
    pub(super) probes: usize,
    /// A question that no rule recognises, and the questions that a correct program may ask there.
    pub(super) unknown: Option<(Suspect, Vec<Question>)>,
    /// The number of the game that came to it first.
    pub(super) unknown_in: usize,
    /// The questions before the first thing that is wrong, the last one first.
    pub(super) suspects: Vec<Suspect>,
    /// The questions that were answered.
    pub(super) asked: BTreeSet<Question>,
    /// The services by which the program asked.
    pub(super) requests: BTreeSet<Request>,
    /// True if any board was seen.
    pub(super) sees_board: bool,
    /// True if every run used up its budget.
    pub(super) never_ends: bool,
    pub(super) prompt_rules: PromptRules<'a>,
}

impl Attempt<'_> {
    /// Returns `true` if no game showed a mistake.
    pub(super) fn is_full(&self) -> bool {
        self.reach == FAR * self.probes
    }

    /// The games that it explains: the number that is right, and the number that at least goes through.
    pub(super) fn explains(&self) -> (usize, usize) {
        (self.reach / FAR, self.in_step)
    }

    /// Returns `true` if the games go further than in another attempt, or to a question that is not known yet.
    pub(super) fn leads_on_from(&self, other: &Self) -> bool {
        self.reach > other.reach || self.unknown.is_some()
    }

    /// Returns `true` if values that explain so many games are not as good as these, nor nearly.
    fn is_out_of_reach(&self, (right, in_step): (usize, usize)) -> bool {
        right < self.reach / FAR && in_step + ONE_CASE < self.in_step
    }
}

impl<'a> Table<'a> {
    /// The first of these games, as it is played under given prompt rules.
    pub(super) fn first_game(
        &self,
        probes: &Probes<'_>,
        prompt_rules: &PromptRules<'_>,
    ) -> Option<Conversation> {
        let Probe { case, played, seed, .. } = probes.0.first()?;
        Some(self.play_with(case, played, prompt_rules, (*seed, &[])).talk)
    }

    /// Those of these games in which nothing is wrong.
    pub(super) fn right_games(
        &self,
        probes: &Probes<'_>,
        prompt_rules: &PromptRules<'_>,
    ) -> impl Iterator<Item = Conversation> {
        let games = probes
            .0
            .iter()
            .map(|Probe { case, played, seed, .. }| self.play_with(case, played, prompt_rules, (*seed, &[])));
        games.filter(PlayedDialogue::is_right).map(|played| played.talk)
    }

    pub(super) fn attempt(&self, probes: &Probes<'_>, prompt_rules: PromptRules<'a>) -> Attempt<'a> {
        self.attempt_beside(None, probes, prompt_rules).expect("there is nothing better")
    }

    /// The same; `None` as soon as another attempt is much better, whatever the games that are left show.
    pub(super) fn attempt_beside(
        &self,
        best: Option<&Attempt<'_>>,
        probes: &Probes<'_>,
        prompt_rules: PromptRules<'a>,
    ) -> Option<Attempt<'a>> {
        let (mut reach, mut in_step, mut stuck, mut unknown, mut unknown_in) = (0, 0, 0, None, 0);
        let (mut sees_board, mut never_ends) = (false, true);
        let (mut asked, mut requests) = (BTreeSet::new(), BTreeSet::new());
        let (mut suspects, mut lacks, mut lacks_in) = (Vec::new(), None, 0);
        // The conversations are looked at one by one, so that not all of them are in memory.
        for (nth, Probe { case, played, seed, options }) in probes.0.iter().enumerate() {
            let left = probes.0.len() - nth;
            if best.is_some_and(|best| best.is_out_of_reach((reach / FAR + left, in_step + left))) {
                return None;
            }
            // Options that come later are not known yet, and the known ones must not depend on them.
            let is_open = |option: &&String| !prompt_rules.settings.contains_key(*option);
            let open: Vec<String> = options.iter().filter(is_open).cloned().collect();
            let played = self.play_with(case, played, &prompt_rules, (*seed, &open));
            let says_otherwise = stated::rules_out_row_numbering(&played.talk, &prompt_rules.settings);
            in_step += usize::from(played.is_in_step() && !says_otherwise);
            stuck += usize::from(matches!(played.talk.close, Close::Unknown { .. }));
            unknown = unknown.or_else(|| {
                let (suspect, permitted) = revise::unknown(&played.talk)?;
                unknown_in = nth;
                Some((suspect, permitted.to_vec()))
            });
            asked.extend(played.talk.exchanges.iter().filter_map(|exchange| exchange.question));
            requests.extend(played.talk.exchanges.iter().map(|exchange| exchange.request));
            never_ends &= matches!(played.talk.ended.stop, Stop::OutOfFuel | Stop::OutputFull);
            lacks = lacks.or_else(|| {
                let lacks = lacking(&played, &prompt_rules)?;
                lacks_in = nth;
                Some(lacks)
            });
            if suspects.is_empty() && !played.is_right() {
                suspects = revise::suspects(&played);
            }
            if !says_otherwise {
                reach += if played.is_right() { FAR } else { played.reach() };
            }
            // Who has come so far has shown boards.
            sees_board =
                sees_board || reach >= FAR || shows_board(&played.talk, prompt_rules.dialogue.assignment);
        }
        let (probes, rivals, doubtful) = (probes.0.len(), Vec::new(), Vec::new());
        Some(Attempt {
            reach,
            stuck,
            in_step,
            rivals,
            doubtful,
            lacks,
            lacks_in,
            probes,
            unknown,
            unknown_in,
            suspects,
            asked,
            requests,
            sees_board,
            never_ends,
            prompt_rules,
        })
    }
}

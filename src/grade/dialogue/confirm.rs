//! Questions whether a move stands, in a program that also asks whether it is taken back: a no to the first is no undo.

use super::Table;
use super::probes::Probes;
use super::revise::{Tentative, suspect, taken_for};
use crate::play::{Conversation, Exchange, PromptRules};
use crate::referee::Question;
use crate::spec::Asks;

impl<'a> Table<'a> {
    /// Takes a question such as `Are you sure?` for one that is always answered in the same way, if another question asks for
    /// taking the move back and as much is explained then.
    pub(super) fn settle_confirmation(&mut self, all: &Probes<'_>) {
        let confirms = self.written().lines().iter().any(|line| self.prompt_rules.confirms(line));
        if !confirms {
            return;
        }
        let known = self.prompt_rules.clone();
        let other = self.right_games(all, &known).find_map(|talk| confirmed(&talk, &known));
        let Some(other) = other else { return };
        let explains = |prompt_rules: &PromptRules<'a>| self.attempt(all, prompt_rules.clone()).explains();
        if explains(&other) >= explains(&known) {
            self.prompt_rules = other;
        }
    }
}

/// The prompt rules with such a question always answered as it is in a game, if the game asks both.
fn confirmed<'a>(talk: &Conversation, known: &PromptRules<'a>) -> Option<PromptRules<'a>> {
    let kept = |(_, exchange): &(usize, &Exchange)| {
        exchange.question == Some(Question::Undo) && exchange.yes == Some(false)
    };
    let confirms = |segment: usize| talk.page(segment).last_line().is_some_and(|line| known.confirms(line));
    let (sure, undo): (Vec<_>, Vec<_>) =
        talk.exchanges.iter().enumerate().filter(kept).partition(|(segment, _)| confirms(*segment));
    let (segment, exchange) = sure.first().filter(|_| !undo.is_empty())?;
    Some(taken_for(
        known.clone(),
        &suspect(talk, *segment)?,
        Tentative::plain(Asks::Always(exchange.typed.clone())),
    ))
}

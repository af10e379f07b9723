//! The ways in which a program says things, as far as its own games show them.

use std::sync::Arc;

use super::Table;
use crate::compare::behaviour::{Counter, Endings, Learned, What, counter};
use crate::spec::{Case, Check, DialogueCase, Spec};

impl Table<'_> {
    /// Learns where the program shows faults and undos, the text that it prints when a player wins, and whether it names winners in
    /// words that are understood: it does in all games that are about it.
    pub(super) fn learn_words(&mut self, spec: &Spec) {
        let counters = self.counters(spec);
        let mut endings = Endings::default();
        let mut named = Vec::new();
        for (case, played) in about(spec, Check::Winner) {
            let this = self.play_any(case, played);
            let Some(over) = this.talk.over.as_ref().filter(|over| over.winner.is_some()) else { continue };
            named.push(!this.found.iter().any(|found| matches!(found.what, What::Outcome { .. })));
            endings.learn(&this.talk, over);
        }
        self.knows_winners = !named.is_empty() && named.into_iter().all(|is_right| is_right);
        self.learned = Arc::new(Learned { endings, counters });
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
fn about(spec: &Spec, check: Check) -> impl Iterator<Item = (&Case, &DialogueCase)> {
    spec.dialogues().filter(move |(_, played)| played.checks.contains(&check))
}

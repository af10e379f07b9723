//! The words of its own by which a program announces how games end and shows its counters, so that a dialect can say them.

use super::Table;
use super::learn::about;
use crate::compare::behaviour::{
    Announced, Counter, Ear, Learned, LineBook, is_in_words, tells_ending, told_ending,
};
use crate::observe::Pattern;
use crate::play::{Conversation, words_pattern};
use crate::spec::{Check, Spec, Words};

impl Table<'_> {
    /// Words for wins, ties and counters where those of the spec tell nothing. They are taken only if they tell each outcome alone,
    /// without what was learned from other games.
    pub(super) fn own_words(&self, spec: &Spec) -> Words {
        let assignment = self.prompt_rules.dialogue.assignment;
        let (rows, columns) = assignment.board();
        let fills_board = spec.dialogues().find(|(_, played)| played.acts.len() >= rows * columns);
        let games = about(spec, Check::Winner).chain(fills_board);
        let talks = games.map(|(case, played)| self.play_any(case, played).talk);
        let in_own_words = |talk: Conversation| {
            let by_faults = talk.over.as_ref().is_none_or(|over| over.by_faults);
            let is_known = by_faults || tells_ending(&talk, assignment, self.ear());
            let told = if is_known { None } else { told_ending(&talk, assignment, self.ear()) };
            told.map(|told| (talk, told))
        };
        let mut own = Words::default();
        for (talk, told) in talks.filter_map(in_own_words) {
            let mut known = own.clone();
            push(&mut known, &talk, &told);
            let words = self.prompt_rules.words().and(&known);
            let alone =
                Ear { words: &words, book: &LineBook::default(), learned: &Learned::default(), ..self.ear() };
            if tells_ending(&talk, assignment, alone) {
                own = known;
            }
        }
        for counter in &self.learned.counters {
            self.add_words_of(counter, spec, &mut own);
        }
        own
    }

    /// Adds words by which the number of a counter is found, if those of the spec do not find it and these do so in the game from which
    /// it is known.
    fn add_words_of(&self, counter: &Counter, spec: &Spec, own: &mut Words) {
        let assignment = self.prompt_rules.dialogue.assignment;
        let Some((case, played)) = about(spec, counter.check).next() else { return };
        let talk = self.play(case, played).talk;
        if is_in_words(&talk, assignment, self.ear(), counter) {
            return;
        }
        let with = |[one, two]: [String; 2]| {
            let mut known = own.clone();
            let list = if counter.check == Check::Faults { &mut known.faults } else { &mut known.undos };
            list.push(Pattern::new(&one).ok()?);
            if one != two {
                list.push(Pattern::new(&two).ok()?);
            }
            Some(known)
        };
        let mut ways = counter.patterns().filter_map(with);
        let is_found = |known: &Words| {
            let words = self.prompt_rules.words().and(known);
            let ear = Ear { words: &words, book: &LineBook::default(), ..self.ear() };
            is_in_words(&talk, assignment, ear, counter)
        };
        if let Some(known) = ways.find(is_found) {
            *own = known;
        }
    }
}

/// Adds the words of an outcome to those of its kind.
fn push(words: &mut Words, talk: &Conversation, told: &Announced) {
    let names: Vec<String> = talk.names().map(|name| name.trim().to_owned()).collect();
    let pattern = words_pattern(&told.line, &names).and_then(|pattern| Pattern::new(&pattern).ok());
    let list = if told.is_win { &mut words.win } else { &mut words.tie };
    list.extend(pattern.filter(|pattern| list.iter().all(|known| known.source() != pattern.source())));
}

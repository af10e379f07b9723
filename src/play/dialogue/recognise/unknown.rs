//! Choices that a program writes about and of which nothing is known: one of them may be the act that it never seems to offer.

use std::rc::Rc;

use super::PromptRules;
use super::commands::Command;
use super::menu::{Means, shows_columns};
use crate::observe::{Line, NAMES, Page};
use crate::play::dialogue::typing::{is_column, offers_yes_and_no, single_words};
use crate::referee::Question;

impl PromptRules<'_> {
    /// The keys and words that a page lets a player type, and of which nothing is known.
    pub fn unknown_choices(&self, page: &Page) -> Vec<String> {
        let is_usual = |key: &str| {
            matches!(key.to_lowercase().as_str(), "" | "0" | "x" | "o" | "y" | "n") || is_column(key)
        };
        // `1-7 = drop, z = zap a piece` offers two things, though the columns are no key.
        let beside_columns = |line: &Rc<Line>| -> Vec<String> {
            let looks = self.looks(line);
            let choices = looks.choices.iter().chain(&looks.commands);
            // A column is the drop, so that nothing beside it is one: `release the beast`.
            let is_unknown = |means: &Means| matches!(means, Means::Unknown | Means::Act(Question::Drop));
            let choices = choices.filter(|choice| is_unknown(&choice.means));
            let beside = choices.filter(|_| shows_columns(line.folded()) && !looks.offers_yes_and_no);
            beside.map(|choice| choice.key.clone()).collect()
        };
        let keys = self.offered(page).others.into_iter().map(|(key, _)| key);
        let keys = keys.chain(page.lines().iter().flat_map(beside_columns)).filter(|key| !is_usual(key));
        let words = page.lines().iter().flat_map(|line| self.unknown_words(line));
        let mut found: Vec<String> = Vec::new();
        // `col (r=rem): ` asks for a column.
        let asks_for_column = |key: &str| self.is_about(Question::Column, &Line::of(key));
        for key in keys.chain(words).chain(self.unknown_commands(page)) {
            if !found.contains(&key) && !asks_for_column(&key) {
                found.push(key);
            }
        }
        found
    }

    /// The words that a question lists with acts or with what does nothing, as in `end, undo or shield?` and `ok / back >`, and that
    /// say nothing that is known.
    pub fn unknown_words(&self, line: &Line) -> Vec<String> {
        let text = line.folded().trim_end();
        // The words of `(choose: 0-No; 1-Yes)` are no more than that.
        let may_list = text.ends_with(['?', ':', '>']) && !offers_yes_and_no(text);
        let words = if may_list { single_words(text) } else { Vec::new() };
        let means: Vec<(&str, Means)> = words.into_iter().map(|word| (word, self.means_of(word))).collect();
        if !means.iter().any(|(_, means)| matches!(means, Means::Act(_) | Means::Decline)) {
            return Vec::new();
        }
        let is_name = |word: &str| NAMES.iter().any(|name| name.eq_ignore_ascii_case(word));
        let unknown = means.into_iter().filter(|(word, means)| *means == Means::Unknown && !is_name(word));
        unknown.map(|(word, _)| word.to_owned()).collect()
    }

    /// The commands of a table of which some are understood, and that say nothing that is known.
    fn unknown_commands(&self, page: &Page) -> Vec<String> {
        let tables = self.command_tables(page).into_iter();
        let known = tables.filter(|table| table.iter().any(|command| matches!(command.means, Means::Act(_))));
        let is_unknown = |command: &Command| command.means == Means::Unknown && !is_column(&command.word);
        known.flatten().filter(is_unknown).map(|command| command.word).collect()
    }
}

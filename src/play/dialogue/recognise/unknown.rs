//! Choices that a program writes about and of which nothing is known: one of them may be the act that it never seems to offer.

use std::rc::Rc;
use std::sync::LazyLock;

use super::PromptRules;
use super::menu::{Means, shows_columns};
use crate::observe::{Line, NAMES, Page, Pattern, built_in};
use crate::play::dialogue::typing::{is_column, single_words};

/// A command with what it does: `shield   your rival may not move`, `zap C R - take a piece`.
static COMMAND: LazyLock<Pattern> = LazyLock::new(|| {
    let places = r"(?:[ \t]+(?:\w|<[^<>]{1,16}>)){0,2}";
    built_in(&format!(
        r"^[ \t|*-]*(\w{{1,12}}){places}(?:[ \t]{{2,}}|\t|[ \t]+[-=][ \t]+|:[ \t]+)(\w+[ \t]+\w.*)$"
    ))
});

/// A table of commands has at least this many.
const FEWEST_COMMANDS: usize = 3;

impl PromptRules<'_> {
    /// The keys and words that a page lets a player type, and of which nothing is known.
    pub fn unknown_choices(&self, page: &Page) -> Vec<String> {
        let is_usual = |key: &str| {
            matches!(key.to_lowercase().as_str(), "" | "0" | "x" | "o" | "y" | "n") || is_column(key)
        };
        // `1-7 = drop, z = zap a piece` offers two things, though the columns are no key.
        let beside_columns = |line: &Rc<Line>| -> Vec<String> {
            let looks = self.looks(line.folded());
            let choices = looks.choices.iter().chain(&looks.commands);
            let choices = choices.filter(|choice| choice.means == Means::Unknown);
            let beside = choices.filter(|_| shows_columns(line.folded()) && !looks.offers_yes_and_no);
            beside.map(|choice| choice.key.clone()).collect()
        };
        let keys = self.offered(page).others.into_iter().map(|(key, _)| key);
        let keys = keys.chain(page.lines().iter().flat_map(beside_columns)).filter(|key| !is_usual(key));
        let words = page.lines().iter().flat_map(|line| self.unknown_words(line));
        let mut found: Vec<String> = Vec::new();
        for key in keys.chain(words).chain(self.unknown_commands(page)) {
            if !found.contains(&key) {
                found.push(key);
            }
        }
        found
    }

    /// The words that a question lists with acts or with what does nothing, as in `end, undo or shield?` and `ok / back >`, and that
    /// say nothing that is known.
    pub fn unknown_words(&self, line: &Line) -> Vec<String> {
        let text = line.folded().trim_end();
        let words = if text.ends_with(['?', ':', '>']) { single_words(text) } else { Vec::new() };
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
        let mut unknown = Vec::new();
        let is_command = |line: &Rc<Line>| COMMAND.find(line.folded()).is_some();
        let tables = page.lines().chunk_by(|one, next| is_command(one) && is_command(next));
        for table in tables.filter(|table| table.len() >= FEWEST_COMMANDS) {
            let means = |line: &Rc<Line>| {
                let found = COMMAND.captures(line.folded())?;
                let (word, text) = (found.get(1)?.as_str(), found.get(2)?.as_str());
                let means = Some(self.means_of(word)).filter(|means| *means != Means::Unknown);
                Some((word.to_owned(), means.unwrap_or_else(|| self.means_of(text))))
            };
            let commands: Vec<_> = table.iter().filter_map(means).collect();
            if commands.iter().any(|(_, means)| matches!(means, Means::Act(_))) {
                let is_unknown =
                    |(word, means): &(String, Means)| *means == Means::Unknown && !is_column(word);
                unknown.extend(commands.into_iter().filter(is_unknown).map(|(word, _)| word));
            }
        }
        unknown
    }
}

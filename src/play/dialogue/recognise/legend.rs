//! Keys that a question lists, `D/R/U/B/E: `, with a legend above it that explains them: `| D drop   R remove a piece |`.

use std::sync::{LazyLock, PoisonError};

use super::menu::{Choice, Means};
use super::{MOST_KNOWN, PromptRules};
use crate::observe::{Line, Page, Pattern, built_in, words_at};

/// Keys at the end of a question.
static LIST: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"(?:^|[ \t])(\w(?:[/|,]\w){2,})[ \t]*[:>?]*[ \t]*$"));

/// The end of the text that explains a key.
const ENDS: [&str; 4] = ["  ", "\t", "|", ";"];

impl PromptRules<'_> {
    /// Keeps the lines of a program's texts that begin with a key: they may explain keys, though they are printed once, or only to
    /// those who ask for help.
    pub fn read_texts(&mut self, texts: &Page) {
        let lines = texts.lines().iter().map(|line| line.folded());
        self.texts = lines.filter(|line| first_key(line).is_some()).map(str::to_owned).collect();
    }

    /// The choices of a question that lists their keys and no more, as the lines above explain them, or else the program's texts; none
    /// if it lists none.
    pub(super) fn choices_of_legend(&self, page: &Page, own: &Line) -> Vec<Choice> {
        let list = LIST.captures(own.folded());
        let Some(list) = list.as_ref().and_then(|list| list.get(1)) else { return Vec::new() };
        let known = || self.legends.lock().unwrap_or_else(PoisonError::into_inner);
        let choice = |key: &str| {
            let mut above = page.lines().iter().rev().filter(|line| line.number() != own.number());
            let means = above.find_map(|line| explained(line.folded(), key)).map(|text| self.means_of(text));
            let written = || {
                let texts = self.texts.iter().filter(|text| first_key(text) == Some(key));
                let mut means = texts.filter_map(|text| explained(text, key)).map(|text| self.means_of(text));
                means.find(|means| *means != Means::Unknown)
            };
            Choice { key: key.to_owned(), means: means.or_else(written).unwrap_or(Means::Unknown) }
        };
        let choices: Vec<Choice> = list.as_str().split(['/', '|', ',']).map(choice).collect();
        let is_explained = choices.iter().any(|choice| choice.means != Means::Unknown);
        // It may be shown where a turn begins, and not below what was played.
        if !is_explained {
            return known().get(list.as_str()).cloned().unwrap_or_default();
        }
        if known().len() < MOST_KNOWN {
            known().insert(list.as_str().to_owned(), choices.clone());
        }
        choices
    }
}

/// The key with which a line begins.
fn first_key(line: &str) -> Option<&str> {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.next().filter(|word| word.chars().count() == 1 && words.next().is_some())
}

/// The text that a line has behind a key.
fn explained<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let behind = |at: usize| {
        let text = line[at + key.len()..].trim_start_matches([' ', '\t', '=', ':', '-', ')', '.']);
        let end = ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
        Some(&text[..end]).filter(|text| text.contains(char::is_alphabetic))
    };
    words_at(line, key).find_map(behind)
}

#[cfg(test)]
mod tests {
    use super::explained;

    #[test]
    fn the_text_behind_a_key_explains_it() {
        for (line, key, text) in [
            ("| D drop      R remove a piece |", "R", Some("remove a piece ")),
            ("| D drop      R remove a piece |", "D", Some("drop")),
            ("U = undo; E = end my turn", "U", Some("undo")),
            ("| X | O |", "X", None),
        ] {
            assert_eq!(explained(line, key), text, "{line}");
        }
    }
}

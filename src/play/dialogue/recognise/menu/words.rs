//! Choices that are typed as the words that name them.

use std::ops::Range;

use super::super::PromptRules;
use super::super::looks::Looks;
use super::{Choice, Means, Menu, PATTERNS, parts};
use crate::referee::Question;

/// A word in capitals that is a command has at least this many letters.
const SHORTEST_COMMAND: usize = 3;

/// A line in which words in capitals stand out has at least this many others.
const FEWEST_OTHERS: usize = 3;

impl PromptRules<'_> {
    /// The words between which a line lets players choose.
    pub(in super::super) fn choice_words(&self, line: &str) -> Vec<Choice> {
        let Some(list) = PATTERNS.words.find(line).and_then(|found| line.get(found)) else {
            return Vec::new();
        };
        let words = parts(list);
        // `undo or not?` wants a yes or a no.
        if words.iter().any(|word| ["not", "no", "khong"].contains(&word.to_lowercase().as_str())) {
            return Vec::new();
        }
        words.into_iter().map(|word| Choice { key: word.to_owned(), means: self.means_of(word) }).collect()
    }

    /// The words in capitals between others, as in `1-7, FIRE at a piece, HOLD the rival`: commands with what they do.
    pub(in super::super) fn commands(&self, line: &str) -> Vec<Choice> {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let mut words: Vec<Range<usize>> = Vec::new();
        let mut others = 0;
        let mut start = 0;
        for part in line.split_inclusive(|c| !is_letter(c)) {
            let word = part.trim_end_matches(|c| !is_letter(c));
            if word.len() >= SHORTEST_COMMAND && word.bytes().all(|byte| byte.is_ascii_uppercase()) {
                words.push(start..start + word.len());
            } else {
                others += usize::from(word.len() > 1);
            }
            start += part.len();
        }
        // `VIOLATION! That is no column from 1 to 7.` offers nothing.
        if others < FEWEST_OTHERS || !line.trim_end().ends_with(['>', ':', '?']) {
            return Vec::new();
        }
        let ends = words.iter().skip(1).map(|next| next.start).chain([line.len()]);
        let choice = |(word, end): (&Range<usize>, usize)| {
            let means = match self.means_of(&line[word.end..end]) {
                Means::Unknown => self.means_of(&line[word.clone()]),
                means => means,
            };
            Choice { key: line[word.clone()].to_owned(), means }
        };
        words.iter().zip(ends).map(choice).collect()
    }

    /// The acts that a line names in quotes.
    pub(in super::super) fn quoted_acts(&self, line: &str) -> Vec<Choice> {
        let mut found = Vec::new();
        let mut rest = line;
        while let Some(captures) = PATTERNS.quoted.captures(rest) {
            let (Some(whole), Some(word)) = (captures.get(0), captures.get(1)) else { break };
            let means = self.means_of(word.as_str());
            let is_act = matches!(means, Means::Act(act) if act != Question::Drop);
            found.extend(is_act.then(|| Choice { key: word.as_str().to_owned(), means }));
            rest = &rest[whole.end()..];
        }
        found
    }

    /// The menu of a line that names ENTER for what does nothing and the words for its acts: `Enter to go on, or undo / block:`,
    /// `Type undo or press enter:`.
    pub(super) fn of_words_or_enter(&self, line: &str, looks: &Looks) -> Option<Menu> {
        let does_nothing = || {
            let enter = PATTERNS.enter.captures(line);
            let text = enter.as_ref().and_then(|found| found.get(1));
            text.is_some_and(|text| self.means_of(text.as_str()) == Means::Decline)
        };
        if PATTERNS.last_enter.find(line).is_none() && !does_nothing() {
            return None;
        }
        let typed = PATTERNS.typed.captures(line).and_then(|found| Some(found.get(1)?.as_str().to_owned()));
        let typed = typed.map(|word| Choice { means: self.means_of(&word), key: word });
        let is_act = |choice: &Choice| matches!(choice.means, Means::Act(_));
        let mut choices: Vec<Choice> = looks.words.iter().filter(|choice| is_act(choice)).cloned().collect();
        let is_new = |choice: &Choice| !choices.iter().any(|known| known.key == choice.key);
        choices.extend(typed.filter(|choice| is_act(choice) && is_new(choice)));
        choices.push(Choice { key: String::new(), means: Means::Decline });
        Menu::of(&choices, 1)
    }
}

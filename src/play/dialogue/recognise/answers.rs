//! How answers are typed, where a question says it or the program is known to want it.

use std::sync::Arc;

use super::legend::Letters;
use super::menu::{Choice, Means};
use super::once::once;
use super::{Asked, PromptRules, is_menu, menu};
use crate::console::Request;
use crate::play::dialogue::YES_NO;
use crate::play::dialogue::typing::{self, OWN_WORD};
use crate::referee::{Entry, Question};
use crate::spec::QuestionRule;

impl PromptRules<'_> {
    /// The text to type for yes and for no in answer to a question.
    pub(in crate::play::dialogue) fn spelt(
        &self,
        asked: &Asked<'_>,
        rule: Option<&QuestionRule>,
    ) -> (String, String) {
        let number = rule.and_then(|rule| self.rules().position(|known| std::ptr::eq(known, rule)));
        let usual = YES_NO.iter().position(|known| *known == self.yes_no).unwrap_or(0);
        let last = asked.page.last_line().map_or_else(Arc::default, |last| Arc::clone(last.masked()));
        // Of a question whose place is not known, more than its own lines may say it.
        let place = asked.place.ok_or(asked.page.number());
        let is_inverted = match rule {
            Some(rule) => rule.is_inverted,
            None => self.guessed(asked.line, asked.place).is_some_and(|guess| guess.is_inverted),
        };
        let spot = (place, asked.request, last);
        let key = (spot, Arc::clone(asked.line.masked()), number, (usual, is_inverted));
        once(&self.spelt, key, || self.find_spelt(asked, rule, is_inverted))
    }

    fn find_spelt(
        &self,
        asked: &Asked<'_>,
        rule: Option<&QuestionRule>,
        is_inverted: bool,
    ) -> (String, String) {
        let fixed = rule.map(|rule| (rule.yes.as_deref(), rule.no.as_deref())).unwrap_or_default();
        let line = asked.line.folded();
        let own_word = || typing::own_word(line, &rule?.when);
        let own_word = if self.yes_no == OWN_WORD { own_word() } else { None };
        let usual = own_word.as_ref().map_or(self.yes_no, |(yes, no)| (yes, no));
        let (yes, no) = typing::yes_no(line, &asked.menu(self), asked.request, fixed, usual);
        if is_inverted { (no, yes) } else { (yes, no) }
    }

    /// The form in which an answer to a question is typed, if it has one of its own.
    pub(in crate::play::dialogue) fn form<'f>(
        &'f self,
        question: Question,
        rule: Option<&'f QuestionRule>,
    ) -> Option<&'f str> {
        let of_rule = rule.map(|rule| rule.forms.as_slice()).unwrap_or_default();
        let mut forms = of_rule.iter().chain(&self.forms);
        forms.find(|(known, _)| *known == question).map(|(_, form)| form.as_str())
    }

    /// An answer as the program wants it typed, without ENTER.
    pub(in crate::play::dialogue) fn typed(
        &self,
        entry: &Entry,
        question: Question,
        asked: &Asked<'_>,
        rule: Option<&QuestionRule>,
    ) -> Vec<u8> {
        let typed = self.as_shown(entry, question, asked, rule);
        // What a rule says is typed so.
        let is_told = rule.is_some_and(|rule| rule.yes.is_some() || rule.no.is_some());
        let is_choice = matches!(entry, Entry::Yes | Entry::No) && !is_told;
        match typed.as_slice() {
            [letter] if is_choice && self.is_in_other_case => vec![in_other_case(*letter)],
            _ => typed,
        }
    }

    /// The same with letters as the program shows them.
    fn as_shown(
        &self,
        entry: &Entry,
        question: Question,
        asked: &Asked<'_>,
        rule: Option<&QuestionRule>,
    ) -> Vec<u8> {
        let (line, request) = (asked.line.folded(), asked.request);
        let is_one_key = matches!(request, Request::Character | Request::Key);
        // `Col 1-7, 8=rm, 9=zap`: what these do is not known, but they are no wrong columns.
        let (_, columns) = self.dialogue.assignment.board();
        let is_key = |text: &str| {
            let is_outside =
                |number: &usize| question == Question::Column && (*number == 0 || *number > columns);
            let Some(number) = text.parse().ok().filter(is_outside) else { return false };
            // `0 to 6` counts columns, and `0 to quit` does not.
            let is_one =
                |choice: &Choice| choice.key == text && (number > 0 || choice.means != Means::Unknown);
            self.texts.beyond.iter().any(|keys| keys.contains(&number))
                || self.looks(asked.line).choices.iter().any(is_one)
        };
        if let Some(typed) = asked.menu.and_then(|menu| menu.typed(question, entry, is_one_key, is_key)) {
            return typed.into_bytes();
        }
        if let Entry::Number(number) = entry
            && is_key(&number.to_string())
            && let Some(other) = menu::as_wrong(is_one_key, is_key)
        {
            return other.into_bytes();
        }
        let takes = typing::takes(line, entry).map(|takes| if takes { Entry::Yes } else { Entry::No });
        match (self.form(question, rule), takes.as_ref().unwrap_or(entry)) {
            (Some(form), entry) if *entry != Entry::No => typing::in_form(form, entry),
            (_, Entry::Yes | Entry::No) => {
                let (yes, no) = self.spelt(asked, rule);
                if *entry == Entry::Yes { yes.into_bytes() } else { no.into_bytes() }
            }
            // A number that means another thing here is replaced by the next, which is as wrong.
            (_, Entry::Number(number)) if rule.is_some_and(is_menu) => {
                let (yes, _) = self.spelt(asked, None);
                let number = if yes == number.to_string() { number.saturating_add(1) } else { *number };
                number.to_string().into_bytes()
            }
            (_, Entry::Piece(letter)) => {
                typing::piece(line, &asked.menu(self), request, *letter).into_bytes()
            }
            (_, Entry::Starter(number)) => typing::starter(line, request, *number).into_bytes(),
            (_, Entry::Text(_)) if question == Question::Column && self.texts.letters == Letters::Columns => {
                typing::in_form("{column-letter}", entry)
            }
            _ => typing::plain(entry),
        }
    }
}

/// The text that is always typed; `$1` stands for the first group of the pattern that fits, for a question
/// that names its keys.
pub(in crate::play::dialogue) fn always(keys: &[u8], rule: Option<&QuestionRule>, line: &str) -> Vec<u8> {
    if keys != b"$1" {
        return keys.to_vec();
    }
    let mut found = rule.into_iter().flat_map(|rule| &rule.when).filter_map(|pattern| pattern.captures(line));
    let named = found.find_map(|found| Some(found.get(1)?.as_str().as_bytes().to_vec()));
    named.unwrap_or_else(|| b"1".to_vec())
}

/// The small letter for a capital, and the other way round.
fn in_other_case(letter: u8) -> u8 {
    if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

//! What was found by trial of questions.

use super::super::typing::single_keys;
use super::PromptRules;
use crate::console::Place;
use crate::observe::{Line, NAMES};
use crate::referee::Question;
use crate::spec::Asks;

/// A question that no rule knows, or knows as another one, with its inferred meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The question as it was printed.
    pub question: String,
    /// The key by which it is recognised again.
    pub key: String,
    /// The place in the program where it is asked, if it is known.
    pub place: Option<Place>,
    /// The question that it asks.
    pub asks: Asks,
    /// The acts that it offers, where each has a key that was found by trial.
    pub choices: Option<Choices>,
    /// True if a rule says otherwise.
    pub is_revised: bool,
    /// True if yes declines what it asks, and no chooses it: `Leave it there?`.
    pub is_inverted: bool,
}

impl Guess {
    /// Returns `true` if it says no more than what gets through a question that no rule knows.
    pub(super) fn is_weak(&self) -> bool {
        matches!(self.asks, Asks::Always(_) | Asks::Declined) && self.choices.is_none() && !self.is_revised
    }

    /// Returns `true` if one of its choices drops a piece.
    pub(super) fn drops(&self) -> bool {
        self.choices.iter().flat_map(|choices| &choices.acts).any(|(act, _)| *act == Question::Drop)
    }

    /// The acts that are offered where this is the question's line: a key that was shown when it was learned, and is not now, is
    /// not offered.
    pub fn acts(&self, line: &str) -> Vec<(Question, String)> {
        let (then, now) = (single_keys(&self.question), single_keys(line));
        let is_offered =
            |(_, key): &&(Question, String)| !then.contains(&key.as_str()) || now.contains(&key.as_str());
        let acts = self.choices.iter().flat_map(|choices| &choices.acts);
        acts.filter(is_offered).cloned().collect()
    }
}

/// Several acts that one question offers, as was found by trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The acts, each with its key.
    pub acts: Vec<(Question, String)>,
    /// The text that chooses none of them.
    pub none: String,
}

impl<'a> PromptRules<'a> {
    /// The choices of a prompt without words that another place asks in the same way, as after a drop and after a removal. Who is to
    /// say which piece is removed chooses nothing.
    pub(super) fn chosen_elsewhere(
        &'a self,
        last: &Line,
        place: Option<Place>,
        permits: &impl Fn(Question) -> bool,
    ) -> Option<&'a Guess> {
        let reads = |place: Place| place.reads;
        let is_it = |guess: &&Guess| {
            guess.choices.is_some()
                && !last.has_word()
                && !permits(Question::Row)
                && guess.key == self.looks(last).key
                && guess.place.map(reads) == place.map(reads)
        };
        self.guesses.iter().find(is_it)
    }

    /// The meaning of a question, if it was found by trial. In one place there is one question, whatever else
    /// stands in its line; strings that are printed letter by letter have no place.
    pub(super) fn guessed(&'a self, last: &Line, place: Option<Place>) -> Option<&'a Guess> {
        if self.guesses.is_empty() {
            return None;
        }
        let looks = self.looks(last);
        let key = &looks.key;
        let first = |key: &str| key.split(' ').next().unwrap_or_default().to_owned();
        let has_words = key.chars().filter(|c| c.is_alphabetic()).count() > 1;
        // `Alice: ` and `Bob: ` are one question, and so is `: ` where a name is empty.
        let names = |line: &Line| line.masked().contains('@');
        let reader = |place: Place| (place.reads, place.caller);
        let printer = |place: Place| (place.reads, place.caller, place.prints.0);
        let is_known = |guess: &&Guess| {
            if place.is_some() && guess.place == place {
                // Another name may stand before it; `? (yes/no)` ends many questions.
                let says = |word: &str| !["yes", "no", "co", "khong", "or", "hoac"].contains(&word);
                let is_end =
                    guess.key.contains(' ') && guess.key.split(' ').any(says) && key.ends_with(&guess.key);
                return first(&guess.key) == first(key) || is_end;
            }
            // `Row y:` and `Row x:` are two questions if two places ask them, and so are `(1) >` and `(2) >`.
            let is_name = || !has_words && (names(last) || names(&Line::of(&guess.question)));
            let is_there = place.map(reader) == guess.place.map(reader) && is_name();
            let is_elsewhere = place.is_some() && guess.place.is_some() && !is_there;
            // `Alice: b block Bob, u undo >` lacks a choice of what Bob was asked.
            let has_name_last = || place.map(printer) == guess.place.map(printer) && names(last);
            // `ENTER to end, u if you want to revert >` lacks one of the choices that were learned.
            let reads = |place: Place| place.reads;
            let has_choice = || {
                let is_shown =
                    |(_, key): &(Question, String)| single_keys(last.folded()).contains(&key.as_str());
                place.map(reads) == guess.place.map(reads)
                    && guess.choices.iter().flat_map(|choices| &choices.acts).any(is_shown)
            };
            let is_of_menu = || has_name_last() || has_words && has_choice();
            if guess.choices.is_some() && is_part_of(key, &guess.key) && is_of_menu() {
                return true;
            }
            let is_same_line = || Line::of(guess.question.trim()).masked() == last.masked();
            guess.key == *key && (!is_elsewhere || (has_words && is_same_line()))
        };
        // `Choice: ` may stand below several menus: what is known of this one comes first, and then what is known of those after a move.
        let is_of_place = |guess: &&Guess| place.is_some() && guess.place == place;
        let text = |place: Place| place.prints.1;
        let is_of_text = |guess: &&Guess| place.is_some() && guess.place.map(text) == place.map(text);
        let known = || self.guesses.iter().filter(is_known);
        known()
            .find(is_of_place)
            .or_else(|| known().find(is_of_text))
            .or_else(|| known().find(|guess| !guess.drops()))
            .or_else(|| known().next())
    }
}

/// Returns `true` if a text has no words but those of another one, in the same order.
fn is_part_of(part: &str, whole: &str) -> bool {
    let mut words = whole.split(' ');
    part.split(' ').all(|word| words.any(|other| other == word))
}

/// The key by which two questions are the same: their words, without numbers, marks and the names that the
/// players have got. A question without words is its marks and letters, without the letters of pieces.
pub fn key(line: &str) -> String {
    let line = line.to_lowercase();
    let is_no_name = |word: &&str| !NAMES.contains(word);
    let words = line.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 1);
    let key = words.filter(is_no_name).collect::<Vec<_>>().join(" ");
    if key.is_empty() {
        let is_fixed = |c: &char| !c.is_numeric() && !c.is_whitespace() && !"xo".contains(*c);
        let parts = line.split_inclusive(|c: char| !c.is_alphabetic());
        // The mark after a name stays.
        let without_name = |part: &str| {
            let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
            if is_no_name(&word) { part.to_owned() } else { part[word.len()..].to_owned() }
        };
        return parts.map(without_name).collect::<String>().chars().filter(is_fixed).collect();
    }
    key
}

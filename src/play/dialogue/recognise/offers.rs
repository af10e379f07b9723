//! What lines and pages offer: acts by their keys or words, and choices of which nothing is known.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;

use super::looks::Looks;
use super::menu::{Choice, Mark, Means, acts};
use super::{Guess, PromptRules, key};
use crate::observe::{Line, Page, Pattern, built_in, words_at};
use crate::referee::Question;
use crate::spec::Asks;

/// A text has more different letters than the row of a board.
const FEWEST_LETTERS: usize = 4;

/// Somebody or something is taken out of the game.
static ELIMINATED: LazyLock<Pattern> = LazyLock::new(|| {
    built_in(
        r"\b(?:is|was|are|been|gets?)[ \t]+(?:\w+[ \t]+)?(?:eliminated|removed|discarded|knocked|deleted)\b|\bbị loại",
    )
});
static PIECE: LazyLock<Pattern> =
    LazyLock::new(|| built_in(r"\b(?:pieces?|tokens?|dis[ck]s?|stones?|chips?|coins?|quân)\b"));

/// The choices on a page.
#[derive(Clone, Debug, Default)]
pub struct Offered {
    /// The acts that are understood, each with its key.
    pub acts: Vec<(Question, String)>,
    /// The keys of choices whose texts say nothing that is known, or a second time that nothing is done, each with its line: they
    /// may offer an act in other words.
    pub others: Vec<(String, Rc<Line>)>,
    /// The keys of choices by which nothing is done, such as the end of a turn.
    pub declines: Vec<String>,
    /// True if something outside of a game is offered too, such as the rules.
    pub has_outside: bool,
}

/// Returns `true` if a line offers its choices: `Alice (O), undos left: 3` offers nothing, and `1: yes, 0: no` no act.
fn is_list(looks: &Looks) -> bool {
    (looks.is_item || looks.choices.len() > 1)
        && (!looks.counts || looks.offers_act())
        && !looks.offers_yes_and_no
}

/// The places of the numbers in a line that a pattern is about.
fn counted(pattern: &Pattern, line: &str) -> Vec<usize> {
    let Some(found) = pattern.captures(line) else { return Vec::new() };
    found.inner().map(|(_, group)| group.start()).collect()
}

impl PromptRules<'_> {
    /// The line of a page that offers an act as a choice, if one does.
    pub fn offers(&self, act: Question, page: &Page) -> Option<Rc<Line>> {
        let offers = |line: &&Rc<Line>| {
            let looks = self.looks(line);
            let choices = looks.choices.iter().filter(|_| is_list(&looks)).chain(&looks.words);
            choices.into_iter().any(|choice| choice.means == Means::Act(act))
        };
        page.lines().iter().rev().find(offers).cloned()
    }

    /// The choices that a page offers below each other or in one line.
    pub fn offered(&self, page: &Page) -> Offered {
        let mut offered = Offered::default();
        // The same key may do something else where another question is asked. A question may be printed in parts.
        let is_here = |guess: &&Guess| {
            let asked = Line::of(guess.question.trim());
            let is_part = |line: &Line| {
                let part = key(line.folded().trim());
                !part.is_empty() && part.len() < guess.key.len() && guess.key.contains(&part)
            };
            let is_it = |line: &Line| line.masked().trim() == asked.masked().trim();
            page.lines().iter().any(|line| is_it(line) || is_part(line))
        };
        let lines = self.with_marks(page.lines());
        // `Choice:` may stand below a menu of what is done with the next piece, and below one of what is done after a move.
        let drops = self.offer_drop(&lines);
        let is_here = |guess: &&Guess| is_here(guess) && (guess.drops() || !drops);
        let learned = || self.guesses.iter().filter(is_here).filter_map(|guess| guess.choices.as_ref());
        let is_learned =
            |key: &str| learned().any(|choices| choices.acts.iter().any(|(_, known)| known == key));
        for line in &lines {
            let looks = self.looks(line);
            // The rows of a board have no words.
            let is_text = || {
                let letters = line.folded().chars().filter(|c| c.is_alphabetic());
                letters.collect::<BTreeSet<char>>().len() >= FEWEST_LETTERS
            };
            for Choice { key, means } in looks.choices.iter().filter(|_| is_list(&looks) && is_text()) {
                offered.declines.extend((*means == Means::Decline).then(|| key.clone()));
                // Words for a drop are in other texts too: the first one is the drop.
                let is_second = *means == Means::Act(Question::Drop)
                    && offered.acts.iter().any(|(act, known)| *act == Question::Drop && known != key);
                match means {
                    Means::Act(_) if is_second && is_learned(key) => {}
                    Means::Act(_) if is_second => offered.others.push((key.clone(), Rc::clone(line))),
                    Means::Act(act) => offered.acts.push((*act, key.clone())),
                    Means::Unknown | Means::Decline if is_learned(key) => {}
                    Means::Unknown => offered.others.push((key.clone(), Rc::clone(line))),
                    Means::Decline if offered.declines.len() > 1 => {
                        offered.others.push((key.clone(), Rc::clone(line)));
                    }
                    Means::Outside | Means::Begin => offered.has_outside = true,
                    Means::Decline => {}
                }
            }
        }
        offered
    }

    /// Returns `true` if a key in these lines drops a piece.
    pub(super) fn offer_drop(&self, lines: &[Rc<Line>]) -> bool {
        lines.iter().flat_map(|line| self.acts(line)).any(|(act, _)| act == Question::Drop)
    }

    /// The acts that a line offers by keys.
    pub fn acts(&self, line: &Line) -> Vec<(Question, String)> {
        acts(&self.looks(line).choices).collect()
    }

    /// The acts that a line names by words that are typed as they are.
    pub fn acts_by_words(&self, line: &Line) -> Vec<(Question, String)> {
        let looks = self.looks(line);
        acts(&looks.words).chain(acts(&looks.quoted)).collect()
    }

    /// Returns `true` if a line shows a number of undos or faults; the key of a choice is none, as in `1 undo 2 block`.
    pub(super) fn counts(&self, line: &str, marks: &[Mark<'_>]) -> bool {
        let words = self.words();
        let mut counted = words.undos.iter().chain(&words.faults).flat_map(|pattern| counted(pattern, line));
        counted.any(|at| !marks.iter().any(|mark| mark.at == at))
    }

    /// Returns `true` if a single key stands in a line and is not the number of something, as in `3 undos left`.
    pub fn may_be_key(&self, line: &Line, key: &str) -> bool {
        let line = line.folded();
        let words = self.words();
        let counts = words.undos.iter().chain(&words.faults).chain(&words.pieces);
        let counted: Vec<usize> = counts.flat_map(|pattern| counted(pattern, line)).collect();
        key.chars().count() == 1 && words_at(line, key).any(|at| !counted.contains(&at))
    }

    /// The lines of a page that name an act.
    pub fn names<'l>(&self, act: Question, page: &'l Page) -> impl Iterator<Item = &'l Rc<Line>> {
        page.lines().iter().filter(move |line| self.is_about(act, line))
    }

    /// Returns `true` if a line names an act.
    pub fn is_about(&self, act: Question, line: &Line) -> bool {
        let looks = self.looks(line);
        let mut rules = self.rules_at(&looks.rules);
        let is_named = rules
            .any(|rule| !rule.is_weak && matches!(&rule.asks, Asks::Questions(asked) if *asked == [act]));
        is_named && !(act == Question::Remove && self.eliminates_a_player(line.folded()))
    }

    /// Returns `true` if a line says that a player is out, and nothing of a piece: `Ann is eliminated: more than 3 violations.`
    fn eliminates_a_player(&self, line: &str) -> bool {
        let words = self.words();
        let mut out = words.lose.iter().chain(&words.faults);
        ELIMINATED.find(line).is_some()
            && PIECE.find(line).is_none()
            && out.any(|pattern| pattern.find(line).is_some())
    }
}

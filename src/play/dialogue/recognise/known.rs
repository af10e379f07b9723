//! What was asked before: a question in one place is recognised once.

use std::rc::Rc;
use std::sync::PoisonError;

use super::looks::{is_harmless, is_whole};
use super::{By, Known, MOST_KNOWN, Meaning, PromptRules, Spot, is_due};
use crate::console::Place;
use crate::observe::{Line, Pattern};
use crate::referee::Question;
use crate::spec::Asks;

impl<'a> PromptRules<'a> {
    /// The meaning of a question that was asked before in the same place, given the lines that say what it asks and its own.
    pub(super) fn known_in(
        &'a self,
        spot: &Spot,
        (lines, last): (&[&Rc<Line>], &Rc<Line>),
        after_game: bool,
        permits: &impl Fn(Question) -> bool,
    ) -> Option<Meaning<'a>> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let known = places.get(spot).and_then(|known| {
            known.iter().find_map(|known| {
                let line = match &known.line {
                    Some(text) => *lines.iter().find(|line| line.masked() == text)?,
                    None => last,
                };
                let is_same = known.after_game == after_game
                    && is_due(self.asks(known.by), permits)
                    && !(known.line.is_none() && self.is_about_cell(known.by, last, spot.1, permits));
                is_same.then(|| self.meaning(known.by, Rc::clone(line)))
            })
        });
        drop(places);
        // Nor does `Take it back and play again?` offer another game after a winning move, where it is asked before the line is noticed.
        let is_act = |by: &By| is_due(self.asks(*by), permits) && self.is_optional(*by);
        let act =
            if known.is_none() && after_game { self.was_due_in(spot, false).filter(is_act) } else { None };
        let known = known.or_else(|| act.map(|by| self.meaning(by, Rc::clone(last))));
        known.or_else(|| {
            let is_it = |by: &By| !after_game && is_due(self.asks(*by), permits);
            let by = self.asked_for_move_in(spot).filter(is_it)?;
            let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            if places.len() < MOST_KNOWN {
                let known = Known { by, line: None, after_game };
                places.entry(spot.clone()).or_default().push(known);
            }
            drop(places);
            Some(self.meaning(by, Rc::clone(last)))
        })
    }

    /// The reason for the meaning that a question had by its own words when it was due.
    fn was_due_in(&self, spot: &Spot, after_game: bool) -> Option<By> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = places.get(spot)?.iter();
        known.find(|known| known.line.is_none() && known.after_game == after_game).map(|known| known.by)
    }

    /// What a question was when it was due, where its words say something else now: `Stop the opponent and play again?` offers no other
    /// game where it has asked for a block, and `Remove a piece instead of a drop?` asks for no column where it has asked for a removal.
    pub(super) fn was_another_in(
        &self,
        spot: &Spot,
        (by, is_due): (By, bool),
        after_game: bool,
    ) -> Option<By> {
        if is_due && !self.asks_for_move(by) {
            return None;
        }
        self.was_due_in(spot, after_game).filter(|known| !is_due || self.is_optional(*known))
    }

    /// A program that only warns asks the same again.
    pub(super) fn again(&self, lines: &[&Rc<Line>], last: &Line) -> Option<Meaning<'a>> {
        let refuses = |line: &&Rc<Line>| {
            let looks = self.looks(line);
            looks.news.is_refusal && !looks.counts
        };
        let asks_anew = || is_whole(last) || self.looks(last).offers_yes_and_no;
        let warns = || lines.iter().any(refuses) && !asks_anew();
        (lines.is_empty() || warns()).then(|| {
            let line = lines.first().map_or_else(|| Line::of(""), |line| Rc::clone(line));
            Meaning { asks: &Asks::Again, rule: None, line, menu: None }
        })
    }

    /// What staff have told of a prompt without words, such as `> `, if it is due: such a mark stands below boards and warnings.
    pub(super) fn told_of_mark(
        &self,
        last: &Rc<Line>,
        permits: &impl Fn(Question) -> bool,
    ) -> Option<Meaning<'a>> {
        let dialect = self.dialect.filter(|_| !last.has_word())?;
        let fits = |patterns: &[Pattern]| patterns.iter().any(|one| one.find(last.folded()).is_some());
        let mut told = dialect.rules.iter().filter(|rule| fits(&rule.when) && !fits(&rule.unless));
        let rule = told.find(|rule| is_due(&rule.asks, permits))?;
        Some(Meaning { asks: &rule.asks, rule: Some(rule), line: Rc::clone(last), menu: None })
    }

    /// Returns `true` if nothing else is asked than whether to do some act.
    fn is_optional(&self, by: By) -> bool {
        matches!(by, By::Rule(number) if self.rules().nth(number).is_some_and(is_harmless))
    }

    pub(super) fn asks_for_move(&self, by: By) -> bool {
        matches!(self.asks(by), Asks::Questions(asked) if asked.iter().any(|asked| asked.is_move()))
    }

    /// Returns `true` if a question for a move was recognised at a place, in any words.
    pub(super) fn has_asked_for_move_at(&self, place: Option<Place>) -> bool {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.iter().any(|((at, ..), known)| {
            Some(*at) == place && known.iter().any(|known| self.asks_for_move(known.by))
        })
    }

    /// The rule by which a question for a move was recognised by its own words, if the program asks it by the same instructions. Where
    /// no subroutine asks, the return address is one from long ago, and tells nothing.
    fn asked_for_move_in(&self, (place, request, text): &Spot) -> Option<By> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |(at, how, line): &Spot| {
            (at.reads, at.prints, how, line) == (place.reads, place.prints, request, text)
        };
        let same = places.iter().filter(|(spot, _)| is_same(spot)).flat_map(|(_, known)| known);
        let own = same.filter(|known| known.line.is_none() && self.asks_for_move(known.by));
        let rules = own.filter_map(|known| if let By::Rule(number) = known.by { Some(number) } else { None });
        rules.min().map(By::Rule)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::PromptRules;
    use crate::console::{Place, Request};
    use crate::observe::Page;
    use crate::referee::Question;
    use crate::spec::Asks;

    #[test]
    fn a_question_for_a_move_stays_one_whatever_the_last_subroutine_returned_to() {
        let spec = crate::spec::load(Path::new("specs/mips-four.yaml")).expect("the spec is valid");
        let dialogue = spec.dialogue.as_ref().expect("it has a dialogue");
        let rules = PromptRules::new(dialogue, None);
        let asked = |caller: u32, permitted: &[Question]| {
            let page = Page::of("type a column 1-7 or remove > ");
            let place = Place { reads: 80, caller, prints: (60, 1000) };
            let meaning = rules
                .recognise(&page, None, (Request::Text, Some(place)), |asked| permitted.contains(&asked));
            meaning.map(|meaning| meaning.asks.clone())
        };
        let column = Some(Asks::Questions(vec![Question::Column]));
        assert_eq!(asked(0, &[Question::Column]), column);
        assert_eq!(asked(24, &[Question::Column, Question::Remove]), column);
    }
}

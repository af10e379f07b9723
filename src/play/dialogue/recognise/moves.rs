//! Where questions for a move were recognised.

use std::sync::PoisonError;

use super::{By, PromptRules, Spot};
use crate::console::Place;
use crate::spec::Asks;

impl PromptRules<'_> {
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
    pub(super) fn asked_for_move_in(&self, (place, request, text): &Spot) -> Option<By> {
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

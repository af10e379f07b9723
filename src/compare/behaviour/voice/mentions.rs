//! The players whom a text mentions.

use std::rc::Rc;

use super::{Said, Voice, cut_off, letter_at, named_at};
use crate::observe::{Line, Player};

impl Voice<'_> {
    /// Every player whom a text mentions, in order.
    pub fn all_mentions<'t>(&self, lines: impl Iterator<Item = &'t Rc<Line>>) -> Vec<Player> {
        let of_line = |line: &'t Rc<Line>| {
            let said = self.said(line);
            if self.is_row(line, &said) { Rc::default() } else { self.mentions_in(line) }
        };
        let players = |mentions: Rc<[(usize, Player)]>| -> Vec<Player> {
            mentions.iter().map(|(_, player)| *player).collect()
        };
        lines.map(of_line).flat_map(players).collect()
    }

    /// Every player whom a text mentions by name or number, each once with the words that stand before it in the line, and once
    /// with all others of the line too. Names are no words.
    pub fn mentions_with_words<'t>(
        &self,
        lines: impl Iterator<Item = &'t Rc<Line>>,
    ) -> Vec<(String, Player)> {
        let of_line = |line: &'t Rc<Line>| {
            if self.is_row(line, &self.said(line)) { Rc::default() } else { self.with_words(line) }
        };
        lines.map(of_line).flat_map(|mentions| mentions.to_vec()).collect()
    }

    fn with_words(&self, line: &Rc<Line>) -> Rc<[(String, Player)]> {
        let is_one = |name: &str, word: &str| name.eq_ignore_ascii_case(word);
        let is_name = |word: &str| {
            self.names.iter().any(|name| is_one(name, word) || cut_off(name).any(|part| is_one(part, word)))
        };
        let words = |text: &str| {
            let words = text.split(|c: char| !c.is_alphabetic());
            words.filter(|word| word.len() > 1 && !is_name(word)).collect::<Vec<_>>().join(" ")
        };
        let text = line.folded();
        let both = |(at, player): (usize, Player)| {
            let before = words(&text[..at]);
            let with_rest = format!("{before} @ {}", words(&text[at..]));
            [(before, player), (with_rest, player)]
        };
        let mentions = || self.named_in(line).iter().copied().flat_map(both).collect();
        self.book.called((&self.names, self.pieces), line, |known| &mut known.with_words, mentions)
    }

    /// Every player whom a text mentions, from left to right: by number or name, or else by piece.
    pub(super) fn mentions(&self, text: &str) -> Vec<(usize, Player)> {
        self.mentions_in(&Line::of(text)).to_vec()
    }

    /// Every player whom a line mentions, each with the place of that in the line without diacritics.
    pub fn mentions_in(&self, line: &Line) -> Rc<[(usize, Player)]> {
        let mentions = || self.mentions_of(line, &self.said(line)).into();
        self.book.called((&self.names, self.pieces), line, |known| &mut known.places, mentions)
    }

    /// Every player whom a line mentions by number or name, each with the place of that.
    pub(super) fn named_in(&self, line: &Line) -> Rc<[(usize, Player)]> {
        let named = || self.named(line.folded(), &self.said(line)).into();
        self.book.called((&self.names, self.pieces), line, |known| &mut known.named, named)
    }

    fn named(&self, line: &str, said: &Said) -> Vec<(usize, Player)> {
        let mut found = said.players.clone();
        for (player, name) in Player::BOTH.into_iter().zip(&self.names) {
            let whole = named_at(line, name);
            let places = if whole.is_empty() {
                cut_off(name).map(|part| named_at(line, part)).find(|places| !places.is_empty())
            } else {
                Some(whole)
            };
            found.extend(places.into_iter().flatten().map(|at| (at, player)));
        }
        found
    }

    fn mentions_of(&self, line: &Line, said: &Said) -> Vec<(usize, Player)> {
        let mut found = self.named_in(line).to_vec();
        if found.is_empty() {
            for (player, piece) in Player::BOTH.into_iter().zip(self.pieces) {
                let piece = piece.filter(|piece| piece.is_alphabetic());
                // Capital where it is drawn so; a small letter may be either in words.
                let capital = piece.map(|piece| piece.to_ascii_uppercase());
                // `Ô này`, this cell, names no piece.
                let letters = piece.into_iter().chain(capital).filter(|letter| said.letters.contains(letter));
                let is_key = |at: &usize| said.keys.as_ref().is_some_and(|keys| keys.contains(at));
                let at = letters
                    .filter_map(|letter| letter_at(line.folded(), letter))
                    .filter(|at| !is_key(at))
                    .max();
                found.extend(at.map(|at| (at, player)));
            }
        }
        found.sort_unstable_by_key(|(at, player)| (*at, player.number()));
        found
    }
}

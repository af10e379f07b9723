//! Names and what they stand for: definitions, duplicates, look-ups, and the name that was probably meant.

use std::collections::{BTreeMap, BTreeSet};

use super::work;
use crate::diagnostics::{Span, suggest};

/// The labels of the program that something is assembled into: the address of each. What is assembled on its own is assembled into
/// [`NOTHING`].
pub type Host<'h> = dyn Fn(&str) -> Option<u32> + 'h;

/// No program, and so no labels.
pub const NOTHING: &Host<'static> = &|_| None;

/// The names of one scope, such as the labels of a file or those that all files share. What a name stands for is up to the
/// assembler: an address, a place in a section, a constant.
///
/// Case counts; who wants to ignore it asks for [`alike`](Self::alike).
#[derive(Debug)]
pub struct Symbols<Meaning> {
    by_name: BTreeMap<String, Definition<Meaning>>,
    /// The names by their letters in upper case.
    by_letters: BTreeMap<String, BTreeSet<String>>,
}

/// The definition of a name.
#[derive(Clone, Copy, Debug)]
pub struct Definition<Meaning> {
    /// The meaning of the name.
    pub meaning: Meaning,
    /// Where it is defined.
    pub span: Span,
    /// True if it was looked up with [`Symbols::refer`].
    pub is_used: bool,
}

impl<Meaning> Default for Symbols<Meaning> {
    fn default() -> Self {
        Self { by_name: BTreeMap::new(), by_letters: BTreeMap::new() }
    }
}

impl<Meaning> Symbols<Meaning> {
    /// Defines a name.
    ///
    /// # Errors
    /// If it is defined already, which then stays: where that is.
    pub fn define(&mut self, name: &str, meaning: Meaning, span: Span) -> Result<(), Span> {
        if let Some(earlier) = self.by_name.get(name) {
            return Err(earlier.span);
        }
        self.by_name.insert(name.to_owned(), Definition { meaning, span, is_used: false });
        self.by_letters.entry(name.to_uppercase()).or_default().insert(name.to_owned());
        Ok(())
    }

    /// Takes a definition away.
    pub fn remove(&mut self, name: &str) -> Option<Definition<Meaning>> {
        let removed = self.by_name.remove(name)?;
        if let Some(same_letters) = self.by_letters.get_mut(&name.to_uppercase()) {
            same_letters.remove(name);
        }
        Some(removed)
    }

    /// The definition of exactly this name.
    pub fn get(&self, name: &str) -> Option<&Definition<Meaning>> {
        self.by_name.get(name)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Definition<Meaning>> {
        self.by_name.get_mut(name)
    }

    /// The definition of exactly this name, which is used now.
    pub fn refer(&mut self, name: &str) -> Option<&Definition<Meaning>> {
        let definition = self.by_name.get_mut(name)?;
        definition.is_used = true;
        Some(definition)
    }

    /// The names of the same letters in any case, in alphabetical order.
    pub fn alike(&self, name: &str) -> impl Iterator<Item = &str> {
        let same_letters = self.by_letters.get(&name.to_uppercase());
        same_letters.into_iter().flatten().map(String::as_str)
    }

    /// The name that was probably meant. It goes through all names, so ask for it only where the answer is shown.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        nearest(word, self.names())
    }

    /// All names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }
}

impl<Meaning> IntoIterator for Symbols<Meaning> {
    type Item = (String, Definition<Meaning>);
    type IntoIter = std::collections::btree_map::IntoIter<String, Definition<Meaning>>;

    fn into_iter(self) -> Self::IntoIter {
        self.by_name.into_iter()
    }
}

/// The name among `names` that was probably meant by `word`.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    suggest(word, names.inspect(|_| work::count(1)))
}

/// Labels that are numbers and may be defined again and again, as `1` in GNU's `1b` and `1f` or armasm's `%B1` and `%F1`: a
/// use means the nearest definition above or below. `Key` is the number, with the part of the source in which it is looked for
/// where there are such parts.
#[derive(Debug)]
pub struct NumberedLabels<Key, Meaning> {
    /// The definitions of a number by their places in the source.
    by_number: BTreeMap<Key, BTreeMap<usize, Meaning>>,
}

/// The direction in which a use of a numbered label finds its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The last one above.
    Backward,
    /// The first one below.
    Forward,
    /// The last one above, or else the first one below.
    Either,
}

impl<Key, Meaning> Default for NumberedLabels<Key, Meaning> {
    fn default() -> Self {
        Self { by_number: BTreeMap::new() }
    }
}

impl<Key: Ord, Meaning> NumberedLabels<Key, Meaning> {
    /// Defines a number at a place, such as the number of its line; of two at one place the later one stays.
    pub fn define(&mut self, number: Key, place: usize, meaning: Meaning) {
        self.by_number.entry(number).or_default().insert(place, meaning);
    }

    /// The meaning of a use at a place; a definition on the use's own line is above it.
    pub fn get(&self, number: &Key, place: usize, direction: Direction) -> Option<&Meaning> {
        self.nearest(std::slice::from_ref(number), place, direction)
    }

    /// The same for a label that can have several keys: the nearest one of them all.
    pub fn nearest(&self, numbers: &[Key], place: usize, direction: Direction) -> Option<&Meaning> {
        let all = || numbers.iter().filter_map(|number| self.by_number.get(number));
        let above =
            || all().filter_map(|places| places.range(..=place).next_back()).max_by_key(|(at, _)| **at);
        let below = || all().filter_map(|places| places.range(place + 1..).next()).min_by_key(|(at, _)| **at);
        let found = match direction {
            Direction::Backward => above(),
            Direction::Forward => below(),
            Direction::Either => above().or_else(below),
        };
        found.map(|(_, meaning)| meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, NumberedLabels, Symbols};
    use crate::diagnostics::{FileId, Span};

    fn at(start: usize) -> Span {
        Span::new(FileId::default(), start..start + 1)
    }

    #[test]
    fn the_first_definition_stays() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.define("loop", 1, at(0)), Ok(()));
        assert_eq!(symbols.define("loop", 2, at(9)), Err(at(0)));
        assert_eq!(symbols.define("Loop", 3, at(9)), Ok(()));
        assert_eq!(symbols.get("loop").map(|found| (found.meaning, found.is_used)), Some((1, false)));
        assert_eq!(symbols.refer("Loop").map(|found| (found.meaning, found.is_used)), Some((3, true)));
        assert_eq!(symbols.alike("LOOP").collect::<Vec<_>>(), ["Loop", "loop"]);
        assert!(symbols.remove("loop").is_some());
        assert_eq!(symbols.alike("LOOP").collect::<Vec<_>>(), ["Loop"]);
        assert_eq!(symbols.nearest("lop"), Some("Loop"));
        assert_eq!(symbols.nearest("end"), None);
    }

    #[test]
    fn numbered_labels_are_the_nearest_ones() {
        let mut labels = NumberedLabels::default();
        for (place, meaning) in [(2, 'a'), (5, 'b'), (8, 'c')] {
            labels.define(1, place, meaning);
        }
        let found = |place, direction| labels.get(&1, place, direction).copied();
        assert_eq!((found(5, Direction::Backward), found(5, Direction::Forward)), (Some('b'), Some('c')));
        assert_eq!((found(1, Direction::Backward), found(8, Direction::Forward)), (None, None));
        assert_eq!((found(1, Direction::Either), found(7, Direction::Either)), (Some('a'), Some('b')));
        assert_eq!(labels.get(&2, 3, Direction::Either), None);
        labels.define(2, 4, 'd');
        let nearest = |place, direction| labels.nearest(&[1, 2, 3], place, direction).copied();
        assert_eq!((nearest(4, Direction::Backward), nearest(3, Direction::Forward)), (Some('d'), Some('d')));
        assert_eq!((nearest(5, Direction::Backward), nearest(4, Direction::Forward)), (Some('b'), Some('b')));
    }
}

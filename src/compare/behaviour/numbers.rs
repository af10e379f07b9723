//! Numbers that must be shown: faults and undos in each turn, the winner's pieces at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::turns::{Begun, Part};
use super::voice::{Kind, number_of};
use super::{Difference, Watched, What};
use crate::observe::Line;
use crate::referee::Turn;
use crate::spec::Check;

/// A way of counting: the numbers that may be shown in a turn.
type Count = fn(&Turn) -> Option<Vec<u8>>;

impl Watched<'_> {
    /// A number that each turn shows: of faults or of undos, those made or those that are left. One of the ways of
    /// counting must hold throughout.
    pub(super) fn numbers(&self, check: Check, part: Part) -> Option<Difference> {
        let turns: Vec<Begun<'_>> = self.begun().collect();
        let others = turns.get(1..).unwrap_or_default();
        let wrong_later = self.wrong_number(check, others);
        if part == Part::Others || others.is_empty() || wrong_later.is_some() {
            return wrong_later.filter(|_| part == Part::Others);
        }
        self.wrong_number(check, &turns)
    }

    fn wrong_number(&self, check: Check, turns: &[Begun<'_>]) -> Option<Difference> {
        let kind = if check == Check::Faults { Kind::Faults } else { Kind::Undos };
        let shown: Vec<(usize, Vec<u8>, &Turn)> = turns
            .iter()
            .map(|begun| (begun.segment, self.voice.numbers(begun.lines.iter().copied(), kind), begun.turn))
            .collect();
        let ways: &[Count] = match check {
            Check::Faults => &[
                |turn| turn.faults.map(|(_, left)| vec![left]),
                |turn| turn.faults.map(|(made, _)| vec![made]),
                |turn| turn.faults.map(|(made, _)| vec![4_u8.saturating_sub(made)]),
            ],
            // Before a player's first move some show none and some show three.
            _ => &[
                |turn| turn.undos.map(|left| if left == 0 { vec![0, 3] } else { vec![left] }),
                |turn| {
                    turn.undos
                        .map(|left| if left == 0 { vec![0, 3] } else { vec![3_u8.saturating_sub(left)] })
                },
            ],
        };
        let wrong = |way: &Count| {
            shown.iter().position(|(_, numbers, turn)| {
                way(turn).is_some_and(|right| !numbers.iter().any(|number| right.contains(number)))
            })
        };
        // The way of counting that holds longest is the one that is meant.
        let (first, way) = ways
            .iter()
            .rev()
            .map(|way| (wrong(way), way))
            .max_by_key(|(first, _)| first.unwrap_or(usize::MAX))?;
        // A number that moves as it must is the one, whatever its words.
        if first.is_some() && ways.iter().any(|way| is_counted(turns, *way)) {
            return None;
        }
        let listed = first.is_none().then(|| always_listed(&shown, *way)).flatten();
        let (segment, numbers, turn) = shown.get(first.or(listed)?)?;
        let expected = way(turn)?.first()?.to_string();
        let of_list = || numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        let actual = numbers.first().map(u8::to_string).map(|one| listed.map_or(one, |_| of_list()));
        Some(Difference { segment: *segment, what: What::Shown { what: check, expected, actual } })
    }

    pub(super) fn pieces(&self) -> Option<Difference> {
        let (segment, over) = self.overs().last()?;
        let pieces = u8::try_from(over.pieces?).ok()?;
        let numbers = self.voice.numbers(self.lines_from(segment).iter(), Kind::Pieces);
        let actual = numbers.first().map(u8::to_string);
        let what = What::Shown { what: Check::Pieces, expected: pieces.to_string(), actual };
        (!numbers.contains(&pieces)).then_some(Difference { segment, what })
    }
}

/// A number of a turn: the word before it, or else after it, and how many others have the same word.
type Label = (String, usize);

/// Returns `true` if a number has the right value in every turn, and not always the same.
fn is_counted(turns: &[Begun<'_>], way: Count) -> bool {
    let labelled: Vec<BTreeMap<Label, u8>> = turns.iter().map(|begun| labelled(&begun.lines)).collect();
    let Some(labels) = labelled.first().map(BTreeMap::keys) else { return false };
    labels.into_iter().any(|label| {
        let values: Option<Vec<u8>> = labelled.iter().map(|numbers| numbers.get(label).copied()).collect();
        values.is_some_and(|values| {
            let is_right = |(value, begun): (&u8, &Begun<'_>)| {
                way(begun.turn).is_some_and(|right| right.contains(value))
            };
            values.iter().zip(turns).all(is_right) && values.iter().any(|value| *value != values[0])
        })
    })
}

/// The small numbers of a turn in lines with words, each by its label.
fn labelled(lines: &[&Rc<Line>]) -> BTreeMap<Label, u8> {
    let mut found = BTreeMap::new();
    for line in lines.iter().filter(|line| line.has_word()) {
        let words: Vec<&str> = line.folded().split(|c: char| !c.is_alphanumeric()).collect();
        let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
        for (at, word) in words.iter().enumerate() {
            let Some(number) = number_of(word) else { continue };
            let label = words[..at].iter().rev().find(|word| is_word(word));
            let label = label.or_else(|| words[at..].iter().find(|word| is_word(word)));
            let label = label.map(|label| label.to_lowercase()).unwrap_or_default();
            let nth = found.keys().filter(|(known, _): &&Label| *known == label).count();
            found.insert((label, nth), number);
        }
    }
    found
}

/// The first turn in which a number has changed, if all its values stand in every turn: such a list shows
/// none of them.
fn always_listed(shown: &[(usize, Vec<u8>, &Turn)], way: Count) -> Option<usize> {
    let (_, numbers, first) = shown.first()?;
    let is_always = |number: &u8| shown.iter().all(|(_, others, _)| others.contains(number));
    let always: BTreeSet<u8> = numbers.iter().copied().filter(is_always).collect();
    let is_listed = |right: &Vec<u8>| right.iter().any(|number| always.contains(number));
    let are_listed = shown.iter().all(|(_, _, turn)| way(turn).as_ref().is_some_and(is_listed));
    let has_changed = |(_, _, turn): &(usize, Vec<u8>, &Turn)| way(turn) != way(first);
    shown.iter().position(has_changed).filter(|_| always.len() > 1 && are_listed)
}

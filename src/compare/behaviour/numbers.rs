//! Numbers that must be shown: faults and undos in each turn, the winner's pieces at the end.

use std::collections::BTreeSet;

use super::voice::Kind;
use super::{Difference, Watched, What};
use crate::referee::Turn;
use crate::spec::Check;

/// A way of counting: the numbers that may be shown in a turn.
type Count = fn(&Turn) -> Option<Vec<u8>>;

impl Watched<'_> {
    /// A number that each turn shows: of faults or of undos, those made or those that are left. One of the ways of
    /// counting must hold throughout.
    pub(super) fn numbers(&self, check: Check) -> Option<Difference> {
        let kind = if check == Check::Faults { Kind::Faults } else { Kind::Undos };
        let shown: Vec<(usize, Vec<u8>, &Turn)> = self
            .begun()
            .map(|(segment, lines, turn)| (segment, self.voice.numbers(lines.into_iter(), kind), turn))
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

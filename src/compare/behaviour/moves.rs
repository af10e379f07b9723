//! The moves that a program makes for one of the players.

use super::{Difference, Watched, What};
use crate::referee::{ExpectedEvent, Move, MoveFault};

/// The moves that the program makes for one of the players, as far as they are wrong.
pub(super) fn wrong(watched: &Watched<'_>, with_strategy: bool) -> Vec<Difference> {
    let is_wrong = |made: &&Move| match &made.made {
        // Other changes are seen on the board.
        Err(MoveFault::Other) => false,
        Err(_) => true,
        Ok((column, advice)) => with_strategy && !advice.allows(*column),
    };
    let of_segment = |(segment, expected_events): (usize, &[ExpectedEvent])| {
        let moves = expected_events
            .iter()
            .filter_map(|event| if let ExpectedEvent::Move(made) = event { Some(made) } else { None });
        let wrong = moves.filter(is_wrong).map(|made| What::Move(made.clone()));
        wrong.map(|what| Difference { segment, what }).collect::<Vec<_>>()
    };
    watched.segments().flat_map(of_segment).collect()
}

/// Where a program plays on as it has not noticed that the game is over, that is the mistake, and not the
/// pieces it adds.
pub(super) fn outcome_before_more_pieces(found: &mut [Difference]) {
    let Some(Difference { segment, what: What::Board { expected, actual } }) = found.first() else { return };
    let cells = expected.rows.iter().flatten().zip(actual.rows.iter().flatten());
    let has_all = cells.into_iter().all(|(expected, actual)| expected.is_none() || expected == actual);
    let is_outcome =
        |other: &Difference| other.segment == *segment && matches!(other.what, What::Outcome { .. });
    if let Some(outcome) = found.iter().position(is_outcome).filter(|_| has_all) {
        found.swap(0, outcome);
    }
}

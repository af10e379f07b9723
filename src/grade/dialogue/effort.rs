//! The work that the games of one submission make. It is counted and not timed, so that the same submission
//! is always cut off at the same place, on any machine.

use std::cell::Cell;

use crate::grade::review::Review;
use crate::observe::Looks;
use crate::play::Conversation;

/// The instructions that take about as long as a game without its program: its referee, its answers, its
/// boards.
const PER_GAME: u64 = 10_000;

/// To print a byte takes about as long as this many instructions, in addition to the one that it counts for.
const PER_BYTE: u64 = 2;

/// To look at a byte that was printed takes about as long as this many instructions.
const PER_LOOK: u64 = 3;

/// The games of one submission may take this much: two to three seconds, and several times as much as those of programs that
/// print and compute in usual amounts.
const MOST: u64 = 1_000_000_000;

/// A program whose questions are understood is judged in far fewer games than this.
const MOST_GAMES: u64 = 10_000;

/// The work of the games of one submission so far, in instructions.
#[derive(Debug, Default)]
pub(super) struct Effort {
    taken: Cell<u64>,
    printed: Cell<u64>,
    games: Cell<u64>,
    /// The places in which its board may still be looked for.
    pub(super) looks: Looks,
}

impl Effort {
    /// Counts a game that was played.
    pub(super) fn add(&self, talk: &Conversation) {
        let printed = talk.printed;
        let run = if talk.was_executed { [talk.ended.executed, PER_BYTE * printed] } else { [0, 0] };
        let game = [PER_GAME, PER_LOOK * talk.looked_at()].into_iter().chain(run);
        self.taken.update(|taken| game.fold(taken, u64::saturating_add));
        self.printed.update(|known| known.saturating_add(printed));
        self.games.update(|games| games + 1);
    }

    /// Returns `true` if that is more than one submission gets. Games played from then on count for nothing.
    pub(super) fn is_used_up(&self) -> bool {
        self.taken.get() > MOST
    }

    /// Returns `true` if half of it is used up: the search for what questions mean leaves the other half to the cases.
    pub(super) fn is_half_used(&self) -> bool {
        self.taken.get() > MOST / 2
    }

    /// The number of games, if they were so many that most of the work was to find out what questions mean.
    pub(super) fn went_into_search(&self) -> Option<u64> {
        Some(self.games.get()).filter(|games| *games > MOST_GAMES)
    }

    /// The reason not to judge the program, if its games make too much work.
    pub(super) fn review(&self) -> Option<Review> {
        let (games, printed) = (self.games.get(), self.printed.get());
        self.is_used_up().then(|| Review::TooMuchWork { games, printed: printed / games.max(1) })
    }
}

//! Questions that a program need not ask: who is not asked has declined.

use std::cell::OnceCell;

use super::{Game, Next, Phase, Target};
use crate::four_in_a_row::dialogue::{Answer, Question};
use crate::grid::Both;

/// At most remove, or undo, block and the opponent's remove are optional in a row.
const MOST_OPTIONAL: usize = 4;

impl Game {
    /// Returns `true` if a correct program may ask this now: it is due, or only optional questions come
    /// before it.
    pub fn permits(&self, question: Question) -> bool {
        self.steps_to(question).is_some()
    }

    /// Declines the optional questions before this one, as a program does that does not ask them; `false` if a correct
    /// program does not ask this now, and then nothing has changed.
    pub fn reach(&mut self, question: Question) -> bool {
        let steps = self.steps_to(question);
        for _ in 0..steps.unwrap_or(0) {
            self.decline_one();
        }
        steps.is_some()
    }

    /// Returns `true` if the game is over once the optional questions that are due are declined.
    pub fn is_over_if_declined(&self) -> bool {
        // Most pieces end nothing, and then nothing has to be tried.
        if let Phase::Undo(Next::Judge(cell)) = self.phase
            && !self.rules.threes.wins(&self.board, cell)
            && !self.board.is_full()
        {
            return false;
        }
        self.declined().last().unwrap_or(self).question().is_none()
    }

    /// Declines the optional questions that are due, as a program does that ends without asking them.
    pub fn decline(&mut self) {
        for _ in 0..MOST_OPTIONAL {
            if !self.decline_one() {
                return;
            }
        }
    }

    /// Declines the question that is due; `false` if it is not optional.
    fn decline_one(&mut self) -> bool {
        let due = self.question().filter(|due| due.is_optional());
        if let Some(due) = due {
            self.take(due, Answer::No);
        }
        due.is_some()
    }

    /// The same game for a look at what comes next: that depends neither on what was seen nor on names.
    fn trial(&self) -> Self {
        Self {
            names: Both::default(),
            log: Vec::new(),
            outcome: None,
            is_trial: true,
            declined: OnceCell::new(),
            ..*self
        }
    }

    /// The game after each optional question that is declined, the one that is due first.
    fn declined(&self) -> &[Self] {
        self.declined.get_or_init(|| {
            let next = |game: &Self| {
                let mut game = game.trial();
                game.decline_one().then_some(game)
            };
            std::iter::successors(next(self), next).take(MOST_OPTIONAL).collect()
        })
    }

    fn is_due(&self, question: Question) -> bool {
        // A program may ask for row and column in either order.
        let either = matches!(self.phase, Phase::Target(Target::Unknown))
            && [Question::RemoveRow(self.player), Question::RemoveColumn(self.player)].contains(&question);
        either || self.question() == Some(question) || self.may_announce_block(question)
    }

    /// The number of optional questions to decline until this one is due; `None` if it is not due then
    /// either.
    fn steps_to(&self, question: Question) -> Option<usize> {
        if self.is_due(question) {
            return Some(0);
        }
        self.declined().iter().position(|game| game.is_due(question)).map(|before| before + 1)
    }
}

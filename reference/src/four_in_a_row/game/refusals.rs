//! Refused inputs and their penalties.

use super::{Dropped, Game, Phase, Target};
use crate::four_in_a_row::observation::{Observation, Outcome, Refusal};
use crate::four_in_a_row::options::{Consequence, ForbiddenBlock, RefusedAct, RefusedMove};

impl Game {
    pub(super) fn refuse(&mut self, why: Refusal) {
        let player = self.player;
        let fault = self.consequence(why) == Consequence::Fault;
        self.log.push(Observation::Refused { player, why, fault });
        if fault {
            let faults = self.faults.of_mut(player);
            *faults = faults.saturating_add(1);
            if self.rules.loses(*faults) {
                let winner = player.other();
                self.end(Outcome::Forfeit { winner, pieces: self.board.count(winner) });
            } else if why != Refusal::Threatened {
                match self.rules.refused_move {
                    RefusedMove::BeginsAnew => self.restart(),
                    RefusedMove::PassesTurn => self.pass(),
                }
            }
        } else if why == Refusal::NoOpponentPiece {
            self.phase = Phase::Target(Target::Unknown);
        }
    }

    /// Refuses an undo or a block that the rules do not allow; returns `true` if the move of the last drop begins anew.
    pub fn refuse_act(&mut self) -> bool {
        if self.rules.refused_act == RefusedAct::TurnGoesOn || self.outcome.is_some() {
            return false;
        }
        let Some(Dropped { player, turn }) = self.dropped else { return false };
        self.declined.take();
        self.player = player;
        self.turn = turn;
        self.restore();
        self.restart();
        true
    }

    fn consequence(&self, why: Refusal) -> Consequence {
        match why {
            Refusal::OffCentre => self.rules.off_centre,
            Refusal::Outside => self.rules.outside,
            Refusal::Full => self.rules.full,
            Refusal::NotANumber => self.rules.not_a_number,
            Refusal::NoOpponentPiece => self.rules.removal_target,
            Refusal::Threatened if self.rules.forbidden_block == ForbiddenBlock::Fault => Consequence::Fault,
            Refusal::Threatened | Refusal::Unclear => Consequence::AskedAgain,
        }
    }
}

//! Undo, remove and block.

use super::{Before, Game, Next, Phase, Target};
use crate::four_in_a_row::board::{self, Board};
use crate::four_in_a_row::dialogue::{Answer, Question};
use crate::four_in_a_row::observation::{Observation, Outcome, Refusal};
use crate::four_in_a_row::options::{
    Block, BlockMoment, BothWin, FirstRound, ForbiddenBlock, RemovalWins, Remove, Restart, Undo, UndoChain,
    UndoMoment, UndoRemoval, UndoStart,
};
use crate::grid::{Cell, Player};

impl Game {
    pub(super) fn remember(&mut self) {
        self.turn.before = Some(Before {
            board: self.board,
            moves: self.moves,
            removals: self.removals,
            removed: self.turn.removed,
        });
    }

    pub(super) fn may_undo(&self) -> bool {
        let round = self.rules.undo_start == UndoStart::FirstMove
            || self.turn.before.is_some_and(|before| *before.moves.of(self.player) > 0);
        let chain = self.rules.undo_chain == UndoChain::Any || !self.turn.undone;
        self.rules.undo != Undo::Absent && round && chain && *self.undos.of(self.player) > 0
    }

    pub(super) fn take_back(&mut self, next: Next) {
        let undos = self.undos.of_mut(self.player);
        *undos = undos.saturating_sub(1);
        self.log.push(Observation::Undone { player: self.player, left: *undos });
        self.turn.undone = true;
        let shown = !matches!(next, Next::Place(_));
        if shown {
            self.restore();
        }
        match self.rules.undo {
            Undo::SpendsMove => self.pass(),
            Undo::PlaysAgain | Undo::Absent => self.restart(),
        }
    }

    /// Takes the board back to the beginning of the move.
    pub(super) fn restore(&mut self) {
        self.dropped = None;
        if let Some(before) = self.turn.before {
            self.board = before.board;
            self.moves = before.moves;
            self.removals = before.removals;
            self.turn.removed = before.removed;
            self.log.push(Observation::Frame(self.board));
        }
    }

    /// A player without an opponent's piece to remove is not offered a removal: nothing could be answered then.
    pub(super) fn may_remove(&self) -> bool {
        let round = self.rules.remove_first_round == FirstRound::Offered || *self.moves.of(self.player) > 0;
        let again = self.rules.restart == Restart::WholeMove || !self.turn.restarted;
        self.rules.remove != Remove::Absent
            && round
            && again
            && !self.turn.removed
            && *self.removals.of(self.player) > 0
            && self.board.count(self.player.other()) > 0
    }

    pub(super) fn take_target(&mut self, target: Target, question: Question, typed: Option<i64>) {
        let row = typed.and_then(|typed| self.rules.row(typed));
        let column = typed.and_then(|typed| self.rules.column(typed));
        let (row, column) = match (target, question) {
            (Target::Unknown, Question::RemoveRow(_)) => {
                self.phase = Phase::Target(Target::Row(row));
                return;
            }
            (Target::Unknown, _) => {
                self.phase = Phase::Target(Target::Column(column));
                return;
            }
            (Target::Row(row), _) => (row, column),
            (Target::Column(column), _) => (row, column),
        };
        let cell = row.zip(column).map(|(row, column)| Cell::new(row, column));
        match cell.filter(|cell| self.board.get(*cell) == Some(self.player.other())) {
            Some(cell) => self.remove(cell),
            None => self.refuse(Refusal::NoOpponentPiece),
        }
    }

    fn remove(&mut self, cell: Cell) {
        self.remember();
        self.dropped = None;
        let player = self.player;
        let undo = self.rules.undo_removal == UndoRemoval::Offered && self.may_undo();
        self.turn.removed = true;
        let left = self.removals.of_mut(player);
        *left = left.saturating_sub(1);
        let fallen = board::remove(&mut self.board, cell);
        self.log.push(Observation::Removed { player, cell, fallen });
        self.log.push(Observation::Frame(self.board));
        if self.rules.remove == Remove::BeforeDrop {
            self.judge_removal(cell);
            self.unless_over(|game| game.phase = Phase::Column);
            return;
        }
        *self.moves.of_mut(player) += 1;
        match self.rules.undo_moment {
            UndoMoment::BeforeResult if undo => self.phase = Phase::Undo(Next::JudgeRemoval(cell)),
            _ if undo => {
                self.judge_removal(cell);
                self.unless_over(|game| game.phase = Phase::Undo(Next::Finish));
            }
            _ => self.keep(Next::JudgeRemoval(cell)),
        }
    }

    pub(super) fn judge_removal(&mut self, cell: Cell) {
        let owners: Vec<Player> = (0..Board::ROWS)
            .rev()
            .map(|row| Cell::new(row, cell.column))
            .filter(|cell| self.rules.threes.wins(&self.board, *cell))
            .filter_map(|cell| self.board.get(cell))
            .collect();
        let (remover, opponent) = (self.player, self.player.other());
        let has = |player: Player| owners.contains(&player);
        let Some(lowest) = owners.first().copied() else { return };
        let both = has(remover) && has(opponent);
        match (self.rules.removal_wins, self.rules.both_win) {
            (RemovalWins::Nobody, _) => {}
            (RemovalWins::Remover, _) if !has(remover) => {}
            (RemovalWins::Remover, _) => self.win(remover),
            (RemovalWins::Either, BothWin::Remover) if both => self.win(remover),
            (RemovalWins::Either, BothWin::Opponent) if both => self.win(opponent),
            (RemovalWins::Either, BothWin::Nobody) if both => self.end(Outcome::Tie),
            (RemovalWins::Either, _) => self.win(lowest),
        }
    }

    pub(super) fn finish_move(&mut self) {
        let opponent = self.player.other();
        if self.rules.block_moment == BlockMoment::BeforeMove {
            if self.is_block_announced { self.spend_block() } else { self.pass() }
        } else if !self.has_block(1) {
            self.pass();
        } else if self.rules.forbidden_block == ForbiddenBlock::NotOffered && self.threatens(opponent) {
            self.log.push(Observation::BlockForbidden { player: self.player });
            self.pass();
        } else {
            self.phase = Phase::Block;
        }
    }

    pub(super) fn block(&mut self) {
        if self.threatens(self.player.other()) {
            self.refuse(Refusal::Threatened);
            self.unless_over(|game| {
                if !game.refuse_act() {
                    game.pass();
                }
            });
        } else {
            self.spend_block();
        }
    }

    /// Returns `true` if the player has a block left, and it is offered after more moves than these.
    fn has_block(&self, moves: usize) -> bool {
        let round =
            self.rules.block_first_round == FirstRound::Offered || *self.moves.of(self.player) > moves;
        self.rules.block != Block::Absent && *self.blocks.of(self.player) > 0 && round
    }

    fn spend_block(&mut self) {
        let blocks = self.blocks.of_mut(self.player);
        *blocks = blocks.saturating_sub(1);
        self.dropped = None;
        self.log.push(Observation::Blocked { player: self.player });
        self.begin_turn(self.player);
    }

    /// Returns `true` if a question is the one for a block, and may be asked before the player's own move.
    pub(super) fn may_announce_block(&self, question: Question) -> bool {
        question == Question::Block(self.player)
            && matches!(self.phase, Phase::Remove | Phase::Column)
            && self.rules.block_moment == BlockMoment::BeforeMove
            // What was announced holds, unless the whole move is asked for anew.
            && (!self.is_block_announced || self.turn.restarted)
            && self.has_block(0)
            && !(self.rules.forbidden_block == ForbiddenBlock::NotOffered
                && self.threatens(self.player.other()))
    }

    pub(super) fn announce_block(&mut self, answer: &Answer) {
        match self.yes(answer) {
            Some(true) if self.threatens(self.player.other()) => self.refuse(Refusal::Threatened),
            Some(yes) => self.is_block_announced = yes,
            None => self.refuse(Refusal::Unclear),
        }
    }
}

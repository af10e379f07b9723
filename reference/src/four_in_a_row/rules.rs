//! The rules of one program, and its random choices.

use super::options::{
    Block, BlockMoment, BothWin, Columns, Consequence, FaultLimit, FaultMemory, FirstMove, FirstRound,
    FirstRoundUndos, ForbiddenBlock, Names, Numbering, PieceRule, RefusedAct, RefusedMove, RemovalOrder,
    RemovalWins, Remove, Restart, RowNumbering, RowOrder, StarterRule, Threat, Threes, Unclear, Undo,
    UndoChain, UndoMoment, UndoRemoval, UndoStart, UndoSupply,
};
use crate::grid::{Both, Player};
use crate::option::by_name;

/// One of the two kinds of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Piece {
    /// `X`.
    #[default]
    X,
    /// `O`.
    O,
}

impl Piece {
    /// The piece of the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

/// The random choices of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// The player who moves first.
    pub starter: Player,
    /// The piece of Player 1. Means nothing where the starter picks.
    pub first_piece: Piece,
}

impl Default for Draw {
    fn default() -> Self {
        Self { starter: Player::One, first_piece: Piece::X }
    }
}

impl Draw {
    /// Both players' pieces.
    pub fn pieces(self) -> Both<Piece> {
        Both { one: self.first_piece, two: self.first_piece.other() }
    }
}

/// A draw that the rules do not allow: a starter or a piece that is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForbiddenDraw(pub Draw);

/// The way in which a program reads the sheet. The default is the sheet's reading, and the report's where the
/// sheet is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Are names asked for?
    pub names: Names,
    /// The player who moves first.
    pub starter: StarterRule,
    /// The assignment of X and O to the players.
    pub pieces: PieceRule,
    /// The number of the first column.
    pub numbering: Numbering,
    /// The columns in which pieces can be dropped.
    pub columns: Columns,
    /// The lines in which three pieces are enough.
    pub threes: Threes,
    /// The number of the first row.
    pub row_numbering: RowNumbering,
    /// The row with the lowest number.
    pub rows: RowOrder,
    /// The columns in which a first piece may be dropped.
    pub first_move: FirstMove,
    /// The fault that loses the game.
    pub fault_limit: FaultLimit,
    /// The time for which faults are remembered.
    pub fault_memory: FaultMemory,
    /// The penalty for a first move outside the centre, if it must be there.
    pub off_centre: Consequence,
    /// The penalty for a column outside the board.
    pub outside: Consequence,
    /// The penalty for a full column.
    pub full: Consequence,
    /// The penalty for a column that is not a number: a fault in the report ("is not even an integer").
    pub not_a_number: Consequence,
    /// The penalty for choosing a cell without a piece of the opponent when one is to be removed. The sheet
    /// counts violations of "all of the above conditions"; the report only asks again.
    pub removal_target: Consequence,
    /// The player who moves after a violation.
    pub refused_move: RefusedMove,
    /// The turn after an undo or a block that the rules do not allow.
    pub refused_act: RefusedAct,
    /// The effect of an undo.
    pub undo: Undo,
    /// The moment at which undo is offered.
    pub undo_moment: UndoMoment,
    /// The period in which a player has three undos.
    pub undo_supply: UndoSupply,
    /// The number of undos that may follow one another.
    pub undo_chain: UndoChain,
    /// The first move that can be taken back.
    pub undo_start: UndoStart,
    /// The number of undos shown before that.
    pub first_round_undos: FirstRoundUndos,
    /// Can a removal be taken back?
    pub undo_removal: UndoRemoval,
    /// The moment at which a piece can be removed.
    pub remove: Remove,
    /// Is remove offered in the first turn? The sheet demands a drop there.
    pub remove_first_round: FirstRound,
    /// The number of a removal that is asked first.
    pub removal_order: RemovalOrder,
    /// The players whose fours count after a removal.
    pub removal_wins: RemovalWins,
    /// The winner when a removal makes two fours.
    pub both_win: BothWin,
    /// The choices that a player has again when a move is restarted.
    pub restart: Restart,
    /// The effect of a block.
    pub block: Block,
    /// The moment at which it is offered.
    pub block_moment: BlockMoment,
    /// Is block offered after the first move? It is in the report; the sheet does not say.
    pub block_first_round: FirstRound,
    /// The meaning of "has a chance to win".
    pub threat: Threat,
    /// The treatment of a block then.
    pub forbidden_block: ForbiddenBlock,
    /// The treatment of an answer that is neither yes nor no.
    pub unclear: Unclear,
}

by_name! {
    Rules {
        names: Names,
        starter: StarterRule,
        pieces: PieceRule,
        numbering: Numbering,
        columns: Columns,
        threes: Threes,
        row_numbering: RowNumbering,
        rows: RowOrder,
        first_move: FirstMove,
        fault_limit: FaultLimit,
        fault_memory: FaultMemory,
        off_centre: Consequence,
        outside: Consequence,
        full: Consequence,
        not_a_number: Consequence,
        removal_target: Consequence,
        refused_move: RefusedMove,
        refused_act: RefusedAct,
        undo: Undo,
        undo_moment: UndoMoment,
        undo_supply: UndoSupply,
        undo_chain: UndoChain,
        undo_start: UndoStart,
        first_round_undos: FirstRoundUndos,
        undo_removal: UndoRemoval,
        remove: Remove,
        remove_first_round: FirstRound,
        removal_order: RemovalOrder,
        removal_wins: RemovalWins,
        both_win: BothWin,
        restart: Restart,
        block: Block,
        block_moment: BlockMoment,
        block_first_round: FirstRound,
        threat: Threat,
        forbidden_block: ForbiddenBlock,
        unclear: Unclear,
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            names: Names::default(),
            starter: StarterRule::default(),
            pieces: PieceRule::default(),
            numbering: Numbering::default(),
            columns: Columns::default(),
            threes: Threes::default(),
            row_numbering: RowNumbering::default(),
            rows: RowOrder::default(),
            first_move: FirstMove::default(),
            fault_limit: FaultLimit::default(),
            fault_memory: FaultMemory::default(),
            off_centre: Consequence::default(),
            outside: Consequence::default(),
            full: Consequence::default(),
            not_a_number: Consequence::default(),
            removal_target: Consequence::default(),
            refused_move: RefusedMove::default(),
            refused_act: RefusedAct::default(),
            undo: Undo::default(),
            undo_moment: UndoMoment::default(),
            undo_supply: UndoSupply::default(),
            undo_chain: UndoChain::default(),
            undo_start: UndoStart::default(),
            first_round_undos: FirstRoundUndos::default(),
            undo_removal: UndoRemoval::default(),
            remove: Remove::default(),
            remove_first_round: FirstRound::NotOffered,
            removal_order: RemovalOrder::default(),
            removal_wins: RemovalWins::default(),
            both_win: BothWin::default(),
            restart: Restart::default(),
            block: Block::default(),
            block_moment: BlockMoment::default(),
            block_first_round: FirstRound::Offered,
            threat: Threat::default(),
            forbidden_block: ForbiddenBlock::default(),
            unclear: Unclear::default(),
        }
    }
}

impl Rules {
    /// The number of undos.
    pub const UNDOS: u8 = 3;

    /// The report's reading: the third fault loses, a wrong removal is asked again, a restarted move asks for the column.
    pub fn report() -> Self {
        Self {
            fault_limit: FaultLimit::Third,
            removal_target: Consequence::AskedAgain,
            restart: Restart::Column,
            ..Self::default()
        }
    }

    /// The older sheet (October 2022): the starter is drawn and picks a piece; no names, centre, remove or block; the
    /// third fault loses.
    pub fn older_sheet() -> Self {
        Self {
            names: Names::NotAsked,
            starter: StarterRule::Drawn,
            pieces: PieceRule::StarterPicks,
            first_move: FirstMove::Anywhere,
            fault_limit: FaultLimit::Third,
            remove: Remove::Absent,
            block: Block::Absent,
            ..Self::default()
        }
    }

    /// Every draw that these rules allow, each equally right.
    pub fn draws(&self) -> Vec<Draw> {
        let starters: &[Player] = match self.starter {
            StarterRule::Drawn => &Player::BOTH,
            StarterRule::PlayerOne | StarterRule::Asked => &[Player::One],
        };
        let pieces: &[Piece] = match self.pieces {
            PieceRule::Drawn => &[Piece::X, Piece::O],
            PieceRule::StarterPicks | PieceRule::Fixed => &[Piece::X],
        };
        starters
            .iter()
            .flat_map(|starter| {
                pieces.iter().map(|first_piece| Draw { starter: *starter, first_piece: *first_piece })
            })
            .collect()
    }

    /// Returns `true` if a player with this many faults loses. Three count as "remaining" at the start under
    /// either limit, but the last of them loses if the third does.
    pub(super) fn loses(&self, faults: u8) -> bool {
        match self.fault_limit {
            FaultLimit::Fourth => faults > 3,
            FaultLimit::Third => faults >= 3,
        }
    }

    /// The number to type for a column that is counted from 0 at the left.
    pub fn label_of_column(&self, column: usize) -> i64 {
        i64::try_from(column).map_or(i64::MAX, |column| column.saturating_add(self.base()))
    }

    /// The number to type for a row that is counted from 0 at the top.
    pub fn label_of_row(&self, row: usize) -> i64 {
        let row = i64::try_from(row).unwrap_or(i64::MAX);
        let row = match self.rows {
            RowOrder::FromTop => row,
            RowOrder::FromBottom => 5_i64.saturating_sub(row),
        };
        row.saturating_add(self.first_row())
    }

    /// The column that a number means, whether or not the board has one.
    pub(super) fn column(&self, typed: i64) -> Option<usize> {
        usize::try_from(typed.checked_sub(self.base())?).ok().filter(|column| *column < 7)
    }

    /// Returns `true` if a number means a column of the board in which no piece can be dropped.
    pub fn refuses_column(&self, typed: i64) -> bool {
        self.column(typed).is_some() && self.column_of_drop(typed).is_none()
    }

    /// The column that a number means where a piece is dropped, if one can be dropped there.
    pub(super) fn column_of_drop(&self, typed: i64) -> Option<usize> {
        self.column(typed).filter(|column| self.columns.take(*column))
    }

    /// The row that a number means.
    pub(super) fn row(&self, typed: i64) -> Option<usize> {
        let row = usize::try_from(typed.checked_sub(self.first_row())?).ok().filter(|row| *row < 6)?;
        Some(match self.rows {
            RowOrder::FromTop => row,
            RowOrder::FromBottom => 5 - row,
        })
    }

    /// The number of the first column.
    fn base(&self) -> i64 {
        match self.numbering {
            Numbering::FromOne => 1,
            Numbering::FromZero => 0,
        }
    }

    /// The number of the first row.
    fn first_row(&self) -> i64 {
        match self.row_numbering {
            RowNumbering::AsColumns => self.base(),
            RowNumbering::Unlike => 1 - self.base(),
        }
    }
}

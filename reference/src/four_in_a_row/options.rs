//! The points on which the sheet, the report and published programs differ: one type for each, the default
//! first.

use crate::option::option;

option! {
    /// Are the players asked for their names?
    Names {
        /// The sheet: "let the players choose their name".
        Asked,
        /// The older sheet (October 2022) knows no names.
        NotAsked,
    }
}

option! {
    /// The player who moves first.
    StarterRule {
        /// The report: Player 1. The sheet does not say.
        PlayerOne,
        /// The older sheet: "randomly choose the starting player".
        Drawn,
        /// A published program asks who goes first.
        Asked,
    }
}

option! {
    /// The assignment of X and O to the players.
    PieceRule {
        /// The sheet: "randomly assign the piece for them".
        Drawn,
        /// The older sheet: the starting player picks.
        StarterPicks,
        /// Player 1 plays X, as in programs that draw nothing or only the starter.
        Fixed,
    }
}

option! {
    /// The number of the first column, where players type them.
    Numbering {
        /// The report: columns 1 to 7. The sheet does not say.
        FromOne,
        /// A published program: columns 0 to 6.
        FromZero,
    }
}

option! {
    /// The columns in which pieces can be dropped.
    Columns {
        /// The sheet: all seven.
        Every,
        /// The last one is taken for a column outside the board, as by a comparison that is off by one. The sheet forbids that.
        NotTheLast,
        /// The same of the first one.
        NotTheFirst,
    }
}

option! {
    /// The lines in which three pieces are enough.
    Threes {
        /// The sheet: four win.
        DoNotWin,
        /// Three in a row win. The sheet forbids that, as in the other directions.
        WinInRows,
        /// Three in a column win.
        WinInColumns,
        /// Three on a diagonal that falls to the right win.
        WinFalling,
        /// Three on one that rises win.
        WinRising,
        /// Three win in every direction.
        WinAnywhere,
    }
}

option! {
    /// The number of the first row, where a piece to be removed is chosen.
    RowNumbering {
        /// Rows are counted as columns are.
        AsColumns,
        /// Rows from 0 and columns from 1, or the other way round.
        Unlike,
    }
}

option! {
    /// The row with the lowest number, where a piece to be removed is chosen.
    RowOrder {
        /// The report: row 1 is the highest.
        FromTop,
        /// The lowest row comes first.
        FromBottom,
    }
}

option! {
    /// The columns in which a player's first piece may be dropped.
    FirstMove {
        /// The sheet: "they must drop the piece in the center column".
        Centre,
        /// The older sheet has no such rule.
        Anywhere,
    }
}

option! {
    /// The fault that loses the game.
    FaultLimit {
        /// The sheet: "over 3 times".
        Fourth,
        /// The report's program, and the older sheet: "try to violate it 3 times".
        Third,
    }
}

option! {
    /// The time for which faults are remembered.
    FaultMemory {
        /// The sheet and the report: they add up over the game.
        WholeGame,
        /// A published program forgets them when the turn goes to the opponent.
        OneTurn,
    }
}

option! {
    /// The penalty for a refused input.
    Consequence {
        /// The sheet: "restarting the move. And it also counts as a violation".
        Fault,
        /// The same question is asked again, and that is all.
        AskedAgain,
    }
}

option! {
    /// The player who moves after a violation.
    RefusedMove {
        /// The sheet: "restarting the move".
        BeginsAnew,
        /// Some programs go on with the opponent. The sheet forbids that.
        PassesTurn,
    }
}

option! {
    /// The turn after an undo or a block that the rules do not allow.
    RefusedAct {
        /// The report does not offer it: the turn goes on as if nobody had asked.
        TurnGoesOn,
        /// The sheet: "restarting the move", and the other conditions alike. The piece is taken back.
        BeginsAnew,
    }
}

option! {
    /// The effect of taking a move back.
    Undo {
        /// The report: the player moves again.
        PlaysAgain,
        /// The piece is taken back and the turn is over.
        SpendsMove,
        /// The program offers no undo.
        Absent,
    }
}

option! {
    /// The moment at which undo is offered.
    UndoMoment {
        /// The report: with the piece on the board, before the search for a four. A winning move can be taken
        /// back.
        BeforeResult,
        /// Published programs: only if the game goes on, for instance at the opponent's prompt.
        AfterResult,
        /// Published programs: "are you sure?" before the piece is shown. No board is drawn for a move taken back.
        BeforePlacing,
    }
}

option! {
    /// The period in which a player has three undos.
    UndoSupply {
        /// The sheet and the report: three in the game.
        Game,
        /// A published program: three in each turn.
        Turn,
    }
}

option! {
    /// The number of undos that may follow one another.
    UndoChain {
        /// The report: as many as are left.
        Any,
        /// A published program: one, then the move stands.
        OnePerTurn,
    }
}

option! {
    /// The first move that can be taken back.
    UndoStart {
        /// The sheet: "after their first move".
        SecondMove,
        /// Some programs ask after every move.
        FirstMove,
    }
}

option! {
    /// The number of undos shown before a player's first move, if they begin with the second.
    FirstRoundUndos {
        /// The report: none yet.
        Zero,
        /// Many programs: three from the start.
        Three,
    }
}

option! {
    /// Can a removal be taken back like a drop?
    UndoRemoval {
        /// The report: undo is not asked after a removal.
        NotOffered,
        /// The sheet's "undo their move" taken at its word: the piece and the right to remove come back.
        Offered,
    }
}

option! {
    /// The moment at which a piece can be removed.
    Remove {
        /// The sheet: "if a player chooses to drop a piece, player can not remove the opponent's piece and vice versa".
        InsteadOfDrop,
        /// The player drops a piece afterwards. The sheet forbids that.
        BeforeDrop,
        /// The program offers no removal.
        Absent,
    }
}

option! {
    /// The choices that a player has again when a move is restarted, after a fault or an undo.
    Restart {
        /// The sheet: the move is restarted, and a removal is a move.
        WholeMove,
        /// The report: only the column is asked again.
        Column,
    }
}

option! {
    /// The number of a removal that is asked first.
    RemovalOrder {
        /// The report: the row.
        RowFirst,
        /// The column.
        ColumnFirst,
    }
}

option! {
    /// The players whose fours count when pieces fall after a removal.
    RemovalWins {
        /// The report: every piece of the column is checked, for its owner.
        Either,
        /// Only the remover's.
        Remover,
        /// Neither player's, until a later drop is part of the four.
        Nobody,
    }
}

option! {
    /// The winner when a removal makes a four for both.
    BothWin {
        /// The report: the owner of the lowest piece of the column that is in a four, because it checks from the bottom.
        LowestPiece,
        /// The remover.
        Remover,
        /// The opponent.
        Opponent,
        /// Neither: the game is a tie.
        Nobody,
    }
}

option! {
    /// The effect of a block.
    Block {
        /// The sheet: it blocks "the next opponent's move": the player moves again.
        PlaysAgain,
        /// The program offers no block.
        Absent,
    }
}

option! {
    /// Is something offered in a player's first turn?
    FirstRound {
        /// It is.
        Offered,
        /// It is not.
        NotOffered,
    }
}

option! {
    /// The meaning of "has a chance to win".
    Threat {
        /// The sheet: "already had three pieces of the same colour vertically, horizontally or diagonally", and the
        /// report: three without a gap, even where no fourth fits.
        ThreeInARow,
        /// Three without a gap and an empty cell at an end.
        OpenThree,
        /// Three of four cells in a line, the fourth empty.
        ThreeOfFour,
        /// The opponent's next drop can win.
        WinsNext,
    }
}

option! {
    /// The moment at which a player says whether the opponent's next move is blocked.
    BlockMoment {
        /// The report: after the player's own move.
        AfterMove,
        /// Some programs ask before it, and the player moves again after it.
        BeforeMove,
    }
}

option! {
    /// The treatment of a block while the opponent has a chance to win.
    ForbiddenBlock {
        /// The report: it is not offered.
        NotOffered,
        /// It is offered and refused; the opponent moves.
        Refused,
        /// It is offered, refused and counts as a fault.
        Fault,
    }
}

option! {
    /// The treatment of an answer that is neither yes nor no.
    Unclear {
        /// The report: the question is asked again.
        AskedAgain,
        /// Published programs: anything but yes is no.
        MeansNo,
    }
}
